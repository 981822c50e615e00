"""Supply: along roads from the sources, then so many hexes off the road, past enemies and their zones."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from ardennes.board import Board
from ardennes.kernels.flags import BARRED, ZONE, HexFlags
from ardennes.kernels.flood import ANY_LINK, Flood
from ardennes.kernels.zones import SHUT, hindrances

Links = Callable[[int], int]
"""The link bits of a hexside: road classes, passable water, whatever the game's supply line asks for."""


BLOCKED = SHUT
"""The flag of a hex that no supply line enters."""


def blocked_hexes(flags: HexFlags, negates: int) -> HexFlags:
    """BLOCKED where a line may not go: in hexes of enemies, and in their zones where nothing of what ``negates`` them
    is."""
    return hindrances(flags, BARRED, ZONE, negates)


def line_stands(flood: Flood, hex: int, flags: HexFlags, hexsides: bytes | bytearray, negates: int) -> bool:
    """Whether the line to a hex that was traced last, whenever that was, is free now; if not, there may be another. Few
    moves cut a line, and to follow one is much less work than to trace all."""
    return flood.line_stands(hex, flags, hexsides, BARRED, ZONE, negates)


def supply_flood(board: Board, links: Links, when_altered: Links | None = None) -> Flood:
    """A search over the map, with the game's answer for each hexside as printed and where a bridge is out."""
    altered = when_altered or links
    sides = range(board.sides)
    printed = bytes(links(side) for side in sides)
    return Flood(board.neighbours, board.side_of, printed, bytes(altered(side) for side in sides))


class SupplyLaw(msgspec.Struct, frozen=True, kw_only=True):
    """How a line may run."""

    by_road: int
    """Link bits of the roads that carry supply."""
    off_road: int
    """How many hexes the line may be from the road."""
    across: int = ANY_LINK
    """Link bits it needs off the road."""
    barred: int
    """Flags of a hex the line may not enter: enemies, and zones that nobody negates."""


def trace(flood: Flood, law: SupplyLaw, sources: Iterable[int], hexes: HexFlags, hexsides: bytearray) -> Flood:
    """Finds every hex in supply: where ``flood.distance_of(hex)`` is not negative; ``line_from`` shows how.

    The hex of a unit itself need not be free of enemy zones: give such hexes no barred flag, or ask their neighbours.
    """
    flood.run(sources, law.by_road, hexes, hexsides, law.barred)
    flood.spread(law.across, hexes, hexsides, law.barred, 0, law.off_road)
    return flood
