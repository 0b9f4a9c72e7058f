"""What a rule is, and what it finds."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from volition.actions.action import Action


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    """A model or a provider will stumble over it, or somebody means harm."""
    WARNING = "warning"
    """Calls are likely to be worse for it."""
    INFO = "info"
    """It could be better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One place of a definition that a rule objects to."""

    pointer: str
    """JSON pointer into the three-tier definition, or `/name`."""
    message: str
    """What is wrong there, in plain words."""
    severity: Severity | None = None
    """How much it matters here; None when as much as the rule says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A fault, with what is needed to act on it."""

    rule: str
    """The rule's id."""
    severity: Severity
    """How much it matters."""
    path: str
    """The file it was found in, as it was given; empty when there is none."""
    pointer: str
    """JSON pointer to the place in the file; in a Python file the first step is the action's name."""
    message: str
    """What is wrong, naming the action."""
    reason: str
    """Why the rule exists."""
    fix: str
    """What to do about it."""
    line: int = 1
    """The line of the file where the action begins, as far as known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A definition that shows a rule."""

    name: str
    """The action's name."""
    definition: Mapping[str, Any]
    """The action in the three-tier shape."""


def example(
    name: str = "play_song",
    *,
    brief: str = "Play a song on the speakers of a room.",
    fields: Mapping[str, Any] | None = None,
    required: Iterable[str] = (),
    payloads: Iterable[Mapping[str, Any]] = (),
    effects: str = "",
    **more: Any,
) -> Example:
    """A short definition that shows a rule; `more` goes into its schema; `defs` is `$defs`."""
    defined = {"$defs": more.pop("defs")} if "defs" in more else {}
    needed = list(required)
    schema = {
        "type": "object",
        "properties": dict(fields or {}),
        **({"required": needed} if needed else {}),
        **more,
        **defined,
    }
    shown = [{"scenario": "as it is said", "payload": dict(each)} for each in payloads]
    examples = {"examples": {"examples": shown}} if shown else {}
    declared = {"effects": effects} if effects else {}
    return Example(name=name, definition={"schema": schema, "brief": brief, **examples, **declared})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule: what it looks for, why, and what to do."""

    id: str
    """`A` and two digits; never given to another rule."""
    title: str
    """What it finds, in a few words."""
    severity: Severity
    """How much its findings matter, where a fault says nothing else."""
    reason: str
    """Why it matters."""
    fix: str
    """What to do."""
    find: Callable[[Action], Iterable[Fault]]
    """Every fault of an action, in the order of the definition."""
    bad: tuple[Example, ...] = field(default=())
    """Definitions that it objects to."""
    good: tuple[Example, ...] = field(default=())
    """Definitions that it leaves alone, near to those it does not."""

    def findings(self, action: Action, *, path: str = "", prefix: str | None = None) -> list[Finding]:
        """What the rule finds in an action; empty where the action silences it.

        Args:
            action: The action.
            path: The file it comes from.
            prefix: What stands before each pointer; the action's name when None.
        """
        if self.id in silenced(action):
            return []
        before = f"/{escaped(action.name)}" if prefix is None else prefix
        return [
            Finding(
                rule=self.id,
                severity=fault.severity or self.severity,
                path=path,
                pointer=before + fault.pointer,
                message=f"{action.name}: {fault.message}",
                reason=self.reason,
                fix=self.fix,
            )
            for fault in self.find(action)
        ]


def silenced(action: Action) -> frozenset[str]:
    """The rules that an action silences with its tags.

    >>> sorted(silenced(Action(name="roll", schema={}, brief="Roll a die.", tags=("dice", "nolint:A07,A12"))))
    ['A07', 'A12']
    """
    marks = (tag.partition(":")[2] for tag in action.tags if tag.startswith("nolint:"))
    return frozenset(each.strip().upper() for mark in marks for each in mark.split(","))


def escaped(step: str) -> str:
    """A step of a JSON pointer.

    >>> escaped("a/b")
    'a~1b'
    """
    return step.replace("~", "~0").replace("/", "~1")
