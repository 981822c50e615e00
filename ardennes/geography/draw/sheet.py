"""The sheet of paper around a map: frame, title, legend, scale, compass and whose data it is."""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

from ardennes.geography.draw import theme
from ardennes.geography.draw.fonts import length
from ardennes.geography.draw.shapes import Disc, Extent, Font, Layer, Line, Path, Picture, Point, Shape, Style, Text

CREDIT = (
    "Contains information from MERIT Hydro (Yamazaki et al. 2019), made available under the Open Database License 1.0. "
    "Some places: GeoNames (geonames.org), CC BY 4.0. Woods, roads, Westwall and front: own work."
)
MARGIN, BAND = 1.7, 11.0
"""Of the sheet, in hundredths of the map's width."""
TITLE_SHARE, RIGHT_SHARE = 0.25, 0.13
ROWS = 3
SCALE_KM = (2, 5, 10, 20, 50)

Drawing = Callable[[Point, float], list[Shape]]
"""Draws a sample of something: middle of its box and height of the box."""


class LegendItem(msgspec.Struct, frozen=True):
    label: str
    draw: Drawing


def on_sheet(picture: Picture, title: str, lines: list[str], items: list[LegendItem]) -> Picture:
    """The picture on paper, the band with title and legend below it."""
    inner = picture.extent
    unit = max(inner.width, 0.55 * inner.height) / 100
    margin = MARGIN * unit
    outer = Extent(inner.west - margin, inner.south - BAND * unit - margin, inner.east + margin, inner.north + margin)
    band = Extent(inner.west, inner.south - (BAND - 0.6) * unit, inner.east, inner.south - 1.6 * unit)
    layers = [
        *picture.layers,
        Layer(id="paper", shapes=_paper(outer, inner, unit)),
        Layer(id="title", shapes=_title(band, title, lines, unit)),
        Layer(id="legend", shapes=_legend(band, items, unit)),
        Layer(id="scale", shapes=_scale(band, unit)),
        Layer(id="compass", shapes=_compass((band.east - 2.2 * unit, band.north - 2.7 * unit), 2.3 * unit)),
        Layer(id="credit", shapes=_credit(outer, unit)),
    ]
    return Picture(title=picture.title, extent=outer, paper=picture.paper, layers=layers)


def _box(extent: Extent) -> Line:
    return (
        (extent.west, extent.south),
        (extent.east, extent.south),
        (extent.east, extent.north),
        (extent.west, extent.north),
    )


def _paper(outer: Extent, inner: Extent, unit: float) -> list[Shape]:
    """Covers what runs beyond the map, and rules its frame."""
    rim = outer.grown(unit)
    return [
        Path(lines=(_box(rim), _box(inner)), closed=True, style=Style(fill=theme.PAPER)),
        Path(lines=(_box(inner),), closed=True, style=Style(stroke=theme.INK, width=0.09 * unit)),
        Path(lines=(_box(inner.grown(0.34 * unit)),), closed=True, style=Style(stroke=theme.INK, width=0.24 * unit)),
    ]


def _title(band: Extent, title: str, lines: list[str], unit: float) -> list[Shape]:
    room = TITLE_SHARE * band.width - 2 * unit
    size = min(3.4 * unit, 3.4 * unit * room / length(title, "serif-bold", 3.4 * unit))
    base = band.north - 0.95 * size
    shapes: list[Shape] = [
        Text(text=title, at=(band.west, base), size=size, font="serif-bold", fill=theme.INK),
        Path(
            lines=(((band.west, base - 0.9 * unit), (band.west + room, base - 0.9 * unit)),),
            style=Style(stroke=theme.BUILT, width=0.14 * unit),
        ),
    ]
    for number, line in enumerate(lines):
        at = band.west, base - (2.35 + 1.55 * number) * unit
        font: Font = "serif-italic" if number == 0 else "sans"
        size = min(1.15 * unit, 1.15 * unit * room / length(line, font, 1.15 * unit))
        shapes.append(Text(text=line, at=at, size=size, font=font, fill=theme.SOFT_INK))
    return shapes


