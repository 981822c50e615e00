"""9.0 Combat: an attack is declared, the defender answers, the die is rolled, results follow at once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from ardennes.engine.dice import Dice, every_branch
from ardennes.engine.duties import lapse
from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, Procedure, SideProcedure
from ardennes.engine.texts import Argument, Event, Refusal, Text
from ardennes.games.bitter_woods.rules.allies import fights_for
from ardennes.games.bitter_woods.rules.angriff import may_announce, may_join
from ardennes.games.bitter_woods.rules.army_artillery import serves
from ardennes.games.bitter_woods.rules.artillery import attack_support, defence_support, why_no_support, why_not_theirs
from ardennes.games.bitter_woods.rules.attackers import (
    able,
    bonds,
    can_be_met,
    duties,
    party,
    targets,
    why_cannot_join,
    why_no_target,
)
from ardennes.games.bitter_woods.rules.attacks import Attack, endurance, factors, read
from ardennes.games.bitter_woods.rules.battalions import Regrouping
from ardennes.games.bitter_woods.rules.details import may_surprise, roll_for_surprise, surprised_from
from ardennes.games.bitter_woods.rules.field import HAS_ATTACKED, Field
from ardennes.games.bitter_woods.rules.odds import Odds, odds, result
from ardennes.games.bitter_woods.rules.opening import is_last_attacker
from ardennes.games.bitter_woods.rules.orders import note_attack, show_plan
from ardennes.games.bitter_woods.rules.pieces import ANGRIFF, ATTACK, COLUMNS, DONE, FLY, GO, JOIN, SUPPORT
from ardennes.games.bitter_woods.rules.pledges import (
    break_engagements,
    counterattacks,
    open_counterattacks,
    settle_engagements,
)
from ardennes.games.bitter_woods.rules.results import (
    attacker_advances,
    attacker_loses,
    attacker_retreats,
    attrition,
    defender_advances,
    defender_loses,
    defender_retreats,
    involved,
    pledge,
)
from ardennes.games.bitter_woods.rules.shock import (
    bombardment,
    frightened_from,
    frightens,
    roll_for_scare,
)
from ardennes.numbers import ENEMY_OF, Hex, Unit
from ardennes.rules import fighting


class Combat(SideProcedure):
    """9.1 The combat phase of a side: one combat after another, as many as it likes."""

    stage_name = "stage-combat"


def open_combat(p: Field, combat: Combat) -> None:
    p.wipe("bombarded")
    p.regrouped = 0
    open_counterattacks(p, combat.side)
    settle_engagements(p)


class ChooseAttack(Regrouping[Combat]):
    """9.1 The next hex to attack; only what earlier combats have left to be done must be (9.5)."""

    prompt, rule, ends = "choose-attack", "9.1", DONE
    reasons = {DONE: ("must-attack", "9.5")}
    verb, done = ATTACK, DONE

    def choices(self, p: Field, combat: Combat) -> Sequence[int]:
        return targets(p, combat.side)

    def may_stop(self, p: Field, combat: Combat) -> bool:
        return not any(can_be_met(p, duty) for duty in duties(p, combat.side))

    def pick(self, p: Field, combat: Combat, hex: Hex) -> Procedure:
        return Attack(side=combat.side, target=hex)

    def about(self, p: Field, combat: Combat, option: int) -> About:
        """9.2 What all who may attack the hex would bring about without any support."""
        if not is_about(option, ATTACK):
            return super().about(p, combat, option)
        attack, declare = Attack(side=combat.side, target=object_of(option)), Declare()
        attack.attackers = tuple(declare.able(p, attack))
        return declare.preview(p, attack) if attack.attackers else About()

    def why_not(self, p: Field, combat: Combat, option: int) -> Refusal | None:
        if not is_about(option, ATTACK):
            return super().why_not(p, combat, option)
        hex = object_of(option)
        if p.side_in(hex) != ENEMY_OF[combat.side]:
            return Refusal("no-enemy-there", {"hex": hex}, "9.1")
        return why_no_target(p, combat.side, hex)


def end_combat(p: Field, combat: Combat) -> None:
    """9.5 What could not be done lapses."""
    for duty in duties(p, combat.side):
        lapse(p, duty)


# --- declaring -------------------------------------------------------------------------------------------


class Declare(fighting.DeclareAttack[Field, Attack]):
    """9.2 Who attacks, with which guns and aircraft."""

    prompt, rule = "declare-attack", "9.2"
    reasons = {
        JOIN: ("cannot-join", "9.1"),
        SUPPORT: ("cannot-support", "10.2"),
        FLY: ("no-aircraft", "11.2"),
        ANGRIFF: ("no-angriff", "23.1"),
        GO: ("nobody-attacks", "9.2"),
    }
    deliberate = (GO,)
    join, go, adds = JOIN, GO, {JOIN: "attackers", SUPPORT: "support"}

    def able(self, p: Field, attack: Attack) -> list[Unit]:
        if attack.alone:
            return [unit for unit in able(p, attack.side, attack.target) if is_last_attacker(p, unit)]
        found = able(p, attack.side, attack.target)
        return [unit for unit in found if may_join(p, attack, unit)] if attack.angriff else found

    def support(self, p: Field, attack: Attack) -> list[int]:
        if not attack.attackers or attack.alone:
            return []
        able = attack_support(p, attack.side, attack.target)
        ours = attack.attackers
        guns = [gun for gun in able if gun not in attack.support and serves(p, gun, ours) and fights_for(p, gun, ours)]
        options = [SUPPORT + gun for gun in guns]
        if attack.angriff:
            return options
        if self.may_go(p, attack) and may_announce(p, attack):
            options.append(ANGRIFF + 0)
        return [*options, FLY + 0] if p.air(attack.side) and not attack.air else options

    def add(self, attack: Attack, option: int) -> None:
        if option == FLY:
            attack.air = True
        elif option == ANGRIFF:
            attack.angriff = True
        else:
            super().add(attack, option)

    def may_go(self, p: Field, attack: Attack) -> bool:
        """9.5 Who owes a battle fights it with all who owe it too, rockets among them."""
        owed = bonds(p, attack.side)
        together = {unit for joined in attack.attackers if joined in owed for unit in party(p, owed[joined])}
        missing = together.difference(attack.attackers, attack.support)
        rockets = missing.intersection(attack_support(p, attack.side, attack.target))
        return bool(attack.attackers) and not rockets and not any(p.data.counters[unit].fighter for unit in missing)

    def why_not(self, p: Field, attack: Attack, option: int) -> Refusal | None:
        if is_about(option, JOIN):
            return why_cannot_join(p, attack, object_of(option))
        if is_about(option, SUPPORT):
            return why_no_fire(p, attack, object_of(option))
        if option == FLY and attack.angriff:
            return Refusal("no-aircraft-in-angriff", {}, "23.2")
        return super().why_not(p, attack, option)

    def commit(self, p: Field, attack: Attack) -> None:
        """9.1 It cannot be called off; attackers and guns are used."""
        p.tell(Event("attacks", {"side": attack.side, "hex": attack.target, "units": attack.attackers}, "9.2"))
        show_plan(p, attack.attackers)
        if attack.angriff:
            p.tell(Event("announces-angriff", {"hex": attack.target}, "23.2"))
        for unit in attack.attackers:
            p.done[unit] |= HAS_ATTACKED
        for gun in attack.support:
            p.fired[gun] = 1
            p.tell(Event("supports", {"unit": gun}, "10.2"))
        if attack.air:
            p.use_air(attack.side)
        attack.origins = tuple(sorted({p.where[unit] for unit in involved(p, attack)}))
        note_attack(p, attack.target)
        break_engagements(p, attack.target, attack.attackers)
        for duty in counterattacks(p, attack.side):
            if set(party(p, duty)).intersection(attack.attackers):
                p.duties = tuple(other for other in p.duties if other != duty)


class Answer(fighting.AnswerAttack[Field, Attack]):
    """9.2 The defender's guns and aircraft."""

    prompt, rule = "answer-attack", "9.2"
    reasons = {SUPPORT: ("cannot-support", "10.2"), FLY: ("no-aircraft", "11.2")}
    go, adds = GO, {SUPPORT: "answer"}

    def support(self, p: Field, attack: Attack) -> list[int]:
        side = ENEMY_OF[attack.side]
        options = [SUPPORT + gun for gun in defence_support(p, side, attack.target) if gun not in attack.answer]
        may_fly = p.air(side) and not attack.answer_air and not attack.angriff
        return [*options, FLY + 0] if may_fly else options

    def add(self, attack: Attack, option: int) -> None:
        if option == FLY:
            attack.answer_air = True
        else:
            super().add(attack, option)

    def why_not(self, p: Field, attack: Attack, option: int) -> Refusal | None:
        if is_about(option, SUPPORT):
            return why_no_support(p, ENEMY_OF[attack.side], object_of(option), attack.target, attacks=False)
        if option == FLY and attack.angriff:
            return Refusal("no-aircraft-in-angriff", {}, "23.2")
        return super().why_not(p, attack, option)

    def use(self, p: Field, attack: Attack, option: int) -> None:
        if option == FLY:
            p.use_air(ENEMY_OF[attack.side])
            p.tell(Event("flies", {"side": ENEMY_OF[attack.side], "hex": attack.target}, "11.2"))
        else:
            p.fired[object_of(option)] = 1
            p.tell(Event("supports", {"unit": object_of(option)}, "10.2"))


