"""A text as the terms that are looked up: stems, families of words, pairs of characters, and their weights.

Reads every script: words where words are written apart, pairs of characters in Han, kana, Hangul, Thai, Lao,
Khmer and Burmese. Knows nothing of actions.
"""

import functools
import itertools
import re
import unicodedata
from collections.abc import Iterator

MAX_QUERY = 6_000
"""Characters of a text that are read: its two ends, since a request stands before or after what is pasted."""
TELLING = 1.0
"""What a word counts in a text that is none of the following."""
_SAID_OFTEN = 0.3
"""What a word that requests are full of counts in a text."""
_FAINT = 0.2
"""What a number, a single letter and a shared beginning of words count in a text."""
_KIN = 0.3
"""What a word of like meaning counts."""
JOINED = 0.6
"""What two words that stand as one elsewhere count."""
_MOST_SENTENCES = 16
_SHORTEST_SENTENCE = 4
BEGINNING = 5
"""Letters that words of one family share; holds for every language that inflects at the end."""

_CHARACTERS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3041-\u3096\u309d-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af"
)
_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
CHARACTERWISE = re.compile(f"[{_CHARACTERS}]+")
_RUNS = re.compile(f"[{_CHARACTERS}]+|(?:(?![{_CHARACTERS}])(?:[^\\W_]|[{_MARKS}]))+")
_ASCII_RUNS = re.compile("[A-Za-z0-9]+")
_HUMPS = re.compile(
    "(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])"
)
_ENDINGS_OF_SPEECH = re.compile(r"(?<=[A-Za-z])['’](?:s|t|d|m|re|ve|ll)\b", re.IGNORECASE)
_INVISIBLE = dict.fromkeys([0xAD, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF])
_DROPPED_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]")
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})
FAMILY = "~"
"""Opens a term that stands for all words with one beginning."""
LONGEST_WORD = 40


def terms(text: str, known: dict[str, tuple[str, ...]], *, join: bool = False) -> list[str]:
    """What a text is indexed under: stems, families, pairs of characters; joined neighbours if asked."""
    found: list[str] = []
    pieces = runs(text)
    for run in pieces:
        inside = known.get(run)
        if inside is None:
            inside = known[run] = tuple(_run_terms(run))
        found.extend(inside)
    if join:
        words = [word for run in pieces for word in split(run)]
        found.extend(stem(first + second) for first, second in itertools.pairwise(words))
    return found


def runs(text: str) -> list[str]:
    """The unbroken pieces of a text: of letters and digits, or of characters written without gaps."""
    if text.isascii():
        return _ASCII_RUNS.findall(_ENDINGS_OF_SPEECH.sub("", text) if "'" in text else text)
    plain = unicodedata.normalize("NFKC", text.translate(_INVISIBLE))
    return _RUNS.findall(_ENDINGS_OF_SPEECH.sub("", plain))


def split(run: str) -> list[str]:
    """The words of one run of letters and digits: `getHTTPStatus2` has four."""
    words = (_folded(each) for each in _HUMPS.split(run[: 2 * LONGEST_WORD]))
    return [word for word in words if word]


def _run_terms(run: str) -> Iterator[str]:
    if CHARACTERWISE.match(run):
        yield from run
        yield from (run[at : at + 2] for at in range(len(run) - 1))
        return
    words = split(run)
    for word in words:
        yield stem(word)
        if len(word) >= BEGINNING:
            yield FAMILY + word[:BEGINNING]
    if len(words) > 1:
        yield stem(_folded(run[:LONGEST_WORD]))


def _folded(word: str) -> str:
    """A word without case, accents and vowel signs that writers leave out at will."""
    folded = word.casefold()
    if folded.isascii():
        return folded[:LONGEST_WORD]
    bare = _DROPPED_MARKS.sub("", unicodedata.normalize("NFKD", folded)).translate(_PLAIN)
    return unicodedata.normalize("NFC", bare)[:LONGEST_WORD]


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


def ends(text: str) -> str:
    """A text, or the two ends of a long one."""
    return text if len(text) <= MAX_QUERY else f"{text[: MAX_QUERY // 2]}\n{text[-MAX_QUERY // 2 :]}"


_BREAKS = re.compile(r"[.!?;؟।](?=\s|$)|[。！？\n]|\b(?:and then|then|after that|finally)\b", re.IGNORECASE)


def sentences(text: str) -> list[str]:
    """The sentences of a text that has several; of one that has one, none."""
    found = [each for each in _BREAKS.split(text) if len(each.strip()) > _SHORTEST_SENTENCE]
    return found[:_MOST_SENTENCES] if len(found) > 1 else []


def query(text: str) -> dict[str, float]:
    """The terms of a text, and how much each counts; 1 for what it is about."""
    weighed: dict[str, float] = {}
    pieces = runs(text)
    for run in pieces:
        weight = _weight(run)
        for term in _run_terms(run):
            faint = term[0] == FAMILY or term.isdigit() or (len(term) == 1 and len(run) > 1)
            weighed[term] = max(min(weight, _FAINT) if faint else weight, weighed.get(term, 0.0))
    for term in list(weighed):
        for other in _kin().get(term, ()):
            weighed.setdefault(other, _KIN)
    words = [word for run in pieces if not CHARACTERWISE.match(run) for word in split(run)]
    for first, second in itertools.pairwise(words):
        weighed.setdefault(stem(first + second), JOINED)
    return weighed


def _weight(run: str) -> float:
    if len(run) == 1 and run.isascii():
        return _FAINT
    return _SAID_OFTEN if run.casefold() in _REQUEST_WORDS else TELLING
