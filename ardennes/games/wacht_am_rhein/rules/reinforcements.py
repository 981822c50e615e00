"""21.0, 22.0 Reinforcements: who is due, by which roads they come, and what the column that waits there costs them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ardennes.engine.derived import Until, derived
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, Question, Then
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.breakdown import company_row, free_companies, take_place_of
from ardennes.games.wacht_am_rhein.rules.bridges import unload
from ardennes.games.wacht_am_rhein.rules.field import CARRIED, HAS_ENTERED, HAS_LEFT, HAS_MOVED, SUPPLIED, TRACK, Field
from ardennes.games.wacht_am_rhein.rules.formations import allowance
from ardennes.games.wacht_am_rhein.rules.pieces import ATTACH, BREAK_DOWN, DONE, ENTER, GERMAN, TEAM, UNLOAD
from ardennes.games.wacht_am_rhein.rules.positions import disturb
from ardennes.games.wacht_am_rhein.rules.scenario import Variable
from ardennes.games.wacht_am_rhein.rules.teams import can_pair, leader
from ardennes.games.wacht_am_rhein.rules.terrain import AFTER_ROAD, HEADQUARTERS, TRAFFIC_JAM, parts, rows_of
from ardennes.games.wacht_am_rhein.rules.truppeneinheit import takes_in
from ardennes.hexes import distance
from ardennes.kernels.flags import CROWDED, MARKED_TOO
from ardennes.numbers import ENEMY_OF, NO_NUMBER, Hex, Side, Unit
from ardennes.rules.moving import nearest_first
from ardennes.rules.picking import Pick

if TYPE_CHECKING:
    from ardennes.games.wacht_am_rhein.rules.moves import Move

DELAY = 1
"""21.22 Game-Turns that who finds all roads blocked comes later, by another road."""


# --- who comes, and where ----------------------------------------------------------------------------------------


def schedule_of(p: Field, unit: Unit) -> tuple[int, str]:
    """22.0 The Game-Turn a unit comes in, and the roads; companies of a battalion that breaks down on arrival come with
    it (21.3)."""
    piece = p.data.counters[unit if p.parent[unit] == NO_UNIT else p.parent[unit]]
    return p.drawn[unit] or piece.arrives, piece.place


@derived(Until.SIDE_COMES_OR_GOES)
def on_track(p: Field, side: Side) -> tuple[Unit, ...]:
    """The units of a side that are still to come."""
    track = p.data.box(TRACK)
    return tuple([unit for unit in p.off_map(side) if p.where[unit] == track])


@derived(Until.ANY_CHANGE)
def waiting(p: Field, side: Side) -> list[Unit]:
    """21.0, 21.23 The units that may come in now: due today, or withheld until now."""
    columns = due(p, side, p.turn).items()
    return sorted(unit for column, units in columns if _has_entry(p, side, column) for unit in units)


class Column(NamedTuple):
    """What decides where reinforcements come in, and what it costs them."""

    place: str
    """The roads of their schedule."""
    waited: bool
    """21.22 Whether they have waited for them."""
    row: str
    """21.11 The row of the chart by which they move: that of March Mode, or of headquarters."""
    allowance: int


def column_of(p: Field, unit: Unit) -> Column:
    """The column that a unit would come in."""
    tactical, march = rows_of(p.data.counters[unit], bridging=p.bridge[unit] == CARRIED)
    delayed = p.delayed[unit]
    waited = bool(delayed) and p.turn >= delayed + DELAY
    return Column(schedule_of(p, unit)[1], waited, march or tactical, allowance(p, unit))


@derived(Until.SIDE_COMES_OR_GOES)
def due(p: Field, side: Side, turn: int) -> dict[Column, list[Unit]]:
    """Those who are still to come and may by this Game-Turn."""
    columns: dict[Column, list[Unit]] = {}
    drawn, parent, arrives = p.drawn, p.parent, p.data.arrives
    for unit in on_track(p, side):
        if (drawn[unit] or arrives[unit if parent[unit] == NO_UNIT else parent[unit]]) <= turn:
            columns.setdefault(column_of(p, unit), []).append(unit)
    return columns


@derived(Until.HEXSIDES_CHANGE)
def hexes_of(p: Field, place: str) -> list[Hex]:
    """22.0 The hexes of the roads that are named, as codes or as hexes, on the map in play."""
    board = p.data.board
    named = [place for place in place.split() if place in board.area_names or board.has_label(place)]
    return [hex for name in named for hex in (board.area(name) if name in board.area_names else (board.hex(name),))]


def is_blocked(p: Field, side: Side, hex: Hex) -> bool:
    """21.21 By an enemy, or by any enemy zone of control, whoever else stands there."""
    return p.side_in(hex) == ENEMY_OF[side] or p.in_enemy_zone(hex, side)


def open_roads(p: Field, unit: Unit) -> list[Hex]:
    """21.21, 21.22 The roads a unit may use: those of its schedule that are not blocked; if all are and it has waited
    for a Game-Turn, the nearest other one."""
    column = column_of(p, unit)
    return _open_roads(p, p.data.sides[unit], column)


def _open_roads(p: Field, side: Side, column: Column) -> list[Hex]:
    """The same for all units of a column."""
    free = _free_roads(p, side, column.place)
    if free or not column.waited:
        return free
    found = {_alternate(p, side, code) for code in column.place.split()} - {NO_NUMBER}
    return sorted(found)


@derived(Until.ENEMY_MOVES)
def _free_roads(p: Field, side: Side, place: str) -> list[Hex]:
    """21.21 Those of the roads that are not blocked."""
    return [hex for hex in hexes_of(p, place) if not is_blocked(p, side, hex)]


def _alternate(p: Field, side: Side, code: str) -> Hex:
    """21.22 The first free road of those that are next to a blocked one; where they lie on either side, the one towards
    the nearest friend."""
    board, row = p.data.board, p.data.entries.get(code)
    roads = hexes_of(p, row.alternates) if row is not None else []
    free = [hex for hex in roads if not is_blocked(p, side, hex)]
    if not free or row is None or row.edge in ("north", "south"):
        return free[0] if free else NO_NUMBER
    friends = p.hexes_of(side)
    return min(free, key=lambda hex: min((distance(board.grid, hex, friend) for friend in friends), default=0))


def note_blocked(p: Field, side: Side) -> None:
    """21.22 At the beginning of the Movement Phase: who finds all roads of its schedule blocked comes one Game-Turn
    later. Who finds one open may come, or be held back (21.23); a new blockade delays it anew."""
    for column, units in due(p, side, p.turn).items():
        blocked = all(is_blocked(p, side, hex) for hex in hexes_of(p, column.place))
        for unit in units:
            p.delayed[unit] = (p.delayed[unit] or p.turn) if blocked else 0
    p.forget_all()


def entry_hexes(p: Field, unit: Unit) -> list[Hex]:
    """21.1, 9.21 Where a unit can come in: it has the points, and nobody else is in March Mode there. 9.25 Both members
    of a team can."""
    first, *mates = (list(_entry_hexes(p, p.data.sides[unit], column_of(p, each))) for each in p.team_of(unit))
    return [hex for hex in first if all(hex in hexes for hexes in mates)]


def _has_entry(p: Field, side: Side, column: Column) -> bool:
    return next(_entry_hexes(p, side, column), None) is not None


def _entry_hexes(p: Field, side: Side, column: Column) -> Iterator[Hex]:
    """The same for all units of a column."""
    way, free = p.way(side), column.row == HEADQUARTERS
    for hex in _open_roads(p, side, column):
        if (free or not way[hex] & MARKED_TOO) and _cost_by(p, side, column.row, hex) <= column.allowance:
            yield hex


def companions(p: Field, unit: Unit) -> list[Unit]:
    """21.3, 9.25 With whom a reinforcement may come in as a team: who waits for the same roads."""
    if p.team[unit] != NO_UNIT or p.where[unit] >= 0:
        return []
    roads = schedule_of(p, unit)[1]
    ready = [mate for mate in waiting(p, p.data.sides[unit]) if not p.done[mate] & HAS_MOVED]
    return [mate for mate in ready if can_pair(p, unit, mate) and schedule_of(p, mate)[1] == roads]


@derived(Until.HEXSIDES_CHANGE)
def road_at(p: Field, hex: Hex) -> str:
    """21.11 The class of the road that leads off the map there: the best one in the hex."""
    board = p.data.board
    sides = [board.side_of[6 * hex + way] for way in range(6)]
    roads = {board.vocabulary["road"][board.road[side]] for side in sides if side >= 0}
    return "primary" if "primary" in roads else "secondary"


def entry_cost(p: Field, unit: Unit, hex: Hex) -> int:
    """21.11, 21.13 The road rate for the entry hex, and for each place of the column in front of it; 25.14g a jam where
    friends in Tactical Mode stand there."""
    return _cost_by(p, p.data.sides[unit], column_of(p, unit).row, hex)


@derived(Until.HEXSIDES_CHANGE)
def _road_rate(p: Field, row: str, hex: Hex) -> int:
    return parts(getattr(p.data.costs[row], road_at(p, hex)))


def _cost_by(p: Field, side: Side, row: str, hex: Hex) -> int:
    rate = _road_rate(p, row, hex)
    jam = p.is_first_day() and row != HEADQUARTERS and p.way(side)[hex] & CROWDED
    return rate * (1 + p.queued.count(hex)) + (TRAFFIC_JAM if jam else 0)


# --- by a die (22.2) ---------------------------------------------------------------------------------------------


def roll_for_variable(p: Field) -> None:
    """22.2 In each German Movement Phase of a morning a die, and for some a second, brings units that have not come."""
    die = p.die()
    groups = [group for group in p.data.scenario_data.variable if die in group.die]
    second = p.die() if any(group.second for group in groups) else 0
    units = [unit for group in groups if not second or second in group.second for unit in drawn_by(p, group)]
    for unit in units:
        p.drawn[unit] = p.turn
    p.forget_all()
    code = "variable-units" if units else "no-variable-units"
    p.tell(Event(code, {"die": die, "second": second, "units": tuple(units), "n": len(units)}, "22.2"))


def drawn_by(p: Field, group: Variable) -> list[Unit]:
    """22.2 What a roll brings: a whole formation, or one of several units; nothing that has been drawn before."""
    left = [unit for unit in map(p.data.unit, group.units) if not p.drawn[unit]]
    return left if group.all else left[:1]


# --- coming in ---------------------------------------------------------------------------------------------------


class ChooseEntry(Question[Field, "Move"]):
    """21.0 Where a reinforcement comes onto the map; 21.3 some battalions may break down before, and 22.2
    engineers leave their bridge behind."""

    prompt, rule, prompt_fields = "choose-entry", "21.0", ("unit",)
    reasons = {
        ENTER: ("not-an-entry", "21.21"),
        BREAK_DOWN: ("never-breaks-down", "21.3"),
        TEAM: ("no-team", "9.25"),
        UNLOAD: ("carries-no-bridge", "15.21"),
    }

    def offers(self, p: Field, move: Move) -> Sequence[int]:
        if p.where[move.unit] >= 0:
            return []
        broken = [BREAK_DOWN + move.unit] if may_arrive_broken(p, move.unit) else []
        teams = [TEAM + mate for mate in companions(p, move.unit)]
        bridge = [UNLOAD + move.unit] if p.bridge[move.unit] == CARRIED else []
        return [*(ENTER + hex for hex in entry_hexes(p, move.unit)), *broken, *teams, *bridge, DONE + 0]

    def about(self, p: Field, move: Move, option: int) -> About:
        if not is_about(option, ENTER):
            return About()
        return About(cost=entry_cost(p, move.unit, object_of(option)), rules=("21.13",))

    def towards(self, p: Field, move: Move, option: int) -> Sequence[int]:
        entries = [ENTER + hex for hex in entry_hexes(p, move.unit)]
        return nearest_first(p.data.board, entries, object_of(option))

    def answer(self, p: Field, move: Move, option: int) -> Procedure | Then | None:
        if is_about(option, ENTER):
            enter(p, move, object_of(option))
            return Then.NEXT
        if is_about(option, TEAM):
            p.join_team(move.unit, object_of(option))
            p.tell(Event("waits-in-team", {"unit": move.unit, "mate": object_of(option)}, "21.3"))
            return None
        if is_about(option, UNLOAD):
            unload(p, move.unit)
            return None
        if is_about(option, BREAK_DOWN):
            take_place_of(p, move.unit, p.data.box(TRACK), "21.3")
        p.part_team(move.unit)
        return Then.END


def enter(p: Field, move: Move, hex: Hex) -> None:
    """7.61, 21.11 A unit or a team (21.3, one place of the column) comes in, in March Mode unless it is a headquarters,
    and committed (25.16); in supply until the next determination (14.0). Enemies who dig near it stop (16.0)."""
    together = p.team_of(move.unit)
    for unit in together:
        p.spent[unit] = entry_cost(p, unit, hex)
    p.queued += (hex,)
    for unit in together:
        p.steps[unit] = p.data.full_steps[unit]
        p.supply[unit], p.committed[unit], p.march[unit] = SUPPLIED, 1, not p.data.counters[unit].headquarters
        p.done[unit] |= HAS_ENTERED | HAS_LEFT | HAS_MOVED
        p.put(unit, hex)
        p.tell(Event("enters", {"unit": unit, "hex": hex}, "21.0"))
    disturb(p, p.data.sides[move.unit], (hex,))
    move.unit = leader(p, move.unit)
    move.spent, move.road = p.spent[move.unit], AFTER_ROAD[road_at(p, hex)]
    if takes_in(p, move.unit):
        move.passed, move.halted = (hex,), hex in p.truppeneinheit and bool(p.march[move.unit])


def may_arrive_broken(p: Field, unit: Unit) -> bool:
    """21.3 The reconnaissance battalion of a whole armored division."""
    row = company_row(p.data, unit)
    named = unit in p.data.broken_down
    return named and row is not None and len(free_companies(p, row.company)) >= row.companies


# --- attachment (14.3) -------------------------------------------------------------------------------------------


class ChooseCorps(Pick[Field, "Move"]):
    """14.3 The corps, by its headquarters, to which a German division is attached for good when it arrives."""

    prompt, rule, prompt_fields, refusal = "choose-corps", "14.3", ("unit",), "attached-already"
    verb = ATTACH

    def choices(self, p: Field, move: Move) -> Sequence[int]:
        if p.where[move.unit] < 0 or not is_unattached(p, move.unit):
            return ()
        counters = p.data.counters
        return [hq for hq in p.data.headquarters[GERMAN] if p.where[hq] >= 0 and not counters[hq].formation]

    def pick(self, p: Field, move: Move, headquarters: Unit) -> Then:
        p.attached += ((p.data.counters[move.unit].formation, headquarters),)
        p.tell(Event("attached", {"unit": move.unit, "headquarters": headquarters}, "14.3"))
        return Then.NEXT


def is_unattached(p: Field, unit: Unit) -> bool:
    """14.3, errata 11.1 Whether a unit's division has still to be attached to a corps or army."""
    formation = p.data.formation_of(unit)
    if formation is None or formation.nation != "German" or formation.kind == "brigade" or formation.corps:
        return False
    return formation.formation not in dict(p.attached)
