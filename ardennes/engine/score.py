"""How a game stands, in the numbers a player would count: for the page, the laboratory and the opponents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from ardennes.engine.texts import Text
from ardennes.numbers import Side

if TYPE_CHECKING:
    from ardennes.engine.position import Position

Counts = tuple[int | None, int | None]
"""A number for each side; None for a side that has no such number."""


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """Another way for a side to win than by points at the end, and how near it is."""

    side: Side
    text: Text
    has: int
    needed: int


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """Counted on the truth or on a view."""

    date: str = ""
    """The day being played, as ``1944-12-16``; empty where a game has no calendar."""
    points: Counts = (None, None)
    """Victory points of each side if the game ended now; none where they do not decide, or are not known."""
    needed: Counts = (None, None)
    """Points with which each side would win."""
    aims: tuple[Aim, ...] = ()
    """What else would win the game."""
    lost: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {})
    """Steps each side has lost, by formation."""

    @property
    def steps_lost(self) -> tuple[int, int]:
        return sum(self.lost[0].values()), sum(self.lost[1].values())


def turn_of(p: Position) -> int:
    """The turn being played: every game keeps it in a clock ``turn``."""
    return int(p.__dict__.get("turn", 1))
