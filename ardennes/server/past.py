"""The past of a table, over HTTP: a moment of it, a film, and how the game went. Worked out in another process, on a
board of its own, so that looking back never touches the match."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State

from ardennes.engine.match import Match
from ardennes.engine.saves import Record
from ardennes.languages import FIRST_LANGUAGE
from ardennes.server import wire
from ardennes.server.film import film
from ardennes.server.mistakes import Mistake
from ardennes.server.room import Room
from ardennes.server.standing import Chronicle, Now, course
from ardennes.server.work import Lane, asker, while_connected

MOST_KEPT = 12
K = TypeVar("K")
V = TypeVar("V")


class Played(msgspec.Struct, frozen=True):
    """A match as it is now, told to another process."""

    table: str
    pack: str
    save: bytes
    records: bytes
    """Once more by themselves: often all that is new."""

    @classmethod
    def at(cls, room: Room) -> Played:
        match = room.match
        return cls(room.id, room.row.pack, match.packed(with_seed=False), msgspec.msgpack.encode(match.records))


# --- in the other process ------------------------------------------------------------------------

_matches: OrderedDict[str, Match] = OrderedDict()
_chronicles: OrderedDict[tuple[str, int | None], Chronicle] = OrderedDict()


def _kept(cache: OrderedDict[K, V], key: K, make: Callable[[], V]) -> V:
    if key not in cache:
        cache[key] = make()
    cache.move_to_end(key)
    if len(cache) > MOST_KEPT:
        cache.popitem(last=False)
    return cache[key]


def _match(played: Played) -> Match:
    """The match itself; one that has only gone on since it was last looked at is not replayed as a whole."""
    records = msgspec.msgpack.decode(played.records, type=list[Record])
    match = _matches.pop(played.table, None)
    if match is None or match.records != records[: len(match.records)]:
        match = Match.unpacked(played.save, "the game", Path(played.pack) if played.pack else None)
    match.catch_up(records[len(match.records) :])
    return _kept(_matches, played.table, lambda: match)


def moment(played: Played, side: int | None, language: str, to: int) -> bytes:
    """The table as a side saw it after so many records."""
    match = _match(played)
    earlier = match.at(to)
    seen = wire.whole(wire.scene(earlier, side, language), earlier, -1)
    return msgspec.json.encode({**seen, "at": to, "of": len(match.records)})


def clip(played: Played, side: int | None, language: str, start: int) -> bytes:
    """What happened from a record on."""
    return msgspec.json.encode(film(_match(played), side, language, start))


def progress(played: Played, side: int | None, language: str) -> bytes:
    """How the game stands and went, and what is to come."""
    chronicle = _kept(_chronicles, (played.table, side), lambda: Chronicle(side, played.pack))
    return msgspec.json.encode(course(Now.of(_match(played), side, language), chronicle))


# --- at the table --------------------------------------------------------------------------------


@get("/api/seat/replay")
async def seat_replay(
    token: str, to: int, state: State, request: Request[Any, Any, Any], language: str = FIRST_LANGUAGE
) -> Response[bytes]:
    """The table as this seat saw it after so many records."""
    return await _look_back(token, state, request, language, moment, to)


@get("/api/seat/film")
async def seat_film(
    token: str, state: State, request: Request[Any, Any, Any], start: int = -1, language: str = FIRST_LANGUAGE
) -> Response[bytes]:
    """What happened from a record on, or since this seat's last turn."""
    return await _look_back(token, state, request, language, clip, max(-1, start))


@get("/api/seat/course")
async def seat_course(
    token: str, state: State, request: Request[Any, Any, Any], language: str = FIRST_LANGUAGE
) -> Response[bytes]:
    """How the game stands and went in the eyes of this seat, and what is to come."""
    return await _look_back(token, state, request, language, progress)


async def _look_back(
    token: str, state: State, request: Request[Any, Any, Any], language: str, look: Callable[..., bytes], *at: int
) -> Response[bytes]:
    room, side = await state.rooms.of_token(token)
    room.match.game.check_language(language)
    if not all(-1 <= record <= len(room.match.records) for record in at):
        raise Mistake("no-such-moment", moment=at[0])
    past: Lane = state.lanes.past
    work = past.ask(asker(room, side), look, Played.at(room), side, language, *at)
    return Response(await while_connected(request, work), media_type="application/json")


PAST_ROUTES = [seat_replay, seat_film, seat_course]
