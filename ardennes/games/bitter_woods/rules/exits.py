"""5.5 Exiting the map: German mechanized units beyond the Meuse, Allied units out of supply."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.field import EXITED, Field, leave_hex
from ardennes.games.bitter_woods.rules.fuel_dumps import capture_dumps
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN, TWELFTHS, BitterData
from ardennes.games.bitter_woods.rules.removal import lose_the_lone
from ardennes.games.bitter_woods.rules.terrain import FRESH, HALTED, MOVING, profile_of, road_cost
from ardennes.games.bitter_woods.rules.victory import check_exits
from ardennes.hexes.grid import NOWHERE
from ardennes.kernels.flags import ZONE
from ardennes.kernels.reach import Reach
from ardennes.numbers import Hex, Unit

NORTH, SOUTH, WEST = "north-edge", "south-edge", "west-edge"
ALLIED_EDGES = (NORTH, SOUTH, WEST)
TURNS_AWAY = 2
"""5.5 An Allied unit stays away for a whole turn at least."""


def german_exits(data: BitterData) -> frozenset[Hex]:
    """5.5 Roads and towns on the western and northern edges, across the Meuse."""
    board = data.board
    edges = (board.area(WEST) | board.area(NORTH)) & board.area("west-of-meuse")
    return edges & (board.area("allied-supply") | data.towns)


def may_exit(p: Field, unit: Unit) -> bool:
    """5.5 Whether a unit may leave the map at all: German mechanized units for good, Allied units out of supply until
    they come back."""
    piece = p.data.counters[unit]
    return piece.mechanized if piece.side == GERMAN else not p.is_supplied(unit)


def price(p: Field, unit: Unit, hex: Hex) -> int:
    """5.5 The road rate by a road or out of a town; one point elsewhere, where only Allied units leave."""
    board, ground = p.data.board, p.data.turns[p.turn - 1].ground
    by_road = hex in p.data.towns or any(board.road[board.side(hex, there)] for there in board.around(hex))
    return road_cost(profile_of(p.data.counters[unit]), ground) if by_road else TWELFTHS


class WayOut(NamedTuple):
    """5.5 How a unit leaves the map: the path to the edge, and all that it has spent then."""

    path: tuple[Hex, ...]
    spent: int


def ways_out(p: Field, unit: Unit, found: Reach, allowance: int) -> dict[Hex, WayOut]:
    """5.5 Where a unit can leave the map with what it has. It does not go on where its move has to end: from an enemy
    zone that it has entered, or 5.3 beyond a river that it has forded."""
    if not may_exit(p, unit):
        return {}
    side, here = p.data.sides[unit], p.where[unit]
    ways = {}
    for hex in sorted(p.data.german_exits if side == GERMAN else p.data.allied_edges):
        costs = {mode: found.cost_of(hex, mode) for mode in (FRESH, MOVING) if found.cost_of(hex, mode) >= 0}
        mode = min(costs, key=lambda mode: costs[mode], default=HALTED)
        stopped = mode == HALTED or (hex != here and p.way(side)[hex] & ZONE)
        if not stopped and costs[mode] + price(p, unit, hex) <= allowance:
            ways[hex] = WayOut(tuple(found.path_to(hex, mode)[1:]), costs[mode] + price(p, unit, hex))
    return ways


def is_open_edge(p: Field, hex: Hex) -> bool:
    """5.5 Whether a retreat may leave the map there: German zones reach beyond the edge, so one of the spaces beyond
    must have no German unit with a zone beside it."""
    return any(not any(_has_zone(p, beside) for beside in space) for space in _beyond(p, hex))


def _has_zone(p: Field, hex: Hex) -> bool:
    return p.side_in(hex) == GERMAN and p.has_zone(hex)


def _beyond(p: Field, hex: Hex) -> list[list[Hex]]:
    """The spaces beside a hex beyond the three edges that Allied units leave by, each as the hexes of the map beside
    it."""
    grid = p.data.board.grid
    lane, place = grid.lane_place(hex)
    beside = [(lane + across, place + along) for across, along in grid.steps(grid.is_shifted(lane))]
    beyond = [(lane, place) for lane, place in beside if grid.index(lane, place) == NOWHERE and lane >= grid.lanes[0]]
    return [
        [
            there
            for across, along in grid.steps(grid.is_shifted(lane))
            if (there := grid.index(lane + across, place + along)) != NOWHERE
        ]
        for lane, place in beyond
    ]


def leave(p: Field, unit: Unit, hex: Hex) -> None:
    """5.5 A unit leaves the map; 17.1 the Germans may win by it."""
    data = p.data
    piece, supplied, start = data.counters[unit], p.is_supplied(unit), p.where[unit]
    p.put(unit, data.box(EXITED))
    leave_hex(p, start, piece.side)
    p.tell(Event("exits", {"unit": unit, "hex": hex}, "5.5"))
    capture_dumps(p)
    if "leaders" in data.options:
        lose_the_lone(p)
    if piece.side == ALLIED:
        p.away[unit] = p.turn
        p.edge[unit] = next(number for number, edge in enumerate(ALLIED_EDGES) if hex in data.board.area(edge))
        return
    if unit in data.battalions:
        count_battalions(p)
    elif supplied and piece.mechanized:
        p.exits += 1
        p.exits_armor += bool(piece.silhouette)
    check_exits(p)


def count_battalions(p: Field) -> None:
    """36.8 The battalions of KG Peiper count for one unit once all three have left, in supply."""
    gone = all(p.where[unit] == p.data.box(EXITED) and p.is_supplied(unit) for unit in p.data.battalions)
    p.exits += gone
    p.exits_armor += gone
