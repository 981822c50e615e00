"""Paints the ground: a tint by height, light from the north-west, woods with their canopies.

The stored heights are too coarse for the gorges, so the painting (and only the painting) cuts valleys along
the rivers and adds a breath of small relief.
"""

from __future__ import annotations

import io
from collections.abc import Callable

import msgspec
import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow

from ardennes.geography.draw.canvas import Canvas, Plane
from ardennes.geography.draw.project import line_km
from ardennes.geography.draw.shapes import Image
from ardennes.geography.draw.theme import CANOPY_DARK, CANOPY_LIGHT, CRAGS, HEIGHT_TINTS, PLAIN, SHADE_DARK, SHADE_LIGHT
from ardennes.geography.features import Ground, WaterWidth

VALLEY: dict[WaterWidth, tuple[float, float]] = {"major": (60.0, 0.8), "river": (75.0, 0.55), "stream": (45.0, 0.4)}
"""How deep a river cuts, in metres, and how wide its slopes are, in kilometres."""
FOLDS = ((2.6, 16.0), (1.3, 9.0), (0.65, 4.0))
"""Small relief: size of its folds in kilometres and height in metres."""
ROLLING = 60.0
"""Metres of fall in a kilometre at which the ground is as folded as anywhere."""
EXAGGERATION = 5.5
LIGHT_FROM = (-1.0, 1.0, 1.3)
"""East, north and up: the sun of cartographers."""
SHADOW, GLEAM = 0.62, 0.38
"""How much of the dark and the light colour the steepest slopes take."""
COARSE_PIXELS_PER_KM = 8.0
STRIP_PIXELS = 400_000
"""How much is painted at once: a plane of a large map alone would need tens of megabytes, and there are many."""
STRIP_MARGIN = 16
"""Rows beyond a strip that soft edges and shadows reach in from."""
SEED = 1944


class Growth(msgspec.Struct):
    """What stands on the ground, as planes from 0 to 1, and how large its patches are."""

    cover: Plane
    """Share of the ground under trees."""
    crags: Plane
    """How broken the ground is beyond what the heights say."""
    patch_km: float
    """Size of a copse."""
    crown_km: float
    """Size of a drawn tree."""


def paint(
    ground: Ground,
    canvas: Canvas,
    growth_on: Callable[[Canvas], Growth],
    *,
    strength: float = 1.0,
    tint_share: float = 1.0,
    progress: Callable[[float], object] | None = None,
) -> Image:
    """The painted ground of a canvas; ``strength`` scales the shading, ``tint_share`` the colours of height.
    ``progress`` hears what share of it is done."""
    coarse = Canvas(canvas.extent, min(COARSE_PIXELS_PER_KM, canvas.scale))
    heights = coarse.softened(ground.relief.sample(*coarse.lat_lon()), 0.45)
    rugged = np.clip(coarse.softened(_slopes(heights, coarse.scale), 1.2) / ROLLING, 0.12, 1.0)
    shaped = heights + rugged * coarse.folds(FOLDS, SEED) - _valleys(ground, coarse)
    painted = Pillow.new("RGB", (canvas.columns, canvas.rows))
    for strip, own_rows, top in canvas.strips(STRIP_PIXELS, STRIP_MARGIN):
        fine, tint = strip.enlarged(shaped), _tinted(strip.enlarged(heights))
        tint = tint * np.float32(tint_share) + _rgb(PLAIN) * np.float32(1 - tint_share)
        _let_grow(strip, growth_on(strip), fine, tint)
        lit = _lit(tint, strength * _light(fine, canvas.scale))
        painted.paste(Pillow.fromarray(lit[own_rows]), (0, top))
        if progress is not None:
            progress((top + own_rows.stop - own_rows.start) / canvas.rows)
    file = io.BytesIO()
    painted.save(file, "JPEG", quality=87)
    return Image(kind="image/jpeg", data=file.getvalue(), extent=canvas.extent)


