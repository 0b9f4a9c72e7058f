"""What Alembic runs to migrate: the steps, in the transaction of the connection that `upgrade` was given."""

from alembic import context

from volition.stores.migrations.version import TABLE

context.configure(connection=context.config.attributes["connection"], version_table=TABLE)
context.run_migrations()
