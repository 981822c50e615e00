"""The advice of 1944 counts with the numbers of the rules."""

from __future__ import annotations

import random

import pytest

from ardennes.engine.match import Match
from ardennes.engine.procedure import answer, view_of_asked
from ardennes.games.bulge1944.ai.exits import dangers, stopping_move, way_out
from ardennes.games.bulge1944.ai.fights import fights_for
from ardennes.games.bulge1944.rules.activation import targets
from ardennes.games.bulge1944.rules.combat import able_to_attack, outcomes
from ardennes.games.bulge1944.rules.combat_dice import Attack, attack_dice, defence_dice
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from ardennes.players.advisers import advice_for
from tests.bulge1944.fields import box, field


def some_battle(seed: str) -> Field:
    """A position in the middle of a game, reached by chance."""
    data = box()
    p = data.game.start(data, seed)
    chance = random.Random(seed)
    for _ in range(330):
        if p.asked is not None:
            answer(p, chance.choice(p.asked.options))
    assert isinstance(p, Field)
    return p


def test_dice_and_expectations_are_those_of_the_rules() -> None:
    assert sum(attacks_compared(some_battle(seed)) for seed in "abcdefghijkl") > 5


def attacks_compared(p: Field) -> int:
    """Every attack that could be made now, counted by the advice and by the rules."""
    fights = fights_for(p.data)
    seen = 0
    for side in (GERMAN, ALLIED):
        for target in targets(p, side):
            units = able_to_attack(p, side, target)
            counters = p.data.counters
            mine = sum(
                fights.attack_dice(fights.strength(p, unit), counters[unit].armor, p.where[unit], target)
                for unit in units
            )
            defender = p.enemy_in(target, side)
            declared = Attack(side=side, target=target, budget=9, attackers=tuple(units))
            assert mine == attack_dice(p, declared).total
            assert fights.defence_dice(p, defender, target) == defence_dice(p, declared).total
            chances = {result: float(chance) for result, chance in outcomes(p, declared).items()}
            dealt = sum(int(result.split(":")[0]) * chance for result, chance in chances.items())
            armor, infantry, gone = fights.blow(p, mine, [defender])
            assert armor + infantry == pytest.approx(dealt)
            killed = sum(c for result, c in chances.items() if int(result.split(":")[0]) == p.steps[defender])
            assert gone == pytest.approx(killed)
            seen += 1
    return seen


def test_a_division_cut_off_is_no_way_out() -> None:
    """15.0 The exit must be reached in supply."""
    ground = fights_for(box()).ground
    open_way = field("2Pz 0308, 12VG 0612", turn=4).position
    assert way_out(open_way, ground) is not None
    cut = field("2Pz 0107, 99Inf 0208, 2Inf 0206, 12VG 1608", turn=4).position
    assert way_out(cut, ground) is None


def test_a_spearhead_is_stopped_by_who_is_near() -> None:
    p = field("1SS 1204, 12VG 1406, 7Arm 0609, 30Inf 0503", "allied activation", turn=3, points=4).position
    ground = fights_for(p.data).ground
    unit = p.data.unit("1SS")
    assert dangers(p, ground)[unit][0] == 1
    move = stopping_move(p, ground, 0.1, 0.5, 8)
    assert move is not None
    p.put(*move)
    assert dangers(p, ground).get(unit, (0.0, ()))[0] < 1


def test_looking_leaves_the_position_alone() -> None:
    p = some_battle("a")
    before = p.digest()
    ground = fights_for(p.data).ground
    dangers(p, ground)
    way_out(p, ground)
    stopping_move(p, ground, 0.01, 0.5, 8)
    advice = advice_for(p.data)
    assert advice is not None
    advice.judge(p, GERMAN)
    assert p.digest() == before


@pytest.mark.parametrize("answers", range(0, 12, 2))
def test_a_revealed_position_is_played_on_from_the_set_up(answers: int) -> None:
    """What a side was shown before all was revealed is not what the game goes on with."""
    match = Match.new("bulge1944", options=("hidden", "phantoms", "free_setup"), seed="2")
    chance = random.Random(2)
    for _ in range(answers):
        assert match.asked is not None
        match.apply(chance.choice(match.asked.options))
    advice = advice_for(match.position.data)
    assert advice is not None
    for side in (0, 1):
        world = advice.reveal_all(match.position.view(side).determinize("a truth"))
        scripts = [advice.script(each, advice.plans(world, each)[0]) for each in (0, 1)]
        while world.asked is not None and world.turn == 1:
            assert view_of_asked(world) is world
            scripts[world.asked.side].act(world)
        assert world.turn == 2
