"""Looking back at a match without touching it, in threads beside the one that plays on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from litestar import Response

from ardennes.engine.match import Match
from ardennes.engine.saves import Checkpoint, Record

if TYPE_CHECKING:
    from ardennes.server.room import Room


def look_back(match: Match, checkpoints: Sequence[Checkpoint], records: Sequence[Record], at: int) -> Match:
    """The match as it was after so many records, on a board of its own. Checkpoints and records are those of the moment
    that is meant: the match goes on meanwhile."""
    twin = Match.resumed(match.header, match.position.data, checkpoints, records)
    twin.catch_up(records[len(twin.records) : at])
    return twin.at(at)


def save_reply(room: Room) -> Response[bytes]:
    """The whole game as a file; with its seed only once it is over."""
    name = f"{room.row.header.game}-{room.id}.ardennes"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    save = room.match.packed(with_seed=room.match.over is not None)
    return Response(save, media_type="application/octet-stream", headers=headers)
