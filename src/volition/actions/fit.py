"""A catalogue cut to a budget of tokens, and what stands in for what was cut: full definitions by name."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz, process

from volition import tokens
from volition.actions import render, words
from volition.actions.action import Action
from volition.actions.search import Index
from volition.errors import BadConfig

FRONT = 5
"""How many of the likeliest actions come at `signature` before the others come at all."""
WIDE = 400
"""Tokens of a signature that waits until the others of ordinary size are in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A catalogue cut to a budget; every action stands in one group, in catalogue order."""

    full: tuple[Action, ...]
    """Shown at `signature`."""
    index: tuple[Action, ...]
    """Shown at `index`."""
    dropped: tuple[Action, ...]
    """Not shown."""
    tokens: int
    """What the shown lines take, each with its line break."""

    @property
    def lines(self) -> list[str]:
        """What a model is shown: the signatures, then the index."""
        return [*render.lines(self.full, "signature"), *render.lines(self.index, "index")]


def fit(
    actions: Iterable[Action],
    text: str,
    budget_tokens: int,
    *,
    count: Callable[[str], int] = tokens.count,
    always: Collection[str] = (),
    index: Index | None = None,
) -> Fit:
    """The actions that a text most likely asks for at `signature`, the others at `index`, within a budget.

    Room is given in this order, and the first that does not fit ends it, so that a larger budget shows all
    that a smaller one shows: `always` and the `message_` actions; the five likeliest, at `index` and then at
    `signature`; the others at `index`; the others at `signature`. Very long signatures come last.

    Args:
        actions: In the order that each group keeps.
        text: What the person said; without any word in common the catalogue's order decides.
        budget_tokens: Most tokens of all lines together.
        count: Counts the tokens of a line.
        always: Names of actions that are shown at `signature` whatever the text; others are ignored, since a
            scope may hide an action.
        index: An index that holds these actions, maybe among others, where one is at hand.

    Raises:
        BadConfig: the actions that are always shown take more than the budget.
    """
    everything = tuple(actions)
    kept = [each for each in everything if each.name in always or each.name.startswith("message_")]
    costs = _Costs(count)
    spent = sum(costs.of(each, "signature") for each in kept)
    if spent > budget_tokens:
        raise BadConfig(
            f"The {len(kept)} actions that are always shown take {spent} of {budget_tokens} tokens.",
            hint="Raise the budget of the actions, or have fewer shown always.",
        )
    styles: dict[str, render.Style] = dict.fromkeys((each.name for each in kept), "signature")
    open_to = {each.name: each for each in everything if each.name not in styles}
    for action, style in _steps(_likeliest_first(open_to, text, index), costs):
        price = costs.of(action, style) - (costs.of(action, "index") if style == "signature" else 0)
        if spent + price > budget_tokens:
            break
        spent += price
        styles[action.name] = style
    return Fit(
        full=tuple(each for each in everything if styles.get(each.name) == "signature"),
        index=tuple(each for each in everything if styles.get(each.name) == "index"),
        dropped=tuple(each for each in everything if each.name not in styles),
        tokens=spent,
    )


class _Costs:
    """What the line of an action takes, counted when it is first asked for."""

    __slots__ = ("_count", "_seen")

    def __init__(self, count: Callable[[str], int]) -> None:
        self._count = count
        self._seen: dict[tuple[str, str], int] = {}

    def of(self, action: Action, style: render.Style) -> int:
        key = (action.name, style)
        if key not in self._seen:
            self._seen[key] = sum(self._count(line + "\n") for line in render.lines([action], style))
        return self._seen[key]


def _likeliest_first(actions: Mapping[str, Action], text: str, index: Index | None) -> list[Action]:
    if index is None:
        return Index(actions.values()).ranking(text)
    known = dict.fromkeys(each.name for each in index.ranking(text) if each.name in actions)
    return [actions[name] for name in [*known, *(name for name in actions if name not in known)]]


def _steps(ranked: Sequence[Action], costs: _Costs) -> Iterator[tuple[Action, render.Style]]:
    """What to show next, as long as it fits."""
    front, others = ranked[:FRONT], ranked[FRONT:]
    for group in (front, others):
        yield from ((each, "index") for each in group)
        yield from ((each, "signature") for each in group if costs.of(each, "signature") <= WIDE)
    yield from ((each, "signature") for each in ranked if costs.of(each, "signature") > WIDE)


def description_of(actions: Iterable[Action], names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The full definitions of the named actions; for a name that nobody has, the nearest ones.

    >>> description_of([], ["fly"])
    {'fly': {'error': "There is no action 'fly'.", 'nearest': []}}
    """
    known = {each.name: each for each in actions}
    return {name: _described(known, name) for name in names}


def _described(known: dict[str, Action], name: str) -> dict[str, Any]:
    action = known.get(name)
    if action is None:
        return {
            "error": f"There is no action {name[: words.LONGEST_WORD]!r}.",
            "nearest": nearest(known, name),
        }
    tiers: dict[str, Any] = {"schema": action.schema, "brief": action.brief}
    return tiers | ({"examples": action.examples} if action.examples else {})


def nearest(names: Iterable[str], wanted: str, *, limit: int = 3) -> list[str]:
    """The names most like the wanted one, whatever the order and the separation of their words.

    >>> nearest(["set_alarm", "play_music", "alarm_list"], "alarmSet")
    ['set_alarm', 'alarm_list']
    """
    spelt = {name: _spaced(name) for name in names}
    close = process.extract(_spaced(wanted), spelt, scorer=fuzz.WRatio, score_cutoff=60, limit=limit)
    return [name for _, _, name in close]


def _spaced(name: str) -> str:
    return " ".join(word for run in words.runs(name[:200]) for word in words.split(run))
