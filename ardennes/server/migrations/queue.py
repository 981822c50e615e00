"""The tables of the work queue, which are procrastinate's own: a site has them, a household does not."""

from __future__ import annotations

from importlib.util import find_spec

import sqlalchemy as sa


def has_queue(connection: sa.Connection) -> bool:
    """Whether there is nothing to add: there is a queue already, or none is wanted."""
    if connection.dialect.name != "postgresql" or find_spec("procrastinate") is None:
        return True
    return sa.inspect(connection).has_table("procrastinate_jobs")


def add_queue(connection: sa.Connection) -> None:
    from procrastinate.schema import SchemaManager

    line = connection.connection.driver_connection
    assert line is not None
    line.execute(SchemaManager.get_schema())
