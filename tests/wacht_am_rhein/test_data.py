"""What must fit together in the data: supply by designation, edges of the map, tables; and what is wrong is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.board import Board, load_map
from ardennes.engine.datapack import Contents
from ardennes.engine.game import game_folder, load_game
from tests.wacht_am_rhein.fields import GAME, box


def mistakes(tmp_path: Path, file: str, old: str, new: str) -> list[str]:
    """What is found wrong with a file of ours in which a word has been changed."""
    text = (game_folder(GAME) / "data" / file).read_text("utf-8")
    assert old in text
    pack = tmp_path / "pack"
    (pack / file).parent.mkdir(parents=True)
    (pack / file).write_text(text.replace(old, new, 1), "utf-8")
    (pack / "pack.toml").write_text(f'game = "{GAME}"\nformat = 1\n', "utf-8")
    return [str(mistake) for mistake in Contents(load_game(GAME), pack).mistakes]


def test_ours_are_sound() -> None:
    assert Contents(load_game(GAME), None).mistakes == []


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("weather.csv", "7,clear", "6,clear", "one row for each die from 0 to 7"),
        ("ground.csv", "6,freeze", "5,freeze", "one row for each die from 1 to 6"),
        ("march_interdiction.csv", "6,none", "5,none", "one row for each die from 1 to 6"),
        ("breakdown.csv", "I,,I,3", "I,,X,3", "'X' is none of"),
        ("formations.csv", "US,2,infantry", "US,1,infantry", "two US formations '1'"),
        ("formations.csv", "US,28,infantry", "US,29,infantry", "has no US '28'"),
        ("formations.csv", "panzer,XLVII", "panzer,XLVIII", "no headquarters belongs to 'XLVIII'"),
        ("entries.csv", "D5 D4 D3", "D5 D4 D99", "no hex 'D99'"),
        ("scenarios/bastogne.toml", '"D3942"', '"D9942"', "no hex 'D9942'"),
        ("scenarios/bastogne.toml", '"Wiltz"', '"Wilz"', "'Wilz'"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, file: str, old: str, new: str, says: str) -> None:
    found = mistakes(tmp_path, file, old, new)
    assert any(says in line for line in found), found


def test_supply_edges_are_where_roads_leave_the_map() -> None:
    """14.11, 14.21 Every hex whose road goes on beyond the map sheet or off the whole map, and no other."""
    whole = Board(load_map(game_folder(GAME) / "map/map.json"))
    data = box()
    inside = {whole.hex(data.board.label(hex)) for hex in data.board.hexes}
    leaving = {
        one
        for hexside, (first, second) in enumerate(whole.side_hexes)
        if whole.road[hexside]
        for one, other in ((first, second), (second, first))
        if one in inside and other >= 0 and other not in inside
    }
    codes = {hex for name in data.entries if name in whole.area_names for hex in whole.area(name) if hex in inside}
    listed = {whole.hex(data.board.label(hex)) for hexes in data.supply_edges for hex in hexes}
    assert {whole.label(hex) for hex in listed - leaving - codes} <= {"D1350"}
    missing = {whole.label(hex) for hex in (leaving | codes) - listed}
    assert missing <= {"C3701"}, "C15 is a road of Map C"
    east = {data.board.label(hex) for hex in data.supply_edges[0]}
    assert east == {"D0801", "D1501", "D2201", "D3301", "D3501", "D3701"}


@pytest.mark.rule("wacht_am_rhein", "22.0-e1")
def test_counters_that_are_never_used() -> None:
    taking_part = {piece.designation for piece in box().counters}
    assert not taking_part & {"801/99xx", "612/2xx", "610/III", "741/99xx"}


@pytest.mark.rule("wacht_am_rhein", "22.0-c")
def test_letters_of_the_schedule() -> None:
    sorts = {piece.designation: (piece.type, piece.model) for piece in box().counters}
    assert sorts["70/4xx"] == ("T", "M4")
    assert sorts["803/4xx"] == ("T", "M10")
    assert sorts["58/VII"] == ("SPA", "105")
    assert sorts["90/10Axx"][0] == "R"


@pytest.mark.rule("wacht_am_rhein", "25.12-k")
def test_engineers_that_start_with_a_bridge() -> None:
    assert set(box().scenario_data.bridge_carriers) == {
        *("GE-38_2Pxx-E", "GE-LehrPxx-E", "GE-116_116Pxx-E", "GE-5_5FJxx-E"),
        "GE-2_2Pxx_SS-E",
    }
