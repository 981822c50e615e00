"""9.1, 9.5 Who may attack a hex, who owes a battle, and why a unit cannot take part."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.duties import Duty
from ardennes.engine.texts import Argument, Refusal
from ardennes.games.bitter_woods.rules.angriff import may_join
from ardennes.games.bitter_woods.rules.attacks import Attack
from ardennes.games.bitter_woods.rules.boundaries import may_attack_over
from ardennes.games.bitter_woods.rules.field import HAS_ATTACKED, IN_RESERVE, Field
from ardennes.games.bitter_woods.rules.opening import is_held_back, is_last_attacker, may_be_attacked_by
from ardennes.games.bitter_woods.rules.orders import RULE as ORDERED
from ardennes.games.bitter_woods.rules.orders import is_ordered_to_hold, may_attack_into
from ardennes.games.bitter_woods.rules.pledges import (
    COUNTERATTACK,
    bound_to_counterattack,
    bound_to_refight,
    counterattacks,
    engagements,
    targets_of,
)
from ardennes.kernels.flags import BARRED
from ardennes.numbers import NO_NUMBER, Hex, Side, Unit


def may_attack(p: Field, unit: Unit) -> bool:
    """9.1, 13.3, 14.1, 15.5 Whether a unit may attack in this combat phase at all."""
    return (
        p.data.counters[unit].fighter
        and not p.done[unit] & HAS_ATTACKED
        and p.reserve[unit] != IN_RESERVE
        and p.bridging[unit] == NO_NUMBER
        and not is_held_back(p, unit)
    )


def can_attack(p: Field, unit: Unit, hex: Hex) -> bool:
    """5.3, 5.4, 9.1, 15.7 Whether a unit may attack a hex: beside it, not over a cliff, nor past a boundary."""
    board, here = p.data.board, p.where[unit]
    if hex not in board.around(here) or board.wall[board.side(here, hex)]:
        return False
    return may_attack_over(p, unit, hex) and may_be_attacked_by(p, unit, hex) and may_attack_into(p, unit, hex)


def able(p: Field, side: Side, hex: Hex) -> list[Unit]:
    """9.1, 9.5 Units that could attack an enemy hex now; who owes a counterattack or a battle attacks nothing else."""
    if not any(p.data.counters[unit].combat_unit for unit in p.units_in(hex)):
        return []
    near = sorted(unit for here in p.data.board.around(hex) for unit in p.units_in(here))
    found = [unit for unit in near if p.data.sides[unit] == side and may_attack(p, unit) and can_attack(p, unit, hex)]
    owed = bonds(p, side)
    return [unit for unit in found if unit not in owed or _all_can(found, p, owed[unit], hex)]


def _all_can(found: Sequence[int], p: Field, duty: Duty, hex: Hex) -> bool:
    """9.5 Whether a hex is one of those that are owed a battle, and all who owe it can attack there."""
    return hex in goals(p, duty) and set(_fighters(p, duty)) <= set(found)


def duties(p: Field, side: Side) -> list[Duty]:
    """9.5 The battles a side must fight in this phase."""
    return counterattacks(p, side) + engagements(p, side) if p.duties else []


def party(p: Field, duty: Duty) -> list[Unit]:
    """9.5 Who must take part in a battle that is owed."""
    return bound_to_counterattack(p, duty) if duty.kind == COUNTERATTACK else bound_to_refight(p, duty)


def goals(p: Field, duty: Duty) -> list[Hex]:
    """9.5 The hexes by attacking which it is met."""
    return targets_of(p, duty) if duty.kind == COUNTERATTACK else [duty.subject]


def bonds(p: Field, side: Side) -> dict[int, Duty]:
    """9.5 The units that owe a battle that can be fought."""
    return {unit: duty for duty in duties(p, side) if can_be_met(p, duty) for unit in party(p, duty)}


def can_be_met(p: Field, duty: Duty) -> bool:
    """9.5 Whether all who must take part can attack one of its hexes together."""
    bound = _fighters(p, duty)
    return bool(bound) and any(
        p.side_in(hex) == 1 - duty.side and all(may_attack(p, unit) and can_attack(p, unit, hex) for unit in bound)
        for hex in goals(p, duty)
    )


def targets(p: Field, side: Side) -> list[Hex]:
    """9.1 Enemy hexes that some unit could attack."""
    where, front = p.where, p.front(side)
    beside = [unit for unit in p.fighters_on_map(side) if where[unit] in front]
    ready = {where[unit] for unit in beside if may_attack(p, unit)}
    return [hex for hex in p.data.zones.beside(sorted(ready), p.way(side), BARRED) if able(p, side, hex)]


def _fighters(p: Field, duty: Duty) -> list[Unit]:
    return [unit for unit in party(p, duty) if p.data.counters[unit].fighter]


# --- why not ---------------------------------------------------------------------------------------------


def why_no_part(p: Field, side: Side, unit: Unit, hex: Hex) -> Refusal | None:
    """9.1 Why a unit may not attack a hex in this phase, as a player would go through it; None if it may."""
    piece, here, args = p.data.counters[unit], p.where[unit], dict[str, Argument](unit=unit, hex=hex)
    if piece.side != side or here < 0:
        return Refusal("not-yours" if piece.side != side else "not-on-map", {"unit": unit}, "9.1")
    if not piece.fighter:
        return Refusal("guns-only-support", args, "10.2") if piece.artillery else Refusal("no-fighter", args, "2.5")
    if p.done[unit] & HAS_ATTACKED:
        return Refusal("has-attacked", args, "9.1")
    if p.reserve[unit] == IN_RESERVE:
        return Refusal("in-reserve", {"unit": unit}, "14.1")
    if p.bridging[unit] != NO_NUMBER:
        return Refusal("builds-bridge", {"unit": unit}, "13.3")
    if is_ordered_to_hold(p, unit):
        return Refusal("ordered-to-hold", {"unit": unit}, ORDERED)
    if is_held_back(p, unit):
        return Refusal("held-back", {"unit": unit}, "15.5")
    board = p.data.board
    if hex not in board.around(here):
        return Refusal("not-beside-target", args, "9.1")
    if board.wall[board.side(here, hex)]:
        return Refusal("cliff-between", args, "5.3")
    if not may_attack_over(p, unit, hex):
        return Refusal("boundary-in-the-way", {"hex": hex}, "5.4")
    if not may_be_attacked_by(p, unit, hex):
        return Refusal("not-its-sector", args, "15.7")
    if not may_attack_into(p, unit, hex):
        return Refusal("ordered-away", {"hex": hex}, ORDERED)
    return None if unit in able(p, side, hex) else Refusal("owes-a-battle", args, "9.5")


def why_cannot_join(p: Field, attack: Attack, unit: Unit) -> Refusal | None:
    """9.1, 23.1, 27.1 The same of an attack that is being declared."""
    if unit in attack.attackers:
        return Refusal("has-joined", {"unit": unit}, "9.1")
    found = why_no_part(p, attack.side, unit, attack.target)
    if found is not None:
        return found
    if attack.alone and not is_last_attacker(p, unit):
        return Refusal("attacks-alone", {"unit": unit}, "27.1")
    return Refusal("no-angriff", {}, "23.1") if attack.angriff and not may_join(p, attack, unit) else None


def why_no_target(p: Field, side: Side, hex: Hex) -> Refusal:
    """9.1 Why nobody attacks a hex that the enemy holds: what keeps the first of those beside it."""
    near = sorted(unit for here in p.data.board.around(hex) for unit in p.units_in(here))
    ours = [unit for unit in near if p.data.sides[unit] == side and p.data.counters[unit].fighter]
    reasons = (why_no_part(p, side, unit, hex) for unit in ours)
    return next((reason for reason in reasons if reason), Refusal("nobody-can-attack", {"hex": hex}, "9.1"))
