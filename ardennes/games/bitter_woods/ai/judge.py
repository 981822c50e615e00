"""What the chance to win is judged by: numbers of a position, seen from the German side."""

from __future__ import annotations

import numpy as np

from ardennes.advisor.judge import AGAINST, CUT_OFF, FOR, FREE, closeness, steps_cut_off, steps_of
from ardennes.games.bitter_woods.ai.ground import Ground
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.bitter_woods.rules.points import allied_losses, german_losses, total
from ardennes.games.bitter_woods.rules.supply import supplied_hexes
from ardennes.games.bitter_woods.rules.victory import DRAW, TACTICAL, level, shift
from ardennes.numbers import Side, Unit

TURNS = 40
SIGNS = {
    **{f"turn_{turn}": FREE for turn in range(1, TURNS + 1)}, "allied_turn": FREE,
    "level": FOR, "level_late": FOR, "towns": FOR, "towns_late": FOR, "near_towns": FOR, "near_towns_left": FOR,
    "meuse": FOR, "meuse_late": FOR, "crossed": FOR, "crossed_late": FOR, "recovery": AGAINST, "recovery_late": AGAINST,
    "exits": FOR, "panzers": FOR, "infantry": FOR, "allied_steps": AGAINST, "german_cut": AGAINST, "allied_cut": FOR,
    "allied_lost": FOR, "german_lost": AGAINST,
}  # fmt: skip
"""Each turn has a number of its own, for what is much at one time is little at another."""
REACH = 0.5
"""Turns over which nearness to a goal fades."""
POINTS = 6
"""2.9 Points that are as good as a whole game."""
USUAL_LOSSES = 6, 48, 12
"""17.1, 17.6 As in the campaign."""
A_DIVISION = 3
"""17.2 Mechanized units that have to be across."""


def numbers(p: Field, ground: Ground, side: Side) -> dict[str, float]:
    """``side`` is whose turn it is."""
    data = p.data
    first = data.scenario_data.first_turn
    late = (p.turn - first + 1) / (data.scenario_data.last_turn - first + 1)
    supplied = supplied_hexes(p, GERMAN), supplied_hexes(p, ALLIED)
    taken = {hex: 1.0 for hex in sorted(ground.towns) if p.side_in(hex) == GERMAN}
    towns = sum(1.0 if supplied[GERMAN][hex] else CUT_OFF for hex in taken)
    still_open = {hex: 1.0 for hex in sorted(ground.towns) if hex not in taken}
    near_towns = closeness(p, GERMAN, still_open, ground, supplied=supplied[GERMAN], reach=REACH)
    recovery = closeness(p, ALLIED, taken, ground, supplied=supplied[ALLIED], reach=REACH)
    mechanized = [unit for unit in p.on_map(GERMAN) if data.counters[unit].mechanized]
    crossed = sum(p.where[unit] in data.board.area("across-meuse-north-of-vireux") for unit in mechanized)
    meuse = _meuse(p, mechanized, ground, supplied[GERMAN])
    reached = _reached(p)
    steps = [steps_of(p, p.on_map(each)) for each in (GERMAN, ALLIED)]
    cut = [steps_cut_off(p, each, supplied[each]) for each in (GERMAN, ALLIED)]
    panzers = sum([p.face(unit).strength for unit in mechanized])
    most_exits, most_allied, most_german = _losses(p)
    return {
        f"turn_{min(p.turn, TURNS)}": 1.0,
        "allied_turn": float(side == ALLIED),
        "level": reached,
        "level_late": reached * late**3,
        "towns": towns,
        "towns_late": towns * late,
        "near_towns": near_towns,
        "near_towns_left": near_towns * (1 - late),
        "meuse": meuse,
        "meuse_late": meuse * late,
        "crossed": min(A_DIVISION, crossed) / A_DIVISION,
        "crossed_late": min(A_DIVISION, crossed) / A_DIVISION * late,
        "recovery": recovery,
        "recovery_late": recovery * late,
        "exits": p.exits / most_exits,
        "panzers": panzers / 50,
        "infantry": (steps[GERMAN] - steps_of(p, mechanized)) / 20,
        "allied_steps": steps[ALLIED] / 20,
        "german_cut": cut[GERMAN] / 10,
        "allied_cut": cut[ALLIED] / 10,
        "allied_lost": min(1.2, allied_losses(p) / most_allied) ** 2,
        "german_lost": min(1.2, german_losses(p) / most_german) ** 2,
    }


def _reached(p: Field) -> float:
    """17.0, 2.9 Who would win if the game ended now, from 0 to 1; by points, how near it is."""
    scenario = p.data.scenario_data
    if scenario.victory is not None:
        stands = level(p, scenario.victory) + shift(p, scenario.victory)
        return 1.0 if stands <= TACTICAL else 0.5 if stands == DRAW else 0.0
    assert scenario.verdict is not None
    even = (scenario.verdict.german_from + scenario.verdict.allied_up_to) / 2
    return 0.5 + (total(p, GERMAN) - total(p, ALLIED) - even) / POINTS


def _losses(p: Field) -> tuple[int, int, int]:
    """17.1, 17.6 Exits and losses of both sides that decide."""
    needed = p.data.scenario_data.victory
    return (needed.exits, needed.allied_losses, needed.german_losses) if needed is not None else USUAL_LOSSES


def _meuse(p: Field, mechanized: list[Unit], ground: Ground, supplied: bytearray) -> float:
    """17.2 How near the three foremost mechanized units are to a bridge over the Meuse, or beyond it; a part of the map
    may have none."""
    if not mechanized or not ground.crossings:
        return 0.0
    hexes = [p.where[unit] for unit in mechanized]
    share = np.array([1.0 if supplied[hex] else CUT_OFF for hex in hexes])
    near = np.sort(np.exp(-ground.across[hexes] / REACH) * share)[-A_DIVISION:]
    return float(near.sum()) / A_DIVISION
