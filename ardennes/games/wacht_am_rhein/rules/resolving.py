"""10.7, 11.8 The die: minimum odds, the result, ammunition; then the result is held until its group is done."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.procedure import Then
from ardennes.engine.texts import Argument, Event
from ardennes.games.wacht_am_rhein.rules.artillery import may_run_dry
from ardennes.games.wacht_am_rhein.rules.attacks import (
    HOPELESS,
    WITHDRAWN,
    Attack,
    Combat,
    HeldResult,
    near_guns,
    origins,
    phase_of,
)
from ardennes.games.wacht_am_rhein.rules.duties import forget_phase
from ardennes.games.wacht_am_rhein.rules.fatigue import tire
from ardennes.games.wacht_am_rhein.rules.field import ATTACKED, DEFENDED, UNOPPOSED, Field
from ardennes.games.wacht_am_rhein.rules.forecast import result_without_die
from ardennes.games.wacht_am_rhein.rules.odds import is_below_minimum, odds
from ardennes.games.wacht_am_rhein.rules.pieces import HIT
from ardennes.games.wacht_am_rhein.rules.removal import eliminate
from ardennes.games.wacht_am_rhein.rules.supply import flip
from ardennes.numbers import Hex, Unit, by_unit
from ardennes.rules.odds import read_result
from ardennes.rules.picking import Pick

DEPLETES = 6
"""11.81 The die that may cost the Germans a gun."""
DRY_AT_MOST = 3
"""11.81 The second die."""


def check_minimum(p: Field, attack: Attack) -> None:
    """10.62 An attack below the lowest odds, before protective fire, costs the attackers everything."""
    if is_below_minimum(p, attack):
        attack.result = HOPELESS
    else:
        attack.checked = True


def fight(p: Field, attack: Attack) -> None:
    """10.76 The die on the column of the odds; none is rolled where the attack was hopeless, or where nobody is
    left."""
    certain = result_without_die(p, attack)
    args: dict[str, Argument] = {"hex": attack.target, "side": attack.side, "units": attack.attackers or attack.guns}
    if certain:
        attack.result = certain
        p.tell(Event("not-rolled", {**args, "result": certain}, "10.62" if certain == HOPELESS else "10.87"))
        return
    found = odds(p, attack)
    attack.die = p.die()
    attack.result = read_result(p.data.results, found.column, attack.die)
    column = p.data.columns[found.line][found.column]
    p.tell(Event("rolled", {**args, "die": attack.die, "column": column, "result": attack.result}, "10.76"))
    check_ammunition(p, attack)


def check_ammunition(p: Field, attack: Attack) -> None:
    """11.81 After a six the Germans roll again, and one to three costs them a gun; 13.34 in a bonus turn the six
    alone."""
    if attack.die != DEPLETES or not may_run_dry(p, attack):
        return
    if p.bonus:
        attack.dry = True
        return
    die = p.die()
    attack.dry = die <= DRY_AT_MOST
    p.tell(
        Event("ammunition", {"hex": attack.target, "side": attack.side, "die": die, "at_most": DRY_AT_MOST}, "11.81")
    )


class ChooseSpent(Pick[Field, Attack]):
    """11.81 The Germans choose which of the guns that took part is out of ammunition, and of the game."""

    prompt, rule, verb, refusal = "choose-spent", "11.81", HIT, "not-among-them"

    def choices(self, p: Field, attack: Attack) -> Sequence[int]:
        return [gun for gun in attack.guns if p.where[gun] >= 0] if attack.dry else ()

    def pick(self, p: Field, attack: Attack, gun: Unit) -> Then:
        attack.dry = False
        eliminate(p, gun, "13.34" if p.bonus else "11.81")
        return Then.NEXT


def hold(p: Field, attack: Attack) -> None:
    """errata 10.8 The result waits until all attacks from its hexes have been rolled. 10.16 Who was attacked is not
    attacked again in this phase. 13.32 In a bonus turn attackers are fatigued now. 10.87 Without a combat nobody has
    used up supplies (WAR-R123)."""
    combat = phase_of(p, attack.side)
    if attack.targets:
        flip(p, (*attack.guns, *attack.answer), "11.63")
    else:
        for unit in (*attack.attackers, *attack.guns):
            p.fought[unit] |= UNOPPOSED
    if p.bonus:
        guns = () if "tireless_guns" in p.data.options else attack.guns
        tire(p, (*attack.attackers, *guns), "13.32")
    hexes = origins(p, attack)
    for targets, result in ((attack.targets, attack.result), (attack.left, WITHDRAWN)):
        if targets and result != "" and not (targets is attack.left and attack.result == HOPELESS):
            combat.held += (held_result(p, attack, targets, hexes, result),)
    for hex in attack.targets:
        for unit in p.units_in(hex):
            p.fought[unit] |= DEFENDED


def held_result(p: Field, attack: Attack, targets: Sequence[Hex], hexes: Sequence[Hex], result: str) -> HeldResult:
    """Who is affected by a result: everybody in the hexes fought over; of a hopeless attack those who made it."""
    if result == HOPELESS:
        taking = {*attack.attackers, *near_guns(p, attack)}
        attackers = tuple(tuple(unit for unit in p.units_in(hex) if unit in taking) for hex in hexes)
    else:
        attackers = tuple(tuple(p.units_in(hex)) for hex in hexes)
    return tuple(targets), tuple(hexes), attackers, tuple(tuple(p.units_in(hex)) for hex in targets), result


def flip_supply(p: Field, combat: Combat) -> None:
    """14.54, 14.64 At the end of the phase those who fought without supplies are worse off; 25.16 who was attacked is
    committed."""
    fought = [unit for unit, done in by_unit(p.fought) if done & (ATTACKED | DEFENDED)]
    flip(p, [unit for unit in fought if not p.fought[unit] & UNOPPOSED], "14.54")
    for unit in fought:
        if p.fought[unit] & DEFENDED and p.where[unit] >= 0:
            p.committed[unit] = 1
    forget_phase(p)
