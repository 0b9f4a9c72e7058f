"""What waits for its time and is then said: reminders and timers."""

from volition.messages import Outgoing
from volition.runtime.turn import Ports

KINDS = {"reminder": "Reminder: {text}", "timer": "Time is up: {text}"}
"""Kinds of items that are announced, and how."""


def due_announcements(ports: Ports, path: str) -> list[Outgoing]:
    """What is due in a conversation now. Each item is announced by exactly one caller, once."""
    now = ports.clock.now()
    return [
        Outgoing(text=template.format(text=item.data.get("text", "")), path=path)
        for kind, template in KINDS.items()
        for item in ports.queue.due(now, kind=kind, path=path)
        if ports.queue.done(item.id)
    ]
