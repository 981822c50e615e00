"""Where the commands of a side are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from ardennes.numbers import Side
from ardennes.server.commands import CHIEF, Command
from ardennes.server.schema import seats
from ardennes.server.store import Store

_columns = (seats.c.side, seats.c.number, seats.c.formations, seats.c.token, seats.c.player)


class Place(NamedTuple):
    """A command by its link."""

    table_id: str
    side: Side
    number: int


def commands_of(store: Store, table_id: str) -> list[Command]:
    """All commands of a table, on either side."""
    query = sa.select(*_columns).where(seats.c.table_id == table_id, seats.c.number != CHIEF)
    with store.reading() as connection:
        return [_command(*found) for found in connection.execute(query.order_by(seats.c.side, seats.c.number))]


def _command(side: int, number: int, formations: str, token: str, player: str) -> Command:
    held = msgspec.json.decode(formations, type=tuple[str, ...])
    return Command(side=Side(side), number=number, formations=held, token=token, player=player)


def place_of_token(store: Store, token: str) -> Place | None:
    """The command that a secret link leads to."""
    query = sa.select(seats.c.table_id, seats.c.side, seats.c.number).where(seats.c.token == token)
    with store.reading() as connection:
        found = connection.execute(query).first()
    return Place(found[0], Side(found[1]), found[2]) if found else None


def keep_commands(
    store: Store, table_id: str, side: Side, former: Mapping[int, Command], commands: Sequence[Command]
) -> Future[None]:
    """Those of a side, in place of the former ones; done when it is on disk. Whoever has taken one into his account
    keeps it as long as its link stands."""
    here = sa.and_(seats.c.table_id == table_id, seats.c.side == side)
    gone = set(former) - {each.number for each in commands}
    statements: list[sa.UpdateBase] = [seats.delete().where(here, seats.c.number == number) for number in sorted(gone)]
    for each in commands:
        columns: dict[str, object] = {"formations": msgspec.json.encode(each.formations).decode()}
        columns |= {"token": each.token, "player": each.player}
        if each.number not in former:
            first = {"table_id": table_id, "side": side, "number": each.number, "note": "", **columns}
            statements.append(seats.insert().values(first))
        elif each != former[each.number]:
            if each.token != former[each.number].token:
                columns["account"] = None
            statements.append(seats.update().where(here, seats.c.number == each.number).values(columns))
    return store.write_beside(table_id, *statements)
