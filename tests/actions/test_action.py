"""The Action: what it refuses to be, and the way to a dict and back."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from volition.actions.action import Action, Effects, action
from volition.errors import BadAction, BadSchema
from volition.messages import Problem

# After the worked definition of the format's own document.
MESSAGE = {
    "schema": {
        "type": "object",
        "properties": {
            "message": {"type": "string", "description": "What to send"},
            "priority": {"type": "string", "enum": ["low", "normal", "high"]},
        },
        "required": ["message"],
    },
    "brief": "Send a message to a channel",
    "examples": {
        "description": "Send a message to a channel, with a priority where that matters.",
        "instructions": {"when_to_use": "To reach people.", "common_pitfalls": ["Empty ones are refused"]},
        "examples": [
            {"scenario": "A greeting", "payload": {"message": "Hello!"}},
            {
                "scenario": "An alarm",
                "payload": {"message": "Fire", "priority": "high", "interface_path": "a/b/c"},
            },
        ],
    },
}


def test_a_three_tier_definition_is_loaded_unchanged():
    """All three tiers are kept as they are, and come back in the same shape."""
    done = Action.from_dict("message", MESSAGE)

    assert (MESSAGE["schema"], MESSAGE["brief"], MESSAGE["examples"]) == (
        done.schema,
        done.brief,
        done.examples,
    )
    assert MESSAGE == done.to_dict()
    assert () == done.notes


def test_fields_required_and_scenarios_are_read_from_the_tiers():
    """The questions that a runtime asks are answered from the definition."""
    done = Action.from_dict("message", MESSAGE)

    assert ["message", "priority"] == list(done.fields)
    assert ("message",) == done.required
    assert ("A greeting", {"message": "Hello!"}) == done.scenarios[0]
    assert [] == done.checker.problems({"message": "x", "interface_path": "a/b"})


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=8)
ACTIONS = st.builds(
    Action,
    name=WORDS.filter(bool),
    schema=st.just(MESSAGE["schema"]),
    brief=WORDS,
    examples=st.dictionaries(WORDS, WORDS | st.lists(WORDS), max_size=2),
    owner=WORDS,
    effects=st.none() | st.sampled_from(Effects),
    confirm=st.booleans(),
    timeout_s=st.floats(0.1, 100),
    idempotent=st.booleans(),
    scope=st.lists(WORDS, max_size=2).map(tuple),
    tags=st.lists(WORDS, max_size=2).map(tuple),
    binding=st.dictionaries(WORDS, WORDS, max_size=2),
)


@settings(max_examples=200, deadline=None)
@given(ACTIONS)
def test_from_dict_of_to_dict_is_the_identity(done):
    """Nothing that a definition says is lost on the way out and in, runtime keys included."""
    assert done == Action.from_dict(done.name, done.to_dict())
    assert done.to_dict() == Action.from_dict(done.name, done.to_dict()).to_dict()


def test_each_runtime_key_is_kept():
    """Every field but the name and what runs it has a place in the dict."""
    done = Action(
        name="x",
        schema={"type": "object"},
        brief="b",
        examples={"description": "d"},
        owner="o",
        effects=Effects.WRITES,
        confirm=True,
        timeout_s=2,
        idempotent=True,
        scope=("cli",),
        tags=("t",),
        binding={"method": "GET"},
    )
    known = {each.name for each in dataclasses.fields(Action) if each.init}

    assert known - {"name", "handler", "validate", "notes"} == {
        "owner" if key == "source" else key for key in done.to_dict()
    }


def test_the_owner_given_wins_over_the_source():
    """Who loads a definition may say whose it is; else the definition's `source` does."""
    sourced = {**MESSAGE, "source": "discord"}

    assert "discord" == Action.from_dict("m", sourced).owner
    assert "other" == Action.from_dict("m", sourced, owner="other").owner


def test_unknown_keys_are_kept_in_the_third_tier():
    """A key of no format is not lost, and a note says so."""
    done = Action.from_dict("m", {**MESSAGE, "category": "talk", "description": "another one"})

    assert "talk" == done.examples["category"]
    assert "another one" == done.examples["other_description"]
    assert MESSAGE["examples"]["description"] == done.examples["description"]
    assert 2 == len(done.notes)
    assert done == Action.from_dict("m", done.to_dict())


