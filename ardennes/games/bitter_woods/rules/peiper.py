"""27.0 Peiper and Skorzeny (option): Kampfgruppe Peiper on 17AM, and Panzer Brigade 150 in American dress."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.procedure import About, Procedure, SideProcedure
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.attackers import can_attack, may_attack
from ardennes.games.bitter_woods.rules.attacks import Attack
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.opening import is_last_attacker, is_peipers_day
from ardennes.games.bitter_woods.rules.pieces import ATTACK, DONE, GERMAN
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules.picking import Pick

GETS_THROUGH = 3
"""27.1, 27.2 The highest die that takes a unit through an enemy zone."""


# --- through enemy zones ---------------------------------------------------------------------------------


def ignores_zones(p: Field, unit: Unit, exploitation: bool) -> bool:
    """27.1 KG Peiper in the movement phase of 17AM."""
    return not exploitation and is_peipers_day(p, unit)


def can_sneak(p: Field, unit: Unit) -> bool:
    """27.2 Panzer Brigade 150 from 16PM to 18PM, once in the game."""
    if "peiper_and_skorzeny" not in p.data.options or p.sneaked or "sneak" not in p.data.counters[unit].words:
        return False
    turns = p.data.named.turns
    return p.data.turn_named(turns.sneak_from) <= p.turn <= p.data.turn_named(turns.sneak_until)


def may_ever_slip(p: Field, unit: Unit) -> bool:
    """27.0 Whether the points that a unit spends on its way have to be remembered."""
    return can_sneak(p, unit) or is_peipers_day(p, unit)


def may_slip_on(p: Field, unit: Unit, exploitation: bool, moved: bool) -> bool:
    """27.1, 27.2 Whether a unit that an enemy zone stops may roll to go on: Peiper in exploitation in every zone it has
    entered, the brigade also where it begins its move."""
    if not p.in_enemy_zone(p.where[unit], GERMAN):
        return False
    return can_sneak(p, unit) or (exploitation and moved and is_peipers_day(p, unit))


def slip_on(p: Field, unit: Unit) -> bool:
    """27.1, 27.2 The die: with 1 to 3 the zone does not hold the unit."""
    roll = p.die()
    through = roll <= GETS_THROUGH
    if "sneak" in p.data.counters[unit].words:
        p.sneaked = 1
    result = "slips-through" if through else "is-stopped"
    p.tell(Event("tries-to-slip", {"unit": unit, "hex": p.where[unit], "die": roll, "result": result}, "27.2"))
    return through


def about_slipping() -> About:
    return About(chances={"slips-through": GETS_THROUGH / 6, "is-stopped": 1 - GETS_THROUGH / 6}, rules=("27.2",))


# --- the attack after exploitation -----------------------------------------------------------------------


class LastAttack(SideProcedure):
    """27.1 After all exploitation on 17AM, KG Peiper may attack once more if it was in reserve; 36.0 battalions that
    were may do so together."""

    stage_name = "stage-combat"
    units: tuple[Unit, ...]
    over: bool = False


class ChooseLastAttack(Pick[Field, LastAttack]):
    """27.1 Which hex it attacks, alone."""

    prompt, rule, ends, prompt_fields = "choose-last-attack", "27.1", DONE, ("units",)
    refusal = "no-last-attack-there"
    verb, done = ATTACK, DONE

    def choices(self, p: Field, last: LastAttack) -> Sequence[Hex]:
        near = {hex for unit in last.units if p.where[unit] >= 0 for hex in p.data.board.around(p.where[unit])}
        enemies = [hex for hex in near if p.side_in(hex) == ENEMY_OF[last.side]]
        return sorted(hex for hex in enemies if self.attackers(p, last, hex)) if not last.over else ()

    def attackers(self, p: Field, last: LastAttack, hex: Hex) -> tuple[Unit, ...]:
        """Those of them who can attack a hex."""
        return tuple(unit for unit in last.units if may_attack(p, unit) and can_attack(p, unit, hex))

    def pick(self, p: Field, last: LastAttack, hex: Hex) -> Procedure:
        last.over, able = True, self.attackers(p, last, hex)
        return Attack(side=last.side, target=hex, attackers=able if len(able) == 1 else (), alone=True)


def last_attackers(p: Field, side: Side) -> tuple[Unit, ...]:
    """27.1 KG Peiper on 17AM, if it came out of reserve in this turn; 36.0 or its battalions."""
    return tuple(unit for unit in p.on_map(side) if is_last_attacker(p, unit))


LastAttack.steps = (ChooseLastAttack(),)
