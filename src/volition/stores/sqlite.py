"""Conversations and waiting items in one SQLite file, or in memory: statements, and SQLite's own faults."""

import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, Engine, QueuePool, StaticPool, bindparam, create_engine, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import SQLAlchemyError

from volition.errors import StoreBusy, StoreError
from volition.ports import Item, Record
from volition.stores.migrations import version
from volition.stores.rows import item_of, item_row, key, record_of, record_row, utc
from volition.stores.tables import items, records

_MEMORY = ":memory:"
_RETRY_S = 0.01
_PRAGMAS = ("PRAGMA synchronous=NORMAL", "PRAGMA foreign_keys=ON")

_MOVE_AWAY = "Restore a backup, or move the file away to begin a new one."
_FAULTS = {
    sqlite3.SQLITE_BUSY: ("is locked by another process.", "Close the other program, or try again."),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened.", "Check that its folder is there and can be written to."),
    sqlite3.SQLITE_CORRUPT: ("is damaged.", _MOVE_AWAY),
    sqlite3.SQLITE_FULL: (
        "cannot grow: the disk is full.",
        "Make room and try again; nothing was half kept.",
    ),
    sqlite3.SQLITE_IOERR: ("cannot be read or written.", "Check the disk and the space left on it."),
    sqlite3.SQLITE_NOTADB: ("is not a SQLite database.", _MOVE_AWAY),
    sqlite3.SQLITE_READONLY: ("is read-only.", "Allow writing to the file and to its folder."),
}
"""What SQLite's result codes mean for a person, and the next step."""

_APPEND = insert(records)
_WINDOW = (
    select(records)
    .where(records.c.path == bindparam("path"))
    .order_by(records.c.id.desc())
    .limit(bindparam("limit"))
)
_PUT = insert(items).on_conflict_do_nothing(index_elements=["id"])
_WAITING = (
    select(items)
    .where(items.c.ended.is_(None), items.c.kind == bindparam("kind"))
    .order_by(items.c.due, items.c.number)
)
_END = (
    update(items)
    .where(items.c.id == bindparam("item_id"), items.c.ended.is_(None))
    .values(ended=bindparam("how"), data="{}")
)


