"""How a game declares what its position remembers.

A position is a class whose attributes are declared with the functions below: a column holds one small number
for every unit, hex or hexside; a clock holds a single value (the turn, points left, the weather). A *derived*
column can be worked out from the others: it is copied with the position, never saved.
"""

from __future__ import annotations

from array import array
from typing import Any, Literal, cast

import msgspec

from ardennes.engine.references import Refers
from ardennes.numbers import PerHex, PerHexside, PerUnit

Owner = Literal["unit", "hex", "hexside"]
BYTES = "bytes"
"""The code of a column that is a bytearray, as kernels take the flags of hexsides."""


class Column(msgspec.Struct, frozen=True):
    """One number for each unit, hex or hexside."""

    owner: Owner
    code: str
    start: int
    derived: bool
    refers: Refers | None = None
    """What its numbers stand for, where that is a unit or a place."""

    def fresh(self, count: int) -> array[int] | bytearray:
        if self.code == BYTES:
            return bytearray([self.start]) * count
        return array(self.code, [self.start]) * count


class Clock(msgspec.Struct, frozen=True):
    """A single value. Only immutable values are allowed, so that copies may share them."""

    start: Any
    shape: Any = None
    """Its type, where numbers in it stand for units, hexes or hexsides."""
    owner: int | None = None
    """The side that alone may know it, where a game says that it is secret."""
    unseen: Any = None
    """What the other side sees instead."""


def unit_column(
    code: str = "b", start: int = 0, *, derived: bool = False, refers: Refers | None = None
) -> PerUnit[Any]:
    """Declares a number for every unit; ``code`` is the array's type code."""
    return cast("PerUnit[Any]", Column("unit", code, start, derived, refers))


def hex_column(code: str = "b", start: int = 0, *, derived: bool = False) -> PerHex[Any]:
    """Declares a number for every hex."""
    return cast("PerHex[Any]", Column("hex", code, start, derived))


def hexside_column(code: str = "b", start: int = 0, *, derived: bool = False) -> PerHexside[Any]:
    """Declares a number for every hexside."""
    return cast("PerHexside[Any]", Column("hexside", code, start, derived))


def hex_flags() -> PerHex[int]:
    """Declares the flags of every hex, as kernels take them; they follow from the other columns."""
    return hex_column("H", derived=True)


def hexside_bytes(*, derived: bool = False) -> bytearray:
    """Declares a byte of flags for every hexside."""
    return cast("bytearray", Column("hexside", BYTES, 0, derived))


def clock(start: Any, shape: Any = None, *, owner: int | None = None, unseen: Any = None) -> Any:
    """Declares a single value: a number, a word, or a tuple of them; ``shape`` where it refers to units or hexes. A
    secret one has an owner, and a value that the other side sees ``unseen``."""
    return Clock(start, shape, owner, unseen)


def frozen(value: Any) -> Any:
    """A clock's value as read from a file, with lists turned back into tuples."""
    return tuple(frozen(part) for part in value) if isinstance(value, list) else value


def declared(cls: type) -> tuple[dict[str, Column], dict[str, Clock]]:
    """Every column and clock a position class declares, its ancestors' first.

    They are taken off the class: Python finds what an instance has several times faster where its class has nothing of
    the same name.
    """
    columns: dict[str, Column] = {}
    clocks: dict[str, Clock] = {}
    for ancestor in reversed(cls.__mro__):
        columns.update(vars(ancestor).get("columns", {}))
        clocks.update(vars(ancestor).get("clocks", {}))
    for name, value in list(vars(cls).items()):
        if isinstance(value, Column):
            columns[name] = value
            delattr(cls, name)
        elif isinstance(value, Clock):
            clocks[name] = value
            delattr(cls, name)
    return columns, clocks
