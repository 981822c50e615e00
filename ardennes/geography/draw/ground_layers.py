"""The true ground as layers: relief, woods, water, borders, the Westwall, roads and places."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from ardennes.geography.draw import theme
from ardennes.geography.draw.canvas import Canvas, Plane
from ardennes.geography.draw.curves import curve, resampled
from ardennes.geography.draw.painting import Growth, paint
from ardennes.geography.draw.project import line_km, to_km
from ardennes.geography.draw.shapes import Disc, Extent, Layer, Line, Path, Point, Shape, Stamps, Style
from ardennes.geography.features import (
    COVER,
    OPEN_COVER,
    Front,
    Ground,
    Place,
    PlaceRank,
    RoadClass,
    WaterWidth,
)

TOOTH_FIGURE: Line = ((-0.5, -0.4), (0.5, -0.4), (0.0, 0.5))
WIDTHS: tuple[WaterWidth, ...] = ("stream", "river", "major")
PIECES = 8
"""Straight pieces in a curved leg between two places."""
SYMBOL_KM: dict[PlaceRank, float] = {
    "city": 0.85,
    "town": 0.56,
    "village": 0.32,
    "farm": 0.2,
    "crossroads": 0.2,
    "bridge": 0.2,
}


# --- painted ground ------------------------------------------------------------------------------


def painted_layer(ground: Ground, extent: Extent, pixels_per_km: float) -> Layer:
    """Relief and woods as they are."""
    canvas = Canvas(extent, pixels_per_km)

    def growth_on(strip: Canvas) -> Growth:
        return Growth(cover=wood_cover(ground, strip), crags=strip.blank(), patch_km=1.5, crown_km=0.3)

    return Layer(id="painting", shapes=[paint(ground, canvas, growth_on)])


def wood_cover(ground: Ground, canvas: Canvas) -> Plane:
    """Share of trees: the densest wood counts, clearings are cut out, edges are soft."""
    woods = sorted(ground.woods, key=lambda wood: COVER[wood.density])
    filled = [(_soft(wood.rings), COVER[wood.density]) for wood in woods]
    filled += [(_soft(found.rings), OPEN_COVER) for found in ground.clearings if found.kind == "clearing"]
    return canvas.softened(canvas.areas(filled), 0.3)


def _soft(rings: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(curve(line_km(ring), closed=True) for ring in rings)


# --- water and lines -----------------------------------------------------------------------------


def water_layer(ground: Ground, share: float = 1.0, opacity: float = 1.0) -> Layer:
    """The rivers as they run; ``share`` makes them thinner under a grid."""
    layer = Layer(id="water", opacity=opacity)
    for width in WIDTHS:
        lines = tuple(line_km(river.line) for river in ground.rivers if river.width == width)
        km = theme.WATER_KM[width] * share
        if width != "stream":
            edge = Style(stroke=theme.WATER_EDGE, width=km + 0.1 * share)
            layer.shapes.append(Path(lines=lines, style=edge, curved=True))
        layer.shapes.append(Path(lines=lines, style=Style(stroke=theme.WATER, width=km), curved=True))
    return layer


def border_layer(ground: Ground, share: float = 1.0) -> Layer:
    """State borders; ``share`` makes them thinner under a grid."""
    layer = Layer(id="borders")
    lines = tuple(
        curve(line_km(border.line)) for border in ground.borders if border.line and border.status == "international"
    )
    dash = (1.3 * share, 0.45 * share, 0.2 * share, 0.45 * share)
    layer.shapes.append(Path(lines=lines, style=Style(stroke=theme.BORDER_BAND, width=1.1 * share, opacity=0.35)))
    layer.shapes.append(Path(lines=lines, style=Style(stroke=theme.BORDER, width=0.2 * share, dash=dash, cap="butt")))
    return layer


def wall_layer(ground: Ground, size: float = 0.55) -> Layer:
    """The Westwall as two rows of dragon's teeth; stretches the Americans held are paler."""
    layer = Layer(id="westwall")
    for wall in ground.westwall:
        if wall.belt == "captured":
            continue
        gap = 1.1 if wall.belt == "second" else 0.8
        teeth = []
        course = resampled(curve(line_km(wall.line)), gap * size / 0.55)
        for number, (one, other) in enumerate(pairwise(course)):
            turn = math.degrees(math.atan2(one[1] - other[1], other[0] - one[0]))
            side = 0.28 * size * (1 if number % 2 else -1)
            away = math.dist(one, other) or 1.0
            east = one[0] - (other[1] - one[1]) / away * side
            north = one[1] + (other[0] - one[0]) / away * side
            teeth.append((east, north, size, turn + 180))
        style = Style(fill=theme.WALL, stroke=theme.HALO, width=0.07 * size, opacity=0.9)
        layer.shapes.append(Stamps(figure=TOOTH_FIGURE, at=tuple(teeth), style=style))
    return layer


