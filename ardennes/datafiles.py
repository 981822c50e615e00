"""Reading the data files people may edit. Every mistake is answered with file, row and field."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

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
        return msgspec.convert(read_table(path), shape)
    except msgspec.ValidationError as error:
        raise DataError(f"{path.name}: {_plain(str(error))}") from None


def read_table(path: Path) -> dict[str, Any]:
    """A TOML file of any shape."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise DataError(f"{path.name}: it is nested too deeply") from None
    except ValueError as error:
        raise DataError(f"{path.name}: {error}") from None


def digest_of(folder: Path, names: Iterable[str]) -> str:
    """A short sum over files of a folder, by which a game knows its data again."""
    digest = blake2b(digest_size=16)
    for name in names:
        try:
            digest.update((folder / name).read_bytes())
        except OSError as error:
            raise DataError(f"{name}: cannot be read ({error.strerror})") from None
    return digest.hexdigest()


def read_csv(path: Path, shape: type[T]) -> list[T]:
    """A CSV file with a header; each row becomes a ``shape``. Empty cells take the field's default."""
    rows = csv.DictReader(io.StringIO(read_text(path), newline=""), strict=True)
    known = set(getattr(shape, "__struct_fields__", ()))
    found = []
    try:
        header = list(rows.fieldnames or ())
        for name in header:
            if name not in known:
                raise DataError(f"{path.name}: column {name!r} is not known; there may be {', '.join(sorted(known))}")
            if header.count(name) > 1:
                raise DataError(f"{path.name}: column {name!r} stands twice in the header")
        for number, row in enumerate(rows, start=2):
            if None in row or None in row.values():
                raise DataError(f"{path.name}, row {number}: {len(header)} cells expected")
            cells = {name: cell for name, cell in row.items() if cell != ""}
            try:
                found.append(msgspec.convert(cells, shape, strict=False))
            except msgspec.ValidationError as error:
                raise DataError(f"{path.name}, row {number}: {_plain(str(error))}") from None
    except csv.Error as error:
        raise DataError(f"{path.name}, row {rows.line_num + 1}: {error}") from None
    return found


def _plain(message: str) -> str:
    """The validator's words with ``$.field`` turned into the field's name."""
    return message.replace("at `$.", "in field `").replace("`$.", "`")
