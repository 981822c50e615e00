"""10.1, 11.3 Declaring attacks: which comes next, and one attack until it is made."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.engine.derived import Until, derived
from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, Outcome, Procedure, Question, Then
from ardennes.engine.texts import Event, Refusal, Text
from ardennes.games.wacht_am_rhein.rules.artillery import (
    able_to_barrage,
    barraging,
    can_barrage,
    spotters,
)
from ardennes.games.wacht_am_rhein.rules.attacks import (
    WRITTEN_FIRE,
    Attack,
    Combat,
    WrittenAttack,
    origins,
    phase_of,
)
from ardennes.games.wacht_am_rhein.rules.duties import (
    closing,
    closure,
    enemies_beside,
    front,
    is_free,
    may_be_attacked,
    slots_count,
    would_owe,
)
from ardennes.games.wacht_am_rhein.rules.field import ATTACKED, BARRED_FROM_ATTACK, Field
from ardennes.games.wacht_am_rhein.rules.forecast import preview
from ardennes.games.wacht_am_rhein.rules.ground_support import air_for_attack, most_for_one, use
from ardennes.games.wacht_am_rhein.rules.joining import (
    first_attackers,
    is_voluntary,
    joining,
    left_behind,
    more_targets,
    supporting,
    why_cannot_join,
    why_no_support,
    with_all,
    with_help,
)
from ardennes.games.wacht_am_rhein.rules.odds import is_below_minimum
from ardennes.games.wacht_am_rhein.rules.outcomes import Outcome as Application
from ardennes.games.wacht_am_rhein.rules.pieces import (
    AIR,
    ALL,
    ALSO,
    APPLY,
    ATTACK,
    BARRAGE,
    CALL_OFF,
    DONE,
    GO,
    HELP,
    JOIN,
    SUPPORT,
)
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules import fighting

# --- which attack comes next -----------------------------------------------------------------------------


class NextAttack(Question[Field, Combat]):
    """10.11 Attacks are made one at a time, in any order. While results of a hex wait (errata 10.8), only attacks from
    the hexes of the group come next, or its results are applied. The phase ends when everybody who must has
    attacked."""

    prompt, rule, ends = "choose-target", "10.11", DONE
    reasons = {ATTACK: ("no-target", "10.17"), BARRAGE: ("no-barrage", "11.3"), APPLY: ("nothing-held", "10.0")}

    def offers(self, p: Field, combat: Combat) -> Sequence[int]:
        options = [ATTACK + hex for hex in targets(p, combat)]
        if combat.held:
            return [*options, APPLY + 0] if closing(p, combat).possible else options
        options += [BARRAGE + hex for hex in barrage_targets(p, combat)]
        return [*options, DONE + 0] if options and not left_to_do(p, combat) else options

    def unspent(self, p: Field, combat: Combat) -> Text | None:
        """11.39, 19.1 The guns that could still fire, and the points of ground support that are left."""
        guns = len(able_to_barrage(p, combat.side))
        air = most_for_one(p, combat.side)
        return Text("guns-left", {"n": guns, "points": air}) if guns or air else None

    def answer(self, p: Field, combat: Combat, option: int) -> Outcome:
        if option == DONE:
            return Then.NEXT
        if option == APPLY:
            return apply_results(p, combat)
        if WRITTEN_FIRE in p.data.options and not is_about(option, BARRAGE):
            return WrittenAttack(side=combat.side, target=object_of(option))
        return Attack(side=combat.side, target=object_of(option), barrage=is_about(option, BARRAGE))

    def about(self, p: Field, combat: Combat, option: int) -> About:
        if option in (DONE, APPLY):
            return About()
        attack = Attack(side=combat.side, target=object_of(option), barrage=is_about(option, BARRAGE))
        everybody = with_all(p, combat, attack)
        return preview(p, everybody) if everybody.attackers or everybody.guns or everybody.air else About()

    def why_not(self, p: Field, combat: Combat, option: int) -> Refusal | None:
        units, hexes = front(p, combat).unmet()
        if option == DONE:
            if combat.held:
                return Refusal("results-wait", {"hexes": combat.group}, "10.8")
            guns = () if units or hexes else tuple(idle_guns(p, combat))
            if guns:
                return Refusal("guns-must-fire", {"units": guns}, "8.41")
            return Refusal("must-attack", {"units": units, "hexes": hexes}, "8.41")
        if option == APPLY and combat.held:
            return left_behind(closing(p, combat))
        if is_about(option, ATTACK) or is_about(option, BARRAGE):
            return why_no_target(p, combat, object_of(option), guns=is_about(option, BARRAGE))
        return super().why_not(p, combat, option)


def left_to_do(p: Field, combat: Combat) -> bool:
    """8.41 Whether somebody must still attack or be attacked; guns in an enemy zone, if they can."""
    return front(p, combat).unmet() != ((), ()) or bool(idle_guns(p, combat))


def idle_guns(p: Field, combat: Combat) -> list[Unit]:
    """8.41, WAR-R105 Guns in the open beside an enemy, who owe a Barrage attack on him if it is a legal one."""
    fired_at = set(barrage_targets(p, combat))
    if not fired_at:
        return []
    guns = [gun for gun in p.data.guns[combat.side] if p.where[gun] >= 0 and p.where[gun] in p.front(combat.side)]
    return [
        gun
        for gun in guns
        if can_barrage(p, gun) and not is_free(p, gun) and not fired_at.isdisjoint(would_owe(p, gun))
    ]


def targets(p: Field, combat: Combat) -> list[Hex]:
    """10.17 The hexes that may be attacked next without leaving another duty unmet; none while the result of distant
    guns waits, which touch no hex of ours."""
    return [] if combat.held and not combat.group else _targets(p, combat.side)


@derived(Until.ANY_CHANGE)
def _targets(p: Field, side: Side) -> list[Hex]:
    combat = phase_of(p, side)
    beside = front(p, combat).beside
    return [hex for hex in sorted(beside) if first_attackers(p, combat, hex, every=False)]


def why_no_target(p: Field, combat: Combat, hex: Hex, *, guns: bool) -> Refusal:
    """Why a hex cannot be attacked next."""
    if p.side_in(hex) != ENEMY_OF[combat.side]:
        return Refusal("no-enemy-there", {"hex": hex}, "10.0")
    if not may_be_attacked(p, hex):
        return Refusal("attacked-already", {"hex": hex}, "10.16")
    if guns:
        return why_no_barrage(p, combat, hex)
    line = front(p, combat)
    beside = [here for here in line.beside.get(hex, ()) if line.ready[here]]
    if not beside:
        return Refusal("nobody-beside", {"hex": hex}, "10.17")
    if combat.group and not set(beside) & set(combat.group):
        return Refusal("results-wait", {"hexes": combat.group}, "10.8")
    for here in beside:
        for unit in line.ready[here]:
            refusal = left_behind(closure(p, combat, (unit,), (hex,)))
            if refusal is not None:
                return refusal
    return Refusal("nobody-beside", {"hex": hex}, "10.17")


# --- Barrage attacks (11.3) ------------------------------------------------------------------------------


def barrage_targets(p: Field, combat: Combat) -> list[Hex]:
    """11.32, 11.36 The hexes that guns and aircraft may attack alone: somebody of ours is beside them, the lowest odds
    can be reached, and nobody is left without an enemy. Not while results wait."""
    return [] if combat.held else _barrage_targets(p, combat.side)


@derived(Until.ANY_CHANGE)
def _barrage_targets(p: Field, side: Side) -> list[Hex]:
    combat = phase_of(p, side)
    enemies = sorted(hex for hex in p.hexes_of(ENEMY_OF[side]) & p.front(ENEMY_OF[side]) if may_be_attacked(p, hex))
    if not (most_for_one(p, side) or able_to_barrage(p, side)):
        return []
    return [hex for hex in enemies if can_be_barraged(p, combat, hex)]


def can_be_barraged(p: Field, combat: Combat, hex: Hex) -> bool:
    if not spotters(p, combat.side, hex) or not closure(p, combat, (), (hex,)).possible:
        return False
    if not most_for_one(p, combat.side) and not barraging(p, combat.side, hex):
        return False
    attack = with_all(p, combat, Attack(side=combat.side, target=hex, barrage=True))
    return bool(attack.guns or attack.air) and not is_below_minimum(p, attack)


def why_no_barrage(p: Field, combat: Combat, hex: Hex) -> Refusal:
    if combat.held:
        return Refusal("results-wait", {"hexes": combat.group}, "10.8")
    if not spotters(p, combat.side, hex):
        return Refusal("nobody-spots", {"hex": hex}, "11.32")
    refusal = left_behind(closure(p, combat, (), (hex,)))
    if refusal is not None:
        return msgspec.structs.replace(refusal, rule="11.32")
    attack = with_all(p, combat, Attack(side=combat.side, target=hex, barrage=True))
    if not (attack.guns or attack.air):
        return Refusal("no-guns-in-range", {"hex": hex}, "11.22")
    return Refusal("below-minimum", {"hex": hex}, "11.36")


# --- one attack -------------------------------------------------------------------------------------------


class Declare(fighting.DeclareAttack[Field, Attack]):
    """10.25 Who attacks, which hexes as well, with which guns and aircraft; then the attack is made. It is made only if
    everybody else can still meet his duty (10.13, 10.21), and below the lowest odds only if nothing more can be
    added."""

    prompt, rule = "declare-attack", "10.25"
    reasons = {
        ALSO: ("cannot-attack-as-well", "10.25"),
        AIR: ("no-ground-support", "19.1"),
        ALL: ("nobody-else", "10.25"),
        HELP: ("nothing-helps", "11.2"),
        CALL_OFF: ("attack-may-go", "10.62"),
    }
    deliberate = (GO, CALL_OFF)
    join, go, adds = JOIN, GO, {JOIN: "attackers", ALSO: "also", SUPPORT: "guns"}
    foretell = staticmethod(preview)

    def able(self, p: Field, attack: Attack) -> list[Unit]:
        return [*attack.attackers, *joining(p, phase_of(p, attack.side), attack)]

    def support(self, p: Field, attack: Attack) -> list[int]:
        guns = [SUPPORT + gun for gun in supporting(p, phase_of(p, attack.side), attack)]
        air = air_for_attack(p, attack) if attack.attackers or attack.barrage else 0
        return [*guns, *(AIR + points for points in range(1, air + 1))]

    def offers(self, p: Field, attack: Attack) -> Sequence[int]:
        combat = phase_of(p, attack.side)
        join = [JOIN + unit for unit in joining(p, combat, attack)]
        helps = self.support(p, attack)
        options = [*join, *(ALSO + hex for hex in more_targets(p, combat, attack)), *helps]
        if len(join) > 1:
            options.append(ALL + 0)
        if len(helps) > 1 and with_help(p, combat, attack) is not attack:
            options.append(HELP + 0)
        if self.may_go(p, attack):
            options.append(GO + 0)
        return options or [CALL_OFF + 0]

    def may_go(self, p: Field, attack: Attack) -> bool:
        return self.why_not_go(p, attack) is None

    def why_not_go(self, p: Field, attack: Attack) -> Refusal | None:
        combat = phase_of(p, attack.side)
        if not (attack.attackers or (attack.barrage and (attack.guns or attack.air))):
            return Refusal("nobody-attacks", {}, "10.25")
        if not attack.barrage:
            whole = closure(p, combat, attack.attackers, attack.targets, attack.guns)
            if more := whole.targets.difference(attack.targets):
                return Refusal("must-attack-as-well", {"hexes": tuple(sorted(more))}, "10.21")
            if others := whole.attackers.difference(attack.attackers):
                return Refusal("must-join", {"units": tuple(sorted(others))}, "10.13")
        return self.why_below_minimum(p, combat, attack)

    def why_below_minimum(self, p: Field, combat: Combat, attack: Attack) -> Refusal | None:
        """10.62 Why an attack below the lowest odds is not made."""
        if not is_below_minimum(p, attack):
            return None
        if attack.barrage:
            return Refusal("below-minimum", {"hex": attack.target}, "11.36")
        if joining(p, combat, attack) or self.support(p, attack):
            return Refusal("more-could-join", {"hex": attack.target}, "10.62")
        if is_voluntary(p, combat, attack):
            return Refusal("below-minimum", {"hex": attack.target}, "10.62")
        return None

    def add(self, attack: Attack, option: int) -> None:
        if is_about(option, AIR):
            attack.air += object_of(option)
        else:
            super().add(attack, option)

    def with_option(self, p: Field, attack: Attack, option: int) -> Attack:
        """The attack with what an option adds to it."""
        if option == ALL:
            return with_all(p, phase_of(p, attack.side), attack)
        if option == HELP:
            return with_help(p, phase_of(p, attack.side), attack)
        attack = msgspec.structs.replace(attack)
        if option not in (GO, CALL_OFF):
            self.add(attack, option)
        return attack

    def about(self, p: Field, attack: Attack, option: int) -> About:
        if option == CALL_OFF:
            return About()
        declared = self.with_option(p, attack, option)
        return self.preview(p, declared) if declared.attackers or declared.guns or declared.air else About()

    def answer(self, p: Field, attack: Attack, option: int) -> Procedure | Then | None:
        if option == CALL_OFF:
            return Then.END
        if option in (ALL, HELP):
            declared = self.with_option(p, attack, option)
            attack.attackers, attack.also = declared.attackers, declared.also
            attack.guns, attack.air = declared.guns, declared.air
            return None
        return super().answer(p, attack, option)

    def commit(self, p: Field, attack: Attack) -> None:
        make_attack(p, phase_of(p, attack.side), attack)

    def why_not(self, p: Field, attack: Attack, option: int) -> Refusal | None:
        combat, thing = phase_of(p, attack.side), object_of(option)
        if is_about(option, JOIN):
            return why_cannot_join(p, combat, attack, thing)
        if is_about(option, SUPPORT):
            return why_no_support(p, combat, attack, thing)
        if option == GO:
            return self.why_not_go(p, attack)
        if is_about(option, ALSO) and attack.attackers:
            hexes = {p.where[unit] for unit in attack.attackers}
            if all(thing in enemies_beside(p, attack.side, hex) for hex in hexes) and thing not in attack.targets:
                return left_behind(closure(p, combat, attack.attackers, (*attack.targets, thing), attack.guns))
        return super().why_not(p, attack, option)


def make_attack(p: Field, combat: Combat, attack: Attack) -> None:
    """10.16 The attack is made: who attacks and who is attacked does so once in this phase. 9.31 The places of their
    hexes are taken. 13.31, 14.66 What those must attack who did not have to attack at all is owed from now on."""
    line = front(p, combat)
    owed = set(combat.owed).union(*(line.calls.get(unit, ()) for unit in attack.attackers))
    combat.owed = tuple(sorted(owed))
    combat.sent = counted(p, combat, attack)
    combat.group = tuple(sorted({*combat.group, *origins(p, attack)}))
    for unit in (*attack.attackers, *attack.guns):
        p.fought[unit] |= ATTACKED
    use(p, attack.side, attack.air)
    tell_attack(p, attack)


def tell_attack(p: Field, attack: Attack) -> None:
    """10.0 Who attacks whom; 11.2 which guns and 19.1 how many points of aircraft help."""
    units = attack.guns if attack.barrage else attack.attackers
    code = "attacks" if not attack.barrage else "barrages" if units else "bombs"
    p.tell(Event(code, {"side": attack.side, "hexes": attack.targets, "units": units, "guns": attack.guns}, "10.0"))
    if attack.guns and not attack.barrage:
        p.tell(Event("supports", {"units": attack.guns}, "11.2"))
    if attack.air:
        p.tell(Event("aircraft-help", {"points": attack.air}, "19.1"))


def counted(p: Field, combat: Combat, attack: Attack) -> tuple[tuple[Hex, int, int], ...]:
    """9.31 How many have attacked from each hex, this attack included."""
    sent = {hex: (battalions, companies) for hex, battalions, companies in combat.sent}
    for unit in (*attack.attackers, *attack.guns):
        if slots_count(p, unit):
            battalions, companies = sent.get(p.where[unit], (0, 0))
            company = p.data.fighting_sizes[unit]
            sent[p.where[unit]] = (battalions + 1 - company, companies + company)
    return tuple((hex, battalions, companies) for hex, (battalions, companies) in sorted(sent.items()))


def apply_results(p: Field, combat: Combat) -> Application:
    """errata 10.8 The results of a group come into force; 9.33 nobody else attacks from its hexes afterwards."""
    for hex in combat.group:
        for unit in p.units_in(hex):
            if not p.fought[unit] & ATTACKED:
                p.fought[unit] |= BARRED_FROM_ATTACK
    held, combat.held, combat.group = combat.held, (), ()
    return Application(side=combat.side, waiting=held)
