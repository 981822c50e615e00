"""Contests: small groups in which everybody plays everybody else once with each side."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ardennes.server.protocol.base import PaceName, Received, Sent, Side
from ardennes.server.protocol.people import DiceShare

LEAST_PLACES, MOST_PLACES = 3, 6


class NewContest(Received, frozen=True):
    """Whoever makes it takes part."""

    game: str
    scenario: str = ""
    options: tuple[str, ...] = ()
    name: str = ""
    places: Annotated[int, msgspec.Meta(ge=LEAST_PLACES, le=MOST_PLACES)] = LEAST_PLACES
    pace: PaceName = "slow"
    share: DiceShare = ""


class ContestShown(Sent):
    """A contest in a list."""

    id: str
    name: str
    game: str
    title: str
    scenario: str
    pace: PaceName
    host: str
    places: int
    players: list[str]
    """Those who have entered."""
    entered: bool
    """Whether whoever asks is one of them."""
    mine: bool
    """Whether he has made it."""
    begun: bool
    over: bool


class ContestLine(Sent):
    """A player in the table of results; a won game counts one point, a drawn one half."""

    place: int
    name: str
    points: float
    won: int
    drawn: int
    lost: int
    playing: int


class ContestGame(Sent):
    """A game of a contest."""

    table: str
    players: tuple[str, str]
    """By side."""
    over: bool
    winner: Side | None
    verdict: str


class DicePromise(Sent):
    """What the server's part of a table's seed was promised as."""

    table: str
    commitment: str


class ContestTold(ContestShown):
    """All that there is to know of a contest."""

    options: list[str]
    sides: tuple[str, str]
    lines: list[ContestLine]
    games: list[ContestGame]
    promises: list[DicePromise]
    """Of the tables that were made for it; known to whoever mixes something into their dice."""
