"""Supply: lines that run from their sources by road and then so many hexes off it, past enemies and their zones."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from ardennes.engine.derived import Until, derived
from ardennes.engine.game_data import PerThread
from ardennes.engine.position import Position
from ardennes.engine.texts import Event
from ardennes.kernels.flags import BARRED, ZONE, ByteTable, HexFlags
from ardennes.kernels.flood import UNLIMITED, Flood
from ardennes.kernels.zones import SHUT, hindrances
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.table import Table, TableData

BLOCKED = SHUT
"""The flag of a hex that no supply line enters."""
TRACES_REMEMBERED = 256


class Leg(NamedTuple):
    """A part of a supply line."""

    links: int
    """Bits of the hexsides it may cross, as the game's flood has them."""
    most: int = UNLIMITED
    """How many hexes it may have."""


class Route(NamedTuple):
    """Where supply lines begin, and how they go on."""

    sources: Sequence[int]
    legs: tuple[Leg, ...]


class SupplyData(TableData):
    """How each side is supplied."""

    supply_lines = PerThread[tuple[Flood, Flood]]()
    """For each side, the lines that were traced last."""
    supply_routes: tuple[Sequence[Route], Sequence[Route]]
    negates: tuple[int, int]
    """For each side, the flags of a hex that cancel an enemy zone for its supply."""

    @cached_property
    def supplied(self) -> Callable[[int, bytes, bytes], bytearray]:
        """Where a side is in supply, by which hexes are blocked and the flags of hexsides. Few moves change them, so
        what was traced last is remembered; it is read only."""
        return lru_cache(TRACES_REMEMBERED)(partial(_supplied_by, self))


class SupplyTable(Table):
    """A table of a game with supply lines."""

    data: SupplyData


def _supplied_by(data: SupplyData, side: Side, blocked: bytes, hexsides: bytes) -> bytearray:
    return reached_by(data.supply_lines[side], data.supply_routes[side], array("H", blocked), hexsides)


def reached_by(flood: Flood, routes: Iterable[Route], blocked: HexFlags, hexsides: ByteTable) -> bytearray:
    """A byte for each hex, not zero where a line comes along one of the routes: the first sets bit 1, the next 2. The
    lines of the first, most units' own, are left in the flood."""
    marks = bytearray(flood.hexes)
    for number, route in reversed([*enumerate(routes)]):
        follow(flood, route, blocked, hexsides)
        flood.mark(marks, 1 << number)
    return marks


def follow(flood: Flood, route: Route, blocked: HexFlags, hexsides: ByteTable) -> None:
    """Finds every line of a route, leg by leg."""
    first, *others = route.legs
    flood.run(route.sources, first.links, blocked, hexsides, BLOCKED, limit=first.most)
    for leg in others:
        flood.spread(leg.links, blocked, hexsides, BLOCKED, limit=leg.most)


def blocked_hexes(flags: HexFlags, negates: int) -> HexFlags:
    """BLOCKED where a line may not go: in hexes of enemies, and in their zones where nothing of what ``negates`` them
    is."""
    return hindrances(flags, BARRED, ZONE, negates)


def blocked_for(p: SupplyTable, side: Side) -> HexFlags:
    """The hexes that are no way for the supply of a side."""
    return blocked_hexes(p.way(side), p.data.negates[side])


@derived(Until.ANY_MOVE)
def supplied_hexes(p: SupplyTable, side: Side) -> bytearray:
    """A byte for each hex, not zero where a unit of this side would be in supply."""
    return p.data.supplied(side, blocked_for(p, side).tobytes(), p.hexsides())


def has_line(p: SupplyTable, side: Side, hex: Hex) -> bool:
    """Whether a unit of this side would be in supply in a hex. Few moves cut a line, and to follow the one that was
    traced last is much less work than to trace all."""
    data = p.data
    stands = data.supply_lines[side].line_stands(hex, p.way(side), p.sides, BARRED, ZONE, data.negates[side])
    return stands or bool(supplied_hexes(p, side)[hex])


def tell_changes(p: Position, lost: Sequence[int], found: Sequence[int], rules: tuple[str, str]) -> None:
    """Who is out of supply from now on, by the first rule, and who is in supply again, by the second."""
    for code, units, rule in (("out-of-supply", lost, rules[0]), ("in-supply-again", found, rules[1])):
        if units:
            p.tell(Event(code, {"units": tuple(units), "n": len(units)}, rule))


def line_from(p: SupplyTable, unit: Unit) -> list[Hex]:
    """The hexes of a unit's supply line, from it to its source, by the first route that has one; else none."""
    side, flood = p.data.sides[unit], p.data.supply_lines[p.data.sides[unit]]
    for route in p.data.supply_routes[side]:
        follow(flood, route, blocked_for(p, side), p.sides)
        if line := flood.line_from(p.where[unit]):
            return line
    return []
