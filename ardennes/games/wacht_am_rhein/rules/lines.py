"""14.1 to 14.4 Supply lines: from a unit to its headquarters, and from there by road off the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial

from ardennes.board import Board
from ardennes.games.wacht_am_rhein.rules.field import FRIENDS, Field
from ardennes.games.wacht_am_rhein.rules.pieces import PARTS
from ardennes.games.wacht_am_rhein.rules.terrain import ground_of, has_printed_bridge, water_of
from ardennes.kernels.flags import ALTERED, BARRED, NEVER
from ardennes.kernels.flood import ANY_LINK, UNLIMITED, Flood
from ardennes.kernels.reach import Prices, Reach
from ardennes.numbers import ENEMY_OF, Hex, Hexside, Side, Unit, all_hexes, all_hexsides
from ardennes.rules.ground import step_table
from ardennes.rules.supply import BLOCKED, blocked_hexes
from ardennes.rules.table import flags_without

BY_ROAD, NO_RIVER = 1, 2
"""Links of hexsides: a road that is not cut (14.11), and ways for the supply of panzers, with a bridge or a ford where
there is a river (14.43)."""
LONGEST = 7
"""14.21, 14.31 How many hexes or movement points a German line may have."""
ROAD_POINTS = {"primary": PARTS // 3, "secondary": PARTS // 2}
"""14.31 Class B in March Mode."""


class Ways:
    """The ways of supply lines on a map, with what searches write on."""

    def __init__(self, board: Board, links: Sequence[bytes], onward: Prices, backward: Prices) -> None:
        self.flood = Flood(board.neighbours, board.side_of, *links)
        self.search = Reach(board.neighbours, board.side_of)
        self.onward, self.backward = onward, backward


def ways_of(board: Board) -> Callable[[], Ways]:
    """Makes the ways of each thread, with prices that are worked out once."""
    printed, altered = (
        bytes(_links(board, side, changed) for side in all_hexsides(board.sides)) for changed in (False, True)
    )
    paid = cache(partial(points, board))
    onward, backward = (_prices(board, paid, backward=backward) for backward in (False, True))
    return partial(Ways, board, (printed, altered), onward, backward)


def is_dry(board: Board, hexside: Hexside, changed: bool) -> bool:
    """Whether there is no water, or a bridge over it: as printed, or where that has changed the other way round."""
    return not board.river[hexside] or has_printed_bridge(board, hexside) != changed


def road_over(board: Board, hexside: Hexside, changed: bool) -> str:
    """14.11, 15.14 The road across a hexside; over water it needs a bridge."""
    return board.vocabulary["road"][board.road[hexside]] if is_dry(board, hexside, changed) else ""


def _links(board: Board, hexside: Hexside, changed: bool) -> int:
    open_to_panzers = water_of(board, hexside) != "river" or is_dry(board, hexside, changed)
    return (BY_ROAD if road_over(board, hexside, changed) else 0) | (NO_RIVER if open_to_panzers else 0)


def points(board: Board, woods: bool, hexside: Hexside, changed: bool) -> int:
    """14.31 What a line pays for a step, into woods or not: as Class B in March Mode along roads, elsewhere as Class A
    in Tactical Mode; NEVER over a river without bridge or ford."""
    road = road_over(board, hexside, changed)
    if road:
        return ROAD_POINTS[road]
    if not _links(board, hexside, changed) & NO_RIVER:
        return NEVER
    return PARTS * (1 + woods + (not is_dry(board, hexside, changed)))


def _prices(board: Board, paid: Callable[[bool, Hexside, bool], int], *, backward: bool) -> Prices:
    """The price of each step, or of the step back, which lets lines to a headquarters be searched from it."""
    kinds: dict[tuple[int, int], int] = {}
    woods = [hex in board and ground_of(board, hex) == "woods" for hex in all_hexes(board.size)]

    def kind(here: Hex, there: Hex, hexside: Hexside) -> int:
        into_woods = woods[here if backward else there]
        both = paid(into_woods, hexside, False), paid(into_woods, hexside, True)
        return kinds.setdefault(both, len(kinds) + 1)

    ground = step_table(board, kind)
    prices = Prices(ground, len(kinds) + 1, whole=PARTS, barred=BLOCKED, stops=0, no_end=0)
    for (printed, altered), number in kinds.items():
        prices.set(printed, number)
        prices.set(altered, number, across=ALTERED)
    return prices


def share_a_hex(marks: bytearray, others: bytearray) -> bool:
    """Whether a hex is marked in both: as numbers of so many bytes they are compared in one go."""
    return bool(int.from_bytes(marks, "little") & int.from_bytes(others, "little"))


class Lines:
    """Where supply lines of a side run as things stand."""

    def __init__(self, p: Field, side: Side) -> None:
        self.p, self.side = p, side
        self.ways: Ways = p.data.supply_ways
        closed = [hex for hex in p.data.closed_hexes if p.side_in(hex) != ENEMY_OF[side]]
        self.blocked = blocked_hexes(flags_without(p.way(side), closed, BARRED), FRIENDS)
        self.roads = self._marked(p.data.supply_edges[side], BY_ROAD)
        """14.11, 14.21 Hexes from which a road leads off the map, not cut anywhere."""
        self._parts: dict[int, list[bytearray]] = {}

    def _marked(self, sources: Iterable[Hex], links: int, limit: int = UNLIMITED) -> bytearray:
        flood, marks = self.ways.flood, bytearray(self.p.data.board.size)
        flood.run(sources, links, self.blocked, self.p.sides, BLOCKED, limit=limit)
        flood.mark(marks, 1)
        return marks

    def part(self, hex: Hex, links: int = ANY_LINK) -> bytearray:
        """All that a line of any length could reach from a hex."""
        parts = self._parts.setdefault(links, [])
        for marks in parts:
            if marks[hex]:
                return marks
        parts.append(self._marked([hex], links))
        return parts[-1]

    def are_linked(self, hex: Hex, headquarters: Sequence[Unit], links: int = ANY_LINK) -> bool:
        """14.61, 14.62 Whether a line of any length leads to one of the headquarters."""
        return any(self.part(self.p.where[unit], links)[hex] for unit in headquarters)

    # --- the Allies (14.1) -----------------------------------------------------------------------

    def has_road(self, headquarters: Unit) -> bool:
        """14.11 Whether an Allied headquarters has a line of any length to a road off the map."""
        return share_a_hex(self.roads, self.part(self.p.where[headquarters]))

    # --- the Germans (14.2, 14.3) ----------------------------------------------------------------

    def within_hexes(self, headquarters: Iterable[Unit], limit: int) -> bytearray:
        """14.21 Hexes from which a line of so many hexes leads to a headquarters on a road off the map."""
        where = self.p.where
        on_roads = [where[unit] for unit in headquarters if self.roads[where[unit]]]
        return self._marked(on_roads, ANY_LINK, limit)

    def reaches_road(self, headquarters: Unit, limit: int) -> bool:
        """14.31 Whether a headquarters has a line of so many points to a road off the map."""
        self._search(self.ways.onward, headquarters, limit)
        return any(self.roads[hex] for hex, _mode, _cost in self.ways.search.reached())

    def points_to(self, headquarters: Unit, limit: int) -> Sequence[int]:
        """14.31 What a line costs to a headquarters from each hex, -1 where that is more than the limit."""
        self._search(self.ways.backward, headquarters, limit)
        costs: Sequence[int] = self.ways.search.costs()
        return costs

    def _search(self, prices: Prices, headquarters: Unit, limit: int) -> None:
        self.ways.search.run(prices, self.blocked, self.p.sides, self.p.where[headquarters], limit * PARTS)
