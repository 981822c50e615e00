"""Zones of control: from a game's own answers to counts that are kept up as units come and go."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import msgspec

from ardennes.board import Board
from ardennes.kernels.flags import HexFlags
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.rules.ground import step_table

Reaches = Callable[[int, int, int, int], bool]
"""Does a zone of this kind reach from this hex to that neighbour, across this hexside?"""


def zone_ground(board: Board, kinds: int, reaches: Reaches) -> bytes:
    """Asks the game once for every kind of zone and every directed hexside."""
    return step_table(board, lambda *step: sum(reaches(kind, *step) << kind for kind in range(kinds)))


class ZoneOfSide(msgspec.Struct, frozen=True):
    """The zone of one side: how many of its units hold each hex, and the flags the enemy moves by."""

    zones: Zones
    kinds: bytes
    """The kind of zone of each unit; NO_ZONE for units without one and for the enemy's."""
    bit: int
    """The flag of a hex that says it is in this zone."""

    def enter(self, unit: int, hex: int, counts: array[int], flags: HexFlags, sides: bytes | bytearray) -> None:
        if self.kinds[unit] != NO_ZONE:
            self.zones.enter(hex, self.kinds[unit], counts, flags, self.bit, sides)

    def leave(self, unit: int, hex: int, counts: array[int], flags: HexFlags, sides: bytes | bytearray) -> None:
        if self.kinds[unit] != NO_ZONE:
            self.zones.leave(hex, self.kinds[unit], counts, flags, self.bit, sides)

    def move(
        self, unit: int, old: int, new: int, *, counts: array[int], flags: HexFlags, sides: bytes | bytearray
    ) -> None:
        """Leaves one hex and enters another; places that are not on the map (below 0) have no zones."""
        kind = self.kinds[unit]
        if kind != NO_ZONE:
            self.zones.move(old, new, kind, counts, flags, self.bit, sides)

    def rebuild(self, where: array[int], counts: array[int], flags: HexFlags, sides: bytes | bytearray) -> None:
        """From nothing, after loading a position or changing many hexsides."""
        self.zones.rebuild(where, self.kinds, counts, flags, self.bit, sides)
