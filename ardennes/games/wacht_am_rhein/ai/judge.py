"""What the chance to win is judged by: numbers of a position, seen from the German side."""

from __future__ import annotations

import numpy as np

from ardennes.advisor.judge import AGAINST, FOR, FREE, closeness
from ardennes.games.wacht_am_rhein.ai.ground import Ground
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.odds import defence_of
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.games.wacht_am_rhein.rules.victory import DRAW, exits, level, stands_in_hex
from ardennes.numbers import Side

TURNS = 16
SIGNS = {
    **{f"turn_{turn}": FREE for turn in range(1, TURNS + 1)}, "allied_turn": FREE,
    "level": FOR, "level_late": FOR, "towns": FOR, "near_towns": FOR, "near_towns_late": FOR, "recovery": AGAINST,
    "recovery_late": AGAINST, "garrison": AGAINST, "garrison_late": AGAINST, "exits": FOR, "leaving": FOR,
    "leaving_late": FOR, "german_steps": FOR, "allied_steps": AGAINST, "german_cut": AGAINST, "allied_cut": FOR,
}  # fmt: skip
REACH, NEAR_EXIT = 0.5, 0.4
"""Turns over which nearness to a goal fades."""
A_GARRISON = 20
"""Strength of a garrison that is hard to beat."""


def numbers(p: Field, ground: Ground, side: Side) -> dict[str, float]:
    """``side`` is whose turn it is."""
    last = p.data.scenario_data.last_turn
    late = p.turn / last
    everywhere = bytes([1]) * ground.size
    towns = ground.aims.of_plan(p.operation)
    taken = {hex: worth for hex, worth in sorted(towns.items()) if stands_in_hex(p, GERMAN, hex)}
    still_open = {hex: worth for hex, worth in sorted(towns.items()) if hex not in taken}
    near = closeness(p, GERMAN, still_open, ground, supplied=everywhere, reach=REACH)
    recovery = closeness(p, ALLIED, taken, ground, supplied=everywhere, reach=REACH)
    garrison = sum(
        worth * min(A_GARRISON, sum(defence_of(p, unit) for unit in p.units_in(hex))) / A_GARRISON
        for hex, worth in still_open.items()
        if stands_in_hex(p, ALLIED, hex)
    )
    stands = _stands(p)
    leaving = _leaving(p, ground)
    steps = [_strength(p, each, cut=False) for each in (GERMAN, ALLIED)]
    cut = [_strength(p, each, cut=True) for each in (GERMAN, ALLIED)]
    return {
        f"turn_{min(p.turn, TURNS)}": 1.0,
        "allied_turn": float(side == ALLIED),
        "level": stands,
        "level_late": stands * late**3,
        "towns": sum(taken.values()),
        "near_towns": near,
        "near_towns_late": near * late,
        "recovery": recovery,
        "recovery_late": recovery * late,
        "garrison": garrison,
        "garrison_late": garrison * late,
        "exits": min(1.5, exits(p) / max(1, ground.exits_needed[1])),
        "leaving": leaving,
        "leaving_late": leaving * late,
        "german_steps": steps[GERMAN] / 100,
        "allied_steps": steps[ALLIED] / 100,
        "german_cut": cut[GERMAN] / 100,
        "allied_cut": cut[ALLIED] / 100,
    }


def _stands(p: Field) -> float:
    """25.17, 25.27 Who would win if the game ended now."""
    reached = level(p)
    return 1.0 if reached < DRAW else 0.5 if reached == DRAW else 0.0


def _leaving(p: Field, ground: Ground) -> float:
    """25.17, 25.27 How near those are to the edge of the map who still have to leave it."""
    needed = ground.exits_needed[1] - exits(p)
    if needed <= 0 or not ground.exits:
        return 0.0
    counters = p.data.counters
    hexes = [p.where[unit] for unit in p.on_map(GERMAN) if not (counters[unit].gun or counters[unit].headquarters)]
    near = np.sort(np.exp(-ground.away[hexes] / NEAR_EXIT))[-needed:]
    return float(near.sum()) / ground.exits_needed[1]


def _strength(p: Field, side: Side, *, cut: bool) -> float:
    """The strength of a side on the map, or of those without supply."""
    faces, steps, supply = p.data.faces, p.steps, p.supply
    units = [unit for unit in p.on_map(side) if not cut or supply[unit]]
    return sum([faces[unit][steps[unit]].attack + faces[unit][steps[unit]].defence for unit in units])
