# cython: annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What follows from where counters are: stacks, and marks in the hexes they stand in. And cells of counters that lie
face down, which are handed over to others or set back to how they start.

``where`` is the hex of each counter, below 0 if it is not on the map. Columns are arrays with a cell for each counter,
*narrow* ones of type ``b`` and *wide* ones of type ``h``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ardennes.kernels.flags import ZONES, ByteTable, HexFlags
from ardennes.kernels.zones import NO_ZONE
from ardennes.numbers import Hex, K

if TYPE_CHECKING:
    from ardennes.kernels.zones import Zones

_no_zone = NO_ZONE
_zones = ZONES
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


class Stacks:
    """The stacks of one position, kept up as counters are put elsewhere; it writes on the position's own columns."""

    def __init__(self, where: array[int], top: array[int], below: array[int]) -> None:
        if len(where) != len(below):
            raise ValueError(f"{len(where)} counters have {len(below)} places in stacks")
        self._where, self._top, self._below = where, top, below

    def put(self, unit: int, place: int) -> Any:
        """Takes a counter to a hex, or off the map; returns where it was."""
        where, top, below = self._where, self._top, self._below
        if not 0 <= unit < len(where) or place >= len(top):
            raise ValueError(f"there is no counter {unit} or no hex {place}")
        old = where[unit]
        if old >= 0:
            above = top[old]
            if above == unit:
                top[old] = below[unit]
            else:
                while below[above] != unit:
                    above = below[above]
                below[above] = below[unit]
        where[unit] = place
        if place < 0:
            below[unit] = -1
        elif top[place] < unit:
            below[unit] = top[place]
            top[place] = unit
        else:
            above = top[place]
            while below[above] > unit:
                above = below[above]
            below[unit] = below[above]
            below[above] = unit
        return old

    def with_at_least(self, count: int) -> list[Hex]:
        """The hexes where so many counters or more stand, in order."""
        top, below = self._top, self._below
        found: list[Any] = []
        for hex in range(len(top)):
            unit, left = top[hex], count
            while unit >= 0 and left > 0:
                unit = below[unit]
                left -= 1
            if left == 0:
                found.append(hex)
        return found


class Signs:
    """What counters are to those who move: for units of each side, the bits that a counter gives its hex, and the flags
    that hexes always have."""

    def __init__(self, bits: Sequence[array[int]], fixed: Sequence[HexFlags]) -> None:
        self._bits_0, self._bits_1 = bits
        self._fixed_0, self._fixed_1 = fixed
        if len(self._bits_0) != len(self._bits_1) or len(self._fixed_0) != len(self._fixed_1):
            raise ValueError("the signs are not those of the same counters or of the same map")


class Books:
    """All that one position keeps up as counters are put elsewhere, on its own columns: stacks, flags of hexes for
    units of each side, zones of control (``counts`` of each side; ``bit`` is their flag for the other)."""

    def __init__(
        self,
        stacks: Stacks,
        signs: Signs,
        zones: Zones,
        flags: Sequence[HexFlags],
        counts: Sequence[array[int]],
        bit: int,
        sides: ByteTable,
    ) -> None:
        self._stacks, self._signs, self._zones = stacks, signs, zones
        self._flags_0, self._flags_1 = flags
        self._counts_0, self._counts_1 = counts
        self._bit, self._sides = bit, sides
        if len(self._signs._bits_0) != len(self._stacks._where):
            raise ValueError("the signs are not those of these counters")
        hexes = len(self._stacks._top)
        if not hexes == len(self._flags_0) == len(self._flags_1) == len(self._signs._fixed_0) == zones.hexes:
            raise ValueError("the tables are not those of the same map")

    def put(self, unit: int, place: int, side: int, kind: int) -> Any:
        """Takes a counter of a side with this kind of zone to a hex, or off the map; returns where it was."""
        old = self._stacks.put(unit, place)
        signs = self._signs
        if old >= 0:
            self.mark_hex(old)
        if place >= 0:
            self._flags_0[place] |= signs._bits_0[unit]
            self._flags_1[place] |= signs._bits_1[unit]
        if kind != _no_zone and (old >= 0 or place >= 0):
            if side:
                self._zones.move(old, place, kind, self._counts_1, self._flags_0, self._bit, self._sides)
            else:
                self._zones.move(old, place, kind, self._counts_0, self._flags_1, self._bit, self._sides)
        return old

    def mark_hex(self, hex: int) -> None:
        """The flags of a hex from who stands there now; zones are left as they are."""
        stacks, signs = self._stacks, self._signs
        if not 0 <= hex < len(stacks._top):
            raise ValueError(f"there is no hex {hex}")
        first = self._flags_0[hex] & _zones | signs._fixed_0[hex]
        second = self._flags_1[hex] & _zones | signs._fixed_1[hex]
        unit = stacks._top[hex]
        while unit >= 0:
            first |= signs._bits_0[unit]
            second |= signs._bits_1[unit]
            unit = stacks._below[unit]
        self._flags_0[hex] = first
        self._flags_1[hex] = second


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


def having(units: Sequence[K], cells: array[int], bits: int) -> list[K]:
    """Those of some counters that have any of the bits in their cell of a narrow column."""
    found = []
    for unit in units:
        place = unit
        if not 0 <= place < len(cells):
            raise ValueError(f"there is no counter {place}")
        if cells[place] & bits:
            found.append(unit)
    return found


def not_having(units: Sequence[K], cells: array[int], bits: int) -> list[K]:
    """Those of some counters that have none of the bits in their cell of a narrow column."""
    found = []
    for unit in units:
        place = unit
        if not 0 <= place < len(cells):
            raise ValueError(f"there is no counter {place}")
        if not cells[place] & bits:
            found.append(unit)
    return found


def anyone_has(cells: array[int], bits: int) -> bool:
    """Whether any counter has any of the bits in its cell of a narrow column."""
    found = 0
    for unit in range(len(cells)):
        found |= cells[unit]
    return found & bits != 0


def coded(verb: int, things: Sequence[int]) -> list[int]:
    """The options that a verb makes with each of some counters, hexes or hexsides: the sums of their numbers."""
    found = []
    for thing in things:
        found.append(verb + thing)
    return found


def lacking(units: Sequence[K], cells: array[int]) -> list[K]:
    """Those of some counters whose cell of a narrow column is 0."""
    found = []
    for unit in units:
        place = unit
        if not 0 <= place < len(cells):
            raise ValueError(f"there is no counter {place}")
        if cells[place] == 0:
            found.append(unit)
    return found


def other_than(units: Sequence[K], cells: array[int], value: int) -> list[K]:
    """Those of some counters that have another value in their cell of a narrow column."""
    found = []
    for unit in units:
        place = unit
        if not 0 <= place < len(cells):
            raise ValueError(f"there is no counter {place}")
        if cells[place] != value:
            found.append(unit)
    return found


def equal_to(units: Sequence[K], cells: array[int], value: int) -> list[K]:
    """Those of some counters that have this value in their cell of a wide column."""
    found = []
    for unit in units:
        place = unit
        if not 0 <= place < len(cells):
            raise ValueError(f"there is no counter {place}")
        if cells[place] == value:
            found.append(unit)
    return found


def clear_of(units: Sequence[K], cells: array[int], bits: int) -> list[K]:
    """Those of some counters that have none of the bits in their cell of a wide column."""
    found = []
    for unit in units:
        place = unit
        if not 0 <= place < len(cells):
            raise ValueError(f"there is no counter {place}")
        if cells[place] & bits == 0:
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
