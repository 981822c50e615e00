"""Where tables are kept. Every accepted action is on disk before anybody is told of it."""

from __future__ import annotations

import logging
import secrets
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from ardennes.engine.saves import Header, Record
from ardennes.numbers import Side
from ardennes.server.database import database
from ardennes.server.kept_tables import Change, Checkpoint, Glance, TableRow, in_short
from ardennes.server.migrations import bring_up_to_date
from ardennes.server.mistakes import Mistake
from ardennes.server.pace import Stretch, Timer
from ardennes.server.schema import checkpoints, minds, order_books, records, seats, tables, vacations
from ardennes.server.writer import DiskTrouble, Writer, explaining

logger = logging.getLogger(__name__)
CHANNEL = "tables"
"""On which processes that share a database tell each other what they have changed."""
TO_ALL = "-"
"""Instead of the sender of news, where whoever sent them must hear them too."""
NOTICE_AFTER = 120.0
"""Seconds that somebody is waited for before he is told so."""
T = TypeVar("T")
_record = msgspec.msgpack.Decoder(Record)


class Stale(Mistake):
    """The table is no longer as it was when the change was made: nothing has been written."""

    def __init__(self) -> None:
        super().__init__("table-has-changed")


class Store:
    """Tables and their records: in a file of SQLite, or on a PostgreSQL that several processes share."""

    def __init__(self, url: str) -> None:
        self.engine = database(url)
        try:
            with explaining(at_terminal=True):
                bring_up_to_date(self.engine)
                _check_writable(self.engine)
        except BaseException:
            self.engine.dispose()
            raise
        self._sql = _Statements(self.engine)
        self.writer = Writer(self.engine)
        self.notice_after = NOTICE_AFTER
        self.clock: Callable[[], float] = time.time
        """What time it is; tests have clocks of their own."""
        self.is_shared = self.engine.dialect.name != "sqlite"
        """Whether other processes may change tables, and are told of changes."""
        self.sender = secrets.token_hex(4)
        """By which this process knows news that are its own."""

    # --- changes ---------------------------------------------------------------------------------

    def add(self, row: TableRow, played: Sequence[Record], made: Sequence[Checkpoint] = ()) -> Future[None]:
        """Done when it is on disk."""

        def change(cursor: Any) -> None:
            cursor.execute(self._sql.add, _columns(row))
            self._write(cursor, row.id, 0, played, made, replaces=False)

        return self.writer.submit(change)

    def take_up(
        self, table_id: str, rev: int, header: Header, played: Sequence[Record], made: Sequence[Checkpoint]
    ) -> None:
        """The table goes on under other rules or with other dice: its header, log and checkpoints are written anew.
        What was taken back speaks of the former ones, and is not done again. :class:`Stale` where somebody else has
        changed the table meanwhile, or taken it up."""
        written = {"rev": rev + 1, "header": msgspec.json.encode(header), "undone": None}
        columns = {"of_table": table_id, "of_rev": rev, **written}

        def change(cursor: Any) -> None:
            cursor.execute(self._sql.take_up, columns)
            if cursor.rowcount != 1:
                raise Stale
            self._write(cursor, table_id, 0, played, made, replaces=True)
            self._tell_others(cursor, table_id, rev + 1, 0)

        self.writer.submit(change).result()

    def keep(self, table_id: str, change: Change) -> Future[None]:
        """Done when it is on disk; :class:`Stale` where somebody else has changed the table meanwhile."""
        now = time.time()
        columns = {
            "of_table": table_id,
            "of_rev": change.rev,
            "rev": change.rev + 1,
            "unseen": _counts(change.unseen),
            "updated": now,
            "summary": msgspec.json.encode(change.summary),
            "draw_offered_by": change.draw_offered_by,
            "undo_asked_by": change.undo_asked_by,
            "automatic": _flags(change.automatic),
            "players": ",".join(change.players),
            "undone": _packed(change.undone),
            "ready": change.ready,
            "timer": _timer(change.timer),
            "turn": change.turn_since,
            "ended_now": now if change.summary.over else None,
            "look_at": change.due,
        }
        vacation = change.vacation and _vacation(table_id, *change.vacation)
        stacks = None if change.stacks is None else {"of_table": table_id, "stacks": msgspec.json.encode(change.stacks)}
        taken = {"of_table": table_id, "of_side": change.decided, "now": change.turn_since}
        news = in_short(change) if self.is_shared else ""

        def write(cursor: Any) -> None:
            if self.is_shared and change.turn_since is not None and change.decided is not None:
                cursor.execute(self._sql.turn_taken, taken)
            cursor.execute(self._sql.change, columns)
            if cursor.rowcount != 1:
                raise Stale
            if stacks is not None:
                cursor.execute(self._sql.picture, stacks)
            if vacation is not None:
                cursor.execute(self._sql.take_vacation, vacation)
            self._write(cursor, table_id, change.first, change.played, change.checkpoints, replaces=change.replaces)
            for number in change.forgotten:
                cursor.execute(self._sql.forget_checkpoint, {"of_table": table_id, "number": number})
            self._tell_others(cursor, table_id, change.rev + 1, change.first, f"{self.sender} {news}")

        return self.writer.submit(write)

    def keep_order_book(self, table_id: str, side: Side, book: bytes) -> Future[None]:
        """Done when it is on disk, in place of the former one."""
        columns = {"of_table": table_id, "of_side": side}

        def write(cursor: Any) -> None:
            cursor.execute(self._sql.forget_book, columns)
            cursor.execute(self._sql.add_book, {"table_id": table_id, "side": side, "book": book})
            self._tell_others(cursor, table_id)

        return self.writer.submit(write)

    def keep_memory(self, table_id: str, side: Side, memory: bytes) -> Future[None]:
        """What the computer that plays a side remembers; done when it is on disk, in place of what it was."""

        def write(cursor: Any) -> None:
            cursor.execute(self._sql.forget_memory, {"of_table": table_id, "of_side": side})
            cursor.execute(self._sql.add_memory, {"table_id": table_id, "side": side, "memory": memory})

        return self.writer.submit(write)

    def rename(self, table_id: str, name: str) -> None:
        self._update(table_id, name=name, name_key=search_key(name))

    def set_link(self, table_id: str, side: Side | None, token: str) -> None:
        """A seat, or the watchers' chair, has a new link; the old one leads nowhere."""
        self._update(table_id, **{"watch" if side is None else ("first", "second")[side]: token})

    def set_header(self, table_id: str, header: Header) -> None:
        self._update(table_id, header=msgspec.json.encode(header))

    def set_guests(self, table_id: str) -> None:
        """Somebody else than the owner has sat down at the table."""
        self._update(table_id, guests=True)

    def set_deleted(self, table_id: str, deleted: bool) -> None:
        """A deleted table can be brought back."""
        self._update(table_id, deleted=deleted)

    # --- questions -------------------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Reads never wait for the writer."""
        try:
            with explaining(), self.engine.connect() as connection:
                yield connection
        except DiskTrouble:
            logger.exception("%s: nothing can be read", self.engine.url.database)
            raise

    def row(self, table_id: str) -> TableRow | None:
        return self._one(tables.c.id == table_id)

    def row_of_token(self, token: str) -> TableRow | None:
        """The table a secret link leads to."""
        return self._one(sa.or_(tables.c.first == token, tables.c.second == token, tables.c.watch == token))

    def played(self, table_id: str, first: int = 0) -> list[Record]:
        """The records of a table from one on; those that say the same are one object."""
        query = sa.select(records.c.record).where(records.c.table_id == table_id, records.c.number >= first)
        with self.reading() as connection:
            written: list[bytes] = [*connection.scalars(query.order_by(records.c.number))]
        said = {packed: _record.decode(packed) for packed in set(written)}
        return [said[packed] for packed in written]

    def of_one_revision(self, table_id: str, read: Callable[[], T]) -> tuple[TableRow, T] | None:
        """A table with what else is read of it, all of the same revision; None where there is no such table."""
        while (row := self.row(table_id)) is not None:
            found = read()
            now = self.glance([table_id]).get(table_id)
            if now is not None and now.rev == row.rev:
                return row, found
        return None

    def latest(self, table_id: str, first: int) -> tuple[TableRow, list[Record]] | None:
        """The same for a table and its records from one on, in one snapshot of a database that many share."""
        query = sa.select(records.c.record).where(records.c.table_id == table_id, records.c.number >= first)
        with self.reading() as connection:
            connection.execution_options(isolation_level="REPEATABLE READ")
            found = connection.execute(tables.select().where(tables.c.id == table_id)).mappings().first()
            played = list(map(_record.decode, connection.scalars(query.order_by(records.c.number)))) if found else []
        return (TableRow.from_columns(found), played) if found else None

    def glance(self, table_ids: Iterable[str]) -> dict[str, Glance]:
        """What changes at tables, in short."""
        columns = (tables.c.id, tables.c.rev, tables.c.deleted, tables.c.first, tables.c.second, tables.c.watch)
        query = sa.select(*columns, tables.c.name).where(tables.c.id.in_(list(table_ids)))
        with self.reading() as connection:
            return {table_id: Glance(*found) for table_id, *found in connection.execute(query)}

    def checkpoint(self, table_id: str, at: int | None = None) -> Checkpoint | None:
        """The last checkpoint of a table, or the last one at or before a number of records."""
        query = checkpoints.select().where(checkpoints.c.table_id == table_id)
        if at is not None:
            query = query.where(checkpoints.c.number <= at)
        with self.reading() as connection:
            found = connection.execute(query.order_by(checkpoints.c.number.desc()).limit(1)).mappings().first()
            return _checkpoint(found) if found else None

    def checkpoints(self, table_id: str) -> list[Checkpoint]:
        """All checkpoints of a table, earliest first."""
        query = checkpoints.select().where(checkpoints.c.table_id == table_id).order_by(checkpoints.c.number)
        with self.reading() as connection:
            return [_checkpoint(found) for found in connection.execute(query).mappings()]

    def order_books(self, table_id: str) -> dict[Side, bytes]:
        """The order books of a table, by side."""
        query = sa.select(order_books.c.side, order_books.c.book).where(order_books.c.table_id == table_id)
        with self.reading() as connection:
            return {Side(side): book for side, book in connection.execute(query)}

    def memory(self, table_id: str, side: Side) -> bytes:
        """What the computer that plays a side remembers; nothing before its first thought."""
        query = sa.select(minds.c.memory).where(minds.c.table_id == table_id, minds.c.side == int(side))
        with self.reading() as connection:
            found: bytes | None = connection.scalar(query)
        return found or b""

    def vacation(self, table_id: str, side: Side) -> list[Stretch] | None:
        """What whoever has a seat has taken of his vacation; None for a guest, who has none."""
        here = sa.and_(seats.c.table_id == table_id, seats.c.side == side, seats.c.number == 0)
        whose = sa.select(seats.c.account).where(here)
        with self.reading() as connection:
            account = connection.scalar(whose)
            query = sa.select(vacations.c.begun, vacations.c.ended).where(vacations.c.account == account)
            return None if account is None else [(begun, ended) for begun, ended in connection.execute(query)]

    def close(self) -> None:
        self.writer.close()
        self.engine.dispose()

    # --- helpers ---------------------------------------------------------------------------------

    def _update(self, table_id: str, **columns: object) -> None:
        self.write_beside(table_id, tables.update().where(tables.c.id == table_id).values(columns)).result()

    def write_beside(self, table_id: str, *statements: sa.UpdateBase) -> Future[None]:
        """Something else than play changes at a table; done when it is on disk."""
        compiled = [statement.compile(self.engine) for statement in statements]

        def change(cursor: Any) -> None:
            for each in compiled:
                cursor.execute(str(each), each.params)
            self._tell_others(cursor, table_id)

        return self.writer.submit(change)

    def _tell_others(self, cursor: Any, table_id: str, rev: int = 0, first: int = 0, told: str = TO_ALL) -> None:
        """Lets every process that has the table open know of it when this is committed; without a revision, that
        something else than play has changed. A change of play names its sender, who has made it already."""
        if self.is_shared:
            cursor.execute(self._sql.notify, {"channel": CHANNEL, "payload": f"{table_id} {rev} {first} {told}"})

    def _write(
        self,
        cursor: Any,
        table_id: str,
        first: int,
        played: Sequence[Record],
        made: Sequence[Checkpoint],
        *,
        replaces: bool,
    ) -> None:
        if replaces:
            cursor.execute(self._sql.forget_records, {"of_table": table_id, "number": first})
        stale_from = min((first + 1, *(checkpoint.number for checkpoint in made)))
        # No checkpoint has a higher number than there are records, so one added at the end finds none in its way.
        if replaces or stale_from <= first:
            cursor.execute(self._sql.forget_checkpoints, {"of_table": table_id, "number": stale_from})
        if played:
            rows = [
                {"table_id": table_id, "number": number, "record": msgspec.msgpack.encode(record)}
                for number, record in enumerate(played, start=first)
            ]
            cursor.executemany(self._sql.add_record, rows)
        for checkpoint in made:
            cursor.execute(self._sql.add_checkpoint, {"table_id": table_id, **msgspec.structs.asdict(checkpoint)})

    def _one(self, condition: sa.ColumnElement[bool]) -> TableRow | None:
        with self.reading() as connection:
            found = connection.execute(tables.select().where(condition)).mappings().first()
            return TableRow.from_columns(found) if found else None


