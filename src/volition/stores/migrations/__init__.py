"""Numbered changes of the tables, applied in order by Alembic when a store is opened."""
