"""Ratings as they are kept: worked out game after game, in the order in which the games ended."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from ardennes.numbers import SIDES
from ardennes.server.kept_tables import Summary
from ardennes.server.people.glicko import Advantage, Game, Rated, Rating, rate
from ardennes.server.pool import Thinkers
from ardennes.server.schema import accounts, advantages, rated_games, ratings, tables
from ardennes.server.store import Store
from ardennes.server.writer import DiskTrouble, explaining
from ardennes.shapes import worked_out

BETWEEN_LOOKS = 2.0
"""Seconds after which it is looked whether a game has ended."""
MOST_LISTED = 200
logger = logging.getLogger(__name__)


class Finished(NamedTuple):
    """A rated game that is over, for whose players it has not been counted yet."""

    table_id: str
    game: str
    scenario: str
    options: str
    players: tuple[str, str]
    score: float
    ended: float


class Standing(NamedTuple):
    """Somebody on a ladder."""

    name: str
    rating: Rating


class Ratings:
    """All ratings in a database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    # --- questions -------------------------------------------------------------------------------

    def ladder(self, game: str) -> list[Standing]:
        """The best first: by what each rating is at least."""
        order = (ratings.c.rating - 2 * ratings.c.deviation).desc()
        joined = ratings.join(accounts, accounts.c.id == ratings.c.account)
        query = sa.select(ratings, accounts.c.name).select_from(joined)
        query = query.where(ratings.c.game == game, ~accounts.c.deleted).order_by(order).limit(MOST_LISTED)
        with explaining(), self._engine.connect() as connection:
            return [Standing(row["name"], _rating(row)) for row in connection.execute(query).mappings()]

    def of(self, account_id: str) -> dict[str, Rating]:
        """Somebody's ratings, by game."""
        query = ratings.select().where(ratings.c.account == account_id)
        with explaining(), self._engine.connect() as connection:
            return {row["game"]: _rating(row) for row in connection.execute(query).mappings()}

    # --- counting --------------------------------------------------------------------------------

    def next_finished(self) -> Finished | None:
        """The game that ended first of those that are not counted."""
        with explaining(), self._engine.connect() as connection:
            return _next_finished(connection)

    def known_before(self, found: Finished) -> Game:
        """What is known of both players and of the scenario."""
        with explaining(), self._engine.connect() as connection:
            return _known_before(connection, found)

    def count(self, found: Finished, before: Game, after: Rated) -> bool:
        """Keeps what a game has changed; whether all was still as it was before, and nobody has counted it."""
        with explaining(), self._engine.begin() as connection:
            this = sa.and_(rated_games.c.table_id == found.table_id, rated_games.c.score.is_(None))
            if connection.execute(rated_games.select().where(this).with_for_update()).first() is None:
                return False
            if _known_before(connection, found, locked=True) != before:
                return False
            _count(connection, found, before, after)
        return True

    def count_all_again(self) -> int:
        """Forgets all ratings and works them out anew from the results; how many games there were."""
        with explaining(), self._engine.begin() as connection:
            connection.execute(ratings.delete())
            connection.execute(advantages.delete())
            connection.execute(rated_games.update().values(score=None, changes=""))
            count = 0
            while (found := _next_finished(connection)) is not None:
                before = _known_before(connection, found)
                _count(connection, found, before, rate(before))
                count += 1
        return count


def _next_finished(connection: sa.Connection) -> Finished | None:
    joined = rated_games.join(tables, tables.c.id == rated_games.c.table_id)
    wanted = (tables.c.id, tables.c.header, tables.c.summary, tables.c.ended, rated_games.c.first, rated_games.c.second)
    query = sa.select(*wanted).select_from(joined)
    query = query.where(rated_games.c.score.is_(None), tables.c.ended.is_not(None), ~tables.c.deleted)
    row = connection.execute(query.order_by(tables.c.ended, tables.c.id).limit(1)).mappings().first()
    if row is None:
        return None
    header = msgspec.json.decode(row["header"], type=worked_out(_Header))
    winner = msgspec.json.decode(row["summary"], type=worked_out(Summary)).winner
    score = 0.5 if winner is None else float(winner == SIDES[0])
    players = (row["first"], row["second"])
    return Finished(row["id"], header.game, header.scenario, ",".join(header.options), players, score, row["ended"])


class _Header(msgspec.Struct):
    """All that is read of a table's header."""

    game: str
    scenario: str
    options: tuple[str, ...]


def _known_before(connection: sa.Connection, found: Finished, *, locked: bool = False) -> Game:
    pair = sa.and_(ratings.c.account.in_(found.players), ratings.c.game == found.game)
    own, side = ratings.select().where(pair), advantages.select().where(_scenario(found))
    if locked:
        own, side = own.order_by(ratings.c.account).with_for_update(), side.with_for_update()
    known = {row["account"]: _rating(row) for row in connection.execute(own).mappings()}
    worth = connection.execute(side).mappings().first()
    first, second = (known.get(account, Rating()) for account in found.players)
    advantage = Advantage(worth["advantage"], worth["deviation"], worth["games"]) if worth else Advantage()
    return Game(first, second, advantage, found.score, found.ended)


def _count(connection: sa.Connection, found: Finished, before: Game, after: Rated) -> None:
    for account, rating in zip(found.players, (after.first, after.second), strict=True):
        this = {"account": account, "game": found.game}
        _put(connection, ratings, this, msgspec.structs.asdict(rating))
    this = {"game": found.game, "scenario": found.scenario, "options": found.options}
    _put(connection, advantages, this, msgspec.structs.asdict(after.side))
    gained = (after.first.rating - before.first.rating, after.second.rating - before.second.rating)
    changes = ",".join(f"{change:.1f}" for change in gained)
    this_game = rated_games.c.table_id == found.table_id
    connection.execute(rated_games.update().where(this_game).values(score=found.score, changes=changes))


def _put(connection: sa.Connection, table: sa.Table, key: dict[str, Any], columns: dict[str, Any]) -> None:
    """In place of the row with this key, if there is one."""
    this = sa.and_(*(table.c[name] == value for name, value in key.items()))
    if connection.execute(table.update().where(this).values(columns)).rowcount == 0:
        connection.execute(table.insert().values({**key, **columns}))


def _scenario(found: Finished) -> sa.ColumnElement[bool]:
    same = (advantages.c.game == found.game, advantages.c.scenario == found.scenario)
    return sa.and_(*same, advantages.c.options == found.options)


def _rating(row: Any) -> Rating:
    return Rating(**{name: row[name] for name in Rating.__struct_fields__})


class Rater:
    """Has every rated game that ends counted: the reckoning is a job for the workers, what comes of it is kept here,
    if nobody else was faster."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self._ratings, self._thinkers = Ratings(store.engine), thinkers
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._count_now_and_then())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _count_now_and_then(self) -> None:
        while True:
            try:
                while (found := await asyncio.to_thread(self._ratings.next_finished)) is not None:
                    before = await asyncio.to_thread(self._ratings.known_before, found)
                    after = await self._thinkers.run(rate, before)
                    await asyncio.to_thread(self._ratings.count, found, before, after)
            except DiskTrouble:
                pass
            except Exception:
                logger.exception("a game cannot be rated")
            await asyncio.sleep(BETWEEN_LOOKS)
