"""Ratings: Glickman's own example, the side's worth that is learnt, and games that are counted once and for all."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from ardennes.server.people.accounts import Accounts
from ardennes.server.people.glicko import Advantage, Game, Rating, rate
from ardennes.server.people.ratings import Ratings
from tests.server.serving import bearing
from tests.site.people import People, challenge, joined
from tests.site.sites import Process, WorkerProcess, site


def game(first: Rating, second: Rating, score: float, side: Advantage | None = None, at: float = 0.0) -> Game:
    return Game(first, second, side or Advantage(deviation=1e-6), score, at)


# --- the reckoning -----------------------------------------------------------------------------------


def test_one_game_of_glickmans_example() -> None:
    """His player of 1500 (200) beats one of 1400 (30): by his formulae 1563.56 (175.40); step by step in his paper the
    second and third opponent follow in the same period, which a game at a time leaves out."""
    after = rate(game(Rating(1500, 200), Rating(1400, 30), 1.0)).first
    assert after.rating == pytest.approx(1563.6, abs=0.1)
    assert after.deviation == pytest.approx(175.4, abs=0.1)
    assert after.volatility == pytest.approx(0.06, abs=1e-4)
    assert after.games == 1


def test_equal_players_gain_and_lose_alike() -> None:
    for score in (1.0, 0.5, 0.0):
        after = rate(game(Rating(), Rating(), score))
        assert after.first.rating + after.second.rating == pytest.approx(3000)
        assert (after.first.rating > 1500, after.first.rating < 1500) == (score == 1.0, score == 0.0)
        assert after.first.deviation < 350


def test_a_side_that_is_worth_more_gains_less() -> None:
    even = rate(game(Rating(), Rating(), 1.0))
    easy = rate(game(Rating(), Rating(), 1.0, Advantage(100.0, 1e-6)))
    hard = rate(game(Rating(), Rating(), 1.0, Advantage(-100.0, 1e-6)))
    assert easy.first.rating < even.first.rating < hard.first.rating
    assert rate(game(Rating(), Rating(), 0.0, Advantage(100.0, 1e-6))).second.rating > even.first.rating


def test_a_rating_is_less_sure_after_a_long_time() -> None:
    known = Rating(1600, 60, 0.06, 30, at=1e9)
    soon = rate(game(known, Rating(1500, 60, at=1e9), 1.0, at=1e9))
    late = rate(game(known, Rating(1500, 60, at=1e9), 1.0, at=1e9 + 3 * 365 * 24 * 3600))
    assert late.first.deviation > soon.first.deviation
    ages = rate(game(known, Rating(), 1.0, at=1e9 + 1e12))
    assert ages.first.deviation <= 350


def test_the_worth_of_a_side_is_learnt() -> None:
    """Thirty players of unknown strength, at a scenario whose first side is worth 80 points."""
    dice = random.Random(7)
    strengths = [1500 + 200 * dice.gauss(0, 1) for _ in range(30)]
    ratings, side = [Rating() for _ in strengths], Advantage()
    for _ in range(900):
        first, second = dice.sample(range(30), 2)
        chance = 1 / (1 + 10 ** ((strengths[second] - strengths[first] - 80) / 400))
        after = rate(game(ratings[first], ratings[second], float(dice.random() < chance), side))
        ratings[first], ratings[second], side = after.first, after.second, after.side
    assert side.advantage == pytest.approx(80, abs=3 * side.deviation)
    assert 0 < side.deviation < 20
    mean, real = sum(each.rating for each in ratings) / 30, sum(strengths) / 30
    with_each = sum((each.rating - mean) * (real_one - real) for each, real_one in zip(ratings, strengths, strict=True))
    own = sum((each.rating - mean) ** 2 for each in ratings) * sum((each - real) ** 2 for each in strengths)
    assert with_each / own**0.5 > 0.9


# --- on a site ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def url(cluster: Any, template: str) -> str:
    return str(cluster.url(cluster.new(template)))


@pytest.fixture(scope="module")
def process(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    worker = WorkerProcess(url, "--kinds", "rate")
    with site(url, tmp_path_factory.mktemp("site"), 1) as (started,):
        yield started
    worker.kill()


@pytest.fixture
def people(process: Process, url: str) -> Iterator[People]:
    with People(process, url) as found:
        yield found


def resigned(process: Process, token: str) -> None:
    seat = process.seat(token)
    assert seat.ask("resign", rev=seat.rev)["is"] == "done"
    seat.close()


def ladder(browser: httpx.Client, game: str = "crossroads") -> dict[str, dict[str, Any]]:
    return {line["name"]: line for line in browser.get(f"/api/ladder/{game}").json()["lines"] if not line["level"]}


def until_rated(browser: httpx.Client, name: str, games: int) -> dict[str, Any]:
    """The ladder's line of a player once so many of his games are counted."""
    end = time.monotonic() + 60
    while ladder(browser).get(name, {"games": 0})["games"] < games:
        assert time.monotonic() < end, "the game was not rated"
        time.sleep(0.05)
    return ladder(browser)[name]


