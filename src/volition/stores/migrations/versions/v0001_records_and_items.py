"""Records of conversations, and items that wait for their time."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_WAITING = sa.text("ended IS NULL")


def upgrade() -> None:
    """Make the first tables."""
    place = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "records",
        sa.Column("id", place, primary_key=True, autoincrement=True),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=True),
        sa.Column("message_id", sa.Text(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_records_path", "records", ["path", "id"])
    op.create_table(
        "items",
        sa.Column("number", place, primary_key=True, autoincrement=True),
        sa.Column("id", sa.Text(), nullable=False, unique=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("ended", sa.Text(), nullable=True),
        sqlite_autoincrement=True,
    )
    for name, columns in {
        "ix_items_kind": ["kind", "due", "number"],
        "ix_items_path": ["path", "kind", "due", "number"],
    }.items():
        op.create_index(name, "items", columns, sqlite_where=_WAITING, postgresql_where=_WAITING)
