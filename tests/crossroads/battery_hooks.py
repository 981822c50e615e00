"""Lets the battery test this game's reach against its steps."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.games.crossroads.rules.field import Field
from ardennes.games.crossroads.rules.movement import Move, going, mover
from tests.battery.walks import Walker


def walkers(p: Field, move: Move) -> Iterator[Walker]:
    yield going(p, move.side), p.data.search, mover(p, move)
