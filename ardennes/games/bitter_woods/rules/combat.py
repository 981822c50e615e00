"""9.0 Combat: an attack is declared, the defender answers, the die is rolled, results follow at once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from ardennes.engine.dice import every_branch
from ardennes.engine.duties import Duty, lapse
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure
from ardennes.engine.texts import Argument, Event, Refusal, Text
from ardennes.games.bitter_woods.rules.advance import Advance
from ardennes.games.bitter_woods.rules.artillery import attack_support, defence_support
from ardennes.games.bitter_woods.rules.boundaries import may_attack_over
from ardennes.games.bitter_woods.rules.field import HAS_ATTACKED, IN_RESERVE, Field, eliminate, lose_step
from ardennes.games.bitter_woods.rules.odds import Attack, endurance, odds, read, result
from ardennes.games.bitter_woods.rules.opening import is_held_back, may_be_attacked_by
from ardennes.games.bitter_woods.rules.pieces import ATTACK, COLUMNS, DONE, FLY, GO, JOIN, LOSE, SUPPORT
from ardennes.games.bitter_woods.rules.pledges import (
    COUNTERATTACK,
    bound_to_counterattack,
    bound_to_refight,
    break_engagements,
    counterattacks,
    end_duties_in,
    engage,
    engagements,
    open_counterattacks,
    owe_counterattack,
    settle_engagements,
    targets_of,
)
from ardennes.games.bitter_woods.rules.positions import is_fortified
from ardennes.games.bitter_woods.rules.retreats import Rout
from ardennes.rules import fighting, losses
from ardennes.rules.picking import Pick


class Combat(Procedure):
    """9.1 The combat phase of a side: one combat after another, as many as it likes."""

    stage_name = "stage-combat"
    side: int


def open_combat(p: Field, combat: Combat) -> None:
    open_counterattacks(p, combat.side)
    settle_engagements(p)


# --- who may attack --------------------------------------------------------------------------------------


def may_attack(p: Field, unit: int) -> bool:
    """9.1, 13.3, 14.1, 15.5 Whether a unit may attack in this combat phase at all."""
    return (
        p.data.counters[unit].fighter
        and not p.done[unit] & HAS_ATTACKED
        and p.reserve[unit] != IN_RESERVE
        and p.bridging[unit] == NO_UNIT
        and not is_held_back(p, unit)
    )


def can_attack(p: Field, unit: int, hex: int) -> bool:
    """5.3, 5.4, 9.1, 15.7 Whether a unit may attack a hex: beside it, not over a cliff, nor past a boundary."""
    board, here = p.data.board, p.where[unit]
    if hex not in board.around(here) or board.wall[board.side(here, hex)]:
        return False
    return may_attack_over(p, unit, hex) and may_be_attacked_by(p, unit, hex)


def able(p: Field, side: int, hex: int) -> list[int]:
    """9.1, 9.5 Units that could attack an enemy hex now; who owes a counterattack or a battle attacks nothing else."""
    near = sorted(unit for here in p.data.board.around(hex) for unit in p.units_in(here))
    found = [unit for unit in near if p.data.sides[unit] == side and may_attack(p, unit) and can_attack(p, unit, hex)]
    owed = bonds(p, side)
    return [unit for unit in found if unit not in owed or _all_can(found, p, owed[unit], hex)]


def _all_can(found: Sequence[int], p: Field, duty: Duty, hex: int) -> bool:
    """9.5 Whether a hex is one of those that are owed a battle, and all who owe it can attack there."""
    return hex in goals(p, duty) and set(_fighters(p, duty)) <= set(found)


def duties(p: Field, side: int) -> list[Duty]:
    """9.5 The battles a side must fight in this phase."""
    return counterattacks(p, side) + engagements(p, side) if p.duties else []


def party(p: Field, duty: Duty) -> list[int]:
    """9.5 Who must take part in a battle that is owed."""
    return bound_to_counterattack(p, duty) if duty.kind == COUNTERATTACK else bound_to_refight(p, duty)


def goals(p: Field, duty: Duty) -> list[int]:
    """9.5 The hexes by attacking which it is met."""
    return targets_of(p, duty) if duty.kind == COUNTERATTACK else [duty.subject]


def bonds(p: Field, side: int) -> dict[int, Duty]:
    """9.5 The units that owe a battle that can be fought."""
    return {unit: duty for duty in duties(p, side) if can_be_met(p, duty) for unit in party(p, duty)}


def can_be_met(p: Field, duty: Duty) -> bool:
    """9.5 Whether all who must take part can attack one of its hexes together."""
    bound = _fighters(p, duty)
    return bool(bound) and any(
        p.side_in(hex) == 1 - duty.side and all(may_attack(p, unit) and can_attack(p, unit, hex) for unit in bound)
        for hex in goals(p, duty)
    )


class ChooseAttack(Pick[Field, Combat]):
    """9.1 The next hex to attack; only what earlier combats have left to be done must be (9.5)."""

    prompt, rule, ends = "choose-attack", "9.1", DONE
    reasons = {DONE: ("must-attack", "9.5")}
    verb, done = ATTACK, DONE

    def choices(self, p: Field, combat: Combat) -> Sequence[int]:
        return targets(p, combat.side)

    def may_stop(self, p: Field, combat: Combat) -> bool:
        return not any(can_be_met(p, duty) for duty in duties(p, combat.side))

    def pick(self, p: Field, combat: Combat, hex: int) -> Procedure:
        return Attack(side=combat.side, target=hex)

    def why_not(self, p: Field, combat: Combat, option: int) -> Refusal | None:
        if not is_about(option, ATTACK):
            return super().why_not(p, combat, option)
        hex = object_of(option)
        args: dict[str, Argument] = {"hex": hex}
        if p.side_in(hex) != 1 - combat.side:
            return Refusal("no-enemy-there", args, "9.1")
        return Refusal("nobody-can-attack", args, "9.1")


def targets(p: Field, side: int) -> list[int]:
    """9.1 Enemy hexes that some unit could attack."""
    ready = [unit for unit in p.on_map(side) if may_attack(p, unit) and p.where[unit] in p.front(side)]
    near = {hex for unit in ready for hex in p.data.board.around(p.where[unit])}
    return sorted(hex for hex in near & p.hexes_of(1 - side) if able(p, side, hex))


def _fighters(p: Field, duty: Duty) -> list[int]:
    return [unit for unit in party(p, duty) if p.data.counters[unit].fighter]


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
        GO: ("nobody-attacks", "9.2"),
    }
    deliberate = (GO,)
    join, go, adds = JOIN, GO, {JOIN: "attackers", SUPPORT: "support"}

    def able(self, p: Field, attack: Attack) -> list[int]:
        return able(p, attack.side, attack.target)

    def support(self, p: Field, attack: Attack) -> list[int]:
        if not attack.attackers:
            return []
        guns = [gun for gun in attack_support(p, attack.side, attack.target) if gun not in attack.support]
        options = [SUPPORT + gun for gun in guns]
        return [*options, FLY + 0] if p.air(attack.side) and not attack.air else options

    def add(self, attack: Attack, option: int) -> None:
        if option == FLY:
            attack.air = True
        else:
            super().add(attack, option)

    def may_go(self, p: Field, attack: Attack) -> bool:
        """9.5 Who owes a battle fights it with all who owe it too, rockets among them."""
        owed = bonds(p, attack.side)
        together = {unit for joined in attack.attackers if joined in owed for unit in party(p, owed[joined])}
        missing = together.difference(attack.attackers, attack.support)
        rockets = missing.intersection(attack_support(p, attack.side, attack.target))
        return bool(attack.attackers) and not rockets and not any(p.data.counters[unit].fighter for unit in missing)

    def commit(self, p: Field, attack: Attack) -> None:
        """9.1 It cannot be called off; attackers and guns are used."""
        p.tell(Event("attacks", {"side": attack.side, "hex": attack.target, "units": attack.attackers}, "9.2"))
        for unit in attack.attackers:
            p.done[unit] |= HAS_ATTACKED
        for gun in attack.support:
            p.fired[gun] = 1
            p.tell(Event("supports", {"unit": gun}, "10.2"))
        if attack.air:
            p.use_air(attack.side)
        attack.origins = tuple(sorted({p.where[unit] for unit in involved(p, attack)}))
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
        side = 1 - attack.side
        options = [SUPPORT + gun for gun in defence_support(p, side, attack.target) if gun not in attack.answer]
        return [*options, FLY + 0] if p.air(side) and not attack.answer_air else options

    def add(self, attack: Attack, option: int) -> None:
        if option == FLY:
            attack.answer_air = True
        else:
            super().add(attack, option)

    def use(self, p: Field, attack: Attack, option: int) -> None:
        if option == FLY:
            p.use_air(1 - attack.side)
            p.tell(Event("flies", {"side": 1 - attack.side, "hex": attack.target}, "11.2"))
        else:
            p.fired[object_of(option)] = 1
            p.tell(Event("supports", {"unit": object_of(option)}, "10.2"))


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
    note = Text("final-column", {"printed": COLUMNS[found.printed], "column": COLUMNS[found.column]}, "9.2")
    return About(summary=expected.summary, tallies=tallies, chances=expected.chances, notes=(note,), rules=("9.2",))


def effect(p: Field, attack: Attack, text: str) -> fighting.Effect:
    """9.5 What a result does to the defenders and to the attackers."""
    found = read(text)
    defending = sum(p.steps[unit] for unit in p.units_in(attack.target))
    attacking = sum(p.steps[unit] for unit in involved(p, attack))
    lost = defending if found.kind == "DE" else int(found.kind == "FF" or (found.kind == "D" and found.losses > 0))
    cost = attacking if found.kind == "AE" else int(found.kind == "FF" or (found.kind == "A" and found.losses > 0))
    return fighting.Effect(lost, cost, found.kind == "D" or lost >= defending)


def outcomes(p: Field, attack: Attack) -> dict[str, Fraction]:
    found = odds(p, attack)
    return dict(sorted(every_branch(lambda dice: result(p, found, dice.die())).items()))


def possible_answers(p: Field, attack: Attack) -> list[tuple[str, Attack]]:
    """9.2 The attack with what the defender might add: of all his guns and aircraft the least that leads to each column
    and modifier, by name."""
    side = 1 - attack.side
    sums: dict[tuple[int, int], tuple[int, ...]] = {(0, 0): attack.answer}
    for gun in defence_support(p, side, attack.target):
        if gun not in attack.answer:
            for (factors, best), guns in list(sums.items()):
                key = (factors + p.face(gun).strength, max(best, endurance(p, gun)))
                sums.setdefault(key, (*guns, gun))
    flights = (False, True) if p.air(side) and not attack.answer_air else (attack.answer_air,)
    found: dict[tuple[int, int], tuple[str, Attack]] = {}
    for flight in flights:
        for (factors, _), guns in sorted(sums.items()):
            answered = msgspec.structs.replace(attack, answer=guns, answer_air=flight)
            comes_to = odds(p, answered)
            added = {f"guns-{factors}": factors, "air": flight and not attack.answer_air}
            name = "+".join(word for word, there in added.items() if there)
            found.setdefault((comes_to.column, comes_to.modifier), (name, answered))
    return list(found.values())


# --- the die and what it brings --------------------------------------------------------------------------


def involved(p: Field, attack: Attack) -> tuple[int, ...]:
    """9.6, 10.4 Attackers that suffer results: those beside the target, rockets among them."""
    rockets = [gun for gun in attack.support if p.data.counters[gun].kind == "rockets"]
    return (*attack.attackers, *rockets)


def fight(p: Field, attack: Attack) -> None:
    """9.2 The attacker rolls."""
    found, roll = odds(p, attack), p.die()
    attack.result = result(p, found, roll)
    attack.defenders = tuple(sorted(p.units_in(attack.target)))
    args: dict[str, Argument] = {"hex": attack.target, "die": roll, "column": COLUMNS[found.column]}
    p.tell(Event("rolled", {**args, "modifier": found.modifier, "result": attack.result}, "9.2"))


class Losses(losses.Losses):
    """9.6 Steps that the owner of some units must lose."""


class TakeLoss(losses.TakeLoss[Field, Losses]):
    """9.6 The owner chooses who loses a step."""

    prompt, rule = "take-loss", "9.6"
    reasons = {LOSE: ("not-among-them", "9.6")}
    verb = LOSE

    def may_lose(self, p: Field, losses: Losses, unit: int) -> bool:
        return p.where[unit] >= 0

    def lose(self, p: Field, losses: Losses, unit: int) -> None:
        lose_step(p, unit, "9.6")


def defender_loses(p: Field, attack: Attack) -> Procedure | None:
    """9.5 1D# and FF cost the defender a step, DE everything; his part comes first."""
    found = read(attack.result)
    if found.kind == "DE":
        for unit in p.units_in(attack.target):
            eliminate(p, unit, "9.5")
    if found.kind == "FF" or (found.kind == "D" and found.losses):
        return Losses(side=1 - attack.side, units=tuple(p.units_in(attack.target)), n=1)
    return None


