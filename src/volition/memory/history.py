"""Windows on a conversation."""

from collections.abc import Sequence
from itertools import groupby

from volition.ports import Record, Store


def window(store: Store, path: str, *, turns: int) -> tuple[tuple[Record, ...], ...]:
    """The newest `turns` whole turns of a conversation, oldest first; a turn is never split."""
    if turns <= 0:
        return ()
    limit = 8 * turns
    while True:
        records = store.window(path, limit=limit)
        grouped = by_turn(records)
        complete = len(records) < limit
        if complete or len(grouped) > turns:
            return grouped[-turns:]
        limit *= 4


def by_turn(records: Sequence[Record]) -> tuple[tuple[Record, ...], ...]:
    """Records grouped by their turn, in order."""
    return tuple(tuple(group) for _, group in groupby(records, key=lambda record: record.turn))
