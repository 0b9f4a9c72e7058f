"""A pydantic model read as an action: its schema for a prompt, and its own verdict on a payload."""

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pydantic
from pydantic.json_schema import GenerateJsonSchema

from volition.messages import Problem
from volition.schema import pointer

UNDESCRIBABLE = (pydantic.errors.PydanticUserError, pydantic.errors.PydanticUndefinedAnnotation, TypeError)
"""What pydantic raises for a type that has no JSON Schema."""


class _Generator(GenerateJsonSchema):
    """Leaves out what has no JSON form instead of warning of it."""

    ignored_warning_kinds = {"non-serializable-default", "skipped-choice"}  # noqa: RUF012 - pydantic's own shape


def schema_of(model: type[pydantic.BaseModel]) -> dict[str, Any]:
    """The JSON Schema of a model's input, for a prompt.

    Generated titles are left out, small definitions are put where they are used, and a field that may be
    left out is not offered null as well: `X | None = None` is told as an optional X, though the model
    takes null too.
    """
    schema = model.model_json_schema(mode="validation", schema_generator=_Generator)
    definitions = schema.pop("$defs", {})
    if "$ref" in schema:  # a model that holds itself
        schema = dict(definitions[schema["$ref"].removeprefix("#/$defs/")])
    schema.pop("description", None)
    schema.setdefault("properties", {})
    cleaned: dict[str, Any] = _each_schema(schema, _plain)
    definitions = {name: _each_schema(each, _plain) for name, each in definitions.items()}
    return _with_definitions(cleaned, definitions)


def faults(model: type[pydantic.BaseModel], payload: Mapping[str, Any]) -> list[Problem]:
    """What the model refuses of a payload; empty when it takes it."""
    try:
        model.model_validate(dict(payload))
    except pydantic.ValidationError as error:
        return problems(error, payload)
    return []


def problems(error: pydantic.ValidationError, payload: Any) -> list[Problem]:
    """A validation error as problems with JSON pointers into the payload."""
    return [
        Problem(
            code="value",
            pointer=pointer(_path(each["loc"], payload)),
            message=f"{each['msg'].removeprefix('Value error, ').removesuffix('.')}.",
        )
        for each in error.errors(include_url=False, include_input=False, include_context=False)
    ]


def _path(location: tuple[str | int, ...], payload: Any) -> list[str | int]:
    """The steps of a pydantic location that lead through the payload; names of union branches do not."""
    path: list[str | int] = []
    node = payload
    for step in location:
        try:
            node = node[step]
        except (KeyError, IndexError, TypeError):
            if isinstance(node, Mapping) and step == location[-1]:
                path.append(step)
            continue
        path.append(step)
    return path


# The schema.

_MAPS_OF_SCHEMAS = {"properties", "$defs", "patternProperties", "dependentSchemas"}
_VALUES = {"default", "const", "enum", "examples"}


def _each_schema(node: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """A schema in which every schema, from the innermost, was changed."""
    if isinstance(node, list):
        return [_each_schema(each, change) for each in node]
    if not isinstance(node, dict):
        return node
    inner = {}
    for key, value in node.items():
        if key in _MAPS_OF_SCHEMAS and isinstance(value, dict):
            inner[key] = {name: _each_schema(each, change) for name, each in value.items()}
        else:
            inner[key] = value if key in _VALUES else _each_schema(value, change)
    return change(inner)


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """One schema without what pydantic adds for other readers, its optional fields without null."""
    schema = {key: value for key, value in schema.items() if key not in {"title", "discriminator"}}
    required = schema.get("required", ())
    if "properties" in schema:
        schema["properties"] = {
            name: field if name in required else _without_null(field)
            for name, field in schema["properties"].items()
        }
    return schema


def _without_null(field: Any) -> Any:
    """`X | None = None` as X; any other field as it is."""
    if not isinstance(field, dict) or field.get("default", ...) is not None:
        return field
    field = {key: value for key, value in field.items() if key != "default"}
    for key in ("anyOf", "oneOf"):
        branches = [each for each in field.get(key, ()) if each != {"type": "null"}]
        if len(branches) == 1:
            field.pop(key)
            field = {**branches[0], **field}
        elif branches:
            field[key] = branches
    if isinstance(field.get("type"), list) and "null" in field["type"]:
        kinds = [each for each in field["type"] if each != "null"]
        field["type"] = kinds[0] if len(kinds) == 1 else kinds
    if None in field.get("enum", ()):
        field["enum"] = [each for each in field["enum"] if each is not None]
    return field


def _with_definitions(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema with definitions that are used once, or hold no fields, put in place of the reference."""
    definitions = dict(definitions)
    links = {name: set(_references(each)) for name, each in definitions.items()}
    for name in list(definitions):
        uses = Counter(_references([schema, *definitions.values()]))[name]
        if _reaches(name, links) or (uses > 1 and "properties" in definitions[name]):
            continue
        put = functools.partial(_in_place, name, definitions.pop(name))
        schema = _each_schema(schema, put)
        definitions = {other: _each_schema(each, put) for other, each in definitions.items()}
        inner = links.pop(name)
        links = {other: (each - {name}) | inner if name in each else each for other, each in links.items()}
    return {**schema, "$defs": definitions} if definitions else schema


def _in_place(name: str, definition: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    if node.get("$ref") != f"#/$defs/{name}":
        return node
    return {**definition, **{key: value for key, value in node.items() if key != "$ref"}}


def _reaches(name: str, links: Mapping[str, set[str]]) -> bool:
    """Whether a definition leads back to itself."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        found = links.get(waiting.pop(), set())
        waiting += found - seen
        seen |= found
    return name in seen


def _references(node: Any) -> Iterator[str]:
    """The definitions that a schema refers to, as often as it does."""
    if isinstance(node, list):
        for each in node:
            yield from _references(each)
    elif isinstance(node, dict):
        reference = node.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix("#/$defs/")
        for key, value in node.items():
            if key not in _VALUES:
                yield from _references(value)
