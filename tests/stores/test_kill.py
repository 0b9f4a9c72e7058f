"""What is left on disk when a writer is killed without warning."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from volition.stores.sqlite import SqliteStore

SCRIPT = Path(__file__).with_name("endless_turns.py")


class Nursery:
    """Brings up writers and kills them."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def acknowledged(self, path, *, alive_s, first=True):
        """The turns that a writer acknowledged before its death, `alive_s` after its birth or first turn."""
        print(path, file=self.process.stdin, flush=True)
        lines = []
        while not lines or not lines[-1].startswith("child "):
            lines.append(self.line())
        child = int(lines.pop().split()[1])
        if first and not lines:
            lines.append(self.line())
        time.sleep(alive_s)
        os.kill(child, signal.SIGKILL)
        while (line := self.line()) != "dead":
            lines.append(line)
        return lines

    def line(self):
        line = self.process.stdout.readline()
        assert line.endswith("\n"), "the nursery died"
        return line.strip()

    def close(self):
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def nursery():
    opened = Nursery()
    yield opened
    opened.close()


def kept(path):
    """How many records of each turn are in a file that SQLite itself finds sound."""
    with closing(sqlite3.connect(path)) as connection:
        assert [("ok",)] == connection.execute("PRAGMA integrity_check").fetchall()
        return dict(connection.execute("SELECT turn, count(*) FROM records GROUP BY turn"))


def test_a_killed_writer_leaves_whole_turns(nursery, tmp_path):
    """After kill -9 at 20 random moments every acknowledged turn is there, and none is half there."""
    seed = random.Random(9)
    path = tmp_path / "conversations.sqlite"
    acknowledged = set()
    for _ in range(20):
        acknowledged |= set(nursery.acknowledged(path, alive_s=seed.uniform(0, 0.06)))
        with closing(SqliteStore.open(path)) as store:
            newest = store.window("cli/local", limit=5)
        turns = kept(path)

        assert {5} == set(turns.values())
        assert acknowledged <= set(turns)
        assert [0, 1, 2, 3, 4] == [each.data["part"] for each in newest]
        assert 1 == len({each.turn for each in newest})
    assert 20 <= len(acknowledged)


def test_a_file_killed_at_birth_opens(nursery, tmp_path):
    """A process killed while it makes the file leaves one that the next process can use."""
    seed = random.Random(7)
    for number in range(20):
        path = tmp_path / f"{number}.sqlite"
        acknowledged = set(nursery.acknowledged(path, alive_s=seed.uniform(0, 0.06), first=False))
        SqliteStore.open(path).close()
        turns = kept(path)

        assert {5} >= set(turns.values())
        assert acknowledged <= set(turns)
