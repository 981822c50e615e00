"""The reviewed list of mutants that change no rule, ``equivalent.csv``, each with its reason.

A row names a mutant by file, function and the line before and after, so it outlives lines that come or go above it.
Once its line changes, the row is stale and has to be judged again.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

import msgspec

from tests.mutants.mutate import Mutant

LIST = Path(__file__).parent / "equivalent.csv"


class Equivalent(msgspec.Struct, frozen=True):
    """A mutant that plays by the same rules."""

    game: str
    file: str
    function: str
    before: str
    after: str
    reason: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.file, self.function, self.before, self.after


def equivalents(game: str, path: Path = LIST) -> list[Equivalent]:
    """The rows of one game; a row without a reason is not reviewed."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [msgspec.convert(row, Equivalent) for row in csv.DictReader(file)]
    bare = [row for row in rows if not row.reason]
    if bare:
        raise ValueError(f"{path.name}: {bare[0].file}, {bare[0].function}: an equivalent mutant needs a reason")
    return [row for row in rows if row.game == game]


def stale(rows: Iterable[Equivalent], mutants: Iterable[Mutant]) -> list[Equivalent]:
    """The rows that name no mutant any more."""
    keys = {mutant.key for mutant in mutants}
    return [row for row in rows if row.key not in keys]


def without_equivalents(rows: Iterable[Equivalent], mutants: Iterable[Mutant]) -> list[Mutant]:
    keys = {row.key for row in rows}
    return [mutant for mutant in mutants if mutant.key not in keys]
