"""What one can look at without playing: games, rules and data."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ardennes.engine.game import game_folders, game_info
from ardennes.engine.ledger import read_ledger
from ardennes.engine.provenance import mark_of
from tests.cli.conftest import Ardennes, fails

GAMES = ["bitter_woods", "bulge1944", "crossroads", "deadly_woods", "wacht_am_rhein"]
MODULE = [sys.executable, "-c", "from ardennes.cli import main; main()"]


def test_help_is_quick_and_loads_no_game() -> None:
    began = time.perf_counter()
    shown = subprocess.run([*MODULE, "--help"], capture_output=True, text=True, check=True)
    assert time.perf_counter() - began < 3, "the budget is a second; three allow for a busy machine"
    assert all(name in shown.stdout for name in ("games", "rules", "data", "play", "replay"))
    loaded = "import sys, ardennes.cli.app; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    assert not {"shapely", "numpy", "ardennes.engine.match", "ardennes.games.crossroads.game"} & set(modules)


def test_games_lists_every_title_page(ardennes: Ardennes) -> None:
    run = ardennes("games")
    assert run.code == 0
    for name in GAMES:
        assert name in run.out
        assert game_info(name).title in run.out
    assert "option muddy" in run.out


def test_games_as_json(ardennes: Ardennes) -> None:
    found = {game["game"]: game for game in json.loads(ardennes("games", "--json").out)}
    assert sorted(found) == GAMES
    crossroads = found["crossroads"]
    assert crossroads["playable"] is True
    assert crossroads["stage"] == "tutorial"
    assert list(crossroads["scenarios"]) == ["dawn", "noon"]
    assert crossroads["options"]["muddy"]["rule"] == "3.1"
    assert found["wacht_am_rhein"]["year"] == 1977
    assert all(game["stage"] in ("map", "rules", "complete", "tutorial") for game in found.values())


@pytest.mark.parametrize("game", GAMES)
def test_rules_count_the_ledger(ardennes: Ardennes, game: str) -> None:
    counts = json.loads(ardennes("rules", game, "--json").out)
    assert set(counts) == {"game", "rows", "enforced", "optional", "not_applicable", "open", "tested"}
    assert counts["rows"] == len(read_ledger(game_folders()[game])) > 0
    states = ("enforced", "optional", "not_applicable", "open")
    assert sum(counts[state] for state in states) == counts["rows"]
    table = ardennes("rules", game)
    assert table.code == 0
    last = table.out.splitlines()[-1].split()
    assert last[:2] == ["all", str(counts["rows"])]


def test_a_rule_with_its_subcases_and_options(ardennes: Ardennes) -> None:
    run = ardennes("rules", "crossroads", "3.4")
    assert "3.4  Fords  [enforced]" in run.out
    assert "in rules/movement.py" in run.out
    assert "3.5" not in run.out
    prices = ardennes("rules", "crossroads", "3.1").out
    assert "3.1-mud" in prices
    assert "option muddy" in prices
    chapter = json.loads(ardennes("rules", "crossroads", "5", "--json").out)
    assert [rule["id"] for rule in chapter["rules"]] == [f"5.{number}" for number in range(1, 8)]


def test_rules_are_searched_for_words(ardennes: Ardennes) -> None:
    found = json.loads(ardennes("rules", "crossroads", "--search", "bridge goes up", "--json").out)["rules"]
    assert [rule["id"] for rule in found] == ["6.2"]
    fails(ardennes("rules", "crossroads", "--search", "zeppelin"), "Crossroads", "'zeppelin'")


def test_chapters_that_are_letters(ardennes: Ardennes) -> None:
    found = json.loads(ardennes("rules", "bitter_woods", "GEO", "--json").out)["rules"]
    assert {rule["id"] for rule in found} >= {"GEO-a", "GEO-b"}
    subcases = json.loads(ardennes("rules", "bitter_woods", "4.A", "--json").out)["rules"]
    assert all(rule["id"].startswith("4.A.") for rule in subcases)


def test_data_by_all_its_spellings(ardennes: Ardennes) -> None:
    short, long = ardennes("data", "crossroads"), ardennes("data", "show", "crossroads")
    assert short.code == 0
    assert short.out == long.out
    assert "units.csv" in short.out
    assert ardennes("data", "--json", "crossroads").out == ardennes("data", "crossroads", "--json").out
    assert "show" in ardennes("data", "--help").out


def test_data_says_where_rows_come_from(ardennes: Ardennes, unfinished: str) -> None:
    found = json.loads(ardennes("data", "crossroads", "--json").out)
    assert found["playable"] is True
    assert len(found["digest"]) == 32
    files = {file["file"]: file["provenance"] for file in found["files"]}
    assert files["data/units.csv"]["rows"]["own"] == 13
    assert files["map/map.json"]["terrain"]["own"] == 42
    assert files["data/tables.toml"]["tables"]["own"] == 1
    assert not {"game.toml", "ledger.csv", "messages/en.toml"} & set(files)
    other = json.loads(ardennes("data", unfinished, "--json").out)
    assert other["playable"] is False
    assert other["digest"] == ""


@pytest.mark.parametrize(
    ("source", "mark"),
    [
        ("rulebook 9.0", "rulebook"),
        ("public: GeoNames", "public"),
        ("code rulebook 9.0; hex reconstructed: road", "reconstructed"),
        ("made up for this game", "own"),
        ("", "unmarked"),
    ],
)
def test_the_least_certain_source_counts(source: str, mark: str) -> None:
    assert mark_of(source) == mark


def test_what_is_not_there(ardennes: Ardennes) -> None:
    for command in (["rules"], ["data"], ["play", "--terminal"]):
        fails(ardennes(*command, "panzerblitz"), "'panzerblitz'", "crossroads")
    fails(ardennes("rules", "crossroads", "99.9"), "'99.9'", "chapters are 1, 2, 3, 5, 6, 7")


@pytest.fixture
def other_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game of somebody else's, which has only a title page."""
    folder = tmp_path / "games" / "broken"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text('title = "Broken"\nsides = ["a", "b"]\nstage = "map"\n')
    monkeypatch.setenv("ARDENNES_GAMES", str(tmp_path / "games"))
    return folder


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("game.toml", 'title = "Broken\n', ["game.toml", "line 1"]),
        ("game.toml", 'title = "Broken"\nsides = ["one"]\nstage = "map"\n', ["game.toml", "sides"]),
        ("ledger.csv", "id,title,statement\n1.1,Twice,\n", ["ledger.csv", "row 2", "statement"]),
        ("ledger.csv", "id,title,statement,colour\n", ["ledger.csv", "'colour'"]),
        ("ledger.csv", "id,title,statement\n1.1,One,a\n1.1,Two,b\n", ["ledger.csv", "'1.1'", "two rows"]),
        ("ledger.csv", "id,title,statement,state\n1.1,One,a,maybe\n", ["ledger.csv", "row 2", "state"]),
    ],
)
def test_a_broken_game_folder(ardennes: Ardennes, other_game: Path, file: str, text: str, words: list[str]) -> None:
    (other_game / file).write_text(text)
    fails(ardennes("rules", "broken"), *words)
