"""13.4, 14.5, 14.6 What March Mode, fatigue and want of supply do to a unit (14.68): one after another, rounded down
each time."""

from __future__ import annotations

from ardennes.games.wacht_am_rhein.rules.field import (
    FATIGUED,
    FRESH,
    ISOLATED_1,
    ISOLATED_2,
    RECOVERING,
    UNSUPPLIED,
    Field,
)
from ardennes.numbers import Unit

SHORT = (UNSUPPLIED, ISOLATED_1)


def is_isolated(p: Field, unit: Unit) -> bool:
    """14.6 In any state of Isolation."""
    return p.supply[unit] in (ISOLATED_1, ISOLATED_2)


def attack(p: Field, unit: Unit, strength: int) -> int:
    """7.34, 13.42, 13.43, 14.54, 14.63 The attack strength that is left; 14.64 Isolated-2 leaves one, which other
    things may still halve, and gives nothing to a unit without any."""
    if p.supply[unit] == ISOLATED_2:
        strength = min(strength, 1)
    halved = (p.march[unit], p.fatigue[unit] != FRESH, p.supply[unit] in SHORT)
    return _halve(strength, sum(map(bool, halved)))


def defence(p: Field, unit: Unit, strength: int) -> int:
    """7.34, 13.36, 14.64 The defence strength that is left."""
    halved = (p.march[unit], p.fatigue[unit] == FATIGUED, p.supply[unit] == ISOLATED_2)
    return _halve(strength, sum(map(bool, halved)))


def fire(p: Field, gun: Unit, points: int, *, barrage: bool) -> int:
    """14.55, 14.65, 13.42 What is left of the barrage or Final Protective Fire of a gun; nothing if it is
    Isolated-2."""
    if p.supply[gun] == ISOLATED_2:
        return 0
    tired = p.fatigue[gun] == FATIGUED or (barrage and p.fatigue[gun] == RECOVERING)
    return _halve(points, tired + (p.supply[gun] in SHORT))


def allowance(p: Field, unit: Unit, points: int, *, class_b: bool) -> int:
    """13.42, 14.54, 14.63, 14.64 The movement allowance that is left: want of supply halves that of Class B, and
    Isolation that of guns of either class (11.66); 14.67 a unit that is Fatigued and Isolated does not move at all."""
    if not p.supply[unit] | p.fatigue[unit]:
        return points
    isolated = is_isolated(p, unit)
    if isolated and p.fatigue[unit] == FATIGUED:
        return 0
    gun = p.data.counters[unit].gun
    short = p.supply[unit] == ISOLATED_2 or (p.supply[unit] in SHORT and (class_b or (isolated and gun)))
    return _halve(points, (p.fatigue[unit] != FRESH) + short)


def _halve(number: int, times: int) -> int:
    return number >> times
