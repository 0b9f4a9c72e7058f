"""Values out of the words that a person wrote, or that a model copied from a person.

Nothing is guessed: where two readings fit and none is the clear default, the answer is None. The language of
`locale` is tried first, then the others; `languages` replaces the shipped ones by tables of your own. Only
the first 4,096 characters of a text are read, and no text makes these functions raise.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date as calendar_date
from datetime import datetime, timedelta
from datetime import time as clock_time
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from volition.errors import BadConfig
from volition.values import answers, choices, lengths, moments, quantities, runs
from volition.values.days import Prefer
from volition.values.moments import Moment
from volition.values.phrasebook import phrasebook
from volition.values.scan import Scan
from volition.values.terms import LIMIT, terms
from volition.values.words.language import Language
from volition.values.words.shipped import in_order, region

Value = TypeVar("Value")
Languages = Sequence[Language] | None

_EMAIL = re.compile(
    r"(?<![\w.+%-])[\w.+%-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?![\w-]|\.\w)", re.IGNORECASE
)


def moment(
    text: str, *, now: datetime, locale: str = "en", prefer: Prefer = "future", languages: Languages = None
) -> Moment | None:
    """The one date, time or both that a text speaks of.

    >>> from zoneinfo import ZoneInfo
    >>> wednesday = datetime(2026, 3, 4, 10, 30, tzinfo=ZoneInfo("Europe/Rome"))
    >>> moment("remind me tomorrow at nine please", now=wednesday).at.isoformat()
    '2026-03-05T09:00:00+01:00'

    The readings that are not in the words themselves:

    - A bare hour in a language with a 12-hour clock is the next one to come; on another day 7 to 11 are
      before noon, 12 is noon, 1 to 6 after noon. In the other languages it is as said: alle 5 is 05:00.
    - A part of the day without an hour: dawn 6, morning 9, noon 12, afternoon 15, evening 19, tonight 20,
      night 21. None when that hour of today has passed.
    - `friday` is the coming one, and today only with a time still to come; `next friday` is the one of the
      week after this one, which begins on Monday; `last friday` the most recent one before today.
    - 3/4 is the third of April, unless the region writes months first (`en-US`) or only that fits.
    - A day without a year, or without a month, is the nearest on the preferred side of today.
    - A time that the clocks of a zone skip is moved forward; of a time shown twice the first is meant.

    None also for what happens again and again, for ranges and alternatives, and for vague times: `next week`.

    Args:
        text: What was said.
        now: When it was said, with a zone; the answer is in this zone.
        locale: The language, with or without a region: `en`, `de-AT`.
        prefer: On which side of now a time lies whose day was not said.
        languages: Tables to read with, instead of the shipped ones.

    Raises:
        BadConfig: `now` has no zone.
    """
    now = _zoned(now)
    spoken = _spoken(text, locale, languages)
    if spoken is None or any(run.blocked for run in spoken.found):
        return None
    found = _moments(spoken, now, prefer)
    meanings = {(each.at, each.has_date, each.has_time) for each in found}
    return found[0] if len(found) == len(spoken.found) and len(meanings) == 1 else None


def moments_in(
    text: str, *, now: datetime, locale: str = "en", prefer: Prefer = "future", languages: Languages = None
) -> list[Moment]:
    """All dates and times that a text speaks of, in order: `from monday at 9 to tuesday`.

    Arguments as for `moment`.

    Raises:
        BadConfig: `now` has no zone.
    """
    now = _zoned(now)
    spoken = _spoken(text, locale, languages)
    return _moments(spoken, now, prefer) if spoken else []


def date(
    text: str, *, now: datetime, locale: str = "en", prefer: Prefer = "future", languages: Languages = None
) -> calendar_date | None:
    """The one day that a text speaks of, whether or not it names a time; None when it names only a time.

    Arguments as for `moment`.

    Raises:
        BadConfig: `now` has no zone.
    """
    now = _zoned(now)
    spoken = _spoken(text, locale, languages)
    if spoken is None or any(run.blocked for run in spoken.found):
        return None
    return _only(
        moments.day_meant(run.said, now, prefer=prefer) for run in spoken.found if moments.names_day(run.said)
    )


def time(
    text: str, *, now: datetime | None = None, locale: str = "en", languages: Languages = None
) -> clock_time | None:
    """The one time of day that a text speaks of, whatever the day.

    >>> time("half past six in the evening")
    datetime.time(18, 30)

    Arguments as for `moment`; without `now` a bare hour is read as on another day, and distances such as
    `in two hours` are None.

    Raises:
        BadConfig: `now` has no zone.
    """
    now = None if now is None else _zoned(now)
    spoken = _spoken(text, locale, languages)
    if spoken is None or any(run.blocked for run in spoken.found):
        return None
    return _only(moments.time_meant(run.said, now) for run in spoken.found if moments.names_time(run.said))


def duration(text: str, *, locale: str = "en", languages: Languages = None) -> timedelta | None:
    """The one length of time that a text speaks of: words, `1h30`, or ISO 8601 such as `PT10M`.

    None for months and years too, which have no fixed length.

    >>> duration("set a timer for an hour and a half")
    datetime.timedelta(seconds=5400)
    """
    best: list[tuple[lengths.Length | None, int, int]] = []
    most = 0
    for scan in _scans(text, locale, languages):
        found = lengths.lengths(scan)
        covered = sum(_size(scan, start, end) for _, start, end in found)
        if covered > most:
            best, most = found, covered
    length = _only(each for each, _, _ in best)
    return None if length is None else length.fixed()


def number(text: str, *, locale: str = "en", languages: Languages = None) -> int | float | None:
    """The one number in a text, in digits or words; a percentage is none, see `amount`.

    Marks are read by the locale: `1.000` is one in English and a thousand in German. What fits only the other
    way, such as `1,5` in English, is read that way.

    >>> number("two and a half"), number("a dozen"), number("1,000.5"), number("two or three")
    (2.5, 12, 1000.5, None)
    """
    return _first(quantities.only_number, text, locale, languages, settling=("cardinals", "multipliers"))


def amount(
    text: str, *, units: Mapping[str, Sequence[str]], locale: str = "en", languages: Languages = None
) -> tuple[int | float, str] | None:
    """The one number with a unit in a text, and the name of the unit.

    >>> amount("half a kilo of flour", units={"kg": ["kilo", "kilos"], "%": ["percent"]})
    (0.5, 'kg')

    Args:
        text: What was said.
        units: Names of units to the words for them; a name counts as a word too.
        locale: The language of the numbers.
        languages: Tables to read with, instead of the shipped ones.
    """
    return _first(lambda scan: quantities.only_amount(scan, units), text, locale, languages)


def ordinal(text: str, *, locale: str = "en", languages: Languages = None) -> int | None:
    """The one place in a list that a text names; the last is -1.

    >>> ordinal("the second one"), ordinal("2nd"), ordinal("number three"), ordinal("the last")
    (2, 2, 3, -1)
    """
    return _first(quantities.only_ordinal, text, locale, languages, settling=("ordinals",))


def yes_no(text: str, *, locale: str = "en", languages: Languages = None) -> answers.Answer | None:
    """A plain answer: `yes`, `no`, `cancel` or `maybe`; None when the text says anything else besides.

    >>> yes_no("Yes please!"), yes_no("no thanks"), yes_no("never mind"), yes_no("yes but make it large")
    ('yes', 'no', 'cancel', None)
    """
    return _first(answers.plain_answer, text, locale, languages)


def choice(
    text: str,
    options: Sequence[str],
    *,
    synonyms: Mapping[str, Sequence[str]] = MappingProxyType({}),
    locale: str = "en",
    numbered: bool = False,
    languages: Languages = None,
) -> str | None:
    """The one of several options that a text names; None when two fit.

    By its name whatever the case, accents and spaces; as whole words in the text; by the words that only it
    has; by its place (`the second one`); by a misspelt name with a clear distance to the next.

    >>> choice("the large one please", ["small", "large", "extra large"])
    'large'

    Args:
        text: What was said.
        options: What may be meant, in the order in which it was shown.
        synonyms: Options to other names of them.
        locale: The language of the words around a name.
        numbered: Whether options were shown with numbers, so that a bare number is a place.
        languages: Tables to read with, instead of the shipped ones.
    """
    scans = list(_scans(text, locale, languages))
    return choices.chosen(text, options, scans, synonyms=synonyms, numbered=numbered)


def email(text: str) -> str | None:
    """The one e-mail address in a text.

    >>> email("write to Ada <ada@example.org>, please")
    'ada@example.org'
    """
    return _only(dict.fromkeys(_EMAIL.findall(text[:LIMIT])))


class _Spoken(NamedTuple):
    """What one language reads of a text."""

    scan: Scan
    found: list[runs.Run]
    covered: int


def _spoken(text: str, locale: str, languages: Languages) -> _Spoken | None:
    """The reading of the language that reads most of a text; the locale's own where two read as much."""
    best: _Spoken | None = None
    for scan in _scans(text, locale, languages):
        if best is not None and not any(term.word in scan.book.hints for term in scan.terms):
            continue
        found = runs.runs(scan, month_first=region(locale) in scan.book.language.month_first)
        covered = sum(_size(scan, run.start, run.end) for run in found)
        if best is None or covered > best.covered:
            best = _Spoken(scan, found, covered)
    return best if best and best.found else None


