"""An immutable, ordered set of actions; each change gives a new one."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from volition.actions import contract, render
from volition.actions.action import Action
from volition.actions.fit import Fit, fit
from volition.actions.search import Index
from volition.errors import BadConfig, NameClash
from volition.messages import Origin
from volition.schema import nearest


class Catalogue:
    """The actions that may be called, in a fixed order.

    Raises:
        NameClash: two actions have one name; the message names both owners.
    """

    __slots__ = ("_actions", "_searched")

    def __init__(self, actions: Iterable[Action] = ()) -> None:
        found: dict[str, Action] = {}
        for each in actions:
            if each.name in found:
                first, second = (one.owner or "an unnamed owner" for one in (found[each.name], each))
                raise NameClash(
                    f"Two actions are called {each.name!r}: of {first} and of {second}.",
                    hint="Rename or prefix one of them, or leave one out.",
                )
            found[each.name] = each
        self._actions = found
        self._searched: Index | None = None

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions.values())

    def __len__(self) -> int:
        return len(self._actions)

    def __contains__(self, name: object) -> bool:
        return name in self._actions

    def __getitem__(self, name: str) -> Action:
        return self._actions[name]

    def __repr__(self) -> str:
        return f"Catalogue({', '.join(self._actions)})"

    @property
    def names(self) -> tuple[str, ...]:
        """The actions' names, in order."""
        return tuple(self._actions)

    def get(self, name: str) -> Action | None:
        """The action of that name, or None."""
        return self._actions.get(name)

    def only(self, *names: str) -> "Catalogue":
        """The named actions alone, in this catalogue's order."""
        return Catalogue(each for each in self if each.name in names)

    def without(self, *names: str) -> "Catalogue":
        """All but the named actions."""
        return Catalogue(each for each in self if each.name not in names)

    def merged(self, other: Iterable[Action]) -> "Catalogue":
        """These actions, then the others.

        Raises:
            NameClash: both offer one name.
        """
        return Catalogue([*self, *other])

    def scoped(self, origin: Origin) -> "Catalogue":
        """The actions that are offered where a message comes from."""
        return Catalogue(each for each in self if not each.scope or origin.interface in each.scope)

    def renamed(self, names: Mapping[str, str]) -> "Catalogue":
        """These actions with some names changed: old name to new.

        Raises:
            BadConfig: an old name is not here.
            NameClash: a new name is taken.
        """
        for name in names:
            if name not in self:
                near = nearest(name, list(self.names))
                raise BadConfig(
                    f"There is no action {name!r} to rename.", hint=f"Did you mean {near!r}?" if near else ""
                )
        return Catalogue(replace(each, name=names.get(each.name, each.name)) for each in self)

    def prefixed(self, prefix: str) -> "Catalogue":
        """These actions with a prefix before every name."""
        return Catalogue(replace(each, name=prefix + each.name) for each in self)

    def render(self, style: render.Style = "schema") -> str:
        """The text that a model sees, at one of the sizes of `volition.actions.render`."""
        return render.text(self, style)

    def search(self, text: str, limit: int = 10) -> list[Action]:
        """The actions that a text most likely asks for, the likeliest first; unlike ones are left out."""
        return [hit.action for hit in self._index().search(text, limit)]

    def fit(self, text: str, budget_tokens: int, *, always: Collection[str] = ()) -> Fit:
        """The likeliest actions at full size and the rest as an index, within a budget in o200k tokens.

        Raises:
            BadConfig: what must always be shown does not fit.
        """
        return fit(self, text, budget_tokens, always=always, index=self._index())

    def reply_schema(
        self, *, max_calls: int = 8, spoken_values: bool = False, grammar: bool = False
    ) -> dict[str, Any]:
        """The JSON Schema of a legal reply: `{"actions": [{"type": ..., "payload": {...}}]}`.

        Args:
            max_calls: Most calls in one reply.
            spoken_values: Whether dates, times and durations may be any words.
            grammar: Whether keywords that no grammar can hold a model to are left out.
        """
        return contract.reply_schema(self, max_calls=max_calls, spoken_values=spoken_values, grammar=grammar)

    def _index(self) -> Index:
        if self._searched is None:
            self._searched = Index(list(self))
        return self._searched
