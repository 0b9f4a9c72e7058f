"""A conversation in a terminal: history, streaming, a spinner, commands, Ctrl-C for the turn alone."""

import asyncio
import json
import signal
from contextlib import aclosing, suppress

from prompt_toolkit import PromptSession
from prompt_toolkit.history import FileHistory
from prompt_toolkit.patch_stdout import patch_stdout
from rich.console import Console
from rich.markup import escape
from rich.status import Status

from volition import events
from volition.actions.action import Action
from volition.cli import inside
from volition.cli.lines import PATH
from volition.errors import VolitionError
from volition.messages import Call, Incoming, Origin
from volition.reply.parse import payload_text
from volition.reply.partial import PartialReply
from volition.runtime.announcing import due_announcements
from volition.runtime.assistant import Assistant
from volition.values.read import yes_no

HELP = """Type and press Enter. Commands:
  /actions   what the assistant can do
  /prompt    the last prompt as it was sent
  /why       what happened inside the last turn
  /quit      leave (so does Ctrl-D)
Ctrl-C stops the turn that is running, not the program. The arrow keys bring back earlier lines."""


class Terminal:
    """One person, one terminal, one conversation."""

    def __init__(self, assistant: Assistant, *, show_events: bool = False) -> None:
        self._assistant = assistant
        self._show_events = show_events
        self._console = Console(highlight=False)
        self._past: list[events.Event] = []
        history = assistant.ports.files / "chat_history"
        self._session: PromptSession[str] = PromptSession(history=FileHistory(str(history)))
        self._status: Status | None = None

    async def run(self) -> None:
        """Talk until the person leaves."""
        name = self._assistant.name.capitalize()
        self._console.print(
            f"[bold]{escape(name)}[/] on {escape(self._assistant.ports.engine.name)}. /help helps."
        )
        warming = asyncio.create_task(self._assistant.warm())
        announcing = asyncio.create_task(self._announce())
        try:
            await self._talk()
        finally:
            for task in (warming, announcing):
                task.cancel()
                with suppress(asyncio.CancelledError, VolitionError):
                    await task
            await self._assistant.close()

    async def _talk(self) -> None:
        while True:
            try:
                with patch_stdout(raw=True):
                    text = (await self._session.prompt_async("> ")).strip()
            except KeyboardInterrupt:
                self._console.print("[dim]/quit leaves.[/]")
                continue
            except EOFError:
                return
            if text in {"/quit", "/exit"}:
                return
            if text.startswith("/"):
                self._command(text)
            elif text:
                await self._interruptible_turn(text)

    async def _interruptible_turn(self, text: str) -> None:
        turn = asyncio.create_task(self._turn(text))
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError):
            loop.add_signal_handler(signal.SIGINT, turn.cancel)
        try:
            await turn
        except asyncio.CancelledError:
            self._rest()
            self._console.print("[dim]Stopped.[/]")
        finally:
            with suppress(NotImplementedError):
                loop.remove_signal_handler(signal.SIGINT)

    async def _turn(self, text: str) -> None:
        self._past = []
        self._think()
        partial, shown = PartialReply(), ""
        incoming = Incoming(text=text, origin=Origin(interface="cli", path=PATH))
        try:
            async with aclosing(self._assistant.turn(incoming, approve=self._approve)) as stream:
                async for event in stream:
                    if isinstance(event, events.Growing):
                        shown += self._stream(partial.feed(event.text))
                        continue
                    self._past.append(event)
                    shown = self._show(event, shown)
        finally:
            self._rest()

    def _show(self, event: events.Event, shown: str) -> str:
        """Show one event; gives what of the next message is on the screen already."""
        if self._show_events:
            for line in inside.lines(event):
                self._rest()
                self._console.print(f"[dim]  {escape(line)}[/]")
        if isinstance(event, events.Said):
            self._rest()
            text = event.outgoing.text
            if shown and text.startswith(shown):
                self._console.print(escape(text[len(shown) :]))
            else:
                self._console.print(("\n" if shown else "") + escape(text))
            return ""
        if isinstance(event, events.Failed):
            self._rest()
            self._console.print(f"[red]{escape(f'{event.error} {event.hint}'.strip())}[/]")
        elif isinstance(event, events.Called | events.Corrected):
            self._think()
        return shown

    def _stream(self, text: str) -> str:
        if text:
            self._rest()
            self._console.print(escape(text), end="")
        return text

    def _think(self) -> None:
        if self._status is None and self._console.is_terminal:
            self._status = self._console.status("thinking")
            self._status.start()

    def _rest(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None

    async def _approve(self, action: Action, call: Call) -> bool:
        self._rest()
        self._console.print(f"[yellow]{escape(action.name)}[/] {escape(payload_text(call.payload))}")
        session: PromptSession[str] = PromptSession()
        with suppress(KeyboardInterrupt, EOFError):
            answer = await session.prompt_async("Go ahead? (yes/no) ")
            return yes_no(answer, locale=self._assistant.locale) == "yes" or answer.strip().casefold() == "y"
        return False

    async def _announce(self) -> None:
        while True:
            for due in await asyncio.to_thread(due_announcements, self._assistant.ports, PATH):
                print(f"\a* {due.text}", flush=True)  # noqa: T201 - patch_stdout keeps the input line whole
            await asyncio.sleep(1)

    def _command(self, text: str) -> None:
        match text.split(maxsplit=1)[0]:
            case "/help":
                self._console.print(HELP)
            case "/actions":
                for action in self._assistant.offered("cli"):
                    self._console.print(f"  [bold]{escape(action.name)}[/]  {escape(action.brief)}")
            case "/prompt":
                prompts = [each.prompt for each in self._past if isinstance(each, events.Prompted)]
                found = json.dumps(prompts[-1], ensure_ascii=False, indent=2) if prompts else "No turn yet."
                self._console.print(escape(found))
            case "/why":
                for event in self._past:
                    for line in inside.lines(event):
                        self._console.print(f"  {escape(line)}")
                if not self._past:
                    self._console.print("No turn yet.")
            case _:
                self._console.print(f"There is no command {escape(text)}; /help lists them.")
