"""10.87 A headquarters under attack may go back one hex before the die; if nobody else is in its hex, it is not fought
over."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, Question, SideProcedure, Then
from ardennes.games.wacht_am_rhein.rules.attacks import WITHDRAWN, Attack
from ardennes.games.wacht_am_rhein.rules.field import DEFENDED, Field
from ardennes.games.wacht_am_rhein.rules.pieces import STAY, TO, WITHDRAW
from ardennes.games.wacht_am_rhein.rules.retreats import end_retreat, go_back, hexes_back
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules.picking import Pick


class Withdrawal(SideProcedure):
    """10.87 A headquarters goes back."""

    unit: Unit


def ways_out(p: Field, unit: Unit) -> list[Hex]:
    """10.87, WAR-R109 Where a headquarters may go, by the rules of retreats; not into an enemy zone, where it would be
    lost (10.85)."""
    side = p.data.sides[unit]
    return [hex for hex in hexes_back(p, (unit,), ()) if not p.in_enemy_zone(hex, side)]


def headquarters_in(p: Field, hex: Hex) -> list[Unit]:
    """Headquarters in a hex that have not been attacked yet."""
    return [unit for unit in p.units_in(hex) if p.data.counters[unit].headquarters and not p.fought[unit] & DEFENDED]


def lone_headquarters(p: Field, attack: Attack) -> list[Hex]:
    """The hexes under attack that would be empty if their headquarters left, and they can."""
    if attack.result:
        return []
    hexes = []
    for hex in attack.targets:
        units = [unit for unit in p.units_in(hex) if not p.fought[unit] & DEFENDED]
        if all(p.data.counters[unit].headquarters and ways_out(p, unit) for unit in units):
            hexes.append(hex)
    return hexes


class LeaveHex(Pick[Field, Attack]):
    """10.87 The defender's headquarters may leave before the die."""

    prompt, rule, refusal = "leave-hex", "10.87", "cannot-withdraw"
    prompt_fields = {"hexes": "targets"}
    verb, done = WITHDRAW, STAY

    def side(self, p: Field, attack: Attack) -> Side:
        return ENEMY_OF[attack.side]

    def choices(self, p: Field, attack: Attack) -> Sequence[int]:
        if attack.result:
            return ()
        return [unit for hex in attack.targets for unit in headquarters_in(p, hex) if ways_out(p, unit)]

    def pick(self, p: Field, attack: Attack, unit: Unit) -> Procedure:
        return Withdrawal(side=ENEMY_OF[attack.side], unit=unit)


class ChooseHexOut(Question[Field, Withdrawal]):
    """10.87 Where it goes."""

    prompt, rule, prompt_fields = "choose-hex-out", "10.87", ("unit",)
    reasons = {TO: ("no-retreat-there", "10.84")}

    def offers(self, p: Field, withdrawal: Withdrawal) -> Sequence[int]:
        return [TO + hex for hex in ways_out(p, withdrawal.unit)]

    def answer(self, p: Field, withdrawal: Withdrawal, option: int) -> Then:
        unit = withdrawal.unit
        here = p.where[unit]
        p.fought[unit] |= DEFENDED
        go_back(p, (unit,), object_of(option), "10.87")
        end_retreat(p, (unit,))
        attack = p.stack[-2]
        assert isinstance(attack, Attack)
        if p.top[here] == NO_UNIT:
            attack.left += (here,)
        return Then.END


def drop_empty(p: Field, attack: Attack) -> None:
    """10.87 Without anybody left to fight there is no combat."""
    if attack.left and not attack.targets:
        attack.result = WITHDRAWN


Withdrawal.steps = (ChooseHexOut(),)
