"""Orders to several units at once: the run that gives them, and who falls short."""

from __future__ import annotations

import random

import pytest

from ardennes.engine.acts import Act
from ardennes.engine.group_orders import group_order, group_reach
from ardennes.engine.match import Match
from ardennes.engine.options import is_about, object_of
from tests.battery.configurations import playable_games
from tests.crossroads.fields import field
from tests.situation import Situation


def order(match: Situation, ids: str, hex: str) -> tuple[list[str], list[str]]:
    """What a group order does, by name: who gets there, and the rules that hold others back."""
    (act,) = match.game.acts
    units = [match.unit(id) for id in ids.split()]
    found = group_order(match.position.view(0), act, units, match.hex(hex), automatic=False)
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
    found = group_order(match.position.view(0), act, units, match.hex("0401"), automatic=False)
    assert len(found.options) == 2
    assert found.short == ()


def picks(match: Match, act: Act) -> list[int]:
    options = match.asked.options if match.asked is not None else ()
    return [object_of(option) for option in options if is_about(option, act.pick)]


@pytest.mark.parametrize("game", playable_games())
@pytest.mark.parametrize("automatic", [True, False])
def test_whatever_is_ordered_can_be_carried_out(game: str, automatic: bool) -> None:
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
                    found = group_order(view, act, group, hex, automatic=automatic)
                    assert match.position.digest() == before
                    assert found.options, "somebody could go there"
                    twin = match.fork(len(match.records))
                    run = twin.apply_run([(option, ()) for option in found.options], side)
                    assert run.refusal is None
                    assert run.done == len(found.options) or twin.settled > match.settled
                    compared += 1
            match.apply(rng.choice(list(match.asked.options)))
    assert compared > 3
