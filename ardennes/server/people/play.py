"""Who has which seat, who wants to play, what is said at a table, and whom one does not want to meet."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from ardennes.numbers import ENEMY_OF, SIDES, Side
from ardennes.server.kept_tables import TableRow
from ardennes.server.mistakes import Mistake, NotAllowed, NotThere
from ardennes.server.people.accounts import Account
from ardennes.server.people.beginning import count_for_ratings, set_up, write_beginning
from ardennes.server.people.clocks import begin_clock
from ardennes.server.people.notices import Event, ring
from ardennes.server.protocol.people import Said
from ardennes.server.schema import accounts, blocks, challenges, said, seats, tables
from ardennes.server.store import NOTICE_AFTER, Stale
from ardennes.server.writer import explaining

CHALLENGE_SECONDS = 14 * 24 * 3600.0
MOST_CHALLENGES = 20
CHALLENGES_AT_FIRST, FIRST_DAY = 3, 24 * 3600.0
"""So many challenges an account may have open on its first day."""
MOST_LISTED = 200
LONGEST_SAID, LONGEST_NOTE = 500, 4000
T = TypeVar("T")


class SeatOf(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of an account, with its table."""

    row: TableRow
    side: Side
    number: int
    """Of one's command, where several play the side."""
    token: str
    """The secret of one's link."""
    note: str
    muted: bool
    other: str
    """The name of whoever has the other seat; empty where nobody has."""

    @property
    def is_asked(self) -> bool:
        summary = self.row.summary
        mine = not summary.waiting or self.number in summary.waiting
        return mine and not summary.over and summary.deciding == self.side


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
    rated: bool


