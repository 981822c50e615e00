"""14.8 Reinforcement chits: who comes, at which entry area, and the round in which they move on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ardennes.engine.options import object_of
from ardennes.engine.procedure import Procedure, Question, SideProcedure, Then
from ardennes.engine.texts import Argument, Event
from ardennes.games.deadly_woods.rules.chits import REINFORCEMENT, number_played
from ardennes.games.deadly_woods.rules.control import come_to
from ardennes.games.deadly_woods.rules.field import (
    MAY_ATTACK,
    MAY_MOVE,
    REMOVED,
    TRACK,
    Field,
)
from ardennes.games.deadly_woods.rules.flags import OUTSIDE_BRITISH_AREA
from ardennes.games.deadly_woods.rules.pieces import ALLIED, AT, DONE, GERMAN, LATER, WoodsData
from ardennes.games.deadly_woods.rules.rounds import begin_round
from ardennes.games.deadly_woods.rules.terrain import CLEAR
from ardennes.hexes import distance
from ardennes.kernels.flags import BARRED
from ardennes.numbers import Hex, Side, Unit

BOXES_IN_ORDER = ("first", "second")
NEXT_CHIT = 99
"""In ``due``: waits for the next Reinforcement chit of its side, whenever that is (14.8.1)."""
AIR_SUPPLY_CHIT = 2


class Arrival(SideProcedure):
    """14.8 A Reinforcement chit: units enter one by one, then they may move, and armor attack."""

    stage_name = "stage-reinforcement"
    waiting: tuple[Unit, ...]
    came: tuple[Unit, ...] = ()
    air_supply: bool = False
    """8.6 Whether the Air Supply marker may be placed."""


def begin(p: Field, side: Side) -> Procedure:
    """14.8 The first Reinforcement chit of a turn opens the First box, the second the Second box."""
    number = number_played(p, side, REINFORCEMENT)
    drop_hopeless(p, side, number)
    air = side == ALLIED and (p.turn, number) == (p.data.named.turns.air_supply, AIR_SUPPLY_CHIT)
    return Arrival(side=side, waiting=tuple(arriving(p, side, number)), air_supply=air)


def arriving(p: Field, side: Side, number: int) -> list[Unit]:
    """Units in the box this chit opens, and those that were put off."""
    track, box = p.data.box(TRACK), BOXES_IN_ORDER[number - 1]
    counters = p.data.counters
    on_track = [unit for unit in p.data.units[side] if p.where[unit] == track]
    return [
        unit
        for unit in on_track
        if p.due[unit] == NEXT_CHIT or (counters[unit].arrives == p.turn and counters[unit].box == box)
    ]


def drop_hopeless(p: Field, side: Side, number: int) -> None:
    """14.8.3 The 10th SS comes only with St. Vith in German hands, the 11th Panzer only with Bastogne. 14.8 Germans
    whose entry hexes are all closed do not enter the game."""
    data = p.data
    conditions = {"needs-st-vith": data.st_vith, "needs-bastogne": data.bastogne}
    for unit in arriving(p, side, number) if side == GERMAN else ():
        town = conditions.get(data.counters[unit].special)
        unmet = town is not None and not p.holds(GERMAN, town)
        if unmet or not open_hexes(p, unit, data.counters[unit].place):
            p.put(unit, data.box(REMOVED))
            p.tell(Event("never-comes", {"unit": unit}, "14.8.3" if unmet else "14.8"))


def open_hexes(p: Field, unit: Unit, area: str) -> list[Hex]:
    """14.8 The hexes of an entry area without enemies or their zones; 9.3 for British units in their own area."""
    side = p.data.counters[unit].side
    barred = BARRED | (OUTSIDE_BRITISH_AREA if p.data.counters[unit].british else 0)
    way = p.way(side)
    return [hex for hex in p.data.entry[area] if not way[hex] & barred and not p.in_enemy_zone(hex, side)]


def entry_hexes(p: Field, unit: Unit) -> list[Hex]:
    """14.8 Where a unit may enter now: its own area or, for Allied units where that is closed, the nearest open one
    that lies away from the east edge."""
    piece = p.data.counters[unit]
    waited = p.due[unit] == NEXT_CHIT and piece.formation == p.data.named.pattons_corps
    area = p.data.named.pattons_detour if waited else piece.place
    areas = (area, *detours(p, area))
    return next((hexes for area in areas if (hexes := open_hexes(p, unit, area))), [])


def detours(p: Field, area: str) -> tuple[str, ...]:
    """14.8 The other Allied entry areas, in the order they are tried: those no nearer to the east edge first, by
    distance, the farther west the sooner."""
    return _detours(p.data)[area] if p.data.entry[area][0] in p.data.sources[ALLIED] else ()


@lru_cache(maxsize=4)
def _detours(data: WoodsData) -> dict[str, tuple[str, ...]]:
    grid = data.board.grid
    allied = [area for area, hexes in data.entry.items() if set(hexes) <= set(data.sources[ALLIED])]
    east = {area: max(grid.centre_km(hex)[0] for hex in data.entry[area]) for area in allied}

    def away(area: str, other: str) -> int:
        return min(distance(grid, here, there) for here in data.entry[area] for there in data.entry[other])

    return {
        area: tuple(
            sorted(
                (other for other in allied if other != area),
                key=lambda other: (east[other] > east[area], away(area, other), east[other]),
            )
        )
        for area in allied
    }


class ChooseEntry(Question[Field, Arrival]):
    """14.8 At which hex the next unit enters; 14.8.1 units of the III Corps may come a chit later at D instead."""

    prompt, rule = "choose-entry", "14.8"
    reasons = {AT: ("not-an-entry", "14.8"), LATER: ("cannot-wait", "14.8.1")}

    def arguments(self, p: Field, arrival: Arrival) -> dict[str, Argument]:
        return {"unit": arrival.waiting[0]}

    def offers(self, p: Field, arrival: Arrival) -> Sequence[int]:
        if not arrival.waiting:
            return []
        unit = arrival.waiting[0]
        options = [AT + hex for hex in entry_hexes(p, unit)]
        return [*options, LATER + 0] if may_wait(p, unit) or not options else options

    def answer(self, p: Field, arrival: Arrival, option: int) -> Procedure | Then | None:
        unit, arrival.waiting = arrival.waiting[0], arrival.waiting[1:]
        if option == LATER:
            p.tell(Event("comes-later", {"unit": unit}, "14.8.1" if may_wait(p, unit) else "14.8"))
            p.due[unit] = NEXT_CHIT
        else:
            enter(p, unit, object_of(option))
            arrival.came += (unit,)
        return None


def may_wait(p: Field, unit: Unit) -> bool:
    """14.8.1 Units of the III Corps may wait one chit for D."""
    return p.data.counters[unit].formation == p.data.named.pattons_corps and p.due[unit] != NEXT_CHIT


def enter(p: Field, unit: Unit, hex: Hex) -> None:
    """14.8 A unit at full strength on its entry hex; 10.6.4 the 5th Armored is free if that is not in J."""
    data = p.data
    p.due[unit] = 0
    p.steps[unit], p.entered[unit] = data.full_steps[unit], 1
    p.unleashed[unit] = hex not in data.entry[data.named.leashed_to]
    p.tell(Event("enters", {"unit": unit, "hex": hex}, "14.8"))
    come_to(p, unit, hex, hex)
    p.put(unit, hex)


class ChooseAirSupply(Question[Field, Arrival]):
    """8.6 Once, with the second Allied Reinforcement chit of turn 5: a Town or Village in clear terrain."""

    prompt, rule = "place-air-supply", "8.6"
    reasons = {AT: ("no-air-supply-there", "8.6")}

    def offers(self, p: Field, arrival: Arrival) -> Sequence[int]:
        if not arrival.air_supply:
            return []
        terrain = p.data.terrain
        options = [AT + hex for hex in p.data.places if p.holds(ALLIED, hex) and terrain[hex] == CLEAR]
        return [*options, DONE + 0] if options else []

    def answer(self, p: Field, arrival: Arrival, option: int) -> Procedure | Then | None:
        marker = p.data.by_kind["air-supply"]
        if option == DONE:
            p.put(marker, p.data.box(REMOVED))
        else:
            p.put(marker, object_of(option))
            p.tell(Event("deploys", {"unit": marker, "hex": object_of(option)}, "8.6"))
        return Then.NEXT


def move_on(p: Field, arrival: Arrival) -> Procedure | None:
    """14.8 All that came may move, and armor among them may attack afterwards."""
    return begin_round(p, arrival.side, arrival.came, MAY_MOVE, MAY_ATTACK) if arrival.came else None


Arrival.steps = (ChooseEntry(), ChooseAirSupply(), move_on)
