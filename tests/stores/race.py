"""One of several processes that open the same new file at once and then want the same items.

Run by test_sqlite.py. Says `ready` when it is loaded, waits for a line, then prints the ids it got.
"""

import json
import sys
from datetime import UTC, datetime

from volition.ports import Item
from volition.stores.sqlite import SqliteStore

DUE = datetime(2026, 11, 21, tzinfo=UTC)

sys.stdout.write("ready\n")
sys.stdout.flush()
sys.stdin.readline()
store = SqliteStore.open(sys.argv[1])
ids = [f"item-{number}" for number in range(int(sys.argv[2]))]
for each in ids:
    store.put(Item(id=each, kind="race", path="", due=DUE, data={}))
sys.stdout.write(json.dumps([each for each in ids if store.done(each)]))
store.close()
