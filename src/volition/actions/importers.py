"""Readers of tools that others define: OpenAI, Anthropic and MCP tools, pydantic models.

Pure: a value in, a `Definition` out. A schema keeps its verdict on every payload: a valid one of draft
2020-12 is kept as it is, an older draft is rewritten, and a faulty one is mended where the meaning is
plain, with a note.
"""

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pydantic

from volition.actions import docstring, drafts, pydantic_models
from volition.actions.brief import shorten
from volition.errors import BadAction, BadSchema


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """An action as another format defines it; nothing here runs it."""

    name: str
    """Its name."""
    schema: dict[str, Any]
    """The payload's JSON Schema, draft 2020-12."""
    brief: str
    """What it does, in one line."""
    examples: dict[str, Any] = field(default_factory=dict)
    """The third tier."""
    effects: str = ""
    """What it does to the world, a word of `Effects`; empty when undeclared."""
    idempotent: bool = False
    """Whether running it twice does it once."""
    owner: str = ""
    """Who offers it, where the format says so."""
    tags: tuple[str, ...] = ()
    """Words that help to find it."""
    binding: dict[str, Any] = field(default_factory=dict)
    """How it is reached where it runs."""
    notes: tuple[str, ...] = ()
    """What was changed or guessed."""


def read_openai_tool(tool: Mapping[str, Any]) -> Definition:
    """A tool of the OpenAI API: `{"type": "function", "function": {...}}`, or the function alone.

    Takes the flat form of the Responses API, and Anthropic's with `input_schema`, as well.

    Raises:
        BadAction: it is no function tool.
        BadSchema: its schema is wrong and its meaning not plain.
    """
    function = tool.get("function") if isinstance(tool, Mapping) else None
    function = tool if function is None else function
    if not isinstance(function, Mapping) or tool.get("type", "function") not in {"function", "custom"}:
        raise BadAction(
            f"This is no function tool: {_said(tool)}.",
            hint='A tool looks like {"type": "function", "function": {"name": ..., "parameters": {...}}}.',
        )
    schema = next(
        (function[key] for key in ("parameters", "input_schema", "inputSchema") if key in function), None
    )
    return _definition(function, schema)


def read_mcp_tool(tool: Mapping[str, Any]) -> Definition:
    """A tool as an MCP server lists it: `{"name": ..., "inputSchema": {...}, "annotations": {...}}`.

    Its hints become effects; what it does not hint at stays undeclared. They are the server's own words.

    Raises:
        BadAction: it is no MCP tool.
        BadSchema: its schema is wrong and its meaning not plain.
    """
    if not isinstance(tool, Mapping):
        raise BadAction(f"This is no MCP tool: {_said(tool)}.")
    hints = tool.get("annotations")
    hints = hints if isinstance(hints, Mapping) else {}
    title = str(tool.get("title") or hints.get("title") or "")
    read = _definition(tool, tool.get("inputSchema"), title=title)
    kept = {"outputSchema": "output_schema", "_meta": "meta"}
    binding = {word: tool[key] for key, word in kept.items() if tool.get(key)}
    return Definition(
        name=read.name,
        schema=read.schema,
        brief=read.brief,
        examples=read.examples,
        effects=_effects(hints),
        idempotent=hints.get("idempotentHint") is True,
        tags=(title,) if title and _plain(title) != _plain(read.name) else (),
        binding={"protocol": "mcp", **binding} if binding else {},
        notes=read.notes,
    )


def read_pydantic(model: type[pydantic.BaseModel], *, name: str = "") -> Definition:
    """A pydantic model as an action: its fields are the payload, its docstring the brief and the guide.

    Raises:
        BadAction: it is no model, a field's type has no JSON Schema, or there is no docstring.
    """
    if not (inspect.isclass(model) and issubclass(model, pydantic.BaseModel)):
        raise BadAction(f"This is no pydantic model: {_said(model)}.")
    name = name or model.__name__
    own = "" if model.__doc__ == pydantic.BaseModel.__doc__ else model.__doc__ or ""
    documented = docstring.read(own, name=model.__name__, arguments=list(model.model_fields))
    try:
        schema = pydantic_models.schema_of(model)
    except pydantic_models.UNDESCRIBABLE as error:
        raise BadAction(
            f"A field of {name!r} has a type without a JSON Schema: {str(error).splitlines()[0]}",
            hint="Use standard types, enums, dataclasses or pydantic models.",
        ) from None
    brief = shorten(documented.brief) or words_of(name)
    notes = () if documented.brief else ("There is no docstring; the brief is the name.",)
    return Definition(name=name, schema=schema, brief=brief, examples=documented.guide, notes=notes)


def _definition(tool: Mapping[str, Any], schema: Any, *, title: str = "") -> Definition:
    name = tool.get("name")
    if not isinstance(name, str) or not name:
        raise BadAction(f"A tool needs a name: {_said(dict(tool))}.")
    description = tool.get("description")
    description = description.strip() if isinstance(description, str) else ""
    try:
        schema, notes = drafts.modern({"type": "object", "properties": {}} if schema is None else schema)
    except BadSchema as error:
        raise BadSchema(f"Tool {name!r}: {error}", pointer=error.pointer, hint=error.hint) from None
    if not description:
        notes = (*notes, "There is no description; the brief is the title or the name.")
    return Definition(
        name=name,
        schema=schema,
        brief=brief_of(description) or brief_of(title) or words_of(name),
        examples={"description": description} if description else {},
        notes=notes,
    )


def brief_of(description: str) -> str:
    """The brief of a description of any length."""
    return shorten(description[:_LONGEST])


_LONGEST = 4_000
"""Characters of a description that a brief is looked for in."""


def _effects(hints: Mapping[str, Any]) -> str:
    """The gravest effect that a server's hints declare."""
    if hints.get("destructiveHint") is True and hints.get("readOnlyHint") is not True:
        return "destructive"
    if hints.get("readOnlyHint") is True:
        return "read-only"
    if hints.get("openWorldHint") is True:
        return "external"
    if hints.get("readOnlyHint") is False or hints.get("destructiveHint") is False:
        return "writes"
    return ""


def words_of(name: str) -> str:
    """A name as the words it is made of.

    >>> words_of("getUserByName")
    'get user by name'
    """
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.replace("_", " ").replace("-", " "))
    words = [each if each.isupper() else each[:1].lower() + each[1:] for each in apart.split()]
    return shorten(" ".join(words)) or name[:99]


def _plain(text: str) -> str:
    return "".join(each for each in text.casefold() if each.isalnum())


def _said(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"
