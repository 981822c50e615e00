"""The game on the ground: grid and numbers, water on hexsides, roads, bridges, places and areas."""

from __future__ import annotations

import math
from collections import defaultdict

from ardennes.geography.draw import theme
from ardennes.geography.draw.chains import joined, meandering
from ardennes.geography.draw.curves import curve, jitter
from ardennes.geography.draw.hex_shape import HexShape
from ardennes.geography.draw.hex_sites import Sites
from ardennes.geography.draw.shapes import Layer, Line, Path, Point, Shape, Stamps, Style, Text
from ardennes.geography.draw.words import WaterLook, area_look, place_size, road_look, water_look
from ardennes.hexes.grid import NOWHERE
from ardennes.numbers import Hex

HOUSE: Line = ((-0.5, -0.36), (0.5, -0.36), (0.5, 0.36), (-0.5, 0.36))
TOOTH: Line = ((-0.5, -0.45), (0.5, -0.45), (0.0, 0.5))
STAR: Line = tuple(
    (
        (0.5 if point % 2 == 0 else 0.21) * math.sin(math.radians(36 * point)),
        (0.5 if point % 2 == 0 else 0.21) * math.cos(math.radians(36 * point)),
    )
    for point in range(10)
)
ZONE = 0.06
"""Share of the map from which on a fortified area is a zone, not a line."""
HOUSES = {1: 5, 2: 11, 3: 24}
"""Blocks of a village, a town and a city."""
SPREAD = {1: 0.13, 2: 0.2, 3: 0.33}
"""How far they reach from the middle, as a share of a hex."""


# --- grid ----------------------------------------------------------------------------------------


def grid_layer(shape: HexShape) -> Layer:
    edges = tuple(shape.edge(hex, direction) for hex, direction, _ in shape.inner_sides())
    style = Style(stroke=theme.GRID, width=0.012 * shape.size, opacity=0.55)
    return Layer(id="grid", shapes=[Path(lines=edges, style=style)])


def number_layer(shape: HexShape) -> Layer:
    """The printed number under the northern side or corner of each hex."""
    layer = Layer(id="numbers")
    for hex in shape.hexes:
        at = number_spot(shape, hex)
        layer.shapes.append(
            Text(
                text=shape.board.label(hex),
                at=at,
                size=number_size(shape),
                font="sans",
                fill=theme.NUMBER,
                anchor="middle",
                halo=theme.HALO,
                halo_width=0.012 * shape.size,
                opacity=0.8,
            )
        )
    return layer


def number_size(shape: HexShape) -> float:
    return 0.112 * shape.size


def number_spot(shape: HexShape, hex: int) -> Point:
    east, north = shape.centre(hex)
    return east, north + (0.40 if shape.pointed else 0.375) * shape.size


# --- water ---------------------------------------------------------------------------------------


def water_courses(shape: HexShape) -> dict[tuple[str, str], list[Line]]:
    """Courses along hexsides by kind and name."""
    links: dict[tuple[str, str], list[tuple[Point, Point]]] = defaultdict(list)
    board = shape.board
    for hex, direction, side in shape.open_sides():
        if board.river[side]:
            row = board.side_row(side)
            links[board.vocabulary["river"][board.river[side]], row.name if row else ""].append(
                shape.edge(hex, direction)
            )
    return {key: [tuple(run) for run in joined(found)] for key, found in links.items()}


def hexside_water_layer(shape: HexShape) -> Layer:
    """Water the game counts: it follows the hexsides, wandering a little like a river does."""
    layer = Layer(id="water")
    known = shape.board.vocabulary["river"]
    groups: dict[WaterLook, list[Line]] = defaultdict(list)
    for (kind, name), courses in water_courses(shape).items():
        look = water_look(kind, name, known)
        groups[look] += [curve(meandering(course, 0.11), pieces=4) for course in courses]
    for look in sorted(groups, key=lambda look: look.width):
        lines, width = tuple(groups[look]), look.width * shape.pen
        if look.edged:
            edge = Style(stroke=theme.WATER_EDGE, width=width + 0.026 * shape.pen)
            layer.shapes.append(Path(lines=lines, style=edge))
    for look in sorted(groups, key=lambda look: look.width):
        style = Style(stroke=theme.WATER if look.edged else theme.WATER_EDGE, width=look.width * shape.pen)
        layer.shapes.append(Path(lines=tuple(groups[look]), style=style))
    return layer


