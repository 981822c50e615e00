"""How each game's own words for terrain, water, roads and places look on a map.

A game says *broken* or *light woods*, *major* or *creek*; the words decide the look, so that a new map with
the usual vocabulary of the hobby needs no style sheet.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ardennes.board import Board

AreaKind = Literal["badge", "wall", "prize", "rim", "band", "none"]
AREA_WORDS: tuple[tuple[str, AreaKind, str], ...] = (
    ("siegfried", "wall", "Siegfried Line"),
    ("westwall", "wall", "Westwall"),
    ("west-wall", "wall", "Westwall"),
    ("permanent-fort", "wall", "Fortification"),
    ("victory", "prize", "Victory hex"),
    ("objective", "prize", "Objective"),
    ("boundary-ends", "none", ""),
    ("boundary", "band", "Army boundary"),
    ("british", "rim", "Army area"),
)
"""Words in the name of an area that tell what it is."""


class TerrainLook(msgspec.Struct, frozen=True):
    """Trees and crags from 0 to 1."""

    cover: float = 0.0
    crags: float = 0.0


class WaterLook(msgspec.Struct, frozen=True):
    """Share of a hex."""

    width: float
    edged: bool


class RoadLook(msgspec.Struct, frozen=True):
    rank: int
    """0 for the best roads, 1 for lesser ones, 2 for tracks."""
    width: float


def terrain_look(word: str, known: tuple[str, ...]) -> TerrainLook:
    text = word.casefold()
    has_forest = any("forest" in other.casefold() for other in known)
    if "forest" in text:
        return TerrainLook(cover=0.97)
    if "light" in text or "mixed" in text or "sparse" in text:
        return TerrainLook(cover=0.44)
    if "wood" in text:
        return TerrainLook(cover=0.56 if has_forest else 0.95)
    if "rough" in text or "mountain" in text:
        return TerrainLook(cover=0.12, crags=1.0)
    if "broken" in text or "hill" in text:
        return TerrainLook(cover=0.14, crags=0.62)
    return TerrainLook()


def water_look(word: str, name: str, known: tuple[str, ...]) -> WaterLook:
    text = word.casefold()
    if "creek" in text or "stream" in text or "brook" in text:
        return WaterLook(0.045, edged=False)
    if "minor" in text:
        return WaterLook(0.07, edged=True)
    alone = sum(1 for kind in known if kind) == 1
    if "major" in text or "meuse" in text or (alone and name == "Meuse"):
        return WaterLook(0.14, edged=True)
    return WaterLook(0.085, edged=True)


def road_look(word: str) -> RoadLook:
    text = word.casefold()
    if "track" in text or "trail" in text or "path" in text:
        return RoadLook(2, 0.026)
    if "secondary" in text or "minor" in text or "tertiary" in text:
        return RoadLook(1, 0.036)
    return RoadLook(0, 0.048)


def place_size(word: str) -> int:
    """3 for a city, 2 for a town, 1 for a village, 0 for a place that is only a name."""
    text = word.casefold()
    return 3 if "city" in text else 2 if "town" in text else 1 if text else 0


class AreaLook(msgspec.Struct, frozen=True):
    """What an area is on paper."""

    kind: AreaKind
    """A plate with a code, dragon's teeth, a star, a line round it, a band along its hexes, or nothing."""
    label: str = ""
    """The code on the plate; for the others the words in the legend."""


def area_look(name: str) -> AreaLook:
    """How to show an area, from its name."""
    text = name.casefold()
    bare = name.removeprefix("entry-").removeprefix("entry ")
    if (bare != name or name.isupper()) and len(bare) <= 4:
        return AreaLook("badge", bare)
    if text[:1].isdigit() and text.endswith("army"):
        return AreaLook("rim", "Army area")
    for word, kind, label in AREA_WORDS:
        if word in text:
            return AreaLook(kind, label)
    return AreaLook("prize", "Victory hex") if text == "vp" else AreaLook("none")


def terrain_words(board: Board) -> tuple[str, ...]:
    """The terrains that really occur, in the order of the vocabulary."""
    used = set(board.terrain)
    return tuple(word for code, word in enumerate(board.vocabulary["terrain"]) if word and code in used)
