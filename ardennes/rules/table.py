"""A position that keeps up what units of each side meet in a hex: who stands there, and whose zone of control it is.

Searches read these flags as they are, so that nothing is drawn up anew before a move. A game says what its counters
mean in their hex (:class:`TableData`) and, where that changes in play, which zone a unit has now (``zone_kind``).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Any, TypeVar

from ardennes.engine.columns import clock, hex_column, hex_flags, hexside_bytes, unit_column
from ardennes.engine.derived import Until, derived
from ardennes.engine.game_data import NOWHERE, Counter, GameData
from ardennes.engine.position import NO_UNIT, Position
from ardennes.kernels.counters import Books, Signs, mark
from ardennes.kernels.flags import ZONE, HexFlags
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.numbers import ENEMY_OF, NO_NUMBER, SIDES, Hex, Hexside, PerHex, PerUnit, Side, Unit
from ardennes.rules.facts import each_side

C = TypeVar("C", bound=Counter)


class TableData(GameData):
    """What counters and hexsides mean to those who move."""

    counters: tuple[Any, ...]
    turns: tuple[Any, ...] = ()
    """The spaces of the turn track; none where turns have nothing but a number."""
    marks: tuple[HexFlags, HexFlags]
    """For each side, the flags that a counter gives its hex for units of that side."""
    fixed_flags: tuple[HexFlags, HexFlags]
    """For each side, the flags of hexes that never change."""
    zones: Zones
    zone_kinds: tuple[bytes, bytes]
    """For each side, the kind of zone of every counter of it; NO_ZONE for those without one and for the enemy's."""
    printed_sides: bytes
    """The flags of hexsides as the map has them."""
    units = each_side(lambda _: True)
    """The units of each side: all its counters, unless a game has markers, chits and the like."""

    @cached_property
    def full_steps(self) -> tuple[int, ...]:
        """How many steps each counter starts with."""
        return tuple(counter.steps for counter in self.counters)

    @cached_property
    def signs(self) -> Signs:
        """Marks and fixed flags, as the books of a position want them."""
        return Signs(self.marks, self.fixed_flags)


def counter_flags(
    counters: Sequence[C], to_friends: Callable[[C], int], to_enemies: Callable[[C], int]
) -> tuple[HexFlags, HexFlags]:
    """For each side, the flags that each counter gives its hex for units of that side."""
    first, second = (
        array("H", [to_friends(each) if each.side == side else to_enemies(each) for each in counters]) for side in SIDES
    )
    return first, second


def zones_of_sides(counters: Sequence[C], kind: Callable[[C], int]) -> tuple[bytes, bytes]:
    """For each side, the kind of zone of every counter of it, and NO_ZONE for the enemy's."""
    first, second = (bytes(kind(each) if each.side == side else NO_ZONE for each in counters) for side in SIDES)
    return first, second


