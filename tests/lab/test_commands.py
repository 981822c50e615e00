"""The commands ``match`` and ``study`` as a user types them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ardennes.engine.match import Match
from tests.cli.conftest import Ardennes, fails

DOCS = Path(__file__).parents[2] / "docs"


RANDOM = ("--german", "random", "--allied", "random", "--jobs", 1)


def test_the_summary_for_programs(ardennes: Ardennes, tmp_path: Path) -> None:
    call = ("--german", "random", "--allied=random", "--games", 6, "--jobs", 1, "--seed", 7, "--json")
    told = ardennes("match", "crossroads", *call, "--out", "out", "--options", "muddy")
    assert told.code == 0
    found = json.loads(told.out)
    assert found["games"] == 6
    assert found["wins"]["German"] + found["wins"]["Allied"] + found["draws"] == 6
    assert found["options"] == ["muddy"]
    for side in ("German", "Allied"):
        low, high = found["intervals"][side]
        assert low <= found["rates"][side] == found["wins"][side] / 6 <= high
    assert json.loads((tmp_path / "out/summary.json").read_text()) == found


def test_without_a_folder_the_table_is_printed_and_nothing_is_kept(ardennes: Ardennes, tmp_path: Path) -> None:
    told = ardennes("match", "crossroads", *RANDOM, "--games", 4)
    assert told.code == 0
    assert re.search(r"German +\d +\d+\.\d%", told.out)
    assert "ended by the crossroads held at the end: " in told.out
    assert "Nothing has been kept: the same command with --out FOLDER keeps games" in told.out
    assert list(tmp_path.iterdir()) == []
    fails(ardennes("match", "crossroads", *RANDOM, "--resume"), "--resume needs --out")


EXAMPLE = Path(__file__).parents[2] / "examples" / "my_bot.py"


def test_a_bot_from_a_file(ardennes: Ardennes, tmp_path: Path) -> None:
    call = ("--german", EXAMPLE, "--allied", "random", "--games", 2, "--jobs", 2, "--json")
    found = json.loads(ardennes("match", "crossroads", *call, "--out", "out").out)
    assert found["games"] == 2
    assert found["crashes"] == []
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "cannot be read"),
        ("import nothing_of_the_kind", "ModuleNotFoundError"),
        ("x = 1", "it has the classes none"),
        ("from ardennes import Player\nclass A(Player): ...\nclass B(Player): ...", "it has the classes A, B"),
    ],
)
def test_files_that_hold_no_bot(ardennes: Ardennes, tmp_path: Path, text: str | None, said: str) -> None:
    if text is not None:
        (tmp_path / "bot.py").write_text(text)
    call = ("--german", tmp_path / "bot.py", "--out", "out")
    fails(ardennes("match", "crossroads", *call), "bot.py", said)


def test_players_against_each_other_over_both_sides(ardennes: Ardennes, tmp_path: Path) -> None:
    call = ("--german", "greedy", "--allied", "random", "--paired", "--games", 2, "--jobs", 1)
    said = ardennes("match", "bulge1944", *call, "--out", "out").out
    assert re.search(r"greedy +\d+ +\d+\.\d%", said)
    assert re.search(r"random +\d+ +\d+\.\d%", said)


def test_a_data_pack_is_played_with(ardennes: Ardennes, tmp_path: Path) -> None:
    ardennes("data", "export", "crossroads", "pack")
    dawn = tmp_path / "pack/scenarios/dawn.toml"
    dawn.write_text(dawn.read_text().replace("last_turn = 4", "last_turn = 2"))
    told = ardennes("match", "crossroads", *RANDOM, "--games", 2, "--data", "pack", "--out", "out", "--json")
    assert json.loads(told.out)["turns"]["most"] == 2


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (["match", "chess"], "there is no game 'chess'"),
        (["match", "crossroads", "--scenario", "dusk"], "has no scenario 'dusk'"),
        (["match", "crossroads", "--options", "muddy,snow"], "has no option 'snow'"),
        (["match", "crossroads", "--german", "genius"], "the player of the German side, 'genius': there is no player"),
        (["match", "crossroads", "--allied", "random:depth=3"], "has no setting 'depth=3'"),
        (["match", "crossroads", "--british", "random"], "there is no option '--british'"),
        (["match", "crossroads", "--german"], "--german needs a player"),
        (["match", "crossroads", "--paired", "--games", "7"], "--games 7: games come in pairs"),
        (["match", "crossroads", "--count", "nothing.py:Some"], "nothing.py cannot be read"),
        (["match", "crossroads", "--count", "ardennes.lab.front:Back"], "has no attribute 'Back'"),
        (["match", "crossroads", "--count", "collections:Counter"], "is not derived from Accumulator"),
        (["match", "crossroads", "--data", "no-such-pack"], "no-such-pack"),
        (["study", "crossroads", "--language", "tlh"], "--language tlh: a report is written in en or it"),
        (["study", "crossroads", "--scenarios", "dusk"], "has no scenario 'dusk'"),
    ],
)
def test_mistakes_are_named_before_anything_is_played(
    call: list[str], says: str, ardennes: Ardennes, tmp_path: Path
) -> None:
    fails(ardennes(*call, "--out", "out"), says)
    assert not (tmp_path / "out").exists()


def test_a_study_of_the_miniature(ardennes: Ardennes, tmp_path: Path) -> None:
    told = ardennes("study", "crossroads", *RANDOM, "--games", 3, "--out", "out")
    assert told.code == 0
    assert "9 games" in told.out
    page = (tmp_path / "out/report.html").read_text()
    assert "Mud" in page
    assert (tmp_path / "out/series/dawn+muddy/games.parquet").exists()


def test_the_example_of_the_documents_counts(ardennes: Ardennes, tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "laboratory.md").read_text(), flags=re.DOTALL)
    (example,) = (block for block in blocks if block.startswith("# fights.py"))
    (tmp_path / "fights.py").write_text(example)
    call = (*RANDOM, "--games", 3, "--count", "fights.py:Eliminated", "--out", "out", "--json")
    found = json.loads(ardennes("match", "bulge1944", *call).out)
    assert sum(found["found"]["Eliminated"].values()) > 0


def test_a_player_that_fails_leaves_a_save_to_look_at(ardennes: Ardennes, tmp_path: Path) -> None:
    from ardennes.players import seat
    from ardennes.players.random_player import RandomPlayer

    class Forgetful(RandomPlayer):
        def choose(self, view):  # type: ignore[no-untyped-def]
            return super().choose(view) if view.turn < 3 else 1 << 40

    seat("forgetful")(lambda game, side, seed, _: Forgetful(game, side, seed))
    call = ("--german", "forgetful", "--allied", "random", "--games", 2, "--jobs", 1)
    told = ardennes("match", "crossroads", *call, "--out", "out")
    assert told.code == 1
    assert "game 0 crashed: Refused" in told.out
    match = Match.load(tmp_path / "out/crashes/game-0.save")
    assert match.position.turn == 3  # type: ignore[attr-defined]
