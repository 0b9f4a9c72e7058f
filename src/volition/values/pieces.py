"""What single phrases say about a moment: a day, a time, a part of the day, a distance from now."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, NamedTuple, TypedDict
from zoneinfo import ZoneInfo

from volition.values.lengths import Length, length
from volition.values.numbers import cardinal, ordinal
from volition.values.phrasebook import Slot, Template
from volition.values.scan import Fitting, Found, Scan, Slots
from volition.values.words.language import DayPart

Reading = Callable[[Scan, int], Found | None]

_ZONES = {
    "UTC": "UTC", "GMT": "UTC", "ET": "America/New_York", "EST": "America/New_York", "EDT": "America/New_York",
    "PT": "America/Los_Angeles", "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles",
    "CET": "Europe/Paris", "CEST": "Europe/Paris", "MEZ": "Europe/Berlin", "MESZ": "Europe/Berlin",
    "JST": "Asia/Tokyo", "KST": "Asia/Seoul",
}  # fmt: skip
"""Zones by the letters that people write after a time, where the letters mean one zone."""
_UNCLEAR_ZONES = frozenset({"CST", "CDT", "IST", "BST", "MST", "MDT", "AST", "EET", "WET", "AEST", "AEDT"})
"""Letters that mean several zones, or one that few know."""
_DOTTED_TIME = re.compile(r"([0-9]{1,2})\.([0-9]{2})")
_DOTTED_DAY = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})")
_APART = re.compile(r"[-/.]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A time as it was said."""

    minutes: int
    """Minutes from midnight by the hour that was said; 1440 is the midnight that ends the day."""
    seconds: int = 0
    """Seconds after the minute."""
    exact: bool
    """Whether the hour is of the 24-hour clock whatever part of the day is named."""
    as_said: bool
    """Whether the hour is of the 24-hour clock when no part of the day is named."""
    midnight: bool = False
    """Whether it was said as midnight, which may begin or end a day."""


class Said(TypedDict, total=False):
    """What phrases say about one moment, each thing at most once."""

    instant: datetime
    now: bool
    days: int
    weekday: int
    which: str
    weeks: int
    months: int
    years: int
    day: int
    month: int
    year: int
    clock: Clock
    part: DayPart
    length: Length
    anchor: Length
    zone: tzinfo | None


class Piece(NamedTuple):
    """One phrase and what it says."""

    said: Said
    """What it says."""
    end: int
    """One past its last term."""
    faint: bool
    """Whether it counts only beside another piece, or when it is all that is said."""


class Hour(NamedTuple):
    """An hour as it was said."""

    value: int
    """0 to 24."""
    padded: bool
    """Whether it was written with a zero in front."""
    named: bool
    """Whether it was noon or midnight by name."""


def piece(scan: Scan, at: int, *, month_first: bool, beside: Said | None = None) -> Piece | None:
    """The longest phrase at a place that says something about a moment.

    Of two readings of one phrase, the one that adds to what is said beside it: Montag MORGEN.
    """
    found = [
        *_dated(scan, at, month_first=month_first),
        *_worded(scan, at),
        *_templated(scan, at),
        *_clocks(scan, at, is_led=False),
        *_led_clocks(scan, at),
    ]
    fresh = [each for each in found if beside and _adds(each.said, beside)]
    measures = bool(beside) and scan.book.language.anchors_follow
    best = max(
        fresh or found,
        key=lambda each: (each.end, not each.faint, ("anchor" in each.said) == measures),
        default=None,
    )
    return _with_zone(scan, best) if best and "clock" in best.said else best


def _adds(said: Said, beside: Said) -> bool:
    clash = said.keys() & beside.keys() or ("days" in said and "weekday" in beside)
    return not clash


def not_a_moment(scan: Scan, at: int) -> int:
    """The place after a phrase that looks like a moment and is none, such as `every friday`; 0 for others."""
    return max((each.end for each in _fitting(scan, at) if each.template.kind == "not_moments"), default=0)