class Table(Position):
    """Where counters stand, what they mean to others, and what they hold."""

    tied = ("stacks", "books")

    data: TableData
    steps: PerUnit[int] = unit_column("b")
    turn: int = clock(1)
    way_0: HexFlags = hex_flags()
    way_1: HexFlags = hex_flags()
    held_0: PerHex[int] = hex_column("H", derived=True)
    held_1: PerHex[int] = hex_column("H", derived=True)
    sides: bytearray = hexside_bytes(derived=True)

    def way(self, side: Side) -> HexFlags:
        """What units of a side meet in each hex: enemies, their zones, friends, markers."""
        return self.way_1 if side else self.way_0

    def held(self, side: Side) -> PerHex[int]:
        """How many units of a side have each hex in their zone of control."""
        return self.held_1 if side else self.held_0

    @derived(Until.HEXSIDES_CHANGE)
    def hexsides(self) -> bytes:
        """The flags of hexsides: always the same bytes while no bridge is blown or built."""
        return bytes(self.sides)

    # --- who is where ----------------------------------------------------------------------------

    @derived(Until.SIDE_COMES_OR_GOES)
    def on_map(self, side: Side) -> tuple[Unit, ...]:
        """The units of a side that are on the map."""
        where = self.where
        return tuple([unit for unit in self.data.units[side] if where[unit] >= 0])

    @derived(Until.SIDE_MOVES)
    def hexes_of(self, side: Side) -> frozenset[Hex]:
        """The hexes with units of a side."""
        where = self.where
        return frozenset([where[unit] for unit in self.on_map(side)])

    @derived(Until.ENEMY_MOVES)
    def front(self, side: Side) -> frozenset[Hex]:
        """The hexes with an enemy unit of ``side`` beside them, whatever its zone and whatever lies between."""
        return frozenset().union(*map(self.data.board.around, self.hexes_of(ENEMY_OF[side])))

    def side_in(self, hex: Hex) -> Side:
        """The side whose units stand in a hex, or NO_NUMBER."""
        top = self.top[hex]
        return NO_NUMBER if top == NO_UNIT else self.data.sides[top]

    def is_beside_enemy(self, unit: Unit) -> bool:
        """Whether an enemy unit stands next to a unit, whatever its zone and whatever lies between."""
        return self.where[unit] in self.front(self.data.sides[unit])

    def in_enemy_zone(self, hex: Hex, side: Side) -> bool:
        """Whether an enemy of ``side`` has a zone of control there."""
        return (self.held_0 if side else self.held_1)[hex] > 0

    def zone_kind(self, unit: Unit) -> int:
        """The kind of zone that a unit has now; NO_ZONE if it has none."""
        return self.data.zone_kinds[self.data.sides[unit]][unit]

    def hexside_flags(self) -> bytes:
        """The flags of hexsides as things stand, from what is saved."""
        return self.data.printed_sides

    # --- changes ---------------------------------------------------------------------------------

    @cached_property
    def books(self) -> Books:
        """Who keeps stacks, flags and zones up."""
        data, ways, held = self.data, (self.way_0, self.way_1), (self.held_0, self.held_1)
        return Books(self.stacks, data.signs, data.zones, ways, held, ZONE, self.sides)

    def put(self, unit: Unit, place: Hex) -> None:
        self.note_put(unit, self.books.put(unit, place, self.data.sides[unit], self.zone_kind(unit)), place)

    def mark_hex(self, hex: Hex) -> None:
        """What stands there now: zones are left as they are."""
        self.books.mark_hex(hex)

    def move_zone(self, unit: Unit, old: Hex, new: Hex) -> None:
        """A unit takes its zone from one hex to another; places below 0 are not on the map."""
        kind = self.zone_kind(unit)
        if kind == NO_ZONE:
            return
        if self.data.sides[unit]:
            self.data.zones.move(old, new, kind, self.held_1, self.way_0, ZONE, self.sides)
        else:
            self.data.zones.move(old, new, kind, self.held_0, self.way_1, ZONE, self.sides)

    def set_steps(self, unit: Unit, steps: int) -> None:
        """Turns a counter to the side with so many steps; its zone may change with it."""
        hex = max(self.where[unit], NOWHERE)
        self.move_zone(unit, hex, NOWHERE)
        self.steps[unit] = steps
        self.move_zone(unit, NOWHERE, hex)
        self.forget_moves(self.data.sides[unit])

    def set_hexside(self, hexside: Hexside, flags: int) -> None:
        """A hexside is other than it was, as where a bridge is blown or built; zones on both banks follow."""
        beside = [(unit, hex) for hex in self.data.board.side_hexes[hexside] for unit in self.units_in(hex)]
        for unit, hex in beside:
            self.move_zone(unit, hex, NOWHERE)
        self.sides[hexside] = flags
        for unit, hex in beside:
            self.move_zone(unit, NOWHERE, hex)
        self.forget_all()

    def rebuild(self) -> None:
        super().rebuild()
        data, where = self.data, self.where
        self.sides[:] = self.hexside_flags()
        for side in SIDES:
            self.way(side)[:] = data.fixed_flags[side]
            mark(where, data.marks[side], self.way(side))
        for side in SIDES:
            kinds = self.zone_kinds(side)
            data.zones.rebuild(where, kinds, self.held(side), self.way(ENEMY_OF[side]), ZONE, self.sides)

    def zone_kinds(self, side: Side) -> bytes:
        """The same as ``zone_kind`` for all units of a side."""
        return self.data.zone_kinds[side]


def hexes_with(column: PerHex[int], *values: int) -> list[Hex]:
    """The hexes with one of some values, from 1 to 127, in a narrow column that few hexes have them in."""
    cells, found = column.tobytes(), []
    for value in values:
        at = cells.find(value)
        while at >= 0:
            found.append(Hex(at))
            at = cells.find(value, at + 1)
    return sorted(found)


def flags_with(flags: HexFlags, hexes: Collection[Hex], bits: int) -> HexFlags:
    """The same flags with some bits more in some hexes."""
    if not hexes:
        return flags
    found = flags[:]
    for hex in hexes:
        found[hex] |= bits
    return found


def flags_without(flags: HexFlags, hexes: Collection[Hex], bits: int) -> HexFlags:
    """The same flags without some bits in some hexes."""
    if not hexes:
        return flags
    found = flags[:]
    for hex in hexes:
        found[hex] &= ~bits
    return found
