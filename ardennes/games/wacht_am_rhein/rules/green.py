"""25.14c Green units: on the first day they may be reduced each time they fight."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import msgspec

from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.attacks import Attack
from ardennes.games.wacht_am_rhein.rules.field import DEFENDED, Field
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED
from ardennes.games.wacht_am_rhein.rules.removal import lose_step
from ardennes.numbers import Unit

FAILS_AT_MOST = 2
"""25.14c The Green Unit Table: one or two reduces the unit."""
ALLIED_ADD = 1
SIDES_OF_A_DIE = 6


def green_units(p: Field, attack: Attack) -> list[Unit]:
    """25.14c, WAR-R147 Who rolls: green units that attack, and all of them in the hexes under attack."""
    if not (p.is_first_day() or "more_green" in p.data.options):
        return []
    defending = [unit for hex in attack.targets for unit in p.units_in(hex) if not p.fought[unit] & DEFENDED]
    return [unit for unit in (*attack.attackers, *defending) if is_green(p, unit)]


def is_green(p: Field, unit: Unit) -> bool:
    """WAR-R90 A counter with a G; guns, headquarters and companies have none. 24.61, WAR-R144 After the first day only
    those of the longer list that have not fought yet."""
    green = p.data.counters[unit].green.split()
    return "standard" in green if p.is_first_day() else "long" in green and not p.tested[unit]


def fails(p: Field, unit: Unit, die: int) -> bool:
    """25.14c Whether a green unit is reduced; the Allies add one."""
    return die + (ALLIED_ADD if p.data.sides[unit] == ALLIED else 0) <= FAILS_AT_MOST


def roll_green(p: Field, attack: Attack) -> None:
    """25.14c After all fire has been allotted and before the die each green unit rolls; the combat goes on, whatever
    comes of it."""
    if attack.result:
        return
    for unit in green_units(p, attack):
        p.tested[unit] = 1
        die = p.die()
        p.tell(
            Event("green-roll", {"unit": unit, "hex": p.where[unit], "die": die, "side": p.data.sides[unit]}, "25.14c")
        )
        if fails(p, unit, die):
            lose_step(p, unit, "25.14c")
    attack.attackers = tuple(unit for unit in attack.attackers if p.where[unit] >= 0)


def every_roll(p: Field, attack: Attack) -> Iterator[tuple[Field, Attack, Fraction]]:
    """Every way in which the green units may roll, with its chance: the table and the attack afterwards."""
    units = green_units(p, attack)
    if not units:
        yield p, attack, Fraction(1)
        return
    odds = [Fraction(sum(fails(p, unit, die) for die in range(1, 7)), SIDES_OF_A_DIE) for unit in units]
    for failing in product((False, True), repeat=len(units)):
        chance = Fraction(1)
        for fail, likely in zip(failing, odds, strict=True):
            chance *= likely if fail else 1 - likely
        if not any(failing):
            yield p, attack, chance
            continue
        after = p.copy()
        for unit, fail in zip(units, failing, strict=True):
            if fail:
                lose_step(after, unit, "25.14c")
        left = tuple(unit for unit in attack.attackers if after.where[unit] >= 0)
        yield after, msgspec.structs.replace(attack, attackers=left), chance
