"""A lattice of points over a piece of ground, and the few things a painter does with numbers on it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property

import msgspec
import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow
from PIL import ImageDraw

from ardennes.geography.draw.project import to_lat_lon
from ardennes.geography.draw.shapes import Extent, Line

Plane = npt.NDArray[np.float32]


class Canvas:
    """Pixels over an extent, row 0 in the north."""

    def __init__(self, extent: Extent, pixels_per_km: float) -> None:
        self.extent, self.scale = extent, pixels_per_km
        self.columns, self.rows = round(extent.width * pixels_per_km), round(extent.height * pixels_per_km)
        self._of_whole = 0.0, 1.0
        """Where the rows of a strip begin and end, as shares of the canvas it was cut from."""

    @cached_property
    def east(self) -> npt.NDArray[np.float64]:
        """Kilometres east of each column."""
        return self.extent.west + (np.arange(self.columns, dtype=np.float64) + 0.5) / self.scale

    @cached_property
    def north(self) -> npt.NDArray[np.float64]:
        """Kilometres north of each row."""
        return self.extent.north - (np.arange(self.rows, dtype=np.float64) + 0.5) / self.scale

    def lat_lon(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        return to_lat_lon(self.east[None, :], self.north[:, None])

    def strips(self, pixels: int, margin: int) -> Iterator[tuple[Canvas, slice, int]]:
        """Canvases of about so many pixels, from north to south, that together are this one. Each has some rows of its
        neighbours as a margin: which of its rows are its own, and where they begin in the whole, comes with it."""
        high = max(1, pixels // self.columns)
        for first in range(0, self.rows, high):
            last = min(first + high, self.rows)
            top, bottom = max(0, first - margin), min(last + margin, self.rows)
            north, south = (self.extent.north - row / self.scale for row in (top, bottom))
            strip = Canvas(msgspec.structs.replace(self.extent, north=north, south=south), self.scale)
            strip.columns, strip.rows = self.columns, bottom - top
            strip._of_whole = top / self.rows, bottom / self.rows
            yield strip, slice(first - top, last - top), first

    # --- planes ----------------------------------------------------------------------------------

    def blank(self) -> Plane:
        return np.zeros((self.rows, self.columns), dtype=np.float32)

    def enlarged(self, plane: Plane) -> Plane:
        """A coarser plane of the whole extent, smoothly drawn out to this canvas."""
        high, wide = plane.shape
        top, bottom = (share * high for share in self._of_whole)
        size, box = (self.columns, self.rows), (0.0, top, float(wide), bottom)
        return np.array(Pillow.fromarray(plane).resize(size, Pillow.Resampling.BICUBIC, box), dtype=np.float32)

    def softened(self, plane: Plane, km: float) -> Plane:
        """Gaussian blur."""
        return softened(plane, km * self.scale)

    def noise(self, km: float, salt: int) -> Plane:
        """Soft noise from -1 to 1 with folds of a size, tied to the ground: two canvases meet without a seam."""
        left, top = math.floor(self.extent.west / km) - 1, math.floor(-self.extent.north / km) - 1
        across, down = math.ceil(self.extent.width / km) + 4, math.ceil(self.extent.height / km) + 4
        row, column = -self.north / km - top, self.east / km - left
        return _smooth_lookup(_lattice(left, top, across, down, salt), row, column)

    def folds(self, parts: tuple[tuple[float, float], ...], salt: int) -> Plane:
        """Noise of several sizes on top of each other: (kilometres, strength) each."""
        total = self.blank()
        for number, (km, strength) in enumerate(parts):
            total += np.float32(strength) * self.noise(km, salt + 17 * number)
        return total

    # --- drawing ---------------------------------------------------------------------------------

    def areas(self, rings: list[tuple[tuple[Line, ...], float]]) -> Plane:
        """Fills areas with a value each, later ones over earlier ones; holes keep what was there."""
        picture = Pillow.new("F", (self.columns, self.rows), 0.0)
        for (outer, *_), value in rings:
            ImageDraw.Draw(picture).polygon(self._spots(outer), fill=value)
        return np.array(picture, dtype=np.float32)

    def lines(self, lines: list[Line], km: float) -> Plane:
        """One along the lines, zero elsewhere."""
        picture = Pillow.new("F", (self.columns, self.rows), 0.0)
        pen = ImageDraw.Draw(picture)
        for line in lines:
            pen.line(self._spots(line), fill=1.0, width=max(1, round(km * self.scale)), joint="curve")
        return np.array(picture, dtype=np.float32)

    def _spots(self, line: Line) -> list[tuple[float, float]]:
        extent = self.extent
        return [((east - extent.west) * self.scale, (extent.north - north) * self.scale) for east, north in line]


def softened(plane: Plane, radius: float) -> Plane:
    """Gaussian blur with a radius in pixels, rows first, then columns."""
    reach = max(1, math.ceil(2.5 * radius))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / max(radius, 0.1)) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        padding = [(reach, reach) if at == axis else (0, 0) for at in (0, 1)]
        padded = np.pad(plane, padding, mode="edge")
        total = np.zeros_like(plane)
        for step, weight in enumerate(weights):
            window = [slice(step, step + plane.shape[axis]) if at == axis else slice(None) for at in (0, 1)]
            total += np.float32(weight) * padded[tuple(window)]
        plane = total
    return plane


def _lattice(left: int, top: int, across: int, down: int, salt: int) -> Plane:
    """A value between -1 and 1 for each crossing of a lattice on the ground."""
    column, row = np.meshgrid(np.arange(left, left + across), np.arange(top, top + down))
    mixed = (column * 374761393 + row * 668265263 + salt * 974634713).astype(np.int64) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    values: Plane = ((mixed ^ (mixed >> 16)) % 65536 / 32768 - 1).astype(np.float32)
    return values


def _smooth_lookup(lattice: Plane, row: npt.NDArray[np.float64], column: npt.NDArray[np.float64]) -> Plane:
    top, left = np.floor(row).astype(int), np.floor(column).astype(int)
    down = (row - top).astype(np.float32)[:, None]
    right = (column - left).astype(np.float32)[None, :]
    down, right = down * down * (3 - 2 * down), right * right * (3 - 2 * right)
    upper = lattice[np.ix_(top, left)] * (1 - right) + lattice[np.ix_(top, left + 1)] * right
    lower = lattice[np.ix_(top + 1, left)] * (1 - right) + lattice[np.ix_(top + 1, left + 1)] * right
    mixed: Plane = upper * (1 - down) + lower * down
    return mixed
