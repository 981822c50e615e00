"""What a seat asks over HTTP: its game data, its words, and who plays it."""

from __future__ import annotations

import asyncio
import math
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from litestar import get, post
from litestar.datastructures import State

from ardennes.engine.game import title_page
from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.options import OBJECT_BITS
from ardennes.engine.texts import Text
from ardennes.engine.verifying import throws
from ardennes.hexes import Grid
from ardennes.languages import FIRST_LANGUAGE
from ardennes.server import overlays, wire
from ardennes.server.archive import look_back
from ardennes.server.computers import check_level
from ardennes.server.counter_style import counters, named, table_style, words
from ardennes.server.hex_columns import hex_columns, hexside_columns
from ardennes.server.mistakes import Mistake
from ardennes.server.room import Room


class Seating(msgspec.Struct, forbid_unknown_fields=True):
    player: str


@get("/api/seat/data")
async def seat_data(token: str, state: State, language: str = FIRST_LANGUAGE) -> dict[str, Any]:
    """All that does not change in play."""
    room, side = await state.rooms.of_token(token)
    return await asyncio.to_thread(_data, room, side, language)


_large_parts: WeakKeyDictionary[GameData, dict[str, msgspec.Raw]] = WeakKeyDictionary()
"""Counters, hexes and hexsides as they are sent, once for all tables of a kind."""


def _large_parts_of(data: GameData) -> dict[str, msgspec.Raw]:
    parts = _large_parts.get(data)
    if parts is None:
        found = {
            "counters": counters(data, table_style(data.game.folder)),
            "hexes": hex_columns(data.board),
            "hexsides": hexside_columns(data.board),
        }
        parts = {name: msgspec.Raw(msgspec.json.encode(part)) for name, part in found.items()}
        _large_parts[data] = parts
    return parts


def _data(room: Room, side: int | None, language: str) -> dict[str, Any]:
    match = room.match
    board, game = match.position.data.board, match.game
    style = table_style(game.folder)
    return {
        **_large_parts_of(match.position.data),
        "table": room.id,
        "name": room.row.name,
        "scenario": match.header.scenario,
        "options": match.header.options,
        "side": side,
        "secrets": match.position.data.has_secrets,
        "commitment": match.commitment,
        "known_dice": match.header.known_dice,
        "boxes": match.position.data.boxes,
        "points_in_one": game.points_in_one,
        "columns": {name: [column.owner, column.start] for name, column in match.position.columns.items()},
        "areas": {area.area: sorted(board.area(area.area)) for area in style.areas if area.area in board.area_names},
        "km_per_hex": board.grid.km_per_hex,
        "corners": hex_corners(board.grid),
        **_in_language(room, language),
    }


@get("/api/seat/words")
async def seat_words(token: str, state: State, language: str = FIRST_LANGUAGE) -> dict[str, Any]:
    """The part of the game data that depends on the language."""
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
        "acts": [tuple(verb >> OBJECT_BITS for verb in (act.pick, act.go, act.stop)) for act in match.game.acts],
        "style": named(table_style(game.folder), match.position.data, catalogue),
        "words": words(catalogue),
        "overlays": overlays.listed(match, language),
        "changes": _changes(match, language),
    }


def _changes(match: Match, language: str) -> dict[str, Any]:
    """What changed when the game was last taken up under other rules, and what of it cannot be shown again."""
    last = match.beginnings[-1]
    told = [text for begun in match.beginnings if begun.made_with == last.made_with for text in begun.notice]
    unseen = [
        (first, end, match.sentence(Text("unseen", {"first": first + 1, "last": end + 1}), language))
        for first, end in match.find_unseen()
    ]
    return {"at": last.number, "texts": [match.sentence(text, language) for text in told], "unseen": unseen}


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


@get("/api/seat/dice")
async def seat_dice(token: str, state: State) -> dict[str, Any]:
    """What the dice followed from, once the game is over: anybody can check the commitment, and every throw."""
    room, _ = await state.rooms.of_token(token)
    match = room.match
    header, records = match.header, tuple(match.records)
    if match.over is None:
        raise Mistake("dice-are-secret")
    checkpoints = match.checkpoints
    thrown = await asyncio.to_thread(lambda: list(throws(look_back(match, checkpoints, records, len(records)))))
    return {"seed": header.seed, "salt": header.salt, "commitment": match.commitment, "throws": thrown}


SEAT_ROUTES = [seat_data, seat_words, seat_player, seat_dice]
