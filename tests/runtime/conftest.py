from pathlib import Path

import pytest

from volition import Assistant
from volition.events import Said
from volition.messages import Incoming, Origin
from volition.runtime.permissions import nobody_to_ask
from volition.stores.sqlite import SqliteStore
from volition.testing.clock import FakeClock
from volition.testing.engine import ScriptedEngine

ORIGIN = Origin(interface="cli", path="cli/local", username="Ada")


class Bench:
    """An assistant on a scripted engine, a store in memory and a clock that stands still."""

    def __init__(self, actions, replies, files, **given):
        profile = given.pop("profile", None)
        self.engine = ScriptedEngine(replies, profile=profile)
        self.store = SqliteStore.open(":memory:")
        self.clock = FakeClock()
        self.assistant = Assistant("test", actions=actions, zone="UTC", **given).connect(
            engine=self.engine, store=self.store, queue=self.store, files=files, clock=self.clock
        )

    async def turn(self, text="hello", approve=nobody_to_ask, steps=None):
        stream = self.assistant.turn(Incoming(text=text, origin=ORIGIN), approve=approve, steps=steps)
        return [event async for event in stream]


@pytest.fixture(name="bench")
def _bench(tmp_path: Path):
    made = []

    def make(actions, replies, **given):
        made.append(Bench(actions, replies, tmp_path, **given))
        return made[-1]

    yield make
    for each in made:
        each.store.close()


def said(happened):
    return [event.outgoing.text for event in happened if isinstance(event, Said)]
