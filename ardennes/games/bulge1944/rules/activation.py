"""10.0 Activation: a unit moves once and attacks once a turn, in any order, with others in between."""

from __future__ import annotations

from collections.abc import Container, Sequence

from ardennes.engine.derived import Until, derived
from ardennes.engine.hidden import reveal_unit
from ardennes.engine.options import is_about, object_of, verb_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, Question, SideProcedure, Then, calls
from ardennes.engine.texts import Argument, Event, Refusal, Text, first_refusal
from ardennes.games.bulge1944.rules import alternates, leaders, phantoms
from ardennes.games.bulge1944.rules.combat import ONE_ARMY
from ardennes.games.bulge1944.rules.combat_dice import Attack
from ardennes.games.bulge1944.rules.field import POOL, Field, remove_phantom
from ardennes.games.bulge1944.rules.hiding import Hiding
from ardennes.games.bulge1944.rules.movement import begin_move, first_manners, go_to, may_stay
from ardennes.games.bulge1944.rules.pieces import ATTACK, BREAK, DONE, GERMAN, MOVE
from ardennes.games.bulge1944.rules.supply import is_supplied, supplied_after_all
from ardennes.games.bulge1944.rules.walking import Move, MovementMode, search
from ardennes.kernels.counters import coded, lacking
from ardennes.kernels.flags import BARRED
from ardennes.numbers import Hex, Side, Unit

MOVE_COST = 1


class Activation(SideProcedure):
    """7.0 Phase 2 or 4: moves and attacks until the points are spent or the player has enough."""

    stage_name = "stage-activation"
    begun: bool = False
    """Whether anything has been activated yet."""


def move_cost(p: Field, unit: Unit) -> int:
    """8.0 One point; 18.7 nothing if its partner's move has been paid."""
    return 0 if p.paid[unit] else MOVE_COST


def movable(p: Field, side: Side, spare: int, leaving: Container[int]) -> list[Unit]:
    """Units and phantoms of a side that have not moved and can be paid for: from the spare points or, if they leave an
    overstacked hex, from all (9.0)."""
    fresh = lacking(p.counters_on_map(side), p.moved)
    return fresh if spare >= MOVE_COST else [unit for unit in fresh if p.paid[unit] or unit in leaving]


def overstacked(p: Field, side: Side) -> dict[int, list[Unit]]:
    """9.0, 18.5 Hexes that hold more than one counter of a side."""
    below = p.below
    if below == p.data.without_unit:
        return {}
    on_others = {p.where[unit] for unit in p.counters_on_map(side) if below[unit] != NO_UNIT}
    return {hex: sorted(p.units_in(hex)) for hex in on_others}


def can_leave(p: Field, unit: Unit) -> bool:
    """Whether a counter that has not moved could go to another hex."""
    return leads_away(p, unit, first_manners(p, unit))


@derived(Until.ANY_MOVE)
def leads_away(p: Field, unit: Unit, movement_modes: tuple[MovementMode, ...]) -> bool:
    """Whether a unit that moves in these modes could end in another hex."""
    return any(search(p, unit, movement_mode).ends > 0 for movement_mode in movement_modes)


@derived(Until.ANY_CHANGE)
def crowds(p: Field, side: Side) -> list[tuple[int, list[Unit]]]:
    """9.0 For each overstacked hex, how many must go, and who can still move away and be paid for."""
    return [
        (
            len(units) - 1,
            [unit for unit in units if not p.moved[unit] and move_cost(p, unit) <= p.points and can_leave(p, unit)],
        )
        for units in overstacked(p, side).values()
    ]


def points_owed(p: Field, crowded: list[tuple[int, list[Unit]]]) -> int:
    """9.0 Points that must be kept so that all but one can leave each overstacked hex."""
    if not crowded:
        return 0
    return min(sum(price_of_clearing(p, surplus, units) for surplus, units in crowded), p.points)


def price_of_clearing(p: Field, surplus: int, units: Sequence[Unit]) -> int:
    """9.0 What it costs at least that so many of these counters leave; 18.7 a phantom and its partner go for one."""
    price = sum(sorted(move_cost(p, unit) for unit in units)[:surplus])
    return price - MOVE_COST if price > MOVE_COST and phantoms.pairs(p, units) else price


def may_leave_first(p: Field, surplus: int, units: Sequence[Unit]) -> list[int]:
    """Who of these may go without making it dearer: where just a pair must leave, one of the pair."""
    pairs = phantoms.pairs(p, units)
    if pairs and sum(sorted(move_cost(p, unit) for unit in units)[:surplus]) == 2 * MOVE_COST:
        return [unit for unit in units if p.paid[unit] or unit in pairs]
    return list(units)


def must_clear(p: Field, side: Side) -> list[Unit]:
    """9.0 Counters that stand on others and can move away."""
    return [unit for _, units in crowds(p, side) for unit in units]


def break_downs(p: Field) -> list[int]:
    """18.5 How 1st SS may break down: only where one of the parts can then be moved away and be paid for."""
    ways = alternates.break_downs(p)
    return ways if ways and p.points >= MOVE_COST and can_leave(p, alternates.breaking(p)) else []