def _scans(text: str, locale: str, languages: Languages) -> Iterator[Scan]:
    """A text in the eyes of each language; only the first mends misspellings by nearness."""
    seen = terms(text)
    for place, language in enumerate(in_order(locale, languages)):
        yield Scan(text, seen, phrasebook(language), mend=place == 0)


def _size(scan: Scan, start: int, end: int) -> int:
    """The letters and digits between two terms; marks and spaces say nothing for a language."""
    return sum(term.end - term.start for term in scan.terms[start:end])


def _moments(spoken: _Spoken, now: datetime, prefer: Prefer) -> list[Moment]:
    found = []
    for run in spoken.found:
        meant = None if run.blocked else moments.meant(run.said, now, prefer=prefer)
        if meant:
            found.append(Moment(**meant._asdict(), span=spoken.scan.span(run.start, run.end)))
    return found


def _first(
    read: Callable[[Scan], Value | None],
    text: str,
    locale: str,
    languages: Languages,
    *,
    settling: tuple[str, ...] = (),
) -> Value | None:
    """What the locale's language reads; otherwise the one thing that the other languages read.

    A word of the `settling` fields of the locale's table leaves nothing to other languages.
    """
    others = []
    for place, scan in enumerate(_scans(text, locale, languages)):
        found = read(scan)
        if place == 0 and (found is not None or _has_any(scan, settling)):
            return found
        if found is not None:
            others.append(found)
    return _only(others)


def _has_any(scan: Scan, fields: tuple[str, ...]) -> bool:
    return any(scan.find(name, at) for at in range(len(scan.terms)) for name in fields)


def _only(found: Iterable[Value | None]) -> Value | None:
    """The one value that all are; None when one is None, or two differ."""
    values = set(found)
    return values.pop() if len(values) == 1 else None


def _zoned(now: datetime) -> datetime:
    if now.tzinfo is None:
        raise BadConfig("`now` has no time zone.", hint="Pass a datetime with a zone, as a Clock gives it.")
    return now
