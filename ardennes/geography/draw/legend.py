"""Samples for the legend of a game's map, in the game's own words."""

from __future__ import annotations

import math

import msgspec

from ardennes.board import Board
from ardennes.geography.draw import theme
from ardennes.geography.draw.canvas import Canvas
from ardennes.geography.draw.hex_ground import HEIGHT_SHARE
from ardennes.geography.draw.hex_layers import STAR, TOOTH, badge, dot, houses, pad, parapets
from ardennes.geography.draw.painting import Growth, paint
from ardennes.geography.draw.project import to_km
from ardennes.geography.draw.shapes import Extent, Line, Path, Point, Shape, Stamps, Style
from ardennes.geography.draw.sheet import Drawing, LegendItem
from ardennes.geography.draw.words import (
    RoadLook,
    TerrainLook,
    WaterLook,
    area_look,
    place_size,
    road_look,
    terrain_look,
    terrain_words,
    water_look,
)
from ardennes.geography.features import Ground

SAMPLE_GROUND = (5.72, 50.03)
"""A calm piece of the Bastogne plateau on which samples of terrain are painted."""
SAMPLE_PIXELS = 96


def legend_items(board: Board, ground: Ground) -> list[LegendItem]:
    """Everything that occurs on the map."""
    items = [
        LegendItem(_capital(word), _terrain(terrain_look(word, board.vocabulary["terrain"]), board, ground))
        for word in terrain_words(board)
    ]
    rivers = board.vocabulary["river"]
    for word in _used(board, "river"):
        label = f"{word} river" if word in ("major", "minor") else word
        items.append(LegendItem(_capital(label), _water(water_look(word, "", rivers))))
    items += [LegendItem(_capital(_kind(word, "road")), _road(road_look(word))) for word in _used(board, "road")]
    items += [LegendItem(_capital(_kind(word, "bridge")), _bridge(word)) for word in _used(board, "bridge")]
    items += [LegendItem(_capital(word), _cliff) for word in _used(board, "wall")]
    ranks = sorted(_used(board, "place"), key=lambda word: -place_size(word))
    items += [LegendItem(_capital(word), _place(place_size(word))) for word in ranks]
    return items + _area_items(board)


def _area_items(board: Board) -> list[LegendItem]:
    """One sample for each kind of area that is drawn."""
    samples: dict[str, Drawing] = {"badge": _entry, "wall": _wall, "prize": _star, "rim": _boundary, "band": _band}
    looks = {area_look(name).kind: area_look(name) for name in board.area_names if board.area(name)}
    return [
        LegendItem("Entry hex" if kind == "badge" else looks[kind].label, draw)
        for kind, draw in samples.items()
        if kind in looks
    ]


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:].replace("-", " ").replace("_", " ")


def _kind(word: str, noun: str) -> str:
    return word if noun in word or word in ("ford", "track", "trail", "ferry", "causeway") else f"{word} {noun}"


def _used(board: Board, layer: str) -> list[str]:
    codes = set(board.place if layer == "place" else getattr(board, layer))
    return [word for code, word in enumerate(board.vocabulary[layer]) if word and code in codes]


def _hexagon(at: Point, high: float) -> Line:
    reach = high / math.sqrt(3)
    return tuple(
        (at[0] + reach * math.cos(math.radians(60 * corner)), at[1] + reach * math.sin(math.radians(60 * corner)))
        for corner in range(6)
    )


def _terrain(look: TerrainLook, board: Board, ground: Ground) -> Drawing:
    """A painted hex, shown through a window in the paper."""
    size = board.grid.km_per_hex
    east, north = to_km(SAMPLE_GROUND)
    half = 0.62 * size
    canvas = Canvas(Extent(east - half, north - half, east + half, north + half), SAMPLE_PIXELS / size)

    def growth_on(strip: Canvas) -> Growth:
        flat = strip.blank()
        return Growth(cover=flat + look.cover, crags=flat + look.crags, patch_km=0.34 * size, crown_km=0.05 * size)

    image = paint(ground, canvas, growth_on, strength=0.9, tint_share=HEIGHT_SHARE)

    def draw(at: Point, high: float) -> list[Shape]:
        reach = 0.62 * high
        extent = Extent(at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach)
        rim = extent.grown(0.04 * high)
        box = (rim.west, rim.south), (rim.east, rim.south), (rim.east, rim.north), (rim.west, rim.north)
        hexagon = _hexagon(at, high)
        return [
            msgspec.structs.replace(image, extent=extent),
            Path(lines=(box, hexagon), closed=True, style=Style(fill=theme.PAPER)),
            Path(lines=(hexagon,), closed=True, style=Style(stroke=theme.GRID, width=0.03 * high)),
        ]

    return draw


