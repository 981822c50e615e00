"""10.2, 11.2 Who takes part in an attack: units beside its targets, with guns and aircraft, so that everybody else can
still meet his duty."""

from __future__ import annotations

from typing import Any

import msgspec

from ardennes.engine.derived import Until, derived
from ardennes.engine.texts import Refusal
from ardennes.games.wacht_am_rhein.rules.artillery import (
    barrage_points,
    barraging,
    can_barrage,
    fits_cap,
    is_in_range,
    supported,
)
from ardennes.games.wacht_am_rhein.rules.attacks import Attack, Combat, as_declared, phase_of
from ardennes.games.wacht_am_rhein.rules.duties import (
    DONE_ATTACKING,
    closure,
    enemies_beside,
    front,
    has_slot,
    is_able,
    slots_count,
)
from ardennes.games.wacht_am_rhein.rules.field import ATTACKED, HAS_HELPED, Field
from ardennes.games.wacht_am_rhein.rules.ground_support import air_for_attack
from ardennes.games.wacht_am_rhein.rules.odds import printed_column
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.obligations import Closure


def left_behind(found: Closure) -> Refusal | None:
    """10.13, 10.21 Who would be left without an enemy, or which hex without an attacker."""
    if found.left_out:
        return Refusal("left-out", {"units": tuple(sorted(found.left_out))}, "10.13")
    if found.left_over:
        return Refusal("left-over", {"hexes": tuple(sorted(found.left_over))}, "10.21")
    return None


def first_attackers(p: Field, combat: Combat, target: Hex, *, every: bool) -> list[Unit]:
    """Who may begin an attack on a hex: able to attack alone, from the group's hexes if results wait, and so that all
    others can still meet their duty. Units of a hex that are alike in this are tried once, unless all are wanted."""
    line, found = front(p, combat), []
    for hex in line.beside.get(target, ()):
        if combat.group and hex not in combat.group:
            continue
        tried: dict[tuple[int, bool, bool], bool] = {}
        for unit in line.ready[hex]:
            alike = (p.data.fighting_sizes[unit], unit in line.owing, unit in line.calls)
            if alike not in tried:
                tried[alike] = has_slot(p, combat, unit, ()) and closure(p, combat, (unit,), (target,)).possible
            if tried[alike]:
                found.append(unit)
                if not every:
                    return found
    return found


def joining(p: Field, combat: Combat, attack: Attack) -> list[Unit]:
    """10.25, 9.31, 10.19 Who may join an attack: beside all its targets, a place left for it in its hex; parenthesised
    units along with somebody of their hex who attacks or fires; so that everybody else can still meet his duty
    (10.13)."""
    if attack.barrage:
        return []
    if not attack.attackers:
        return first_attackers(p, combat, attack.target, every=True)
    around = [set(p.data.board.around(hex)) for hex in attack.targets]
    hexes = set.intersection(*around) & p.hexes_of(attack.side)
    units = [unit for hex in sorted(hexes) for unit in p.units_in(hex) if p.data.sides[unit] == attack.side]
    return [unit for unit in units if why_cannot_join(p, combat, attack, unit) is None]


def why_cannot_join(p: Field, combat: Combat, attack: Attack, unit: Unit) -> Refusal | None:
    """Why a unit cannot join an attack."""
    piece, here = p.data.counters[unit], p.where[unit]
    if unit in attack.attackers:
        return Refusal("has-joined", {"unit": unit}, "10.16")
    if piece.side != attack.side or here < 0 or piece.headquarters or piece.gun:
        return Refusal("cannot-attack", {"unit": unit}, "8.42" if piece.headquarters else "11.22")
    if p.done[unit] & HAS_HELPED:
        return Refusal("helped-across", {"unit": unit}, "6.53")
    if p.fought[unit] & ATTACKED:
        return Refusal("attacked-before", {"unit": unit}, "10.16")
    if p.fought[unit] & DONE_ATTACKING:
        return Refusal("barred-from-attack", {"unit": unit}, "9.33")
    if any(here not in p.data.board.around(hex) for hex in attack.targets):
        return Refusal("not-beside-all", {"unit": unit}, "10.25")
    taking = (*attack.attackers, *attack.guns)
    if not has_slot(p, combat, unit, taking):
        return Refusal("hex-sends-enough", {"hex": here}, "9.31")
    if p.face(unit).parenthesised:
        able = [mate for mate in attack.attackers if is_able(p, mate)]
        if not any(p.where[mate] == here for mate in (*able, *attack.guns)):
            return Refusal("attacks-only-along", {"unit": unit}, "10.19")
    if combat.group and not attack.attackers and here not in combat.group:
        return Refusal("results-wait", {"hexes": combat.group}, "10.8")
    return left_behind(closure(p, combat, (*attack.attackers, unit), attack.targets, attack.guns))


