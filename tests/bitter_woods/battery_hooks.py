"""Lets the battery test this game's reach against its steps."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.marching import Move, going, mover
from tests.battery.walks import Walker

GAMES = 16


def walkers(p: Field, move: Move) -> Iterator[Walker]:
    if p.where[move.unit] >= 0 and not move.over and not mover(p, move).stopped:
        yield going(p, move), p.data.search, mover(p, move)
