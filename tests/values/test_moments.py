import math
from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.errors import BadConfig
from volition.values import read
from volition.values.words.english import ENGLISH
from volition.values.words.language import MORNING, Language

ROME = ZoneInfo("Europe/Rome")
NOW = datetime(2026, 3, 4, 10, 30, tzinfo=ROME)
"""A Wednesday."""

ENGLISH_MOMENTS = {
    # days
    "today": "2026-03-04",
    "tomorrow": "2026-03-05",
    "tomorow": "2026-03-05",
    "tommorow": "2026-03-05",
    "the day after tomorrow": "2026-03-06",
    "yesterday": "2026-03-03",
    "later today": "2026-03-04",
    "friday": "2026-03-06",
    "on friday": "2026-03-06",
    "on thrusday": "2026-03-05",
    "this friday": "2026-03-06",
    "next friday": "2026-03-13",
    "next monday": "2026-03-09",
    "last friday": "2026-02-27",
    "wednesday": "2026-03-11",
    "a week from friday": "2026-03-13",
    "tuesday next week": "2026-03-10",
    "next week on tuesday": "2026-03-10",
    "in 3 days": "2026-03-07",
    "in a couple of days": "2026-03-06",
    "two weeks from now": "2026-03-18",
    "in two weeks on friday": "2026-03-20",
    "friday in two weeks": "2026-03-20",
    "in a fortnight": "2026-03-18",
    "in six months": "2026-09-04",
    "in a year": "2027-03-04",
    "three days ago": "2026-03-01",
    "two days before christmas": "2026-12-23",
    # dates
    "Dec 3": "2026-12-03",
    "3rd of December": "2026-12-03",
    "december the third": "2026-12-03",
    "the twenty first of april": "2026-04-21",
    "March 20, 2027": "2027-03-20",
    "1 April": "2026-04-01",
    "may the fourth": "2026-05-04",
    "the 5th": "2026-03-05",
    "on the 3rd": "2026-04-03",
    "the 31st": "2026-03-31",
    "the 5th of next month": "2026-04-05",
    "3rd of this month": "2026-03-03",
    "monday the 9th": "2026-03-09",
    "friday the 13th": "2026-03-13",
    "february 29": "2028-02-29",
    "03/04": "2026-04-03",
    "12/25": "2026-12-25",
    "5/4/26": "2026-04-05",
    "2026-05-03": "2026-05-03",
    "on christmas": "2026-12-25",
    # times
    "9": "2026-03-04 21:00",
    "at 9": "2026-03-04 21:00",
    "at 5": "2026-03-04 17:00",
    "at 10:45": "2026-03-04 10:45",
    "at 12": "2026-03-04 12:00",
    "9am": "2026-03-05 09:00",
    "9 p.m.": "2026-03-04 21:00",
    "12am": "2026-03-05 00:00",
    "12:30 pm": "2026-03-04 12:30",
    "9:30": "2026-03-04 21:30",
    "09:30": "2026-03-05 09:30",
    "21.30": "2026-03-04 21:30",
    "9 o'clock": "2026-03-04 21:00",
    "half past six": "2026-03-04 18:30",
    "half six": "2026-03-04 18:30",
    "quarter to seven": "2026-03-04 18:45",
    "a quarter past four in the morning": "2026-03-05 04:15",
    "quarter to one": "2026-03-04 12:45",
    "ten to eight": "2026-03-04 19:50",
    "five to midnight": "2026-03-04 23:55",
    "twenty five past seven": "2026-03-04 19:25",
    "noon": "2026-03-04 12:00",
    "midnight": "2026-03-05 00:00",
    "in the morning": "2026-03-05 09:00",
    "this afternoon": "2026-03-04 15:00",
    "this evening": "2026-03-04 19:00",
    "tonight": "2026-03-04 20:00",
    "5pm UTC": "2026-03-04 18:00",
    "5pm EST": "2026-03-04 23:00",
    "now": "2026-03-04 10:30",
    # both
    "6 tonight": "2026-03-04 18:00",
    "half past six tonight": "2026-03-04 18:30",
    "tonight at 1": "2026-03-05 01:00",
    "tonight at midnight": "2026-03-05 00:00",
    "tomorrow at 9": "2026-03-05 09:00",
    "tomorrow at 5": "2026-03-05 17:00",
    "12 tomorrow": "2026-03-05 12:00",
    "tomorrow morning": "2026-03-05 09:00",
    "tomorrow evening at 8": "2026-03-05 20:00",
    "tomorrow night at 1": "2026-03-06 01:00",
    "tmrw 9am": "2026-03-05 09:00",
    "9am tomorrow morning": "2026-03-05 09:00",
    "today at 9": "2026-03-04 21:00",
    "wednesday at 11": "2026-03-04 11:00",
    "wednesday at 9": "2026-03-11 09:00",
    "friday 6": "2026-03-06 18:00",
    "sat 5pm": "2026-03-07 17:00",
    "monday, 5 pm": "2026-03-09 17:00",
    "saturday at nine thirty": "2026-03-07 09:30",
    "yesterday at 3": "2026-03-03 15:00",
    "last night at 11": "2026-03-03 23:00",
    "march 20th at 10 am": "2026-03-20 10:00",
    "25/12 at 8pm": "2026-12-25 20:00",
    "2026-05-03 at 5pm": "2026-05-03 17:00",
    "in 3 days at 5": "2026-03-07 17:00",
    "half past 3 in the afternoon on the 7th": "2026-03-07 15:30",
    "evening 6 on march 14th": "2026-03-14 18:00",
    # distances
    "in 2 hours": "2026-03-04 12:30",
    "in an hour and a half": "2026-03-04 12:00",
    "in two and a half hours": "2026-03-04 13:00",
    "in half an hour": "2026-03-04 11:00",
    "in a quarter of an hour": "2026-03-04 10:45",
    "in 1h30": "2026-03-04 12:00",
    "in 1.5 hours": "2026-03-04 12:00",
    "90 seconds from now": "2026-03-04 10:31:30",
    "half an hour ago": "2026-03-04 10:00",
    "ten minutes before noon": "2026-03-04 11:50",
    "two hours after midnight": "2026-03-05 02:00",
}
ITALIAN_MOMENTS = {
    "oggi": "2026-03-04",
    "dopodomani": "2026-03-06",
    "tre giorni fa": "2026-03-01",
    "lunedì prossimo": "2026-03-09",
    "lunedi 9": "2026-03-09",
    "giovedì della prossima settimana": "2026-03-12",
    "il 5 maggio": "2026-05-05",
    "il 3": "2026-04-03",
    "il primo maggio 2027 alle 21.30": "2027-05-01 21:30",
    "sabato 21 marzo alle ore 18": "2026-03-21 18:00",
    "domani alle 9": "2026-03-05 09:00",
    "domani alle nove e mezza": "2026-03-05 09:30",
    "domani mattina alle 8": "2026-03-05 08:00",
    "domattina": "2026-03-05 09:00",
    "stasera alle 8": "2026-03-04 20:00",
    "alle 8 di sera": "2026-03-04 20:00",
    "alle 5 del pomeriggio": "2026-03-04 17:00",
    "alle 7 meno dieci": "2026-03-05 06:50",
    "le sette meno un quarto": "2026-03-05 06:45",
    "alle ventuno e trenta": "2026-03-04 21:30",
    "all'una di notte": "2026-03-05 01:00",
    "a mezzogiorno": "2026-03-04 12:00",
    "fra due ore": "2026-03-04 12:30",
    "tra mezz'ora": "2026-03-04 11:00",
    "fra un'ora e mezza": "2026-03-04 12:00",
    "tra tre quarti d'ora": "2026-03-04 11:15",
    "un'ora prima di mezzogiorno": "2026-03-04 11:00",
    "domni alle 18": "2026-03-05 18:00",
}
GERMAN_MOMENTS = {
    "übermorgen": "2026-03-06",
    "uebermorgen": "2026-03-06",
    "nächsten Montag": "2026-03-09",
    "Montag in einer Woche": "2026-03-16",
    "Freitag nächster Woche": "2026-03-13",
    "vor drei Tagen": "2026-03-01",
    "am 3. Mai": "2026-05-03",
    "am einundzwanzigsten März": "2026-03-21",
    "3.5.2026": "2026-05-03",
    "Freitag, 13.": "2026-03-13",
    "24. Dezember": "2026-12-24",
    "am 3.5. um 14 Uhr": "2026-05-03 14:00",
    "morgen um 9": "2026-03-05 09:00",
    "morgen früh um acht": "2026-03-05 08:00",
    "heute Abend um 8": "2026-03-04 20:00",
    "heute Nacht um 2": "2026-03-05 02:00",
    "um 8 Uhr abends": "2026-03-04 20:00",
    "um 14.30 Uhr": "2026-03-04 14:30",
    "neun Uhr dreißig": "2026-03-05 09:30",
    "halb sieben abends": "2026-03-04 18:30",
    "fünf vor halb neun": "2026-03-05 08:25",
    "viertel nach acht": "2026-03-05 08:15",
    "Montagabend um sieben": "2026-03-09 19:00",
    "Montagmorgen": "2026-03-09 09:00",
    "in anderthalb Stunden": "2026-03-04 12:00",
    "in zweieinhalb Stunden": "2026-03-04 13:00",
    "in einer Viertelstunde": "2026-03-04 10:45",
    "eine Stunde vor Mitternacht": "2026-03-04 23:00",
    "um einundzwanzig Uhr": "2026-03-04 21:00",
}
FRENCH_MOMENTS = {
    "après-demain": "2026-03-06",
    "il y a deux jours": "2026-03-02",
    "lundi prochain": "2026-03-09",
    "lundi 9": "2026-03-09",
    "lundi en huit": "2026-03-16",
    "jeudi de la semaine prochaine": "2026-03-12",
    "le 3 mai": "2026-05-03",
    "le 1er mai 2027": "2027-05-01",
    "le premier mai": "2026-05-01",
    "samedi 21 mars à 14h": "2026-03-21 14:00",
    "demain à 9h": "2026-03-05 09:00",
    "demain matin à 8 heures": "2026-03-05 08:00",
    "aujourd'hui à 18h30": "2026-03-04 18:30",
    "ce soir à 8h": "2026-03-04 20:00",
    "à 8 heures du soir": "2026-03-04 20:00",
    "à neuf heures et demie": "2026-03-05 09:30",
    "à dix heures moins le quart": "2026-03-05 09:45",
    "vingt et une heures trente": "2026-03-04 21:30",
    "midi et demi": "2026-03-04 12:30",
    "à minuit": "2026-03-05 00:00",
    "vendredi soir": "2026-03-06 19:00",
    "dans une heure et demie": "2026-03-04 12:00",
    "dans une demi-heure": "2026-03-04 11:00",
    "dans un quart d'heure": "2026-03-04 10:45",
    "une heure avant minuit": "2026-03-04 23:00",
}
SPANISH_MOMENTS = {
    "mañana": "2026-03-05",
    "manana": "2026-03-05",
    "hace dos días": "2026-03-02",
    "el próximo lunes": "2026-03-09",
    "lunes 9": "2026-03-09",
    "el jueves de la semana que viene": "2026-03-12",
    "el 3 de mayo": "2026-05-03",
    "el tres de mayo de 2027": "2027-05-03",
    "mañana por la mañana": "2026-03-05 09:00",
    "mañana a las 9": "2026-03-05 09:00",
    "pasado mañana a las 10 de la mañana": "2026-03-06 10:00",
    "esta noche a las 8": "2026-03-04 20:00",
    "a las 8 de la noche": "2026-03-04 20:00",
    "a las 12 de la noche": "2026-03-05 00:00",
    "a las cinco y media de la tarde": "2026-03-04 17:30",
    "hoy a las 6 pm": "2026-03-04 18:00",
    "a las siete menos cuarto": "2026-03-05 06:45",
    "al mediodía": "2026-03-04 12:00",
    "a las 21:30": "2026-03-04 21:30",
    "sábado 21 de marzo a las 14h": "2026-03-21 14:00",
    "viernes por la noche": "2026-03-06 21:00",
    "en dos horas": "2026-03-04 12:30",
    "dentro de media hora": "2026-03-04 11:00",
    "dentro de una hora y media": "2026-03-04 12:00",
    "una hora antes de medianoche": "2026-03-04 23:00",
}
KOREAN_MOMENTS = {
    "모레": "2026-03-06",
    "어제": "2026-03-03",
    "다음 주 월요일": "2026-03-09",
    "12월 25일": "2026-12-25",
    "2027년 3월 1일": "2027-03-01",
    "내년 3월 1일": "2027-03-01",
    "다음 달 5일": "2026-04-05",
    "이틀 후": "2026-03-06",
    "일주일 뒤": "2026-03-11",
    "한 달 뒤": "2026-04-04",
    "일요일에": "2026-03-08",
    "내일 오후 3시": "2026-03-05 15:00",
    "내일오전9시": "2026-03-05 09:00",
    "오후 세 시 반": "2026-03-04 15:30",
    "오후 3시 10분 전": "2026-03-04 14:50",
    "다음주 월요일 오전 10시": "2026-03-09 10:00",
    "이번 주 금요일 저녁 7시": "2026-03-06 19:00",
    "오늘 밤 9시": "2026-03-04 21:00",
    "밤 12시": "2026-03-05 00:00",
    "낮 12시": "2026-03-04 12:00",
    "정오": "2026-03-04 12:00",
    "토욜 아침": "2026-03-07 09:00",
    "세 시간 뒤에": "2026-03-04 13:30",
    "두 시간 반 후": "2026-03-04 13:00",
    "자정 한 시간 전": "2026-03-04 23:00",
}
SAID = [
    (locale, words, expected)
    for locale, table in (
        ("en", ENGLISH_MOMENTS),
        ("it", ITALIAN_MOMENTS),
        ("de", GERMAN_MOMENTS),
        ("fr", FRENCH_MOMENTS),
        ("es", SPANISH_MOMENTS),
        ("ko", KOREAN_MOMENTS),
    )
    for words, expected in table.items()
]


