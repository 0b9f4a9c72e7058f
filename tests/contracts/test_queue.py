"""What every `Queue` does, whichever database is behind it."""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from volition.errors import AuthorError, StoreError
from volition.ports import Item

NOW = datetime(2026, 11, 21, 9, 30, 15, 123456, tzinfo=UTC)
TEA = Item(id="tea", kind="reminder", path="cli/local", due=NOW, data={"text": "drink the tea"})
TICK = timedelta(microseconds=1)

in_one_queue = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
kinds = (f"kind-{number}" for number in count())
"""A fresh kind for each example, since the examples of one test share a queue."""


def ids(items):
    return [each.id for each in items]


def test_an_item_comes_back_as_it_went_in(queue):
    """Every field of an item survives, its time in UTC."""
    item = replace(
        TEA, due=NOW.astimezone(ZoneInfo("Asia/Kathmandu")), data={"text": "\ud83d", "n": 10**400, "x": None}
    )
    queue.put(item)
    (found,) = queue.waiting(kind="reminder")

    assert item == found
    assert NOW.isoformat() == found.due.isoformat()


def test_an_empty_queue_has_nothing(queue):
    """Asking an empty queue is not an error."""
    assert [] == queue.waiting(kind="reminder")
    assert [] == queue.due(NOW, kind="reminder")
    assert not queue.cancel("tea")
    assert not queue.done("tea")


def test_the_soonest_is_first(queue):
    """Items come in the order of their times; equal times in the order in which they were put."""
    for name, minutes in {"late": 9, "b": 5, "a": 5, "soon": 1}.items():
        queue.put(replace(TEA, id=name, due=NOW + timedelta(minutes=minutes)))

    assert ["soon", "b", "a", "late"] == ids(queue.waiting(kind="reminder"))
    assert ["soon", "b", "a", "late"] == ids(queue.due(NOW + timedelta(hours=1), kind="reminder"))


def test_zones_do_not_change_the_order(queue):
    """Times of different zones are compared as moments, not as what clocks show."""
    tokyo = datetime(2026, 11, 21, 18, 0, tzinfo=ZoneInfo("Asia/Tokyo"))  # 09:00 UTC
    lima = datetime(2026, 11, 21, 5, 0, tzinfo=ZoneInfo("America/Lima"))  # 10:00 UTC
    queue.put(replace(TEA, id="lima", due=lima))
    queue.put(replace(TEA, id="tokyo", due=tokyo))

    assert ["tokyo", "lima"] == ids(queue.waiting(kind="reminder"))
    assert ["tokyo"] == ids(queue.due(lima - TICK, kind="reminder"))


def test_the_same_id_keeps_the_first(queue):
    """Putting an id again changes nothing, so a step that is run again is harmless."""
    queue.put(TEA)
    queue.put(replace(TEA, due=NOW + timedelta(days=1), data={"text": "something else"}))

    assert [TEA] == queue.waiting(kind="reminder")


@pytest.mark.parametrize("ending", ["done", "cancel"])
def test_what_ended_does_not_come_back(queue, ending):
    """An id that was done or cancelled is not revived by a step that is run again."""
    queue.put(TEA)
    assert getattr(queue, ending)("tea")
    queue.put(TEA)

    assert [] == queue.waiting(kind="reminder")
    assert [] == queue.due(NOW, kind="reminder")


def test_kinds_and_conversations_are_kept_apart(queue):
    """A kind is always chosen; a path narrows further when it is given."""
    queue.put(TEA)
    queue.put(replace(TEA, id="elsewhere", path="web/1"))
    queue.put(replace(TEA, id="timer", kind="timer"))

    assert ["tea", "elsewhere"] == ids(queue.waiting(kind="reminder"))
    assert ["tea"] == ids(queue.waiting(kind="reminder", path="cli/local"))
    assert ["elsewhere"] == ids(queue.due(NOW, kind="reminder", path="web/1"))
    assert ["timer"] == ids(queue.due(NOW, kind="timer"))
    assert [] == queue.waiting(kind="reminder", path="cli")