def _fitting(scan: Scan, at: int) -> list[Fitting]:
    """The templates that fit at a place; found once."""
    if at not in scan.fitting:
        scan.fitting[at] = scan.fits(at, SLOTS) if at < len(scan.terms) else []
    return scan.fitting[at]


def _dated(scan: Scan, at: int, *, month_first: bool) -> list[Piece]:
    """Dates in digits."""
    word = scan.word(at)
    match scan.kind(at):
        case "iso":
            return _instant(word, at)
        case "date":
            parts = _APART.split(word)
            if len(parts[0]) == 4:
                return _day_month(parts[::-1], at + 1, month_first=False)
            return _day_month(parts, at + 1, month_first=month_first)
        case "slashed" if not scan.find("idioms", at):
            return _day_month(word.split("/"), at + 1, month_first=month_first)
        case "number" if scan.word(at + 1) == "." and _DOTTED_DAY.fullmatch(word):
            return _day_month(word.split("."), at + 2, month_first=False)
        case _:
            return []


def _instant(word: str, at: int) -> list[Piece]:
    try:
        instant = datetime.fromisoformat(word.replace(",", ".").upper())
    except ValueError:
        return []
    if instant.tzinfo is not None:
        return [Piece({"instant": instant}, at + 1, faint=False)]
    clock = Clock(
        minutes=instant.hour * 60 + instant.minute, seconds=instant.second, exact=True, as_said=True
    )
    said: Said = {"year": instant.year, "month": instant.month, "day": instant.day, "clock": clock}
    return [Piece(said, at + 1, faint=False)]


def _day_month(parts: Sequence[str], end: int, *, month_first: bool) -> list[Piece]:
    """Day, month and perhaps year in this order, or month before day where that is the custom or alone fits."""
    day, month, *rest = (int(each) for each in parts)
    if (month_first and day <= 12) or month > 12:
        day, month = month, day
    if not (1 <= day <= 31 and 1 <= month <= 12):
        return []
    said: Said = {"day": day, "month": month}
    if rest:
        said["year"] = rest[0] + (0 if rest[0] > 99 else 2000 if rest[0] < 70 else 1900)
        if not 1000 <= said["year"] <= 9999:
            return []
    return [Piece(said, end, faint=not rest)]


def _worded(scan: Scan, at: int) -> list[Piece]:
    """Phrases that stand in the table as they are."""
    if scan.find("idioms", at):
        return []
    found = []
    for name, says in _SAYINGS.items():
        if each := scan.find(name, at):
            lone = each.end == at + 1
            faint = name in _FAINT or (lone and (name == "parts" or scan.word(at) in scan.book.faint))
            found.append(Piece(says(each.value), each.end, faint))
    if named := scan.find("named_hours", at):
        clock = _clock(scan, Hour(named.value, padded=False, named=True), 0)
        found.append(Piece({"clock": clock}, named.end, faint=False))
    return found


_SAYINGS: dict[str, Callable[[Any], Said]] = {
    "days": lambda days: {"days": days},
    "day_parts": lambda value: {"days": value[0], "part": value[1]},
    "parts": lambda part: {"part": part},
    "weeks": lambda weeks: {"weeks": weeks},
    "months_away": lambda months: {"months": months},
    "years_away": lambda years: {"years": years},
    "holidays": lambda day: {"month": day[0], "day": day[1]},
    "now": lambda _: {"now": True},
}
"""Fields of the table to what their phrases say."""
_FAINT = frozenset({"holidays", "now"})
_CLOCKS = frozenset({"clocks", "faint_clocks"})


def _templated(scan: Scan, at: int) -> Iterator[Piece]:
    """Phrases that templates of the table describe."""
    for template, filled, end in _fitting(scan, at):
        match template.kind:
            case "dates" | "faint_dates":
                found = _date_piece(scan, template, filled, end)
            case "weekday_templates":
                faint = end == at + 1 and scan.word(at) in scan.book.faint
                found = Piece({"weekday": filled["weekday"], "which": template.value}, end, faint)
            case "offsets":
                found = Piece({"length": filled["length"].times(template.value)}, end, faint=False)
            case "anchors":
                found = Piece({"anchor": filled["length"].times(template.value)}, end, faint=False)
            case _:
                continue
        if found:
            yield found


