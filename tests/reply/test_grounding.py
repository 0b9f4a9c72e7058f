from datetime import date, datetime, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import pytest

from volition import action
from volition.reply.grounding import ground

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=ZoneInfo("Europe/Rome"))


@action
def remind(
    *,
    text: str,
    when: datetime,
    length: timedelta | None = None,
    day: date | None = None,
    address: Annotated[str, "Where to"] = "",
    size: Literal["small", "large"] = "small",
) -> str:
    """Remind."""
    return text


def grounded(said, before="", **payload):
    return ground(remind, payload, said=said, before=before, now=NOW, locale="en")


def test_what_was_said_stays():
    """Values whose words are in the message are believed, other inflections included."""
    found = grounded("could you remind me of calling Jane's mother tomorrow at 9", text="call Jane's mother")

    assert ({"text": "call Jane's mother"}, (), ()) == (found.payload, found.changes, found.problems)


def test_an_invented_optional_value_is_left_out():
    """An address that nobody said disappears and the change is told."""
    found = grounded("two pizzas please", address="123 Main Street")

    assert {} == found.payload
    assert ["/address"] == [each.pointer for each in found.changes]


def test_an_invented_required_value_is_a_problem():
    """A required text that nobody said is asked for, not believed."""
    found = grounded("remind me", text="call the dentist")

    assert [("unsaid", "/text")] == [(each.code, each.pointer) for each in found.problems]


@pytest.mark.parametrize(
    ("said", "wrong", "expected"),
    [
        ("remind me in two hours of the soup", "tomorrow at 8 pm", "in two hours"),
        ("tomorrow at 3 pm dentist, remind me", "at 3 pm", "tomorrow at 3 pm"),
    ],
)
def test_a_time_is_taken_from_the_message_itself(said, wrong, expected):
    """Where the model made up a time or dropped half of it, the message's own words replace it."""
    assert expected == grounded(said, when=wrong).payload["when"]


def test_two_times_in_a_message_are_left_to_the_model():
    """Where the message holds two times, the model's choice between them stands."""
    said = "remind me tomorrow at 9 of the bank and on Friday at 10 of the bakery"

    assert "Friday at 10" == grounded(said, when="Friday at 10").payload["when"]


def test_a_duration_is_taken_from_the_message_itself():
    """A duration in other words is replaced by the message's own."""
    found = grounded("an hour and a quarter for the roast", length="75 min")

    assert "hour and a quarter" == found.payload["length"]


def test_choices_and_numbers_are_not_held_against_the_words():
    """An enum member is the model's reading of the message and stays."""
    assert {"size": "large"} == grounded("the big one", size="large").payload


def test_earlier_words_count():
    """A value may come from what was said before."""
    found = grounded("delete it", before="remind me of the dentist", text="the dentist")

    assert () == found.problems