def more_targets(p: Field, combat: Combat, attack: Attack) -> list[Hex]:
    """10.25 Hexes that may be attacked as well: beside all attackers."""
    if attack.barrage or not attack.attackers:
        return []
    hexes = {p.where[unit] for unit in attack.attackers}
    common = frozenset.intersection(*(enemies_beside(p, attack.side, hex) for hex in hexes))
    more = sorted(common.difference(attack.targets))
    return [hex for hex in more if closure(p, combat, attack.attackers, (*attack.targets, hex), attack.guns).possible]


def supporting(p: Field, combat: Combat, attack: Attack) -> list[Unit]:
    """11.2, 11.3 The guns that may add to an attack, and would."""
    if not attack.attackers and not attack.barrage:
        return []
    return _supporting(p, combat.side, msgspec.structs.astuple(attack))


@derived(Until.ANY_CHANGE)
def _supporting(p: Field, side: Side, declared: tuple[Any, ...]) -> list[Unit]:
    combat, attack = phase_of(p, side), as_declared(declared)
    near = {gun for hex in attack.targets for gun in barraging(p, attack.side, hex)}
    return [gun for gun in sorted(near) if why_no_support(p, combat, attack, gun) is None]


def why_no_support(p: Field, combat: Combat, attack: Attack, gun: Unit) -> Refusal | None:
    """Why a gun cannot add its barrage to an attack."""
    if not p.data.counters[gun].gun or p.data.sides[gun] != attack.side or p.where[gun] < 0:
        return Refusal("no-gun", {"unit": gun}, "11.0")
    if gun in attack.guns or not can_barrage(p, gun):
        return Refusal("gun-silent", {"unit": gun}, "11.67" if not p.battery[gun] else "11.39")
    if not is_in_range(p, gun, attack.targets):
        return Refusal("out-of-range", {"unit": gun}, "11.24")
    if not barrage_points(p, gun, supported(p, attack), attack.targets):
        return Refusal("adds-nothing", {"unit": gun}, "11.65")
    if not fits_cap(p, attack, gun):
        return Refusal("above-german-limit", {"unit": gun}, "11.71")
    if not slots_count(p, gun):
        return None
    if not has_slot(p, combat, gun, (*attack.attackers, *attack.guns)):
        return Refusal("hex-sends-enough", {"hex": p.where[gun]}, "9.31")
    return left_behind(closure(p, combat, attack.attackers, attack.targets, (*attack.guns, gun)))


def is_voluntary(p: Field, combat: Combat, attack: Attack) -> bool:
    """10.62, WAR-R106 Whether nobody is obliged to make this attack."""
    line = front(p, combat)
    return line.owing.isdisjoint(attack.attackers) and line.owed.isdisjoint(attack.targets)


# --- everybody, and what helps ---------------------------------------------------------------------------


def with_all(p: Field, combat: Combat, attack: Attack) -> Attack:
    """The attack with everybody who may join, those first who must attack, and with all that must be added; of a
    Barrage attack, with all guns and aircraft."""
    attack = msgspec.structs.replace(attack)
    if attack.barrage:
        units = supported(p, attack)
        guns = supporting(p, combat, attack)
        for gun in sorted(guns, key=lambda gun: -barrage_points(p, gun, units, attack.targets)):
            if why_no_support(p, combat, attack, gun) is None:
                attack.guns += (gun,)
        attack.air += air_for_attack(p, attack)
        return attack
    owing = front(p, combat).owing
    while able := joining(p, combat, attack):
        first = [unit for unit in able if unit in owing] or able
        attack.attackers += (first[0],)
    if attack.attackers:
        whole = closure(p, combat, attack.attackers, attack.targets, attack.guns)
        attack.attackers += tuple(sorted(whole.attackers.difference(attack.attackers)))
        attack.also += tuple(sorted(whole.targets.difference(attack.targets)))
    return attack


def with_help(p: Field, combat: Combat, attack: Attack) -> Attack:
    """The attack with the guns, and then aircraft, that bring it a column farther with the fewest points; as it is if
    they cannot."""
    units, now = supported(p, attack), printed_column(p, attack)
    guns = supporting(p, combat, attack)
    guns = sorted(guns, key=lambda gun: -barrage_points(p, gun, units, attack.targets))
    found = msgspec.structs.replace(attack)
    for gun in guns:
        if why_no_support(p, combat, found, gun) is None:
            found.guns += (gun,)
            if printed_column(p, found) > now:
                return without_waste(p, found, attack, now)
    while air_for_attack(p, found):
        found.air += 1
        if printed_column(p, found) > now:
            return found
    return attack


def without_waste(p: Field, found: Attack, attack: Attack, now: int) -> Attack:
    """The attack without those of its new guns that are not needed to be better than a column, the strongest first."""
    for gun in found.guns:
        fewer = msgspec.structs.replace(found, guns=tuple(other for other in found.guns if other != gun))
        if gun not in attack.guns and printed_column(p, fewer) > now:
            found = fewer
    return found