class People:
    """Beside the accounts: what they have to do with tables and with each other."""

    def __init__(
        self, engine: sa.Engine, clock: Callable[[], float] = time.time, notice_after: float = NOTICE_AFTER
    ) -> None:
        self._engine, self._clock, self._notice_after = engine, clock, notice_after

    # --- seats -----------------------------------------------------------------------------------

    def take_seat(self, table_id: str, side: Side, number: int, account_id: str) -> None:
        """A seat belongs to whoever takes it first; so does a command of a side."""
        here = sa.and_(seats.c.table_id == table_id, seats.c.side == side, seats.c.number == number)

        def take(connection: sa.Connection) -> None:
            found = connection.execute(sa.select(seats.c.account).where(here)).first()
            if found is None:
                row = {"table_id": table_id, "side": side, "number": number, "account": account_id}
                connection.execute(seats.insert().values(row))
            elif found.account is None:
                free = sa.and_(here, seats.c.account.is_(None))
                if connection.execute(seats.update().where(free).values(account=account_id)).rowcount != 1:
                    raise Mistake("seat-taken")
            elif found.account != account_id:
                raise Mistake("seat-taken")

        try:
            self._change(take)
        except sa.exc.IntegrityError:
            raise Mistake("seat-taken") from None

    def mine(self, account_id: str, table_id: str | None = None) -> list[SeatOf]:
        """Those tables first at which one is waited for, least time left first; then the others, then those over. A
        table at which a seat is still to be taken up is none of them: no game has begun there."""
        own, theirs, who = seats.alias("own"), seats.alias("theirs"), accounts.alias("who")
        there = sa.and_(theirs.c.table_id == own.c.table_id, theirs.c.side != own.c.side, theirs.c.number == 0)
        joined = own.join(tables, tables.c.id == own.c.table_id)
        joined = joined.outerjoin(theirs, there).outerjoin(who, who.c.id == theirs.c.account)
        wanted = (tables, own.c.side, own.c.number, own.c.token, own.c.note, own.c.muted, who.c.name.label("other"))
        waits = sa.exists().where(challenges.c.table_id == own.c.table_id)
        query = sa.select(*wanted).select_from(joined).where(own.c.account == account_id, ~tables.c.deleted, ~waits)
        if table_id is not None:
            query = query.where(tables.c.id == table_id)
        with explaining(), self._engine.connect() as connection:
            rows = connection.execute(query.order_by(tables.c.updated.desc()).limit(MOST_LISTED)).mappings().all()
        found = [
            SeatOf(
                row=(kept := TableRow.from_columns(row)),
                side=row["side"],
                number=row["number"],
                token=row["token"] or kept.seats[row["side"]],
                note=row["note"],
                muted=row["muted"],
                other=row["other"] or "",
            )
            for row in rows
        ]
        return sorted(found, key=_urgency)

    def seat(self, table_id: str, account_id: str) -> SeatOf:
        """One's seat at a table; the first where one has both."""
        for seat in self.mine(account_id, table_id):
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

    def challenge(
        self, row: TableRow, host: Account, own: Side, invited: Account | None, *, rated: bool = False, share: str = ""
    ) -> None:
        """The host takes a seat, and the other is free."""
        now = time.time()
        columns = {
            "table_id": row.id,
            "host": host.id,
            "side": ENEMY_OF[own],
            "invited": invited.id if invited else None,
            "created": now,
            "expires": now + CHALLENGE_SECONDS,
            "rated": rated,
            "share": share,
        }

        def add(connection: sa.Connection) -> None:
            connection.execute(seats.insert().values(table_id=row.id, side=own, account=host.id))
            connection.execute(challenges.insert().values(columns))
            if invited is not None:
                invitation = Event(account=invited.id, kind="invite", table_id=row.id, name=row.name, who=host.name)
                ring(connection, [invitation], self._clock())

        self._change(add)

    def challenges(self, account_id: str | None, game: str = "") -> list[Challenge]:
        """What somebody may take up, or has open; strangers see those that are for all."""
        host, me = accounts.alias("host"), account_id or ""
        joined = challenges.join(tables, tables.c.id == challenges.c.table_id).join(
            host, host.c.id == challenges.c.host
        )
        visible = sa.or_(challenges.c.invited.is_(None), challenges.c.invited == me, challenges.c.host == me)
        wanted = [challenges.c[name] for name in ("host", "side", "invited", "expires", "rated")]
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
                rated=row["of_rated"],
            )
            for row in rows
        ]

    def join(self, table_id: str, account_id: str, share: str = "") -> Side:
        """The seat one has taken: nobody else can take it any more. The game is set up now, with a share of the dice
        from each; before anything is written, since that may take longer than others should wait for the table."""
        mine = sa.or_(challenges.c.invited.is_(None), challenges.c.invited == account_id)
        this = sa.and_(challenges.c.table_id == table_id, _open(), mine, ~_blocked(challenges.c.host, account_id))
        with explaining(), self._engine.connect() as connection:
            found = connection.execute(challenges.select().where(this)).first()
            kept = connection.execute(tables.select().where(tables.c.id == table_id)).mappings().first()
        if found is None or kept is None:
            raise NotThere("no-such-challenge")
        if found.host == account_id:
            raise Mistake("own-challenge")
        first_is_new = found.side == SIDES[0]
        row, shares = TableRow.from_columns(kept), (share, found.share) if first_is_new else (found.share, share)
        beginning = set_up(row, shares)

        def take(connection: sa.Connection) -> Side:
            if connection.execute(challenges.delete().where(this)).rowcount != 1:
                raise NotThere("no-such-challenge")
            connection.execute(seats.insert().values(table_id=table_id, side=found.side, account=account_id))
            write_beginning(connection, beginning)
            self._begin(connection, table_id, found.host, account_id)
            if found.rated:
                players = (account_id, found.host) if first_is_new else (found.host, account_id)
                count_for_ratings(connection, table_id, players)
            return Side(found.side)

        try:
            return self._change(take)
        except (sa.exc.IntegrityError, Stale):
            raise NotThere("no-such-challenge") from None

    def _begin(self, connection: sa.Connection, table_id: str, host: str, guest: str) -> None:
        """The clock runs, and the host hears of it."""
        now = self._clock()
        begin_clock(connection, table_id, now, self._notice_after)
        name = connection.scalar(sa.select(tables.c.name).where(tables.c.id == table_id)) or ""
        who = connection.scalar(sa.select(accounts.c.name).where(accounts.c.id == guest)) or ""
        ring(connection, [Event(account=host, kind="start", table_id=table_id, name=name, who=who)], now)

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

    def say(self, table_id: str, side: Side, text: str, number: int = 0) -> None:
        """To all who have a seat; it is text and nothing else."""
        words = " ".join(text.split())[:LONGEST_SAID]
        if not words:
            return

        def add(connection: sa.Connection) -> None:
            here = sa.and_(seats.c.table_id == table_id, seats.c.side == side, seats.c.number == number)
            own = sa.select(seats.c.account).where(here)
            silent = sa.select(accounts.c.muted_until).where(accounts.c.id == own.scalar_subquery())
            if (connection.scalar(silent) or 0.0) > time.time():
                raise NotAllowed("muted")
            last = connection.scalar(sa.select(sa.func.max(said.c.number)).where(said.c.table_id == table_id))
            row = {"table_id": table_id, "number": 0 if last is None else last + 1, "side": side}
            connection.execute(said.insert().values(**row, account=own.scalar_subquery(), text=words, at=time.time()))
            soon = sa.and_(tables.c.id == table_id, tables.c.due.is_(None))
            later = self._clock() + self._notice_after
            connection.execute(tables.update().where(soon).values(due=later))

        for _ in range(3):
            try:
                self._change(add)
            except sa.exc.IntegrityError:  # The other spoke at the same moment.
                continue
            return
        raise Mistake("not-kept")

    def said(self, table_id: str, side: Side, after: int = -1, number: int = 0) -> list[Said]:
        """What a seat may read: nothing that moderators have hidden, nor of somebody whom it does not want to hear."""
        here = sa.and_(seats.c.table_id == table_id, seats.c.side == side, seats.c.number == number)
        wanted = sa.and_(said.c.table_id == table_id, said.c.number > after)
        with explaining(), self._engine.connect() as connection:
            if connection.scalar(sa.select(seats.c.muted).where(here)):
                wanted = sa.and_(wanted, said.c.side == side)
            return told_of(connection, wanted)

    def mute(self, table_id: str, account_id: str, *, on: bool) -> None:
        """What the other says at this table is not shown any more; he is not told."""
        own = sa.and_(seats.c.table_id == table_id, seats.c.account == account_id)
        self._change(lambda connection: connection.execute(seats.update().where(own).values(muted=on)))

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

    # --- helpers ---------------------------------------------------------------------------------

    def _change(self, change: Callable[[sa.Connection], T]) -> T:
        with explaining(), self._engine.begin() as connection:
            return change(connection)


