"""Contests: a few people, and everybody plays everybody else twice, once with each side.

The tables are made with the contest, and the commitments to their dice with them; when the last place is taken, the
players are drawn to places, and each table is set up with the shares of both who play there. All of that is one
transaction, so a contest has begun or it has not. Its games are rated, and whoever is out of time loses at once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from itertools import permutations
from random import SystemRandom
from typing import Any

import msgspec
import sqlalchemy as sa

from ardennes.numbers import SIDES
from ardennes.server.kept_tables import Summary, TableRow
from ardennes.server.mistakes import Mistake, NotAllowed, NotThere
from ardennes.server.people.accounts import Account
from ardennes.server.people.beginning import count_for_ratings, set_up, write_beginning
from ardennes.server.people.clocks import begin_clock
from ardennes.server.people.notices import Event, ring
from ardennes.server.people.play import is_blocked
from ardennes.server.people.profiles import profile
from ardennes.server.protocol.contests import ContestLine
from ardennes.server.schema import accounts, contests, entries, pairings, seats, tables
from ardennes.server.store import NOTICE_AFTER, Stale
from ardennes.server.writer import explaining
from ardennes.shapes import worked_out

MOST_WAITING = 3
"""Contests of an account that wait for players."""
MOST_LISTED = 50
LEAST_FINISHED = 0.5
"""Whoever finishes fewer of his games than this share is not let in."""


class Paired(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a contest, and who plays it, by side."""

    table: str
    players: tuple[str, str]
    """Their accounts."""
    names: tuple[str, str]
    summary: Summary


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """A contest as it is kept."""

    id: str
    name: str
    game: str
    scenario: str
    options: tuple[str, ...]
    pace: str
    places: int
    host: str
    host_name: str
    entered: dict[str, str]
    """Accounts, and what they are called."""
    begun: bool
    games: list[Paired]
    prepared: tuple[str, ...]

    @property
    def over(self) -> bool:
        return self.begun and all(game.summary.over for game in self.games)


