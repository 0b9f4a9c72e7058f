"""Values out of the words that a person wrote, or that a model copied from a person.

Nothing is guessed: where two readings fit and none is the clear default, the answer is None. Every function
reads the language of `locale` first and then the other languages; `languages` replaces the shipped ones.
Only the first 10,000 characters of a text are read, and no text makes these functions raise.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date as calendar_date
from datetime import datetime, timedelta
from datetime import time as clock_time
from typing import NamedTuple

from volition.errors import BadConfig
from volition.values import days, lengths, moments, quantities, runs
from volition.values.moments import Meant, Moment
from volition.values.phrasebook import phrasebook
from volition.values.scan import Scan
from volition.values.terms import Term, terms
from volition.values.words.language import Language
from volition.values.words.shipped import in_order, region


class _Spoken(NamedTuple):
    """What one language reads of a text."""

    found: list[runs.Run]
    scan: Scan
    covered: int

def moment(
    text: str,
    *,
    now: datetime,
    locale: str = "en",
    prefer: days.Prefer = "future",
    languages: Sequence[Language] | None = None,
) -> Moment | None:
    """The one date, time or both that a text speaks of.
    """
    found = _moments(text, now=now, locale=locale, prefer=prefer, languages=languages)
    if found is None or len({(each.at, each.has_date, each.has_time) for each in found}) != 1:
        return None
    return found[0]

def _moments(text, *, now, locale, prefer, languages):
    spoken = _spoken(text, locale, languages)
    if spoken is None or any(run.blocked for run in spoken.found):
        return None
    out = []
    for run in spoken.found:
        m = moments.meant(run.said, now, prefer=prefer)
        if m is None: return None
        out.append(Moment(at=m.at, has_date=m.has_date, has_time=m.has_time, span=spoken.scan.span(run.start, run.end)))
    return out

def _spoken(text, locale, languages):
    seen = terms(text)
    best = None
    for place, language in enumerate(in_order(locale, languages)):
        scan = Scan(text, seen, phrasebook(language), mend=place == 0)
        month_first = region(locale) in language.month_first
        found = runs.runs(scan, month_first=month_first)
        covered = sum(scan.span(r.start, r.end)[1] - scan.span(r.start, r.end)[0] for r in found)
        if found and (best is None or covered > best.covered):
            best = _Spoken(found, scan, covered)
    return best
