"""Broken files of the ground: one sentence that names file, row or feature, and field."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import ardennes.geography
from ardennes.errors import ArdennesError
from ardennes.geography import GroundError, load_ground

OURS = Path(ardennes.geography.__file__).parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for part in ("data", "odbl"):
        shutil.copytree(OURS / part, tmp_path / part)
    return tmp_path


def edited(path: Path, change: Callable[[str], str]) -> None:
    text = path.read_text(encoding="utf-8")
    changed = change(text)
    assert changed != text
    path.write_text(changed, encoding="utf-8")


def edit_feature(path: Path, number: int, change: Callable[[dict], None]) -> None:  # type: ignore[type-arg]
    collection = json.loads(path.read_text(encoding="utf-8"))
    change(collection["features"][number - 1])
    path.write_text(json.dumps(collection), encoding="utf-8")


def test_a_copy_loads_like_the_original(copy: Path) -> None:
    assert len(load_ground(copy).places) == len(load_ground().places)


def test_a_place_with_a_word_for_its_latitude(copy: Path) -> None:
    edited(copy / "data/places.csv", lambda text: text.replace("Bastogne,Bastogne,50.003", "Bastogne,Bastogne,north"))
    with pytest.raises(GroundError, match=r"places\.csv: row \d+ \(bastogne\): field lat"):
        load_ground(copy)


def test_a_place_with_an_unknown_rank(copy: Path) -> None:
    edited(copy / "data/places.csv", lambda text: text.replace("5.718,BE,town", "5.718,BE,fortress"))
    with pytest.raises(GroundError, match=r"places\.csv: row \d+ \(bastogne\): field rank: .*fortress"):
        load_ground(copy)


def test_a_place_that_is_there_twice(copy: Path) -> None:
    edited(copy / "data/places.csv", lambda text: text.replace("\nachene,", "\naachen,"))
    with pytest.raises(GroundError, match=r"places\.csv: row \d+ \(aachen\): field id: 'aachen' is there twice"):
        load_ground(copy)


def test_a_row_with_too_few_fields(copy: Path) -> None:
    edited(copy / "data/places.csv", lambda text: text + "nowhere,Nowhere\n")
    with pytest.raises(GroundError, match=r"places\.csv: row \d+ \(nowhere\): 11 fields expected"):
        load_ground(copy)


def test_a_column_nobody_knows(copy: Path) -> None:
    edited(copy / "data/roads.csv", lambda text: text.replace("road_class", "class", 1))
    with pytest.raises(GroundError, match=r"roads\.csv: row 2 \(liege_bastogne\): field class is not known"):
        load_ground(copy)


def test_text_that_is_not_json(copy: Path) -> None:
    edited(copy / "odbl/rivers.geojson", lambda text: text[: len(text) // 2])
    with pytest.raises(GroundError, match=r"rivers\.geojson: .*"):
        load_ground(copy)


def test_a_river_with_one_point(copy: Path) -> None:
    def change(feature: dict) -> None:  # type: ignore[type-arg]
        feature["geometry"]["coordinates"] = [[6.0, 50.0]]

    edit_feature(copy / "odbl/rivers.geojson", 3, change)
    with pytest.raises(GroundError, match=r"rivers\.geojson: feature 3 \(.+\): field coordinates: .*two points"):
        load_ground(copy)


def test_a_river_of_unknown_width(copy: Path) -> None:
    def change(feature: dict) -> None:  # type: ignore[type-arg]
        feature["properties"]["width"] = "torrent"

    edit_feature(copy / "odbl/rivers.geojson", 1, change)
    with pytest.raises(GroundError, match=r"rivers\.geojson: feature 1 \(.+\): field width: .*torrent"):
        load_ground(copy)


def test_a_wood_that_does_not_close(copy: Path) -> None:
    def change(feature: dict) -> None:  # type: ignore[type-arg]
        feature["geometry"]["coordinates"][0].pop()

    edit_feature(copy / "data/woods.geojson", 2, change)
    with pytest.raises(GroundError, match=r"woods\.geojson: feature 2 \(Hürtgenwald.*ends where it begins"):
        load_ground(copy)


def test_a_wood_drawn_as_a_line(copy: Path) -> None:
    def change(feature: dict) -> None:  # type: ignore[type-arg]
        feature["geometry"] = {"type": "LineString", "coordinates": [[6, 50], [6.1, 50]]}

    edit_feature(copy / "data/woods.geojson", 1, change)
    with pytest.raises(GroundError, match=r"woods\.geojson: feature 1 .*field geometry: a Polygon is expected"):
        load_ground(copy)


def test_a_wood_without_a_source(copy: Path) -> None:
    edit_feature(copy / "data/woods.geojson", 1, lambda feature: feature["properties"].pop("source"))
    with pytest.raises(GroundError, match=r"woods\.geojson: feature 1 .*source"):
        load_ground(copy)


def test_a_pocket_without_a_front(copy: Path) -> None:
    edited(
        copy / "data/front_lines.geojson", lambda text: text.replace('"date": "1944-12-22"', '"date": "1944-12-23"', 1)
    )
    with pytest.raises(GroundError, match=r"front_lines\.geojson: a pocket of 1944-12-22 evening has no front line"):
        load_ground(copy)


def test_a_missing_file(copy: Path) -> None:
    (copy / "data/westwall.geojson").unlink()
    with pytest.raises(GroundError, match=r"westwall\.geojson: cannot be read"):
        load_ground(copy)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("nrows 168", "nrows many"), r"header line 2: 'nrows' needs a number"),
        (lambda text: text.replace("cellsize", "size"), r"header: field cellsize is missing"),
        (lambda text: text.replace("nrows 168", "nrows 169"), r"168 rows of heights, nrows says 169"),
        (lambda text: text.rstrip() + " 7\n", r"row 168: 288 heights"),
        (lambda text: text.rstrip().rsplit(" ", 1)[0] + " -9999\n", r"some cells have no height"),
    ],
)
def test_broken_heights(copy: Path, change: Callable[[str], str], message: str) -> None:
    edited(copy / "odbl/elevation.asc", change)
    with pytest.raises(ArdennesError, match=rf"elevation\.asc: {message}"):
        load_ground(copy)
