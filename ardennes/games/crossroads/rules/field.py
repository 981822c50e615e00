"""1 What is on the table: pieces, tables and what a position remembers; zones (1.4), counters face down (1.5)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from ardennes.engine.columns import clock, hex_column, hexside_column, unit_column
from ardennes.engine.derived import Until, derived
from ardennes.engine.game_data import NOWHERE, Counter, PerThread
from ardennes.engine.hidden import HidingPosition, lies_face_down, reveal_unit
from ardennes.engine.options import Kind, Verb, Verbs
from ardennes.engine.position import NO_UNIT
from ardennes.engine.scenarios import Scenario, Turn
from ardennes.engine.texts import Event
from ardennes.kernels.flags import ALTERED, BARRED, no_flags
from ardennes.kernels.reach import Prices, Reach
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.rules.ground import bridges, step_table
from ardennes.rules.odds import parse_column
from ardennes.rules.table import Table, TableData

GERMAN, ALLIED = 0, 1

BLOWN_IS_ALTERED = bytes(ALTERED if blown else 0 for blown in range(256))

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


class CrossroadsData(TableData):
    """1.1 Board, pieces, tables and scenario, and the price list of 3.1."""

    counters: tuple[Piece, ...]
    tables: Tables
    scenario_data: CrossroadsScenario
    ground: bytes
    prices: Prices
    search = PerThread[Reach]()

    @property
    def last_turn(self) -> int:
        return self.scenario_data.last_turn

    def objects(self, verb: Verb) -> Sequence[int]:
        return self.bridges if verb in (PREPARE, SPARE) else super().objects(verb)

    @cached_property
    def bridges(self) -> tuple[int, ...]:
        return bridges(self.board)


class Field(Table, HidingPosition):
    """What a position of this game remembers; in its tables, zones of control (1.4) and counters in the way (3.5)."""

    derived_from = ("where", "blown")

    data: CrossroadsData
    steps: array[int] = unit_column("b")
    moved: array[int] = unit_column("b")
    fought: array[int] = unit_column("b")
    control: array[int] = hex_column("b", NO_UNIT)
    blown: array[int] = hexside_column("b")
    turn: int = clock(1)
    guns: tuple[int, int] = clock((0, 0))

    def hides_from(self, side: int) -> bool:
        return lies_face_down(self, side)

    def hexside_flags(self) -> bytes:
        return bytes(self.blown).translate(BLOWN_IS_ALTERED)

    @derived(Until.SIDE_COMES_OR_GOES)
    def units(self, side: int) -> list[int]:
        """Everything of a side that stands on the map, decoys included."""
        where, sides = self.where, self.data.sides
        return [unit for unit, hex in enumerate(where) if hex >= 0 and sides[unit] == side]

    def enemy_in(self, hex: int, side: int) -> int:
        """The enemy of ``side`` in a hex, or NO_UNIT; a hex holds one unit at most (1.3)."""
        unit = self.top[hex]
        return unit if unit != NO_UNIT and self.data.counters[unit].side != side else NO_UNIT


def is_dry(p: Field, one: int, other: int) -> bool:
    """Whether no river, or a standing bridge, lies between two adjacent hexes."""
    board, side = p.data.board, p.data.board.side(one, other)
    return not board.river[side] or bool(board.bridge[side] and not p.blown[side])


def lay_table(data: CrossroadsData) -> None:
    """1.4 Real units have a zone of control, but not across open water; 3.5 every counter is in the way of all."""
    board, counters = data.board, data.counters
    on_land = step_table(board, lambda _here, _there, side: not board.river[side])
    by_bridge = step_table(board, lambda _here, _there, side: not board.river[side] or bool(board.bridge[side]))
    data.zones = Zones(board.neighbours, board.side_of, by_bridge, on_land)
    german, allied = (
        bytes(0 if piece.real and piece.side == side else NO_ZONE for piece in counters) for side in (0, 1)
    )
    data.zone_kinds, data.printed_sides = (german, allied), bytes(board.sides)
    data.marks = (array("H", [BARRED]) * len(counters),) * 2
    data.fixed_flags = (no_flags(board.size),) * 2


def come_upon(p: Field, hex: int) -> None:
    """1.5 Counters next to an enemy are turned up."""
    for place in (hex, *p.data.board.around(hex)):
        unit = p.top[place]
        if unit == NO_UNIT:
            continue
        side = p.data.counters[unit].side
        if any(p.enemy_in(there, side) != NO_UNIT for there in p.data.board.around(place)):
            turn_up(p, unit, "1.5")


def turn_up(p: Field, unit: int, rule: str) -> None:
    """1.5 A counter is shown; a decoy is then taken away."""
    reveal_unit(p, unit, rule)
    if not p.data.counters[unit].real:
        lose_step(p, unit, rule)


def lose_step(p: Field, unit: int, rule: str) -> None:
    """5.6 A loss; the last one removes the unit."""
    p.steps[unit] -= 1
    p.tell(Event("lost-step", {"unit": unit, "left": p.steps[unit]}, rule))
    if p.steps[unit] == 0:
        p.put(unit, NOWHERE)


def enter(p: Field, unit: int, hex: int) -> None:
    """1.6 Whoever enters the crossroads is turned up and, if it is no decoy, holds it."""
    p.put(unit, hex)
    if hex not in p.data.board.area("crossroads"):
        return
    turn_up(p, unit, "1.6")
    side = p.data.counters[unit].side
    if p.control[hex] != side and p.data.counters[unit].real:
        p.control[hex] = side
        p.tell(Event("taken", {"side": side, "hex": hex}, "1.6"))
