"""From degrees to the kilometres pictures are drawn in: east and north of 50.1 N 5.8 E, as the hex grids count."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ardennes.geography.draw.shapes import Extent, Line, Point
from ardennes.geography.features import FRAME_LAT, FRAME_LON

LAT0, LON0 = 50.1, 5.8
KM_PER_LAT, KM_PER_LON = 111.23, 71.5009

Plane = npt.NDArray[np.float64]


def to_km(lon_lat: Point) -> Point:
    return (lon_lat[0] - LON0) * KM_PER_LON, (lon_lat[1] - LAT0) * KM_PER_LAT


def line_km(line: Iterable[Point]) -> Line:
    return tuple(to_km(point) for point in line)


def to_lat_lon(east: Plane, north: Plane) -> tuple[Plane, Plane]:
    """Latitudes and longitudes of a lattice given by its columns and rows."""
    east, north = np.broadcast_arrays(east, north)
    return LAT0 + north / KM_PER_LAT, LON0 + east / KM_PER_LON


def frame() -> Extent:
    """The whole ground."""
    west, south = to_km((FRAME_LON[0], FRAME_LAT[0]))
    east, north = to_km((FRAME_LON[1], FRAME_LAT[1]))
    return Extent(west, south, east, north)
