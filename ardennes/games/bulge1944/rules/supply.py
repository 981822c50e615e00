"""13.0 Supply: three hexes to a supplied road or a friendly map edge, free of enemies and their zones."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable

from ardennes.engine.derived import Until, derived
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import BulgeData
from ardennes.kernels.flags import CROWDED
from ardennes.kernels.flood import ANY_LINK
from ardennes.rules.supply import BLOCKED, blocked_hexes, line_stands

OFF_ROAD = 3
ROAD_LINK = 1
BY_ROAD, FROM_EDGE = 1, 2

ARMOR_MOVES_LESS, INFANTRY_MOVES_LESS = 3, 1
ARMOR_DICE_LESS, INFANTRY_DICE_LESS = 2, 1


@derived(Until.ANY_MOVE)
def supplied_hexes(p: Field, side: int) -> bytearray:
    """A byte for each hex, not zero where a unit of this side would be in supply."""
    return p.data.supplied(side, blocked_hexes(p.way(side), CROWDED).tobytes())


def trace_supply(data: BulgeData, side: int, blocked_bytes: bytes) -> bytearray:
    """The same from what is blocked: enemies, and enemy zones that no friend in the hex negates. Few moves change that,
    so the box remembers what was traced last (read only)."""
    marks, lines, blocked = bytearray(data.board.size), data.supply_lines[side], array("H", blocked_bytes)
    lines.run(data.edges[side], ANY_LINK, blocked, data.printed_sides, BLOCKED, limit=OFF_ROAD)
    lines.mark(marks, FROM_EDGE)
    lines.run(data.sources[side], ROAD_LINK, blocked, data.printed_sides, BLOCKED)
    lines.spread(ANY_LINK, blocked, data.printed_sides, BLOCKED, limit=OFF_ROAD)
    lines.mark(marks, BY_ROAD)
    return marks


def can_trace(p: Field, side: int, hex: int) -> bool:
    """Whether a unit of this side would be in supply in a hex."""
    data = p.data
    known = line_stands(data.supply_lines[side], hex, p.way(side), data.printed_sides, negates=CROWDED)
    return known or bool(supplied_hexes(p, side)[hex])


def supply_line(p: Field, unit: int) -> list[int]:
    """The hexes of a unit's supply line, from it to its source; none where it has none."""
    data, side = p.data, p.data.counters[unit].side
    blocked, lines = blocked_hexes(p.way(side), CROWDED), data.supply_lines[side]
    lines.run(data.sources[side], ROAD_LINK, blocked, data.printed_sides, BLOCKED)
    lines.spread(ANY_LINK, blocked, data.printed_sides, BLOCKED, limit=OFF_ROAD)
    line = lines.line_from(p.where[unit])
    if not line:
        lines.run(data.edges[side], ANY_LINK, blocked, data.printed_sides, BLOCKED, limit=OFF_ROAD)
        line = lines.line_from(p.where[unit])
    return line


def is_supplied(p: Field, unit: int, after_all: Container[int] = ()) -> bool:
    """Whether a unit on the map is in supply; 18.4 one without fuel is not. Those in supply ``after_all`` are so
    whatever seems to be in the way."""
    side = p.data.counters[unit].side
    return unit in after_all or (not p.dry[unit] and can_trace(p, side, p.where[unit]))


def supplied_after_all(p: Field, units: Iterable[int]) -> tuple[int, ...]:
    """18.6, 18.7 Supply is traced in truth. Those of some units whom a phantom only seemed to cut off; their owner now
    knows."""
    if "phantoms" not in p.data.options:
        return ()
    found = []
    for unit in units:
        side = p.data.counters[unit].side
        if p.phantoms_on_map(1 - side) and is_supplied(p, unit) and not is_supplied(p.seen_by(side), unit):
            found.append(unit)
            p.revealed = True
    return tuple(found)


def is_hampered(p: Field, unit: int, after_all: Container[int] = ()) -> bool:
    """Out of supply and minding it: American airborne do not (14.0)."""
    return not p.data.counters[unit].us_airborne and not is_supplied(p, unit, after_all)


def moves_lost(p: Field, unit: int) -> int:
    """10.0, 13.0 Movement points lost out of supply."""
    return (ARMOR_MOVES_LESS if p.data.counters[unit].armor else INFANTRY_MOVES_LESS) * is_hampered(p, unit)


def dice_lost(p: Field, unit: int, after_all: Container[int] = ()) -> int:
    """12.0, 13.0 Dice lost out of supply, in attack and defence."""
    return (ARMOR_DICE_LESS if p.data.counters[unit].armor else INFANTRY_DICE_LESS) * is_hampered(p, unit, after_all)
