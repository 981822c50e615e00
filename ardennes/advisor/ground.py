"""What a map means to whoever travels on it: neighbours, how far it is, how goals fade, and which ways lead to them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache, partial
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from ardennes.board import Board
from ardennes.hexes import Grid, distance
from ardennes.kernels.flags import no_flags
from ardennes.kernels.reach import Prices, Reach
from ardennes.numbers import Hex, Unit, all_hexes

Numbers = npt.NDArray[np.float32]
"""A number for each hex, or rows of them."""
Marks = npt.NDArray[np.bool_]
Hexes = npt.NDArray[np.intp]
Start = tuple[int, int]
"""A way of travelling, and the hex it begins in."""

FAR_PULL, FAR_REACH = np.float32(0.4), 4
"""The share of a goal's pull that is felt far away, and how many times as far as the rest."""
NEAR_PULL = np.float32(0.6)
MOST_ROWS = 8192
GONE_BACK = 2
"""Hexes by which a unit must come back for its last move to be undone."""
A_COLUMN = 1.35
"""What a column's shift means for the strength that is needed."""


class Neighbours:
    """Sums over the hexes beside each hex. No linear algebra: its threads get in each other's way."""

    def __init__(self, board: Board) -> None:
        self.size = board.size
        around = [(*board.around(hex), *6 * (board.size,))[:6] for hex in all_hexes(board.size)]
        self._around = np.array(around, dtype=np.intp).T.copy()
        """Six rows of neighbours; the number behind the last hex stands for none."""
        self.near = lru_cache(maxsize=256)(self._near)
        """By a byte for each hex: whether it or a neighbour has a mark."""

    def around(self, values: Numbers) -> Numbers:
        """For every hex the sum of what its neighbours have."""
        padded = np.zeros((*values.shape[:-1], self.size + 1), dtype=np.float32)
        padded[..., :-1] = values
        return self.sums(padded, slice(None))

    def sums(self, padded: Numbers, hexes: slice | Hexes) -> Numbers:
        """The same for some hexes; behind the last value stands a nought for what is off the map."""
        total: Numbers = padded.take(self._around[:, hexes], axis=-1).sum(axis=-2)
        return total

    def beside(self, hexes: Hexes) -> Hexes:
        """The hexes next to some, each as often as it has one of them beside it."""
        found: Hexes = self._around[:, hexes].ravel()
        return found[found < self.size]

    def _near(self, marks: bytes) -> Marks:
        numbers = (np.frombuffer(marks, dtype=np.uint8) != 0).astype(np.float32)
        found: Marks = numbers + self.around(numbers) > 0
        return found


class Travel(NamedTuple):
    """One way of travelling on an empty map."""

    search: Reach
    prices: tuple[Prices, ...]
    """By movement mode; the best is taken."""
    points: float
    """Movement points of a usual unit in a turn."""
    parts: int
    """The smallest parts that a point has."""
    mode: int = 0
    """How the search begins."""


class Distances:
    """Turns from hex to hex on an empty map, for each way of travelling; worked out as they come to be needed.

    The way back is taken to be as long as the way there, so that goals alone need a search. ``exact`` searches from
    every hex instead, which pays on a small map. What is further than ``far`` points cannot be reached; a hex that is
    ``near_path`` turns off a shortest way lies on it by a third."""

    def __init__(
        self, board: Board, travels: Sequence[Travel], *, far: int, near_path: float, exact: bool = False
    ) -> None:
        self._travels, self._far, self._near_path, self._exact = travels, far, np.float32(near_path), exact
        self.ways = len(travels)
        self._no_flags, self._no_sides = no_flags(board.size), bytes(board.sides)
        self.turns_from = lru_cache(maxsize=MOST_ROWS)(self._turns_from)
        """By way of travelling and hex: turns from there to every hex."""
        self._backwards = lru_cache(maxsize=len(travels))(self._turn_around)
        self._pull = lru_cache(maxsize=MOST_ROWS)(self._pull_of)
        self.fading = lru_cache(maxsize=256)(self._fading)
        """By how far they are felt, and goals: for each way of travelling how strongly goals pull in every hex, a row
        for each. Most of a pull is felt near its goal, a little far away."""

    def _turns_from(self, way: int, hex: Hex) -> Numbers:
        travel, points = self._travels[way], np.full(len(self._no_flags), self._far, dtype=np.float32)
        limit = self._far * travel.parts
        for prices in travel.prices:
            travel.search.run(prices, self._no_flags, self._no_sides, hex, limit, 0, travel.mode)
            costs = np.array(travel.search.costs(limit)) / travel.parts
            points = np.minimum(points, costs.astype(np.float32))
        return points / np.float32(travel.points)

    def _turn_around(self, way: int) -> Numbers:
        """Turns to every hex from every other: all rows from everywhere, turned around."""
        size = len(self.turns_from(way, 0))
        return np.stack([self.turns_from(way, hex) for hex in all_hexes(size)]).T.copy()

    def turns_to(self, way: int, hex: Hex) -> Numbers:
        """Turns from every hex to one."""
        found: Numbers = self._backwards(way)[hex] if self._exact else self.turns_from(way, hex)
        return found

    def _pull_of(self, way: int, reach: float, goal: Hex) -> Numbers:
        turns, near, far = self.turns_to(way, goal), np.float32(reach), np.float32(FAR_REACH * reach)
        pull: Numbers = NEAR_PULL * np.exp(-turns / near) + FAR_PULL * np.exp(-turns / far)
        return pull

    def _fading(self, reach: float, goals: tuple[Hex, ...]) -> tuple[Numbers, ...]:
        if not goals:
            return tuple(np.zeros((0, len(self._no_flags)), dtype=np.float32) for _ in self._travels)
        return tuple(np.stack([self._pull(way, reach, goal) for goal in goals]) for way in range(len(self._travels)))

    def nearest(self, starts: Iterable[Start]) -> Numbers:
        """Turns to every hex from the nearest of some; far to all of them where there is none."""
        nobody = np.full(len(self._no_flags), self._far, dtype=np.float32)
        near: Numbers = np.minimum.reduce([nobody, *(self.turns_from(*start) for start in starts)])
        return near

    def on_the_way(self, near: Numbers, goals: tuple[Hex, ...], way: int) -> Numbers:
        """How near each hex lies to a shortest way to each goal, a row for each: ``near`` is how far every hex is from
        where the ways begin."""
        slack = near + np.stack([self.turns_to(way, goal) for goal in goals]) - near[list(goals), None]
        if not self._exact:
            slack = np.maximum(slack, 0)
        found: Numbers = np.exp(-slack / self._near_path)
        return found


