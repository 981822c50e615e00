"""The tables of the lobby, a page at a time, so that it is as quick with ten thousand of them as with ten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import sqlalchemy as sa

from ardennes.server.kept_tables import TableRow
from ardennes.server.mistakes import Mistake
from ardennes.server.schema import tables
from ardennes.server.store import Store, search_key

LONGEST_SEARCH = 80
MOST_ROWS = 100


class Page(NamedTuple):
    rows: list[TableRow]
    """Those last played first."""
    total: int
    """How many there are on all pages together."""
    deleted: int
    """How many there are among the deleted ones."""
    following: str | None
    """What to ask the next page with; None on the last."""


def list_page(
    store: Store,
    *,
    before: str = "",
    limit: int = 24,
    search: str = "",
    deleted: bool = False,
    titles: Mapping[str, str] | None = None,
) -> Page:
    """A page of those tables whose name or game's title has every word of a search. ``titles`` are by game."""
    limit = min(max(limit, 1), MOST_ROWS)
    matching = list(_matching(search, titles or {}))
    ids = sa.select(tables.c.id).where(tables.c.deleted == deleted, *matching).limit(limit + 1)
    if before:
        ids = ids.where(sa.tuple_(tables.c.updated, tables.c.id) < sa.tuple_(*_place(before)))
    newest_first = (tables.c.updated.desc(), tables.c.id.desc())
    query = tables.select().where(tables.c.id.in_(ids.order_by(*newest_first))).order_by(*newest_first)
    counting = sa.select(tables.c.deleted, sa.func.count()).where(*matching).group_by(tables.c.deleted)
    with store.reading() as connection:
        rows = [TableRow.from_columns(found) for found in connection.execute(query).mappings()]
        counts = {bool(state): count for state, count in connection.execute(counting)}
    following = f"{rows[limit - 1].updated!r},{rows[limit - 1].id}" if len(rows) > limit else None
    return Page(rows[:limit], counts.get(deleted, 0), counts.get(True, 0), following)


def _matching(search: str, titles: Mapping[str, str]) -> Iterator[sa.ColumnElement[bool]]:
    for word in search_key(search[:LONGEST_SEARCH]).split():
        games = [game for game, title in titles.items() if word in search_key(title)]
        yield sa.or_(tables.c.name_key.contains(word, autoescape=True), tables.c.game.in_(games))


def _place(before: str) -> tuple[float, str]:
    """Where a page begins: after the table with this time and id."""
    updated, _, table_id = before.partition(",")
    try:
        return float(updated), table_id
    except ValueError:
        raise Mistake("no-such-page", page=before) from None
