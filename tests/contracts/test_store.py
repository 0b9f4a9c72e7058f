"""What every `Store` does, whichever database is behind it."""

import math
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import count, groupby
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from volition.errors import AuthorError, StoreError
from volition.ports import Record

NOW = datetime(2026, 11, 21, 9, 30, 15, 123456, tzinfo=UTC)
LINE = Record(turn="t1", path="cli/local", role="user", text="hello", at=NOW)
REPLACED = "\ufffd"

in_one_store = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
conversations = (f"web/{number}" for number in count())
"""A fresh conversation for each example, since the examples of one test share a store."""

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    scalars | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def without_ids(records):
    return [replace(each, id=0) for each in records]


def nested(depth):
    value = "deep"
    for _ in range(depth):
        value = [value]
    return {"value": value}


def circular():
    value = {}
    value["self"] = [value, value]
    return value


def test_a_conversation_never_held_is_empty(store):
    """The window on an unknown conversation is an empty list."""
    assert [] == store.window("cli/local", limit=50)


def test_records_come_back_as_they_went_in(store):
    """Every field survives, in the order of the turn."""
    turn = [
        replace(LINE, who="Ada", message_id="m-7"),
        replace(
            LINE, role="action", text="did it", data={"name": "add", "payload": {"n": 1}, "kind": "done"}
        ),
        replace(LINE, role="assistant", text="Done. ✅"),
    ]
    store.append(turn)

    assert turn == without_ids(store.window("cli/local", limit=50))


def test_ids_grow(store):
    """A record is given a positive id greater than those before it, whatever id it came with."""
    for number in range(3):
        store.append([replace(LINE, turn=f"t{number}", id=99) for _ in range(5)])
    ids = [each.id for each in store.window("cli/local", limit=50)]

    assert sorted(set(ids)) == ids
    assert 0 < ids[0]


def test_a_window_is_the_newest_oldest_first(store):
    """A limit keeps the newest records and gives them in the order in which they were said."""
    store.append([replace(LINE, text=str(number)) for number in range(10)])

    assert ["7", "8", "9"] == [each.text for each in store.window("cli/local", limit=3)]
    assert 10 == len(store.window("cli/local", limit=sys.maxsize + 1))


def test_order_is_that_of_keeping_not_of_clocks(store):
    """A clock that was set back does not change the order of a conversation."""
    store.append([replace(LINE, text="first")])
    store.append([replace(LINE, text="second", at=NOW - timedelta(days=1))])

    assert ["first", "second"] == [each.text for each in store.window("cli/local", limit=2)]


@pytest.mark.parametrize("limit", [0, -1])
def test_a_window_of_nothing_is_empty(store, limit):
    """A limit that is not positive gives nothing, not everything."""
    store.append([LINE])

    assert [] == store.window("cli/local", limit=limit)


def test_conversations_are_kept_apart(store):
    """A path finds its own records: no prefix, no wildcard, no other case."""
    paths = ["web/1", "web/1/2", "web/%", "WEB/1", "web/1 ", ""]
    store.append([replace(LINE, path=path, text=path) for path in paths])

    for path in paths:
        assert [path] == [each.text for each in store.window(path, limit=50)]


def test_an_empty_turn_is_nothing(store):
    """Appending no records does nothing."""
    store.append([])

    assert [] == store.window("cli/local", limit=1)


@pytest.mark.parametrize("place", range(3))
def test_all_records_of_a_turn_or_none(store, place):
    """One record that cannot be kept keeps the whole turn out."""
    turn = [LINE, LINE, LINE]
    turn[place] = replace(LINE, data={"value": math.nan})

    with pytest.raises(StoreError):
        store.append(turn)

    assert [] == store.window("cli/local", limit=50)


@pytest.mark.parametrize(
    "at",
    [
        NOW.astimezone(ZoneInfo("Asia/Kathmandu")),
        NOW.astimezone(timezone(timedelta(hours=-11, minutes=-30, seconds=-7))),
        datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Rome"), fold=1),
        datetime(1, 1, 1, tzinfo=UTC),
        datetime.max.replace(tzinfo=UTC),
        datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
    ],
    ids=str,
)
def test_a_time_comes_back_in_utc_to_the_microsecond(store, at):
    """The same moment comes back, in UTC."""
    store.append([replace(LINE, at=at)])
    (found,) = store.window("cli/local", limit=1)

    assert at.astimezone(UTC).isoformat() == found.at.isoformat()


