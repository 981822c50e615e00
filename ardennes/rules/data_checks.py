"""What must fit together in the data of more than one game: units, their turns and places, the areas of the map."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ardennes.board import Board
from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents, counters_mistakes
from ardennes.engine.game_data import Counter
from ardennes.engine.scenarios import SetUp, scenario_mistakes
from ardennes.rules.calendar import track_mistakes
from ardennes.rules.names import TURNS, UNITS, name_mistakes
from ardennes.rules.odds import ResultRow

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame

C = TypeVar("C", bound=Counter)

MAP = "map/map.json"
Wrong = tuple[str, str]
"""A field, and a sentence about it."""


def common_mistakes(
    game: AnyGame,
    contents: Contents,
    check: Callable[[Contents, Any], Iterable[Wrong]],
    *,
    areas: Iterable[str],
    vital_areas: Iterable[str] | None = None,
    one_to_a_hex: bool = False,
    is_placed: Callable[[Any], bool] = lambda _: True,
) -> Iterator[Mistake]:
    """What may be wrong in any game with units, a turn track and scenarios: the counters of all files and those of
    the first one by one, dates, names, areas of the map, set-ups. A part of the map must have the ``vital_areas``, by
    default all; only some counters may be such that a scenario places them."""
    yield from counters_mistakes(contents, {file: game.data_files[file] for file in game.counter_files})
    yield from unit_mistakes(contents, UNITS, Counter, partial(check, contents))
    yield from track_mistakes(contents, TURNS, game.data_files[TURNS])
    yield from name_mistakes(contents, game.data_files)
    if contents.board is not None:
        yield from area_mistakes(contents.board, areas)
    placed = [counter for counter in contents.rows(UNITS, Counter).values() if is_placed(counter)]
    vital = tuple(areas if vital_areas is None else vital_areas)
    yield from scenario_mistakes(game, contents, SetUp(placed, turns_on(contents), one_to_a_hex, vital))


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


def turns_on(contents: Contents) -> int | None:
    """The length of the turn track; None where that cannot be told."""
    return len(contents.rows(TURNS, object)) if contents.is_sound(TURNS) else None


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


def results_mistakes(
    contents: Contents, file: str, dice: range, columns: int, is_result: Callable[[str], object]
) -> Iterator[Mistake]:
    """What is wrong with a table of combat results: every die has its row, every column its result."""
    rows = contents.rows(file, ResultRow)
    if contents.is_sound(file) and [row.die for row in rows.values()] != [*dice]:
        yield Mistake(file, f"there must be a row for each die from {dice[0]} to {dice[-1]}", field="die")
    for number, row in rows.items():
        results = row.results.split()
        if len(results) != columns:
            yield Mistake(file, f"{len(results)} results instead of {columns}", number, "results")
        for result in results:
            if not is_result(result):
                yield Mistake(file, f"{result!r} is no result of the table", number, "results")


def area_mistakes(board: Board, areas: Iterable[str]) -> Iterator[Mistake]:
    """Areas that the rules speak of and the map does not have."""
    for area in areas:
        if area not in board.area_names or not board.area(area):
            yield Mistake(MAP, f"area {area!r} has no hexes")
