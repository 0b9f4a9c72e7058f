"""Writers that never end: run by test_kill.py, which kills them. Prints each turn that was acknowledged.

For each path read, a child opens it and appends turns of 5 records until it is killed; then `dead` is printed.
The children are forked from a process in which everything is loaded, so that a round takes no second to begin.
"""

import os
import sys

from volition.ports import Record
from volition.stores.sqlite import SqliteStore
from volition.testing.clock import FixedClock


def append_for_ever(path: str, round_number: int) -> None:
    store = SqliteStore.open(path)
    number = 0
    while True:
        turn = f"{round_number}-{number}"
        text = "x" * (number % 7 * 1000)
        store.append(
            [
                Record(turn=turn, path="cli/local", role="action", text=text, at=NOW, data={"part": part})
                for part in range(5)
            ]
        )
        os.write(1, f"{turn}\n".encode())
        number += 1
