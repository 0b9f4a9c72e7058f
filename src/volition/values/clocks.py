"""The time of day as it was said, and the times that it may mean."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from volition.values.words.language import DayPart

_DAY = 1440
_HALF = 720
_SEVEN = 420


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


class Hour(NamedTuple):
    """An hour as it was said."""

    value: int
    """0 to 24."""
    padded: bool = False
    """Whether it was written with a zero in front."""
    named: bool = False
    """Whether it was noon or midnight by name."""


def clock(hour: Hour, added: int = 0, *, seconds: int = 0, hours: int) -> Clock:
    """The time some minutes from an hour, said in a language with a clock of 12 or 24 `hours`."""
    minutes = hour.value * 60 + added
    if minutes < 60 and added < 0:
        minutes += _HALF if hour.value else _DAY
    return Clock(
        minutes=minutes,
        seconds=seconds,
        exact=hour.named or hour.value > 12 or hour.value == 0,
        as_said=hour.padded or hours == 24,
        midnight=hour.named and minutes >= _DAY,
    )


def in_half(said: Clock, half: DayPart) -> Clock | None:
    """A time with am or pm; None where they contradict each other."""
    if said.exact:
        return said if said.minutes // _HALF == half.first // 12 else None
    minutes = said.minutes % _HALF + half.first * 60
    return Clock(minutes=minutes, seconds=said.seconds, exact=True, as_said=True)


def placed(said: Clock, part: DayPart | None) -> int | None:
    """Minutes from midnight, from 1440 on of the next day.

    None when the half of the day is open. A part of the day decides it.

    Raises:
        ValueError: the time is not in the part of the day that is said.
    """
    if part is None:
        return said.minutes if said.exact or said.as_said else None
    first = part.first * 60
    options: Iterable[int] = (
        (said.minutes, said.minutes + _DAY)
        if said.exact
        else (said.minutes % _HALF + _HALF * turn for turn in range(4))
    )
    for minutes in options:
        if first <= minutes < first + _HALF:
            return minutes
    raise ValueError(f"{said.minutes // 60} is no hour from {part.first} on")


def usual(said: Clock) -> int:
    """An open hour on another day: 7 to 11 before noon, 12 noon, 1 to 6 after noon."""
    minutes = said.minutes % _HALF
    return minutes if minutes >= _SEVEN else minutes + _HALF


def turns(said: Clock) -> tuple[int, ...]:
    """The times that an open hour may be today; 12 is noon."""
    minutes = said.minutes % _HALF
    return (minutes + _HALF,) if minutes < 60 else (minutes, minutes + _HALF)
