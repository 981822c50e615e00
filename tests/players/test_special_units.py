"""Phantoms, divisions that come apart and the disguised brigade are used."""

from __future__ import annotations

import pytest

from ardennes.engine.procedure import answer
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from ardennes.players import sit_down
from ardennes.players.advisers import advice_for
from tests.bulge1944.fields import Battlefield, field

DECEPTION = ("hidden", "phantoms")
APART = ("alternate_units",)


def play_by(match: Battlefield, side: int, player: str) -> list[str]:
    """A player plays until the other side is asked; what was done, by name."""
    p, mind = match.position, sit_down(player, match.game, side, "seed")
    done: list[str] = []
    while (asked := p.asked) is not None and asked.side == side and len(done) < 40:
        option = mind.choose(p.view(side))
        done.append(match.game.verbs.split(option)[0].name)
        answer(p, option)
    return done


@pytest.mark.parametrize("player", ["greedy", "planner:time=0.05"])
def test_a_phantom_comes_in_with_a_real_unit_and_makes_for_the_enemy(player: str) -> None:
    match = field("7Arm reinforcements, 2Pz 1812, 9Pz 1913", "allied reinforcement", turn=2, options=DECEPTION)
    p, phantoms = match.position, match.data.phantoms[ALLIED]
    done = play_by(match, ALLIED, player)
    assert done.index("enter") < done.index("phantom")
    (phantom,) = (unit for unit in phantoms if p.where[unit] >= 0)
    assert p.where[phantom] not in match.data.entries[match.unit("7Arm")]
    assert p.where[match.unit("7Arm")] >= 0
    near = match.data.sight[p.where[phantom]]
    assert not any(p.where[enemy] in near for enemy in p.on_map(GERMAN))


def test_what_is_done_with_a_phantom_has_its_reason() -> None:
    match = field("7Arm reinforcements, 2Pz 1812, 9Pz 1913", "allied reinforcement", turn=2, options=DECEPTION)
    p, mind = match.position, sit_down("planner:time=0.01", match.game, ALLIED, "seed")
    told: dict[str, str] = {}
    while "phantom" not in told:
        option = mind.choose(p.view(ALLIED))
        told[match.game.verbs.split(option)[0].name] = mind.thoughts[0].what.code if mind.thoughts else ""
        answer(p, option)
    assert told["phantom"] == "advice-phantom"
    assert told["enter"] != "advice-phantom"


def test_no_phantom_is_brought_that_could_not_move_off() -> None:
    match = field("7Arm reinforcements, 2Pz 1812", "allied reinforcement", turn=2, points=0, options=DECEPTION)
    assert "phantom" not in play_by(match, ALLIED, "greedy")


def test_coming_apart_is_a_plan_where_it_can_be_done() -> None:
    """18.5"""
    for units, phase, side, verb in (
        ("1SS 2010, 99Inf 1606", "german activation", GERMAN, "break"),
        ("7Arm reinforcements, 2Pz 1812", "allied reinforcement", ALLIED, "split"),
    ):
        match = field(units, phase, turn=2, options=APART)
        p, advice = match.position, advice_for(match.data)
        assert advice is not None
        *_, plan = advice.plans(p, side)
        assert plan.name == "parts"
        assert p.asked is not None
        option = advice.script(side, plan).choose(p)
        assert match.game.verbs.split(option)[0].name == verb
        whole = advice.script(side, advice.plans(p, side)[0]).choose(p)
        assert match.game.verbs.split(whole)[0].name != verb
        later = field(units.replace("1SS", "12SS"), phase, turn=3, options=APART)
        assert all(plan.name != "parts" for plan in advice.plans(later.position, side))


def test_the_disguised_brigade_tries_to_slip_through() -> None:
    """14.0 St. Vith is empty, but too far through enemy zones."""
    match = field("150Bde 1709 disguised, 2Inf 1608, 1Inf 1610, 9Inf 1507, 99Inf 1510", turn=2)
    match.dice(6, 6, 6)
    assert "infiltrate" in play_by(match, GERMAN, "greedy")
    assert match.place("150Bde") == match.data.board.label(match.hex("St. Vith"))
