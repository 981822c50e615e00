"""10.1, 10.2, 11.2, 11.3 Declaring attacks: which comes next, who takes part, with which guns and aircraft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ardennes.engine.derived import Until, derived
from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, Outcome, Procedure, Question, Then
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.wacht_am_rhein.rules.artillery import (
    able_to_barrage,
    barrage_points,
    barraging,
    can_barrage,
    fits_cap,
    is_in_range,
    spotters,
    supported,
)
from ardennes.games.wacht_am_rhein.rules.attacks import Attack, Combat, as_declared, origins, phase_of
from ardennes.games.wacht_am_rhein.rules.duties import (
    DONE_ATTACKING,
    closing,
    closure,
    enemies_beside,
    front,
    has_slot,
    is_able,
    is_free,
    may_be_attacked,
    slots_count,
    would_owe,
)
from ardennes.games.wacht_am_rhein.rules.field import ATTACKED, BARRED_FROM_ATTACK, HAS_HELPED, Field
from ardennes.games.wacht_am_rhein.rules.forecast import preview
from ardennes.games.wacht_am_rhein.rules.ground_support import air_for_attack, most_for_one, use
from ardennes.games.wacht_am_rhein.rules.odds import is_below_minimum, printed_column
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
from ardennes.rules.obligations import Closure

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

    def answer(self, p: Field, combat: Combat, option: int) -> Outcome:
        if option == DONE:
            return Then.NEXT
        if option == APPLY:
            return apply_results(p, combat)
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


def first_attackers(p: Field, combat: Combat, target: Hex, *, every: bool) -> list[Unit]:
    """Who may begin an attack on a hex: able to attack alone, from the group's hexes if results wait, and so that all
    others can still meet their duty. Units of a hex that are alike in this are tried once, unless all are wanted."""
    line, found = front(p, combat), []
    for hex in line.beside.get(target, ()):
        if combat.group and hex not in combat.group:
            continue
        tried: dict[tuple[int, bool, bool], bool] = {}
        for unit in line.ready[hex]:
            alike = (p.data.fighting_sizes[unit], unit in line.owing, unit in line.calls)
            if alike not in tried:
                tried[alike] = has_slot(p, combat, unit, ()) and closure(p, combat, (unit,), (target,)).possible
            if tried[alike]:
                found.append(unit)
                if not every:
                    return found
    return found


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


def left_behind(found: Closure) -> Refusal | None:
    """10.13, 10.21 Who would be left without an enemy, or which hex without an attacker."""
    if found.left_out:
        return Refusal("left-out", {"units": tuple(sorted(found.left_out))}, "10.13")
    if found.left_over:
        return Refusal("left-over", {"hexes": tuple(sorted(found.left_over))}, "10.21")
    return None


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


# --- who takes part --------------------------------------------------------------------------------------


def joining(p: Field, combat: Combat, attack: Attack) -> list[Unit]:
    """10.25, 9.31, 10.19 Who may join an attack: beside all its targets, a place left for it in its hex; parenthesised
    units along with somebody of their hex who can attack; so that everybody else can still meet his duty (10.13)."""
    if attack.barrage:
        return []
    if not attack.attackers:
        return first_attackers(p, combat, attack.target, every=True)
    around = [set(p.data.board.around(hex)) for hex in attack.targets]
    hexes = set.intersection(*around) & p.hexes_of(attack.side)
    units = [unit for hex in sorted(hexes) for unit in p.units_in(hex) if p.data.sides[unit] == attack.side]
    return [unit for unit in units if why_cannot_join(p, combat, attack, unit) is None]


def why_cannot_join(p: Field, combat: Combat, attack: Attack, unit: Unit) -> Refusal | None:
    """Why a unit cannot join an attack."""
    piece, here = p.data.counters[unit], p.where[unit]
    if unit in attack.attackers:
        return Refusal("has-joined", {"unit": unit}, "10.16")
    if piece.side != attack.side or here < 0 or piece.headquarters or piece.gun:
        return Refusal("cannot-attack", {"unit": unit}, "8.42" if piece.headquarters else "11.22")
    if p.done[unit] & HAS_HELPED:
        return Refusal("helped-across", {"unit": unit}, "6.53")
    if p.fought[unit] & ATTACKED:
        return Refusal("attacked-before", {"unit": unit}, "10.16")
    if p.fought[unit] & DONE_ATTACKING:
        return Refusal("barred-from-attack", {"unit": unit}, "9.33")
    if any(here not in p.data.board.around(hex) for hex in attack.targets):
        return Refusal("not-beside-all", {"unit": unit}, "10.25")
    taking = (*attack.attackers, *attack.guns)
    if not has_slot(p, combat, unit, taking):
        return Refusal("hex-sends-enough", {"hex": here}, "9.31")
    if p.face(unit).parenthesised:
        mates = [mate for mate in attack.attackers if p.where[mate] == here and is_able(p, mate)]
        if not mates:
            return Refusal("attacks-only-along", {"unit": unit}, "10.19")
    if combat.group and not attack.attackers and here not in combat.group:
        return Refusal("results-wait", {"hexes": combat.group}, "10.8")
    return left_behind(closure(p, combat, (*attack.attackers, unit), attack.targets, attack.guns))


def more_targets(p: Field, combat: Combat, attack: Attack) -> list[Hex]:
    """10.25 Hexes that may be attacked as well: beside all attackers."""
    if attack.barrage or not attack.attackers:
        return []
    hexes = {p.where[unit] for unit in attack.attackers}
    common = frozenset.intersection(*(enemies_beside(p, attack.side, hex) for hex in hexes))
    more = sorted(common.difference(attack.targets))
    return [hex for hex in more if closure(p, combat, attack.attackers, (*attack.targets, hex), attack.guns).possible]


def supporting(p: Field, combat: Combat, attack: Attack) -> list[Unit]:
    """11.2, 11.3 The guns that may add to an attack, and would."""
    if not attack.attackers and not attack.barrage:
        return []
    return _supporting(p, combat.side, msgspec.structs.astuple(attack))


@derived(Until.ANY_CHANGE)
def _supporting(p: Field, side: Side, declared: tuple[Any, ...]) -> list[Unit]:
    combat, attack = phase_of(p, side), as_declared(declared)
    near = {gun for hex in attack.targets for gun in barraging(p, attack.side, hex)}
    return [gun for gun in sorted(near) if why_no_support(p, combat, attack, gun) is None]


def why_no_support(p: Field, combat: Combat, attack: Attack, gun: Unit) -> Refusal | None:
    """Why a gun cannot add its barrage to an attack."""
    if not p.data.counters[gun].gun or p.data.sides[gun] != attack.side or p.where[gun] < 0:
        return Refusal("no-gun", {"unit": gun}, "11.0")
    if gun in attack.guns or not can_barrage(p, gun):
        return Refusal("gun-silent", {"unit": gun}, "11.67" if not p.battery[gun] else "11.39")
    if not is_in_range(p, gun, attack.targets):
        return Refusal("out-of-range", {"unit": gun}, "11.24")
    if not barrage_points(p, gun, supported(p, attack)):
        return Refusal("adds-nothing", {"unit": gun}, "11.65")
    if not fits_cap(p, attack, gun):
        return Refusal("above-german-limit", {"unit": gun}, "11.71")
    if not slots_count(p, gun):
        return None
    if not has_slot(p, combat, gun, (*attack.attackers, *attack.guns)):
        return Refusal("hex-sends-enough", {"hex": p.where[gun]}, "9.31")
    return left_behind(closure(p, combat, attack.attackers, attack.targets, (*attack.guns, gun)))


def is_voluntary(p: Field, combat: Combat, attack: Attack) -> bool:
    """10.62, WAR-R106 Whether nobody is obliged to make this attack."""
    line = front(p, combat)
    return line.owing.isdisjoint(attack.attackers) and line.owed.isdisjoint(attack.targets)


# --- everybody, and what helps ---------------------------------------------------------------------------


def with_all(p: Field, combat: Combat, attack: Attack) -> Attack:
    """The attack with everybody who may join, those first who must attack, and with all that must be added; of a
    Barrage attack, with all guns and aircraft."""
    attack = msgspec.structs.replace(attack)
    if attack.barrage:
        units = supported(p, attack)
        for gun in sorted(supporting(p, combat, attack), key=lambda gun: -barrage_points(p, gun, units)):
            if why_no_support(p, combat, attack, gun) is None:
                attack.guns += (gun,)
        attack.air += air_for_attack(p, attack)
        return attack
    owing = front(p, combat).owing
    while able := joining(p, combat, attack):
        first = [unit for unit in able if unit in owing] or able
        attack.attackers += (first[0],)
    if attack.attackers:
        whole = closure(p, combat, attack.attackers, attack.targets, attack.guns)
        attack.attackers += tuple(sorted(whole.attackers.difference(attack.attackers)))
        attack.also += tuple(sorted(whole.targets.difference(attack.targets)))
    return attack


def with_help(p: Field, combat: Combat, attack: Attack) -> Attack:
    """The attack with the guns, and then aircraft, that bring it a column farther with the fewest points; as it is if
    they cannot."""
    units, now = supported(p, attack), printed_column(p, attack)
    guns = sorted(supporting(p, combat, attack), key=lambda gun: -barrage_points(p, gun, units))
    found = msgspec.structs.replace(attack)
    for gun in guns:
        if why_no_support(p, combat, found, gun) is None:
            found.guns += (gun,)
            if printed_column(p, found) > now:
                return without_waste(p, found, attack, now)
    while air_for_attack(p, found):
        found.air += 1
        if printed_column(p, found) > now:
            return found
    return attack


def without_waste(p: Field, found: Attack, attack: Attack, now: int) -> Attack:
    """The attack without those of its new guns that are not needed to be better than a column, the strongest first."""
    for gun in found.guns:
        fewer = msgspec.structs.replace(found, guns=tuple(other for other in found.guns if other != gun))
        if gun not in attack.guns and printed_column(p, fewer) > now:
            found = fewer
    return found


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

    def arguments(self, p: Field, attack: Attack) -> dict[str, Argument]:
        return {"hex": attack.target}

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
