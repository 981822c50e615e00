"""The ground under a grid, painted so that each hex looks like the terrain it is in the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import shapely

from ardennes.geography.draw import theme
from ardennes.geography.draw.canvas import Canvas
from ardennes.geography.draw.hex_shape import HexShape
from ardennes.geography.draw.painting import Growth, paint
from ardennes.geography.draw.project import line_km
from ardennes.geography.draw.shapes import Extent, Layer, Line, Path, Style
from ardennes.geography.draw.words import terrain_look
from ardennes.geography.features import Ground
from ardennes.hexes.grid import NOWHERE

PIXELS_PER_HEX = 90.0
MOST_PIXELS = 9e6
"""Of the painting; the drawing on top of it is sharp at any size."""
HEIGHT_SHARE = 0.45
"""How much of the tint by height is kept, so that it does not drown the colours of terrain."""
SWAY = 0.07
"""How far the edge of a wood strays from the hexside, as a share of a hex."""


def painted_hexes(
    shape: HexShape, ground: Ground, extent: Extent, progress: Callable[[float], object] | None = None
) -> Layer:
    """Relief of the true ground, woods and crags of the game's hexes."""
    finest = (MOST_PIXELS / (extent.width * extent.height)) ** 0.5
    canvas = Canvas(extent, min(PIXELS_PER_HEX / shape.size, finest))
    growth_on = partial(_growth, shape)
    image = paint(ground, canvas, growth_on, strength=0.9, tint_share=HEIGHT_SHARE, progress=progress)
    return Layer(id="painting", shapes=[image])


def _growth(shape: HexShape, canvas: Canvas) -> Growth:
    board, size = shape.board, shape.size
    words = board.vocabulary["terrain"]
    looks = [terrain_look(word, words) for word in words]
    sway = np.float32(SWAY * size)
    east = canvas.east.astype(np.float32)[None, :] + sway * canvas.folds(((0.3 * size, 0.7), (0.13 * size, 0.3)), 71)
    north = canvas.north.astype(np.float32)[:, None] + sway * canvas.folds(((0.3 * size, 0.7), (0.13 * size, 0.3)), 72)
    hexes = shape.lookup(east, north)
    codes = np.frombuffer(bytes(board.terrain) + b"\0", dtype=np.uint8)[np.where(hexes == NOWHERE, -1, hexes)]
    cover = np.array([look.cover for look in looks], dtype=np.float32)[codes]
    crags = np.array([look.crags for look in looks], dtype=np.float32)[codes]
    return Growth(
        cover=canvas.softened(cover, 0.03 * size),
        crags=canvas.softened(crags, 0.05 * size),
        patch_km=0.34 * size,
        crown_km=max(0.05 * size, 0.12),
    )


def veil_layer(shape: HexShape, extent: Extent) -> Layer:
    """Pales the ground beyond the last hexes."""
    hexes = shapely.union_all([shapely.Polygon(shape.outline(hex)).buffer(1e-3) for hex in shape.hexes])
    beyond = shapely.box(extent.west, extent.south, extent.east, extent.north).difference(hexes)
    style = Style(fill=theme.PAPER, opacity=0.78)
    edge = Style(stroke=theme.INK, width=0.02 * shape.size, opacity=0.8)
    return Layer(
        id="beyond",
        shapes=[
            Path(lines=rings_of(beyond), style=style, closed=True),
            Path(lines=rings_of(hexes), style=edge, closed=True),
        ],
    )


def rings_of(area: shapely.Geometry) -> tuple[Line, ...]:
    """Every ring of an area, holes included."""
    found: list[Line] = []
    for part in shapely.get_parts(area):
        if part.geom_type == "Polygon":
            found += [tuple(ring.coords) for ring in (part.exterior, *part.interiors)]
    return tuple(found)


def on_real_ground(shape: HexShape, ground: Ground) -> bool:
    """Whether the map shows the Ardennes: at least one of its rivers is one of the ground's."""
    return not {row.name for row in shape.board.file.sides if row.river}.isdisjoint(
        river.name for river in ground.rivers
    )


def lesser_water_layer(shape: HexShape, ground: Ground) -> Layer:
    """The true course of rivers that the game leaves out, faintly; none on a map of made-up ground."""
    layer = Layer(id="lesser-water", opacity=0.5)
    if on_real_ground(shape, ground):
        named = {row.name for row in shape.board.file.sides if row.river}
        lines = tuple(line_km(river.line) for river in ground.rivers if river.name not in named)
        width = max(0.02 * shape.size, 0.05)
        layer.shapes.append(Path(lines=lines, style=Style(stroke=theme.WATER, width=width), curved=True))
    return layer
