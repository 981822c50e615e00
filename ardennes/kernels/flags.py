"""The words rules and kernels share: what may be true of a hex or a hexside while a game is played.

Eight bits for each hex and eight for each hexside, kept by the rules in two plain byte tables. A kernel gives
the bits no meaning beyond what is said here; which of them bar, stop or make a step dearer for a given mover
is written in that mover's price list (:class:`ardennes.kernels.reach.Prices`).
"""

from __future__ import annotations

from array import array
from typing import TypeAlias

ByteTable: TypeAlias = "bytes | bytearray | array[int]"
"""A byte for each hex, hexside or directed hexside; an array must be of type ``B``."""
Marks: TypeAlias = "bytearray | array[int]"
"""The same where a kernel writes as well."""

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
