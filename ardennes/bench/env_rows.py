"""The environment for learning agents beside PettingZoo's chess, both by random actions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ardennes.bench.bench_map import BenchMap
from ardennes.bench.play_rows import Player
from ardennes.bench.timing import Rows, Stopwatch, alone, beside, optional
from ardennes.engine.game import game_folders, load_game

TIMES_CHESS = 15
PETTINGZOO_CHESS = "PettingZoo's chess"


def env_rows(bench_map: BenchMap, stopwatch: Stopwatch) -> Rows:
    """One step with its observation, where the extra ``env`` is installed; chess needs the extra ``bench``."""
    if optional("pettingzoo") is None:
        return
    from ardennes.env import make

    chess = optional("pettingzoo.classic.chess_v6")
    for name, folder in game_folders().items():
        if not (folder / "game.py").exists():
            continue
        game = load_game(name)
        row = f"environment step, {game.info.title}"
        last = list(game.info.scenarios)[-1]
        allowed = [option for option in game.info.options if option not in game.info.scenarios[last].barred]
        simplest, fullest = make(game), make(game, scenario=last, options=allowed)
        for title, env, times in (
            (row, simplest, TIMES_CHESS),
            (f"{row}, {last} with every option", fullest, None),
        ):
            players = [player_of(each) for each in (env, *([chess.env()] if chess is not None else []))]
            taken, *by_chess = stopwatch.each_in_turn(players)
            yield alone(title, taken, detail=f"{1e6 / taken:,.0f} steps/s")
            for other in by_chess:
                yield beside(title, taken, PETTINGZOO_CHESS, other, times)


def player_of(env: Any) -> Player:
    """Plays an environment by random actions, as PettingZoo's own benchmark does. The mask is searched as truth values,
    which numpy finds much faster than bytes: the environment is to be timed, not the search."""

    def play(seed: int) -> int:
        draw, steps = random.Random(seed), 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(draw.choice(np.flatnonzero(observation["action_mask"].view(bool)).tolist()))
                steps += 1
        return steps

    return play
