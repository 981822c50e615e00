"""What a data pack changes: its files against ours, row by row and field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ardennes.board import MapFile
from ardennes.engine.datapack import Contents

REMARKS = ("source", "sources", "note")
"""Fields that say something about the data, and nothing in play."""
SHOWN = 3

Rows = dict[str, dict[str, Any]]


class Change(msgspec.Struct, frozen=True):
    """One value that is not ours."""

    row: str
    field: str
    ours: Any
    theirs: Any

    def __str__(self) -> str:
        name = f"{self.row} {self.field}".strip()
        return f"{name} {_short(self.ours)} -> {_short(self.theirs)}"


class FileChanges(msgspec.Struct, frozen=True):
    """How one file differs from ours."""

    file: str
    added: list[str]
    missing: list[str]
    changed: list[Change]

    def __str__(self) -> str:
        """In one line: ``units.csv: 2 rows changed: 1SS dice 5 -> 6, 12SS dice 4 -> 5``."""
        parts = []
        if self.changed:
            rows = len({change.row for change in self.changed})
            parts.append(f"{self._rows(rows)} changed: {_some([str(change) for change in self.changed])}")
        if self.added:
            parts.append(f"{self._rows(len(self.added))} added: {_some(self.added)}")
        if self.missing:
            parts.append(f"{self._rows(len(self.missing))} missing: {_some(self.missing)}")
        return f"{self.file}: {'; '.join(parts)}"

    def _rows(self, number: int) -> str:
        one, more = ("entry", "entries") if self.file.endswith(".toml") else ("row", "rows")
        return f"{number} {one if number == 1 else more}"


def differences(theirs: Contents, ours: Contents) -> list[FileChanges]:
    """Every file of a pack that says something else than ours; remarks do not count."""
    found = []
    for name, shape in theirs.shapes.items():
        if theirs.paths[name] != ours.paths.get(name) and theirs.is_sound(name):
            known = _as_rows(ours, name, shape) if name in ours.paths else {}
            changes = _compare(name, _as_rows(theirs, name, shape), known)
            if changes.added or changes.missing or changes.changed:
                found.append(changes)
    return found


def _compare(file: str, theirs: Rows, ours: Rows) -> FileChanges:
    changed = [
        Change(row, field, ours[row].get(field), theirs[row].get(field))
        for row in ours.keys() & theirs.keys()
        for field in dict.fromkeys((*ours[row], *theirs[row]))
        if ours[row].get(field) != theirs[row].get(field)
    ]
    order = {row: number for number, row in enumerate(ours)}
    return FileChanges(
        file,
        [row for row in theirs if row not in ours],
        [row for row in ours if row not in theirs],
        sorted(changed, key=lambda change: order[change.row]),
    )


def _as_rows(contents: Contents, name: str, shape: type[Any]) -> Rows:
    """A file as rows with fields, each row under the name a reader would look for."""
    if shape is MapFile:
        assert contents.board is not None
        read = contents.board.file
        rows = {f"hex {row.hex}": _values(row) for row in read.hexes}
        rows |= {f"hexside {'/'.join(sorted(row.hexes))}": _values(row) for row in read.sides}
        return rows | {part: {"": msgspec.to_builtins(getattr(read, part))} for part in ("title", "grid", "vocabulary")}
    if name.endswith(".csv"):
        key = shape.__struct_fields__[0]
        return {str(getattr(row, key)): _values(row) for row in contents.rows(name, shape).values()}
    rows = {}
    for entry, value in _values(contents.table(name, shape)).items():
        rows[entry] = value if isinstance(value, dict) else {"": value}
    return rows


def _values(row: Any) -> dict[str, Any]:
    found: Mapping[str, Any] = msgspec.to_builtins(row)
    return {field: value for field, value in found.items() if field not in REMARKS}


def _short(value: Any) -> str:
    text = "nothing" if value in (None, "", [], {}) else str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _some(names: list[str]) -> str:
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")
