from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from ardennes.engine.game import AnyGame, game_folders, load_game
from ardennes.env import GameEnv
from ardennes.errors import ArdennesError

Choice = tuple[str, str, tuple[str, ...]]


def choices() -> Iterator[Choice]:
    """Every scenario of every game, and each game with all the options that go together."""
    for name, folder in game_folders().items():
        if (folder / "game.py").exists():
            game = load_game(name)
            for scenario in game.info.scenarios:
                yield name, scenario, ()
            yield name, game.first_scenario, most_options(game)


def most_options(game: AnyGame) -> tuple[str, ...]:
    chosen: list[str] = []
    for option in game.info.options:
        try:
            game.check_choice(game.first_scenario, [*chosen, option])
        except ArdennesError:
            continue
        chosen.append(option)
    return tuple(chosen)


def any_action(env: GameEnv, draw: random.Random) -> int:
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(draw.choice(np.flatnonzero(mask).tolist()))


def play(env: GameEnv, steps: int, seed: int = 0) -> Iterator[int]:
    """Random steps until the game is over; the number of each, before it is taken."""
    draw = random.Random(seed)
    env.reset(seed=seed)
    for step in range(steps):
        if any(env.terminations.values()) or any(env.truncations.values()):
            return
        yield step
        env.step(any_action(env, draw))
