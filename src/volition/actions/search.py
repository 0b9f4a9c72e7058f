"""Which actions a text most likely asks for, without a model: words, forms of words and near spellings.

The method is lexical: it ranks by the words that a text and an action share (BM25F), so what is asked for
in quite other words than the definition uses is found only by luck. It reads every script: words where words
are written apart, pairs of characters in Han, kana, Hangul, Thai, Lao, Khmer and Burmese.
"""

import heapq
import itertools
import math
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from volition.actions import words
from volition.actions.action import Action

MAX_TERMS = 32
"""Distinct terms of a text that are looked up at most, the most telling."""
MAX_ACTION = 60_000
"""Characters of an action that are read at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """An action that shares words with a text."""

    action: Action
    """What was found."""
    score: float
    """How likely it is; comparable within one search only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """How much a part of an action counts."""

    weight: float
    """What one word there is worth."""
    usual: int
    """Words that such a part usually has."""
    slope: float = 0.6
    """How far a longer part makes each of its words count less: 0 not at all, 1 in proportion."""


_PARTS = {
    "name": _Part(weight=2.5, usual=4, slope=0.4),
    "brief": _Part(weight=2.0, usual=12),
    "tags": _Part(weight=2.0, usual=3),
    "description": _Part(weight=1.0, usual=30),
    "guide": _Part(weight=1.0, usual=20),
    "scenario": _Part(weight=1.5, usual=12),
    "field": _Part(weight=1.0, usual=8),
    "about_field": _Part(weight=0.7, usual=35),
    "value": _Part(weight=0.6, usual=8),
    "payload": _Part(weight=0.6, usual=12),
    "owner": _Part(weight=0.4, usual=2),
    "caution": _Part(weight=0.3, usual=20),
}
_SATURATION = 0.8
"""BM25's k1: how soon more of the same word stops to count."""

_NEAR = 0.8
"""What a near spelling counts, less the share of its letters that differ."""
_ALONE = 0.5
"""What the sentence that fits an action best counts beside the whole text."""
_RECONSIDERED = 50
"""How many actions are held against each sentence."""
_MOST_UNKNOWN = 32
_LONG = 1_000
"""Places of a posting from which it is worth asking whether it must be read whole."""
_ROUNDING = 1e-6
_DEARER = 16
"""How much longer it takes to look a place up than to read one."""
_SHORTEST_TYPO = 4
"""Letters of a word that may be a slip of the fingers."""
_LONG_WORD = 8
"""Letters of a word that may hold two slips."""


