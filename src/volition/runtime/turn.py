"""One turn: gather, prompt, ask, judge, correct, act, remember. Read `Turn.run` as a table of contents."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4
from zoneinfo import ZoneInfo

from volition import events
from volition.actions.catalogue import Catalogue
from volition.actions.context import Context
from volition.actions.message import is_message
from volition.errors import VolitionError
from volition.flows import Ask, drive_async
from volition.memory import history
from volition.messages import Call, Incoming, Outcome, OutcomeKind, Outgoing, Problem
from volition.ports import ChatMessage, Clock, Engine, Generation, Queue, Record, Request, Store
from volition.prompt import build, layout
from volition.prompt.instructions import rules
from volition.reply.correct import Correction, correct
from volition.reply.parse import Judgement, judge
from volition.runtime import wording
from volition.runtime.dispatch import dispatch, in_thread
from volition.runtime.permissions import Approve, Decision, Policy
from volition.runtime.steps import StepKind, Steps

T = TypeVar("T")
Emit = Callable[[events.Event], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """What a turn reaches out to."""

    engine: Engine
    """Turns prompts into text."""
    store: Store
    """Keeps conversations."""
    queue: Queue
    """Keeps what waits for its time."""
    clock: Clock
    """Tells the time."""
    files: Path
    """A folder of the assistant's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a turn is run."""

    catalogue: Catalogue
    """What may be called."""
    persona: str = ""
    """Who the assistant is."""
    policy: Policy
    """Whether a call may run."""
    approve: Approve
    """Asks a person."""
    zone: ZoneInfo
    """The person's time zone."""
    locale: str = "en"
    """The person's language."""
    correction_attempts: int = 2
    """How often the model may be asked to mend its reply."""


