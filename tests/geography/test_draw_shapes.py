"""Geometry of the drawing: hexes and their sides, courses, labels, painted planes."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest
from PIL import Image as Pillow

from ardennes.board import Board, HexRow
from ardennes.errors import ArdennesError
from ardennes.geography import load_ground
from ardennes.geography.draw import painting
from ardennes.geography.draw.canvas import Canvas, softened
from ardennes.geography.draw.chains import joined, meandering, straightest_pairs
from ardennes.geography.draw.curves import bend, curve, jitter, measure, resampled
from ardennes.geography.draw.files import hexes_between
from ardennes.geography.draw.fonts import FACES, font_file, length
from ardennes.geography.draw.hex_ground import painted_hexes
from ardennes.geography.draw.hex_layers import water_courses
from ardennes.geography.draw.hex_shape import HexShape
from ardennes.geography.draw.hex_sites import Sites
from ardennes.geography.draw.labels import Labels
from ardennes.geography.draw.shapes import Extent
from ardennes.geography.draw.words import area_look, place_size, road_look, terrain_look, water_look
from ardennes.geography.hexfacts import find_hex
from ardennes.hexes import Grid, Sheet
from tests.geography.a_small_map import FLAT, small_board, small_map

# --- hexes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["flat", "pointed"])
def test_corners_are_shared_by_neighbours(kind: str) -> None:
    board = small_board(kind)  # type: ignore[arg-type]
    shape = HexShape(board)
    assert shape.pointed == (kind == "pointed")
    for hex, direction, _ in shape.inner_sides():
        other = board.neighbour(hex, direction)
        assert set(shape.edge(hex, direction)) == set(shape.edge(other, (direction + 3) % 6))


def test_a_hex_is_regular() -> None:
    shape = HexShape(small_board())
    centre = shape.centre(12)
    reach = [math.dist(centre, corner) for corner in shape.outline(12)]
    assert reach == pytest.approx([4 / math.sqrt(3)] * 6, abs=2e-3)


@pytest.mark.parametrize("kind", ["flat", "pointed"])
def test_the_painted_hex_is_the_hex_of_the_grid(kind: str) -> None:
    board = small_board(kind)  # type: ignore[arg-type]
    shape = HexShape(board)
    canvas = Canvas(shape.extent.grown(1.0), 2.0)
    found = shape.lookup(canvas.east.astype(np.float32)[None, :], canvas.north.astype(np.float32)[:, None])
    for row in range(0, canvas.rows, 5):
        for column in range(0, canvas.columns, 5):
            assert found[row, column] == board.grid.at_km(canvas.east[column], canvas.north[row])


def test_ranges_of_hexes() -> None:
    board = small_board()
    assert {board.label(hex) for hex in hexes_between(board, "0302-0203")} == {"0202", "0203", "0302", "0303"}
    with pytest.raises(ArdennesError, match="two corner hexes and a dash"):
        hexes_between(board, "0302")
    with pytest.raises(ArdennesError, match="no hex '9901'"):
        hexes_between(board, "0302-9901")


def test_a_number_without_its_sheet_letter_gets_a_hint() -> None:
    sheets = (Sheet(letter="A", shift=(0, 0), lanes=(1, 2), places=(1, 2)),)
    grid = Grid(lanes=(1, 2), places=(1, 2), shifted="even", order="lane-place", ground=FLAT, sheets=sheets)
    rows = [HexRow(hex=grid.label(hex), terrain="clear") for hex in range(grid.size)]
    board = Board(small_map(grid=grid, hexes=rows, sides=[]))
    assert board.label(find_hex(board, "A0102")) == "A0102"
    with pytest.raises(ArdennesError, match=r"begin with the letter of a sheet \(A0102\)"):
        find_hex(board, "0102")


# --- courses -------------------------------------------------------------------------------------


def test_links_are_joined_up_to_a_fork() -> None:
    runs = list(joined([(1, 2), (2, 3), (3, 4), (3, 5)]))
    assert sorted(len(run) for run in runs) == [2, 2, 3]
    ring = list(joined([(1, 2), (2, 3), (3, 1)]))
    assert len(ring) == 1
    assert ring[0][0] == ring[0][-1]


def test_water_runs_along_its_hexsides() -> None:
    board = small_board()
    shape = HexShape(board)
    courses = water_courses(shape)
    assert set(courses) == {("major", "Meuse"), ("minor", "Our"), ("creek", "Wiltz")}
    (course,) = courses["major", "Meuse"]
    here = board.hex("0303")
    assert set(course) == set(shape.edge(here, board.direction(here, board.hex("0304"))))


def test_a_meander_keeps_to_its_hexside() -> None:
    wandering = meandering(((0.0, 0.0), (1.0, 0.0)), 0.1)
    assert wandering[0] == (0.0, 0.0)
    assert wandering[-1] == (1.0, 0.0)
    assert all(abs(north) <= 0.1 for _, north in wandering)
    assert any(north != 0 for _, north in wandering)


def test_roads_go_straight_on_at_a_crossing() -> None:
    ends = {0: (0.0, 1.0), 3: (0.0, -1.0), 1: (1.0, 0.4)}
    assert straightest_pairs((0.0, 0.0), ends) == {0: 3, 3: 0}


def test_a_road_passes_every_hexside_it_crosses() -> None:
    board = small_board()
    shape = HexShape(board)
    sites = Sites(shape, load_ground())
    courses = sites.road_courses(board.code("road", "primary"))
    assert len(courses) == 1
    for one, other in (("0302", "0303"), ("0303", "0304"), ("0304", "0305")):
        here = board.hex(one)
        spot = sites.crossing(here, board.direction(here, board.hex(other)))
        assert min(math.dist(spot, point) for point in courses[0]) < 1e-6


def test_a_place_stands_near_the_truth_but_inside_its_hex() -> None:
    board = small_board()
    shape = HexShape(board)
    sites = Sites(shape, load_ground())
    here = board.hex("Bastogne")
    assert board.grid.at_km(*sites.spot(here)) == here
    assert math.dist(sites.spot(here), shape.centre(here)) <= 0.23 * shape.size


def test_curves() -> None:
    line = curve([(0, 0), (1, 1), (2, 0), (3, 1)])
    assert line[0] == (0, 0)
    assert line[-1] == (3, 1)
    assert any(math.dist(point, (1, 1)) < 1e-9 for point in line)
    steps = resampled(((0, 0), (10, 0)), 1.0)
    assert len(steps) == 11
    assert measure(steps) == pytest.approx(10)
    assert bend(((0, 0), (1, 0), (1, 1))) == pytest.approx(math.pi / 2)
    assert jitter(3, 4) == jitter(3, 4)
    assert 0 <= jitter(-7, 12, 3) <= 1


# --- labels --------------------------------------------------------------------------------------


def test_names_do_not_cover_each_other() -> None:
    labels = Labels(Extent(-50, -50, 50, 50))
    style = {"size": 1.0, "clear": 0.3, "font": "serif", "fill": "#000000", "halo": "#ffffff", "limit": 30.0}
    boxes = []
    for number in range(6):
        found = labels.name(f"Place {number}", (0.0, 0.3 * number), **style)  # type: ignore[arg-type]
        if found:
            wide = length(found.text, "serif", 1.0)
            boxes.append((found.at[0], found.at[1] - 0.2, found.at[0] + wide, found.at[1] + 0.7))
    assert len(boxes) >= 3
    for one in boxes:
        for other in boxes:
            if one is not other:
                east = min(one[2], other[2]) - max(one[0], other[0])
                north = min(one[3], other[3]) - max(one[1], other[1])
                assert min(east, north) <= 0.55


def test_names_stay_on_the_sheet() -> None:
    labels = Labels(Extent(0, 0, 10, 10))
    found = labels.name("Luxembourg", (9.5, 5), size=1, clear=0.2, font="serif", fill="#000", halo="#fff")
    assert found is not None
    assert found.at[0] + length("Luxembourg", "serif", 1) <= 10


def test_a_river_is_named_along_its_course() -> None:
    labels = Labels(Extent(-50, -50, 50, 50))
    course = tuple((float(east), 0.2 * math.sin(east / 5)) for east in range(30, -31, -1))
    written = labels.along("Ourthe", course, size=1, fill="#00f", halo="#fff", apart=25, lift=0.2)
    assert 1 <= len(written) <= 3
    assert all(text.line[0][0] < text.line[-1][0] for text in written)
    assert all(measure(text.line) > length("Ourthe", "serif-italic", 1) for text in written)


def test_the_type_is_installed() -> None:
    assert all(font_file(font).is_file() for font in FACES)
    assert length("Bastogne", "serif-bold", 2) == pytest.approx(2 * length("Bastogne", "serif-bold", 1))


# --- words and planes ----------------------------------------------------------------------------


def test_terrain_looks_different() -> None:
    known = ("", "clear", "light woods", "woods", "forest", "broken", "rough")
    looks = {word: terrain_look(word, known) for word in known if word}
    assert looks["clear"].cover < looks["light woods"].cover < looks["woods"].cover < looks["forest"].cover
    assert looks["clear"].crags < looks["broken"].crags < looks["rough"].crags
    assert terrain_look("woods", ("", "clear", "woods")).cover > 0.9


def test_other_words() -> None:
    assert water_look("major", "", ("", "major", "minor")).width > water_look("minor", "", ("", "major", "minor")).width
    assert water_look("river", "Meuse", ("", "river")).width > water_look("river", "Our", ("", "river")).width
    assert [road_look(word).rank for word in ("road", "secondary", "track")] == [0, 1, 2]
    assert [place_size(word) for word in ("city", "town", "village", "")] == [3, 2, 1, 0]
    kinds = ["entry-K", "N4", "D13", "westwall", "siegfried-line", "vp", "7th-army", "boundary-6th-5th", "south-edge"]
    assert [area_look(name).kind for name in kinds] == [
        "badge", "badge", "badge", "wall", "wall", "prize", "rim", "band", "none",
    ]  # fmt: skip


def test_noise_is_tied_to_the_ground() -> None:
    """Two sheets of the same ground meet without a seam."""
    west, east = Canvas(Extent(0, 0, 10, 10), 4.0), Canvas(Extent(10, 0, 20, 10), 4.0)
    both = Canvas(Extent(0, 0, 20, 10), 4.0)
    joined_planes = np.hstack([west.noise(3.0, 1), east.noise(3.0, 1)])
    assert np.allclose(joined_planes, both.noise(3.0, 1), atol=1e-5)
    assert float(np.abs(both.noise(3.0, 1)).max()) <= 1


def test_a_painting_in_strips_has_no_seams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strips of a few rows and the whole at once give the same picture, but for the rounding of the last bit."""
    shape, extent = HexShape(small_board()), HexShape(small_board()).extent.grown(1.0)
    heard: list[float] = []

    def painted(pixels: int) -> np.ndarray:
        monkeypatch.setattr(painting, "STRIP_PIXELS", pixels)
        (image,) = painted_hexes(shape, load_ground(), extent, heard.append).shapes
        return np.array(Pillow.open(io.BytesIO(image.data)), dtype=np.int16)  # type: ignore[union-attr]

    strips, whole = painted(20_000), painted(10**9)
    assert heard[-1] == heard[-2] == 1
    assert len(heard) > 10
    assert heard[:-1] == sorted(heard[:-1])
    assert strips.shape == whole.shape
    assert np.abs(strips - whole).mean() < 0.05


def test_blur_keeps_the_mean() -> None:
    plane = np.zeros((40, 40), dtype=np.float32)
    plane[20, 20] = 1
    soft = softened(plane, 3.0)
    assert soft.sum() == pytest.approx(1, abs=1e-3)
    assert soft.max() < 0.05
