"""Which of several options a person means."""

from collections.abc import Iterator, Mapping, Sequence

from rapidfuzz.distance import OSA

from volition.values.answers import plain_answer
from volition.values.quantities import only_number, only_ordinal
from volition.values.scan import Scan
from volition.values.terms import Term, terms

Phrase = tuple[str, ...]
Names = Mapping[str, tuple[Phrase, ...]]

_SHORTEST_NEAR = 4
"""Shorter words have too many neighbours."""
_MOST_COMPARED = 20_000
"""Comparisons letter by letter; beyond that nothing is near."""
_LONGEST_NEGATION = 4
_MARKS = frozenset(",;.!?")
_FAR = 99
_APART = str.maketrans("_-", "  ")


def chosen(
    text: str,
    options: Sequence[str],
    scans: Sequence[Scan],
    *,
    synonyms: Mapping[str, Sequence[str]],
    numbered: bool,
) -> str | None:
    """The one option that a text names; None when it names none, or two.

    Args:
        text: What was said.
        options: What may be meant, in the order in which it was shown.
        scans: The text in the languages to read it in, the likeliest first.
        synonyms: Other names of options.
        numbered: Whether a bare number is the place of an option.
    """
    if text in options:
        return text
    names = {option: _names(option, synonyms) for option in dict.fromkeys(options)}
    said = [each for each in terms(text.translate(_APART)) if each.kind != "mark"]
    for found in (_spelled_alike(text, names, synonyms), _same(said, names)):
        if found:
            return _only(found)
    places = _places(said, names)
    if places:
        return _only({each for each in places if not _are_denied(text, said, places[each], scans)})
    if not said or any(map(plain_answer, scans)) or any(_denies((each.word,), scans) for each in said):
        return None
    content = tuple(each.word for each in said if not _is_empty(each.word, scans))
    if part := _part(content, names):
        return _only(part)
    return _by_place(list(names), scans, numbered=numbered) or _near(content, names)


def _only(found: set[str]) -> str | None:
    return found.pop() if len(found) == 1 else None


def _names(option: str, synonyms: Mapping[str, Sequence[str]]) -> tuple[Phrase, ...]:
    phrases = (_phrase(each) for each in (option, *synonyms.get(option, ())))
    return tuple(phrase for phrase in phrases if phrase)


def _phrase(text: str) -> Phrase:
    """The words and numbers of a text; underscores and hyphens part words."""
    return tuple(each.word for each in terms(text.translate(_APART)) if each.kind != "mark")


def _spelled_alike(text: str, names: Names, synonyms: Mapping[str, Sequence[str]]) -> set[str]:
    """Options whose name is the text but for case, accents and spaces, with all its marks."""
    said = _letters(text)
    return {
        option
        for option in names
        if said and any(_letters(name) == said for name in (option, *synonyms.get(option, ())))
    }


def _letters(text: str) -> str:
    return "".join(each.word for each in terms(text.replace("_", " ")))


def _same(said: list[Term], names: Names) -> set[str]:
    """The same without marks."""
    joined = "".join(each.word for each in said)
    return {option for option, phrases in names.items() if any("".join(each) == joined for each in phrases)}


def _places(said: list[Term], names: Names) -> dict[str, list[tuple[int, int]]]:
    """Options whose names are whole words of the text and no part of a longer name, with their places."""
    found: dict[str, list[tuple[int, int]]] = {}
    for option, phrases in names.items():
        if own := [place for phrase in phrases for place in _occurrences(said, phrase)]:
            found[option] = own
    every = [(option, place) for option, own in found.items() for place in own]
    bare = {
        option: [
            each for each in own if not any(_covers(place, each) for other, place in every if other != option)
        ]
        for option, own in found.items()
    }
    return {option: own for option, own in bare.items() if own}


def _occurrences(said: list[Term], phrase: Phrase) -> Iterator[tuple[int, int]]:
    size = len(phrase)
    if len(said) > 2 and len("".join(phrase)) == 1 and phrase[0].isalpha():
        return  # a lone letter in a sentence is a word of it
    for start in range(len(said) - size + 1):
        if said[start].word == phrase[0] and all(
            said[start + at].word == word for at, word in enumerate(phrase)
        ):
            yield start, start + size


