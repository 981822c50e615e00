"""Where the rows of data files come from: a word in their ``source`` says it."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ardennes.datafiles import DataError, read_text

MARKS = ("rulebook", "public", "reconstructed", "own", "unmarked")
"""From the most certain on; ``own`` is made up, ``unmarked`` says nothing of where it comes from."""

NOT_DATA = ("game.toml", "ledger.csv", "chapters.csv")

Counts = dict[str, int]


class DataFile(msgspec.Struct, frozen=True):
    """One file of a game's data."""

    file: str
    provenance: dict[str, Counts]
    """By part of the file (a layer of a map, or simply ``rows``), how many facts come from where."""


def mark_of(source: str) -> str:
    """The mark of one source; of several, the least certain.

    >>> mark_of("code rulebook 9.0; hex reconstructed: road from Aachen")
    'reconstructed'
    """
    words = source.casefold()
    for mark in ("reconstructed", "public", "rulebook"):
        if mark in words:
            return mark
    return "own" if words.startswith(("own", "made up")) else "unmarked"


def tally(sources: Iterable[str]) -> Counts:
    counts = dict.fromkeys(MARKS, 0)
    for source in sources:
        counts[mark_of(source)] += 1
    return counts


def data_files(folder: Path) -> list[DataFile]:
    """Every data file of a game's folder, with its provenance."""
    found = []
    for path in sorted(path for kind in ("csv", "toml", "json") for path in folder.rglob(f"*.{kind}")):
        name = path.relative_to(folder).as_posix()
        if name not in NOT_DATA and not name.startswith("messages/"):
            found.append(DataFile(name, _READERS[path.suffix](path)))
    return found


def played_counts(folder: Path) -> dict[str, Counts]:
    """By file a game is played with, how many of its facts come from where."""
    found = {}
    for file in data_files(folder):
        if file.file.startswith(("data/", "map/map.json")):
            parts = file.provenance.values()
            found[file.file.removeprefix("data/")] = {mark: sum(part[mark] for part in parts) for mark in MARKS}
    return found


def _of_csv(path: Path) -> dict[str, Counts]:
    rows = csv.DictReader(io.StringIO(read_text(path), newline=""))
    return {"rows": tally(row.get("source") or "" for row in rows)}


def _of_toml(path: Path) -> dict[str, Counts]:
    """Tables with a source; a file without any counts as one unmarked row."""
    try:
        found = list(_sources(tomllib.loads(read_text(path))))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path.name}: {error}") from None
    return {"tables": tally(found or [""])}


def _sources(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("source"), str):
            yield value["source"]
        for inner in value.values():
            yield from _sources(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _sources(inner)


def _of_json(path: Path) -> dict[str, Counts]:
    """A map is counted by layer; any other file like a TOML file."""
    try:
        found = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise DataError(f"{path.name}: {error}") from None
    if not isinstance(found, dict) or "grid" not in found:
        return {"tables": tally(list(_sources(found)) or [""])}
    return _of_map(path)


def _of_map(path: Path) -> dict[str, Counts]:
    from ardennes.board import HexRow, SideRow, load_map

    read = load_map(path)
    rows: list[HexRow | SideRow] = [*read.hexes, *read.sides]
    layers = {}
    for layer in ("terrain", "place", "river", "road", "bridge", "wall"):
        facts = [row.source.get(layer, read.sources.get(layer, "")) for row in rows if getattr(row, layer, "")]
        layers[layer] = tally(facts)
    layers["area"] = tally(row.source.get("area", read.sources.get("area", "")) for row in read.hexes if row.areas)
    return {layer: counts for layer, counts in layers.items() if any(counts.values())}


_READERS = {".csv": _of_csv, ".toml": _of_toml, ".json": _of_json}