class Index:
    """Words of actions, ready for many searches.

    Args:
        actions: What is searched; its order decides between equals.
    """

    __slots__ = ("_actions", "_postings", "_spellings")

    def __init__(self, actions: Iterable[Action]) -> None:
        self._actions = tuple(actions)
        self._postings = _postings(self._actions)
        self._spellings: dict[tuple[str, int], list[str]] | None = None

    def __len__(self) -> int:
        return len(self._actions)

    def search(self, text: str, limit: int = 10) -> list[Hit]:
        """The actions that the text most likely asks for, the likeliest first; equals in catalogue order.

        An action that shares nothing with the text is left out, so the list may be shorter or empty. A
        smaller limit gives the beginning of what a larger one gives.
        """
        return [
            Hit(action=self._actions[place], score=score) for place, score in self._found(text, limit).items()
        ]

    def ranking(self, text: str) -> list[Action]:
        """Every action, the likeliest first; those that share nothing with the text follow in their order."""
        found = self._found(text, len(self._actions))
        others = (each for place, each in enumerate(self._actions) if place not in found)
        return [*(self._actions[place] for place in found), *others]

    def _found(self, text: str, limit: int) -> dict[int, float]:
        """The best places and their scores, the best first."""
        if limit < 1:
            return {}
        text = words.ends(text)
        weighed = self._weighed(words.query(text))
        sentences = words.sentences(text)
        if not sentences:
            return self._ranked(weighed, limit)
        ranked = self._ranked(weighed, max(limit, _RECONSIDERED))
        return _best(ranked | self._reconsidered(ranked, sentences), limit)

    def _reconsidered(self, ranked: dict[int, float], sentences: Sequence[str]) -> dict[int, float]:
        """The front of a ranking, with what one sentence alone says for each.

        Without this the many relatives of what one sentence asks for hide what another asks for.
        """
        best = dict.fromkeys(itertools.islice(ranked, _RECONSIDERED), 0.0)
        for sentence in sentences:
            found = [(weight, self._postings[term]) for weight, term in self._weighed(words.query(sentence))]
            for place, most in best.items():
                best[place] = max(most, sum(weight * posting.at(place) for weight, posting in found))
        return {place: ranked[place] + _ALONE * most for place, most in best.items()}

    def _weighed(self, query: dict[str, float]) -> list[tuple[float, str]]:
        """What to look up, and how much it counts; what may add most comes first."""
        found: dict[str, float] = {}
        unknown = 0
        for term, weight in query.items():
            if term in self._postings:
                found[term] = max(weight, found.get(term, 0.0))
            elif weight == words.TELLING and unknown < _MOST_UNKNOWN:
                unknown += 1
                for other, likeness in self._near(term):
                    found[other] = max(likeness, found.get(other, 0.0))
        for term in [each for each in found if each[0] != words.FAMILY]:
            family = words.FAMILY + term[: words.BEGINNING]
            if family in found and self._equal(term, family):
                found[term] += found.pop(family)
        told = [(weight, term) for term, weight in found.items()]
        told.sort(key=lambda each: (-each[0] * self._postings[each[1]].most, each[1]))
        return told[:MAX_TERMS]

    def _equal(self, term: str, family: str) -> bool:
        """Whether a word is the only one of its family, so that one posting speaks for both."""
        return self._postings[term].places == self._postings[family].places

    def _ranked(self, weighed: Sequence[tuple[float, str]], limit: int) -> dict[int, float]:
        """The best places and their scores, the same as if every posting were read (MaxScore)."""
        scores = [0.0] * len(self._actions)
        to_come = sum(weight * self._postings[term].most for weight, term in weighed)
        for turn, (weight, term) in enumerate(weighed):
            posting = self._postings[term]
            if len(posting.places) > _LONG and limit < len(scores) // _DEARER:
                least = heapq.nlargest(limit, scores)[-1] - to_come - _ROUNDING
                if least > 0.0 and len(kept := _at_least(scores, least)) < len(posting.places) // _DEARER:
                    return self._finished({place: scores[place] for place in kept}, weighed[turn:], limit)
            to_come -= weight * posting.most
            for place, worth in zip(posting.places, posting.worths, strict=True):
                scores[place] += weight * worth
        least = heapq.nlargest(limit, scores)[-1] if limit < len(scores) else 0.0
        return _best({place: scores[place] for place in _at_least(scores, least)}, limit)

    def _finished(
        self, scores: dict[int, float], weighed: Sequence[tuple[float, str]], limit: int
    ) -> dict[int, float]:
        """The best of those that can still be among them, once no newcomer can."""
        for weight, term in weighed:
            posting = self._postings[term]
            for place in scores:
                scores[place] += weight * posting.at(place)
        return _best(scores, limit)

    def _near(self, term: str) -> Iterator[tuple[str, float]]:
        """Known terms that an unknown one may stand for: near spellings, else the two it is made of."""
        size = len(term)
        if size < _SHORTEST_TYPO or words.CHARACTERWISE.match(term):
            return
        allowed = 1 if size < _LONG_WORD else 2
        choices = [
            each
            for first in dict.fromkeys(term[: allowed + 1])
            for length in range(size - allowed, size + allowed + 1)
            for each in self._spelt(first, length)
        ]
        close = process.extract(term, choices, scorer=OSA.distance, score_cutoff=allowed, limit=3)
        for spelling, distance, _ in close:
            yield spelling, _NEAR - distance / size
        if not close:
            yield from ((part, words.JOINED) for part in self._halves(term))

    def _halves(self, term: str) -> tuple[str, ...]:
        """The known words that a compound ends in and begins with; a long end is enough, it is the head."""
        for cut in range(3, len(term) - 2):
            if term[cut:] in self._postings:
                first = words.stem(term[:cut])
                if first in self._postings:
                    return first, term[cut:]
                if len(term) - cut >= words.BEGINNING:
                    return (term[cut:],)
        return ()

    def _spelt(self, first: str, length: int) -> list[str]:
        if self._spellings is None:
            spellings: dict[tuple[str, int], list[str]] = {}
            for term in self._postings:
                if term[0] != words.FAMILY and not term.isdigit():
                    spellings.setdefault((term[0], len(term)), []).append(term)
            self._spellings = spellings
        return self._spellings.get((first, length), [])


