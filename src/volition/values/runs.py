"""Phrases that stand together and speak of one moment: tomorrow, at nine."""

from typing import NamedTuple

from volition.values.numbers import cardinal
from volition.values.pieces import Piece, Said, is_count, not_a_moment, piece
from volition.values.quantities import all_said
from volition.values.scan import Scan

_MOST_GLUE = 3
_LAST_DAY = 31


class Run(NamedTuple):
    """Phrases that speak of one moment."""

    said: Said
    """What they say together."""
    start: int
    """Their first term, with the words that lead to it."""
    end: int
    """One past their last term."""
    blocked: bool = False
    """Whether a word beside them makes them no moment: not tomorrow, every friday."""


def runs(scan: Scan, *, month_first: bool) -> list[Run]:
    """The runs of a text in order."""
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
        run = _run(scan, at, first, month_first=month_first)
        if run:
            found.append(run)
        at = run.end if run else first.end
    return found


def _run(scan: Scan, at: int, first: Piece, *, month_first: bool) -> Run | None:
    """The run that begins with a piece; None when it is one faint piece and more is said around it."""
    start, bare = _led(scan, at), _is_bare_hour(first, at)
    run, last, faint = Run(first.said, start, first.end), first, first.faint and (start == at or bare)
    while following := _next(scan, run, month_first=month_first):
        place, more = following
        if not _fits(run.said, more.said):
            break
        faint = faint and bare and (place > run.end or start < at)
        run, last = Run({**run.said, **more.said}, start, more.end), more
    if faint and not all_said(scan, start, run.end):
        return None
    follows = scan.book.language.anchors_follow
    dangling = "anchor" in last.said and (last is first or not follows)
    dangling = dangling or (follows and last is first and _is_measured_from_word(scan, run))
    return run._replace(blocked=dangling or _blocked(scan, run) or _is_one_of_two(scan, run))


def _is_measured_from_word(scan: Scan, run: Run) -> bool:
    """Whether a distance stands behind a word that it may be measured from: ten minutes before the meeting."""
    word = scan.kind(run.start - 1) == "word" and scan.word(run.start - 1) not in scan.book.known
    return word and "length" in run.said


def _led(scan: Scan, at: int) -> int:
    """The place of the words that lead to a date or time: on, by the."""
    for size in (3, 2, 1):
        lead = scan.find("leads", at - size) if at >= size else None
        if lead and lead.end == at:
            return _led(scan, at - size)
    return at


def _is_bare_hour(found: Piece, at: int) -> bool:
    return found.faint and "clock" in found.said and found.end == at + 1


def _next(scan: Scan, run: Run, *, month_first: bool) -> tuple[int, Piece] | None:
    """The piece that follows and its place, with words between that join them; a bare hour must stand close."""
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


def _blocked(scan: Scan, run: Run) -> bool:
    if scan.find("trailing_blocks", run.end):
        return True
    for size in (2, 1):
        block = scan.find("blocks", run.start - size) if run.start >= size else None
        if block and block.end >= run.start:
            return True
    return False


def _is_one_of_two(scan: Scan, run: Run) -> bool:
    """Whether an hour or a day beside the run belongs to the same choice or range: at 5 or 6."""
    if "clock" not in run.said and "day" not in run.said:
        return False
    after = scan.find("alternatives", run.end)
    number = cardinal(scan, after.end) if after else None
    if number and number.value <= _LAST_DAY and not is_count(scan, number.end, strict=False):
        return True
    before = cardinal(scan, run.start - 2) if run.start > 1 and scan.find("alternatives", run.start - 1) else None
    return bool(before and before.end == run.start - 1 and before.value <= _LAST_DAY)
