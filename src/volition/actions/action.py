"""The Action: a name, three tiers (schema, brief, examples), a handler, and what a runtime must know."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self, overload

import pydantic

from volition import schema as json_schema
from volition.actions import functions, importers, legacy, openapi, pydantic_models
from volition.actions.context import Context
from volition.actions.importers import Definition
from volition.errors import ActionFailed, BadAction, BadSchema
from volition.messages import Problem

Handler = Callable[[Context, Mapping[str, Any]], Any]
"""What runs a call: takes the context and the payload; returns a value or an awaitable of one."""

Validate = Callable[[Mapping[str, Any]], list[Problem]]
"""What may refuse a payload that the schema takes: says every problem, with pointers into the payload."""

PORTABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}\Z")
"""Names that OpenAI, Anthropic and MCP all take."""


class Effects(StrEnum):
    """What an action does to the world."""

    READ_ONLY = "read-only"
    """Changes nothing."""
    WRITES = "writes"
    """Adds or changes something that can be changed back."""
    DESTRUCTIVE = "destructive"
    """Removes or overwrites something for good."""
    EXTERNAL = "external"
    """Reaches other people, money or machines."""


@dataclass(frozen=True, kw_only=True)
class Action:
    """Something an assistant can do.

    Raises:
        BadAction: the name is empty, or a field holds what it cannot hold.
        BadSchema: the schema is itself wrong, or does not describe an object.
    """

    name: str
    """Unique within a catalogue."""
    schema: dict[str, Any]
    """First tier: the payload's JSON Schema, draft 2020-12, an object."""
    brief: str
    """Second tier: one line that says what it does, under 100 characters."""
    examples: dict[str, Any] = field(default_factory=dict)
    """Third tier: `description`, `instructions` and `examples`; shown after an error."""
    handler: Handler | None = field(default=None, compare=False, repr=False)
    """What runs it; None when it runs elsewhere."""
    owner: str = ""
    """The component that offers it."""
    effects: Effects | None = None
    """What it does to the world; None when nobody said."""
    confirm: bool = False
    """Whether a person must agree to each call."""
    timeout_s: float = 30.0
    """Longest run in seconds."""
    idempotent: bool = False
    """Whether running it twice with one key does it once."""
    scope: tuple[str, ...] = ()
    """Interfaces that offer it; empty is all."""
    tags: tuple[str, ...] = ()
    """Words that help to find it."""
    binding: dict[str, Any] = field(default_factory=dict)
    """How it is reached where it runs, for whoever carries its calls there; no model sees it. An operation
    of an API has `protocol`, `method`, `path`, `servers` and `fields` (see `openapi`)."""
    validate: Validate | None = field(default=None, compare=False, repr=False)
    """What refuses a payload beyond the schema; asked after it."""
    notes: tuple[str, ...] = field(default=(), compare=False)
    """What was guessed when it was converted from another format."""
    checker: json_schema.Checker = field(init=False, compare=False, repr=False)
    """The compiled schema."""

    def __post_init__(self) -> None:
        if not self.name or not isinstance(self.name, str):
            raise BadAction(f"An action needs a name, not {self.name!r}.")
        if not isinstance(self.schema, dict) or self.schema.get("type", "object") != "object":
            raise BadSchema(
                f"The schema of {self.name!r} must describe an object.",
                hint='Start it with {"type": "object", "properties": {...}}.',
            )
        try:
            checker = json_schema.checker(self.schema)
        except BadSchema as error:
            raise BadSchema(
                f"Action {self.name!r}: {error}", pointer=error.pointer, hint=error.hint
            ) from None
        object.__setattr__(self, "checker", checker)
        if not isinstance(self.brief, str) or not isinstance(self.examples, dict):
            raise BadAction(f"The brief of {self.name!r} must be a text, and its examples an object.")
        if not (self.timeout_s > 0 and math.isfinite(self.timeout_s)):
            raise BadAction(f"The time limit of {self.name!r} must be more than 0 s, not {self.timeout_s!r}.")
        if self.effects is not None:
            object.__setattr__(self, "effects", _effects(self.name, self.effects))

    @property
    def fields(self) -> dict[str, Any]:
        """The payload's declared fields: name to schema."""
        properties = self.schema.get("properties")
        return properties if isinstance(properties, dict) else {}

    @property
    def required(self) -> tuple[str, ...]:
        """Names of the fields that a payload must have."""
        return tuple(self.schema.get("required") or ())

    @property
    def scenarios(self) -> list[tuple[str, dict[str, Any]]]:
        """The third tier's worked examples: what was said or meant, and the payload."""
        found = self.examples.get("examples") if isinstance(self.examples, dict) else None
        return [
            (str(each.get("scenario", "")), each["payload"])
            for each in found or ()
            if isinstance(each, dict) and isinstance(each.get("payload"), dict)
        ]

    def to_dict(self) -> dict[str, Any]:
        """The definition in the three-tier shape; what a runtime must know only where it was declared."""
        extra = {
            "source": self.owner,
            "effects": str(self.effects) if self.effects else "",
            "confirm": self.confirm,
            "idempotent": self.idempotent,
            "scope": list(self.scope),
            "tags": list(self.tags),
            "binding": self.binding,
        }
        tiers = {"schema": self.schema, "brief": self.brief, "examples": self.examples}
        timing = {} if self.timeout_s == _DEFAULT_TIMEOUT_S else {"timeout_s": self.timeout_s}
        return tiers | {key: value for key, value in extra.items() if value} | timing

    @classmethod
    def from_dict(
        cls,
        name: str,
        definition: Mapping[str, Any],
        *,
        handler: Handler | None = None,
        owner: str = "",
        instructions: Any = None,
    ) -> Self:
        """An action from a three-tier or a legacy definition.

        A definition with both `schema` and `brief` is three-tier; one with `description` or
        `required_fields` is legacy and converted, with a note for each guess. A key that belongs to neither
        format is kept in the third tier, with a note.

        Args:
            name: The action's name.
            definition: The definition.
            handler: What runs it.
            owner: Who offers it; without it, the definition's `source`.
            instructions: What the owner of a legacy definition says besides.

        Raises:
            BadAction: it is neither, or a value cannot be what its key says.
            BadSchema: its schema is wrong.
        """
        if not isinstance(definition, Mapping):
            raise BadAction(f"The definition of {name!r} must be an object, not {type(definition).__name__}.")
        facts, notes = legacy.runtime_facts(definition)
        given, is_legacy = definition, False
        if "schema" not in definition or "brief" not in definition:
            definition, guesses = legacy.convert(name, definition, instructions=instructions)
            notes, is_legacy = (*guesses, *notes), True
        elif instructions:
            given = {**given, "prompt_instructions": instructions}
        known = _LEGACY if is_legacy else set()
        examples, kept = _third_tier(name, definition.get("examples"), given=given, known=known)
        found = {**definition, **facts}
        return cls(
            name=name,
            schema=found["schema"],
            brief=found["brief"],
            examples=examples,
            handler=handler,
            owner=owner or str(found.get("source") or ""),
            effects=_effects(name, found["effects"]) if found.get("effects") else None,
            confirm=_flag(name, found, "confirm"),
            timeout_s=_seconds(name, found.get("timeout_s")),
            idempotent=_flag(name, found, "idempotent"),
            scope=_words(name, found, "scope"),
            tags=_words(name, found, "tags"),
            binding=dict(_object(name, found, "binding")),
            notes=(*notes, *kept),
        )

    @classmethod
    def from_openai_tool(
        cls, tool: Mapping[str, Any], *, handler: Handler | None = None, owner: str = ""
    ) -> Self:
        """An action from a tool of the OpenAI or Anthropic API.

        Raises:
            BadAction: it is no function tool.
            BadSchema: its schema is wrong.
        """
        return cls._from_definition(importers.read_openai_tool(tool), handler=handler, owner=owner)

    @classmethod
    def from_mcp_tool(
        cls, tool: Mapping[str, Any], *, handler: Handler | None = None, owner: str = ""
    ) -> Self:
        """An action from a tool as an MCP server lists it; its hints give effects.

        Raises:
            BadAction: it is no MCP tool.
            BadSchema: its schema is wrong.
        """
        return cls._from_definition(importers.read_mcp_tool(tool), handler=handler, owner=owner)

    @classmethod
    def from_openapi(cls, document: Mapping[str, Any], *, owner: str = "") -> list[Self]:
        """The actions of an OpenAPI 3 document, one for each operation; nothing runs them yet.

        Raises:
            BadAction: it is no such document.
            BadSchema: a schema is wrong, or refers to another document.
        """
        return [cls._from_definition(each, owner=owner) for each in openapi.read_openapi(document)]

    @classmethod
    def from_pydantic(
        cls,
        model: type[pydantic.BaseModel],
        *,
        handler: Callable[[Context, Any], Any] | None = None,
        name: str = "",
        owner: str = "",
    ) -> Self:
        """An action whose payload is a pydantic model; the handler is given an instance of it.

        What the model's own validators refuse is a problem of the payload.

        Raises:
            BadAction: it is no model, or a field's type has no JSON Schema.
        """
        definition = importers.read_pydantic(model, name=name)

        def run(context: Context, payload: Mapping[str, Any]) -> Any:
            try:
                value = model.model_validate(dict(payload))
            except pydantic.ValidationError as error:
                told = " ".join(each.line() for each in pydantic_models.problems(error, payload))
                raise ActionFailed(f"The payload does not fit {definition.name!r}: {told}") from None
            return handler(context, value) if handler else None

        return cls._from_definition(
            definition,
            handler=run if handler else None,
            owner=owner,
            validate=lambda payload: pydantic_models.faults(model, payload),
        )

    @classmethod
    def _from_definition(
        cls,
        definition: Definition,
        *,
        handler: Handler | None = None,
        owner: str = "",
        validate: Validate | None = None,
    ) -> Self:
        return cls(
            name=definition.name,
            schema=definition.schema,
            brief=definition.brief,
            examples=definition.examples,
            handler=handler,
            owner=owner or definition.owner,
            effects=Effects(definition.effects) if definition.effects else None,
            idempotent=definition.idempotent,
            tags=definition.tags,
            binding=definition.binding,
            validate=validate,
            notes=definition.notes,
        )