def _legend(band: Extent, items: list[LegendItem], unit: float) -> list[Shape]:
    """Samples in three rows, filled column by column."""
    left = band.west + TITLE_SHARE * band.width
    columns = max(1, math.ceil(len(items) / ROWS))
    wide = (band.width * (1 - TITLE_SHARE - RIGHT_SHARE)) / columns
    high = band.height / ROWS
    shapes: list[Shape] = []
    for number, item in enumerate(items):
        column, row = divmod(number, ROWS)
        middle = left + column * wide + 1.6 * unit, band.north - (row + 0.5) * high
        shapes += item.draw(middle, 2.5 * unit)
        room = wide - 4.3 * unit
        size = min(1.12 * unit, 1.12 * unit * room / length(item.label, "sans", 1.12 * unit))
        at = middle[0] + 1.85 * unit, middle[1] - 0.36 * size
        shapes.append(Text(text=item.label, at=at, size=size, font="sans", fill=theme.INK))
    return shapes


def _scale(band: Extent, unit: float) -> list[Shape]:
    """A bar of kilometres, at most as long as the corner is wide."""
    room = 0.72 * RIGHT_SHARE * band.width
    whole = max((km for km in SCALE_KM if km <= room), default=1)
    west, base = band.east - 0.4 * unit - whole, band.south + 1.5 * unit
    shapes: list[Shape] = []
    for step in range(4):
        piece = Extent(west + whole * step / 4, base, west + whole * (step + 1) / 4, base + 0.42 * unit)
        style = Style(fill=theme.INK if step % 2 == 0 else theme.HALO, stroke=theme.INK, width=0.07 * unit)
        shapes.append(Path(lines=(_box(piece),), closed=True, style=style))
    for share in (0, 1):
        text = "0" if share == 0 else f"{whole} km"
        at = west + whole * share, base - 1.15 * unit
        shapes.append(Text(text=text, at=at, size=0.95 * unit, font="sans", fill=theme.INK, anchor="middle"))
    return shapes


def _compass(at: Point, size: float) -> list[Shape]:
    def ray(turn: float, reach: float, side: int) -> Line:
        angle = math.radians(turn)
        flank = math.radians(turn + 45 * side)
        return (
            at,
            (at[0] + 0.2 * size * math.sin(flank), at[1] + 0.2 * size * math.cos(flank)),
            (at[0] + reach * size * math.sin(angle), at[1] + reach * size * math.cos(angle)),
        )

    dark = tuple(ray(turn, 1.0 if turn == 0 else 0.72, 1) for turn in (0, 90, 180, 270))
    pale = tuple(ray(turn, 1.0 if turn == 0 else 0.72, -1) for turn in (0, 90, 180, 270))
    edge = Style(fill=theme.HALO, stroke=theme.INK, width=0.03 * size)
    return [
        Disc(centre=at, radius=0.5 * size, style=Style(stroke=theme.SOFT_INK, width=0.03 * size)),
        Path(lines=pale, closed=True, style=edge),
        Path(lines=dark, closed=True, style=Style(fill=theme.INK, stroke=theme.INK, width=0.03 * size)),
        Text(
            text="N",
            at=(at[0], at[1] + 1.1 * size),
            size=0.5 * size,
            font="serif-bold",
            fill=theme.INK,
            anchor="middle",
        ),
    ]


def _credit(outer: Extent, unit: float) -> list[Shape]:
    room = outer.width - 4 * unit
    size = min(0.78 * unit, 0.78 * unit * room / length(CREDIT, "sans", 0.78 * unit))
    at = (outer.west + outer.east) / 2, outer.south + 0.75 * unit
    return [Text(text=CREDIT, at=at, size=size, font="sans", fill=theme.SOFT_INK, anchor="middle")]