def defender_retreats(p: Field, attack: Attack) -> Procedure | None:
    """9.5 D# makes the defenders retreat."""
    found = read(attack.result)
    if found.kind != "D" or not p.units_in(attack.target):
        return None
    return Rout(side=1 - attack.side, hexes=found.hexes, waiting=tuple(sorted(p.units_in(attack.target))))


def attacker_loses(p: Field, attack: Attack) -> Procedure | None:
    """9.5 1A# and FF cost the attacker a step, AE everything."""
    found, units = read(attack.result), involved(p, attack)
    if found.kind == "AE":
        for unit in units:
            eliminate(p, unit, "9.5")
    if found.kind == "FF" or (found.kind == "A" and found.losses):
        return Losses(side=attack.side, units=units, n=1)
    return None


def attacker_retreats(p: Field, attack: Attack) -> Procedure | None:
    """9.5 A# makes the attackers retreat."""
    found = read(attack.result)
    left = tuple(sorted(unit for unit in involved(p, attack) if p.where[unit] >= 0))
    return Rout(side=attack.side, hexes=found.hexes, waiting=left) if found.kind == "A" and left else None


def pledge(p: Field, attack: Attack) -> None:
    """9.5 CA and ENG leave something to be done; 8.2 not CA in a fortification."""
    found = read(attack.result)
    if found.kind == "CA" and not is_fortified(p, attack.target):
        owe_counterattack(p, 1 - attack.side, attack.target, attack.defenders, attack.attackers)
    elif found.kind == "ENG":
        engage(p, attack.side, attack.target, attack.attackers, attack.defenders)
    end_duties_in(p, attack.target)


