"""Who may be told a whole game while it is played: nobody who plays against somebody else's secrets.

The owner of the server has the files of all tables and the links of all seats. A download or a fork would still show
him, unseen, what a friend or the computer keeps from him. Where he plays both sides himself there is nothing to keep.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from ardennes.engine.match import Match
from ardennes.server.computers import PERSON
from ardennes.server.mistakes import StillSecret
from ardennes.server.writer import DiskTrouble

if TYPE_CHECKING:
    from ardennes.server.room import Room


async def note_guest(room: Room) -> None:
    """Somebody else than the owner sits down; kept for good, because what he has played stays his secret."""
    if not room.row.guests:
        room.row = msgspec.structs.replace(room.row, guests=True)
        with suppress(DiskTrouble):  # he may come in all the same, and is noted again when he comes back
            await asyncio.to_thread(room.store.set_guests, room.id)


def check_guests_secrets(room: Room) -> None:
    """Refused while the game has secrets and somebody else plays in it, or counts for ratings."""
    check_no_help(room)
    if room.row.guests and has_secrets(room.match):
        raise StillSecret("secret-until-the-end")


def check_all_secrets(room: Room) -> None:
    """The same, also where it is the computer that plays."""
    check_guests_secrets(room)
    if room.players != (PERSON, PERSON) and has_secrets(room.match):
        raise StillSecret("secret-until-the-end")


def check_no_help(room: Room) -> None:
    """Refused while the game counts for ratings: neither the computer helps there nor does anybody learn its dice."""
    if room.row.rated and room.match.over is None:
        raise StillSecret("rated-until-the-end")


def has_secrets(match: Match) -> bool:
    """Whether a side knows something now that the other does not; when a game is over, all is told."""
    return match.over is None and (match.position.data.has_secrets or bool(match.game.secret_orders))
