"""16.1, 16.2 Digging in: Improved Positions and Entrenchments are begun before the movement of one phase and finished
before that of the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ardennes.engine.derived import Until, derived
from ardennes.engine.options import Verb, is_about, object_of
from ardennes.engine.procedure import SideProcedure
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.wacht_am_rhein.rules.fatigue import tire
from ardennes.games.wacht_am_rhein.rules.field import (
    ENTRENCHED,
    ENTRENCHING,
    HAS_MOVED,
    IMPROVED,
    IMPROVING,
    IS_BUSY,
    NO_POSITION,
    Field,
)
from ardennes.games.wacht_am_rhein.rules.pieces import DIG, DONE, ENTRENCH, FINISH
from ardennes.games.wacht_am_rhein.rules.positions import can_hold, sites_of
from ardennes.kernels.counters import having, lacking, not_having
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules.picking import Menu

NEAREST_ENEMY = 3
"""16.12 Nobody begins to dig with an enemy nearer than this."""
FINISHED = {IMPROVING: IMPROVED, ENTRENCHING: ENTRENCHED}


class Digging(SideProcedure):
    """16.13 Positions that were begun are finished, and others begun."""

    stage_name = "stage-digging"


# --- finishing ---------------------------------------------------------------------------------------------


def finish_all(p: Field, digging: Digging) -> None:
    """16.13 At the beginning of the next Movement Phase positions are finished; in a bonus turn, where it costs Fatigue
    (13.27), only if the player wants it."""
    if not p.bonus:
        for hex in sites_of(p, digging.side):
            finish(p, hex)


def finish(p: Field, hex: Hex) -> None:
    """16.13, 16.22 The marker is turned over; entrenchments that their engineer has left are lost (WAR-R132)."""
    begun = p.positions[hex]
    abandoned = begun == ENTRENCHING and not any(p.data.counters[unit].engineer for unit in p.units_in(hex))
    p.set_position(hex, NO_POSITION if abandoned else FINISHED[begun])
    p.tell(Event("position-lost" if abandoned else "position-built", {"hex": hex}, "16.22" if abandoned else "16.13"))
    if p.bonus:
        tire(p, [unit for unit in p.units_in(hex) if can_hold(p, unit)], "13.27")


# --- beginning ---------------------------------------------------------------------------------------------


@derived(Until.ENEMY_MOVES)
def too_near(p: Field, side: Side) -> frozenset[Hex]:
    """16.12 The hexes with an enemy nearer than three hexes."""
    near = p.data.within[NEAREST_ENEMY - 1]
    return frozenset().union(*(near[hex] for hex in p.hexes_of(ENEMY_OF[side])))


def able_to_dig(p: Field, side: Side) -> list[Unit]:
    """16.12, 16.31, errata 16.0, 25.16 Who may begin a position: committed, no gun, no headquarters, not in March Mode,
    without a marker in its hex or the Westwall around it (24.7), and no enemy near; 17.11 companies of a battalion that
    has just broken down too."""
    committed = having(lacking(p.on_map(side), p.march), p.committed, 1)
    near, where, positions, holders = too_near(p, side), p.where, p.positions, p.data.holders
    westwall = p.data.westwall
    return [
        unit
        for unit in not_having(committed, p.done, HAS_MOVED)
        if holders[unit]
        and positions[where[unit]] == NO_POSITION
        and where[unit] not in near
        and not (westwall and p.is_in_westwall(unit))
    ]


def why_no_position(p: Field, unit: Unit) -> Refusal | None:
    """16.12 to 16.31 What keeps a unit from a position of either kind, as a player would go through it."""
    hex, args = p.where[unit], dict[str, Argument](unit=unit)
    if not p.data.holders[unit]:
        return Refusal("never-digs", args, "16.31")
    if hex < 0:
        return Refusal("not-on-map", args, "16.12")
    if not p.committed[unit]:
        return Refusal("not-committed", args, "25.16")
    if p.march[unit]:
        return Refusal("marching-digs-not", args, "16.0-e3")
    if p.positions[hex] != NO_POSITION or p.is_in_westwall(unit):
        return Refusal("position-there", {"hex": hex}, "16.0-e1")
    return Refusal("enemy-too-near", args, "16.12") if hex in too_near(p, p.data.sides[unit]) else None


def engineers_with(p: Field, unit: Unit) -> list[Unit]:
    """16.22 The engineers in the hex of a unit who could entrench it: never itself (WAR-R132), nor who is not committed
    (errata 25.16), for it builds as well."""
    mates = [mate for mate in p.units_in(p.where[unit]) if mate != unit and p.data.counters[mate].engineer]
    return [mate for mate in mates if can_hold(p, mate) and p.committed[mate] and not p.done[mate] & HAS_MOVED]


def begin(p: Field, units: Iterable[Unit], position: int) -> None:
    """16.13 A marker is placed; who builds does not move in this phase; 13.27 in a bonus turn it is fatigued."""
    builders = list(units)
    hex = p.where[builders[0]]
    p.set_position(hex, position)
    for unit in builders:
        p.done[unit] |= IS_BUSY
    p.tell(Event("digs" if position == IMPROVING else "entrenches", {"unit": builders[0], "hex": hex}, "16.13"))
    if p.bonus:
        tire(p, builders, "13.27")


class ChooseDigging(Menu[Field, Digging]):
    """16.13, 16.22 Who digs in, who is entrenched by engineers; in a bonus turn also which positions are finished."""

    prompt, rule, ends = "choose-digging", "16.13", DONE
    reasons = {
        DIG: ("cannot-dig", "16.12"),
        ENTRENCH: ("cannot-entrench", "16.22"),
        FINISH: ("nothing-to-finish", "16.13"),
    }
    done = DONE

    def gathers(self) -> Sequence[Verb]:
        return (DIG,)

    def menu(self, p: Field, digging: Digging) -> Iterator[tuple[Verb, Sequence[int]]]:
        able = able_to_dig(p, digging.side)
        yield FINISH, sites_of(p, digging.side) if p.bonus else ()
        yield DIG, able
        hexes = {p.where[engineer] for engineer in p.engineers_of(digging.side)}
        yield ENTRENCH, [unit for unit in able if p.where[unit] in hexes and engineers_with(p, unit)]

    def why_not(self, p: Field, digging: Digging, option: int) -> Refusal | None:
        unit = object_of(option)
        if not (is_about(option, DIG) or is_about(option, ENTRENCH)):
            return super().why_not(p, digging, option)
        if p.data.sides[unit] != digging.side:
            return Refusal("not-yours", {"unit": unit}, "16.13")
        return why_no_position(p, unit) or super().why_not(p, digging, option)

    def pick(self, p: Field, digging: Digging, verb: int, thing: int) -> None:
        if verb == FINISH:
            finish(p, Hex(thing))
        elif verb == DIG:
            begin(p, (Unit(thing),), IMPROVING)
        else:
            begin(p, (Unit(thing), engineers_with(p, Unit(thing))[0]), ENTRENCHING)


Digging.steps = (finish_all, ChooseDigging())
