"""5.3 Terrain effects on movement: kinds of steps, and what they cost each sort of unit on each sort of ground."""

from __future__ import annotations

from enum import IntEnum

import msgspec

from ardennes.board import Board
from ardennes.games.bitter_woods.rules.pieces import GERMAN, TWELFTHS, BitterData, Piece
from ardennes.kernels.flags import ALTERED, BARRED, MARKED, NEVER, NO_END, ZONE
from ardennes.kernels.reach import Prices
from ardennes.numbers import Hex, Hexside, Unit
from ardennes.rules.ground import places, step_table, terrain_numbers

TERRAINS = ("clear", "light woods", "broken", "forest")
CLEAR, LIGHT_WOODS, BROKEN, FOREST, TOWN = range(5)
DRY, ROAD, RIVER, MEUSE, BRIDGE, MEUSE_BRIDGE = range(6)
WAYS = 6
KINDS = 5 * WAYS * 2 + 1
ROUGH = (BROKEN, FOREST)
"""Ground that is dearer by a point where it is entered out of the water, and gives a shift to its defender (9.4)."""

FRESH, MOVING, HALTED = range(3)
"""5.3 A unit that has not moved may ford a river; afterwards no more, and some end their move there."""
MODES = 3

MECHANIZED_INTERDICTION, OTHER_INTERDICTION = 2 * TWELFTHS, 1 * TWELFTHS
FORDING_INTO_ROUGH = 1 * TWELFTHS
SNOW, SNOW_ROAD = 1 * TWELFTHS, TWELFTHS // 2


class Fords(IntEnum):
    """5.3 What comes of crossing a river without a bridge."""

    NEVER = 0
    HALTS = 1
    GOES_ON = 2


class Profile(msgspec.Struct, frozen=True):
    """How a sort of unit moves."""

    road: int
    heavy_going: bool
    """Slowed by mud and light woods: mechanized units and artillery."""
    silhouette: bool
    """In forest on roads only."""
    fords: Fords
    crosses_meuse: bool
    """Without a bridge, to end its move there."""
    interdiction: int


QUARTER, THIRD, HALF = TWELFTHS // 4, TWELFTHS // 3, TWELFTHS // 2


def profile_of(piece: Piece) -> Profile:
    """5.3, 11.3 How a unit moves; 29.1 paratroopers hinder the Allies as aircraft do
    German infantry; a leader goes by whichever class is cheaper (24.3)."""
    german_foot = piece.side == GERMAN and not piece.mechanized and piece.kind not in ("corps-artillery", "leader")
    road = THIRD if german_foot else QUARTER
    if piece.side == GERMAN and piece.kind == "corps-artillery":
        road = HALF
    fords = Fords.NEVER if piece.heavy else Fords.GOES_ON if piece.fords else Fords.HALTS
    return Profile(
        road=road,
        heavy_going=piece.mechanized or piece.artillery,
        silhouette=bool(piece.silhouette),
        fords=fords,
        crosses_meuse=piece.fords,
        interdiction=MECHANIZED_INTERDICTION if piece.mechanized and piece.side == GERMAN else OTHER_INTERDICTION,
    )


def terrain_of(board: Board) -> bytes:
    """The terrain of each hex; a town is town and nothing else, a village changes nothing."""
    terrain = bytearray(terrain_numbers(board, TERRAINS))
    for hex in places(board, "town"):
        terrain[hex] = TOWN
    return bytes(terrain)


def kind_of(terrain: int, way: int, from_forest: bool) -> int:
    return 1 + 2 * (terrain * WAYS + way) + from_forest


def way_across(board: Board, side: Hexside) -> int:
    """Road, river or bridge on a hexside; a bridge that starts blown is a bridge all the same."""
    if not board.river[side]:
        return ROAD if board.road[side] else DRY
    meuse = board.river[side] == board.code("river", "meuse")
    if board.bridge[side]:
        return MEUSE_BRIDGE if meuse else BRIDGE
    return MEUSE if meuse else RIVER


def is_meuse(board: Board, side: Hexside) -> bool:
    """Whether the Meuse runs along a hexside, bridged or not."""
    return board.river[side] == board.code("river", "meuse")