class _Statements:
    """What is written with every answer, compiled once."""

    def __init__(self, engine: sa.Engine) -> None:
        def sql(statement: sa.UpdateBase) -> str:
            return str(statement.compile(engine))

        table: sa.BindParameter[str] = sa.bindparam("of_table")
        number: sa.BindParameter[int] = sa.bindparam("number")
        offers = ("draw_offered_by", "undo_asked_by")
        changing = ("rev", "unseen", "updated", "summary", *offers, "automatic", "players", "undone", "ready", "timer")
        present = sa.and_(tables.c.id == table, tables.c.rev == sa.bindparam("of_rev"), ~tables.c.deleted)
        turn = sa.func.coalesce(sa.bindparam("turn", type_=sa.Float), tables.c.turn_since)
        ended = sa.func.coalesce(tables.c.ended, sa.bindparam("ended_now", type_=sa.Float))
        due = sa.func.coalesce(sa.bindparam("look_at", type_=sa.Float), tables.c.due)
        named: dict[str, Any] = {name: sa.bindparam(name) for name in changing}
        values = {**named, "turn_since": turn, "ended": ended, "due": due}
        self.change = sql(tables.update().where(present).values(values))
        self.add = sql(tables.insert())
        self.take_up = sql(
            tables.update().where(present).values({name: sa.bindparam(name) for name in ("rev", "header", "undone")})
        )
        self.notify = "SELECT pg_notify(%(channel)s, %(payload)s)"
        now: sa.BindParameter[float] = sa.bindparam("now", type_=sa.Float)
        own_turn = sa.and_(seats.c.table_id == table, seats.c.side == sa.bindparam("of_side"))
        own_turn = sa.and_(own_turn, seats.c.number == sa.literal_column("0"))
        since = sa.select(sa.func.coalesce(tables.c.turn_since, now)).where(tables.c.id == table).scalar_subquery()
        longer = {"turns": seats.c.turns + sa.literal_column("1"), "seconds": seats.c.seconds + now - since}
        self.turn_taken = sql(seats.update().where(own_turn).values(longer))
        self.picture = sql(tables.update().where(tables.c.id == table).values(stacks=sa.bindparam("stacks")))
        book = sa.and_(order_books.c.table_id == table, order_books.c.side == sa.bindparam("of_side"))
        self.add_book, self.forget_book = sql(order_books.insert()), sql(order_books.delete().where(book))
        mind = sa.and_(minds.c.table_id == table, minds.c.side == sa.bindparam("of_side"))
        self.add_memory, self.forget_memory = sql(minds.insert()), sql(minds.delete().where(mind))
        here = sa.and_(
            seats.c.table_id == table, seats.c.side == sa.bindparam("of_side"), seats.c.number == sa.literal_column("0")
        )
        taken = [sa.bindparam(name, type_=sa.Float) for name in ("begun", "ended")]
        taker = sa.select(seats.c.account, *taken).where(here, seats.c.account.is_not(None))
        known = sa.exists().where(vacations.c.account == seats.c.account, vacations.c.begun == taken[0])
        self.take_vacation = sql(vacations.insert().from_select(["account", "begun", "ended"], taker.where(~known)))
        self.add_record, self.add_checkpoint = sql(records.insert()), sql(checkpoints.insert())
        self.forget_records = sql(records.delete().where(records.c.table_id == table, records.c.number >= number))
        self.forget_checkpoint = sql(
            checkpoints.delete().where(checkpoints.c.table_id == table, checkpoints.c.number == number)
        )
        self.forget_checkpoints = sql(
            checkpoints.delete().where(checkpoints.c.table_id == table, checkpoints.c.number >= number)
        )


