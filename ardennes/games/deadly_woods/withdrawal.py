"""10.3 Emergency Withdrawal: a pinned unit slips away past a friend that holds the door open."""

from __future__ import annotations

from ardennes.games.deadly_woods.field import MAY_MOVE, Field, is_beside_enemy
from ardennes.games.deadly_woods.supply import is_supplied, supplied_hexes
from ardennes.games.deadly_woods.walking import Move, going, mover
from ardennes.kernels.flags import ZONE
from ardennes.kernels.reach import MOST_POINTS
from ardennes.rules.walk import Going, Mover, step, unhindered

HOLDS_DOOR = 2


def door_holders(p: Field, own: Move, hex: int) -> list[int]:
    """Friendly supplied combat units in a hex that have not moved this round."""
    counters = p.kit.counters
    return [
        unit
        for unit in p.combat_units_in(hex)
        if counters[unit].side == own.side and p.moved[unit] != 1 and is_supplied(p, unit)
    ]


def doors(p: Field, own: Move) -> list[int]:
    """The first hexes of a withdrawal. Only a unit that cannot move otherwise is asked for them."""
    if own.one_hex:
        return []
    board, here = p.kit.board, p.where[own.unit]
    return [hex for hex in board.around(here) if door_holders(p, own, hex) and ways_out(p, own, hex)]


def ways_out(p: Field, own: Move, door: int) -> list[int]:
    """The second hexes past a door: in supply, with no enemy beside them, and over ground the unit could cross."""
    supplied = supplied_hexes(p, own.side)
    found = set()
    for manner in own.manners:
        way = _past_zones(going(p, own.unit, manner[0]))
        start = mover(p, own.unit, manner)
        through = step(way, Mover(start.hex, MOST_POINTS, mode=start.mode), door)
        if through is None:
            continue
        for hex in p.kit.board.around(door):
            if hex == start.hex or not supplied[hex] or is_beside_enemy(p, hex, own.side):
                continue
            if step(way, Mover(door, MOST_POINTS, mode=through.mode), hex) is not None:
                found.add(hex)
    return sorted(found)


def _past_zones(way: Going) -> Going:
    """The same ground for a unit that does not mind enemy zones."""
    return unhindered(way, ZONE)


def hold_door(p: Field, own: Move) -> int:
    """The unit that holds the door may not move this round; one that could not move anyway is taken first."""
    holders = door_holders(p, own, own.door)
    holder = min(holders, key=lambda unit: (p.moved[unit] == 0, p.may[unit] & MAY_MOVE, unit))
    p.moved[holder] = HOLDS_DOOR
    return holder
