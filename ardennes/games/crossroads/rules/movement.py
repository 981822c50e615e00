"""3 Movement: prices (3.1), roads (3.2), zones (3.3), fords (3.4), other units (3.5), units that are pinned (3.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ardennes.board import Board
from ardennes.engine.derived import ANY_CHANGE
from ardennes.engine.duties import open_duties
from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, Procedure, Question, SideProcedure, Then, shown_to
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.crossroads.rules.bridges import blow_prepared
from ardennes.games.crossroads.rules.field import DONE, MOVE, TO, Field, come_upon, enter, is_dry
from ardennes.kernels.counters import coded, lacking
from ardennes.kernels.flags import ALTERED, BARRED, ZONE
from ardennes.kernels.reach import Prices, Reach
from ardennes.numbers import Hex, Hexside, Side, Unit
from ardennes.rules import moving
from ardennes.rules.ground import step_table
from ardennes.rules.moving import OpenMode
from ardennes.rules.walk import Going, Mover, Relaxation, reach, step, unhindered

HALVES = 2
"""Costs are counted in half movement points."""
OFF_ROAD, ON_ROAD, FORDED = 0, 1, 2
CLEAR, WOODS, ROAD, FORD = 1, 2, 3, 4
FORD_FAILS_ON = 2
CLEAR_COST, MUD_COST, WOODS_COST, ROAD_COST, FORD_COST = 1 * HALVES, 2 * HALVES, 2 * HALVES, HALVES // 2, 2 * HALVES


def build_step_kinds(board: Board) -> bytes:
    """3.1 The kind of every step on the map."""
    woods = board.code("terrain", "woods")

    def kind(here: Hex, there: Hex, side: Hexside) -> int:
        if board.road[side]:
            return ROAD
        return FORD if board.river[side] else WOODS if board.terrain[there] == woods else CLEAR

    return step_table(board, kind)


def price_list(ground: bytes, muddy: bool) -> Prices:
    """3.1 Clear 1 (2 in mud), woods 2, road ½. 3.2 Leaving the road rounds up what was spent. 3.4 A ford 2, at a
    blown bridge too, and the move is over."""
    prices = Prices(ground, kinds=5, modes=3, whole=HALVES, stops=ZONE)
    for mode in (OFF_ROAD, ON_ROAD):
        prices.set(MUD_COST if muddy else CLEAR_COST, CLEAR, mode, then=OFF_ROAD, round_up=True)
        prices.set(WOODS_COST, WOODS, mode, then=OFF_ROAD, round_up=True)
        prices.set(ROAD_COST, ROAD, mode, then=ON_ROAD)
        prices.set(FORD_COST, ROAD, mode, then=FORDED, round_up=True, across=ALTERED)
        prices.set(FORD_COST, FORD, mode, then=FORDED, round_up=True)
    return prices


class Movement(SideProcedure):
    """2.2 The movement phase of a side: its units move one after another, each once."""

    stage_name = "stage-movement"


class Move(SideProcedure):
    """3 One unit on its way."""

    unit: Unit
    spent: int = 0
    mode: int = OFF_ROAD

    def seen_by(self, p: Field, side: Side) -> Procedure:
        name = p.view_name(self.unit, side)
        return self if name == self.unit else msgspec.structs.replace(self, unit=name)


def mover(p: Field, move: Move) -> Mover:
    return Mover(p.where[move.unit], p.data.counters[move.unit].moves * HALVES, move.spent, move.mode)


def going(p: Field, side: Side) -> Going:
    """3.3, 3.5 What units of a side meet on their way, as far as ``p`` knows."""
    return Going(p.data.board, p.data.ground, p.data.prices, p.way(side), p.sides)


def pinned_units(p: Field, side: Side) -> list[int]:
    """3.6 Units that owe a counterattack do not move."""
    return [duty.subject for duty in open_duties(p, side, "counterattack", p.turn)]


class ChooseUnit(Question[Field, Movement]):
    """2.2 Which unit moves next, or none."""

    prompt, rule, ends = "choose-unit", "2.2", DONE
    reasons = {MOVE: ("cannot-move", "2.2")}

    def offers(self, p: Field, movement: Movement) -> Sequence[int]:
        fresh = lacking(p.on_map(movement.side), p.moved)
        pinned = pinned_units(p, movement.side)
        return [*coded(MOVE, [unit for unit in fresh if unit not in pinned] if pinned else fresh), DONE]

    def answer(self, p: Field, movement: Movement, option: int) -> Procedure | Then | None:
        return Then.NEXT if option == DONE else set_out(p, object_of(option))

    def why_not(self, p: Field, movement: Movement, option: int) -> Refusal | None:
        if is_about(option, MOVE) and object_of(option) in pinned_units(p, movement.side):
            return Refusal("pinned", {"unit": object_of(option)}, "3.6")
        return super().why_not(p, movement, option)


class ChooseDestination(moving.ChooseDestination[Field, Move]):
    """3.1 Where the unit goes; it may go on as long as nothing stops it. When something comes to light on the way,
    the player is asked again."""

    prompt, rule, rules = "choose-destination", "3.1", ("3.1",)
    to = TO

    def arguments(self, p: Field, move: Move) -> dict[str, Argument]:
        return {"unit": move.unit, "points": mover(p, move).left}

    def modes(self, p: Field, move: Move) -> list[OpenMode]:
        return [OpenMode(going(p, move.side), p.data.search, mover(p, move))]

    def set_aside(self, p: Field, move: Move, going: Going) -> Iterator[Relaxation]:
        """What may be in the way: zones (3.3), other units (3.5)."""
        yield Relaxation("zone-in-the-way", "3.3", unhindered(going, ZONE))
        yield Relaxation("unit-in-the-way", "3.5", unhindered(going, ZONE | BARRED))

    def offers(self, p: Field, move: Move) -> Sequence[int]:
        return [*searched(p, move).destination_hexes(TO), DONE]

    def about(self, p: Field, move: Move, option: int) -> About:
        return About(cost=0, rules=("2.2",)) if option == DONE else super().about(p, move, option)

    def answer(self, p: Field, move: Move, option: int) -> Procedure | Then | None:
        return None if option != DONE and go_to(p, move, object_of(option)) else Then.END


def set_out(p: Field, unit: Unit) -> Move:
    """2.2 A unit begins the one move it has in a turn."""
    p.moved[unit] = 1
    return Move(side=p.data.counters[unit].side, unit=unit)


def searched(p: Field, move: Move) -> Reach:
    """3.1 Where the unit could go from here, as far as ``p`` knows; it is not searched again while nobody has searched
    since and nothing has changed."""
    found, known, key = p.data.search, p.caches[ANY_CHANGE], (move.unit, p.where[move.unit], move.spent, move.mode)
    if known.get(key) != found.runs:
        reach(going(p, move.side), found, mover(p, move))
        known[key] = found.runs
    return found


def go_to(p: Field, move: Move, hex: Hex) -> bool:
    """3.1 The unit walks until it is there, something stops it or comes to light; whether it may go on."""
    path = searched(shown_to(p, move.side), move).path_to(hex)[1:]
    for there in p.chosen_path_or(tuple(path)):
        if not take_step(p, move, there):
            return False
        if p.revealed:
            break
    return True


def march(p: Field, movement: Movement, unit: Unit, hex: Hex) -> list[Procedure]:
    """3.1 The whole move of a unit; where something comes to light on its way, the player is asked how it goes on."""
    move = set_out(p, unit)
    return [move] if go_to(p, move, hex) and p.revealed else []


def take_step(p: Field, move: Move, there: Hex) -> bool:
    """One step in truth, with all that it sets off; whether the unit may go on."""
    here = p.where[move.unit]
    after = step(going(p, move.side), mover(p, move), there)
    if after is None or not (is_dry(p, here, there) or ford(p, move.unit, there)):
        return False
    move.spent, move.mode = after.spent, after.mode
    p.tell(Event("moved", {"unit": move.unit, "from": here, "hex": there}, "3.1"))
    enter(p, move.unit, there)
    come_upon(p, there)
    blow_prepared(p, move.unit)
    return p.where[move.unit] == there and not p.in_enemy_zone(there, move.side) and move.mode != FORDED


def ford(p: Field, unit: Unit, there: Hex) -> bool:
    """3.4 Who wades through the river rolls a die: on a 1 or 2 the water is too high, and the move is over."""
    die = p.die()
    crossed = wades_through(die)
    p.tell(Event("forded" if crossed else "not-forded", {"unit": unit, "die": die, "hex": there}, "3.4"))
    return crossed


def wades_through(die: int) -> bool:
    return die > FORD_FAILS_ON


Movement.steps = (ChooseUnit(),)
Move.steps = (ChooseDestination(),)
