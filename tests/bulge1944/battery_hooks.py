"""Lets the battery test this game's reach against its steps."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.walking import Move, going, mover
from tests.battery.walks import Walker


def walkers(p: Field, move: Move) -> Iterator[Walker]:
    for movement_mode in move.movement_modes:
        yield going(p, move.unit, movement_mode[0]), p.data.search, mover(p, move, movement_mode)
