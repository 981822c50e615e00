"""The web application: lobby, seats and drawings over HTTP, play over WebSockets."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, Request, Response, Router, WebSocket, get, post, websocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.exceptions import NotAuthorizedException
from litestar.handlers.base import BaseRouteHandler
from litestar.response import File, Redirect
from litestar.static_files import create_static_files_router

from ardennes.engine.game import game_folder, game_folders, game_info
from ardennes.engine.saves import SaveError
from ardennes.errors import ArdennesError
from ardennes.server import pictures
from ardennes.server.advice import ADVICE_ROUTES
from ardennes.server.board_routes import BOARD_ROUTES
from ardennes.server.guide import guide_in_language, has_guide, read_guide
from ardennes.server.limits import Door
from ardennes.server.mistakes import Mistake, NotAllowed, NotThere, WrongKey, WrongLink, in_language
from ardennes.server.room import Room
from ardennes.server.rooms import Rooms
from ardennes.server.rulebook import look_up
from ardennes.server.seat_routes import SEAT_ROUTES
from ardennes.server.seats import SocketWindow, check_windows
from ardennes.server.store import Store, TableRow

STATIC = Path(__file__).parent.parent / "static"
LARGEST_UPLOAD = 4 * 1024 * 1024
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; connect-src 'self' ws: wss:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
OWNER_COOKIE = "ardennes-owner"


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What the lobby asks for."""

    game: str
    scenario: str = ""
    options: tuple[str, ...] = ()
    name: str = ""
    seed: str = ""
    players: tuple[str, str] = ("", "")
    """The level of the computer at each seat; empty for a person."""
    automatic: bool = True
    """Whether a question with a single answer answers itself."""


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class Fork(msgspec.Struct, forbid_unknown_fields=True):
    at: int
    name: str = ""


# --- who may ask ---------------------------------------------------------------------------------