class SqliteStore:
    """A `Store` and a `Queue` in one SQLite file, safe to use from many threads and processes at once.

    What was acknowledged survives the death of the process, `kill -9` included: a commit is handed to the
    operating system before the call returns. Only a power cut can take the last moments back, and then whole
    turns: with a write-ahead log and `synchronous=NORMAL` the disk is waited for at checkpoints only.
    """

    def __init__(self, engine: Engine, *, place: str) -> None:
        self._engine = engine
        self._place = place
        self._is_open = True
        # SQLite lets one write at a time. Threads queue here rather than sleep and retry in its busy loop.
        self._writers = Lock()
        is_shared = isinstance(engine.pool, StaticPool)
        self._readers: AbstractContextManager[object] = self._writers if is_shared else nullcontext()

    @classmethod
    def open(cls, path: Path | str, *, busy_timeout_s: float = 5.0) -> "SqliteStore":
        """Open a file, made with its folder when it is not there, and bring its tables to this version.

        Args:
            path: The file, or `:memory:` for a store that ends with the process.
            busy_timeout_s: How long to wait while another process writes.

        Raises:
            StoreError: it cannot be made, opened or brought up to date, or a newer version made it.
        """
        place = _MEMORY if str(path) == _MEMORY else str(_with_folder(Path(path)))
        engine = create_engine(
            "sqlite://",
            creator=lambda: _connected(place, busy_timeout_s),
            poolclass=StaticPool if place == _MEMORY else QueuePool,
            hide_parameters=True,  # what people said has no place in the text of an error
        )
        with ExitStack() as undo:
            undo.callback(engine.dispose)
            store = cls(engine, place="The database in memory" if place == _MEMORY else place)
            store._bring_up_to_date(deadline=time.monotonic() + busy_timeout_s)
            undo.pop_all()
        return store

    def append(self, records: Sequence[Record]) -> None:
        """Keep the records of one turn in one transaction: all of them or none.

        Raises:
            AuthorError: a time has no zone.
            StoreError: they could not be kept.
        """
        rows = [record_row(record) for record in records]
        if not rows:
            return
        with self._writing() as connection:
            connection.execute(_APPEND, rows)

    def window(self, path: str, *, limit: int) -> list[Record]:
        """The newest `limit` records of a conversation, oldest first; none when `limit` is not positive.

        Raises:
            StoreError: they could not be read.
        """
        if limit <= 0:  # SQLite takes a negative limit for no limit
            return []
        wanted = {"path": key(path, of="The window"), "limit": min(limit, sys.maxsize)}
        with self._reading() as connection:
            rows = connection.execute(_WINDOW, wanted).all()
        return [record_of(row) for row in reversed(rows)]

    def put(self, item: Item) -> None:
        """Let an item wait; an id that was ever put before keeps its first item, ended or not.

        Raises:
            AuthorError: its time has no zone.
            StoreError: it could not be kept.
        """
        row = item_row(item)
        with self._writing() as connection:
            connection.execute(_PUT, row)

    def waiting(self, *, kind: str, path: str = "") -> list[Item]:
        """Items that wait, soonest first; of one conversation when a path is given.

        Raises:
            StoreError: they could not be read.
        """
        return self._items(kind=kind, path=path)

    def due(self, now: datetime, *, kind: str, path: str = "") -> list[Item]:
        """Items whose time has come, soonest first; they stay until `done`.

        Raises:
            AuthorError: `now` has no zone.
            StoreError: they could not be read.
        """
        return self._items(kind=kind, path=path, until=utc(now, of="The question what is due"))

    def cancel(self, item_id: str) -> bool:
        """Take an item out before its time; False when it was not waiting any more.

        Raises:
            StoreError: it could not be taken out.
        """
        return self._end(item_id, how="cancelled")

    def done(self, item_id: str) -> bool:
        """Take a due item out for good; True for exactly one caller, whatever thread or process it is in.

        Raises:
            StoreError: it could not be taken out.
        """
        return self._end(item_id, how="done")

    def close(self) -> None:
        """Let go of the file, after the write under way. A closed store refuses everything but `close`."""
        with self._writers:
            self._is_open = False
            self._engine.dispose()

    def _items(self, *, kind: str, path: str, until: datetime | None = None) -> list[Item]:
        statement = _WAITING
        if path:
            statement = statement.where(items.c.path == key(path, of="The question what waits"))
        if until is not None:
            statement = statement.where(items.c.due <= until)
        wanted = {"kind": key(kind, of="The question what waits")}
        with self._reading() as connection:
            rows = connection.execute(statement, wanted).all()
        return [item_of(row) for row in rows]

    def _end(self, item_id: str, *, how: str) -> bool:
        wanted = {"item_id": key(item_id, of="The item to end"), "how": how}
        with self._writing() as connection:
            return connection.execute(_END, wanted).rowcount == 1

    def _bring_up_to_date(self, *, deadline: float) -> None:
        with self._reading() as connection:
            _use_write_ahead_log(connection, deadline)
            if version.is_newest(connection, place=self._place):
                return
        upgrade = version.upgrader()
        with self._writing() as connection:
            # Another process, even of a newer version, may have done it while this one waited for the lock.
            if not version.is_newest(connection, place=self._place):
                upgrade(connection)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._told(), self._readers:
            self._refuse_when_closed()
            with self._engine.connect() as connection:
                yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A connection in a transaction that already holds SQLite's write lock, committed at the end."""
        with self._told(), self._writers:
            self._refuse_when_closed()
            with self._engine.connect() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
                connection.commit()

    def _refuse_when_closed(self) -> None:
        if not self._is_open:
            raise StoreError(f"{self._place} was closed.", hint="Open it again with SqliteStore.open(path).")

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise _told(error, self._place) from error
        except (ValueError, OverflowError) as error:  # a value that the driver cannot read, or not carry
            raise StoreError(f"{self._place} cannot be used: {error}.") from error


def _with_folder(path: Path) -> Path:
    path = path.absolute()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"The folder {path.parent} cannot be made: {error.strerror}.",
            hint="Choose a folder you may write to.",
        ) from error
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a database.", hint="Give the path of a file.")
    return path


def _connected(place: str, busy_timeout_s: float) -> sqlite3.Connection:
    # Transactions are begun by hand (isolation_level=None): the driver begins them late, without the write
    # lock. Threads may share connections, because the pool lends each to one at a time.
    connection = sqlite3.connect(place, timeout=busy_timeout_s, isolation_level=None, check_same_thread=False)
    try:
        for pragma in _PRAGMAS:
            connection.execute(pragma)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _use_write_ahead_log(connection: Connection, deadline: float) -> None:
    """Turn the write-ahead log on; the file remembers it.

    Here SQLite does not wait for a neighbour that is about to write, as one that makes the file is, so we do.
    """
    while True:
        try:
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        except SQLAlchemyError as error:
            if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_S)
        else:
            return


def _code(error: SQLAlchemyError) -> int:
    """SQLite's primary result code, without what it adds in the higher bits; 0 when there is none."""
    code: int = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0)
    return code & 0xFF


def _told(error: SQLAlchemyError, place: str) -> StoreError:
    cause = getattr(error, "orig", None) or error
    what, hint = _FAULTS.get(_code(error), (f"cannot be used: {cause}.", None))
    kind = StoreBusy if _code(error) == sqlite3.SQLITE_BUSY else StoreError
    return kind(f"{place} {what}", hint=hint)
