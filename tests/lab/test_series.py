"""Series of games: the same for any number of workers, resumed, interrupted, with games that break."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import polars as pl
import pytest

from ardennes.engine.match import Match
from ardennes.errors import ArdennesError
from ardennes.lab.folder import JOURNAL
from ardennes.lab.local import play_here
from ardennes.lab.plan import Plan, make_plan
from ardennes.lab.rows import Played
from ardennes.lab.series import play_series
from ardennes.lab.tally import Tally

HOOKS = str(Path(__file__).with_name("hooks.py"))
TABLES = [f"{name}.{kind}" for name in ("games", "turns", "losses") for kind in ("csv", "jsonl", "parquet")]
ALONE, TOGETHER = partial(play_here, jobs=1), partial(play_here, jobs=2)


def plan(*hooks: str, paired: bool = False, seed: str = "7") -> Plan:
    calls = [f"{HOOKS}:{name}" for name in hooks]
    return make_plan("crossroads", players=("random", "random"), seed=seed, paired=paired, hooks=calls)


def told(result: Tally) -> dict[str, object]:
    """A result without what depends on the machine."""
    numbers = {name: getattr(result, name) for name in result.__struct_fields__}
    return {name: value for name, value in numbers.items() if "second" not in name and name != "crashes"}


def test_one_worker_and_two_play_the_same_games(tmp_path: Path) -> None:
    alone = play_series(plan("Kinds"), 12, tmp_path / "alone", workers=ALONE)
    together = play_series(plan("Kinds"), 12, tmp_path / "together", workers=TOGETHER)
    assert told(alone) == told(together)
    assert alone.found["Kinds"]["seen"]["begun"] == 12
    for name in TABLES:
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "together" / name).read_bytes(), name


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    one = play_series(plan(seed="7"), 6, tmp_path / "one", workers=ALONE)
    other = play_series(plan(seed="8"), 6, tmp_path / "other", workers=ALONE)
    assert one.answers != other.answers


def test_tables_agree_with_each_other_and_with_the_summary(tmp_path: Path) -> None:
    result = play_series(plan(), 8, tmp_path / "out", workers=ALONE)
    games = pl.read_parquet(tmp_path / "out/games.parquet")
    turns = pl.read_parquet(tmp_path / "out/turns.parquet")
    losses = pl.read_parquet(tmp_path / "out/losses.parquet")
    assert games.equals(pl.read_csv(tmp_path / "out/games.csv", schema=games.schema))
    assert games.equals(pl.read_ndjson(tmp_path / "out/games.jsonl", schema=games.schema))
    assert games["game"].to_list() == list(range(8))
    assert sum(games["winner"] == "german") == result.wins["German"]
    assert turns.group_by("game").len()["len"].to_list() == games["turns"].to_list()
    last = turns.group_by("game", maintain_order=True).last()
    assert last["german_lost"].to_list() == games["german_lost"].to_list()
    assert losses.filter(side="allied", turn=4)["steps"].sum() == games["allied_lost"].sum()


def test_interrupted_series_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = play_series(plan("Kinds"), 10, tmp_path / "whole", workers=ALONE)

    def stop_after_four(wanted: Plan, numbers: list[int]) -> object:
        for count, played in enumerate(ALONE(wanted, numbers)):
            if count == 4:
                raise KeyboardInterrupt
            yield played

    out = tmp_path / "stopped"
    with pytest.raises(KeyboardInterrupt):
        play_series(plan("Kinds"), 10, out, workers=stop_after_four)  # type: ignore[arg-type]
    assert pl.read_csv(out / "games.csv").height == 4
    with (out / JOURNAL).open("ab") as journal:
        journal.write(b'{"number":4,"seconds":0.0')  # as if the power had failed in mid-line
    played_now: list[Played] = []
    resumed = play_series(plan("Kinds"), 10, out, workers=ALONE, resume=True, follow=played_now.append)
    assert told(resumed) == told(whole)
    assert [played.number for played in played_now] == list(range(10))
    for name in TABLES:
        assert (out / name).read_bytes() == (tmp_path / "whole" / name).read_bytes(), name


@pytest.mark.parametrize("order", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "ended from elsewhere"])
def test_an_interruption_keeps_what_is_finished(tmp_path: Path, order: signal.Signals) -> None:
    out = tmp_path / "out"
    players = ["--german", "random", "--allied", "random"]
    call = ["match", "crossroads", *players, "--games", "100000", "--jobs", "2", "--out", str(out)]
    command = [sys.executable, "-c", "from ardennes.cli import main; main()", *call]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not ((out / JOURNAL).exists() and (out / JOURNAL).stat().st_size):
            time.sleep(0.1)
        process.send_signal(order)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "--resume goes on" in said
    kept = json.loads((out / "summary.json").read_text())["games"]
    assert 0 < kept < 100000
    assert kept == pl.read_csv(out / "games.csv").height
    assert kept == len((out / JOURNAL).read_bytes().splitlines())


@pytest.mark.parametrize("workers", [ALONE, TOGETHER], ids=["alone", "together"])
def test_a_game_that_breaks_is_kept_and_the_rest_goes_on(tmp_path: Path, workers: partial[object]) -> None:
    out = tmp_path / "out"
    result = play_series(plan("Breaks"), 12, out, workers=workers)  # type: ignore[arg-type]
    assert result.crashes
    assert result.games + len(result.crashes) == 12
    for lost in result.crashes:
        assert "this game breaks here" in lost.error
        match = Match.load(Path(lost.save))
        assert match.over is None
        assert match.asked is not None
        match.apply(match.asked.options[0])
        assert "ZeroDivisionError" in Path(lost.save).with_suffix(".txt").read_text()
    again = play_series(plan("Breaks"), 12, out, workers=workers, resume=True)  # type: ignore[arg-type]
    assert again.crashes == result.crashes


def test_a_dead_worker_costs_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_TEST_MARK", str(tmp_path / "mark"))
    result = play_series(plan("KillsItsWorkerOnce"), 10, tmp_path / "out", workers=TOGETHER)
    assert (tmp_path / "mark").exists()
    assert (result.games, result.crashes) == (10, [])
    assert told(result)["wins"] == told(play_series(plan(), 10, tmp_path / "same", workers=ALONE))["wins"]


def test_a_game_that_kills_its_workers_is_given_up(tmp_path: Path) -> None:
    result = play_series(plan("KillsItsWorker"), 8, tmp_path / "out", workers=TOGETHER)
    assert result.games == 7
    assert [(lost.game, lost.error) for lost in result.crashes] == [(5, "the worker that played it died, twice")]


def test_pairs_have_the_same_dice_and_swapped_players(tmp_path: Path) -> None:
    series = plan(paired=True)
    assert series.seed_of(4) == series.seed_of(5) != series.seed_of(6)
    assert series.mind_seed(4, 0) != series.mind_seed(5, 0)
    mixed = make_plan("crossroads", players=("random", "random:"), seed="7", paired=True)
    assert mixed.seating(0) == ("random", "random:")
    assert mixed.seating(1) == ("random:", "random")
    result = play_series(mixed, 10, tmp_path / "out", workers=ALONE)
    games = pl.read_csv(tmp_path / "out/games.csv")
    first = ((games["german_player"] == "random") & (games["winner"] == "german")) | (
        (games["allied_player"] == "random") & (games["winner"] == "allied")
    )
    assert result.players["random"].wins == first.sum()
    assert sum(share.wins for share in result.players.values()) == 10 - result.draws


def test_a_series_that_came_to_nothing_can_be_begun_again(tmp_path: Path) -> None:
    def nobody(plan: Plan, numbers: object) -> Iterator[Played]:
        raise ArdennesError("no workers")

    with pytest.raises(ArdennesError, match="no workers"):
        play_series(plan(), 2, tmp_path / "out", workers=nobody)
    assert play_series(plan(seed="8"), 2, tmp_path / "out", workers=ALONE).games == 2


def test_without_its_extra_the_laboratory_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ArdennesError, match=r"pip install 'ardennes\[lab\]'"):
        play_series(plan(), 2, tmp_path / "out", workers=ALONE)
    assert not (tmp_path / "out").exists()


def test_a_folder_belongs_to_one_series(tmp_path: Path) -> None:
    out = tmp_path / "out"
    play_series(plan(), 2, out, workers=ALONE)
    with pytest.raises(ArdennesError, match="a series is kept here already"):
        play_series(plan(), 2, out, workers=ALONE)
    with pytest.raises(ArdennesError, match="begun with seed '7', not '8'"):
        play_series(plan(seed="8"), 2, out, workers=ALONE, resume=True)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    with pytest.raises(ArdennesError, match="a new or empty folder"):
        play_series(plan(), 2, tmp_path / "full", workers=ALONE)
    journal = out / JOURNAL
    journal.write_bytes(b"not json\n" + journal.read_bytes())
    with pytest.raises(ArdennesError, match=r"journal\.jsonl: line 1"):
        play_series(plan(), 2, out, workers=ALONE, resume=True)
    (out / "plan.json").write_text("{}")
    with pytest.raises(ArdennesError, match=r"plan\.json"):
        play_series(plan(), 2, out, workers=ALONE, resume=True)
