"""A position that keeps up what units of each side meet in a hex: who stands there, and whose zone of control it is.

Searches read these flags as they are, so that nothing is drawn up anew before a move. A game says what its counters
mean in their hex (:class:`TableData`) and, where that changes in play, which zone a unit has now (``zone_kind``).
"""

from __future__ import annotations

from array import array

from ardennes.engine.columns import hex_column, hex_flags, hexside_bytes
from ardennes.engine.derived import Until, derived
from ardennes.engine.game_data import NOWHERE, GameData
from ardennes.engine.position import NO_UNIT, Position
from ardennes.kernels.counters import mark
from ardennes.kernels.flags import ZONE, HexFlags
from ardennes.kernels.zones import NO_ZONE, Zones


class TableData(GameData):
    """What counters and hexsides mean to those who move."""

    marks: tuple[HexFlags, HexFlags]
    """For each side, the flags that a counter gives its hex for units of that side."""
    fixed_flags: tuple[HexFlags, HexFlags]
    """For each side, the flags of hexes that never change."""
    zones: Zones
    zone_kinds: tuple[bytes, bytes]
    """For each side, the kind of zone of every counter of it; NO_ZONE for those without one and for the enemy's."""
    printed_sides: bytes
    """The flags of hexsides as the map has them."""


class Table(Position):
    """Where counters stand, what they mean to others, and what they hold."""

    data: TableData
    way_0: HexFlags = hex_flags()
    way_1: HexFlags = hex_flags()
    held_0: array[int] = hex_column("H", derived=True)
    held_1: array[int] = hex_column("H", derived=True)
    sides: bytearray = hexside_bytes(derived=True)

    def way(self, side: int) -> HexFlags:
        """What units of a side meet in each hex: enemies, their zones, friends, markers."""
        return self.way_1 if side else self.way_0

    def held(self, side: int) -> array[int]:
        """How many units of a side have each hex in their zone of control."""
        return self.held_1 if side else self.held_0

    @derived(Until.HEXSIDES_CHANGE)
    def hexsides(self) -> bytes:
        """The flags of hexsides: always the same bytes while no bridge is blown or built."""
        return bytes(self.sides)

    def in_enemy_zone(self, hex: int, side: int) -> bool:
        """Whether an enemy of ``side`` has a zone of control there."""
        return (self.held_0 if side else self.held_1)[hex] > 0

    def zone_kind(self, unit: int) -> int:
        """The kind of zone that a unit has now; NO_ZONE if it has none."""
        return self.data.zone_kinds[self.data.sides[unit]][unit]

    def hexside_flags(self) -> bytes:
        """The flags of hexsides as things stand, from what is saved."""
        return self.data.printed_sides

    # --- changes ---------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        old = self.where[unit]
        super().put(unit, place)
        if old < 0 and place < 0:
            return
        if old >= 0:
            self.mark_hex(old)
        if place >= 0:
            self.mark(unit, place)
        self.move_zone(unit, old, place)

    def mark(self, unit: int, hex: int) -> None:
        """A counter stands there."""
        first, second = self.data.marks
        self.way_0[hex] |= first[unit]
        self.way_1[hex] |= second[unit]

    def mark_hex(self, hex: int) -> None:
        """What stands there now: zones are left as they are."""
        first, second = self.data.fixed_flags
        self.way_0[hex] = self.way_0[hex] & ZONE | first[hex]
        self.way_1[hex] = self.way_1[hex] & ZONE | second[hex]
        if self.top[hex] != NO_UNIT:
            for unit in self.units_in(hex):
                self.mark(unit, hex)

    def move_zone(self, unit: int, old: int, new: int) -> None:
        """A unit takes its zone from one hex to another; places below 0 are not on the map."""
        kind = self.zone_kind(unit)
        if kind == NO_ZONE:
            return
        if self.data.sides[unit]:
            self.data.zones.move(old, new, kind, self.held_1, self.way_0, ZONE, self.sides)
        else:
            self.data.zones.move(old, new, kind, self.held_0, self.way_1, ZONE, self.sides)

    def set_hexside(self, hexside: int, flags: int) -> None:
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
        for side in (0, 1):
            self.way(side)[:] = data.fixed_flags[side]
            mark(where, data.marks[side], self.way(side))
        for side in (0, 1):
            kinds = self.zone_kinds(side)
            data.zones.rebuild(where, kinds, self.held(side), self.way(1 - side), ZONE, self.sides)

    def zone_kinds(self, side: int) -> bytes:
        """The same as ``zone_kind`` for all units of a side."""
        return self.data.zone_kinds[side]
