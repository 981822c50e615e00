"""What a seat asks over HTTP: its game data, its words, and who plays it."""

from __future__ import annotations

import asyncio
import math
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from msgspec import Raw
from msgspec.structs import asdict

from ardennes.engine.acts import Act
from ardennes.engine.game import title_page
from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.options import OBJECT_BITS
from ardennes.engine.texts import Text
from ardennes.engine.verifying import throws
from ardennes.hexes import Grid
from ardennes.numbers import Side
from ardennes.server import overlays, wire
from ardennes.server.archive import look_back, save_reply
from ardennes.server.commands import CHIEF
from ardennes.server.computers import check_level
from ardennes.server.counter_style import counters, named, table_style, words
from ardennes.server.hex_columns import hex_columns, hexside_columns
from ardennes.server.mistakes import Mistake
from ardennes.server.numbers import Numbers
from ardennes.server.protocol.review import DiceTold
from ardennes.server.protocol.seat import (
    Changes,
    GameTitle,
    GiveCommand,
    OptionalRule,
    SeatData,
    Seated,
    Seating,
    SeatWords,
    UnitAct,
)
from ardennes.server.room import Room
from ardennes.server.secrecy import check_no_help


@get("/api/seat/data")
async def seat_data(token: str, state: State, language: str) -> SeatData:
    """All that does not change in play."""
    room, side = await state.rooms.of_token(token)
    return await asyncio.to_thread(_data, room, side, language)


class _LargeParts(NamedTuple):
    """As they are sent."""

    counters: Raw
    hexes: Raw
    hexsides: Raw

    @classmethod
    def of(cls, data: GameData) -> _LargeParts:
        found = counters(data, table_style(data.game.folder)), hex_columns(data.board), hexside_columns(data.board)
        return cls(*(Raw(msgspec.json.encode(part)) for part in found))


_large_parts: WeakKeyDictionary[GameData, _LargeParts] = WeakKeyDictionary()
"""Once for all tables of a kind."""


def _large_parts_of(data: GameData) -> _LargeParts:
    if data not in _large_parts:
        _large_parts[data] = _LargeParts.of(data)
    return _large_parts[data]


def _data(room: Room, side: Side | None, language: str) -> SeatData:
    match = room.match
    board, game = match.position.data.board, match.game
    style, large = table_style(game.folder), _large_parts_of(match.position.data)
    return SeatData(
        **large._asdict(),
        **asdict(_in_language(room, side, language)),
        table=room.id,
        scenario=match.header.scenario,
        options=match.header.options,
        side=side,
        secrets=match.position.data.has_secrets,
        commitment=match.commitment,
        known_dice=match.header.known_dice,
        rated=room.row.rated,
        boxes=match.position.data.boxes,
        points_in_one=game.points_in_one,
        columns={name: (column.owner, column.start) for name, column in match.position.columns.items()},
        areas={area.area: sorted(board.area(area.area)) for area in style.areas if area.area in board.area_names},
        km_per_hex=board.grid.km_per_hex,
        corners=hex_corners(board.grid),
    )


@get("/api/seat/words")
async def seat_words(token: str, state: State, language: str) -> SeatWords:
    """The part of the game data that depends on the language."""
    room, side = await state.rooms.of_token(token)
    return await asyncio.to_thread(_in_language, room, side, language)


def _in_language(room: Room, side: Side | None, language: str) -> SeatWords:
    match, game = room.match, room.match.game
    game.check_language(language)
    catalogue, page = game.catalogue(language), title_page(game.folder, language)
    return SeatWords(
        name=page.title if room.row.name == game.info.title else room.row.name,
        game=GameTitle(game.id, page.title, page.about),
        optional=[
            OptionalRule(name, name in match.header.options, option.title, option.rule)
            for name, option in page.options.items()
        ],
        sides=page.sides,
        verbs=wire.verbs_of(match, catalogue),
        acts=[_act(act) for act in match.game.acts],
        style=named(table_style(game.folder), match.position.data, catalogue),
        words=words(catalogue),
        overlays=overlays.listed(match, language),
        changes=_changes(match, language, Numbers.of(match, side)),
    )


def _act(act: Act[Any]) -> UnitAct:
    return UnitAct(act.pick >> OBJECT_BITS, [verb >> OBJECT_BITS for verb in (act.go, *act.others)])


def _changes(match: Match, language: str, seat: Numbers) -> Changes:
    """What changed when the game was last taken up under other rules, and what of it cannot be shown again."""
    last = match.beginnings[-1]
    told = [text for begun in match.beginnings if begun.made_with == last.made_with for text in begun.notice]
    unseen = [
        (first, end, match.sentence(Text("unseen", {"first": first + 1, "last": end + 1}), language))
        for first, end in (map(seat.told, between) for between in match.find_unseen())
    ]
    return Changes(seat.told(last.number), [match.sentence(text, language) for text in told], unseen)


def hex_corners(grid: Grid) -> list[tuple[float, float]]:
    """The outline of a hex around its centre, in kilometres."""
    east, north = grid.ground[1]
    radius, turn = math.hypot(east, north) / math.sqrt(3), math.atan2(east, north)
    angles = [turn + math.radians(30 + 60 * corner) for corner in range(6)]
    return [(round(radius * math.sin(angle), 4), round(radius * math.cos(angle), 4)) for angle in angles]


@post("/api/seat/player")
async def seat_player(token: str, data: Seating, state: State) -> Seated:
    """Whoever has a seat's link may hand the seat to the computer, or take it back."""
    room, side, number = await state.rooms.place_of_token(token)
    if side is None:
        raise Mistake("watcher-watches")
    check_no_help(room)
    if number == CHIEF:
        await room.seat(side, check_level(data.player))
    else:
        await room.officers.hand_over(side, number, check_level(data.player))
    return Seated(data.player)


@post("/api/seat/command")
async def seat_command(token: str, data: GiveCommand, state: State) -> None:
    """The commander-in-chief of a side gives formations to somebody else."""
    room, side, number = await state.rooms.place_of_token(token)
    if side is None:
        raise Mistake("watcher-watches")
    if number != CHIEF:
        raise Mistake("for-the-chief")
    check_no_help(room)
    check_level(data.player)
    await room.officers.give(side, data)


@get("/api/seat/dice")
async def seat_dice(token: str, state: State) -> DiceTold:
    """What the dice followed from, once the game is over: anybody can check the commitment, and every throw."""
    room, _ = await state.rooms.of_token(token)
    match = room.match
    header, records = match.header, tuple(match.records)
    if match.over is None:
        raise Mistake("dice-are-secret")
    checkpoints = match.checkpoints
    thrown = await asyncio.to_thread(lambda: list(throws(look_back(match, checkpoints, records, len(records)))))
    return DiceTold(header.seed, header.salt, match.commitment, list(header.shares), thrown)


@get("/api/seat/save")
async def seat_save(token: str, state: State) -> Response[bytes]:
    """The whole game as a file, once it is over: ``ardennes verify`` checks its dice on any machine."""
    room, _ = await state.rooms.of_token(token)
    if room.match.over is None:
        raise Mistake("game-not-over")
    return save_reply(room)


SEAT_ROUTES = [seat_data, seat_words, seat_player, seat_command, seat_dice, seat_save]