class Contests:
    """All contests of a site."""

    def __init__(self, engine: sa.Engine, clock: Callable[[], float], notice_after: float = NOTICE_AFTER) -> None:
        self._engine, self._clock, self._notice_after = engine, clock, notice_after

    # --- questions -------------------------------------------------------------------------------

    def all(self) -> list[Contest]:
        """Those first that wait for players, then the newest."""
        order = (contests.c.begun.is_not(None), contests.c.created.desc())
        with explaining(), self._engine.connect() as connection:
            return _told(connection, contests.select().order_by(*order).limit(MOST_LISTED))

    def one(self, contest_id: str) -> Contest:
        with explaining(), self._engine.connect() as connection:
            for found in _told(connection, contests.select().where(contests.c.id == contest_id)):
                return found
        raise NotThere("no-such-contest")

    def promises(self, contest: Contest) -> list[tuple[str, str]]:
        """Tables that wait for it, and what their dice are promised as."""
        query = sa.select(tables).where(tables.c.id.in_(contest.prepared)).order_by(tables.c.id)
        with explaining(), self._engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
            return [(row.id, row.header.commitment) for row in map(TableRow.from_columns, rows)]

    def check_may_make(self, host: Account) -> None:
        waiting = sa.and_(contests.c.host == host.id, contests.c.begun.is_(None))
        with explaining(), self._engine.connect() as connection:
            count = connection.scalar(sa.select(sa.func.count()).select_from(contests).where(waiting)) or 0
        if count >= MOST_WAITING:
            raise Mistake("too-many-contests", many=MOST_WAITING)
        self._check_finishes(host)

    def _check_finishes(self, account: Account) -> None:
        finished = profile(self._engine, account).finished
        if finished is not None and finished < LEAST_FINISHED:
            raise NotAllowed("contest-finish-first")

    # --- before it begins ------------------------------------------------------------------------

    def add(self, prepared: Sequence[TableRow], host: Account, places: int, name: str, share: str) -> str:
        """The host takes the first place."""
        header, timer = prepared[0].header, prepared[0].timer
        row = {
            "id": secrets.token_urlsafe(6),
            "name": name,
            "game": header.game,
            "scenario": header.scenario,
            "options": ",".join(header.options),
            "places": places,
            "host": host.id,
            "created": self._clock(),
            "pace": timer.pace.name if timer else "",
            "prepared": ",".join(each.id for each in prepared),
        }
        with explaining(), self._engine.begin() as connection:
            connection.execute(contests.insert().values(row))
            connection.execute(entries.insert().values(contest=row["id"], account=host.id, share=share))
        return str(row["id"])

    def enter(self, contest_id: str, account: Account, share: str) -> None:
        """Nobody enters whom the host has blocked; he is told that there is no such contest."""
        self._check_finishes(account)
        with explaining(), self._engine.begin() as connection:
            found = _waiting(connection, contest_id)
            if is_blocked(connection, found.host, account.id):
                raise NotThere("no-such-contest")
            inside = set(connection.scalars(sa.select(entries.c.account).where(entries.c.contest == contest_id)))
            if account.id in inside:
                raise Mistake("contest-entered")
            if len(inside) >= found.places:
                raise NotThere("no-such-contest")
            connection.execute(entries.insert().values(contest=contest_id, account=account.id, share=share))

    def leave(self, contest_id: str, account_id: str) -> list[str]:
        """Whoever has made it takes it back for all; the tables that nobody needs any more."""
        with explaining(), self._engine.begin() as connection:
            found = _waiting(connection, contest_id)
            own = sa.and_(entries.c.contest == contest_id, entries.c.account == account_id)
            if connection.execute(entries.delete().where(own)).rowcount != 1:
                raise NotThere("no-such-contest")
            if found.host != account_id:
                return []
            connection.execute(entries.delete().where(entries.c.contest == contest_id))
            connection.execute(contests.delete().where(contests.c.id == contest_id))
            return list(found.prepared.split(","))

    # --- it begins -------------------------------------------------------------------------------

    def begin_full(self) -> list[str]:
        """Begins every contest whose places are all taken; whichever process is first does."""
        many = sa.select(sa.func.count()).where(entries.c.contest == contests.c.id).scalar_subquery()
        query = sa.select(contests.c.id).where(contests.c.begun.is_(None), contests.c.places <= many)
        with explaining(), self._engine.connect() as connection:
            full = list(connection.scalars(query))
        return [contest_id for contest_id in full if self._begin(contest_id)]

    def _begin(self, contest_id: str) -> bool:
        with explaining(), self._engine.connect() as connection:
            own = sa.select(entries.c.account, entries.c.share).where(entries.c.contest == contest_id)
            players = [(account, share) for account, share in connection.execute(own)]
            prepared = connection.scalar(sa.select(contests.c.prepared).where(contests.c.id == contest_id)) or ""
            found = connection.execute(tables.select().where(tables.c.id.in_(prepared.split(",")))).mappings().all()
        rows = {row["id"]: TableRow.from_columns(row) for row in found}
        SystemRandom().shuffle(players)
        games = []
        for table_id, both in zip(prepared.split(","), permutations(players, 2), strict=True):
            (first, one), (second, other) = both
            games.append((set_up(rows[table_id], (one, other)), (first, second)))
        now = self._clock()
        try:
            with explaining(), self._engine.begin() as connection:
                waiting = sa.and_(contests.c.id == contest_id, contests.c.begun.is_(None))
                if connection.execute(contests.update().where(waiting).values(begun=now)).rowcount != 1:
                    return False
                for beginning, pair in games:
                    row = beginning.row
                    write_beginning(connection, beginning)
                    for side, account in zip(SIDES, pair, strict=True):
                        connection.execute(seats.insert().values(table_id=row.id, side=side, account=account))
                    begin_clock(connection, row.id, now, self._notice_after)
                    count_for_ratings(connection, row.id, pair)
                    paired = {"table_id": row.id, "contest": contest_id, "first": pair[0], "second": pair[1]}
                    connection.execute(pairings.insert().values(paired))
                name = connection.scalar(sa.select(contests.c.name).where(contests.c.id == contest_id)) or ""
                told = [Event(account=each, kind="start", stage="contest", name=name) for each, _ in players]
                ring(connection, told, now)
        except Stale:
            return False
        return True


