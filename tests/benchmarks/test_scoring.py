"""The judge of the demo benchmark, and the shape of its utterances."""

import importlib.util
import json
import re
import sys
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.errors import BadConfig

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
DATA = BENCHMARKS / "data" / "demo_utterances.jsonl"
NOW = datetime(2026, 11, 21, 10, 30, tzinfo=ZoneInfo("Europe/Rome"))


def loaded() -> ModuleType:
    """The module; benchmarks are scripts beside the package and not installed."""
    spec = importlib.util.spec_from_file_location("benchmark_scoring", BENCHMARKS / "scoring.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


scoring = loaded()
SUITE = scoring.load(DATA)
RIGHT = scoring.Score(action=True, arguments=True, full=True)
MADE_UP = scoring.Score(action=True, arguments=True, full=False)
ACTION_ONLY = scoring.Score(action=True, arguments=False, full=False)
WRONG = scoring.Score(action=False, arguments=False, full=False)
MATCHERS = {"eq", "at", "on", "seconds", "words", "unit", "any", "absent"}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def call(name: str, **payload: Any) -> dict[str, Any]:
    """A call, or one that is expected."""
    return {"name": name, "payload": payload}


def accepts(matcher: dict[str, Any], value: Any) -> bool:
    """Whether a matcher takes a value."""
    return scoring.matches(matcher, value, NOW)


def header(**changes: Any) -> dict[str, Any]:
    """The first line of a file."""
    return {"header": True, "now": "2026-11-21T10:30:00", "zone": "Europe/Rome", **changes}


def row(**changes: Any) -> dict[str, Any]:
    """One utterance of a file."""
    expect = [[call("roll_dice")]]
    base = {"id": "a", "half": "dev", "lang": "en", "text": "roll", "kind": "action", "expect": expect}
    return base | changes


def written(folder: Path, *rows: Any) -> Path:
    """A file of those rows; texts are written as they are."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in rows]
    (folder / "suite.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder / "suite.jsonl"


# --- the judge ---

TIMER = [[call("start_timer", duration={"seconds": 600}, label={"words": ["tea"]})]]


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ([call("start_timer", duration="PT10M", label="Tea")], RIGHT),
        ([call("start_timer", duration=600, label="green tea")], RIGHT),
        ([call("start_timer", duration=600.0, label="tea"), call("message_cli", text="Done")], RIGHT),
        ([call("message_cli", text="Sure"), call("start_timer", duration=600, label="tea")], RIGHT),
        ([call("start_timer", duration="PT10M", label="tea", sound="bell")], MADE_UP),
        ([call("start_timer", duration="PT10M", label="tea", sound=None, volume="")], RIGHT),
        ([call("start_timer", duration="PT9M", label="tea")], ACTION_ONLY),
        ([call("start_timer", duration="PT10M")], ACTION_ONLY),
        ([call("message_cli", text="It is running")], WRONG),
        ([call("start_timer", duration=600, label="tea")] * 2, WRONG),
        ([], WRONG),
    ],
)
def test_a_call_is_judged_by_action_then_arguments_then_what_was_made_up(calls, expected):
    """Each step of a score presumes the one before, and messages beside a call do not count."""
    assert expected == scoring.score(TIMER, calls, NOW)


def test_the_best_alternative_counts():
    """One alternative that is met in full is enough, wherever it stands."""
    expect = [[call("write_diary", entry={"any": True}, mood={"eq": mood})] for mood in ("bad", "good")]
    assert RIGHT == scoring.score(expect, [call("write_diary", entry="x", mood="good")], NOW)
    assert ACTION_ONLY == scoring.score(expect, [call("write_diary", entry="x", mood="neutral")], NOW)


def test_several_calls_are_expected_in_order():
    """Calls in another order are right only where an alternative says so."""
    dice, notes = call("roll_dice"), call("search_notes")
    assert RIGHT == scoring.score([[dice, notes]], [dice, notes], NOW)
    assert WRONG == scoring.score([[dice, notes]], [notes, dice], NOW)
    assert RIGHT == scoring.score([[dice, notes], [notes, dice]], [notes, dice], NOW)
    assert WRONG == scoring.score([[dice, notes]], [dice], NOW)


def test_a_default_said_aloud_equals_one_left_out():
    """An argument left out has its default's value, on both sides."""
    plain = [[call("order_pizza", pizza={"eq": "marinara"})]]
    spelled = [[call("order_pizza", pizza={"eq": "marinara"}, size={"eq": "medium"}, count={"eq": 1})]]
    brief = call("order_pizza", pizza="marinara")
    full = call("order_pizza", pizza="marinara", size="medium", count=1, address="")
    other = call("order_pizza", pizza="marinara", count=2)
    for expect in (plain, spelled):
        assert RIGHT == scoring.score(expect, [brief], NOW)
        assert RIGHT == scoring.score(expect, [full], NOW)
    assert MADE_UP == scoring.score(plain, [other], NOW)
    assert ACTION_ONLY == scoring.score(spelled, [other], NOW)
    absent = [[call("order_pizza", pizza={"eq": "marinara"}, count={"absent": True})]]
    assert RIGHT == scoring.score(absent, [full], NOW)
    assert MADE_UP == scoring.score(absent, [other], NOW)


def test_a_diary_without_a_day_is_todays():
    """Reading the diary with no day and with today's date is the same."""
    for expect in ([[call("read_diary")]], [[call("read_diary", day={"on": "2026-11-21"})]]):
        assert RIGHT == scoring.score(expect, [call("read_diary")], NOW)
        assert RIGHT == scoring.score(expect, [call("read_diary", day="2026-11-21")], NOW)
        assert not scoring.score(expect, [call("read_diary", day="2026-11-20")], NOW).full


def test_small_talk_wants_a_message_and_no_action():
    """Where nothing is to be done, several messages count as one and any other call is wrong."""
    hello = call("message_cli", text="Hello")
    assert RIGHT == scoring.score(scoring.MESSAGE_ONLY, [hello], NOW)
    assert RIGHT == scoring.score(scoring.MESSAGE_ONLY, [hello, hello], NOW)
    assert WRONG == scoring.score(scoring.MESSAGE_ONLY, [hello, call("roll_dice")], NOW)
    assert WRONG == scoring.score(scoring.MESSAGE_ONLY, [], NOW)


@pytest.mark.parametrize(
    "broken", [None, 7, "roll_dice", [], {}, {"name": None}, {"name": ["roll_dice"]}, {"payload": {}}]
)
def test_a_call_that_is_none_is_wrong_and_never_raises(broken):
    """What a model wrote instead of a call scores nothing."""
    assert WRONG == scoring.score([[call("roll_dice")]], [broken], NOW)


@pytest.mark.parametrize("payload", [None, [], "sides", 20])
def test_a_payload_that_is_no_object_is_empty(payload):
    """A payload of another kind gives no arguments."""
    assert RIGHT == scoring.score([[call("roll_dice")]], [{"name": "roll_dice", "payload": payload}], NOW)


@given(st.lists(json_values | st.fixed_dictionaries({"name": st.just("roll_dice"), "payload": json_values})))
def test_no_calls_whatever_raise(calls):
    """Any list of JSON values is judged, and the steps of the score presume each other."""
    got = scoring.score([[call("roll_dice", sides={"eq": 20})]], calls, NOW)
    assert got.action >= got.arguments >= got.full


@pytest.mark.parametrize(
    ("expect", "word"),
    [
        ([], "non-empty"),
        ([[]], "non-empty"),
        ("roll_dice", "non-empty"),
        ([["roll_dice"]], "not a call"),
        ([[{"name": "roll_dice"}]], "not a call"),
        ([[call("fly")]], "'fly' is not known"),
        ([[call("roll_dice", colour={"any": True})]], "no such parameter"),
        ([[call("roll_dice", sides={"near": 6})]], "no known matcher"),
        ([[call("roll_dice", sides={"eq": 6, "any": True})]], "no known matcher"),
        ([[call("roll_dice", sides=6)]], "no known matcher"),
        ([[call("roll_dice", sides={"any": False})]], "does not say"),
        ([[call("add_note")]], "no matcher for 'text'"),
        ([[call("add_note", text={"words": []})]], "does not say"),
        ([[call("add_note", text={"words": ["oat milk"]})]], "does not say"),
        ([[call("add_note", text={"words": ["oat"], "max_words": 0})]], "max_words"),
        ([[call("read_diary", day={"on": "yesterday"})]], "does not say"),
        ([[call("read_diary", day={"on": "2026-02-30"})]], "does not say"),
        ([[call("add_reminder", text={"any": True}, when={"at": "2026-11-22"})]], "does not say"),
        ([[call("start_timer", duration={"seconds": -1})]], "does not say"),
        ([[call("order_pizza", pizza={"eq": "calzone"})]], "is not one of"),
        ([[call("roll_dice"), call("message_cli", text={"any": True})]], "stands beside"),
    ],
)
def test_a_wrong_expectation_is_the_authors_to_mend(expect, word):
    """An expectation that could never be judged fairly raises instead of scoring."""
    with pytest.raises(BadConfig, match=re.escape(word)):
        scoring.score(expect, [], NOW)


def test_now_needs_a_zone():
    """Without a zone a time with an offset could not be compared."""
    with pytest.raises(BadConfig, match="no zone"):
        scoring.score(TIMER, [], NOW.replace(tzinfo=None))


# --- the matchers ---


@pytest.mark.parametrize(
    ("wanted", "value", "expected"),
    [
        (3, 3.0, True),
        (5.9, 5.9, True),
        (3, "3", False),
        (1, True, False),
        (3, None, False),
        (3, float("nan"), False),
        (3, 10**400, False),
        ("large", "large", True),
        ("large", "Large", False),
    ],
)
def test_eq_is_exact_in_value_and_kind(wanted, value, expected):
    """A text is no number, and a boolean is neither."""
    assert expected is accepts({"eq": wanted}, value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-11-22T09:00", True),
        ("2026-11-22T09:00:00", True),
        ("2026-11-22 09:00:30", True),
        ("2026-11-22T09:00:00+01:00", True),
        ("2026-11-22T08:00:00Z", True),
        ("2026-11-22T09:00:00Z", False),
        ("2026-11-22T09:01", False),
        ("2026-11-22", False),
        ("tomorrow at nine", False),
        ("0001-01-01T00:00+14:00", False),
        ("9999-12-31T23:59-12:00", False),
        (1795334400, False),
        (None, False),
    ],
)
def test_at_is_the_local_minute(value, expected):
    """A time without an offset is local, one with an offset is brought there, and a day has no minute."""
    assert expected is accepts({"at": "2026-11-22T09:00"}, value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-11-22", True),
        ("2026-11-22T23:59", True),
        ("2026-11-21T23:30:00Z", True),
        ("2026-11-22T23:30:00Z", False),
        ("2026-11-21", False),
        ("22.11.2026", False),
        ("", False),
        (None, False),
    ],
)
def test_on_is_the_local_day(value, expected):
    """Any time of the day is accepted, the day being the zone's."""
    assert expected is accepts({"on": "2026-11-22"}, value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("PT1H30M", True),
        ("PT90M", True),
        ("PT1.5H", True),
        ("PT5400S", True),
        (5400, True),
        (5400.0, True),
        ("PT90S", False),
        ("P", False),
        ("PT", False),
        ("5400", False),
        ("90 minutes", False),
        (True, False),
        (None, False),
    ],
)
def test_seconds_reads_iso_durations_and_numbers(value, expected):
    """However it is written, the length counts."""
    assert expected is accepts({"seconds": 5400}, value)


