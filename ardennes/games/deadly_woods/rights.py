"""14.4 to 14.9 Who may attack in a round."""

from __future__ import annotations

from ardennes.games.deadly_woods.field import MAY_ATTACK, MAY_ATTACK_UNMOVED, Field
from ardennes.games.deadly_woods.supply import is_supplied

HAS_MOVED = 1


def attackers(p: Field, side: int) -> list[int]:
    """11.2, 14.4 Units that may attack now; some only if they have not moved."""
    found: list[int] | None = p.memo.get(("attackers", side))
    if found is None:
        found = p.memo["attackers", side] = _attackers(p, side)
    return found


def _attackers(p: Field, side: int) -> list[int]:
    may, moved, fought, where, front = p.may, p.moved, p.fought, p.where, p.front(side)
    steps, faces = p.steps, p.kit.faces
    return [
        unit
        for unit in p.on_map(side)
        if where[unit] in front
        and not fought[unit]
        and (may[unit] & MAY_ATTACK or (may[unit] & MAY_ATTACK_UNMOVED and moved[unit] != HAS_MOVED))
        and faces[unit][steps[unit]].attack
        and is_supplied(p, unit)
    ]
