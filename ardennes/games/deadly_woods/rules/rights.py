"""14.4 to 14.9 Who may attack in a round."""

from __future__ import annotations

from ardennes.engine.derived import Until, derived
from ardennes.games.deadly_woods.rules.field import HAS_MOVED, MAY_ATTACK, MAY_ATTACK_UNMOVED, Field
from ardennes.games.deadly_woods.rules.supply import is_supplied
from ardennes.kernels.counters import having, lacking


@derived(Until.ANY_CHANGE)
def attackers(p: Field, side: int) -> list[int]:
    """11.2, 14.4 Units that may attack now; some only if they have not moved."""
    able = lacking(having(p.on_map(side), p.may, MAY_ATTACK | MAY_ATTACK_UNMOVED), p.fought)
    where, front = p.where, p.front(side) if able else ()
    return [unit for unit in able if where[unit] in front and may_attack(p, unit)]


def may_attack(p: Field, unit: int) -> bool:
    """11.2, 14.4 Whether a unit beside the enemy may attack now."""
    may = p.may[unit]
    if p.fought[unit] or not (may & MAY_ATTACK or (may & MAY_ATTACK_UNMOVED and p.moved[unit] != HAS_MOVED)):
        return False
    return p.face(unit).attack > 0 and is_supplied(p, unit)