@given(st.integers(1, 10**9))
def test_a_duration_written_in_parts_is_the_same_length(seconds):
    """Days, hours, minutes and seconds add up."""
    gap = timedelta(seconds=seconds)
    text = f"P{gap.days}DT{gap.seconds // 3600}H{gap.seconds // 60 % 60}M{gap.seconds % 60}S"
    assert accepts({"seconds": seconds}, text)


@pytest.mark.parametrize(
    ("words", "value", "expected"),
    [
        (["milk"], "Buy MILK!", True),
        (["egg"], "eggs", True),
        (["milk"], "buttermilk", False),
        (["12", "elm"], "12 Elm Street", True),
        (["12", "elm"], "120 Elm Street", False),
        (["lucía"], "recoger a LUCIA", True),
        (["müll"], "Müll rausbringen", True),
        (["치과"], "치과에 가기", True),
        (["치과"], "친구 만나기", False),
        (["milk", "bread"], "milk", False),
        (["milk"], ["milk"], False),
        (["milk"], None, False),
    ],
)
def test_words_begin_words(words, value, expected):
    """Case, accents and endings are free; numbers are whole."""
    assert expected is accepts({"words": words}, value)


def test_max_words_catches_a_whole_sentence():
    """A text that repeats the request is too long."""
    matcher = {"words": ["dentist"], "max_words": 3}
    assert accepts(matcher, "the dentist appointment")
    assert not accepts(matcher, "delete the reminder about the dentist")