def why_no_fire(p: Field, attack: Attack, gun: Unit) -> Refusal | None:
    """10.2, 27.1, 28.4, 37.2 Why a gun does not support an attack that is being declared."""
    if attack.alone:
        return Refusal("attacks-alone", {"unit": gun}, "27.1")
    if not attack.attackers:
        return Refusal("nobody-attacks", {}, "10.2")
    found = why_no_support(p, attack.side, gun, attack.target, attacks=True)
    return found or why_not_theirs(p, gun, attack.attackers)


def preview(p: Field, attack: Attack, *, answered: bool = False) -> About:
    """9.2 Odds, shifts and every result with its chance; before the defender has answered also with all his guns, and
    with his aircraft."""
    found = odds(p, attack)
    tallies = {
        "attack": found.attack,
        "defence": found.defence,
        "right": found.right,
        "left": found.left,
        "die": found.die,
    }
    answers = [("", attack)] if answered else possible_answers(p, attack)
    expected = fighting.prospects(p, answers, outcomes, effect, "odds-drive-off")
    notes = [Text("final-column", {"printed": COLUMNS[found.printed], "column": COLUMNS[found.column]}, "9.2")]
    if attack.angriff:
        notes.append(Text("on-angriff-table" if found.is_angriff else "off-angriff-table", {}, "23.1"))
    if frightens(p, attack):
        notes.append(Text("scare-to-come", {"least": frightened_from(p, attack)}, "19.0"))
    if may_surprise(p, attack):
        notes.append(Text("surprise-to-come", {"least": surprised_from(p, attack)}, "31.0"))
    return About(
        summary=expected.summary, tallies=tallies, chances=expected.chances, notes=tuple(notes), rules=("9.2",)
    )


