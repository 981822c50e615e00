"""The bench of whole turns: it plays as many as it says and holds them against what the game allows."""

from __future__ import annotations

from typer.testing import CliRunner

from ardennes.bench.turns import count_turns, turn_findings
from ardennes.cli.app import app
from ardennes.engine.game import load_game
from ardennes.errors import ArdennesError
from ardennes.players.advisers import advice_for
from tests.situation import data_of


def test_whole_turns_are_measured_for_both_sides() -> None:
    game = load_game("crossroads")
    advice = advice_for(data_of("crossroads", "noon", frozenset()))
    assert advice is not None
    over: list[int] = []
    whole, single = turn_findings(game, advice, 2, lambda: over.append(1), "planner:time=0.05")
    assert len(over) == 2
    assert whole.detail.startswith("4 turns, ")
    assert whole.target == f"at most {advice.longest_turn:g} s"
    assert 0 < single.value <= whole.value < advice.longest_turn


def test_fewer_turns_are_measured_in_a_hurry() -> None:
    assert 0 < count_turns(quick=True) < count_turns()


def test_one_thing_is_measured_at_a_time() -> None:
    result = CliRunner().invoke(app, ["bench", "--web", "--turns"])
    assert isinstance(result.exception, ArdennesError)
    assert "choose one" in str(result.exception)
