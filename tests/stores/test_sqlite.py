"""What is SQLite's own: the file, its faults, its neighbours, and the way its tables come to be."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event

from volition.errors import Blame, StoreError
from volition.ports import Item, Record
from volition.stores import migrations
from volition.stores.migrations import version
from volition.stores.sqlite import SqliteStore
from volition.stores.tables import metadata

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
LINE = Record(turn="t1", path="cli/local", role="user", text="hello", at=NOW)
TEA = Item(id="tea", kind="reminder", path="cli/local", due=NOW, data={"text": "drink the tea"})
RACERS = 4
RACE_ITEMS = 40


@pytest.fixture
def path(tmp_path):
    """Where a file is about to be."""
    return tmp_path / "conversations.sqlite"


@pytest.fixture
def store(path):
    opened = SqliteStore.open(path)
    yield opened
    opened.close()


@contextmanager
def sqlite(path):
    """The file, as another program opens it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


@contextmanager
def unprivileged():
    """Run as nobody where the tests run as root, to whom no folder is read-only."""
    user = os.geteuid()
    if user == 0:
        try:
            os.seteuid(65534)
        except OSError:
            pytest.skip("this user can neither be refused nor become another")
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.fixture
def open_folder():
    """A folder that another user may reach, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder
        folder.chmod(0o777)


def refused(path):
    """The error of opening a file that cannot be used: it names the file and a next step."""
    with pytest.raises(StoreError) as caught:
        SqliteStore.open(path, busy_timeout_s=0.05)
    assert str(path) in str(caught.value)
    assert caught.value.hint
    assert Blame.WORLD == caught.value.blame
    return caught.value


# ---- the file ------------------------------------------------------------------------------------


def test_what_was_kept_is_there_again(path):
    """A conversation and a queue outlive the store that wrote them."""
    with closing(SqliteStore.open(path)) as store:
        store.append([LINE])
        store.put(TEA)
    with closing(SqliteStore.open(str(path))) as store:
        assert [replace(LINE, id=1)] == store.window("cli/local", limit=5)
        assert [TEA] == store.due(NOW, kind="reminder")


def test_missing_folders_are_made(tmp_path):
    """A file may be named in a folder that is not there yet, whatever its name holds."""
    path = tmp_path / "a" / "100% of ?x=1#y" / "naïve.sqlite"
    SqliteStore.open(path).close()

    assert path.is_file()


def test_a_relative_path_stays_where_it_was(tmp_path, monkeypatch):
    """Changing the working directory does not move an open store."""
    monkeypatch.chdir(tmp_path)
    with closing(SqliteStore.open("here.sqlite")) as store:
        store.append([LINE])
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        with ThreadPoolExecutor(4) as threads:  # more connections than the first
            windows = list(threads.map(lambda _: store.window("cli/local", limit=1), range(8)))

    assert {1} == {len(window) for window in windows}
    assert ["elsewhere", "here.sqlite"] == sorted(each.name for each in tmp_path.iterdir())


def test_an_id_is_never_given_twice(store, path):
    """When the newest records are deleted by hand their ids are not used again."""
    store.append([LINE, LINE])
    with sqlite(path) as connection:
        connection.execute("DELETE FROM records")
    store.append([LINE])

    assert [3] == [each.id for each in store.window("cli/local", limit=5)]


def test_closing_leaves_one_file(path):
    """After `close` all is in the one file, which can be copied."""
    with closing(SqliteStore.open(path)) as store:
        store.append([LINE])

    assert [path] == list(path.parent.iterdir())


def test_an_empty_file_is_a_new_database(path):
    """A file of no bytes, as a temporary file is, is filled."""
    path.touch()
    with closing(SqliteStore.open(path)) as store:
        store.append([LINE])

        assert 1 == len(store.window("cli/local", limit=5))


def test_the_settings_that_the_promises_rest_on(store):
    """Each connection has the write-ahead log, waits for neighbours, and for the disk at checkpoints only."""
    found = {}
    with store._engine.connect() as connection, store._engine.connect() as another:
        for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
            found[name] = {each.exec_driver_sql(f"PRAGMA {name}").scalar() for each in (connection, another)}

    assert {
        "journal_mode": {"wal"},
        "synchronous": {1},
        "foreign_keys": {1},
        "busy_timeout": {5000},
    } == found


def plans(store, question):
    """How SQLite finds the answer to what the store asks it."""
    asked = []
    event.listen(store._engine, "before_cursor_execute", lambda *what: asked.append(what[2:4]))
    question(store)
    sql, parameters = asked[-1]
    with store._engine.connect() as connection:
        return [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", parameters)]


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        (lambda store: store.window("p", limit=50), "SEARCH records USING INDEX ix_records_path (path=?)"),
        (lambda store: store.waiting(kind="k"), "SEARCH items USING INDEX ix_items_kind (kind=?)"),
        (
            lambda store: store.waiting(kind="k", path="p"),
            "SEARCH items USING INDEX ix_items_path (path=? AND kind=?)",
        ),
        (lambda store: store.due(NOW, kind="k"), "SEARCH items USING INDEX ix_items_kind (kind=? AND due<?)"),
        (
            lambda store: store.due(NOW, kind="k", path="p"),
            "SEARCH items USING INDEX ix_items_path (path=? AND kind=? AND due<?)",
        ),
        (
            lambda store: store.done("tea"),
            "SEARCH items USING INDEX sqlite_autoindex_items_1 (id=?)",
        ),
    ],
    ids=["window", "waiting", "waiting here", "due", "due here", "done"],
)
def test_questions_are_answered_by_an_index(store, question, plan):
    """What the store asks is found by an index and comes in order, so time does not grow with the file."""
    assert [plan] == plans(store, question)


# ---- versions ------------------------------------------------------------------------------------


def test_the_migrations_make_the_tables(store):
    """The steps together make exactly what `tables` describes."""
    with store._engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": version.TABLE, "compare_type": True}
        )

        assert [] == compare_metadata(context, metadata)


def test_the_newest_version_is_the_last_step():
    """The number that opening compares is that of the last migration."""
    assert version.NEWEST == ScriptDirectory(Path(migrations.__file__).parent).get_current_head()


def test_an_up_to_date_file_needs_no_alembic(path):
    """Opening an up-to-date file does not load what migrates."""
    SqliteStore.open(path).close()
    code = (
        "import sys; from volition.stores.sqlite import SqliteStore as S; "
        "S.open(sys.argv[1]).close(); print('alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)

    assert "False" == done.stdout.strip()


def test_a_file_of_a_newer_version_is_left_alone(path):
    """A file that a newer version made is refused, with both versions in the message, and not changed."""
    SqliteStore.open(path).close()
    with sqlite(path) as connection:
        connection.execute(f"UPDATE {version.TABLE} SET version_num = '0999'")
    before = path.read_bytes()
    error = refused(path)

    assert "0999" in str(error)
    assert version.NEWEST in str(error)
    assert "Update Volition" in error.hint
    assert before == path.read_bytes()


def test_a_stranger_with_tables_of_our_names_is_left_alone(path):
    """A database that has a table `items` of its own is refused and keeps it; nothing is half made."""
    with sqlite(path) as connection:
        connection.execute("CREATE TABLE items (apples)")
    with pytest.raises(StoreError, match="table items already exists"):
        SqliteStore.open(path)
    with sqlite(path) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()

    assert [("items",)] == tables


def test_a_stranger_of_other_names_is_shared(path):
    """A database with tables of other names, even another user of Alembic, is shared with it."""
    with sqlite(path) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num)")
        connection.execute("INSERT INTO alembic_version VALUES ('abc')")
    with closing(SqliteStore.open(path)) as store:
        store.append([LINE])
    with sqlite(path) as connection:
        assert [("abc",)] == connection.execute("SELECT * FROM alembic_version").fetchall()


# ---- faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content", [b"hello", b"{}\n" * 5000, os.urandom(8192)], ids=["short", "text", "noise"]
)
def test_a_file_that_is_no_database_is_refused_and_kept(path, content):
    """Another kind of file is named, and not overwritten."""
    path.write_bytes(content)
    error = refused(path)

    assert "not a SQLite database" in str(error)
    assert "move the file away" in error.hint
    assert content == path.read_bytes()


@pytest.mark.parametrize("share", [0.02, 0.3, 0.9])
def test_a_truncated_file_is_refused(path, share):
    """A file that was cut is damaged, and says so when it is opened."""
    with closing(SqliteStore.open(path)) as store:
        for number in range(50):
            store.append([replace(LINE, turn=str(number), text="x" * 1000)] * 5)
    os.truncate(path, int(path.stat().st_size * share))
    error = refused(path)

    assert "damaged" in str(error) or "not a SQLite database" in str(error)
    assert "backup" in error.hint


def test_damage_found_later_is_told_as_well(path):
    """Pages spoiled inside a file come up as one clear error when they are read."""
    with closing(SqliteStore.open(path)) as store:
        for number in range(50):
            store.append([replace(LINE, turn=str(number), text="x" * 1000)] * 5)
    content = bytearray(path.read_bytes())
    content[len(content) // 4 :] = b"\xff" * len(content[len(content) // 4 :])
    path.write_bytes(content)
    with closing(SqliteStore.open(path)) as store, pytest.raises(StoreError, match="damaged") as caught:
        store.window("cli/local", limit=1000)

    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    "change",
    ["data = '{\"half\": '", "at = 'yesterday'", "text = CAST(x'ff' AS TEXT)"],
    ids=["data", "time", "text"],
)
def test_a_row_spoiled_by_hand_is_told(store, path, change):
    """A value that another program spoiled is a clear error, not a traceback of a parser."""
    store.append([replace(LINE, data={})])
    with sqlite(path) as connection:
        connection.execute(f"UPDATE records SET {change}")

    with pytest.raises(StoreError):
        store.window("cli/local", limit=5)


def test_a_folder_is_no_file(tmp_path):
    """Naming a folder is told as such."""
    assert "is a folder" in str(refused(tmp_path))


def test_a_file_is_no_folder(tmp_path):
    """A path that leads through a file names the folder that cannot be made."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be made") as caught:
        SqliteStore.open(tmp_path / "file" / "deeper" / "conversations.sqlite")

    assert str(tmp_path / "file" / "deeper") in str(caught.value)


