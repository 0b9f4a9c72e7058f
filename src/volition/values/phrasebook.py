"""A language's table made ready for reading: phrases by their first word, templates by how they begin."""

import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from volition.values.terms import words
from volition.values.words.language import Language

Phrases = Mapping[str, tuple[tuple[tuple[str, ...], Any], ...]]
"""First word to the phrases that begin with it, longest first, each with its value."""


class Slot(NamedTuple):
    """A place in a template that a value fills."""

    name: str
    """What fills it."""


class Template(NamedTuple):
    """A template in one of the forms that its optional words allow."""

    kind: str
    """The field of the language's table that it stands in."""
    elements: tuple[str | Slot, ...]
    """Words and slots in order."""
    value: Any
    """What the table says it means."""


_SIGNALS = (
    "days", "day_parts", "parts", "weekdays", "months", "units", "short_units", "lengths", "weeks",
    "months_away", "years_away", "halves_of_day", "named_hours", "holidays", "now",
)  # fmt: skip
"""Fields whose words show that a text speaks of time in this language."""
_OPENINGS = (
    *_SIGNALS, "cardinals", "multipliers", "articles", "fractions", "ordinals", "hour_leads", "idioms",
)  # fmt: skip
"""Fields whose phrases may begin a date or time, beside templates."""
_PHRASES = (
    *_OPENINGS, "halves", "number_joints", "points", "minus", "percent", "length_joints", "of", "leads",
    "glue", "blocks", "trailing_blocks", "denials", "alternatives", "fillers", "yes", "no", "cancel", "maybe",
    "politeness", "questions", "requests", "negators",
)  # fmt: skip
_TEMPLATES = (
    "clocks", "faint_clocks", "dates", "faint_dates", "weekday_templates", "offsets", "anchors",
    "not_moments", "ordinal_templates",
)  # fmt: skip
_JOINED = (
    "cardinals", "multipliers", "fractions", "halves", "ordinals", "number_joints", "units", "lengths",
    "days", "day_parts", "parts", "weekdays", "named_hours",
)  # fmt: skip
"""Fields whose words are written together in languages with compounds."""
_NEAR = ("days", "day_parts", "weekdays", "months", "parts", "named_hours")
_NEAR_LENGTH = 7
"""Shorter words have too many neighbours that are words themselves."""
_PIECE = re.compile(r"\[([^\]]*)\]|(\{\w+\})|([^\s\[\]{}]+)")


class Phrasebook:
    """What reading needs of one language.

    Words by what they tell: `signals` speak of time, `hints` may do so, `openings` may begin a date or time,
    `known` are all words of the table, `joined` those that compounds are made of, `near` the long ones by
    their first letter.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.phrases: dict[str, Phrases] = {name: _phrases(getattr(language, name)) for name in _PHRASES}
        self.templates = _templates(language)
        self.faint = _single(language.faint)
        self.weak_numbers = _single(language.weak_numbers)
        self.articles = _single(language.articles)
        self.counters = _single(language.counters)
        self.counted = _single(language.counted)
        self.hour_contexts = _single(language.hour_contexts)
        self.continuations = _single(language.continuations)
        self.ordinal_marks = _single(language.ordinal_marks)
        self.signals = frozenset(self._words_of(_SIGNALS))
        literals = self._literals()
        self.hints = literals.union(self.signals, self._words_of(("hour_leads",)))
        self.openings = frozenset(self.templates).union(*(self.phrases[name] for name in _OPENINGS))
        single = (self.counted, self.continuations, self.counters, self.weak_numbers, self.faint)
        self.known = literals.union(self._words_of(_PHRASES), *single)
        self.joined = self._joined()
        self.near = self._near()

    def _words_of(self, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            for entries in self.phrases[name].values():
                for phrase, _ in entries:
                    yield from phrase

    def _literals(self) -> frozenset[str]:
        """The words of templates."""
        return frozenset(
            element
            for templates in self.templates.values()
            for template in templates
            for element in template.elements
            if isinstance(element, str)
        )

    def _joined(self) -> frozenset[str]:
        """The words that compounds are made of."""
        if not self.language.compounds:
            return frozenset()
        return frozenset(
            phrase[0]
            for name in _JOINED
            for entries in self.phrases[name].values()
            for phrase, _ in entries
            if len(phrase) == 1
        ) | _single(self.language.compound_parts)

    def _near(self) -> dict[str, tuple[str, ...]]:
        """Long words by first letter, for the nearest one to a misspelt word."""
        near: dict[str, set[str]] = defaultdict(set)
        for word in self._words_of(_NEAR):
            if len(word) >= _NEAR_LENGTH:
                near[word[0]].add(word)
        return {letter: tuple(sorted(found)) for letter, found in near.items()}


@functools.cache
def phrasebook(language: Language) -> Phrasebook:
    """The phrasebook of a language; made once for each table."""
    return Phrasebook(language)


def _single(found: Iterable[str]) -> frozenset[str]:
    return frozenset(phrase[0] for each in found for phrase in _spellings(each) if len(phrase) == 1)


def _phrases(table: Mapping[str, Any] | frozenset[str]) -> Phrases:
    entries = table.items() if isinstance(table, Mapping) else ((each, True) for each in table)
    found: dict[str, dict[tuple[str, ...], Any]] = defaultdict(dict)
    for text, value in entries:
        for phrase in _spellings(text):
            found[phrase[0]][phrase] = value
    return {
        first: tuple(sorted(each.items(), key=lambda entry: -len(entry[0]))) for first, each in found.items()
    }


def _spellings(text: str) -> Iterator[tuple[str, ...]]:
    """A phrase as terms; a second time with ä ö ü written as two letters where it has them."""
    yield words(text)
    wide = text.translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"})
    if wide != text:
        yield words(wide)


def _templates(language: Language) -> dict[str, tuple[Template, ...]]:
    """Templates by their first word, or by `{slot}`; the ones with most elements first."""
    found: dict[str, list[Template]] = defaultdict(list)
    for kind in _TEMPLATES:
        table = getattr(language, kind)
        for text in table:
            value = table[text] if isinstance(table, Mapping) else None
            for elements in _forms(text):
                first = elements[0]
                key = first if isinstance(first, str) else f"{{{first.name}}}"
                found[key].append(Template(kind, elements, value))
    return {key: tuple(sorted(each, key=lambda one: -len(one.elements))) for key, each in found.items()}


def _forms(text: str) -> Iterator[tuple[str | Slot, ...]]:
    forms: list[tuple[str | Slot, ...]] = [()]
    for optional, slot, literal in _PIECE.findall(text):
        if optional:
            forms = [form + more for form in forms for more in ((), *_forms(optional))]
        elif slot:
            forms = [(*form, Slot(slot[1:-1])) for form in forms]
        else:
            forms = [form + spelling for form in forms for spelling in _spellings(literal)]
    yield from dict.fromkeys(forms)
