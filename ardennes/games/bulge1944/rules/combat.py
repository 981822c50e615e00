"""12.0 Combat: the attack is announced, both sides add support (4.2), both roll at once, owners take their hits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from ardennes.engine.dice import Dice, every_branch
from ardennes.engine.hidden import reveal_unit
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, Question, Then
from ardennes.engine.references import Hex, Unit
from ardennes.engine.texts import Argument, Event, Refusal, Text
from ardennes.games.bulge1944.rules import leaders
from ardennes.games.bulge1944.rules.combat_dice import attack_dice, attack_support, defence_dice, defence_support
from ardennes.games.bulge1944.rules.field import Field, lose_step
from ardennes.games.bulge1944.rules.pieces import ALLIED, GO, HIT, JOIN, LEAD, SUPPORT
from ardennes.games.bulge1944.rules.supply import supplied_after_all

ONE_ARMY, SEVERAL_ARMIES = 1, 2
FACES = "⊠⊙□"


class Attack(Procedure):
    """One hex under attack."""

    side: int
    target: Hex
    budget: int
    """Points that may be spent on it; others may be owed elsewhere (9.0), for counters the enemy may not know."""
    attackers: tuple[Unit, ...] = ()
    support: tuple[Unit, ...] = ()
    answer: tuple[Unit, ...] = ()
    """What the defender adds."""
    after_all: tuple[Unit, ...] = ()
    """13.0, 18.7 Units in supply after all, as their owners learned: what seemed to cut them off is a phantom."""

    def seen_by(self, p: Field, side: int) -> Procedure:
        attackers = tuple(p.view_name(unit, side) for unit in self.attackers)
        budget = self.budget if side == self.side else p.points
        after_all = tuple(unit for unit in self.after_all if p.data.sides[unit] == side)
        return msgspec.structs.replace(self, attackers=attackers, budget=budget, after_all=after_all)


class Losses(Procedure):
    """12.0 Hits that the owner of some units must still take, as many as they have steps for."""

    side: int
    units: tuple[Unit, ...]
    armor_hits: int
    infantry_hits: int


class Strike(msgspec.Struct, frozen=True):
    """What one side rolled, and how many steps of armor and of infantry that costs the other."""

    infantry_symbols: int
    armor_symbols: int
    armor_hits: int
    infantry_hits: int

    @property
    def steps(self) -> int:
        return self.armor_hits + self.infantry_hits


def able_to_attack(p: Field, side: int, hex: int) -> list[int]:
    """10.0, 12.0 Units next to a hex that have not attacked this turn."""
    around = p.data.board.around(hex)
    return [unit for unit in p.on_map(side) if p.where[unit] in around and not p.attacked[unit]]


def cost(p: Field, attackers: Sequence[int]) -> int:
    """8.0 One resource point for one army, two for several."""
    armies = {p.data.counters[unit].army for unit in attackers}
    return SEVERAL_ARMIES if len(armies) > 1 else ONE_ARMY


def strike(p: Field, dice: Dice, number: int, units: Sequence[int]) -> Strike:
    """4.2, 12.0 Rolls at some units. Armor symbols hit armor, and infantry where there is no armor (left); infantry
    symbols hit infantry only."""
    infantry_symbols, armor_symbols, _ = dice.pool(number, p.data.die.faces)
    armor = [p.steps[unit] for unit in units if p.data.counters[unit].armor]
    infantry_steps = sum(p.steps[unit] for unit in units) - sum(armor)
    on_armor = min(armor_symbols, sum(armor))
    surplus = 0 if armor and "surplus_lost" in p.data.options else armor_symbols - on_armor
    return Strike(infantry_symbols, armor_symbols, on_armor, min(infantry_symbols + surplus, infantry_steps))


class Announce(Question[Field, Attack]):
    """12.0 Who attacks, with which artillery, air and leader; then the attack is made."""

    prompt, rule = "announce-attack", "12.0"
    reasons = {
        JOIN: ("cannot-join", "12.0"),
        SUPPORT: ("cannot-support", "4.2"),
        LEAD: ("no-leader", "4.2"),
        GO: ("nobody-attacks", "12.0"),
    }
    deliberate = (GO,)

    def arguments(self, p: Field, attack: Attack) -> dict[str, Argument]:
        return {"hex": attack.target}

    def offers(self, p: Field, attack: Attack) -> Sequence[int]:
        able = [unit for unit in able_to_attack(p, attack.side, attack.target) if unit not in attack.attackers]
        options = [JOIN + unit for unit in able if cost(p, (*attack.attackers, unit)) <= attack.budget]
        support = attack_support(p, attack.attackers, attack.target, attack.support, attack.after_all)
        options += [SUPPORT + piece for piece in support]
        if not any(leaders.leader_of(p, unit) != NO_UNIT for unit in attack.attackers):
            options += [LEAD + leader for leader in self._leaders(p, attack)]
        return [*options, GO + 0] if attack.attackers else options

    def _leaders(self, p: Field, attack: Attack) -> list[int]:
        """Leaders who could join one of the attackers; they take the first of their army."""
        return sorted({leader for unit in attack.attackers for leader in leaders.may_join(p, unit, attack.after_all)})

    def answer(self, p: Field, attack: Attack, option: int) -> Procedure | Then | None:
        thing = object_of(option)
        if is_about(option, JOIN):
            attack.attackers += (thing,)
            attack.after_all += supplied_after_all(p, [thing])
        elif is_about(option, SUPPORT):
            attack.support += (thing,)
        elif is_about(option, LEAD):
            led = next(unit for unit in attack.attackers if thing in leaders.may_join(p, unit, attack.after_all))
            leaders.join(p, thing, led)
        else:
            commit(p, attack)
            return Then.NEXT
        return None

    def about(self, p: Field, attack: Attack, option: int) -> About:
        thing = object_of(option)
        led = is_about(option, LEAD)
        if is_about(option, JOIN):
            attack = msgspec.structs.replace(attack, attackers=(*attack.attackers, thing))
        elif is_about(option, SUPPORT):
            attack = msgspec.structs.replace(attack, support=(*attack.support, thing))
        return preview(p, attack, led)

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


def preview(p: Field, attack: Attack, led: bool = False, answered: bool = False) -> About:
    """12.0 Dice on both sides, and every result with its chance: steps the defender loses, then the attackers.

    Where the Allied player may add support to what he has added (unless he has ``answered``), the results with it have
    its name in front. The dice of hidden units are not known, so nothing is foretold (18.6).
    """
    defender = p.enemy_in(attack.target, attack.side)
    attacking = attack_dice(p, attack.attackers, attack.target, attack.support, led=led, after_all=attack.after_all)
    defending = defence_dice(p, attack.target, attack.side, attack.answer, attack.after_all)
    tallies = {"attack": attacking, "defence": defending}
    notes = []
    chances: dict[str, float] = {}
    if any(p.data.counters[unit].stand_in for unit in attack.attackers):
        notes.append(Text("attackers-hidden", {"hex": attack.target}, "18.6"))
    else:
        notes.append(Text("attack-costs", {"n": cost(p, attack.attackers)}, "8.0"))
    if p.data.counters[defender].stand_in:
        notes.append(Text("defender-hidden", {"hex": attack.target}, "18.6"))
    if not any(p.data.counters[unit].stand_in for unit in (*attack.attackers, defender)):
        for name, answer in [("", attack.answer)] if answered else answers(p, attack):
            number = defence_dice(p, attack.target, attack.side, answer, attack.after_all).total
            for result, chance in odds(p, attack, attacking.total, number).items():
                chances[name + result] = chance
        notes.append(Text("results-read", {}, "12.0"))
    return About(tallies=tallies, chances=chances, notes=tuple(notes), rules=("12.0", "17.0"))


def odds(p: Field, attack: Attack, attack_dice: int, defence_dice: int) -> dict[str, float]:
    """Every result of so many dice on either side, with its chance."""
    defender = p.enemy_in(attack.target, attack.side)
    taken = every_branch(lambda dice: strike(p, dice, attack_dice, [defender]).steps)
    suffered = every_branch(lambda dice: strike(p, dice, defence_dice, attack.attackers).steps)
    return {
        result_of(one, other): float(chance * chance_too)
        for one, chance in sorted(taken.items())
        for other, chance_too in sorted(suffered.items())
    }


def faces(rolled: Strike, number: int) -> str:
    """1.0 The dice one by one: infantry, armor and blank faces."""
    symbols = rolled.infantry_symbols, rolled.armor_symbols, number - rolled.infantry_symbols - rolled.armor_symbols
    return "".join(face * count for face, count in zip(FACES, symbols, strict=True))


def result_of(taken: int, suffered: int) -> str:
    """Steps lost by the defender and by the attackers."""
    return f"{taken}:{suffered}"


def answers(p: Field, attack: Attack) -> list[tuple[str, tuple[int, ...]]]:
    """What the defender might still add, with its name in a list of results: nothing, guns, an air unit, or both."""
    if attack.side == ALLIED:
        return [("", ())]
    support = defence_support(p, attack.target, attack.answer, attack.after_all)
    kinds = {p.data.counters[piece].kind: piece for piece in support}
    return [
        (f"{'+'.join(chosen)}: " if chosen else "", (*attack.answer, *(kinds[kind] for kind in chosen)))
        for size in range(len(kinds) + 1)
        for chosen in combinations(sorted(kinds), size)
    ]


def commit(p: Field, attack: Attack) -> None:
    """8.0, 10.0 The points are paid; the units have attacked and the support is used. Whether the defender is in supply
    comes to light (13.0)."""
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


class AnswerWithSupport(Question[Field, Attack]):
    """4.2, 12.0 The Allied player may add artillery and one air unit to a defence; the Germans nothing. For a hidden
    unit he is asked in any case, lest the question tell whose it is."""

    prompt, rule = "answer-support", "12.0"
    reasons = {SUPPORT: ("cannot-support", "4.2")}

    def side(self, p: Field, attack: Attack) -> int:
        return 1 - attack.side

    def arguments(self, p: Field, attack: Attack) -> dict[str, Argument]:
        return {"hex": attack.target}

    def offers(self, p: Field, attack: Attack) -> Sequence[int]:
        if attack.side == ALLIED:
            return []
        options = [SUPPORT + piece for piece in defence_support(p, attack.target, attack.answer, attack.after_all)]
        hidden = p.mask[p.enemy_in(attack.target, attack.side)] != NO_UNIT
        return [*options, GO + 0] if options or hidden else []

    def about(self, p: Field, attack: Attack, option: int) -> About:
        added = () if option == GO else (object_of(option),)
        return preview(p, msgspec.structs.replace(attack, answer=(*attack.answer, *added)), answered=True)

    def answer(self, p: Field, attack: Attack, option: int) -> Procedure | Then | None:
        if option == GO:
            return Then.NEXT
        attack.answer += (object_of(option),)
        p.used[object_of(option)] = 1
        return None


def unmask(p: Field, attack: Attack) -> None:
    """18.6 Hidden markers come off once both sides have added their support."""
    for unit in (*attack.attackers, p.enemy_in(attack.target, attack.side)):
        reveal_unit(p, unit, "18.6")


def fight(p: Field, attack: Attack) -> Procedure:
    """12.0 Both roll, then the hits are taken together."""
    defender = p.enemy_in(attack.target, attack.side)
    attacking = attack_dice(p, attack.attackers, attack.target, attack.support, after_all=attack.after_all).total
    defending = defence_dice(p, attack.target, attack.side, attack.answer, attack.after_all).total
    dealt = strike(p, p, attacking, [defender])
    suffered = strike(p, p, defending, attack.attackers)
    p.tell(
        Event(
            "rolled",
            {
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
    return Losses(
        side=attack.side, units=attack.attackers, armor_hits=suffered.armor_hits, infantry_hits=suffered.infantry_hits
    )


class TakeHit(Question[Field, Losses]):
    """12.0 The owner chooses who is hit: armor hits fall on armor first, the others on infantry."""

    prompt, rule = "take-hit", "12.0"
    reasons = {HIT: ("cannot-be-hit", "12.0")}

    def arguments(self, p: Field, losses: Losses) -> dict[str, Argument]:
        return {"n": losses.armor_hits + losses.infantry_hits}

    def offers(self, p: Field, losses: Losses) -> Sequence[int]:
        return [HIT + unit for unit in candidates(p, losses)]

    def answer(self, p: Field, losses: Losses, option: int) -> Procedure | Then | None:
        if losses.armor_hits:
            losses.armor_hits -= 1
        else:
            losses.infantry_hits -= 1
        lose_step(p, object_of(option))
        return None


def candidates(p: Field, losses: Losses) -> list[int]:
    """Who may take the next hit; nobody when all are taken."""
    if not losses.armor_hits + losses.infantry_hits:
        return []
    armor = losses.armor_hits > 0
    return [unit for unit in losses.units if p.steps[unit] > 0 and p.data.counters[unit].armor == armor]


Attack.steps = (Announce(), AnswerWithSupport(), unmask, fight)
Losses.steps = (TakeHit(),)
