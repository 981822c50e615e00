"""5.0 Movement, and exploitation (14.2) by the same rules: who may move, where to, and what a unit meets on its way."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.engine.derived import ANY_CHANGE
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, Question, Then
from ardennes.engine.references import Unit
from ardennes.engine.texts import Argument, Event, Refusal, Text
from ardennes.games.bitter_woods.rules import exits, reinforcements
from ardennes.games.bitter_woods.rules.boundaries import UNBOUND, binding_army, hexes_from_home, is_astray
from ardennes.games.bitter_woods.rules.field import (
    HAS_DUG,
    HAS_ENTERED,
    HAS_EXPLOITED,
    HAS_MOVED,
    IN_RESERVE,
    NO_WORKS,
    PICKED,
    Field,
)
from ardennes.games.bitter_woods.rules.opening import allowance, is_held_back
from ardennes.games.bitter_woods.rules.pieces import DONE, ENTER, EXIT, GERMAN, MOVE, TO
from ardennes.games.bitter_woods.rules.pledges import (
    counterattacks,
    is_due_to_counterattack,
    is_engaged,
    note_departure,
)
from ardennes.games.bitter_woods.rules.presence import arrive
from ardennes.games.bitter_woods.rules.stacking import full_hexes, has_room
from ardennes.games.bitter_woods.rules.terrain import FRESH, MOVING, prices_of
from ardennes.games.bitter_woods.rules.zones import first_steps
from ardennes.kernels.flags import BARRED, NO_END, ZONE, HexFlags
from ardennes.kernels.reach import Reach
from ardennes.rules import moving
from ardennes.rules.walk import Going, Mover, Relaxation, reach, unhindered


class Movement(Procedure):
    """5.1 A player moves his units, as many as he likes; 14.2 or, after combat, those in reserve."""

    side: int
    exploitation: bool = False

    def stage(self, p: Field) -> Text:
        return Text("stage-exploitation" if self.exploitation else "stage-movement", {"side": self.side})


class Move(Procedure):
    """One unit on its way."""

    side: int
    unit: Unit
    exploitation: bool = False
    spent: int = 0
    """16.4 What coming onto the map has cost, in twelfths."""
    over: bool = False


# --- who moves -----------------------------------------------------------------------------------------


def able_to_move(p: Field, movement: Movement) -> list[int]:
    """5.1, 14.2 Who may move now: in the movement phase whoever has not moved and is not held, and reinforcements; in
    exploitation the reserve."""
    units = p.on_map(movement.side)
    if movement.exploitation:
        return [unit for unit in units if may_exploit(p, unit)]
    able = [unit for unit in units if may_move(p, unit)]
    return able + reinforcements.waiting(p, movement.side)


def may_move(p: Field, unit: int) -> bool:
    """5.1, 9.5 In the movement phase."""
    return is_free_to_move(p, unit) and may_leave(p, unit)


def is_free_to_move(p: Field, unit: int) -> bool:
    """5.1, 13.3, 14.1 Whether nothing holds a unit that has to do with it alone."""
    return (
        not p.done[unit] & (HAS_MOVED | PICKED)
        and p.reserve[unit] != IN_RESERVE
        and p.bridging[unit] == NO_UNIT
        and p.face(unit).moves > 0
        and not is_held_back(p, unit)
        and not is_engaged(p, unit)
    )


def may_exploit(p: Field, unit: int) -> bool:
    """14.2 In exploitation; 13.3 who builds a bridge stays."""
    return p.reserve[unit] == IN_RESERVE and not p.done[unit] & PICKED and p.bridging[unit] == NO_UNIT


def may_leave(p: Field, unit: int) -> bool:
    """9.5 Those who owe a counterattack withdraw together or not at all: none leaves unless all can."""
    hex = p.where[unit]
    if not is_due_to_counterattack(p, unit) or p.closed[hex] == p.data.sides[unit] + 1:
        return True
    return all(is_free_to_move(p, other) and has_way_out(p, other) for other in p.units_in(hex))


def has_way_out(p: Field, unit: int) -> bool:
    move = Move(side=p.data.sides[unit], unit=unit)
    return bool(search(p, move).destination_hexes(TO))


def stragglers(p: Field, side: int) -> list[int]:
    """9.5 Who is left where others have begun to withdraw from a counterattack, and can still follow them."""
    hexes = [duty.subject for duty in counterattacks(p, side) if p.closed[duty.subject] == side + 1]
    left = sorted(unit for hex in set(hexes) for unit in p.units_in(hex))
    return [unit for unit in left if is_free_to_move(p, unit) and has_way_out(p, unit)]


class ChooseMove(Question[Field, Movement]):
    """5.1 The next unit to move."""

    prompt, rule, ends = "choose-move", "5.1", DONE
    reasons = {DONE: ("must-come-back", "5.4")}

    def offers(self, p: Field, movement: Movement) -> Sequence[int]:
        able = able_to_move(p, movement)
        options = [MOVE + unit for unit in able]
        if movement.exploitation:
            must_go_on = False
        else:
            must_go_on = any(is_astray(p, unit) for unit in able) or bool(stragglers(p, movement.side))
        return [*options, DONE + 0] if options and not must_go_on else options

    def answer(self, p: Field, movement: Movement, option: int) -> Procedure | Then | None:
        if option == DONE:
            return Then.NEXT
        return set_out(p, movement, object_of(option))

    def about(self, p: Field, movement: Movement, option: int) -> About:
        if not is_about(option, MOVE):
            return About()
        return About(cost=allowance(p, object_of(option)), rules=("5.2",))

    def why_not(self, p: Field, movement: Movement, option: int) -> Refusal | None:
        if option == DONE and stragglers(p, movement.side):
            return Refusal("must-withdraw", {}, "9.5")
        if not is_about(option, MOVE):
            return super().why_not(p, movement, option)
        return why_no_move(p, movement, object_of(option))


def set_out(p: Field, movement: Movement, unit: int) -> Move:
    """5.1 A unit is picked to move; it has moved once it goes anywhere."""
    p.done[unit] |= PICKED
    return Move(side=movement.side, unit=unit, exploitation=movement.exploitation)


def why_no_move(p: Field, movement: Movement, unit: int) -> Refusal:
    """Why a unit may not move in this phase."""
    args: dict[str, Argument] = {"unit": unit}
    if p.data.sides[unit] != movement.side:
        return Refusal("not-yours", args, "5.1")
    if p.where[unit] < 0:
        return Refusal("not-on-map", args, "16.1")
    if movement.exploitation:
        if p.bridging[unit] != NO_UNIT:
            return Refusal("builds-bridge", args, "13.3")
        return Refusal("has-moved" if p.done[unit] & PICKED else "not-in-reserve", args, "14.2")
    if p.done[unit] & (HAS_MOVED | PICKED):
        return Refusal("has-moved", args, "5.2")
    if p.reserve[unit] == IN_RESERVE:
        return Refusal("in-reserve", args, "14.1")
    if p.bridging[unit] != NO_UNIT:
        return Refusal("builds-bridge", args, "13.3")
    if is_held_back(p, unit):
        return Refusal("held-back", args, "15.5")
    if is_engaged(p, unit):
        return Refusal("engaged", args, "9.5")
    if not may_leave(p, unit):
        return Refusal("withdraws-with-others", args, "9.5")
    return Refusal("cannot-move-at-all", args, "5.2")


# --- on the way ----------------------------------------------------------------------------------------


def flags_for(p: Field, move: Move) -> HexFlags:
    """What a unit meets in each hex. 6.1 It may not end in a full hex, unless somebody there can still move away; 9.5
    nor enter a hex its side has just given up."""
    flags = p.way(move.side)[:]
    for hex in full_hexes(p, move.side):
        if not has_room(p, move.unit, hex) and not _can_empty(p, move, hex):
            flags[hex] |= NO_END
    if move.side + 1 in p.closed:
        for hex, closed in enumerate(p.closed):
            if closed == move.side + 1:
                flags[hex] |= BARRED
    return flags


def _can_empty(p: Field, move: Move, hex: int) -> bool:
    able = may_exploit if move.exploitation else is_free_to_move
    return any(able(p, unit) for unit in p.units_in(hex) if unit != move.unit)


def going(p: Field, move: Move, army: int | None = None) -> Going:
    """What a unit meets: its prices on the ground of the day, within the boundaries of its army."""
    astray = army is None and is_astray(p, move.unit)
    bound = UNBOUND if astray else binding_army(p, move.unit) if army is None else army
    prices = prices_of(p.data, move.unit, p.data.turns[p.turn - 1].ground, bound)
    steps = p.data.ground if bound == UNBOUND else p.data.army_ground[bound]
    way = Going(p.data.board, steps, prices, flags_for(p, move), p.sides)
    return homeward(p, move, way) if astray else way


def homeward(p: Field, move: Move, way: Going) -> Going:
    """5.4 Who has retreated over a boundary ends his move on his own side if he can, and nearer to it if not."""
    far = hexes_from_home(p, move.unit)
    home = _ending_within(way, far, 0)
    if reach(home, p.data.search, mover(p, move)).destination_hexes(TO):
        return home
    return _ending_within(way, far, far[p.where[move.unit]] - 1)


def _ending_within(way: Going, far: Sequence[int], most: int) -> Going:
    flags = way.hexes[:]
    for hex, hexes in enumerate(far):
        if hexes > most:
            flags[hex] |= NO_END
    return msgspec.structs.replace(way, hexes=flags)


def mover(p: Field, move: Move) -> Mover:
    """5.2, 5.3, 7.4 Who has not moved may ford, is sure of one hex, and leaves a zone only in some directions; who
    comes onto the map has paid for that."""
    here, unit = p.where[move.unit], move.unit
    if move.spent:
        halted = bool(p.way(move.side)[here] & ZONE)
        most = move.spent if halted else max(allowance(p, unit), move.spent)
        return Mover(here, most, move.spent, MOVING, stopped=halted)
    may_ford = not (move.exploitation and p.done[unit] & HAS_MOVED)
    first = first_steps(p, unit)
    return Mover(here, allowance(p, unit), mode=FRESH if may_ford else MOVING, first=first, guaranteed=True)


def search(p: Field, move: Move) -> Reach:
    """Where the unit could go, readable until the next search. It is not searched again while nothing has changed."""
    found, key, known = p.data.search, (move.unit, move.spent), p.caches[ANY_CHANGE]
    if known.get(key) != found.runs:
        reach(going(p, move), found, mover(p, move))
        known[key] = found.runs
    return found


class ChooseDestination(moving.ChooseDestination[Field, Move]):
    """5.1 Where the unit goes; the way there is the cheapest, or the player's own. 5.5 It may leave the map where that
    is allowed."""

    prompt, rule = "choose-destination", "5.1"
    reasons = {EXIT: ("no-exit-there", "5.5"), DONE: ("must-come-back", "5.4")}
    to, rules = TO, ("5.2", "5.3")

    def modes(self, p: Field, move: Move) -> tuple[moving.OpenMode]:
        return (moving.OpenMode(going(p, move), p.data.search, mover(p, move)),)

    def searched(self, p: Field, move: Move) -> tuple[moving.Searched]:
        return ((search(p, move), move.spent),)

    def set_aside(self, p: Field, move: Move, going: Going) -> tuple[Relaxation, ...]:
        return set_aside(p, move, going)

    def arguments(self, p: Field, move: Move) -> dict[str, Argument]:
        return {"unit": move.unit, "points": max(0, allowance(p, move.unit) - move.spent)}

    def offers(self, p: Field, move: Move) -> Sequence[int]:
        if move.over:
            return []
        found = search(p, move)
        options: list[int] = found.destination_hexes(TO)
        options += [EXIT + hex for hex in exits.exit_hexes(p, move.unit, found, mover(p, move).allowance)]
        must_go = not move.exploitation and (is_astray(p, move.unit) or must_follow(p, move))
        return options if options and must_go else [*options, DONE + 0]

    def answer(self, p: Field, move: Move, option: int) -> Procedure | Then | None:
        if option != DONE:
            go_to(p, move, object_of(option))
        if is_about(option, EXIT):
            exits.leave(p, move.unit, object_of(option))
        return Then.END

    def about(self, p: Field, move: Move, option: int) -> About:
        if not is_about(option, EXIT):
            return super().about(p, move, option)
        hex, found = object_of(option), search(p, move)
        cost = found.cost_of(hex) - move.spent + exits.price(p, move.unit, hex)
        return About(cost=cost, path=tuple(found.path_to(hex)[1:]), rules=("5.5",))

    def why_not(self, p: Field, move: Move, option: int) -> Refusal | None:
        if option == DONE and must_follow(p, move):
            return Refusal("must-withdraw", {}, "9.5")
        hex = object_of(option)
        if is_about(option, TO) and hex == p.where[move.unit]:
            return Refusal("is-there-already", {"hex": hex}, "5.1")
        if is_about(option, TO) and p.side_in(hex) == 1 - move.side:
            return Refusal("enemy-there", {"hex": hex}, "6.3")
        found = super().why_not(p, move, option)
        if found is None or found.code != "may-not-end-there":
            return found
        if has_room(p, move.unit, hex):
            return Refusal("must-come-back", {}, "5.4")
        return Refusal("too-many-there", {"hex": hex}, "6.1")


def must_follow(p: Field, move: Move) -> bool:
    """9.5 Whether a unit stands where others have withdrawn from a counterattack."""
    here = p.where[move.unit]
    return p.closed[here] == move.side + 1 and any(duty.subject == here for duty in counterattacks(p, move.side))


def set_aside(p: Field, move: Move, way: Going) -> tuple[Relaxation, ...]:
    """One rule after another taken away, to find the one that keeps a unit from a hex."""
    found = [Relaxation("zone-in-the-way", "7.4", unhindered(way, ZONE))]
    if binding_army(p, move.unit) != UNBOUND:
        found.append(Relaxation("boundary-in-the-way", "5.4", going(p, move, UNBOUND)))
    found.append(Relaxation("enemy-in-the-way", "6.3", unhindered(way, BARRED | ZONE | NO_END)))
    return tuple(found)


def go_to(p: Field, move: Move, hex: int) -> None:
    """5.1 The unit walks there, in the cheapest way or the player's own."""
    move.over = True
    start = p.where[move.unit]
    path = p.chosen_path_or(tuple(search(p, move).path_to(hex)[1:]))
    p.done[move.unit] |= HAS_EXPLOITED if move.exploitation else HAS_MOVED
    p.reserve[move.unit] = 0
    note_departure(p, move.unit, start)
    if path:
        arrive(p, move.unit, path)
    if p.done[move.unit] & HAS_DUG and not any(p.done[unit] & HAS_DUG for unit in p.units_in(start)):
        p.works[start] = NO_WORKS
    if p.data.sides[move.unit] == GERMAN and p.data.counters[move.unit].kind == "corps-artillery":
        p.fired[move.unit] = 1
    p.tell(Event("moves", {"unit": move.unit, "from": start, "hex": hex}, "5.1"))


