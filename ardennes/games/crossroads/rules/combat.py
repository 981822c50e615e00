"""5 Combat: who must attack (5.1), declaring (5.2), guns (5.3), odds (5.4), the die (5.5), results held back until
the phase ends (5.6), counterattacks owed (5.7)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from ardennes.engine.derived import Until, derived
from ardennes.engine.dice import Dice, every_branch
from ardennes.engine.duties import Duty, lapse, meet, open_duties, owe
from ardennes.engine.modifiers import Modifier, Tally
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, SideProcedure
from ardennes.engine.texts import Argument, Event, Refusal, Text
from ardennes.games.crossroads.rules.field import ATTACK, DONE, FIRE, GUNS, JOIN, Field, is_dry, lose_step
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules import fighting
from ardennes.rules.obligations import Front, close
from ardennes.rules.odds import odds_column, read_result, shifted
from ardennes.rules.picking import Pick

SUPPORT, SILENT = GUNS, GUNS + 1
DEFENDER_LOSES, ATTACKER_LOSES = ("D1", "EX"), ("A1", "EX")


class Combat(SideProcedure):
    """2.3 The combat phase of a side. ``held`` has the results to come: target, first attacker, result."""

    stage_name = "stage-combat"
    held: tuple[tuple[Hex, Unit, str], ...] = ()


class Attack(fighting.Attack):
    """5.2 One attack being declared and rolled for."""

    support: bool = False
    """5.3 The defender's guns answer it."""


@derived(Until.ANY_MOVE)
def enemies_beside(p: Field, unit: Unit) -> list[Hex]:
    """The hexes beside a unit where enemies stand."""
    side = p.data.counters[unit].side
    return [hex for hex in p.data.board.around(p.where[unit]) if p.enemy_in(hex, side) != NO_UNIT]


def targets(p: Field, unit: Unit) -> list[Hex]:
    """The hexes a unit could attack: enemies beside it that have not been attacked yet."""
    top, fought = p.top, p.fought
    return [hex for hex in enemies_beside(p, unit) if not fought[top[hex]]]


@derived(Until.ANY_CHANGE)
def fresh(p: Field, side: Side) -> list[Unit]:
    """Units that can attack."""
    return [unit for unit in p.on_map(side) if not p.fought[unit] and p.data.counters[unit].real and targets(p, unit)]


@derived(Until.ANY_CHANGE)
def front(p: Field, side: Side) -> Front:
    """5.1 Units in an enemy zone of control must attack, if anything is left for them to attack; so must those that
    owe a counterattack (5.7)."""
    owing = {duty.subject for duty in open_duties(p, side, "counterattack", p.turn)}
    units = fresh(p, side)
    return Front(
        where=p.where[:],
        enemies={p.where[unit]: frozenset(targets(p, unit)) for unit in units},
        ready={p.where[unit]: [unit] for unit in units},
        owing=frozenset(unit for unit in units if unit in owing or p.in_enemy_zone(p.where[unit], side)),
    )


def odds(p: Field, attack: Attack) -> tuple[int, Tally]:
    """5.4 The column of the table, and the shifts that led to it."""
    data, target = p.data, attack.target
    covered = data.board.terrain[target] == data.board.code("terrain", "woods") or data.board.place[target]
    wet = all(not is_dry(p, p.where[unit], target) for unit in attack.attackers)
    shifts = Tally.of(
        (
            Modifier("cover", -1 if covered else 0, "5.4"),
            Modifier("across-river", -1 if wet else 0, "5.4"),
            Modifier("guns", -1 if attack.support else 0, "5.3"),
        )
    )
    strength = sum(data.counters[unit].strength for unit in attack.attackers)
    column = odds_column(data.tables.columns, strength, data.counters[p.top[target]].strength)
    return max(0, shifted(data.tables.columns, column, shifts.total)), shifts


def resolve(p: Field, column: int, dice: Dice) -> str:
    """5.5 One die on the column of the odds."""
    return read_result(p.data.tables.results, column, dice.die())


def outcomes(p: Field, attack: Attack) -> dict[str, Fraction]:
    """5.5 Every result of an attack with its chance."""
    column, _ = odds(p, attack)
    return every_branch(lambda dice: resolve(p, column, dice))


def preview(p: Field, attack: Attack, *, answered: bool = False) -> About:
    """5.4, 5.5 The odds of an attack, how they come about, and the chance of every result. 5.3 Where the defender may
    still answer with his guns, results with them have their name in front."""
    column, shifts = odds(p, attack)
    answers = [("", attack)]
    if p.guns[ENEMY_OF[attack.side]] and not (attack.support or answered):
        answers.append(("guns", msgspec.structs.replace(attack, support=True)))
    found = fighting.prospects(p, answers, outcomes, effect, "odds-destroy")
    note = Text("at-odds", {"odds": p.data.tables.columns[column], "units": attack.attackers}, "5.4")
    tallies = {"shifts": shifts}
    return About(summary=found.summary, tallies=tallies, chances=found.chances, notes=(note,), rules=("5.4", "5.5"))


