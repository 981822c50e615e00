"""The grid laid over the ground with a margin around it: cells, corners and sides in kilometres.

Rivers come from beyond the map and leave it, so lines are followed on a *frame*, the map's grid with two more
hexes on every edge. A cell is a hex of the frame, a corner the point where three cells meet, a side the line
between two cells; each is a small integer.
"""

from __future__ import annotations

from functools import cached_property

import msgspec
import numpy as np
import numpy.typing as npt

from ardennes.hexes import Grid
from ardennes.hexes.grid import HALF_HEIGHT, NOWHERE

Kilometres = npt.NDArray[np.float64]
MARGIN = 2


class Frame:
    """Cells, corners and sides around a grid."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        (first_lane, last_lane), (first, last) = grid.lanes, grid.places
        self.wide = msgspec.structs.replace(
            grid,
            lanes=(first_lane - MARGIN, last_lane + MARGIN),
            places=(first - MARGIN, last + MARGIN),
            sheets=(),
        )
        self.size = self.wide.size
        self.around = self.wide.neighbours()
        self.centres: Kilometres = np.array([self.wide.centre_km(cell) for cell in range(self.size)])
        self.hex_of = [grid.index(*self.wide.lane_place(cell)) for cell in range(self.size)]
        self.on_map = [hex != NOWHERE for hex in self.hex_of]
        self.cells = [cell for cell in range(self.size) if self.on_map[cell]]
        """The cells that are on the map, in the grid's order."""
        self._lay_corners()

    @property
    def km(self) -> float:
        """From the centre of a cell to that of its neighbour."""
        return self.grid.km_per_hex

    def cell(self, hex: int) -> int:
        return self.wide.index(*self.grid.lane_place(hex))

    def label(self, cell: int) -> str:
        return self.grid.label(self.hex_of[cell])

    def neighbours(self, cell: int) -> list[int]:
        """The cells around one that are on the map."""
        return [other for other in self.around[6 * cell : 6 * cell + 6] if other != NOWHERE and self.on_map[other]]

    def side(self, one: int, other: int) -> int:
        """The side between two cells, or NOWHERE if they do not touch."""
        return self._sides.get((min(one, other), max(one, other)), NOWHERE)

    def to_km(self, line: npt.ArrayLike) -> Kilometres:
        """Longitudes and latitudes into kilometres east and north."""
        points = np.asarray(line, dtype=float).reshape(-1, 2)
        per_lat, per_lon = self.grid.km_per_degree
        return np.column_stack(((points[:, 0] - self.grid.lon0) * per_lon, (points[:, 1] - self.grid.lat0) * per_lat))

    def cells_at(self, points: Kilometres) -> npt.NDArray[np.int64]:
        """The cell under each point, NOWHERE beyond the frame: many points at once."""
        (a, b), (c, d), (e, f) = self.grid.ground
        det = a * d - b * c
        east, north = points[:, 0] - e, points[:, 1] - f
        across, along = (d * east - c * north) / det, (a * north - b * east) / det
        lower = np.floor(across / HALF_HEIGHT)
        best = np.full(len(points), NOWHERE, dtype=np.int64)
        nearest = np.full(len(points), np.inf)
        (first_lane, last_lane), (first, last) = self.wide.lanes, self.wide.places
        for lane in (lower, lower + 1):
            shift = np.where(lane % 2 == (1 if self.grid.shifted == "odd" else 0), 0.5, 0.0)
            place = np.rint(along - shift)
            away = (across - lane * HALF_HEIGHT) ** 2 + (along - place - shift) ** 2
            inside = (lane >= first_lane) & (lane <= last_lane) & (place >= first) & (place <= last)
            index = np.where(inside, (lane - first_lane) * self.wide.place_count + place - first, NOWHERE)
            closer = away < nearest
            best[closer], nearest[closer] = index[closer].astype(np.int64), away[closer]
        return best

    def _lay_corners(self) -> None:
        corners: dict[tuple[int, ...], int] = {}
        self._sides: dict[tuple[int, int], int] = {}
        side_corners: list[tuple[int, int]] = []
        for cell in range(self.size):
            ring = self.around[6 * cell : 6 * cell + 6]
            if NOWHERE in ring:
                continue
            own = []
            for turn in range(6):
                key = tuple(sorted((cell, ring[turn], ring[(turn + 1) % 6])))
                own.append(corners.setdefault(key, len(corners)))
            for turn in range(6):
                pair = (min(cell, ring[turn]), max(cell, ring[turn]))
                if pair not in self._sides:
                    self._sides[pair] = len(side_corners)
                    side_corners.append((own[turn - 1], own[turn]))
        self.corner_cells = list(corners)
        self.corners: Kilometres = self.centres[np.array(self.corner_cells)].mean(axis=1)
        self.side_corners = side_corners
        self.side_cells = list(self._sides)

    @cached_property
    def corner_sides(self) -> list[list[int]]:
        """The two or three sides that meet in each corner."""
        meeting: list[list[int]] = [[] for _ in self.corner_cells]
        for side, ends in enumerate(self.side_corners):
            for corner in ends:
                meeting[corner].append(side)
        return meeting

    @cached_property
    def side_points(self) -> Kilometres:
        """Start, middle and end of every side."""
        ends = self.corners[np.array(self.side_corners)]
        return np.stack((ends[:, 0], ends.mean(axis=1), ends[:, 1]), axis=1)

    def inner_side(self, side: int) -> bool:
        """Whether both cells of a side are on the map."""
        one, other = self.side_cells[side]
        return self.on_map[one] and self.on_map[other]

    def edge_corner(self, corner: int) -> bool:
        """Whether a corner lies on the rim of the map, or beyond it."""
        return not all(self.on_map[cell] for cell in self.corner_cells[corner])

    def other_end(self, side: int, corner: int) -> int:
        one, other = self.side_corners[side]
        return other if corner == one else one
