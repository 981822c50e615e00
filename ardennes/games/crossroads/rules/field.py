"""1 What is on the table: pieces, tables and what a position remembers; zones (1.4), counters face down (1.5)."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

import msgspec

from ardennes.engine.columns import clock, hexside_column, unit_column
from ardennes.engine.game_data import NOWHERE, Counter, PerThread
from ardennes.engine.hidden import HidingPosition, lies_face_down, reveal_unit
from ardennes.engine.options import Kind, Verbs
from ardennes.engine.position import NO_UNIT
from ardennes.engine.scenarios import Scenario, Turn
from ardennes.engine.texts import Event
from ardennes.kernels.flags import BARRED, no_flags
from ardennes.kernels.reach import Prices, Reach
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.numbers import SIDES, Hex, PerHexside, PerUnit, Side, Unit
from ardennes.rules.bridges import BridgeData, BridgeTable
from ardennes.rules.control import ControlTable, take
from ardennes.rules.ground import step_table
from ardennes.rules.odds import parse_column
from ardennes.rules.table import counter_flags, zones_of_sides

GERMAN, ALLIED = SIDES

verbs = Verbs()
MOVE, TO = verbs.add("move", Kind.UNIT), verbs.add("to", Kind.HEX)
ATTACK, JOIN = verbs.add("attack", Kind.HEX), verbs.add("join", Kind.UNIT)
FIRE, DONE = verbs.add("fire"), verbs.add("done")
GUNS = verbs.add("guns", Kind.WORD, ("support", "silent"))
PREPARE, SPARE = verbs.add("prepare", Kind.HEXSIDE), verbs.add("spare", Kind.HEXSIDE)


class Piece(Counter, frozen=True, kw_only=True, dict=True):
    """A counter of this game."""

    printed = ("kind", "strength", "steps", "moves")

    kind: Literal["tank", "infantry", "decoy", "stand-in"]
    strength: Annotated[int, msgspec.Meta(ge=0, le=99)]
    steps: Annotated[int, msgspec.Meta(ge=1, le=9)]
    moves: Annotated[int, msgspec.Meta(ge=0, le=99)]
    hex: str = ""

    @cached_property
    def stand_in(self) -> bool:
        return self.kind == "stand-in"

    @cached_property
    def real(self) -> bool:
        """Fights and has a zone of control; a stand-in is taken for real until it is known."""
        return self.kind != "decoy"


class Tables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """5.3, 5.5 The numbers and the table of results."""

    source: str = ""
    guns_each_turn: Annotated[int, msgspec.Meta(ge=0)]
    columns: tuple[str, ...]
    results: tuple[tuple[Literal["A1", "D1", "EX", "CA"], ...], ...]
    """One row for each die roll, in it one result for each column."""

    def __post_init__(self) -> None:
        if [parse_column(column) for column in self.columns] != sorted(map(parse_column, self.columns)):
            raise ValueError("columns must go from the worst odds to the best")
        if not self.columns or [len(row) for row in self.results] != [len(self.columns)] * 6:
            raise ValueError("results must have six rows with one result for each of the columns")


class CrossroadsScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """2.1, 1.5 How long it lasts, and whether there is fog."""

    last_turn: Turn
    fog: bool
    """1.5 Whether the Germans lie face down, decoys among them."""


class CrossroadsData(BridgeData):
    """1.1 Board, pieces, tables and scenario, and the price list of 3.1."""

    bridge_verbs = (PREPARE, SPARE)

    counters: tuple[Piece, ...]
    tables: Tables
    scenario_data: CrossroadsScenario
    ground: bytes
    prices: Prices
    search = PerThread[Reach]()


class Field(BridgeTable, ControlTable, HidingPosition):
    """What a position of this game remembers; in its tables, zones of control (1.4) and counters in the way (3.5)."""

    derived_from = ("where", "blown")

    data: CrossroadsData
    moved: PerUnit[int] = unit_column("b")
    fought: PerUnit[int] = unit_column("b")
    blown: PerHexside[int] = hexside_column("b")
    guns: tuple[int, int] = clock((0, 0))

    def hides_from(self, side: Side) -> bool:
        return lies_face_down(self, side)

    def blown_bridges(self) -> PerHexside[int]:
        return self.blown

    def enemy_in(self, hex: Hex, side: Side) -> Unit:
        """The enemy of ``side`` in a hex, or NO_UNIT; a hex holds one unit at most (1.3)."""
        unit = self.top[hex]
        return unit if unit != NO_UNIT and self.data.sides[unit] != side else NO_UNIT


def is_dry(p: Field, one: Hex, other: Hex) -> bool:
    """Whether no river, or a standing bridge, lies between two adjacent hexes."""
    board, side = p.data.board, p.data.board.side(one, other)
    return not board.river[side] or bool(board.bridge[side] and not p.blown[side])


def lay_table(data: CrossroadsData) -> None:
    """1.4 Real units have a zone of control, but not across open water; 3.5 every counter is in the way of all."""
    board, counters = data.board, data.counters
    on_land = step_table(board, lambda _here, _there, side: not board.river[side])
    by_bridge = step_table(board, lambda _here, _there, side: not board.river[side] or bool(board.bridge[side]))
    data.zones = Zones(board.neighbours, board.side_of, by_bridge, on_land)
    data.zone_kinds = zones_of_sides(counters, lambda piece: 0 if piece.real else NO_ZONE)
    data.marks, data.printed_sides = counter_flags(counters, lambda _: BARRED, lambda _: BARRED), bytes(board.sides)
    data.fixed_flags = (no_flags(board.size),) * 2


def come_upon(p: Field, hex: Hex) -> None:
    """1.5 Counters next to an enemy are turned up."""
    for place in (hex, *p.data.board.around(hex)):
        unit = p.top[place]
        if unit == NO_UNIT:
            continue
        if is_beside_enemy(p, place, p.data.sides[unit]):
            turn_up(p, unit, "1.5")


def is_beside_enemy(p: Field, hex: Hex, side: Side) -> bool:
    """Whether an enemy of ``side`` stands next to a hex."""
    top, sides = p.top, p.data.sides
    for there in p.data.board.around(hex):
        unit = top[there]
        if unit != NO_UNIT and sides[unit] != side:
            return True
    return False


def turn_up(p: Field, unit: Unit, rule: str) -> None:
    """1.5 A counter is shown; a decoy is then taken away."""
    reveal_unit(p, unit, rule)
    if not p.data.counters[unit].real:
        lose_step(p, unit, rule)


def lose_step(p: Field, unit: Unit, rule: str) -> None:
    """5.6 A loss; the last one removes the unit."""
    p.steps[unit] -= 1
    p.tell(Event("lost-step", {"unit": unit, "left": p.steps[unit]}, rule))
    if p.steps[unit] == 0:
        p.put(unit, NOWHERE)


def enter(p: Field, unit: Unit, hex: Hex) -> None:
    """1.6 Whoever enters the crossroads is turned up and, if it is no decoy, holds it."""
    p.put(unit, hex)
    if hex not in p.data.board.area("crossroads"):
        return
    turn_up(p, unit, "1.6")
    side = p.data.counters[unit].side
    if p.control[hex] != side and p.data.counters[unit].real:
        take(p, side, hex, "1.6", "taken")