def test_a_read_only_folder_is_told(open_folder):
    """A folder that may not be written to holds no new file and no new folder."""
    open_folder.chmod(0o555)
    with unprivileged():
        assert "cannot be opened" in str(refused(open_folder / "conversations.sqlite"))
        with pytest.raises(StoreError, match="cannot be made"):
            SqliteStore.open(open_folder / "new" / "conversations.sqlite")


def test_a_read_only_file_is_told(open_folder):
    """A file that may not be written to is named when something is to be kept."""
    path = open_folder / "conversations.sqlite"
    SqliteStore.open(path).close()
    path.chmod(0o444)
    with unprivileged(), closing(SqliteStore.open(path)) as store:
        with pytest.raises(StoreError, match="is read-only") as caught:
            store.append([LINE])

        assert str(path) in str(caught.value)
        assert [] == store.window("cli/local", limit=1)


def test_a_full_disk_keeps_nothing_half(store):
    """When there is no room the turn is refused whole; when there is room again the store goes on."""
    store.append([LINE])
    with store._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 2}")
    turn = [replace(LINE, turn="t2", text="x" * 3000) for _ in range(20)]
    with pytest.raises(StoreError, match="disk is full") as caught:
        store.append(turn)

    assert store._place in str(caught.value)
    assert ["t1"] == [each.turn for each in store.window("cli/local", limit=50)]

    with store._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=1000000")
    store.append(turn)

    assert {"t1": 1, "t2": 20} == Counter(each.turn for each in store.window("cli/local", limit=50))


