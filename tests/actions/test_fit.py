"""A catalogue in a budget, and full definitions for what was cut."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from volition import tokens
from volition.actions import render
from volition.actions.action import Action
from volition.actions.fit import Fit, description_of, fit
from volition.actions.search import Index
from volition.errors import BadConfig


def act(name: str, brief: str = "", *, fields: dict[str, Any] | None = None, **more: Any) -> Action:
    """An action with few words."""
    return Action(name=name, brief=brief, schema={"type": "object", "properties": fields or {}}, **more)


HOME = [
    act("set_alarm", "Ring at a time."),
    act("playMusic", "Start a song, an album or a playlist.", fields={"artist": {"type": "string"}}),
    act("light-set", "Change the brightness of a lamp."),
    act("vacuum.start", "Clean the floor.", tags=("robot", "hoover")),
    act("get_weather", "Tell the forecast.", fields={"unit": {"enum": ["celsius", "fahrenheit"]}}),
    act(
        "cancel_booking",
        "Give back a table.",
        examples={
            "description": "Frees what was reserved in a restaurant.",
            "instructions": {"when_to_use": "The guests cannot come.", "notes": ["Ask for the code first."]},
            "examples": [{"scenario": "we are ill tonight", "payload": {"place": "Trattoria Da Enzo"}}],
        },
    ),
]


def words_of(line: str) -> int:
    """A count that the tests can do without a vocabulary."""
    return len(line.split())


CATALOGUE = [
    act("message_cli", "Say something."),
    *HOME,
    act("describe_actions", "Show how actions are called."),
    act("wide_thing", "Do much.", fields={f"field_{each}": {"type": "string"} for each in range(300)}),
]


@given(
    names=st.lists(st.sampled_from([each.name for each in CATALOGUE]), unique=True),
    text=st.sampled_from(["", "set an alarm", "play music. Then the light", "wide thing", "field 7"]),
    budgets=st.tuples(st.integers(0, 1200), st.integers(0, 1200)),
    always=st.sets(st.sampled_from(["describe_actions", "set_alarm", "no_such_action"])),
)
@settings(max_examples=200)
def test_fit_properties(names, text, budgets, always):
    """A fit keeps its budget, loses nobody, keeps the order, and a larger budget shows no less."""
    actions = [each for each in CATALOGUE if each.name in names]
    small, large = (fitted(actions, text, budget, always) for budget in sorted(budgets))
    for cut, budget in ((small, min(budgets)), (large, max(budgets))):
        if cut is None:
            continue
        assert cut.tokens <= budget
        assert cut.tokens == sum(words_of(line) for line in cut.lines)
        groups = (cut.full, cut.index, cut.dropped)
        assert sorted(names) == sorted(each.name for group in groups for each in group)
        assert all(list(group) == [each for each in actions if each in group] for group in groups)
    if small is not None:
        assert large is not None
        assert set(named(small.full)) <= set(named(large.full))
        assert set(named(large.dropped)) <= set(named(small.dropped))


def fitted(actions, text, budget, always) -> Fit | None:
    """A fit, or None where the actions that are always shown take more than the budget."""
    kept = [each for each in actions if each.name in always or each.name == "message_cli"]
    if sum(words_of(line) for line in render.lines(kept, "signature")) > budget:
        with pytest.raises(BadConfig, match="always shown"):
            fit(actions, text, budget, count=words_of, always=always)
        return None
    return fit(actions, text, budget, count=words_of, always=always)


def named(actions) -> list[str]:
    """The names of a group."""
    return [each.name for each in actions]


def test_fit_with_room_for_all():
    """With enough room every action is shown at signature, in the catalogue's order."""
    assert CATALOGUE == list(fit(CATALOGUE, "an alarm", 100_000).full)


def test_fit_gives_room_to_the_likeliest():
    """The likeliest come at signature before others, the others at index, the least likely not at all."""
    actions = [act(f"thing_{each}", "Does something or other.") for each in range(40)]
    actions.insert(30, act("set_alarm", "Ring at a time.", fields={"when": {"type": "string"}}))
    cut = fit(actions, "an alarm at six", 200)
    assert "set_alarm" in named(cut.full)
    assert named(cut.index) == [f"thing_{each}" for each in range(4, 4 + len(cut.index))]
    assert named(cut.dropped)[-1] == "thing_39"
    assert cut.tokens == sum(tokens.count(line + "\n") for line in cut.lines) <= 200


def test_fit_leaves_a_very_long_signature_for_last():
    """An action with a very long signature is named at index and does not keep the others from theirs."""
    cut = fit(CATALOGUE, "the wide thing", 900)
    assert "wide_thing" in named(cut.index)
    assert len(CATALOGUE) - 1 == len(cut.full)


def test_fit_with_an_index_of_more():
    """An index of a larger catalogue serves a part of it."""
    index = Index(CATALOGUE)
    part = [each for each in CATALOGUE if each.name != "set_alarm"]
    cut = fit(part, "set an alarm", 100_000, index=index)
    assert part == list(cut.full)
    assert [*part, act("new_here")] == list(fit([*part, act("new_here")], "x", 100_000, index=index).full)


def test_fit_says_when_what_is_always_shown_is_too_much():
    """A budget below what is always shown is the author's error, with both figures."""
    with pytest.raises(BadConfig, match=r"1 actions .* of 3 tokens") as caught:
        fit(CATALOGUE, "", 3)
    assert "budget" in caught.value.hint


def test_a_described_action():
    """A named action is described in full; a tier that is empty is left out."""
    described = description_of(HOME, ["cancel_booking", "set_alarm"])
    assert {"schema", "brief", "examples"} == set(described["cancel_booking"])
    assert {"schema": HOME[0].schema, "brief": "Ring at a time."} == described["set_alarm"]


@pytest.mark.parametrize("name", ["alarm_set", "setAlarm", "set_alrm", "SET ALARM", "home.set_alarm"])
def test_an_unknown_action_is_answered_by_near_ones(name):
    """A name that nobody has is answered by the names most like it."""
    answer = description_of(HOME, [name])[name]
    assert f"There is no action {name!r}." == answer["error"]
    assert "set_alarm" == answer["nearest"][0]


@pytest.mark.parametrize(
    "name", ["", "🎉", "\ud800", "x" * 1_000_000, "\x00"], ids=lambda name: ascii(name[:9])
)
def test_a_hostile_name(name):
    """A name of any content is answered, shortly."""
    answer = description_of(HOME, [name])[name]
    assert len(str(answer)) < 300
