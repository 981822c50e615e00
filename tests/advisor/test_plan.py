"""Plans from a file: prices of each side, a portfolio of changes, what a beginner makes of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ardennes.advisor.plan import Plan, PlanBook
from ardennes.datafiles import DataError

PRICES = "[prices]\npull = 2.0\npost = 0.1\n"


class Priced(Plan, frozen=True, kw_only=True):
    pull: float
    post: float
    noise: float = 0.0


def book(tmp_path: Path, text: str = "") -> PlanBook[Priced]:
    path = tmp_path / "plans.toml"
    path.write_text(PRICES + text)
    return PlanBook(path, Priced)


def test_a_side_says_where_its_prices_differ(tmp_path: Path) -> None:
    plans = book(tmp_path, "[first]\nusual = { pull = 3 }\nlate = { post = 0.5 }\n")
    assert plans.plan(0) == Priced(pull=3.0, post=0.1)
    assert plans.plan(0, "late") == Priced(pull=2.0, post=0.5)
    assert plans.plan(1) == plans.plan(1, "late") == Priced(pull=2.0, post=0.1)


def test_the_portfolio_is_made_of_changes_the_usual_plan_first(tmp_path: Path) -> None:
    changes = """[portfolio]
line = { times = { post = 2.5 }, least = { post = 0.5 } }
near = { over = { pull = 4 }, sets = { noise = 0.5 } }
"""
    usual, line, near = book(tmp_path, changes).portfolio(0)
    assert usual == Priced(pull=2.0, post=0.1)
    assert line == Priced(name="line", pull=2.0, post=0.5)
    assert near == Priced(name="near", pull=0.5, post=0.1, noise=0.5)


def test_a_turn_without_an_answer_is_played_by_other_prices_and_the_same_orders(tmp_path: Path) -> None:
    plans = book(tmp_path, "[unanswered]\nsets = { post = 0.0 }\n")
    assert plans.unanswered(Priced(name="line", pull=1.0, post=3.0, orders=((4, 7),))) == Priced(
        name="line", pull=1.0, post=0.0, orders=((4, 7),)
    )


def test_a_beginner_draws_his_prices(tmp_path: Path) -> None:
    plans = book(
        tmp_path, "[beginner]\ntimes = { pull = [0.5, 1.5] }\ndrawn = { post = [4, 5] }\nsets = { noise = 1 }\n"
    )
    assert plans.knows_beginners
    one, other = (plans.beginner(0, random.Random(seed)) for seed in "ab")
    assert one != other
    for plan in (one, other):
        assert 1 <= plan.pull <= 3
        assert 4 <= plan.post <= 5
        assert plan.noise == 1.0
    assert not book(tmp_path).knows_beginners


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[first]\nusual = { luck = 1.0 }\n", "the plan usual has a price for luck, which no plan of this game has"),
        ("[first]\nusual = { pull = 'much' }\n", "the plan usual"),
        ("[tides]\n", "tides is not known"),
    ],
)
def test_mistakes_are_named(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=says):
        book(tmp_path, text).plan(0)


def test_the_late_plan_takes_over_in_its_turn(tmp_path: Path) -> None:
    assert book(tmp_path).usual_in(99) == "usual"
    path = tmp_path / "plans.toml"
    path.write_text(f"late_from = 7\n{PRICES}")
    assert [PlanBook(path, Priced).usual_in(turn) for turn in (6, 7)] == ["usual", "late"]
