"""Alembic runs this: migrations go over the connection that :func:`bring_up_to_date` holds."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
