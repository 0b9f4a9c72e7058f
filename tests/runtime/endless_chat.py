"""A chat that never ends: run by test_kill.py, which kills it. Prints each turn that is remembered."""

import asyncio
import itertools
import json
import sys
from pathlib import Path

from volition import Assistant, action
from volition.events import Finished
from volition.messages import Incoming, Origin
from volition.stores.sqlite import SqliteStore
from volition.testing.engine import ScriptedEngine


@action
def add_note(text: str) -> str:
    """Keep a note."""
    return f"Noted: {text}"


async def chat(folder: Path) -> None:
    calls = {"actions": [{"type": "add_note", "payload": {"text": str(number)}} for number in range(3)]}
    store = SqliteStore.open(folder / "conversations.sqlite")
    engine = ScriptedEngine(itertools.repeat(json.dumps(calls)))
    assistant = Assistant("endless", actions=[add_note], zone="UTC")
    assistant.connect(engine=engine, store=store, queue=store, files=folder)
    origin = Origin(interface="cli", path="cli/local")
    while True:
        async for event in assistant.turn(Incoming(text="three notes", origin=origin)):
            if isinstance(event, Finished):
                print(event.turn, flush=True)  # noqa: T201 - the parent reads it


asyncio.run(chat(Path(sys.argv[1])))
