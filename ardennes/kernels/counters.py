# cython: annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What follows from where counters are: stacks, and marks in the hexes they stand in. And cells of counters that lie
face down, which are handed over to others or set back to how they start.

``where`` is the hex of each counter, below 0 if it is not on the map. Columns are arrays with a cell for each counter,
*narrow* ones of type ``b`` and *wide* ones of type ``h``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ardennes.kernels.flags import HexFlags

Columns = Sequence["array[int]"]


def stack(where: array[int], top: array[int], below: array[int]) -> None:
    """Chains the counters of each hex, the highest number on top: ``top`` of a hex, then what is ``below``; -1 ends."""
    if len(where) != len(below):
        raise ValueError(f"{len(where)} counters have {len(below)} places in stacks")
    for hex in range(len(top)):
        top[hex] = -1
    for unit in range(len(where)):
        hex = where[unit]
        if hex >= len(top):
            raise ValueError(f"counter {unit}: there is no hex {hex}")
        if hex >= 0:
            below[unit] = top[hex]
            top[hex] = unit
        else:
            below[unit] = -1


def mark(where: array[int], bits: array[int], flags: HexFlags) -> None:
    """Sets the bits of each counter (sixteen, type ``H``) in the flags of its hex."""
    if len(where) != len(bits):
        raise ValueError(f"{len(where)} counters have bits for {len(bits)}")
    for unit in range(len(where)):
        hex = where[unit]
        if hex >= len(flags):
            raise ValueError(f"counter {unit}: there is no hex {hex}")
        if hex >= 0:
            flags[hex] |= bits[unit]


def having(units: Sequence[int], cells: array[int], bits: int) -> list[int]:
    """Those of some counters that have any of the bits in their cell of a narrow column."""
    found = []
    for unit in units:
        place = unit
        if not 0 <= place < len(cells):
            raise ValueError(f"there is no counter {place}")
        if cells[place] & bits:
            found.append(unit)
    return found


def lacking(units: Sequence[int], cells: array[int]) -> list[int]:
    """Those of some counters whose cell of a narrow column is 0."""
    found = []
    for unit in units:
        place = unit
        if not 0 <= place < len(cells):
            raise ValueError(f"there is no counter {place}")
        if cells[place] == 0:
            found.append(unit)
    return found


def hand_over(narrow: Columns, wide: Columns, units: array[int], others: array[int]) -> None:
    """In each column, copies the cells of ``units`` to those of ``others``, pair by pair."""
    if len(units) != len(others):
        raise ValueError(f"{len(units)} counters cannot be handed over to {len(others)}")
    for column in narrow:
        small = column
        _check(units, len(small))
        _check(others, len(small))
        for pair in range(len(units)):
            small[others[pair]] = small[units[pair]]
    for column in wide:
        large = column
        _check(units, len(large))
        _check(others, len(large))
        for pair in range(len(units)):
            large[others[pair]] = large[units[pair]]


def set_back(
    narrow: Columns, narrow_starts: array[int], wide: Columns, wide_starts: array[int], units: array[int]
) -> None:
    """In each column, sets the cells of ``units`` to its start."""
    if len(narrow) != len(narrow_starts) or len(wide) != len(wide_starts):
        raise ValueError("every column needs its start")
    for number in range(len(narrow)):
        small = narrow[number]
        _check(units, len(small))
        for place in range(len(units)):
            small[units[place]] = narrow_starts[number]
    for number in range(len(wide)):
        large = wide[number]
        _check(units, len(large))
        for place in range(len(units)):
            large[units[place]] = wide_starts[number]


def _check(units: array[int], count: int) -> None:
    for place in range(len(units)):
        if not 0 <= units[place] < count:
            raise ValueError(f"there is no counter {units[place]}")
