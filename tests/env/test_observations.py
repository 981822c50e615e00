"""Observations: complete, the same however they came about, and without anything a side may not know."""

from __future__ import annotations

import numpy as np
import pytest

from ardennes.engine.duties import Order, give
from ardennes.env import make
from ardennes.env.observations import NOTHING, Layout, Observer
from tests.env.conftest import choices, play


def read(layout, side, seen):
    return Observer(layout, side).read(seen, seen.asked)


@pytest.mark.parametrize(("game", "scenario", "options"), list(choices()))
def test_an_observation_is_what_the_view_shows(game, scenario, options):
    """Written bit by bit during a game, it equals one that is read afresh off the view, and for a side that is not
    asked too."""
    env = make(game, scenario=scenario, options=options)
    for step in play(env, 240, seed=6):
        if step % 8:
            env.observe(env.agent_selection)
            continue
        for side, agent in enumerate(env.possible_agents):
            fresh = read(env.layout, side, env.position.view(side))
            assert np.array_equal(env.observe(agent)["observation"], fresh)


@pytest.mark.parametrize(("game", "scenario", "options"), list(choices()))
def test_what_is_hidden_is_not_in_it(game, scenario, options):
    """Truths that differ only in what a side may not know look the same to it."""
    env = make(game, scenario=scenario, options=options)
    differing = 0
    for step in play(env, 200, seed=3):
        if step % 20:
            continue
        for side in (0, 1):
            view = env.position.view(side)
            seen = read(env.layout, side, view)
            for seed in ("one", "two"):
                truth = view.determinize(seed)
                differing += truth.where != env.position.where
                truth_seen = truth.view(side)
                assert np.array_equal(read(env.layout, side, truth_seen), seen)
    hides_counters = (game, scenario) == ("crossroads", "dawn") or "hidden" in options
    assert bool(differing) == hides_counters


def test_secret_orders_stay_secret():
    env = make("crossroads", scenario="noon")
    env.reset(seed=1)
    german, allied = (read(env.layout, side, env.position) for side in (0, 1))
    give(env.position, Order(1, "demolition", 3))
    assert np.array_equal(read(env.layout, 0, env.position), german)
    assert not np.array_equal(read(env.layout, 1, env.position), allied)
    assert not np.array_equal(env.state(), read(env.layout, 1, env.position))


def test_parts_have_names():
    env = make("bulge1944")
    env.reset(seed=1)
    parts = env.layout.split(env.observe("German")["observation"])
    assert parts["where"].tolist() == list(env.position.where)
    assert parts["control"].tolist() == list(env.position.control)
    assert parts["turn"].tolist() == [1]
    assert parts["looks"].tolist() == [0]
    assert parts["weather"].tolist() == [env.game.words.index("overcast")]
    assert sum(len(part) for part in parts.values()) == env.layout.size


def test_open_procedures_are_told_apart():
    """Which unit is on the move, which hex is attacked: without that no agent could answer."""
    env = make("crossroads", scenario="noon")
    moved = set()
    for _ in play(env, 60, seed=1):
        parts = env.layout.split(env.observe(env.agent_selection)["observation"])
        moving = [own.unit for own in env.position.stack if type(own).__name__ == "Move"]
        assert (moving[0] if moving else NOTHING) in parts["Move"].tolist()
        moved.update(moving)
    assert len(moved) > 1


def test_words_are_numbers():
    layout = Layout(make("crossroads").data)
    numbers = [layout.word(word) for word in ("A1", "D1", "never declared")]
    assert numbers[:2] == [2, 3]
    assert numbers[2] == layout.word("never declared") >= 1000
