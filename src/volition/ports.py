"""The outside world on one page. Adapters implement these; the runtime knows nothing else of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol, runtime_checkable
from zoneinfo import ZoneInfo

from volition.messages import Attachment


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """How an engine is shown the third tier."""

    policy: Literal["on_error", "fixed", "nearest"] = "on_error"
    """`on_error`: only the corrector shows them. `fixed`: k in the cached prefix. `nearest`: the k most
    like the message, after the prefix."""
    k: int = 0
    """How many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What an engine is like, as data."""

    budget_tokens: int = 24_000
    """Largest prompt to send."""
    catalogue_style: Literal["schema", "signature", "brief", "index"] = "schema"
    """How actions are shown."""
    examples: Examples = Examples()
    """How examples are shown."""
    reply_schema: Literal["grammar", "response_format", "none"] = "none"
    """Whether the engine can be held to a JSON Schema, and how."""
    layout: Literal["json", "chat"] = "json"
    """`json`: context and input as one JSON message. `chat`: examples and history as turns of a chat."""
    spoken_values: bool = False
    """Whether dates, times and durations are written in the person's words, for code to read."""
    grounded: bool = False
    """Whether values must be found in the person's words: for models that invent."""
    history_turns: int = 20
    """Most past turns in the prompt."""
    explains: bool = True
    """Whether outcomes are given back to the model so that it can explain them."""
    max_calls: int = 8
    """Most actions in one reply."""
    max_reply_tokens: int = 1024
    """Longest reply to ask for."""
    media: frozenset[str] = frozenset()
    """Kinds of attachment it takes natively, such as `image`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message on the wire to an engine."""

    role: Literal["system", "user", "assistant"]
    """Who speaks."""
    text: str
    """What is said."""
    attachments: tuple[Attachment, ...] = ()
    """Media that go natively beside the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What an engine is asked."""

    messages: tuple[ChatMessage, ...]
    """The prompt in the engine's layout: what stays the same between turns first."""
    reply_schema: dict[str, Any] | None = None
    """The JSON Schema of a legal reply."""
    max_tokens: int = 1024
    """Longest reply."""
    temperature: float = 0.0
    """0 is the most likely reply."""
    timeout_s: float = 120.0
    """Longest wait for the whole reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """What an engine answered."""

    text: str
    """The reply."""
    prompt_tokens: int = 0
    """Tokens read, cached ones included."""
    cached_tokens: int = 0
    """Of these, from the engine's cache."""
    reply_tokens: int = 0
    """Tokens written."""
    cut: bool = False
    """Whether the reply ended at the token limit."""


@runtime_checkable
class Engine(Protocol):
    """Something that turns a prompt into text."""

    name: str
    """For people: `embedded:coder-1.5b`."""
    profile: Profile
    """What it is like."""

    async def generate(self, request: Request, *, on_text: Callable[[str], None] | None = None) -> Generation:
        """Answer one request; `on_text` is called with each new piece, in order, on the loop's thread.

        Raises:
            EngineUnavailable: no answer in time, or not reachable.
            EngineRefused: the engine will not take this request.
            WeightsError: the model's file is missing or damaged.
        """
        ...

    async def warm(self, request: Request) -> None:
        """Read the part of a prompt that stays the same between turns ahead of time, if that helps."""
        ...

    def count_tokens(self, text: str) -> int:
        """How many tokens `text` is for this engine, exactly or by estimate."""
        ...

    async def close(self) -> None:
        """Let go of what the engine holds."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One line of a conversation as it is kept."""

    turn: str
    """The turn it belongs to."""
    path: str
    """The interface path of the conversation."""
    role: Literal["user", "assistant", "action"]
    """Who: the person, the assistant's words, or a call with its outcome."""
    text: str
    """What was said, or the outcome in words."""
    at: datetime
    """When, with a zone."""
    who: str = ""
    """The person's display name."""
    data: dict[str, Any] | None = None
    """For `action`: name, payload, kind, value."""
    message_id: str = ""
    """The interface's own id of the message."""
    id: int = 0
    """Place in the store, growing; 0 until stored."""


class Store(Protocol):
    """Where conversations are kept. Synchronous; the runtime calls it off the loop."""

    def append(self, records: Sequence[Record]) -> None:
        """Keep the records of one turn in one transaction: all of them or none.

        Raises:
            StoreError: they could not be kept.
        """
        ...

    def window(self, path: str, *, limit: int) -> list[Record]:
        """The newest `limit` records of a conversation, oldest first."""
        ...

    def close(self) -> None:
        """Let go of the database."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something that waits in a queue for its time."""

    id: str
    """Unique; putting the same id twice keeps the first."""
    kind: str
    """What it is, such as `reminder`."""
    path: str
    """The interface path it concerns."""
    due: datetime
    """When it is due, with a zone."""
    data: dict[str, Any]
    """What it carries: a JSON object."""


class Queue(Protocol):
    """Things that wait for their time. Synchronous, like `Store`."""

    def put(self, item: Item) -> None:
        """Let an item wait."""
        ...

    def waiting(self, *, kind: str, path: str = "") -> list[Item]:
        """Items that wait, soonest first; of one conversation when a path is given."""
        ...

    def cancel(self, item_id: str) -> bool:
        """Take an item out before its time; False when it was not waiting any more."""
        ...

    def due(self, now: datetime, *, kind: str, path: str = "") -> list[Item]:
        """Items whose time has come, soonest first; they stay until `done`."""
        ...

    def done(self, item_id: str) -> bool:
        """Take a due item out for good; True for exactly one caller."""
        ...


class Clock(Protocol):
    """Time."""

    def now(self) -> datetime:
        """The time now, with a zone."""
        ...

    def monotonic(self) -> float:
        """Seconds that never go back, for measuring."""
        ...

    def zone(self) -> ZoneInfo:
        """The time zone of this place."""
        ...
