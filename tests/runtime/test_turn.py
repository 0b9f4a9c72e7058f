import asyncio
import json
import time
from dataclasses import dataclass

import pytest

from volition import Context, action, events
from volition.errors import ActionFailed, EngineUnavailable, StoreError
from volition.messages import OutcomeKind
from volition.ports import Profile
from volition.runtime.steps import InProcess, StepKind

PLAIN = Profile(explains=False)


def reply(*calls):
    return json.dumps({"actions": [{"type": name, "payload": payload} for name, payload in calls]})


def said(happened):
    return [each.outgoing.text for each in happened if isinstance(each, events.Said)]


def outcomes(happened):
    return [
        (each.outcome.call.name, each.outcome.kind) for each in happened if isinstance(each, events.Settled)
    ]


def kinds(happened):
    return [type(each).__name__ for each in happened if not isinstance(each, events.Growing)]


@dataclass
class Point:
    x: int
    y: int


@action(effects="writes")
def add_note(ctx: Context, text: str) -> str:
    """Keep a note."""
    assert ctx.files.is_dir()
    return f"Noted: {text}"


@action(effects="destructive")
def wipe() -> str:
    """Wipe everything."""
    return "Wiped."


@action(effects="read-only")
async def where() -> Point:
    """Tell where we are."""
    await asyncio.sleep(0)
    return Point(1, 2)


def test_a_turn_reads_as_a_list_of_events(bench):
    """One right reply: received, prompted, replied, judged, called, settled, said, finished."""
    desk = bench([add_note], [reply(("add_note", {"text": "milk"}))])
    happened = asyncio.run(desk.turn("note: milk"))

    assert ["Received", "Prompted", "Replied", "Judged", "Called", "Settled", "Said", "Finished"] == kinds(
        happened
    )
    assert ["Noted: milk"] == said(happened)


def test_what_was_said_and_done_is_kept(bench):
    """After a turn the store holds the message, the call with its outcome, and the answer."""
    desk = bench([add_note], [reply(("add_note", {"text": "milk"}))])
    asyncio.run(desk.turn("note: milk"))
    records = desk.store.window("cli/local", limit=10)

    assert [("user", "note: milk"), ("action", "Noted: milk"), ("assistant", "Noted: milk")] == [
        (each.role, each.text) for each in records
    ]
    assert "done" == records[1].data["kind"]
    assert 1 == len({each.turn for each in records})


def test_the_next_prompt_knows_the_last_turn(bench):
    """History of the conversation is in the next prompt."""
    desk = bench([add_note], [reply(("message_cli", {"text": "Hello!"}))] * 2)
    asyncio.run(desk.turn("I am Paul"))
    happened = asyncio.run(desk.turn("who am I?"))
    prompt = next(each.prompt for each in happened if isinstance(each, events.Prompted))

    assert any("I am Paul" in line for line in prompt["context"]["history_current_chat"])
    assert {"context", "input", "instructions", "actions"} == set(prompt)


def test_the_message_action_speaks(bench):
    """A call of the interface's message action is said and nothing else runs."""
    desk = bench([add_note], [reply(("message_cli", {"text": "Hello!"}))])
    happened = asyncio.run(desk.turn())

    assert ["Hello!"] == said(happened)
    assert "Called" not in kinds(happened)


def test_all_calls_are_judged_before_the_first_one_runs(bench):
    """When one of two calls is wrong, the right one runs only after the corrector settled the other."""
    desk = bench(
        [add_note, where],
        [
            reply(("add_note", {"text": "a"}), ("add_note", {})),
            reply(("add_note", {"text": "b"})),
        ],
    )
    happened = asyncio.run(desk.turn())

    assert kinds(happened).index("Corrected") < kinds(happened).index("Called")
    assert ["Noted: a", "Noted: b"] == said(happened)


