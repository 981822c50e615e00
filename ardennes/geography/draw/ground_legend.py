"""Samples for the legend of the ground."""

from __future__ import annotations

import math

import msgspec

from ardennes.geography.draw import theme
from ardennes.geography.draw.canvas import Canvas
from ardennes.geography.draw.ground_layers import SYMBOL_KM, TOOTH_FIGURE, place_symbol
from ardennes.geography.draw.painting import Growth, paint
from ardennes.geography.draw.project import to_km
from ardennes.geography.draw.shapes import Extent, Line, Path, Point, Shape, Stamps, Style
from ardennes.geography.draw.sheet import Drawing, LegendItem
from ardennes.geography.features import COVER, Ground, PlaceRank, RoadClass, WaterWidth

SAMPLE_GROUND = (5.72, 50.03)
SAMPLE_KM = 4.0


def ground_legend(ground: Ground, *, fronts: bool) -> list[LegendItem]:
    """What the map of the ground shows; the front only if one is drawn."""
    items = [
        LegendItem("City", _place("city")),
        LegendItem("Town", _place("town")),
        LegendItem("Village", _place("village")),
        LegendItem("Crossroads, farm, bridge", _place("crossroads")),
        LegendItem("Main road of 1944", _road("primary")),
        LegendItem("Lesser road", _road("secondary")),
        LegendItem("Great river", _water("major")),
        LegendItem("River", _water("river")),
        LegendItem("Stream", _water("stream")),
        LegendItem("Forest", _wood(ground, COVER["forest"])),
        LegendItem("Copses", _wood(ground, COVER["mixed"])),
        LegendItem("Westwall", _wall),
        LegendItem("State border", _border),
    ]
    return [*items, LegendItem("Front", _front)] if fronts else items


def _ripple(at: Point, high: float) -> Line:
    return tuple((at[0] + high * (step / 20 - 0.5), at[1] + 0.1 * high * math.sin(step / 2)) for step in range(21))


def _place(rank: PlaceRank) -> Drawing:
    def draw(at: Point, high: float) -> list[Shape]:
        return place_symbol(at, rank, 0.42 * high * SYMBOL_KM[rank] / SYMBOL_KM["city"])

    return draw


def _road(road_class: RoadClass) -> Drawing:
    def draw(at: Point, high: float) -> list[Shape]:
        line, scale = (_ripple(at, high),), high / 2.4
        edge = (theme.ROAD_KM[road_class] + 2 * theme.ROAD_EDGE_KM) * scale
        return [
            Path(lines=line, style=Style(stroke=theme.ROAD_EDGE[road_class], width=edge)),
            Path(lines=line, style=Style(stroke=theme.ROAD[road_class], width=theme.ROAD_KM[road_class] * scale)),
        ]

    return draw


def _water(width: WaterWidth) -> Drawing:
    def draw(at: Point, high: float) -> list[Shape]:
        line, broad = (_ripple(at, high),), theme.WATER_KM[width] * high / 2.4
        return [
            Path(lines=line, style=Style(stroke=theme.WATER_EDGE, width=broad + 0.04 * high)),
            Path(lines=line, style=Style(stroke=theme.WATER, width=broad)),
        ]

    return draw


def _wood(ground: Ground, cover: float) -> Drawing:
    east, north = to_km(SAMPLE_GROUND)
    half = SAMPLE_KM / 2
    canvas = Canvas(Extent(east - half, north - half, east + half, north + half), 20.0)

    def growth_on(strip: Canvas) -> Growth:
        return Growth(cover=strip.blank() + cover, crags=strip.blank(), patch_km=1.5, crown_km=0.3)

    image = paint(ground, canvas, growth_on)

    def draw(at: Point, high: float) -> list[Shape]:
        reach = 0.5 * high
        extent = Extent(at[0] - reach, at[1] - 0.8 * reach, at[0] + reach, at[1] + 0.8 * reach)
        return [msgspec.structs.replace(image, extent=extent)]

    return draw


def _wall(at: Point, high: float) -> list[Shape]:
    teeth = tuple((at[0] + 0.22 * step * high, at[1], 0.22 * high, 0.0) for step in (-2, -1, 0, 1, 2))
    return [Stamps(figure=TOOTH_FIGURE, at=teeth, style=Style(fill=theme.WALL))]


def _border(at: Point, high: float) -> list[Shape]:
    line = (((at[0] - 0.5 * high, at[1]), (at[0] + 0.5 * high, at[1])),)
    dash = (0.26 * high, 0.09 * high, 0.04 * high, 0.09 * high)
    return [
        Path(lines=line, style=Style(stroke=theme.BORDER_BAND, width=0.3 * high, opacity=0.35)),
        Path(lines=line, style=Style(stroke=theme.BORDER, width=0.06 * high, dash=dash, cap="butt")),
    ]


def _front(at: Point, high: float) -> list[Shape]:
    line = (((at[0] - 0.5 * high, at[1]), (at[0] + 0.5 * high, at[1])),)
    return [Path(lines=line, style=Style(stroke=theme.FRONT, width=0.14 * high, dash=(0.3 * high, 0.15 * high)))]
