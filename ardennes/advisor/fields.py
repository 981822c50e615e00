"""What hexes are worth to a side: goals draw units, the less the more are near them; ways to its own are closed."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ardennes.advisor.ground import Hexes, Marks, Neighbours, Numbers
from ardennes.advisor.plan import FieldPlan

Worth = npt.NDArray[np.float64]
IN_THE_WAY = 2.0
"""A unit bars its own hex more than it does those around."""
NONE_OR_ONE = np.array([[0], [1]], dtype=np.uint16)


class Attraction:
    """Where units are drawn: to cover and supply, and towards each goal the less, the more of them are near it already.

    ``pulls`` is what each goal is worth, ``places`` where units are by how they travel, and ``share`` what each of them
    takes from a goal that it is near."""

    def __init__(
        self,
        base: Worth,
        tables: Sequence[Numbers],
        pulls: npt.NDArray[np.floating],
        places: Sequence[Sequence[int]],
        share: float = 1.0,
    ) -> None:
        self._base, self._tables = base, tables
        self.pulls: Numbers = (pulls / self._load(places, share)).astype(np.float32)

    def _load(self, places: Sequence[Sequence[int]], share: float) -> Numbers:
        """How many units are near each goal; one where there is nobody."""
        load = np.ones(len(self._tables[0]), dtype=np.float32)
        for table, hexes in zip(self._tables, places, strict=True):
            if hexes:
                load += share * table[:, hexes].sum(axis=1)
        return load

    def by(self, way: int) -> Worth:
        """What every hex is worth to those who travel so."""
        worth: Worth = self._base + np.einsum("g,gh->h", self.pulls, self._tables[way])
        return worth


def ground_worth(plan: FieldPlan, cover: Numbers, near_supply: Marks) -> Worth:
    """What every hex is worth in itself: how well it can be held, and whether supply is near."""
    worth: Worth = plan.cover * cover + plan.supply * near_supply
    return worth


class ClosedWays:
    """What a unit closes of the enemy's ways in each hex, by its zone. A way counts once, whoever bars it; a garrison
    counts besides."""

    def __init__(
        self, neighbours: Neighbours, corridor: Numbers, garrisons: Numbers, post: float, guard: float
    ) -> None:
        self._neighbours, self._corridor, self._post = neighbours, corridor, post
        self._in_the_way, self._guarded = IN_THE_WAY * corridor, guard * garrisons

    def look(self, held: array[int] | bytes) -> None:
        """Takes in how many units of one's own have each hex in their zone."""
        self._holders = np.frombuffer(held, dtype=np.uint16).copy()
        self._open = np.zeros((2, self._neighbours.size + 1), dtype=np.float32)
        self._open_ways(slice(self._neighbours.size))
        self._changes = self._gains(slice(None))

    def refresh(self, held: array[int] | bytes) -> None:
        """The same after a move, only around hexes that it has closed or opened."""
        holders = np.frombuffer(held, dtype=np.uint16)
        (changed,) = (holders != self._holders).nonzero()
        if len(changed):
            self._holders = holders.copy()
            self._open_ways(changed)
            beside = self._neighbours.beside(changed)
            self._changes[:, beside] = self._gains(beside)

    @property
    def gained(self) -> Numbers:
        """What the next unit would close in each hex."""
        gained: Numbers = self._changes[0]
        return gained

    @property
    def lost(self) -> Numbers:
        """What the only one there would open."""
        lost: Numbers = self._changes[1]
        return lost

    def _open_ways(self, hexes: slice | Hexes) -> None:
        """Ways that nobody bars, and ways that only one unit bars."""
        self._open[:, hexes] = self._corridor[hexes] * (self._holders[hexes] == NONE_OR_ONE)

    def _gains(self, hexes: slice | Hexes) -> Numbers:
        closed = self._post * (self._neighbours.sums(self._open, hexes) + self._in_the_way[hexes])
        gains: Numbers = closed + self._guarded[hexes]
        return gains
