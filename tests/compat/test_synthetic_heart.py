"""Plugin classes in Synthetic Heart's shape, registered and run as they are."""

import asyncio
import datetime as dt
from pathlib import Path

import pytest

from volition.actions.context import Context
from volition.compat.synthetic_heart import actions_of, injections_of, message_of
from volition.errors import BadAction, BadSchema
from volition.messages import Attachment, Call, Incoming, Origin
from volition.runtime.dispatch import dispatch

NOON = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
ORIGIN = Origin(
    interface="telegram", path="telegram/42/7", user_id="9", username="Ada Lovelace", usertag="@ada"
)


class Garden:
    """A plugin in the new format, after the shape that the format's document shows."""

    display_name = "Garden keeper"

    def __init__(self):
        self.watered = []

    def get_supported_actions(self):
        return {
            "water_plants": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "bed": {"type": "string", "description": "Which bed"},
                        "amount": {"type": "string", "enum": ["little", "normal", "much"]},
                    },
                    "required": ["bed"],
                },
                "brief": "Water the plants of a bed",
                "examples": {
                    "description": "Open the tap of one bed for as long as the amount asks for.",
                    "instructions": {
                        "when_to_use": "When somebody asks for water.",
                        "common_pitfalls": ["The tap is closed in winter"],
                    },
                    "examples": [{"scenario": "A dry day", "payload": {"bed": "roses", "amount": "much"}}],
                },
            },
            "static_inject": {
                "description": "Add the weather",
                "required_fields": [],
                "optional_fields": [],
            },
        }

    def validate_payload(self, action_type, payload):
        if action_type == "water_plants" and payload.get("bed") == "gravel":
            return ["There is nothing to water: choose another bed"]
        return []

    def execute_action(self, action, context, bot, original_message):
        self.watered.append((action, context, bot, original_message))
        return {"watered": action["payload"]["bed"]}

    def get_static_injection(self, message, context_memory):
        return {"weather": "dry", "asked_by": message.from_user.first_name, "remembered": len(context_memory)}


class Notes:
    """A plugin in the older format, with everything it may have."""

    @staticmethod
    def get_supported_action_types():
        return ["add_note", "drop_notes"]

    def get_supported_actions(self):
        return {
            "add_note": {
                "description": "Add a note to the pad.",
                "required_fields": ["text"],
                "optional_fields": ["pinned"],
                "source": "pad",
            }
        }

    def get_prompt_instructions(self, action_name):
        if action_name != "add_note":
            return {}
        return {
            "description": "Add a note to the pad. The pad holds a hundred.",
            "payload": {
                "text": {"type": "string", "example": "buy milk", "description": "What to note"},
                "pinned": {"type": "boolean", "optional": True},
            },
            "important_notes": ["Never note a password"],
        }

    def validate_action(self, action):
        return "text is too long" if len(action["payload"].get("text", "")) > 20 else None

    async def execute_action(self, action, context, bot, original_message):
        await asyncio.sleep(0)
        said = f"{action['type']} {action['payload']}"
        return f"{original_message.interface_path}: {said} by {context['username']}"

    def get_static_injection(self):
        return {"notes": 3}


class Radio:
    """An interface, which owns its message action."""

    name = "radio"

    def get_supported_actions(self):
        return {"message_radio": {"description": "Say it on air", "required_fields": ["text"]}}

    def send_message(self, payload, original_message=None):
        return f"{payload['text']} to {original_message.chat_id}"


def run(action, payload, tmp_path=Path()):
    """What a call of an action leads to."""
    context = Context(
        call=Call(name=action.name, payload=payload, id="c1"),
        origin=ORIGIN,
        now=NOON,
        queue=None,
        files=tmp_path,
    )
    return asyncio.run(dispatch(action, context))


def test_a_plugin_in_the_new_format_is_registered_as_it_is():
    """The three tiers are those of the plugin; the pseudo-action is none of its actions."""
    plugin = Garden()
    (done,) = actions_of(plugin)

    assert plugin.get_supported_actions()["water_plants"] == {
        key: value for key, value in done.to_dict().items() if key != "source"
    }
    assert ("water_plants", "Garden keeper") == (done.name, done.owner)


def test_a_call_reaches_the_plugin_with_all_it_reads():
    """`execute_action` gets type and payload, the context, the bot and a message in the known shape."""
    plugin = Garden()
    (done,) = actions_of(plugin, bot="the bot", owner="garden")

    outcome = run(done, {"bed": "roses"})
    action, context, bot, message = plugin.watered[0]

    assert {"watered": "roses"} == outcome.value
    assert {"type": "water_plants", "payload": {"bed": "roses"}} == action
    assert ("telegram", "telegram/42/7", "c1") == (
        context["interface"],
        context["interface_path"],
        context["call_id"],
    )
    assert ("the bot", "garden") == (bot, done.owner)
    assert ("42", "7", "9", "ada", "Ada Lovelace", NOON) == (
        message.chat_id,
        message.thread_id,
        message.from_user.id,
        message.from_user.username,
        message.from_user.full_name,
        message.date,
    )


def test_the_plugins_own_check_is_asked_after_the_schema():
    """An error of `validate_payload` is a problem, at the field that it names."""
    (done,) = actions_of(Garden)
    payload = {"bed": "gravel"}

    assert [] == done.checker.problems(payload)
    assert [("plugin", "/bed", "There is nothing to water: choose another bed")] == [
        (each.code, each.pointer, each.message) for each in done.validate(payload)
    ]
    assert [] == done.validate({"bed": "roses"})


