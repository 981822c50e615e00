"""6.8 The Terrain Effects Chart: kinds of steps, and what they cost each sort of unit in each mode and ground.

Modes of a price list: Tactical Mode, or March Mode with the road used last, because a running fraction is rounded up
where the kind of road changes (7.43).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ardennes.board import Board
from ardennes.games.wacht_am_rhein.rules.field import BLOCKED, FREEZE
from ardennes.games.wacht_am_rhein.rules.pieces import GERMAN, PARTS, Costs, Piece, WachtData
from ardennes.kernels.flags import (
    ALTERED,
    BARRED,
    CROWDED,
    EVERY_FLAG,
    HELPED,
    MARKED,
    MARKED_TOO,
    NEVER,
    NO_END,
    SOFT_ZONE,
    ZONE,
)
from ardennes.kernels.reach import Prices
from ardennes.kernels.zones import Zones
from ardennes.numbers import Hex, Hexside, by_hexside
from ardennes.rules.ground import step_table

GROUNDS = ("clear", "broken", "woods", "built")
WATERS = ("", "creek", "ford", "river")
ROADS = ("", "primary", "secondary")
Step = tuple[str, str, bool, str]
STEPS: tuple[Step, ...] = tuple(product(GROUNDS, WATERS, (False, True), ROADS))
"""Every kind of step there is: ground entered, water crossed, bridge printed, road used. Kind 0 is none of them."""
KINDS = len(STEPS) + 1

TACTICAL, MARCHING, ON_PRIMARY, ON_SECONDARY, HALTED = range(5)
MODES = 4
"""24.33 HALTED, of a column that comes upon Truppeneinheit and goes no farther, is only there where these are."""
ROAD_MODES = (ON_PRIMARY, ON_SECONDARY)
MARCH_MODES = (MARCHING, *ROAD_MODES)
AFTER_ROAD = {"primary": ON_PRIMARY, "secondary": ON_SECONDARY}

HEADQUARTERS = "headquarters"
"""The row of the chart that they move by."""
CHANGE_OF_MODE = 4 * PARTS
"""7.21, 7.23"""
LEAVING_FLUID = 2 * PARTS
"""6.22, 8.33"""
TRAFFIC_JAM = 1 * PARTS
"""25.14g"""
BOTTLENECK = 2 * PARTS
"""25.14f For each unit that has crossed before."""
TOLLS = (*(BOTTLENECK * crossed for crossed in range(BLOCKED)), NEVER, NEVER, NEVER)


def hexes_named(board: Board, names: Iterable[str]) -> set[Hex]:
    """The hexes of areas and hexes that are named."""
    return {hex for name in names for hex in (board.area(name) if name in board.area_names else (board.hex(name),))}


def ground_of(board: Board, hex: Hex) -> str:
    """The ground of a hex; a town or village is that and nothing else."""
    row = board.row(hex)
    return "built" if row.place else row.terrain


def water_of(board: Board, side: Hexside) -> str:
    """River, creek, ford or nothing on a hexside."""
    if board.bridge[side] and board.bridge[side] == board.code("bridge", "ford"):
        return "ford"
    return board.vocabulary["river"][board.river[side]] if board.river[side] else ""


def has_printed_bridge(board: Board, side: Hexside) -> bool:
    return board.bridge[side] == board.code("bridge", "bridge")


def build_step_kinds(board: Board) -> bytes:
    """The kind of every step on the map."""
    numbers = {step: kind for kind, step in enumerate(STEPS, start=1)}
    roads = board.vocabulary["road"]

    def of_step(here: Hex, there: Hex, side: Hexside) -> int:
        road = roads[board.road[side]] if board.road[side] else ""
        return numbers[ground_of(board, there), water_of(board, side), has_printed_bridge(board, side), road]

    return step_table(board, of_step)


def lay_zones(board: Board) -> Zones:
    """8.25, WAR-R15 Zones cross a river only at a ford or at a bridge that stands: a printed one that is not blown, or
    one that was built."""
    river, ford = board.code("river", "river"), board.code("bridge", "ford")

    def reaches(side: Hexside, *, altered: bool) -> int:
        is_open = board.river[side] != river or board.bridge[side] == ford
        return int(is_open or has_printed_bridge(board, side) != altered)

    printed = step_table(board, lambda _here, _there, side: reaches(side, altered=False))
    altered = step_table(board, lambda _here, _there, side: reaches(side, altered=True))
    return Zones(board.neighbours, board.side_of, printed, altered)


def river_sides(board: Board) -> tuple[frozenset[int], frozenset[int]]:
    """10.76, 8.25 The hexsides with a River, and those of them without a Ford."""
    river, ford = board.code("river", "river"), board.code("bridge", "ford")
    fords = frozenset(side for side in range(board.sides) if board.bridge[side] == ford)
    rivers = frozenset(side for side in range(board.sides) if board.river[side] == river)
    return rivers | fords, rivers - fords


def woods_without_roads(board: Board) -> frozenset[int]:
    """7.31 Where nobody takes up March Mode."""
    woods = {hex for hex in board.hexes if ground_of(board, hex) == "woods"}
    roads = (hexes for side, hexes in by_hexside(board.side_hexes) if board.road[side])
    return frozenset(woods.difference(*roads))


def helpable_sides(board: Board) -> dict[int, tuple[int, ...]]:
    """6.53, WAR-R05 From each hex, the river hexsides with a bank in it or beside it: an engineer helps across them."""
    rivers: dict[int, set[int]] = {}
    for side, hexes in by_hexside(board.side_hexes):
        if water_of(board, side) == "river":
            for bank in hexes:
                for hex in (bank, *board.around(bank)):
                    rivers.setdefault(hex, set()).add(side)
    return {hex: tuple(sorted(sides)) for hex, sides in rivers.items()}


def with_help(helpable: dict[int, tuple[int, ...]], sides: bytes, engineers: tuple[int, ...]) -> bytes:
    """6.53 The flags of hexsides with those that engineers in these hexes help across."""
    found = bytearray(sides)
    for hex in engineers:
        for side in helpable.get(hex, ()):
            found[side] |= HELPED
    return bytes(found)


# --- prices --------------------------------------------------------------------------------------------


def rows_of(piece: Piece, *, bridging: bool, afoot: bool = False) -> tuple[str, str]:
    """6.13, 6.61 The rows of the chart that a unit moves by, in Tactical and in March Mode; a headquarters has one. An
    engineer with a bridge is of Class B (WAR-R82), who has left its vehicles of Class A (24.1)."""
    if piece.headquarters:
        return HEADQUARTERS, ""
    if afoot or (piece.class_a and not bridging):
        return "tactical-a", "march-a-german" if piece.side == GERMAN else "march-a-allied"
    return "tactical-b-infantry" if piece.helped_across else "tactical-b", "march-b"


LEAVES_AS_OTHERS, LEAVES_FLUID, LEAVES_AT_WILL = range(3)
"""24.5 How a unit leaves enemy zones: at a price; fluid ones without; rigid ones too, into any hex."""


def prices_of(
    data: WachtData,
    rows: tuple[str, str],
    allowance: int,
    ground: int,
    *,
    jams: bool,
    isolated: bool = False,
    leaving: int = LEAVES_AS_OTHERS,
) -> Prices:
    """The price list of a sort of unit with this allowance, in thirtieths; ``jams`` on the first day (25.14g); 8.35,
    14.66 who is ``isolated`` keeps out of enemy zones. Lists that differ only in these share their table."""
    key, sort = (rows, ground, jams), (allowance, isolated, leaving)
    found = data.prices.get((*key, *sort))
    if found is None:
        plain = data.prices.get(key)
        if plain is None:
            plain = data.prices.setdefault(key, price_list(data, rows, ground, jams=jams))
        barred = BARRED | ZONE | SOFT_ZONE if isolated else None
        listed = plain.relaxed(barred=barred, leaving=leaving_zones(allowance, leaving))
        found = data.prices.setdefault((*key, *sort), listed)
    return found


def leaving_zones(allowance: int, leaving: int = LEAVES_AS_OTHERS) -> tuple[int, ...]:
    """6.22, 6.23, 8.32, WAR-R17 Out of a rigid zone for half the present allowance, fractions down, and never into
    another; out of a fluid one for 2 points. Rigid outranks fluid (WAR-R16). 24.5 Some leave fluid zones for nothing,
    and rigid ones where a die has let them."""
    if leaving == LEAVES_AT_WILL:
        return (0,) * 16
    rigid, fluid = allowance // PARTS // 2 * PARTS, 0 if leaving == LEAVES_FLUID else LEAVING_FLUID
    return tuple((NEVER if toll & 1 else rigid) if toll >> 2 & 1 else fluid if toll >> 2 else 0 for toll in range(16))


def price_list(data: WachtData, rows: tuple[str, str], ground: int, *, jams: bool) -> Prices:
    """What moving costs a sort of unit, in both modes; 7.11, 7.21 it takes up March Mode anywhere on its way, but for
    Woods without a road, enemy zones and other columns. 25.14f Who wades pays no Bottleneck."""
    tactical, march = rows
    is_headquarters = not march
    prices = Prices(
        data.ground,
        KINDS,
        modes=modes_of(data),
        whole=PARTS,
        barred=BARRED | (ZONE | SOFT_ZONE if is_headquarters else 0),
        stops=ZONE,
        no_end=NO_END,
        heeds=EVERY_FLAG & ~NO_END if is_headquarters else EVERY_FLAG,
        tolls=TOLLS,
        toll_modes=sum(1 << mode for mode in ROAD_MODES) | 1 << MARCHING,
    )
    for (kind, step), across in product(enumerate(STEPS, start=1), (0, ALTERED)):
        for helped in (0, HELPED):
            prices.set(
                off_road(data.costs[tactical], step, ground, across | helped), kind, TACTICAL, across=across | helped
            )
            halts = bool(march) and prices.modes > MODES
            by_roads = Costing(data.costs[march or tactical], ground, MARCHING if march else TACTICAL, halts)
            _on_and_off_roads(prices, kind, step, across | helped, by_roads)
    if not is_headquarters:
        for mode in MARCH_MODES:
            if jams:
                prices.add(TRAFFIC_JAM, mode=mode, having=CROWDED)
            for kind in range(1, KINDS):
                prices.set(NEVER, kind, mode, having=MARKED_TOO)
        prices.allow_change(
            CHANGE_OF_MODE, TACTICAL, MARCHING, barred=ZONE | SOFT_ZONE | MARKED_TOO, hexes=data.march_hexes
        )
    return prices


def modes_of(data: WachtData) -> int:
    """How many modes the price lists have."""
    return MODES if data.scenario_data.truppeneinheit is None else MODES + 1


class Costing(NamedTuple):
    """How who may use roads pays: by a row of the chart, on some ground, in which mode it is off the roads, and whether
    it halts where Truppeneinheit are (24.33)."""

    costs: Costs
    ground: int
    off_roads: int
    halts: bool


def _on_and_off_roads(prices: Prices, kind: int, step: Step, across: int, by: Costing) -> None:
    """7.42, 7.43, WAR-R12 The price of a step to who may use roads: by road or, rounded up to a whole point before, by
    another road or off them."""
    by_road = road_rate(by.costs, step, across)
    cost = off_road(by.costs, step, by.ground, across) if by_road is None else by_road
    then = by.off_roads if by_road is None else AFTER_ROAD[step[3]]
    for mode in (by.off_roads, *ROAD_MODES):
        round_up = mode in ROAD_MODES and mode != then
        prices.set(cost, kind, mode, then, round_up=round_up, across=across)
        if by.halts:
            prices.set(cost, kind, mode, HALTED, round_up=round_up, having=MARKED, across=across)


def is_bridged(step: Step, across: int) -> bool:
    """15.0 Whether a bridge stands on the hexside: a printed one, or one that was built where none is printed."""
    return step[2] != bool(across & ALTERED)


def road_rate(costs: Costs, step: Step, across: int) -> int | None:
    """7.42, 15.14 The price by road; None where no road crosses the hexside, or the mover uses none. Roads cross water
    only by a bridge."""
    _ground, water, _bridge, road = step
    rate = getattr(costs, road) if road else ""
    return parts(rate) if rate and (not water or is_bridged(step, across)) else None


def off_road(costs: Costs, step: Step, ground: int, across: int) -> int:
    """6.12, 6.5, 7.35 The price of the hex entered and of the water crossed, if both are allowed. In March Mode a
    bridge costs nothing; others ignore it (WAR-R04, WAR-R10). 18.2 In a freeze some ground is easier."""
    hex, water, _bridge, _road = step
    frozen = getattr(costs, f"frozen_{hex}", "") if ground == FREEZE else ""
    terms = [frozen or getattr(costs, hex)]
    uses_bridges = costs.mover.startswith("march")
    if water and not (uses_bridges and is_bridged(step, across)):
        helped = costs.helped if water == "river" and across & HELPED else ""
        terms.append(helped or getattr(costs, water))
    return sum(map(parts, terms)) if all(terms) else NEVER


@lru_cache(maxsize=64)
def parts(points: str) -> int:
    """A number of points, such as ``1/3``, in thirtieths."""
    return int(Fraction(points) * PARTS)