def test_a_reply_that_never_parses_ends_in_a_clear_sentence(bench):
    """When the budget is spent the person is told, and the next turn works."""
    desk = bench([add_note], ["no", "never", "nowhere", reply(("message_cli", {"text": "Hi"}))])
    happened = asyncio.run(desk.turn())

    assert ["That I could not work out. Could you say it another way?"] == said(happened)
    assert 2 == kinds(happened).count("Corrected")
    assert ["Hi"] == said(asyncio.run(desk.turn()))


def test_a_missing_value_becomes_a_question(bench):
    """When a required value stays missing, the person is asked for it and nothing runs."""
    desk = bench([add_note], [reply(("add_note", {})), reply(("add_note", {"text": 3, "x": []})), "{}"])
    desk.engine._replies = iter([reply(("add_note", {}))] * 2)
    happened = asyncio.run(desk.turn())

    assert ["I still need this to add note: text?"] == said(happened)
    assert [] == outcomes(happened)


def test_a_destructive_call_asks_and_runs_when_agreed(bench):
    """A destructive call is held; agreement lets it run."""

    async def agree(_action, _call):
        return True

    desk = bench([wipe], [reply(("wipe", {}))])
    happened = asyncio.run(desk.turn(approve=agree))

    assert ["Held", "Called", "Settled"] == [
        each for each in kinds(happened) if each in {"Held", "Called", "Settled"}
    ]
    assert ["Wiped."] == said(happened)


def test_a_destructive_call_does_not_run_unasked(bench):
    """Where nobody can be asked, a destructive call is refused."""
    desk = bench([wipe], [reply(("wipe", {}))])
    happened = asyncio.run(desk.turn())

    assert [("wipe", OutcomeKind.REFUSED)] == outcomes(happened)
    assert "Called" not in kinds(happened)


def test_a_value_is_explained_by_a_model_that_can(bench):
    """A result that is no sentence goes back to the model, which puts it into words."""
    desk = bench([where], [reply(("where", {})), reply(("message_cli", {"text": "At 1, 2."}))])
    happened = asyncio.run(desk.turn())

    assert ["At 1, 2."] == said(happened)
    assert '"result":{"x":1,"y":2}' in desk.engine.requests[1].messages[-1].text


def test_a_value_is_told_plainly_where_no_model_explains(bench):
    """An engine that does not explain costs no second call."""
    desk = bench([where], [reply(("where", {}))], profile=PLAIN)

    assert ["x: 1, y: 2"] == said(asyncio.run(desk.turn()))
    assert 1 == len(desk.engine.requests)


def test_the_explaining_reply_cannot_act(bench):
    """In the second pass only words are taken; a call in it does not run."""
    desk = bench([where, add_note], [reply(("where", {})), reply(("add_note", {"text": "no"}))])
    happened = asyncio.run(desk.turn())

    assert [("where", OutcomeKind.DONE)] == outcomes(happened)
    assert ["x: 1, y: 2"] == said(happened)


def raising():
    raise ZeroDivisionError("by zero\nsecond line")


def telling():
    raise ActionFailed("The oven is off.", hint="Switch it on.")


def hanging():
    time.sleep(5)


def stopping():
    raise StopIteration


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (raising, "raised ZeroDivisionError: by zero"),
        (telling, "The oven is off. Switch it on."),
        (hanging, "took longer than 0.2 s"),
        (lambda: "x" * 10_000_000, "returned 10,000,002 bytes; at most 256,000 are kept"),
        (object, "returned a object that is not JSON"),
        (stopping, "StopIteration"),
        (lambda: float("nan"), ""),
    ],
)
def test_a_handler_that_misbehaves_is_one_clear_sentence(bench, body, expected):
    """A handler that raises, hangs, or returns nonsense fails its call; the chat goes on."""

    @action(name="odd", brief="Do something odd.", timeout_s=0.2)
    def odd() -> object:
        return body()

    desk = bench([odd], [reply(("odd", {})), reply(("message_cli", {"text": "Hi"}))], profile=PLAIN)
    happened = asyncio.run(desk.turn())

    assert expected in " ".join(said(happened))
    assert ["Hi"] == said(asyncio.run(desk.turn()))


