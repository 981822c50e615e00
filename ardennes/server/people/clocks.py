"""The clock of a table of two people begins to run when the second has come."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from ardennes.server.kept_tables import TableRow
from ardennes.server.schema import tables
from ardennes.server.store import CHANNEL, TO_ALL


def begin_clock(connection: sa.Connection, table_id: str, now: float, delay: float) -> None:
    """For whoever must decide. The row is locked, so that what is played meanwhile comes before or after it; no seat is
    told of a change, so that nothing that is on its way comes to nothing."""
    here = tables.c.id == table_id
    found = connection.execute(tables.select().where(here).with_for_update()).mappings().one()
    row = TableRow.from_columns(found)
    columns: dict[str, Any] = {
        "turn_since": now,
        "due": now + delay,
        "rev": row.rev + 1,
        "unseen": ",".join(str(count + 1) for count in row.unseen),
    }
    if row.timer is not None:
        timer = msgspec.structs.replace(row.timer, begun=True, side=row.summary.deciding, since=now)
        columns["timer"] = msgspec.json.encode(timer)
    connection.execute(tables.update().where(here).values(columns))
    if connection.dialect.name != "sqlite":
        news = f"{row.id} {row.rev + 1} {row.summary.records} {TO_ALL}"
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, news)))
