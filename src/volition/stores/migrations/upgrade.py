"""Runs the migrations with Alembic. Loaded by `version` only when a database is not up to date."""

from pathlib import Path
from threading import Lock

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

_ALONE = Lock()
"""Alembic keeps the migration under way in globals of its modules: one at a time in a process."""


def upgrade(connection: Connection) -> None:
    """Bring the tables to this version, in the caller's transaction: all steps or none."""
    config = Config(attributes={"connection": connection})
    folder = str(Path(__file__).parent).replace("%", "%%")
    config.set_main_option("script_location", folder)
    with _ALONE:
        command.upgrade(config, "head")
