"""Who has which seat, who wants to play, what is said at a table, and whom one does not want to meet."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from math import inf
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from ardennes.numbers import ENEMY_OF, Side
from ardennes.server.mistakes import Mistake, NotThere
from ardennes.server.people.accounts import Account
from ardennes.server.people.clocks import begin_clock
from ardennes.server.protocol.people import PlayRecord, ReportShown, Said
from ardennes.server.schema import accounts, blocks, challenges, reports, said, seats, tables
from ardennes.server.store import Summary, TableRow
from ardennes.server.writer import explaining

CHALLENGE_SECONDS = 14 * 24 * 3600.0
MOST_CHALLENGES = 20
CHALLENGES_AT_FIRST, FIRST_DAY = 3, 24 * 3600.0
"""So many challenges an account may have open on its first day."""
MOST_LISTED = 200
LONGEST_SAID, LONGEST_NOTE, LONGEST_REPORT = 500, 4000, 1000
T = TypeVar("T")


class SeatOf(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of an account, with its table."""

    row: TableRow
    side: Side
    note: str
    other: str
    """The name of whoever has the other seat; empty where nobody has."""


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """A table that waits for somebody at one of its seats."""

    row: TableRow
    host: str
    side: Side
    """The seat that is free."""
    invited: bool
    """Whether it is for whoever asks alone."""
    created: float
    expires: float


