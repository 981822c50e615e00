"""What everybody may know of somebody: how he has played, how well, whether he finishes games, how soon he answers."""

from __future__ import annotations

import time

import msgspec
import sqlalchemy as sa

from ardennes.numbers import ENEMY_OF
from ardennes.server.kept_tables import Summary
from ardennes.server.people.accounts import Account
from ardennes.server.people.ratings import Ratings
from ardennes.server.protocol.people import PlayRating, PlayRecord, Profile
from ardennes.server.schema import seats, tables
from ardennes.server.writer import explaining
from ardennes.shapes import worked_out

WAITED_TOO_LONG = 14 * 24 * 3600.0
"""Seconds after which a game that waits for somebody counts as one that he does not finish."""


def profile(engine: sa.Engine, account: Account) -> Profile:
    own, theirs = seats.alias("own"), seats.alias("theirs")
    there = sa.and_(theirs.c.table_id == own.c.table_id, theirs.c.account != own.c.account, theirs.c.number == 0)
    joined = own.join(theirs, there).join(tables, tables.c.id == own.c.table_id)
    wanted = (tables.c.game, tables.c.summary, tables.c.updated, own.c.side, own.c.turns, own.c.seconds)
    query = (
        sa.select(*wanted).select_from(joined).where(own.c.account == account.id, own.c.number == 0, ~tables.c.deleted)
    )
    with explaining(), engine.connect() as connection:
        rows = connection.execute(query).all()
    found: dict[str, PlayRecord] = {}
    ended = waiting = turns = 0
    seconds = 0.0
    for row in rows:
        summary = msgspec.json.decode(row.summary, type=worked_out(Summary))
        _count(found.setdefault(row.game, PlayRecord(game=row.game)), summary, row.side)
        ended += summary.over
        late = row.updated < time.time() - WAITED_TOO_LONG
        waiting += not summary.over and summary.deciding == row.side and late
        turns, seconds = turns + row.turns, seconds + row.seconds
    return Profile(
        name=account.name,
        since=account.created,
        record=[found[game] for game in sorted(found)],
        ratings=[
            PlayRating(game, round(rating.rating), round(rating.deviation), rating.games)
            for game, rating in sorted(Ratings(engine).of(account.id).items())
        ],
        finished=ended / (ended + waiting) if ended + waiting else None,
        answers_in=seconds / turns if turns else None,
    )


def _count(record: PlayRecord, summary: Summary, side: int) -> None:
    record.playing += not summary.over
    record.drawn += summary.over and summary.winner is None
    record.won += summary.over and summary.winner == side
    record.lost += summary.over and summary.winner == ENEMY_OF[side]