def test_an_item_is_due_at_its_very_moment(queue):
    """Not a microsecond before, and from then on until it is done."""
    queue.put(TEA)

    assert [] == queue.due(NOW - TICK, kind="reminder")
    assert [TEA] == queue.due(NOW, kind="reminder")
    assert [TEA] == queue.due(NOW + timedelta(days=900), kind="reminder")
    assert [TEA] == queue.waiting(kind="reminder")


def test_done_is_once(queue):
    """The first `done` takes the item out; neither a second one nor a cancellation finds it."""
    queue.put(TEA)

    assert queue.done("tea")
    assert not queue.done("tea")
    assert not queue.cancel("tea")
    assert [] == queue.due(NOW, kind="reminder")


def test_cancelled_is_not_done(queue):
    """What was cancelled does not happen any more."""
    queue.put(TEA)

    assert queue.cancel("tea")
    assert not queue.cancel("tea")
    assert not queue.done("tea")
    assert [] == queue.waiting(kind="reminder")


def test_other_items_stay(queue):
    """Ending one item leaves the others."""
    queue.put(TEA)
    queue.put(replace(TEA, id="te%"))
    queue.done("te%")

    assert [TEA] == queue.waiting(kind="reminder")


def test_exactly_one_thread_gets_an_item(queue):
    """Of many callers at once, some of whom cancel, exactly one is told True."""
    for number in range(20):
        queue.put(replace(TEA, id=str(number)))
        endings = [queue.done, queue.cancel] * 4
        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda ending, name=str(number): ending(name), endings))

        assert 1 == sum(answers)


def test_many_threads_put_one_id_once(queue):
    """The same id put at the same time by many leaves one item."""
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(queue.put, [TEA] * 40))

    assert [TEA] == queue.waiting(kind="reminder")


def test_a_time_without_a_zone_is_refused(queue):
    """A due time or a question without a zone is the author's mistake."""
    naive = NOW.replace(tzinfo=None)

    with pytest.raises(AuthorError, match="no zone"):
        queue.put(replace(TEA, due=naive))
    with pytest.raises(AuthorError, match="no zone"):
        queue.due(naive, kind="reminder")
    assert [] == queue.waiting(kind="reminder")


@pytest.mark.parametrize("data", [{"x": math.nan}, {"x": b""}, {"x": NOW}])
def test_data_that_is_no_json_is_refused(queue, data):
    """What cannot be kept without loss is refused, and the message names the item."""
    with pytest.raises(StoreError, match=r"'tea'.*'/x'"):
        queue.put(replace(TEA, data=data))

    assert [] == queue.waiting(kind="reminder")


@pytest.mark.parametrize("field", ["id", "kind", "path"])
def test_what_no_text_may_hold_is_refused_in_a_name(queue, field):
    """A NUL or half a surrogate pair cannot be part of an id, a kind or a path."""
    with pytest.raises(StoreError, match="no character"):
        queue.put(replace(TEA, **{field: "a\ud800"}))
    with pytest.raises(StoreError, match="no character"):
        queue.done("a\x00")


def test_a_closed_queue_says_so(queue):
    """After `close` nothing is put, found or ended."""
    queue.close()

    for refused in (
        lambda: queue.put(TEA),
        lambda: queue.waiting(kind="reminder"),
        lambda: queue.due(NOW, kind="reminder"),
        lambda: queue.cancel("tea"),
        lambda: queue.done("tea"),
    ):
        with pytest.raises(StoreError, match="closed"):
            refused()


@in_one_queue
@given(st.lists(st.integers(-3, 3), max_size=8), st.integers(-4, 4), st.sets(st.integers(0, 7)))
def test_due_is_what_waits_and_has_come(queue, offsets, now, ended):
    """The due items are exactly the waiting ones whose time is not after now, soonest first."""
    kind = next(kinds)
    for number, offset in enumerate(offsets):
        queue.put(replace(TEA, id=f"{kind}/{number}", kind=kind, due=NOW + offset * TICK))
    for number in ended:
        assert (number < len(offsets)) == queue.done(f"{kind}/{number}")
    left = sorted((offset, number) for number, offset in enumerate(offsets) if number not in ended)

    assert [f"{kind}/{number}" for _, number in left] == ids(queue.waiting(kind=kind))
    assert [f"{kind}/{number}" for offset, number in left if offset <= now] == ids(
        queue.due(NOW + now * TICK, kind=kind)
    )
