"""Observations: what a side knows, as one flat array of small numbers.

A position consists of columns, clocks, open procedures, duties and standing orders, and so does an observation: each
has its cells, always the same ones. It is read off the view of a side, so what the view hides cannot be in it. An
observer keeps the array of its side and writes only what is no longer what it was.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, get_origin

import msgspec
import numpy as np
import numpy.typing as npt

from ardennes.engine.columns import BYTES
from ardennes.engine.game_data import GameData
from ardennes.engine.position import Position
from ardennes.engine.procedure import Asked, Procedure, Question
from ardennes.numbers import Side

Numbers = npt.NDArray[np.integer[Any]]

LIST_CELLS = 16
"""Cells for a list of no fixed length; what is longer is cut."""
LISTED = 8
"""How many duties and how many orders are shown."""
NOTHING = -1
VALUES_KEPT = 4096
OWN_NUMBERS = 1000
"""Words a game does not declare get a number of their own from here on."""
LARGEST = 32_767
WIDE_CODES = frozenset("HiIlLqQ")


class Part(msgspec.Struct, frozen=True):
    """Some cells that belong together."""

    name: str
    start: int
    stop: int


class Layout:
    """Which cells mean what. The same for both sides and for every moment of a scenario."""

    def __init__(self, data: GameData) -> None:
        self.data = data
        game = data.game
        position = game.position_type
        self.columns = _by_code(position)
        """The names of the columns that are saved, by the type of their numbers, which lie side by side."""
        self.clocks = tuple(position.clocks)
        self.fields = {kind: _field_cells(kind) for kind in game.procedures}
        """How many cells each field of a procedure has."""
        self.questions = _questions(game.procedures)
        self.parts: dict[str, Part] = {}
        self.size = 0
        self.cells_of = lru_cache(maxsize=VALUES_KEPT)(self._in_cells)
        """The fields of procedures hold few different values, which come again and again."""
        self._words = {word: number for number, word in enumerate(game.words)}
        counts = {"unit": len(data.counters), "hex": data.board.size, "hexside": data.board.sides}
        self.blocks: dict[str, Part] = {}
        for code, names in self.columns.items():
            start = self.size
            for name in names:
                self._add(name, counts[position.columns[name].owner])
            self.blocks[code] = Part(code, start, self.size)
        for name in self.clocks:
            start = position.clocks[name].start
            self._add(name, len(start) or LIST_CELLS if isinstance(start, tuple) else 1)
        for name in ("looks", "question"):
            self._add(name, 1)
        for kind, fields in self.fields.items():
            self._add(kind.__name__, sum(fields))
        self._add("duties", 4 * LISTED)
        self._add("orders", 3 * LISTED)
        self.dtype: type[np.signedinteger[Any]] = np.int32 if WIDE_CODES & self.columns.keys() else np.int16

    def _add(self, name: str, cells: int) -> None:
        self.parts[name] = Part(name, self.size, self.size + cells)
        self.size += cells

    def split(self, observation: Numbers) -> dict[str, Numbers]:
        """The parts of an observation by name, as windows onto it."""
        return {part.name: observation[part.start : part.stop] for part in self.parts.values()}

    def word(self, word: str) -> int:
        """A word as a number: its place among those the game declares, or else a number that is always the same."""
        number = self._words.get(word)
        return number if number is not None else OWN_NUMBERS + zlib.crc32(word.encode()) % (LARGEST - OWN_NUMBERS)

    def numbers(self, value: Any) -> list[int]:
        """Any value that a position may hold, one number after the other."""
        if isinstance(value, int):
            return [value if -LARGEST <= value <= LARGEST else LARGEST]
        if isinstance(value, str):
            return [self.word(value)]
        if value is None:
            return [NOTHING]
        parts = msgspec.structs.astuple(value) if isinstance(value, msgspec.Struct) else value
        return [number for part in parts for number in self.numbers(part)]

    def _in_cells(self, value: Any, cells: int) -> list[int]:
        """A value in so many cells: cut where there are too few, with nothing in those left over."""
        numbers = self.numbers(value)[:cells]
        return numbers + [NOTHING] * (cells - len(numbers))


def _by_code(position: type[Position]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in position.saved_columns:
        code = position.columns[name].code
        found.setdefault("B" if code == BYTES else code, []).append(name)
    return found


def _field_cells(kind: type[Procedure]) -> list[int]:
    return [LIST_CELLS if get_origin(field.type) is tuple else 1 for field in msgspec.structs.fields(kind)]


def _questions(procedures: Iterable[type[Procedure]]) -> Mapping[type[Question[Any, Any]], int]:
    """Every kind of question there is, numbered from 1."""
    kinds = [type(step) for procedure in procedures for step in procedure.steps if isinstance(step, Question)]
    return {kind: number for number, kind in enumerate(dict.fromkeys(kinds), start=1)}


class Observer:
    """Reads observations for one side, or for an umpire who sees all."""

    def __init__(self, layout: Layout, side: Side | None) -> None:
        self.layout, self.side = layout, side
        self._cells = np.full(layout.size, NOTHING, layout.dtype)
        self._memory = self._cells.data
        self._cells[layout.parts["looks"].start] = NOTHING if side is None else side
        self._question = layout.parts["question"].start
        self._written: dict[str, Any] = {}
        self._clocks: list[Any] = []
        self._owed: tuple[Any, ...] = ()
        self._open: dict[type[Procedure], tuple[Any, ...]] = {}

    def read(self, seen: Position, asked: Asked | None) -> Numbers:
        """What is seen, and asked: ``seen`` is the view of the side, or a position in which no counter is hidden."""
        state, layout, side = seen.__dict__, self.layout, self.side
        for code, names in layout.columns.items():
            self._write_block(code, b"".join([state[name] for name in names]))
        clocks = [state[name] for name in layout.clocks]
        if clocks != self._clocks:
            self._clocks = clocks
            for name, value in zip(layout.clocks, clocks, strict=True):
                self._write(name, value)
        mine = asked is not None and side in (None, asked.side)
        self._memory[self._question] = layout.questions[type(asked.question)] if asked is not None and mine else 0
        self._write_stack(seen.stack)
        if (owed := (seen.duties, seen.orders)) != self._owed:
            self._owed = owed
            self._write("duties", [(duty.side, duty.kind, duty.subject, duty.due) for duty in seen.duties])
            self._write("orders", [order for order in seen.orders if side in (None, order.side)])
        return self._cells.copy()

    def _write_block(self, code: str, raw: bytes) -> None:
        """Writes the columns of a type if anything in them has changed."""
        if self._written.get(code) != raw:
            self._written[code] = raw
            block = self.layout.blocks[code]
            self._cells[block.start : block.stop] = np.frombuffer(raw, code)

    def _write_stack(self, stack: Iterable[Procedure]) -> None:
        """What each open procedure remembers; nothing where it is not open."""
        still = {type(procedure): msgspec.structs.astuple(procedure) for procedure in stack}
        for kind in self._open:
            if kind not in still:
                self._fill(kind.__name__, [])
        for kind, values in still.items():
            if self._open.get(kind) != values:
                self._fill(kind.__name__, self._remembered(kind, values))
        self._open = still

    def _remembered(self, kind: type[Procedure], values: tuple[Any, ...]) -> list[int]:
        """The fields of a procedure, each in its cells."""
        found: list[int] = []
        for value, cells in zip(values, self.layout.fields[kind], strict=True):
            if cells == 1 and type(value) is int and -LARGEST <= value <= LARGEST:
                found.append(value)
            else:
                found += self.layout.cells_of(value, cells)
        return found

    def _write(self, name: str, value: Any) -> None:
        """Writes a part if it is no longer what it was."""
        if self._written.get(name, self) != value:
            self._written[name] = value
            self._fill(name, self.layout.numbers(value))

    def _fill(self, name: str, numbers: list[int]) -> None:
        """Puts numbers into the cells of a part; what does not fit is cut, cells left over show nothing."""
        part = self.layout.parts[name]
        size = part.stop - part.start
        filled = numbers + [NOTHING] * (size - len(numbers)) if len(numbers) < size else numbers[:size]
        self._memory[part.start : part.stop] = array(self._cells.dtype.char, filled)