def wall_layer(shape: HexShape) -> Layer:
    """Cliffs: hachures along the hexside."""
    layer = Layer(id="walls")
    board, size = shape.board, shape.size
    ticks: list[Line] = []
    for hex, direction, side in shape.open_sides():
        if board.wall[side]:
            one, other = shape.edge(hex, direction)
            way = shape.ways[direction]
            for step in range(1, 9):
                share = step / 9
                base = one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
                ticks.append((base, (base[0] + 0.09 * way[0], base[1] + 0.09 * way[1])))
            ticks.append((one, other))
    if ticks:
        layer.shapes.append(Path(lines=tuple(ticks), style=Style(stroke=theme.CLIFF, width=0.022 * size)))
    return layer


# --- roads and bridges ---------------------------------------------------------------------------


def road_layer(shape: HexShape, sites: Sites) -> Layer:
    layer = Layer(id="roads")
    board, pen = shape.board, shape.pen
    words = [(code, word, road_look(word)) for code, word in enumerate(board.vocabulary["road"]) if word]
    lines = {code: tuple(sites.road_courses(code)) for code, _, _ in words}
    lesser_first = sorted(words, key=lambda entry: -entry[2].rank)
    for code, _, look in lesser_first:
        if look.rank < 2 and lines[code]:
            edge = Style(stroke=theme.ROAD_EDGES[look.rank], width=(look.width + 0.026) * pen)
            layer.shapes.append(Path(lines=lines[code], style=edge))
    for code, _, look in lesser_first:
        if lines[code]:
            dash = (0.09 * pen, 0.05 * pen) if look.rank == 2 else ()
            style = Style(stroke=theme.ROADS[look.rank], width=look.width * pen, dash=dash)
            layer.shapes.append(Path(lines=lines[code], style=style))
    return layer


def bridge_layer(shape: HexShape, sites: Sites) -> Layer:
    """Two parapets for a bridge, broken ones where it is blown, dots for a ford."""
    layer = Layer(id="bridges")
    board, size = shape.board, shape.pen
    for hex, direction, side in shape.open_sides():
        if not board.bridge[side]:
            continue
        word = board.vocabulary["bridge"][board.bridge[side]].casefold()
        at = sites.crossing(hex, direction) if board.road[side] else shape.middle(hex, direction)
        one, other = shape.edge(hex, direction)
        length = math.dist(one, other)
        along = (other[0] - one[0]) / length, (other[1] - one[1]) / length
        across = -along[1], along[0]
        if "ford" in word:
            for step in (-1, 0, 1):
                spot = at[0] + across[0] * 0.07 * step * size, at[1] + across[1] * 0.07 * step * size
                layer.shapes.append(dot(spot, 0.028 * size))
            continue
        layer.shapes += parapets(at, along, across, size, broken="blown" in word)
    return layer


def dot(at: Point, radius: float) -> Shape:
    ring = tuple(
        (at[0] + radius * math.cos(math.radians(angle)), at[1] + radius * math.sin(math.radians(angle)))
        for angle in range(0, 360, 30)
    )
    return Path(lines=(ring,), closed=True, style=Style(fill=theme.HALO, stroke=theme.INK, width=0.35 * radius))


