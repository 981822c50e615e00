"""The league: it finds a response, tells how well it does on fresh dice, and goes on where it was stopped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from ardennes.errors import ArdennesError
from ardennes.lab.league import League, Response, Settings, claim
from ardennes.lab.league_report import page
from ardennes.lab.plan import Plan
from ardennes.lab.playing import play_game
from ardennes.lab.rows import Played
from tests.cli.conftest import Ardennes, fails

SETTINGS = Settings(game="crossroads", scenario="noon", target="random", candidates=4, generations=2, confirm=4)


class Counting:
    """Workers that say how many games they were given."""

    def __init__(self) -> None:
        self.games = 0

    def __call__(self, plan: Plan, numbers: Iterable[int]) -> Iterator[Played]:
        for number in numbers:
            self.games += 1
            yield play_game(plan, number)


def search(place: Path, workers: Counting, settings: Settings = SETTINGS, *, resume: bool = False) -> str:
    claim(place, settings, resume=resume)
    result = League(settings, place, workers, lambda *_: nullcontext(lambda _: None)).search()
    for side in result.sides:
        assert side.best.call == side.found[0].call
        assert side.best.games == side.usual.games == 4
        assert side.best.interval[0] <= side.best.share <= side.best.interval[1]
        assert [each.share for each in side.found] == sorted((each.share for each in side.found), reverse=True)
    assert [side.side for side in result.sides] == ["German", "Allied"]
    return repr(result.sides)


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, int]:
    place, workers = tmp_path_factory.mktemp("league") / "out", Counting()
    return place, search(place, workers), workers.games


def test_a_search_that_was_stopped_plays_only_what_is_missing(searched: tuple[Path, str, int]) -> None:
    place, result, games = searched
    again = Counting()
    assert search(place, again, resume=True) == result
    assert again.games == 0 < games


def test_confirmed_games_have_dice_of_their_own(searched: tuple[Path, str, int]) -> None:
    place, _, _ = searched
    plans = [json.loads(path.read_text()) for path in sorted(place.glob("games/*/*/*/plan.json"))]
    seeds = {path.parent.parent.name for path in place.glob("games/*/*/*/plan.json")}
    assert seeds == {"confirmed", "generation-1", "generation-2"}
    assert {plan["seed"] for plan in plans} == {f"league:{dice}" for dice in seeds}
    assert {plan["players"].index("random") for plan in plans} == {0, 1}, "both sides are tried"


def test_a_league_goes_on_as_it_was_begun(tmp_path: Path) -> None:
    claim(tmp_path / "out", SETTINGS, resume=False)
    with pytest.raises(ArdennesError, match="go on with it by --resume"):
        claim(tmp_path / "out", SETTINGS, resume=False)
    with pytest.raises(ArdennesError, match="begun with other settings"):
        claim(tmp_path / "out", Settings(game="crossroads", target="greedy"), resume=True)
    with pytest.raises(ArdennesError, match="not empty"):
        claim(tmp_path, SETTINGS, resume=False)


def test_the_command_writes_a_report_in_either_language(ardennes: Ardennes, tmp_path: Path) -> None:
    call = ("league", "crossroads", "--scenario", "noon", "--target", "random", "--candidates", 4, "--generations", 1)
    told = ardennes(*call, "--confirm", 2, "--jobs", 1, "--out", "out", "--language", "it")
    assert told.code == 0, told.err
    assert "best found" in told.out
    report = (tmp_path / "out/report.html").read_text()
    assert "<svg" in report
    assert "script" in report
    assert "la migliore risposta trovata" in report
    fails(ardennes(*call, "--out", "out", "--language", "de"), "--language de")


def test_a_draw_counts_half() -> None:
    assert Response(call="script", games=4, points=2.5, interval=(0.0, 1.0)).share == 0.625
    assert callable(page)
