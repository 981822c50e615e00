"""The picture of a game's map: true ground below, the game on top, a sheet of paper around."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from ardennes.board import Board
from ardennes.geography.draw import theme
from ardennes.geography.draw.fonts import length
from ardennes.geography.draw.ground_layers import border_layer
from ardennes.geography.draw.ground_picture import region_layer
from ardennes.geography.draw.hex_ground import lesser_water_layer, on_real_ground, painted_hexes, veil_layer
from ardennes.geography.draw.hex_layers import (
    HOUSES,
    SPREAD,
    area_layer,
    band_layer,
    bridge_layer,
    grid_layer,
    hexside_water_layer,
    number_layer,
    number_size,
    number_spot,
    place_layer,
    prize_spot,
    road_layer,
    wall_layer,
    water_courses,
)
from ardennes.geography.draw.hex_shape import HexShape
from ardennes.geography.draw.hex_sites import Sites
from ardennes.geography.draw.labels import Labels
from ardennes.geography.draw.legend import legend_items
from ardennes.geography.draw.shapes import Extent, Font, Layer, Picture
from ardennes.geography.draw.sheet import on_sheet
from ardennes.geography.draw.words import area_look, place_size, water_look
from ardennes.geography.features import Ground

NAME_TYPE = {0: 0.135, 1: 0.165, 2: 0.22, 3: 0.3}
"""Size of a place's name by rank, as a share of a hex."""
NAME_FONT: dict[int, Font] = {0: "serif-italic", 1: "serif", 2: "serif-bold", 3: "serif-bold"}


def map_picture(
    board: Board,
    ground: Ground,
    hexes: Iterable[int] | None = None,
    progress: Callable[[float], object] | None = None,
) -> Picture:
    """All layers of a map, or of some of its hexes; ``progress`` hears how much of the ground is painted."""
    shape = HexShape(board, hexes)
    sites = Sites(shape, ground)
    extent = shape.extent.grown(0.35 * shape.size)
    layers = [
        painted_hexes(shape, ground, extent, progress),
        lesser_water_layer(shape, ground),
        *true_lines(shape, ground, extent),
        grid_layer(shape),
        place_layer(shape, sites),
        hexside_water_layer(shape),
        wall_layer(shape),
        veil_layer(shape, extent),
        band_layer(shape, sites),
        road_layer(shape, sites),
        bridge_layer(shape, sites),
        area_layer(shape),
        number_layer(shape),
        name_layer(shape, sites),
    ]
    picture = Picture(title=board.title, extent=extent, paper=theme.PAPER, layers=layers)
    bench_map = "The Ardennes in the winter of 1944" if on_real_ground(shape, ground) else "Made-up ground"
    lines = [bench_map, f"One hex is {shape.size:.1f} km from side to side"]
    return on_sheet(picture, board.title, lines, legend_items(board, ground))


def true_lines(shape: HexShape, ground: Ground, extent: Extent) -> list[Layer]:
    """Borders and the names of landscapes, where the map is one of the real ground."""
    if not on_real_ground(shape, ground):
        return []
    regions = region_layer(ground, extent.grown(-shape.size), kinds=("landscape",))
    regions.opacity = 0.5
    borders = border_layer(ground, share=min(0.7, max(0.25, 0.15 * shape.size)))
    borders.opacity = 0.8
    return [regions, borders]


def name_layer(shape: HexShape, sites: Sites) -> Layer:
    """Names of places, the great first, then of rivers."""
    board, size = shape.board, shape.size
    growth = shape.growth
    labels, layer = Labels(shape.extent.grown(0.3 * size), cell=size), Layer(id="names")
    _fill_with_obstacles(shape, sites, labels)
    named = [hex for hex in shape.hexes if board.name(hex)]
    ranks = {hex: place_size(board.vocabulary["place"][board.place[hex]]) for hex in named}
    for hex in sorted(named, key=lambda hex: -ranks[hex]):
        rank = ranks[hex]
        found = labels.name(
            board.name(hex),
            sites.spot(hex),
            size=NAME_TYPE[rank] * growth * size,
            clear=(SPREAD[rank] if rank else 0.05) * size * 0.9,
            font=NAME_FONT[rank],
            fill=theme.INK,
            halo=theme.HALO,
            limit=math.inf if rank else 14.0,
        )
        if found:
            layer.shapes.append(found)
    known = board.vocabulary["river"]
    for (kind, name), courses in water_courses(shape).items():
        look = water_look(kind, name, known)
        type_size = (0.12 + 0.6 * look.width) * size * growth
        for course in courses:
            if name:
                layer.shapes += labels.along(
                    name,
                    course,
                    size=type_size,
                    fill=theme.WATER_INK,
                    halo=theme.HALO,
                    apart=8 * size,
                    lift=(0.5 * look.width + 0.035) * size,
                )
    return layer


def _fill_with_obstacles(shape: HexShape, sites: Sites, labels: Labels) -> None:
    board, size = shape.board, shape.size
    tall = number_size(shape)
    for hex in shape.hexes:
        east, north = number_spot(shape, hex)
        half = length(board.label(hex), "sans", tall) / 2
        labels.take((east - half, north, east + half, north + 0.7 * tall), 12.0 / size**2 * 18)
        rank = place_size(board.vocabulary["place"][board.place[hex]])
        if rank:
            reach = SPREAD[rank] * size
            spot = sites.spot(hex)
            labels.take((spot[0] - reach, spot[1] - reach, spot[0] + reach, spot[1] + reach), 6.0 * HOUSES[rank] ** 0.2)
        for kind in {area_look(name).kind for name in board.row(hex).areas} & {"badge", "prize"}:
            east, north = shape.centre(hex) if kind == "badge" else prize_spot(shape, hex)
            half = (0.25 if kind == "badge" else 0.12) * size
            labels.take((east - half, north - 0.13 * size, east + half, north + 0.13 * size), 40.0)
    for code in range(1, len(board.vocabulary["road"])):
        for line in sites.road_courses(code):
            labels.take_line(line, 0.08 * size, 3.0)
    for courses in water_courses(shape).values():
        for course in courses:
            labels.take_line(course, 0.1 * size, 2.0)