def parapets(at: Point, along: Point, across: Point, size: float, *, broken: bool) -> list[Shape]:
    def spot(aside: float, ahead: float) -> Point:
        return (
            at[0] + (along[0] * aside + across[0] * ahead) * size,
            at[1] + (along[1] * aside + across[1] * ahead) * size,
        )

    lines: list[Line] = []
    for side in (-1, 1):
        rail = [
            spot(0.085 * side, -0.13),
            spot(0.055 * side, -0.09),
            spot(0.055 * side, 0.09),
            spot(0.085 * side, 0.13),
        ]
        if broken:
            lines += [tuple(rail[:2]), tuple(rail[2:])]
        else:
            lines.append(tuple(rail))
    shapes: list[Shape] = [
        Path(lines=tuple(lines), style=Style(stroke=theme.HALO, width=0.05 * size)),
        Path(lines=tuple(lines), style=Style(stroke=theme.INK, width=0.026 * size)),
    ]
    if broken:
        cross = ((spot(-0.05, -0.05), spot(0.05, 0.05)), (spot(-0.05, 0.05), spot(0.05, -0.05)))
        shapes.append(Path(lines=cross, style=Style(stroke=theme.PRIZE, width=0.03 * size)))
    return shapes


# --- places --------------------------------------------------------------------------------------


def place_layer(shape: HexShape, sites: Sites) -> Layer:
    """Blocks of houses round the crossing of roads: more for a town, a whole quarter for a city."""
    board, size = shape.board, shape.size
    ranks = {hex: place_size(board.vocabulary["place"][board.place[hex]]) for hex in shape.hexes}
    built = [(hex, sites.spot(hex), rank) for hex, rank in ranks.items() if rank]
    if not built:
        return Layer(id="places")
    pads = tuple(pad(hex, here, rank, size) for hex, here, rank in built)
    ground = Path(lines=pads, closed=True, curved=True, style=Style(fill=theme.PAD, opacity=0.6))
    return Layer(id="places", shapes=[ground, houses(built, size)])


def houses(built: list[tuple[int, Point, int]], size: float) -> Stamps:
    """Blocks along a sunflower spiral, so that they never pile up: (number, middle, rank) of each place."""
    found = []
    for key, here, rank in built:
        count, spread, turn = HOUSES[rank], SPREAD[rank] * size, 360 * jitter(key, rank)
        for number in range(count):
            reach = spread * math.sqrt((number + 1.4) / (count + 0.4))
            angle = math.radians(turn + 137.5 * number)
            block = size * (0.07 + 0.03 * jitter(key, number, 5))
            tilt = turn / 6 + 90 * round(jitter(key, number, 6)) + 14 * jitter(key, number, 7)
            found.append((here[0] + reach * math.cos(angle), here[1] + reach * math.sin(angle), block, tilt))
    style = Style(fill=theme.BUILT, stroke=theme.BUILT_EDGE, width=0.009 * size)
    return Stamps(figure=HOUSE, at=tuple(found), style=style)


def pad(key: int, here: Point, rank: int, size: float) -> Line:
    """The trodden ground a place stands on."""
    radius = 1.15 * SPREAD[rank] * size
    return tuple(
        (
            here[0] + radius * (0.88 + 0.24 * jitter(key, angle)) * math.cos(math.radians(angle)),
            here[1] + radius * (0.88 + 0.24 * jitter(key, angle)) * math.sin(math.radians(angle)),
        )
        for angle in range(0, 360, 30)
    )


# --- areas ---------------------------------------------------------------------------------------


