"""Whole pictures: what they hold, and that SVG and PNG come out right."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image

from ardennes.board import Board
from ardennes.errors import ArdennesError
from ardennes.geography import load_ground
from ardennes.geography.draw.files import map_scale, write_picture, write_whole
from ardennes.geography.draw.ground_picture import ground_picture
from ardennes.geography.draw.map_picture import map_picture
from ardennes.geography.draw.png import to_png
from ardennes.geography.draw.shapes import Layer, Picture, Stamps, Text
from ardennes.geography.draw.shapes import Path as Lines
from ardennes.geography.draw.svg import to_svg
from tests.geography.a_small_map import small_board, small_map

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def picture() -> Picture:
    return map_picture(small_board(), load_ground())


@pytest.fixture(scope="module")
def svg(picture: Picture) -> ET.Element:
    return ET.fromstring(to_svg(picture, 12.0))


@pytest.fixture(scope="module")
def ground() -> Picture:
    return ground_picture(load_ground(), ["1944-12-16", "1944-12-24"], painted_pixels_per_km=2.0)


def group(svg: ET.Element, name: str) -> ET.Element:
    (found,) = (element for element in svg.iter(f"{SVG}g") if element.get("id") == name)
    return found


def texts(layer: Layer) -> list[str]:
    return [shape.text for shape in layer.shapes if isinstance(shape, Text)]


def test_every_layer_is_a_group(picture: Picture, svg: ET.Element) -> None:
    names = [element.get("id") for element in svg.iter(f"{SVG}g")]
    assert names == [layer.id for layer in picture.layers]
    assert {"painting", "grid", "water", "walls", "roads", "bridges", "places", "areas", "numbers", "names"} <= set(
        names
    )
    assert {"title", "legend", "scale", "compass", "credit"} <= set(names)


def test_every_hex_has_its_number(svg: ET.Element) -> None:
    written = [text.text for text in group(svg, "numbers").iter(f"{SVG}text")]
    assert sorted(written) == sorted(row.hex for row in small_board().file.hexes)  # type: ignore[type-var]


def test_names_are_escaped_and_all_there(picture: Picture, svg: ET.Element) -> None:
    assert set(texts(picture.layer("names"))) == {"Bastogne", "Foy & <Noville>", "Champs", "Crossroads X"}
    assert "Foy & <Noville>" in {text.text for text in group(svg, "names").iter(f"{SVG}text")}


def test_the_legend_names_what_is_on_the_map(picture: Picture) -> None:
    assert texts(picture.layer("legend")) == [
        "Clear", "Light woods", "Woods", "Forest", "Broken", "Rough",
        "Major river", "Minor river", "Creek",
        "Primary road", "Secondary road", "Track",
        "Bridge", "Blown bridge", "Ford",
        "Cliff",
        "City", "Town", "Village",
        "A", "Entry hex", "Westwall", "Victory hex", "Army area", "Army boundary",
    ]  # fmt: skip


def test_only_maps_of_the_ardennes_say_so(picture: Picture) -> None:
    assert "The Ardennes in the winter of 1944" in texts(picture.layer("title"))
    made_up = Board(small_map(sides=[]))
    assert "Made-up ground" in texts(map_picture(made_up, load_ground()).layer("title"))


def test_data_is_credited(picture: Picture) -> None:
    (credit,) = texts(picture.layer("credit"))
    assert "MERIT Hydro" in credit
    assert "Open Database License 1.0" in credit
    assert "GeoNames" in credit


def test_grid_lines_count_each_hexside_once(picture: Picture) -> None:
    (grid,) = picture.layer("grid").shapes
    assert isinstance(grid, Lines)
    assert len(grid.lines) == len(set(map(frozenset, grid.lines)))
    assert len(grid.lines) == small_board().sides


def test_areas_are_marked(picture: Picture) -> None:
    areas = picture.layer("areas")
    assert texts(areas) == ["A/N1"]
    assert sum(isinstance(shape, Stamps) for shape in areas.shapes) == 2
    assert picture.layer("bands").shapes


def test_only_asked_hexes_are_drawn() -> None:
    board = small_board()
    part = map_picture(board, load_ground(), [board.hex("0303"), board.hex("0304")])
    assert texts(part.layer("numbers")) == ["0303", "0304"]
    assert part.extent.width < map_picture(board, load_ground()).extent.width


def test_a_pointed_map_is_drawn_too() -> None:
    picture = map_picture(small_board("pointed"), load_ground())
    assert len(texts(picture.layer("numbers"))) == 25


def test_a_picture_can_be_sent_as_data(picture: Picture) -> None:
    assert msgspec.json.decode(msgspec.json.encode(picture), type=Picture) == picture


def test_the_png_is_a_real_painting(picture: Picture) -> None:
    data = to_png(picture, 12.0)
    pixels = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
    high, wide, _ = pixels.shape
    assert wide == pytest.approx(picture.extent.width * 12, abs=2)
    assert high == pytest.approx(picture.extent.height * 12, abs=2)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 3000


def test_forest_hexes_are_greener_than_clear_ones() -> None:
    board = small_board()
    picture = map_picture(board, load_ground())
    data = next(shape for shape in picture.layer("painting").shapes)
    pixels = np.asarray(Image.open(io.BytesIO(data.data)).convert("RGB"), dtype=float)  # type: ignore[union-attr]
    extent = data.extent  # type: ignore[union-attr]
    scale = pixels.shape[1] / extent.width

    def greenness(terrain: str) -> float:
        values = []
        for hex in board.hexes:
            if board.row(hex).terrain == terrain:
                east, north = board.grid.centre_km(hex)
                column, row = round((east - extent.west) * scale), round((extent.north - north) * scale)
                piece = pixels[row - 20 : row + 20, column - 20 : column + 20]
                values.append(float((piece[..., 1] - piece[..., 0]).mean()))
        return sum(values) / len(values)

    assert greenness("forest") > greenness("woods") > greenness("clear")
    assert greenness("rough") < greenness("clear") + 2


# --- the ground ----------------------------------------------------------------------------------


def test_the_ground_shows_rivers_roads_and_towns(ground: Picture) -> None:
    names = texts(ground.layer("names"))
    assert {"Liège", "Bastogne", "St. Vith", "Luxembourg", "Houffalize", "Baraque de Fraiture"} <= set(names)
    assert len(names) > 550
    rivers = {shape.text for shape in ground.layer("names").shapes if not isinstance(shape, Text)}  # type: ignore[union-attr]
    assert {"Meuse", "Our", "Ourthe", "Amblève", "Semois", "Moselle"} <= rivers
    assert ground.layer("fronts").shapes
    assert "Front" in texts(ground.layer("legend"))


def test_the_ground_is_valid_svg(ground: Picture) -> None:
    root = ET.fromstring(to_svg(ground, 10.0))
    assert root.tag == f"{SVG}svg"
    assert len(list(group(root, "places"))) > 700


# --- files ---------------------------------------------------------------------------------------


def test_pictures_are_written_whole(picture: Picture, tmp_path: Path) -> None:
    size = write_picture(picture, tmp_path / "map.svg", 10.0)
    assert (tmp_path / "map.svg").stat().st_size == size
    assert [path.name for path in tmp_path.iterdir()] == ["map.svg"]


def test_a_target_that_is_a_folder_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "map.png").mkdir()
    (tmp_path / "map.png" / "x").touch()
    with pytest.raises(ArdennesError, match="cannot be written"):
        write_whole(tmp_path / "map.png", b"...")
    assert [path.name for path in tmp_path.iterdir()] == ["map.png"]


def test_too_large_and_unknown_pictures_are_refused(picture: Picture, tmp_path: Path) -> None:
    with pytest.raises(ArdennesError, match="million pixels is too large"):
        write_picture(picture, tmp_path / "map.png", 5000.0)
    with pytest.raises(ArdennesError, match=r"a picture is a \.png or \.svg file"):
        write_picture(picture, tmp_path / "map.gif", 10.0)
    assert not list(tmp_path.iterdir())


def test_scale(picture: Picture) -> None:
    board = small_board()
    assert map_scale(picture, board, 80.0) == pytest.approx(20.0)
    assert map_scale(picture, board, None) == pytest.approx(25.0)
