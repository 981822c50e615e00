"""19.0, 20.0 Air power: points allocated to missions in secret each morning (19.0), patrols that cut them down (19.2),
supply by air (19.3), and interdiction (19.4). What ground support does in combat (19.1) the chapter of combat says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.engine.options import object_of
from ardennes.engine.procedure import About, Procedure, Question, SideProcedure, Then
from ardennes.engine.texts import Argument, Event
from ardennes.games.wacht_am_rhein.rules.field import CLEAR, MIST, NO_POINTS, OVERCAST, SUPPLIED, Field, eliminate
from ardennes.games.wacht_am_rhein.rules.pieces import (
    ALLIED,
    ALLOCATE,
    CUT_DOWN,
    DONE,
    GERMAN,
    MISSIONS,
    POINTS,
    RESUPPLY,
    STRIKE,
)
from ardennes.numbers import ENEMY_OF, Side, Unit
from ardennes.rules.picking import Pick

GROUND_SUPPORT, PATROL, RESUPPLY_ESCORT, INTERDICTION = range(4)
OPEN_TO = ((GROUND_SUPPORT, PATROL), (GROUND_SUPPORT, PATROL, RESUPPLY_ESCORT, INTERDICTION))
"""19.0 The missions of each side."""
PATROLS_FOR_ONE = 2
"""19.2 Points on patrol that take one point from the enemy."""
FOR_SUPPLIES, FOR_ISOLATED = 4, 6
"""19.34, 19.35 Points of escort that bring supplies to a formation, and to one that is isolated."""
FOR_ONE_HEX = 3
"""19.42 Points of interdiction that shorten German supply lines by one."""


# --- how many there are ------------------------------------------------------------------------------------------


def is_flying(p: Field) -> bool:
    """12.14, 19.0 By day only."""
    return p.space.kind in ("am", "pm") and not p.bonus


def available(p: Field, side: Side) -> int:
    """18.13, 20.1, 25.15 The points of a side for the day: all if it is clear, half in mist, none if it is overcast;
    half of all that on a single map."""
    points = (p.space.german_air, p.space.allied_air)[side] // p.data.scenario_data.air_divided_by
    return {CLEAR: points, MIST: points // 2, OVERCAST: 0}[p.weather]


def points_on(p: Field, side: Side, mission: int) -> int:
    """The points a side has on a mission now, after patrols."""
    return p.missions[side][mission] if is_flying(p) else 0


def lines_shortened(p: Field) -> int:
    """19.42 By how many hexes or movement points German supply lines are shorter."""
    return points_on(p, ALLIED, INTERDICTION) // FOR_ONE_HEX


def may_fly(p: Field, side: Side) -> list[int]:
    """19.0 The missions that points may be given to today; 19.32 no escort but in clear weather."""
    return [mission for mission in OPEN_TO[side] if mission != RESUPPLY_ESCORT or p.weather == CLEAR]


# --- allocation --------------------------------------------------------------------------------------------------


class AirAllocation(Procedure):
    """19.0 Both players allocate their points in secret; then all is revealed, and patrols do their work."""

    stage_name = "stage-air"


class Allocation(SideProcedure):
    """19.0 One player gives his points to missions, one after another."""

    stage_name = "stage-air"


def new_day(p: Field, air: AirAllocation) -> None:
    """19.0, 19.33 Yesterday's missions are over."""
    p.missions = (NO_POINTS, NO_POINTS)
    p.resupplied, p.supplies = "", 0


def german_allocation(p: Field, air: AirAllocation) -> Procedure:
    return Allocation(side=GERMAN)


def allied_allocation(p: Field, air: AirAllocation) -> Procedure:
    return Allocation(side=ALLIED)


class Allocate(Question[Field, Allocation]):
    """19.0 How many points a mission gets. It is asked for every mission, even if nothing is left, or the other side
    would know."""

    rule = "19.0"
    deliberate = (ALLOCATE,)
    reasons = {ALLOCATE: ("not-so-many-points", "19.0")}
    mission: ClassVar[int]

    def arguments(self, p: Field, allocation: Allocation) -> dict[str, Argument]:
        return {"n": left(p, allocation.side)}

    def offers(self, p: Field, allocation: Allocation) -> Sequence[int]:
        if not available(p, allocation.side) or self.mission not in may_fly(p, allocation.side):
            return []
        return [ALLOCATE + points for points in range(left(p, allocation.side) + 1)]

    def answer(self, p: Field, allocation: Allocation, option: int) -> Then:
        set_plan(p, allocation.side, _with(plan(p, allocation.side), self.mission, object_of(option)))
        return Then.NEXT


class AllocateGroundSupport(Allocate):
    """19.1"""

    prompt, mission = "allocate-ground-support", GROUND_SUPPORT


