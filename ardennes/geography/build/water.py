"""Water on hexsides: which river runs along which side of the map, how wide, and who is on which bank."""

from __future__ import annotations

from dataclasses import dataclass, field

from ardennes.geography.build.frame import Frame

BANK_DEPTH = 2
"""How many hexes away from the river a hex still counts as on its bank."""


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
    _banks: dict[str, dict[int, str]] = field(default_factory=dict)

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
        """``left`` or ``right`` for a cell on that bank of the river, nothing for one far away or on both."""
        if name not in self._banks:
            self._banks[name] = self._find_banks(name)
        return self._banks[name].get(cell, "")

    def _find_banks(self, name: str) -> dict[int, str]:
        sides = {side: water for side, water in self.by_side.items() if water.river == name}
        banks: dict[int, str] = {}
        for water in sides.values():
            for cell, bank in ((water.left, "left"), (water.right, "right")):
                banks[cell] = bank if banks.get(cell, bank) == bank else ""
        frontier = [cell for cell, bank in banks.items() if bank]
        for _ in range(BANK_DEPTH):
            beyond = []
            for cell in frontier:
                for other in self.frame.neighbours(cell):
                    if other not in banks and self.frame.side(cell, other) not in sides:
                        banks[other] = banks[cell]
                        beyond.append(other)
            frontier = beyond
        return banks
