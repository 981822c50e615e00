"""Fits the weights of a game's judgement to games that its scripts play against each other, and its calibration."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

import msgspec
import numpy as np
import numpy.typing as npt

from ardennes.advisor.judge import logistic
from ardennes.engine.advice import AnyAdvice, AnyScript, Plan
from ardennes.engine.game_data import GameData
from ardennes.engine.position import Position
from ardennes.engine.procedure import answer
from ardennes.engine.score import turn_of
from ardennes.errors import ArdennesError
from ardennes.numbers import SIDES, Side
from ardennes.players.advisers import advice_for
from ardennes.players.outlook import TRIES, turn_played

REDRAW = 0.5
"""The chance that a side plays a turn by another plan than its usual one, so that many positions are seen."""
SIMPLE = 0.1
"""The chance that a side plays a game one step at a time, so that both sides win some."""
WAYS = ("simple", "simple", "usual", "any")
"""How a side may play the games from which both play on as usual."""
LEAST_CHANCE = 1e-4
SHRINK = 2.0
"""How strongly weights are held near nothing."""
HELD_OUT = 5
"""Every fifth game tells how well the weights do on games they were not fitted to."""

Row = tuple[dict[str, float], float, bool]
"""Numbers of a position, how its game ended for the first side, and whether it is held out."""


class Fitted(msgspec.Struct, frozen=True):
    """A set of weights, and how well it does."""

    weight_set: str
    weights: dict[str, float]
    positions: int
    wins: float
    """Of the first side."""
    loss: float
    held_out_loss: float
    """Log-loss on the games fitted to, and on the others."""

    def as_toml(self) -> str:
        """As it stands in the file that the game's advice reads."""
        return "\n".join(
            [
                f"# {self.positions} positions, first side {self.wins:.2f}, "
                f"log-loss {self.loss:.3f}, held out {self.held_out_loss:.3f}",
                f"[sets.{self.weight_set}]",
                *(f"{name} = {weight:.3f}" for name, weight in self.weights.items()),
            ]
        )


def advice_to_fit(data: GameData) -> AnyAdvice:
    """The advice of a game; ArdennesError where its judgement has no weights."""
    advice = advice_for(data)
    if advice is None or not advice.signs:
        raise ArdennesError(f"{data.game.info.title}: its judgement has no weights that could be fitted")
    return advice


def fit_to_games(data: GameData, seed: str, numbers: Iterable[int]) -> Iterator[Fitted]:
    """Plays games and fits the weights of each set that was needed in them."""
    advice, rows = advice_to_fit(data), defaultdict[str, list[Row]](list)
    for number in numbers:
        watch(data, advice, f"{seed}:{number}", rows, number % HELD_OUT == 0)
    for weight_set, found in rows.items():
        weights, loss, held_out_loss = fit(found, advice.signs)
        wins = float(np.mean([row[1] for row in found]))
        yield Fitted(weight_set, weights, len(found), wins, loss, held_out_loss)


def watch(data: GameData, advice: AnyAdvice, seed: str, rows: dict[str, list[Row]], held_out: bool) -> None:
    """Plays one game and notes the numbers at every change of turn, with how it ended for the first side."""
    chance = random.Random(seed)
    p = data.game.start(data, seed)
    stage, seen = -1, []
    simple = [chance.random() < SIMPLE for _ in SIDES]
    scripts = [advice.script(side, advice.plans(p, side)[0]) for side in SIDES]
    while (asked := p.asked) is not None:
        if advice.stage(p) != stage:
            stage = advice.stage(p)
            seen.append((advice.weight_set(p), advice.numbers(p)))
            for side in SIDES:
                plans = [advice.simple(p, side)] if simple[side] else advice.plans(p, side)
                scripts[side] = advice.script(side, chance.choice(plans) if chance.random() < REDRAW else plans[0])
        answer(p, scripts[asked.side].choose(p))
    assert p.over is not None
    won = 0.5 if p.over.winner is None else float(p.over.winner == 0)
    for weight_set, numbers in seen:
        rows[weight_set].append((numbers, won, held_out))


# --- calibration ---------------------------------------------------------------------------------


class Calibrated(msgspec.Struct, frozen=True):
    """What puts the judgement right in each turn of a scenario after both sides have played some turns as usual, and
    over how many positions."""

    scenario: str
    ahead: int
    turns: dict[int, tuple[float, float]]
    positions: int

    def as_toml(self) -> str:
        """As it stands in the file that the game's advice reads."""
        return "\n".join(
            [
                f"# {self.positions} positions",
                f"[sets.{self.scenario}]",
                *(f"{turn} = [{added:.2f}, {times:.2f}]" for turn, (added, times) in sorted(self.turns.items())),
                "",
                "[ahead]",
                f"{self.scenario} = {self.ahead}",
            ]
        )


class Judged(msgspec.Struct, frozen=True):
    """A position as the judgement sees it, or how the game has ended for the first side."""

    turn: int
    log_odds: float
    won: float | None = None

    def chance(self, corrections: Mapping[int, tuple[float, float]]) -> float:
        if self.won is not None:
            return self.won
        added, times = corrections.get(self.turn, (0.0, 1.0))
        return logistic(added + times * self.log_odds)


