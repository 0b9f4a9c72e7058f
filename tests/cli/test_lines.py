import asyncio
import io
import json

import pytest

from volition import Assistant, action
from volition.cli.lines import Lines
from volition.errors import EngineUnavailable
from volition.stores.sqlite import SqliteStore
from volition.testing.engine import ScriptedEngine


@action(effects="destructive")
def wipe() -> str:
    """Wipe everything."""
    return "Wiped."


def reply(name, **payload):
    return json.dumps({"actions": [{"type": name, "payload": payload}]})


@pytest.fixture(name="talk")
def _talk(tmp_path, monkeypatch, capsys):
    def talk(lines, replies, **given):
        store = SqliteStore.open(":memory:")
        assistant = Assistant("test", actions=[wipe], zone="UTC")
        assistant.connect(engine=ScriptedEngine(replies), store=store, queue=store, files=tmp_path)
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        settings = {"as_json": False, "show_events": False, "agree": False} | given
        failed = asyncio.run(Lines(assistant, **settings).run())
        return failed, capsys.readouterr()

    return talk


def test_each_line_is_one_turn(talk):
    """Lines are answered in order; empty ones are passed over; the end is told."""
    failed, printed = talk(
        "hi\n\nbye\n", [reply("message_cli", text="Hello!"), reply("message_cli", text="Bye!")]
    )

    assert 0 == failed
    assert "> hi\nHello!\n> bye\nBye!\n" == printed.out
    assert printed.err.endswith("\n2 answered, 0 failed.\n")


def test_events_are_json_lines(talk):
    """With --json every printed line is one event; pieces of text are left out."""
    _, printed = talk("hi\n", [reply("message_cli", text="Hallo 🙂")], as_json=True)
    happened = [json.loads(line) for line in printed.out.splitlines()]

    assert "received" == happened[0]["event"]
    assert "finished" == happened[-1]["event"]
    assert ["Hallo 🙂"] == [each["outgoing"]["text"] for each in happened if each["event"] == "said"]


def test_a_failed_turn_is_one_line_and_the_chat_goes_on(talk):
    """An engine that fails is told on standard error and counted; the next line is answered."""
    down = EngineUnavailable("It is down.", hint="Start it.")
    failed, printed = talk("one\ntwo\n", [down, reply("message_cli", text="Here")])

    assert 1 == failed
    assert printed.err.endswith("\nerror: It is down. Start it.\n1 answered, 1 failed.\n")
    assert printed.out.endswith("Here\n")


def test_piped_input_agrees_only_when_told(talk):
    """An action that asks first runs with --yes, and not without."""
    _, refused = talk("wipe\n", [reply("wipe")])
    _, agreed = talk("wipe\n", [reply("wipe")], agree=True)

    assert "Wiped." not in refused.out
    assert "--yes" in refused.out
    assert agreed.out.endswith("Wiped.\n")


def test_quit_ends_the_input_early(talk):
    """Nothing after /quit is read as a message."""
    _, printed = talk("/quit\nhi\n", [])

    assert "" == printed.out