def effect(p: Field, attack: Attack, result: str) -> fighting.Effect:
    """5.6 What a result does to the defender and to the attackers."""
    lost = int(result in DEFENDER_LOSES)
    return fighting.Effect(lost, int(result in ATTACKER_LOSES), lost >= p.steps[p.top[attack.target]])


class ChooseTarget(Pick[Field, Combat]):
    """5.1 Which hex is attacked next; the phase may end when nobody is left who must attack."""

    prompt, rule, ends = "choose-target", "5.1", DONE
    reasons = {ATTACK: ("no-target", "5.1"), DONE: ("must-attack", "5.1")}
    verb, done = ATTACK, DONE

    def choices(self, p: Field, combat: Combat) -> list[Hex]:
        return sorted({hex for unit in fresh(p, combat.side) for hex in targets(p, unit)})

    def may_stop(self, p: Field, combat: Combat) -> bool:
        units, _ = front(p, combat.side).unmet()
        return not units

    def pick(self, p: Field, combat: Combat, hex: Hex) -> Procedure:
        return Attack(side=combat.side, target=hex)


class ChooseAttackers(fighting.DeclareAttack[Field, Attack]):
    """5.2 Who takes part. An attack is let go only if all others who must attack still can (5.1)."""

    prompt, rule = "choose-attackers", "5.2"
    reasons = {JOIN: ("cannot-join", "5.2")}
    join, go, adds = JOIN, FIRE, {JOIN: "attackers"}
    foretell = staticmethod(preview)

    def able(self, p: Field, attack: Attack) -> list[Unit]:
        return [unit for unit in fresh(p, attack.side) if attack.target in targets(p, unit)]

    def may_go(self, p: Field, attack: Attack) -> bool:
        return bool(attack.attackers) and not self.stranded(p, attack)

    def stranded(self, p: Field, attack: Attack) -> tuple[int, ...]:
        """Who must attack and would be left without an enemy."""
        closure = close(front(p, attack.side), attack.attackers, (attack.target,))
        return tuple(sorted(closure.attackers.difference(attack.attackers)))

    def commit(self, p: Field, attack: Attack) -> None:
        for unit in (*attack.attackers, p.top[attack.target]):
            p.fought[unit] = 1

    def why_not(self, p: Field, attack: Attack, option: int) -> Refusal | None:
        if option == FIRE and attack.attackers:
            return Refusal("left-out", {"units": self.stranded(p, attack)}, "5.1")
        return Refusal("nobody-attacks", {}, "5.2") if option == FIRE else super().why_not(p, attack, option)


class AnswerWithGuns(fighting.AnswerAttack[Field, Attack]):
    """5.3 Before the die is rolled the defender may use his guns, once in a turn."""

    prompt, rule = "answer-guns", "5.3"
    go, foretell = SILENT, staticmethod(preview)

    def support(self, p: Field, attack: Attack) -> list[int]:
        return [SUPPORT] if p.guns[ENEMY_OF[attack.side]] and not attack.support else []

    def add(self, attack: Attack, option: int) -> None:
        attack.support = True

    def use(self, p: Field, attack: Attack, option: int) -> None:
        p.guns = (p.guns[0] - attack.side, p.guns[1] - (ENEMY_OF[attack.side]))


def roll(p: Field, attack: Attack) -> None:
    """5.5 The die is rolled; 5.6 its result is held back."""
    column, _ = odds(p, attack)
    result = resolve(p, column, p)
    (pick,) = (outcome for outcome in p.outcomes[-1:] if isinstance(outcome, int))
    args: dict[str, Argument] = {"hex": attack.target, "units": attack.attackers, "die": pick + 1, "result": result}
    p.tell(Event("attacked", {**args, "side": attack.side, "column": p.data.tables.columns[column]}, "5.5"))
    for duty in open_duties(p, attack.side, "counterattack", p.turn):
        if duty.subject in attack.attackers:
            meet(p, duty)
    phase = p.stack[-2]
    assert isinstance(phase, Combat)
    phase.held += ((attack.target, attack.attackers[0], result),)


def carry_out(p: Field, combat: Combat) -> None:
    """5.6 Results come into force in the order of the attacks. 5.7 A counterattack is owed in the next own turn; one
    that could not be made lapses."""
    for duty in open_duties(p, combat.side, "counterattack", p.turn):
        lapse(p, duty)
    for target, attacker, result in combat.held:
        defender = p.top[target]
        if result in DEFENDER_LOSES:
            lose_step(p, defender, "5.6")
        if result in ATTACKER_LOSES:
            lose_step(p, attacker, "5.6")
        if result == "CA":
            owe(p, Duty(ENEMY_OF[combat.side], "counterattack", defender, p.turn + combat.side, "5.7"))


Combat.steps = (ChooseTarget(), carry_out)
Attack.steps = (ChooseAttackers(), AnswerWithGuns(), roll)
