"""Lengths of time: two weeks, an hour and a half, 1h30."""

import re
from dataclasses import dataclass
from datetime import timedelta

from volition.values.numbers import quantity
from volition.values.scan import Found, Scan

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
_MONTHS = {"month": 1, "year": 12}
_SIZE = {
    unit: place for place, unit in enumerate(("second", "minute", "hour", "day", "week", "month", "year"))
}
_MOST_PARTS = 6
_ISO = re.compile(
    r"P(?=[0-9T])(?:([0-9]{1,6})Y)?(?:([0-9]{1,6})M)?(?:([0-9]{1,6})W)?(?:([0-9]{1,6})D)?"
    r"(?:T(?=[0-9])(?:([0-9]{1,6})H)?(?:([0-9]{1,6})M)?(?:([0-9]{1,6}(?:[.,][0-9]{1,6})?)S)?)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time as calendars count it."""

    months: int = 0
    """Months, years among them; they have no fixed number of days."""
    days: int = 0
    """Days, weeks among them; by the calendar, whatever the clocks do."""
    seconds: float = 0
    """What is shorter than a day, in seconds that pass."""

    def plus(self, other: "Length") -> "Length":
        """Both together."""
        return Length(self.months + other.months, self.days + other.days, self.seconds + other.seconds)

    def times(self, sign: int) -> "Length":
        """Forwards or backwards."""
        return Length(self.months * sign, self.days * sign, self.seconds * sign)

    def fixed(self) -> timedelta | None:
        """The same as a number of days and seconds; None when months are in it."""
        if self.months:
            return None
        try:
            return timedelta(days=self.days, seconds=self.seconds)
        except OverflowError:
            return None


def length(scan: Scan, at: int) -> Found | None:
    """The length of time that begins at a place."""
    if scan.terms[at : at + 1] and scan.terms[at].glued and scan.find("cardinals", at - 1):
        return None  # two numbers in one word are a guess: 두세 시간
    found, parts, smallest = None, 0, len(_SIZE)
    while parts < _MOST_PARTS:
        start = scan.skip("length_joints", at) if found else at
        start += bool(found and scan.word(start) == ",")
        part = _part(scan, start)
        if part is None or _SIZE[part.value[1]] >= smallest:
            break
        more, unit = part.value
        found = Found(found.value.plus(more) if found else more, part.end)
        at, parts, smallest = part.end, parts + 1, _SIZE[unit]
    return _with_minutes(scan, found) if found and smallest == _SIZE["hour"] else found


def lengths(scan: Scan) -> list[tuple[Length | None, int, int]]:
    """The lengths of time in a text, each with the terms that it was read from; None is one of several."""
    if iso := _iso(scan.text):
        return [(iso, 0, len(scan.terms))]
    found: list[tuple[Length | None, int, int]] = []
    at = 0
    while at < len(scan.terms):
        each = length(scan, at)
        if each:
            found.append((None if _is_end_of_range(scan, at) else each.value, at, each.end))
        at = each.end if each else at + 1
    return found


def _is_end_of_range(scan: Scan, at: int) -> bool:
    return at > 1 and scan.find("alternatives", at - 1) is not None and quantity(scan, at - 2) is not None


def _part(scan: Scan, at: int) -> Found | None:
    """One number with its unit, as a pair of length and unit."""
    start = scan.skip("articles", at)
    if whole := scan.find("lengths", start):
        count, unit = whole.value
        return _more(scan, count, unit, whole.end)
    if start > at and (unit := _unit(scan, start)):
        return _more(scan, 1, unit.value, unit.end)
    number = quantity(scan, at)
    if number is None and start > at:
        number = quantity(scan, start)
    if number is None:
        return _bare(scan, at)
    unit = _unit(scan, number.end) or _unit(scan, scan.skip("of", number.end))
    return _more(scan, number.value, unit.value, unit.end) if unit else None


def _bare(scan: Scan, at: int) -> Found | None:
    """A unit without a number counts when a fraction follows: hora y media."""
    unit = scan.find("units", at)
    half = scan.find("halves", unit.end) if unit else None
    return _measured(1 + half.value, unit.value, half.end) if unit and half else None


def _unit(scan: Scan, at: int) -> Found | None:
    if found := scan.find("units", at):
        return found
    return scan.find("short_units", at) if scan.kind(at - 1) in {"integer", "number"} else None


def _more(scan: Scan, count: float, unit: str, end: int) -> Found | None:
    half = scan.find("halves", end)
    return _measured(count + half.value, unit, half.end) if half else _measured(count, unit, end)


def _measured(count: float, unit: str, end: int) -> Found | None:
    if unit in _MONTHS:
        months = count * _MONTHS[unit]
        return Found((Length(months=int(months)), unit), end) if months == int(months) else None
    seconds = count * _SECONDS[unit]
    if _SECONDS[unit] >= _SECONDS["day"] and seconds % _SECONDS["day"] == 0:
        return Found((Length(days=int(seconds // _SECONDS["day"])), unit), end)
    return Found((Length(seconds=seconds), unit), end)


def _with_minutes(scan: Scan, found: Found) -> Found:
    """Hours with the minutes written against them: 1h30."""
    at = found.end
    if scan.kind(at) != "integer" or not scan.terms[at].glued or len(scan.word(at)) > 2:
        return found
    minutes = Length(seconds=60 * int(scan.word(at)))
    return Found(found.value.plus(minutes), at + 1) if minutes.seconds < 3600 else found


def _iso(text: str) -> Length | None:
    match = _ISO.fullmatch(text.strip()) if len(text) < 80 else None
    if match is None:
        return None
    years, months, weeks, days, hours, minutes = (int(each or 0) for each in match.groups()[:6])
    seconds = float((match[7] or "0").replace(",", "."))
    return Length(years * 12 + months, weeks * 7 + days, hours * 3600 + minutes * 60 + seconds)
