"""What the chance to win is judged by: numbers of a position, seen from the German side."""

from __future__ import annotations

from ardennes.advisor.ground import by_way
from ardennes.advisor.judge import AGAINST, FOR, FREE, nearness
from ardennes.games.deadly_woods.ai.ground import Ground
from ardennes.games.deadly_woods.rules.control import holds
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.supply import supplied_hexes
from ardennes.games.deadly_woods.rules.victory import hexes_needed, steps_over_meuse, victory_points

TURNS = 12
SIGNS = {
    **{f"eve_{turn}": FREE for turn in range(1, TURNS + 1)},
    **{f"turn_{turn}": FREE for turn in range(1, TURNS + 1)}, "begun": FREE,
    "margin": FOR, "margin_late": FOR, "sudden": FOR, "closeness": FOR, "closeness_left": FOR, "recovery": AGAINST,
    "recovery_late": AGAINST, "meuse": FOR, "german_steps": FOR, "allied_steps": AGAINST, "german_cut": AGAINST,
    "allied_cut": FOR,
}  # fmt: skip
"""Each turn has a number of its own, and another before its first chit, for what is much at one time is little at
another: fronts move, reinforcements come."""
WITHOUT_SUPPLY = 0.5
"""What a goal counts that cannot trace supply yet."""
ROUNDS = 12
"""After so many a turn is as good as over."""
REACH = 0.8
"""Rounds over which nearness to a goal fades."""


def numbers(p: Field, ground: Ground) -> dict[str, float]:
    data, sudden_death = p.data, p.data.scenario_data.sudden_death_hexes
    begun = min(1.0, len(p.track) / ROUNDS)
    left = max(0, data.last_turn - p.turn + 1 - begun) / data.last_turn
    late = 1 - left
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
    return {
        f"turn_{p.turn}" if begun else f"eve_{p.turn}": 1.0,
        "begun": begun,
        "margin": margin,
        "margin_late": margin * late,
        "sudden": max(0, points - sudden_death + 2) / 2,
        "closeness": closeness / 3,
        "closeness_left": closeness * left / 3,
        "recovery": recovery / 3,
        "recovery_late": recovery * late / 3,
        "meuse": steps_over_meuse(p) / 9,
        "german_steps": steps[GERMAN] / 10,
        "allied_steps": steps[ALLIED] / 10,
        "german_cut": cut[GERMAN] / 10,
        "allied_cut": cut[ALLIED] / 10,
    }


def _closeness(p: Field, side: int, goals: list[int], ground: Ground) -> float:
    """How much of the goals the nearest units have as good as reached."""
    if not goals:
        return 0.0
    tables = ground.distances.fading(REACH, tuple(goals))
    places = by_way(p.on_map(side), ground.travels, p.where, len(tables))
    return float(nearness(tables, places, supplied_hexes(p, side)).sum())
