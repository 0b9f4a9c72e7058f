import json
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition import Catalogue, action
from volition.reply.parse import judge

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=ZoneInfo("Europe/Rome"))


@action
def add_reminder(text: str, when: datetime, count: int = 1) -> str:
    """Remind."""
    return text


CATALOGUE = Catalogue([add_reminder])


def reply(**payload):
    return json.dumps({"actions": [{"type": "add_reminder", "payload": payload}]})


def codes(judgement):
    return [(each.code, each.pointer) for each in judgement.problems]


def test_a_right_reply_gives_its_call():
    """A reply that keeps the schema is one call without problems, repairs or changes."""
    found = judge(reply(text="mum", when="2026-11-22T09:00:00+01:00"), CATALOGUE, now=NOW)

    assert ({"text": "mum", "when": "2026-11-22T09:00:00+01:00"}, (), (), ()) == (
        found.calls[0].payload,
        found.problems,
        found.repairs,
        found.changes,
    )


def test_spoken_times_and_numbers_are_read_by_code():
    """Times and numbers in words are moved to the schema and told as changes."""
    found = judge(reply(text="mum", when="tomorrow at 9", count="2"), CATALOGUE, now=NOW)

    assert {"text": "mum", "when": "2026-11-22T09:00:00+01:00", "count": 2} == found.calls[0].payload
    assert ["/actions/0/payload/when", "/actions/0/payload/count"] == [each.pointer for each in found.changes]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no json at all", [("unreadable", "")]),
        ('{"message": "hi", "actions": []}', [("stray_key", "/message")]),
        ('{"actions": {}}', [("shape", "/actions")]),
        ('{"actions": [3]}', [("shape", "/actions/0")]),
        ('{"actions": [{"type": "add_remindr", "payload": {}}]}', [("unknown_action", "/actions/0/type")]),
        ('{"actions": [{"type": "add_reminder", "payload": [1]}]}', [("type", "/actions/0/payload")]),
        (reply(when="2026-11-22T09:00:00Z"), [("required", "/actions/0/payload/text")]),
        (reply(text="x", when="blue"), [("format", "/actions/0/payload/when")]),
        (
            reply(text="x", when="2026-11-22T09:00:00Z", priority=1),
            [("undeclared_field", "/actions/0/payload/priority")],
        ),
    ],
)
def test_each_fault_has_its_code_and_pointer(text, expected):
    """Every kind of fault is told with its place, and nothing is called."""
    found = judge(text, CATALOGUE, now=NOW)

    assert expected == codes(found)
    assert () == found.calls


def test_routing_fields_may_be_undeclared():
    """Fields that route an answer are taken although no schema declares them."""
    found = judge(
        reply(text="x", when="2026-11-22T09:00:00Z", interface_path="cli/local"), CATALOGUE, now=NOW
    )

    assert "cli/local" == found.calls[0].payload["interface_path"]


def test_registered_metadata_is_no_stray_key():
    """A top-level key that a component registered does not spoil the reply."""
    text = '{"feelings": {"joy": 3}, "actions": []}'

    assert judge(text, CATALOGUE, metadata_keys={"feelings"}).is_right


def test_right_calls_stand_beside_wrong_ones():
    """In a reply with one wrong call the right ones are kept."""
    both = json.dumps(
        {
            "actions": [
                {"type": "add_reminder", "payload": {"text": "a", "when": "2026-11-22T09:00:00Z"}},
                {"type": "nothing", "payload": {}},
            ]
        }
    )
    found = judge(both, CATALOGUE, now=NOW)

    assert (1, ("nothing",), False) == (len(found.calls), found.failing, found.whole)


@given(st.text(max_size=200) | st.recursive(st.none() | st.text() | st.integers(), st.lists).map(json.dumps))
def test_nothing_raises(text):
    """Whatever a model writes, judging it gives a judgement."""
    judge(text, CATALOGUE, now=NOW)
