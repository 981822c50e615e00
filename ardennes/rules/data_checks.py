"""What must fit together in the data of more than one game: units, their turns and places, the areas of the map."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Protocol, TypeVar

from ardennes.board import Board
from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents
from ardennes.engine.game_data import Counter

C = TypeVar("C", bound=Counter)

MAP = "map/map.json"
Wrong = tuple[str, str]
"""A field, and a sentence about it."""


class Arriving(Protocol):
    """A counter that is set up or comes later."""

    @property
    def arrives(self) -> int | None: ...

    @property
    def place(self) -> str: ...


def unit_mistakes(
    contents: Contents, file: str, shape: type[C], check: Callable[[C], Iterable[Wrong]]
) -> Iterator[Mistake]:
    """What is wrong with each counter of a file."""
    for row, counter in contents.rows(file, shape).items():
        for field, says in check(counter):
            yield Mistake(file, f"{counter.id}: {says}", row, field)


def turns_on(contents: Contents, file: str) -> int | None:
    """The length of the turn track; None where that cannot be told."""
    return len(contents.rows(file, object)) if contents.is_sound(file) else None


def arrival_mistakes(
    unit: Arriving, board: Board | None, turns: int | None, entries: Collection[str], entry: str
) -> Iterator[Wrong]:
    """When and where a unit comes: in a hex of the map at the start; later on a space of the turn track and at one of
    some places, each of which is an ``entry``. Without such places it may come anywhere."""
    if unit.arrives and turns is not None and unit.arrives > turns:
        yield "arrives", f"there is no turn {unit.arrives} on the track"
    if board is not None and unit.arrives == 0 and not board.has_label(unit.place):
        yield "place", f"place {unit.place!r} is not a hex of the map"
    if board is not None and unit.arrives and entries:
        for place in unit.place.split() or [""]:
            if place not in entries:
                yield "place", f"place {place!r} is not {entry}"


def area_mistakes(board: Board, areas: Iterable[str]) -> Iterator[Mistake]:
    """Areas that the rules speak of and the map does not have."""
    for area in areas:
        if area not in board.area_names or not board.area(area):
            yield Mistake(MAP, f"area {area!r} has no hexes")
