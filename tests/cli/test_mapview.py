"""The map in text: every hex in its place, whichever way the grid runs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from ardennes.board import Board, HexRow, MapFile, load_map
from ardennes.cli.terminal.mapview import FLAT, POINTY, Layout, draw_map
from ardennes.engine.game import game_folders
from ardennes.engine.match import Match
from ardennes.hexes import Grid

NORTH_UP = ((1.0, 0.0), (0.0, -1.0), (0.0, 0.0))
"""Lanes run east, places south: flat-topped columns."""
GRIDS = {
    "columns": NORTH_UP,
    "columns from the east": ((-1.0, 0.0), (0.0, -1.0), (0.0, 0.0)),
    "columns from the south": ((1.0, 0.0), (0.0, 1.0), (0.0, 0.0)),
    "rows": ((0.0, -1.0), (1.0, 0.0), (0.0, 0.0)),
    "rows from the east": ((0.0, -1.0), (-1.0, 0.0), (0.0, 0.0)),
}


def board(name: str, shifted: str) -> Board:
    grid = Grid(lanes=(1, 6), places=(1, 5), shifted=shifted, order="lane-place", ground=GRIDS[name])  # type: ignore[arg-type]
    rows = [HexRow(hex=grid.label(hex), terrain="clear") for hex in range(grid.size)]
    vocabulary = {"terrain": ("clear",)}
    return Board(MapFile(format=1, title=name, grid=grid, sources={}, vocabulary=vocabulary, hexes=rows, sides=[]))


def maps() -> Iterator[Path]:
    for folder in game_folders().values():
        yield from folder.glob("map/map.json")


@pytest.mark.parametrize("shifted", ["odd", "even"])
@pytest.mark.parametrize("name", GRIDS)
def test_neighbours_on_the_ground_are_neighbours_on_the_sheet(name: str, shifted: str) -> None:
    ground = board(name, shifted)
    layout = Layout(ground)
    assert layout.shape is (POINTY if "rows" in name else FLAT)
    for hex in ground.hexes:
        offsets = {layout.offset(hex, there): there for there in ground.around(hex)}
        assert set(offsets) <= set(layout.shape.sides)
        for (right, down), there in offsets.items():
            east, north = (b - a for a, b in zip(ground.grid.centre_km(hex), ground.grid.centre_km(there), strict=True))
            assert right == pytest.approx(0, abs=0) if abs(east) < 0.01 else right * east > 0
            assert down == pytest.approx(0, abs=0) if abs(north) < 0.01 else down * north < 0


@pytest.mark.parametrize("path", list(maps()), ids=lambda path: path.parent.parent.name)
def test_every_map_of_ours_can_be_laid_out(path: Path) -> None:
    ground = Board(load_map(path))
    layout = Layout(ground)
    assert len(set(layout.at.values())) == len(ground.hexes)
    for hex in ground.hexes[:: max(1, len(ground.hexes) // 50)]:
        assert {layout.offset(hex, there) for there in ground.around(hex)} <= set(layout.shape.sides)


@pytest.mark.parametrize("shape", [FLAT, POINTY])
def test_two_hexes_draw_their_common_side_in_the_same_cells(shape: object) -> None:
    assert isinstance(shape, type(FLAT))
    for (right, down), cells in shape.sides.items():
        opposite = shape.sides[-right, -down]
        moved = {(line + down * shape.step[1], column + right * shape.step[0]) for line, column, _ in opposite}
        assert moved == {(line, column) for line, column, _ in cells}
        *_, (line, column, _) = shape.roads[right, down]
        *_, (there_line, there_column, _) = shape.roads[-right, -down]
        assert (line, column) == (there_line + down * shape.step[1], there_column + right * shape.step[0])
        assert (line, column) in moved


def crossroads_map(columns: int, lines: int, focus: tuple[str, ...] = (), **shown: str) -> tuple[str, int]:
    match = Match.new("crossroads", scenario="noon")
    ground = match.position.data.board
    options = {ground.hex(label.removeprefix("h")): sign for label, sign in shown.items()}
    picture = draw_map(
        match.position,
        Layout(ground),
        columns=columns,
        lines=lines,
        focus=[ground.hex(label) for label in focus],
        options=options,
    )
    return picture.text.plain, picture.unseen


def test_a_small_map_is_shown_whole() -> None:
    text, unseen = crossroads_map(80, 40, h0403="17")
    ground = Match.new("crossroads").position.data.board
    assert all(ground.label(hex) in text for hex in ground.hexes)
    assert unseen == 0
    assert " 17 " in text
    assert "■Pz" in text
    assert "□Sherman" in text
    assert "≈" in text
    assert text.count("╬") == 2
    assert "Croix-d…" in text
    assert max(map(len, text.splitlines())) <= 80


def test_what_does_not_fit_is_cut_around_the_action() -> None:
    text, unseen = crossroads_map(30, 16, ("0703", "0603"))
    assert "0703" in text
    assert "0603" in text
    assert "0103" not in text
    assert unseen == 0
    assert max(map(len, text.splitlines())) <= 30
    assert len(text.splitlines()) <= 16
    _, beyond = crossroads_map(30, 16, ("0701", "0101"))
    assert beyond > 0


def test_a_big_map_is_cut_too() -> None:
    ground = Board(load_map(game_folders()["deadly_woods"] / "map" / "map.json"))
    layout = Layout(ground)
    part = layout.part([ground.hex("Bastogne")], 100, 40)
    assert ground.hex("Bastogne") in part
    assert 10 < len(part) < math.ceil(100 / 8) * 10
    assert len(layout.part([], 10_000, 10_000)) == len(ground.hexes)
