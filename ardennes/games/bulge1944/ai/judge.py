"""What the chance to win is judged by: numbers of a position, seen from the German side."""

from __future__ import annotations

from ardennes.advisor.judge import AGAINST, FOR, FREE, closeness, steps_of
from ardennes.games.bulge1944.ai.exits import dangers, total
from ardennes.games.bulge1944.ai.goals import goals_of
from ardennes.games.bulge1944.ai.ground import Ground
from ardennes.games.bulge1944.ai.memory import town_worth
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from ardennes.games.bulge1944.rules.supply import is_supplied
from ardennes.games.bulge1944.rules.victory import elimination_points, exits, holds, objective
from ardennes.rules.supply import supplied_hexes

SIGNS = {
    "one": FREE, "left": FREE, "moved": FREE, "margin": FOR, "margin_late": FOR, "closeness": FOR,
    "closeness_left": FOR, "recovery": AGAINST, "recovery_late": AGAINST, "exit_near": FOR, "exit_left": FOR,
    "german_armor": FOR, "german_foot": FOR, "allied_armor": AGAINST, "allied_foot": AGAINST, "german_cut": AGAINST,
    "allied_cut": FOR, "bag": FOR, "exit_steps": AGAINST,
}  # fmt: skip
REACH = 0.8
"""Turns over which nearness to a goal fades."""


def numbers(p: Field, ground: Ground) -> dict[str, float]:
    goal, counters = objective(p), p.data.counters
    moved = any(getattr(procedure, "side", GERMAN) == ALLIED for procedure in p.stack)
    left = max(0, goal.turns - p.turn + (0.5 if moved else 1.0)) / goal.turns
    late = 1 - left
    needed = float(goal.german_victory - 0.5 if goal.other_town else 3.0 * goal.needed - 1.5)
    margin = sum(value for hex, value in town_worth(p).items() if holds(p, hex)) - needed
    closest, recovery = (
        closeness(p, side, goals_of(p, side), ground, supplied=supplied_hexes(p, side), reach=REACH)
        for side in (GERMAN, ALLIED)
    )
    near = total(danger for danger, _ in dangers(p, ground).values())
    armor = [steps_of(p, [unit for unit in p.on_map(side) if counters[unit].armor]) for side in (GERMAN, ALLIED)]
    steps = [steps_of(p, p.on_map(side)) for side in (GERMAN, ALLIED)]
    cut = [
        steps_of(p, [unit for unit in p.on_map(side) if not counters[unit].us_airborne and not is_supplied(p, unit)])
        for side in (GERMAN, ALLIED)
    ]
    bag = elimination_points(p)
    return {
        "one": 1.0,
        "left": left,
        "moved": float(moved),
        "margin": margin / 5,
        "margin_late": margin * late / 5,
        "closeness": closest / 5,
        "closeness_left": closest * left / 5,
        "recovery": recovery / 5,
        "recovery_late": recovery * late / 5,
        "exit_near": near,
        "exit_left": near * left,
        "german_armor": armor[GERMAN] / 10,
        "german_foot": (steps[GERMAN] - armor[GERMAN]) / 10,
        "allied_armor": armor[ALLIED] / 10,
        "allied_foot": (steps[ALLIED] - armor[ALLIED]) / 10,
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
