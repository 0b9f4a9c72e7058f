"""A conversation over standard input and output: one line, one turn."""

import asyncio
import json
import sys
import time
from contextlib import aclosing

from volition import events
from volition.actions.action import Action
from volition.cli import inside
from volition.messages import Call, Incoming, Origin
from volition.runtime.announcing import due_announcements
from volition.runtime.assistant import Assistant

PATH = "cli/local"


class Lines:
    """Reads lines until the input ends; prints what the assistant says, or every event as JSON."""

    def __init__(self, assistant: Assistant, *, as_json: bool, show_events: bool, agree: bool) -> None:
        self._assistant = assistant
        self._as_json = as_json
        self._show_events = show_events
        self._agree = agree
        self._failed = 0
        self._answered = 0

    async def run(self) -> int:
        """Run to the end of the input; gives how many turns failed."""
        await self._warm()
        try:
            while line := await asyncio.to_thread(sys.stdin.readline):
                text = line.strip()
                if text in {"/quit", "/exit"}:
                    break
                if text:
                    await self._turn(text)
                for due in due_announcements(self._assistant.ports, PATH):
                    self._print(due.text)
        finally:
            await self._assistant.close()
        self._tell(f"{self._answered} answered, {self._failed} failed.")
        return self._failed

    async def _warm(self) -> None:
        name, begun = self._assistant.ports.engine.name, time.monotonic()
        self._tell(f"Loading {name}; reading its instructions for the first time takes a while ...")
        await self._assistant.warm()
        self._tell(f"Ready after {time.monotonic() - begun:.1f} s.")

    async def _turn(self, text: str) -> None:
        if not self._as_json:
            self._print(f"> {text}")
        incoming = Incoming(text=text, origin=Origin(interface="cli", path=PATH))
        failed = False
        async with aclosing(self._assistant.turn(incoming, approve=self._approve)) as stream:
            async for event in stream:
                failed = failed or isinstance(event, events.Failed)
                self._show(event)
        self._failed += failed
        self._answered += not failed

    def _show(self, event: events.Event) -> None:
        if self._as_json:
            if not isinstance(event, events.Growing):
                self._print(json.dumps(events.event_json(event), ensure_ascii=False, default=str))
            return
        if self._show_events:
            for line in inside.lines(event):
                self._print(f"    {line}")
        if isinstance(event, events.Said):
            self._print(event.outgoing.text)
        elif isinstance(event, events.Failed):
            self._tell(f"error: {event.error} {event.hint}".strip())

    async def _approve(self, action: Action, call: Call) -> bool:
        if not self._agree and not self._as_json:
            self._print(f"({action.name} asks first; with piped input, --yes agrees)")
        del call
        return self._agree

    def _tell(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)  # noqa: T201 - the command's output

    def _print(self, text: str) -> None:
        print(text.encode("utf-8", "replace").decode("utf-8"), flush=True)  # noqa: T201 - as above
