"""One text in the eyes of one language: its terms with compounds taken apart and misspellings mended."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rapidfuzz.distance import OSA

from volition.values.phrasebook import Phrasebook, Slot, Template
from volition.values.terms import Term

_LONGEST_COMPOUND = 40
_LONGEST_PART = 16


class Found(NamedTuple):
    """A value read at a place."""

    value: Any
    """The value."""
    end: int
    """One past the last term that it was read from."""


class Fitting(NamedTuple):
    """A template that fits at a place."""

    template: Template
    """The template."""
    filled: dict[str, Any]
    """What fills its slots, by their names."""
    end: int
    """One past the last term."""


class Scan:
    """Reads phrases of one language at places of one text."""

    def __init__(self, text: str, terms: list[Term], book: Phrasebook, *, mend: bool) -> None:
        """Take the terms of `text` apart for `book`; with `mend`, misspelt long words become the nearest."""
        self.text = text
        self.book = book
        self.terms = list(_prepared(terms, book, mend=mend))
        self.fitting: dict[int, list[Fitting]] = {}
        self.numbers: dict[int, Found | None] = {}
        self._filled: dict[tuple[str, int], Found | None] = {}

    def word(self, at: int) -> str:
        """The word, number or mark at a place; empty beyond the ends."""
        return self.terms[at].word if 0 <= at < len(self.terms) else ""

    def kind(self, at: int) -> str:
        """What stands at a place; empty beyond the ends."""
        return self.terms[at].kind if 0 <= at < len(self.terms) else ""

    def find(self, name: str, at: int) -> Found | None:
        """The longest phrase of one field of the table that begins at a place, with its value."""
        if at >= len(self.terms):
            return None
        for phrase, value in self.book.phrases[name].get(self.terms[at].word, ()):
            if len(phrase) == 1 or self._follows(phrase, at):
                return Found(value, at + len(phrase))
        return None

    def has(self, name: str, words: tuple[str, ...]) -> bool:
        """Whether some words are a phrase of one field of the table."""
        entries = self.book.phrases[name].get(words[0], ()) if words else ()
        return any(phrase == words for phrase, _ in entries)

    def is_phrase(self, name: str, start: int, end: int) -> bool:
        """Whether the terms from one place up to another are a phrase of one field of the table."""
        if start < 0:
            return False
        entries = self.book.phrases[name].get(self.word(start), ())
        return any(len(phrase) == end - start and self._follows(phrase, start) for phrase, _ in entries)

    def skip(self, name: str, at: int) -> int:
        """The place after the phrase of one field that begins here, or the same place."""
        found = self.find(name, at)
        return found.end if found else at

    def fits(self, at: int, slots: "Slots") -> list[Fitting]:
        """The templates that fit at a place."""
        templates = self.book.templates
        found = [*self._fitting(templates.get(self.word(at), ()), at, slots)]
        for name in slots:
            key = f"{{{name}}}"
            if key in templates and self._slot(name, at, slots) is not None:
                found += self._fitting(templates[key], at, slots)
        return found

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where terms from `start` up to `end` stand in the text."""
        return self.terms[start].start, self.terms[end - 1].end

    def _fitting(self, templates: tuple[Template, ...], at: int, slots: "Slots") -> Iterator[Fitting]:
        for template in templates:
            filled: dict[str, Any] = {}
            end = self._fill(template, at, slots, filled)
            if end:
                yield Fitting(template, filled, end)

    def _fill(self, template: Template, at: int, slots: "Slots", filled: dict[str, Any]) -> int:
        """The end of a template that fits at a place, its slots put into `filled`; 0 when it does not fit."""
        for element in template.elements:
            if isinstance(element, Slot):
                found = self._slot(element.name, at, slots)
                if found is None:
                    return 0
                filled[element.name] = found.value
                at = found.end
            elif self.word(at) == element:
                at += 1
            else:
                return 0
        return at

    def _slot(self, name: str, at: int, slots: "Slots") -> Found | None:
        """What fills a slot at a place; read once."""
        if (name, at) not in self._filled:
            self._filled[name, at] = slots[name](self, at) if name in slots else None
        return self._filled[name, at]

    def _follows(self, phrase: tuple[str, ...], at: int) -> bool:
        if at + len(phrase) > len(self.terms):
            return False
        return all(self.terms[at + place].word == word for place, word in enumerate(phrase))


Slots = dict[str, Callable[[Scan, int], Found | None]]
"""What fills the slots of templates, by the names of the slots."""


def _prepared(terms: list[Term], book: Phrasebook, *, mend: bool) -> Iterator[Term]:
    spelling = book.language.misspellings
    for term in terms:
        if term.kind != "word" or term.word in book.known:
            yield term
        elif term.word in spelling:
            yield term._replace(word=spelling[term.word])
        elif parts := _parts(term.word, book.joined):
            yield from _split(term, parts)
        elif mend and (near := _nearest(term.word, book.near)):
            yield term._replace(word=near)
        else:
            yield term


def _parts(word: str, known: frozenset[str]) -> list[str]:
    """The fewest known words that a compound is made of; empty when some of it is unknown."""
    if not known or not 2 <= len(word) <= _LONGEST_COMPOUND:
        return []
    best: list[list[str] | None] = [[], *([None] * len(word))]
    for start in range(len(word)):
        before = best[start]
        if before is None:
            continue
        for end in range(start + 1, min(len(word), start + _LONGEST_PART) + 1):
            so_far = best[end]
            if word[start:end] in known and (so_far is None or len(so_far) > len(before) + 1):
                best[end] = [*before, word[start:end]]
    return best[-1] or []


def _split(term: Term, parts: list[str]) -> Iterator[Term]:
    """The parts of a compound as terms; where its plain form is not as long as it, all have its place."""
    even = sum(map(len, parts)) == term.end - term.start
    start, glued = term.start, term.glued
    for part in parts:
        end = start + len(part)
        yield Term(part, "word", start if even else term.start, end if even else term.end, glued)
        start, glued = end, True


def _nearest(word: str, near: dict[str, tuple[str, ...]]) -> str:
    """The one long word that a misspelt word is near to; empty when there is none, or two."""
    if len(word) < 6 or word[0] not in near:
        return ""
    found = sorted(
        (distance, each)
        for each in near[word[0]]
        if (distance := OSA.distance(word, each, score_cutoff=2)) <= (2 if len(each) > 7 else 1)
    )
    if not found or (len(found) > 1 and found[0][0] == found[1][0]):
        return ""
    return found[0][1]
