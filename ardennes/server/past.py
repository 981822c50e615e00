"""The past of a table, over HTTP: a moment of it, a clip, and how the game went. Worked out in another process, on a
board of its own, so that looking back never touches the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State

from ardennes.engine.checkpoints import KeptPosition
from ardennes.engine.match import Match
from ardennes.engine.saves import Checkpoint, Header, Record, SaveError
from ardennes.engine.verifying import verify_log
from ardennes.numbers import SIDES, Side
from ardennes.server import wire
from ardennes.server.clip import clip
from ardennes.server.computers import data_of
from ardennes.server.log import last_lines
from ardennes.server.mistakes import Mistake
from ardennes.server.numbers import Numbers
from ardennes.server.protocol.table import LogPart
from ardennes.server.score import Now, ScoreHistory, score_history
from ardennes.server.work import Lane, asker, while_connected

if TYPE_CHECKING:
    from ardennes.server.room import Room

P = ParamSpec("P")
T = TypeVar("T")
MOST_SHOWN = 2000
"""Records of a clip; one that is to begin with the last turn looks for that in twice as many."""
UNKNOWN = Record(SIDES[0], 0)
"""Stands for records before those that are told."""
_checkpoints = msgspec.msgpack.Decoder(list[Checkpoint])
_records = msgspec.msgpack.Decoder(list[Record])
_history = msgspec.msgpack.Decoder(ScoreHistory)


class Played(msgspec.Struct, frozen=True):
    """A part of a match, told to another process."""

    table: str
    pack: str
    header: Header
    """Without its seed, and whatever else may change while the same question is asked."""
    checkpoints: bytes
    """The first of them is where the part begins."""
    records: bytes
    """From there on."""
    over: bool
    """Whether the game is over, so that nothing of it is hidden any more."""

    @classmethod
    def between(cls, room: Room, first: int, last: int) -> Played:
        """What is needed to see the table after each of these records, and to read what was said shortly before."""
        keeper = room.match.keeper
        kept, later = keeper.up_to(first)[-2:], keeper.after(first)
        while later and kept[-1].number < last:
            kept.append(later.pop(0))
        return cls._of(room, kept, max(last, kept[-1].number))

    @classmethod
    def whole(cls, room: Room) -> Played:
        """All of it: its beginnings, and from where it stands now."""
        keeper, last = room.match.keeper, len(room.match.records)
        kept = {each.number: each for each in (*keeper.beginnings, keeper.last)}
        return cls._of(room, list(kept.values()), last)

    @classmethod
    def _of(cls, room: Room, kept: Sequence[KeptPosition], last: int) -> Played:
        header = msgspec.structs.replace(room.match.header, seed="", salt="", log_check="")
        records = room.match.records[kept[0].number : last]
        encode = msgspec.msgpack.encode
        over = room.match.over is not None
        return cls(room.id, room.row.pack, header, encode([each.write() for each in kept]), encode(records), over)

    def match(self) -> Match:
        """The match as far as it is told; what lies before stays unknown."""
        header, checkpoints = self.header, _checkpoints.decode(self.checkpoints)
        data = data_of(header.game, header.scenario, header.options, self.pack)
        records = [UNKNOWN] * checkpoints[0].number + _records.decode(self.records)
        match = Match.resumed(header, data, checkpoints, records)
        match.catch_up(records[len(match.records) :])
        return match


# --- in the other process ------------------------------------------------------------------------


def moment(played: Played, side: Side | None, language: str, to: int, seat: Numbers) -> bytes:
    """The table as a side saw it after so many records."""
    earlier = played.match().at(to)
    earlier.recall(earlier.keeper.first.number)
    return msgspec.json.encode(wire.moment(earlier, side, language, seat, revealed=played.over))


def clip_from(played: Played, side: Side | None, language: str, start: int, seat: Numbers) -> bytes:
    """What happened from a record on."""
    return msgspec.json.encode(clip(played.match(), side, language, start, seat, revealed=played.over))


def log_before(played: Played, side: Side | None, language: str, before: int, seat: Numbers) -> bytes:
    """What a seat was told last before a record."""
    match = played.match()
    match.recall(match.keeper.first.number)
    log = last_lines(match, side, language, before)
    return msgspec.json.encode(LogPart(seat.lines(log.lines), seat.told(log.first)))


def in_motion(played: Played, language: str) -> bytes:
    """The whole game as an animated picture."""
    from ardennes.table_picture import motion

    return motion(played.match(), None, language, ".webp")


class Progress(NamedTuple):
    """How the game stands and went, and what is to come; with the history to write on next time, up to a record."""

    told: bytes
    number: int
    history: bytes


def progress(played: Played, side: Side | None, language: str, known: bytes, seat: Numbers) -> Progress:
    """Goes on from the history that is ``known``, if there is one; the match is told from there on."""
    history = _history.decode(known) if known else ScoreHistory(side)
    told = msgspec.json.encode(score_history(Now.of(played.match(), side, language), history, seat))
    return Progress(told, history.number, msgspec.msgpack.encode(history))


def leads_to_its_positions(save: bytes, pack: str) -> bool:
    """Whether a log, played as a whole, leads to every position that was kept with it."""
    try:
        verify_log(Match.unpacked(save, "the file", Path(pack) if pack else None))
    except SaveError:
        return False
    return True


# --- at the table --------------------------------------------------------------------------------


@get("/api/seat/replay")
async def seat_replay(
    token: str, to: int, state: State, request: Request[Any, Any, Any], language: str
) -> Response[bytes]:
    """The table as this seat saw it after so many records."""
    room, side, seat = await _room(token, state, language, to)
    number = seat.meant(to)
    played = Played.between(room, number, number)
    return _json(await _look_back(room, side, state, request, moment, played, side, language, number, seat))


@get("/api/seat/clip")
async def seat_clip(
    token: str, state: State, request: Request[Any, Any, Any], language: str, start: int = -1
) -> Response[bytes]:
    """What happened from a record on, or since this seat's last turn."""
    room, side, seat = await _room(token, state, language, max(0, start))
    now = _now(room)
    start = seat.meant(start) if start >= 0 else -1
    first = start if start >= 0 else max(0, now - 2 * MOST_SHOWN)
    played = Played.between(room, first, now if start < 0 else min(now, start + MOST_SHOWN))
    return _json(await _look_back(room, side, state, request, clip_from, played, side, language, start, seat))