def test_an_engine_that_fails_ends_the_turn_not_the_conversation(bench):
    """An engine's failure is one event with the next step; the message is remembered, the next turn works."""
    down = EngineUnavailable("The server does not answer.", hint="Start it.")
    desk = bench([add_note], [down, reply(("message_cli", {"text": "Hi"}))])
    happened = asyncio.run(desk.turn("first"))
    failed = next(each for each in happened if isinstance(each, events.Failed))

    assert ("The server does not answer.", "Start it.", "world") == (failed.error, failed.hint, failed.blame)
    assert "first" == desk.store.window("cli/local", limit=9)[0].text
    assert ["Hi"] == said(asyncio.run(desk.turn()))


def test_a_store_that_fails_is_told(bench):
    """When a turn cannot be kept, the person learns it."""
    desk = bench([add_note], [reply(("add_note", {"text": "x"}))])

    def full(_records):
        raise StoreError("The disk is full.", hint="Make room.")

    desk.store.append = full
    happened = asyncio.run(desk.turn())

    assert "The disk is full." == next(each.error for each in happened if isinstance(each, events.Failed))


def test_a_cancelled_turn_keeps_what_was_done(bench):
    """Closing the stream after a call ran keeps the message and the call's outcome."""
    desk = bench(
        [where, add_note],
        [reply(("add_note", {"text": "milk"}), ("where", {})), EngineUnavailable("never asked")],
    )

    async def run():
        stream = desk.assistant.turn(_incoming("note milk"))
        async for event in stream:
            if isinstance(event, events.Settled):
                break
        await stream.aclose()

    asyncio.run(run())
    kept = [(each.role, each.text) for each in desk.store.window("cli/local", limit=9)]

    assert ("user", "note milk") == kept[0]
    assert ("action", "Noted: milk") in kept


def _incoming(text):
    from volition.messages import Incoming, Origin  # noqa: PLC0415 - only this test builds one by hand

    return Incoming(text=text, origin=Origin(interface="cli", path="cli/local"))


def test_every_effect_is_a_numbered_step(bench):
    """Clock, ids, store, model and dispatch go through steps with consecutive numbers, in one order."""
    seen = []
    desk = bench([add_note], [reply(("add_note", {"text": "x"}))] * 2)
    asyncio.run(desk.turn(steps=InProcess(seen.append)))
    first, seen = list(seen), []
    asyncio.run(desk.turn(steps=InProcess(seen.append)))

    assert list(range(1, len(first) + 1)) == [each.number for each in first]
    assert [each.kind for each in first] == [each.kind for each in seen]
    assert {StepKind.CLOCK, StepKind.NEW_ID, StepKind.STORE, StepKind.MODEL, StepKind.DISPATCH} == {
        each.kind for each in first
    }


def test_turns_of_one_conversation_run_one_after_the_other(bench):
    """Two messages sent at once do not mix: the second turn sees the first."""
    desk = bench([add_note], [reply(("message_cli", {"text": str(number)})) for number in range(5)])

    async def both():
        await asyncio.gather(*(desk.turn(f"message {number}") for number in range(5)))

    asyncio.run(both())
    records = desk.store.window("cli/local", limit=99)
    turns = [each.turn for each in records]

    assert turns == sorted(turns, key=turns.index)
    assert 5 == len(set(turns))


def test_hostile_text_passes_through(bench):
    """Lone surrogates, control characters and a megabyte of text are a message like any other."""
    for text in ("\ud800 lone", "\x00\x1b[31m", "x" * 1_000_000, "🙂" * 100):
        desk = bench([add_note], [reply(("message_cli", {"text": "ok"}))])

        assert ["ok"] == said(asyncio.run(desk.turn(text)))
