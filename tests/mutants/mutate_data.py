"""The mutants of a game's data: turns that stand in files, each one earlier and one later.

The rules compare ``p.turn`` with what these files say, so a first or last turn that no test holds survives here.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from tests.mutants.mutate import CASE, TURN, Edit, Mutant

NAMED, SCENARIOS, TRACK = "named.toml", "scenarios", "turns.csv"
ENTRY = re.compile(r"^(\w+)\s*=\s*([^#\n]*)")
TURN_OF_SCENARIO = re.compile(r"\b(\w+_turn|turn|\w+_until|until|\w+_from)\s*=\s*(\d+)")
"""A field of a scenario that holds a turn's number, also in the midst of a line; others hold the turn's name."""
TURN_COLUMNS = ("when", "first", "last", "until", "first_turn", "last_turn")
"""Columns of tables that hold the turns of a rule; when units arrive is no rule."""
CELL = re.compile(r'(?:^|(?<=,))("(?:[^"]|"")*"|[^,\n]*)')
NUMBER, WORD = re.compile(r"\b\d+\b"), re.compile(r'"([^"]*)"')


def turn_files(folder: Path) -> list[Path]:
    """Where a game keeps the turns its rules name, and those of its scenarios and tables."""
    data = folder / "data"
    tables = [path for path in sorted(data.glob("*.csv")) if _turn_columns(path.read_text(encoding="utf-8"))]
    return [*data.glob(NAMED), *tables, *sorted((data / SCENARIOS).glob("*.toml"))]


def _turn_columns(table: str) -> set[int]:
    """The places of the columns of a table that hold turns."""
    return {place for place, name in enumerate(table.partition("\n")[0].split(",")) if name in TURN_COLUMNS}


def data_mutants(folder: Path) -> Iterator[Mutant]:
    """Every turn of a game's data moved by one, and so the few other numbers that stand beside them."""
    track = _track(folder / "data" / TRACK)
    for path in turn_files(folder):
        text, offset = path.read_text(encoding="utf-8"), 0
        columns = _turn_columns(text) if path.suffix == ".csv" else set[int]()
        for number, line in enumerate(text.splitlines(keepends=True), start=1):
            moved = _moved_cells(line, columns, track) if columns else _moved(path, line, track)
            for field, start, stop, new in moved:
                lines = (line, line[:start] + new + line[stop:])
                before, after = (" ".join(text.partition("#")[0].split()) for text in lines)
                edit: Edit = (offset + len(line[:start].encode()), offset + len(line[:stop].encode()), new)
                cases = tuple(CASE.findall(line.partition("#")[2]))
                yield Mutant(path.name, "", TURN, before, after, number, number, cases, (edit,), constant=field)
            offset += len(line.encode())


def _track(path: Path) -> list[str]:
    """The names of the turns in their order, where turns have names."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [row["name"] for row in csv.DictReader(file) if row.get("name")]


def _neighbours(name: str, track: list[str]) -> list[str]:
    """The turns before and after one; none for what is no turn."""
    if name not in track:
        return []
    place = track.index(name)
    return [*track[max(place - 1, 0) : place], *track[place + 1 : place + 2]]


def _moved_cells(line: str, columns: set[int], track: list[str]) -> Iterator[tuple[str, int, int, str]]:
    """The same of a row of a table."""
    for place, cell in enumerate(CELL.finditer(line)):
        if place in columns:
            for other in _neighbours(cell[1], track) or _numbers_beside(cell[1]):
                yield "", cell.start(), cell.end(), other


def _numbers_beside(number: str) -> list[str]:
    """A turn's number, one later and one earlier."""
    return [str(other) for other in (int(number) + 1, int(number) - 1) if other] if number.isdigit() else []


def _moved(path: Path, line: str, track: list[str]) -> Iterator[tuple[str, int, int, str]]:
    """The field of a line, a place in it and what stands there instead: turns by name; and numbers, where they are of
    those that rules name, or a scenario's turn."""
    if path.name != NAMED:
        for turn in TURN_OF_SCENARIO.finditer(line.partition("#")[0]):
            for later_or_earlier in _numbers_beside(turn[2]):
                yield turn[1], turn.start(2), turn.end(2), later_or_earlier
    entry = ENTRY.match(line)
    if entry is None:
        return
    quoted = list(WORD.finditer(line, *entry.span(2)))
    for match in quoted:
        for other in _neighbours(match[1], track):
            yield entry[1], match.start(), match.end(), f'"{other}"'
    if path.name == NAMED:
        for match in NUMBER.finditer(line, *entry.span(2)):
            if not any(word.start() < match.start() < word.end() for word in quoted):
                for other in _numbers_beside(match[0]):
                    yield entry[1], match.start(), match.end(), other
