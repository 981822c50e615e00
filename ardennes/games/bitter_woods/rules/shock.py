"""19.0 to 21.0 What wears units down beside losses in combat (options): SS panzer scare, attrition, bombardment."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.dice import Dice, every_branch
from ardennes.engine.modifiers import Modifier, Tally
from ardennes.engine.options import Verb, object_of
from ardennes.engine.procedure import About, Question, SideProcedure, Then
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.bitter_woods.rules.army_artillery import may_bombard
from ardennes.games.bitter_woods.rules.artillery import attack_support
from ardennes.games.bitter_woods.rules.attacks import Attack, endurance
from ardennes.games.bitter_woods.rules.field import BATTERED, Field
from ardennes.games.bitter_woods.rules.pieces import BATTER, DONE, GERMAN, GO
from ardennes.games.bitter_woods.rules.positions import is_fortified
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit

# --- 19.0 SS panzer scare --------------------------------------------------------------------------------


def frightens(p: Field, attack: Attack) -> bool:
    """19.0 Whether SS panzers attack on one of the turns on which they frighten the defenders."""
    if "panzer_scare" not in p.data.options or attack.side != GERMAN:
        return False
    turns, counters = p.data.named.turns, p.data.counters
    in_time = p.data.turn_named(turns.scare_from) <= p.turn <= p.data.turn_named(turns.scare_until)
    return in_time and any("scare" in counters[unit].words for unit in attack.attackers)


def frightened_from(p: Field, attack: Attack) -> int:
    """19.0 The lowest die that frightens the defenders: their highest endurance rating in the hex, and that of guns
    that support them where this is played."""
    guns = attack.answer if "scare_counts_guns" in p.data.options else ()
    return max(endurance(p, unit) for unit in (*p.units_in(attack.target), *guns))


def roll_for_scare(p: Field, attack: Attack, dice: Dice) -> int:
    """19.0 One die for an attack, however many SS panzers take part; 0 where none is rolled."""
    return dice.die() if frightens(p, attack) else 0


# --- 20.0 attrition --------------------------------------------------------------------------------------


FIRST_TURN = 1
"""The first turn of the campaign, in which units that are set up there have come."""


def worn_out(p: Field, attack: Attack) -> tuple[Unit, ...]:
    """20.0 Who might take the loss that an asterisk in the table costs the attacker: mechanized attackers of full
    strength that have been in play for five days."""
    if "attrition" not in p.data.options or not attack.result.endswith("*"):
        return ()
    if p.turn < p.data.turn_named(p.data.named.turns.attrition_from):
        return ()
    return tuple(unit for unit in attack.attackers if is_worn(p, unit) and p.steps[unit] == p.data.full_steps[unit])


def is_worn(p: Field, unit: Unit) -> bool:
    """20.0 A mechanized unit that has been in play for ten turns."""
    in_play = p.turn - max(p.since[unit], FIRST_TURN)
    return p.data.counters[unit].mechanized and p.where[unit] >= 0 and in_play >= p.data.named.worn_after


# --- 21.0 bombardment ------------------------------------------------------------------------------------

FEWEST_GUNS, MANY_GUNS = 2, 4
"""21.2 Guns or rockets for a bombardment, and artillery units of any sort that make it heavier."""


class Bombardment(SideProcedure):
    """21.1 Artillery fires at a hex just before it is attacked."""

    target: Hex
    guns: tuple[Unit, ...] = ()


def bombardment(p: Field, attack: Attack) -> Bombardment | None:
    """21.1 The attacker is asked for a bombardment where he has the guns for it; 21.2 once for each hex and phase."""
    if "bombardment" not in p.data.options or attack.alone or p.bombarded[attack.target]:
        return None
    guns = batteries(p, attack.side, attack.target)
    return Bombardment(side=attack.side, target=attack.target) if are_enough(p, guns) else None


def batteries(p: Field, side: Side, target: Hex) -> list[Unit]:
    """21.1, 37.2 The artillery that might bombard a hex."""
    return [gun for gun in attack_support(p, side, target) if may_bombard(p, gun, target)]


def are_enough(p: Field, guns: Sequence[Unit]) -> bool:
    """21.2 Two guns, or two rocket units."""
    rockets = sum(p.data.counters[gun].kind == "rockets" for gun in guns)
    return rockets >= FEWEST_GUNS or len(guns) - rockets >= FEWEST_GUNS


class ChooseGuns(Question[Field, Bombardment]):
    """21.2 Which artillery bombards; those that do cannot support the attack."""

    prompt, rule = "choose-bombardment", "21.1"
    prompt_fields = {"hex": "target"}
    reasons = {BATTER: ("cannot-bombard", "21.1"), GO: ("too-few-guns", "21.2")}
    deliberate = (GO,)

    def gathers(self) -> Sequence[Verb]:
        return (BATTER,)

    def offers(self, p: Field, bombardment: Bombardment) -> Sequence[int]:
        able = batteries(p, bombardment.side, bombardment.target)
        options = [BATTER + gun for gun in able if gun not in bombardment.guns]
        if are_enough(p, bombardment.guns):
            options.append(GO + 0)
        return [*options, DONE + 0]

    def answer(self, p: Field, bombardment: Bombardment, option: int) -> Then | None:
        if option == DONE:
            return Then.END
        if option == GO:
            return Then.NEXT
        bombardment.guns += (object_of(option),)
        return None

    def about(self, p: Field, bombardment: Bombardment, option: int) -> About:
        if option != GO:
            return About()
        chances = every_branch(lambda dice: named_result(shocked_by(p, bombardment, dice)))
        return About(
            tallies={"die": heaviness(p, bombardment)},
            chances={name: float(chance) for name, chance in sorted(chances.items())},
            rules=("21.2",),
        )

    def why_not(self, p: Field, bombardment: Bombardment, option: int) -> Refusal | None:
        if option == GO:
            return Refusal("too-few-guns", {}, "21.2")
        return super().why_not(p, bombardment, option)


def heaviness(p: Field, bombardment: Bombardment) -> Tally:
    """21.2 What four artillery units add to the dice, and a fortification takes off."""
    many = len(bombardment.guns) >= MANY_GUNS
    return Tally.of(
        [
            Modifier("many-guns", int(many), "21.2"),
            Modifier("fortification", -int(is_fortified(p, bombardment.target)), "21.2"),
        ]
    )


def shocked_by(p: Field, bombardment: Bombardment, dice: Dice) -> list[tuple[Unit, int, bool]]:
    """21.2, 21.3 A die for each unit in the hex, leaders apart, and whether it is shocked."""
    heavy = heaviness(p, bombardment).total
    units = sorted(unit for unit in p.units_in(bombardment.target) if p.data.counters[unit].combat_unit)
    rolls = [(unit, dice.die()) for unit in units]
    return [(unit, roll, roll + heavy > endurance(p, unit)) for unit, roll in rolls]


def named_result(rolls: Sequence[tuple[int, int, bool]]) -> str:
    return f"shocked-{sum(shocked for _, _, shocked in rolls)}"


def bombard(p: Field, bombardment: Bombardment) -> None:
    """21.1, 21.2 The guns are used, and the dice rolled."""
    for gun in bombardment.guns:
        p.fired[gun] = 1
    p.bombarded[bombardment.target] = 1
    rolls = shocked_by(p, bombardment, p)
    if any(shocked for _, _, shocked in rolls):
        p.bombarded[bombardment.target] = BATTERED
    args: dict[str, Argument] = {"hex": bombardment.target, "units": bombardment.guns, "result": named_result(rolls)}
    p.tell(Event("bombards", args, "21.2"))
    for unit, roll, shocked in rolls:
        p.tell(Event("shocked" if shocked else "not-shocked", {"unit": unit, "die": roll}, "21.2"))
        if shocked:
            p.shocked[unit] = 1


def end_shock(p: Field, phasing: Side) -> None:
    """21.3 Shock ends with the player turn of the unit's owner; or, where this is played, of the side that fired."""
    side = ENEMY_OF[phasing] if "brief_shock" in p.data.options else phasing
    for unit in p.data.units[side]:
        p.shocked[unit] = 0


Bombardment.steps = (ChooseGuns(), bombard)
