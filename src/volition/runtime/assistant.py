"""The assistant: what lives with the process. It opens turns and streams what happens in them."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress
from pathlib import Path
from zoneinfo import ZoneInfo

from volition.actions.action import Action
from volition.actions.catalogue import Catalogue
from volition.actions.message import PREFIX, message_action
from volition.errors import BadConfig, StoreError
from volition.events import Event, Said
from volition.messages import Incoming, Origin
from volition.ports import Clock, Engine, Queue, Request, Store
from volition.prompt import build, layout
from volition.runtime.clock import SystemClock
from volition.runtime.permissions import Approve, Policy, ask_before_lasting_effects, nobody_to_ask
from volition.runtime.steps import InProcess, Steps
from volition.runtime.turn import Ports, Terms, Turn


class Assistant:
    """Something that can be talked to: actions, a persona, and the ports it runs on.

    A definition needs only a name and actions; `connected` gives it an engine and a store.

    Raises:
        NameClash: two actions have one name.
    """

    def __init__(
        self,
        name: str,
        *,
        actions: Iterable[Action] = (),
        persona: str = "",
        small_talk: tuple[tuple[str, str], ...] = (),
        policy: Policy = ask_before_lasting_effects,
        zone: str = "",
        locale: str = "en",
        correction_attempts: int = 2,
    ) -> None:
        """Define an assistant.

        Args:
            name: What it is called; also names its folder of files.
            actions: What it can do; the action to speak is added for each interface.
            persona: Who it is, in front of the rules of every prompt.
            small_talk: What people say and what it answers: examples for the action to speak.
            policy: Whether a call may run.
            zone: The people's time zone, such as `Europe/Rome`; the machine's own when empty.
            locale: The people's language, as an IETF tag.
            correction_attempts: How often a model may mend one reply.
        """
        self.name = name
        self.catalogue = Catalogue(actions)
        self.persona = persona
        self.small_talk = small_talk
        self.locale = locale
        self._policy = policy
        self._zone_name = zone
        self._attempts = correction_attempts
        self._ports: Ports | None = None
        self._locks: dict[str, asyncio.Lock] = {}

    def connect(
        self, *, engine: Engine, store: Store, queue: Queue, files: Path, clock: Clock | None = None
    ) -> "Assistant":
        """Give it what it runs on; returns itself."""
        self._ports = Ports(
            engine=engine, store=store, queue=queue, clock=clock or SystemClock(), files=files
        )
        return self

    @property
    def ports(self) -> Ports:
        """What it runs on.

        Raises:
            BadConfig: nothing was connected yet.
        """
        if self._ports is None:
            raise BadConfig(
                f"The assistant {self.name!r} has no engine and no store yet.",
                hint="Call connect(...), or open it with volition.assembly.open_assistant(...).",
            )
        return self._ports

    @property
    def zone(self) -> ZoneInfo:
        """The people's time zone."""
        return ZoneInfo(self._zone_name) if self._zone_name else self.ports.clock.zone()

    def offered(self, interface: str) -> Catalogue:
        """What may be called by messages of an interface: its own way to speak first, then the actions."""
        if PREFIX + interface in self.catalogue:
            speaking: list[Action] = []
        else:
            speaking = [message_action(interface, examples=self.small_talk)]
        origin = Origin(interface=interface, path=interface)
        return Catalogue([*speaking, *self.catalogue.scoped(origin)])

    async def warm(self, interface: str = "cli") -> None:
        """Let the engine read what stays the same between turns ahead of the first message."""
        engine = self.ports.engine
        incoming = Incoming(text="", origin=Origin(interface=interface, path=interface))
        now = self.ports.clock.now().astimezone(self.zone)
        prompt = build.build(
            incoming,
            catalogue=self.offered(interface),
            profile=engine.profile,
            now=now,
            persona=self.persona,
        )
        await engine.warm(Request(messages=layout.messages(prompt, engine.profile)[:-1], max_tokens=1))

    async def turn(
        self, incoming: Incoming, *, approve: Approve = nobody_to_ask, steps: Steps | None = None
    ) -> AsyncGenerator[Event, None]:
        """Run one turn and stream its events. Turns of one conversation run one after the other.

        Closing the stream early cancels the turn; what was done until then is remembered.

        Args:
            incoming: The message.
            approve: Asks a person about a held call; without it, held calls are refused.
            steps: What carries the turn's effects; in process without a journal by default.
        """
        stream: asyncio.Queue[Event | None] = asyncio.Queue()
        turn = Turn(
            incoming,
            ports=self.ports,
            terms=Terms(
                catalogue=self.offered(incoming.origin.interface),
                persona=self.persona,
                policy=self._policy,
                approve=approve,
                zone=self.zone,
                locale=self.locale,
                correction_attempts=self._attempts,
            ),
            steps=steps or InProcess(),
            emit=stream.put_nowait,
        )
        lock = self._locks.setdefault(incoming.origin.path, asyncio.Lock())

        async def run() -> None:
            try:
                async with lock:
                    await turn.run()
            finally:
                stream.put_nowait(None)

        task = asyncio.create_task(run())
        try:
            while (event := await stream.get()) is not None:
                yield event
            await task
        finally:
            if not task.done():
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def say(self, text: str, *, path: str = "cli/local", approve: Approve = nobody_to_ask) -> str:
        """Run one turn and give what the assistant said, lines joined."""
        origin = Origin(interface=path.split("/", 1)[0], path=path)
        said = [
            event.outgoing.text
            async for event in self.turn(Incoming(text=text, origin=origin), approve=approve)
            if isinstance(event, Said)
        ]
        return "\n".join(said)

    async def close(self) -> None:
        """Let go of engine and store."""
        if self._ports is None:
            return
        ports, self._ports = self._ports, None
        await ports.engine.close()
        with suppress(StoreError):
            ports.store.close()