def march(p: Field, movement: Movement, unit: int, hex: int) -> list[Procedure]:
    """5.1 The whole move of a unit that is on the map."""
    move = set_out(p, movement, unit)
    p.forget()
    go_to(p, move, hex)
    return []


class ChooseEntry(Question[Field, Move]):
    """16.1 Where a reinforcement comes onto the map."""

    prompt, rule = "choose-entry", "16.1"
    reasons = {ENTER: ("not-an-entry", "16.1")}

    def arguments(self, p: Field, move: Move) -> dict[str, Argument]:
        return {"unit": move.unit}

    def offers(self, p: Field, move: Move) -> Sequence[int]:
        if p.where[move.unit] >= 0:
            return []
        return [*(ENTER + hex for hex in reinforcements.entry_hexes(p, move.unit)), DONE + 0]

    def answer(self, p: Field, move: Move, option: int) -> Procedure | Then | None:
        if option == DONE:
            return Then.END
        hex = object_of(option)
        move.spent = reinforcements.entry_cost(p, move.unit, hex)
        p.done[move.unit] |= HAS_MOVED | HAS_ENTERED
        reinforcements.enter(p, move.unit, hex)
        if move.side == GERMAN and p.data.counters[move.unit].kind == "corps-artillery":
            p.fired[move.unit] = 1
        return Then.NEXT


Movement.steps = (ChooseMove(),)
Move.steps = (ChooseEntry(), reinforcements.ChooseArmy(), ChooseDestination())
