"""Small grids for the kernels' tests."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from ardennes.hexes import Grid

NOWHERE = -1


class SmallMap(NamedTuple):
    neighbours: array[int]
    side_of: array[int]
    hexes: int
    sides: int

    def around(self, hex: int) -> list[tuple[int, int, int]]:
        """Directed hexside, neighbour and hexside, for each neighbour on the map."""
        entries = range(6 * hex, 6 * hex + 6)
        return [
            (entry, self.neighbours[entry], self.side_of[entry]) for entry in entries if self.neighbours[entry] >= 0
        ]

    def edge(self, one: int, other: int) -> int:
        return next(entry for entry, there, _ in self.around(one) if there == other)


def small_map(lanes: int, places: int) -> SmallMap:
    grid = Grid(
        lanes=(1, lanes), places=(1, places), shifted="even", order="lane-place", ground=((1, 0), (0, -1), (0, 0))
    )
    neighbours = grid.neighbours()
    side_of, sides = array("h", [NOWHERE]) * len(neighbours), 0
    for entry, there in enumerate(neighbours):
        if there > entry // 6:
            side_of[entry] = side_of[6 * there + (entry % 6 + 3) % 6] = sides
            sides += 1
    return SmallMap(neighbours, side_of, grid.size, sides)