@pytest.mark.parametrize(("locale", "words", "expected"), SAID)
def test_what_people_say_is_read(locale, words, expected):
    """A phrase is the moment that people mean by it; a day without a time begins at midnight."""
    found = read.moment(words, now=NOW, locale=locale)

    assert found is not None
    assert (datetime.fromisoformat(expected).replace(tzinfo=ROME), " " in expected) == (
        found.at,
        found.has_time,
    )


@pytest.mark.parametrize(
    ("locale", "words"), [(locale, words) for locale, words, _ in SAID if any(map(str.isalpha, words))]
)
def test_words_are_read_alike_under_every_locale(locale, words):
    """The language that reads most of a text decides, so a foreign locale changes nothing but bare digits."""
    expected = read.moment(words, now=NOW, locale=locale)

    assert {expected} == {
        read.moment(words, now=NOW, locale=other) for other in ("en", "it", "de", "fr", "es", "ko")
    }


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("remind me tomorrow at nine please", "tomorrow at nine"),
        ("call mum at 5 to say hi", "at 5"),
        ("let's meet next tuesday at half past two, ok?", "next tuesday at half past two"),
        ("book a table for four on saturday at eight in the evening", "on saturday at eight in the evening"),
        ("table on friday for 2", "on friday"),
        ("wake me at 6:45 am tomorrow", "at 6:45 am tomorrow"),
        ("move it to 3/4 at noon", "to 3/4 at noon"),
        ("remind me in 20 minutes to take the pizza out", "in 20 minutes"),
        ("set an alarm for 7", "for 7"),
        ("not today, make it thursday", "thursday"),
        ("pay 9.30 dollars at 9.30", "at 9.30"),
        ("ricordamelo domani mattina alle 8 per favore", "domani mattina alle 8"),
        ("weck mich morgen früh um 7 bitte", "morgen früh um 7"),
        ("rappelle-moi demain à 9 heures s'il te plaît", "demain à 9 heures"),
        ("recuérdame mañana a las nueve por favor", "mañana a las nueve"),
        ("내일 오후 3시 30분에 알려줘", "내일 오후 3시 30분"),
    ],
)
def test_a_moment_is_found_inside_other_words(words, expected):
    """The span is what speaks of the moment, with the words that lead to it and nothing else."""
    found = read.moment(words, now=NOW)

    assert found is not None
    assert expected == words[slice(*found.span)]


