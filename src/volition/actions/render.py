"""The text that a model sees of a catalogue, at four sizes. The same actions always give the same bytes."""

from collections.abc import Iterable
from typing import Any, Literal

from volition.actions.action import Action

Style = Literal["schema", "lite", "signature", "brief", "index"]


def block(actions: Iterable[Action]) -> dict[str, dict[str, Any]]:
    """The minified actions object of the JSON prompt: name to schema, brief and source."""
    return {
        each.name: {"schema": each.schema, "brief": each.brief}
        | ({"source": each.owner} if each.owner else {})
        for each in actions
    }


def lines(actions: Iterable[Action], style: Style) -> list[str]:
    """One line an action."""
    return [_index(each) if style == "index" else _signature(each) for each in actions]


def _index(action: Action) -> str:
    return f"{action.name}: {action.brief}"


def _signature(action: Action) -> str:
    required = set(action.required)
    parts = []
    for name, schema in action.fields.items():
        kind = _kind(schema)
        default = f"={schema['default']}" if "default" in schema else ""
        parts.append(f"{name}{'' if name in required else '?'}: {kind}{default}")
    return f"{action.name}({', '.join(parts)}): {action.brief}"


def _kind(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return "|".join(str(each) for each in schema["enum"])
    if "anyOf" in schema:
        return "|".join(_kind(each) for each in schema["anyOf"])
    return str(schema.get("format") or schema.get("type") or "any")
