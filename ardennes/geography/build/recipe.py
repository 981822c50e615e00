"""What a game's ``map.toml`` may say, and reading it with clear words about what is wrong.

The file tells how one game sees the ground: its grid, its words for terrain, places, water and roads, which
places and rivers it shows, its areas, and *pins*: what a rulebook states about a hex or a hexside. A pin wins
over the ground and always says where it comes from.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from ardennes.errors import ArdennesError
from ardennes.hexes import Grid

NONE = "none"
"""In a pin: there is no river, road or bridge here, whatever the ground says."""


class BuildError(ArdennesError):
    """A map that cannot be built; the text names file, table, row and field."""


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table in which an unknown field is a mistake."""


class Vocabulary(_Strict, frozen=True, kw_only=True):
    """The game's own words, layer by layer."""

    terrain: tuple[str, ...]
    place: tuple[str, ...]
    """Ranks of places, highest first: where two meet in a hex the first one names it."""
    river: tuple[str, ...]
    road: tuple[str, ...]
    """Classes of road, best first."""
    bridge: tuple[str, ...]
    """The first word is a standing bridge."""
    wall: tuple[str, ...] = ()


class TerrainRule(_Strict, frozen=True, kw_only=True):
    """So many hexes in a hundred, those of the highest measure that no rule before has taken."""

    terrain: str
    measure: Literal["relief", "cover", "relief+cover"]
    percent: float


class TerrainRules(_Strict, frozen=True, kw_only=True):
    rules: tuple[TerrainRule, ...]
    otherwise: str
    """What every hex left over is."""


class RankRule(_Strict, frozen=True, kw_only=True):
    """Which places have a rank: those named, and those the ground gives one of these ranks."""

    rank: str
    places: tuple[str, ...] = ()
    ground: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()


class RiverRule(_Strict, frozen=True, kw_only=True):
    """A river the map shows, and its width in the game's words."""

    name: str
    kind: str
    upper: str = ""
    """What it is above the place ``above``, where it is a smaller water."""
    above: str = ""
    source_km: float = 0.0
    """How many kilometres below its source the map begins to show it."""
    barrier: bool = False
    """Only the bridges of the road's own bridge towns lead over it."""


class RiverRules(_Strict, frozen=True, kw_only=True):
    show: tuple[RiverRule, ...]
    shortest: int = 3
    """A piece with fewer hexsides is left out."""
    streams: str = ""
    """The word for nameless streams; empty where the map has none."""
    streams_km: float = 0.0
    """The shortest nameless stream shown."""


class Route(_Strict, frozen=True, kw_only=True):
    """A road of the map's own: places and hex numbers in the order it passes them."""

    name: str
    road: str
    stops: tuple[str, ...]
    bridges: tuple[str, ...] = ()
    source: str = "reconstructed"


class RoadRules(_Strict, frozen=True, kw_only=True):
    classes: dict[str, str] = {}
    """The game's word for each class of the ground's roads; a class without a word is not shown."""
    leave_out: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """Roads of the ground shown although their class is not, in the map's lowest class."""
    route: tuple[Route, ...] = ()


class AreaRule(_Strict, frozen=True, kw_only=True):
    """A named set of hexes: all that any of its fields names, within ``inside``, without ``without``."""

    name: str
    hexes: str = ""
    """Hex numbers, and stretches along a lane as ``0101-0104``."""
    box: tuple[str, ...] = ()
    """Two opposite corners."""
    edge: Literal["", "north", "south", "east", "west"] = ""
    places: tuple[str, ...] = ()
    boundary: str = ""
    """The name of an army area of the ground."""
    spread_from: str = ""
    """A hex: all that can be reached from it, inside ``inside``, without crossing a river of ``not_over``."""
    not_over: tuple[str, ...] = ()
    beside: str = ""
    """A river: the hexes that touch it."""
    belt: tuple[str, ...] = ()
    """Belts of the Westwall: the hexes they run through."""
    route: str = ""
    """A road of the map's own: the hexes it passes through."""
    north_of: str = ""
    """Such a road, and straight west and east of its ends: the hexes north of it, without those on it."""
    south_of: str = ""
    exits: bool = False
    """Of those only the hexes where a road ends at the edge of the map, and so leads off it."""
    inside: str = ""
    also: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    """Areas listed before this one, whose hexes are added or taken away."""
    source: str


