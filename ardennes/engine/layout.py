"""How the numbers of a game stand for its units, hexes, hexsides and verbs: kept beside every position and log.

A later release may have other counters, another map or other verbs. What it reads is then renumbered by name.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from ardennes.board import Board, HexRow, MapFile
from ardennes.board.mapfile import FORMAT as MAP_FORMAT
from ardennes.engine.game_data import NOWHERE, GameData
from ardennes.engine.options import OBJECT_BITS, Kind, Verb
from ardennes.engine.references import GONE, Refers
from ardennes.engine.saves import LOST, UNPLAYED, Record
from ardennes.hexes import Grid
from ardennes.numbers import all_hexes


class VerbName(msgspec.Struct, frozen=True, array_like=True):
    """A verb as it was when its number was written."""

    name: str
    kind: str
    words: tuple[str, ...] = ()


class Layout(msgspec.Struct, frozen=True, dict=True):
    """The names behind all numbers of a game."""

    units: tuple[str, ...]
    verbs: tuple[VerbName, ...]
    grid: Grid
    off: tuple[int, ...]
    """The places of the grid that are not on the map."""

    @cached_property
    def board(self) -> Board:
        """The bare map, for its numbers alone."""
        off = set(self.off)
        rows = [HexRow(hex=self.grid.label(hex), terrain="") for hex in all_hexes(self.grid.size) if hex not in off]
        bare = MapFile(format=MAP_FORMAT, title="", grid=self.grid, sources={}, vocabulary={}, hexes=rows, sides=[])
        return Board(bare)

    def name(self, kind: Refers, number: Any) -> str:
        """The name of a unit, hex or hexside; empty for none."""
        if number < 0:
            return ""
        if kind is Refers.UNIT:
            return str(self.units[number])
        return self.board.side_label(number) if kind is Refers.HEXSIDE else self.board.label(number)


_layouts: WeakKeyDictionary[GameData, Layout] = WeakKeyDictionary()


def layout_of(data: GameData) -> Layout:
    """The numbers of a game as it is now."""
    layout = _layouts.get(data)
    if layout is None:
        board = data.board
        verbs = tuple(VerbName(verb.name, verb.kind.value, verb.words) for verb in data.game.verbs)
        off = tuple(hex for hex in all_hexes(board.size) if hex not in board)
        layout = _layouts[data] = Layout(tuple(counter.id for counter in data.counters), verbs, board.grid, off)
    return layout


def number(data: GameData, kind: Refers, name: str) -> int | object:
    """The reverse of :meth:`Layout.name` in the game as it is now; GONE where it has no such thing."""
    if not name:
        return NOWHERE
    if kind is Refers.UNIT:
        return data.unit_numbers.get(data.game.present_name(name).casefold(), GONE)
    if kind is Refers.HEX:
        found = data.board.find(name)
        return GONE if found is None else found
    if kind is Refers.PLACE:
        return data.place(name) if name in ("-", "?", *data.boxes) or data.board.has_label(name) else GONE
    one, _, other = name.partition("/")
    ends = data.board.find(one), data.board.find(other)
    if ends[0] is None or ends[1] is None or ends[1] not in data.board.around(ends[0]):
        return GONE
    return data.board.side(ends[0], ends[1])


class Renumbering:
    """From the numbers of another layout to those of a game as it is now."""

    def __init__(self, old: Layout, data: GameData) -> None:
        self.old, self.data = old, data
        self.same = old == layout_of(data)
        self._verbs = {verb.name: verb for verb in data.game.verbs}

    def option(self, option: int) -> int | None:
        """The option as it is numbered now; None if there is none any more."""
        index, thing = divmod(option, 1 << OBJECT_BITS)
        if not 0 <= index < len(self.old.verbs):
            return None
        was = self.old.verbs[index]
        verb = self._verbs.get(self.data.game.present_name(was.name))
        if verb is None or verb.kind.value != was.kind:
            return None
        found = self._thing(was, verb, thing)
        return verb + found if isinstance(found, int) else None

    def _thing(self, was: VerbName, verb: Verb, thing: int) -> int | object:
        match verb.kind:
            case Kind.WORD:
                word = was.words[thing] if thing < len(was.words) else ""
                return verb.words.index(word) if word in verb.words else GONE
            case Kind.UNIT | Kind.HEX | Kind.HEXSIDE:
                return self.thing(Refers(verb.kind.value), thing)
        return thing

    def thing(self, kind: Refers, old: int) -> int | object:
        try:
            return number(self.data, kind, self.old.name(kind, old))
        except (IndexError, KeyError):
            return GONE

    def record(self, record: Record) -> Record:
        """The record in the numbers of now; of the kind LOST where it speaks of what is gone."""
        if self.same or record.kind in (*UNPLAYED, LOST):
            return record
        option, outcomes = self.option(record.option), []
        for outcome in record.outcomes:
            path = outcome if isinstance(outcome, int) else tuple(self.thing(Refers.HEX, hex) for hex in outcome)
            if isinstance(path, tuple) and not all(isinstance(hex, int) for hex in path):
                option = None
            outcomes.append(path)
        if option is None:
            left = tuple(each for each in outcomes if isinstance(each, int))
            return msgspec.structs.replace(record, option=0, outcomes=left, kind=LOST)
        return msgspec.structs.replace(record, option=option, outcomes=tuple(outcomes))
