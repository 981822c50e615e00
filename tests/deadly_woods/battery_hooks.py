"""Lets the battery test this game's reach against its steps."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.position import NO_UNIT
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.walking import Move, going, mover
from tests.battery.walks import Walker


def walkers(p: Field, move: Move) -> Iterator[Walker]:
    if move.door == NO_UNIT and not move.over:
        for movement_mode in move.movement_modes:
            yield (
                going(p, move.unit, movement_mode[0]),
                p.data.searches[movement_mode[0]],
                mover(p, move.unit, movement_mode),
            )
