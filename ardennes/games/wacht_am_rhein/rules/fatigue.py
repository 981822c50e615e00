"""13.0 Fatigue: who moves, digs or attacks in a Night Bonus player turn is Fatigued, and then Recovering."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.field import FATIGUED, FRESH, RECOVERING, Field
from ardennes.numbers import Unit, by_unit

AFTER_REST = {FATIGUED: RECOVERING, RECOVERING: FRESH}


def tire(p: Field, units: Iterable[Unit], rule: str) -> None:
    """13.24, 13.27, 13.32 Fatigue markers are placed."""
    tired = [unit for unit in units if p.where[unit] >= 0 and p.fatigue[unit] != FATIGUED]
    for unit in tired:
        p.fatigue[unit] = FATIGUED
    if tired:
        p.tell(Event("fatigued", {"units": tuple(tired), "n": len(tired)}, rule))


def rest(p: Field) -> None:
    """5.2F, 13.51 At the end of a Game-Turn: who is Recovering is fresh again, and who is Fatigued is Recovering."""
    resting = [(unit, state) for unit, state in by_unit(p.fatigue) if state]
    for unit, state in resting:
        p.fatigue[unit] = AFTER_REST[state]
    for old, code in ((RECOVERING, "rested"), (FATIGUED, "recovering")):
        units = tuple(unit for unit, state in resting if state == old and p.where[unit] >= 0)
        if units:
            p.tell(Event(code, {"units": units, "n": len(units)}, "13.51"))
