"""What the chance to win is judged by: numbers of a position, seen from the German side."""

from __future__ import annotations

from ardennes.advisor.judge import AGAINST, FOR, FREE, closeness, steps_cut_off, steps_of
from ardennes.games.deadly_woods.ai.ground import Ground
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.victory import hexes_needed, steps_over_meuse, victory_points
from ardennes.rules.supply import supplied_hexes

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
    left = max(0, data.scenario_data.last_turn - p.turn + 1 - begun) / data.scenario_data.last_turn
    late = 1 - left
    points = victory_points(p)
    supplied = supplied_hexes(p, GERMAN), supplied_hexes(p, ALLIED)
    taken = {hex: 1.0 for hex in ground.goals if p.holds(GERMAN, hex)}
    still_open = {hex: 1.0 for hex in ground.goals if hex not in taken or not supplied[GERMAN][hex]}
    margin = points + WITHOUT_SUPPLY * (len(taken) - points) - hexes_needed(p) + 0.5
    near = closeness(p, GERMAN, still_open, ground, supplied=supplied[GERMAN], reach=REACH)
    recovery = closeness(p, ALLIED, taken, ground, supplied=supplied[ALLIED], reach=REACH)
    steps = [steps_of(p, p.on_map(side)) for side in (GERMAN, ALLIED)]
    cut = [steps_cut_off(p, side, supplied[side]) for side in (GERMAN, ALLIED)]
    return {
        f"turn_{p.turn}" if begun else f"eve_{p.turn}": 1.0,
        "begun": begun,
        "margin": margin,
        "margin_late": margin * late,
        "sudden": max(0, points - sudden_death + 2) / 2,
        "closeness": near / 3,
        "closeness_left": near * left / 3,
        "recovery": recovery / 3,
        "recovery_late": recovery * late / 3,
        "meuse": steps_over_meuse(p) / 9,
        "german_steps": steps[GERMAN] / 10,
        "allied_steps": steps[ALLIED] / 10,
        "german_cut": cut[GERMAN] / 10,
        "allied_cut": cut[ALLIED] / 10,
    }
