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
ENTRY = re.compile(r"^(\w+)\s*=\s*([^#\n]*)", re.MULTILINE)
TURN_OF_SCENARIO = re.compile(r"(?:first|last)_turn$")
NUMBER, WORD = re.compile(r"\b\d+\b"), re.compile(r'"[^"]*"')


def turn_files(folder: Path) -> list[Path]:
    """Where a game keeps the turns its rules name, and the first and last turn of its scenarios."""
    named = folder / "data" / NAMED
    return [*([named] if named.exists() else []), *sorted((folder / "data" / SCENARIOS).glob("*.toml"))]


def data_mutants(folder: Path) -> Iterator[Mutant]:
    """Every turn of a game's data moved by one, and so the few other numbers that stand beside them."""
    track = _track(folder / "data" / TRACK)
    for path in turn_files(folder):
        text = path.read_text(encoding="utf-8")
        for entry in ENTRY.finditer(text):
            if path.name == NAMED or TURN_OF_SCENARIO.search(entry[1]):
                for edit in _moved_turns(text, entry, track):
                    yield _mutant(path, text, entry, edit)


def _track(path: Path) -> list[str]:
    """The names of the turns in their order, where turns have names."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [row["name"] for row in csv.DictReader(file) if row.get("name")]


def _moved_turns(text: str, entry: re.Match[str], track: list[str]) -> Iterator[Edit]:
    """One more and one less of each number outside quotes, and the neighbours of each turn that is named."""
    begin, end = entry.span(2)
    quoted = [match.span() for match in WORD.finditer(text, begin, end)]
    for start, stop in quoted:
        if (name := text[start + 1 : stop - 1]) in track:
            place = track.index(name)
            for other in (*track[max(place - 1, 0) : place], *track[place + 1 : place + 2]):
                yield _edit(text, start, stop, f'"{other}"')
    for match in NUMBER.finditer(text, begin, end):
        if not any(start <= match.start() < stop for start, stop in quoted):
            yield _edit(text, *match.span(), str(int(match[0]) + 1))
            if match[0] != "1":
                yield _edit(text, *match.span(), str(int(match[0]) - 1))


def _edit(text: str, start: int, stop: int, new: str) -> Edit:
    """By bytes, as mutants count."""
    return len(text[:start].encode()), len(text[:stop].encode()), new


def _mutant(path: Path, text: str, entry: re.Match[str], edit: Edit) -> Mutant:
    source = text.encode()
    line = source.count(b"\n", 0, edit[0]) + 1
    begin = source.rfind(b"\n", 0, edit[0]) + 1
    stop = source.find(b"\n", edit[1])
    block = source[begin:stop].decode()
    changed = (source[begin : edit[0]] + edit[2].encode() + source[edit[1] : stop]).decode()
    before, after = (" ".join(each.partition("#")[0].split()) for each in (block, changed))
    cases = tuple(CASE.findall(block.partition("#")[2]))
    return Mutant(path.name, "", TURN, before, after, line, line, cases, (edit,), constant=entry[1])
