"""2.0 Counters, the price of a step (6.8 Terrain Effects Chart), and what the players can do."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Annotated, Literal

import msgspec

from ardennes.board import Board
from ardennes.engine.game_data import Counter, GameData, PerThread
from ardennes.engine.options import Kind, Verbs
from ardennes.kernels.flags import BARRED, EVERY_FLAG, NEVER, NO_END, SOFT_ZONE, ZONE, own_flags
from ardennes.kernels.reach import Prices, Reach
from ardennes.kernels.zones import Zones
from ardennes.numbers import Hex, Hexside, all_units, by_side
from ardennes.rules.ground import step_table, zone_ground

PARTS = 30
"""Movement is counted in thirtieths of a point, for roads at 1/2, 1/3 and 1/5."""
CHANGE_OF_MODE = 4 * PARTS
LEAVING_FLUID = 2 * PARTS
STACK = 3
"""9.0 Combat units in a hex; headquarters do not count."""
(IN_MARCH,) = own_flags(1)
"""9.21 The flag of a hex with a friend in March Mode."""

verbs = Verbs()
MOVE, TO = verbs.add("move", Kind.UNIT), verbs.add("to", Kind.HEX)
MARCH, TACTICAL, STAY, DONE = verbs.add("march"), verbs.add("tactical"), verbs.add("stay"), verbs.add("done")

GROUNDS = ("clear", "broken", "woods", "built")
WATERS = ("", "creek", "ford", "river")
ROADS = ("", "primary", "secondary")
STEPS = tuple(product(GROUNDS, WATERS, ROADS))
"""Every kind of step there is: ground entered, water crossed, road used. Kind 0 is none of them."""

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Piece(Counter, frozen=True, kw_only=True):
    """A battalion, a company or a headquarters."""

    printed = ("kind", "size", "attack", "defence", "moves")

    kind: str
    size: Literal["battalion", "company", "headquarters"]
    move_class: Literal["A", "B", "H"]
    designation: str
    formation: str = ""
    attack: Count
    defence: Count
    moves: Count
    march: bool
    """Whether it starts in March Mode, as reinforcements do (21.1)."""
    hex: str

    @property
    def is_headquarters(self) -> bool:
        return self.size == "headquarters"

    @property
    def is_rigid(self) -> bool:
        """8.11, 8.12 Whether its zone is rigid in Tactical Mode: that of a battalion that is no engineer and no gun."""
        return self.size == "battalion" and self.kind not in ("engineer", "artillery")

    def mover(self, *, marching: bool) -> str:
        """6.8, 6.61 The row of the chart it moves by."""
        if self.is_headquarters:
            return "headquarters"
        if not marching:
            return f"tactical-{self.move_class.lower()}"
        return "march-b" if self.move_class == "B" else f"march-a-{self.side}"


class Costs(msgspec.Struct, frozen=True, kw_only=True):
    """6.8 A row of the chart: points to enter a hex or, on top of it, to cross a hexside; roads instead of both. What
    is left empty is not allowed."""

    mover: str
    clear: str = ""
    broken: str = ""
    woods: str = ""
    built: str = ""
    creek: str = ""
    ford: str = ""
    river: str = ""
    primary: str = ""
    secondary: str = ""
    source: str = ""

    def of(self, ground: str, water: str, road: str) -> int:
        """The price of a kind of step, in parts of a point."""
        terms = [getattr(self, road)] if road and getattr(self, road) else [getattr(self, ground)]
        if water and terms == [getattr(self, ground)]:
            terms.append(getattr(self, water))
        return int(sum(map(Fraction, terms)) * PARTS) if all(terms) else NEVER


class ShapeData(GameData):
    """Board, counters, and for each of them what it pays in either mode."""

    counters: tuple[Piece, ...]
    ground: bytes
    zones: Zones
    search = PerThread[Reach]()
    prices: tuple[tuple[Prices, ...], tuple[Prices, ...]]
    """By mode, March Mode second, and unit."""

    @cached_property
    def choices(self) -> tuple[int, ...]:
        """Each unit as an option."""
        return tuple(MOVE + unit for unit in all_units(len(self.counters)))

    @cached_property
    def plain_hexsides(self) -> bytes:
        """No hexside ever changes."""
        return bytes(self.board.sides)

    @cached_property
    def no_march_here(self) -> frozenset[int]:
        """7.31 Woods without a road."""
        board = self.board
        woods = {hex for hex in board.hexes if board.row(hex).terrain == "woods"}
        roads = (hexes for side, hexes in by_side(board.side_hexes) if board.road[side])
        return frozenset(woods.difference(*roads))


def build_step_kinds(board: Board) -> bytes:
    """The kind of every step on the map. A road crosses water only by a bridge."""
    numbers = {step: kind for kind, step in enumerate(STEPS, start=1)}
    waters, roads, bridges = (board.vocabulary[layer] for layer in ("river", "road", "bridge"))

    def kind(here: Hex, there: Hex, side: Hexside) -> int:
        row, bridge = board.row(there), bridges[board.bridge[side]]
        water = "ford" if bridge == "ford" else waters[board.river[side]]
        road = roads[board.road[side]] if bridge == "bridge" or not water else ""
        return numbers["built" if row.place else row.terrain, water, road]

    return step_table(board, kind)


def lay_zones(board: Board) -> Zones:
    """8.25 Zones cross a river only at a bridge or ford."""
    river = board.code("river", "river")

    def reaches(kind: int, here: Hex, there: Hex, side: Hexside) -> bool:
        return board.river[side] != river or bool(board.bridge[side])

    return Zones(board.neighbours, board.side_of, zone_ground(board, 1, reaches))


def lay_prices(
    ground: bytes, counters: tuple[Piece, ...], chart: dict[str, Costs]
) -> tuple[tuple[Prices, ...], tuple[Prices, ...]]:
    """What each unit pays in Tactical and in March Mode. Units with the same class and allowance share a list."""
    known: dict[tuple[str, int], Prices] = {}

    def prices(piece: Piece, *, marching: bool) -> Prices:
        key = piece.mover(marching=marching), piece.moves
        if key not in known:
            same_row = next((known[other] for other in known if other[0] == key[0]), None)
            leaving = leaving_zones(piece.moves)
            known[key] = same_row.relaxed(leaving=leaving) if same_row else price_list(ground, chart[key[0]], leaving)
        return known[key]

    tactical, march = (tuple(prices(piece, marching=marching) for piece in counters) for marching in (False, True))
    return tactical, march


def price_list(ground: bytes, costs: Costs, leaving: tuple[int, ...]) -> Prices:
    """6.22, 6.63, 9.0, 9.21 A row of the chart with what stops these movers and keeps them out."""
    barred, heeds = BARRED, EVERY_FLAG
    if costs.mover == "headquarters":
        barred, heeds = BARRED | ZONE | SOFT_ZONE, EVERY_FLAG & ~NO_END
    elif costs.mover.startswith("march"):
        barred |= IN_MARCH
    prices = Prices(
        ground, 1 + len(STEPS), whole=PARTS, barred=barred, stops=ZONE, no_end=NO_END, heeds=heeds, leaving=leaving
    )
    for kind, step in enumerate(STEPS, start=1):
        prices.set(costs.of(*step), kind)
    return prices


def leaving_zones(moves: int) -> tuple[int, ...]:
    """6.22, 6.23 Out of a rigid zone for half the allowance, never into another; out of a fluid one for 2 points."""
    rigid, fluid = moves // 2 * PARTS, LEAVING_FLUID
    return tuple((NEVER if toll & 1 else rigid) if toll >> 2 & 1 else fluid if toll >> 2 else 0 for toll in range(16))