def search_key(text: str) -> str:
    """A name as it is compared when somebody searches: without regard to case and form of letters."""
    return unicodedata.normalize("NFKC", text).casefold()


def _columns(row: TableRow) -> dict[str, object]:
    return {
        "id": row.id,
        "name": row.name,
        "header": msgspec.json.encode(row.header),
        "first": row.seats[0],
        "second": row.seats[1],
        "watch": row.watch,
        "created": row.created,
        "updated": row.updated,
        "deleted": row.deleted,
        "summary": msgspec.json.encode(row.summary),
        "players": ",".join(row.players),
        "pack": row.pack,
        "rev": row.rev,
        "unseen": _counts(row.unseen),
        "guests": row.guests,
        "draw_offered_by": row.draw_offered_by,
        "automatic": _flags(row.automatic),
        "undone": _packed(row.undone),
        "ready": row.ready,
        "timer": _timer(row.timer),
        "turn_since": row.turn_since,
        "rated": row.rated,
        "ended": None,
        "undo_asked_by": row.undo_asked_by,
        "due": None,
        "noticed": None,
        "game": row.header.game,
        "name_key": search_key(row.name),
        "stacks": msgspec.json.encode(row.stacks),
    }


def _checkpoint(found: Any) -> Checkpoint:
    return Checkpoint(**{name: found[name] for name in Checkpoint.__struct_fields__})


def _counts(counts: Sequence[int]) -> str:
    return ",".join(map(str, counts))


def _flags(flags: Sequence[bool]) -> str:
    return ",".join("1" if flag else "0" for flag in flags)


def _timer(timer: Timer | None) -> bytes | None:
    return msgspec.json.encode(timer) if timer else None


def _vacation(table_id: str, side: Side, taken: Stretch) -> dict[str, object]:
    return {"of_table": table_id, "of_side": side, "begun": taken[0], "ended": taken[1]}


def _packed(undone: Sequence[Record]) -> bytes | None:
    return msgspec.msgpack.encode(undone) if undone else None


def _check_writable(engine: sa.Engine) -> None:
    """Whether anything can be written at all, by a change that changes nothing."""
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
