"""Orders to several units at once: the run that gives them, and who falls short."""

from __future__ import annotations

import random

import pytest

from ardennes.engine.acts import Act
from ardennes.engine.group_orders import group_order, group_reach
from ardennes.engine.match import Match
from ardennes.engine.options import Verb, is_about, object_of
from ardennes.hexes import distance
from tests.battery.configurations import playable_games
from tests.crossroads.fields import field
from tests.situation import Situation


def order(match: Situation, ids: str, hex: str) -> tuple[list[str], list[str]]:
    """What a group order does, by name: who gets there, and the rules that hold others back."""
    (act,) = match.game.acts
    units = [match.unit(id) for id in ids.split()]
    found = group_order(match.position.view(0), act, [(unit, match.hex(hex)) for unit in units], automatic=False)
    done = match.apply_run([(option, ()) for option in found.options], 0)
    assert done.refusal is None
    gone = [id for id in ids.split() if match.place(id) == hex]
    return gone, [refusal.rule for _, refusal in found.short]


def test_the_first_takes_the_hex_and_the_others_hear_why_not() -> None:
    """3.5 A hex holds one unit."""
    match = field("Pz 0703, Gr1 0701, Rif1 0101")
    gone, rules = order(match, "Pz Gr1", "0603")
    assert gone == ["Pz"]
    assert len(rules) == 1
    assert rules[0].startswith("3.")
    assert match.undoable == 1


def test_who_may_not_move_is_named() -> None:
    """3.6 A unit that owes a counterattack is pinned."""
    match = field("Pz 0703, Gr1 0702, Rif1 0101", owing=["Pz"])
    assert order(match, "Pz Gr1", "0603") == (["Gr1"], ["3.6"])


def test_dice_end_the_run() -> None:
    """3.4 Whoever fords rolls a die: nobody knows what then."""
    match = field("Gr1 0501, Gr2 0601, Pz 0703, Rif1 0101").dice(3)
    (act,) = match.game.acts
    units = [match.unit("Gr1"), match.unit("Gr2")]
    found = group_order(match.position.view(0), act, [(unit, match.hex("0401")) for unit in units], automatic=False)
    assert len(found.options) == 2
    assert found.short == ()


def far_order(match: Situation, ids: str, hex: str, go: Verb | None = None) -> tuple[dict[str, str], list[str]]:
    """Where an order to go as near as they come takes each, and what they hear who do not get there."""
    (act,), label = match.game.acts, match.position.data.board.label
    goals = [(match.unit(id), match.hex(hex)) for id in ids.split()]
    found = group_order(match.position.view(0), act, goals, automatic=False, near=True, go=go)
    assert match.apply_run([(option, ()) for option in found.options], 0).refusal is None
    ids_of = {match.unit(id): id for id in ids.split()}
    ends = {ids_of[unit]: label(hex) for unit, hex in found.ends}
    assert ends == {id: match.place(id) for id in ends}
    return ends, [refusal.code for _, refusal in found.short]


def test_who_is_too_far_away_goes_as_near_as_he_comes() -> None:
    """3.1 With four points a panzer battalion does not cross the map, but marches along the way it would take."""
    match = field("Pz 0703, Gr1 0701, Rif1 0101")
    before = match.place("Gr1")
    ends, codes = far_order(match, "Gr1", "0203")
    assert codes == ["too-far"]
    assert ends["Gr1"] not in (before, "0203")
    grid, board = match.position.data.board.grid, match.position.data.board
    assert distance(grid, board.hex(ends["Gr1"]), board.hex("0203")) < distance(
        grid, board.hex(before), board.hex("0203")
    )


def test_towards_an_enemy_one_comes_beside_him() -> None:
    """3.5 The hex of an enemy is the goal of no move, but one can go there as far as he lets one."""
    match = field("Pz 0603, Rif1 0403")
    ends, codes = far_order(match, "Pz", "0403")
    assert codes == ["unit-in-the-way"]
    assert ends == {"Pz": "0503"}


def test_a_run_is_no_longer_than_wanted() -> None:
    match = field("Pz 0703, Gr1 0701, Rif1 0101")
    (act,) = match.game.acts
    goals = [(match.unit("Pz"), match.hex("0603")), (match.unit("Gr1"), match.hex("0601"))]
    whole = group_order(match.position.view(0), act, goals, automatic=False)
    assert [unit for unit, _ in whole.ends] == [unit for unit, _ in goals]
    part = group_order(match.position.view(0), act, goals, automatic=False, most=len(whole.options) - 1)
    assert [unit for unit, _ in part.ends] == [match.unit("Pz")]
    assert whole.options[: len(part.options)] == part.options


def picks(match: Match, act: Act) -> list[int]:
    options = match.asked.options if match.asked is not None else ()
    return [object_of(option) for option in options if is_about(option, act.pick)]


@pytest.mark.parametrize("game", playable_games())
@pytest.mark.parametrize(("automatic", "near"), [(True, True), (False, False)])
def test_whatever_is_ordered_can_be_carried_out(game: str, automatic: bool, near: bool) -> None:
    """In the middle of random games: the run is allowed to its end, or until something comes between."""
    compared = 0
    for seed in range(2):
        rng = random.Random(seed)
        match, chosen = Match.new(game, seed=str(seed), automatic=automatic), 0
        while match.asked is not None and chosen < 50:
            act, side = match.game.acts[0], match.asked.side
            units = picks(match, act)
            chosen += bool(units)
            if len(units) > 1 and rng.random() < 0.2:
                group = rng.sample(units, min(4, len(units)))
                before, view = match.position.digest(), match.position.view(side)
                reach = group_reach(view, act, group)
                for hex in rng.sample(sorted(reach), min(2, len(reach))):
                    goals = [(unit, hex) for unit in group]
                    found = group_order(view, act, goals, automatic=automatic, near=near)
                    assert match.position.digest() == before
                    assert found.options, "somebody could go there"
                    twin = match.fork(len(match.records))
                    run = twin.apply_run([(option, ()) for option in found.options], side)
                    assert run.refusal is None
                    assert run.done == len(found.options) or twin.settled > match.settled
                    compared += 1
            match.apply(rng.choice(list(match.asked.options)))
    assert compared > 3
