"""8.4, 10.1, 10.2 Who must attack, and who must be attacked. Both are settled when the Combat Phase begins: nobody who
has not attacked or been attacked moves in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ardennes.engine.derived import Until, derived
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules import effects
from ardennes.games.wacht_am_rhein.rules.attacks import Combat, phase_of
from ardennes.games.wacht_am_rhein.rules.field import (
    ATTACKED,
    BARRED_FROM_ATTACK,
    DEFENDED,
    HAS_HELPED,
    HAS_LEFT,
    ROUTED,
    UNOPPOSED,
    Field,
)
from ardennes.games.wacht_am_rhein.rules.removal import eliminate
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit, by_unit
from ardennes.rules.obligations import Closure, Front, close

BATTALIONS, COMPANIES = 2, 1
"""9.31 How many of each may fight from a hex."""
OF_PHASE = ATTACKED | DEFENDED | BARRED_FROM_ATTACK | ROUTED | UNOPPOSED
DONE_ATTACKING = ATTACKED | BARRED_FROM_ATTACK


# --- what stands beside whom ---------------------------------------------------------------------------


def is_linked(p: Field, here: Hex, there: Hex) -> bool:
    """8.25 Whether a zone of control reaches from a hex into the next: over a river only at a bridge or ford."""
    side = p.data.board.side(here, there)
    return side not in p.data.deep_rivers or p.has_bridge(side)


def may_be_attacked(p: Field, hex: Hex) -> bool:
    """10.16 Whether somebody there has not been attacked yet; 10.86 who retreated there protects nobody."""
    fought = p.fought
    return bool([unit for unit in p.units_in(hex) if not fought[unit] & DEFENDED])


def enemies_beside(p: Field, side: Side, here: Hex) -> frozenset[Hex]:
    """10.17 The enemy hexes beside a hex that may be attacked from it."""
    around = p.data.board.around(here)
    return frozenset([hex for hex in around if p.side_in(hex) == ENEMY_OF[side] and may_be_attacked(p, hex)])


def must_be_met(p: Field, here: Hex, enemies: Iterable[Hex]) -> frozenset[Hex]:
    """8.41, 10.0 Of the enemy hexes beside a hex, those whose units exert a zone of control on it, or would if they
    were not isolated (14.66). Lone headquarters and enemies behind a river need not be attacked."""
    silent = p.data.exerts_none
    return frozenset(
        hex for hex in enemies if is_linked(p, here, hex) and any(not silent[unit] for unit in p.units_in(hex))
    )


# --- who can, who must -------------------------------------------------------------------------------


def is_able(p: Field, unit: Unit) -> bool:
    """10.19 Whether a unit can attack, alone if need be: no gun, no headquarters (8.42), not parenthesised, and it has
    not helped others across a river (6.53)."""
    piece, options = p.data.counters[unit], p.data.options
    if piece.gun or piece.headquarters or piece.commando or p.done[unit] & HAS_HELPED:
        return False
    if p.face(unit).parenthesised and not ("paired_parentheses" in options and has_company(p, unit)):
        return False
    return "spent_owe_nothing" not in options or effects.attack(p, unit, p.face(unit).attack) > 0


def can_fire(p: Field, unit: Unit) -> bool:
    """10.18, 11.67, 14.65 Whether a gun has any barrage to fire now."""
    fire = p.data.fires[unit]
    if fire is None or not p.battery[unit] or p.march[unit]:
        return False
    return effects.fire(p, unit, fire.barrage, barrage=True) > 0


def has_company(p: Field, unit: Unit) -> bool:
    """10.19 Whether another combat unit that is no gun stands in its hex."""
    mates = (p.data.counters[mate] for mate in p.units_in(p.where[unit]) if mate != unit)
    return any(not (mate.gun or mate.headquarters) for mate in mates)


def is_sheltered(p: Field, unit: Unit) -> bool:
    """8.43, 10.14, 16.33 In a Town, a Village or a finished position nobody has to attack."""
    return p.where[unit] in p.data.built_up or p.is_in_position(unit)


def is_free(p: Field, unit: Unit) -> bool:
    """14.66, 13.31 An isolated unit need not attack, nor in a bonus turn a unit in whose hex nobody has moved."""
    if p.is_isolated(unit):
        return True
    return bool(p.bonus) and not any(p.done[mate] & HAS_LEFT for mate in p.units_in(p.where[unit]))


def would_owe(p: Field, unit: Unit) -> frozenset[Hex]:
    """8.41 The enemy hexes that a unit in the open has to attack, if it has to attack at all."""
    here = p.where[unit]
    return frozenset() if is_sheltered(p, unit) else must_be_met(p, here, enemies_beside(p, p.data.sides[unit], here))


# --- the beginning of the phase ------------------------------------------------------------------------


def condemn(p: Field, combat: Combat) -> None:
    """8.42 Headquarters in an enemy zone are lost, in Towns as well (errata); 10.19 then parenthesised units without
    anybody who can attack, where they would have to."""
    near, options = [unit for unit in p.on_map(combat.side) if p.where[unit] in p.front(combat.side)], p.data.options
    spared = p.bonus and "headquarters_safe_in_bonus" in options
    for unit in near:
        if p.data.counters[unit].headquarters and p.in_enemy_zone(p.where[unit], combat.side) and not spared:
            eliminate(p, unit, "8.42")
    for unit in near:
        if p.where[unit] >= 0 and p.face(unit).parenthesised and is_condemned(p, unit):
            eliminate(p, unit, "10.19")
        elif p.done[unit] & HAS_HELPED and "helpers_lost" in options and is_condemned(p, unit):
            eliminate(p, unit, "6.53")


def is_condemned(p: Field, unit: Unit) -> bool:
    """10.19 Whether a parenthesised unit has no companion who can attack, a gun included, and would have to attack
    (WAR-R108)."""
    companions = any(is_able(p, mate) or can_fire(p, mate) for mate in p.units_in(p.where[unit]))
    return not companions and not is_free(p, unit) and bool(would_owe(p, unit))


def forget_phase(p: Field) -> None:
    """10.16 What units have done in a Combat Phase counts in that phase only."""
    for unit, done in by_unit(p.fought):
        if done & OF_PHASE:
            p.fought[unit] = done & ~OF_PHASE


def freeze(p: Field, combat: Combat) -> None:
    """8.41 Who must attack and who must be attacked, for the whole phase."""
    forget_phase(p)
    owing, owed = [], set[Hex]()
    for unit in p.on_map(combat.side):
        if p.where[unit] in p.front(combat.side) and is_able(p, unit) and not is_free(p, unit):
            enemies = would_owe(p, unit)
            if enemies:
                owing.append(unit)
                owed |= enemies
    owed |= parachutists_beside(p, combat.side)
    combat.owing, combat.owed = tuple(owing), tuple(sorted(owed))
    if owed:
        p.tell(Event("must-attack-now", {"side": combat.side, "hexes": combat.owed, "n": len(owed)}, "8.41"))


def parachutists_beside(p: Field, side: Side) -> set[Hex]:
    """24.45 The hexes of parachute-commandos with somebody beside them who can attack: they must be attacked, though
    they have no zone of control, and by whomever their enemy likes."""
    found = {p.where[unit] for unit in p.data.commandos[ENEMY_OF[side]] if p.where[unit] >= 0}
    return {hex for hex in found if any(_may_attack_from(p, side, beside) for beside in p.data.board.around(hex))}


def _may_attack_from(p: Field, side: Side, hex: Hex) -> bool:
    return p.side_in(hex) == side and any(is_able(p, unit) and not is_free(p, unit) for unit in p.units_in(hex))


# --- what is left of it --------------------------------------------------------------------------------


def front(p: Field, combat: Combat) -> Front:
    """What is left of the duties of a phase, and who can meet them."""
    return _front(p, combat.side)


@derived(Until.ANY_CHANGE)
def _front(p: Field, side: Side) -> Front:
    combat = phase_of(p, side)
    enemies: dict[Hex, frozenset[Hex]] = {}
    ready: dict[Hex, list[Unit]] = {}
    calls: dict[Unit, frozenset[Hex]] = {}
    obliged = frozenset(combat.owing)
    for hex in sorted(p.hexes_of(side) & p.front(side)):
        targets = enemies_beside(p, side, hex)
        if not targets:
            continue
        enemies[hex], ready[hex] = targets, []
        for unit in p.units_in(hex):
            if p.fought[unit] & DONE_ATTACKING or not is_able(p, unit):
                continue
            ready[hex].append(unit)
            if unit not in obliged and not is_sheltered(p, unit):
                calls[unit] = must_be_met(p, hex, targets)
    return Front(
        where=p.where[:],
        enemies=enemies,
        ready=ready,
        owing=obliged,
        owed=frozenset(hex for hex in combat.owed if may_be_attacked(p, hex) and p.side_in(hex) == ENEMY_OF[side]),
        calls=calls,
        limit=(BATTALIONS, COMPANIES),
        sizes=p.data.fighting_sizes,
        sent={hex: (battalions, companies) for hex, battalions, companies in combat.sent},
    )


def takes_slot(p: Field, gun: Unit) -> bool:
    """9.31, 9.32 A gun that fires counts as a battalion of its hex, unless only guns stand there (WAR-R20)."""
    if "ranged_guns_free" in p.data.options:
        return False
    mates = (p.data.counters[mate] for mate in p.units_in(p.where[gun]))
    return any(not (mate.gun or mate.headquarters) for mate in mates)


def closure(
    p: Field, combat: Combat, attackers: Iterable[Unit], targets: Iterable[Hex], guns: Iterable[Unit] = ()
) -> Closure:
    """10.13, 10.21 What an attack needs so that all others can still meet their duty."""
    return _closure(p, combat.side, tuple(attackers), tuple(targets), tuple(guns))


@derived(Until.ANY_CHANGE)
def _closure(
    p: Field, side: Side, attackers: tuple[Unit, ...], targets: tuple[Hex, ...], guns: tuple[Unit, ...]
) -> Closure:
    helpers = [gun for gun in guns if takes_slot(p, gun)]
    return close(_front(p, side), attackers, targets, helpers=helpers)


def closing(p: Field, combat: Combat) -> Closure:
    """errata 10.8 Whether results may be applied: nobody else attacks from the hexes of the group afterwards."""
    return close(front(p, combat), shut=combat.group)


def has_slot(p: Field, combat: Combat, unit: Unit, taking: Collection[Unit]) -> bool:
    """9.31 Whether one more of its size may fight from the hex of a unit, beside those of an attack."""
    left = front(p, combat).slots_left(p.where[unit], [other for other in taking if slots_count(p, other)])
    return left is None or left[p.data.fighting_sizes[unit]] > 0


def slots_count(p: Field, unit: Unit) -> bool:
    return not p.data.counters[unit].gun or takes_slot(p, unit)
