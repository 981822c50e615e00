"""12.0 Supply: roads from the map edge, four hexes off the road; who is out of supply."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.board import Board
from ardennes.engine.derived import Until, derived
from ardennes.games.bitter_woods.rules.events import is_supplied_by_event
from ardennes.games.bitter_woods.rules.field import IN_SUPPLY, OUT_OF_SUPPLY, SHORT, Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.bitter_woods.rules.terrain import BRIDGE, MEUSE_BRIDGE, ROAD, way_across
from ardennes.kernels.flags import CROWDED
from ardennes.kernels.flood import ANY_LINK, Flood
from ardennes.numbers import Hex, Side, Unit, all_hexsides
from ardennes.rules.supply import Leg, Route, blocked_hexes, follow, tell_changes

OFF_ROAD = 4
BY_ROAD = 1
LINES = Leg(BY_ROAD), Leg(ANY_LINK, OFF_ROAD)


def build_supply_graph(board: Board) -> Flood:
    """12.2 Supply roads; where a bridge is blown, none."""
    ways = [way_across(board, side) for side in all_hexsides(board.sides)]
    whole = bytes(BY_ROAD if way in (ROAD, BRIDGE, MEUSE_BRIDGE) else 0 for way in ways)
    blown = bytes(BY_ROAD if way == ROAD else 0 for way in ways)
    return Flood(board.neighbours, board.side_of, whole, blown)


def sources(p: Field, side: Side) -> list[int]:
    """12.3 Roads that leave by a friendly edge, and Liège: for the Germans where a combat unit of theirs is, for the
    Allies where they were last."""
    data = p.data
    if side == GERMAN:
        held = [hex for hex in data.liege if any(data.counters[unit].combat_unit for unit in _germans_in(p, hex))]
        return [*data.german_sources, *held]
    return [*data.allied_sources, *(hex for hex in data.liege if p.liege[hex] == ALLIED)]


def _germans_in(p: Field, hex: Hex) -> list[Unit]:
    return p.units_in(hex) if p.side_in(hex) == GERMAN else []


def follow_roads(p: Field, side: Side) -> Flood:
    """12.2 Along roads from the sources: the supply roads of a side."""
    return _follow(p, side, (Leg(BY_ROAD),))


def follow_lines(p: Field, side: Side) -> Flood:
    """12.2 Supply roads, and up to four hexes off them over any ground."""
    return _follow(p, side, LINES)


def leads_to_east_edge(p: Field, hex: Hex) -> bool:
    """25.2 Whether a German supply line runs from a hex to the eastern edge, now and whatever Liège would give."""
    return bool(_follow(p, GERMAN, LINES, p.data.german_sources).line_from(hex))


def _follow(p: Field, side: Side, legs: tuple[Leg, ...], begin: Sequence[int] = ()) -> Flood:
    flood = p.data.supply_roads
    follow(flood, Route(begin or sources(p, side), legs), blocked_hexes(p.way(side), CROWDED), p.sides)
    return flood


@derived(Until.ANY_MOVE)
def supplied_hexes(p: Field, side: Side) -> bytearray:
    """12.2 A byte for each hex, not zero where a unit of a side could trace supply now."""
    marks = bytearray(p.data.board.size)
    follow_lines(p, side).mark(marks, 1)
    return marks


def supply_line(p: Field, unit: Unit) -> list[Hex]:
    """The hexes of a unit's supply line, from it to its source; none where it has none."""
    return follow_lines(p, p.data.sides[unit]).line_from(p.where[unit])


def can_trace(p: Field, unit: Unit) -> bool:
    return bool(supplied_hexes(p, p.data.sides[unit])[p.where[unit]])


def always_supplied(p: Field, unit: Unit) -> bool:
    """15.6 All German units are in supply on the first four turns; 38.0 some units by events."""
    if is_supplied_by_event(p, unit):
        return True
    return p.data.sides[unit] == GERMAN and p.turn <= p.data.turn_named(p.data.named.turns.free_supply_until)


def check_supply(p: Field) -> None:
    """12.1 Both sides check all their units; a shortage lasts through the turn whatever a unit could trace."""
    lost: list[int] = []
    found: list[int] = []
    for side in (GERMAN, ALLIED):
        traced, where = supplied_hexes(p, side), p.where
        for unit in p.on_map(side):
            if p.supply[unit] == SHORT:
                continue
            out = not traced[where[unit]] and not always_supplied(p, unit)
            if out != (p.supply[unit] == OUT_OF_SUPPLY):
                p.supply[unit] = OUT_OF_SUPPLY if out else IN_SUPPLY
                (lost if out else found).append(unit)
    tell_changes(p, lost, found, ("12.4", "12.1"))
