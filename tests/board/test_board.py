"""Maps: what is read, and how mistakes are answered."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.board import Board, MapError, load_map, parse_map
from ardennes.engine.game import game_folder
from ardennes.errors import ArdennesError
from ardennes.hexes.grid import NOWHERE

SMALL: dict[str, Any] = {
    "format": 1,
    "title": "Small",
    "grid": {
        "lanes": [1, 3],
        "places": [1, 3],
        "shifted": "even",
        "order": "lane-place",
        "ground": [[2.0, 0.0], [0.0, -2.0], [0.0, 0.0]],
    },
    "sources": {"terrain": "made up"},
    "vocabulary": {"terrain": ["clear", "woods"], "place": ["town"], "river": ["stream"], "area": ["north"]},
    "hexes": [
        {"hex": "0101", "terrain": "clear", "areas": ["north"]},
        {"hex": "0102", "terrain": "woods", "name": "Bois", "place": "town", "aliases": ["X"]},
        {"hex": "0201", "terrain": "clear"},
        {"hex": "0202", "terrain": "clear"},
        {"hex": "0303", "terrain": "clear"},
    ],
    "sides": [{"hexes": ["0101", "0102"], "river": "stream", "name": "Brook"}],
}


def board(change: dict[str, Any] | None = None) -> Board:
    return Board(parse_map(json.dumps({**deepcopy(SMALL), **(change or {})}), "small.json"))


def test_what_a_board_knows() -> None:
    found = board()
    town = found.hex("0102")
    assert found.hex("bois") == found.hex("X") == town
    assert (found.label(town), found.name(town), found.describe(town)) == ("0102", "Bois", "0102 Bois")
    assert found.terrain[town] == found.code("terrain", "woods") == 2
    assert found.place[town] == found.code("place", "town") == 1
    assert found.area("north") == {found.hex("0101")}
    assert found.area_names == ("north",)
    side = found.side(found.hex("0101"), town)
    assert side == found.side(town, found.hex("0101"))
    assert found.river[side] == 1
    assert sum(found.river) == 1
    assert found.side_label(side) == "0101/0102"
    row = found.side_row(side)
    assert row is not None
    assert row.name == "Brook"


def test_hexes_that_are_missing_have_no_neighbours() -> None:
    found = board()
    assert len(found.hexes) == 5
    assert list(found.around(found.hex("0303"))) == [found.hex("0202")]
    absent = found.grid.parse("0301")
    assert absent not in found
    assert list(found.neighbours[6 * absent : 6 * absent + 6]) == [NOWHERE] * 6
    assert all(hex in found for hex in found.neighbours if hex != NOWHERE)
    with pytest.raises(MapError, match="no hex '0301'"):
        found.hex("0301")


def test_hexsides_are_numbered_once_each() -> None:
    found = board()
    pairs = found.side_hexes
    assert len(pairs) == found.sides == len(set(pairs))
    for side, (one, other) in enumerate(pairs):
        assert found.side(one, other) == found.side(other, one) == side


def with_hex(**row: Any) -> dict[str, Any]:
    return {"hexes": [*SMALL["hexes"], row]}


def with_side(**row: Any) -> dict[str, Any]:
    return {"sides": [*SMALL["sides"], row]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "small.json: format 2"),
        (with_hex(hex="0203", terrain="swamp"), "hex 0203: terrain 'swamp'"),
        (with_hex(hex="0203", terrain="clear", place="city"), "hex 0203: place 'city'"),
        (with_hex(hex="0203", terrain="clear", areas=["south"]), "hex 0203: area 'south'"),
        (with_hex(hex="0203", terrain="clear", areas=[""]), "hex 0203: area ''"),
        (with_hex(hex="0101", terrain="clear"), "hex 0101 has two rows"),
        (with_hex(hex="0203", terrain="clear", aliases=["0101"]), "0101 names two hexes"),
        (with_hex(hex="0909", terrain="clear"), "hex 0909 is not on this map"),
        (with_hex(hex="7", terrain="clear"), "hex 7 is not on this map"),
        (with_hex(hex="0203", terrain="clear", colour="red"), "unknown field `colour`"),
        (with_hex(hex="0203"), "missing required field `terrain`"),
        (with_side(hexes=["0101", "0303"]), "hexes 0101 and 0303 are not adjacent"),
        (with_side(hexes=["0101", "0101"]), "not adjacent"),
        (with_side(hexes=["0101", "0301"]), "hexside 0101/0301 names a hex that is not on the map"),
        (with_side(hexes=["0102", "0101"]), "hexside 0102/0101 has two rows"),
        (with_side(hexes=["0101", "0201"], road="mule track"), "hexside 0101/0201: road 'mule track'"),
        (with_side(hexes=["0101"]), "hexes"),
        ({"vocabulary": {"terrain": ["clear", "woods", *map(str, range(300))]}}, "more than 255 words"),
        ({"grid": {**SMALL["grid"], "lanes": [1, 90000]}}, "grid: 270000 hexes"),
        ({"grid": {**SMALL["grid"], "lanes": [3, 1]}}, "grid: it ends before it begins"),
        ({"grid": {**SMALL["grid"], "ground": [[0, 0], [0, 0], [0, 0]]}}, "grid: its ground is a line"),
        ({"grid": {**SMALL["grid"], "shifted": "none"}}, "shifted"),
    ],
)
def test_mistakes_are_named(change: dict[str, Any], said: str) -> None:
    with pytest.raises(MapError) as raised:
        board(change)
    assert said in str(raised.value)


def test_unknown_words_and_areas() -> None:
    with pytest.raises(MapError, match="no area 'south'"):
        board().area("south")
    with pytest.raises(MapError, match="terrain 'swamp'"):
        board().code("terrain", "swamp")
    with pytest.raises(MapError, match="number 77"):
        board().direction(0, 77)


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MapError, match=r"nowhere\.json"):
        load_map(tmp_path / "nowhere.json")


WHOLE = (game_folder("crossroads") / "map/map.json").read_bytes()


@settings(max_examples=300)
@given(st.data())
def test_damaged_maps_are_refused_or_read(data: st.DataObject) -> None:
    raw = bytearray(WHOLE)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        match data.draw(st.sampled_from(("flip", "cut", "insert", "digit"))):
            case "flip":
                raw[at] = data.draw(st.integers(0, 255))
            case "cut":
                del raw[at : at + data.draw(st.integers(1, 200))]
            case "insert":
                raw[at:at] = data.draw(st.binary(min_size=1, max_size=8))
            case "digit":
                places = [index for index, byte in enumerate(raw) if 48 <= byte <= 57] or [0]
                raw[data.draw(st.sampled_from(places))] = data.draw(st.integers(48, 57))
        if not raw:
            break
    try:
        Board(parse_map(bytes(raw)))
    except ArdennesError as error:
        assert str(error)  # noqa: PT017


@pytest.mark.parametrize("text", [b"", b"null", b"[" * 100_000, b'{"grid": {"x": ' + b"[" * 100_000, b"\xff\xfe"])
def test_what_is_no_map_at_all(text: bytes) -> None:
    with pytest.raises(MapError):
        parse_map(text)
