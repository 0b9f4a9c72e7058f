"""Writers that never end: run by test_kill.py, which kills them. Prints each turn that was acknowledged.

For each path read, a child opens it and appends turns of 5 records until it is killed, and `dead` is
printed. The children are forked from a process in which everything is loaded: no round waits for imports.
"""

import os
import sys
from datetime import UTC, datetime
from itertools import count

from volition.ports import Record
from volition.stores.sqlite import SqliteStore

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def append_until_killed(path: str, *, parent: int) -> None:
    store = SqliteStore.open(path)
    for number in count():
        if os.getppid() != parent:
            return
        turn = f"{os.getpid()}-{number}"
        text = "x" * (number % 7 * 100)
        store.append(
            [
                Record(turn=turn, path="cli/local", role="action", text=text, at=NOW, data={"part": part})
                for part in range(5)
            ]
        )
        os.write(1, f"{turn}\n".encode())


SqliteStore.open(":memory:").close()
for line in sys.stdin:
    nursery = os.getpid()
    child = os.fork()
    if child == 0:
        append_until_killed(line.strip(), parent=nursery)
        os._exit(0)
    os.write(1, f"child {child}\n".encode())
    os.waitpid(child, 0)
    os.write(1, b"dead\n")
