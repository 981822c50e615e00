"""2.9 What a scenario file says: who takes part, on which part of the map, under which orders, and what wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Annotated, Literal, TypeVar

import msgspec

from ardennes.board import Board
from ardennes.engine.game_data import Counter
from ardennes.engine.scenarios import Scenario, Turn, part_of
from ardennes.numbers import Hex, Side
from ardennes.rules.names import TurnName, UnitName

SideNumber = Annotated[Side, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
C = TypeVar("C", bound=Counter)
Span = tuple[Count, Count]
Group = Literal["extended", "late-panzers"]
"""Counters that take part only where a scenario brings them."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a scenario file that takes no word it does not know."""


class Victory(Entry, frozen=True, kw_only=True):
    """17.0 The numbers of the victory conditions by level, and the towns they speak of where these are others."""

    strategic_towns: Count
    exits: Count
    exits_armor: Count
    towns: Count
    across: Count
    across_armor: Count
    allied_losses: Count
    german_losses: Count
    tactical_places: tuple[str, ...] = ("victory-towns",)
    draw_places: tuple[str, ...] = ("victory-towns",)
    draw_by_the_meuse: bool = True
    """Whether a draw needs a mechanized unit at the Meuse."""
    allied_places: tuple[str, ...] = ("allied-strategic-towns",)


class Points(Entry, frozen=True, kw_only=True):
    """What brings a side points: one of the conditions below, checked at the end, or of the turn named in ``at``."""

    side: SideNumber
    worth: Count = 1
    at: TurnName = ""
    hold: tuple[str, ...] = ()
    """Places or areas, each worth so much with a supplied combat unit of the side in it."""
    hold_any: tuple[str, ...] = ()
    """The same, counted once."""
    reach: tuple[str, ...] = ()
    """Areas with a supplied mechanized unit of the side in one of them."""
    road_from: str = ""
    """A place with a road free of enemy zones to the edge ``road_to``."""
    road_to: str = ""
    losses: Literal["", "german-mechanized", "german-panzers", "allied", "us-commands"] = ""
    """Units eliminated, of which ``each`` so many count, or ``at_least`` so many, or ``fewer_than`` so many."""
    each: Count = 0
    at_least: Count = 0
    fewer_than: Count = 0
    dump: bool = False
    """25.2 A fuel dump that the Germans hold, where that is played."""


class Verdict(Entry, frozen=True, kw_only=True):
    """Who wins by German points less Allied points; a draw between the two numbers."""

    german_from: int
    allied_up_to: int


class Party(Entry, frozen=True, kw_only=True):
    """Some units of a side: those of the divisions, corps, armies and those named; all if none are named."""

    side: SideNumber
    divisions: tuple[str, ...] = ()
    corps: tuple[str, ...] = ()
    armies: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    mechanized: bool = False
    """Only mechanized units."""
    all_but: bool = False
    """All others instead."""
    but: tuple[str, ...] = ()
    """Units that are none of them in any case."""


class Order(Entry, frozen=True, kw_only=True):
    """What some units may not do for a while, or do better."""

    order: Literal["hold", "march", "never-east", "shift", "no-attack", "keep-out"]
    """They take no part; have an allowance of ``amount``; end no move or advance east of where they were set up; have a
    shift when they attack; attack nobody in ``regions``; do not enter ``regions``."""
    who: Party
    first: TurnName = ""
    last: TurnName = ""
    """The turns between which it holds, those included; from the beginning, and to the end, if left out."""
    amount: Count = 0
    regions: tuple[str, ...] = ()
    plan: str = ""
    """It holds only under this plan of the Allied player."""
    without_event: Count = 0
    """It does not hold if this was rolled before play."""
    until_attacked: bool = False
    """It ends for a unit that is attacked."""
    until_entered: tuple[str, ...] = ()
    """It ends when an enemy has come to one of these places."""
    source: str


class Region(Entry, frozen=True, kw_only=True):
    """A part of the map: around a place, a box of columns and rows, or outside an area, or on one side of a
    line of places."""

    around: str = ""
    within: Count = 0
    columns: Span | None = None
    rows: Span | None = None
    outside: str = ""
    """All but an area of the map."""
    north_of: tuple[str, ...] = ()
    south_of: tuple[str, ...] = ()
    """A line from west to east; beyond its ends it goes on level."""


class OpeningEvent(Entry, frozen=True, kw_only=True):
    """What one die brings before play begins."""

    die: Annotated[int, msgspec.Meta(ge=1, le=6)]
    places: dict[str, str] = {}
    """Units that start in a hex after all."""
    allied_air: dict[str, int] = {}
    """Aircraft more or less, by turn."""
    german_guns_from: str = ""
    """From this turn German artillery is ready in both player turns."""
    source: str


class BitterScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long it lasts, who takes part, and what wins: levels of victory, or points."""

    last_turn: Turn
    groups: tuple[Group, ...] = ()
    """Counters that take part only where a scenario says so."""
    complete: bool = False
    """Whether nobody takes part but those in ``set_up`` and ``arrivals``."""
    always: tuple[str, ...] = ()
    """Those who take part besides, where their counters say."""
    reduced: tuple[UnitName, ...] = ()
    """Units that start with their reduced side up."""
    arrivals: dict[UnitName, str] = {}
    """16.1 Units that do not come as their counters say: a turn, a colon, and letters or hexes."""
    attached: dict[str, Literal["6th-panzer", "5th-panzer", "7th"]] = {}
    """24.6 Divisions and units that belong to an army from the start, instead of choosing one on arrival."""
    columns: Span | None = None
    rows: Span | None = None
    """The part of the map it is played on."""
    blown: tuple[str, ...] | None = None
    """13.2 The bridges that are down; as the map says if left out."""
    bridges_to_build: Count | None = None
    """13.4 How many the Germans may rebuild, where it is another number."""
    bridges_to_blow: Count = 0
    """13.2 How many behind their front the Germans may blow before play."""
    forts: tuple[str, ...] = ()
    """8.2 Towns that are fortified."""
    fronts_dug_in: bool = False
    """8.1 Whether units beside an enemy begin in improved positions."""
    regions: dict[str, tuple[Region, ...]] = {}
    plans: tuple[str, ...] = ()
    """The Allied player chooses one of them before play, in secret."""
    orders: tuple[Order, ...] = ()
    opening: tuple[OpeningEvent, ...] = ()
    victory: Victory | None = None
    points: tuple[Points, ...] = ()
    verdict: Verdict | None = None

    def takes_part(self, piece: Counter) -> bool:
        """Whether a counter is in the game, as far as the scenario decides that."""
        named = piece.id in self.set_up or piece.id in self.arrivals or piece.id in self.always
        return self.brings(piece.id) and (named or not self.complete)

    def placed(self, counters: Iterable[C], put: Callable[[C, str], C]) -> list[C]:
        """Where counters start; those that take no part nowhere."""
        placed = super().placed(counters, put)
        return [counter if self.takes_part(counter) else put(counter, "") for counter in placed]

    def cut(self, board: Board) -> Board:
        """The part of the map between some columns and rows."""
        board = super().cut(board)
        if self.columns is None and self.rows is None:
            return board
        box = Region(columns=self.columns, rows=self.rows)
        return part_of(board, frozenset(hex for hex in board.hexes if in_box(board, box, hex)))

    def army_of(self, division: str, id: str) -> str:
        """24.6 The army that the scenario attaches a unit to; empty where the unit chooses it on arrival."""
        return next((self.attached[name] for name in (division, id) if name in self.attached), "")


def in_box(board: Board, region: Region, hex: Hex) -> bool:
    """Whether a hex lies between the columns and rows of a region."""
    place = board.grid.lane_place(hex)
    spans = (region.columns, region.rows)
    return all(span is None or span[0] <= number <= span[1] for span, number in zip(spans, place, strict=True))


def hexes_of_region(board: Board, region: Region) -> frozenset[Hex]:
    """The hexes of a region."""
    if region.around:
        return _around(board, board.hex(region.around), region.within)
    if region.north_of or region.south_of:
        line = [board.grid.lane_place(board.hex(place)) for place in region.north_of or region.south_of]
        side = -1 if region.north_of else 1
        return frozenset(hex for hex in board.hexes if _beside_line(board.grid.lane_place(hex), sorted(line)) == side)
    closed = board.area(region.outside) if region.outside else frozenset()
    return frozenset(hex for hex in board.hexes if in_box(board, region, hex) and hex not in closed)


def _around(board: Board, middle: Hex, within: int) -> frozenset[Hex]:
    found = {middle}
    for _ in range(within):
        found |= {there for hex in found for there in board.around(hex)}
    return frozenset(found)


def _beside_line(place: tuple[int, int], line: list[tuple[int, int]]) -> int:
    """-1 north of a line of places, 1 south of it, 0 on it; rows count southwards.

    >>> _beside_line((20, 19), [(13, 16), (27, 20)])
    1
    """
    column, row = place
    (first, top), (last, bottom) = line[0], line[-1]
    column = max(first, min(last, column))
    for (one, high), (other, low) in pairwise(line):
        if one <= column <= other and one != other:
            across = row * (other - one) - (high * (other - one) + (low - high) * (column - one))
            return (across > 0) - (across < 0)
    level = top if column <= first else bottom
    return (row > level) - (row < level)
