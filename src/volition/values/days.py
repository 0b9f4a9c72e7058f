"""The days that phrases may mean, seen from one day."""

import calendar
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from typing import Literal

from volition.values.lengths import Length
from volition.values.pieces import Said

Prefer = Literal["future", "past"]

_SAYING_DAYS = frozenset({"days", "weekday", "weeks", "months", "years", "day", "month", "year", "length"})
_FLOATING = frozenset({"weekday", "which", "day", "month", "clock", "part"})
_YEARS_AHEAD = 8
"""The longest time between two 29ths of February."""


def says_day(said: Said) -> bool:
    """Whether a day is said."""
    return not _SAYING_DAYS.isdisjoint(said)


def is_fixed(said: Said) -> bool:
    """Whether the day said is one day whatever the time; otherwise it is the nearest of several."""
    return not said.keys() <= _FLOATING or said.get("which", "coming") != "coming"


def days(said: Said, today: date, *, prefer: Prefer) -> list[date]:
    """The days that are meant, the nearest in the preferred direction first.

    Empty when what is said is no day, such as `next week`, or contradicts itself.

    Raises:
        OverflowError: the day is beyond the years 1 to 9999.
        ValueError: likewise.
    """
    if "length" in said:
        found = _at_distance(said, today)
    elif "day" in said:
        found = _of_calendar(said, today, prefer=prefer)
    elif "days" in said:
        found = [today + timedelta(days=said["days"])]
    elif "weekday" in said and said.keys().isdisjoint(("month", "months", "year", "years")):
        found = _weekdays(said, today, prefer=prefer)
    else:
        found = []
    return [each for each in found if _agrees(each, said, today)]


def later(day: date, length: Length) -> date:
    """A day moved by months and days of the calendar; the 31st becomes the last day of a shorter month."""
    months = day.year * 12 + day.month - 1 + length.months
    year, month = divmod(months, 12)
    if not 1 <= year <= 9999:
        raise OverflowError
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(day.day, last)) + timedelta(days=length.days)


def _agrees(day: date, said: Said, today: date) -> bool:
    """Whether a day is all that is said of it."""
    return (
        said.get("weekday", day.weekday()) == day.weekday()
        and said.get("day", day.day) == day.day
        and said.get("month", day.month) == day.month
        and said.get("year", day.year) == day.year
        and ("days" not in said or day == today + timedelta(days=said["days"]))
        and ("weeks" not in said or _monday(day) == _monday(today) + timedelta(weeks=said["weeks"]))
    )


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _at_distance(said: Said, today: date) -> list[date]:
    """In two weeks; in two weeks on friday."""
    day = later(today, said["length"])
    ahead = (said.get("weekday", day.weekday()) - day.weekday()) % 7
    return [day + timedelta(days=ahead)]


def _weekdays(said: Said, today: date, *, prefer: Prefer) -> list[date]:
    weekday = said["weekday"]
    if "weeks" in said:
        return [_monday(today) + timedelta(weeks=said["weeks"], days=weekday)]
    week = timedelta(weeks=1)
    ahead = timedelta(days=(weekday - today.weekday()) % 7)
    back = timedelta(days=(today.weekday() - weekday) % 7)
    match said["which"]:
        case "next":
            return [_monday(today) + week + timedelta(days=weekday)]
        case "last":
            return [today - (back or week)]
        case "after":
            return [today + ahead + week]
        case "this" if prefer == "future":
            return [today + ahead]
        case "this":
            return [today - back]
    found = [today - back, today - back - week] if prefer == "past" else [today + ahead, today + ahead + week]
    timed = "clock" in said or "part" in said
    return found if timed else [each for each in found if each != today]


def _of_calendar(said: Said, today: date, *, prefer: Prefer) -> list[date]:
    """A day of a month: of a month and year that are said, or of the nearest that has it."""
    if "years" in said:
        said = {**said, "year": today.year + said["years"]}
    if "months" in said:
        month = later(today.replace(day=1), Length(months=said["months"]))
        return _valid(month.year, month.month, said["day"])
    if "month" not in said:
        return [] if "year" in said else _nearest(_month_by_month(today, said["day"], prefer), today, prefer)
    if "year" in said:
        return _valid(said["year"], said["month"], said["day"])
    return _nearest(_year_by_year(today, said["month"], said["day"], prefer), today, prefer)


def _nearest(candidates: Iterator[date], today: date, prefer: Prefer) -> list[date]:
    """The first two days on the preferred side, today among them."""
    on_side = (each for each in candidates if (each >= today if prefer == "future" else each <= today))
    return list(islice(on_side, 2))


def _month_by_month(today: date, day: int, prefer: Prefer) -> Iterator[date]:
    step = 1 if prefer == "future" else -1
    for months in range(13):
        month = later(today.replace(day=1), Length(months=months * step))
        yield from _valid(month.year, month.month, day)


def _year_by_year(today: date, month: int, day: int, prefer: Prefer) -> Iterator[date]:
    step = 1 if prefer == "future" else -1
    for years in range(_YEARS_AHEAD + 1):
        yield from _valid(today.year + years * step, month, day)


def _valid(year: int, month: int, day: int) -> list[date]:
    return (
        [date(year, month, day)] if 1 <= year <= 9999 and day <= calendar.monthrange(year, month)[1] else []
    )
