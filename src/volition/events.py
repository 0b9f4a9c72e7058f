"""The closed set of things that happen in a turn. Interfaces, telemetry and tests read the same stream."""

from dataclasses import dataclass, field
from typing import Any

from volition.messages import Call, Incoming, Outcome, Outgoing, Problem, as_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A message arrived and a turn was opened."""

    turn: str
    """The turn's id."""
    incoming: Incoming
    """The message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompted:
    """The prompt was built and is about to be sent."""

    tokens: int
    """Its size, by the engine's own count where it has one."""
    prompt: dict[str, Any]
    """The JSON prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Growing:
    """More of the reply's raw text arrived."""

    text: str
    """The new piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """The model's reply is complete."""

    text: str
    """The raw reply."""
    prompt_tokens: int = 0
    """Tokens the engine read, cached ones included."""
    cached_tokens: int = 0
    """Of these, taken from the engine's cache."""
    reply_tokens: int = 0
    """Tokens the engine wrote."""
    seconds: float = 0.0
    """How long it took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired:
    """Text was mended on its way to a JSON value, without a model call."""

    repairs: tuple[str, ...]
    """What was mended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coerced:
    """Values were moved towards their schema, without a model call."""

    changes: tuple[str, ...]
    """Pointer, before and after of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The reply was held against the catalogue."""

    calls: tuple[Call, ...]
    """Calls that are right."""
    problems: tuple[Problem, ...] = ()
    """What is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """The model was asked to mend its reply."""

    attempt: int
    """Which attempt this is, from 1."""
    problems: tuple[Problem, ...]
    """What it was told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A call waits for a person."""

    call: Call
    """The call."""
    reason: str
    """Why it is held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A call is about to run."""

    call: Call
    """The call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A call has an outcome."""

    outcome: Outcome
    """What it led to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The assistant says something."""

    outgoing: Outgoing
    """The message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The turn could not do what was asked; it ends, the conversation goes on."""

    error: str
    """What went wrong, in one line."""
    hint: str = ""
    """The next step."""
    blame: str = "world"
    """Whose move is next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The turn is over and remembered."""

    turn: str
    """The turn's id."""
    outcomes: tuple[Outcome, ...] = field(default=())
    """Everything that was done."""
    steps: int = 0
    """How many numbered effects the turn had."""
    seconds: float = 0.0
    """How long it took."""


Event = (
    Received
    | Prompted
    | Growing
    | Replied
    | Repaired
    | Coerced
    | Judged
    | Corrected
    | Held
    | Called
    | Settled
    | Said
    | Failed
    | Finished
)


def event_json(event: Event) -> dict[str, Any]:
    """An event as one JSON object, its class in `event`."""
    return {"event": type(event).__name__.lower(), **as_json(event)}