def _ripple(at: Point, high: float) -> Line:
    return tuple((at[0] + high * (step / 20 - 0.5), at[1] + 0.1 * high * math.sin(step / 2)) for step in range(21))


def _water(look: WaterLook) -> Drawing:
    def draw(at: Point, high: float) -> list[Shape]:
        line = (_ripple(at, high),)
        fill = theme.WATER if look.edged else theme.WATER_EDGE
        body: Shape = Path(lines=line, style=Style(stroke=fill, width=1.3 * look.width * high))
        edge: Shape = Path(lines=line, style=Style(stroke=theme.WATER_EDGE, width=(1.3 * look.width + 0.04) * high))
        return [edge, body] if look.edged else [body]

    return draw


def _road(look: RoadLook) -> Drawing:
    def draw(at: Point, high: float) -> list[Shape]:
        line = (_ripple(at, high),)
        dash = (0.14 * high, 0.08 * high) if look.rank == 2 else ()
        body: Shape = Path(
            lines=line, style=Style(stroke=theme.ROADS[look.rank], width=1.6 * look.width * high, dash=dash)
        )
        edge: Shape = Path(
            lines=line, style=Style(stroke=theme.ROAD_EDGES[look.rank], width=(1.6 * look.width + 0.045) * high)
        )
        return [body] if look.rank == 2 else [edge, body]

    return draw


def _bridge(word: str) -> Drawing:
    def draw(at: Point, high: float) -> list[Shape]:
        stream = ((at[0], at[1] - 0.4 * high), (at[0], at[1] + 0.4 * high))
        shapes: list[Shape] = [Path(lines=(stream,), style=Style(stroke=theme.WATER, width=0.16 * high))]
        if "ford" in word.casefold():
            return shapes + [dot((at[0] + 0.14 * step * high, at[1]), 0.05 * high) for step in (-1, 0, 1)]
        road = ((at[0] - 0.45 * high, at[1]), (at[0] + 0.45 * high, at[1]))
        shapes.append(Path(lines=(road,), style=Style(stroke=theme.ROADS[0], width=0.09 * high)))
        return shapes + parapets(at, (0.0, 1.0), (1.0, 0.0), 1.6 * high, broken="blown" in word.casefold())

    return draw


def _place(rank: int) -> Drawing:
    def draw(at: Point, high: float) -> list[Shape]:
        scale = 1.25 * high
        return [
            Path(
                lines=(pad(rank, at, rank, scale),),
                closed=True,
                curved=True,
                style=Style(fill=theme.PAD, opacity=0.6),
            ),
            houses([(rank, at, rank)], scale),
        ]

    return draw


def _cliff(at: Point, high: float) -> list[Shape]:
    ticks = [
        ((at[0] + step * high, at[1] + 0.12 * high), (at[0] + step * high, at[1] - 0.12 * high)) for step in _steps(9)
    ]
    base = ((at[0] - 0.45 * high, at[1] + 0.12 * high), (at[0] + 0.45 * high, at[1] + 0.12 * high))
    return [Path(lines=(base, *ticks), style=Style(stroke=theme.CLIFF, width=0.04 * high))]


def _steps(count: int) -> list[float]:
    return [0.9 * step / (count - 1) - 0.45 for step in range(count)]


def _entry(at: Point, high: float) -> list[Shape]:
    return badge(at, "A", 1.7 * high)


def _wall(at: Point, high: float) -> list[Shape]:
    teeth = tuple((at[0] + step * high, at[1], 0.22 * high, 0.0) for step in _steps(5))
    return [Stamps(figure=TOOTH, at=teeth, style=Style(fill=theme.WALL))]


def _star(at: Point, high: float) -> list[Shape]:
    return [Stamps(figure=STAR, at=((*at, 0.7 * high, 0.0),), style=Style(fill=theme.PRIZE))]


def _band(at: Point, high: float) -> list[Shape]:
    line = ((at[0] - 0.4 * high, at[1]), (at[0] + 0.4 * high, at[1]))
    return [Path(lines=(line,), style=Style(stroke=theme.BOUNDARY, width=0.25 * high, opacity=0.4))]


def _boundary(at: Point, high: float) -> list[Shape]:
    line = ((at[0] - 0.5 * high, at[1]), (at[0] + 0.5 * high, at[1]))
    style = Style(stroke=theme.BOUNDARY, width=0.07 * high, dash=(0.22 * high, 0.12 * high), cap="butt")
    return [Path(lines=(line,), style=style)]
