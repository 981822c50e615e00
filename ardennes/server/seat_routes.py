"""What a seat asks over HTTP: its kit, its words, the past, and who plays it."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State

from ardennes.board import Board
from ardennes.engine.game import title_page
from ardennes.engine.match import Match
from ardennes.engine.saves import Record
from ardennes.hexes import Grid
from ardennes.server import overlays, pictures, wire
from ardennes.server.board_routes import layers, painting
from ardennes.server.computers import check_level
from ardennes.server.faces import counters, named, table_look, words
from ardennes.server.film import film as make_film
from ardennes.server.mistakes import Mistake
from ardennes.server.room import Room
from ardennes.server.standing import Now, course


class Seating(msgspec.Struct, forbid_unknown_fields=True):
    player: str


@get("/api/seat/kit")
async def kit(token: str, state: State, language: str = "en") -> dict[str, Any]:
    """All that does not change in play."""
    room, side = await state.rooms.of_token(token)
    own_map = _map_folder(room) != room.match.game.folder
    ground = "/api/seat/board" if own_map else f"/api/board/{room.match.game.id}"
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


@get(["/api/seat/board", "/api/seat/board/page.jpg"])
async def seat_board(token: str, state: State, request: Request[Any, Any, Any]) -> Response[bytes]:
    """The drawing of a map that a data pack has brought."""
    room, _ = await state.rooms.of_token(token)
    picture = await asyncio.to_thread(pictures.page_picture, _map_folder(room))
    return painting(picture) if request.url.path.endswith(".jpg") else layers(picture)


def _map_folder(room: Room) -> Path:
    """Where the map of a table lies: in its data pack, if that has another than ours."""
    ours, pack = room.match.game.folder, Path(room.row.pack)
    changed = room.row.pack and (pack / "map/map.json").exists()
    return pack if changed and pictures.digest_of_map(pack) != pictures.digest_of_map(ours) else ours


@get("/api/seat/words")
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


@post("/api/seat/player")
async def seat_player(token: str, data: Seating, state: State) -> dict[str, str]:
    """Whoever has a seat's link may hand the seat to the computer, or take it back."""
    room, side = await state.rooms.of_token(token)
    if side is None:
        raise Mistake("watcher-watches")
    await room.seat(side, check_level(data.player))
    return {"player": data.player}


@get("/api/seat/replay")
async def replay(token: str, to: int, state: State, language: str = "en") -> dict[str, Any]:
    """The table as this seat saw it after so many records."""
    room, side = await state.rooms.of_token(token)
    room.match.game.check_language(language)
    records = _records(room, to)

    def seen(earlier: Match) -> dict[str, Any]:
        return {**wire.whole(wire.scene(earlier, side, language), earlier, -1), "at": to, "of": len(records)}

    return await asyncio.to_thread(room.archive.look, records[:to], seen)


@get("/api/seat/film")
async def film(token: str, state: State, start: int = -1, language: str = "en") -> dict[str, Any]:
    """What happened from a record on, or since this seat's last turn."""
    room, side = await state.rooms.of_token(token)
    room.match.game.check_language(language)
    records = _records(room, max(0, start))
    return await asyncio.to_thread(room.archive.look, records, lambda match: make_film(match, side, language, start))


@get("/api/seat/course")
async def seat_course(token: str, state: State, language: str = "en") -> dict[str, Any]:
    """How the game stands and went in the eyes of this seat, and what is to come."""
    room, side = await state.rooms.of_token(token)
    room.match.game.check_language(language)
    return await asyncio.to_thread(course, Now.of(room.match, side, language), room.chronicle(side))


def _records(room: Room, at: int) -> tuple[Record, ...]:
    """The records there are now, if the moment asked for is among them."""
    records = tuple(room.match.records)
    if not 0 <= at <= len(records):
        raise Mistake("no-such-moment", moment=at)
    return records


SEAT_ROUTES = [kit, seat_board, seat_words, seat_player, replay, film, seat_course]
