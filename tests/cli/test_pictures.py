"""A saved game as pictures: in motion, and as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from ardennes.engine.match import Match
from ardennes.table_picture import moments
from tests.cli.conftest import Ardennes, fails

SAVE = Path(__file__).parents[1] / "engine/saves/0.1.0/crossroads-dawn-over.ardennes"


def test_a_game_in_motion_and_as_it_stands(ardennes: Ardennes, tmp_path: Path) -> None:
    """A frame wherever the turn or whoever decides changes, in either format."""
    shown = len(moments(Match.load(SAVE)))
    assert shown > 4
    for name in ("game.gif", "game.webp"):
        assert "has been written" in ardennes("replay", SAVE, "--gif", tmp_path / name).out
        with Image.open(tmp_path / name) as picture:
            assert getattr(picture, "n_frames", 1) > 1
            assert getattr(picture, "n_frames", 1) <= shown
    ardennes("replay", SAVE, "--picture", tmp_path / "end.png", "--to", 10)
    with Image.open(tmp_path / "end.png") as picture:
        assert picture.format == "PNG"


@pytest.mark.parametrize("option", ["--gif", "--picture"])
def test_a_file_that_is_no_picture_is_refused(ardennes: Ardennes, tmp_path: Path, option: str) -> None:
    wrong = tmp_path / "game.mp4"
    fails(ardennes("replay", SAVE, option, wrong), "ends with")
    assert not wrong.exists()
