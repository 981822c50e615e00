"""The ground: kinds of steps, what they cost (10.4 to 10.6, Terrain Effects Chart), lines that may be closed."""

from __future__ import annotations

from ardennes.board import Board
from ardennes.games.deadly_woods.rules.pieces import GERMAN, HALVES, Costs, WoodsData
from ardennes.kernels.flags import ALTERED, BARRED, CROWDED, MARKED, MARKED_TOO, NEVER, TOLL
from ardennes.kernels.reach import Prices
from ardennes.numbers import Hexside, Side, by_side
from ardennes.rules.ground import step_table, terrain_numbers

TERRAINS = ("clear", "woods", "forest", "rough")
CLEAR, WOODS, FOREST, ROUGH = range(4)
DRY, ROAD, MINOR, MAJOR, ROAD_BRIDGE, BRIDGE = range(6)
WAYS = 6
KINDS = len(TERRAINS) * WAYS + 1

FOOT, MOTOR, TRUCKS, MOTOR_PAST_MARKER = range(4)
"""Manners of moving: infantry, motorized units, infantry moving as motorized (10.5), and motorized units that leave the
road where Greif or Traffic lies on it instead of paying for it (12.5, 12.8)."""
MODES = (1, 2, 2, 2)
ON_ROAD, OFF_ROAD = 0, 1
"""10.4.1 A motorized unit at the road rate, and one that has left the road or may not use that rate."""

FOOT_ROAD, MOTOR_ROAD = HALVES, HALVES // 2
OFF_ROAD_BRIDGE = 2 * HALVES
FOOT_RUIN, MOTOR_RUIN = 1 * HALVES, 3 * HALVES
MARKER = 2 * HALVES

NORTH_LINE, SOUTH_LINE, OUREN = 1, 2, 3
"""What may close a hexside: the line between 6th and 5th Panzer Army, the one to 7th Army, the Ouren bridge."""
FROM_ZONE_TO_ZONE = tuple(NEVER if toll & 4 and toll & 1 else 0 for toll in range(16))
"""7.3 Units do not move from one enemy zone of control to another."""


def kind_of(terrain: int, way: int) -> int:
    return 1 + terrain * WAYS + way


def terrain_of(board: Board) -> bytes:
    """The terrain of each hex, as a number into TERRAINS."""
    return terrain_numbers(board, TERRAINS)


def way_across(board: Board, side: Hexside) -> int:
    """Road, river or bridge on a hexside; a bridge that starts destroyed is a bridge all the same."""
    if not board.river[side]:
        return ROAD if board.road[side] else DRY
    if board.bridge[side]:
        return ROAD_BRIDGE if board.road[side] else BRIDGE
    return MAJOR if board.river[side] == board.code("river", "major") else MINOR


def build_step_kinds(board: Board) -> bytes:
    """The kind of every step: the ground entered, and what lies on the hexside."""
    terrain = terrain_of(board)
    return step_table(board, lambda _, there, side: kind_of(terrain[there], way_across(board, side)))


def price_list(
    data: WoodsData, side: Side, movement_mode: int, *, closed: tuple[int, ...], limits: int, stops: int
) -> Prices:
    """What a movement mode costs a side. ``closed`` are lines that may not be crossed, ``limits`` flags of hexes
    that keep this mover out besides BARRED, ``stops`` those that stop it."""
    prices = Prices(
        data.ground,
        KINDS,
        modes=MODES[movement_mode],
        whole=HALVES,
        barred=BARRED | limits,
        stops=stops,
        no_end=0,
        leaving=FROM_ZONE_TO_ZONE,
        tolls=tuple(NEVER if line in closed else 0 for line in range(8)),
    )
    if movement_mode == FOOT:
        _price_foot(prices, data.costs.infantry)
    elif movement_mode in (MOTOR, MOTOR_PAST_MARKER):
        _price_motor(prices, data.costs.motorized, leaves_road=movement_mode == MOTOR_PAST_MARKER)
    else:
        _price_trucks(prices, data.costs.motorized)
    if side != GERMAN:
        prices.add(MARKER, having=MARKED_TOO)
    return prices


def _terrain_costs(costs: Costs) -> tuple[int | None, ...]:
    return costs.clear, costs.woods, costs.forest, costs.rough