def calibrate(data: GameData, seed: str, numbers: Iterable[int], ahead: int) -> Calibrated:
    """Plays games, and from the beginning of each of their turns some turns more in the usual way. The last turn is put
    right by how the game ended, each other one by what the judgement, put right already, makes of a turn later."""
    advice, steps = advice_for(data), defaultdict[int, list[tuple[Judged, Judged]]](list)
    if advice is None:
        raise ArdennesError(f"{data.game.info.title}: it has no judgement that could be put right")
    for number in numbers:
        for before, after in usual_turns(data, advice, f"{seed}:{number}", ahead):
            steps[before.turn].append((before, after))
    found = dict[int, tuple[float, float]]()
    for turn in sorted(steps, reverse=True):
        found[turn] = _correction([(before.log_odds, after.chance(found)) for before, after in steps[turn]])
    return Calibrated(data.scenario, ahead, found, sum(map(len, steps.values())))


def usual_turns(data: GameData, advice: AnyAdvice, seed: str, ahead: int) -> Iterator[tuple[Judged, Judged]]:
    """Plays one game, each side in its own way: one step at a time, as usual, or by one plan or another. From the
    beginning of each turn both play on as usual with several dice: the beginning of the turn so many later, and of the
    one after it."""
    chance = random.Random(seed)
    p = advice.reveal_all(data.game.start(data, seed))
    ways = [chance.choice(WAYS) for _ in SIDES]
    turn, stage, scripts = 0, -1, list[AnyScript]()
    while (asked := p.asked) is not None:
        if turn_of(p) != turn:
            turn = turn_of(p)
            for number, later in product(range(TRIES), _turns_later(turn, ahead)):
                before = _judged(advice, turn_played(advice, p, turn + later - 1, number))
                if before.won is None:
                    yield before, _judged(advice, turn_played(advice, p, turn + later, number))
        if advice.stage(p) != stage:
            stage = advice.stage(p)
            scripts = [advice.script(side, _plan(advice, p, side, ways[side], chance)) for side in SIDES]
        scripts[asked.side].act(p)


def _turns_later(turn: int, ahead: int) -> Iterable[int]:
    """After how many turns positions are looked at. Few have been played so long in the first turns; and the beginning
    of the game, always the same, says little of what may come of it."""
    if turn == 1:
        return (0,)
    return range(ahead + 1) if turn <= ahead + 1 else (ahead,)


def _plan(advice: AnyAdvice, p: Position, side: Side, way: str, chance: random.Random) -> Plan:
    plans = advice.plans(p, side)
    if way == "simple":
        return advice.simple(p, side)
    return chance.choice(plans) if way == "any" and chance.random() < REDRAW else plans[0]


def _judged(advice: AnyAdvice, p: Position) -> Judged:
    if p.over is not None:
        return Judged(turn_of(p), 0.0, 0.5 if p.over.winner is None else float(p.over.winner == 0))
    return Judged(turn_of(p), _log_odds(advice.judge(p, SIDES[0])))


def _log_odds(chance: float) -> float:
    sure = min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE)
    return math.log(sure / (1 - sure))


def _correction(seen: list[tuple[float, float]]) -> tuple[float, float]:
    """What is added, and what log odds are multiplied by; without games it would be nothing and one."""
    log_odds, won = (np.array(column) for column in zip(*seen, strict=True))
    added, times = _newton(np.stack([np.ones_like(log_odds), log_odds], axis=1), won, np.array([0.0, 1.0]))
    return float(added), float(times)


# --- weights -------------------------------------------------------------------------------------


def fit(rows: list[Row], signs: dict[str, int]) -> tuple[dict[str, float], float, float]:
    """Logistic weights, and the log-loss on the games fitted to and on those held out. A number whose weight comes out
    with the wrong sign is left out, for it only stands in for something else."""
    names = [name for name in signs if any(row[0].get(name) for row in rows)]
    y = np.array([row[1] for row in rows])
    out = np.array([row[2] for row in rows])
    while True:
        x = np.array([[row[0].get(name, 0.0) for name in names] for row in rows])
        weights = _newton(x[~out], y[~out])
        wrong = [name for name, weight in zip(names, weights, strict=True) if weight * signs.get(name, 0) < 0]
        if not wrong:
            found = dict(zip(names, map(float, weights), strict=True))
            return found, _loss(x[~out], y[~out], weights), _loss(x[out], y[out], weights)
        names = [name for name in names if name not in wrong]


def _newton(
    x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], near: npt.NDArray[np.float64] | None = None
) -> npt.NDArray[np.float64]:
    """Logistic weights, held near some others, or near nothing."""
    prior = np.zeros(x.shape[1]) if near is None else near
    weights = prior.copy()
    shrink = SHRINK * np.eye(x.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (y - chance) - shrink @ (weights - prior)
        weights += np.linalg.solve((x * (chance * (1 - chance))[:, None]).T @ x + shrink, slope)
    return weights


def _loss(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]) -> float:
    chance = np.clip(1 / (1 + np.exp(-x @ weights)), 1e-9, 1 - 1e-9)
    return float(-np.mean(y * np.log(chance) + (1 - y) * np.log(1 - chance)))
