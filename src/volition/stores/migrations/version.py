"""Which version of the tables a database holds, told without Alembic, so that opening stays fast."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from sqlalchemy import Column, Connection, MetaData, String, Table, inspect, select

from volition.errors import StoreError

NEWEST = "0001"
"""The last step in `versions`."""
TABLE = "volition_version"
"""Where the version is kept; named for us, because a shared database may be another Alembic user's too."""

_version = Table(TABLE, MetaData(), Column("version_num", String(32), primary_key=True))
_FOUND = select(_version.c.version_num)


def is_newest(connection: Connection, *, place: str) -> bool:
    """Whether a database holds the tables of this version; False when it is empty or older.

    Raises:
        StoreError: a newer version of Volition made it.
    """
    if not inspect(connection).has_table(TABLE):
        return False
    found = connection.execute(_FOUND).scalar() or ""
    if found > NEWEST:
        raise StoreError(
            f"{place} was made by a newer version of Volition (tables {found}, known here: {NEWEST}).",
            hint="Update Volition, or choose another database.",
        )
    return bool(found == NEWEST)


def upgrader() -> Callable[[Connection], None]:
    """The function that brings a database to this version, in the caller's transaction.

    Alembic takes longer to import than an up-to-date database takes to open, so this is where it is loaded.
    """
    module: Any = import_module("volition.stores.migrations.upgrade")
    upgrade: Callable[[Connection], None] = module.upgrade
    return upgrade