def _price_foot(prices: Prices, costs: Costs) -> None:
    """10.4, 10.6 Infantry pays 1 by road whatever the ground, nothing more for a bridge, 1 more at a destroyed one.
    12.5, 12.8 A marker on the road makes it go across country, unless the road is cheaper even so."""
    for terrain, points in enumerate(_terrain_costs(costs)):
        for way, extra in ((DRY, 0), (MINOR, costs.minor_river), (MAJOR, costs.major_river), (BRIDGE, 0)):
            if points is not None and extra is not None:
                prices.set((points + extra) * HALVES, kind_of(terrain, way))
        for way in (ROAD, ROAD_BRIDGE):
            prices.set(FOOT_ROAD, kind_of(terrain, way))
            across_country = NEVER if points is None else points * HALVES
            prices.set(min(FOOT_ROAD + MARKER, across_country), kind_of(terrain, way), having=MARKED)
        for way in (ROAD_BRIDGE, BRIDGE):
            ruin = NEVER if points is None else points * HALVES + FOOT_RUIN
            prices.set(ruin, kind_of(terrain, way), across=ALTERED)


def _price_motor(prices: Prices, costs: Costs, *, leaves_road: bool) -> None:
    """10.4, 10.4.1, 10.6 Half a point by road as long as the unit keeps to roads and to hexes without friends; from
    then on the ground, 2 for a bridge, 3 for a destroyed one, and no Forest. 12.5, 12.8 A marker on the road is paid
    for, or the road is left there."""
    for terrain, points in enumerate(_terrain_costs(costs)):
        for way, extra in ((DRY, 0), (MINOR, costs.minor_river), (MAJOR, costs.major_river)):
            if points is not None and extra is not None:
                prices.set((points + extra) * HALVES, kind_of(terrain, way), then=OFF_ROAD)
        for way, extra in ((ROAD, 0), (ROAD_BRIDGE, OFF_ROAD_BRIDGE), (BRIDGE, OFF_ROAD_BRIDGE)):
            full = NEVER if points is None else points * HALVES + extra
            prices.set(full, kind_of(terrain, way), then=OFF_ROAD)
            if way != BRIDGE:
                _price_road(prices, kind_of(terrain, way), full, leaves_road=leaves_road)
        for way in (ROAD_BRIDGE, BRIDGE):
            ruin = NEVER if points is None else points * HALVES + MOTOR_RUIN
            prices.set(ruin, kind_of(terrain, way), then=OFF_ROAD, across=ALTERED)


def _price_trucks(prices: Prices, costs: Costs) -> None:
    """10.5 Infantry as motorized keeps to roads throughout, so it does not cross where a bridge is destroyed."""
    for terrain, points in enumerate(_terrain_costs(costs)):
        for way, extra in ((ROAD, 0), (ROAD_BRIDGE, OFF_ROAD_BRIDGE)):
            full = NEVER if points is None else points * HALVES + extra
            prices.set(full, kind_of(terrain, way), then=OFF_ROAD)
            _price_road(prices, kind_of(terrain, way), full, leaves_road=False)
        prices.set(NEVER, kind_of(terrain, ROAD_BRIDGE), across=ALTERED)


def _price_road(prices: Prices, kind: int, full: int, *, leaves_road: bool) -> None:
    """10.4.1 A step at the road rate; friends in the hex put an end to it. 12.5, 12.8 A marker makes it dearer, for who
    does not leave the road there."""
    prices.set(MOTOR_ROAD, kind, ON_ROAD)
    if leaves_road:
        prices.set(full, kind, ON_ROAD, then=OFF_ROAD, having=MARKED)
    else:
        prices.set(MOTOR_ROAD + MARKER, kind, ON_ROAD, having=MARKED)
    prices.set(full, kind, ON_ROAD, then=OFF_ROAD, having=CROWDED)


def printed_sides(board: Board, area: bytes, ouren_bridge: tuple[str, str]) -> bytes:
    """The lines that may be closed, as tolls of hexsides."""
    tolls = bytearray(board.sides)
    for side, (one, other) in by_side(board.side_hexes):
        if area[one] != area[other]:
            tolls[side] = TOLL * (NORTH_LINE if 0 in (area[one], area[other]) else SOUTH_LINE)
    west, east = ouren_bridge
    tolls[board.side(board.hex(west), board.hex(east))] = TOLL * OUREN
    return bytes(tolls)