def _led_clocks(scan: Scan, at: int) -> Iterator[Piece]:
    """Times with the word that makes their number an hour: at nine."""
    lead = scan.find("hour_leads", at)
    if lead is None:
        return
    for each in _clocks(scan, lead.end, is_led=lead.value):
        yield each._replace(faint=each.faint and not lead.value)


def _clocks(scan: Scan, at: int, *, is_led: bool) -> Iterator[Piece]:
    """Times of day, with am or pm behind them."""
    for template, filled, end in _fitting(scan, at):
        if template.kind not in _CLOCKS:
            continue
        clock = filled.get("clock") or filled.get("dotted") or _spoken(scan, template, filled)
        half = scan.find("halves_of_day", end)
        if clock and half and (clock := _in_half(clock, half.value)):
            yield Piece({"clock": clock}, half.end, faint=False)
        faint = template.kind == "faint_clocks"
        counts = template.elements[-1] in _NUMERIC and is_count(scan, end, strict=faint and not is_led)
        if clock and not half and not counts:
            yield Piece({"clock": clock}, end, faint)


def _spoken(scan: Scan, template: Template, filled: dict[str, Any]) -> Clock | None:
    minute = filled.get("minute", filled.get("spelled_minute"))
    if minute is None:
        return _clock(scan, filled["hour"], template.value)
    if template.elements[-2:] == (Slot("hour"), Slot("minute")) and minute < 10:
        return None
    added, sign = template.value if isinstance(template.value, tuple) else (0, template.value)
    return _clock(scan, filled["hour"], added + sign * minute)


def _clock(scan: Scan, hour: Hour, added: int, seconds: int = 0) -> Clock:
    minutes = hour.value * 60 + added
    minutes += 720 if minutes < 60 and added < 0 else 0
    return Clock(
        minutes=minutes,
        seconds=seconds,
        exact=hour.named or hour.value > 12 or hour.value == 0,
        as_said=hour.padded or scan.book.language.hours == 24,
        midnight=hour.named and minutes >= 1440,
    )


def _in_half(clock: Clock, half: DayPart) -> Clock | None:
    """A time with am or pm; None where they contradict each other."""
    if clock.exact:
        return clock if clock.minutes // 720 == half.first // 12 else None
    minutes = clock.minutes % 720 + half.first * 60
    return Clock(minutes=minutes, seconds=clock.seconds, exact=True, as_said=True)


def _date_piece(scan: Scan, template: Template, filled: dict[str, Any], end: int) -> Piece | None:
    said: Said = {}
    if (day := filled.get("day", filled.get("nth"))) is not None:
        said["day"] = day
    if (month := filled.get("month", filled.get("month_number"))) is not None:
        said["month"] = month
    if "year" in filled:
        said["year"] = filled["year"]
    if "weekday" in filled:
        said["weekday"], said["which"] = filled["weekday"], "coming"
    faint = template.kind == "faint_dates"
    if template.elements[-1] in _NUMERIC and is_count(scan, end, strict=faint):
        return None
    return Piece(said, end, faint)


_NUMERIC = frozenset({Slot("hour"), Slot("minute"), Slot("dotted"), Slot("day"), Slot("nth")})


def is_count(scan: Scan, at: int, *, strict: bool) -> bool:
    """Whether what follows a bare number shows that it counts things: 5 people, 21 Baker Street.

    Strictly, any word that is not known to follow an hour or a day shows it.
    """
    if at >= len(scan.terms):
        return False
    term, book = scan.terms[at], scan.book
    if term.word in book.counted or scan.find("percent", at):
        return True
    if term.kind == "mark":
        return False
    if term.kind != "word" or term.glued:
        return term.kind in {"integer", "number", "odd"} or term.kind == "word"
    if term.word in book.continuations or term.word in book.signals or scan.find("leads", at):
        return False
    if strict:
        return not (scan.find("fillers", at) or scan.find("glue", at))
    if term.word in book.known:
        return False
    raw = scan.text[term.start : term.end]
    named = book.language.capitals_are_names and raw[0].isupper() and not raw.isupper()
    plural = book.language.plural_ending
    return named or bool(plural and term.word.endswith(plural))


