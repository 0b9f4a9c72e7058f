"""An immutable, ordered set of actions; each change gives a new one."""

from collections.abc import Iterable, Iterator
from typing import Any

from volition.actions.action import Action
from volition.errors import NameClash
from volition.messages import Origin


class Catalogue:
    """The actions that may be called, in a fixed order.

    Raises:
        NameClash: two actions have one name; the message names both owners.
    """

    __slots__ = ("_actions",)

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

    def reply_schema(self, *, max_calls: int = 8, spoken_values: bool = False) -> dict[str, Any]:
        """The JSON Schema of a legal reply: `{"actions": [{"type": ..., "payload": {...}}]}`.

        Args:
            max_calls: Most calls in one reply.
            spoken_values: Whether dates, times and durations may be any words.
        """
        return {
            "type": "object",
            "properties": {
                "actions": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": max_calls,
                    "items": {"anyOf": [_call_schema(each, spoken_values=spoken_values) for each in self]},
                }
            },
            "required": ["actions"],
            "additionalProperties": False,
        }


def _call_schema(action: Action, *, spoken_values: bool) -> dict[str, Any]:
    payload = _spoken(action.schema) if spoken_values else action.schema
    return {
        "type": "object",
        "properties": {"type": {"const": action.name}, "payload": payload | {"additionalProperties": False}},
        "required": ["type", "payload"],
        "additionalProperties": False,
    }


def _spoken(schema: Any) -> Any:
    """A schema whose dates, times and durations are plain strings."""
    if isinstance(schema, list):
        return [_spoken(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    plain = schema.get("format") in {"date-time", "date", "time", "duration"}
    return {key: _spoken(value) for key, value in schema.items() if not (plain and key == "format")}
