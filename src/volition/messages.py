"""What passes between parties: messages, calls, outcomes, problems. Frozen values, JSON by nature."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a message comes from and who sent it."""

    interface: str
    """The interface's id, such as `cli` or `telegram`; it owns the action `message_<interface>`."""
    path: str
    """The interface path `interface/chat/thread`: an address that can be answered."""
    user_id: str = "local"
    """The person, unique within the interface."""
    username: str = ""
    """The person's display name."""
    usertag: str = ""
    """The person's handle, such as `@ada`; empty when there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """Something that came with a message. Its data travels natively, never inside the prompt's text."""

    kind: Literal["image", "audio", "video", "video_note", "document"]
    """What it is."""
    mime_type: str
    """Its media type, such as `image/png`."""
    data: bytes | None = None
    """The content, when it is here."""
    url: str = ""
    """Where the content is, when it is not here."""
    filename: str = ""
    """The name the sender gave it."""
    caption: str = ""
    """Text the sender put beside it."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """Width, height, duration and the like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """One message to the assistant."""

    text: str
    """What was said."""
    origin: Origin
    """Where and by whom."""
    message_id: str = ""
    """The interface's own id of the message; empty when it has none."""
    at: datetime | None = None
    """When it was said, with a zone; None means now."""
    attachments: tuple[Attachment, ...] = ()
    """What came with it."""
    reply_to: "Incoming | None" = None
    """The message this one answers."""
    input_source: Literal["text", "voice"] = "text"
    """Typed or spoken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """One message from the assistant."""

    text: str
    """What to say."""
    path: str
    """The interface path to say it to."""
    reply_to: str = ""
    """The id of the message it answers, when it answers one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A name and a payload, made by a model, a person or a program."""

    name: str
    """The action's name."""
    payload: Mapping[str, Any]
    """What it is called with."""
    id: str = ""
    """Unique id of this call; also the idempotency key handed to the handler."""


class OutcomeKind(StrEnum):
    """What a call led to."""

    DONE = "done"
    """The handler returned."""
    FAILED = "failed"
    """The handler raised, hung or returned nonsense."""
    HELD = "held"
    """It waits for a person's approval."""
    ASKING = "asking"
    """Something is missing and was asked for."""
    REFUSED = "refused"
    """Policy or a person said no."""
    UNKNOWN = "unknown"
    """It may have happened; nobody knows."""
    SKIPPED = "skipped"
    """It was not tried because an earlier call ended the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one call led to."""

    call: Call
    """The call."""
    kind: OutcomeKind
    """How it ended."""
    value: Any = None
    """What the handler returned: a JSON value."""
    say: str = ""
    """Words for the person; empty when there is nothing to say."""
    error: str = ""
    """Why it failed, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong with a value, where, and what would be right."""

    code: str
    """The kind of fault: a JSON Schema keyword (`required`, `type`, `enum`...) or a word of ours."""
    pointer: str
    """JSON pointer (RFC 6901) to the faulty place; empty is the whole value."""
    message: str
    """The fault in plain words, naming the field."""
    hint: str = ""
    """What is allowed, or the nearest right name."""

    def line(self) -> str:
        """The problem as one line: pointer, message, hint."""
        where = self.pointer or "(whole value)"
        return f"{where}: {self.message}" + (f" {self.hint}" if self.hint else "")


def as_json(value: Any) -> Any:
    """A message, call, outcome, problem or event as a JSON value; bytes are replaced by their length.

    Fields that hold their default are left out, so lines stay short.
    """
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return f"<{len(value)} bytes>"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            each.name: as_json(getattr(value, each.name))
            for each in dataclasses.fields(value)
            if not _holds_default(each, getattr(value, each.name))
        }
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_json(item) for item in value]
    return value


def _holds_default(each: "dataclasses.Field[Any]", value: object) -> bool:
    if each.default is not dataclasses.MISSING:
        return bool(value == each.default)
    if each.default_factory is not dataclasses.MISSING:
        return bool(value == each.default_factory())
    return False
