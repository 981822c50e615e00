"""The lobby: the owner's tables over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import State

from ardennes.engine.game import GameInfo, game_folder, game_folders, game_info, title_page
from ardennes.engine.saves import SaveError
from ardennes.server.archive import look_back, save_reply
from ardennes.server.doors import owner_only
from ardennes.server.guide import read_guide
from ardennes.server.kept_tables import TableRow
from ardennes.server.listing import list_page
from ardennes.server.mistakes import Mistake, NotThere, StillSecret
from ardennes.server.protocol.lobby import Fork, LifetimeTally, NewLink, NewTable, Rename, TableInfo, TablePage
from ardennes.server.room import Room
from ardennes.server.rooms import Rooms
from ardennes.server.secrecy import check_all_secrets, check_guests_secrets
from ardennes.server.statistics import lifetime

LARGEST_UPLOAD = 8 * 1024 * 1024


@get("/api/tables", guards=[owner_only], sync_to_thread=True)
def list_tables(
    state: State,
    language: str,
    before: str = "",
    limit: int = 24,
    search: str = "",
    *,
    deleted: bool = False,
) -> TablePage:
    """A page of the owner's tables, those last played first; the deleted ones apart."""
    games = _title_pages(language)
    titles = {game: info.title for game, info in games.items()}
    page = list_page(state.store, before=before, limit=limit, search=search, deleted=deleted, titles=titles)
    listed = [_listed(row, language, games) for row in page.rows]
    return TablePage(listed, page.total, page.deleted, page.following)


@get("/api/statistics", guards=[owner_only], sync_to_thread=True)
def statistics(state: State, language: str) -> list[LifetimeTally]:
    """The owner's finished games by game, side and level."""
    return lifetime(state.store, _title_pages(language))


@get("/api/tables/{table_id:str}", guards=[owner_only], sync_to_thread=True)
def one_table(table_id: str, state: State, language: str) -> TableInfo:
    return _listed(_row(state, table_id), language)


@post("/api/tables", guards=[owner_only], sync_to_thread=True)
def new_table(data: NewTable, state: State, language: str) -> TableInfo:
    rooms: Rooms = state.rooms
    script = read_guide(game_folder(data.game)) if data.guide else data
    row = rooms.new(
        data.game,
        script.scenario,
        script.options,
        data.name[:80],
        script.seed[:80],
        players=data.players,
        automatic=data.automatic,
        known_dice=data.guide,
        pack=state.packs.path(data.pack) if data.pack and not data.guide else None,
    )
    return _listed(row, language)


@post("/api/tables/upload", guards=[owner_only], request_max_body_size=LARGEST_UPLOAD)
async def upload(request: Request[Any, Any, Any], state: State, language: str) -> TableInfo:
    """A saved game comes back to a table of its own."""
    body = await request.body()
    try:
        row = await asyncio.to_thread(state.rooms.opened, body, "the file")
    except SaveError as error:
        raise Mistake("file-not-opened", reason=error) from None
    await state.rooms.room(row)
    return _listed(row, language)


@post("/api/tables/{table_id:str}/rename", guards=[owner_only], sync_to_thread=True)
def rename(table_id: str, data: Rename, state: State, language: str) -> TableInfo:
    row = _row(state, table_id)
    state.rooms.rename(row.id, data.name.strip()[:80] or row.name)
    return _listed(_row(state, table_id), language)


@post("/api/tables/{table_id:str}/delete", guards=[owner_only])
async def delete(table_id: str, state: State, language: str) -> TableInfo:
    row = await asyncio.to_thread(_row, state, table_id)
    await asyncio.to_thread(state.store.set_deleted, row.id, True)
    await state.rooms.put_away(row.id)
    return _listed(await asyncio.to_thread(_row, state, table_id), language)


@post("/api/tables/{table_id:str}/restore", guards=[owner_only])
async def restore(table_id: str, state: State, language: str) -> TableInfo:
    row = await asyncio.to_thread(_row, state, table_id)
    await asyncio.to_thread(state.store.set_deleted, row.id, False)
    await state.rooms.put_away(row.id)
    return _listed(await asyncio.to_thread(_row, state, table_id), language)


@post("/api/tables/{table_id:str}/link", guards=[owner_only])
async def renew_link(table_id: str, data: NewLink, state: State, language: str) -> TableInfo:
    """The old link of a seat, or of the watchers, leads nowhere from now on."""
    row = await asyncio.to_thread(_row, state, table_id)
    if row.rated and not row.summary.over:
        raise StillSecret("rated-until-the-end")
    await state.rooms.renew_link(row.id, data.side)
    return _listed(await asyncio.to_thread(_row, state, table_id), language)


@post("/api/tables/{table_id:str}/fork", guards=[owner_only])
async def fork(table_id: str, data: Fork, state: State, language: str) -> TableInfo:
    """A new table from any point of this one; at it the owner has every seat."""
    row = await asyncio.to_thread(_row, state, table_id)
    room: Room = await state.rooms.room(row)
    if not 0 <= data.at <= len(room.match.records):
        raise Mistake("no-such-moment", moment=data.at)
    check_guests_secrets(room)
    match = room.match
    twin = await asyncio.to_thread(look_back, match, match.checkpoints, tuple(match.records), data.at)
    if twin.lost_at is not None:
        raise Mistake("moment-of-other-rules", moment=data.at)
    state.rooms.go_on_in_secret(twin)
    name = data.name[:80] or f"{row.name} ({data.at})"
    add = partial(state.rooms.add, players=room.players, pack=row.pack)
    return _listed(await asyncio.to_thread(add, twin, name), language)


@get("/api/tables/{table_id:str}/download", guards=[owner_only])
async def download(table_id: str, state: State) -> Response[bytes]:
    """The whole game, with all that either side keeps secret."""
    room: Room = await state.rooms.room(await asyncio.to_thread(_row, state, table_id))
    check_all_secrets(room)
    return save_reply(room)


def _row(state: State, table_id: str) -> TableRow:
    row: TableRow | None = state.store.row(table_id)
    if row is None:
        raise NotThere("no-such-table", table=table_id)
    return row


def _title_pages(language: str) -> dict[str, GameInfo]:
    return {game: title_page(folder, language) for game, folder in game_folders().items()}


def _listed(row: TableRow, language: str, games: Mapping[str, GameInfo] | None = None) -> TableInfo:
    """A table of a game that is not there any more is listed too: it can be deleted, and the others played. One that
    nobody has named is called after its game, in whatever language."""
    info = (games or _title_pages(language)).get(row.header.game)
    unnamed = info is not None and row.name == game_info(row.header.game).title
    return TableInfo(
        id=row.id,
        name=info.title if info and unnamed else row.name,
        game=row.header.game,
        title=info.title if info else row.header.game,
        sides=info.sides if info else ("", ""),
        scenario=row.header.scenario,
        options=row.header.options,
        seats=("", "") if row.rated and not row.summary.over else row.seats,
        watch=row.watch,
        players=row.players,
        pack=row.pack,
        created=row.created,
        updated=row.updated,
        deleted=row.deleted,
        stacks=row.stacks,
        turn=row.summary.turn,
        deciding=row.summary.deciding,
        verdict=row.summary.verdict_in(language),
        records=row.summary.records,
    )


LOBBY_ROUTES = [
    list_tables,
    statistics,
    one_table,
    new_table,
    upload,
    rename,
    delete,
    restore,
    renew_link,
    fork,
    download,
]
