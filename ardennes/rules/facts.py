"""Facts of game data that games declare in a line: they follow from the map, the counters and what the rules name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from ardennes.engine.game_data import NOWHERE, GameData
from ardennes.numbers import Hex, Unit, by_unit
from ardennes.rules.ground import places
from ardennes.rules.ranges import Near

Units = tuple[Unit, ...]
ENTRY = "entry-"
K = TypeVar("K")


class Area(cached_property[frozenset[Hex]]):
    """The hexes of an area of the map, which must be there."""

    def __init__(self, name: str) -> None:
        super().__init__(lambda data: data.board.area(name))
        self.area = name


def areas_of(kind: type[GameData]) -> list[str]:
    """The areas of the map that a game's data speak of."""
    facts = [fact for base in kind.__mro__ for fact in vars(base).values()]
    return [fact.area for fact in facts if isinstance(fact, Area)]


def towns_ranked(*ranks: str) -> cached_property[frozenset[Hex]]:
    """The hexes with a place of one of these ranks, such as ``town``."""

    return cached_property(lambda data: frozenset().union(*(places(data.board, rank) for rank in ranks)))


def hex_named(field: str) -> cached_property[Hex]:
    """The hex that the rules name; NOWHERE if it is not on the map in play."""

    def found(data: Any) -> Hex:
        hex: Hex | None = data.board.find(getattr(data.named, field))
        return NOWHERE if hex is None else hex

    return cached_property(found)


def entry_areas() -> cached_property[dict[str, tuple[Hex, ...]]]:
    """The hexes of each entry area on the map in play, by its letter."""

    def found(data: GameData) -> dict[str, tuple[Hex, ...]]:
        areas = {name: data.board.area(name) for name in data.board.area_names if name.startswith(ENTRY)}
        return {name.removeprefix(ENTRY): tuple(sorted(hexes)) for name, hexes in areas.items() if hexes}

    return cached_property(found)


def near(distance: int) -> cached_property[Near]:
    """From each hex, the hexes at most so far from it."""
    return cached_property(lambda data: Near(data.board, distance))


def each_side(wanted: Callable[[Any], object]) -> cached_property[tuple[Units, Units]]:
    """The counters of each side that fit."""
    return cached_property(lambda data: data.of_each_side(wanted))


def counters_that(wanted: Callable[[Any], object]) -> cached_property[Units]:
    """The counters that fit, of both sides."""
    return cached_property(lambda data: tuple(unit for unit, piece in by_unit(data.counters) if wanted(piece)))


def by_formation(name: Callable[[Any], K | None]) -> cached_property[dict[K, Units]]:
    """The counters of each formation, by the name that is made of a counter; those without a name are in none."""

    def found(data: GameData) -> dict[K, Units]:
        formations: dict[K, list[Unit]] = {}
        for unit, counter in by_unit(data.counters):
            if key := name(counter):
                formations.setdefault(key, []).append(unit)
        return {key: tuple(units) for key, units in formations.items()}

    return cached_property(found)
