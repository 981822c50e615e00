"""Reading the data files people may edit. Every mistake is answered with file, row and field."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ardennes.errors import ArdennesError
from ardennes.shapes import worked_out

T = TypeVar("T")

TABLE_LINE = re.compile(r"\s*\[+([^\]]+)\]")
AT_LINE = re.compile(r"\(at line (\d+)")
ENTRY_LINE = re.compile(r"""\s*("[^"]+"|[\w.-]+)\s*=""")

MOST_BYTES = 16_000_000
"""No data file of any game comes near it; a larger one is a mistake."""


class DataError(ArdennesError):
    """A data file that cannot be used."""


class Mistake(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong with a data file."""

    file: str
    says: str
    row: int = 0
    """As a spreadsheet counts: the header is row 1. 0 where there are no rows."""
    field: str = ""
    line: int = 0
    """In a file without rows, the line of the field; 0 where it has none."""

    def __str__(self) -> str:
        row = f", row {self.row}" if self.row else ""
        line = f" (line {self.line})" if self.line and not AT_LINE.search(self.says) else ""
        return f"{self.file}{row}: {self.says}{line}"

    @classmethod
    def unreadable(cls, file: str, error: ArdennesError) -> Mistake:
        """Why a file could not be read, in which line as far as that is told."""
        says = str(error).removeprefix(f"{file}: ")
        found = AT_LINE.search(says)
        return cls(file, says, line=int(found[1]) if found else 0)

    def found_in(self, text: str) -> Mistake:
        """The same with the line of its field in a TOML file."""
        return msgspec.structs.replace(self, line=line_of(text, self.field)) if self.field else self


def read_file(path: Path) -> bytes:
    """What a file holds; DataError for one that cannot be read or is far too large."""
    try:
        if path.exists() and not path.is_file():
            raise DataError(f"{path.name}: cannot be read (it is not a file)")
        if path.exists() and path.stat().st_size > MOST_BYTES:
            raise DataError(f"{path.name}: larger than {MOST_BYTES // 1_000_000} MB")
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path.name}: cannot be read ({error.strerror})") from None


def read_text(path: Path) -> str:
    try:
        return read_file(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name}: not UTF-8 text (byte {error.start})") from None


def read_toml(path: Path, shape: type[T]) -> T:
    """A TOML file of a given shape."""
    found, mistakes = examine_toml(path, shape)
    if found is None:
        raise DataError(str(mistakes[0]))
    return found


def examine_toml(path: Path, shape: type[T]) -> tuple[T | None, list[Mistake]]:
    """What a TOML file says; or, table by table, what is wrong with it."""
    table = read_table(path)
    try:
        return msgspec.convert(table, worked_out(shape)), []
    except msgspec.ValidationError as error:
        first = Mistake(path.name, _plain(str(error)), field=_field(str(error)))
    text = read_text(path)
    return None, [mistake.found_in(text) for mistake in _table_mistakes(path.name, table, shape)] or [first]


def _table_mistakes(file: str, table: dict[str, Any], shape: type[Any], inside: str = "") -> Iterator[Mistake]:
    """Each entry by itself, so that one mistake does not hide the next."""
    known = {field.encode_name: field for field in msgspec.structs.fields(shape)}
    for key, field in known.items():
        name, value = inside + key, table.get(key)
        if key not in table:
            if field.required:
                yield Mistake(file, f"{name} is missing", field=name)
        elif isinstance(value, dict) and isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from _table_mistakes(file, value, field.type, f"{name}.")
        else:
            try:
                msgspec.convert({"value": value}, msgspec.defstruct("Entry", [("value", worked_out(field.type))]))
            except msgspec.ValidationError as error:
                says = str(error).replace("$.value", f"$.{name}")
                yield Mistake(file, _plain(says), field=_field(says))
    if shape.__struct_config__.forbid_unknown_fields:
        for key in sorted(table.keys() - known):
            yield Mistake(file, f"{inside}{key} is not known; there may be {', '.join(known)}", field=inside + key)


def line_of(text: str, field: str) -> int:
    """The line of a TOML file that has a field, or the entry it is part of; 0 if there is none.

    >>> line_of('a = 1\\n[b]\\nc = 2', "b.c")
    3
    """
    wanted, table, found = re.sub(r"\[.*", "", field), "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        header, entry = TABLE_LINE.match(line), ENTRY_LINE.match(line)
        if header:
            table = header[1].replace('"', "").strip()
        name = table if header else ".".join(part for part in (table, entry[1].strip('"')) if part) if entry else ""
        if name == wanted:
            return number
        if name and wanted.startswith(f"{name}."):
            found = number
    return found


def read_table(path: Path) -> dict[str, Any]:
    """A TOML file of any shape."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise DataError(f"{path.name}: it is nested too deeply") from None
    except ValueError as error:
        raise DataError(f"{path.name}: {error}") from None


def digest_of(paths: Iterable[Path]) -> str:
    """A short sum over files, by which a game knows its data again."""
    digest = blake2b(digest_size=16)
    for path in paths:
        digest.update(read_file(path))
    return digest.hexdigest()


def read_csv(path: Path, shape: type[T]) -> list[T]:
    """A CSV file with a header; each row becomes a ``shape``. Empty cells take the field's default."""
    rows, mistakes = examine_csv(path, shape)
    if mistakes:
        raise DataError(str(mistakes[0]))
    return list(rows.values())


def examine_csv(path: Path, shape: type[T]) -> tuple[dict[int, T], list[Mistake]]:
    """The sound rows of a CSV file by their number, and every mistake in the others."""
    rows = csv.DictReader(io.StringIO(read_text(path), newline=""), strict=True)
    found: dict[int, T] = {}
    mistakes: list[Mistake] = []
    try:
        header = list(rows.fieldnames or ())
        mistakes += _header_mistakes(path.name, header, shape)
        if mistakes:
            return found, mistakes
        for number, row in enumerate(rows, start=2):
            if None in row or None in row.values():
                mistakes.append(Mistake(path.name, f"{len(header)} cells expected", number))
                continue
            cells = {name: cell for name, cell in row.items() if cell != ""}
            try:
                found[number] = msgspec.convert(cells, worked_out(shape), strict=False)
            except msgspec.ValidationError as error:
                mistakes.append(Mistake(path.name, _plain(str(error)), number, _field(str(error))))
    except csv.Error as error:
        mistakes.append(Mistake(path.name, str(error), rows.line_num + 1))
    return found, mistakes


def _header_mistakes(file: str, header: list[str], shape: type[Any]) -> Iterator[Mistake]:
    known = set(getattr(shape, "__struct_fields__", ()))
    for name in dict.fromkeys(header):
        if name not in known:
            says = f"column {name!r} is not known; there may be {', '.join(sorted(known))}"
            yield Mistake(file, says, field=name)
        if header.count(name) > 1:
            yield Mistake(file, f"column {name!r} stands twice in the header", field=name)


def _plain(message: str) -> str:
    """The validator's words with ``$.field`` turned into the field's name."""
    return message.replace("at `$.", "in field `").replace("`$.", "`")


def _field(message: str) -> str:
    """The field the validator speaks of, if it names one."""
    found = re.search(r"`\$\.([^`]+)`|required field `([^`]+)`", message)
    return (found[1] or found[2]) if found else ""
