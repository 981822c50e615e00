"""17.0 Terrain Effects Chart: what a step costs (11.0) and what the ground does in combat (2.0)."""

from __future__ import annotations

from ardennes.board import Board
from ardennes.games.bulge1944.rules.pieces import GERMAN, SIXTHS
from ardennes.kernels.flags import CROWDED, NEVER, ZONE
from ardennes.kernels.reach import Prices
from ardennes.numbers import Hex, Hexside, Side
from ardennes.rules.ground import step_table

CLEAR, FOREST, ROUGH, CITY, ROUGH_FROM_ROUGH = range(5)
DRY, RIVER, ROAD, BRIDGE = range(4)
GROUNDS, WAYS = 5, 4
KINDS = GROUNDS * WAYS + 1

ARMOR_COST = {CLEAR: 1, FOREST: 2, ROUGH: 3, CITY: 1}
INFANTRY_COST = {CLEAR: 1, FOREST: 2, ROUGH: 2, CITY: 1, ROUGH_FROM_ROUGH: 2}
ARMOR_RIVER, INFANTRY_RIVER = 3, 1
ZONE_COST = 3
FRIENDS_ON_ROAD = SIXTHS
ARMOR_ROAD, INFANTRY_ROAD, MOTORIZED_ROAD = SIXTHS // 2, SIXTHS, SIXTHS // 3


def ground_of(board: Board, hex: Hex) -> int:
    """What a hex counts as; a town takes the terrain it stands in, a city is a terrain of its own."""
    if board.place[hex] == board.code("place", "city"):
        return CITY
    return (CLEAR, FOREST, ROUGH)[("clear", "forest", "rough").index(board.vocabulary["terrain"][board.terrain[hex]])]


def kind_of(ground: int, way: int) -> int:
    return 1 + ground * WAYS + way


def build_step_kinds(board: Board) -> bytes:
    """The kind of every step: the ground entered, and river, road or bridge on the way."""
    grounds = {hex: ground_of(board, hex) for hex in board.hexes}

    def kind(here: Hex, there: Hex, side: Hexside) -> int:
        rough_from_rough = grounds[here] == grounds[there] == ROUGH
        by_road, dry = (BRIDGE, RIVER) if board.river[side] else (ROAD, DRY)
        return kind_of(ROUGH_FROM_ROUGH if rough_from_rough else grounds[there], by_road if board.road[side] else dry)

    return step_table(board, kind)


def price_list(ground: bytes, side: Side, armor: bool, over_rough: bool = False) -> Prices:
    """2.0, 11.0, 17.0 The dearest of terrain (or road), friends on the road and enemy zone; a river comes on top.

    Armor does not go from rough to rough but by road (unless ``over_rough``, for the reason of a refusal). For Germans
    a bridge into a hex in an Allied zone that no German holds is interdicted: they cross as if there were only the
    river.
    """
    costs, river = (ARMOR_COST, ARMOR_RIVER) if armor else (INFANTRY_COST, INFANTRY_RIVER)
    if over_rough:
        costs = {**costs, ROUGH_FROM_ROUGH: costs[ROUGH]}
    road = ARMOR_ROAD if armor else INFANTRY_ROAD
    prices = Prices(ground, KINDS, whole=SIXTHS)
    for terrain in range(GROUNDS):
        if terrain in costs:
            cost = costs[terrain]
            for way, extra in ((DRY, 0), (RIVER, river)):
                prices.set((cost + extra) * SIXTHS, kind_of(terrain, way))
                prices.set((max(cost, ZONE_COST) + extra) * SIXTHS, kind_of(terrain, way), having=ZONE)
        for way in (ROAD, BRIDGE):
            prices.set(road, kind_of(terrain, way))
            prices.set(max(road, FRIENDS_ON_ROAD), kind_of(terrain, way), having=CROWDED)
            prices.set(ZONE_COST * SIXTHS, kind_of(terrain, way), having=ZONE)
        if side == GERMAN:
            _interdict(prices, terrain, costs, river)
    return prices


def _interdict(prices: Prices, terrain: int, costs: dict[int, int], river: int) -> None:
    """11.0 Allied bridge interdiction, which a German in the far hex negates."""
    kind = kind_of(terrain, BRIDGE)
    if terrain in costs:
        prices.set((max(costs[terrain], ZONE_COST) + river) * SIXTHS, kind, having=ZONE)
    else:
        prices.set(NEVER, kind, having=ZONE)
    prices.set(ZONE_COST * SIXTHS, kind, having=ZONE | CROWDED)


def motorized_price_list(ground: bytes) -> Prices:
    """11.0 Motorized road movement: along connected roads only, and never in an enemy zone."""
    prices = Prices(ground, KINDS, whole=SIXTHS)
    for terrain in range(GROUNDS):
        for way in (ROAD, BRIDGE):
            prices.set(MOTORIZED_ROAD, kind_of(terrain, way))
            prices.set(FRIENDS_ON_ROAD, kind_of(terrain, way), having=CROWDED)
            prices.set(NEVER, kind_of(terrain, way), having=ZONE)
    return prices


def attack_penalty(ground: int, armor: bool) -> int:
    """17.0 Dice each attacking unit loses for the ground the defender stands on."""
    if ground == ROUGH:
        return 2 if armor else 1
    return 1 if ground in (FOREST, CITY) else 0