def build_step_kinds(board: Board, terrain: bytes) -> bytes:
    """The kind of every step: the ground left and entered, and what lies on the hexside. Nobody crosses a cliff."""

    def of_step(here: Hex, there: Hex, side: Hexside) -> int:
        return 0 if board.wall[side] else kind_of(terrain[there], way_across(board, side), terrain[here] == FOREST)

    return step_table(board, of_step)


def off_road_cost(profile: Profile, ground: str, terrain: int) -> int:
    """5.3 The price of a hex without a road; 1 in a town. The frost of 23AM lasts; 2.9 in snow a point more."""
    costs = {CLEAR: 1, LIGHT_WOODS: 1, BROKEN: 2, FOREST: 2, TOWN: 1}
    points = costs[terrain]
    if profile.heavy_going:
        frozen = ground in ("freeze", "snow")
        points += (terrain == CLEAR and ground == "mud") or (terrain == LIGHT_WOODS and not frozen)
    return points * TWELFTHS + (SNOW if ground == "snow" else 0)


def road_cost(profile: Profile, ground: str) -> int:
    """5.3 The price of a hex by road; 2.9 in snow half a point at least."""
    return max(profile.road, SNOW_ROAD) if ground == "snow" else profile.road


def price_list(steps: bytes, profile: Profile, ground: str, by_road: bool = True) -> Prices:
    """What moving costs a sort of unit on a sort of ground, over these steps."""
    prices = Prices(steps, KINDS, modes=MODES, whole=TWELFTHS, barred=BARRED, stops=ZONE, no_end=NO_END)
    road = road_cost(profile, ground)
    for terrain in (CLEAR, LIGHT_WOODS, BROKEN, FOREST, TOWN):
        cost = off_road_cost(profile, ground, terrain)
        for from_forest in (False, True):
            closed = profile.silhouette and (terrain == FOREST or from_forest)
            for mode in (FRESH, MOVING):
                if not closed:
                    prices.set(cost, kind_of(terrain, DRY, from_forest), mode, MOVING)
                for way in (ROAD, BRIDGE, MEUSE_BRIDGE) if by_road or not closed else ():
                    prices.set(road if by_road else cost, kind_of(terrain, way, from_forest), mode, MOVING)
            _price_fords(prices, profile, terrain, from_forest, None if closed else cost)
    prices.add(profile.interdiction, having=MARKED)
    return prices


def _price_fords(prices: Prices, profile: Profile, terrain: int, from_forest: bool, cost: int | None) -> None:
    """5.3 Without a bridge, or where it is blown, only who has not moved yet may cross: infantry goes on, others stop,
    heavy tanks never; over the Meuse infantry alone, and it stops. Out of the water into rough ground costs a point
    more."""
    extra = FORDING_INTO_ROUGH if terrain in ROUGH else 0
    river = NEVER if cost is None or profile.fords is Fords.NEVER else cost + extra
    meuse = NEVER if cost is None or not profile.crosses_meuse else cost + extra
    after = MOVING if profile.fords is Fords.GOES_ON else HALTED
    for printed, bridged, price, then in ((RIVER, BRIDGE, river, after), (MEUSE, MEUSE_BRIDGE, meuse, HALTED)):
        bank, ruin = kind_of(terrain, printed, from_forest), kind_of(terrain, bridged, from_forest)
        prices.set(price, bank, FRESH, then)
        prices.set(price, ruin, FRESH, then, across=ALTERED)
        prices.set(NEVER, ruin, MOVING, across=ALTERED)


def prices_of(data: BitterData, unit: Unit, ground: str, army: int, *, by_road: bool = True) -> Prices:
    """The price list of a unit; ``army`` is that of a German army whose boundaries bind it, or -1; without roads if it
    may not use them (29.0)."""
    key = (unit, ground, army, by_road)
    found = data.unit_prices.get(key)
    if found is None:
        profile, steps = profile_of(data.counters[unit]), data.ground if army < 0 else data.army_ground[army]
        shared = (profile, ground, army, by_road)
        if shared not in data.prices:
            data.prices[shared] = price_list(steps, profile, ground, by_road)
        found = data.unit_prices[key] = data.prices[shared]
    return found
