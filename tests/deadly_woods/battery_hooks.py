"""Lets the battery test this game's reach against its steps."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.position import NO_UNIT
from ardennes.games.deadly_woods.field import Field
from ardennes.games.deadly_woods.walking import Move, going, mover
from tests.battery.walks import Walker


def walkers(p: Field, move: Move) -> Iterator[Walker]:
    if move.door == NO_UNIT and not move.over:
        for manner in move.manners:
            yield going(p, move.unit, manner[0]), p.kit.searches[manner[0]], mover(p, move.unit, manner)
