"""The environment: PettingZoo's own tests, and what they do not ask."""

from __future__ import annotations

import random

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from ardennes.engine.options import Kind
from ardennes.engine.texts import Refused
from ardennes.env import make
from ardennes.errors import ArdennesError
from tests.env.conftest import any_action, choices, play


@pytest.mark.parametrize(("game", "scenario", "options"), list(choices()))
@pytest.mark.filterwarnings("ignore:.*observation space.*:UserWarning")
def test_pettingzoo_is_content(game, scenario, options):
    """The tests that PettingZoo has for every environment: its interface, and that a seed settles everything."""
    api_test(make(game, scenario=scenario, options=options), num_cycles=60)
    seed_test(lambda: make(game, scenario=scenario, options=options), num_cycles=40)


def test_the_state_is_in_its_space():
    env = make("crossroads", scenario="noon")
    env.reset(seed=1)
    assert env.state_space.contains(env.state())
    before = env.state()
    env.step(any_action(env, random.Random(1)))
    assert not np.array_equal(env.state(), before)


def test_pettingzoo_measures_its_speed(capsys):
    performance_benchmark(make("bulge1944"))
    turns = float(capsys.readouterr().out.split(" turns per second")[0].split()[-1])
    assert turns > 500


@pytest.mark.parametrize(("game", "scenario", "options"), list(choices()))
def test_the_mask_shows_what_may_be_done(game, scenario, options):
    env = make(game, scenario=scenario, options=options, standing_orders=False)
    for _ in play(env, 150, seed=4):
        asked = env.position.asked
        here, there = (env.observe(env.possible_agents[side])["action_mask"] for side in (asked.side, 1 - asked.side))
        offered = [env.actions.option(action) for action in np.flatnonzero(here).tolist()]
        assert sorted(offered) == sorted(asked.options)
        assert len(offered) > 1
        assert not there.any()


def test_every_option_has_its_own_action():
    env = make("crossroads")
    assert [env.actions.action(env.actions.option(action)) for action in range(env.actions.count)] == list(
        range(env.actions.count)
    )
    with pytest.raises(ArdennesError, match="there is no action"):
        env.actions.option(env.actions.count)


def test_the_winner_is_rewarded():
    """Played to the end, the one gets what the other loses, and only at the end."""
    env, draw, wins = make("crossroads", scenario="noon"), random.Random(5), set()
    env.reset(seed=5)
    for _ in range(60):
        env.reset()
        while not any(env.terminations.values()):
            assert set(env.rewards.values()) == {0.0}
            env.step(any_action(env, draw))
        winner = env.position.over.winner
        wins.add(winner)
        assert [env.rewards[agent] for agent in env.possible_agents] == ([1.0, -1.0] if winner == 0 else [-1.0, 1.0])
        assert env.last()[1] == env.rewards[env.agent_selection]
    assert wins == {0, 1}


def test_seeds_follow_one_another():
    """A seed settles not only the next game but those after it, and these differ."""
    env = make("bulge1944")
    seeds = []
    for _ in range(2):
        env.reset(seed=11)
        seeds.append(env.position.seed)
        env.reset()
        seeds.append(env.position.seed)
    assert seeds[:2] == seeds[2:]
    assert seeds[0] != seeds[1]


def test_what_is_not_allowed_is_refused_with_its_rule():
    env = make("bulge1944")
    env.reset(seed=1)
    mask, before = env.observe(env.agent_selection)["action_mask"], env.position.digest()
    wrong = next(action for action in range(env.actions.count) if not mask[action])
    with pytest.raises(Refused) as refused:
        env.step(wrong)
    assert refused.value.refusal.rule
    assert env.position.digest() == before


def test_a_game_may_be_broken_off():
    env = make("crossroads", longest=5)
    assert list(play(env, 50)) == [0, 1, 2, 3, 4]
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    env.step(None)
    env.step(None)
    assert env.agents == []


def test_standing_orders_are_actions():
    """The Allied player may have a bridge prepared whenever it is asked something; the Germans never may."""
    prepare = [verb for verb in make("crossroads").game.verbs if verb.kind == Kind.HEXSIDE]
    offered = [set(), set()]
    for orders in (True, False):
        env = make("crossroads", standing_orders=orders)
        for _ in play(env, 60, seed=2):
            mask = env.observe(env.agent_selection)["action_mask"]
            options = [env.actions.option(action) for action in np.flatnonzero(mask).tolist()]
            found = {env.game.verbs.split(option)[0] for option in options} & set(prepare)
            assert not found or env.agent_selection == "Allied"
            offered[orders] |= found
    assert offered == [set(), set(prepare)]


def test_mistakes_are_named():
    with pytest.raises(ArdennesError, match="no scenario 'dusk'"):
        make("crossroads", scenario="dusk")
    with pytest.raises(ArdennesError, match="render mode 'human'"):
        make("crossroads", render_mode="human")
    with pytest.raises(ArdennesError, match="one at least"):
        make("crossroads", longest=0)
    env = make("crossroads")
    with pytest.raises(ArdennesError, match="reset"):
        env.observe("German")
    env.reset(seed=1)
    with pytest.raises(ArdennesError, match="gave none"):
        env.step(None)


def test_the_table_is_drawn():
    """A picture of the map with the counters, which changes where a counter has moved."""
    env = make("crossroads", scenario="noon", render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    assert before.dtype == np.uint8
    assert before.ndim == 3
    assert before.shape[2] == 3
    draw, where = random.Random(1), list(env.position.where)
    while list(env.position.where) == where:
        env.step(any_action(env, draw))
    after = env.render()
    assert after.shape == before.shape
    changed = (after != before).any(axis=2).mean()
    assert 0 < changed < 0.5
    env.close()
    assert make("crossroads").render() is None