def _let_grow(canvas: Canvas, growth: Growth, fine: Plane, tint: Plane) -> None:
    """Puts crags and woods on the ground, its heights and its colours."""
    fine += growth.crags * _ridges(canvas, growth.patch_km)
    tint += (0.5 * growth.crags)[..., None] * (_rgb(CRAGS) - tint)

    trees, canopy = _trees(canvas, growth)
    leaf = (0.5 + 0.5 * canopy)[..., None]
    green = _rgb(CANOPY_DARK) * (1 - leaf) + _rgb(CANOPY_LIGHT) * leaf
    tint += (0.78 * trees)[..., None] * (green - tint)
    fine += trees * (np.float32(14 * growth.crown_km / 0.3) * (0.8 + 0.6 * canopy))


def _ridges(canvas: Canvas, size: float) -> Plane:
    """Sharp ridges and gullies, in metres."""
    coarse = 1 - np.abs(canvas.noise(1.5 * size, SEED + 500))
    middle = 1 - np.abs(canvas.noise(0.7 * size, SEED + 501))
    fine = 1 - np.abs(canvas.noise(0.3 * size, SEED + 502))
    ridges: Plane = np.float32(70 * size) * (coarse**2 + 0.45 * coarse * middle**2 + 0.16 * middle * fine)
    return ridges


def _trees(canvas: Canvas, growth: Growth) -> tuple[Plane, Plane]:
    """Where trees stand, and the waves of their crowns."""
    size = growth.patch_km
    patches = canvas.folds(((size, 0.36), (size / 2.2, 0.24), (size / 5, 0.12)), SEED + 100)
    trees = np.clip((growth.cover - 0.5 + patches) * 7 + 0.5, 0, 1)
    canopy = canvas.folds(((growth.crown_km, 0.7), (growth.crown_km * 2.7, 0.3)), SEED + 300)
    return trees.astype(np.float32), canopy


def _valleys(ground: Ground, canvas: Canvas) -> Plane:
    total = canvas.blank()
    for width, (metres, slope_km) in VALLEY.items():
        lines = [line_km(river.line) for river in ground.rivers if river.width == width]
        cut = canvas.softened(canvas.lines(lines, 0.5 * slope_km), slope_km)
        peak = float(cut.max())
        if peak > 0:
            np.maximum(total, np.float32(metres / peak) * cut, out=total)
    return total


def _slopes(heights: Plane, scale: float) -> Plane:
    """Metres of fall in a kilometre."""
    down, right = np.gradient(heights)
    steepness: Plane = np.hypot(down, right) * np.float32(scale)
    return steepness


def _light(heights: Plane, scale: float) -> Plane:
    """Minus one in full shadow, plus one facing the sun, zero on flat ground."""
    down, right = np.gradient(heights * np.float32(EXAGGERATION * scale / 1000))
    sun = np.array(LIGHT_FROM, dtype=np.float32) / np.float32(np.linalg.norm(LIGHT_FROM))
    facing = (-right * sun[0] + down * sun[1] + sun[2]) / np.sqrt(1 + right**2 + down**2) - sun[2]
    light: Plane = np.where(facing < 0, facing / sun[2], facing / (1 - sun[2]))
    return light


def _tinted(heights: Plane) -> Plane:
    steps = [float(metres) for metres, _ in HEIGHT_TINTS]
    colours = np.array([_rgb(colour) for _, colour in HEIGHT_TINTS])
    channels = [np.interp(heights, steps, colours[:, channel]).astype(np.float32) for channel in range(3)]
    return np.stack(channels, axis=-1)


def _lit(tint: Plane, light: Plane) -> npt.NDArray[np.uint8]:
    shadow = (SHADOW * np.clip(-light, 0, 1))[..., None]
    gleam = (GLEAM * np.clip(light, 0, 1))[..., None]
    lit = tint + (_rgb(SHADE_DARK) - tint) * shadow + (_rgb(SHADE_LIGHT) - tint) * gleam
    return np.clip(lit, 0, 255).astype(np.uint8)


def _rgb(colour: str) -> npt.NDArray[np.float32]:
    return np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)], dtype=np.float32)
