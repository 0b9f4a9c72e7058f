"""A reply judged against the catalogue: which calls are right, what is wrong, what was mended."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from volition import jsontext
from volition.actions.action import Action
from volition.actions.catalogue import Catalogue
from volition.actions.message import is_message
from volition.errors import UnreadableReply
from volition.jsontext import Repair
from volition.messages import Call, Problem
from volition.reply.grounding import Grounded, ground
from volition.schema import nearest, pointer, shown
from volition.values.coerce import Change, coerce

ROUTING_FIELDS = frozenset({"interface_path", "thread_id", "reply_message_id"})
"""Payload fields that say where an answer goes; any action may carry them undeclared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What became of a reply."""

    calls: tuple[Call, ...] = ()
    """Calls that are right, in the order of the reply."""
    problems: tuple[Problem, ...] = ()
    """What is wrong; pointers are into the whole reply."""
    repairs: tuple[Repair, ...] = ()
    """What was mended in the text."""
    changes: tuple[Change, ...] = ()
    """What was coerced."""
    failing: tuple[str, ...] = ()
    """Names of the actions whose calls are wrong, as the model wrote them."""
    whole: bool = False
    """Whether the reply must be asked for again whole: unreadable, or with a stray top-level key."""

    @property
    def is_right(self) -> bool:
        """Whether every call is right."""
        return not self.problems


def judge(
    text: str,
    catalogue: Catalogue,
    *,
    now: datetime | None = None,
    locale: str = "en",
    metadata_keys: AbstractSet[str] = frozenset(),
    strict_fields: bool = True,
    said: str | None = None,
    before: str = "",
) -> Judgement:
    """Hold a reply against the catalogue. Nothing is executed, nothing is raised.

    Args:
        text: The model's raw reply.
        catalogue: What was offered.
        now: What relative times in a payload are read against.
        locale: The language that words in a payload are read in.
        metadata_keys: Top-level keys besides `actions` that components have registered.
        strict_fields: Whether payload fields that the schema does not declare are refused.
        said: The person's words, where values must be found in them; None believes the model.
        before: Earlier words of the conversation that values may come from too.
    """
    try:
        reading = jsontext.read(text)
    except UnreadableReply as error:
        problem = Problem(code="unreadable", pointer="", message=str(error), hint=_FORMAT)
        return Judgement(problems=(problem,), whole=True)
    entries, problems = _entries(reading.value, metadata_keys)
    if problems:
        return Judgement(problems=tuple(problems), repairs=reading.repairs, whole=True)
    judge_one = _Judge(
        catalogue, now=now, locale=locale, strict_fields=strict_fields, said=said, before=before
    )
    for path, entry in entries:
        judge_one.take(path, entry)
    return Judgement(
        calls=tuple(judge_one.calls),
        problems=tuple(judge_one.problems),
        repairs=reading.repairs,
        changes=tuple(judge_one.changes),
        failing=tuple(judge_one.failing),
    )


_FORMAT = 'Answer with {"actions": [{"type": NAME, "payload": {...}}]} and nothing else.'


def _entries(
    value: Any, metadata_keys: AbstractSet[str]
) -> tuple[list[tuple[list[str | int], Any]], list[Problem]]:
    """The reply's calls with their paths, or the problems of the reply as a whole."""
    if isinstance(value, list):
        return [([index], each) for index, each in enumerate(value)], []
    if "actions" not in value and isinstance(value.get("type"), str) and "payload" in value:
        return [([], value)], []
    stray = [key for key in value if key != "actions" and key not in metadata_keys]
    problems = [
        Problem(
            code="stray_key",
            pointer=pointer([key]),
            message=f"The top-level key {key!r} does not belong in a reply.",
            hint=_FORMAT,
        )
        for key in stray
    ]
    actions = value.get("actions")
    if not problems and not isinstance(actions, list):
        problems.append(
            Problem(code="shape", pointer="/actions", message="'actions' must be a list.", hint=_FORMAT)
        )
    if problems:
        return [], problems
    return [(["actions", index], each) for index, each in enumerate(actions or [])], []