def test_declared_risk_becomes_effects_and_confirmation():
    """Words for risk that older definitions use are read, kept and noted."""
    done = Action.from_dict("m", {**MESSAGE, "security_level": "high", "external_effects": ["mail"]})

    assert (Effects.EXTERNAL, True) == (done.effects, done.confirm)
    assert "high" == done.examples["security_level"]
    assert any("mail" in each for each in done.notes)
    assert not Action.from_dict("m", {**MESSAGE, "security_level": "low"}).confirm


@pytest.mark.parametrize(
    ("definition", "error", "words"),
    [
        (None, BadAction, "must be an object"),
        ([], BadAction, "must be an object"),
        ({}, BadAction, "neither three-tier nor legacy"),
        ({"brief": "x"}, BadAction, "neither three-tier nor legacy"),
        (MESSAGE | {"schema": {"type": "array"}}, BadSchema, "must describe an object"),
        (MESSAGE | {"schema": "x"}, BadSchema, "must describe an object"),
        (
            MESSAGE | {"schema": {"properties": {"a": {"type": "float"}}}},
            BadSchema,
            "'m'.*/properties/a/type",
        ),
        (MESSAGE | {"brief": None}, BadAction, "brief"),
        (MESSAGE | {"examples": "x"}, BadAction, "'examples'"),
        (MESSAGE | {"effects": "nuclear"}, BadAction, "'nuclear'"),
        (MESSAGE | {"timeout_s": "soon"}, BadAction, "'timeout_s'"),
        (MESSAGE | {"timeout_s": -1}, BadAction, "time limit"),
        (MESSAGE | {"timeout_s": float("inf")}, BadAction, "time limit"),
        (MESSAGE | {"confirm": "no"}, BadAction, "'confirm'"),
        (MESSAGE | {"tags": [1]}, BadAction, "'tags'"),
        (MESSAGE | {"scope": 3}, BadAction, "'scope'"),
        (MESSAGE | {"binding": []}, None, None),
        (MESSAGE | {"binding": [1]}, BadAction, "'binding'"),
    ],
    ids=str,
)
def test_a_definition_that_cannot_be_one_is_a_clear_error(definition, error, words):
    """The error names the action and the key."""
    if error is None:
        Action.from_dict("m", definition)
        return
    with pytest.raises(error, match=words) as raised:
        Action.from_dict("m", definition)
    assert "'m'" in str(raised.value)


@pytest.mark.parametrize("name", ["", None, 3])
def test_an_action_needs_a_name(name):
    """A name is a text that is not empty."""
    with pytest.raises(BadAction, match="needs a name"):
        Action.from_dict(name, MESSAGE)


@pytest.mark.parametrize("name", ["send mail", "✉️", "send.mail/now", "名前", "x" * 500])
def test_any_text_is_a_name(name):
    """Names that some provider would not take are an action's all the same; lint tells of them."""
    assert name == Action.from_dict(name, MESSAGE).name


def test_examples_given_as_a_list_are_the_worked_ones():
    """A list in the place of the third tier is its list of examples."""
    done = Action.from_dict("m", {**MESSAGE, "examples": MESSAGE["examples"]["examples"]})

    assert 2 == len(done.scenarios)


def test_actions_compare_by_definition():
    """Two actions are equal when their definitions are, whatever runs or refuses them."""
    plain = Action.from_dict("m", MESSAGE)
    other = dataclasses.replace(
        plain,
        handler=print,
        validate=lambda _: [Problem(code="x", pointer="", message="x")],
        notes=("guessed",),
    )

    assert plain == other
    assert plain != dataclasses.replace(plain, confirm=True)


def test_the_decorator_refuses_unknown_effects():
    """A slip in `effects` is told at definition."""
    with pytest.raises(BadAction, match="'read'"):

        @action(effects="read")
        def look():
            """Look."""