_DEFAULT_TIMEOUT_S = 30.0

_TIERS = {"schema", "brief", "examples"}
_LEGACY = {"description", "required_fields", "optional_fields", "instructions", "prompt_instructions"} | {
    *("example", "payload", "payload_schema", "parameters", "params", "fields", "arguments", "args"),
    *("field_descriptions", "properties"),
}


def _third_tier(
    name: str, examples: Any, *, given: Mapping[str, Any], known: set[str]
) -> tuple[dict[str, Any], list[str]]:
    """The examples tier with what has no other place, and notes on that."""
    examples = examples or {}
    examples = {"examples": list(examples)} if isinstance(examples, list | tuple) else examples
    if not isinstance(examples, Mapping):
        raise BadAction(
            f"'examples' of {name!r} must be an object, not {type(examples).__name__}.",
            hint="Give it 'description', 'instructions' and 'examples'.",
        )
    known = known | _TIERS | set(legacy.RUNTIME_KEYS)
    more = {str(key): value for key, value in given.items() if key not in known}
    notes = [f"The key {key!r} belongs to no format and is kept in the third tier." for key in more]
    placed = {
        key if examples.get(key, value) == value else f"other_{key}": value for key, value in more.items()
    }
    return {**examples, **placed}, notes


def _effects(name: str, value: Any) -> Effects:
    try:
        return Effects(value)
    except ValueError:
        raise BadAction(
            f"The effects of {name!r} cannot be {value!r}.", hint=f"Use one of {', '.join(Effects)}."
        ) from None


