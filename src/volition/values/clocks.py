"""The times of a day that a said hour may mean."""

from collections.abc import Iterable

from volition.values.pieces import Clock
from volition.values.words.language import DayPart

_DAY = 1440
_HALF = 720
_SEVEN = 420


def placed(clock: Clock, part: DayPart | None) -> int | None:
    """Minutes from midnight, from 1440 on of the next day.

    None when the half of the day is open. A part of the day decides it.

    Raises:
        ValueError: the time is not in the part of the day that is said.
    """
    if part is None:
        return clock.minutes if clock.exact or clock.as_said else None
    first = part.first * 60
    options: Iterable[int] = (
        (clock.minutes, clock.minutes + _DAY)
        if clock.exact
        else (clock.minutes % _HALF + _HALF * turn for turn in range(4))
    )
    for minutes in options:
        if first <= minutes < first + _HALF:
            return minutes
    raise ValueError(f"{clock.minutes // 60} is no hour from {part.first} on")


def usual(clock: Clock) -> int:
    """An open hour on another day: 7 to 11 before noon, 12 noon, 1 to 6 after noon."""
    minutes = clock.minutes % _HALF
    return minutes if minutes >= _SEVEN else minutes + _HALF


def turns(clock: Clock) -> tuple[int, ...]:
    """The times that an open hour may be today; 12 is noon."""
    minutes = clock.minutes % _HALF
    return (minutes + _HALF,) if minutes < 60 else (minutes, minutes + _HALF)
