"""What single phrases say about a moment: a day, a time, a part of the day, a distance from now."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta, timezone, tzinfo
from typing import Any, NamedTuple, TypedDict
from zoneinfo import ZoneInfo

from volition.values.clocks import Clock, Hour, clock, in_half
from volition.values.lengths import Length
from volition.values.phrasebook import Slot, Template
from volition.values.scan import Fitting, Scan
from volition.values.slots import SLOTS, is_count
from volition.values.words.language import DayPart

_ZONES = {
    "UTC": "UTC", "GMT": "UTC", "CET": "Europe/Paris", "CEST": "Europe/Paris", "MEZ": "Europe/Berlin",
    "MESZ": "Europe/Berlin", "ET": "America/New_York", "EST": "America/New_York", "EDT": "America/New_York",
    "PT": "America/Los_Angeles", "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles",
    "JST": "Asia/Tokyo", "KST": "Asia/Seoul",
}  # fmt: skip
"""Zones by the letters that people write after a time, where the letters mean one zone."""
_UNCLEAR_ZONES = frozenset({"CST", "CDT", "IST", "BST", "MST", "MDT", "AST", "EET", "WET", "AEST", "AEDT"})
"""Letters that mean several zones, or one that few know."""
_SIGNS = {"+": 1, "-": -1, "−": -1}
_DOTTED_DAY = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})")
_APART = re.compile(r"[-/.]")


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
    minutes = instant.hour * 60 + instant.minute
    exact = Clock(minutes=minutes, seconds=instant.second, exact=True, as_said=True)
    said: Said = {"year": instant.year, "month": instant.month, "day": instant.day, "clock": exact}
    return [Piece(said, at + 1, faint=False)]


def _day_month(parts: Sequence[str], end: int, *, month_first: bool) -> list[Piece]:
    """Day, month and perhaps year in this order; month before day where that is custom or alone fits."""
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
        found.append(Piece({"clock": clock(Hour(named.value, named=True), hours=24)}, named.end, faint=False))
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
_NUMERIC = frozenset({Slot("hour"), Slot("minute"), Slot("dotted"), Slot("day"), Slot("nth")})
"""Slots whose number may count what follows it."""


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
    if packed := _packed(scan, at):
        yield packed
    for template, filled, end in _fitting(scan, at):
        if template.kind not in _CLOCKS:
            continue
        said = filled.get("clock") or filled.get("dotted") or _spoken(scan, template, filled)
        half = scan.find("halves_of_day", end)
        if said and half and (said := in_half(said, half.value)):
            yield Piece({"clock": said}, half.end, faint=False)
        faint = template.kind == "faint_clocks"
        counts = template.elements[-1] in _NUMERIC and is_count(scan, end, strict=faint and not is_led)
        if said and not half and not counts:
            yield Piece({"clock": said}, end, faint)


def _packed(scan: Scan, at: int) -> Piece | None:
    """Hour and minutes without a mark between, which only am or pm make a time: 330pm."""
    digits = scan.word(at)
    half = (
        scan.find("halves_of_day", at + 1) if scan.kind(at) == "integer" and len(digits) in {3, 4} else None
    )
    if half is None or not 1 <= int(digits[:-2]) <= 12 or int(digits[-2:]) > 59:
        return None
    said = in_half(clock(Hour(int(digits[:-2])), int(digits[-2:]), hours=12), half.value)
    return Piece({"clock": said}, half.end, faint=False) if said else None


def _spoken(scan: Scan, template: Template, filled: dict[str, Any]) -> Clock | None:
    minute, added = filled.get("minute", filled.get("spelled_minute")), template.value
    if minute is not None:
        if template.elements[-2:] == (Slot("hour"), Slot("minute")) and minute < 10:
            return None
        more, sign = added if isinstance(added, tuple) else (0, added)
        added = more + sign * minute
    return clock(filled["hour"], added, hours=scan.book.language.hours)


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


def _offset(scan: Scan, at: int) -> timezone | None:
    """An offset from UTC as mail writes it: +0100."""
    sign, digits = scan.word(at), scan.word(at + 1)
    if sign not in _SIGNS or scan.kind(at + 1) != "integer" or len(digits) != 4:
        return None
    minutes = int(digits[:2]) * 60 + int(digits[2:])
    return timezone(_SIGNS[sign] * timedelta(minutes=minutes)) if minutes < 1440 else None


def _with_zone(scan: Scan, found: Piece) -> Piece:
    """A time with the zone written after it; letters that mean several zones make it unreadable."""
    at = found.end
    if offset := _offset(scan, at):
        return Piece({**found.said, "zone": offset}, at + 2, faint=False)
    letters = scan.text[slice(*scan.span(at, at + 1))] if at < len(scan.terms) else ""
    if letters in _ZONES:
        return Piece({**found.said, "zone": ZoneInfo(_ZONES[letters])}, at + 1, faint=False)
    if letters in _UNCLEAR_ZONES:
        return Piece({**found.said, "zone": None}, at + 1, faint=False)
    return found
