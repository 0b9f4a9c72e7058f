"""Plain answers to a question of yes or no. An answer that says more than that is none."""

from typing import Literal

from volition.values.scan import Scan

Answer = Literal["yes", "no", "cancel", "maybe"]

_QUESTIONS = frozenset("?？¿")
_KINDS: tuple[Answer, ...] = ("yes", "no", "cancel", "maybe")


def plain_answer(scan: Scan) -> Answer | None:
    """The answer that a text is, when every word of it is of one answer or merely polite."""
    heard: set[Answer] = set()
    if scan.find("questions", 0):
        return None
    at = 0
    while at < len(scan.terms):
        if scan.find("idioms", at) or scan.word(at) in _QUESTIONS:
            return None
        kind, end = _longest(scan, at)
        if kind is not None:
            heard.add(kind)
        elif end == at and scan.kind(at) != "mark":
            return None
        at = max(end, at + 1)
    if heard == {"no", "cancel"}:
        return "cancel"
    return heard.pop() if len(heard) == 1 else None


def _longest(scan: Scan, at: int) -> tuple[Answer | None, int]:
    """The longest phrase at a place: the answer it gives, None when it is polite, and its end."""
    best: tuple[Answer | None, int] = (None, scan.skip("politeness", at))
    for kind in _KINDS:
        found = scan.find(kind, at)
        if found and found.end > best[1]:
            best = (kind, found.end)
    return best