def front_layer(fronts: list[Front]) -> Layer:
    """Front lines and pockets: American olive outside, German grey inside."""
    layer = Layer(id="fronts")
    for front in fronts:
        lines = (curve(line_km(front.line)), *(curve(line_km(pocket.ring), closed=True) for pocket in front.pockets))
        layer.shapes.append(Path(lines=lines, style=Style(stroke=theme.HALO, width=0.9, opacity=0.7)))
        layer.shapes.append(Path(lines=lines, style=Style(stroke=theme.FRONT, width=0.5, dash=(1.6, 0.7), cap="butt")))
    return layer


# --- roads and places ----------------------------------------------------------------------------


def road_lines(ground: Ground) -> dict[RoadClass, tuple[Line, ...]]:
    """Smooth courses through the places of each route; where two classes share a leg the better one is drawn."""
    drawn: set[frozenset[str]] = set()
    return {"primary": tuple(_runs(ground, "primary", drawn)), "secondary": tuple(_runs(ground, "secondary", drawn))}


def _runs(ground: Ground, road_class: RoadClass, drawn: set[frozenset[str]]) -> Iterator[Line]:
    """The stretches of road that no earlier route has drawn."""
    for road in ground.roads:
        if road.road_class == road_class:
            course = curve([to_km(ground.places[stop].point) for stop in road.places], pieces=PIECES)
            pieces = PIECES if len(road.places) > 2 else 1
            run: list[Point] = []
            for leg, ends in enumerate(pairwise(road.places)):
                if frozenset(ends) in drawn:
                    if run:
                        yield tuple(run)
                    run = []
                else:
                    drawn.add(frozenset(ends))
                    run.extend(course[leg * pieces + bool(run) : (leg + 1) * pieces + 1])
            if run:
                yield tuple(run)


def road_layer(ground: Ground) -> Layer:
    layer = Layer(id="roads")
    lines = road_lines(ground)
    order: tuple[RoadClass, ...] = ("secondary", "primary")
    for road_class in order:
        km = theme.ROAD_KM[road_class]
        edge = Style(stroke=theme.ROAD_EDGE[road_class], width=km + 2 * theme.ROAD_EDGE_KM)
        layer.shapes.append(Path(lines=lines[road_class], style=edge))
    for road_class in order:
        style = Style(stroke=theme.ROAD[road_class], width=theme.ROAD_KM[road_class])
        layer.shapes.append(Path(lines=lines[road_class], style=style))
    return layer


def place_layer(places: list[Place]) -> Layer:
    layer = Layer(id="places")
    for place in sorted(places, key=lambda found: SYMBOL_KM[found.rank]):
        layer.shapes += place_symbol(to_km(place.point), place.rank, SYMBOL_KM[place.rank])
    return layer


def place_symbol(at: Point, rank: PlaceRank, radius: float) -> list[Shape]:
    """A ring with a dot for a city, a filled disc for a town, an open one for a village, a speck for the rest."""
    edge = Style(fill=theme.HALO, stroke=theme.INK, width=0.24 * radius)
    if rank == "city":
        return [
            Disc(centre=at, radius=radius, style=edge),
            Disc(centre=at, radius=0.55 * radius, style=Style(fill=theme.BUILT)),
        ]
    if rank == "town":
        return [Disc(centre=at, radius=radius, style=Style(fill=theme.BUILT, stroke=theme.INK, width=0.26 * radius))]
    if rank == "village":
        return [Disc(centre=at, radius=radius, style=edge)]
    return [Disc(centre=at, radius=radius, style=Style(fill=theme.INK))]