class People:
    """Beside the accounts: what they have to do with tables and with each other."""

    def __init__(self, engine: sa.Engine, clock: Callable[[], float] = time.time) -> None:
        self._engine, self._clock = engine, clock

    # --- seats -----------------------------------------------------------------------------------

    def take_seat(self, table_id: str, side: Side, account_id: str) -> None:
        """A seat belongs to whoever takes it first."""

        def take(connection: sa.Connection) -> None:
            here = sa.and_(seats.c.table_id == table_id, seats.c.side == side, seats.c.number == 0)
            holder = connection.scalar(sa.select(seats.c.account).where(here))
            if holder is None:
                connection.execute(seats.insert().values(table_id=table_id, side=side, account=account_id))
            elif holder != account_id:
                raise Mistake("seat-taken")

        try:
            self._change(take)
        except sa.exc.IntegrityError:
            raise Mistake("seat-taken") from None

    def mine(self, account_id: str) -> list[SeatOf]:
        """Those tables first at which one is waited for, least time left first; then the others, then those over."""
        own, theirs, who = seats.alias("own"), seats.alias("theirs"), accounts.alias("who")
        there = sa.and_(theirs.c.table_id == own.c.table_id, theirs.c.side != own.c.side, theirs.c.number == 0)
        joined = own.join(tables, tables.c.id == own.c.table_id)
        joined = joined.outerjoin(theirs, there).outerjoin(who, who.c.id == theirs.c.account)
        wanted = (tables, own.c.side, own.c.note, who.c.name.label("other"))
        query = sa.select(*wanted).select_from(joined).where(own.c.account == account_id, ~tables.c.deleted)
        with explaining(), self._engine.connect() as connection:
            rows = connection.execute(query.order_by(tables.c.updated.desc()).limit(MOST_LISTED)).mappings().all()
        found = [
            SeatOf(row=TableRow.from_columns(row), side=row["side"], note=row["note"], other=row["other"] or "")
            for row in rows
        ]
        return sorted(found, key=_urgency)

    def seat(self, table_id: str, account_id: str) -> SeatOf:
        """One's seat at a table; the first where one has both."""
        for seat in self.mine(account_id):
            if seat.row.id == table_id:
                return seat
        raise NotThere("no-such-table", table=table_id)

    def account_at(self, table_id: str, side: Side) -> str | None:
        here = sa.and_(seats.c.table_id == table_id, seats.c.side == side, seats.c.number == 0)
        query = sa.select(seats.c.account).where(here)
        with explaining(), self._engine.connect() as connection:
            return connection.scalar(query)

    def set_note(self, table_id: str, account_id: str, note: str) -> None:
        own = sa.and_(seats.c.table_id == table_id, seats.c.account == account_id)
        self._change(lambda connection: connection.execute(seats.update().where(own).values(note=note[:LONGEST_NOTE])))

    # --- challenges ------------------------------------------------------------------------------

    def check_may_challenge(self, host: Account) -> None:
        most = CHALLENGES_AT_FIRST if time.time() < host.created + FIRST_DAY else MOST_CHALLENGES
        count = sa.select(sa.func.count()).select_from(challenges).where(challenges.c.host == host.id, _open())
        with explaining(), self._engine.connect() as connection:
            if (connection.scalar(count) or 0) >= most:
                raise Mistake("too-many-challenges", many=most)

    def challenge(self, row: TableRow, host: Account, own: Side, invited: Account | None) -> None:
        """The host takes a seat, and the other is free."""
        now = time.time()
        columns = {
            "table_id": row.id,
            "host": host.id,
            "side": ENEMY_OF[own],
            "invited": invited.id if invited else None,
            "created": now,
            "expires": now + CHALLENGE_SECONDS,
        }

        def add(connection: sa.Connection) -> None:
            connection.execute(seats.insert().values(table_id=row.id, side=own, account=host.id))
            connection.execute(challenges.insert().values(columns))

        self._change(add)

    def challenges(self, account_id: str | None, game: str = "") -> list[Challenge]:
        """What somebody may take up, or has open; strangers see those that are for all."""
        host, me = accounts.alias("host"), account_id or ""
        joined = challenges.join(tables, tables.c.id == challenges.c.table_id).join(
            host, host.c.id == challenges.c.host
        )
        visible = sa.or_(challenges.c.invited.is_(None), challenges.c.invited == me, challenges.c.host == me)
        wanted = [challenges.c[name] for name in ("host", "side", "invited", "expires")]
        query = sa.select(
            tables,
            *(column.label(f"of_{column.name}") for column in wanted),
            host.c.name.label("host_name"),
            challenges.c.created.label("of_created"),
        ).select_from(joined)
        query = query.where(_open(), visible, ~tables.c.deleted, ~_blocked(challenges.c.host, me))
        if game:
            query = query.where(tables.c.game == game)
        with explaining(), self._engine.connect() as connection:
            rows = connection.execute(query.order_by(challenges.c.created.desc()).limit(MOST_LISTED)).mappings().all()
        return [
            Challenge(
                row=TableRow.from_columns(row),
                host=row["host_name"],
                side=row["of_side"],
                invited=row["of_invited"] is not None,
                created=row["of_created"],
                expires=row["of_expires"],
            )
            for row in rows
        ]

    def join(self, table_id: str, account_id: str) -> Side:
        """The seat one has taken: nobody else can take it any more."""

        def take(connection: sa.Connection) -> Side:
            mine = sa.or_(challenges.c.invited.is_(None), challenges.c.invited == account_id)
            this = sa.and_(challenges.c.table_id == table_id, _open(), mine, ~_blocked(challenges.c.host, account_id))
            found = connection.execute(sa.select(challenges.c.side, challenges.c.host).where(this)).first()
            if found is None:
                raise NotThere("no-such-challenge")
            if found.host == account_id:
                raise Mistake("own-challenge")
            if connection.execute(challenges.delete().where(challenges.c.table_id == table_id)).rowcount != 1:
                raise NotThere("no-such-challenge")
            connection.execute(seats.insert().values(table_id=table_id, side=found.side, account=account_id))
            begin_clock(connection, table_id, self._clock())
            return Side(found.side)

        try:
            return self._change(take)
        except sa.exc.IntegrityError:
            raise NotThere("no-such-challenge") from None

    def decline(self, table_id: str, account_id: str) -> None:
        """Whoever was invited does not want to; the host can withdraw it, or leave it until it ends."""
        this = sa.and_(challenges.c.table_id == table_id, challenges.c.invited == account_id)
        self._end_one(challenges.update().where(this).values(expires=0.0))

    def withdraw(self, table_id: str, account_id: str) -> None:
        this = sa.and_(challenges.c.table_id == table_id, challenges.c.host == account_id)
        self._end_one(challenges.delete().where(this))

    def _end_one(self, statement: sa.UpdateBase) -> None:
        def end(connection: sa.Connection) -> None:
            if connection.execute(statement).rowcount != 1:
                raise NotThere("no-such-challenge")

        self._change(end)

    # --- saying ----------------------------------------------------------------------------------

    def say(self, table_id: str, side: Side, text: str) -> None:
        """To the other seat; it is text and nothing else."""
        words = " ".join(text.split())[:LONGEST_SAID]
        if not words:
            return

        def add(connection: sa.Connection) -> None:
            own = sa.select(seats.c.account).where(seats.c.table_id == table_id, seats.c.side == side)
            last = connection.scalar(sa.select(sa.func.max(said.c.number)).where(said.c.table_id == table_id))
            row = {"table_id": table_id, "number": 0 if last is None else last + 1, "side": side}
            connection.execute(said.insert().values(**row, account=own.scalar_subquery(), text=words, at=time.time()))

        for _ in range(3):
            try:
                self._change(add)
            except sa.exc.IntegrityError:  # The other spoke at the same moment.
                continue
            return
        raise Mistake("not-kept")

    def said(self, table_id: str, after: int = -1) -> list[Said]:
        joined = said.outerjoin(accounts, accounts.c.id == said.c.account)
        columns = (said.c.number, said.c.side, accounts.c.name, said.c.text, said.c.at)
        query = sa.select(*columns).select_from(joined).where(said.c.table_id == table_id, said.c.number > after)
        with explaining(), self._engine.connect() as connection:
            rows = connection.execute(query.order_by(said.c.number).limit(MOST_LISTED)).all()
        return [Said(number=row.number, side=row.side, name=row.name or "", text=row.text, at=row.at) for row in rows]

    # --- each other ------------------------------------------------------------------------------

    def block(self, account_id: str, other: str, *, blocked: bool) -> None:
        """Silent: whoever is blocked sees no challenge of the other's, and cannot take one up or invite him."""
        this = sa.and_(blocks.c.account == account_id, blocks.c.other == other)

        def change(connection: sa.Connection) -> None:
            connection.execute(blocks.delete().where(this))
            if blocked:
                connection.execute(blocks.insert().values(account=account_id, other=other))

        self._change(change)

    def has_blocked(self, account_id: str, other: str) -> bool:
        query = sa.select(blocks.c.other).where(blocks.c.account == account_id, blocks.c.other == other)
        with explaining(), self._engine.connect() as connection:
            return connection.scalar(query) is not None

    def report(self, by: str, about: str, table_id: str | None, text: str) -> None:
        row = {"id": secrets.token_urlsafe(6), "by": by, "about": about, "table_id": table_id, "at": time.time()}
        self._change(lambda connection: connection.execute(reports.insert().values(**row, text=text[:LONGEST_REPORT])))

    def reports(self) -> list[ReportShown]:
        """Those that nobody has handled."""
        by, about = accounts.alias("by_account"), accounts.alias("about_account")
        joined = reports.join(by, by.c.id == reports.c.by).join(about, about.c.id == reports.c.about)
        names = (by.c.name.label("by"), about.c.name.label("about"))
        query = sa.select(reports.c.id, reports.c.table_id, reports.c.text, reports.c.at, *names).select_from(joined)
        with explaining(), self._engine.connect() as connection:
            rows = (
                connection.execute(query.where(reports.c.handled_by.is_(None)).order_by(reports.c.at)).mappings().all()
            )
        return [ReportShown(**row) for row in rows]

    def handle_report(self, report_id: str, moderator: str) -> None:
        this = sa.and_(reports.c.id == report_id, reports.c.handled_by.is_(None))
        self._end_one(reports.update().where(this).values(handled_by=moderator))

    def record(self, account_id: str) -> list[PlayRecord]:
        """Won, drawn and lost by game, against other people."""
        own, theirs = seats.alias("own"), seats.alias("theirs")
        there = sa.and_(theirs.c.table_id == own.c.table_id, theirs.c.account != own.c.account)
        joined = own.join(theirs, there).join(tables, tables.c.id == own.c.table_id)
        query = sa.select(tables.c.game, tables.c.summary, own.c.side).select_from(joined)
        found: dict[str, PlayRecord] = {}
        with explaining(), self._engine.connect() as connection:
            for game, kept, side in connection.execute(query.where(own.c.account == account_id, ~tables.c.deleted)):
                summary = msgspec.json.decode(kept, type=Summary)
                record = found.setdefault(game, PlayRecord(game=game))
                record.playing += not summary.over
                record.drawn += summary.over and summary.winner is None
                record.won += summary.over and summary.winner == side
                record.lost += summary.over and summary.winner == ENEMY_OF[side]
        return [found[game] for game in sorted(found)]

    # --- helpers ---------------------------------------------------------------------------------

    def _change(self, change: Callable[[sa.Connection], T]) -> T:
        with explaining(), self._engine.begin() as connection:
            return change(connection)


def _open() -> sa.ColumnElement[bool]:
    return challenges.c.expires > time.time()


def _blocked(host: sa.Column[Any], account_id: str) -> sa.ColumnElement[bool]:
    """Whether either has blocked the other."""
    pair = sa.or_(
        sa.and_(blocks.c.account == host, blocks.c.other == account_id),
        sa.and_(blocks.c.account == account_id, blocks.c.other == host),
    )
    return sa.exists().where(pair)


def _urgency(seat: SeatOf) -> tuple[int, float, float]:
    """Where one is waited for: least time left first, then longest waited for."""
    row = seat.row
    if row.summary.over or row.summary.deciding != seat.side:
        return 2 if row.summary.over else 1, 0.0, -row.updated
    out = row.timer.out if row.timer else None
    return 0, inf if out is None else out, row.turn_since or row.updated
