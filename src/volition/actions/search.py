"""Which actions a text most likely asks for, without a model: words, forms of words and near spellings.

The method is lexical: it ranks by the words that a text and an action share (BM25F), so what is asked for
in quite other words than the definition uses is found only by luck. It reads every script: words where words
are written apart, pairs of characters in Han, kana, Hangul, Thai, Lao, Khmer and Burmese.
"""

import functools
import heapq
import itertools
import math
import re
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from volition import tokens
from volition.actions import render
from volition.actions.action import Action
from volition.errors import BadConfig

MAX_QUERY = 6_000
"""Characters of a text that are read: its two ends, since a request stands before or after what is pasted."""
MAX_TERMS = 32
"""Distinct terms of a text that are looked up at most, the most telling."""
MAX_ACTION = 60_000
"""Characters of an action that are read at most."""
FRONT = 5
"""How many of the likeliest actions come at `signature` before the others come at all."""
WIDE = 400
"""Tokens of a signature that waits until the others of ordinary size are in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """An action that shares words with a text."""

    action: Action
    """What was found."""
    score: float
    """How likely it is; comparable within one search only."""


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

_TELLING = 1.0
"""What a word counts in a text that is none of the following."""
_SAID_OFTEN = 0.3
"""What a word that requests are full of counts in a text."""
_FAINT = 0.2
"""What a number, a single letter and a shared beginning of words count in a text."""
_KIN = 0.3
"""What a word of like meaning counts."""
_JOINED = 0.6
"""What two words that stand as one elsewhere count."""
_NEAR = 0.8
"""What a near spelling counts, less the share of its letters that differ."""
_ALONE = 0.5
"""What the sentence that fits an action best counts beside the whole text."""
_RECONSIDERED = 50
"""How many actions are held against each sentence."""
_MOST_SENTENCES = 16
_MOST_UNKNOWN = 32
_SHORTEST_SENTENCE = 4
_LONG = 1_000
"""Places of a posting from which it is worth asking whether it must be read whole."""
_ROUNDING = 1e-6
_DEARER = 16
"""How much longer it takes to look a place up than to read one."""
_BEGINNING = 5
"""Letters that words of one family share; holds for every language that inflects at the end."""


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
        text = _ends(text)
        weighed = self._weighed(_query(text))
        sentences = _sentences(text)
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
            found = [(weight, self._postings[term]) for weight, term in self._weighed(_query(sentence))]
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
            elif weight == _TELLING and unknown < _MOST_UNKNOWN:
                unknown += 1
                for other, likeness in self._near(term):
                    found[other] = max(likeness, found.get(other, 0.0))
        for term in [each for each in found if each[0] != _FAMILY]:
            family = _FAMILY + term[:_BEGINNING]
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
        if size < _SHORTEST_TYPO or _CHARACTERWISE.match(term):
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
            yield from ((part, _JOINED) for part in self._halves(term))

    def _halves(self, term: str) -> tuple[str, ...]:
        """The known words that a compound ends in and begins with; a long end is enough, it is the head."""
        for cut in range(3, len(term) - 2):
            if term[cut:] in self._postings:
                first = stem(term[:cut])
                if first in self._postings:
                    return first, term[cut:]
                if len(term) - cut >= _BEGINNING:
                    return (term[cut:],)
        return ()

    def _spelt(self, first: str, length: int) -> list[str]:
        if self._spellings is None:
            spellings: dict[tuple[str, int], list[str]] = {}
            for term in self._postings:
                if term[0] != _FAMILY and not term.isdigit():
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
        parts.setdefault(part, []).extend(_terms(read, known, join=part in _NAMES))
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


_CHARACTERS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3041-\u3096\u309d-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af"
)
_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
_CHARACTERWISE = re.compile(f"[{_CHARACTERS}]+")
_RUNS = re.compile(f"[{_CHARACTERS}]+|(?:(?![{_CHARACTERS}])(?:[^\\W_]|[{_MARKS}]))+")
_ASCII_RUNS = re.compile("[A-Za-z0-9]+")
_HUMPS = re.compile(
    "(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])"
)
_ENDINGS_OF_SPEECH = re.compile(r"(?<=[A-Za-z])['’](?:s|t|d|m|re|ve|ll)\b", re.IGNORECASE)
_INVISIBLE = dict.fromkeys([0xAD, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF])
_DROPPED_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]")
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})
_FAMILY = "~"
"""Opens a term that stands for all words with one beginning."""
_LONGEST_WORD = 40
_SHORTEST_TYPO = 4
_LONG_WORD = 8


def _terms(text: str, known: dict[str, tuple[str, ...]], *, join: bool = False) -> list[str]:
    """What a text is indexed under: stems, families, pairs of characters; joined neighbours if asked."""
    runs = _runs(text)
    found: list[str] = []
    for run in runs:
        terms = known.get(run)
        if terms is None:
            terms = known[run] = tuple(_run_terms(run))
        found.extend(terms)
    if join:
        words = [word for run in runs for word in _split(run)]
        found.extend(stem(first + second) for first, second in itertools.pairwise(words))
    return found


def _runs(text: str) -> list[str]:
    if text.isascii():
        return _ASCII_RUNS.findall(_ENDINGS_OF_SPEECH.sub("", text) if "'" in text else text)
    plain = unicodedata.normalize("NFKC", text.translate(_INVISIBLE))
    return _RUNS.findall(_ENDINGS_OF_SPEECH.sub("", plain))


def _split(run: str) -> list[str]:
    """The words of one run of letters and digits: `getHTTPStatus2` has four."""
    words = (_folded(each) for each in _HUMPS.split(run[: 2 * _LONGEST_WORD]))
    return [word for word in words if word]


def _run_terms(run: str) -> Iterator[str]:
    if _CHARACTERWISE.match(run):
        yield from run
        yield from (run[at : at + 2] for at in range(len(run) - 1))
        return
    words = _split(run)
    for word in words:
        yield stem(word)
        if len(word) >= _BEGINNING:
            yield _FAMILY + word[:_BEGINNING]
    if len(words) > 1:
        yield stem(_folded(run[:_LONGEST_WORD]))


def _folded(word: str) -> str:
    """A word without case, accents and vowel signs that writers leave out at will."""
    folded = word.casefold()
    if folded.isascii():
        return folded[:_LONGEST_WORD]
    bare = _DROPPED_MARKS.sub("", unicodedata.normalize("NFKD", folded)).translate(_PLAIN)
    return unicodedata.normalize("NFC", bare)[:_LONGEST_WORD]


_ENDINGS = {
    "isation": "iz",
    "ization": "iz",
    "ation": "at",
    "ator": "at",
    "ition": "it",
    "ically": "ic",
    "ical": "ic",
    "ally": "al",
    "ment": "",
    "ness": "",
    "ion": "",
    "ity": "",
    "eed": "eed",
    "ied": "y",
    "ing": "",
    "ed": "",
    "er": "",
    "or": "",
    "ly": "",
}
"""Endings and what stands instead; the first that fits is taken off."""
_SHORT_STEMS = frozenset({"ing", "ed", "ied"})
"""Endings that may leave three letters: `rating`, `rated`."""
_LEAST_STEM = 4
_VOWELS = frozenset("aeiouy")


@functools.lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """The form that English words of one family share, roughly; other words stay nearly as they are.

    >>> {stem(word) for word in ("calculate", "calculates", "calculating", "calculation", "calculator")}
    {'calculat'}
    """
    if not word.isascii() or not word.isalpha() or len(word) < _LEAST_STEM:
        return word
    cut = _without_ending(_singular(word))
    if len(cut) > 3 and cut[-1] == cut[-2] and cut[-1] not in "lsz":
        cut = cut[:-1]
    if len(cut) > 3 and cut[-1] == "e":
        cut = cut[:-1]
    return cut[:-1] + "i" if len(cut) > 3 and cut[-1] == "y" else cut


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word[-1] == "s" and word[-2] not in "sui" else word


def _without_ending(word: str) -> str:
    for ending, instead in _ENDINGS.items():
        if word.endswith(ending):
            rest = word[: -len(ending)]
            least = _LEAST_STEM - (ending in _SHORT_STEMS)
            if len(rest) + len(instead) >= least and not _VOWELS.isdisjoint(rest):
                return rest + instead
    return word


_REQUEST_WORDS = frozenset(
    word
    for line in (
        "a about also am an and any are as at be been being by can could did do does for from give had has",
        "have he help her his how i if in into is it its just know let lets like ll m may me might my need",
        "no not of on or our out please s she should show so some t tell than that the their them then there",
        "these they this those to up us ve want was we were what when where which who whom why will with",
        "would you your",
    )
    for word in line.split()
)
"""English words that requests are full of, whatever they ask for."""

_OF_LIKE_MEANING = (
    "find search look locate lookup query discover",
    "get retrieve fetch obtain read check",
    "create make add new generate build",
    "delete remove cancel erase clear",
    "update change modify edit set",
    "send message post share",
    "buy purchase order",
    "book reserve reservation schedule",
    "calculate compute determine evaluate",
    "convert translate transform change",
    "list show display view",
    "predict forecast estimate",
    "compare difference",
    "play listen",
    "cost price fee",
    "when date time",
    "where location place address",
)
"""What definitions call in one way and people in another: the usual verbs, and what questions ask for."""


@functools.cache
def _kin() -> dict[str, tuple[str, ...]]:
    kin: dict[str, list[str]] = {}
    for line in _OF_LIKE_MEANING:
        stems = [stem(word) for word in line.split()]
        for each in stems:
            kin.setdefault(each, []).extend(other for other in stems if other != each)
    return {each: tuple(others) for each, others in kin.items()}


def _ends(text: str) -> str:
    """A text, or the two ends of a long one."""
    return text if len(text) <= MAX_QUERY else f"{text[: MAX_QUERY // 2]}\n{text[-MAX_QUERY // 2 :]}"


_BREAKS = re.compile(r"[.!?;؟।](?=\s|$)|[。！？\n]|\b(?:and then|then|after that|finally)\b", re.IGNORECASE)


def _sentences(text: str) -> list[str]:
    """The sentences of a text that has several; of one that has one, none."""
    found = [each for each in _BREAKS.split(text) if len(each.strip()) > _SHORTEST_SENTENCE]
    return found[:_MOST_SENTENCES] if len(found) > 1 else []


def _query(text: str) -> dict[str, float]:
    """The terms of a text, and how much each counts; 1 for what it is about."""
    runs = _runs(text)
    query: dict[str, float] = {}
    for run in runs:
        weight = _weight(run)
        for term in _run_terms(run):
            faint = term[0] == _FAMILY or term.isdigit() or (len(term) == 1 and len(run) > 1)
            query[term] = max(min(weight, _FAINT) if faint else weight, query.get(term, 0.0))
    for term in list(query):
        for other in _kin().get(term, ()):
            query.setdefault(other, _KIN)
    words = [word for run in runs if not _CHARACTERWISE.match(run) for word in _split(run)]
    for first, second in itertools.pairwise(words):
        query.setdefault(stem(first + second), _JOINED)
    return query


def _weight(run: str) -> float:
    if len(run) == 1 and run.isascii():
        return _FAINT
    return _SAID_OFTEN if run.casefold() in _REQUEST_WORDS else _TELLING


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
        return {"error": f"There is no action {name[:_LONGEST_WORD]!r}.", "nearest": nearest(known, name)}
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
    return " ".join(word for run in _runs(name[:200]) for word in _split(run))
