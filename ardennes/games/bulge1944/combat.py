"""12.0 Combat: the attack is announced, both sides add support (4.2), both roll at once, owners take their hits."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.engine.dice import Dice, every_branch
from ardennes.engine.hidden import reveal_unit
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, Question, Then
from ardennes.engine.texts import Argument, Event
from ardennes.games.bulge1944 import leaders
from ardennes.games.bulge1944.combat_dice import attack_dice, attack_support, defence_dice, defence_support
from ardennes.games.bulge1944.field import Field, lose_step
from ardennes.games.bulge1944.pieces import ALLIED, GO, HIT, JOIN, LEAD, SUPPORT

ONE_ARMY, SEVERAL_ARMIES = 1, 2


class Attack(Procedure):
    """One hex under attack."""

    side: int
    target: int
    attackers: tuple[int, ...] = ()
    support: tuple[int, ...] = ()
    answer: tuple[int, ...] = ()
    """What the defender adds."""


class Losses(Procedure):
    """12.0 Hits that the owner of some units must still take."""

    side: int
    units: tuple[int, ...]
    armor_hits: int
    infantry_hits: int


class Scores(msgspec.Struct, frozen=True):
    """What both sides rolled: infantry and armor symbols."""

    attack: tuple[int, int]
    defence: tuple[int, int]


def able_to_attack(p: Field, side: int, hex: int) -> list[int]:
    """10.0, 12.0 Units next to a hex that have not attacked this turn."""
    around = p.kit.board.around(hex)
    return [unit for unit in p.on_map(side) if p.where[unit] in around and not p.attacked[unit]]


def cost(p: Field, attackers: Sequence[int]) -> int:
    """8.0 One resource point for one army, two for several."""
    armies = {p.kit.counters[unit].army for unit in attackers}
    return SEVERAL_ARMIES if len(armies) > 1 else ONE_ARMY


def roll(p: Field, own: Attack, dice: Dice) -> Scores:
    """12.0 Both sides roll; the same code works out the odds."""
    faces = p.kit.die.faces
    attack = dice.pool(attack_dice(p, own.attackers, own.target, own.support).total, faces)
    defence = dice.pool(defence_dice(p, own.target, own.side, own.answer).total, faces)
    return Scores((attack[0], attack[1]), (defence[0], defence[1]))


def hits(p: Field, units: Sequence[int], symbols: tuple[int, int]) -> tuple[int, int]:
    """4.2, 12.0 Armor symbols hit armor, or infantry where there is no armor; infantry symbols hit infantry only.

    Returns the hits that fall on armor first, and those on infantry.
    """
    infantry_symbols, armor_symbols = symbols
    has_infantry = any(not p.kit.counters[unit].armor for unit in units)
    return armor_symbols, infantry_symbols if has_infantry else 0


class Announce(Question[Field, Attack]):
    """12.0 Who attacks, with which artillery, air and leader; then the attack is made."""

    prompt, rule = "announce-attack", "12.0"
    reasons = {
        JOIN: ("cannot-join", "12.0"),
        SUPPORT: ("cannot-support", "4.2"),
        LEAD: ("no-leader", "4.2"),
        GO: ("nobody-attacks", "12.0"),
    }

    def arguments(self, p: Field, own: Attack) -> dict[str, Argument]:
        return {"hex": own.target}

    def offers(self, p: Field, own: Attack) -> Sequence[int]:
        able = [unit for unit in able_to_attack(p, own.side, own.target) if unit not in own.attackers]
        options = [JOIN + unit for unit in able if cost(p, (*own.attackers, unit)) <= p.points]
        options += [SUPPORT + piece for piece in attack_support(p, own.attackers, own.target, own.support)]
        if not any(leaders.leader_of(p, unit) != NO_UNIT for unit in own.attackers):
            options += [LEAD + leader for leader in self._leaders(p, own)]
        return [*options, GO + 0] if own.attackers else options

    def _leaders(self, p: Field, own: Attack) -> list[int]:
        """Leaders who could join one of the attackers; they take the first of their army."""
        return sorted({leader for unit in own.attackers for leader in leaders.may_join(p, unit)})

    def answer(self, p: Field, own: Attack, option: int) -> Procedure | Then | None:
        thing = object_of(option)
        if is_about(option, JOIN):
            own.attackers += (thing,)
        elif is_about(option, SUPPORT):
            own.support += (thing,)
        elif is_about(option, LEAD):
            led = next(unit for unit in own.attackers if thing in leaders.may_join(p, unit))
            leaders.join(p, thing, led)
        else:
            commit(p, own)
            return Then.NEXT
        return None

    def about(self, p: Field, own: Attack, option: int) -> About:
        thing = object_of(option)
        if is_about(option, JOIN):
            own = msgspec.structs.replace(own, attackers=(*own.attackers, thing))
        elif is_about(option, SUPPORT):
            own = msgspec.structs.replace(own, support=(*own.support, thing))
        if not own.attackers:
            return About()
        return preview(p, own)


def preview(p: Field, own: Attack) -> About:
    """12.0 Dice on both sides and every result with its chance, as things stand."""
    every = every_branch(lambda dice: roll(p, own, dice))
    defender = p.enemy_in(own.target, own.side)
    chances: dict[str, float] = {}
    for scores, chance in every.items():
        taken = min(sum(hits(p, [defender], scores.attack)), max(1, p.steps[defender]))
        suffered = sum(hits(p, own.attackers, scores.defence))
        name = f"{taken}:{suffered}"
        chances[name] = chances.get(name, 0.0) + float(chance)
    tallies = {
        "attack": attack_dice(p, own.attackers, own.target, own.support),
        "defence": defence_dice(p, own.target, own.side, own.answer),
    }
    return About(tallies=tallies, chances=dict(sorted(chances.items())), rules=("12.0", "17.0"))


def commit(p: Field, own: Attack) -> None:
    """8.0, 10.0 The points are paid; the units have attacked and the support is used."""
    p.points -= cost(p, own.attackers)
    for unit in own.attackers:
        p.attacked[unit] = 1
        p.disguised[unit] = 0
    for piece in own.support:
        p.used[piece] = 1
    p.tell(Event("attacks", {"side": own.side, "hex": own.target, "units": own.attackers}, "12.0"))


class AnswerWithSupport(Question[Field, Attack]):
    """4.2, 12.0 The Allied player may add artillery and one air unit to a defence; the Germans nothing."""

    prompt, rule = "answer-support", "12.0"
    reasons = {SUPPORT: ("cannot-support", "4.2")}

    def side(self, p: Field, own: Attack) -> int:
        return 1 - own.side

    def arguments(self, p: Field, own: Attack) -> dict[str, Argument]:
        return {"hex": own.target}

    def offers(self, p: Field, own: Attack) -> Sequence[int]:
        if own.side == ALLIED:
            return []
        options = [SUPPORT + piece for piece in defence_support(p, own.target, own.answer)]
        return [*options, GO + 0] if options else []

    def answer(self, p: Field, own: Attack, option: int) -> Procedure | Then | None:
        if option == GO:
            return Then.NEXT
        own.answer += (object_of(option),)
        p.used[object_of(option)] = 1
        return None


def unmask(p: Field, own: Attack) -> None:
    """18.6 Hidden markers come off once both sides have added their support."""
    for unit in (*own.attackers, p.enemy_in(own.target, own.side)):
        reveal_unit(p, unit, "18.6")


def fight(p: Field, own: Attack) -> Procedure:
    """12.0 Both roll, then the hits are taken together."""
    scores = roll(p, own, p)
    defender = p.enemy_in(own.target, own.side)
    p.tell(
        Event(
            "rolled",
            {
                "hex": own.target,
                "attack_dice": attack_dice(p, own.attackers, own.target, own.support).total,
                "defence_dice": defence_dice(p, own.target, own.side, own.answer).total,
                "attack": scores.attack,
                "defence": scores.defence,
            },
            "12.0",
        )
    )
    for _ in range(min(sum(hits(p, [defender], scores.attack)), p.steps[defender])):
        lose_step(p, defender)
    armor_hits, infantry_hits = hits(p, own.attackers, scores.defence)
    return Losses(side=own.side, units=own.attackers, armor_hits=armor_hits, infantry_hits=infantry_hits)


class TakeHit(Question[Field, Losses]):
    """12.0 The owner chooses who is hit: armor hits fall on armor first, the others on infantry."""

    prompt, rule = "take-hit", "12.0"
    reasons = {HIT: ("cannot-be-hit", "12.0")}

    def arguments(self, p: Field, own: Losses) -> dict[str, Argument]:
        return {"n": own.armor_hits + own.infantry_hits}

    def offers(self, p: Field, own: Losses) -> Sequence[int]:
        return [HIT + unit for unit in candidates(p, own)]

    def answer(self, p: Field, own: Losses, option: int) -> Procedure | Then | None:
        if own.armor_hits:
            own.armor_hits -= 1
        else:
            own.infantry_hits -= 1
        lose_step(p, object_of(option))
        return None


def candidates(p: Field, own: Losses) -> list[int]:
    """Who may take the next hit; nobody when all are taken or lost."""
    alive = [unit for unit in own.units if p.steps[unit] > 0]
    armor = [unit for unit in alive if p.kit.counters[unit].armor]
    infantry = [unit for unit in alive if not p.kit.counters[unit].armor]
    if own.armor_hits:
        had_armor = any(p.kit.counters[unit].armor for unit in own.units)
        if armor or not (had_armor and "surplus_lost" in p.kit.options):
            return armor or infantry
        own.armor_hits = 0
    return infantry if own.infantry_hits else []


Attack.steps = (Announce(), AnswerWithSupport(), unmask, fight)
Losses.steps = (TakeHit(),)
