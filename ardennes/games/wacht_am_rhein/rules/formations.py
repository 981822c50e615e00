"""7.0 Formations: Tactical and March Mode, when units change them, and at which price."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import Verb, is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import SideProcedure
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.wacht_am_rhein.rules import effects
from ardennes.games.wacht_am_rhein.rules.field import CARRIED, HAS_SPENT, Field
from ardennes.games.wacht_am_rhein.rules.pieces import DONE, PARTS, UNMARCH, WITH_BRIDGE
from ardennes.games.wacht_am_rhein.rules.positions import give_up
from ardennes.games.wacht_am_rhein.rules.terrain import CHANGE_OF_MODE
from ardennes.kernels.counters import having
from ardennes.kernels.flags import SOFT_ZONE, ZONE
from ardennes.numbers import Side, Unit
from ardennes.rules.picking import Pick


class LeaveMarch(SideProcedure):
    """5.2 The March Mode Removal Segment of a side."""

    stage_name = "stage-march-removal"


def allowance(p: Field, unit: Unit) -> int:
    """6.24 What a unit may spend in a Movement Phase, in thirtieths: 15.21 with a bridge seven points, as Class B."""
    carries = p.bridge[unit] == CARRIED
    faces = p.data.faces_on_foot if p.afoot[unit] else p.data.faces
    points = WITH_BRIDGE if carries else faces[unit][p.steps[unit] or p.data.full_steps[unit]].moves
    return effects.allowance(p, unit, points, class_b=not is_class_a(p, unit)) * PARTS


def is_class_a(p: Field, unit: Unit) -> bool:
    """6.13 By the printed allowance; WAR-R82 an engineer with a bridge is of Class B, 24.1 who has left its vehicles of
    Class A."""
    return not p.bridge[unit] and bool(p.data.counters[unit].class_a or p.afoot[unit])


def zone_allowance(p: Field, unit: Unit) -> int:
    """8.32 The allowance of which leaving a rigid zone costs half: the present one, or with an option the printed one
    (WAR-R17)."""
    if "half_of_printed" not in p.data.options:
        return allowance(p, unit)
    faces = p.data.faces_on_foot if p.afoot[unit] else p.data.faces
    return (WITH_BRIDGE if p.bridge[unit] == CARRIED else faces[unit][-1].moves) * PARTS


def may_leave_march(p: Field, side: Side) -> list[Unit]:
    """7.11, 7.13, 7.23 The units in March Mode with four points to spend, outside enemy zones; 9.25 in a team its mate
    as well."""
    where, team, way = p.where, p.team, p.way(side)
    free = having(having(p.on_map(side), p.march, 1), p.committed, 1)
    able = [unit for unit in free if not way[where[unit]] & (ZONE | SOFT_ZONE) and has_points_to_leave(p, unit)]
    return [unit for unit in able if team[unit] == NO_UNIT or has_points_to_leave(p, team[unit])]


def has_points_to_leave(p: Field, unit: Unit) -> bool:
    """7.23 Four points to spend; 13.25 in a bonus turn nobody who is isolated spends any."""
    return allowance(p, unit) >= CHANGE_OF_MODE and not (p.bonus and p.is_isolated(unit))


def why_it_marches_on(p: Field, unit: Unit) -> Refusal | None:
    """Why a unit does not leave March Mode now."""
    args: dict[str, Argument] = {"unit": unit}
    if not p.march[unit]:
        return Refusal("cannot-leave-march", args, "7.11")
    if not p.committed[unit]:
        return Refusal("not-committed", args, "25.16")
    if p.in_enemy_zone(p.where[unit], p.data.sides[unit]):
        return Refusal("zone-keeps-mode", args, "7.13")
    tired = next((each for each in p.team_of(unit) if not has_points_to_leave(p, each)), None)
    if tired is not None and p.bonus and p.is_isolated(tired):
        return Refusal("isolated-at-night", {"unit": tired}, "13.25")
    return None if tired is None else Refusal("no-points-for-tactical", {"unit": tired}, "7.23")


def leave_march(p: Field, unit: Unit) -> None:
    """7.23 The unit takes up Tactical Mode for four points of its next move; 9.25 so does its mate."""
    together = p.team_of(unit)
    p.set_march(unit, False)
    for each in together:
        p.spent[each] += CHANGE_OF_MODE
        p.done[each] |= HAS_SPENT
        p.tell(Event("leaves-march", {"unit": each, "hex": p.where[each]}, "7.23"))


def take_march(p: Field, unit: Unit) -> None:
    """7.21 The unit takes up March Mode; 16.36 a position without anybody else to hold it is lost."""
    p.set_march(unit, True)
    give_up(p, p.where[unit])
    p.done[unit] |= HAS_SPENT
    p.tell(Event("takes-march", {"unit": unit, "hex": p.where[unit]}, "7.21"))


class ChooseUnmarch(Pick[Field, LeaveMarch]):
    """7.11 Which units leave March Mode, before any movement."""

    prompt, rule, ends = "choose-unmarch", "7.11", DONE
    verb, done, refusal = UNMARCH, DONE, "cannot-leave-march"

    def gathers(self) -> Sequence[Verb]:
        return (UNMARCH,)

    def choices(self, p: Field, segment: LeaveMarch) -> Sequence[Unit]:
        return may_leave_march(p, segment.side)

    def pick(self, p: Field, segment: LeaveMarch, unit: Unit) -> None:
        leave_march(p, unit)

    def why_not(self, p: Field, segment: LeaveMarch, option: int) -> Refusal | None:
        unit = object_of(option)
        if not is_about(option, UNMARCH) or p.where[unit] < 0:
            return super().why_not(p, segment, option)
        if p.data.sides[unit] != segment.side:
            return Refusal("not-yours", {"unit": unit}, "7.11")
        return why_it_marches_on(p, unit)


LeaveMarch.steps = (ChooseUnmarch(),)