def _at_least(scores: Sequence[float], least: float) -> list[int]:
    """The places that score at least so much, and anything at all."""
    if least <= 0.0:
        return [place for place, score in enumerate(scores) if score > 0.0]
    return [place for place, score in enumerate(scores) if score >= least]


def _best(scores: dict[int, float], limit: int) -> dict[int, float]:
    """The highest scores, the highest first; equals by place."""
    places = sorted(sorted(scores), key=scores.__getitem__, reverse=True)
    return {place: scores[place] for place in places[:limit]}


class _Posting:
    """Where a term occurs, and what it is worth there."""

    __slots__ = ("most", "places", "worths")

    def __init__(self) -> None:
        self.places = array("I")
        self.worths = array("f")
        self.most = 0.0

    def weigh(self, total: int) -> None:
        """Turn amounts into worths: rare terms are worth more, each further occurrence less."""
        held = len(self.places)
        rarity = math.log(1 + (total - held + 0.5) / (held + 0.5))
        self.worths = array("f", [rarity * each / (_SATURATION + each) for each in self.worths])
        self.most = max(self.worths)

    def at(self, place: int) -> float:
        found = bisect_left(self.places, place)
        if found < len(self.places) and self.places[found] == place:
            return self.worths[found]
        return 0.0


def _postings(actions: Sequence[Action]) -> dict[str, _Posting]:
    postings: dict[str, _Posting] = {}
    known: dict[str, tuple[str, ...]] = {}
    for place, action in enumerate(actions):
        for term, amount in _amounts(action, known).items():
            posting = postings.get(term)
            if posting is None:
                posting = postings[term] = _Posting()
            posting.places.append(place)
            posting.worths.append(amount)
    for posting in postings.values():
        posting.weigh(len(actions))
    return postings


def _amounts(action: Action, known: dict[str, tuple[str, ...]]) -> dict[str, float]:
    """How much of each term an action holds, over all its parts."""
    parts: dict[str, list[str]] = {}
    left = MAX_ACTION
    for part, text in _texts(action):
        read = text[:left]
        parts.setdefault(part, []).extend(words.terms(read, known, join=part in _NAMES))
        left -= len(read) + 1
        if left <= 0:
            break
    amounts: dict[str, float] = {}
    for part, terms in parts.items():
        rule = _PARTS[part]
        each = rule.weight / (1 - rule.slope + rule.slope * len(terms) / rule.usual)
        for term in terms:
            amounts[term] = amounts.get(term, 0.0) + each
    return amounts


_NAMES = frozenset({"name", "field", "tags"})
"""Parts that are written as names; there `play_list` is also `playlist`."""


def _texts(action: Action) -> Iterator[tuple[str, str]]:
    """What an action says, part by part, the most telling first."""
    yield "name", action.name
    yield "brief", action.brief
    yield from (("tags", each) for each in action.tags)
    yield "owner", action.owner
    third = action.examples if isinstance(action.examples, dict) else {}
    description = third.get("description")
    if isinstance(description, str) and description != action.brief:
        yield "description", description
    guide = third.get("instructions")
    if isinstance(guide, dict):
        yield from (("guide", each) for each in _strings(guide.get("when_to_use")))
    for scenario, payload in action.scenarios:
        yield "scenario", scenario
        yield from (("payload", each) for each in _strings(payload))
    yield from _schema_texts(action.schema)
    if isinstance(guide, dict):
        yield from (
            ("caution", each)
            for key, value in guide.items()
            if key != "when_to_use"
            for each in _strings(value)
        )


def _strings(value: Any) -> Iterator[str]:
    """The texts within a JSON value, however deep, in order."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            waiting.extend(reversed(each.values()))
        elif isinstance(each, list | tuple):
            waiting.extend(reversed(each))


_DATA = frozenset({"const", "default", "examples", "required", "type", "format", "pattern"})
_NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})


def _schema_texts(schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Names, descriptions and allowed values of the fields, however deep, in order."""
    waiting: list[Any] = [schema]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            waiting.extend(reversed(each))
        if not isinstance(each, dict):
            continue
        within: list[Any] = []
        for key, value in each.items():
            if key in {"description", "title"} and isinstance(value, str):
                yield "about_field", value
            elif key in {"enum", "const"}:
                yield from (("value", text) for text in _strings(value))
            elif key in _NAMED and isinstance(value, dict):
                if key == "properties":
                    yield from (("field", name) for name in value)
                within.extend(value.values())
            elif key not in _DATA:
                within.append(value)
        waiting.extend(reversed(within))
