"""12.0 Combat: the attack is announced, both sides add support (4.2), both roll at once, owners take their hits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import msgspec

from ardennes.engine.dice import Dice, every_branch
from ardennes.engine.hidden import reveal_unit
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, Then
from ardennes.engine.texts import Event, Refusal, Text
from ardennes.games.bulge1944.rules import leaders
from ardennes.games.bulge1944.rules.combat_dice import (
    Attack,
    attack_dice,
    attack_support,
    defence_dice,
    defence_support,
    is_led,
)
from ardennes.games.bulge1944.rules.field import Field, lose_step
from ardennes.games.bulge1944.rules.pieces import ALLIED, GO, HIT, JOIN, LEAD, SUPPORT
from ardennes.games.bulge1944.rules.supply import supplied_after_all
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules import fighting, losses

ONE_ARMY, SEVERAL_ARMIES = 1, 2
FACES = "⊠⊙□"


class Losses(losses.Losses):
    """12.0 Hits that the owner of some units must still take, as many as they have steps for."""

    armor_hits: int
    """Those that fall on armor, first of all."""


class Strike(msgspec.Struct, frozen=True):
    """What one side rolled, and how many steps of armor and of infantry that costs the other."""

    infantry_symbols: int
    armor_symbols: int
    armor_hits: int
    infantry_hits: int

    @property
    def steps(self) -> int:
        return self.armor_hits + self.infantry_hits


def able_to_attack(p: Field, side: Side, hex: Hex) -> list[Unit]:
    """10.0, 12.0 Units next to a hex that have not attacked this turn."""
    around = p.data.board.around(hex)
    return [unit for unit in p.on_map(side) if p.where[unit] in around and not p.attacked[unit]]


def cost(p: Field, attackers: Sequence[Unit]) -> int:
    """8.0 One resource point for one army, two for several."""
    armies = {p.data.counters[unit].army for unit in attackers}
    return SEVERAL_ARMIES if len(armies) > 1 else ONE_ARMY


def strike(p: Field, dice: Dice, number: int, units: Sequence[Unit]) -> Strike:
    """4.2, 12.0 Rolls at some units. Armor symbols hit armor, and infantry where there is no armor (left); infantry
    symbols hit infantry only."""
    infantry_symbols, armor_symbols, _ = dice.pool(number, p.data.die.faces)
    armor = [p.steps[unit] for unit in units if p.data.counters[unit].armor]
    infantry_steps = sum(p.steps[unit] for unit in units) - sum(armor)
    on_armor = min(armor_symbols, sum(armor))
    surplus = 0 if armor and "surplus_lost" in p.data.options else armor_symbols - on_armor
    return Strike(infantry_symbols, armor_symbols, on_armor, min(infantry_symbols + surplus, infantry_steps))


def preview(p: Field, attack: Attack, *, answered: bool = False) -> About:
    """12.0 Dice on both sides, and every result with its chance: steps the defender loses, then the attackers.

    Where the Allied player may add support to what he has added (unless he has ``answered``), the results with it have
    its name in front. The dice of hidden units are not known, so nothing is foretold (18.6).
    """
    defender = p.enemy_in(attack.target, attack.side)
    notes = []
    found = fighting.Prospects()
    if any(p.data.counters[unit].stand_in for unit in attack.attackers):
        notes.append(Text("attackers-hidden", {"hex": attack.target}, "18.6"))
    else:
        notes.append(Text("attack-costs", {"n": cost(p, attack.attackers)}, "8.0"))
    if p.data.counters[defender].stand_in:
        notes.append(Text("defender-hidden", {"hex": attack.target}, "18.6"))
    if not any(p.data.counters[unit].stand_in for unit in (*attack.attackers, defender)):
        answering = [("", attack)] if answered else answers(p, attack)
        found = fighting.prospects(p, answering, outcomes, effect, "odds-destroy")
        notes.append(Text("results-read", {}, "12.0"))
    tallies = {"attack": attack_dice(p, attack), "defence": defence_dice(p, attack)}
    rules = ("12.0", "17.0")
    return About(summary=found.summary, tallies=tallies, chances=found.chances, notes=tuple(notes), rules=rules)


def outcomes(p: Field, attack: Attack) -> dict[str, Fraction]:
    """Every result of the dice on either side, with its chance."""
    defender = p.enemy_in(attack.target, attack.side)
    attacking, defending = attack_dice(p, attack).total, defence_dice(p, attack).total
    taken = every_branch(lambda dice: strike(p, dice, attacking, [defender]).steps)
    suffered = every_branch(lambda dice: strike(p, dice, defending, attack.attackers).steps)
    return {
        result_of(one, other): chance * chance_too
        for one, chance in sorted(taken.items())
        for other, chance_too in sorted(suffered.items())
    }


def answers(p: Field, attack: Attack) -> list[tuple[str, Attack]]:
    """The attack with what the defender might still add, and its name: nothing, guns, an air unit, or both."""
    kinds = {p.data.counters[piece].kind: piece for piece in defence_support(p, attack)}
    return [
        ("+".join(chosen), msgspec.structs.replace(attack, answer=(*attack.answer, *map(kinds.__getitem__, chosen))))
        for size in range(len(kinds) + 1)
        for chosen in combinations(sorted(kinds), size)
    ]


def faces(rolled: Strike, number: int) -> str:
    """1.0 The dice one by one: infantry, armor and blank faces."""
    symbols = rolled.infantry_symbols, rolled.armor_symbols, number - rolled.infantry_symbols - rolled.armor_symbols
    return "".join(face * count for face, count in zip(FACES, symbols, strict=True))


def result_of(taken: int, suffered: int) -> str:
    """Steps lost by the defender and by the attackers."""
    return f"{taken}:{suffered}"


def effect(p: Field, attack: Attack, result: str) -> fighting.Effect:
    """12.0 What a result does to the defender and to the attackers."""
    taken, suffered = map(int, result.split(":"))
    return fighting.Effect(taken, suffered, taken >= p.steps[p.enemy_in(attack.target, attack.side)])


class Announce(fighting.DeclareAttack[Field, Attack]):
    """12.0 Who attacks, with which artillery, air and leader; then the attack is made."""

    prompt, rule = "announce-attack", "12.0"
    reasons = {
        JOIN: ("cannot-join", "12.0"),
        SUPPORT: ("cannot-support", "4.2"),
        LEAD: ("no-leader", "4.2"),
        GO: ("nobody-attacks", "12.0"),
    }
    deliberate = (GO,)
    join, go, adds = JOIN, GO, {JOIN: "attackers", SUPPORT: "support", LEAD: "leaders"}
    foretell = staticmethod(preview)

    def able(self, p: Field, attack: Attack) -> list[Unit]:
        able = able_to_attack(p, attack.side, attack.target)
        if attack.budget >= SEVERAL_ARMIES:
            return able
        return [unit for unit in able if cost(p, (*attack.attackers, unit)) <= attack.budget]

    def support(self, p: Field, attack: Attack) -> list[int]:
        """Leaders take the first attacker of their army."""
        options = [SUPPORT + piece for piece in attack_support(p, attack)]
        if not is_led(p, attack):
            free = {leader for unit in attack.attackers for leader in leaders.may_join(p, unit, attack.after_all)}
            options += [LEAD + leader for leader in sorted(free)]
        return options

    def answer(self, p: Field, attack: Attack, option: int) -> Procedure | Then | None:
        thing = object_of(option)
        if is_about(option, JOIN):
            attack.after_all += supplied_after_all(p, [thing])
        elif is_about(option, LEAD):
            led = next(unit for unit in attack.attackers if thing in leaders.may_join(p, unit, attack.after_all))
            leaders.join(p, thing, led)
        return super().answer(p, attack, option)

    def commit(self, p: Field, attack: Attack) -> None:
        """8.0, 10.0 The points are paid; the units have attacked and the support is used. Whether the defender is in
        supply comes to light (13.0)."""
        attack.after_all += supplied_after_all(p, [p.enemy_in(attack.target, attack.side)])
        p.points -= cost(p, attack.attackers)
        if len(attack.attackers) > 1 and any(p.mask[unit] != NO_UNIT for unit in attack.attackers):
            p.revealed = True  # The price tells whether they are of one army.
        for unit in attack.attackers:
            p.attacked[unit] = 1
            p.disguised[unit] = 0
        for piece in attack.support:
            p.used[piece] = 1
        p.tell(Event("attacks", {"side": attack.side, "hex": attack.target, "units": attack.attackers}, "12.0"))

    def why_not(self, p: Field, attack: Attack, option: int) -> Refusal | None:
        return why_not_join(p, attack, option) or super().why_not(p, attack, option)


def why_not_join(p: Field, attack: Attack, option: int) -> Refusal | None:
    """10.0 It has attacked; 8.0 it costs too much, or 9.0 the points are owed for clearing hexes. None for what else
    may be the matter."""
    unit = object_of(option)
    if not is_about(option, JOIN) or p.data.counters[unit].side != attack.side or unit in attack.attackers:
        return None
    if p.attacked[unit]:
        return Refusal("has-attacked", {"unit": unit}, "10.0")
    if unit in able_to_attack(p, attack.side, attack.target):
        owed = attack.budget < p.points
        return Refusal("points-owed" if owed else "no-points", {"n": attack.budget}, "9.0" if owed else "8.0")
    return None


class AnswerWithSupport(fighting.AnswerAttack[Field, Attack]):
    """4.2, 12.0 The Allied player may add artillery and one air unit to a defence; the Germans nothing. For a hidden
    unit he is asked in any case, lest the question tell whose it is."""

    prompt, rule = "answer-support", "12.0"
    reasons = {SUPPORT: ("cannot-support", "4.2")}
    go, adds, foretell = GO, {SUPPORT: "answer"}, staticmethod(preview)

    def support(self, p: Field, attack: Attack) -> list[int]:
        return [SUPPORT + piece for piece in defence_support(p, attack)]

    def offers(self, p: Field, attack: Attack) -> Sequence[int]:
        options = super().offers(p, attack)
        if options or attack.side == ALLIED:
            return options
        return [GO + 0] if p.mask[p.enemy_in(attack.target, attack.side)] != NO_UNIT else []

    def use(self, p: Field, attack: Attack, option: int) -> None:
        p.used[object_of(option)] = 1


def unmask(p: Field, attack: Attack) -> None:
    """18.6 Hidden markers come off once both sides have added their support."""
    for unit in (*attack.attackers, p.enemy_in(attack.target, attack.side)):
        reveal_unit(p, unit, "18.6")


def fight(p: Field, attack: Attack) -> Procedure:
    """12.0 Both roll, then the hits are taken together."""
    defender = p.enemy_in(attack.target, attack.side)
    attacking, defending = attack_dice(p, attack).total, defence_dice(p, attack).total
    dealt = strike(p, p, attacking, [defender])
    suffered = strike(p, p, defending, attack.attackers)
    p.tell(
        Event(
            "rolled",
            {
                "side": attack.side,
                "units": attack.attackers,
                "hex": attack.target,
                "attack_dice": attacking,
                "defence_dice": defending,
                "attack": (dealt.infantry_symbols, dealt.armor_symbols),
                "defence": (suffered.infantry_symbols, suffered.armor_symbols),
                "result": result_of(dealt.steps, suffered.steps),
                "taken": dealt.steps,
                "suffered": suffered.steps,
                "faces": f"{faces(dealt, attacking)} {faces(suffered, defending)}",
            },
            "12.0",
        )
    )
    for _ in range(dealt.steps):
        lose_step(p, defender)
    return Losses(side=attack.side, units=attack.attackers, n=suffered.steps, armor_hits=suffered.armor_hits)


class TakeHit(losses.TakeLoss[Field, Losses]):
    """12.0 The owner chooses who is hit: armor hits fall on armor first, the others on infantry."""

    prompt, rule, verb, refusal = "take-hit", "12.0", HIT, "cannot-be-hit"

    def may_lose(self, p: Field, losses: Losses, unit: Unit) -> bool:
        return p.steps[unit] > 0 and p.data.counters[unit].armor == (losses.armor_hits > 0)

    def lose(self, p: Field, losses: Losses, unit: Unit) -> None:
        losses.armor_hits = max(0, losses.armor_hits - 1)
        lose_step(p, unit)


Attack.steps = (Announce(), AnswerWithSupport(), unmask, fight)
Losses.steps = (TakeHit(),)