def effect(p: Field, attack: Attack, text: str) -> fighting.Effect:
    """9.5 What a result does to the defenders and to the attackers."""
    found = read(text)
    defending = sum(p.steps[unit] for unit in p.units_in(attack.target) if p.data.counters[unit].combat_unit)
    attacking = sum(p.steps[unit] for unit in involved(p, attack))
    lost = defending if found.kind == "DE" else int(found.kind == "FF" or (found.kind == "D" and found.losses > 0))
    cost = attacking if found.kind == "AE" else int(found.kind == "FF" or (found.kind == "A" and found.losses > 0))
    return fighting.Effect(lost, cost, found.kind == "D" or lost >= defending)


def outcomes(p: Field, attack: Attack) -> dict[str, Fraction]:
    return dict(sorted(every_branch(lambda dice: throw(p, attack, dice).result).items()))


def possible_answers(p: Field, attack: Attack) -> list[tuple[str, Attack]]:
    """9.2 The attack with what the defender might add: of all his guns and aircraft the least that leads to each column
    and modifier, by name."""
    side = ENEMY_OF[attack.side]
    sums: dict[tuple[int, int], tuple[int, ...]] = {(0, 0): attack.answer}
    for gun in defence_support(p, side, attack.target):
        if gun not in attack.answer:
            for (fire, best), guns in list(sums.items()):
                key = (fire + factors(p, gun), max(best, endurance(p, gun)))
                sums.setdefault(key, (*guns, gun))
    flights = (False, True) if p.air(side) and not attack.answer_air and not attack.angriff else (attack.answer_air,)
    found: dict[tuple[int, int, int], tuple[str, Attack]] = {}
    for flight in flights:
        for (fire, _), guns in sorted(sums.items()):
            answered = msgspec.structs.replace(attack, answer=guns, answer_air=flight)
            comes_to = odds(p, answered)
            seen = comes_to.column, comes_to.modifier, frightens(p, answered) and frightened_from(p, answered)
            added = {f"guns-{fire}": fire, "air": flight and not attack.answer_air}
            name = "+".join(word for word, there in added.items() if there)
            found.setdefault(seen, (name, answered))
    return list(found.values())