def test_a_plugin_in_the_older_format_is_converted():
    """Lists and prompt instructions together give the three tiers, with nothing lost."""
    added, dropped = actions_of(Notes())

    assert ("Add a note to the pad.", "pad", ("text",)) == (added.brief, added.owner, added.required)
    assert {"type": "string", "description": "What to note"} == added.fields["text"]
    assert {"type": "boolean"} == added.fields["pinned"]
    assert "The pad holds a hundred." in added.examples["description"]
    assert ["Never note a password"] == added.examples["instructions"]["notes"]
    assert ("drop notes", "Notes") == (dropped.brief, dropped.owner)
    assert dropped.notes


def test_an_async_plugin_is_awaited():
    """A coroutine of a plugin runs to its end."""
    added, _ = actions_of(Notes())

    assert "telegram/42/7: add_note {'text': 'x'} by Ada Lovelace" == run(added, {"text": "x"}).value


def test_one_string_of_validate_action_is_one_problem():
    """`validate_action` may answer with a text, a list or nothing."""
    added, _ = actions_of(Notes())

    assert ["/text"] == [each.pointer for each in added.validate({"text": "x" * 30})]
    assert [] == added.validate({"text": "x"})


def test_a_check_that_raises_is_one_problem():
    """A plugin's check that breaks refuses the payload and takes nothing else down."""

    class Broken(Garden):
        def validate_payload(self, action_type, payload):
            return payload["no such key"]

    (done,) = actions_of(Broken())

    assert ["The check of 'water_plants' raised KeyError: 'no such key'"] == [
        each.message for each in done.validate({"bed": "roses"})
    ]


def test_an_interface_runs_its_message_action_by_sending():
    """Without `execute_action`, `send_message` runs the action."""
    (done,) = actions_of(Radio())

    assert ("radio", None) == (done.owner, done.validate)
    assert "Hello to 42" == run(done, {"text": "Hello"}).value


def test_a_plugin_that_fails_is_a_failed_outcome():
    """What a plugin raises is told as the action's failure."""

    class Failing(Garden):
        def execute_action(self, action, context, bot, original_message):
            raise RuntimeError("the tap is stuck")

    (done,) = actions_of(Failing())

    assert "the tap is stuck" in run(done, {"bed": "roses"}).error


# Injections.

MESSAGE = Incoming(
    text="Hello",
    origin=ORIGIN,
    message_id="m1",
    at=NOON,
    attachments=(Attachment(kind="image", mime_type="image/png", caption="a rose"),),
    reply_to=Incoming(text="Before", origin=ORIGIN),
)


def test_injections_are_called_with_what_they_take():
    """An injection takes message and memory, or nothing at all."""

    class Declared(Notes):
        def get_supported_actions(self):
            return {"static_inject": {"description": "Add the count"}}

    (weather,) = injections_of(Garden())
    (count,) = injections_of(Declared())

    assert {"weather": "dry", "asked_by": "Ada", "remembered": 1} == weather(message_of(MESSAGE), {"a": 1})
    assert {"notes": 3} == count(message_of(MESSAGE), {})


def test_async_injections_give_an_awaitable():
    """A coroutine is handed on to whoever awaits."""

    class Later(Garden):
        async def get_static_injection(self, *args):
            return {"args": len(args)}

    (later,) = injections_of(Later())

    assert {"args": 2} == asyncio.run(later(message_of(MESSAGE), {}))


def test_without_the_pseudo_action_there_is_no_injection():
    """`get_static_injection` alone is never called."""
    assert [] == injections_of(Notes())


def test_a_message_has_the_fields_that_plugins_read():
    """Text, ids, caption and the message that is answered are there."""
    read = message_of(MESSAGE)

    assert ("Hello", "m1", "a rose", "telegram/42/7") == (
        read.text,
        read.message_id,
        read.caption,
        read.interface_path,
    )
    assert "Before" == read.reply_to_message.text


@pytest.mark.parametrize(
    ("path", "chat", "thread"), [("cli", "", None), ("cli/1", "1", None), ("cli/1/2/3", "1", "2/3")]
)
def test_the_path_gives_chat_and_thread(path, chat, thread):
    """A path of any length is an address."""
    read = message_of(Incoming(text="x", origin=Origin(interface="cli", path=path)))

    assert (chat, thread, "local", "") == (
        read.chat_id,
        read.thread_id,
        read.from_user.full_name,
        read.from_user.username,
    )


# What cannot be registered.


class Needy(Garden):
    def __init__(self, soil):
        super().__init__()
        self.soil = soil


class Idle:
    def get_supported_actions(self):
        return {"rest": {"description": "Rest"}}


class Listing(Garden):
    def get_supported_actions(self):
        return ["water_plants"]


class Wrong(Garden):
    def get_supported_actions(self):
        return {"x": {"schema": {"type": "object", "required": 3}, "brief": "b"}}


class Bare(Garden):
    def get_supported_actions(self):
        return {"x": {"title": "nothing known"}}


class Silent:
    def get_supported_actions(self):
        return {"static_inject": {"description": "Add nothing"}}


@pytest.mark.parametrize(
    ("plugin", "error", "words"),
    [
        (object(), BadAction, "'object' has neither"),
        (Needy, BadAction, "needs soil"),
        (Idle(), BadAction, "'Idle' has no 'execute_action'"),
        (Listing(), BadAction, "gave a list"),
        (Wrong(), BadSchema, "'x'.*/required"),
        (Bare(), BadAction, "'x' is neither"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_plugin_is_a_clear_error(plugin, error, words):
    """The error names the plugin and what is missing."""
    with pytest.raises(error, match=words):
        actions_of(plugin)


def test_an_injection_without_its_method_is_a_clear_error():
    """Who declares the pseudo-action must have what it stands for; its other actions are none."""
    assert [] == actions_of(Silent())
    with pytest.raises(BadAction, match="get_static_injection"):
        injections_of(Silent())