@pytest.mark.parametrize(
    "words",
    [
        # numbers that count, name or measure
        "I have 2 cats", "call 911", "room 5", "version 2.5", "the score was 3-1", "I am 30", "25 years old",
        "he won 2 to 1", "it costs 9.99", "10% off", "5 stars", "buy 2 apples", "555-1234", "192.168.1.1",
        "at 21 Baker Street", "at 2 locations", "for 3 people", "at 5 percent", "table for 2", "24/7",
        "tengo 2 gatos", "ho 2 gatti", "ich habe 2 Katzen", "j'ai 2 chats", "고양이 2마리",
        # words that are also other words
        "I may come", "we march on", "he sat down", "the sun is hot", "good morning", "good night",
        "just a second", "the second one", "on the first page", "sei stanco", "buenos días",
        # again and again
        "every day at 9", "every monday", "mondays at 9", "on weekdays at 7", "daily at 8am",
        "ogni lunedì alle 9",
        "jeden Montag um 9", "montags um 9", "tous les lundis à 9h", "todos los lunes a las 9",
        "매일 아침 9시",
        # ranges, alternatives, bounds
        "from 9 to 5", "between 5 and 6 pm", "9 to 5", "5-7pm", "monday or tuesday", "at 5 or 6", "5 or 6pm",
        "tomorrow or the day after", "from monday to friday", "before 5pm", "오전 9시부터 11시까지",
        "3시 전에",
        "not tomorrow", "10 minutes before the meeting", "회의 10분 전", "10 Minuten vor dem Treffen",
        # vague
        "next week", "this weekend", "next month", "in a few days", "soon", "later", "in may",
        "la settimana prossima",
        # impossible
        "99:99", "25:00", "32/13/2026", "31 february", "2026-02-30", "at 25", "15:30 this morning",
        "friday midnight",
        "5pm CST", "in 99999999999 years", "in 999999999999999 hours", "", "hello", "?!", "1234567890",
    ],
)  # fmt: skip
def test_what_is_no_single_moment_is_none(words):
    """Counts, repetitions, ranges, alternatives, vague and impossible times are None rather than a guess."""
    assert read.moment(words, now=NOW) is None


