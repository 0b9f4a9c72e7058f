"""One line that says what an action does: cut at a sentence or a clause, never blind."""

import re

LIMIT = 99
"""Characters of a brief at most; the format says under 100."""

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+(?=\S)")
_CLAUSE = re.compile(
    r"\s*(?:[;:–—]|,|\s-\s|\s\(|\bwhich\b|\bthat\b|\bby\b|\band\b|\bso\b|\busing\b|\bwith\b)\s*"
)


def shorten(text: str, limit: int = LIMIT) -> str:
    """The text as one line of at most `limit` characters.

    The whole text where it fits, else its first sentence, else its first clauses, else its first words.

    >>> shorten("Send a message. Messages are delivered asynchronously and support rich text.", 40)
    'Send a message.'
    """
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    sentence = _SENTENCE.split(line, maxsplit=1)[0]
    if len(sentence) <= limit:
        return sentence
    ends = [match.start() for match in _CLAUSE.finditer(sentence) if 0 < match.start() <= limit - 1]
    if ends and ends[-1] >= limit // 4:
        return sentence[: ends[-1]].rstrip(" ,;:–—-(") + "."
    words = sentence[: limit - 1].rsplit(" ", 1)[0] if " " in sentence[:limit] else sentence[: limit - 1]
    return words.rstrip(" ,;:–—-(") + "…"
