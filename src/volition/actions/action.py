"""The Action: a name, three tiers (schema, brief, examples), a handler, and what a runtime must know."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self, overload

from volition import schema as json_schema
from volition.actions import functions, legacy
from volition.actions.context import Context
from volition.errors import BadAction, BadSchema

Handler = Callable[[Context, Mapping[str, Any]], Any]
"""What runs a call: takes the context and the payload; returns a value or an awaitable of one."""

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
        BadAction: the name is empty or the brief has more than one line.
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
    notes: tuple[str, ...] = field(default=(), compare=False)
    """What was guessed when it was converted from another format."""

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
            raise BadSchema(f"Action {self.name!r}: {error}", pointer=error.pointer) from None
        object.__setattr__(self, "_checker", checker)
        if self.effects is not None:
            object.__setattr__(self, "effects", Effects(self.effects))

    @property
    def checker(self) -> json_schema.Checker:
        """The compiled schema."""
        checker: json_schema.Checker = self.__dict__["_checker"]
        return checker

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
        }
        tiers = {"schema": self.schema, "brief": self.brief, "examples": self.examples}
        timing = {} if self.timeout_s == _DEFAULT_TIMEOUT_S else {"timeout_s": self.timeout_s}
        return tiers | {key: value for key, value in extra.items() if value} | timing

    @classmethod
    def from_dict(
        cls, name: str, definition: Mapping[str, Any], *, handler: Handler | None = None, owner: str = ""
    ) -> Self:
        """An action from a three-tier or a legacy definition.

        A definition with both `schema` and `brief` is three-tier; one with `description` or
        `required_fields` is legacy and converted, with a note for each guess.

        Raises:
            BadAction: it is neither.
            BadSchema: its schema is wrong.
        """
        if not isinstance(definition, Mapping):
            raise BadAction(f"The definition of {name!r} must be an object, not {type(definition).__name__}.")
        notes: tuple[str, ...] = ()
        if "schema" not in definition or "brief" not in definition:
            definition, notes = legacy.convert(name, definition)
        return cls(
            name=name,
            schema=definition["schema"],
            brief=definition["brief"],
            examples=dict(definition.get("examples") or {}),
            handler=handler,
            owner=owner or str(definition.get("source") or ""),
            effects=Effects(definition["effects"]) if definition.get("effects") else None,
            confirm=bool(definition.get("confirm", False)),
            timeout_s=float(definition.get("timeout_s", _DEFAULT_TIMEOUT_S)),
            idempotent=bool(definition.get("idempotent", False)),
            scope=_words(definition.get("scope")),
            tags=_words(definition.get("tags")),
            notes=notes,
        )


_DEFAULT_TIMEOUT_S = 30.0


def _words(value: str | Sequence[str] | None) -> tuple[str, ...]:
    if not value:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


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
    read = functions.read(function, context=Context)
    guide = dict(read.guide)
    if examples:
        guide["examples"] = [{"scenario": said, "payload": dict(payload)} for said, payload in examples]
    return Action(
        name=name or function.__name__,
        schema=read.schema,
        brief=brief or read.brief,
        examples=guide,
        handler=read.handler,
        owner=owner,
        effects=Effects(effects) if effects else None,
        confirm=confirm,
        timeout_s=timeout_s,
        idempotent=idempotent,
        scope=tuple(scope),
        tags=tuple(tags),
    )
