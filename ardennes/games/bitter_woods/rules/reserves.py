"""14.0 Reserves: mechanized units that wait for the end of the combat phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ardennes.engine.options import Verb
from ardennes.engine.procedure import SideProcedure
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.field import IN_RESERVE, WAS_IN_RESERVE, Field
from ardennes.games.bitter_woods.rules.opening import held_back, is_surprise
from ardennes.games.bitter_woods.rules.pieces import DONE, GERMAN, RELEASE, RESERVE
from ardennes.games.bitter_woods.rules.pledges import engaged_units
from ardennes.kernels.counters import anyone_has, having, lacking
from ardennes.kernels.flags import BARRED
from ardennes.numbers import SIDES, Side, Unit
from ardennes.rules.picking import Menu


class Reserves(SideProcedure):
    """14.1 Before he moves, a player puts mechanized units in reserve."""

    stage_name = "stage-reserves"


def able_to_wait(p: Field, side: Side) -> list[Unit]:
    """14.1, 15.7 Supplied mechanized units with no enemy beside them; none of the Germans on the first turn."""
    if side == GERMAN and is_surprise(p):
        return []
    where, front, held = p.where, p.front(side), engaged_units(p) | held_back(p)
    free = [unit for unit in lacking(p.mechanized_on_map(side), p.reserve) if where[unit] not in front]
    return [unit for unit in free if unit not in held and p.is_supplied(unit)]


class ChooseReserves(Menu[Field, Reserves]):
    """14.1 Who goes into reserve; a marker of an earlier turn may be kept or taken off."""

    prompt, rule, ends, done = "choose-reserves", "14.1", DONE, DONE
    reasons = {RESERVE: ("cannot-be-reserve", "14.1"), RELEASE: ("not-in-reserve", "14.3")}

    def gathers(self) -> Sequence[Verb]:
        return (RESERVE,)

    def menu(self, p: Field, reserves: Reserves) -> Iterator[tuple[Verb, list[Unit]]]:
        yield RESERVE, able_to_wait(p, reserves.side)
        yield RELEASE, [unit for unit in p.mechanized_on_map(reserves.side) if p.reserve[unit] == IN_RESERVE]

    def pick(self, p: Field, reserves: Reserves, verb: int, unit: Unit) -> None:
        p.reserve[unit] = IN_RESERVE if verb == RESERVE else WAS_IN_RESERVE


def note_contact(p: Field) -> None:
    """14.3 A unit in reserve that is beside an enemy is in reserve no longer; it may attack, but not exploit."""
    for side in SIDES:
        for unit in in_reserve_beside_enemy(p, side):
            p.reserve[unit] = WAS_IN_RESERVE
            p.tell(Event("reserve-lost", {"unit": unit}, "14.3"))


def in_reserve_beside_enemy(p: Field, side: Side) -> list[Unit]:
    """14.3 Units in reserve with an enemy beside them."""
    if not anyone_has(p.reserve, IN_RESERVE):
        return []
    units, where = having(p.on_map(side), p.reserve, IN_RESERVE), p.where
    if not units or not p.data.zones.beside([where[unit] for unit in units], p.way(side), BARRED):
        return []
    return [unit for unit in units if where[unit] in p.front(side)]


def drop_unsupplied(p: Field, side: Side) -> None:
    """12.4 In its own supply phase a unit out of supply loses a marker it has kept."""
    for unit in p.on_map(side):
        if p.reserve[unit] and not p.is_supplied(unit):
            p.reserve[unit] = 0


Reserves.steps = (ChooseReserves(),)
