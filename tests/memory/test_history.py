from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from volition.memory.history import by_turn, window
from volition.ports import Record

NOW = datetime(2026, 11, 21, tzinfo=UTC)


class Kept:
    """Records in a list: what a store's window gives, without the store."""

    def __init__(self, sizes):
        self.records = [
            Record(turn=f"t{turn}", path="p", role="user", text=str(number), at=NOW)
            for turn, size in enumerate(sizes)
            for number in range(size)
        ]

    def window(self, _path, *, limit):
        return self.records[-limit:]


@given(st.lists(st.integers(1, 60), max_size=12), st.integers(0, 6))
def test_turns_come_whole_and_newest(sizes, turns):
    """A window holds the newest turns, each with all its records, oldest first."""
    found = window(Kept(sizes), "p", turns=turns)
    expected = by_turn(Kept(sizes).records)[-turns:] if turns else ()

    assert expected == found
