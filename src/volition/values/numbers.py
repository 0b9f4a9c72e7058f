"""The number that begins at a place: in digits or in words, whole, broken, or a place in a list."""

import re

from volition.values.scan import Found, Scan
from volition.values.words.language import Language

_LARGEST = 10**15
_VULGAR = re.compile(r"([0-9]{1,3})[⁄/]([0-9]{1,3})")
_SPACES = re.compile(r"[\u00a0\u202f]")
_QUOTES = re.compile(r"['’]")
_GROUPED_BY_QUOTES = re.compile(r"[0-9]{1,3}(?:['’][0-9]{3})+(?:[.,][0-9]+)?")
_GROUPED = {
    ".": re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?"),
    ",": re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]+)?"),
}
_PLAIN = {".": re.compile(r"[0-9]+(?:\.[0-9]+)?"), ",": re.compile(r"[0-9]+(?:,[0-9]+)?")}


class _Tally:
    """Number words adding up to one number; what cannot follow is turned away."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.total = self.group = self.digit = self.count = 0
        self.ceiling = _LARGEST
        self.joined = self.closed = False

    def value(self) -> int:
        return self.total + self.group + self.digit

    def add(self, value: int) -> bool:
        """Take a word that adds; False when it cannot stand here."""
        room = self.group % 100
        if self.closed or (value == 0 and self.count):
            return False
        if value >= 100:
            fits = self.digit == 0 and self.group == 0
            self.group += value if fits else 0
        elif value >= self.language.tens_from:
            fits = self._add_tens(value, room)
        else:
            small = value < 10 and room % 10 == 0
            fits = self.digit == 0 and (small or room == 0 or room in self.language.tens_before_teens)
            self.digit = value if fits else self.digit
        return self._took(fits, closed=value == 0)

    def multiply(self, value: int) -> bool:
        """Take a word that multiplies; False when it cannot stand here."""
        if self.closed and self.count:
            return False
        if value == 12:
            self.group, self.digit = (self.group + self.digit or 1) * value, 0
            return self._took(fits=True, closed=True)
        if value < (10_000 if 10_000 in self.language.multipliers.values() else 1000):
            fits = self.group % (10 * value) == 0
            self.group, self.digit = (
                (self.group + (self.digit or 1) * value, 0) if fits else (self.group, self.digit)
            )
            return self._took(fits)
        fits = value < self.ceiling and self.value() < _LARGEST
        if fits:
            self.total += (self.group + self.digit or 1) * value
            self.group = self.digit = 0
            self.ceiling = value
        return self._took(fits)

    def take_digits(self, value: int) -> bool:
        """Take a number in digits; False when it cannot stand here."""
        fits = not self.count or (self.digit == 0 and self.group == 0 and value < self.ceiling)
        self.digit = value if fits else self.digit
        return self._took(fits, closed=fits and value == 0)

    def join(self) -> bool:
        """Take a word such as `and`; False when it cannot stand here."""
        fits = bool(self.count) and not self.closed and not self.joined
        fits = fits and (self.language.inverted or self.digit == 0)
        self.joined = fits
        return fits

    def _add_tens(self, value: int, room: int) -> bool:
        if self.digit == 0 and (room == 0 or (value < 20 and room in self.language.tens_before_teens)):
            self.group += value
            return True
        if self.language.inverted and self.joined and 0 < self.digit < 10 and room == 0:
            self.group, self.digit = self.group + value + self.digit, 0
            return True
        return False

    def _took(self, fits: bool, *, closed: bool = False) -> bool:
        self.joined = self.joined and not fits
        self.count += fits
        self.closed = self.closed or closed
        return fits


def cardinal(scan: Scan, at: int) -> Found | None:
    """The whole number that begins at a place, in digits or words."""
    if at not in scan.numbers:
        tally, end = _tallied(scan, at)
        scan.numbers[at] = Found(tally.value(), end) if tally.count else None
    return scan.numbers[at]


def _tallied(scan: Scan, at: int) -> tuple[_Tally, int]:
    tally, end = _Tally(scan.book.language), at
    while at < len(scan.terms):
        if (joint := scan.find("number_joints", at)) and tally.join():
            at = joint.end
            continue
        taken = _take(scan, at, tally)
        if not taken:
            break
        at = end = taken
    return tally, end


def _take(scan: Scan, at: int, tally: _Tally) -> int:
    """The place after one word of a number; 0 when it is none or cannot stand here."""
    if scan.kind(at) == "integer":
        value, end = _spaced(scan, at)
        return end if tally.take_digits(value) else 0
    if found := scan.find("cardinals", at):
        return found.end if tally.add(found.value) else 0
    if found := scan.find("multipliers", at):
        return found.end if tally.multiply(found.value) else 0
    if not tally.count and scan.find("articles", at) and (found := scan.find("multipliers", at + 1)):
        return found.end if tally.multiply(found.value) else 0
    return 0


def _spaced(scan: Scan, at: int) -> tuple[int, int]:
    """The number in digits at a place, with groups of three after single spaces: 10 000."""
    digits, end = scan.word(at), at + 1
    if scan.book.language.space_groups and len(digits) <= 3:
        while _follows_spaced(scan, end) and len(digits) < 15:
            digits, end = digits + scan.word(end), end + 1
    return int(digits), end


def _follows_spaced(scan: Scan, at: int) -> bool:
    if scan.kind(at) != "integer" or len(scan.word(at)) != 3:
        return False
    return scan.terms[at].start == scan.terms[at - 1].end + 1


def quantity(scan: Scan, at: int) -> Found | None:
    """The number that begins at a place: whole, decimal, or with a fraction."""
    if found := _vulgar(scan, at) or scan.find("fractions", at):
        return found
    if scan.kind(at) == "number":
        value = in_digits(scan.word(at), scan.book.language)
        return None if value is None else _scaled(scan, value, at + 1)
    whole = cardinal(scan, at)
    if whole is None:
        return None
    if more := _vulgar(scan, whole.end):
        return Found(whole.value + more.value, more.end)
    if point := scan.find("points", whole.end):
        return _decimals(scan, whole, point.end)
    if half := scan.find("halves", whole.end):
        return Found(whole.value + half.value, half.end)
    return whole


def _vulgar(scan: Scan, at: int) -> Found | None:
    match = _VULGAR.fullmatch(scan.word(at))
    if match is None or int(match[2]) == 0:
        return None
    return Found(int(match[1]) / int(match[2]), at + 1)


def _scaled(scan: Scan, value: float, end: int) -> Found:
    """A number in digits times the multiplier that follows: 2.5 million."""
    found = scan.find("multipliers", end)
    if found is None or found.value < 1000:
        return Found(value, end)
    product = value * found.value
    return Found(int(product) if product == int(product) else product, found.end)


def _decimals(scan: Scan, whole: Found, at: int) -> Found:
    digits, end = "", at
    while len(digits) < 9:
        found = scan.find("cardinals", end)
        if found is None or not 0 <= found.value <= 9:
            break
        digits, end = digits + str(found.value), found.end
    if not digits:
        found = cardinal(scan, at)
        if found is None or scan.kind(at) != "integer":
            return whole
        digits, end = scan.word(at), at + 1
    return Found(float(f"{whole.value}.{digits}"), end)


def in_digits(word: str, language: Language) -> int | float | None:
    """The one number that digits with marks are: by the language's marks, else by the other way round.

    None when neither way fits, such as for `1.2.3`.
    """
    word = (
        _QUOTES.sub("", _SPACES.sub("", word))
        if _GROUPED_BY_QUOTES.fullmatch(word)
        else _SPACES.sub("", word)
    )
    for point in (language.decimal, "," if language.decimal == "." else "."):
        if _GROUPED[point].fullmatch(word):
            return _number(word.replace("," if point == "." else ".", ""), point)
        if _PLAIN[point].fullmatch(word):
            return _number(word, point)
    return None


def _number(digits: str, point: str) -> int | float:
    return float(digits.replace(point, ".")) if point in digits else int(digits)


def ordinal(scan: Scan, at: int) -> Found | None:
    """The place in a list that begins here: 2nd, second, twenty-first; -1 is the last."""
    if scan.find("idioms", at):
        return None
    if scan.kind(at) == "integer":
        marked = scan.word(at + 1) in scan.book.ordinal_marks and scan.terms[at + 1].glued
        return Found(int(scan.word(at)), at + 2) if marked else None
    if found := scan.find("ordinals", at):
        return found
    tally, end = _tallied(scan, at)
    end = scan.skip("number_joints", end) if tally.joined else end
    last = scan.find("ordinals", end) if tally.count else None
    if last is None or last.value <= 0:
        return None
    fits = tally.multiply(last.value) if last.value in (100, 1000) else tally.add(last.value)
    return Found(tally.value(), last.end) if fits else None