class _Judge:
    """Holds each call against its action."""

    def __init__(
        self,
        catalogue: Catalogue,
        *,
        now: datetime | None,
        locale: str,
        strict_fields: bool,
        said: str | None,
        before: str,
    ) -> None:
        self._catalogue = catalogue
        self._now = now
        self._locale = locale
        self._strict_fields = strict_fields
        self._said = said
        self._before = before
        self.calls: list[Call] = []
        self.problems: list[Problem] = []
        self.changes: list[Change] = []
        self.failing: list[str] = []

    def take(self, path: list[str | int], entry: Any) -> None:
        """Judge one entry of the reply."""
        if not isinstance(entry, dict) or not isinstance(entry.get("type"), str):
            problem = Problem(
                code="shape",
                pointer=pointer(path),
                message=f"A call must be an object with 'type' and 'payload', not {shown(entry)}.",
            )
            self._fail("", [problem])
            return
        name = entry["type"]
        action = self._catalogue.get(name)
        if action is None:
            self._fail(name, [_unknown(name, path, self._catalogue)])
            return
        payload = entry.get("payload", {})
        if not isinstance(payload, dict):
            problem = Problem(
                code="type",
                pointer=pointer([*path, "payload"]),
                message=f"The payload of {name!r} must be an object, not {shown(payload)}.",
            )
            self._fail(name, [problem])
            return
        self._judge_payload(action, payload, [*path, "payload"])

    def _judge_payload(self, action: Action, payload: dict[str, Any], path: list[str | int]) -> None:
        routing = {key: payload[key] for key in payload if key in ROUTING_FIELDS and key not in action.fields}
        own = {key: value for key, value in payload.items() if key not in routing}
        grounded = self._grounded(action, own)
        coerced = coerce(grounded.payload, action.schema, now=self._now, locale=self._locale)
        unsaid = [_at(path, each) for each in grounded.problems]
        problems = unsaid or [_at(path, each) for each in coerced.problems]
        if not problems and action.validate is not None:
            problems = [_at(path, each) for each in action.validate(coerced.value)]
        if self._strict_fields:
            problems += [_undeclared(action, key, path) for key in own if _is_undeclared(action, key)]
        if problems:
            self._fail(action.name, problems)
            return
        self.changes += [
            Change(pointer=pointer(path) + each.pointer, before=each.before, after=each.after)
            for each in (*grounded.changes, *coerced.changes)
        ]
        self.calls.append(Call(name=action.name, payload={**coerced.value, **routing}))

    def _grounded(self, action: Action, payload: dict[str, Any]) -> Grounded:
        if self._said is None or self._now is None or is_message(action.name):
            return Grounded(payload=payload)
        return ground(
            action, payload, said=self._said, before=self._before, now=self._now, locale=self._locale
        )

    def _fail(self, name: str, problems: list[Problem]) -> None:
        self.problems += problems
        self.failing.append(name)


def _unknown(name: str, path: list[str | int], catalogue: Catalogue) -> Problem:
    near = nearest(name, list(catalogue.names))
    hint = f"Did you mean {near!r}?" if near else "Use one of the listed actions."
    return Problem(
        code="unknown_action",
        pointer=pointer([*path, "type"]),
        message=f"There is no action {name!r}.",
        hint=hint,
    )


_ELSEWHERE = frozenset(
    {
        "additionalProperties",
        "patternProperties",
        "unevaluatedProperties",
        "propertyNames",
        "$ref",
        "$dynamicRef",
    }
    | {"allOf", "anyOf", "oneOf", "if", "dependentSchemas"}
)
"""Keywords by which a schema speaks of fields beyond `properties`: then the schema alone decides."""


def _is_undeclared(action: Action, key: str) -> bool:
    return key not in action.fields and _ELSEWHERE.isdisjoint(action.schema)


def _undeclared(action: Action, key: str, path: list[str | int]) -> Problem:
    near = nearest(key, list(action.fields))
    return Problem(
        code="undeclared_field",
        pointer=pointer([*path, key]),
        message=f"The action {action.name!r} has no field {key!r}.",
        hint=f"Did you mean {near!r}?" if near else "",
    )


def _at(path: list[str | int], problem: Problem) -> Problem:
    return Problem(
        code=problem.code,
        pointer=pointer(path) + problem.pointer,
        message=problem.message,
        hint=problem.hint,
    )


def payload_text(payload: Mapping[str, Any]) -> str:
    """A payload as short text for a person."""
    return ", ".join(f"{key}: {shown(value)}" for key, value in payload.items())