class Pin(_Strict, frozen=True, kw_only=True):
    """A fact of the rulebook about a hex (``3508``) or a hexside (``3315/3215``)."""

    at: str
    source: str
    place: str = ""
    name: str = ""
    rank: str = ""
    terrain: str = ""
    river: str = ""
    """The river that runs along the hexside."""
    kind: str = ""
    """The width of that water, where it is not what the river is elsewhere."""
    road: str = ""
    bridge: str = ""
    wall: str = ""


class Recipe(_Strict, frozen=True, kw_only=True):
    """The whole file."""

    title: str
    grid: Grid
    sources: dict[str, str]
    vocabulary: Vocabulary
    terrain: TerrainRules
    places: tuple[RankRule, ...]
    landmarks: tuple[str, ...] = ()
    """Places that give a hex its name and have no rank."""
    rivers: RiverRules
    roads: RoadRules
    areas: tuple[AreaRule, ...] = ()
    pin: tuple[Pin, ...] = ()
    pull_km: float = 0.0
    """How far around a pinned place rivers and roads are drawn along with it."""


def read_recipe(path: Path) -> Recipe:
    """Reads ``map.toml`` and refuses words that its own vocabulary does not have."""
    try:
        text = path.read_text(encoding="utf-8")
        found = msgspec.convert(tomllib.loads(text), Recipe)
    except OSError as error:
        raise BuildError(f"{path.name}: cannot be read: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BuildError(f"{path.name}: not valid TOML: {error}") from None
    except msgspec.ValidationError as error:
        message, _, spot = str(error).partition(" - at `$")
        where = spot.strip("`.") or "the file"
        raise BuildError(f"{path.name}: {where}: {message}") from None
    _check_words(found, path.name)
    return found


def _check_words(recipe: Recipe, name: str) -> None:
    words = recipe.vocabulary
    asked: list[tuple[str, str, str, tuple[str, ...]]] = [
        *(("terrain", f"rule for {rule.terrain}", rule.terrain, words.terrain) for rule in recipe.terrain.rules),
        ("terrain", "otherwise", recipe.terrain.otherwise, words.terrain),
        *(("places", f"row {row}, rank", rule.rank, words.place) for row, rule in enumerate(recipe.places, start=1)),
        *(("rivers.show", f"{rule.name}, kind", rule.kind, words.river) for rule in recipe.rivers.show),
        *(("rivers.show", f"{rule.name}, upper", rule.upper, words.river) for rule in recipe.rivers.show),
        ("rivers", "streams", recipe.rivers.streams, words.river),
        *(("roads.classes", ground, word, words.road) for ground, word in recipe.roads.classes.items()),
        *(("roads.route", f"{route.name}, road", route.road, words.road) for route in recipe.roads.route),
    ]
    for row, pin in enumerate(recipe.pin, start=1):
        where = f"row {row} ({pin.at})"
        asked += [
            ("pin", f"{where}, terrain", pin.terrain, words.terrain),
            ("pin", f"{where}, rank", pin.rank, words.place),
            ("pin", f"{where}, kind", pin.kind, words.river),
            ("pin", f"{where}, road", pin.road, (*words.road, NONE)),
            ("pin", f"{where}, bridge", pin.bridge, (*words.bridge, NONE)),
            ("pin", f"{where}, wall", pin.wall, words.wall),
        ]
    for table, where, word, known in asked:
        if word and word not in known:
            raise BuildError(f"{name}: [{table}] {where}: {word!r} is not one of {', '.join(known)}")