@pytest.mark.parametrize(
    "at",
    [
        datetime(2026, 11, 21),  # noqa: DTZ001 - a time without a zone is the subject
        datetime.min.replace(tzinfo=timezone(timedelta(hours=1))),
    ],
)
def test_a_time_that_is_no_moment_is_refused(store, at):
    """A time without a zone, or one that UTC cannot say, is the author's mistake and names the time."""
    with pytest.raises(AuthorError, match=at.isoformat().replace("+", r"\+")):
        store.append([LINE, replace(LINE, at=at)])

    assert [] == store.window("cli/local", limit=50)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"half": "\ud83d", "other half": ["\ude00 end"], "\udfff": 1},
        {"nul": "a\x00b", "\x00": "\x1f\u2028"},
        {"huge": 10**4000, "least": -(2**63) - 1, "float": 5e-324, "zero": -0.0, "tenth": 0.1},
        {"": {"": [[], {}, "", None, True, 1, 1.0]}},
        {"emoji": "👩🏽‍🚀", "arabic": "مرحبا", "quote": '"\\', "sql": "'; DROP TABLE records; --"},
        nested(190),
    ],
    ids=["none", "empty", "surrogates", "control", "numbers", "hollow", "text", "deep"],
)
def test_data_survives(store, data):
    """Any JSON object comes back equal, with the same types."""
    store.append([replace(LINE, data=data)])
    (found,) = store.window("cli/local", limit=1)

    assert repr(data) == repr(found.data)


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ({"value": {"x": [1, math.nan]}}, "nan at '/value/x/1'"),
        ({"value": -math.inf}, "-inf at '/value'"),
        ({"at": NOW}, "datetime at '/at'"),
        ({"raw": b"abc"}, "bytes at '/raw'"),
        ({"set": {1}}, "set at '/set'"),
        ({("a", 1): 2}, "keys must be"),
        ({"digits": 10**5000}, "digits"),
        (circular(), "nested deeper"),
        (nested(300), "nested deeper"),
        (nested(100_000), "nested deeper"),
    ],
    ids=["nan", "infinity", "datetime", "bytes", "set", "key", "digits", "circular", "deep", "abyss"],
)
def test_data_that_is_no_json_is_refused(store, data, named):
    """What cannot be kept without loss is refused, and the message names the turn and the place."""
    with pytest.raises(StoreError, match="turn 't1'") as caught:
        store.append([replace(LINE, role="action", data=data)])

    assert named in str(caught.value)
    assert [] == store.window("cli/local", limit=50)


def test_data_is_taken_as_json_has_it(store):
    """Keys become strings and tuples lists, as in any JSON text."""
    store.append([replace(LINE, data={"pair": (1, 2), "by number": {7: "seven"}})])
    (found,) = store.window("cli/local", limit=1)

    assert {"pair": [1, 2], "by number": {"7": "seven"}} == found.data


def test_what_no_text_may_hold_is_replaced_where_people_speak(store):
    """A NUL or half an emoji in what was said becomes U+FFFD; it must not cost the turn."""
    store.append([replace(LINE, text="cut \ud83d", who="A\x00da", message_id="\udc00")])
    (found,) = store.window("cli/local", limit=1)

    assert (f"cut {REPLACED}", f"A{REPLACED}da", REPLACED) == (found.text, found.who, found.message_id)


@pytest.mark.parametrize("field", ["turn", "path"])
def test_what_no_text_may_hold_is_refused_in_an_address(store, field):
    """A name that is looked up is never changed, so two names cannot become one."""
    with pytest.raises(StoreError, match="no character"):
        store.append([replace(LINE, **{field: "web/\ud800"})])
    with pytest.raises(StoreError, match="no character"):
        store.window("web/\x00", limit=1)


def test_long_text_survives(store):
    """A text of some megabytes is kept whole."""
    text = "ö€😀\n" * 500_000
    store.append([replace(LINE, text=text)])
    (found,) = store.window("cli/local", limit=1)

    assert text == found.text


@in_one_store
@given(
    st.lists(
        st.builds(
            Record,
            turn=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20),
            path=st.just(""),
            role=st.sampled_from(["user", "assistant", "action"]),
            text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")),
            at=st.datetimes(
                min_value=datetime(2, 1, 1),  # noqa: DTZ001 - hypothesis wants bounds without a zone
                max_value=datetime(9998, 1, 1),  # noqa: DTZ001 - as above
                timezones=st.timezones(),
            ),
            data=st.none() | st.dictionaries(st.text(), json_values, max_size=4),
        ),
        max_size=6,
    ),
    st.integers(1, 8),
)
def test_any_turn_survives(store, turn, limit):
    """Whatever a turn holds, the window gives its newest records back equal and in UTC."""
    path = next(conversations)
    turn = [replace(each, path=path) for each in turn]
    store.append(turn)
    # Compared in UTC: Python calls two times of different zones unequal where clocks are put forward.
    kept = [replace(each, at=each.at.astimezone(UTC)) for each in turn]

    assert kept[-limit:] == without_ids(store.window(path, limit=limit))


def test_turns_of_many_threads_stay_whole(store):
    """Turns appended at the same time are all kept, and none is cut by another."""
    turns = [[replace(LINE, turn=f"t{number}", text=str(n)) for n in range(5)] for number in range(40)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(store.append, turns))
    kept = [
        (turn, [each.text for each in group])
        for turn, group in groupby(store.window("cli/local", limit=500), key=lambda each: each.turn)
    ]

    assert sorted((f"t{number}", list("01234")) for number in range(40)) == sorted(kept)


def test_threads_may_read_while_others_write(store):
    """A window taken at any moment holds whole turns only."""
    turns = [[replace(LINE, turn=f"t{number}") for _ in range(5)] for number in range(40)]
    with ThreadPoolExecutor(6) as threads:
        writing = threads.map(store.append, turns)
        windows = threads.map(lambda _: store.window("cli/local", limit=1000), range(40))
        list(writing)

    assert {0} == {len(window) % 5 for window in windows}


def test_a_closed_store_says_so(store):
    """After `close` reading and writing are refused; closing again is harmless."""
    store.close()
    store.close()

    with pytest.raises(StoreError, match="closed"):
        store.append([LINE])
    with pytest.raises(StoreError, match="closed"):
        store.window("cli/local", limit=1)
