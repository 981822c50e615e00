"""8.0 Supply: the line (8.2), who checks when (8.1), and what its lack means (8.3)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.board import Board
from ardennes.engine.derived import Until, derived
from ardennes.engine.game_data import NOWHERE
from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Event
from ardennes.games.deadly_woods.rules.field import Field, put_back
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
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
from ardennes.kernels.flood import Flood
from ardennes.numbers import Hex, Unit
from ardennes.rules.supply import Leg, Route, blocked_for, has_line, reached_by, supplied_hexes, tell_changes

OFF_ROAD = 5
BY_ROAD, OPEN, TO_THE_END = 1, 2, 4
"""Links: a road; a hexside without a river or with a bridge, at Forest only with a road; and one of any ground, for the
step at the end of a line, where the unit stands."""
OUT_OF_SUPPLY_MOVES = 3


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
            neighbours[edge] = NOWHERE
    return Flood(neighbours, board.side_of, bytes(links), bytes(destroyed))


ACROSS_COUNTRY = (Leg(OPEN, OFF_ROAD - 1), Leg(TO_THE_END, 1))
"""8.2 Up to five hexes, of which the last may be Forest."""


def routes(sources: Sequence[int]) -> tuple[Route]:
    """8.2 Along roads from the entry areas, then across country."""
    return (Route(sources, (Leg(BY_ROAD), *ACROSS_COUNTRY)),)


@derived(Until.ANY_MOVE)
def air_supplied_hexes(p: Field) -> bytearray | None:
    """8.6 Where US units can trace supply to the Air Supply marker; None while it is not on the map."""
    hex = p.where[p.data.by_kind["air-supply"]]
    from_air = Route((hex,), ACROSS_COUNTRY)
    return reached_by(p.data.air_supply_lines, (from_air,), blocked_for(p, ALLIED), p.sides) if hex >= 0 else None


def can_trace(p: Field, unit: Unit) -> bool:
    """8.2 Whether a unit on the map can trace supply at this instant, without air supply and captured fuel."""
    return has_line(p, p.data.counters[unit].side, p.where[unit])


def is_supplied(p: Field, unit: Unit) -> bool:
    """8.1 Whether a unit counts as in supply: a German by his last check, an Allied unit by what it can trace now."""
    piece = p.data.counters[unit]
    if piece.side == GERMAN:
        return not p.cut[unit] or has_fuel(p, unit)
    return piece.kind == "delay" or would_be_supplied(p, unit, p.where[unit])


def would_be_supplied(p: Field, unit: Unit, hex: Hex) -> bool:
    """8.2, 8.6 Whether a unit could trace supply from a hex at this instant; US units by air too."""
    piece = p.data.counters[unit]
    if has_line(p, piece.side, hex):
        return True
    from_air = None if piece.side == GERMAN or piece.british else air_supplied_hexes(p)
    return from_air is not None and bool(from_air[hex])


def has_fuel(p: Field, unit: Unit) -> bool:
    """8.5 Peiper with the captured dump is in supply for all purposes on turn 2."""
    captured = p.fuel == "captured" and p.turn == p.data.named.turns.fuel_lasts_for
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
    tell_changes(p, lost, found, ("8.1", "8.1"))
    if p.motorized != NO_UNIT and p.cut[p.motorized]:
        take_trucks(p, "8.3")


def take_trucks(p: Field, rule: str) -> None:
    """8.3, 12.6 The Motorized marker goes back to the assets."""
    p.tell(Event("trucks-gone", {"unit": p.motorized}, rule))
    p.motorized = NO_UNIT
    put_back(p, p.data.by_kind["motorized"])
