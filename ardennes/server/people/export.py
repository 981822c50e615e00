"""All that a site keeps of somebody, as a file for him: an account of it in JSON, and every game that is over."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import msgspec
import sqlalchemy as sa

from ardennes.server.mistakes import Mistake
from ardennes.server.people.accounts import Account, Accounts
from ardennes.server.people.profiles import profile
from ardennes.server.rooms import Rooms
from ardennes.server.schema import accounts as people
from ardennes.server.schema import blocks, reports, said, seats, tables
from ardennes.server.writer import explaining

MOST_GAMES = 500


def export(accounts: Accounts, rooms: Rooms, account: Account) -> bytes:
    """A game that is still played is only named: its file would tell what the other side keeps secret."""
    with explaining(), rooms.store.engine.connect() as connection:
        told = _told(connection, account.id)
    told["account"] = {
        **msgspec.structs.asdict(account),
        "addresses": accounts.addresses(account.id),
        "passkeys": accounts.passkeys_since(account.id),
        "sessions": accounts.sessions(account.id),
    }
    told["profile"] = msgspec.to_builtins(profile(rooms.store.engine, account))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("account.json", msgspec.json.format(msgspec.json.encode(told)))
        for table in told["tables"]:
            if table["over"]:
                try:
                    archive.writestr(f"games/{table['id']}.ardennes", rooms.save_of(table["id"]))
                except Mistake as mistake:
                    table["not_saved"] = str(mistake)
    return packed.getvalue()


def _told(connection: sa.Connection, account_id: str) -> dict[str, Any]:
    joined = seats.join(tables, tables.c.id == seats.c.table_id)
    columns = (tables.c.id, tables.c.name, tables.c.game, tables.c.created, tables.c.updated, tables.c.ended)
    own = sa.select(*columns, seats.c.side, seats.c.note).select_from(joined).where(seats.c.account == account_id)
    own = own.order_by(tables.c.updated.desc()).limit(MOST_GAMES)
    lines = sa.select(said.c.table_id, said.c.number, said.c.text, said.c.at).where(said.c.account == account_id)
    other = sa.select(people.c.name).select_from(blocks.join(people, people.c.id == blocks.c.other))
    written = sa.select(reports.c.table_id, reports.c.text, reports.c.at).where(reports.c.by == account_id)
    found = [dict(row) for row in connection.execute(own).mappings()]
    return {
        "tables": [{**row, "over": row["ended"] is not None} for row in found],
        "said": [dict(row) for row in connection.execute(lines).mappings()],
        "blocked": list(connection.scalars(other.where(blocks.c.account == account_id))),
        "reports": [dict(row) for row in connection.execute(written).mappings()],
    }