@pytest.mark.parametrize(
    ("locale", "expected"),
    [("en-US", "2026-03-04"), ("en_us", "2026-03-04"), ("en-GB", "2026-04-03"), ("en", "2026-04-03")],
)
def test_the_region_orders_day_and_month(locale, expected):
    """Where both orders fit, the month is first in the United States and the day elsewhere."""
    found = read.date("03/04", now=NOW, locale=locale)

    assert date.fromisoformat(expected) == found


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("friday", "2026-02-27 00:00"),
        ("at 9", "2026-03-04 09:00"),
        ("14 november", "2025-11-14 00:00"),
        ("the 5th", "2026-02-05 00:00"),
        ("noon", "2026-03-03 12:00"),
        ("wednesday at 9", "2026-03-04 09:00"),
        ("wednesday at 11", "2026-02-25 11:00"),
        ("this morning", "2026-03-04 09:00"),
        ("midnight", "2026-03-04 00:00"),
    ],
)
def test_the_past_is_preferred_where_asked(words, expected):
    """With `prefer="past"`, days and times that are not fixed lie before now."""
    found = read.moment(words, now=NOW, prefer="past")

    assert found is not None
    assert datetime.fromisoformat(expected).replace(tzinfo=ROME) == found.at


def test_all_moments_of_a_text_are_told_apart():
    """`moments_in` gives both ends of a range and each of several moments, in order."""
    found = read.moments_in("the car from the 8th to the 11th, keys on friday at 5", now=NOW)

    assert ["03-08 00:00", "03-11 00:00", "03-06 17:00"] == [f"{each.at:%m-%d %H:%M}" for each in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("tomorrow at 9", "2026-03-05"),
        ("this morning", "2026-03-04"),
        ("in 2 hours", "2026-03-04"),
        ("on sunday, around 4:30 in the evening", "2026-03-08"),
        ("at 9", None),
        ("monday or tuesday", None),
    ],
)
def test_a_date_is_the_day_that_is_named(words, expected):
    """`date` wants a day in the words; a time alone has none."""
    assert (expected and date.fromisoformat(expected)) == read.date(words, now=NOW)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("quarter past 7 in the evening", time(19, 15)),
        ("morning 11:45", time(11, 45)),
        ("12 in the afternoon", time(12)),
        ("9:45 in the night", time(21, 45)),
        ("tomorrow at 9", time(9)),
        ("at 5", time(17)),
        ("midnight", time(0)),
        ("15:30:20", time(15, 30, 20)),
        ("tomorrow", None),
        ("in two hours", None),
    ],
)
def test_a_time_is_read_whatever_the_day(words, expected):
    """`time` needs no now: bare hours are those of a usual day."""
    assert expected == read.time(words)


