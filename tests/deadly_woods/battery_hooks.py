"""Lets the battery test this game's reach against its steps."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.position import NO_UNIT, Position
from ardennes.games.deadly_woods.field import Field
from ardennes.games.deadly_woods.walking import Move, going, mover
from tests.battery.walks import Walker


def walkers(p: Position) -> Iterator[Walker]:
    """The unit on its way, in each manner open to it."""
    assert isinstance(p, Field)
    own = p.stack[-1] if p.stack else None
    if isinstance(own, Move) and own.door == NO_UNIT and not own.over:
        for manner in own.manners:
            yield going(p, own.unit, manner[0]), p.kit.searches[manner[0]], mover(p, own.unit, manner)