def test_no_error_repeats_what_people_said(path):
    """Neither an error nor its cause holds the text of a conversation."""
    with closing(SqliteStore.open(path)) as store:
        with sqlite(path) as connection:
            connection.execute("DROP TABLE records")
        with pytest.raises(StoreError) as caught:
            store.append([replace(LINE, text="my secret")])

    assert "secret" not in f"{caught.value} {caught.value.__cause__}"


# ---- neighbours ----------------------------------------------------------------------------------


def test_a_neighbour_that_holds_the_lock_is_told(path):
    """While another process writes, one can read; a write that waited too long fails and can be repeated."""
    with closing(SqliteStore.open(path, busy_timeout_s=0.05)) as store, sqlite(path) as neighbour:
        store.append([LINE])
        neighbour.execute("BEGIN IMMEDIATE")
        for write in (lambda: store.append([LINE]), lambda: store.put(TEA), lambda: store.done("tea")):
            with pytest.raises(StoreError, match="locked by another process"):
                write()

        assert 1 == len(store.window("cli/local", limit=5))
        neighbour.execute("ROLLBACK")
        store.append([LINE])
        assert 2 == len(store.window("cli/local", limit=5))


def test_a_new_file_that_a_neighbour_holds_is_told(path):
    """Opening waits no longer than it was told to."""
    with sqlite(path) as neighbour:
        neighbour.execute("BEGIN EXCLUSIVE")

        assert "locked" in str(refused(path))


