"""Fits the weights of a game's judgement to games its scripts play against each other:

    python -m ardennes.players.fitting GAME SCENARIO --games 400

Prints a TOML table for each family of scenarios, to be kept in the data file the game's advice reads.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict

import numpy as np
import numpy.typing as npt
from rich.progress import track

from ardennes.engine.advice import AnyAdvice
from ardennes.engine.game import load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.procedure import answer
from ardennes.errors import ArdennesError
from ardennes.players.advisers import advice_for

REDRAW = 0.5
"""The chance that a side plays a turn by another plan than its usual one, so that many positions are seen."""
SIMPLE = 0.1
"""The chance that a side plays a game one step at a time, so that both sides win some."""
SHRINK = 2.0
"""How strongly weights are held near nothing."""
HELD_OUT = 5
"""Every fifth game tells how well the weights do on games they were not fitted to."""

Row = tuple[dict[str, float], float, bool]


def watch(data: GameData, advice: AnyAdvice, seed: str, rows: dict[str, list[Row]], held_out: bool) -> None:
    """Plays one game and notes the numbers at every change of turn, with how it ended for the first side."""
    chance = random.Random(seed)
    p = data.game.start(data, seed)
    stage, seen = -1, []
    simple = [chance.random() < SIMPLE for _ in (0, 1)]
    scripts = [advice.script(side, advice.plans(p, side)[0]) for side in (0, 1)]
    while (asked := p.asked) is not None:
        if advice.stage(p) != stage:
            stage = advice.stage(p)
            seen.append((advice.weight_set(p), advice.numbers(p)))
            for side in (0, 1):
                plans = [advice.simple(p, side)] if simple[side] else advice.plans(p, side)
                scripts[side] = advice.script(side, chance.choice(plans) if chance.random() < REDRAW else plans[0])
        answer(p, scripts[asked.side].choose(p))
    assert p.over is not None
    won = 0.5 if p.over.winner is None else float(p.over.winner == 0)
    for weight_set, numbers in seen:
        rows[weight_set].append((numbers, won, held_out))


def fit(rows: list[Row], signs: dict[str, int]) -> tuple[dict[str, float], float, float]:
    """Logistic weights, and the log-loss on the games fitted to and on those held out. A number whose weight comes out
    with the wrong sign is left out, for it only stands in for something else."""
    names = list(rows[0][0])
    y = np.array([row[1] for row in rows])
    out = np.array([row[2] for row in rows])
    while True:
        x = np.array([[row[0][name] for name in names] for row in rows])
        weights = _newton(x[~out], y[~out])
        wrong = [name for name, weight in zip(names, weights, strict=True) if weight * signs.get(name, 0) < 0]
        if not wrong:
            found = dict(zip(names, map(float, weights), strict=True))
            return found, _loss(x[~out], y[~out], weights), _loss(x[out], y[out], weights)
        names = [name for name in names if name not in wrong]


def _newton(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    weights = np.zeros(x.shape[1])
    shrink = SHRINK * np.eye(x.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (y - chance) - shrink @ weights
        weights += np.linalg.solve((x * (chance * (1 - chance))[:, None]).T @ x + shrink, slope)
    return weights


def _loss(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]) -> float:
    chance = np.clip(1 / (1 + np.exp(-x @ weights)), 1e-9, 1 - 1e-9)
    return float(-np.mean(y * np.log(chance) + (1 - y) * np.log(1 - chance)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="fit")
    chosen = parser.parse_args()
    game = load_game(chosen.game)
    data = game.load_data(chosen.scenario, ())
    advice = advice_for(data)
    if advice is None:
        raise ArdennesError(f"{game.info.title} gives no advice whose weights could be fitted")
    rows: dict[str, list[Row]] = defaultdict(list)
    for number in track(range(chosen.games), description="Playing"):
        watch(data, advice, f"{chosen.seed}:{number}", rows, number % HELD_OUT == 0)
    for weight_set, found in rows.items():
        weights, inside, outside = fit(found, advice.signs)
        wins = float(np.mean([row[1] for row in found]))
        print(f"# {len(found)} positions, first side {wins:.2f}, log-loss {inside:.3f}, held out {outside:.3f}")
        print(f"[{weight_set}]")
        for name, weight in weights.items():
            print(f"{name} = {weight:.3f}")


if __name__ == "__main__":
    main()
