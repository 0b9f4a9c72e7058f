"""A text as terms: words, numbers and marks, each with its place. Nothing here knows a language."""

import re
import unicodedata
from typing import NamedTuple

LIMIT = 4_096
"""Characters of a text that are read: what a person says stands near the start of it."""


class Term(NamedTuple):
    """One word, number or mark."""

    word: str
    """A word without case and accents; a number or mark as written."""
    kind: str
    """`word`, `mark`, or for digits `integer`, `number`, `slashed`, `clock`, `date`, `iso`, `odd`."""
    start: int
    """Its first character in the text."""
    end: int
    """One past its last character."""
    glued: bool
    """Whether a letter or digit stands right before it, or a letter and a hyphen."""


_TERM = re.compile(
    r"(?P<iso>[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt]|\ (?=[0-9]{2}:[0-9]{2}(?::|[Zz+-])))[0-9]{2}:[0-9]{2}"
    r"(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?(?:[Zz]|[+-][0-9]{2}:?[0-9]{2})?(?![\w:]))"
    r"|(?P<digits>[0-9]+(?:[.,:/'’-][0-9]+)*(?:[\u00a0\u202f][0-9]{3}(?![0-9]))*)"
    r"|(?P<word>[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])*)"
    r"|(?P<mark>[^\w\s])"
)
_INSIDE_WORDS = "'’‘`´\"-"
_SHAPES = (
    ("integer", re.compile(r"[0-9]{1,18}")),
    ("clock", re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?")),
    ("date", re.compile(r"[0-9]{4}([-/.])[0-9]{1,2}\1[0-9]{1,2}|[0-9]{1,2}([-/.])[0-9]{1,2}\2[0-9]{2,4}")),
    ("slashed", re.compile(r"[0-9]{1,2}/[0-9]{1,2}")),
    ("number", re.compile(r"[0-9]{1,30}(?:[.,'’\u00a0\u202f][0-9]{1,30}){0,9}")),
)


def terms(text: str) -> list[Term]:
    """The words, numbers and marks of the first `LIMIT` characters, in order."""
    found: list[Term] = []
    for match in _TERM.finditer(text[:LIMIT]):
        kind, raw = match.lastgroup or "mark", match.group()
        start, end = match.span()
        if kind == "mark" and raw in _INSIDE_WORDS and _between_letters(text, start):
            continue
        if kind == "digits":
            kind = next((name for name, shape in _SHAPES if shape.fullmatch(raw)), "odd")
        elif kind == "word":
            raw = plain(raw)
        found.append(Term(raw, kind, start, end, _touches(text, found, start)))
    return found


def plain(word: str) -> str:
    """A word without case and accents.

    >>> plain("Lunedì")
    'lunedi'
    """
    if word.isascii():
        return word.lower()
    taken = unicodedata.normalize("NFKD", word.casefold())
    return unicodedata.normalize("NFC", "".join(each for each in taken if not unicodedata.combining(each)))


def words(phrase: str) -> tuple[str, ...]:
    """The words, numbers and marks of a phrase, without their places."""
    return tuple(each.word for each in terms(phrase))


def _between_letters(text: str, at: int) -> bool:
    return 0 < at < len(text) - 1 and text[at - 1].isalpha() and text[at + 1].isalpha()


def _touches(text: str, before: list[Term], start: int) -> bool:
    if not before or before[-1].end != start:
        return False
    if before[-1].kind != "mark":
        return True
    return before[-1].word == "-" and start > 1 and text[start - 2].isalpha()
