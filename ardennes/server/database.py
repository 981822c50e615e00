"""The database by its URL, with what each kind of database needs to be told."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from ardennes.errors import ArdennesError

PATIENCE = 3.0
"""Seconds to wait for another program that holds a file of SQLite."""
POOL = {"pool_size": 8, "max_overflow": 4, "pool_timeout": 10.0, "pool_pre_ping": True}
"""Connections to a server; each is tried before it is used again, because the server may have been restarted."""
SESSION = {"idle_in_transaction_session_timeout": "2s", "lock_timeout": "5s", "statement_timeout": "30s"}
"""What a server ends by itself, so that a process which hangs holds nobody up."""
KEEPALIVE = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}


def database(url: str) -> sa.Engine:
    """The engine for a URL such as ``sqlite:///tables.sqlite`` or ``postgresql+psycopg://user@host/name``."""
    try:
        kind = sa.make_url(url).get_backend_name()
        if kind == "sqlite":
            return _of_file(url)
        if kind == "postgresql":
            options = " ".join(f"-c {name}={value}" for name, value in SESSION.items())
            return sa.create_engine(url, connect_args={**KEEPALIVE, "options": options}, **POOL)
    except (sa.exc.ArgumentError, ImportError) as error:
        raise ArdennesError(f"the database cannot be used: {error}") from None
    raise ArdennesError(f"there are games in SQLite and in PostgreSQL, not in {kind}")


def _of_file(url: str) -> sa.Engine:
    arguments: dict[str, Any] = {"check_same_thread": False, "timeout": PATIENCE}
    engine = sa.create_engine(url, paramstyle="named", connect_args=arguments)
    sa.event.listen(engine, "connect", _write_ahead)
    return engine


def _write_ahead(connection: Any, _: Any) -> None:
    """Readers never wait for the writer, and a commit is on disk when it returns."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
