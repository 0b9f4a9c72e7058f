"""The languages that are shipped, and the order in which they are tried."""

from collections.abc import Sequence

from volition.values.words.english import ENGLISH
from volition.values.words.french import FRENCH
from volition.values.words.german import GERMAN
from volition.values.words.italian import ITALIAN
from volition.values.words.korean import KOREAN
from volition.values.words.language import Language
from volition.values.words.spanish import SPANISH

SHIPPED: tuple[Language, ...] = (ENGLISH, ITALIAN, GERMAN, FRENCH, SPANISH, KOREAN)
"""The tables in the order in which they are tried after the one of the locale."""


def region(locale: str) -> str:
    """The region of a locale in small letters: `us` of `en-US`; empty when it names none."""
    _, _, rest = locale.replace("_", "-").partition("-")
    return rest.rpartition("-")[2].lower()


def in_order(locale: str, languages: Sequence[Language] | None = None) -> tuple[Language, ...]:
    """The languages to try: the locale's own first, then the others as they come."""
    code = locale.replace("_", "-").partition("-")[0].lower()
    given = SHIPPED if languages is None else tuple(languages)
    return tuple(sorted(given, key=lambda language: language.code != code))
