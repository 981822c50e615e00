"""Lets the battery test this game's reach against its steps."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.moves import Move, going, mover
from tests.battery.walks import Walker

GAMES, SAMPLE = 4, 250
SAMPLED = {"race_for_the_meuse": 60, "campaign": 40}


def walkers(p: Field, move: Move) -> Iterator[Walker]:
    if p.where[move.unit] >= 0:
        yield going(p, move), p.data.search, mover(p, move)