def _with_zone(scan: Scan, found: Piece) -> Piece:
    """A time with the zone written after it; letters that mean several zones make it unreadable."""
    at = found.end
    letters = scan.text[slice(*scan.span(at, at + 1))] if at < len(scan.terms) else ""
    if letters in _ZONES:
        return Piece({**found.said, "zone": ZoneInfo(_ZONES[letters])}, at + 1, faint=False)
    if letters in _UNCLEAR_ZONES:
        return Piece({**found.said, "zone": None}, at + 1, faint=False)
    return found


def _hour(scan: Scan, at: int) -> Found | None:
    if named := scan.find("named_hours", at):
        return Found(Hour(named.value, padded=False, named=True), named.end)
    found = _number(scan, at, 0, 24)
    return found and Found(Hour(found.value, scan.word(at).startswith("0"), named=False), found.end)


def _number(scan: Scan, at: int, least: int, most: int) -> Found | None:
    """A whole number from `least` to `most`, of two digits at most, that is no part of a word."""
    if scan.kind(at) == "integer":
        term = scan.terms[at]
        if term.glued and scan.text[term.start - 1].isascii():
            return None
    return _small(scan, at, least, most)


def _small(scan: Scan, at: int, least: int, most: int) -> Found | None:
    if scan.kind(at) == "integer" and len(scan.word(at)) > 2:
        return None
    found = cardinal(scan, at)
    return found if found and least <= found.value <= most else None


def _minute(scan: Scan, at: int) -> Found | None:
    """Minutes, which may be written against what stands before them: 9h30."""
    return _small(scan, at, 0, 59)


def _spelled_minute(scan: Scan, at: int) -> Found | None:
    return _number(scan, at, 1, 59) if scan.kind(at) == "word" else None


def _clock_in_digits(scan: Scan, at: int) -> Found | None:
    if scan.kind(at) != "clock":
        return None
    return _timed(scan, at, scan.word(at).split(":"))


def _dotted(scan: Scan, at: int) -> Found | None:
    match = _DOTTED_TIME.fullmatch(scan.word(at)) if scan.kind(at) == "number" else None
    return _timed(scan, at, match.groups()) if match and not scan.terms[at].glued else None


def _timed(scan: Scan, at: int, parts: Sequence[str]) -> Found | None:
    hour, minute, second = (int(each) for each in (*parts, "0")[:3])
    if hour > 24 or minute > 59 or second > 59 or (hour == 24 and minute + second > 0):
        return None
    padded = parts[0].startswith("0")
    return Found(_clock(scan, Hour(hour, padded, named=False), minute, second), at + 1)


def _nth(scan: Scan, at: int) -> Found | None:
    found = ordinal(scan, at)
    return found if found and 1 <= found.value <= 31 else None


def _year(scan: Scan, at: int) -> Found | None:
    if scan.kind(at) != "integer" or len(scan.word(at)) != 4:
        return None
    value = int(scan.word(at))
    return Found(value, at + 1) if 1900 <= value < 2200 else None


def _named(field: str) -> Reading:
    def read(scan: Scan, at: int) -> Found | None:
        return None if scan.find("idioms", at) else scan.find(field, at)

    return read


def _within(least: int, most: int) -> Reading:
    def read(scan: Scan, at: int) -> Found | None:
        return _number(scan, at, least, most)

    return read


SLOTS: Slots = {
    "clock": _clock_in_digits,
    "dotted": _dotted,
    "hour": _hour,
    "minute": _minute,
    "spelled_minute": _spelled_minute,
    "day": _within(1, 31),
    "month_number": _within(1, 12),
    "nth": _nth,
    "year": _year,
    "number": cardinal,
    "length": length,
    "month": _named("months"),
    "weekday": _named("weekdays"),
    "part": _named("parts"),
    "unit": _named("units"),
}
"""What fills the slots of templates."""
