"""What the chance to win is judged by: numbers of a position, seen from the German side."""

from __future__ import annotations

import numpy as np

from ardennes.advisor.ground import Distances, by_way
from ardennes.advisor.judge import AGAINST, FOR, FREE, nearness
from ardennes.games.bulge1944.ai.exits import dangers, total
from ardennes.games.bulge1944.ai.fields import Goals
from ardennes.games.bulge1944.ai.memory import memory_of, town_worth
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from ardennes.games.bulge1944.rules.supply import is_supplied, supplied_hexes
from ardennes.games.bulge1944.rules.victory import elimination_points, exits, holds, objective

SIGNS = {
    "one": FREE, "left": FREE, "moved": FREE, "margin": FOR, "margin_late": FOR, "closeness": FOR,
    "closeness_left": FOR, "recovery": AGAINST, "recovery_late": AGAINST, "exit_near": FOR, "exit_left": FOR,
    "german_armor": FOR, "german_foot": FOR, "allied_armor": AGAINST, "allied_foot": AGAINST, "german_cut": AGAINST,
    "allied_cut": FOR, "bag": FOR, "exit_steps": AGAINST,
}  # fmt: skip
REACH = 0.8
"""Turns over which nearness to a goal fades."""


def numbers(p: Field, distances: Distances) -> dict[str, float]:
    goal = objective(p)
    worth = town_worth(p)
    moved = _germans_have_moved(p)
    left = max(0, goal.turns - p.turn + (0.5 if moved else 1.0)) / goal.turns
    late = 1 - left
    needed = float(goal.german_victory - 0.5 if goal.other_town else 3.0 * goal.needed - 1.5)
    margin = sum(value for hex, value in worth.items() if holds(p, hex)) - needed
    goals = Goals(p, 1.0)
    closeness = _closeness(p, GERMAN, goals.open, distances)
    recovery = _closeness(p, ALLIED, goals.taken, distances)
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
    return {
        "one": 1.0,
        "left": left,
        "moved": float(moved),
        "margin": margin / 5,
        "margin_late": margin * late / 5,
        "closeness": closeness / 5,
        "closeness_left": closeness * left / 5,
        "recovery": recovery / 5,
        "recovery_late": recovery * late / 5,
        "exit_near": near,
        "exit_left": near * left,
        "german_armor": steps[GERMAN][0] / 10,
        "german_foot": steps[GERMAN][1] / 10,
        "allied_armor": steps[ALLIED][0] / 10,
        "allied_foot": steps[ALLIED][1] / 10,
        "german_cut": cut[GERMAN] / 10,
        "allied_cut": cut[ALLIED] / 10,
        "bag": (bag[GERMAN] - bag[ALLIED]) / 10,
        "exit_steps": _exit_steps(p) / 10,
    }


def _exit_steps(p: Field) -> int:
    """15.0 Allied steps on the exits and beside them."""
    board = p.data.board
    near = {there for goal in exits(p) for there in (goal, *board.around(goal))}
    return sum(p.steps[unit] for unit in p.on_map(ALLIED) if p.where[unit] in near)


def _germans_have_moved(p: Field) -> bool:
    return any(getattr(procedure, "side", GERMAN) == ALLIED for procedure in p.stack)


def _closeness(p: Field, side: int, goals: dict[int, float], distances: Distances) -> float:
    """How much of the goals the nearest units have as good as reached."""
    if not goals:
        return 0.0
    tables = distances.fading(REACH, tuple(goals))
    places = by_way(p.on_map(side), memory_of(p.data).travel, p.where, len(tables))
    near = nearness(tables, places, supplied_hexes(p, side))
    return float(near @ np.array(list(goals.values()), dtype=np.float32))