class ChooseActivation(Question[Field, Activation]):
    """10.0 The next unit to move, the next hex to attack, or the end of the phase."""

    prompt, rule, ends = "choose-activation", "10.0", DONE
    reasons = {BREAK: ("cannot-break-down", "18.5")}

    def arguments(self, p: Field, activation: Activation) -> dict[str, Argument]:
        return {"n": p.points}

    def unspent(self, p: Field, activation: Activation) -> Text | None:
        """8.0 Points cannot be saved."""
        return Text("points-unspent", {"n": p.points}, "8.0") if p.points else None

    def offers(self, p: Field, activation: Activation) -> Sequence[int]:
        crowded = crowds(p, activation.side)
        leaving = {unit for surplus, units in crowded for unit in may_leave_first(p, surplus, units)} if crowded else ()
        spare = p.points - points_owed(p, crowded)
        options = coded(MOVE, movable(p, activation.side, spare, leaving))
        if spare >= ONE_ARMY:
            options += coded(ATTACK, targets(p, activation.side))
        if activation.side == GERMAN and not activation.begun:
            options += [BREAK + kept for kept in break_downs(p)]
        if not leaving:
            options.append(DONE + 0)
        return options

    def answer(self, p: Field, activation: Activation, option: int) -> Procedure | Then | None:
        if option == DONE:
            return Then.NEXT
        verb, thing = verb_of(option), object_of(option)
        if verb == BREAK:
            alternates.break_down(p, thing)
            return None
        if verb == ATTACK:
            activation.begun = True
            return Attack(
                side=activation.side, target=thing, budget=p.points - points_owed(p, crowds(p, activation.side))
            )
        return set_out(p, activation, thing)

    def about(self, p: Field, activation: Activation, option: int) -> About:
        if not is_about(option, MOVE) or not p.data.counters[object_of(option)].land_unit:
            return About(rules=("10.0",))
        allowance = max(limit for _, _, limit in first_manners(p, object_of(option)))
        rules = ("10.0",) if is_supplied(p, object_of(option)) else ("10.0", "13.0")
        return About(cost=allowance, rules=rules)

    def why_not(self, p: Field, activation: Activation, option: int) -> Refusal | None:
        if option == DONE:
            return Refusal("must-clear", {"units": tuple(must_clear(p, activation.side))}, "9.0")
        if is_about(option, MOVE):
            return why_no_move(p, activation.side, object_of(option))
        if is_about(option, ATTACK):
            return why_no_attack(p, activation.side, object_of(option))
        return super().why_not(p, activation, option)


def set_out(p: Field, activation: Activation, unit: Unit) -> Move:
    """10.0 A unit is activated to move."""
    activation.begun = True
    if p.paid[unit] and p.mask[unit] != NO_UNIT:
        p.revealed = True  # That it costs nothing tells that it came with another.
    p.points -= move_cost(p, unit)
    p.moved[unit] = 1
    phantoms.settle_pair(p, unit)
    return begin_move(p, unit, supplied_after_all(p, [unit]))


def march(p: Field, activation: Activation, unit: Unit, hex: Hex) -> list[Procedure]:
    """10.0, 11.0 A unit is activated, goes to a hex and stays there. Where something comes to light, or it cannot stay,
    the player is asked how it goes on."""
    move = set_out(p, activation, unit)
    if not p.revealed:
        p.forget()
        go_to(p, move, hex)
    return [move] if p.revealed or not may_stay(p, move) else []


def why_no_move(p: Field, side: Side, unit: Unit) -> Refusal:
    """Why a unit cannot be activated to move."""
    args: dict[str, Argument] = {"unit": unit}
    if p.data.counters[unit].side != side:
        return Refusal("not-yours", args, "10.0")
    if p.where[unit] < 0:
        return Refusal("not-on-map", args, "10.0")
    if p.moved[unit]:
        return Refusal("has-moved", args, "10.0")
    return why_no_points(p, side, move_cost(p, unit))


def why_no_attack(p: Field, side: Side, hex: Hex) -> Refusal:
    """Why a hex cannot be attacked."""
    beside = p.data.board.around(hex)
    if p.enemy_in(hex, side) != NO_UNIT and hex in targets(p, side):
        return why_no_points(p, side, ONE_ARMY)
    return first_refusal(
        {"hex": hex},
        (p.enemy_in(hex, side) == NO_UNIT, "no-enemy-there", "12.0"),
        (not any(p.where[unit] in beside for unit in p.on_map(side)), "nobody-beside", "12.0"),
        (True, "have-attacked", "10.0"),
    )


def why_no_points(p: Field, side: Side, cost: int) -> Refusal:
    """8.0 Not enough points; or they are needed to clear overstacked hexes (9.0)."""
    if cost > p.points:
        return Refusal("no-points", {"n": p.points}, "8.0")
    return Refusal("must-clear", {"units": tuple(must_clear(p, side))}, "9.0")


def targets(p: Field, side: Side) -> list[Hex]:
    """12.0 Enemy hexes that some unit next to them could attack."""
    where = p.where
    able = [where[unit] for unit in lacking(p.on_map(side), p.attacked)]
    return p.data.zones.beside(able, p.way(side), BARRED)


def end_phase(p: Field, activation: Activation) -> None:
    """4.2 Leaders are finished; 9.0 who could not be moved off another's hex goes back to the reinforcements: who came
    last and, of hidden ones that came together, whichever, so that it tells nothing of them. Who was never to come that
    way, von der Heydte or a part of 1st SS, stays, face up, and must leave as soon as it can."""
    leaders.finish(p, activation.side)
    for units in overstacked(p, activation.side).values():
        _, *surplus = sorted(
            units, key=lambda unit: (not p.data.counters[unit].land_unit, p.entered[unit], p.mask[unit])
        )
        for unit in surplus:
            if not p.data.counters[unit].land_unit:
                remove_phantom(p, unit)
            elif p.data.comes_by_road(unit):
                p.tell(Event("goes-back-to-pool", {"unit": unit, "hex": p.where[unit]}, "9.0"))
                p.mask[unit] = NO_UNIT
                p.put(unit, p.data.box(POOL))
            else:
                reveal_unit(p, unit, "9.0")


Activation.steps = (ChooseActivation(), end_phase, calls(Hiding))
