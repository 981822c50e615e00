"""The file a map is kept in: one JSON object, one hex and one hexside a line, every fact with its source."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ardennes.errors import ArdennesError
from ardennes.hexes import Grid
from ardennes.shapes import worked_out

FORMAT = 1
HEX_LAYERS = ("terrain", "place")
SIDE_LAYERS = ("river", "road", "bridge", "wall")
MOST_WORDS = 255
"""A layer keeps one byte for each hex or hexside."""
NO_WORDS = frozenset({""})


class MapError(ArdennesError):
    """A map file that cannot be used; the text names file, row and field."""


class HexRow(msgspec.Struct, omit_defaults=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One hex in the game's own words."""

    hex: str
    terrain: str
    name: str = ""
    """What stands there, or what the place is called."""
    place: str = ""
    """The rank of the place in this game: village, town, city; empty where there is none."""
    areas: tuple[str, ...] = ()
    """Every named set this hex belongs to: army areas, entry and supply hexes, victory hexes, edges."""
    aliases: tuple[str, ...] = ()
    """Other printed numbers of the same hex, where map sheets overlap."""
    source: dict[str, str] = {}
    """Where a fact comes from, when not from where its layer comes from."""


class SideRow(msgspec.Struct, omit_defaults=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One hexside that is more than a line between two hexes."""

    hexes: tuple[str, str]
    river: str = ""
    """The kind of water along the hexside, in the game's words."""
    road: str = ""
    """The class of the road that crosses it."""
    bridge: str = ""
    """What carries the road over the water, or a ford: in the game's words."""
    wall: str = ""
    """Cliffs and other lines that run along the hexside."""
    name: str = ""
    """The name of the river, or of the bridge."""
    source: dict[str, str] = {}


class MapFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A whole map."""

    format: int
    title: str
    grid: Grid
    sources: dict[str, str]
    """Where each layer comes from: ``rulebook``, ``public`` or ``reconstructed``, and how."""
    vocabulary: dict[str, tuple[str, ...]]
    """The words each layer (terrain, place, river, road, bridge, wall, area) may use."""
    hexes: list[HexRow]
    sides: list[SideRow]


def parse_map(text: bytes | str, name: str = "map") -> MapFile:
    """Reads a map and refuses words its vocabulary does not have; ``name`` is for the error message."""
    try:
        found = msgspec.json.decode(text, type=worked_out(MapFile))
    except RecursionError:
        raise MapError(f"{name}: it is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MapError(f"{name}: {error}") from None
    if found.format != FORMAT:
        raise MapError(f"{name}: format {found.format} is not {FORMAT}, the one this version reads")
    wrong = found.grid.wrong()
    if wrong:
        raise MapError(f"{name}: grid: {wrong}")
    for layer, known in found.vocabulary.items():
        if len(known) > MOST_WORDS:
            raise MapError(f"{name}: vocabulary: {layer} has more than {MOST_WORDS} words")
    _check_words(found, name)
    return found


def load_map(path: Path) -> MapFile:
    try:
        return parse_map(path.read_bytes(), path.name)
    except OSError as error:
        raise MapError(f"{path}: {error.strerror or error}") from None


def _check_words(found: MapFile, name: str) -> None:
    known = {layer: {"", *words} for layer, words in found.vocabulary.items()}
    for layer in HEX_LAYERS:
        for word in {getattr(row, layer) for row in found.hexes} - known.get(layer, NO_WORDS):
            row = next(row for row in found.hexes if getattr(row, layer) == word)
            raise MapError(f"{name}: hex {row.hex}: {layer} {word!r} is not in the map's vocabulary")
    for areas in {row.areas for row in found.hexes}:
        for word in set(areas).difference(found.vocabulary.get("area", ())):
            row = next(row for row in found.hexes if word in row.areas)
            raise MapError(f"{name}: hex {row.hex}: area {word!r} is not in the map's vocabulary")
    for layer in SIDE_LAYERS:
        for word in {getattr(side, layer) for side in found.sides} - known.get(layer, NO_WORDS):
            side = next(side for side in found.sides if getattr(side, layer) == word)
            raise MapError(f"{name}: hexside {'/'.join(side.hexes)}: {layer} {word!r} is not in the vocabulary")
