"""Distances, rings and lines on a table of neighbours.

Coordinates are taken from the grid where a formula needs them; floods use the table alone, so they also
work on maps with holes.
"""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.hexes.grid import NOWHERE, Grid
from ardennes.numbers import Hex, Numbers


def _axial(grid: Grid, hex: int) -> tuple[int, int]:
    """Lane and a second axis along which two hexes in any straight file differ evenly."""
    lane, place = grid.lane_place(hex)
    odd_shift = lane - (lane & 1) if grid.shifted == "odd" else lane + (lane & 1)
    return lane, place - odd_shift // 2


def distance(grid: Grid, one: int, other: int) -> int:
    """How many hexes apart two hexes are; neighbours are one apart."""
    lane_a, axis_a = _axial(grid, one)
    lane_b, axis_b = _axial(grid, other)
    across, along = lane_b - lane_a, axis_b - axis_a
    return max(abs(across), abs(along), abs(across + along))


def within(neighbours: Numbers[int, Hex], centres: Iterable[Hex], radius: int) -> list[Hex]:
    """Every hex at most ``radius`` hexes from one of the centres, nearest first."""
    found = dict.fromkeys(centres)
    frontier = list(found)
    for _ in range(radius):
        outer = []
        for hex in frontier:
            for neighbour in neighbours[6 * hex : 6 * hex + 6]:
                if neighbour != NOWHERE and neighbour not in found:
                    found[neighbour] = None
                    outer.append(neighbour)
        frontier = outer
    return list(found)


def ring(neighbours: Numbers[int, Hex], centre: Hex, radius: int) -> list[Hex]:
    """The hexes exactly ``radius`` away."""
    inner = set(within(neighbours, [centre], radius - 1)) if radius else set()
    return [hex for hex in within(neighbours, [centre], radius) if hex not in inner]


def line(grid: Grid, one: Hex, other: Hex) -> list[Hex]:
    """The hexes a straight line from centre to centre passes through, both ends included."""
    steps = distance(grid, one, other)
    if steps == 0:
        return [one]
    (x0, y0), (x1, y1) = grid.centre_km(one), grid.centre_km(other)
    points = [(x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps) for step in range(steps + 1)]
    return [_one_side_of(grid, x, y) for x, y in points]


def _one_side_of(grid: Grid, x: float, y: float) -> Hex:
    """The hex at a point; of two hexes that meet there always the same one, unless it is beyond the edge."""
    nudge = 1e-6
    hex = grid.at_km(x + nudge, y + nudge)
    return hex if hex != NOWHERE else grid.at_km(x - nudge, y - nudge)