def _covers(outer: tuple[int, int], inner: tuple[int, int]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1] and outer != inner


def _are_denied(text: str, said: list[Term], places: list[tuple[int, int]], scans: Sequence[Scan]) -> bool:
    return all(_is_denied(text, said, start, scans) for start, _ in places)


def _is_denied(text: str, said: list[Term], start: int, scans: Sequence[Scan]) -> bool:
    """Whether a negation stands right before a place, but for an article; a mark parts them."""
    nearest = max(0, start - _LONGEST_NEGATION)
    for first in range(start - 1, nearest - 1, -1):
        if any(mark in _MARKS for mark in text[said[first].end : said[start].start]):
            return False
        for end in range(first + 1, start + 1):
            words = tuple(each.word for each in said[first:end])
            between = said[end:start]
            if _denies(words, scans) and all(_is_empty(each.word, scans) for each in between):
                return True
    return False


def _denies(words: Phrase, scans: Sequence[Scan]) -> bool:
    return any(scan.has("negators", words) for scan in scans)


def _is_empty(word: str, scans: Sequence[Scan]) -> bool:
    """Whether a word says nothing about a choice, in any of the languages."""
    return any(scan.has(name, (word,)) for scan in scans for name in ("fillers", "requests", "articles"))


def _part(content: Phrase, names: Names) -> set[str]:
    """Options that have all the words that are said."""
    if not any(len(word) > 2 or word.isdigit() for word in content):
        return set()
    return {option for option, phrases in names.items() if any(set(content) <= set(each) for each in phrases)}


def _by_place(options: list[str], scans: Sequence[Scan], *, numbered: bool) -> str | None:
    for scan in scans:
        place: float | None = only_ordinal(scan, alone=True)
        if place is None and numbered:
            place = only_number(scan)
        if isinstance(place, int) and place and -len(options) <= place <= len(options):
            return options[place - 1 if place > 0 else place]
    return None


def _near(content: Phrase, names: Names) -> str | None:
    """The one option that a misspelt name is near to, with a clear distance to the second.

    First all that is said is held against each name, then each part of it against each name and each word
    that one name alone has.
    """
    count = sum(map(len, names.values()))
    if not content or not names or len(content) * count > _MOST_COMPARED:
        return None
    for in_parts, nameable in ((False, names), (True, names), (True, _own_words(names))):
        ranked = sorted(
            (*_distance(content, each, in_parts=in_parts), option) for option, each in nameable.items()
        )
        distance, is_far, option = ranked[0]
        if not is_far:
            is_clear = len(ranked) == 1 or ranked[1][0] >= distance + 2
            return option if is_clear else None
    return None


def _own_words(names: Names) -> Names:
    """Options to the words of their names that no other option has."""
    owners: dict[str, set[str]] = {}
    for option, phrases in names.items():
        for word in {word for phrase in phrases for word in phrase}:
            owners.setdefault(word, set()).add(option)
    return {option: tuple((word,) for word, own in owners.items() if own == {option}) for option in names}


def _distance(content: Phrase, phrases: tuple[Phrase, ...], *, in_parts: bool) -> tuple[int, bool]:
    """Letters between what is said and the nearest name, and whether they are too many."""
    best = (_FAR, True)
    for phrase in phrases:
        name = " ".join(phrase)
        most = _most_wrong(name)
        size = len(phrase) if in_parts else len(content)
        for start in range(max(1, len(content) - size + 1)):
            distance = OSA.distance(" ".join(content[start : start + size]), name, score_cutoff=most + 2)
            best = min(best, (distance, distance > most))
    return best


def _most_wrong(name: str) -> int:
    """How many letters of a name may be wrong."""
    return 0 if len(name) < _SHORTEST_NEAR else 1 if len(name) < 6 else 2 if len(name) < 12 else 3
