"""The shape of a language's table. A language that is not shipped is one more value of this class."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPart:
    """A part of the day: what an hour said with it means, and its hour when none is said."""

    first: int
    """The first of its twelve hours: `evening` 13 makes 8 to 20; from 24 on it is the next day."""
    hour: int | None
    """The hour it stands for alone; None when it says nothing alone, such as `pm`."""


AM = DayPart(first=0, hour=None)
"""Before noon: 12 is midnight."""
PM = DayPart(first=12, hour=None)
"""After noon: 12 is noon."""
DAWN = DayPart(first=0, hour=6)
"""Before the morning."""
MORNING = DayPart(first=0, hour=9)
"""Until noon."""
MIDDAY = DayPart(first=10, hour=12)
"""Around noon."""
AFTERNOON = DayPart(first=12, hour=15)
"""After noon."""
EVENING = DayPart(first=13, hour=19)
"""After work, until midnight."""
TONIGHT = DayPart(first=17, hour=20)
"""The evening and night of today: 1 to 4 are after midnight."""
NIGHT = DayPart(first=17, hour=21)
"""The night that begins on the day said: 1 to 4 are after midnight."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """How one language speaks of numbers, dates, times and answers.

    Words are written as people write them; case and accents do not matter when they are read, and a phrase
    may have several words. A template is a phrase with slots in braces and optional words in brackets:
    `[the] {nth} [of] {month}`. Slots: `{hour}` `{minute}` `{spelled_minute}` `{clock}` (9:30) `{dotted}`
    (9.30) `{day}` `{nth}` `{year}` `{month}` `{month_number}` `{weekday}` `{part}` `{unit}` `{number}`
    `{length}`.
    """

    code: str
    """ISO 639-1, such as `en`."""
    hours: Literal[12, 24] = 24
    """24: a bare hour is as said, 5 is 05:00. 12: a bare hour from 1 to 12 may be either half of the day."""
    month_first: frozenset[str] = frozenset()
    """Regions that write 3/4 for the fourth of March, such as `us`."""
    decimal: Literal[".", ","] = ","
    """The mark before decimals."""
    space_groups: bool = True
    """Whether thousands may be written apart: 10 000."""
    compounds: bool = False
    """Whether words of these tables are also written together without spaces."""
    compound_parts: frozenset[str] = frozenset()
    """More words that compounds are made of, such as particles."""

    cardinals: Mapping[str, int] = field(default_factory=dict)
    """Words that add up: one, eleven, twenty."""
    multipliers: Mapping[str, int] = field(default_factory=dict)
    """Words that multiply what stands before them: hundred, thousand, dozen."""
    articles: frozenset[str] = frozenset()
    """Words that mean one before a unit or a multiplier and nothing elsewhere: a, an."""
    weak_numbers: frozenset[str] = frozenset()
    """Number words that mean other things too; in running text they count only inside a longer number, or
    before one of `counters`."""
    counters: frozenset[str] = frozenset()
    """Words that follow a count."""
    number_joints: frozenset[str] = frozenset()
    """Words inside a number: and."""
    inverted: bool = False
    """Whether units stand before tens, joined: einundzwanzig."""
    tens_from: int = 20
    """The smallest number that units are added to."""
    tens_before_teens: tuple[int, ...] = ()
    """Tens that 10 to 19 are added to: soixante-dix."""
    points: frozenset[str] = frozenset()
    """Words for the decimal mark: point."""
    minus: frozenset[str] = frozenset()
    """Words for the sign of a number below zero."""
    percent: frozenset[str] = frozenset()
    """Words for a percentage."""
    fractions: Mapping[str, float] = field(default_factory=dict)
    """Words that are a number below one, or half a dozen."""
    halves: Mapping[str, float] = field(default_factory=dict)
    """Words after a number or a unit that add to it: and a half."""
    thousands: frozenset[str] = frozenset({"k"})
    """Letters written against a number for thousands."""
    ordinals: Mapping[str, int] = field(default_factory=dict)
    """First, second...; -1 is the last, -2 the one before."""
    ordinal_marks: frozenset[str] = frozenset()
    """What is written against a number to make it an ordinal: th."""
    ordinal_templates: tuple[str, ...] = ()
    """Phrases with a `{number}` that point at a place in a list: number {number}."""

    units: Mapping[str, str] = field(default_factory=dict)
    """Units of time to second, minute, hour, day, week, month, year."""
    short_units: Mapping[str, str] = field(default_factory=dict)
    """Letters for units that count only after digits: h, s."""
    lengths: Mapping[str, tuple[float, str]] = field(default_factory=dict)
    """Whole lengths of time in one phrase: fortnight is (2, week)."""
    length_joints: frozenset[str] = frozenset()
    """Words between the parts of a length: and."""
    of: frozenset[str] = frozenset()
    """Words between a fraction and its unit: half AN hour."""

    days: Mapping[str, int] = field(default_factory=dict)
    """Days from today: tomorrow is 1."""
    day_parts: Mapping[str, tuple[int, DayPart]] = field(default_factory=dict)
    """Phrases that name a day and a part of it: tonight."""
    parts: Mapping[str, DayPart] = field(default_factory=dict)
    """Parts of the day."""
    halves_of_day: Mapping[str, DayPart] = field(default_factory=dict)
    """am and pm, after an hour."""
    named_hours: Mapping[str, int] = field(default_factory=dict)
    """Noon is 12, midnight is 24."""
    weekdays: Mapping[str, int] = field(default_factory=dict)
    """Monday is 0."""
    months: Mapping[str, int] = field(default_factory=dict)
    """January is 1."""
    faint: frozenset[str] = frozenset()
    """Words of these tables that are other words too: sat, may. They count beside a date or time, or when
    they are all that is said."""
    weekday_templates: Mapping[str, str] = field(default_factory=dict)
    """Phrases with a `{weekday}` to `coming`, `this`, `next`, `last` or `after`: a week after the coming."""
    weeks: Mapping[str, int] = field(default_factory=dict)
    """Weeks from this week: next week is 1."""
    months_away: Mapping[str, int] = field(default_factory=dict)
    """Months from this month."""
    years_away: Mapping[str, int] = field(default_factory=dict)
    """Years from this year."""
    dates: tuple[str, ...] = ()
    """Templates of dates that are dates in any text."""
    faint_dates: tuple[str, ...] = ()
    """Templates of dates that count beside a date or time, or when they are all that is said."""
    holidays: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Days with a name, as (month, day); they are faint."""
    now: frozenset[str] = frozenset()
    """Words for this moment; they are faint."""

    clocks: Mapping[str, int | tuple[int, int]] = field(default_factory=dict)
    """Templates of times to the minutes added to the hour; with a `{minute}`, to its sign, or to both."""
    faint_clocks: Mapping[str, int | tuple[int, int]] = field(default_factory=dict)
    """The same for times that count beside a date or time, or when they are all that is said."""
    hour_leads: Mapping[str, bool] = field(default_factory=dict)
    """Words that make the number after them an hour: True in any text, False beside a date, or when it is all
    that is said."""
    hour_contexts: frozenset[str] = frozenset()
    """Words a little before a bare hour that make it one in any text: alarm, wake."""
    offsets: Mapping[str, int] = field(default_factory=dict)
    """Templates of a `{length}` from now to its sign: in {length}, {length} ago."""
    anchors: Mapping[str, int] = field(default_factory=dict)
    """Templates of a `{length}` from another moment to its sign: {length} before."""
    anchors_follow: bool = False
    """Whether anchors stand behind what they are measured from."""
    leads: frozenset[str] = frozenset()
    """Words that come before a date or time and belong to it: on, by."""
    glue: frozenset[str] = frozenset()
    """Words that may stand between a date and a time."""
    blocks: frozenset[str] = frozenset()
    """Words right before a date or time that make it a bound: before, within."""
    denials: frozenset[str] = frozenset()
    """Words right before a date or time that is not meant: not, except."""
    trailing_blocks: frozenset[str] = frozenset()
    """The same for words right after it."""
    not_moments: tuple[str, ...] = ()
    """Templates of what is no single moment: every {weekday}, from {hour} to {hour}."""
    alternatives: frozenset[str] = frozenset()
    """Words between two values of which one is meant, or that bound a range: or, to."""
    continuations: frozenset[str] = frozenset()
    """Words that may follow a bare hour or day; any other word there makes it a count."""
    counted: frozenset[str] = frozenset()
    """Words after a number that show it is no hour: dollars, people."""
    plural_ending: str = ""
    """An ending that marks an unknown word after a number as counted things."""
    capitals_are_names: bool = False
    """Whether a capital in an unknown word marks a name, so that the number before it is no hour."""
    idioms: frozenset[str] = frozenset()
    """Phrases whose words are not read: good morning."""
    fillers: frozenset[str] = frozenset()
    """Words around a value that add nothing: please, I'd say."""
    misspellings: Mapping[str, str] = field(default_factory=dict)
    """Frequent misspellings of words of these tables."""

    yes: frozenset[str] = frozenset()
    """Plain agreement."""
    no: frozenset[str] = frozenset()
    """Plain refusal."""
    cancel: frozenset[str] = frozenset()
    """The wish to stop altogether."""
    maybe: frozenset[str] = frozenset()
    """An answer that decides nothing."""
    requests: frozenset[str] = frozenset()
    """Words around a choice that add nothing: I'd like, the one."""
    negators: frozenset[str] = frozenset()
    """Words right before an option that rule it out: not, instead of."""
    questions: frozenset[str] = frozenset()
    """How questions begin that would be answers otherwise: are you sure."""
    politeness: frozenset[str] = frozenset()
    """Words in a plain answer that do not change it: please, thanks."""
