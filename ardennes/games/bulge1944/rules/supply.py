"""13.0 Supply: three hexes to a supplied road or a friendly map edge, free of enemies and their zones."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from ardennes.games.bulge1944.rules.field import Field
from ardennes.kernels.flood import ANY_LINK
from ardennes.numbers import ENEMY_OF, Unit
from ardennes.rules.supply import Leg, Route, has_line

OFF_ROAD = 3
ROAD = 1
"""The link of a hexside with a road."""

ARMOR_MOVES_LESS, INFANTRY_MOVES_LESS = 3, 1
ARMOR_DICE_LESS, INFANTRY_DICE_LESS = 2, 1


def routes(sources: Sequence[int], edges: Sequence[int]) -> tuple[Route, Route]:
    """Along roads from the entry hexes and three hexes off them; or three hexes from a friendly map edge."""
    return Route(sources, (Leg(ROAD), Leg(ANY_LINK, OFF_ROAD))), Route(edges, (Leg(ANY_LINK, OFF_ROAD),))


def is_supplied(p: Field, unit: Unit, after_all: Container[int] = ()) -> bool:
    """Whether a unit on the map is in supply; 18.4 one without fuel is not. Those in supply ``after_all`` are so
    whatever seems to be in the way."""
    side = p.data.counters[unit].side
    return unit in after_all or (not p.dry[unit] and has_line(p, side, p.where[unit]))


def supplied_after_all(p: Field, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """18.6, 18.7 Supply is traced in truth. Those of some units whom a phantom only seemed to cut off; their owner now
    knows."""
    if "phantoms" not in p.data.options:
        return ()
    found = []
    for unit in units:
        side = p.data.counters[unit].side
        if p.phantoms_on_map(ENEMY_OF[side]) and is_supplied(p, unit) and not is_supplied(p.seen_by(side), unit):
            found.append(unit)
            p.revealed = True
    return tuple(found)


def is_hampered(p: Field, unit: Unit, after_all: Container[int] = ()) -> bool:
    """Out of supply and minding it: American airborne do not (14.0)."""
    return not p.data.counters[unit].us_airborne and not is_supplied(p, unit, after_all)


def moves_lost(p: Field, unit: Unit) -> int:
    """10.0, 13.0 Movement points lost out of supply."""
    return (ARMOR_MOVES_LESS if p.data.counters[unit].armor else INFANTRY_MOVES_LESS) * is_hampered(p, unit)


def dice_lost(p: Field, unit: Unit, after_all: Container[int] = ()) -> int:
    """12.0, 13.0 Dice lost out of supply, in attack and defence."""
    return (ARMOR_DICE_LESS if p.data.counters[unit].armor else INFANTRY_DICE_LESS) * is_hampered(p, unit, after_all)