@pytest.mark.parametrize(
    ("value", "expected"),
    [("KM", True), ("Kilometres", True), (" km. ", True), ("m", False), (None, False), (7, False)],
)
def test_unit_is_one_of_the_spellings(value, expected):
    """Case and a closing dot are free."""
    assert expected is accepts({"unit": ["km", "kilometres"]}, value)


def test_underscores_in_units_are_spaces():
    """Identifiers are read as words."""
    assert accepts({"unit": ["miles per hour"]}, "miles_per_hour")


# --- the file ---


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        ([], "empty"),
        ([row()], "no header"),
        (["[1]"], "not an object"),
        (["{"], "not JSON"),
        ([header(now="noon")], "wrong"),
        ([header(now=None)], "wrong"),
        ([header(zone="Mars/Base")], "wrong"),
        ([{"header": True}], "wrong"),
        ([header(now="2026-11-21T10:30:00+01:00")], "offset"),
        ([header(), row(), row()], "used twice"),
        ([header(), row(half="train")], "the half 'train'"),
        ([header(), row(kind="joke")], "the kind 'joke'"),
        ([header(), row(text=" ")], "`text`"),
        ([header(), row(id=3)], "`id`"),
        ([header(), row(extra=1)], "the fields"),
        ([header(), row(kind="smalltalk")], "one free message"),
        ([header(), row(expect=[])], "non-empty"),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(tmp_path, rows, word):
    """Nothing of a wrong file is used."""
    with pytest.raises(BadConfig, match=re.escape(word)):
        scoring.load(written(tmp_path, *rows))