def test_a_rated_game_is_counted_by_a_worker_and_can_be_counted_again(
    process: Process, people: People, url: str
) -> None:
    one, other = people.sign_up(), people.sign_up()
    for number in range(2):
        tokens = joined(one, other, rated=True)
        resigned(process, tokens[1 - number])
        until_rated(one, one.name, number + 1)
    friendly = joined(one, other)
    resigned(process, friendly[0])
    lines = ladder(one)
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    kept = [Ratings(engine).of(browser.account) for browser in (one, other)]
    assert lines[one.name]["games"] == lines[other.name]["games"] == 2, "a game that is not rated changes nothing"
    told = one.get(f"/api/players/{one.name}").json()
    assert told["ratings"] == [
        {"game": "crossroads", **{key: lines[one.name][key] for key in ("rating", "deviation", "games")}}
    ]
    assert told["finished"] == 1.0
    assert Ratings(engine).count_all_again() >= 2
    again = [Ratings(engine).of(browser.account) for browser in (one, other)]
    assert again == kept
    with engine.connect() as connection:
        (side,) = connection.execute(sa.text("SELECT games FROM advantages WHERE game = 'crossroads'"))
    assert side.games >= 2


def test_nobody_is_helped_at_a_rated_table_until_it_is_over(process: Process, people: People) -> None:
    one, other = people.sign_up(), people.sign_up()
    tokens = joined(one, other, rated=True)
    (table,) = one.get("/api/mine").json()
    refused = "This game counts for ratings"
    with process.owner() as owner:
        assert owner.get(f"/api/tables/{table['id']}").json()["seats"] == ["", ""]
        asked = [
            owner.get(f"/api/tables/{table['id']}/download"),
            owner.post(f"/api/tables/{table['id']}/fork", json={"at": 0}),
            owner.post(f"/api/tables/{table['id']}/link", json={"side": 0}),
            one.get("/api/seat/hint", headers=bearing(tokens[0])),
            one.get("/api/seat/coach", headers=bearing(tokens[0])),
            one.post("/api/seat/player", json={"player": "easy"}, headers=bearing(tokens[0])),
        ]
        assert [reply.status_code for reply in asked] == [403] * 6
        assert all(reply.json()["detail"].startswith(refused) for reply in asked)
        assert one.get("/api/seat/dice", headers=bearing(tokens[0])).status_code == 400
        assert one.get("/api/seat/save", headers=bearing(tokens[0])).status_code == 400
        resigned(process, tokens[0])
        assert owner.get(f"/api/tables/{table['id']}/download").status_code == 200
        assert all(owner.get(f"/api/tables/{table['id']}").json()["seats"])


def test_an_open_challenge_is_no_table_yet(people: People) -> None:
    """Nobody plays on dice that the other has not shared."""
    host = people.sign_up()
    table = challenge(host, rated=True)
    assert (table["rated"], len(table["commitment"])) == (True, 32)
    assert host.get("/api/mine").json() == []
    assert "token" not in table


def test_computers_stand_at_fixed_ratings(people: People) -> None:
    lines = people.sign_up().get("/api/ladder/bulge1944", params={"language": "it"}).json()
    levels = [line["level"] for line in lines["lines"] if line["level"]]
    assert levels == ["hard", "normal", "easy"]
    assert people.sign_up().get("/api/ladder/chess").status_code == 404


def test_the_ladder_goes_by_what_a_rating_is_at_least(url: str, people: People) -> None:
    accounts = Accounts(sa.create_engine(url, poolclass=sa.NullPool))
    sure, lucky = (accounts.add(name, "en") for name in ("Sure Hand", "Lucky Once"))
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.begin() as connection:
        for account, rating, deviation in ((sure, 1600, 50), (lucky, 1900, 300)):
            connection.execute(
                sa.text("INSERT INTO ratings VALUES (:a, 'deadly_woods', :r, :d, 0.06, 9, 0)"),
                {"a": account.id, "r": rating, "d": deviation},
            )
    assert list(ladder(people.sign_up(), "deadly_woods")) == ["Sure Hand", "Lucky Once"]
    accounts.erase(lucky.id)
    assert list(ladder(people.sign_up(), "deadly_woods")) == ["Sure Hand"]
