"""Definitions of actions in any format, told apart by their shape and read as a catalogue.

Pure: bytes or a JSON value in, a catalogue out. The formats: three-tier and legacy definitions (an object of
name to definition), OpenAI and Anthropic tools (a list), what an MCP server answers to `tools/list`, and
OpenAPI 3 documents.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

import orjson

from volition.actions.action import Action
from volition.actions.catalogue import Catalogue
from volition.errors import AuthorError, BadConfig

MAX_BYTES = 64_000_000
"""A longer file is refused: no catalogue is that long, and reading it would take gigabytes."""


class Format(StrEnum):
    """What a JSON value defines actions in."""

    DEFINITIONS = "definitions"
    """An object of name to a three-tier or legacy definition."""
    OPENAI = "openai"
    """A list of OpenAI or Anthropic tools."""
    MCP = "mcp"
    """The tools of an MCP server."""
    OPENAPI = "openapi"
    """An OpenAPI 3 document."""


def parse(data: bytes, *, where: str) -> Any:
    """The JSON value of a file's bytes.

    Args:
        data: The bytes, with or without a byte order mark.
        where: What to call the file in an error.

    Raises:
        BadConfig: it is empty, too long, cut off, or no JSON.
    """
    if len(data) > MAX_BYTES:
        raise too_long(where)
    text = data.removeprefix(b"\xef\xbb\xbf")
    if not text.strip():
        raise BadConfig(f"{where} is empty.", hint=_SHAPES)
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise BadConfig(f"{where} is no JSON: {_reason(error, text)}", hint=_next_step(text)) from None


def too_long(where: str) -> BadConfig:
    """The error of a file that is longer than any catalogue."""
    return BadConfig(
        f"{where} is longer than {MAX_BYTES // 1_000_000} MB; no catalogue is.",
        hint="Give the file of definitions alone.",
    )


def recognise(value: Any) -> Format | None:
    """The format of a JSON value by its shape, or None.

    >>> recognise([{"type": "function", "function": {"name": "roll"}}])
    <Format.OPENAI: 'openai'>
    >>> recognise({"tools": [{"name": "roll", "inputSchema": {"type": "object"}}]})
    <Format.MCP: 'mcp'>
    """
    if isinstance(value, dict):
        if isinstance(value.get("openapi"), str) or isinstance(value.get("swagger"), str):
            return Format.OPENAPI
        listed = _tools(value)
        if listed is not None:
            return _kind_of_list(listed)
        is_definitions = value and all(map(_is_definition, value.values()))
        return Format.DEFINITIONS if is_definitions else None
    return _kind_of_list(value) if isinstance(value, list) else None


def read(value: Any, *, where: str, form: Format | None = None) -> Catalogue:
    """The actions that a JSON value defines.

    Args:
        value: The value.
        where: What to call its origin in an error.
        form: Its format; recognised by shape when None.

    Raises:
        BadConfig: it has none of the shapes, or not that of `form`, or is nested too deeply.
        BadAction: one of its definitions cannot be used.
        BadSchema: a schema is wrong.
        NameClash: two of its actions have one name.
    """
    found = recognise(value)
    if form is Format.OPENAI and found is Format.MCP:
        found = form
    if found is None or (form is not None and found is not form):
        expected = f"{_NAMES[form]}" if form else "definitions of actions"
        raise BadConfig(f"{where} holds no {expected}: it is {_outline(value)}.", hint=_SHAPES)
    try:
        return Catalogue(_READERS[found](value))
    except AuthorError as error:
        error.args = (f"{where}: {error}",)
        raise
    except RecursionError:
        raise BadConfig(f"{where} is nested too deeply.", hint="Flatten its schemas.") from None


def _from_definitions(value: Mapping[str, Any]) -> Iterator[Action]:
    for name, definition in value.items():
        yield Action.from_dict(name, definition)


def _from_openai(value: Any) -> Iterator[Action]:
    yield from (Action.from_openai_tool(each) for each in _tools(value) or ())


def _from_mcp(value: Any) -> Iterator[Action]:
    yield from (Action.from_mcp_tool(each) for each in _tools(value) or ())


def _from_openapi(value: Mapping[str, Any]) -> Iterator[Action]:
    yield from Action.from_openapi(value)


_READERS: Mapping[Format, Callable[[Any], Iterator[Action]]] = {
    Format.DEFINITIONS: _from_definitions,
    Format.OPENAI: _from_openai,
    Format.MCP: _from_mcp,
    Format.OPENAPI: _from_openapi,
}
_NAMES = {
    Format.DEFINITIONS: "object of name to definition",
    Format.OPENAI: "list of OpenAI tools",
    Format.MCP: "list of MCP tools",
    Format.OPENAPI: "OpenAPI document",
}
_SHAPES = (
    "Give an object of name to definition, a list of OpenAI tools, the result of an MCP server's tools/list, "
    "or an OpenAPI 3 document, as JSON."
)
_DEFINING = frozenset({"schema", "brief", "description", "required_fields"})
_SCHEMA_KEYS = ("parameters", "input_schema", "inputSchema", "description")


def _tools(value: Any) -> list[Any] | None:
    """The tools of a list, of `{"tools": [...]}` or of a whole JSON-RPC answer."""
    if isinstance(value, list):
        return value
    if isinstance(value, dict):
        inner = value.get("result", value)
        for key in ("tools", "functions"):
            if isinstance(inner, dict) and isinstance(inner.get(key), list):
                listed: list[Any] = inner[key]
                return listed
    return None


def _kind_of_list(tools: Sequence[Any]) -> Format | None:
    if not all(isinstance(each, dict) for each in tools):
        return None
    if any("inputSchema" in each for each in tools):
        return Format.MCP
    return Format.OPENAI if all(map(_is_tool, tools)) else None


def _is_tool(tool: Mapping[str, Any]) -> bool:
    function = tool.get("function", tool)
    return isinstance(function, dict) and any(key in function for key in ("name", *_SCHEMA_KEYS))


def _is_definition(value: Any) -> bool:
    return isinstance(value, dict) and not _DEFINING.isdisjoint(value)


def _outline(value: Any) -> str:
    """A value in a few words."""
    if isinstance(value, dict):
        names = ", ".join(repr(key[:40]) for key in list(value)[:4])
        return (
            f"an object with {names}{' and more' if len(value) > 4 else ''}" if value else "an empty object"
        )
    if isinstance(value, list):
        kinds = sorted({type(each).__name__ for each in value[:100]})
        return f"a list of {' and '.join(kinds)}"
    return "null" if value is None else f"a {type(value).__name__}"


def _reason(error: orjson.JSONDecodeError, text: bytes) -> str:
    if error.pos >= len(text.rstrip().decode("utf-8", "replace")):
        return "it ends in the middle, as a file that was cut off does."
    return f"line {error.lineno}, column {error.colno}: {error.msg}."


def _next_step(text: bytes) -> str:
    first = text.lstrip()[:1]
    if first in {b"{", b"["}:
        return "Mend the file, or write it again."
    return "Convert YAML to JSON first." if b":" in text[:200] else _SHAPES