def test_the_message_names_the_line(tmp_path):
    """The place is the file and the line."""
    with pytest.raises(BadConfig, match=r"suite\.jsonl:3: "):
        scoring.load(written(tmp_path, header(), row(), row(id="b", half="?")))


def test_a_file_that_cannot_be_read_is_said(tmp_path):
    """No file and no UTF-8 are the author's to mend."""
    (tmp_path / "latin").write_bytes(b"\xff\xfe\xff")
    for name in ("nowhere", "latin"):
        with pytest.raises(BadConfig, match="Cannot read"):
            scoring.load(tmp_path / name)


def test_the_data_says_when_it_is_said():
    """All is said on one Saturday morning in Rome."""
    assert NOW == SUITE.now
    assert "Europe/Rome" == SUITE.now.tzinfo.key
    assert SUITE.author_note


def test_the_data_has_unique_ids_and_texts():
    """No utterance counts twice."""
    for values in ([one.id for one in SUITE.utterances], [one.text.casefold() for one in SUITE.utterances]):
        assert [] == [value for value, times in Counter(values).items() if times > 1]


def test_the_halves_are_balanced():
    """Both halves hold as many of each kind and language, so that their rates can be compared."""
    dev, unseen = (
        Counter((one.kind if one.lang == "en" else "other", one.lang) for one in SUITE.half(half))
        for half in scoring.HALVES
    )
    assert dev == unseen
    assert {"action": 44, "smalltalk": 8, "out_of_scope": 8} == {
        kind: count for (kind, lang), count in dev.items() if lang == "en"
    }
    assert 10 == sum(count for (kind, _), count in dev.items() if kind == "other")


