"""What the small numbers of the program stand for: a unit, a hex, a hexside, a side.

At run time they are plain ints in flat arrays. To the type checker each is a kind of its own, and a column knows what
it is counted by and what it holds: ``p.where[unit]`` is a Hex, and ``p.where[hex]`` a mistake. Type where numbers come
from (columns, rosters, the board, options) rather than wrap them where they are used: a call costs time in a loop.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, NewType, Self, SupportsIndex, TypeVar, overload

Unit = NewType("Unit", int)
Hex = NewType("Hex", int)
"""A hex of the board; below 0 a place that is none: nowhere, unseen, a box."""
Hexside = NewType("Hexside", int)
Side = NewType("Side", int)

SIDES = Side(0), Side(1)
NO_NUMBER: Any = -1
"""What stands for no unit, hex, hexside or side in columns and fields of any of them."""

ENEMY_OF = Side(1), Side(0)
"""The other side, by side."""

K = TypeVar("K", bound=int)
V = TypeVar("V", bound=int)
T = TypeVar("T")

if TYPE_CHECKING:

    class Values(Iterable[V]):
        """What can be gone through, number by number."""

        def __iter__(self) -> Iterator[V]: ...

    class Numbers(Values[V], array[int], Generic[K, V]):
        """An array of small numbers of a kind, counted by small numbers of a kind."""

        @overload  # type: ignore[override]
        def __getitem__(self, key: K, /) -> V: ...
        @overload
        def __getitem__(self, key: slice, /) -> Self: ...
        def __getitem__(self, key: Any, /) -> Any: ...
        @overload  # type: ignore[override]
        def __setitem__(self, key: K, value: V, /) -> None: ...
        @overload
        def __setitem__(self, key: slice, value: array[int], /) -> None: ...
        def __setitem__(self, key: Any, value: Any, /) -> None: ...
        def __iter__(self) -> Iterator[V]: ...
        def __mul__(self, times: int, /) -> Self: ...
        def index(self, value: int, start: int = 0, stop: int = ..., /) -> K: ...

    class PerUnit(Numbers[Unit, V]): ...

    class PerHex(Numbers[Hex, V]): ...

    class PerHexside(Numbers[Hexside, V]): ...

    def by_unit(values: Iterable[T]) -> Iterator[tuple[Unit, T]]:
        """Counts values that there is one of for each unit; the others do so for hexes, hexsides and sides."""

    def by_hex(values: Iterable[T]) -> Iterator[tuple[Hex, T]]: ...

    def by_hexside(values: Iterable[T]) -> Iterator[tuple[Hexside, T]]: ...

    def by_side(values: Iterable[T]) -> Iterator[tuple[Side, T]]: ...

    def all_units(*bounds: int) -> Sequence[Unit]:
        """The numbers of so many units; the others of hexes and hexsides."""

    def all_hexes(*bounds: int) -> Sequence[Hex]: ...

    def all_hexsides(*bounds: int) -> Sequence[Hexside]: ...

    class SidePerUnit(bytes):
        """The side of each unit."""

        @overload
        def __getitem__(self, key: SupportsIndex, /) -> Side: ...
        @overload
        def __getitem__(self, key: slice, /) -> bytes: ...
        def __getitem__(self, key: Any, /) -> Any: ...
        def __iter__(self) -> Iterator[Side]: ...

else:
    Numbers = PerUnit = PerHex = PerHexside = array
    SidePerUnit = bytes
    by_unit = by_hex = by_hexside = by_side = enumerate
    all_units = all_hexes = all_hexsides = range