def _flag(name: str, definition: Mapping[str, Any], key: str) -> bool:
    value = definition.get(key)
    if value is not None and not isinstance(value, bool):
        raise BadAction(f"{key!r} of {name!r} must be true or false, not {value!r}.")
    return bool(value)


def _seconds(name: str, value: Any) -> float:
    if value is None:
        return _DEFAULT_TIMEOUT_S
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadAction(f"'timeout_s' of {name!r} must be a number of seconds, not {value!r}.")
    return float(value)


def _words(name: str, definition: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = definition.get(key) or ()
    words = (value,) if isinstance(value, str) else value
    if not isinstance(words, Sequence) or not all(isinstance(each, str) for each in words):
        raise BadAction(f"{key!r} of {name!r} must be a word or a list of words, not {value!r}.")
    return tuple(words)


def _object(name: str, definition: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = definition.get(key) or {}
    if not isinstance(value, Mapping):
        raise BadAction(f"{key!r} of {name!r} must be an object, not {type(value).__name__}.")
    return value


@overload
def action(function: Callable[..., Any], /) -> Action: ...


@overload
def action(
    *,
    name: str = "",
    brief: str = "",
    examples: Sequence[tuple[str, Mapping[str, Any]]] = (),
    effects: Effects | str | None = None,
    confirm: bool = False,
    timeout_s: float = 30.0,
    idempotent: bool = False,
    scope: Sequence[str] = (),
    tags: Sequence[str] = (),
    owner: str = "",
) -> Callable[[Callable[..., Any]], Action]: ...


def action(function: Callable[..., Any] | None = None, /, **given: Any) -> Any:
    """Make an action of a function: the signature gives the schema, the docstring brief and guide.

    A first parameter annotated `Context` receives the turn's context and is not part of the payload.

    >>> @action(effects="read-only")
    ... def roll(sides: int = 6) -> int:
    ...     "Roll a die."
    ...     return 4
    >>> roll.name, roll.brief, roll.schema["properties"]["sides"]["default"]
    ('roll', 'Roll a die.', 6)

    Args:
        function: The function, sync or async.
        given: `name`, `brief`, `examples` (pairs of what is said and the payload), `effects`, `confirm`,
            `timeout_s`, `idempotent`, `scope`, `tags`, `owner`: override what the function says.

    Raises:
        BadAction: a parameter cannot be described, or there is nothing to make a brief of.
    """
    if function is None:
        return lambda decorated: _from_function(decorated, **given)
    return _from_function(function, **given)


def _from_function(
    function: Callable[..., Any],
    *,
    name: str = "",
    brief: str = "",
    examples: Sequence[tuple[str, Mapping[str, Any]]] = (),
    effects: Effects | str | None = None,
    confirm: bool = False,
    timeout_s: float = 30.0,
    idempotent: bool = False,
    scope: Sequence[str] = (),
    tags: Sequence[str] = (),
    owner: str = "",
) -> Action:
    read = functions.read(function, context=Context, name=name, brief=brief)
    guide = dict(read.guide)
    if examples:
        guide["examples"] = [{"scenario": said, "payload": dict(payload)} for said, payload in examples]
    return Action(
        name=read.name,
        schema=read.schema,
        brief=brief or read.brief,
        examples=guide,
        handler=read.handler,
        owner=owner,
        effects=_effects(read.name, effects) if effects else None,
        confirm=confirm,
        timeout_s=timeout_s,
        idempotent=idempotent,
        scope=tuple(scope),
        tags=tuple(tags),
        validate=read.handler.problems,
    )