def told_of(connection: sa.Connection, wanted: sa.ColumnElement[bool], *, hidden_too: bool = False) -> list[Said]:
    """Lines that were said, in their order; of those that are hidden only that there is one."""
    joined = said.outerjoin(accounts, accounts.c.id == said.c.account)
    columns = (said.c.number, said.c.side, accounts.c.name, said.c.text, said.c.at, said.c.hidden)
    query = sa.select(*columns).select_from(joined).where(wanted).order_by(said.c.number).limit(MOST_LISTED)
    return [
        Said(
            number=row.number,
            side=row.side,
            name=row.name or "",
            text=row.text if hidden_too or not row.hidden else "",
            at=row.at,
            hidden=row.hidden,
        )
        for row in connection.execute(query)
    ]


def _open() -> sa.ColumnElement[bool]:
    return challenges.c.expires > time.time()


def _blocked(host: sa.ColumnElement[Any], account_id: str) -> sa.ColumnElement[bool]:
    """Whether either has blocked the other."""
    pair = sa.or_(
        sa.and_(blocks.c.account == host, blocks.c.other == account_id),
        sa.and_(blocks.c.account == account_id, blocks.c.other == host),
    )
    return sa.exists().where(pair)


def is_blocked(connection: sa.Connection, account_id: str, other: str) -> bool:
    """Whether either does not want to meet the other."""
    return bool(connection.scalar(sa.select(_blocked(sa.literal(account_id), other))))


def _urgency(seat: SeatOf) -> tuple[int, float, float]:
    """Where one is waited for: least time left first, then longest waited for."""
    row = seat.row
    if not seat.is_asked:
        return 2 if row.summary.over else 1, 0.0, -row.updated
    out = row.timer.out if row.timer else None
    return 0, inf if out is None else out, row.turn_since or row.updated
