"""Where hexes, their corners and their sides lie on the ground."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ardennes.board import Board
from ardennes.geography.draw.shapes import Extent, Line, Point
from ardennes.hexes import Grid
from ardennes.hexes.grid import HALF_HEIGHT, NOWHERE

Plane = npt.NDArray[np.float32]


COMMON_KM = 3.6
"""The size of hex the proportions of lines and names are made for."""


class HexShape:
    """The geometry of a board, for the hexes that are drawn."""

    def __init__(self, board: Board, hexes: Iterable[int] | None = None) -> None:
        self.board, self.grid = board, board.grid
        self.hexes = tuple(board.hexes if hexes is None else hexes)
        self.drawn = frozenset(self.hexes)
        self.size = board.grid.km_per_hex
        """Kilometres from one side of a hex to the opposite one."""

    @property
    def growth(self) -> float:
        """By how much names grow on small hexes, or they could not be read."""
        return max(1.0, min(1.55, math.sqrt(COMMON_KM / self.size)))

    @property
    def pen(self) -> float:
        """What the widths of lines are a share of: a hex, and rather more of it where hexes are small."""
        return self.size * min(1.3, self.growth)

    @cached_property
    def ways(self) -> list[Point]:
        """From a hex to its neighbour in each direction."""
        here = self.grid.lane_place_km(0, 0)
        found = []
        for lane, place in self.grid.steps(shifted=False):
            there = self.grid.lane_place_km(lane, place + (0.5 if lane else 0.0))
            found.append((there[0] - here[0], there[1] - here[1]))
        return found

    @cached_property
    def corner_ways(self) -> list[Point]:
        """From a hex to the corner after each direction, clockwise."""
        pairs = zip(self.ways, self.ways[1:] + self.ways[:1], strict=True)
        return [((one[0] + other[0]) / 3, (one[1] + other[1]) / 3) for one, other in pairs]

    def centre(self, hex: int) -> Point:
        return self.grid.centre_km(hex)

    def corner(self, hex: int, direction: int) -> Point:
        """The corner between a direction and the next one, the same seen from all three hexes that meet there."""
        east, north = self.grid.centre_km(hex)
        way = self.corner_ways[direction % 6]
        return round(east + way[0], 3), round(north + way[1], 3)

    def outline(self, hex: int) -> Line:
        return tuple(self.corner(hex, direction) for direction in range(6))

    def edge(self, hex: int, direction: int) -> tuple[Point, Point]:
        """The two ends of the hexside in a direction."""
        return self.corner(hex, direction - 1), self.corner(hex, direction)

    def middle(self, hex: int, direction: int) -> Point:
        one, other = self.edge(hex, direction)
        return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2

    @property
    def pointed(self) -> bool:
        """Whether a corner points north (and not a side)."""
        return abs(math.degrees(math.atan2(*self.ways[0]))) > 15

    @cached_property
    def extent(self) -> Extent:
        corners = [corner for hex in self.hexes for corner in self.outline(hex)]
        east, north = [corner[0] for corner in corners], [corner[1] for corner in corners]
        return Extent(min(east), min(north), max(east), max(north))

    def inner_sides(self) -> Iterable[tuple[int, int, int]]:
        """Each hexside between two drawn hexes once: hex, direction, hexside."""
        for hex in self.hexes:
            for direction in range(6):
                other = self.board.neighbour(hex, direction)
                if other > hex and other in self.drawn:
                    yield hex, direction, self.board.side_of[6 * hex + direction]

    def open_sides(self) -> Iterable[tuple[int, int, int]]:
        """As inner sides, and those on the rim of a part of the map: seen from a drawn hex."""
        yield from self.inner_sides()
        for hex in self.hexes:
            for direction in range(6):
                other = self.board.neighbour(hex, direction)
                if other != NOWHERE and other not in self.drawn:
                    yield hex, direction, self.board.side_of[6 * hex + direction]

    def lookup(self, east: Plane, north: Plane) -> npt.NDArray[np.int32]:
        """The hex under each of many points; NOWHERE off the grid."""
        return _lookup(self.grid, east, north)


def _lookup(grid: Grid, east: Plane, north: Plane) -> npt.NDArray[np.int32]:
    """``Grid.at_km`` for whole planes."""
    (a, b), (c, d), (e, f) = grid.ground
    det = a * d - b * c
    u = (d * (east - e) - c * (north - f)) / det
    v = (a * (north - f) - b * (east - e)) / det
    low = np.floor(u / HALF_HEIGHT)
    best = np.full(u.shape, NOWHERE, dtype=np.int32)
    nearest = np.full(u.shape, np.inf, dtype=np.float32)
    for lane in (low, low + 1):
        shift = np.where(lane % 2 == (1 if grid.shifted == "odd" else 0), 0.5, 0.0)
        place = np.round(v - shift)
        away = (u - lane * HALF_HEIGHT) ** 2 + (v - place - shift) ** 2
        inside = (
            (grid.lanes[0] <= lane) & (lane <= grid.lanes[1]) & (grid.places[0] <= place) & (place <= grid.places[1])
        )
        number = np.where(inside, (lane - grid.lanes[0]) * grid.place_count + place - grid.places[0], NOWHERE)
        closer = away < nearest
        best[closer], nearest[closer] = number[closer].astype(np.int32), away[closer]
    return best
