"""The one number, amount or place in a list that a text names; two different ones are none."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from volition.values.numbers import cardinal, ordinal, quantity
from volition.values.scan import Found, Scan, Slots
from volition.values.terms import words

Value = TypeVar("Value")
Units = tuple[tuple[tuple[str, ...], str], ...]

_MINUS = frozenset("-−–")
_PERCENT = frozenset("%‰")
_SLOTS: Slots = {"number": cardinal}


class _Placed(NamedTuple):
    """A number and the terms that it was read from."""

    value: int | float
    start: int
    end: int


def only_number(scan: Scan) -> int | float | None:
    """The one number in a text; a percentage or a number with a unit written against it is none."""
    return _only({each.value for each in _numbers(scan) if _stands_alone(scan, each)})


def only_amount(scan: Scan, units: Mapping[str, Sequence[str]]) -> tuple[int | float, str] | None:
    """The one number with one of these units behind or before it."""
    pairs = ((words(phrase), unit) for unit, phrases in units.items() for phrase in (unit, *phrases))
    named = tuple(sorted((each for each in pairs if each[0]), key=lambda each: -len(each[0])))
    numbers = list(_numbers(scan, even_weak=True))
    found = set()
    for each in (*numbers, *_single(scan, ends={each.end for each in numbers})):
        unit = _unit_at(scan, scan.skip("of", each.end), named) or _unit_before(scan, each.start, named)
        if unit:
            found.add((each.value, unit))
    return _only(found)


def only_ordinal(scan: Scan, *, alone: bool = False) -> int | None:
    """The one place in a list that a text names; -1 is the last. `alone`: nothing else may be said."""
    found = list(_ordinals(scan))
    if alone and not all(all_said(scan, each.start, each.end, also="requests") for each in found):
        return None
    return _only({int(each.value) for each in found})


def all_said(scan: Scan, start: int, end: int, *, also: str = "fillers") -> bool:
    """Whether nothing but fillers and marks stands around some terms."""
    return _fills(scan, 0, start, also) and _fills(scan, end, len(scan.terms), also)


def _fills(scan: Scan, start: int, end: int, also: str) -> bool:
    while start < end:
        filler = scan.find("fillers", start) or scan.find(also, start)
        if filler is None and scan.kind(start) != "mark":
            return False
        start = filler.end if filler else start + 1
    return start == end


def _only(found: set[Value]) -> Value | None:
    return found.pop() if len(found) == 1 else None


def _numbers(scan: Scan, *, even_weak: bool = False) -> Iterator[_Placed]:
    at = 0
    while at < len(scan.terms):
        if passed := _passed(scan, at):
            at = passed
            continue
        found = None if _written_against(scan, at) else quantity(scan, at)
        if found is None:
            at += 1
            continue
        thousand = _thousands(scan, found)
        if even_weak or not _is_weak(scan, at, found.end):
            yield _Placed(_signed(scan, at, thousand.value), at, thousand.end)
        at = thousand.end


def _single(scan: Scan, ends: set[int]) -> Iterator[_Placed]:
    """Articles as the number one, but for those behind a number: half A kilo."""
    for at in range(len(scan.terms)):
        if at not in ends and (found := scan.find("articles", at)):
            yield _Placed(1, at, found.end)


def _passed(scan: Scan, at: int) -> int:
    """The place after an idiom or a place in a list, whose numbers count nothing; 0 when it is none."""
    if idiom := scan.find("idioms", at):
        return idiom.end
    place = ordinal(scan, at)
    if place is None or (scan.find("units", at) and cardinal(scan, at)):
        return 0
    one = cardinal(scan, place.end)
    return one.end if one and one.value == 1 and scan.kind(place.end) == "word" else place.end


def _written_against(scan: Scan, at: int) -> bool:
    """Whether a number is a part of a word: covid-19, mp3."""
    term = scan.terms[at]
    return term.glued and term.kind != "word" and scan.text[term.start - 1].isascii()


def _thousands(scan: Scan, found: Found) -> Found:
    at = found.end
    if at >= len(scan.terms) or not scan.terms[at].glued:
        return found
    if scan.word(at) not in scan.book.language.thousands or scan.kind(at - 1) not in {"integer", "number"}:
        return found
    product = found.value * 1000
    return Found(int(product) if product == int(product) else product, at + 1)


def _is_weak(scan: Scan, start: int, end: int) -> bool:
    """Whether a lone word is a number word but may be another word here."""
    if end - start > 1 or scan.kind(start) != "word":
        return False
    word = scan.word(start)
    if word not in scan.book.weak_numbers and word not in scan.book.articles:
        return False
    if scan.word(end) in scan.book.counters:
        return False
    return bool(scan.find("yes", start)) or not all_said(scan, start, end)


def _signed(scan: Scan, at: int, value: float) -> int | float:
    if at and scan.find("minus", at - 1):
        return -value
    touching = at and scan.word(at - 1) in _MINUS and scan.terms[at - 1].end == scan.terms[at].start
    return -value if touching and not scan.terms[at - 1].glued else value


def _stands_alone(scan: Scan, placed: _Placed) -> bool:
    if placed.end >= len(scan.terms):
        return True
    after = scan.terms[placed.end]
    against = after.glued and after.kind == "word" and after.word.isascii()
    return not against and after.word not in _PERCENT and not scan.find("percent", placed.end)


def _unit_at(scan: Scan, at: int, named: Units) -> str:
    for phrase, unit in named:
        if tuple(scan.word(at + place) for place in range(len(phrase))) == phrase:
            return unit
    return ""


def _unit_before(scan: Scan, at: int, named: Units) -> str:
    """The unit right before a number, unless it belongs to a number before it."""
    for phrase, unit in named:
        start = at - len(phrase)
        if (
            start >= 0
            and _unit_at(scan, start, ((phrase, unit),))
            and not (start and quantity(scan, start - 1))
        ):
            return unit
    return ""


def _ordinals(scan: Scan) -> Iterator[_Placed]:
    at = 0
    while at < len(scan.terms):
        if (idiom := scan.find("idioms", at)) or _is_counted_second(scan, at):
            at = idiom.end if idiom else at + 1
            continue
        found = _pointed(scan, at) or ordinal(scan, at)
        if found:
            yield _Placed(found.value, at, found.end)
        at = found.end if found else at + 1


def _pointed(scan: Scan, at: int) -> Found | None:
    """A number with a word that makes it a place: option 2."""
    fitting = [each for each in scan.fits(at, _SLOTS) if each.template.kind == "ordinal_templates"]
    if not fitting:
        return None
    longest = max(fitting, key=lambda each: each.end)
    return Found(longest.filled["number"], longest.end)


def _is_counted_second(scan: Scan, at: int) -> bool:
    """Whether a word that is a place and a unit is the unit here: 30 second."""
    counted = at and (cardinal(scan, at - 1) or scan.find("articles", at - 1))
    return bool(counted and scan.find("units", at))