def test_a_time_against_now_is_the_next_one():
    """With `now`, a bare hour is the next to come and distances count."""
    assert (time(21), time(12, 30)) == (read.time("at 9", now=NOW), read.time("in two hours", now=NOW))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("tomorrow at 2:30 am", "2026-03-29T03:30:00+02:00"),
        ("in 24 hours", "2026-03-29T11:30:00+02:00"),
        ("in one day at 10:30", "2026-03-29T10:30:00+02:00"),
    ],
)
def test_a_time_that_the_clock_skips_moves_forward(words, expected):
    """In the night of the change a skipped time is moved on, hours pass as hours and days as days."""
    before = datetime(2026, 3, 28, 10, 30, tzinfo=ROME)

    found = read.moment(words, now=before)

    assert found is not None
    assert expected == found.at.isoformat()


def test_the_answer_is_in_the_zone_of_now():
    """An instant with its own offset is told in the zone of now."""
    seoul = timezone(timedelta(hours=9))

    found = read.moment("2026-05-03T10:00:00Z", now=NOW.astimezone(seoul))

    assert found is not None
    assert "2026-05-03T19:00:00+09:00" == found.at.isoformat()


def test_a_now_without_zone_is_refused():
    """A naive now is the author's mistake and is told with the next step."""
    with pytest.raises(BadConfig, match="no time zone"):
        read.moment("tomorrow", now=datetime(2026, 3, 4))  # noqa: DTZ001 - the mistake under test


