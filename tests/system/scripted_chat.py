"""The terminal's chat on a scripted engine that takes a while: run by test_terminal.py inside tmux."""

import asyncio
import json
import sys
from datetime import timedelta
from pathlib import Path

from volition import Assistant, Context, action
from volition.cli.terminal import Terminal
from volition.ports import Item
from volition.stores.sqlite import SqliteStore
from volition.testing.engine import ScriptedEngine


def said_in(request):
    return json.loads(request.messages[-1].text)["input"]["payload"]["text"]


class SlowEngine(ScriptedEngine):
    async def generate(self, request, *, on_text=None):
        said = said_in(request)
        await asyncio.sleep(60 if "slow" in said else 0.2)
        return await super().generate(request, on_text=on_text)


@action(effects="destructive")
def wipe() -> str:
    """Wipe everything."""
    return "All is wiped."


@action
def ring(ctx: Context) -> str:
    """Ring in a second."""
    due = ctx.now + timedelta(seconds=1)
    ctx.queue.put(Item(id=ctx.call.id, kind="timer", path=ctx.origin.path, due=due, data={"text": "tea"}))
    return "It will ring."


def reply(request):
    said = said_in(request)
    call = {"type": said, "payload": {}}
    if said not in {"wipe", "ring"}:
        call = {"type": "message_cli", "payload": {"text": f"You said [{said}]."}}
    return json.dumps({"actions": [call]})


folder = Path(sys.argv[1])
store = SqliteStore.open(folder / "conversations.sqlite")
assistant = Assistant("echo", actions=[wipe, ring], zone="UTC")
assistant.connect(engine=SlowEngine([reply] * 50), store=store, queue=store, files=folder)
asyncio.run(Terminal(assistant).run())
