import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from volition import Context
from volition.demo import assistant as module
from volition.demo.units import convert
from volition.errors import ActionFailed
from volition.messages import Call, Origin
from volition.reply.parse import judge
from volition.runtime.announcing import due_announcements
from volition.runtime.turn import Ports
from volition.stores.sqlite import SqliteStore
from volition.testing.clock import FakeClock
from volition.testing.engine import ScriptedEngine

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
ACTIONS = list(module.assistant.catalogue)


@pytest.fixture(name="run")
def _run(tmp_path):
    store = SqliteStore.open(":memory:")
    count = iter(range(99))

    def run(name, **payload):
        context = Context(
            call=Call(name=name, payload=payload, id=f"call{next(count)}"),
            origin=Origin(interface="cli", path="cli/local"),
            now=NOW,
            queue=store,
            files=tmp_path,
        )
        return module.assistant.catalogue[name].handler(context, payload)

    run.store = store
    yield run
    store.close()


def test_it_is_short_enough_to_read_at_once():
    """The demo is written in under 150 lines."""
    assert len(Path(module.__file__).read_text("utf-8").splitlines()) < 150


@pytest.mark.parametrize(
    ("action", "payload"),
    [(each, payload) for each in ACTIONS for _, payload in each.scenarios],
    ids=lambda value: getattr(value, "name", ""),
)
def test_every_example_is_a_right_call(action, payload):
    """Each example payload is accepted after coercion."""
    reply = json.dumps({"actions": [{"type": action.name, "payload": payload}]})

    assert () == judge(reply, module.assistant.catalogue, now=NOW).problems


def test_a_reminder_is_kept_found_announced_and_deleted(run):
    """A reminder waits, is found by its words, is announced once when due, and can be deleted."""
    run("add_reminder", text="call mum", when="2026-11-21T11:00:00Z")
    run("add_reminder", text="call Tom", when="2026-11-22T11:00:00Z")
    clock = FakeClock(NOW)
    ports = Ports(engine=ScriptedEngine([]), store=run.store, queue=run.store, clock=clock, files=Path())

    assert "call mum (Sat 21 Nov, 11:00)" in run("search_reminders", query="mum")
    assert [] == due_announcements(ports, "cli/local")
    clock.move(timedelta(hours=1))
    assert ["Reminder: call mum"] == [each.text for each in due_announcements(ports, "cli/local")]
    assert [] == due_announcements(ports, "cli/local")
    assert run("delete_reminder", query="Tom").startswith("Deleted")
    assert "no such reminder" in run("search_reminders")


def test_a_reminder_in_the_past_is_refused(run):
    """A time that is over is the world's fault, told in words."""
    with pytest.raises(ActionFailed, match="past"):
        run("add_reminder", text="x", when="2026-11-20T11:00:00Z")


def test_several_matches_are_asked_about(run):
    """Deleting by words that fit two reminders asks which one."""
    for name in ("Tom", "Tim"):
        run("add_reminder", text=f"call {name}", when="2026-11-22T11:00:00Z")

    assert run("delete_reminder", query="call").startswith("Which one?")


def test_notes_and_diary_are_kept_apart(run):
    """A note is found by a word of it; the diary by its day; neither shows up in the other."""
    run("add_note", text="the key is under the pot")
    run("write_diary", entry="a fine day", mood="good")

    assert "under the pot" in run("search_notes", query="key")
    assert "a fine day (mood: good)" in run("read_diary")
    assert "fine" not in run("search_notes")
    assert "Nothing" in run("read_diary", day="2026-11-20")


def test_the_rest_answers(run):
    """Timer, pizza and dice answer in words; impossible dice are refused."""
    assert "0:10:00" in run("start_timer", duration="PT10M")
    assert "2 large margherita" in run("order_pizza", pizza="margherita", size="large", count=2)
    assert run("roll_dice", count=3).count(",") == 2
    with pytest.raises(ActionFailed):
        run("roll_dice", sides=10**9)


@pytest.mark.parametrize(
    ("amount", "source", "target", "expected"),
    [
        (10, "km", "miles", 6.21371),
        (70, "Fahrenheit", "°C", 21.1111),
        (100, "celsius", "degrees fahrenheit", 212),
        (3, "pounds", "grams", 1360.776),
        (12, "inches", "feet", 1),
        (2, "cups", "millilitres", 473.176),
    ],
)
def test_units_are_converted(amount, source, target, expected):
    """Names, plurals and short forms of units are known."""
    assert expected == pytest.approx(convert(amount, source, target), rel=1e-4)


@pytest.mark.parametrize(("source", "target"), [("km", "kg"), ("none", "none"), ("parsec", "km"), ("", "")])
def test_units_of_different_kinds_are_refused(source, target):
    """What cannot be converted is an error in words."""
    with pytest.raises(ActionFailed, match="cannot convert"):
        convert(1, source, target)
