"""Names in data files. A field says what its words are the names of; what is named must be there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from ardennes.board import Board
from ardennes.datafiles import Mistake
from ardennes.engine import scenarios
from ardennes.engine.datapack import Contents

UNITS, TURNS = "units.csv", "turns.csv"
Test = Callable[[Any], object]
"""Whether there is something of a name."""


class NameOf(msgspec.Struct, frozen=True):
    """What a word is the name of: a turn, place, town or bridge; one of some words; or what units have in a field."""

    what: str
    where: str = ""
    words: tuple[str, ...] = ()
    field: str = ""


Turn = Annotated[scenarios.Turn, NameOf("turn", "on the track")]
TurnName = Annotated[str, NameOf("turn", "on the track")]
PlaceName = Annotated[str, NameOf("place", "on the map")]
TownName = Annotated[str, NameOf("town", "on the map")]
BridgeName = Annotated[tuple[str, str], NameOf("bridge", "on the map")]
UnitName = Annotated[str, NameOf("unit", f"in {UNITS}", field="id")]


@lru_cache(maxsize=256)
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The types of the fields that hold or may hold names."""
    hints = get_type_hints(kind, include_extras=True)
    plain = (str, int, bool, str | None, int | None)
    return {name: hints[name] for name in kind.__struct_fields__ if hints[name] not in plain}


def names_in(kind: Any, value: Any, field: str = "") -> Iterator[tuple[str, NameOf, Any]]:
    """Every name in a value of a type, with the field it stands in and what it names."""
    if isinstance(value, msgspec.Struct):
        for name, hint in _hints(type(value)).items():
            yield from names_in(hint, getattr(value, name), f"{field}.{name}" if field else name)
    elif get_origin(kind) is Annotated:
        notes = [note for note in get_args(kind) if isinstance(note, NameOf)]
        yield from ((field, note, value) for note in notes if value not in (None, ""))
    elif isinstance(value, Mapping):
        keys, values = get_args(kind)
        for key, each in value.items():
            yield from (*names_in(keys, key, field), *names_in(values, each, field))
    elif isinstance(value, tuple):
        kinds = [each for each in get_args(kind) if each is not ...]
        for number, each in enumerate(value):
            yield from names_in(kinds[min(number, len(kinds) - 1)], each, field)
    else:
        for each in get_args(kind):
            yield from names_in(each, value, field)


def name_mistakes(contents: Contents, files: Mapping[str, type[Any]]) -> Iterator[Mistake]:
    """Names in data files and scenarios that nothing bears."""
    tests = cache(partial(known, contents))
    for name in contents.scenarios:
        yield from _unknown(tests, scenarios.file_of(name), contents.scenario(name, scenarios.Scenario))
    for file, kind in files.items():
        if file.endswith(".toml") and (table := contents.table(file, kind)) is not None:
            yield from _unknown(tests, file, table)
        for number, row in contents.rows(file, kind).items() if file.endswith(".csv") else ():
            yield from _unknown(tests, file, row, number)


def _unknown(tests: Callable[[NameOf], Test | None], file: str, table: Any, row: int = 0) -> Iterator[Mistake]:
    for field, named, name in names_in(type(table), table):
        is_there = tests(named)
        if is_there is not None and not is_there(name):
            shown = "/".join(name) if isinstance(name, tuple) else repr(name)
            yield Mistake(file, f"there is no {named.what} {shown} {named.where}".strip(), row, field)


def known(contents: Contents, named: NameOf) -> Test | None:
    """Tells whether there is something of a name; None where that cannot be told."""
    board = contents.board
    if named.words:
        return named.words.__contains__
    if named.field:
        units = contents.rows(UNITS, object).values()
        return {getattr(unit, named.field) for unit in units}.__contains__ if contents.is_sound(UNITS) else None
    if named.what == "turn":
        return turns_on_track(contents).__contains__ if contents.is_sound(TURNS) else None
    if board is None:
        return None
    if named.what == "bridge":
        return lambda pair: has_bridge(board, *pair)
    if named.what == "town":
        return {board.name(hex) for hex in board.hexes if board.place[hex]}.__contains__
    return lambda name: board.find(name) is not None


def turns_on_track(contents: Contents) -> Collection[int | str]:
    """The numbers of the turns and, where they have any, their names."""
    spaces: Collection[Any] = contents.rows(TURNS, object).values()
    return {name for space in spaces for name in (space.turn, getattr(space, "name", space.turn))}


def has_bridge(board: Board, one: str, other: str) -> bool:
    """Whether the map has a bridge between two hexes."""
    here, there = board.find(one), board.find(other)
    if here is None or there is None or there not in board.around(here):
        return False
    return bool(board.bridge[board.side(here, there)])
