from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.values import read

NUMBERS = {
    "en": {
        "five": 5,
        "twenty-one": 21,
        "two hundred and thirty five": 235,
        "one million two hundred thousand": 1_200_000,
        "twelve hundred": 1200,
        "a hundred": 100,
        "a dozen": 12,
        "half a dozen": 6,
        "two and a half": 2.5,
        "three point one four": 3.14,
        "minus five": -5,
        "-5": -5,
        "1/2": 0.5,
        "1 1/2": 1.5,
        "2½": 2.5,
        "3k": 3000,
        "2.5 million": 2_500_000,
        "1,000": 1000,
        "1,000.5": 1000.5,
        "1.5": 1.5,
        "1,5": 1.5,
        "1.000.000": 1_000_000,
        "1'000": 1000,
        "1 000": 1000,
        "007": 7,
        "I want two please": 2,
        "a table for four people": 4,
        "one": 1,
    },
    "it": {
        "due": 2,
        "ventitré": 23,
        "ventuno": 21,
        "centootto": 108,
        "duecentocinquanta": 250,
        "millenovecentonovantanove": 1999,
        "tremila": 3000,
        "due milioni": 2_000_000,
        "due e mezzo": 2.5,
        "tre virgola cinque": 3.5,
        "1.000,5": 1000.5,
        "1.000": 1000,
        "10 000": 10_000,
        "uno": 1,
        "vorrei sei biglietti": 6,
    },
    "de": {
        "zwei": 2,
        "einundzwanzig": 21,
        "fünfundvierzig": 45,
        "fuenf": 5,
        "zweihundertfünfunddreißig": 235,
        "tausendeinhundert": 1100,
        "zweieinhalb": 2.5,
        "anderthalb": 1.5,
        "ein Dutzend": 12,
        "drei Komma fünf": 3.5,
        "2,5": 2.5,
        "1.000": 1000,
        "eins": 1,
        "einen Tisch für vier": 4,
    },
    "fr": {
        "deux": 2,
        "dix-sept": 17,
        "vingt et un": 21,
        "soixante et onze": 71,
        "soixante-dix-sept": 77,
        "quatre-vingts": 80,
        "quatre-vingt-dix-neuf": 99,
        "deux cent trente": 230,
        "mille neuf cents": 1900,
        "deux et demi": 2.5,
        "2,5": 2.5,
        "1 000": 1000,
        "une douzaine": 12,
    },
    "es": {
        "dos": 2,
        "veintidós": 22,
        "treinta y cinco": 35,
        "ciento veinte": 120,
        "quinientos": 500,
        "dos mil trescientos": 2300,
        "dos y medio": 2.5,
        "media docena": 6,
        "1.000,5": 1000.5,
        "tres coma cinco": 3.5,
    },
    "ko": {
        "셋": 3,
        "스물다섯": 25,
        "이백삼십오": 235,
        "만이천": 12_000,
        "삼십": 30,
        "세 명": 3,
        "두 개 주세요": 2,
        "1,000": 1000,
    },
}


@pytest.mark.parametrize(
    ("locale", "words", "expected"),
    [
        (locale, words, number)
        for locale, table in NUMBERS.items()
        for words, number in table.items()
        if words != "1 000" or locale == "fr"
    ],
)
def test_a_number_is_read_in_its_language(locale, words, expected):
    """Digits follow the marks of the locale, words the grammar of the language."""
    assert expected == read.number(words, locale=locale)


@pytest.mark.parametrize(
    "words",
    [
        "", "many", "a", "two or three", "no one", "this one", "the second one", "2nd", "covid-19", "mp3",
        "10:30", "2026-05-03", "192.168.1.1", "1.2.3", "50%", "fifty percent", "5kg", "five twenty", "∞",
        "sei stanco",
    ],
)  # fmt: skip
def test_what_is_no_single_number_is_none(words):
    """Places, names, times, percentages and several numbers are no number."""
    assert read.number(words) is None


def test_a_whole_number_is_an_int():
    """Only a decimal mark or a fraction makes a float."""
    assert (int, float) == (type(read.number("two")), type(read.number("2.0")))


@given(st.integers(0, 10**9))
def test_grouped_digits_go_round(number):
    """What a language writes with its own marks is the same number again."""
    written = f"{number:,}"

    assert number == read.number(written, locale="en")
    assert number == read.number(written.replace(",", "."), locale="de")
    assert number == read.number(written.replace(",", "\u202f"), locale="fr")


@pytest.mark.parametrize(
    ("locale", "words", "expected"),
    [
        ("en", "the second one", 2),
        ("en", "2nd", 2),
        ("en", "the twenty first", 21),
        ("en", "number three", 3),
        ("en", "option 2", 2),
        ("en", "#4", 4),
        ("en", "the last one", -1),
        ("en", "second to last", -2),
        ("it", "il terzo", 3),
        ("it", "la prima", 1),
        ("it", "l'ultimo", -1),
        ("it", "il 2°", 2),
        ("de", "der dritte", 3),
        ("de", "das zweite", 2),
        ("de", "die letzte", -1),
        ("de", "der 3.", 3),
        ("fr", "le premier", 1),
        ("fr", "la deuxième", 2),
        ("fr", "le 2ème", 2),
        ("fr", "avant-dernier", -2),
        ("es", "el segundo", 2),
        ("es", "la tercera", 3),
        ("es", "el último", -1),
        ("ko", "두 번째", 2),
        ("ko", "첫번째", 1),
        ("ko", "2번", 2),
        ("ko", "마지막", -1),
        ("en", "il terzo", 3),
    ],
)
def test_a_place_in_a_list_is_read(locale, words, expected):
    """Places count from one; the last is -1."""
    assert expected == read.ordinal(words, locale=locale)


