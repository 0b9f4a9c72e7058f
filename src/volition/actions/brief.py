"""One line that says what an action does: cut at a sentence or a clause, never blind."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

LIMIT = 99
"""Characters of a brief at most; the format says under 100."""

LONGEST = 4_000
"""Characters of a description that a brief is looked for in."""


class Cut(StrEnum):
    """Where a text was cut to make it one short line."""

    NOWHERE = "nowhere"
    """It is whole."""
    SENTENCE = "sentence"
    """After a whole sentence."""
    CLAUSE = "clause"
    """Inside a sentence, where a clause or a phrase begins."""
    WORD = "word"
    """Inside a phrase, because nothing else was in reach; an ellipsis shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """A short line and how it was come by."""

    text: str
    """The line."""
    cut: Cut
    """Where the text was cut."""


def shorten(text: str, limit: int = LIMIT) -> str:
    """The text as one line of at most `limit` characters.

    The whole text where it fits, else its first sentence, else that sentence up to where a clause begins.

    >>> shorten("Send a message. Messages are delivered asynchronously and support rich text.", 40)
    'Send a message.'
    >>> shorten("Book a room of a given type for some nights (two at least), starting from a date.", 60)
    'Book a room of a given type for some nights.'
    """
    return brief(text, limit).text


def is_cut(text: str, limit: int = LIMIT) -> bool:
    """Whether `shorten` leaves words out.

    >>> is_cut("Roll a die."), is_cut("Roll a die. It has six faces.", 20)
    (False, True)
    """
    return brief(text, limit).cut is not Cut.NOWHERE


def brief(text: str, limit: int = LIMIT) -> Brief:
    """The text as one line of at most `limit` characters, and where it was cut."""
    line, is_whole = _told(text)
    if len(line) <= limit:
        return Brief(text=line, cut=Cut.NOWHERE if is_whole else Cut.SENTENCE)
    sentence = _SENTENCE.split(line, maxsplit=1)[0]
    if len(sentence) <= limit:
        return Brief(text=sentence, cut=Cut.SENTENCE)
    clause = _clause(sentence, limit - 1)
    if clause:
        return Brief(text=clause + ("。" if _CJK.search(clause[-1]) else "."), cut=Cut.CLAUSE)
    words = sentence[:limit].rpartition(" ")[0].rstrip(_DANGLING) or sentence[: limit - 1]
    return Brief(text=f"{words}…", cut=Cut.WORD)


_LABEL = re.compile(r"(?:^|(?<=[.!?] ))(?:tool|function|action|method) description: *", re.IGNORECASE)
"""What some tool sets put between a text about the set and the text about the tool."""
_BREAK = re.compile(r"(?<=[^\s.!?:;,])[ \t]*\r?\n\s*(?=[\"'`*#(\[•A-Z0-9-])")
"""A line break that ends a sentence without a full stop."""
_SENTENCE = re.compile(
    r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bapprox\.)(?<!\bNo\.)\s+(?=[^\sa-z])|(?<=[。！？])\s*(?=\S)"
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_DANGLING = " ,;:–—-(/，；：、"
_LOOSE_END = re.compile(
    r"[\s,]+(?:to (?:check|determine|see|find out|tell)|an?|the|and|or|but|of|to|for|with|by|in|on|at|from|"
    r"that|which|is|are|be|as|its?|their|your|any|each|e\.g\.|i\.e\.|such|including|based|using|when|if|"
    r"into|via|per|not|than)$",
    re.IGNORECASE,
)

_CLAUSES = (
    re.compile(r"[;:](?=\s)|\s[–—-]\s|\s?[–—]|\s\(|[；：（]"),
    re.compile(r",?\s(?:including|such as|for example|for instance|e\.g\.)"),
    re.compile(
        r",?\s(?:which|where|whose|whether|when|while|if|so that|in order to|based on|using|given|"
        r"as well as|because|unless|until|then|by \w+ing|that)\b|,\s\w+ing\b(?!,)|，"
    ),
    re.compile(r",(?=\s)(?!\s(?:[^,;.]{1,50}(?:,\s[^,;.]{1,50})*,?\s)?(?:and|or)\b)"),
    re.compile(r"\s(?:with|for|from|by|in|on|at|into|across|between|under|over|through|via|per|to|of)\b"),
    re.compile(r",(?=\s)|\s(?:and|or)\b|、"),
)
"""Where a clause or a phrase begins, the clearest first."""


def _told(text: str) -> tuple[str, bool]:
    """What a text says of the action itself, as one line, and whether that is all of it."""
    start = text[:LONGEST].strip()
    joined = " ".join(_BREAK.sub(". ", start).split())
    label = _LABEL.search(joined)
    told = joined[label.end() :] if label else joined
    return (told or joined), len(text) <= LONGEST and not (label and label.start() and told)


def _clause(sentence: str, limit: int) -> str:
    """The sentence up to the last clause that begins within the limit, of the clearest kind there is."""
    inside = set(_enclosed(sentence[: limit + 1]))
    for least in (limit // 3, limit // 5):
        for kind in _CLAUSES:
            ends = [
                found.start() for found in kind.finditer(sentence, 0, limit + 8) if found.start() <= limit
            ]
            kept = [end for end in ends if end >= least and end not in inside]
            if kept:
                return _without_loose_end(sentence[: kept[-1]])
    return ""


def _without_loose_end(text: str) -> str:
    text = text.rstrip(_DANGLING)
    found = _LOOSE_END.search(text)
    return _without_loose_end(text[: found.start()]) if found else text


def _enclosed(text: str) -> Iterator[int]:
    """Positions between brackets or quotes."""
    closing: list[str] = []
    for position, character in enumerate(text):
        if closing:
            yield position
        if closing and character == closing[-1]:
            closing.pop()
        elif character in _PAIRS and (character not in "\"'`" or _opens(text, position)):
            closing.append(_PAIRS[character])


_PAIRS = {"(": ")", "[": "]", "{": "}", "（": "）", '"': '"', "'": "'", "`": "`"}


def _opens(text: str, position: int) -> bool:
    """Whether a quotation mark opens something: an apostrophe inside a word does not."""
    return position == 0 or not text[position - 1].isalnum()
