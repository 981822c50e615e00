"""8.0 Supply: the line (8.2), who checks when (8.1), and what its lack means (8.3)."""

from __future__ import annotations

from array import array

from ardennes.board import Board
from ardennes.engine.derived import Until, derived
from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Event
from ardennes.games.deadly_woods.rules.field import Field, put_back
from ardennes.games.deadly_woods.rules.flags import NEGATES
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN, WoodsData
from ardennes.games.deadly_woods.rules.terrain import (
    BRIDGE,
    FOREST,
    MAJOR,
    MINOR,
    ROAD,
    ROAD_BRIDGE,
    terrain_of,
    way_across,
)
from ardennes.kernels.flags import HexFlags
from ardennes.kernels.flood import Flood
from ardennes.rules.supply import BLOCKED, blocked_hexes, line_stands

OFF_ROAD = 5
BY_ROAD, OPEN, TO_THE_END = 1, 2, 4
"""Links: a road; a hexside without a river or with a bridge, at Forest only with a road; and one of any ground, for the
step at the end of a line, where the unit stands."""
OUT_OF_SUPPLY_MOVES = 3
FUEL_LASTS_FOR = 2
"""8.5 Peiper is in supply on turn 2 if he took the dump."""


def build_supply_graph(board: Board) -> Flood:
    """8.2 Where supply lines may run. They pass through Forest along roads only; a unit in Forest may have a line that
    comes across country to its hex. As lines are followed from their source outwards, no step leads from Forest across
    a hexside without a road."""
    terrain, neighbours = terrain_of(board), board.neighbours[:]
    links, destroyed = bytearray(board.sides), bytearray(board.sides)
    for edge, side in enumerate(board.side_of):
        if side < 0:
            continue
        way = way_across(board, side)
        by_road, wooded = way in (ROAD, ROAD_BRIDGE), FOREST in [terrain[hex] for hex in board.side_hexes[side]]
        if by_road:
            links[side] = BY_ROAD | OPEN | TO_THE_END
        elif way not in (MINOR, MAJOR):
            links[side] = TO_THE_END if wooded else OPEN | TO_THE_END
        destroyed[side] = 0 if way in (ROAD_BRIDGE, BRIDGE) else links[side]
        if terrain[edge // 6] == FOREST and not by_road:
            neighbours[edge] = -1
    return Flood(neighbours, board.side_of, bytes(links), bytes(destroyed))


def trace_supply(data: WoodsData, side: int, blocked: bytes, hexsides: bytes) -> bytearray:
    """8.2 A byte for each hex, not zero where a unit of this side would be in supply. Few moves change that, so the
    box remembers what was traced last (read only)."""
    marks, lines = bytearray(data.board.size), data.supply_lines[side]
    _follow_lines(data, side, array("H", blocked), hexsides)
    lines.mark(marks, 1)
    return marks


def _follow_lines(data: WoodsData, side: int, blocked: HexFlags, hexsides: bytes | bytearray) -> None:
    """8.2 Along roads from the entry areas, then up to five hexes across country, of which the last may be Forest."""
    lines = data.supply_lines[side]
    lines.run(data.sources[side], BY_ROAD, blocked, hexsides, BLOCKED)
    lines.spread(OPEN, blocked, hexsides, BLOCKED, limit=OFF_ROAD - 1)
    lines.spread(TO_THE_END, blocked, hexsides, BLOCKED, limit=1)


@derived(Until.ANY_MOVE)
def supplied_hexes(p: Field, side: int) -> bytearray:
    """8.2 Where a side can trace supply now, not counting air supply."""
    blocked = blocked_hexes(p.way(side), NEGATES[side])
    return p.data.supplied(side, blocked.tobytes(), p.hexsides())


@derived(Until.ANY_MOVE)
def air_supplied_hexes(p: Field) -> bytearray | None:
    """8.6 Where US units can trace supply to the Air Supply marker; None while it is not on the map."""
    hex = p.where[p.data.by_kind["air-supply"]]
    if hex < 0:
        return None
    marks = bytearray(p.data.board.size)
    lines, blocked = p.data.air_supply_lines, blocked_hexes(p.way(ALLIED), NEGATES[ALLIED])
    lines.run((hex,), OPEN, blocked, p.sides, BLOCKED, limit=OFF_ROAD - 1)
    lines.spread(TO_THE_END, blocked, p.sides, BLOCKED, limit=1)
    lines.mark(marks, 1)
    return marks


def supply_line(p: Field, unit: int) -> list[int]:
    """The hexes of a unit's supply line, from it to its source; none where it has none."""
    data, side = p.data, p.data.counters[unit].side
    _follow_lines(data, side, blocked_hexes(p.way(side), NEGATES[side]), p.sides)
    return data.supply_lines[side].line_from(p.where[unit])


def can_trace(p: Field, unit: int) -> bool:
    """8.2 Whether a unit on the map can trace supply at this instant, without air supply and captured fuel."""
    return has_line(p, p.data.counters[unit].side, p.where[unit])


def has_line(p: Field, side: int, hex: int) -> bool:
    """8.2 Whether a side can trace supply to a hex now, not counting air supply."""
    known = line_stands(p.data.supply_lines[side], hex, p.way(side), p.sides, negates=NEGATES[side])
    return known or bool(supplied_hexes(p, side)[hex])


def is_supplied(p: Field, unit: int) -> bool:
    """8.1 Whether a unit counts as in supply: a German by his last check, an Allied unit by what it can trace now."""
    piece = p.data.counters[unit]
    if piece.side == GERMAN:
        return not p.cut[unit] or has_fuel(p, unit)
    return piece.kind == "delay" or would_be_supplied(p, unit, p.where[unit])


def would_be_supplied(p: Field, unit: int, hex: int) -> bool:
    """8.2, 8.6 Whether a unit could trace supply from a hex at this instant; US units by air too."""
    piece = p.data.counters[unit]
    if has_line(p, piece.side, hex):
        return True
    from_air = None if piece.side == GERMAN or piece.british else air_supplied_hexes(p)
    return from_air is not None and bool(from_air[hex])


def has_fuel(p: Field, unit: int) -> bool:
    """8.5 Peiper with the captured dump is in supply for all purposes on turn 2."""
    captured = p.fuel == "captured" and p.turn == FUEL_LASTS_FOR
    return captured and p.data.counters[unit].special == "peiper"


def check_german_supply(p: Field) -> None:
    """8.1 The Supply Check chit: every German unit on the map is in supply from now on, or is not; 8.5 captured fuel
    counts here too."""
    supplied, where, cut = supplied_hexes(p, GERMAN), p.where, p.cut
    lost: list[int] = []
    found: list[int] = []
    for unit in p.on_map(GERMAN):
        out = not supplied[where[unit]] and not has_fuel(p, unit)
        if out != bool(cut[unit]):
            cut[unit] = out
            (lost if out else found).append(unit)
    if lost:
        p.tell(Event("out-of-supply", {"units": tuple(lost), "n": len(lost)}, "8.1"))
    if found:
        p.tell(Event("in-supply-again", {"units": tuple(found), "n": len(found)}, "8.1"))
    if p.motorized != NO_UNIT and p.cut[p.motorized]:
        take_trucks(p, "8.3")


def take_trucks(p: Field, rule: str) -> None:
    """8.3, 12.6 The Motorized marker goes back to the assets."""
    p.tell(Event("trucks-gone", {"unit": p.motorized}, rule))
    p.motorized = NO_UNIT
    put_back(p, p.data.by_kind["motorized"])
