"""Lets the battery test this game's reach against its steps."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.position import Position
from ardennes.games.bulge1944.field import Field
from ardennes.games.bulge1944.walking import Move, going, mover
from tests.battery.walks import Walker


def walkers(p: Position) -> Iterator[Walker]:
    """The unit on its way, in each manner open to it, as its own side sees the ground."""
    asked = p.asked
    seen = asked.seen or p if asked is not None else p
    if asked is not None and isinstance(seen.stack[-1], Move):
        assert isinstance(seen, Field)
        own = seen.stack[-1]
        assert isinstance(own, Move)
        for manner in own.manners:
            yield going(seen, own.unit, manner[0]), seen.kit.search, mover(seen, own, manner)
