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
TURN_OF_SCENARIO = re.compile(r"(?:first|last)_turn$")
NUMBER, WORD = re.compile(r"\b\d+\b"), re.compile(r'"([^"]*)"')


def turn_files(folder: Path) -> list[Path]:
    """Where a game keeps the turns its rules name, and those of its scenarios."""
    data = folder / "data"
    return [*data.glob(NAMED), *sorted((data / SCENARIOS).glob("*.toml"))]


def data_mutants(folder: Path) -> Iterator[Mutant]:
    """Every turn of a game's data moved by one, and so the few other numbers that stand beside them."""
    track = _track(folder / "data" / TRACK)
    for path in turn_files(folder):
        offset = 0
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(keepends=True), start=1):
            for field, start, stop, new in _moved(path, line, track):
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


def _moved(path: Path, line: str, track: list[str]) -> Iterator[tuple[str, int, int, str]]:
    """The field of a line, a place in it and what stands there instead: turns by name; and numbers, where they are of
    those that rules name, or a scenario's turn."""
    entry = ENTRY.match(line)
    if entry is None:
        return
    quoted = list(WORD.finditer(line, *entry.span(2)))
    for match in quoted:
        for other in _neighbours(match[1], track):
            yield entry[1], match.start(), match.end(), f'"{other}"'
    if path.name == NAMED or TURN_OF_SCENARIO.search(entry[1]):
        for match in NUMBER.finditer(line, *entry.span(2)):
            if not any(word.start() < match.start() < word.end() for word in quoted):
                for other_number in (int(match[0]) + 1, int(match[0]) - 1):
                    if other_number:
                        yield entry[1], match.start(), match.end(), str(other_number)
