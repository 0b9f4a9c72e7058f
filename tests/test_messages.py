import json
from datetime import UTC, datetime

from volition.events import Finished, Received, Settled, event_json
from volition.messages import Attachment, Call, Incoming, Origin, Outcome, OutcomeKind, Problem, as_json

ORIGIN = Origin(interface="cli", path="cli/local")


def test_a_message_is_json_and_its_bytes_are_not():
    """A message with attachments can be written as JSON; the data is replaced by its size."""
    incoming = Incoming(
        text="look",
        origin=ORIGIN,
        at=datetime(2026, 1, 1, tzinfo=UTC),
        attachments=(Attachment(kind="image", mime_type="image/png", data=b"1234"),),
    )
    expected = {
        "text": "look",
        "origin": {"interface": "cli", "path": "cli/local"},
        "at": "2026-01-01T00:00:00+00:00",
        "attachments": [{"kind": "image", "mime_type": "image/png", "data": "<4 bytes>"}],
    }

    assert expected == json.loads(json.dumps(as_json(incoming)))


def test_an_event_names_itself():
    """An event as JSON carries its kind."""
    outcome = Outcome(call=Call(name="roll", payload={"sides": 6}), kind=OutcomeKind.DONE, value=4)

    assert "received" == event_json(Received(turn="t", incoming=Incoming(text="x", origin=ORIGIN)))["event"]
    assert 4 == event_json(Settled(outcome=outcome))["outcome"]["value"]
    assert {"event": "finished", "turn": "t"} == event_json(Finished(turn="t"))


def test_a_problem_is_one_line():
    """A problem reads as pointer, message and hint."""
    assert (
        "/a: Missing. Add it." == Problem(code="x", pointer="/a", message="Missing.", hint="Add it.").line()
    )
    assert "(whole value): Bad." == Problem(code="x", pointer="", message="Bad.").line()
