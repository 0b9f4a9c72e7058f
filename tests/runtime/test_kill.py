import random
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from volition.stores.sqlite import SqliteStore

SCRIPT = Path(__file__).with_name("endless_chat.py")
RECORDS_OF_A_TURN = 7  # the message, three calls, three answers


def test_a_killed_chat_opens_again_with_whole_turns(tmp_path):
    """After kill -9 at 20 random moments every finished turn is there and none is half there."""
    seed = random.Random(20)
    finished = []
    for _ in range(20):
        process = subprocess.Popen([sys.executable, SCRIPT, tmp_path], stdout=subprocess.PIPE, text=True)
        finished.append(process.stdout.readline().strip())
        time.sleep(seed.uniform(0, 0.1))
        process.kill()
        rest, _ = process.communicate()
        finished += [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]

    store = SqliteStore.open(tmp_path / "conversations.sqlite")
    records = Counter(each.turn for each in store.window("cli/local", limit=10_000_000))
    store.close()
    with sqlite3.connect(tmp_path / "conversations.sqlite") as connection:
        assert [("ok",)] == connection.execute("PRAGMA integrity_check").fetchall()
    connection.close()

    assert {RECORDS_OF_A_TURN} == set(records.values())
    assert {turn.strip() for turn in finished if turn.strip()} <= set(records)
