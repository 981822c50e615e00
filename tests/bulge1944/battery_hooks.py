"""Lets the battery test this game's reach against its steps."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.games.bulge1944.field import Field
from ardennes.games.bulge1944.walking import Move, going, mover
from tests.battery.walks import Walker


def walkers(p: Field, move: Move) -> Iterator[Walker]:
    for manner in move.manners:
        yield going(p, move.unit, manner[0]), p.kit.search, mover(p, move, manner)
