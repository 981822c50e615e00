# cython: annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""How many units hold each hex in their zone of control, kept up as units come and go.

The ground says across which hexsides a zone reaches, for up to eight kinds of zone (infantry, armour, artillery
...): a byte with one bit a kind for each directed hexside, once as the map is printed and once for a hexside that
is ALTERED, where a bridge is blown or built. What changes in play are plain tables of the position: one count a
hex for each side (or each sort of zone), and the flags the other side moves by, in which one bit says
that the count is not zero.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from ardennes.kernels.flags import ALTERED, ByteTable, HexFlags, no_flags
from ardennes.numbers import Hex

NO_ZONE = 255
"""The kind of a unit that has no zone, in :meth:`Zones.rebuild`."""

SHUT, IN_ZONE = 1, 2
"""What :func:`hindrances` says of a hex."""

_altered = ALTERED
_no_zone = NO_ZONE
_shut = SHUT


class Zones:
    """Zones of control on one map.

    ``reaches`` has a byte for each directed hexside, bit k set where a zone of kind k crosses it; ``when_altered``
    the same for hexsides that are ALTERED (as printed, if not given). ``at_home`` has the bits of the kinds that
    count in the unit's own hex as well.
    """

    def __init__(
        self,
        neighbours: array[int],
        side_of: array[int],
        reaches: ByteTable,
        when_altered: ByteTable | None = None,
        at_home: int = 0,
    ) -> None:
        altered = reaches if when_altered is None else when_altered
        if len(neighbours) % 6 or not len(neighbours) == len(side_of) == len(reaches) == len(altered):
            raise ValueError("neighbours, hexsides and the reach of zones have six entries for each hex")
        self.hexes = len(neighbours) // 6
        self.sides = max(side_of, default=-1) + 1
        self.at_home = at_home
        self._neighbours = neighbours
        self._side_of = side_of
        self._reaches = reaches
        self._altered = altered

    def enter(self, hex: int, kind: int, counts: array[int], flags: HexFlags, bit: int, sides: ByteTable) -> None:
        """A unit with this kind of zone arrives: counts go up, and ``bit`` is set in the flags of the hexes held."""
        self._check(hex, kind, counts, flags, sides)
        self._spread(hex, kind, counts, flags, bit, sides, 1)

    def leave(self, hex: int, kind: int, counts: array[int], flags: HexFlags, bit: int, sides: ByteTable) -> None:
        """A unit leaves: counts go down, and the bit goes where nobody holds the hex any longer.

        Hexsides must be as they were when it came. To change one, let the units beside it leave, change it, and let
        them come again; or change it and rebuild.
        """
        self._check(hex, kind, counts, flags, sides)
        self._spread(hex, kind, counts, flags, bit, sides, -1)

    def move(
        self, old: int, new: int, kind: int, counts: array[int], flags: HexFlags, bit: int, sides: ByteTable
    ) -> None:
        """A unit leaves a hex and arrives in another, in one go; below 0 it comes from or goes to nowhere."""
        self._check(max(old, 0), kind, counts, flags, sides)
        self._check(max(new, 0), kind, counts, flags, sides)
        if old >= 0:
            self._spread(old, kind, counts, flags, bit, sides, -1)
        if new >= 0:
            self._spread(new, kind, counts, flags, bit, sides, 1)

    def rebuild(
        self,
        where: array[int],
        kinds: ByteTable,
        counts: array[int],
        flags: HexFlags,
        bit: int,
        sides: ByteTable,
    ) -> None:
        """The same from nothing: ``where`` is the hex of each unit (below 0: not on the map), ``kinds`` the kind of
        its zone, NO_ZONE for those that have none or are of another side."""
        if len(where) != len(kinds):
            raise ValueError(f"{len(where)} units have {len(kinds)} kinds of zone")
        self._check(0, 0, counts, flags, sides)
        for hex in range(self.hexes):
            counts[hex] = 0
            flags[hex] &= ~bit
        for unit in range(len(where)):
            if where[unit] >= 0 and kinds[unit] != _no_zone:
                if where[unit] >= self.hexes or kinds[unit] >= 8:
                    raise ValueError(f"unit {unit}: there is no hex {where[unit]} or no kind of zone {kinds[unit]}")
                self._spread(where[unit], kinds[unit], counts, flags, bit, sides, 1)

    def beside(self, hexes: Sequence[int], flags: HexFlags, bit: int) -> list[Hex]:
        """The hexes next to any of these whose flags have the bit, each once and in order."""
        if len(flags) != self.hexes:
            raise ValueError("the flags are not those of this map")
        found: list[Any] = []
        for hex in hexes:
            if not 0 <= hex < self.hexes:
                raise ValueError(f"there is no hex {hex}")
            for edge in range(6 * hex, 6 * hex + 6):
                there = self._neighbours[edge]
                if there >= 0 and flags[there] & bit and there not in found:
                    found.append(there)
        found.sort()
        return found

    def _check(self, hex: int, kind: int, counts: array[int], flags: HexFlags, sides: ByteTable) -> None:
        if len(counts) != self.hexes or len(flags) != self.hexes or len(sides) < self.sides:
            raise ValueError("the counts or flags are not those of this map")
        if not (0 <= hex < self.hexes and 0 <= kind < 8):
            raise ValueError(f"there is no hex {hex} or no kind of zone {kind}")

    def _spread(
        self,
        hex: int,
        kind: int,
        counts: array[int],
        flags: HexFlags,
        bit: int,
        sides: ByteTable,
        change: int,
    ) -> None:
        """Adds ``change`` to the count of every hex the zone reaches."""
        if self.at_home >> kind & 1:
            counts[hex] += change
            flags[hex] = flags[hex] | bit if counts[hex] else flags[hex] & ~bit
        for edge in range(6 * hex, 6 * hex + 6):
            there = self._neighbours[edge]
            if there < 0:
                continue
            reaches = self._altered[edge] if sides[self._side_of[edge]] & _altered else self._reaches[edge]
            if reaches >> kind & 1:
                counts[there] += change
                flags[there] = flags[there] | bit if counts[there] else flags[there] & ~bit


def hindrances(flags: HexFlags, barred: int, zones: int, negates: int, in_zone: int = SHUT) -> HexFlags:
    """What keeps a line or a retreat out of each hex: SHUT where it has a bit of ``barred``, else ``in_zone`` where it
    has one of ``zones`` and none of what ``negates`` them."""
    met = no_flags(len(flags))
    cells = met
    for hex in range(len(flags)):
        bits = flags[hex]
        if bits & barred:
            cells[hex] = _shut
        elif bits & zones and not bits & negates:
            cells[hex] = in_zone
    return met