def attacker_advances(p: Field, attack: Attack) -> Procedure | None:
    """9.8 D# and DE let the attackers advance, FF where the defenders are gone and an attacker is left; 8.3 through
    Clervaux half as far, and without the bonus."""
    found = read(attack.result)
    if found.kind not in ("D", "DE", "FF") or p.units_in(attack.target):
        return None
    hexes = found.hexes or 1
    clervaux = attack.target == p.data.clervaux
    return Advance(
        side=attack.side,
        first=(attack.target,),
        hexes=(hexes + 1) // 2 if clervaux else hexes,
        road_bonus=found.kind != "FF" and not clervaux,
        waiting=tuple(sorted(attack.attackers)),
    )


def defender_advances(p: Field, attack: Attack) -> Procedure | None:
    """9.5 After A# and AE the defenders may advance one hex, each into a hex that the attackers have left."""
    found = read(attack.result)
    left = tuple(hex for hex in attack.origins if p.side_in(hex) != attack.side)
    if found.kind not in ("A", "AE") or not left:
        return None
    here = tuple(sorted(unit for unit in attack.defenders if p.where[unit] == attack.target))
    return Advance(side=1 - attack.side, first=left, hexes=1, road_bonus=False, waiting=here)


Declare.foretell = Answer.foretell = staticmethod(preview)
Combat.steps = (open_combat, ChooseAttack(), end_combat)
Losses.steps = (TakeLoss(),)
Attack.steps = (
    Declare(),
    Answer(),
    fight,
    defender_loses,
    defender_retreats,
    attacker_loses,
    attacker_retreats,
    pledge,
    attacker_advances,
    defender_advances,
)
PROCEDURES = (Combat, Attack, Losses, Rout, Advance)
