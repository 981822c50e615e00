"""25.12, 26.2 Initial deployment: the set-up as the scenario proposes it, and units placed elsewhere by their owner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ardennes.board import Board
from ardennes.engine.options import Verb
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Outcome, SideProcedure, Then
from ardennes.engine.texts import Event, Refusal
from ardennes.games.wacht_am_rhein.rules.breakdown import company_row, free_companies, take_place_of
from ardennes.games.wacht_am_rhein.rules.bridges import unload
from ardennes.games.wacht_am_rhein.rules.field import CARRIED, Field
from ardennes.games.wacht_am_rhein.rules.free_set_up import fault, hexes_behind, is_played, stand_as_proposed
from ardennes.games.wacht_am_rhein.rules.pieces import (
    AS_PROPOSED,
    BREAK_DOWN,
    DONE,
    GERMAN,
    PLACE,
    TO,
    UNLOAD,
    WachtData,
)
from ardennes.games.wacht_am_rhein.rules.scenario import Deployment
from ardennes.games.wacht_am_rhein.rules.stacking import combat_units, has_room
from ardennes.hexes import distance, within
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit, by_side
from ardennes.rules.picking import Menu, Pick


class SetUp(SideProcedure):
    """25.12 A side sets up: as proposed, or as it likes within its limits."""

    stage_name = "stage-set-up"


class Placing(SideProcedure):
    """A unit that is placed elsewhere."""

    unit: Unit


# --- where units may start, whoever stands there -------------------------------------------------------


def deployable_hexes(data: WachtData) -> dict[Unit, frozenset[Hex]]:
    """25.12, 26.2 For each unit that is placed freely, where it may start, apart from who stands where."""
    scenario = data.scenario_data
    return _hexes_by_unit(data, scenario.deployments, scenario.deploys_in)


def historical_hexes(data: WachtData) -> dict[Unit, frozenset[Hex]]:
    """24.81 Where Germans would start without a free set-up: by their deployments, or in the hex that is named."""
    if not is_played(data):
        return {}
    scenario, board = data.scenario_data, data.board
    ids = [id for id in scenario.set_up if data.counters[data.unit(id)].side == GERMAN]
    named = {data.unit(id): frozenset((board.hex(scenario.set_up[id]),)) for id in ids}
    return {**named, **_hexes_by_unit(data, scenario.historical, scenario.historical_in)}


def _hexes_by_unit(data: WachtData, deployments: Iterable[Deployment], area: str) -> dict[Unit, frozenset[Hex]]:
    found: dict[Unit, frozenset[Hex]] = {}
    for deployment in deployments:
        hexes = _hexes_of(data, deployment, area)
        found.update({data.unit(id): hexes for id in deployment.units})
    return found


def _hexes_of(data: WachtData, deployment: Deployment, area: str) -> frozenset[Hex]:
    board, scenario = data.board, data.scenario_data
    if deployment.hexes or deployment.around_any:
        hexes = {board.hex(name) for name in deployment.hexes}
        for label, _, reach in (place.partition(": ") for place in deployment.around_any):
            hexes |= set(within(board.neighbours, (board.hex(label),), int(reach)))
    elif deployment.near or not (deployment.around or deployment.around_unit):
        hexes = set(board.hexes)
    else:
        middle = board.hex(deployment.around or scenario.set_up[deployment.around_unit])
        hexes = set(within(board.neighbours, (middle,), deployment.within))
    if deployment.area:
        hexes &= board.area(deployment.area)
    if area:
        hexes &= board.area(area)
    if scenario.closed:
        hexes -= board.area(scenario.closed)
    if deployment.off_roads:
        hexes -= road_hexes(board)
    if deployment.on_roads:
        hexes &= road_hexes(board)
    hexes -= {board.hex(name) for name in deployment.but}
    return frozenset(hex for hex in hexes if hex in board)


def road_hexes(board: Board) -> set[Hex]:
    """The hexes with a road."""
    return {hex for side, hexes in by_side(board.side_hexes) if board.road[side] for hex in hexes}


class Bond:
    """26.2 A unit that is placed near others: within how many hexes, and of whom."""

    def __init__(self, within: int, anchors: tuple[Unit, ...]) -> None:
        self.within, self.anchors = within, anchors


def bonds_of(data: WachtData) -> dict[Unit, Bond]:
    """26.2 Who is placed near any unit of its division, or combat unit of its corps, of those placed before it."""
    found: dict[Unit, Bond] = {}
    own = {data.unit(id) for deployment in data.scenario_data.deployments for id in deployment.units}
    before = [data.unit(id) for id in data.scenario_data.set_up if data.unit(id) not in own]
    for deployment in data.scenario_data.deployments:
        units = [data.unit(id) for id in deployment.units]
        for unit in units if deployment.near else ():
            anchors = tuple(other for other in before if _goes_with(data, unit, other, deployment.near))
            found[unit] = Bond(deployment.within, anchors)
        before += units
    return found


def _goes_with(data: WachtData, unit: Unit, other: Unit, near: str) -> bool:
    piece, anchor = data.counters[unit], data.counters[other]
    if piece.side != anchor.side:
        return False
    if near == "division":
        return (piece.nation, piece.formation) == (anchor.nation, anchor.formation)
    formation = data.formation_of(other)
    return anchor.counts and piece.corps == (formation.corps if formation is not None else anchor.corps)


# --- where a unit may be placed ------------------------------------------------------------------------


def listed_as(p: Field, unit: Unit) -> Unit:
    """The unit that the set-up names: of a company, its battalion (26.2)."""
    return unit if p.parent[unit] == NO_UNIT else p.parent[unit]


def own_hexes(p: Field, unit: Unit) -> frozenset[Hex]:
    """25.12, 26.2 The hexes that the set-up gives a unit as others stand now, with an eye to those who are placed near
    it and near nobody else."""
    data, listed = p.data, listed_as(p, unit)
    hexes, bond = data.deployable.get(listed, frozenset()), data.bonds.get(listed)
    if bond is not None:
        near = data.within[bond.within]
        hexes &= frozenset().union(*(near[p.where[anchor]] for anchor in bond.anchors if p.where[anchor] >= 0))
    for other in depends_on(p, unit):
        hexes &= data.within[data.bonds[other].within][p.where[other]]
    return hexes


def depends_on(p: Field, unit: Unit) -> list[Unit]:
    """26.2 The units that no other than this one lets stand where they stand."""
    data, found = p.data, []
    for other in data.bound_to.get(unit, ()):
        if p.where[unit] < 0 or p.where[other] < 0:
            continue
        near = data.within[data.bonds[other].within][p.where[other]]
        holding = [anchor for anchor in data.bonds[other].anchors if p.where[anchor] in near]
        if holding == [unit]:
            found.append(other)
    return found


def open_hexes(p: Field, unit: Unit, among: frozenset[Hex]) -> list[Hex]:
    """25.0, 26.2 The hexes of some in which a unit may start for all that stands there and beside them: Germans never
    beside the enemy, and 24.81d where they start anywhere only behind his line; 9.11, 9.21 the limits of stacking."""
    side, top = p.data.sides[unit], p.top
    if side == GERMAN:
        free = among.difference(p.front(side), p.hexes_of(ENEMY_OF[side]))
        if is_played(p.data):
            free &= hexes_behind(p, ENEMY_OF[side]) | p.data.historical_hexes[unit]
    else:
        free = among - p.data.kept_free
    return [hex for hex in free if top[hex] == NO_UNIT or _admits(p, unit, hex)]


def _admits(p: Field, unit: Unit, hex: Hex) -> bool:
    """9.11, 9.21 Whether a unit may start with those who stand in a hex."""
    column = p.march[unit] and any(p.march[other] for other in p.units_in(hex) if other != unit)
    return not column and has_room(p, unit, hex)


def places_for(p: Field, unit: Unit) -> list[Hex]:
    """25.12 Where a unit may be placed."""
    return sorted(open_hexes(p, unit, own_hexes(p, unit) - {p.where[unit]}))


# --- the Germans come onto the map ---------------------------------------------------------------------


def bring_on(p: Field, set_up: SetUp) -> None:
    """26.2 The Germans, who set up when the Allies have, stand as proposed, or as near to that as the Allies let them
    (WAR-R94)."""
    data = p.data
    for unit in data.deployable:
        if data.sides[unit] == set_up.side and p.where[unit] < 0:
            p.steps[unit] = data.full_steps[unit]
            p.battery[unit] = data.counters[unit].gun
            p.put(unit, nearest_place(p, unit))


def nearest_place(p: Field, unit: Unit) -> Hex:
    """WAR-R94 The proposed hex of a unit, the nearest of its own hexes that is open, or the nearest of all."""
    board = p.data.board
    home = board.hex(p.data.counters[unit].place)
    own = own_hexes(p, unit)
    if home in own and open_hexes(p, unit, frozenset((home,))):
        return home
    found = open_hexes(p, unit, own) or open_hexes(p, unit, frozenset(board.hexes))
    return min(found, key=lambda hex: (distance(board.grid, home, hex), hex))


# --- the questions -------------------------------------------------------------------------------------


def set_up_units(p: Field, side: Side) -> Iterable[Unit]:
    """The units of a side that it may place, and companies of battalions it has broken down."""
    parent, named = p.parent, p.data.placed_freely[side]
    return (*named, *[unit for unit in p.data.companies if parent[unit] in named])


class ChooseToPlace(Menu[Field, SetUp]):
    """25.12 Whom the player places elsewhere; the set-up as it stands is taken with one answer. 26.2 Some battalions
    may be broken down; 15.21 engineers may leave their bridge behind."""

    prompt, rule, done = "choose-to-place", "25.12", DONE
    deliberate = (AS_PROPOSED,)
    reasons = {
        PLACE: ("starts-there", "25.12"),
        BREAK_DOWN: ("never-breaks-down", "26.2"),
        UNLOAD: ("carries-no-bridge", "15.21"),
    }

    def offers(self, p: Field, set_up: SetUp) -> Sequence[int]:
        """24.81 A free set-up may be left only when it is sound; the proposed one may be taken instead."""
        options = super().offers(p, set_up)
        is_faulty = bool(options) and is_played(p.data) and fault(p) is not None
        return [*options[:-1], AS_PROPOSED + 0] if is_faulty else options

    def answer(self, p: Field, set_up: SetUp, option: int) -> Outcome:
        if option == AS_PROPOSED:
            stand_as_proposed(p)
            return Then.NEXT
        return super().answer(p, set_up, option)

    def why_not(self, p: Field, set_up: SetUp, option: int) -> Refusal | None:
        if option == DONE and is_played(p.data):
            return fault(p)
        return super().why_not(p, set_up, option)

    def menu(self, p: Field, set_up: SetUp) -> Iterator[tuple[Verb, Sequence[int]]]:
        units = [unit for unit in set_up_units(p, set_up.side) if p.where[unit] >= 0]
        yield PLACE, units
        yield BREAK_DOWN, [unit for unit in units if unit in p.data.broken_down and may_break_down(p, unit)]
        yield UNLOAD, [unit for unit in p.engineers_of(set_up.side) if p.bridge[unit] == CARRIED]

    def pick(self, p: Field, set_up: SetUp, verb: int, unit: Any) -> Outcome:
        if verb == PLACE:
            return Placing(side=set_up.side, unit=unit)
        if verb == BREAK_DOWN:
            take_place_of(p, unit, p.where[unit], "26.2")
        else:
            unload(p, unit)
        return None


def may_break_down(p: Field, unit: Unit) -> bool:
    """26.2 Tank and anti-tank battalions of some divisions break down where their companies have room."""
    row = company_row(p.data, unit)
    if row is None or depends_on(p, unit):
        return False
    alone = len(combat_units(p, p.units_in(p.where[unit]))) == 1
    return alone and len(free_companies(p, row.company)) >= row.companies


class ChoosePlace(Pick[Field, Placing]):
    """25.12 The hex where the unit starts, or where it is."""

    prompt, rule, prompt_fields = "choose-place", "25.12", ("unit",)
    verb, done, refusal = TO, DONE, "cannot-start-there"

    def choices(self, p: Field, placing: Placing) -> Sequence[int]:
        return places_for(p, placing.unit)

    def pick(self, p: Field, placing: Placing, hex: Hex) -> Then:
        p.tell(Event("placed", {"unit": placing.unit, "from": p.where[placing.unit], "hex": hex}, "25.12"))
        p.put(placing.unit, hex)
        return Then.END


SetUp.steps = (bring_on, ChooseToPlace())
Placing.steps = (ChoosePlace(),)
