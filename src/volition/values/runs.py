"""Phrases that stand together and speak of one moment: tomorrow, at nine."""

from typing import NamedTuple

from volition.values.numbers import cardinal
from volition.values.pieces import Piece, Said, not_a_moment, piece
from volition.values.quantities import all_said
from volition.values.scan import Scan

_MOST_GLUE = 3
_MOST_LEADS = 2
_MOST_PIECES = 8
_LAST_DAY = 31
_NEAR = 5
"""Terms before a bare hour that may make it one."""


class Run(NamedTuple):
    """Phrases that speak of one moment."""

    said: Said
    """What they say together."""
    start: int
    """Their first term, with the words that lead to it."""
    end: int
    """One past their last term."""
    blocked: bool = False
    """Whether they are no single moment: every friday, before noon, 5 or 6 pm."""


def runs(scan: Scan, *, month_first: bool) -> list[Run]:
    """The runs of a text in order, without those that are denied: not tomorrow."""
    found: list[Run] = []
    at = 0
    while at < len(scan.terms):
        if scan.kind(at) == "word" and scan.word(at) not in scan.book.openings:
            at += 1
            continue
        if past := not_a_moment(scan, at):
            found.append(Run({}, at, past, blocked=True))
            at = past
            continue
        first = piece(scan, at, month_first=month_first)
        if first is None:
            idiom = scan.find("idioms", at)
            at = idiom.end if idiom else at + 1
            continue
        pair = bool(found) and _is_pair(scan, found[-1], first, at)
        run = _run(scan, at, first, month_first=month_first, is_led=pair)
        if run and not _is_denied(scan, run):
            found.append(run)
        at = run.end if run else first.end
    return found


def _run(scan: Scan, at: int, first: Piece, *, month_first: bool, is_led: bool) -> Run | None:
    """The run that begins with a piece; None when it is one faint piece and more is said around it."""
    start, bare = _led(scan, at), _is_bare_hour(first, at)
    run, last, faint = Run(first.said, start, first.end), first, first.faint and (start == at or bare)
    for _ in range(_MOST_PIECES):
        following = _next(scan, run, month_first=month_first)
        if following is None or not _fits(run.said, following[1].said):
            break
        place, more = following
        faint = faint and bare and (place > run.end or start < at)
        run, last = Run({**run.said, **more.said}, start, more.end), more
    misled = bare and start < at and last is first
    if faint and not is_led and not _is_alarm(scan, run) and (misled or not all_said(scan, start, run.end)):
        return None
    dangling = "anchor" in last.said and (last is first or not scan.book.language.anchors_follow)
    blocked = dangling or _is_measured_from_word(scan, run) or _is_bound(scan, run, at)
    return run._replace(blocked=blocked or (not is_led and _is_second_of_two(scan, run)))


def _is_alarm(scan: Scan, run: Run) -> bool:
    """Whether a word a little before a time says that it is one: set an alarm for seven."""
    words = (scan.word(at) for at in range(run.start - _NEAR, run.start))
    return "clock" in run.said and not scan.book.hour_contexts.isdisjoint(words)


def _is_pair(scan: Scan, before: Run, first: Piece, at: int) -> bool:
    """Whether a piece is the second of two that a person chooses from, or that bound a range: at 5 or 6."""
    alike = not first.said.keys().isdisjoint(before.said)
    return alike and scan.is_phrase("alternatives", before.end, at)


def _is_second_of_two(scan: Scan, run: Run) -> bool:
    """Whether a number before the run belongs to the same choice or range: 5 or 6 pm."""
    if "clock" not in run.said and "day" not in run.said:
        return False
    before = (
        cardinal(scan, run.start - 2) if run.start > 1 and scan.find("alternatives", run.start - 1) else None
    )
    return bool(before and before.end == run.start - 1 and before.value <= _LAST_DAY)


def _is_measured_from_word(scan: Scan, run: Run) -> bool:
    """Whether a distance stands behind a word that it may be measured from: 회의 10분 전."""
    if run.said.keys() != {"length"} or not scan.book.language.anchors_follow:
        return False
    return scan.kind(run.start - 1) == "word" and scan.word(run.start - 1) not in scan.book.known


def _is_bound(scan: Scan, run: Run, at: int) -> bool:
    """Whether the run, whose first piece is at a place, bounds a time instead of naming it: before noon."""
    if scan.find("trailing_blocks", run.end):
        return True
    ends = range(run.start, at + 1)
    return any(scan.is_phrase("blocks", end - size, end) for end in ends for size in (1, 2, 3))


def _is_denied(scan: Scan, run: Run) -> bool:
    return any(scan.is_phrase("denials", run.start - size, run.start) for size in (1, 2))


def _led(scan: Scan, at: int) -> int:
    """The place of the words that lead to a date or time: on, by the."""
    for _ in range(_MOST_LEADS):
        starts = (at - 3, at - 2, at - 1)
        at = next((start for start in starts if scan.is_phrase("leads", start, at)), at)
    return at


def _is_bare_hour(found: Piece, at: int) -> bool:
    return found.faint and "clock" in found.said and found.end == at + 1


def _next(scan: Scan, run: Run, *, month_first: bool) -> tuple[int, Piece] | None:
    """The piece that follows and its place, over words that join them; a bare hour must stand close."""
    at = run.end
    for glued in range(_MOST_GLUE + 1):
        found = piece(scan, at, month_first=month_first, beside=run.said)
        if found and not (glued and _is_bare_hour(found, at) and scan.kind(at - 1) == "word"):
            return at, found
        glue = scan.find("glue", at)
        if found or glue is None or not_a_moment(scan, at):
            return None
        at = glue.end
    return None


def _fits(said: Said, more: Said) -> bool:
    """Whether a phrase says nothing again, or the same again."""
    return all(said[key] == more[key] for key in said.keys() & more.keys())  # type: ignore[literal-required] # keys
