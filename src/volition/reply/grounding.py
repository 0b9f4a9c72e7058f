"""Values of a small model held against the person's own words: what was not said is not believed.

Small models fill fields with invented names, addresses and times. A string value counts as said when most
of its words begin like words of the conversation. A time that was not said, or only in part, is replaced
by the one time that the message itself holds, where it holds exactly one.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from volition.actions.action import Action
from volition.messages import Problem
from volition.schema import pointer, shown
from volition.values import read
from volition.values.coerce import Change, plain_schema, tense

STEM = 4
"""Letters that must agree for two words to count as one."""
MAX_WORDS = 40
"""Words of a message that are searched for a duration."""
MAX_LENGTH_WORDS = 7
"""Words of a duration."""
SHARE = 0.5
"""Share of a value's words that must have been said."""

_WORD = re.compile(r"\w+")
_FILLERS = frozenset({"a", "an", "the", "of", "at", "on", "in", "to", "for", "my", "and", "about", "from"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounded:
    """A payload after it was held against the person's words."""

    payload: dict[str, Any]
    """What is left."""
    changes: tuple[Change, ...] = ()
    """What was replaced or left out."""
    problems: tuple[Problem, ...] = ()
    """Required values that nobody said."""


def ground(
    action: Action, payload: Mapping[str, Any], *, said: str, before: str = "", now: datetime, locale: str
) -> Grounded:
    """Hold a payload as the model wrote it, before coercion, against what was said.

    Args:
        action: The action it is for.
        payload: The payload, times still in words.
        said: The person's message.
        before: Earlier words of the conversation that a value may come from.
        now: What relative times are read against.
        locale: The person's language.
    """
    kept, changes, problems = dict(payload), [], []
    heard = _stems(f"{said} {before}")
    for name, value in payload.items():
        schema = plain_schema(action.fields.get(name))
        if not isinstance(value, str) or not value or "enum" in schema or "const" in schema:
            continue
        if schema.get("type") not in {None, "string"}:
            continue
        better = _time_from(said, value, schema, now=now, locale=locale)
        if better is not None:
            changes.append(Change(pointer=pointer([name]), before=value, after=better))
            kept[name] = better
        elif _was_said(value, heard):
            continue
        elif name in action.required:
            problems.append(_unsaid(name, value))
        else:
            changes.append(Change(pointer=pointer([name]), before=value, after="(left out: nobody said it)"))
            del kept[name]
    return Grounded(payload=kept, changes=tuple(changes), problems=tuple(problems))


def _time_from(said: str, value: str, schema: dict[str, Any], *, now: datetime, locale: str) -> str | None:
    """The message's own words for a time, where they say more than the value does; None to keep the value."""
    kind, prefer = schema.get("format"), tense(schema)
    if kind == "duration":
        return _length_from(said, value, locale)
    if kind not in {"date-time", "date"}:
        return None
    spoken = read.moment(said, now=now, locale=locale, prefer=prefer)
    if spoken is None:
        return None
    written = read.moment(value, now=now, locale=locale, prefer=prefer)
    words = said[spoken.span[0] : spoken.span[1]]
    rest = said[: spoken.span[0]] + " , " + said[spoken.span[1] :]
    if read.moment(rest, now=now, locale=locale) is not None:
        return None
    if written is None or not _was_said(value, _stems(said)):
        return words
    says_more = spoken.has_date + spoken.has_time > written.has_date + written.has_time
    return words if says_more else None


def _length_from(said: str, value: str, locale: str) -> str | None:
    """The message's own words for its longest duration, where the value's words were not said."""
    if _was_said(value, _stems(said)):
        return None
    places = [match.span() for match in re.finditer(r"\S+", said)][:MAX_WORDS]
    found = []
    for first in range(len(places)):
        for last in range(first, min(first + MAX_LENGTH_WORDS, len(places))):
            words = said[places[first][0] : places[last][1]].strip(".,;:!?")
            length = read.duration(words, locale=locale)
            if length is not None:
                found.append((length, -len(words), words))
    return max(found)[2] if found else None


def _was_said(value: str, heard: frozenset[str]) -> bool:
    words = [word for word in _words(value) if word not in _FILLERS] or _words(value)
    if not words:
        return True
    return sum(_stem(word) in heard for word in words) >= SHARE * len(words)


def _stems(text: str) -> frozenset[str]:
    words = _words(text)
    joined = [first + second for first, second in pairwise(words)]
    pieces = [
        word[start : start + 2] for word in words if not word.isascii() for start in range(len(word) - 1)
    ]
    return frozenset(_stem(word) for word in (*words, *joined, *pieces))


def _stem(word: str) -> str:
    return word if word.isdigit() else word[:STEM]


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(each for each in plain if not unicodedata.combining(each)))


def _unsaid(name: str, value: str) -> Problem:
    return Problem(
        code="unsaid",
        pointer=pointer([name]),
        message=f"The field {name!r} holds {shown(value)}, which nobody said.",
        hint="Ask for it.",
    )
