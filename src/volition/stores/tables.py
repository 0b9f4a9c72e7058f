"""The tables, the same in every database. Knows columns and indexes; what a row means is in `rows`."""

from datetime import UTC, datetime

from sqlalchemy import BigInteger, Column, DateTime, Dialect, Index, Integer, MetaData, Table, Text
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime]):
    """A point in time in UTC to the microsecond, given back with its zone.

    SQLite knows no zones: there UTC is kept as text of one width, which sorts by time.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """The moment with its zone, whether or not the database gave one."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData()

_Place = BigInteger().with_variant(Integer(), "sqlite")
"""A growing number. Only a column declared INTEGER is SQLite's own row number."""

records = Table(
    "records",
    metadata,
    Column("id", _Place, primary_key=True, autoincrement=True),
    Column("turn", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("who", Text, nullable=False),
    # Text, not a JSON type: jsonb refuses NUL and half surrogates; SQLite makes a number of it where it can.
    Column("data", Text, nullable=True),
    Column("message_id", Text, nullable=False),
    # Without it SQLite gives the number of a deleted last row to the next one.
    sqlite_autoincrement=True,
)
"""Lines of conversations, in the order in which they were kept."""

Index("ix_records_path", records.c.path, records.c.id)

items = Table(
    "items",
    metadata,
    Column("number", _Place, primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("due", Moment, nullable=False),
    Column("data", Text, nullable=False),
    Column("ended", Text, nullable=True),
    sqlite_autoincrement=True,
)
"""Things that wait. One that has `ended` (`done` or `cancelled`) keeps its row, emptied: a turn that is run
again after a crash puts the same id again, and that must not bring the item back."""

# The same condition for PostgreSQL stands in the migration alone: to name it here loads that database's
# dialect wherever SQLite is used, a tenth of the time that importing a store takes.
_is_waiting = items.c.ended.is_(None)
Index("ix_items_kind", items.c.kind, items.c.due, items.c.number, sqlite_where=_is_waiting)
Index("ix_items_path", items.c.path, items.c.kind, items.c.due, items.c.number, sqlite_where=_is_waiting)
