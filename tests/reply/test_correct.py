import json

import pytest

from volition import Catalogue, action
from volition.flows import drive
from volition.reply.correct import correct
from volition.reply.parse import judge


@action
def add_note(text: str) -> str:
    """Keep a note."""
    return text


@action(examples=[("two dice", {"count": 2})])
def roll_dice(count: int) -> str:
    """Roll dice."""
    return str(count)


CATALOGUE = Catalogue([add_note, roll_dice])
GOOD = '{"actions": [{"type": "add_note", "payload": {"text": "milk"}}]}'
HALF = (
    '{"actions": [{"type": "add_note", "payload": {"text": "milk"}}, {"type": "roll_dice", "payload": {}}]}'
)
STRAY = '{"message": "hi", "actions": [{"type": "add_note", "payload": {"text": "milk"}}]}'


def corrected(reply, answers, attempts=2):
    asked = []
    given = iter(answers)

    def answer(ask):
        asked.append(ask.prompt)
        return next(given)

    def judged(text):
        return judge(text, CATALOGUE)

    flow = correct(reply, judged(reply), judge=judged, catalogue=CATALOGUE, said="milk!", attempts=attempts)
    return drive(flow, answer), asked


def names(result):
    return [call.name for call in result.calls]


def test_a_right_reply_is_not_asked_again():
    """A reply without problems costs no model call."""
    result, asked = corrected(GOOD, [])

    assert ([], ["add_note"]) == (asked, names(result))


def test_right_calls_are_kept_and_only_the_failing_action_is_sent():
    """Only the failing action's tiers are in the request; the right call is not asked for again."""
    result, asked = corrected(HALF, ['{"actions": [{"type": "roll_dice", "payload": {"count": 2}}]}'])
    told = json.loads(asked[0])["system_message"]

    assert ["add_note", "roll_dice"] == names(result)
    assert ["roll_dice"] == list(told["actions"])
    assert {"schema", "brief", "examples"} == set(told["actions"]["roll_dice"])
    assert "milk!" == told["original_user_message"]


def test_a_repeated_right_call_is_not_taken_twice():
    """A model that sends everything again does not double the call that was right."""
    result, _ = corrected(HALF, [HALF.replace("{}", '{"count": 2}')])

    assert ["add_note", "roll_dice"] == names(result)


def test_a_stray_key_spoils_the_whole_reply():
    """A reply with a stray top-level key gives nothing until it is sent again clean."""
    result, asked = corrected(STRAY, [GOOD])

    assert "stray" not in asked[0]
    assert "/message" in asked[0]
    assert ["add_note"] == names(result)


@pytest.mark.parametrize("attempts", [0, 1, 2, 3])
def test_the_budget_holds(attempts):
    """The model is asked at most as often as the budget allows."""
    wrong = [f'{{"actions": [{{"type": "nothing{number}", "payload": {{}}}}]}}' for number in range(9)]
    result, asked = corrected("no json", wrong, attempts)

    assert attempts == len(asked) == result.attempts
    assert () == result.calls
    assert result.problems


def test_the_same_wrong_reply_twice_ends_it():
    """A model that repeats its wrong reply is not asked a third time."""
    _, asked = corrected(HALF, [HALF, GOOD], attempts=5)

    assert 1 == len(asked)


def test_a_huge_faulty_reply_is_shown_bounded():
    """The faulty reply in the request is cut."""
    _, asked = corrected("x" * 100_000, [GOOD])

    assert len(asked[0]) < 4_000
