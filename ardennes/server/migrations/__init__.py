"""Brings a database of any earlier version to the present schema.

A file that is current costs one small query: Alembic is imported only where something has to change.
"""

from __future__ import annotations

import os
from pathlib import Path

import sqlalchemy as sa

from ardennes.server.migrations.queue import add_queue, has_queue
from ardennes.server.mistakes import Mistake
from ardennes.server.schema import metadata

REVISIONS = tuple(f"{number:04}" for number in range(1, 15))
"""Every revision there has been, oldest first."""
OF_EVERY_REVISION = {"id", "name", "header", "watch", "summary"}
"""Columns that tables have always had."""
PATIENCE = 60_000
"""Milliseconds to wait for another process that migrates."""
MIGRATING = 19441216
"""The lock of a PostgreSQL that whoever migrates holds."""
FOLDER = Path(__file__).parent


def bring_up_to_date(engine: sa.Engine) -> None:
    """Migrates what is older, sets up what is empty, refuses what is newer; whoever comes second finds it done."""
    with engine.connect() as looking:
        if _stored_revision(looking) == REVISIONS[-1] and has_queue(looking):
            return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {PATIENCE}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else "BEGIN")
        try:
            if engine.dialect.name != "sqlite":
                _wait_for_others(connection)
            _migrate(connection)
            if not has_queue(connection):
                add_queue(connection)
        except BaseException:
            if _in_transaction(connection):
                connection.exec_driver_sql("ROLLBACK")
            raise
        connection.exec_driver_sql("COMMIT")
    engine.dispose()


def _wait_for_others(connection: sa.Connection) -> None:
    """PostgreSQL lets several create tables at a time; one of ours does."""
    for setting in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
        connection.exec_driver_sql(f"SET LOCAL {setting} = {PATIENCE}")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")


def copy_before(file: Path) -> Path:
    """Where the database is kept as it was before it was brought to the present revision."""
    return file.with_name(f"{file.stem}-before-{REVISIONS[-1]}{file.suffix}")


def _migrate(connection: sa.Connection) -> None:
    stored = _stored_revision(connection)
    if stored == REVISIONS[-1]:
        return
    if stored is not None and stored not in REVISIONS:
        raise Mistake("kept-by-newer", file=connection.engine.url.database, revision=stored)
    if not _holds_anything(connection):
        metadata.create_all(connection)
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
        connection.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{REVISIONS[-1]}')")
        return
    _copy(connection.engine)
    try:
        upgrade(connection)
    except (ValueError, KeyError) as error:
        raise Mistake("database-damaged", reason=error) from error


def _holds_anything(connection: sa.Connection) -> bool:
    """Whether there are games to bring up to date; a database that some other program keeps is left alone."""
    inspector = sa.inspect(connection)
    names = inspector.get_table_names()
    columns = {column["name"] for column in inspector.get_columns("tables")} if "tables" in names else set()
    if names and not columns >= OF_EVERY_REVISION:
        raise Mistake("kept-by-others", file=connection.engine.url.database)
    return bool(names)


def upgrade(connection: sa.Connection) -> None:
    """Runs every migration that a database has not seen yet."""
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    command.upgrade(config, "head")


def _copy(engine: sa.Engine) -> None:
    """Keeps the file as it is; our transaction stands open meanwhile, so that nobody else changes it."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return
    copy = copy_before(Path(engine.url.database))
    unfinished = copy.with_name(copy.name + ".part")
    unfinished.unlink(missing_ok=True)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("VACUUM INTO ?", (str(unfinished),))
    os.replace(unfinished, copy)


def _stored_revision(connection: sa.Connection) -> str | None:
    """The revision a database says it has; None for one from before there were any, and for an empty one."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())


def _in_transaction(connection: sa.Connection) -> bool:
    """Whether there is anything to roll back: a full disk makes SQLite do so by itself."""
    return bool(getattr(connection.connection.dbapi_connection, "in_transaction", True))
