"""Dates and times out of what people say: what the phrases of a run mean at a given moment."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

from volition.values import clocks
from volition.values.days import Prefer, days, is_fixed, later, says_day
from volition.values.lengths import Length
from volition.values.pieces import Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A date, a time, or both, as they were said."""

    at: datetime
    """The moment in the zone of `now`; the start of the day when no time was said."""
    has_date: bool
    """Whether a day was said; otherwise it is the nearest that fits."""
    has_time: bool
    """Whether a time or a part of the day was said."""
    span: tuple[int, int]
    """Where it stands in the text, with the words that lead to it."""


class Meant(NamedTuple):
    """What phrases mean at one moment."""

    at: datetime
    """The moment in the zone of now."""
    has_date: bool
    """Whether a day was said."""
    has_time: bool
    """Whether a time was said."""


def meant(said: Said, now: datetime, *, prefer: Prefer) -> Meant | None:
    """The one moment that phrases mean; None when they are vague, contradictory or out of range."""
    try:
        return _in_zone(said, now, prefer)
    except (OverflowError, ValueError):
        return None


def names_day(said: Said) -> bool:
    """Whether phrases speak of a day at all."""
    return says_day(said) or not said.keys().isdisjoint(("instant", "now"))


def names_time(said: Said) -> bool:
    """Whether phrases speak of a time of day at all."""
    timed = not said.keys().isdisjoint(("instant", "now", "clock", "part", "anchor"))
    return timed or ("length" in said and bool(said["length"].seconds))


def day_meant(said: Said, now: datetime, *, prefer: Prefer) -> date | None:
    """The day that phrases mean, whether or not their time is still to come: this morning."""
    if found := meant(said, now, prefer=prefer):
        return found.at.date() if found.has_date else None
    if not says_day(said) or "clock" in said:
        return None
    try:
        return next(iter(days(said, now.date(), prefer=prefer)), None)
    except (OverflowError, ValueError):
        return None


def time_meant(said: Said, now: datetime | None) -> time | None:
    """The time of day that phrases mean; without `now`, as on another day than today."""
    if now is not None and (found := meant(said, now, prefer="future")):
        return found.at.timetz().replace(tzinfo=None) if found.has_time else None
    clock, part = said.get("clock"), said.get("part")
    if clock is None:
        return None if part is None or part.hour is None else time(part.hour)
    if "anchor" in said or said.get("zone", UTC) != UTC:
        return None
    try:
        minutes = clocks.placed(clock, part)
    except ValueError:
        return None
    minutes = clocks.usual(clock) if minutes is None else minutes
    return time(minutes // 60 % 24, minutes % 60, clock.seconds)


def _in_zone(said: Said, now: datetime, prefer: Prefer) -> Meant | None:
    if "zone" not in said:
        return _anchored(said, now, prefer)
    zone = said["zone"]
    if zone is None:
        return None
    found = _anchored(_without(said, "zone"), now.astimezone(zone), prefer)
    return found and found._replace(at=found.at.astimezone(now.tzinfo))


def _anchored(said: Said, now: datetime, prefer: Prefer) -> Meant | None:
    """A distance from another moment: an hour before noon."""
    if "anchor" not in said:
        return _plain(said, now, prefer)
    distance = said["anchor"]
    base = _plain(_without(said, "anchor"), now, prefer)
    if base is None or (distance.seconds and not base.has_time):
        return None
    at = _moved(base.at, distance)
    if not base.has_date and prefer == "future" and not _is_after(at, now):
        return None
    return base._replace(at=at)


def _plain(said: Said, now: datetime, prefer: Prefer) -> Meant | None:
    if "instant" in said:
        return Meant(said["instant"].astimezone(now.tzinfo), True, True) if len(said) == 1 else None
    if "now" in said:
        return Meant(now, True, True) if said.keys() <= {"now", "days"} and not said.get("days") else None
    if "length" in said and said["length"].seconds:
        return Meant(_moved(now, said["length"]), True, True) if len(said) == 1 else None
    has_date = says_day(said)
    candidates = days(said, now.date(), prefer=prefer) if has_date else _around(now.date())
    if "clock" in said or ("part" in said and said["part"].hour is not None):
        at = _timed(said, candidates, now, prefer)
        return Meant(at, has_date, True) if at else None
    return Meant(_built(candidates[0], 0, now.tzinfo), True, False) if has_date and candidates else None


def _timed(said: Said, candidates: list[date], now: datetime, prefer: Prefer) -> datetime | None:
    """The time that is said on the one day that is meant, or the nearest on the preferred side of now."""
    seconds = said["clock"].seconds if "clock" in said else 0
    options = sorted(
        (
            _built(day, minutes * 60 + seconds, now.tzinfo)
            for day in candidates
            for minutes in _minutes(said, day, now.date())
        ),
        key=datetime.timestamp,
        reverse=prefer == "past",
    )
    if is_fixed(said) and len(options) == 1 and ("clock" in said or candidates[0] != now.date()):
        return options[0]
    return next((each for each in options if _is_after(each, now) == (prefer == "future")), None)


def _minutes(said: Said, day: date, today: date) -> tuple[int, ...]:
    """The times that may be meant on a day, in minutes from its midnight."""
    clock, part = said.get("clock"), said.get("part")
    if clock is None:
        return (part.hour * 60,) if part and part.hour is not None else ()
    if clock.midnight and part is None and says_day(said) and day != today:
        return ()
    minutes = clocks.placed(clock, part)
    if minutes is not None:
        return (minutes,)
    is_open = not says_day(said) or said.get("days") == 0
    return clocks.turns(clock) if is_open else (clocks.usual(clock),)


def _around(today: date) -> list[date]:
    """The days on which the nearest time of day may fall; a time after midnight counts to the day before."""
    return [today + timedelta(days=ahead) for ahead in (-2, -1, 0, 1, 2)]


def _built(day: date, seconds: int, zone: tzinfo | None) -> datetime:
    """A time on the clock of a zone; one that the clock skips is moved forward by what it skips."""
    wall = datetime.combine(day, time()) + timedelta(seconds=seconds)
    return wall.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)


def _moved(at: datetime, length: Length) -> datetime:
    """A moment moved by days of the calendar and by seconds that pass."""
    if length.months or length.days:
        day = later(at.date(), length)
        at = _built(day, at.hour * 3600 + at.minute * 60 + at.second, at.tzinfo)
    return (at.astimezone(UTC) + timedelta(seconds=length.seconds)).astimezone(at.tzinfo)


def _is_after(at: datetime, now: datetime) -> bool:
    """Whether a moment comes after now; by the seconds that pass, which walls clocks may show twice."""
    return at.timestamp() > now.timestamp()


def _without(said: Said, key: str) -> Said:
    return {name: value for name, value in said.items() if name != key}  # type: ignore[return-value] # fewer keys