class AllocatePatrol(Allocate):
    """19.2"""

    prompt, mission = "allocate-patrol", PATROL


class AllocateEscort(Allocate):
    """19.3"""

    prompt, mission = "allocate-escort", RESUPPLY_ESCORT


class AllocateInterdiction(Allocate):
    """19.4"""

    prompt, mission = "allocate-interdiction", INTERDICTION


def plan(p: Field, side: Side) -> tuple[int, ...]:
    return p.allied_plan if side == ALLIED else p.german_plan


def set_plan(p: Field, side: Side, points: tuple[int, ...]) -> None:
    if side == ALLIED:
        p.allied_plan = points
    else:
        p.german_plan = points


def left(p: Field, side: Side) -> int:
    """19.0 The points that a side has not allocated yet."""
    return available(p, side) - sum(plan(p, side))


def _with(points: tuple[int, ...], mission: int, number: int) -> tuple[int, ...]:
    return (*points[:mission], number, *points[mission + 1 :])


def reveal(p: Field, air: AirAllocation) -> None:
    """19.2 Both see what the other has allocated."""
    p.missions = (p.german_plan, p.allied_plan)
    p.german_plan = p.allied_plan = NO_POINTS
    p.revealed = True
    for side, code in ((GERMAN, "german-air"), (ALLIED, "allied-air")):
        if available(p, side):
            p.tell(Event(code, dict(zip(MISSIONS, p.missions[side], strict=True)), "19.0"))


def imagine(truth: Field, side: Side) -> None:
    """What a side may have allocated, for all that the other knows: any way of giving its points to missions. The
    Germans allocate first, so that the Allies have nothing to hide from them yet."""
    if side != GERMAN or not any(isinstance(each, Allocation) and each.side == ALLIED for each in truth.stack):
        return
    missions = may_fly(truth, side)
    points: tuple[int, ...] = NO_POINTS
    for _ in range(available(truth, side)):
        mission = missions[truth.pick(len(missions))]
        points = _with(points, mission, points[mission] + 1)
    set_plan(truth, side, points)


# --- patrol (19.2) -----------------------------------------------------------------------------------------------


class Patrol(SideProcedure):
    """19.2 For every two points on patrol a player takes one point from the enemy's other missions."""

    stage_name = "stage-air"
    shots: int


