# cython: annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What can be traced to a source, how far it is, and along which line: supply, communications, plain distances.

A flood runs from all sources at once over the hexsides that link two hexes. Each hexside has a byte of link bits
(road classes, "no river", whatever a rulebook asks for), once as the map is printed and once for a hexside that is
ALTERED, where a bridge is blown or built. A run names the bits it wants; with none it crosses any hexside. A second
stage goes on from everything reached so far, by other links and for so many hexes: along the road, then up to four
hexes off it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

from ardennes.kernels.flags import ALTERED, BARRED, CLOSED, ByteTable, HexFlags, Marks
from ardennes.numbers import Hex

ANY_LINK = 0
UNLIMITED = 65534

_altered = ALTERED
_closed = CLOSED
_unreached = 65535


class Flood:
    """The search, with its scratch tables; the answers stay readable until the next run."""

    def __init__(
        self,
        neighbours: array[int],
        side_of: array[int],
        links: ByteTable,
        when_altered: ByteTable | None = None,
    ) -> None:
        hexes = len(neighbours) // 6
        altered = links if when_altered is None else when_altered
        self.sides = max(side_of, default=-1) + 1
        if len(neighbours) % 6 or len(side_of) != len(neighbours):
            raise ValueError("the tables of neighbours and hexsides have six entries for each hex")
        if len(links) < self.sides or len(altered) < self.sides:
            raise ValueError("the links are not those of this map")
        self.hexes = hexes
        self.count = 0
        self._neighbours = neighbours
        self._side_of = side_of
        self._links = links
        self._when_altered = altered
        self._ever = array("B", [0 if side < 0 else links[side] | altered[side] for side in side_of])
        """For each directed hexside, its links in either state: most have none that a run wants."""
        self._distance = array("H", [65535]) * hexes
        self._beyond = array("H", [0]) * hexes
        self._edge = array("i", [-1]) * hexes
        self._link = array("B", [0]) * hexes
        """By which directed hexside each hex was reached, and the links that were wanted."""
        self._order = array("h", [0]) * hexes
        self._flags = self._flags_of = array("H")
        self._crossed: ByteTable = b""
        self._crossed_of: ByteTable = b""

    def run(
        self,
        sources: Iterable[int],
        wanted: int,
        flags: HexFlags,
        sides: ByteTable,
        barred: int = BARRED,
        halts: int = 0,
        limit: int = UNLIMITED,
    ) -> int:
        """Floods from the sources and returns how many hexes are reached.

        A hex with a bit of ``barred`` is not entered (a source with one is no source); one with a bit of ``halts``
        is reached, but the line does not go on from it. ``limit`` is the most hexes a line may have.
        """
        self._take(flags, sides)
        self._forget()
        for source in sources:
            if not 0 <= source < self.hexes:
                raise ValueError(f"there is no hex {source} to flood from")
            if self._distance[source] == _unreached and not self._flags[source] & barred:
                self._distance[source] = self._beyond[source] = 0
                self._edge[source] = -1
                self._order[self.count] = source
                self.count += 1
        self._flow(wanted, barred, halts, limit)
        return self.count

    def spread(
        self,
        wanted: int,
        flags: HexFlags,
        sides: ByteTable,
        barred: int = BARRED,
        halts: int = 0,
        limit: int = UNLIMITED,
    ) -> int:
        """Goes on from every hex reached so far, for ``limit`` hexes more; returns how many hexes are reached now."""
        self._take(flags, sides)
        for number in range(self.count):
            self._beyond[self._order[number]] = 0
        self._flow(wanted, barred, halts, limit)
        return self.count

    # --- answers ---------------------------------------------------------------------------------

    def distance_of(self, hex: int) -> int:
        """Hexes from the source to this one, -1 if it is not reached."""
        if not 0 <= hex < self.hexes or self._distance[hex] == _unreached:
            return -1
        return self._distance[hex]

    def beyond_of(self, hex: int) -> int:
        """Hexes since the last stage began (off the road, say), 0 where an earlier stage came, -1 if not reached."""
        if not 0 <= hex < self.hexes or self._distance[hex] == _unreached:
            return -1
        return self._beyond[hex]

    def line_from(self, hex: int) -> list[Hex]:
        """The hexes of the line from this hex to its source, both included; empty if it is not reached."""
        line: list[Any] = []
        if self.distance_of(hex) >= 0:
            line.append(hex)
            while self._edge[hex] >= 0:
                hex = self._edge[hex] // 6
                line.append(hex)
        return line

    def line_stands(self, hex: int, flags: HexFlags, sides: ByteTable, barred: int, held: int, freed: int) -> bool:
        """Whether the line that was found to this hex could be followed now, as flags and hexsides have become. No line
        enters a hex with a bit of ``barred``, or of ``held`` where no bit of ``freed`` is. There may be another."""
        self._take(flags, sides)
        if self.distance_of(hex) < 0:
            return False
        met, crossed, edge = self._flags, self._crossed, 0
        while edge >= 0:
            bits = met[hex]
            if bits & barred or (bits & held and not bits & freed):
                return False
            edge = self._edge[hex]
            if edge >= 0:
                side, wanted = self._side_of[edge], self._link[hex]
                if crossed[side] & _closed:
                    return False
                if (
                    wanted
                    and not (self._when_altered[side] if crossed[side] & _altered else self._links[side]) & wanted
                ):
                    return False
                hex = edge // 6
        return True

    def reached(self) -> list[Hex]:
        """Every hex reached, stage by stage, nearest first."""
        order = self._order
        found: list[Any] = []
        for number in range(self.count):
            found.append(order[number])
        return found

    def distances(self) -> array[int]:
        """The same as ``distance_of`` for every hex."""
        found = array("i", [-1]) * self.hexes
        cells, order = found, self._order
        for number in range(self.count):
            cells[order[number]] = self._distance[order[number]]
        return found

    def beyonds(self) -> array[int]:
        """The same as ``beyond_of`` for every hex."""
        found = array("i", [-1]) * self.hexes
        cells, order = found, self._order
        for number in range(self.count):
            cells[order[number]] = self._beyond[order[number]]
        return found

    def mark(self, marks: Marks, bit: int) -> None:
        """Sets the bit in the byte of every hex reached, and clears it in all others."""
        if len(marks) != self.hexes:
            raise ValueError("the marks are not those of this map")
        for hex in range(self.hexes):
            marks[hex] &= ~bit
        for number in range(self.count):
            marks[self._order[number]] |= bit

    # --- the search ------------------------------------------------------------------------------

    def _take(self, flags: HexFlags, sides: ByteTable) -> None:
        """Opens the tables, unless they are the same as last time: that is more work than to follow a line."""
        if flags is not self._flags_of:
            if len(flags) != self.hexes:
                raise ValueError("the flags of hexes are not those of this map")
            self._flags = flags
            self._flags_of = flags
        if sides is not self._crossed_of:
            if len(sides) < self.sides:
                raise ValueError("the flags of hexsides are not those of this map")
            self._crossed = sides
            self._crossed_of = sides

    def _flow(self, wanted: int, barred: int, halts: int, limit: int) -> None:
        flags, sides = self._flags, self._crossed
        neighbours, side_of, links, when_altered = self._neighbours, self._side_of, self._links, self._when_altered
        distance, beyond, order = self._distance, self._beyond, self._order
        edges, link, ever = self._edge, self._link, self._ever
        count, number = self.count, 0
        while number < count:
            hex = order[number]
            number += 1
            if flags[hex] & halts or beyond[hex] >= limit:
                continue
            far, off = distance[hex] + 1, beyond[hex] + 1
            for edge in range(6 * hex, 6 * hex + 6):
                if wanted and not ever[edge] & wanted:
                    continue
                there = neighbours[edge]
                if there < 0 or distance[there] != _unreached or flags[there] & barred:
                    continue
                side = side_of[edge]
                if sides[side] & _closed:
                    continue
                if wanted and not (when_altered[side] if sides[side] & _altered else links[side]) & wanted:
                    continue
                distance[there] = far
                beyond[there] = off
                edges[there] = edge
                link[there] = wanted
                order[count] = there
                count += 1
        self.count = count

    def _forget(self) -> None:
        for number in range(self.count):
            self._distance[self._order[number]] = _unreached
        self.count = 0
