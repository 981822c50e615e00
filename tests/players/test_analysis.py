"""A game looked at again: what adds up, what is luck and what is not."""

from __future__ import annotations

import random
from fractions import Fraction
from statistics import fmean

import pytest

from ardennes.advisor.judge import Calibration
from ardennes.engine.dice import each_branch
from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.players import sit_down
from ardennes.players.advisers import advice_for
from ardennes.players.analysis import FIRST, Analysis, analyse, corrections
from ardennes.players.fitting import calibrate, usual_turns
from ardennes.players.judgement import evaluate


def played(game: str, scenario: str, calls: tuple[str, str], seed: str = "1") -> Match:
    match = Match.new(game, scenario=scenario, seed=seed)
    players = [sit_down(call, match.game, side, seed) for side, call in enumerate(calls)]
    while match.asked is not None:
        match.apply(players[match.asked.side].choose(match.position.view(match.asked.side)))
    return match


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Judged at the end of a turn, which is quicker than some turns later; one test of its own shows that."""
    monkeypatch.setattr(Calibration, "turns_ahead", lambda *_: 0)


@pytest.fixture(scope="module")
def battle() -> Match:
    """The beginning of a game of 1944, with attacks, losses and support."""
    match = played("bulge1944", "spoiling_attack", ("greedy", "random"))
    begun = match.at(150)
    begun.resign(1)
    return begun


@pytest.fixture(scope="module")
def found(battle) -> Analysis:
    return analyse(battle)


def test_every_turn_adds_up(battle, found):
    """Luck, decision and rest make the change, acts follow one another, and the last chance is the verdict."""
    assert found.compared
    for turn in found.turns:
        assert turn.luck + turn.decision == pytest.approx(turn.change)
        assert 0 <= turn.before <= 1
    for one, other in zip(found.turns, found.turns[1:], strict=False):
        assert one.after + other.rest == pytest.approx(other.before)
        assert one.turn < other.turn or other.rest == 0
    for one, other in zip(found.acts, found.acts[1:], strict=False):
        assert one.last == other.first
        assert one.after == pytest.approx(other.before)
    assert found.acts[0].first == 0
    assert found.acts[-1].last == len(battle.records)
    assert found.acts[-1].after == float(battle.over.winner == FIRST)
    parts = found.luck + found.decisions(0) - found.decisions(1) + found.rest
    assert found.turns[0].before + parts == pytest.approx(found.turns[-1].after)
    assert found.turns[-1].after == float(battle.over.winner == FIRST)
    assert sum(turn.luck for turn in found.turns) == pytest.approx(found.luck)


def test_luck_is_where_dice_fell(battle, found):
    for act in found.acts:
        assert (act.luck is not None) == any(map(_has_dice, battle.records[act.first : act.last]))
    lucks = [abs(act.luck) for act in found.throws]
    assert lucks == sorted(lucks, reverse=True)
    assert lucks
    assert lucks[0] > 0


def test_the_same_game_is_analysed_the_same_way(battle, found):
    assert analyse(battle) == found


def test_dice_cancel_out_over_every_branch():
    """The luck of one attack, weighted by how likely each result is, comes to nothing."""
    for seed in range(200):
        match = played("crossroads", "noon", ("random", "random"), str(seed))
        acts = [act for act in analyse(match).acts if act.luck]
        if acts:
            break
    act = acts[0]
    rolled = next(number for number in range(act.first, act.last) if _has_dice(match.records[number]))
    start = match.at(rolled)
    lucks = []
    for _, weight, twin in _rerolled(start, match, rolled):
        again = next(each for each in analyse(twin).acts if each.first == act.first)
        lucks.append((again.luck, weight))
    assert sum(weight for _, weight in lucks) == 1
    assert len(lucks) > 1
    assert sum(luck * float(weight) for luck, weight in lucks) == pytest.approx(0, abs=1e-9)
    assert max(luck for luck, _ in lucks) > 0


def _has_dice(record):
    return any(isinstance(outcome, int) for outcome in record.outcomes)


def _rerolled(start, match, rolled):
    """The match with every other result of one throw, played on at random from there."""

    def roll(dice):
        twin = start.fork(len(start.records))
        twin.position.source = dice
        twin.apply(match.records[rolled].option, match.records[rolled].side)
        twin.position.source = None
        return twin

    for twin, weight in each_branch(roll):
        draw = random.Random(1)
        while twin.asked is not None:
            twin.apply(draw.choice(twin.asked.options))
        yield rolled, Fraction(weight), twin


def test_a_resigned_game_can_be_analysed():
    match = Match.new("crossroads", seed="2")
    draw = random.Random(2)
    for _ in range(12):
        match.apply(draw.choice(match.asked.options))
    match.resign(0)
    found = analyse(match)
    assert found.compared == (advice_for(match.position.data) is not None)
    assert found.acts[-1].last == len(match.records)
    assert found.acts[-1].after == 0.0 == evaluate(match.position, 0)


def test_acts_are_short():
    """Also where a procedure stays open beneath the whole game."""
    match = Match.new("bulge1944", scenario="secret_card", seed="3")
    draw = random.Random(3)
    for _ in range(60):
        match.apply(draw.choice(match.asked.options))
    match.resign(1)
    acts = analyse(match).acts
    assert len(acts) > 10
    assert max(act.last - act.first for act in acts) < 20


def test_orders_given_in_between_are_no_hindrance():
    """Dice fall after the other side has given a standing order in the middle of an act."""
    match, draw, given = Match.new("crossroads", scenario="dawn", seed="5"), random.Random(5), 0
    while match.asked is not None:
        orders = match.anytime(1)
        if orders and draw.random() < 0.3:
            match.apply(draw.choice(orders), 1)
            given += 1
        else:
            match.apply(draw.choice(match.asked.options))
    found = analyse(match)
    assert given
    assert found.throws
    assert found.acts[-1].last == len(match.records)


def test_a_turn_thrown_away_is_charged_to_its_player():
    """The German does nothing in one turn: none of his decisions costs as much, and the usual way would have moved."""
    match = Match.new("bulge1944", scenario="campaign", seed="y")
    players = [sit_down("greedy", match.game, side, "1") for side in (0, 1)]
    done = match.game.verbs.named("done") + 0
    while match.asked is not None and match.position.turn < 4:  # type: ignore[attr-defined]
        asked = match.asked
        idle = asked.side == 0 and match.position.turn == 3 and done in asked.options  # type: ignore[attr-defined]
        match.apply(done if idle else players[asked.side].choose(match.position.view(asked.side)))
    match.resign(0)
    found = analyse(match)
    costly = [part for part in found.costly if part.report.side == 0 and part.report.turn < 4]
    assert costly[0].report.turn == 3
    assert costly[0].cost > 0.04
    assert costly[0].moves
    assert costly[0].events
    for side in (0, 1):
        costs = [part.cost for part in found.costly if part.report.side == side]
        assert costs == sorted(costs, reverse=True)
        assert len(costs) <= 3


# --- the judgement put right -------------------------------------------------------------------------------------


def test_nothing_is_left_over_where_the_judgement_is_put_right_by_itself():
    """Each turn is put right by the next, the last by how the game ends: over the games it was fitted to, what both
    sides usually do in a turn changes no chance on average."""
    data = load_game("crossroads").load_data("noon", ())
    advice, ahead, numbers = advice_for(data), 1, range(12)
    found = calibrate(data, "mean", numbers, ahead)
    assert sorted(found.turns) == [1, 2, 3, 4]
    steps = [step for number in numbers for step in usual_turns(data, advice, f"mean:{number}", ahead)]
    assert found.positions == len(steps)
    for turn in found.turns:
        jumps = [
            after.chance(found.turns) - before.chance(found.turns) for before, after in steps if before.turn == turn
        ]
        assert fmean(jumps) == pytest.approx(0, abs=0.05)


def test_judged_some_turns_later_a_game_still_adds_up(monkeypatch):
    monkeypatch.setattr(Calibration, "turns_ahead", lambda *_: 2)
    match = played("crossroads", "noon", ("greedy", "greedy"), "3")
    found = analyse(match)
    parts = found.luck + found.decisions(0) - found.decisions(1) + found.rest
    assert found.turns[0].before + parts == pytest.approx(found.turns[-1].after)
    assert found.rest == pytest.approx(sum(corrections(match)))
    assert found.turns[-1].rest == 0, "two turns before the end the game is played to its end"