def german_patrol(p: Field, air: AirAllocation) -> Procedure:
    return Patrol(side=GERMAN, shots=p.missions[GERMAN][PATROL] // PATROLS_FOR_ONE)


def allied_patrol(p: Field, air: AirAllocation) -> Procedure:
    return Patrol(side=ALLIED, shots=p.missions[ALLIED][PATROL] // PATROLS_FOR_ONE)


class ChooseCut(Pick[Field, Patrol]):
    """19.2 Which mission of the enemy loses a point."""

    prompt, rule, verb, refusal = "choose-cut", "19.2", CUT_DOWN, "nothing-to-cut"
    prompt_fields = {"n": "shots"}

    def choices(self, p: Field, patrol: Patrol) -> Sequence[int]:
        flown = enumerate(p.missions[ENEMY_OF[patrol.side]])
        return [mission for mission, points in flown if points and mission != PATROL] if patrol.shots else ()

    def pick(self, p: Field, patrol: Patrol, mission: int) -> None:
        patrol.shots -= 1
        enemy = ENEMY_OF[patrol.side]
        less = _with(p.missions[enemy], mission, p.missions[enemy][mission] - 1)
        p.missions = (p.missions[0], less) if enemy else (less, p.missions[1])
        p.tell(Event(f"cut-{MISSIONS[mission]}", {"side": enemy}, "19.2"))


# --- supply by air (19.3) ----------------------------------------------------------------------------------------


class AirSupply(Procedure):
    """19.31 In the supply phase of his player turn on a morning the Allied player may supply one formation."""

    stage_name = "stage-supply"
    side: Side = ALLIED


class ChooseResupply(Pick[Field, AirSupply]):
    """19.33 Which formation is supplied for the day, by any of its units."""

    prompt, rule, ends, verb, done, refusal = "choose-resupply", "19.31", DONE, RESUPPLY, DONE, "cannot-resupply"

    def choices(self, p: Field, supply: AirSupply) -> Sequence[int]:
        return list(in_want(p).values()) if not p.resupplied else ()

    def pick(self, p: Field, supply: AirSupply, unit: Unit) -> Then:
        p.resupplied, p.supplies = p.formation_name(unit), points_on(p, ALLIED, RESUPPLY_ESCORT)
        relieved = [each for each in p.on_map(ALLIED) if p.supply[each] and is_resupplied(p, each, p.is_isolated(each))]
        for each in relieved:
            p.set_supply(each, SUPPLIED)
        p.tell(Event("resupplied", {"units": tuple(relieved), "n": len(relieved)}, "19.34"))
        return Then.NEXT


def in_want(p: Field) -> dict[str, Unit]:
    """19.34, 19.35 The formations that the points of escort could help, each with one of its units."""
    points = points_on(p, ALLIED, RESUPPLY_ESCORT)
    least = {False: FOR_SUPPLIES, True: FOR_ISOLATED}
    units = [unit for unit in p.on_map(ALLIED) if p.supply[unit] and points >= least[p.is_isolated(unit)]]
    return {p.formation_name(unit): unit for unit in reversed(units)}


def is_resupplied(p: Field, unit: Unit, isolated: bool) -> bool:
    """19.34, 19.35 Whether a unit is spared the markers of want, or those of isolation as well, for the day."""
    if not p.resupplied or p.data.sides[unit] != ALLIED or p.formation_name(unit) != p.resupplied:
        return False
    return p.supplies >= (FOR_ISOLATED if isolated else FOR_SUPPLIES)


# --- attacks on units in March Mode (19.43) ----------------------------------------------------------------------


class MarchInterdiction(Procedure):
    """19.43 After supply has been determined in the Allied player turn, points of interdiction attack German units in
    March Mode, each point one unit."""

    stage_name = "stage-interdiction"
    points: int
    side: Side = ALLIED
    struck: tuple[Unit, ...] = ()


class Strike(Procedure):
    """19.43 One unit is attacked."""

    unit: Unit
    points: int
    side: Side = ALLIED


class ChooseStrike(Pick[Field, MarchInterdiction]):
    """19.43 Which unit in March Mode is attacked next."""

    prompt, rule, ends, verb, done, refusal = "choose-strike", "19.43", DONE, STRIKE, DONE, "cannot-strike"
    prompt_fields = {"n": "points"}

    def choices(self, p: Field, interdiction: MarchInterdiction) -> Sequence[Unit]:
        if not interdiction.points:
            return ()
        return [unit for unit in p.on_map(GERMAN) if p.march[unit] and unit not in interdiction.struck]

    def pick(self, p: Field, interdiction: MarchInterdiction, unit: Unit) -> Procedure:
        interdiction.struck += (unit,)
        return Strike(unit=unit, points=interdiction.points)


class ChoosePoints(Question[Field, Strike]):
    """19.43 With how many points."""

    prompt, rule = "choose-points", "19.43"
    deliberate = (POINTS,)
    reasons = {POINTS: ("not-so-many-points", "19.43")}
    prompt_fields = ("unit",)

    def offers(self, p: Field, strike: Strike) -> Sequence[int]:
        return [POINTS + points for points in range(1, strike.points + 1)]

    def about(self, p: Field, strike: Strike, option: int) -> About:
        results = [result_of(p, object_of(option), die) for die in range(1, 7)]
        return About(chances={name: results.count(name) / 6 for name in sorted(set(results))}, rules=("19.44",))

    def answer(self, p: Field, strike: Strike, option: int) -> Then:
        spend(p, object_of(option))
        die = p.die()
        result = result_of(p, object_of(option), die)
        args: dict[str, Argument] = {"unit": strike.unit, "hex": p.where[strike.unit], "points": object_of(option)}
        p.tell(Event("strikes", {**args, "die": die, "result": result}, "19.44"))
        if result == "eliminated" or (p.steps[strike.unit] == 1 and result == "reduced"):
            p.tell(Event("eliminated", {"unit": strike.unit, "hex": p.where[strike.unit]}, "19.44"))
            eliminate(p, strike.unit)
        elif result == "reduced":
            p.set_steps(strike.unit, p.steps[strike.unit] - 1)
            p.tell(Event("reduced", {"unit": strike.unit, "hex": p.where[strike.unit]}, "19.44"))
        return Then.END


def spend(p: Field, points: int) -> None:
    """19.43 Points are used once in a phase."""
    interdiction = p.stack[-2]
    assert isinstance(interdiction, MarchInterdiction)
    interdiction.points -= points


def result_of(p: Field, points: int, die: int) -> str:
    """19.44 By the March Mode Interdiction Table: who is reduced or eliminated."""
    return p.data.strikes[die][min(points, 3) - 1]


AirAllocation.steps = (new_day, german_allocation, allied_allocation, reveal, german_patrol, allied_patrol)
Allocation.steps = (AllocateGroundSupport(), AllocatePatrol(), AllocateEscort(), AllocateInterdiction())
Patrol.steps = (ChooseCut(),)
AirSupply.steps = (ChooseResupply(),)
MarchInterdiction.steps = (ChooseStrike(),)
Strike.steps = (ChoosePoints(),)
