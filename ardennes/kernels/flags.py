"""The words rules and kernels share: what may be true of a hex or a hexside while a game is played.

Sixteen bits for each hex and eight for each hexside, kept by the rules in two plain tables. A kernel gives the bits no
meaning beyond what is said here; which of them bar, stop or make a step dearer for a given mover is written in that
mover's price list (:class:`ardennes.kernels.reach.Prices`). The upper eight bits of a hex are a game's own: it declares
all of them in one place, with :func:`own_flags`.
"""

from __future__ import annotations

from array import array
from typing import TypeAlias

HexFlags: TypeAlias = "array[int]"
"""Sixteen bits for each hex: an array of type ``H``."""
ByteTable: TypeAlias = "bytes | bytearray | array[int]"
"""A byte for each hexside or directed hexside; an array must be of type ``B``."""
Marks: TypeAlias = "bytearray | array[int]"
"""A byte for each hex, where a kernel writes."""

# Bits of a hex. The first four choose the column of the price list used to enter it.
ZONE = 1
"""In an enemy zone of control (in games with two sorts: the one that holds units fast)."""
CROWDED = 2
"""Friends stand there."""
MARKED = 4
"""A marker makes it dearer to enter: interdiction, traffic, a road block."""
MARKED_TOO = 8
"""A second sort of such a marker."""
SOFT_ZONE = 16
"""In an enemy zone of the sort that only makes leaving dearer."""
BARRED = 32
"""Not to be entered: an enemy stands there, or orders forbid it."""
STOP = 64
"""Whoever enters must stop."""
NO_END = 128
"""May be passed through; a move may not end there (stacking)."""

EVERY_FLAG = 65535
OWN_FLAGS = 8
"""How many a game may have of its own."""

HEX_COLUMNS = ZONE | CROWDED | MARKED | MARKED_TOO
ZONES = ZONE | SOFT_ZONE

# Bits of a hexside. Two of them choose the column of the price list as well.
CLOSED = 1
"""Not to be crossed."""
TOLL = 2
"""``n * TOLL`` with n from 0 to 7: crossing costs the n-th toll of the price list on top."""
ALTERED = 16
"""Not as the map shows it: bridge blown or interdicted where there was one, bridge built where there was none."""
HELPED = 32
"""Engineers stand by to help across."""

SIDE_COLUMNS = ALTERED | HELPED
COLUMNS = 64
"""Columns of a price list: one for each mix of the six column bits."""

NEVER = 65535
"""The price of what is not allowed."""


def no_flags(hexes: int) -> HexFlags:
    """A table without any bit."""
    return array("H", bytes(2 * hexes))


def own_flags(count: int) -> tuple[int, ...]:
    """The bits of a hex that a game has for itself, each with one meaning."""
    if count > OWN_FLAGS:
        raise ValueError(f"{count} flags of its own: a game may have {OWN_FLAGS}")
    return tuple(256 << number for number in range(count))
