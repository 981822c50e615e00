"""Reading the data files people may edit. Every mistake is answered with file, row and field."""

from __future__ import annotations

import csv
import io
import tomllib
from pathlib import Path
from typing import TypeVar

import msgspec

from ardennes.errors import ArdennesError

T = TypeVar("T")


class DataError(ArdennesError):
    """A data file that cannot be used."""


def read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise DataError(f"{path.name}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name}: not UTF-8 text (byte {error.start})") from None


def read_toml(path: Path, shape: type[T]) -> T:
    """A TOML file of a given shape."""
    try:
        return msgspec.convert(tomllib.loads(read_text(path)), shape)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path.name}: {error}") from None
    except msgspec.ValidationError as error:
        raise DataError(f"{path.name}: {_plain(str(error))}") from None


def read_csv(path: Path, shape: type[T]) -> list[T]:
    """A CSV file with a header; each row becomes a ``shape``. Empty cells take the field's default."""
    rows = csv.DictReader(io.StringIO(read_text(path), newline=""), strict=True)
    known = set(getattr(shape, "__struct_fields__", ()))
    unknown = [name for name in rows.fieldnames or () if name not in known]
    if unknown:
        raise DataError(f"{path.name}: column {unknown[0]!r} is not known; there may be {', '.join(sorted(known))}")
    found = []
    try:
        for number, row in enumerate(rows, start=2):
            if None in row or None in row.values():
                raise DataError(f"{path.name}, row {number}: {len(rows.fieldnames or ())} cells expected")
            cells = {name: cell for name, cell in row.items() if cell != ""}
            try:
                found.append(msgspec.convert(cells, shape, strict=False))
            except msgspec.ValidationError as error:
                raise DataError(f"{path.name}, row {number}: {_plain(str(error))}") from None
    except csv.Error as error:
        raise DataError(f"{path.name}, row {rows.line_num}: {error}") from None
    return found


def _plain(message: str) -> str:
    """The validator's words with ``$.field`` turned into the field's name."""
    return message.replace("at `$.", "in field `").replace("`$.", "`")
