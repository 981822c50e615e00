"""15.0 Engineers and bridges: bridges blown (15.1), carried and built by the Germans (15.2), placed by the Allies
(15.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ardennes.engine.derived import Until, derived
from ardennes.engine.options import Verb, is_about
from ardennes.engine.procedure import About, Outcome, Procedure, SideProcedure, Then
from ardennes.engine.texts import Argument, Event
from ardennes.games.wacht_am_rhein.rules.field import (
    AS_PRINTED,
    BLOWN,
    BUILDING,
    BUILT,
    CARRIED,
    FRIENDS,
    HAS_LEFT,
    NO_BRIDGE,
    PLACED,
    Field,
)
from ardennes.games.wacht_am_rhein.rules.pieces import (
    ALLIED,
    BEARER,
    BLOW,
    BRIDGE,
    BUILD,
    COMPLETE,
    DONE,
    GERMAN,
    REPAIR,
    TAKE_UP,
)
from ardennes.kernels.flags import BARRED, ZONES, HexFlags
from ardennes.kernels.flood import ANY_LINK
from ardennes.kernels.zones import SHUT, hindrances
from ardennes.numbers import NO_NUMBER, Hex, Hexside, Side, Unit
from ardennes.rules.picking import Menu, Pick

BLOWN_UP_TO = 4
"""15.13 The highest die that blows a bridge."""
FOR_REPAIR = 2
"""15.2-s Movement Phases in a row that an engineer stays in its hex to repair a bridge."""


class BridgePhase(SideProcedure):
    """15.0 The Bridge Building and Blowing Phase of a side."""

    stage_name = "stage-bridges"
    tried: tuple[Hexside, ...] = ()
    """15.12 The bridges that have been tried, once for each attempt."""


class Spanning(SideProcedure):
    """15.24, 15.27, 15.31 A bridge is completed, taken up or placed: which hexside, and which engineer."""

    unit: Unit = NO_NUMBER
    hexside: Hexside = NO_NUMBER


def unload(p: Field, unit: Unit) -> None:
    """15.21 An engineer that may have a bridge goes without, and keeps its own movement allowance."""
    p.bridge[unit] = NO_BRIDGE
    p.tell(Event("goes-without-bridge", {"unit": unit}, "15.21"))


# --- completing (15.23) ------------------------------------------------------------------------------------------


class ChooseCompletion(Pick[Field, BridgePhase]):
    """15.23 At the beginning of the phase: which bridge that was being built is finished."""

    prompt, rule, refusal = "choose-completion", "15.23", "cannot-complete"
    verb, done = COMPLETE, DONE

    def choices(self, p: Field, phase: BridgePhase) -> Sequence[Unit]:
        building = [unit for unit in p.engineers_of(phase.side) if p.bridge[unit] == BUILDING and has_stayed(p, unit)]
        return [unit for unit in building if open_water(p, p.where[unit])]

    def pick(self, p: Field, phase: BridgePhase, unit: Unit) -> Procedure:
        return Spanning(side=phase.side, unit=unit)


class ChooseSpan(Pick[Field, Spanning]):
    """15.24 Over which hexside of its hex."""

    prompt, rule, refusal, prompt_fields = "choose-span", "15.24", "no-water-there", ("unit",)
    verb = BRIDGE

    def choices(self, p: Field, spanning: Spanning) -> Sequence[int]:
        return open_water(p, p.where[spanning.unit]) if spanning.hexside == NO_NUMBER else ()

    def pick(self, p: Field, spanning: Spanning, hexside: Hexside) -> Then:
        unit = spanning.unit
        p.bridge[unit] = NO_BRIDGE
        p.built += ((hexside, p.where[unit]),)
        p.set_span(hexside, BUILT)
        p.tell(Event("bridge-built", {"unit": unit, "hexside": hexside}, "15.24"))
        return Then.END


# --- the rest of the phase ---------------------------------------------------------------------------------------


class ChooseBridgeWork(Menu[Field, BridgePhase]):
    """15.1 to 15.3 Bridges to blow; for the Germans, to begin or to take up; for the Allies, to place."""

    prompt, rule, ends, done = "choose-bridge-work", "15.11", DONE, DONE
    reasons = {
        BLOW: ("cannot-blow", "15.12"),
        BUILD: ("cannot-begin-bridge", "15.22"),
        TAKE_UP: ("cannot-take-up", "15.27"),
        BRIDGE: ("cannot-place-bridge", "15.31"),
        REPAIR: ("cannot-repair", "15.2-s"),
    }

    def menu(self, p: Field, phase: BridgePhase) -> Iterator[tuple[Verb, Sequence[int]]]:
        yield BLOW, [bridge for bridge, tries in attempts(p, phase.side).items() if phase.tried.count(bridge) < tries]
        if phase.side == GERMAN:
            yield BUILD, [unit for unit in p.engineers_of(GERMAN) if can_begin(p, unit)]
            yield TAKE_UP, sorted({hexside for hexside, hex in p.built if bearers(p, hex)})
            yield REPAIR, repairable(p) if "bridge_repair" in p.data.options else ()
        else:
            yield BRIDGE, sorted({side for unit in builders(p) for side in open_water(p, p.where[unit])})

    def about(self, p: Field, phase: BridgePhase, option: int) -> About:
        if not is_about(option, BLOW):
            return About()
        return About(chances={"blown": BLOWN_UP_TO / 6, "stands": 1 - BLOWN_UP_TO / 6}, rules=("15.13",))

    def pick(self, p: Field, phase: BridgePhase, verb: int, thing: Any) -> Outcome:
        if verb == BLOW:
            phase.tried += (thing,)
            try_to_blow(p, thing)
        elif verb == REPAIR:
            repair(p, thing)
        elif verb == BUILD:
            p.bridge[thing] = BUILDING
            p.tell(Event("begins-bridge", {"unit": thing, "hex": p.where[thing]}, "15.22"))
        else:
            return Spanning(side=phase.side, hexside=thing)
        return None


class ChooseBearer(Pick[Field, Spanning]):
    """15.27 Which engineer takes a bridge up; 15.31 which one holds it in its place."""

    prompt, rule, refusal, prompt_fields = "choose-bearer", "15.27", "cannot-bear", ("hexside",)
    verb = BEARER

    def choices(self, p: Field, spanning: Spanning) -> Sequence[int]:
        hexside = spanning.hexside
        if hexside == NO_NUMBER:
            return ()
        if spanning.side == GERMAN:
            return bearers(p, dict(p.built)[hexside])
        return [unit for unit in builders(p) if hexside in open_water(p, p.where[unit])]

    def pick(self, p: Field, spanning: Spanning, unit: Unit) -> Then:
        hexside = spanning.hexside
        if spanning.side == GERMAN:
            p.take_bridge_away(hexside)
            p.bridge[unit] = CARRIED
            p.tell(Event("takes-bridge-up", {"unit": unit, "hexside": hexside}, "15.27"))
        else:
            p.placed += ((hexside, unit),)
            p.set_span(hexside, PLACED)
            p.tell(Event("bridge-placed", {"unit": unit, "hexside": hexside}, "15.31"))
        return Then.END


# --- who may do what ---------------------------------------------------------------------------------------------


def has_stayed(p: Field, unit: Unit) -> bool:
    """15.22, 15.31 It has not left its hex in the Movement Phase just before; with an option it is not in March Mode
    either (WAR-R128)."""
    return not p.done[unit] & HAS_LEFT and not (p.march[unit] and "no_bridging_in_march" in p.data.options)


def open_water(p: Field, hex: Hex) -> list[Hexside]:
    """15.22, 15.31 The hexsides of a hex with a river or creek and no bridge."""
    board = p.data.board
    sides = (board.side_of[6 * hex + way] for way in range(6) if board.neighbours[6 * hex + way] >= 0)
    return sorted(side for side in sides if side in p.data.waters and not p.has_bridge(side))


def can_begin(p: Field, unit: Unit) -> bool:
    """15.22 A carrier beside water that has not moved."""
    return p.bridge[unit] == CARRIED and has_stayed(p, unit) and bool(open_water(p, p.where[unit]))


def bearers(p: Field, hex: Hex) -> list[Unit]:
    """15.27 German engineers in the hex of a finished bridge that have not moved and have no bridge of their own."""
    return [
        unit
        for unit in p.units_in(hex)
        if unit in p.engineers_of(GERMAN) and p.bridge[unit] == NO_BRIDGE and has_stayed(p, unit)
    ]


def builders(p: Field) -> list[Unit]:
    """15.31 Allied engineers that have not moved."""
    return [unit for unit in p.engineers_of(ALLIED) if has_stayed(p, unit)]


# --- repair (15.2, as the errata suggest) ------------------------------------------------------------------------


def note_still(p: Field, phase: BridgePhase) -> None:
    """15.2-s German engineers that have stayed in their hexes for another Movement Phase."""
    counts = phase.side == GERMAN and "bridge_repair" in p.data.options
    for unit in p.engineers_of(GERMAN) if counts else ():
        disturbed = "repair_interrupted" in p.data.options and p.in_enemy_zone(p.where[unit], GERMAN)
        p.still[unit] = min(p.still[unit] + 1, FOR_REPAIR) if has_stayed(p, unit) and not disturbed else 0


def repairers(p: Field) -> list[Unit]:
    """15.2-s German engineers that have stayed long enough, are in no enemy zone now and build nothing else."""
    units = [unit for unit in p.engineers_of(GERMAN) if p.still[unit] == FOR_REPAIR and p.bridge[unit] != BUILDING]
    return [unit for unit in units if not p.in_enemy_zone(p.where[unit], GERMAN)]


def repairable(p: Field) -> list[Hexside]:
    """15.2-s Printed bridges that were blown, with such an engineer at either end."""
    beside = {hexside for unit in repairers(p) for hexside in open_water(p, p.where[unit])}
    return sorted(hexside for hexside in beside if p.spans[hexside] == BLOWN)


def repair(p: Field, hexside: Hexside) -> None:
    """15.2-s The bridge stands again; for another one the engineer has to stay as long again."""
    unit = next(unit for unit in repairers(p) if hexside in open_water(p, p.where[unit]))
    p.still[unit] = 0
    p.set_span(hexside, AS_PRINTED)
    p.tell(Event("bridge-repaired", {"unit": unit, "hexside": hexside}, "15.2-s"))


# --- blowing (15.1) ----------------------------------------------------------------------------------------------


def attempts(p: Field, side: Side) -> dict[Hexside, int]:
    """15.12 The bridges that engineers of a side may try to blow, each with how many of them may."""
    tries: dict[Hexside, int] = {}
    for unit in p.engineers_of(side):
        if p.committed[unit] and not p.march[unit]:
            for bridge in bridges_in_reach(p, unit):
                tries[bridge] = tries.get(bridge, 0) + 1
    return dict(sorted(tries.items()))


def bridges_in_reach(p: Field, unit: Unit) -> tuple[Hexside, ...]:
    """15.12 Bridges at its own hex and at the six around it; errata 15.1 to which a path leads, free of enemies and of
    their zones but where friends stand."""
    return _bridges_in_reach(p, p.data.sides[unit], p.where[unit])


@derived(Until.ANY_MOVE)
def _bridges_in_reach(p: Field, side: Side, here: Hex) -> tuple[Hexside, ...]:
    standing = bridges_near(p, here)
    if not standing:
        return ()
    open_to, banks = path_from(p, side, here), p.data.board.side_hexes
    return tuple([bridge for bridge in standing if any(open_to[hex] for hex in banks[bridge])])


def path_from(p: Field, side: Side, here: Hex) -> bytearray:
    """errata 15.1 Marks the hexes to which a path leads from where a unit of a side stands."""
    flood, marks = p.data.supply_ways.flood, bytearray(p.data.board.size)
    flood.run([here], ANY_LINK, closed_hexes(p, side), p.sides, SHUT)
    flood.mark(marks, 1)
    return marks


@derived(Until.ANY_MOVE)
def closed_hexes(p: Field, side: Side) -> HexFlags:
    """errata 15.1 Where no path of a side's engineers leads."""
    return hindrances(p.way(side), BARRED, ZONES, FRIENDS)


@derived(Until.HEXSIDES_CHANGE)
def bridges_near(p: Field, here: Hex) -> list[Hexside]:
    """15.12 The bridges that stand at a hex or at one of the six around it."""
    board = p.data.board
    near = {board.side_of[6 * hex + way] for hex in (here, *board.around(here)) for way in range(6)}
    return sorted(hexside for hexside in near if hexside >= 0 and p.has_bridge(hexside))


def try_to_blow(p: Field, hexside: Hexside) -> None:
    """15.13 One die for each attempt; 15.14 a bridge that was built is simply gone."""
    die = p.die()
    result = "blown" if die <= BLOWN_UP_TO else "stands"
    args: dict[str, Argument] = {"hexside": hexside, "die": die, "most": BLOWN_UP_TO, "result": result}
    p.tell(Event("tries-to-blow", args, "15.13"))
    if die <= BLOWN_UP_TO:
        p.take_bridge_away(hexside)
        p.tell(Event("bridge-blown", {"hexside": hexside}, "15.14"))


BridgePhase.steps = (note_still, ChooseCompletion(), ChooseBridgeWork())
Spanning.steps = (ChooseSpan(), ChooseBearer())
