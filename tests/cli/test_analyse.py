"""``ardennes analyse``: what it prints, what it writes, what it refuses."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from PIL import Image

from ardennes.engine.match import Match
from tests.cli.conftest import Ardennes


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game of Crossroads with losses."""
    match, draw = Match.new("crossroads", scenario="noon", seed="3"), random.Random("3")
    while match.asked is not None:
        match.apply(draw.choice(match.asked.options))
    path = tmp_path_factory.mktemp("saves") / "fight.ardennes"
    match.save(path)
    return path


def test_it_tells_the_turns_and_the_dice(ardennes: Ardennes, save: Path) -> None:
    run = ardennes("analyse", save)
    assert run.code == 0, run.err
    lines = run.out.splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("Turn"))
    assert lines[head].split() == ["Turn", "Side", "Before", "After", "Luck", "Decisions", "Not", "explained"]
    assert "Whole game" in run.out
    assert "Dice that decided most" in run.out
    assert "Fortuna" in ardennes("analyse", save, "--language", "it").out


def test_its_numbers_add_up(ardennes: Ardennes, save: Path) -> None:
    told = json.loads(ardennes("analyse", save, "--json").out)
    change = told["turns"][-1]["after"] - told["turns"][0]["before"]
    assert sum(turn["luck"] + turn["decision"] + turn["rest"] for turn in told["turns"]) == pytest.approx(change)
    assert told["luck"] == pytest.approx(sum(act["luck"] or 0 for act in told["acts"]))


def test_it_writes_reports(ardennes: Ardennes, save: Path, tmp_path: Path) -> None:
    """A page that needs nothing else, with a row for each turn; the curve as a picture."""
    assert ardennes("analyse", save, "--out", tmp_path / "report.html").code == 0
    page = (tmp_path / "report.html").read_text()
    turns = json.loads(ardennes("analyse", save, "--json").out)["turns"]
    assert page.count("<tr>") == len(turns) + 2
    assert "<polyline" in page
    assert not any(word in page for word in ("<script", "src=", "href="))
    assert ardennes("analyse", save, "--out", tmp_path / "curve.png").code == 0
    with Image.open(tmp_path / "curve.png") as picture:
        assert picture.width > picture.height > 100


@pytest.mark.parametrize(
    ("file", "more", "says"),
    [
        ("missing.ardennes", (), "cannot be read"),
        ("", ("--out", "report.pdf"), "ends with .html"),
        ("", ("--out", "nowhere/report.html"), "no such folder"),
        ("", ("--language", "de"), "does not speak"),
    ],
)
def test_what_it_refuses(ardennes: Ardennes, save: Path, file: str, more: tuple[str, ...], says: str) -> None:
    run = ardennes("analyse", file or save, *more)
    assert run.code == 1
    assert says in run.err


def test_a_game_not_yet_begun(ardennes: Ardennes, tmp_path: Path) -> None:
    Match.new("crossroads", seed="1").save(tmp_path / "new.ardennes")
    run = ardennes("analyse", tmp_path / "new.ardennes")
    assert run.code == 1
    assert "nothing has been played" in run.err
