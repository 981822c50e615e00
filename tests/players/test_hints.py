"""Hints: a whole act that is allowed, from the view alone."""

from __future__ import annotations

import pytest

from ardennes.engine.match import Match
from ardennes.players import sit_down
from ardennes.players.hints import hint


def advised(match: Match, call: str):
    side = match.asked.side
    return hint(match.position.view(side), sit_down(call, match.game, side, "hint"))


@pytest.mark.parametrize(("game", "scenario"), [("bulge1944", "campaign"), ("crossroads", "noon")])
def test_a_hint_can_be_followed(game, scenario):
    """Step by step; where an attack is advised its odds are told, those that the rules give."""
    match, odds = Match.new(game, scenario=scenario, seed="4"), 0
    for _ in range(7):
        if match.asked is None:
            break
        found = advised(match, "greedy")
        assert found.options
        assert 0 <= found.chance <= 1
        told = None
        for option in found.options:
            assert option in match.asked.options
            told = match.about(option) if match.about(option).chances else told
            match.apply(option)
        if told is not None:
            odds += 1
            assert found.about.chances == told.chances
    assert odds


def test_a_hint_knows_only_the_view():
    """Two truths that look the same to a side get the same hint."""
    match = Match.new("crossroads", scenario="dawn", seed="3")
    while match.asked.side == 0:
        match.apply(match.asked.options[-1])
    view = match.position.view(1)
    hints = [hint(view.determinize(seed).view(1), sit_down("greedy", match.game, 1, "same")) for seed in "ab"]
    assert len({found.options for found in hints}) == 1


def test_the_chance_after_is_told_where_it_is_known():
    match = Match.new("bulge1944", seed="4")
    known = unknown = 0
    for _ in range(10):
        found = advised(match, "greedy")
        rolled = len(match.records)
        for option in found.options:
            match.apply(option)
        dice = any(isinstance(outcome, int) for record in match.records[rolled:] for outcome in record.outcomes)
        if found.chance_after is None:
            unknown += 1
        else:
            known += 1
            assert not dice
    assert known
    assert unknown