def by_way(units: Iterable[Unit], ways: Sequence[int], where: Sequence[int], count: int) -> tuple[list[int], ...]:
    """Where units are, by how they travel."""
    places: tuple[list[int], ...] = tuple([] for _ in range(count))
    for unit in units:
        places[ways[unit]].append(where[unit])
    return places


def undoes(grid: Grid, origin: Hex, here: Hex, hex: Hex) -> bool:
    """Whether going to a hex takes a unit back by two hexes or more of the way that it has come."""
    return distance(grid, origin, hex) <= distance(grid, origin, here) - GONE_BACK


def _back(grid: Grid, size: int, origin: Hex, here: Hex) -> Marks:
    return np.array([undoes(grid, origin, here, hex) for hex in all_hexes(size)])


class Ways(NamedTuple):
    """Where enemies could come from and what they would come for."""

    corridor: Numbers
    """How much of the enemy's ways to what must be guarded leads through each hex."""
    garrisons: Numbers
    """What must be guarded, by hex."""
    needs: Numbers
    """By goal: how much a goal of one's own must be covered."""


class Ground:
    """What a map means to the players of a game: worked out once, distances as they come to be needed."""

    far: ClassVar[int]
    """Movement points to where one cannot go, and the limit of the search."""
    near_path: ClassVar[float]
    """How far from the shortest way, in turns, a hex still lies on a corridor."""
    exact: ClassVar[bool] = False
    lead: ClassVar[int]
    """How those travel whose ways to goals must be closed."""
    threat: ClassVar[float]
    """In how many turns a goal out of the enemy's reach has lost most of its need to be covered."""
    raid: ClassVar[float]
    """The same for its garrison."""

    def __init__(
        self,
        board: Board,
        ways: Sequence[Travel],
        travels: Sequence[int],
        goals: Iterable[Hex] = (),
        sources: Sequence[int] = (),
    ) -> None:
        self.size, self.goals, self._sources = board.size, tuple(sorted(goals)), sources
        """Goals that never change, and where the supply of those who come for them begins."""
        self.worth_of = dict.fromkeys(self.goals, 1.0)
        """What each goal is worth to who must guard it."""
        self.travels = travels
        """How each counter travels."""
        self.neighbours = Neighbours(board)
        self.distances = Distances(board, ways, far=self.far, near_path=self.near_path, exact=self.exact)
        cover = [self.cover_of(board, hex) if hex in board else 0.0 for hex in all_hexes(board.size)]
        self.cover = np.array(cover, dtype=np.float32)
        self.toughness = [A_COLUMN**columns for columns in self.cover.tolist()]
        """How many times the strength a hex takes because of its cover."""
        self.chances: dict[tuple[int, int], dict[str, float]] = {}
        """How often each result of combat comes up, by column and die modifier, as they come to be needed."""
        self.ways = lru_cache(maxsize=256)(self._lay_ways)
        """What :meth:`_lay_ways` says, read only: playouts begin again and again with the same units."""
        self._supply_ways = lru_cache(maxsize=8)(self._lay_supply_ways)
        grid = board.grid
        self.backwards = lru_cache(maxsize=1024)(partial(_back, grid, board.size))
        """By where a unit came from and where it is: the hexes that would undo its move."""

    def cover_of(self, board: Board, hex: Hex) -> float:
        """How much easier a hex is to hold than open ground: dice, columns."""
        raise NotImplementedError

    def _lay_ways(
        self,
        enemies: Collection[Start],
        goals: tuple[Hex, ...],
        guarded: tuple[float, ...],
        cut: float = 0.0,
        turns: float = math.inf,
    ) -> Ways:
        """The ways of enemies to goals, by what each is worth to who must guard it; nothing for those that he does not.
        With ``cut``, these count too, by the ways that supply them. What is more turns away does not matter."""
        garrisons = np.zeros(self.size, dtype=np.float32)
        if not enemies:
            return Ways(np.zeros(self.size, dtype=np.float32), garrisons, np.zeros(len(goals), dtype=np.float32))
        near, hexes = self.distances.nearest(enemies), list(goals)
        worth = np.array(guarded, dtype=np.float32) * (near[hexes] <= turns)
        needs = worth * np.exp(-near[hexes] / self.threat)
        garrisons[hexes] = worth * np.exp(-near[hexes] / self.raid)
        ways = needs[:, None] * self.distances.on_the_way(near, goals, self.lead)
        if cut:
            ways += cut * (worth == 0)[:, None] * self._supply_ways(goals)
        return Ways(ways.sum(axis=0), garrisons, needs)

    def _lay_supply_ways(self, goals: tuple[Hex, ...]) -> Numbers:
        """How near each hex lies to the shortest way from the sources of supply to each goal."""
        far = self.distances.nearest((self.lead, source) for source in self._sources)
        return self.distances.on_the_way(far, goals, self.lead)