@pytest.mark.parametrize(
    "words", ["", "two", "first and last", "give me a second", "30 second timer", "first of all"]
)
def test_what_is_no_single_place_is_none(words):
    """Counts, seconds of time, idioms and two places are no place."""
    assert read.ordinal(words) is None


WEIGHT = {"kg": ["kilo", "kilos", "kilograms"], "g": ["gram", "grams"]}
MONEY = {"EUR": ["€", "euro", "euros"], "USD": ["$", "dollars"]}


@pytest.mark.parametrize(
    ("words", "units", "locale", "expected"),
    [
        ("5kg", WEIGHT, "en", (5, "kg")),
        ("5 kg", WEIGHT, "en", (5, "kg")),
        ("half a kilo of flour", WEIGHT, "en", (0.5, "kg")),
        ("a kilo", WEIGHT, "en", (1, "kg")),
        ("two and a half kilos", WEIGHT, "en", (2.5, "kg")),
        ("about 200 grams for 4 people", WEIGHT, "en", (200, "g")),
        ("$5", MONEY, "en", (5, "USD")),
        ("5 $", MONEY, "en", (5, "USD")),
        ("EUR 20", MONEY, "en", (20, "EUR")),
        ("20,50 €", MONEY, "de", (20.5, "EUR")),
        ("mille euro", MONEY, "it", (1000, "EUR")),
        ("50%", {"%": ["percent"]}, "en", (50, "%")),
        ("fifty percent", {"%": ["percent"]}, "en", (50, "%")),
        ("5 miles", WEIGHT, "en", None),
        ("5", WEIGHT, "en", None),
        ("5 kg or 6 kg", WEIGHT, "en", None),
    ],
)
def test_an_amount_is_a_number_with_its_unit(words, units, locale, expected):
    """The unit stands behind the number or right before it; two amounts are none."""
    assert expected == read.amount(words, units=units, locale=locale)


DURATIONS = {
    "10 minutes": 600,
    "an hour and a half": 5400,
    "90s": 90,
    "1h30": 5400,
    "1h 20m": 4800,
    "half an hour": 1800,
    "three quarters of an hour": 2700,
    "1 and a half hours": 5400,
    "2 hours and 15 minutes": 8100,
    "1 hour and 30 seconds": 3630,
    "a couple of hours": 7200,
    "2 weeks": 1_209_600,
    "a fortnight": 1_209_600,
    "set a timer for forty-five minutes please": 2700,
    "mezz'ora": 1800,
    "un'ora e mezza": 5400,
    "due ore e un quarto": 8100,
    "tre quarti d'ora": 2700,
    "anderthalb Stunden": 5400,
    "eine halbe Stunde": 1800,
    "dreiviertelstunde": 2700,
    "zwei Stunden und zehn Minuten": 7800,
    "une heure et quart": 4500,
    "deux heures et demie": 9000,
    "un quart d'heure": 900,
    "hora y media": 5400,
    "media hora": 1800,
    "dos horas y diez minutos": 7800,
    "한 시간 반": 5400,
    "30분": 1800,
    "일주일": 604_800,
    "PT10M": 600,
    "PT1H30M": 5400,
    "P1DT12H": 129_600,
}


@pytest.mark.parametrize(("words", "expected"), DURATIONS.items())
def test_a_length_of_time_is_read(words, expected):
    """Words, letters against digits and ISO 8601 are the same length."""
    assert timedelta(seconds=expected) == read.duration(words)


@pytest.mark.parametrize(
    "words",
    [
        "", "10:00", "10", "an", "hour", "2 months", "P1M", "P", "PT", "5 or 10 minutes", "5 to 10 minutes",
        "1 hour timer by 5 minutes", "a few minutes", "tomorrow", "두세 시간", "9" * 18 + " weeks",
    ],
)  # fmt: skip
def test_what_is_no_fixed_length_is_none(words):
    """Clock times, bare numbers, ranges, and months, which differ in length, are no duration."""
    assert read.duration(words) is None


@given(st.timedeltas(timedelta(0), timedelta(days=9)))
def test_iso_durations_go_round(length):
    """What ISO 8601 writes in whole seconds is the same length again."""
    whole = timedelta(seconds=int(length.total_seconds()))

    assert whole == read.duration(f"P{whole.days}DT{whole.seconds}S")


@given(st.text(max_size=200), st.sampled_from(["en", "it", "de", "fr", "es", "ko"]))
def test_no_text_raises(text, locale):
    """Any text is a number, a place, an amount, or None."""
    read.number(text, locale=locale)
    read.ordinal(text, locale=locale)
    read.amount(text, units=WEIGHT, locale=locale)


@pytest.mark.parametrize(
    "text", ["1" * 1_000_000, "1," * 500_000, "one two " * 125_000, "hundertund" * 100_000]
)
def test_long_texts_are_read_to_their_limit(text):
    """A megabyte of digits or number words is no burden and no number."""
    assert read.number(text) is None
    assert read.duration(text) is None
