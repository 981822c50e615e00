"""The drawn maps over HTTP, for whoever has a seat's link and for the owner; drawn when they are first wanted."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.response import File

from ardennes.engine.game import game_folder
from ardennes.server import pictures
from ardennes.server.doors import owner_only
from ardennes.server.mistakes import Mistake, NotThere
from ardennes.server.pool import ThinkingFailed
from ardennes.server.protocol.base import Share
from ardennes.server.room import Room
from ardennes.server.work import Asker, Lane, asker, while_connected

GROUND = "/api/seat/board"
PATIENCE = 1.0
"""Seconds until a page that waits for a drawing is told how far it is."""
DRAWING = 202
"""The status of an answer that says how far a drawing is."""


class NotDrawn(Mistake):
    """The process that draws has failed or died; the next request lets another try."""

    status = 503


@get([GROUND, f"{GROUND}/{pictures.PAINTING}"])
async def seat_board(token: str, state: State, request: Request[Any, Any, Any]) -> Response[Any]:
    """The drawing of a table's map."""
    room, side = await state.rooms.of_token(token)
    return await _drawn(state, request, map_folder(room), asker(room, side))


@get(["/api/board/{game:str}", f"/api/board/{{game:str}}/{pictures.PAINTING}"], guards=[owner_only])
async def game_board(game: str, state: State, request: Request[Any, Any, Any]) -> Response[Any]:
    """The drawing of a game's map, for the owner."""
    return await _drawn(state, request, game_folder(game), Asker("", "owner"))


def map_folder(room: Room) -> Path:
    """Where the map of a table lies: in its data pack, if that has one."""
    pack = Path(room.row.pack)
    return pack if room.row.pack and (pack / "map/map.json").exists() else room.match.game.folder


async def _drawn(state: State, request: Request[Any, Any, Any], folder: Path, who: Asker) -> Response[Any]:
    """The layers of a map or, while it is being drawn, how far that is; its painting when it is there."""
    painting = request.url.path.endswith(pictures.PAINTING)
    digest = await asyncio.to_thread(pictures.digest_of_drawing, folder)
    drawings: Lane = state.lanes.drawings
    while (drawing := pictures.kept(digest)) is None:
        work = drawings.poll(who, PATIENCE, pictures.draw, str(folder), digest)
        try:
            share = await while_connected(request, work)
        except ThinkingFailed as error:
            raise NotDrawn("not-drawn", reason=error) from error
        if isinstance(share, float) and not painting:
            return Response(Share(share), status_code=DRAWING)
    # One address serves every seat: a browser must not take the map of another table for this one's.
    headers = {"Cache-Control": "private, max-age=60", "Vary": "Authorization"}
    if painting:
        content = await asyncio.to_thread(drawing.painting.read_bytes)
        return Response(content, media_type="image/jpeg", headers=headers)
    content = await asyncio.to_thread(drawing.layers.read_bytes)
    return Response(content, media_type="application/json", headers={**headers, "Content-Encoding": "gzip"})


@get("/api/board/{game:str}/card.jpg", sync_to_thread=False)
def board_card(game: str) -> File:
    """The small picture of the lobby."""
    path = game_folder(game) / "map" / pictures.CARD
    if not path.exists():
        raise NotThere("no-picture", game=game)
    return File(path, content_disposition_type="inline", media_type="image/jpeg")


BOARD_ROUTES = [seat_board, game_board, board_card]
