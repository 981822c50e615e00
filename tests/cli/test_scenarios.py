"""Scenarios are files: a new one, from a data pack, is listed, checked, set up and played without a line of code."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ardennes.engine.game import game_info, load_game
from ardennes.engine.match import Match
from ardennes.engine.packs import examine, export
from ardennes.errors import ArdennesError
from tests.cli.conftest import Ardennes

GAMES = ("crossroads", "bulge1944", "deadly_woods")
NEW = {
    "crossroads": """
        title = "Dusk"
        source = "made up"
        first_turn = 3
        last_turn = 5
        fog = false
        forced = ["muddy"]
        held = [["0503"], []]
        set_up = { Rif1 = "0202", Rif2 = "out" }
        [words.it]
        title = "Crepuscolo"
    """,
    "bulge1944": """
        title = "Race for Bastogne"
        source = "made up"
        first_turn = 2
        last_turn = 4
        decided_by = "towns"
        towns = ["Bastogne", "Clervaux"]
        needed = 1
        exits = ["W2"]
        barred = ["weather"]
        judged_as = "plan_martin"
        set_up = { 1SS = "1909", 12SS = "out" }
    """,
    "deadly_woods": """
        title = "Three turns"
        source = "made up"
        last_turn = 3
        hexes_needed = 1
        sudden_death_hexes = 4
        sudden_death_steps = 9
        judged_as = "attack"
    """,
}


@pytest.fixture(params=GAMES)
def pack(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """A pack that holds one new scenario and nothing else."""
    return request.param, with_scenario(tmp_path, request.param)


def with_scenario(folder: Path, game: str, text: str = "", name: str = "mine") -> Path:
    (folder / "scenarios").mkdir(exist_ok=True)
    (folder / "pack.toml").write_text(f'game = "{game}"\nformat = 1\n')
    lines = (line.strip() for line in (text or NEW[game]).strip().splitlines())
    (folder / f"scenarios/{name}.toml").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_ours_are_files(game: str) -> None:
    found = load_game(game)
    files = sorted(path.stem for path in (found.folder / "data/scenarios").glob("*.toml"))
    assert sorted(found.info.scenarios) == files
    assert found.scenarios() == found.info.scenarios


def test_a_new_one_is_listed_and_sound(pack: tuple[str, Path], ardennes: Ardennes) -> None:
    game, folder = pack
    mistakes, changes, digest = examine(load_game(game), folder)
    assert (mistakes, [change.file for change in changes]) == ([], ["scenarios/mine.toml"])
    assert digest, "the scenario we have first is what it was"
    assert list(game_info(game, pack=folder).scenarios)[-1] == "mine"
    assert "mine" not in game_info(game).scenarios
    assert "mine" in ardennes("games", "--data", folder).out
    with pytest.raises(ArdennesError, match="has no scenario 'mine'"):
        load_game(game).check_choice("mine", ())


def test_a_new_one_is_played_to_its_end(pack: tuple[str, Path], tmp_path: Path) -> None:
    game, folder = pack
    for seed in range(2):
        match, rng = Match.new(game, scenario="mine", seed=str(seed), pack=folder), random.Random(seed)
        data = match.position.data
        assert match.position.turn == data.scenario_data.first_turn
        while match.asked is not None:
            match.apply(rng.choice(sorted(match.asked.options)))
            assert not list(match.game.invariants(match.position))
        assert match.over is not None
        assert list(match.game.coming(match.position))[-1].turn == data.scenario_data.last_turn
    match.save(tmp_path / "game.ardennes")
    assert Match.load(tmp_path / "game.ardennes", folder).position.digest() == match.position.digest()
    with pytest.raises(ArdennesError):
        Match.load(tmp_path / "game.ardennes")


def test_a_pack_with_a_scenario_more_changes_no_other_game(pack: tuple[str, Path]) -> None:
    game, folder = pack
    first = load_game(game).first_scenario
    assert load_game(game).load_data(first, (), folder).digest == load_game(game).load_data(first, ()).digest


def test_set_up_turns_and_control(tmp_path: Path) -> None:
    match = Match.new("crossroads", scenario="mine", pack=with_scenario(tmp_path, "crossroads"))
    p = match.position
    assert p.data.options == {"muddy"}, "forced"
    assert p.data.place_name(p.where[p.data.unit("Rif1")]) == "0202"
    assert p.data.place_name(p.where[p.data.unit("Rif2")]) == "-"
    assert p.control[p.data.board.hex("0503")] == 0
    assert game_info("crossroads", "it", tmp_path).scenarios["mine"].title == "Crepuscolo"


def test_barred_options_are_refused(tmp_path: Path) -> None:
    folder = with_scenario(tmp_path, "bulge1944")
    with pytest.raises(ArdennesError, match="scenario 'mine' is not played with option 'weather'"):
        Match.new("bulge1944", scenario="mine", options=["weather"], pack=folder)


def test_part_of_the_map(tmp_path: Path) -> None:
    hexes = ", ".join(f'"0{column}0{row}"' for column in range(2, 8) for row in range(1, 6))
    folder = with_scenario(tmp_path, "crossroads", f"part = [{hexes}]\n{NEW['crossroads'].strip()}")
    board = Match.new("crossroads", scenario="mine", pack=folder).position.data.board
    assert board.find("0101") is None
    assert len(board.hexes) == 30
    with_scenario(tmp_path, "crossroads", f"part = ['0701', 'nowhere']\n{NEW['crossroads'].strip()}")
    assert [str(each) for each in examine(load_game("crossroads"), folder)[0]] == [
        "scenarios/mine.toml: there is no area and no hex 'nowhere' on the map (line 1)"
    ]


BREAKS = [
    ("crossroads", "last_turn = 5", "last_turn = 2", "turn 3 comes after the last one, 2 (line 3)"),
    ("crossroads", "last_turn = 5", 'last_turn = "five"', "Expected `int`, got `str` - in field `last_turn` (line 4)"),
    ("crossroads", "last_turn = 5", "last_turn =", "Invalid value (at line 4, column 12)"),
    ("crossroads", "fog = false", "", "fog is missing"),
    ("crossroads", "fog = false", "fog = false\nwind = 3", "wind is not known"),
    ("crossroads", '"muddy"', '"snow"', "Crossroads has no option 'snow'; it has muddy (line 6)"),
    ("crossroads", '"0503"', '"9999"', "there is no place '9999' on the map in play (line 7)"),
    ("crossroads", '"0202"', '"9999"', "Rif1 starts in '9999', which is no hex of the map in play"),
    ("crossroads", '"0202"', '"0703"', "both start in 0703 (line 8)"),
    ("crossroads", "Rif2 =", "Rif9 =", "there is no unit 'Rif9' that could be set up (line 8)"),
    ("bulge1944", "last_turn = 4", "last_turn = 40", "there is no turn 40 on the turn track, which has 10 (line 4)"),
    ("bulge1944", '"Clervaux"', '"Paris"', "there is no town 'Paris' on the map (line 6)"),
    ("bulge1944", '"plan_martin"', '"plan_b"', "has no scenario 'plan_b' of its own (line 10)"),
    ("bulge1944", '"towns"', '"luck"', "Invalid enum value 'luck' - in field `decided_by` (line 5)"),
    ("deadly_woods", "last_turn = 3", "first_turn = 3\nlast_turn = 3", "too early; give it a hex, or 'out'"),
    ("deadly_woods", "hexes_needed = 1", "hexes_needed = -1", "Expected `int` >= 0 - in field `hexes_needed` (line 4)"),
]


@pytest.mark.parametrize(("game", "old", "new", "said"), BREAKS)
def test_a_broken_one_names_file_line_and_field(tmp_path: Path, game: str, old: str, new: str, said: str) -> None:
    assert old in NEW[game]
    folder = with_scenario(tmp_path, game, NEW[game].replace(old, new))
    found = [str(mistake) for mistake in examine(load_game(game), folder)[0]]
    assert any(said in mistake for mistake in found), found
    assert all(mistake.startswith("scenarios/mine.toml: ") for mistake in found)
    with pytest.raises(ArdennesError, match=r"scenarios/mine\.toml"):
        Match.new(game, scenario="mine", pack=folder)


def test_exported_packs_bring_ours(tmp_path: Path) -> None:
    export(load_game("crossroads"), tmp_path / "pack")
    assert sorted(path.name for path in (tmp_path / "pack/scenarios").iterdir()) == ["dawn.toml", "noon.toml"]