def area_layer(shape: HexShape) -> Layer:
    """Entry codes, dragon's teeth, stars for prizes, and the boundaries of army areas."""
    layer = Layer(id="areas")
    board, size = shape.board, shape.size
    edges: list[tuple[Point, Point]] = []
    badges: dict[Hex, list[str]] = defaultdict(list)
    for name in board.area_names:
        hexes, look = board.area(name) & shape.drawn, area_look(name)
        if look.kind == "badge":
            for hex in hexes:
                badges[hex].append(look.label)
        elif look.kind == "wall":
            layer.shapes += _teeth(shape, _face(shape, board.area(name)) & shape.drawn)
        elif look.kind == "prize":
            spots = tuple((*prize_spot(shape, hex), 0.24 * size, 0.0) for hex in sorted(hexes))
            style = Style(fill=theme.PRIZE, stroke=theme.HALO, width=0.014 * size)
            layer.shapes.append(Stamps(figure=STAR, at=spots, style=style))
        elif look.kind == "rim":
            edges += _rim(shape, hexes)
    if edges:
        runs = tuple(tuple(run) for run in joined(dict.fromkeys((min(edge), max(edge)) for edge in edges)))
        layer.shapes.insert(0, Path(lines=runs, style=Style(stroke=theme.HALO, width=0.07 * size, opacity=0.55)))
        dash = (0.16 * size, 0.09 * size)
        line = Style(stroke=theme.BOUNDARY, width=0.036 * size, dash=dash, cap="butt")
        layer.shapes.insert(1, Path(lines=runs, style=line))
    for hex, labels in sorted(badges.items()):
        layer.shapes += badge(shape.centre(hex), "/".join(labels), size)
    return layer


def band_layer(shape: HexShape, sites: Sites) -> Layer:
    """A pale band along the hexes of a boundary that follows a road."""
    layer = Layer(id="bands")
    board, size = shape.board, shape.size
    for name in board.area_names:
        if area_look(name).kind == "band":
            hexes = board.area(name) & shape.drawn
            links = [
                (hex, other) for hex in sorted(hexes) for other in board.around(hex) if hex < other and other in hexes
            ]
            lines = tuple((sites.spot(one), sites.spot(other)) for one, other in links)
            style = Style(stroke=theme.BOUNDARY, width=0.2 * size, opacity=0.4)
            layer.shapes.append(Path(lines=lines, style=style))
    return layer


def prize_spot(shape: HexShape, hex: int) -> Point:
    """A free corner of the hex, in the south-west."""
    east, north = shape.centre(hex)
    return east - 0.27 * shape.size, north - 0.3 * shape.size


def _face(shape: HexShape, hexes: frozenset[int]) -> frozenset[int]:
    """The fortified hexes; of a whole fortified zone only those that face the enemy."""
    if len(hexes) <= ZONE * len(shape.board.hexes):
        return hexes
    return frozenset(hex for hex in hexes if any(other not in hexes for other in shape.board.around(hex)))


def _teeth(shape: HexShape, hexes: frozenset[int]) -> list[Shape]:
    size = shape.size
    teeth = []
    for hex in sorted(hexes):
        east, north = shape.centre(hex)
        for number, step in enumerate((-2, -1, 0, 1, 2)):
            lift = -0.385 + (0.045 if number % 2 else 0.0)
            teeth.append((east + 0.1 * step * size, north + lift * size, 0.09 * size, 0.0))
    style = Style(fill=theme.WALL, stroke=theme.HALO, width=0.01 * size)
    return [Stamps(figure=TOOTH, at=tuple(teeth), style=style)]


def _rim(shape: HexShape, hexes: frozenset[int]) -> list[tuple[Point, Point]]:
    """The hexsides between an area and the rest of the map."""
    board = shape.board
    return [
        shape.edge(hex, direction)
        for hex in sorted(hexes)
        for direction in range(6)
        if (other := board.neighbour(hex, direction)) != NOWHERE and other in shape.drawn and other not in hexes
    ]


def badge(at: Point, label: str, size: float) -> list[Shape]:
    """A plate with a code."""
    east, north = at
    half = size * (0.09 + 0.055 * len(label))
    box = (
        (east - half, north - 0.13 * size),
        (east + half, north - 0.13 * size),
        (east + half, north + 0.13 * size),
        (east - half, north + 0.13 * size),
    )
    spot = (east, north - 0.07 * size)
    return [
        Path(lines=(box,), closed=True, style=Style(fill=theme.BADGE, stroke=theme.HALO, width=0.03 * size)),
        Text(text=label, at=spot, size=0.2 * size, font="sans-bold", fill=theme.HALO, anchor="middle"),
    ]