def test_a_language_is_a_table():
    """A language that is not shipped is passed as a table, and is the only one that is read."""
    dutch = Language(
        code="nl", days={"morgen": 1}, hour_leads={"om": True}, clocks={"half {hour}": -30, "{hour} uur": 0},
        faint_clocks={"{hour}": 0}, cardinals={"acht": 8}, parts={"ochtend": MORNING},
    )  # fmt: skip
    languages = (dutch,)

    found = read.moment("morgen om half acht", now=NOW, locale="nl", languages=languages)

    assert found is not None
    assert "2026-03-05T07:30:00+01:00" == found.at.isoformat()
    assert read.moment("tomorrow", now=NOW, locale="nl", languages=languages) is None


FRAGMENTS = st.sampled_from(
    [
        *" ,.-:/0123456789",
        *{word for words in ENGLISH_MOMENTS for word in words.split()},
        "\udc00",
        "\u0300",
        "½",
    ]
)
WALL_CLOCKS = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1))  # noqa: DTZ001 - zones come later
ANY_TEXT = st.text(max_size=200) | st.lists(FRAGMENTS, max_size=30).map(" ".join)


@given(
    ANY_TEXT,
    st.sampled_from(["en", "en-US", "it", "de", "ko", "xx", ""]),
    st.sampled_from(["future", "past"]),
)
def test_no_text_raises(text, locale, prefer):
    """Any text, lone surrogates too, is read or is None, and a span lies in it."""
    found = read.moment(text, now=NOW, locale=locale, prefer=prefer)
    read.date(text, now=NOW, locale=locale, prefer=prefer)
    read.time(text, locale=locale)
    read.duration(text, locale=locale)

    assert found is None or 0 <= found.span[0] < found.span[1] <= len(text)


@given(st.lists(FRAGMENTS, max_size=8).map(" ".join))
def test_what_floats_lies_ahead(text):
    """With `prefer="future"`, a moment without a date is never before now."""
    found = read.moment(text, now=NOW)

    assert found is None or found.has_date or found.at >= NOW


@given(WALL_CLOCKS, st.integers(-840, 840))
def test_iso_goes_round(naive, offset):
    """What `isoformat` writes with an offset is the same instant again."""
    instant = naive.replace(tzinfo=timezone(timedelta(minutes=offset)))

    found = read.moment(instant.isoformat(), now=NOW)

    assert found is not None
    assert instant == found.at


@given(WALL_CLOCKS)
def test_a_local_time_goes_round(naive):
    """Date and time without offset are the wall clock of now's zone, moved on where the clock skips."""
    found = read.moment(naive.isoformat(sep=" ", timespec="seconds"), now=NOW)

    wall = naive.replace(microsecond=0, tzinfo=ROME).astimezone(UTC).astimezone(ROME)
    assert found is not None
    assert wall == found.at


@pytest.mark.parametrize(
    "text",
    [
        "at 9 tomorrow or friday " * 40_000,
        "nineteen, " * 100_000,
        "1h 2h " * 150_000,
        "1" * 1_000_000,
        "1:1/" * 250_000,
        "a" * 1_000_000,
        "einund" * 160_000,
    ],
)
def test_long_texts_are_read_to_their_limit(text):
    """A megabyte is no burden: only its beginning is read."""
    assert read.moment(text, now=NOW) is None
    assert math.isfinite(len(read.moments_in(text, now=NOW)))


def test_the_shipped_english_speaks_in_twelve_hours():
    """The one word that decides how a bare hour is read stands in the table."""
    assert 12 == ENGLISH.hours
