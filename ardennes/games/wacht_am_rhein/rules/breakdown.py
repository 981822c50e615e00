"""17.0 U.S. battalions break down into companies, for good."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import Procedure
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.wacht_am_rhein.rules.field import BROKEN_DOWN, IS_BUSY, TRAY, Field
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, BREAK_DOWN, DONE, BreakdownRow, WachtData
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.picking import Pick


class Breakdown(Procedure):
    """17.11 The segment of the U.S. Movement Phase in which battalions break down."""

    stage_name = "stage-breakdown"
    side: Side = ALLIED


class ChooseBreakdown(Pick[Field, Breakdown]):
    """17.11 Which battalion breaks down next."""

    prompt, rule, ends = "choose-breakdown", "17.11", DONE
    verb, done = BREAK_DOWN, DONE

    def choices(self, p: Field, breakdown: Breakdown) -> Sequence[Unit]:
        return [unit for unit in p.on_map(ALLIED) if why_whole(p, unit) is None]

    def pick(self, p: Field, breakdown: Breakdown, unit: Unit) -> None:
        break_down(p, unit)

    def why_not(self, p: Field, breakdown: Breakdown, option: int) -> Refusal | None:
        if not is_about(option, BREAK_DOWN):
            return super().why_not(p, breakdown, option)
        return why_whole(p, object_of(option))


def why_whole(p: Field, unit: Unit) -> Refusal | None:
    """17.1 Why a unit may not break down, as a player would go through the list; None where it may."""
    data, hex = p.data, p.where[unit]
    piece, row = data.counters[unit], company_row(data, unit)
    args: dict[str, Argument] = {"unit": unit}
    if row is None or hex < 0:
        return Refusal("never-breaks-down", args, "17.16" if piece.engineer else "17.0")
    if p.steps[unit] < data.full_steps[unit]:
        return Refusal("reduced-stays-whole", args, "17.15")
    if not p.committed[unit]:
        return Refusal("not-committed", args, "25.16")
    if p.march[unit]:
        return Refusal("marching-stays-whole", args, "17.11")
    if p.in_enemy_zone(hex, ALLIED):
        return Refusal("zone-keeps-whole", args, "17.12")
    if sum(data.counters[other].counts for other in p.units_in(hex)) > 1:
        return Refusal("not-alone", args, "17.14")
    if len(free_companies(p, row.company)) < row.companies:
        return Refusal("no-companies-left", args, "17.13")
    return None


def company_row(data: WachtData, unit: Unit) -> BreakdownRow | None:
    """17.0, 17.22 What a unit breaks down into; None for all but U.S. battalions of some types."""
    piece = data.counters[unit]
    is_us_battalion = piece.nation == "US" and piece.battalion
    return (
        data.breakdown.get((piece.type, piece.model if piece.type in ("T", "AT") else "")) if is_us_battalion else None
    )


def free_companies(p: Field, letter: str) -> list[Unit]:
    """17.13 The company counters of a type in the tray: a counter that lies on the map with its other side up is
    none."""
    data, tray = p.data, p.data.box(TRAY)
    return [
        unit
        for unit in data.companies
        if data.counters[unit].company == letter
        and p.where[unit] == tray
        and p.where[data.unit(data.counters[unit].reverse)] == tray
    ]


def break_down(p: Field, unit: Unit) -> None:
    """17.21 Three companies take the place of a battalion; they do not move in this phase (17.11)."""
    for company in take_place_of(p, unit, p.where[unit], "17.21"):
        p.done[company] |= IS_BUSY


def take_place_of(p: Field, unit: Unit, place: Hex, rule: str) -> list[Unit]:
    """17.21 The companies of a battalion, with its markers, where it was; it never comes back. Counters that were lost
    before are used again (17.13), in Tactical Mode."""
    data, row = p.data, company_row(p.data, unit)
    assert row is not None
    companies = free_companies(p, row.company)[: row.companies]
    for company in companies:
        p.steps[company] = data.full_steps[company]
        p.supply[company], p.fatigue[company], p.committed[company] = p.supply[unit], p.fatigue[unit], p.committed[unit]
        p.march[company] = p.fought[company] = p.spent[company] = 0
        p.parent[company], p.afoot[company], p.delayed[company] = unit, p.afoot[unit], p.delayed[unit]
        p.put(company, place)
    p.put(unit, data.box(BROKEN_DOWN))
    p.tell(Event("breaks-down", {"unit": unit, "units": tuple(companies)}, rule))
    return companies


Breakdown.steps = (ChooseBreakdown(),)
