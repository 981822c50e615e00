"""Water on hexsides: which river runs along which side of the map, how wide, and who is on which bank."""

from __future__ import annotations

from dataclasses import dataclass, field

from ardennes.geography.build.frame import Frame


@dataclass(frozen=True)
class Water:
    """What runs along one side."""

    river: str
    """Its name; empty for a nameless stream."""
    kind: str
    """How wide it is, in the game's words."""
    left: int
    right: int
    """The cells on either bank, looking downstream."""


@dataclass
class Rivers:
    """All water of a map, by side."""

    frame: Frame
    barriers: frozenset[str]
    """Rivers that roads cross only at their own bridge towns."""
    by_side: dict[int, Water] = field(default_factory=dict)

    def crossing(self, one: int, other: int) -> Water | None:
        """The water between two cells."""
        return self.by_side.get(self.frame.side(one, other))

    def beside(self, cell: int) -> list[Water]:
        """The water along the sides of a cell."""
        return [water for other in self.frame.neighbours(cell) if (water := self.crossing(cell, other))]

    def touching(self, cell: int, name: str) -> bool:
        """Whether the river runs along a side of this cell."""
        return any(water.river == name for water in self.beside(cell))

    def bank(self, cell: int, name: str) -> str:
        """``left`` or ``right`` for a cell on that bank of the river, nothing for one away from it or on both."""
        banks = {"left" if water.left == cell else "right" for water in self.beside(cell) if water.river == name}
        return banks.pop() if len(banks) == 1 else ""
