"""The terminal's chat on a scripted engine that takes a while: run by test_terminal.py inside tmux."""

import asyncio
import json
import sys
from pathlib import Path

from volition import Assistant, action
from volition.cli.terminal import Terminal
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


def reply(request):
    said = said_in(request)
    call = {"type": "wipe", "payload": {}}
    if "wipe" not in said:
        call = {"type": "message_cli", "payload": {"text": f"You said [{said}]."}}
    return json.dumps({"actions": [call]})


folder = Path(sys.argv[1])
store = SqliteStore.open(folder / "conversations.sqlite")
assistant = Assistant("echo", actions=[wipe], zone="UTC")
assistant.connect(engine=SlowEngine([reply] * 50), store=store, queue=store, files=folder)
asyncio.run(Terminal(assistant).run())