@get("/api/seat/history")
async def seat_history(token: str, state: State, request: Request[Any, Any, Any], language: str) -> Response[bytes]:
    """How the game stands and went in the eyes of this seat, and what is to come."""
    room, side, seat = await _room(token, state, language)
    match, known = room.match, room.histories.get(side)
    played = Played.between(room, known.number, _now(room)) if known else Played.whole(room)
    history = known.history if known else b""
    found = await _look_back(room, side, state, request, progress, played, side, language, history, seat)
    if match is room.match:
        room.histories[side] = found
    return _json(found.told)


@get("/api/seat/motion")
async def seat_motion(token: str, state: State, request: Request[Any, Any, Any], language: str) -> Response[bytes]:
    """The whole game as an animated picture, once it is over."""
    room, side, _ = await _room(token, state, language)
    if room.match.over is None:
        raise Mistake("motion-later")
    drawn = await _look_back(room, side, state, request, in_motion, Played.whole(room), language)
    return Response(drawn, media_type="image/webp")


async def _room(token: str, state: State, language: str, at: int = 0) -> tuple[Room, Side | None, Numbers]:
    """The room of a link, if the language is one of ours and the moment one of its own; and how its seat counts."""
    room, side = await state.rooms.of_token(token)
    room.match.game.check_language(language)
    seat = Numbers.of(room.match, side)
    if not 0 <= at <= seat.all:
        raise Mistake("no-such-moment", moment=at)
    return room, side, seat


def _now(room: Room) -> int:
    return len(room.match.records)


async def _look_back(
    room: Room,
    side: Side | None,
    state: State,
    request: Request[Any, Any, Any],
    look: Callable[P, T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    past: Lane = state.lanes.past
    return await while_connected(request, past.ask(asker(room, side), look, *args, **kwargs))


def _json(told: bytes) -> Response[bytes]:
    return Response(told, media_type="application/json")


PAST_ROUTES = [seat_replay, seat_clip, seat_history, seat_motion]