# --- the die and what it brings --------------------------------------------------------------------------


class Thrown(NamedTuple):
    """The dice of a combat, and what comes of them."""

    scare: int
    """19.0 The die for SS panzer scare; 0 where none is rolled."""
    surprise: int
    """31.0 The die for surprise; 0 where none is rolled."""
    odds: Odds
    die: int
    result: str


def throw(p: Field, attack: Attack, dice: Dice) -> Thrown:
    """9.2 The dice of a combat, each in its turn."""
    scare = roll_for_scare(p, attack, dice)
    if scare:
        attack = msgspec.structs.replace(attack, scare=scare >= frightened_from(p, attack))
    surprise = roll_for_surprise(p, attack, dice)
    if surprise:
        attack = msgspec.structs.replace(attack, surprised=surprise >= surprised_from(p, attack))
    found, die = odds(p, attack), dice.die()
    return Thrown(scare, surprise, found, die, result(p, found, die))


def fight(p: Field, attack: Attack) -> None:
    """9.2 The attacker rolls."""
    thrown = throw(p, attack, p)
    if thrown.scare:
        least = frightened_from(p, attack)
        attack.scare = thrown.scare >= least
        p.tell(Event("rolls-for-scare", {"die": thrown.scare, "least": least}, "19.0"))
    if thrown.surprise:
        least = surprised_from(p, attack)
        attack.surprised = thrown.surprise >= least
        p.tell(Event("rolls-for-surprise", {"die": thrown.surprise, "least": least}, "31.0"))
    attack.result = thrown.result
    defending = [unit for unit in p.units_in(attack.target) if p.data.counters[unit].combat_unit]
    attack.defenders = tuple(sorted(defending))
    args: dict[str, Argument] = {"hex": attack.target, "side": attack.side, "units": attack.attackers}
    args |= {"die": thrown.die, "added": thrown.odds.modifier, "column": COLUMNS[thrown.odds.column]}
    p.tell(Event("rolled", {**args, "result": attack.result}, "9.2"))


Declare.foretell = Answer.foretell = staticmethod(preview)
Combat.steps = (open_combat, ChooseAttack(), end_combat)
Attack.steps = (
    bombardment,
    Declare(),
    Answer(),
    fight,
    defender_loses,
    defender_retreats,
    attacker_loses,
    attrition,
    attacker_retreats,
    pledge,
    attacker_advances,
    defender_advances,
)