class Turn:
    """One message on its way to outcomes. Made for one run."""

    def __init__(self, incoming: Incoming, *, ports: Ports, terms: Terms, steps: Steps, emit: Emit) -> None:
        self._incoming = incoming
        self._ports = ports
        self._terms = terms
        self._steps = steps
        self._emit = emit
        self._records: list[Record] = []
        self._outcomes: list[Outcome] = []
        self._id = ""
        self._now = datetime.min.replace(tzinfo=UTC)
        self._before = ""
        self._is_remembered = False

    async def run(self) -> None:
        """Run the turn to its end. What was done is remembered even when it fails or is cancelled."""
        started = self._ports.clock.monotonic()
        await self._open()
        try:
            turns = await self._gather()
            prompt = self._prompt(turns)
            reply = await self._ask(prompt)
            correction = await self._correct(reply)
            await self._act(correction)
            await self._explain(prompt)
        except VolitionError as error:
            self._fail(error)
        finally:
            await asyncio.shield(self._remember())
        self._emit(
            events.Finished(
                turn=self._id,
                outcomes=tuple(self._outcomes),
                steps=self._steps.count,
                seconds=round(self._ports.clock.monotonic() - started, 3),
            )
        )

    async def _open(self) -> None:
        self._id = await self._step(StepKind.NEW_ID, _new_id)
        now = await self._step(StepKind.CLOCK, self._ports.clock.now)
        self._now = now.astimezone(self._terms.zone)
        self._emit(events.Received(turn=self._id, incoming=self._incoming))
        self._record("user", self._incoming.text, who=self._incoming.origin.username)

    async def _gather(self) -> tuple[tuple[Record, ...], ...]:
        limit = self._ports.engine.profile.history_turns
        path = self._incoming.origin.path
        turns = await self._step(
            StepKind.STORE, lambda: history.window(self._ports.store, path, turns=limit), name="window"
        )
        self._before = " ".join(record.text for turn in turns for record in turn)
        return turns

    def _prompt(self, turns: tuple[tuple[Record, ...], ...]) -> build.Prompt:
        return build.build(
            self._incoming,
            catalogue=self._terms.catalogue,
            profile=self._ports.engine.profile,
            now=self._now,
            persona=self._terms.persona,
            turns=turns,
        )

    async def _ask(self, prompt: build.Prompt) -> str:
        profile = self._ports.engine.profile
        messages = layout.messages(prompt, profile, attachments=self._incoming.attachments)
        return await self._generate(messages, prompt.as_dict())

    async def _generate(self, messages: tuple[ChatMessage, ...], prompt: dict[str, Any]) -> str:
        engine = self._ports.engine
        tokens = sum(engine.count_tokens(message.text) for message in messages)
        self._emit(events.Prompted(tokens=tokens, prompt=prompt))
        request = Request(
            messages=messages,
            reply_schema=self._reply_schema(),
            max_tokens=engine.profile.max_reply_tokens,
        )
        begun = self._ports.clock.monotonic()

        async def ask() -> Generation:
            return await engine.generate(request, on_text=lambda text: self._emit(events.Growing(text=text)))

        answer = await self._steps.run(StepKind.MODEL, ask, name=engine.name)
        self._emit(
            events.Replied(
                text=answer.text,
                prompt_tokens=answer.prompt_tokens,
                cached_tokens=answer.cached_tokens,
                reply_tokens=answer.reply_tokens,
                seconds=round(self._ports.clock.monotonic() - begun, 3),
            )
        )
        return answer.text

    def _reply_schema(self) -> dict[str, Any] | None:
        profile = self._ports.engine.profile
        if profile.reply_schema == "none":
            return None
        return self._terms.catalogue.reply_schema(
            max_calls=profile.max_calls,
            spoken_values=profile.spoken_values,
            grammar=profile.reply_schema == "grammar",
        )

    async def _correct(self, reply: str) -> Correction:
        """Judge the reply; where it is wrong, ask the model to mend it within the turn's one budget."""

        async def answer(ask: Ask) -> str:
            system = ChatMessage(role="system", text=self._rules_for_correction())
            return await self._generate(
                (system, ChatMessage(role="user", text=ask.prompt)), {"correction": ask.prompt}
            )

        def on_attempt(attempt: int, problems: tuple[Problem, ...]) -> None:
            self._emit(events.Corrected(attempt=attempt, problems=problems))

        flow = correct(
            reply,
            self._judge(reply),
            judge=self._judge,
            catalogue=self._terms.catalogue,
            said=self._incoming.text,
            attempts=self._terms.correction_attempts,
            on_attempt=on_attempt,
        )
        return await drive_async(flow, answer)

    def _rules_for_correction(self) -> str:
        profile = self._ports.engine.profile
        message = f"message_{self._incoming.origin.interface}"
        return rules(message=message, spoken_values=profile.spoken_values)

    def _judge(self, reply: str) -> Judgement:
        is_grounded = self._ports.engine.profile.grounded
        found = judge(
            reply,
            self._terms.catalogue,
            now=self._now,
            locale=self._terms.locale,
            said=self._incoming.text if is_grounded else None,
            before=self._before,
        )
        if found.repairs:
            self._emit(events.Repaired(repairs=tuple(each.kind for each in found.repairs)))
        if found.changes:
            self._emit(events.Coerced(changes=tuple(each.line() for each in found.changes)))
        self._emit(events.Judged(calls=found.calls, problems=found.problems))
        return found

    async def _act(self, correction: Correction) -> None:
        for call in correction.calls:
            identified = replace(call, id=await self._step(StepKind.NEW_ID, _new_id))
            await self._run_call(identified)
        if correction.problems:
            self._say(wording.could_not(correction, self._terms.catalogue))

    async def _run_call(self, call: Call) -> None:
        action = self._terms.catalogue[call.name]
        if is_message(call.name):
            self._settle(Outcome(call=call, kind=OutcomeKind.DONE, say=str(call.payload.get("text", ""))))
            return
        decision = self._terms.policy(action, call, self._incoming.origin)
        if decision is Decision.ASK:
            self._emit(events.Held(call=call, reason=wording.why_held(action)))
            agreed = await self._steps.run(
                StepKind.APPROVE, lambda: self._terms.approve(action, call), name=call.name
            )
            decision = Decision.ALLOW if agreed else Decision.REFUSE
        if decision is Decision.REFUSE:
            self._settle(Outcome(call=call, kind=OutcomeKind.REFUSED, say=wording.refused(action)))
            return
        self._emit(events.Called(call=call))
        context = Context(
            call=call,
            origin=self._incoming.origin,
            incoming=self._incoming,
            now=self._now,
            queue=self._ports.queue,
            files=self._ports.files,
            locale=self._terms.locale,
        )
        self._settle(
            await self._steps.run(StepKind.DISPATCH, lambda: dispatch(action, context), name=call.name)
        )

    def _settle(self, outcome: Outcome) -> None:
        self._outcomes.append(outcome)
        call = outcome.call
        self._record(
            "action",
            outcome.say or outcome.error or str(outcome.kind),
            data={
                "name": call.name,
                "payload": dict(call.payload),
                "id": call.id,
                "kind": str(outcome.kind),
                "value": outcome.value,
            },
        )
        self._emit(events.Settled(outcome=outcome))
        told = wording.told(outcome, explains=self._ports.engine.profile.explains)
        if told:
            self._say(told)

    async def _explain(self, prompt: build.Prompt) -> None:
        """Let the model put results into words, where it can and there is something to explain."""
        if not self._ports.engine.profile.explains:
            return
        results = [each for each in self._outcomes if wording.needs_explaining(each)]
        if not results:
            return
        told = wording.results_message(results, said=self._incoming.text)
        messages = layout.messages(prompt, self._ports.engine.profile)
        again = (*messages, ChatMessage(role="user", text=told))
        reply = await self._generate(again, prompt.as_dict() | {"outcomes": told})
        spoken = [call for call in self._judge(reply).calls if is_message(call.name)]
        for call in spoken:
            self._say(str(call.payload.get("text", "")))
        if not spoken:
            for outcome in results:
                self._say(wording.plainly(outcome))

    def _say(self, text: str) -> None:
        if not text:
            return
        path = self._incoming.origin.path
        self._record("assistant", text)
        self._emit(events.Said(outgoing=Outgoing(text=text, path=path, reply_to=self._incoming.message_id)))

    def _fail(self, error: VolitionError) -> None:
        self._record("assistant", f"(failed: {error})")
        self._emit(events.Failed(error=str(error), hint=error.hint, blame=str(error.blame)))

    async def _remember(self) -> None:
        if self._is_remembered:
            return
        self._is_remembered = True
        records = tuple(self._records)
        try:
            await self._step(StepKind.STORE, lambda: self._ports.store.append(records), name="append")
        except VolitionError as error:
            self._emit(events.Failed(error=str(error), hint=error.hint, blame=str(error.blame)))

    def _record(self, role: Any, text: str, *, who: str = "", data: dict[str, Any] | None = None) -> None:
        self._records.append(
            Record(
                turn=self._id,
                path=self._incoming.origin.path,
                role=role,
                text=text,
                at=self._now,
                who=who,
                data=data,
                message_id=self._incoming.message_id if role == "user" else "",
            )
        )

    async def _step(self, kind: StepKind, effect: Callable[[], T], *, name: str = "") -> T:
        """A step whose effect blocks: the store's run off the loop, the others are instant."""

        async def run() -> T:
            if kind is StepKind.STORE:
                result: T = await in_thread(effect)
                return result
            return effect()

        return await self._steps.run(kind, run, name=name)


def _new_id() -> str:
    return uuid4().hex
