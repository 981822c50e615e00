"""The web application: lobby, seats and drawings over HTTP, play over WebSockets."""

from __future__ import annotations

import asyncio
import math
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
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.response import File, Redirect
from litestar.static_files import create_static_files_router

from ardennes.board import Board
from ardennes.engine.game import game_folder, game_folders, game_info, title_page
from ardennes.errors import ArdennesError
from ardennes.hexes import Grid
from ardennes.server import overlays, pictures, wire
from ardennes.server.advice import ADVICE_ROUTES
from ardennes.server.computers import check_level
from ardennes.server.faces import counters, named, table_look, words
from ardennes.server.film import film as make_film
from ardennes.server.guide import has_guide, in_language, read_guide
from ardennes.server.rooms import Room, Rooms
from ardennes.server.rulebook import look_up
from ardennes.server.seats import SocketWindow, check_windows
from ardennes.server.standing import course
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


class Seating(msgspec.Struct, forbid_unknown_fields=True):
    player: str


# --- who may ask ---------------------------------------------------------------------------------


def owner_only(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """The lobby belongs to whoever started the server."""
    key = connection.cookies.get(OWNER_COOKIE, "")
    if not secrets.compare_digest(key, connection.app.state.owner_key):
        raise NotAuthorizedException("open the link the program printed when it started")


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
        raise NotAuthorizedException("that is not the link the program printed")
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
    return _listed(await asyncio.to_thread(state.rooms.opened, body, "the file"))


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
        raise ArdennesError(f"there is no moment {data.at} in this game")
    twin = await asyncio.to_thread(room.match.fork, data.at)
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
        raise NotFoundException(f"there is no table {table_id}")
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


# --- a seat --------------------------------------------------------------------------------------


@get("/api/seat/{token:str}/kit")
async def kit(token: str, state: State, language: str = "en") -> dict[str, Any]:
    """All that does not change in play."""
    room, side = await state.rooms.of_token(token)
    own_map = _map_folder(room) != room.match.game.folder
    ground = f"/api/seat/{token}/board" if own_map else f"/api/board/{room.match.game.id}"
    return {"ground": ground, **await asyncio.to_thread(_kit, room, side, language)}


def _kit(room: Room, side: int | None, language: str) -> dict[str, Any]:
    match = room.match
    board, game = match.position.kit.board, match.game
    look = table_look(game.folder)
    return {
        "table": room.id,
        "name": room.row.name,
        "scenario": match.header.scenario,
        "options": match.header.options,
        "side": side,
        "secrets": match.position.kit.has_secrets,
        "commitment": match.commitment,
        "counters": counters(match.position.kit, look),
        "boxes": match.position.kit.boxes,
        "points_in_one": game.points_in_one,
        "columns": {name: [column.owner, column.start] for name, column in match.position.columns.items()},
        "hexes": [_hex(board, hex) if hex in board else None for hex in range(board.size)],
        "hexsides": board.side_hexes,
        "areas": {area.area: sorted(board.area(area.area)) for area in look.areas if area.area in board.area_names},
        "km_per_hex": board.grid.km_per_hex,
        "corners": hex_corners(board.grid),
        **_in_language(room, language),
    }


@get(["/api/seat/{token:str}/board", "/api/seat/{token:str}/board/page.jpg"])
async def seat_board(token: str, state: State, request: Request[Any, Any, Any]) -> Response[bytes]:
    """The drawing of a map that a data pack has brought."""
    room, _ = await state.rooms.of_token(token)
    picture = await asyncio.to_thread(pictures.page_picture, _map_folder(room))
    return _painting(picture) if request.url.path.endswith(".jpg") else _layers(picture)


def _map_folder(room: Room) -> Path:
    """Where the map of a table lies: in its data pack, if that has another than ours."""
    ours, pack = room.match.game.folder, Path(room.row.pack)
    changed = room.row.pack and (pack / "map/map.json").exists()
    return pack if changed and pictures.digest_of_map(pack) != pictures.digest_of_map(ours) else ours


@get("/api/seat/{token:str}/words")
async def seat_words(token: str, state: State, language: str = "en") -> dict[str, Any]:
    """The part of the kit that depends on the language."""
    room, _ = await state.rooms.of_token(token)
    return await asyncio.to_thread(_in_language, room, language)


def _in_language(room: Room, language: str) -> dict[str, Any]:
    match, game = room.match, room.match.game
    game.check_language(language)
    catalogue, page = game.catalogue(language), title_page(game.folder, language)
    return {
        "game": {"id": game.id, "title": page.title, "about": page.about},
        "optional": [
            {"id": name, "on": name in match.header.options, "title": option.title, "rule": option.rule}
            for name, option in page.options.items()
        ],
        "sides": page.sides,
        "verbs": wire.verbs_of(match, catalogue),
        "look": named(table_look(game.folder), match.position.kit, catalogue),
        "words": words(catalogue),
        "overlays": overlays.listed(match, language),
    }


def _hex(board: Board, hex: int) -> dict[str, Any]:
    east, north = board.grid.centre_km(hex)
    row = board.row(hex)
    return {
        "label": row.hex,
        "x": round(east, 3),
        "y": round(north, 3),
        "name": row.name,
        "terrain": row.terrain,
        "place": row.place,
    }


def hex_corners(grid: Grid) -> list[tuple[float, float]]:
    """The outline of a hex around its centre, in kilometres."""
    east, north = grid.ground[1]
    radius, turn = math.hypot(east, north) / math.sqrt(3), math.atan2(east, north)
    angles = [turn + math.radians(30 + 60 * corner) for corner in range(6)]
    return [(round(radius * math.sin(angle), 4), round(radius * math.cos(angle), 4)) for angle in angles]


@post("/api/seat/{token:str}/player")
async def seat_player(token: str, data: Seating, state: State) -> dict[str, str]:
    """Whoever has a seat's link may hand the seat to the computer, or take it back."""
    room, side = await state.rooms.of_token(token)
    if side is None:
        raise ArdennesError("a watcher only watches")
    await room.seat(side, check_level(data.player))
    return {"player": data.player}


@get("/api/seat/{token:str}/replay")
async def replay(token: str, to: int, state: State, language: str = "en") -> dict[str, Any]:
    """The table as this seat saw it after so many records."""
    room, side = await state.rooms.of_token(token)
    room.match.game.check_language(language)
    records = _moment(room, to)
    earlier = await asyncio.to_thread(room.match.fork, to)
    shown = wire.scene(earlier, side, language)
    return {**wire.whole(shown, earlier, -1), "at": to, "of": records}


@get("/api/seat/{token:str}/film")
async def film(token: str, state: State, start: int = -1, language: str = "en") -> dict[str, Any]:
    """What happened from a record on, or since this seat's last turn."""
    room, side = await state.rooms.of_token(token)
    room.match.game.check_language(language)
    _moment(room, max(0, start))
    return await asyncio.to_thread(make_film, room.match, side, language, start)


@get("/api/seat/{token:str}/course")
async def seat_course(token: str, state: State, language: str = "en") -> dict[str, Any]:
    """How the game stands and went in the eyes of this seat, and what is to come."""
    room, side = await state.rooms.of_token(token)
    room.match.game.check_language(language)
    return await asyncio.to_thread(course, room.match, room.chronicle(side), language)


def _moment(room: Room, at: int) -> int:
    """How many records there are, if the moment asked for is among them."""
    records = len(room.match.records)
    if not 0 <= at <= records:
        raise ArdennesError(f"there is no moment {at} in this game")
    return records


# --- drawings and rules --------------------------------------------------------------------------


@get("/api/board/{game:str}", sync_to_thread=True)
def board_layers(game: str) -> Response[bytes]:
    return _layers(pictures.page_picture(game_folder(game)))


def _layers(picture: pictures.PagePicture) -> Response[bytes]:
    headers = {"Content-Encoding": "gzip", "Cache-Control": "private, max-age=60"}
    return Response(picture.layers, media_type="application/json", headers=headers)


@get("/api/board/{game:str}/page.jpg", sync_to_thread=True)
def board_painting(game: str) -> Response[bytes]:
    return _painting(pictures.page_picture(game_folder(game)))


def _painting(picture: pictures.PagePicture) -> Response[bytes]:
    headers = {"Cache-Control": "private, max-age=60"}
    return Response(picture.painting, media_type="image/jpeg", headers=headers)


@get("/api/board/{game:str}/card.jpg", sync_to_thread=False)
def board_card(game: str) -> File:
    """The small picture of the lobby."""
    path = game_folder(game) / "map" / pictures.CARD
    if not path.exists():
        raise NotFoundException(f"there is no small picture of {game}")
    return File(path, content_disposition_type="inline", media_type="image/jpeg")


@get("/api/rules/{game:str}", sync_to_thread=True)
def rules(game: str, case: str = "", search: str = "", language: str = "en") -> list[dict[str, Any]]:
    """Rules in our words: a case with its subcases, or all that have certain words in them."""
    return look_up(game_folder(game), case, search, language)


@get("/api/guide/{game:str}", sync_to_thread=True)
def guide(game: str, language: str = "en") -> dict[str, Any]:
    """The guided first turn of a game."""
    return in_language(read_guide(game_folder(game)), language)


# --- play ----------------------------------------------------------------------------------------


@websocket("/live/{token:str}", guards=[same_origin])
async def live(socket: WebSocket[Any, Any, Any], token: str, state: State, language: str = "en") -> None:
    await socket.accept()
    try:
        room, side = await state.rooms.of_token(token)
        room.match.game.check_language(language)
        check_windows(room)
    except ArdennesError as error:
        await socket.send_text(msgspec.json.encode({"is": "closed", "text": str(error)}).decode())
        await socket.close(code=4404)
        return
    await SocketWindow(socket, side, language).converse(room)


@get(["/", "/table/{token:str}"], sync_to_thread=False)
def page(token: str = "") -> File:
    """The page itself, for the lobby and for every table."""
    del token
    if not (STATIC / "index.html").exists():
        raise NotFoundException("the page has not been built")
    return File(STATIC / "index.html", content_disposition_type="inline", media_type="text/html")


def _told(_: Request[Any, Any, Any], error: ArdennesError) -> Response[dict[str, str]]:
    return Response({"detail": str(error)}, status_code=400)


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
            kit,
            seat_player,
            seat_board,
            seat_words,
            replay,
            film,
            seat_course,
            *ADVICE_ROUTES,
            board_layers,
            board_painting,
            board_card,
            rules,
            guide,
            live,
            page,
            *_assets(),
        ],
        guards=[same_origin],
        exception_handlers={ArdennesError: _told},
        response_headers=HEADERS,
        state=State({"store": store, "rooms": rooms, "owner_key": owner_key, "hosts": hosts}),
        on_startup=[on_started] if on_started else [],
        on_shutdown=[rooms.close],
        openapi_config=None,
        debug=False,
    )
