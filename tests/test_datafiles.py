"""Data files: what is read, and how mistakes are answered: file, row and field."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.datafiles import DataError, digest_of, read_csv, read_table, read_toml
from ardennes.engine.game import GameInfo, game_folder
from ardennes.engine.ledger import Rule
from ardennes.errors import ArdennesError
from ardennes.games.crossroads.rules.field import Piece, Tables

FOLDER = game_folder("crossroads")


class Row(msgspec.Struct, kw_only=True):
    id: str
    number: int = 7


def csv_file(folder: Path, text: str | bytes) -> Path:
    path = folder / "some.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_rows_with_defaults(tmp_path: Path) -> None:
    path = csv_file(tmp_path, '\ufeffid,number\na,1\n"b, c",\n')
    assert read_csv(path, Row) == [Row(id="a", number=1), Row(id="b, c")]
    assert read_csv(csv_file(tmp_path, ""), Row) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,colour\na,red\n", "some.csv: column 'colour' is not known"),
        ("id,id\na,b\n", "some.csv: column 'id' stands twice"),
        ("id,number\na,1\nb,many\n", "some.csv, row 3: Expected `int`, got `str` - in field `number`"),
        ("number\n1\n", "some.csv, row 2: Object missing required field `id`"),
        ("id,number\na\n", "some.csv, row 2: 2 cells expected"),
        ("id,number\na,1,2\n", "some.csv, row 2: 2 cells expected"),
        ('"', "some.csv, row 1: unexpected end of data"),
        ('id,number\n"a"b,1\n', "some.csv, row 2"),
        (b"id\n\xff\n", "some.csv: not UTF-8 text (byte 3)"),
        ("id\n" + "a" * 200_000, "field larger than field limit"),
    ],
)
def test_mistakes_in_rows_are_named(tmp_path: Path, text: str | bytes, said: str) -> None:
    with pytest.raises(DataError) as raised:
        read_csv(csv_file(tmp_path, text), Row)
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id = ", "some.toml: Invalid value"),
        ("id = 3", "some.toml: Expected `str`, got `int` - in field `id`"),
        ("number = 3", "some.toml: id is missing"),
        ("id = " + "[" * 5000, "nested too deeply"),
        ("number = " + "9" * 5000, "some.toml: Exceeds the limit"),
        ("id = 'a'\nid = 'b'", "some.toml: Cannot overwrite a value"),
    ],
)
def test_mistakes_in_tables_are_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "some.toml"
    path.write_text(text)
    with pytest.raises(DataError) as raised:
        read_toml(path, Row)
    assert said in str(raised.value)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for missing in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(DataError, match="cannot be read"):
            read_csv(missing, Row)
    with pytest.raises(DataError, match=r"none\.toml: cannot be read"):
        read_table(tmp_path / "none.toml")
    with pytest.raises(DataError, match=r"units\.csv: cannot be read"):
        digest_of([tmp_path / "units.csv"])


def test_digest_tells_files_apart(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    before = digest_of([tmp_path / "a"])
    assert before == digest_of([tmp_path / "a"])
    (tmp_path / "a").write_text("2")
    assert before != digest_of([tmp_path / "a"])


def damaged(data: st.DataObject, raw: bytes) -> bytes:
    changed = bytearray(raw)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(changed)))
        kind = data.draw(st.sampled_from(("insert", "cut", "overwrite")))
        some = data.draw(
            st.one_of(st.binary(max_size=6), st.sampled_from([b'"', b"'''", b"[[", b",", b"\n", b"{", b"="]))
        )
        if kind == "insert":
            changed[at:at] = some
        elif kind == "cut":
            del changed[at : at + data.draw(st.integers(1, 40))]
        else:
            changed[at : at + len(some)] = some
    return bytes(changed)


@settings(max_examples=200)
@given(st.data(), st.sampled_from([("data/units.csv", Piece), ("ledger.csv", Rule)]))
def test_damaged_rows_are_refused_or_read(data: st.DataObject, file: tuple[str, type]) -> None:
    with TemporaryDirectory() as folder:
        path = csv_file(Path(folder), damaged(data, (FOLDER / file[0]).read_bytes()))
        try:
            rows = read_csv(path, file[1])
        except ArdennesError as error:
            assert str(error).startswith("some.csv")  # noqa: PT017
        else:
            assert all(isinstance(row, file[1]) for row in rows)


@settings(max_examples=200)
@given(st.data(), st.sampled_from([("game.toml", GameInfo), ("data/tables.toml", Tables)]))
def test_damaged_tables_are_refused_or_read(data: st.DataObject, file: tuple[str, type]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.toml"
        path.write_bytes(damaged(data, (FOLDER / file[0]).read_bytes()))
        try:
            found = read_toml(path, file[1])
        except ArdennesError as error:
            assert str(error).startswith("some.toml")  # noqa: PT017
        else:
            assert isinstance(found, file[1])
