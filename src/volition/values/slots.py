"""What fills the slots of templates: hours, minutes, days, months, lengths."""

import re
from collections.abc import Callable, Sequence

from volition.values.clocks import Hour, clock
from volition.values.lengths import length
from volition.values.numbers import cardinal, ordinal
from volition.values.scan import Found, Scan, Slots

Reading = Callable[[Scan, int], Found | None]

_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{2})")


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


def _hour(scan: Scan, at: int) -> Found | None:
    if named := scan.find("named_hours", at):
        return Found(Hour(named.value, named=True), named.end)
    found = _whole(scan, at, 0, 24)
    return found and Found(Hour(found.value, padded=scan.word(at).startswith("0")), found.end)


def _whole(scan: Scan, at: int, least: int, most: int) -> Found | None:
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
    return _whole(scan, at, 1, 59) if scan.kind(at) == "word" else None


def _clock_in_digits(scan: Scan, at: int) -> Found | None:
    if scan.kind(at) != "clock":
        return None
    return _timed(scan, at, scan.word(at).split(":"))


def _dotted(scan: Scan, at: int) -> Found | None:
    match = _DOTTED.fullmatch(scan.word(at)) if scan.kind(at) == "number" else None
    return _timed(scan, at, match.groups()) if match and not scan.terms[at].glued else None


def _timed(scan: Scan, at: int, parts: Sequence[str]) -> Found | None:
    hour, minute, second = (int(each) for each in (*parts, "0")[:3])
    if hour > 24 or minute > 59 or second > 59 or (hour == 24 and minute + second > 0):
        return None
    said = Hour(hour, padded=parts[0].startswith("0"))
    return Found(clock(said, minute, seconds=second, hours=scan.book.language.hours), at + 1)


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
        return _whole(scan, at, least, most)

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
