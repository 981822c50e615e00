"""The chance to win, from a few numbers of a position; their weights are fitted to games the opponents played."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np

from ardennes.datafiles import read_toml
from ardennes.games.deadly_woods.ai.ground import Ground
from ardennes.games.deadly_woods.rules.control import holds
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.supply import supplied_hexes
from ardennes.games.deadly_woods.rules.victory import hexes_needed, steps_over_meuse, victory_points

FREE, FOR, AGAINST = 0, 1, -1
TURNS = 12
SIGNS = {
    **{f"eve_{turn}": FREE for turn in range(1, TURNS + 1)},
    **{f"turn_{turn}": FREE for turn in range(1, TURNS + 1)}, "begun": FREE,
    "margin": FOR, "margin_late": FOR, "sudden": FOR, "closeness": FOR, "closeness_left": FOR, "recovery": AGAINST,
    "recovery_late": AGAINST, "meuse": FOR, "german_steps": FOR, "allied_steps": AGAINST, "german_cut": AGAINST,
    "allied_cut": FOR,
}  # fmt: skip
"""The numbers, and whether they can only speak for the Germans or against them. Each turn has one of its own, and
another before its first chit, for what is much at one time is little at another: fronts move, reinforcements come."""
NAMES = tuple(SIGNS)
WITHOUT_SUPPLY = 0.5
"""What a goal counts that cannot trace supply yet."""
ROUNDS = 12
"""After so many a turn is as good as over."""
REACH = 0.8
"""Rounds over which nearness to a goal fades."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``weights.toml``: for each scenario the weight of every number in :data:`NAMES`."""

    source: str
    attack: dict[str, float]
    campaign: dict[str, float]


@lru_cache(maxsize=1)
def weights() -> dict[str, tuple[float, ...]]:
    """By scenario, in the order of the names."""
    read = read_toml(Path(__file__).parent / "weights.toml", Weights)
    tables = {"attack": read.attack, "campaign": read.campaign}
    return {scenario: tuple(table.get(name, 0.0) for name in NAMES) for scenario, table in tables.items()}


def numbers(p: Field, ground: Ground) -> tuple[float, ...]:
    """What the judgement is made from, all seen from the German side."""
    data, sudden_death = p.data, p.data.scenario_data.sudden_death_hexes
    begun = min(1.0, len(p.track) / ROUNDS)
    left = max(0, data.last_turn - p.turn + 1 - begun) / data.last_turn
    late = 1 - left
    moment = [0.0] * (2 * TURNS)
    moment[p.turn - 1 + (TURNS if begun else 0)] = 1.0
    points = victory_points(p)
    in_supply = supplied_hexes(p, GERMAN)
    open_goals = [hex for hex in ground.goals if not (holds(p, GERMAN, hex) and in_supply[hex])]
    taken = [hex for hex in ground.goals if holds(p, GERMAN, hex)]
    margin = points + WITHOUT_SUPPLY * (len(taken) - points) - hexes_needed(p) + 0.5
    closeness, recovery = _closeness(p, GERMAN, open_goals, ground), _closeness(p, ALLIED, taken, ground)
    steps, cut = [0, 0], [0, 0]
    for side in (GERMAN, ALLIED):
        supplied = supplied_hexes(p, side)
        for unit in p.on_map(side):
            steps[side] += p.steps[unit]
            if not supplied[p.where[unit]]:
                cut[side] += p.steps[unit]
    return (
        *moment, begun,
        margin, margin * late, max(0, points - sudden_death + 2) / 2, closeness / 3, closeness * left / 3,
        recovery / 3, recovery * late / 3, steps_over_meuse(p) / 9, steps[GERMAN] / 10, steps[ALLIED] / 10,
        cut[GERMAN] / 10, cut[ALLIED] / 10,
    )  # fmt: skip


def _closeness(p: Field, side: int, goals: list[int], ground: Ground) -> float:
    """How much of the goals the nearest units have as good as reached; units that cannot trace supply count half."""
    if not goals:
        return 0.0
    near, supplied = np.zeros(len(goals), dtype=np.float32), supplied_hexes(p, side)
    rows = [ground.goals.index(goal) for goal in goals]
    for unit in p.on_map(side):
        here = p.where[unit]
        table = ground.fading(ground.travels[unit], REACH)
        near = np.maximum(near, table[rows, here] * (1.0 if supplied[here] else 0.5))
    return float(near.sum())


def weight_set(p: Field) -> str:
    """The scenario whose weights judge a position: the one played, or the one it is said to be like."""
    named = p.data.scenario_data.judged_as or p.data.scenario
    return named if named in weights() else next(iter(weights()))


def german_chance(p: Field, ground: Ground) -> float:
    """The chance of the Germans; half of it for a draw."""
    if p.over is not None:
        return 0.5 if p.over.winner is None else float(p.over.winner == GERMAN)
    given = weights()[weight_set(p)]
    score = sum(weight * number for weight, number in zip(given, numbers(p, ground), strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))