@pytest.mark.parametrize("half", scoring.HALVES)
def test_every_action_is_asked_for_at_least_three_times(half):
    """No action is judged by one lucky sentence."""
    asked = Counter(
        wanted["name"]
        for one in SUITE.half(half)
        if one.kind == "action" and one.lang == "en"
        for wanted in one.expect[0]
    )
    wanted = set(scoring.PARAMETERS) - {scoring.MESSAGE}
    assert wanted == {name for name, count in asked.items() if count >= 3}
    assert 3 == sum(len(one.expect[0]) == 2 for one in SUITE.half(half))


def test_every_action_and_matcher_of_the_data_is_known():
    """The file uses nothing that the judge does not."""
    calls = [wanted for one in SUITE.utterances for alternative in one.expect for wanted in alternative]
    assert set(scoring.PARAMETERS) == {wanted["name"] for wanted in calls}
    used = {key for wanted in calls for matcher in wanted["payload"].values() for key in matcher}
    assert set() == used - MATCHERS - {"max_words"}


def test_nothing_in_the_data_is_expected_in_the_past():
    """A reminder comes after the moment at which it is asked for, a diary is read up to today."""
    for one in SUITE.utterances:
        for wanted in (wanted for alternative in one.expect for wanted in alternative):
            when = wanted["payload"].get("when", {})
            assert when.get("at", "9999") > "2026-11-21T10:30", one.id
            assert when.get("on", "9999") > "2026-11-21", one.id
            assert wanted["payload"].get("day", {}).get("on", "") <= "2026-11-21", one.id


def runs(half: str) -> set[tuple[str, ...]]:
    """All runs of three words in the English sentences of a half."""
    sentences = [re.findall(r"[\w']+", one.text.lower()) for one in SUITE.half(half) if one.lang == "en"]
    return {tuple(words[start : start + 3]) for words in sentences for start in range(max(0, len(words) - 2))}


def test_the_unseen_half_shares_no_phrase_with_dev():
    """What was tuned on dev cannot be repeated by heart on unseen."""
    assert set() == runs("dev") & runs("unseen")


def sample(matcher: dict[str, Any]) -> Any:
    """A value that the matcher should accept."""
    match matcher:
        case {"seconds": seconds}:
            return f"PT{seconds}S"
        case {"words": words}:
            return " ".join(words)
        case {"unit": spellings}:
            return spellings[-1].upper()
        case {"any": _}:
            return "anything"
        case _:
            return next(iter(matcher.values()))


@pytest.mark.parametrize("one", SUITE.utterances, ids=lambda one: one.id)
def test_each_expectation_can_be_met(one):
    """Calls built from any alternative score in full, and an action done instead of a message does not."""
    for alternative in one.expect:
        calls = [
            call(wanted["name"], **{key: sample(matcher) for key, matcher in wanted["payload"].items()})
            for wanted in alternative
        ]
        assert RIGHT == scoring.score(one.expect, calls, SUITE.now)
    assert WRONG == scoring.score(one.expect, [], SUITE.now)
