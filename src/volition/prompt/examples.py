"""Examples of the third tier for engines that need them in the prompt: always the same, or the nearest."""

import math
import re
from collections import Counter
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from volition.actions.catalogue import Catalogue
from volition.ports import Examples


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """What a person says and the call that is right."""

    said: str
    """The person's words."""
    action: str
    """The action's name."""
    payload: dict[str, Any]
    """Its payload."""

    def reply(self) -> dict[str, Any]:
        """The right reply as an object."""
        return {"actions": [{"type": self.action, "payload": self.payload}]}


def choose(
    catalogue: Catalogue, said: str, policy: Examples
) -> tuple[tuple[Example, ...], tuple[Example, ...]]:
    """The fixed and the nearest examples for a message; both empty where only the corrector shows them."""
    if policy.policy == "on_error" or policy.k <= 0:
        return (), ()
    spread = everything(catalogue)
    if policy.policy == "fixed":
        return spread[: policy.k], ()
    return (), nearest(spread, said, policy.k)


def everything(catalogue: Catalogue) -> tuple[Example, ...]:
    """Every example, one of each action in turn, so that any first k cover the catalogue evenly."""
    by_action = [
        [Example(said=said, action=each.name, payload=payload) for said, payload in each.scenarios if said]
        for each in catalogue
    ]
    return tuple(example for layer in zip_longest(*by_action) for example in layer if example is not None)


def nearest(examples: tuple[Example, ...], said: str, k: int) -> tuple[Example, ...]:
    """The k examples whose words are most like the message, the nearest last."""
    bags = [Counter(_features(example.said)) for example in examples]
    seen_in = Counter(feature for bag in bags for feature in bag)
    wanted = Counter(_features(said))

    def likeness(bag: Counter[str]) -> float:
        shared = sum(math.log(1 + len(bags) / seen_in[feature]) for feature in wanted if feature in bag)
        return shared / math.sqrt(len(bag) + len(wanted))

    ranked = sorted(range(len(examples)), key=lambda index: (-likeness(bags[index]), index))
    return tuple(examples[index] for index in reversed(ranked[:k]))


def _features(text: str) -> list[str]:
    """Words, and pieces of three characters for other inflections and for scripts without spaces."""
    words = re.findall(r"\w+", text.casefold())
    return words + [word[start : start + 3] for word in words for start in range(len(word) - 2)]
