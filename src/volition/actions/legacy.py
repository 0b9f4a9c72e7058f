"""Definitions of the older format (required and optional fields, instructions) turned into three tiers."""

from collections.abc import Mapping
from typing import Any

from volition.actions.brief import shorten
from volition.errors import BadAction


def convert(name: str, definition: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """A legacy definition as a three-tier one, and a note for each guess that was made.

    Raises:
        BadAction: it is no legacy definition either.
    """
    if "description" not in definition and "required_fields" not in definition:
        raise BadAction(
            f"The definition of {name!r} is neither three-tier nor legacy.",
            hint="Give it 'schema' and 'brief', or 'description' and 'required_fields'.",
        )
    required = list(definition.get("required_fields") or ())
    optional = [each for each in definition.get("optional_fields") or () if each not in required]
    description = str(definition.get("description") or "")
    notes = tuple(f"The type of {each!r} is declared nowhere and stays open." for each in required + optional)
    given = definition.get("examples")
    converted: dict[str, Any] = {
        "schema": {
            "type": "object",
            "properties": {each: {} for each in required + optional},
            "required": required,
        },
        "brief": shorten(description) or name.replace("_", " "),
        "examples": {
            "description": description,
            "instructions": definition.get("instructions") or {},
            "examples": list(given) if isinstance(given, list) else [],
        },
    }
    kept = ("source", "effects", "confirm", "timeout_s", "idempotent", "scope", "tags")
    return converted | {key: definition[key] for key in kept if key in definition}, notes