def owner_only(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """The lobby belongs to whoever started the server."""
    connection.app.state.door.check(caller(connection))
    key = connection.cookies.get(OWNER_COOKIE, "")
    if not secrets.compare_digest(key, connection.app.state.owner_key):
        raise (WrongKey if key else NotAllowed)("not-the-owner")


def may_knock(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Whoever has tried too many links or keys has to wait before the next."""
    if "token" in connection.path_params or "key" in connection.query_params:
        connection.app.state.door.check(caller(connection))


def caller(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.client.host if connection.client else ""


def same_origin(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Requests come from our own page, and under a name we know."""
    host = connection.headers.get("host", "")
    if urlsplit(f"//{host}").hostname not in connection.app.state.hosts:
        raise NotAuthorizedException(f"this server does not answer to the name {host!r}")
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != host:
        raise NotAuthorizedException("requests from another site are not answered")


# --- the lobby -----------------------------------------------------------------------------------


@get("/enter", sync_to_thread=False)
def enter(key: str, state: State) -> Redirect:
    """The start link: makes this browser the owner's."""
    if not secrets.compare_digest(key, state.owner_key):
        raise WrongKey("wrong-key")
    cookie = Cookie(key=OWNER_COOKIE, value=key, httponly=True, samesite="strict", max_age=365 * 24 * 3600)
    return Redirect("/", cookies=[cookie])


@get("/api/games", sync_to_thread=True)
def list_games(language: str = "en") -> list[dict[str, Any]]:
    """Every game with its scenarios and options; those that can be played have a game module."""
    found = []
    for name, folder in game_folders().items():
        info = msgspec.to_builtins(game_info(name, language))
        playable = (folder / "game.py").exists()
        card = pictures.card(folder)
        more = {"guide": playable and has_guide(folder), "card": card.extent if card else None}
        found.append({"id": name, "playable": playable, **more, **info})
    return found


@get("/api/tables", guards=[owner_only], sync_to_thread=True)
def list_tables(state: State, language: str = "en") -> list[dict[str, Any]]:
    store: Store = state.store
    return [_listed(row, language) for row in store.rows()]


@post("/api/tables", guards=[owner_only], sync_to_thread=True)
def new_table(data: NewTable, state: State) -> dict[str, Any]:
    rooms: Rooms = state.rooms
    row = rooms.new(
        data.game,
        data.scenario,
        data.options,
        data.name[:80],
        data.seed[:80],
        players=data.players,
        automatic=data.automatic,
    )
    return _listed(row)


@post("/api/tables/upload", guards=[owner_only], request_max_body_size=LARGEST_UPLOAD)
async def upload(request: Request[Any, Any, Any], state: State) -> dict[str, Any]:
    """A saved game comes back to a table of its own."""
    body = await request.body()
    try:
        return _listed(await asyncio.to_thread(state.rooms.opened, body, "the file"))
    except SaveError as error:
        raise Mistake("file-not-opened", reason=error) from None


@post("/api/tables/{table_id:str}/rename", guards=[owner_only], sync_to_thread=True)
def rename(table_id: str, data: Rename, state: State) -> dict[str, Any]:
    row = _row(state, table_id)
    state.store.rename(row.id, data.name.strip()[:80] or row.name)
    return _listed(_row(state, table_id))


@post("/api/tables/{table_id:str}/delete", guards=[owner_only])
async def delete(table_id: str, state: State) -> dict[str, Any]:
    row = await asyncio.to_thread(_row, state, table_id)
    await asyncio.to_thread(state.store.set_deleted, row.id, True)
    await state.rooms.put_away(row.id)
    return _listed(await asyncio.to_thread(_row, state, table_id))


@post("/api/tables/{table_id:str}/restore", guards=[owner_only], sync_to_thread=True)
def restore(table_id: str, state: State) -> dict[str, Any]:
    state.store.set_deleted(_row(state, table_id).id, False)
    return _listed(_row(state, table_id))


@post("/api/tables/{table_id:str}/fork", guards=[owner_only])
async def fork(table_id: str, data: Fork, state: State) -> dict[str, Any]:
    """A new table from any point of this one."""
    row = await asyncio.to_thread(_row, state, table_id)
    room: Room = await state.rooms.room(row)
    if not 0 <= data.at <= len(room.match.records):
        raise Mistake("no-such-moment", moment=data.at)
    twin = await asyncio.to_thread(room.archive.look, tuple(room.match.records[: data.at]), lambda match: match)
    name = data.name[:80] or f"{row.name} ({data.at})"
    add = partial(state.rooms.add, players=room.players, pack=row.pack)
    return _listed(await asyncio.to_thread(add, twin, name))


@get("/api/tables/{table_id:str}/download", guards=[owner_only])
async def download(table_id: str, state: State) -> Response[bytes]:
    room: Room = await state.rooms.room(await asyncio.to_thread(_row, state, table_id))
    name = f"{room.row.header.game}-{room.id}.ardennes"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(room.match.packed(), media_type="application/octet-stream", headers=headers)


def _row(state: State, table_id: str) -> TableRow:
    row: TableRow | None = state.store.row(table_id)
    if row is None:
        raise NotThere("no-such-table", table=table_id)
    return row


def _listed(row: TableRow, language: str = "en") -> dict[str, Any]:
    info = game_info(row.header.game, language)
    return {
        "id": row.id,
        "name": row.name,
        "game": row.header.game,
        "title": info.title,
        "sides": info.sides,
        "scenario": row.header.scenario,
        "options": row.header.options,
        "seats": row.seats,
        "watch": row.watch,
        "players": row.players,
        "pack": row.pack,
        "created": row.created,
        "updated": row.updated,
        "deleted": row.deleted,
        **msgspec.to_builtins(row.summary),
    }


# --- rules --------------------------------------------------------------------------------------


@get("/api/rules/{game:str}", sync_to_thread=True)
def rules(game: str, case: str = "", search: str = "", language: str = "en") -> list[dict[str, Any]]:
    """Rules in our words: a case with its subcases, or all that have certain words in them."""
    return look_up(game_folder(game), case, search, language)


@get("/api/guide/{game:str}", sync_to_thread=True)
def guide(game: str, language: str = "en") -> dict[str, Any]:
    """The guided first turn of a game."""
    return guide_in_language(read_guide(game_folder(game)), language)


# --- play ----------------------------------------------------------------------------------------


@websocket("/live/{token:str}", guards=[same_origin])
async def live(socket: WebSocket[Any, Any, Any], token: str, state: State, language: str = "en") -> None:
    await socket.accept()
    try:
        room, side = await state.rooms.of_token(token)
        room.match.game.check_language(language)
        check_windows(room)
    except ArdennesError as error:
        if isinstance(error, WrongLink):
            state.door.was_wrong(caller(socket))
        told = {"is": "closed", "text": in_language(error, language)}
        await socket.send_text(msgspec.json.encode(told).decode())
        await socket.close(code=4404)
        return
    await SocketWindow(socket, side, language).converse(room)


@get(["/", "/table/{token:str}"], sync_to_thread=False)
def page(token: str = "") -> File:
    """The page itself, for the lobby and for every table."""
    del token
    if not (STATIC / "index.html").exists():
        raise NotThere("page-not-built")
    return File(STATIC / "index.html", content_disposition_type="inline", media_type="text/html")


def _told(request: Request[Any, Any, Any], error: ArdennesError) -> Response[dict[str, str]]:
    """What went wrong, in the language of the page that asked."""
    if isinstance(error, WrongLink):
        request.app.state.door.was_wrong(caller(request))
    language = request.query_params.get("language") or request.headers.get("accept-language", "")[:2]
    status = error.status if isinstance(error, Mistake) else 400
    return Response({"detail": in_language(error, language)}, status_code=status)


def _assets() -> list[Router]:
    """Scripts, styles and pictures of the page, where it has been built."""
    folder = STATIC / "assets"
    return [create_static_files_router(path="/assets", directories=[folder])] if folder.is_dir() else []


def make_app(
    store: Store,
    owner_key: str,
    hosts: frozenset[str],
    on_started: Callable[[], None] | None = None,
    packs: Mapping[str, Path] | None = None,
) -> Litestar:
    """The application over a store. ``hosts`` are the names it answers to, ``packs`` the data new tables use."""
    rooms = Rooms(store, packs)
    return Litestar(
        route_handlers=[
            enter,
            list_games,
            list_tables,
            new_table,
            upload,
            rename,
            delete,
            restore,
            fork,
            download,
            *SEAT_ROUTES,
            *BOARD_ROUTES,
            *ADVICE_ROUTES,
            rules,
            guide,
            live,
            page,
            *_assets(),
        ],
        guards=[same_origin, may_knock],
        exception_handlers={ArdennesError: _told},
        response_headers=HEADERS,
        state=State({"store": store, "rooms": rooms, "owner_key": owner_key, "hosts": hosts, "door": Door()}),
        on_startup=[on_started] if on_started else [],
        on_shutdown=[rooms.close],
        openapi_config=None,
        debug=False,
    )
