from datetime import UTC, datetime

from volition import Catalogue, action
from volition.actions.message import message_action
from volition.messages import Incoming, Origin
from volition.ports import Examples, Profile, Record
from volition.prompt import build, layout

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@action(examples=[("two dice", {"count": 2}), ("one die", {})])
def roll_dice(count: int = 1) -> str:
    """Roll dice."""
    return str(count)


@action(examples=[("note milk", {"text": "milk"})])
def add_note(text: str) -> str:
    """Keep a note."""
    return text


CATALOGUE = Catalogue([message_action("cli", examples=(("hello", "Hi!"),)), roll_dice, add_note])
SMALL = Profile(
    layout="chat", catalogue_style="brief", examples=Examples(policy="fixed", k=3), spoken_values=True
)


def prompt(text="hello", profile=None, turns=()):
    origin = Origin(interface="cli", path="cli/local", username="Ada", user_id="7")
    return build.build(
        Incoming(text=text, origin=origin, message_id="m1"),
        catalogue=CATALOGUE,
        profile=profile or Profile(),
        now=NOW,
        persona="You are Ada.",
        turns=turns,
    )


def record(role, text, turn="t1", **data):
    return Record(turn=turn, path="cli/local", role=role, text=text, at=NOW, who="Ada", data=data or None)


TURN = (
    record("user", 'say "hi"'),
    record("action", "4", name="roll_dice", payload={"count": 1}),
    record("assistant", "You rolled 4."),
)


def test_the_dictionary_has_the_documented_keys():
    """The JSON prompt has context, input, instructions and actions with the documented fields."""
    built = prompt().as_dict()

    assert ["context", "input", "instructions", "actions"] == list(built)
    assert {
        "text": "hello",
        "input_source": "text",
        "source": {
            "interface_path": "cli/local",
            "message_id": "m1",
            "username": "Ada",
            "usertag": "(no tag)",
            "interface": "cli",
        },
        "timestamp": "2026-11-21T09:30:00+00:00",
        "privacy": "default",
        "scope": "local",
    } == built["input"]["payload"]
    assert ["message_cli", "roll_dice", "add_note"] == list(built["actions"])


def test_instructions_are_one_line_with_the_persona_in_front():
    """Instructions have no line break and no double space, and begin with the persona."""
    text = prompt().instructions

    assert text.startswith("You are Ada. Answer with one JSON object")
    assert "\n" not in text
    assert "  " not in text
    assert len(text) < 1_600


def test_history_lines_name_time_and_speaker():
    """A record is a line with date, speaker and text, double quotes turned to single ones."""
    lines = prompt(turns=(TURN,)).context["history_current_chat"]

    assert "[21/11/26:0930] Ada: \"say 'hi'\"" == lines[0]
    assert '[21/11/26:0930] Assistant: "You rolled 4."' == lines[2]


def test_what_stays_the_same_comes_first():
    """Two prompts of one profile share everything in front of the changing message."""
    for profile in (Profile(), SMALL):
        first = layout.messages(prompt("one", profile), profile)
        second = layout.messages(prompt("two", profile, (TURN,)), profile)

        assert first[0] == second[0]
        assert "one" in first[-1].text
        assert "two" in second[-1].text


def test_the_chat_layout_shows_examples_and_past_turns_as_turns():
    """For small models examples and history are user and assistant messages in the reply's own format."""
    shown = layout.messages(prompt("now", SMALL, (TURN,)), SMALL)

    assert [
        "system",
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
    ] == [each.role for each in shown]
    assert '{"actions": [{"type": "roll_dice", "payload": {"count": 1}}]}' == shown[-2].text
    assert "now" == shown[-1].text


def test_fixed_examples_cover_the_catalogue_evenly():
    """The first k examples take one of each action in turn."""
    built = prompt(profile=SMALL)

    assert ["hello", "two dice", "note milk"] == [each.said for each in built.fixed_examples]


def test_nearest_examples_are_those_like_the_message():
    """The example most like the message stands last, next to it."""
    nearest = Profile(layout="chat", examples=Examples(policy="nearest", k=2))
    built = prompt("roll two dices please", nearest)

    assert "two dice" == built.nearest_examples[-1].said
    assert 2 == len(built.nearest_examples)


def test_strong_models_see_no_examples():
    """With the document's rule the third tier stays out of the prompt."""
    text = " ".join(each.text for each in layout.messages(prompt(), Profile()))

    assert "two dice" not in text


def test_any_text_becomes_valid_json():
    """Lone surrogates and other hostile text do not break the prompt."""
    for hostile in ("\ud800", '"}], "actions": [', "\x00", "]]>"):
        assert layout.messages(prompt(hostile), Profile())[-1].text.encode("utf-8")
