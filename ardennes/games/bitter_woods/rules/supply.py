"""12.0 Supply: roads from the map edge, four hexes off the road; who is out of supply, and German shortage (12.6)."""

from __future__ import annotations

from ardennes.board import Board
from ardennes.engine.derived import Until, derived
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.boundaries import army_of
from ardennes.games.bitter_woods.rules.field import IN_SUPPLY, OUT_OF_SUPPLY, SHORT, Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN, ShortageRow
from ardennes.games.bitter_woods.rules.terrain import BRIDGE, MEUSE_BRIDGE, ROAD, way_across
from ardennes.kernels.flags import CROWDED
from ardennes.kernels.flood import ANY_LINK, Flood
from ardennes.rules.supply import Leg, Route, blocked_hexes, follow

OFF_ROAD = 4
BY_ROAD = 1
NO_SHORTAGE = 2
"""12.6 The highest first die with which nobody goes short."""


def build_supply_graph(board: Board) -> Flood:
    """12.2 Supply roads; where a bridge is blown, none."""
    ways = [way_across(board, side) for side in range(board.sides)]
    whole = bytes(BY_ROAD if way in (ROAD, BRIDGE, MEUSE_BRIDGE) else 0 for way in ways)
    blown = bytes(BY_ROAD if way == ROAD else 0 for way in ways)
    return Flood(board.neighbours, board.side_of, whole, blown)


def sources(p: Field, side: int) -> list[int]:
    """12.3 Roads that leave by a friendly edge, and Liège: for the Germans where a combat unit of theirs is, for the
    Allies where they were last."""
    data = p.data
    if side == GERMAN:
        held = [hex for hex in data.liege if any(data.counters[unit].combat_unit for unit in _germans_in(p, hex))]
        return [*data.german_sources, *held]
    return [*data.allied_sources, *(hex for hex in data.liege if p.liege[hex] == ALLIED)]


def _germans_in(p: Field, hex: int) -> list[int]:
    return p.units_in(hex) if p.side_in(hex) == GERMAN else []


def follow_roads(p: Field, side: int) -> Flood:
    """12.2 Along roads from the sources: the supply roads of a side."""
    return _follow(p, side, (Leg(BY_ROAD),))


def follow_lines(p: Field, side: int) -> Flood:
    """12.2 Supply roads, and up to four hexes off them over any ground."""
    return _follow(p, side, (Leg(BY_ROAD), Leg(ANY_LINK, OFF_ROAD)))


def _follow(p: Field, side: int, legs: tuple[Leg, ...]) -> Flood:
    flood = p.data.supply_roads
    follow(flood, Route(sources(p, side), legs), blocked_hexes(p.way(side), CROWDED), p.sides)
    return flood


@derived(Until.ANY_MOVE)
def supplied_hexes(p: Field, side: int) -> bytearray:
    """12.2 A byte for each hex, not zero where a unit of a side could trace supply now."""
    marks = bytearray(p.data.board.size)
    follow_lines(p, side).mark(marks, 1)
    return marks


def supply_line(p: Field, unit: int) -> list[int]:
    """The hexes of a unit's supply line, from it to its source; none where it has none."""
    return follow_lines(p, p.data.sides[unit]).line_from(p.where[unit])


def can_trace(p: Field, unit: int) -> bool:
    return bool(supplied_hexes(p, p.data.sides[unit])[p.where[unit]])


def always_supplied(p: Field, unit: int) -> bool:
    """15.6 All German units are in supply on the first four turns."""
    return p.data.sides[unit] == GERMAN and p.turn <= p.data.turn_named(p.data.named.turns.free_supply_until)


def check_supply(p: Field) -> None:
    """12.1 Both sides check all their units; a shortage lasts through the turn whatever a unit could trace."""
    lost: list[int] = []
    found: list[int] = []
    for side in (GERMAN, ALLIED):
        for unit in p.on_map(side):
            if p.supply[unit] == SHORT:
                continue
            out = not always_supplied(p, unit) and not can_trace(p, unit)
            if out != (p.supply[unit] == OUT_OF_SUPPLY):
                p.supply[unit] = OUT_OF_SUPPLY if out else IN_SUPPLY
                (lost if out else found).append(unit)
    if lost:
        p.tell(Event("out-of-supply", {"units": tuple(lost), "n": len(lost)}, "12.4"))
    if found:
        p.tell(Event("in-supply-again", {"units": tuple(found), "n": len(found)}, "12.1"))


# --- shortage ------------------------------------------------------------------------------------------


def end_shortage(p: Field) -> None:
    """12.6 A shortage ends with the turn."""
    for unit in p.on_map(GERMAN):
        if p.supply[unit] == SHORT:
            p.supply[unit] = IN_SUPPLY


def roll_for_shortage(p: Field) -> None:
    """12.6 One die says whether there is a shortage, a second who suffers it."""
    first = p.die()
    if first <= NO_SHORTAGE:
        p.tell(Event("no-shortage", {"die": first}, "12.6"))
        return
    row = p.data.shortage[p.die() - 1]
    short = [unit for unit in p.on_map(GERMAN) if goes_short(p, row, unit)]
    for unit in short:
        p.supply[unit] = SHORT
    p.tell(Event("shortage", {"die": first, "second": row.die, "units": tuple(short), "n": len(short)}, "12.6"))


def goes_short(p: Field, row: ShortageRow, unit: int) -> bool:
    """12.6 Whether a row of the table names a unit: some divisions and units of an army, all others, or all of it."""
    piece = p.data.counters[unit]
    if not piece.mechanized or army_of(p, unit) != row.army:
        return False
    if row.others:
        rows = [other for other in p.data.shortage if other.army == row.army and (other.divisions or other.units)]
        return not any(_names(other, piece.division, piece.id) for other in rows)
    return _names(row, piece.division, piece.id) if row.divisions or row.units else True


def _names(row: ShortageRow, division: str, id: str) -> bool:
    return division in row.divisions.split() or id in row.units.split()
