"""Where tables are kept. Every accepted action is on disk before anybody is told of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import sqlalchemy as sa

from ardennes.engine.saves import Header, Record

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("header", sa.LargeBinary, nullable=False),
    sa.Column("german", sa.String, nullable=False, unique=True),
    sa.Column("allied", sa.String, nullable=False, unique=True),
    sa.Column("watch", sa.String, nullable=False, unique=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("deleted", sa.Boolean, nullable=False, default=False),
    sa.Column("summary", sa.LargeBinary, nullable=False),
    sa.Column("players", sa.String, nullable=False, server_default=","),
    sa.Column("pack", sa.String, nullable=False, server_default=""),
)

records = sa.Table(
    "records",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("record", sa.LargeBinary, nullable=False),
)


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What the lobby shows of a table without opening it."""

    turn: int | None = None
    deciding: int | None = None
    verdict: str = ""
    records: int = 0
    stacks: tuple[tuple[float, float, int], ...] = ()
    """Where counters stand that anybody may see: kilometres east and north, and whose."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """One table as it is kept."""

    id: str
    name: str
    header: Header
    seats: tuple[str, str]
    watch: str
    created: float
    updated: float
    deleted: bool
    summary: Summary
    players: tuple[str, str] = ("", "")
    """The level of the computer that plays a seat; empty where a person does."""
    pack: str = ""
    """The folder of the data pack it is played with; empty for our own data."""


class Store:
    """Tables and their records in SQLite (or any database SQLAlchemy knows by URL)."""

    def __init__(self, url: str) -> None:
        self.engine = sa.create_engine(url, connect_args=_connect_args(url))
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine, "connect", _write_ahead)
        metadata.create_all(self.engine)
        self._one_writer = threading.Lock()
        self._add_new_columns()

    def add(self, row: TableRow, played: Sequence[Record]) -> None:
        with self._writing() as connection:
            connection.execute(
                tables.insert().values(
                    id=row.id,
                    name=row.name,
                    header=msgspec.json.encode(row.header),
                    german=row.seats[0],
                    allied=row.seats[1],
                    watch=row.watch,
                    created=row.created,
                    updated=row.updated,
                    deleted=row.deleted,
                    summary=msgspec.json.encode(row.summary),
                    players=",".join(row.players),
                    pack=row.pack,
                )
            )
            self._write(connection, row.id, 0, played)

    def keep(self, table_id: str, first: int, played: Sequence[Record], summary: Summary) -> None:
        """Replaces the records from ``first`` on: what was undone goes, what was done stays."""
        with self._writing() as connection:
            connection.execute(records.delete().where(records.c.table_id == table_id, records.c.number >= first))
            self._write(connection, table_id, first, played)
            connection.execute(
                tables.update()
                .where(tables.c.id == table_id)
                .values(updated=time.time(), summary=msgspec.json.encode(summary))
            )

    def rename(self, table_id: str, name: str) -> None:
        with self._writing() as connection:
            connection.execute(tables.update().where(tables.c.id == table_id).values(name=name))

    def seat(self, table_id: str, players: tuple[str, str]) -> None:
        """Who plays which seat from now on."""
        with self._writing() as connection:
            connection.execute(tables.update().where(tables.c.id == table_id).values(players=",".join(players)))

    def set_deleted(self, table_id: str, deleted: bool) -> None:
        """A deleted table can be brought back."""
        with self._writing() as connection:
            connection.execute(tables.update().where(tables.c.id == table_id).values(deleted=deleted))

    def rows(self) -> list[TableRow]:
        """All tables, those last played first."""
        with self.engine.connect() as connection:
            found = connection.execute(tables.select().order_by(tables.c.updated.desc()))
            return [_row(row) for row in found.mappings()]

    def row(self, table_id: str) -> TableRow | None:
        return self._one(tables.c.id == table_id)

    def row_of_token(self, token: str) -> TableRow | None:
        """The table a secret link leads to."""
        return self._one(sa.or_(tables.c.german == token, tables.c.allied == token, tables.c.watch == token))

    def played(self, table_id: str) -> list[Record]:
        query = records.select().where(records.c.table_id == table_id).order_by(records.c.number)
        with self.engine.connect() as connection:
            rows = connection.execute(query).mappings()
            return [msgspec.msgpack.decode(row["record"], type=Record) for row in rows]

    def close(self) -> None:
        self.engine.dispose()

    # --- helpers ---------------------------------------------------------------------------------

    def _add_new_columns(self) -> None:
        """Games kept by an earlier version stay where they are."""
        there = {column["name"] for column in sa.inspect(self.engine).get_columns(tables.name)}
        with self._writing() as connection:
            for column in tables.columns:
                if column.name not in there:
                    declared = sa.schema.CreateColumn(column).compile(self.engine)
                    connection.execute(sa.text(f"ALTER TABLE {tables.name} ADD COLUMN {declared}"))

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """One writer at a time: a queue is shorter than the pauses SQLite makes while it is busy."""
        with self._one_writer, self.engine.begin() as connection:
            yield connection

    def _write(self, connection: sa.Connection, table_id: str, first: int, played: Sequence[Record]) -> None:
        rows = [
            {"table_id": table_id, "number": number, "record": msgspec.msgpack.encode(record)}
            for number, record in enumerate(played, start=first)
        ]
        if rows:
            connection.execute(records.insert(), rows)

    def _one(self, condition: sa.ColumnElement[bool]) -> TableRow | None:
        with self.engine.connect() as connection:
            found = connection.execute(tables.select().where(condition)).mappings().first()
            return _row(found) if found else None


def _row(found: Any) -> TableRow:
    german, _, allied = found["players"].partition(",")
    return TableRow(
        id=found["id"],
        name=found["name"],
        header=msgspec.json.decode(found["header"], type=Header),
        seats=(found["german"], found["allied"]),
        watch=found["watch"],
        created=found["created"],
        updated=found["updated"],
        deleted=found["deleted"],
        summary=msgspec.json.decode(found["summary"], type=Summary),
        players=(german, allied),
        pack=found["pack"],
    )


def _connect_args(url: str) -> dict[str, Any]:
    return {"check_same_thread": False} if url.startswith("sqlite") else {}


def _write_ahead(connection: Any, _: Any) -> None:
    """Readers never wait for the writer, and a commit is on disk when it returns."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
