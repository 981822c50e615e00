"""2.9 The orders of a scenario: who takes no part for a while, who marches less, attacks better, or keeps out of where;
the plan that the Allied player chooses in secret, and the die before play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ardennes.engine.derived import Until, derived
from ardennes.engine.modifiers import Modifier
from ardennes.engine.procedure import Procedure
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.field import NO_PLAN, SECRET_PLAN, Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN, PLAN, PLANS, BitterData
from ardennes.games.bitter_woods.rules.scenario import OpeningEvent, Order, Party, hexes_of_region
from ardennes.kernels.flags import BARRED, NO_END, HexFlags
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.picking import Pick

RULE = "2.9"


class StandingOrder(msgspec.Struct, frozen=True, gc=False):
    """An order with its units, turns and hexes worked out."""

    order: Order
    units: frozenset[Unit]
    first: int
    last: int
    hexes: frozenset[Hex]
    entered: frozenset[Hex]


def standing_orders(data: BitterData) -> tuple[StandingOrder, ...]:
    """The orders of the scenario."""
    scenario, board = data.scenario_data, data.board
    regions = {
        name: frozenset[Hex]().union(*(hexes_of_region(board, region) for region in parts))
        for name, parts in scenario.regions.items()
    }
    return tuple(
        StandingOrder(
            order,
            party(data, order.who),
            data.turn_named(order.first) if order.first else 1,
            data.turn_named(order.last) if order.last else len(data.turns),
            frozenset[Hex]().union(*(regions[name] for name in order.regions)),
            frozenset(board.hex(place) for place in order.until_entered),
        )
        for order in scenario.orders
    )


def party(data: BitterData, who: Party) -> frozenset[Unit]:
    """The units that an order is for."""
    names = (who.divisions, who.corps, who.armies, who.units)

    def is_named(unit: Unit) -> bool:
        piece = data.counters[unit]
        army = data.scenario_data.army_of(piece.division, piece.id) or piece.army
        words = (piece.division, piece.corps, army, piece.id)
        return not any(names) or any(word in listed for word, listed in zip(words, names, strict=True))

    return frozenset(
        unit
        for unit in data.units[who.side]
        if (not who.mechanized or data.counters[unit].mechanized)
        and is_named(unit) != who.all_but
        and data.counters[unit].id not in who.but
    )


@derived(Until.ANY_CHANGE)
def orders_now(p: Field) -> tuple[StandingOrder, ...]:
    """The orders that hold now: of this turn, under the plan chosen, with the die that was rolled before play. Of those
    of a plan that it does not know, the other side sees none."""
    number = p.plan_shown if p.plan == SECRET_PLAN else p.plan
    plan = p.data.scenario_data.plans[number] if number != NO_PLAN else ""
    return tuple(
        standing
        for standing in p.data.orders
        if standing.first <= p.turn <= standing.last
        and standing.order.plan in ("", plan)
        and (not standing.order.without_event or standing.order.without_event != p.opening_die)
        and not any(p.entered[hex] for hex in standing.entered)
    )


def orders_to(p: Field, unit: Unit, name: str) -> Iterator[StandingOrder]:
    """The orders of a sort that hold for a unit now."""
    for standing in orders_now(p):
        freed = standing.order.until_attacked and p.watched[unit]
        if standing.order.order == name and unit in standing.units and not freed:
            yield standing


@derived(Until.ANY_CHANGE)
def ordered_to_hold(p: Field) -> frozenset[int]:
    """The units that neither move nor attack; they may defend and retreat."""
    if not p.data.orders:
        return frozenset()
    holding = [standing for standing in orders_now(p) if standing.order.order == "hold"]
    return frozenset(
        unit
        for standing in holding
        for unit in standing.units
        if not (standing.order.until_attacked and p.watched[unit])
    )


def is_ordered_to_hold(p: Field, unit: Unit) -> bool:
    return bool(p.data.orders) and unit in ordered_to_hold(p)


def ordered_allowance(p: Field, unit: Unit, points: int) -> int:
    """The allowance of a unit that may not march as far as it could."""
    return min([points, *(standing.order.amount for standing in orders_to(p, unit, "march"))])


def may_enter(p: Field, unit: Unit, hex: Hex) -> bool:
    """Whether no order keeps a unit out of a hex; who stands where he may not come goes as he likes."""
    if not p.data.orders:
        return True
    return all(
        hex not in standing.hexes or p.where[unit] in standing.hexes for standing in orders_to(p, unit, "keep-out")
    )


def may_attack_into(p: Field, unit: Unit, hex: Hex) -> bool:
    """Whether no order keeps a unit from attacking a hex."""
    return not p.data.orders or not any(hex in standing.hexes for standing in orders_to(p, unit, "no-attack"))


def close_hexes(p: Field, unit: Unit, flags: HexFlags) -> None:
    """Marks where orders keep a moving unit out, and where it may not end its move."""
    for standing in orders_to(p, unit, "keep-out"):
        if p.where[unit] not in standing.hexes:
            for hex in standing.hexes:
                flags[hex] |= BARRED
    if first := first_column(p, unit):
        lane_place = p.data.board.grid.lane_place
        for hex in p.data.board.hexes:
            if lane_place(hex)[0] < first:
                flags[hex] |= NO_END


def first_column(p: Field, unit: Unit) -> int:
    """The column of its set-up where orders say that a unit may not end east of it, otherwise 0; columns count
    westwards."""
    board, start = p.data.board, p.data.counters[unit].place
    bound = any(orders_to(p, unit, "never-east")) and board.has_label(start)
    return board.grid.lane_place(board.hex(start))[0] if bound else 0


def may_end_in(p: Field, unit: Unit, hex: Hex) -> bool:
    """Whether no order keeps a unit from staying in a hex."""
    return not p.data.orders or p.data.board.grid.lane_place(hex)[0] >= first_column(p, unit)


def planned_shift(p: Field, attackers: Sequence[Unit]) -> Modifier:
    """The shift of an attack that is part of a plan; who declares one shows the plan."""
    if not p.data.orders:
        return Modifier("planned", 0, RULE)
    shifts = [standing.order.amount for unit in attackers for standing in orders_to(p, unit, "shift")]
    return Modifier("planned", max(shifts, default=0), RULE)


def note_attack(p: Field, hex: Hex) -> None:
    """Units that are attacked need not wait any longer."""
    if p.data.orders:
        for unit in p.units_in(hex):
            p.watched[unit] = 1


def note_entry(p: Field, unit: Unit, hex: Hex) -> None:
    """Orders may end when an enemy of those they bind has come to a place."""
    for standing in p.data.orders:
        if hex in standing.entered and standing.order.who.side != p.data.sides[unit]:
            p.entered[hex] = 1


# --- before play -----------------------------------------------------------------------------------------


class Planning(Procedure):
    """The Allied player chooses a plan, where the scenario has any."""

    side: Side = ALLIED


class ChoosePlan(Pick[Field, Planning]):
    """What the Allies will do: who attacks with a shift, and who waits. The German player is not told."""

    prompt, rule = "choose-plan", RULE
    reasons = {PLAN: ("planned-already", RULE)}
    verb = PLAN

    def choices(self, p: Field, planning: Planning) -> Sequence[int]:
        return [PLANS.index(plan) for plan in p.data.scenario_data.plans] if p.plan == NO_PLAN else ()

    def pick(self, p: Field, planning: Planning, number: int) -> None:
        p.plan = p.data.scenario_data.plans.index(PLANS[number])
        p.tell(Event(f"plan-{PLANS[number]}", {}, RULE, {GERMAN: None}))


def show_plan(p: Field, attackers: Sequence[Unit]) -> None:
    """Who attacks with the shift of a plan lets the enemy know it."""
    if planned_shift(p, attackers).amount and p.plan_shown == NO_PLAN:
        p.plan_shown = p.plan
        p.tell(Event(f"plan-{p.data.scenario_data.plans[p.plan]}", {}, RULE))


def imagine_plan(truth: Field) -> None:
    """A plan that the Allied player may have chosen for all that the German player knows; none while he chooses."""
    if any(isinstance(each, Planning) for each in truth.stack):
        truth.plan = NO_PLAN
        return
    plans = range(len(truth.data.scenario_data.plans))
    truth.plan = truth.draw(plans) if truth.plan_shown == NO_PLAN else truth.plan_shown


def roll_before_play(p: Field) -> None:
    """One die says how the scenario begins, where it has such a table."""
    events = p.data.scenario_data.opening
    if not events or p.opening_die:
        return
    p.opening_die = p.die()
    event = opening_event(p)
    p.tell(Event(f"opening-{p.data.scenario}-{p.opening_die}", {"die": p.opening_die}, RULE))
    if event is None:
        return
    for id, place in event.places.items():
        unit = p.data.unit(id)
        p.steps[unit] = p.data.full_steps[unit]
        p.put(unit, p.data.board.hex(place))


def opening_event(p: Field) -> OpeningEvent | None:
    """What was rolled before play."""
    return next((event for event in p.data.scenario_data.opening if event.die == p.opening_die), None)


def air_by_event(p: Field, turn: str, aircraft: int) -> int:
    """11.1 The Allied aircraft of a turn, with what the die before play has changed."""
    event = opening_event(p)
    return max(0, aircraft + event.allied_air.get(turn, 0)) if event else aircraft


def german_guns_are_rich(p: Field) -> bool:
    """Whether German artillery is ready in both player turns."""
    event = opening_event(p)
    return event is not None and bool(event.german_guns_from) and p.turn >= p.data.turn_named(event.german_guns_from)


Planning.steps = (ChoosePlan(),)
