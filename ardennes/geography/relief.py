"""Heights above the sea on a grid of 30 arc-seconds, about 0.6 by 0.9 km.

The cells smooth narrow gorges, so local relief ranks places against each other; it is not true metres.
"""

from __future__ import annotations

import math
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ardennes.errors import ArdennesError

Metres = npt.NDArray[np.float32]
KM_PER_DEGREE_LAT = 111.23
REFINED = 3
"""How many times finer than the stored cells local relief is measured."""
RUGGEDNESS_RADIUS_KM = 1.5


class Relief:
    """The heights, row 0 in the north, column 0 in the west; values belong to the middle of a cell."""

    def __init__(self, heights: Metres, south: float, west: float, cell: float, source: str) -> None:
        self.heights = heights
        self.south, self.west, self.cell, self.source = south, west, cell, source
        self.rows: int = heights.shape[0]
        self.columns: int = heights.shape[1]

    @property
    def north(self) -> float:
        return self.south + self.rows * self.cell

    @property
    def east(self) -> float:
        return self.west + self.columns * self.cell

    def metres(self, lat: float, lon: float) -> float:
        """Height of the ground, interpolated between cells; beyond the frame that of its edge."""
        return float(self.sample(np.array([lat]), np.array([lon]))[0])

    def sample(self, lat: npt.NDArray[np.float64], lon: npt.NDArray[np.float64]) -> Metres:
        """Heights at many places at once."""
        return _interpolate(self.heights, (self.north - lat) / self.cell - 0.5, (lon - self.west) / self.cell - 0.5)

    def ruggedness(self, lat: float, lon: float) -> float:
        """Local relief: highest minus lowest ground within 1.5 km, in metres."""
        fine = self.cell / REFINED
        row, column = (self.north - lat) / fine - 0.5, (lon - self.west) / fine - 0.5
        return float(_interpolate(self.local_relief, np.array([row]), np.array([column]))[0])

    @cached_property
    def local_relief(self) -> Metres:
        """Ruggedness of every cell of the refined grid, three times as fine as the stored one."""
        rows = (np.arange(self.rows * REFINED) + 0.5) / REFINED - 0.5
        columns = (np.arange(self.columns * REFINED) + 0.5) / REFINED - 0.5
        fine = _interpolate(self.heights, rows[:, None], columns[None, :])
        row_km = KM_PER_DEGREE_LAT * self.cell / REFINED
        column_km = row_km * math.cos(math.radians((self.south + self.north) / 2))
        reach_rows, reach_columns = int(RUGGEDNESS_RADIUS_KM / row_km), int(RUGGEDNESS_RADIUS_KM / column_km)
        padded = np.pad(fine, ((reach_rows, reach_rows), (reach_columns, reach_columns)), mode="edge")
        highest, lowest = fine.copy(), fine.copy()
        for down in range(-reach_rows, reach_rows + 1):
            for right in range(-reach_columns, reach_columns + 1):
                if math.hypot(down * row_km, right * column_km) <= RUGGEDNESS_RADIUS_KM:
                    top, left = down + reach_rows, right + reach_columns
                    shifted = padded[top : top + fine.shape[0], left : left + fine.shape[1]]
                    np.maximum(highest, shifted, out=highest)
                    np.minimum(lowest, shifted, out=lowest)
        relief: Metres = highest - lowest
        return relief


def _interpolate(values: Metres, row: npt.NDArray[np.float64], column: npt.NDArray[np.float64]) -> Metres:
    """Bilinear, held constant beyond the outermost cells."""
    row = np.clip(row, 0, values.shape[0] - 1)
    column = np.clip(column, 0, values.shape[1] - 1)
    top = np.minimum(row.astype(int), values.shape[0] - 2)
    left = np.minimum(column.astype(int), values.shape[1] - 2)
    down, right = row - top, column - left
    upper = values[top, left] * (1 - right) + values[top, left + 1] * right
    lower = values[top + 1, left] * (1 - right) + values[top + 1, left + 1] * right
    mixed: Metres = (upper * (1 - down) + lower * down).astype(np.float32)
    return mixed


def read_relief(path: Path) -> Relief:
    """Reads an Arc/Info ASCII grid whose first line may be a ``#`` comment that states the source."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ArdennesError(f"{path.name}: cannot be read: {error}") from None
    source = ""
    while lines and lines[0].startswith("#"):
        source = f"{source} {lines.pop(0).lstrip('# ')}".strip()
    header: dict[str, float] = {}
    for number, line in enumerate(lines[:6], start=1):
        word, _, value = line.partition(" ")
        try:
            header[word.casefold()] = float(value)
        except ValueError:
            raise ArdennesError(f"{path.name}: header line {number}: {word!r} needs a number, not {value!r}") from None
    wanted = ("ncols", "nrows", "xllcorner", "yllcorner", "cellsize")
    if missing := [word for word in wanted if word not in header]:
        raise ArdennesError(f"{path.name}: header: field {missing[0]} is missing")
    shape = int(header["nrows"]), int(header["ncols"])
    heights = np.empty(shape, dtype=np.float32)
    body = lines[6:]
    if len(body) != shape[0]:
        raise ArdennesError(f"{path.name}: {len(body)} rows of heights, nrows says {shape[0]}")
    for row, line in enumerate(body):
        try:
            heights[row] = np.array(line.split(), dtype=np.float32)
        except ValueError:
            raise ArdennesError(f"{path.name}: row {row + 1}: {shape[1]} heights in metres expected") from None
    if not np.isfinite(heights).all() or (heights == header.get("nodata_value", np.nan)).any():
        raise ArdennesError(f"{path.name}: some cells have no height; the drawing and the builder need all of them")
    return Relief(heights, header["yllcorner"], header["xllcorner"], header["cellsize"], source)
