"""A game of two people begins when the second has come: its dice follow from the server's seed and a share of each.

The server has given out the commitment to its seed before; so it cannot choose dice, nor can either player.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from ardennes.engine.match import Match
from ardennes.server.kept_tables import Checkpoint, TableRow
from ardennes.server.schema import checkpoints, rated_games, records, tables
from ardennes.server.store import CHANNEL, TO_ALL, Stale
from ardennes.server.summary import stacks, summary


class Beginning(NamedTuple):
    """All that is to be written of a game that begins: worked out before, since others wait for whoever writes."""

    row: TableRow
    """The table as it waited."""
    columns: dict[str, Any]
    played: list[dict[str, Any]]
    made: list[dict[str, Any]]


def set_up(row: TableRow, shares: tuple[str, str]) -> Beginning:
    """The game of a table, set up with what both have mixed in."""
    header = row.header
    match = Match.new(
        header.game,
        scenario=header.scenario,
        options=header.options,
        seed=header.seed,
        salt=header.salt,
        shares=shares if any(shares) else (),
    )
    columns: dict[str, Any] = {
        "rev": row.rev + 1,
        "header": msgspec.json.encode(msgspec.structs.replace(match.header, known_dice=header.known_dice)),
        "summary": msgspec.json.encode(summary(match)),
        "stacks": msgspec.json.encode(stacks(match)),
        "undone": None,
    }
    written = enumerate(map(msgspec.msgpack.encode, match.records))
    played = [{"table_id": row.id, "number": number, "record": record} for number, record in written]
    made = [{"table_id": row.id, **msgspec.structs.asdict(Checkpoint.of(kept))} for kept in match.checkpoints]
    return Beginning(row, columns, played, made)


def write_beginning(connection: sa.Connection, beginning: Beginning) -> None:
    """In place of the table as it waited; :class:`Stale` where something has happened at it since."""
    row = beginning.row
    unchanged = sa.and_(tables.c.id == row.id, tables.c.rev == row.rev, ~tables.c.deleted)
    if connection.execute(tables.update().where(unchanged).values(beginning.columns)).rowcount != 1:
        raise Stale
    for kept in (records, checkpoints):
        connection.execute(kept.delete().where(kept.c.table_id == row.id))
    if beginning.played:
        connection.execute(records.insert(), beginning.played)
    connection.execute(checkpoints.insert(), beginning.made)
    if connection.dialect.name != "sqlite":
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{row.id} {row.rev + 1} 0 {TO_ALL}")))


def count_for_ratings(connection: sa.Connection, table_id: str, players: tuple[str, str]) -> None:
    """From now on the game counts."""
    connection.execute(tables.update().where(tables.c.id == table_id).values(rated=True))
    connection.execute(rated_games.insert().values(table_id=table_id, first=players[0], second=players[1]))