# --- what is kept ----------------------------------------------------------------------------------


def _waiting(connection: sa.Connection, contest_id: str) -> Any:
    """A contest that has not begun; nobody else enters or leaves meanwhile."""
    query = contests.select().where(contests.c.id == contest_id, contests.c.begun.is_(None))
    found = connection.execute(query.with_for_update()).first()
    if found is None:
        raise NotThere("no-such-contest")
    return found


def _told(connection: sa.Connection, query: sa.Select[Any]) -> list[Contest]:
    rows = connection.execute(query).mappings().all()
    ids = [row["id"] for row in rows]
    joined = entries.join(accounts, accounts.c.id == entries.c.account)
    inside = sa.select(entries.c.contest, entries.c.account, accounts.c.name).select_from(joined)
    entered: dict[str, dict[str, str]] = {contest_id: {} for contest_id in ids}
    inside = inside.where(entries.c.contest.in_(ids)).order_by(accounts.c.name)
    for contest, account, name in connection.execute(inside):
        entered[contest][account] = name
    hosts = sa.select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_({row["host"] for row in rows}))
    names = {row.id: row.name for row in connection.execute(hosts)}
    games = _games(connection, ids)
    return [
        Contest(
            id=row["id"],
            name=row["name"],
            game=row["game"],
            scenario=row["scenario"],
            options=tuple(filter(None, row["options"].split(","))),
            pace=row["pace"],
            places=row["places"],
            host=row["host"],
            host_name=names[row["host"]],
            entered=entered[row["id"]],
            begun=row["begun"] is not None,
            games=games.get(row["id"], []),
            prepared=tuple(filter(None, row["prepared"].split(","))),
        )
        for row in rows
    ]


def _games(connection: sa.Connection, contest_ids: list[str]) -> dict[str, list[Paired]]:
    one, other = accounts.alias("one"), accounts.alias("other")
    joined = pairings.join(tables, tables.c.id == pairings.c.table_id)
    joined = joined.join(one, one.c.id == pairings.c.first).join(other, other.c.id == pairings.c.second)
    columns = (pairings, tables.c.summary, one.c.name.label("one_name"), other.c.name.label("other_name"))
    query = sa.select(*columns).select_from(joined).where(pairings.c.contest.in_(contest_ids))
    found: dict[str, list[Paired]] = {}
    for row in connection.execute(query.order_by(one.c.name, other.c.name)).mappings():
        game = Paired(
            table=row["table_id"],
            players=(row["first"], row["second"]),
            names=(row["one_name"], row["other_name"]),
            summary=msgspec.json.decode(row["summary"], type=worked_out(Summary)),
        )
        found.setdefault(row["contest"], []).append(game)
    return found


# --- results ---------------------------------------------------------------------------------------


def standings(games: Sequence[Paired]) -> list[ContestLine]:
    """Everybody by points, then by games won; those who have the same share a place."""
    lines: dict[str, ContestLine] = {}
    for game in games:
        for side, account, name in zip(SIDES, game.players, game.names, strict=True):
            line = lines.setdefault(account, ContestLine(0, name, 0.0, 0, 0, 0, 0))
            over, winner = game.summary.over, game.summary.winner
            line.playing += not over
            line.drawn += over and winner is None
            line.won += over and winner == side
            line.lost += over and winner is not None and winner != side
            line.points = line.won + line.drawn / 2
    found = sorted(lines.values(), key=lambda line: (-line.points, -line.won, line.name))
    for line in found:
        line.place = 1 + sum((each.points, each.won) > (line.points, line.won) for each in found)
    return found