def test_a_new_file_is_waited_for(path):
    """A neighbour that is busy making the file for a moment is waited for."""
    with sqlite(path) as neighbour, ThreadPoolExecutor(1) as threads:
        neighbour.execute("BEGIN IMMEDIATE")
        opening = threads.submit(SqliteStore.open, path)
        time.sleep(0.1)
        neighbour.execute("ROLLBACK")
        with closing(opening.result()) as store:
            store.append([LINE])


def test_a_neighbour_that_only_reads_is_no_obstacle(store, path):
    """A reader keeps its own view, and nobody waits for it."""
    store.append([LINE])
    with sqlite(path) as neighbour:
        neighbour.execute("BEGIN")
        neighbour.execute("SELECT count(*) FROM records").fetchall()
        store.append([LINE])

        assert [(1,)] == neighbour.execute("SELECT count(*) FROM records").fetchall()
        assert 2 == len(store.window("cli/local", limit=5))


def test_many_threads_open_one_new_file(tmp_path):
    """Stores opened at the same moment in one process all come up, and see the same file."""
    for number in range(5):
        path = tmp_path / f"{number}.sqlite"
        with ThreadPoolExecutor(6) as threads:
            stores = list(threads.map(SqliteStore.open, [path] * 6))
        stores[0].append([LINE])

        assert {1} == {len(each.window("cli/local", limit=5)) for each in stores}
        for each in stores:
            each.close()


def test_many_threads_open_files_of_their_own(tmp_path):
    """Migrations of several new files at the same moment do not disturb one another."""
    paths = [tmp_path / f"{number}.sqlite" for number in range(12)]
    with ThreadPoolExecutor(6) as threads:
        for store in threads.map(SqliteStore.open, paths):
            store.append([LINE])
            store.close()


@pytest.fixture(scope="module")
def race(tmp_path_factory):
    """What each of several processes got, that opened the same new file at once and wanted the same items."""
    path = tmp_path_factory.mktemp("race") / "conversations.sqlite"
    racers = [
        subprocess.Popen(
            [sys.executable, Path(__file__).with_name("race.py"), path, str(RACE_ITEMS)],
            **dict.fromkeys(["stdin", "stdout", "stderr"], subprocess.PIPE),
            text=True,
        )
        for _ in range(RACERS)
    ]
    for racer in racers:
        assert "ready" == racer.stdout.readline().strip()
    for racer in racers:
        print("go", file=racer.stdin, flush=True)
    return [(*racer.communicate(), racer.returncode) for racer in racers]


def test_many_processes_open_one_new_file(race):
    """Processes that start at once on a new file all come up, without a word of complaint."""
    assert [("", 0)] * RACERS == [(complaint, code) for _, complaint, code in race]


def test_exactly_one_process_gets_an_item(race):
    """Each item is done by exactly one of the processes."""
    got = [each for ids, _, _ in race for each in json.loads(ids)]

    assert sorted(f"item-{number}" for number in range(RACE_ITEMS)) == sorted(got)
