"""The chance to win, from a few numbers of a position; their weights are fitted to games the opponents played."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np

from ardennes.datafiles import read_toml
from ardennes.games.bulge1944.ai.exits import dangers, total
from ardennes.games.bulge1944.ai.fields import Distances, Goals
from ardennes.games.bulge1944.ai.ground import Numbers
from ardennes.games.bulge1944.ai.memory import memory_of, town_worth
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from ardennes.games.bulge1944.rules.supply import is_supplied, supplied_hexes
from ardennes.games.bulge1944.rules.victory import elimination_points, exits, holds, objective

FREE, FOR, AGAINST = 0, 1, -1
SIGNS = {
    "one": FREE, "left": FREE, "moved": FREE, "margin": FOR, "margin_late": FOR, "closeness": FOR,
    "closeness_left": FOR, "recovery": AGAINST, "recovery_late": AGAINST, "exit_near": FOR, "exit_left": FOR,
    "german_armor": FOR, "german_foot": FOR, "allied_armor": AGAINST, "allied_foot": AGAINST, "german_cut": AGAINST,
    "allied_cut": FOR, "bag": FOR, "exit_steps": AGAINST,
}  # fmt: skip
"""The numbers, and whether they can only speak for the Germans or against them."""
NAMES = tuple(SIGNS)


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``weights.toml``: for each objective the weight of every number in :data:`NAMES`."""

    source: str
    campaign: dict[str, float]
    autumn_mist: dict[str, float]
    plan_martin: dict[str, float]
    spoiling_attack: dict[str, float]


@lru_cache(maxsize=1)
def weights() -> dict[str, tuple[float, ...]]:
    """By objective, in the order of the names."""
    read = read_toml(Path(__file__).parent / "weights.toml", Weights)
    tables = {card: getattr(read, card) for card in Weights.__struct_fields__ if card != "source"}
    return {card: tuple(table.get(name, 0.0) for name in NAMES) for card, table in tables.items()}


def numbers(p: Field, distances: Distances) -> tuple[float, ...]:
    """What the judgement is made from, all seen from the German side."""
    goal = objective(p)
    worth = town_worth(p)
    moved = _germans_have_moved(p)
    left = max(0, goal.turns - p.turn + (0.5 if moved else 1.0)) / goal.turns
    late = 1 - left
    needed = float(goal.german_victory - 0.5 if goal.other_town else 3.0 * goal.needed - 1.5)
    margin = sum(value for hex, value in worth.items() if holds(p, hex)) - needed
    goals = Goals(p, 1.0)
    decay = distances.decay(0.8)
    closeness = _closeness(p, GERMAN, goals.open, decay)
    recovery = _closeness(p, ALLIED, goals.taken, decay)
    near = total(danger for danger, _ in dangers(p, distances).values())
    steps = [[0, 0], [0, 0]]
    cut = [0, 0]
    for side in (GERMAN, ALLIED):
        for unit in p.on_map(side):
            piece = p.data.counters[unit]
            steps[side][not piece.armor] += p.steps[unit]
            if not piece.us_airborne and not is_supplied(p, unit):
                cut[side] += p.steps[unit]
    bag = elimination_points(p)
    return (
        1.0, left, float(moved), margin / 5, margin * late / 5, closeness / 5, closeness * left / 5, recovery / 5,
        recovery * late / 5, near, near * left, steps[GERMAN][0] / 10, steps[GERMAN][1] / 10, steps[ALLIED][0] / 10,
        steps[ALLIED][1] / 10, cut[GERMAN] / 10, cut[ALLIED] / 10, (bag[GERMAN] - bag[ALLIED]) / 10,
        _exit_steps(p) / 10,
    )  # fmt: skip


def _exit_steps(p: Field) -> int:
    """15.0 Allied steps on the exits and beside them."""
    board = p.data.board
    near = {there for goal in exits(p) for there in (goal, *board.around(goal))}
    return sum(p.steps[unit] for unit in p.on_map(ALLIED) if p.where[unit] in near)


def _germans_have_moved(p: Field) -> bool:
    return any(getattr(procedure, "side", GERMAN) == ALLIED for procedure in p.stack)


def _closeness(p: Field, side: int, goals: dict[int, float], decay: tuple[Numbers, ...]) -> float:
    """How much of the goals the nearest units have as good as reached; units out of supply count half."""
    if not goals:
        return 0.0
    hexes = list(goals)
    near = np.zeros(len(hexes), dtype=np.float32)
    supplied, travel = supplied_hexes(p, side), memory_of(p.data).travel
    for kind, table in enumerate(decay):
        places = [p.where[unit] for unit in p.on_map(side) if travel[unit] == kind]
        if places:
            share = np.array([1.0 if supplied[hex] else 0.5 for hex in places], dtype=np.float32)
            near = np.maximum(near, (table[np.ix_(hexes, places)] * share).max(axis=1))
    return float(near @ np.array(list(goals.values()), dtype=np.float32))


def weight_set(p: Field) -> str:
    """The objective whose weights judge a position: the one in play, or the one it is said to be like."""
    named = objective(p).judged_as or p.card
    return named if named in weights() else next(iter(weights()))


def german_chance(p: Field, distances: Distances) -> float:
    """The chance of the Germans; half of it for a draw."""
    if p.over is not None:
        return 0.5 if p.over.winner is None else float(p.over.winner == GERMAN)
    given = weights()[weight_set(p)]
    score = sum(weight * number for weight, number in zip(given, numbers(p, distances), strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))
