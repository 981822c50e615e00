"""All there is to know about a hex, and about a map as a whole, with the source of each fact."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import msgspec

from ardennes.board import Board, MapError
from ardennes.hexes.grid import NOWHERE

WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


class SideFacts(msgspec.Struct, frozen=True):
    """One hexside, as seen from the hex that was asked about."""

    direction: str
    neighbour: str
    """Empty at the edge of the map."""
    neighbour_name: str = ""
    river: str = ""
    bridge: str = ""
    road: str = ""
    wall: str = ""
    name: str = ""
    source: dict[str, str] = {}


class HexFacts(msgspec.Struct, frozen=True):
    hex: str
    aliases: tuple[str, ...]
    name: str
    place: str
    terrain: str
    latitude: float
    longitude: float
    areas: tuple[str, ...]
    sides: tuple[SideFacts, ...]
    source: dict[str, str]


class MapFacts(msgspec.Struct, frozen=True):
    """A map in numbers."""

    title: str
    hexes: int
    lanes: tuple[int, int]
    places_in_a_lane: tuple[int, int]
    km_per_hex: float
    pointed: bool
    """Whether a corner of each hex points north, not a side."""
    terrain: dict[str, int]
    places: dict[str, int]
    rivers: dict[str, int]
    roads: dict[str, int]
    bridges: dict[str, int]
    walls: dict[str, int]
    areas: dict[str, int]
    sources: dict[str, str]


def find_hex(board: Board, label: str) -> int:
    """The hex with a printed number or a name; MapError, with a hint where numbers carry the letter of a sheet."""
    try:
        return board.hex(label)
    except MapError as error:
        if not (label.isdigit() and board.grid.sheets):
            raise
        letters = ", ".join(f"{sheet.letter}{label}" for sheet in board.grid.sheets)
        raise MapError(f"{error}: its numbers begin with the letter of a sheet ({letters})") from None


def hex_facts(board: Board, hex: int) -> HexFacts:
    row = board.row(hex)
    lat, lon = board.grid.lat_lon(*board.grid.centre_km(hex))
    layers = {"terrain": row.terrain, "place": row.place or row.name, "area": row.areas}
    return HexFacts(
        hex=row.hex,
        aliases=row.aliases,
        name=row.name,
        place=row.place,
        terrain=row.terrain,
        latitude=round(lat, 4),
        longitude=round(lon, 4),
        areas=row.areas,
        sides=tuple(_side_facts(board, hex, direction) for direction in range(6)),
        source=_sources(board, [layer for layer, fact in layers.items() if fact], row.source),
    )


def _side_facts(board: Board, hex: int, direction: int) -> SideFacts:
    wind = winds(board)[direction]
    other = board.neighbour(hex, direction)
    if other == NOWHERE:
        return SideFacts(wind, "")
    row = board.side_row(board.side_of[6 * hex + direction])
    if row is None:
        return SideFacts(wind, board.label(other), board.name(other))
    facts = {"river": row.river, "bridge": row.bridge, "road": row.road, "wall": row.wall}
    source = _sources(board, [layer for layer, fact in facts.items() if fact], row.source)
    return SideFacts(wind, board.label(other), board.name(other), **facts, name=row.name, source=source)


def _sources(board: Board, layers: list[str], own: dict[str, str]) -> dict[str, str]:
    """What the row says of itself, else what the map says of the whole layer."""
    found = {layer: board.file.sources.get(layer, "") for layer in layers}
    return {**found, **own}


def winds(board: Board) -> list[str]:
    """The compass point of each direction."""
    here = board.grid.lane_place_km(0, 0)
    found = []
    for lane, place in board.grid.steps(shifted=False):
        there = board.grid.lane_place_km(lane, place + (0.5 if lane else 0.0))
        bearing = math.degrees(math.atan2(there[0] - here[0], there[1] - here[1])) % 360
        found.append(WINDS[round(bearing / 45) % 8])
    return found


def map_facts(board: Board) -> MapFacts:
    rows, sides = board.file.hexes, board.file.sides
    return MapFacts(
        title=board.title,
        hexes=len(rows),
        lanes=board.grid.lanes,
        places_in_a_lane=board.grid.places,
        km_per_hex=round(board.grid.km_per_hex, 3),
        pointed="N" not in winds(board),
        terrain=_counted(row.terrain for row in rows),
        places=_counted(row.place for row in rows),
        rivers=_counted(row.river for row in sides),
        roads=_counted(row.road for row in sides),
        bridges=_counted(row.bridge for row in sides),
        walls=_counted(row.wall for row in sides),
        areas={name: len(board.area(name)) for name in board.area_names},
        sources=board.file.sources,
    )


def _counted(words: Iterable[str]) -> dict[str, int]:
    counts = Counter(word for word in words if word)
    return dict(counts.most_common())
