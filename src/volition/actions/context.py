"""What a handler is told about the turn it runs in. Always its explicit first argument."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from volition.messages import Call, Incoming, Origin
from volition.ports import Queue


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """One call's surroundings. A handler that wants it declares its first parameter as `ctx: Context`."""

    call: Call
    """The call; `ctx.call.id` is its idempotency key."""
    origin: Origin
    """Where the message came from and who sent it."""
    incoming: Incoming | None = None
    """The message itself; None where no message led to the call."""
    now: datetime
    """When the turn began, in the person's zone."""
    queue: Queue
    """Things that wait for their time, such as reminders."""
    files: Path
    """A folder of the assistant's own."""
    locale: str = "en"
    """The language to speak, as an IETF tag."""
