"""37.0 German army artillery (variant): three immobile guns, and guns that serve their own army only (37.2)."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.games.bitter_woods.rules.boundaries import army_of, guns_are_bound
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import GERMAN
from ardennes.numbers import Hex, Unit

GUNS = frozenset(("corps-artillery", "army-artillery"))


def serves(p: Field, gun: Unit, units: Iterable[Unit]) -> bool:
    """37.2 Until the boundaries are lifted German guns support only combats with a unit of their own army."""
    piece = p.data.counters[gun]
    if not guns_are_bound(p) or piece.side != GERMAN or piece.kind not in GUNS:
        return True
    return any(army_of(p, unit) == army_of(p, gun) for unit in units if unit != gun)


def may_bombard(p: Field, gun: Unit, target: Hex) -> bool:
    """37.2 Nor do they bombard a hex with no unit of their army beside it."""
    beside = [unit for hex in p.data.board.around(target) for unit in p.units_in(hex)]
    return serves(p, gun, [unit for unit in beside if p.data.sides[unit] == GERMAN])
