"""Whether the calls of an assistant are what a sensible person would accept: utterances and their judge.

The file is one JSON object a line: a header with the moment at which all is said, then one utterance each
with the accepted alternatives. An alternative is a list of calls in order, each with a matcher per argument:

    {"eq": 3}                           this number, choice or boolean
    {"at": "2026-11-22T09:00"}          this local time, to the minute
    {"on": "2026-11-20"}                this local day, at any time of it
    {"seconds": 600}                    this duration
    {"words": ["milk"], "max_words": 4} a text with words that begin so, and not many more
    {"unit": ["km", "kilometre"]}       one of these spellings
    {"any": true}                       whatever, also nothing
    {"absent": true}                    nothing, or the default

Pure: no model, no clock, no catalogue. What a model wrote is judged and never raises; a wrong file does.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from volition.errors import BadConfig

Alternatives = Sequence[Sequence[Mapping[str, Any]]]

MESSAGE = "message_cli"
HALVES = ("dev", "unseen")
KINDS = ("action", "smalltalk", "out_of_scope")
MESSAGE_ONLY = [[{"name": MESSAGE, "payload": {"text": {"any": True}}}]]
"""What is expected when nothing is to be done."""

PARAMETERS: dict[str, tuple[str, ...]] = {
    "add_reminder": ("text", "when"),
    "search_reminders": ("query",),
    "delete_reminder": ("query",),
    "write_diary": ("entry", "mood"),
    "read_diary": ("day",),
    "add_note": ("text",),
    "search_notes": ("query",),
    "start_timer": ("duration", "label"),
    "convert_units": ("amount", "from_unit", "to_unit"),
    "order_pizza": ("pizza", "size", "count", "address"),
    "roll_dice": ("sides", "count"),
    MESSAGE: ("text",),
}
REQUIRED: dict[str, tuple[str, ...]] = {
    "add_reminder": ("text", "when"),
    "delete_reminder": ("query",),
    "write_diary": ("entry",),
    "add_note": ("text",),
    "start_timer": ("duration",),
    "convert_units": ("amount", "from_unit", "to_unit"),
    "order_pizza": ("pizza",),
    MESSAGE: ("text",),
}
DEFAULTS: dict[str, dict[str, Any]] = {
    "order_pizza": {"size": "medium", "count": 1},
    "roll_dice": {"sides": 6, "count": 1},
}
CHOICES: dict[tuple[str, str], tuple[str, ...]] = {
    ("write_diary", "mood"): ("good", "neutral", "bad"),
    ("order_pizza", "pizza"): (
        "margherita",
        "marinara",
        "pepperoni",
        "quattro_formaggi",
        "vegetarian",
        "hawaiian",
    ),
    ("order_pizza", "size"): ("small", "medium", "large"),
}

_CLOCK_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", re.ASCII)
_DURATION = re.compile(
    r"P(?:(?P<w>\d+(?:\.\d+)?)W)?(?:(?P<d>\d+(?:\.\d+)?)D)?"
    r"(?:T(?:(?P<h>\d+(?:\.\d+)?)H)?(?:(?P<m>\d+(?:\.\d+)?)M)?(?:(?P<s>\d+(?:\.\d+)?)S)?)?",
    re.ASCII,
)
_SECONDS = {"w": 604_800, "d": 86_400, "h": 3_600, "m": 60, "s": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How far the calls agree with the best alternative; each step presumes the one before."""

    action: bool
    """The right actions, in order."""
    arguments: bool
    """And every argument that was expected has an accepted value."""
    full: bool
    """And no argument was made up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """One thing that a person says, and what may be done about it."""

    id: str
    """Unique in the file."""
    half: str
    """`dev`: may be looked at while tuning; `unseen`: may not."""
    lang: str
    """The language, as ISO 639-1."""
    text: str
    """What is said."""
    kind: str
    """`action`, `smalltalk` or `out_of_scope`."""
    expect: list[list[dict[str, Any]]]
    """The accepted alternatives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A whole file."""

    now: datetime
    """When everything is said, with its zone."""
    author_note: str
    """How the utterances came to be."""
    utterances: tuple[Utterance, ...]
    """In the order of the file."""

    def half(self, name: str) -> tuple[Utterance, ...]:
        """The utterances of one half."""
        return tuple(one for one in self.utterances if one.half == name)


def score(expect: Alternatives, calls: Sequence[Any], now: datetime) -> Score:
    """The calls judged against each alternative; the best one counts.

    `now` carries the zone in which times without an offset are read. Messages beside other calls are ignored;
    several messages alone count as one.

    Raises:
        BadConfig: `now` has no zone, or an alternative or a matcher is malformed.
    """
    if now.tzinfo is None:
        raise BadConfig(f"now={now.isoformat()} has no zone.", hint="Pass a datetime with a tzinfo.")
    for problem in expectation_problems(expect):
        raise BadConfig(problem, hint="Correct the expectation.")
    made = _without_extra_messages(calls)
    action = arguments = full = False
    for alternative in expect:
        if [call["name"] for call in alternative] != [_name(call) for call in made]:
            continue
        action = True
        pairs = [(wanted, _given(call, now)) for wanted, call in zip(alternative, made, strict=True)]
        if all(_expected_match(wanted, given, now) for wanted, given in pairs):
            arguments = True
            full = full or not any(_made_up(wanted, given, now) for wanted, given in pairs)
    return Score(action=action, arguments=arguments, full=full)


def load(path: Path | str) -> Suite:
    """The suite in a file, checked whole.

    Raises:
        BadConfig: the file cannot be read, or a line is wrong; the message says which and why.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfig(f"Cannot read {str(path)!r}: {error}", hint="Give a UTF-8 file.") from error
    rows = [
        (f"{path}:{number}", _row(f"{path}:{number}", line))
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    if not rows:
        raise BadConfig(f"{str(path)!r} is empty.", hint="The first line is the header.")
    now, note = _header(*rows[0])
    utterances = tuple(_utterance(place, row) for place, row in rows[1:])
    seen: set[str] = set()
    for (place, _), one in zip(rows[1:], utterances, strict=True):
        if one.id in seen:
            raise BadConfig(f"{place}: the id {one.id!r} is used twice.", hint="Give each its own id.")
        seen.add(one.id)
    return Suite(now=now, author_note=note, utterances=utterances)


def expectation_problems(expect: Any) -> list[str]:
    """What is wrong with a list of alternatives, one sentence each; empty when it can be used."""
    if not _is_list(expect) or not expect or not all(_is_list(one) and one for one in expect):
        return ["`expect` is not a non-empty list of non-empty lists of calls."]
    problems = []
    for alternative in expect:
        for call in alternative:
            problems += _call_problems(call)
        names = [call.get("name") for call in alternative if isinstance(call, Mapping)]
        if MESSAGE in names and len(names) > 1:
            problems.append(f"{MESSAGE!r} stands beside other calls, where it is ignored.")
    return problems


# --- what was called ---


def _name(call: Any) -> Any:
    return call.get("name") if isinstance(call, Mapping) else None


def _without_extra_messages(calls: Sequence[Any]) -> list[Any]:
    others = [call for call in calls if _name(call) != MESSAGE]
    return others or list(calls[:1])


def _given(call: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """The payload with what was left out filled by the defaults."""
    payload = call.get("payload")
    said = payload if isinstance(payload, Mapping) else {}
    return _defaults(call["name"], now) | {key: value for key, value in said.items() if not _empty(value)}


def _defaults(name: str, now: datetime) -> dict[str, Any]:
    return {"day": now.date().isoformat()} if name == "read_diary" else DEFAULTS.get(name, {})


def _empty(value: Any) -> bool:
    return value is None or (isinstance(value, (str, list, dict)) and not (value and str(value).strip()))


def _expected_match(wanted: Mapping[str, Any], given: Mapping[str, Any], now: datetime) -> bool:
    return all(
        matches(matcher, given.get(key), now)
        for key, matcher in wanted["payload"].items()
        if "absent" not in matcher
    )


def _made_up(wanted: Mapping[str, Any], given: Mapping[str, Any], now: datetime) -> bool:
    defaults = _defaults(wanted["name"], now)
    free = {key for key, matcher in wanted["payload"].items() if "absent" not in matcher}
    return any(
        not (key in defaults and _same(key, value, defaults[key], now.tzinfo))
        for key, value in given.items()
        if key not in free
    )


def _same(key: str, value: Any, default: Any, zone: tzinfo | None) -> bool:
    if key == "day":
        return _on(default, value, zone)
    return _equal(default, value)


# --- matchers ---


def matches(matcher: Mapping[str, Any], value: Any, now: datetime) -> bool:
    """Whether one value is accepted; `None` is an argument left out that has no default.

    `absent` is not judged here, since it depends on the action's default: it accepts nothing but `None`.
    """
    kind = next(key for key in matcher if key in _MATCHERS)
    wanted = matcher[kind]
    match kind:
        case "eq":
            return _equal(wanted, value)
        case "at":
            return _at(wanted, value, now.tzinfo)
        case "on":
            return _on(wanted, value, now.tzinfo)
        case "seconds":
            return bool(_seconds(value) == wanted)
        case "words":
            return _words(wanted, value, limit=matcher.get("max_words"))
        case "unit":
            return isinstance(value, str) and _spelling(value) in {_spelling(one) for one in wanted}
        case "any":
            return True
        case _:
            return value is None


def _equal(wanted: Any, value: Any) -> bool:
    """Equal, and not a boolean for a number or a text for either."""
    return isinstance(wanted, bool) == isinstance(value, bool) and bool(wanted == value)


def _at(wanted: str, value: Any, zone: tzinfo | None) -> bool:
    if not isinstance(value, str) or not _CLOCK_TIME.match(value):
        return False
    local = _local(value, zone)
    return local is not None and local.replace(second=0, microsecond=0) == datetime.fromisoformat(wanted)


def _on(wanted: str, value: Any, zone: tzinfo | None) -> bool:
    local = _local(value, zone) if isinstance(value, str) else None
    return local is not None and local.date() == date.fromisoformat(wanted)


def _local(value: str, zone: tzinfo | None) -> datetime | None:
    """The wall clock time in the zone, without it; `None` for what is no time at all."""
    try:
        moment = datetime.fromisoformat(value.strip())
        return moment if moment.tzinfo is None else moment.astimezone(zone).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return None


def _seconds(value: Any) -> Decimal | float | None:
    """A duration in seconds; `None` for what is none."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    found = _DURATION.fullmatch(value.strip()) if isinstance(value, str) else None
    parts = {unit: text for unit, text in found.groupdict().items() if text} if found else {}
    return sum((Decimal(text) * _SECONDS[unit] for unit, text in parts.items()), Decimal()) if parts else None


def _words(wanted: Sequence[str], value: Any, *, limit: int | None) -> bool:
    if not isinstance(value, str) or (limit is not None and len(value.split()) > limit):
        return False
    tokens = re.findall(r"\w+", _plain(value))
    return all(any(_begins(token, _plain(word)) for token in tokens) for word in wanted)


def _begins(token: str, word: str) -> bool:
    """Endings are free (plurals, Korean particles), but 12 does not begin 120."""
    return token.startswith(word) and not (word[-1].isdigit() and token[len(word) :][:1].isdigit())


def _plain(text: str) -> str:
    """Lower case, without accents, in composed form so that Hangul syllables stay whole."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(one for one in split if unicodedata.category(one) != "Mn"))


def _spelling(text: str) -> str:
    return " ".join(_plain(text).replace("_", " ").replace("-", " ").rstrip(". ").split())


# --- what a file may hold ---


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _texts(value: Any) -> bool:
    return _is_list(value) and bool(value) and all(isinstance(one, str) and one.strip() for one in value)


def _one_token_each(value: Any) -> bool:
    return _texts(value) and all(re.fullmatch(r"\w+", _plain(one)) for one in value)


def _clock_time(value: Any) -> bool:
    if not isinstance(value, str) or not _CLOCK_TIME.fullmatch(value):
        return False
    return _local(value, None) is not None


def _day(value: Any) -> bool:
    return isinstance(value, str) and len(value) == len("2026-11-20") and _local(value, None) is not None


def _positive(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0


_MATCHERS: dict[str, Callable[[Any], bool]] = {
    "eq": lambda value: isinstance(value, (str, int, float)),
    "at": _clock_time,
    "on": _day,
    "seconds": _positive,
    "words": _one_token_each,
    "unit": _texts,
    "any": lambda value: value is True,
    "absent": lambda value: value is True,
}
"""Each matcher, and what its operand must be."""


def _call_problems(call: Any) -> list[str]:
    if not isinstance(call, Mapping) or set(call) != {"name", "payload"}:
        return [f"{call!r} is not a call with `name` and `payload`."]
    name, payload = call["name"], call["payload"]
    if not isinstance(name, str) or name not in PARAMETERS:
        return [f"The action {name!r} is not known."]
    if not isinstance(payload, Mapping):
        return [f"{name}: the payload is not an object."]
    missing = [f"{name}: no matcher for {key!r}." for key in REQUIRED.get(name, ()) if key not in payload]
    return missing + [
        f"{name}.{key}: {problem}"
        for key, matcher in payload.items()
        for problem in _argument_problems(name, key, matcher)
    ]


def _argument_problems(name: str, key: str, matcher: Any) -> list[str]:
    if key not in PARAMETERS[name]:
        return ["the action has no such parameter."]
    kinds = [kind for kind in matcher if kind in _MATCHERS] if isinstance(matcher, Mapping) else []
    if len(kinds) != 1 or set(matcher) - {kinds[0], *(["max_words"] if kinds == ["words"] else [])}:
        return [f"{matcher!r} is no known matcher."]
    if not _MATCHERS[kinds[0]](matcher[kinds[0]]):
        return [f"{matcher!r} does not say what {kinds[0]!r} needs."]
    limit = matcher.get("max_words", 1)
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 1:
        return [f"max_words is {limit!r} and not a positive whole number."]
    choices = CHOICES.get((name, key))
    if choices and kinds == ["eq"] and matcher["eq"] not in choices:
        return [f"{matcher['eq']!r} is not one of {', '.join(choices)}."]
    return []


def _row(place: str, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise BadConfig(f"{place}: not JSON: {error}", hint="Write one object a line.") from error
    if not isinstance(row, dict):
        raise BadConfig(f"{place}: not an object.", hint="Write one object a line.")
    return row


def _header(place: str, row: Mapping[str, Any]) -> tuple[datetime, str]:
    if row.get("header") is not True:
        raise BadConfig(f"{place}: no header.", hint='Begin with {"header": true, "now": ..., "zone": ...}.')
    try:
        now = datetime.fromisoformat(row["now"])
        zone = ZoneInfo(row["zone"])
    except (KeyError, TypeError, ValueError, ZoneInfoNotFoundError) as error:
        raise BadConfig(
            f"{place}: the header's `now` or `zone` is wrong: {error!r}",
            hint="Write a local ISO date-time and a zone such as Europe/Rome.",
        ) from error
    if now.tzinfo is not None:
        raise BadConfig(f"{place}: `now` has an offset.", hint="Leave it out; `zone` decides.")
    return now.replace(tzinfo=zone), str(row.get("author_note", ""))


def _utterance(place: str, row: Mapping[str, Any]) -> Utterance:
    for problem in _row_problems(row):
        raise BadConfig(f"{place}: {problem}", hint="Correct the line.")
    return Utterance(**row)


def _row_problems(row: Mapping[str, Any]) -> list[str]:
    fields = ("id", "half", "lang", "text", "kind", "expect")
    if set(row) != set(fields):
        return [f"the fields are {', '.join(row) or 'none'} and not {', '.join(fields)}."]
    problems = [
        f"`{key}` is {row[key]!r} and not a text."
        for key in fields[:-1]
        if not isinstance(row[key], str) or not row[key].strip()
    ]
    if row["half"] not in HALVES:
        problems.append(f"the half {row['half']!r} is not one of {', '.join(HALVES)}.")
    if row["kind"] not in KINDS:
        problems.append(f"the kind {row['kind']!r} is not one of {', '.join(KINDS)}.")
    elif row["kind"] != "action" and row["expect"] != MESSAGE_ONLY:
        problems.append(f"the kind {row['kind']!r} expects one free message and nothing else.")
    return problems + expectation_problems(row["expect"])
