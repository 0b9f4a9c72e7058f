"""Every effect of a turn goes through one numbered step, so that a journal can carry the same body."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

T = TypeVar("T")


class StepKind(StrEnum):
    """What a step reaches for."""

    CLOCK = "clock"
    """The time."""
    NEW_ID = "new_id"
    """An id nobody has."""
    STORE = "store"
    """Reading or writing what is kept."""
    MODEL = "model"
    """Asking an engine."""
    APPROVE = "approve"
    """Asking a person to agree."""
    DISPATCH = "dispatch"
    """Running a call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One effect."""

    number: int
    """Its place in the turn, from 1; the same in every run of the same turn."""
    kind: StepKind
    """What it reaches for."""
    name: str = ""
    """Which one: the action's name, the engine's."""


class Steps(Protocol):
    """Runs the effects of one turn."""

    count: int
    """How many were run."""

    async def run(self, kind: StepKind, effect: Callable[[], Awaitable[T]], *, name: str = "") -> T:
        """Run one effect and give its result."""
        ...


class InProcess:
    """Steps without a journal: numbered and run. `observe` is told of each before it runs."""

    def __init__(self, observe: Callable[[Step], None] | None = None) -> None:
        self.count = 0
        self._observe = observe

    async def run(self, kind: StepKind, effect: Callable[[], Awaitable[T]], *, name: str = "") -> T:
        """Run one effect."""
        self.count += 1
        if self._observe is not None:
            self._observe(Step(number=self.count, kind=kind, name=name))
        return await effect()
