"""What the map means to a player: how far it is from hex to hex, and how good the ground is to hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN, HALVES, MOTORIZED, WoodsData
from ardennes.games.deadly_woods.rules.terrain import CLEAR, FOOT, MODES, MOTOR, ON_ROAD, price_list
from ardennes.kernels.reach import Reach

Numbers = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]
Start = tuple[int, int]
"""A manner of travelling, and the hex it begins in."""
FAR = 40
"""Movement points to where one cannot go, and the limit of the search."""
NEAR_PATH = 0.2
"""How far from the shortest way, in rounds, a hex still lies on a corridor."""
THREAT = 1.2
"""In how many rounds a goal out of the enemy's reach has lost most of its need to be covered."""
RAID = 2.5
"""The same for its garrison: a side may move several times before the other does."""
CONTESTED = 2.0
"""Rounds within which a goal is near."""
A_COLUMN = 1.35
"""What a column's shift means for the strength that is needed."""
POINTS_A_ROUND = {FOOT: 3.0, MOTOR: 6.0}
"""What a usual unit has to spend in a round, on foot and motorized."""


class Ways(NamedTuple):
    """Where enemies could come from and what they would come for."""

    corridor: Numbers
    """How much of the enemy's ways to what must be guarded leads through each hex."""
    garrisons: Numbers
    """What must be guarded, by hex."""
    needs: Numbers
    """By goal: how much a goal of one's own must be covered."""


class Ground:
    """Worked out once for a map and its tables, distances as they come to be needed."""

    def __init__(self, data: WoodsData) -> None:
        board = data.board
        self.size = board.size
        self.goals = sorted(data.victory_hexes)
        self.goal_hexes = data.victory_hexes
        self.travels = [self._movement_mode(data, unit) for unit in range(len(data.counters))]
        """How each counter travels: Allied infantry finds lorries (10.5)."""
        around = [(*board.around(hex), *6 * (board.size,))[:6] for hex in range(board.size)]
        self._around = np.array(around, dtype=np.intp).T.copy()
        self.cover = np.zeros(board.size, dtype=np.float32)
        for hex in board.hexes:
            wet = sum(bool(board.river[board.side(hex, there)]) for there in board.around(hex))
            self.cover[hex] = (
                (data.terrain[hex] != CLEAR) + (hex in data.towns) + 0.5 * (hex in data.villages) + wet / 6
            )
        """11.3.2 About how many columns a hex is worth to its defender."""
        self.toughness = [A_COLUMN**columns for columns in self.cover.tolist()]
        """How many times the strength it takes because of them."""
        self.on_road = np.zeros(board.size, dtype=np.float32)
        self.on_road[list(data.road_hexes)] = 1
        """10.4 Whether a road leads through a hex."""
        self._searches = {
            movement_mode: (
                price_list(data, GERMAN, movement_mode, closed=(), limits=0, stops=0),
                Reach(board.neighbours, board.side_of, MODES[movement_mode]),
            )
            for movement_mode in POINTS_A_ROUND
        }
        self._nothing, self._still = bytes(board.size), bytes(board.sides)
        self.chances: dict[tuple[int, int], dict[str, float]] = {}
        """11.3.3 How often each result comes up, by column and die modifier, as they come to be needed."""
        self._rounds: dict[tuple[int, int], Numbers] = {}
        self._german_sources = sorted(data.sources[GERMAN])
        self._fading: dict[tuple[int, float], Numbers] = {}
        self.ways = lru_cache(maxsize=256)(self._lay_ways)
        """What :meth:`_lay_ways` says, read only: playouts begin again and again with the same units."""
        self.near_supply = lru_cache(maxsize=256)(self._find_near_supply)

    @staticmethod
    def _movement_mode(data: WoodsData, unit: int) -> int:
        piece = data.counters[unit]
        return MOTOR if piece.kind in MOTORIZED or piece.side == ALLIED else FOOT

    def around(self, values: Numbers) -> Numbers:
        """For every hex the sum of what its neighbours have."""
        return self.sums(np.append(values, np.float32(0)), slice(None))

    def sums(self, padded: Numbers, hexes: slice | Places) -> Numbers:
        """For some hexes the sum of what their neighbours have; the last value is for those that are off the map."""
        total: Numbers = padded.take(self._around[:, hexes], axis=-1).sum(axis=-2)
        return total

    def beside(self, hexes: Places) -> Places:
        """The hexes next to some, each as often as it has one of them beside it."""
        found: Places = self._around[:, hexes].ravel()
        return found[found < self.size]

    def rounds(self, movement_mode: int, hex: int) -> Numbers:
        """Move rounds from a hex to every other on an empty map, and about as many back."""
        found = self._rounds.get((movement_mode, hex))
        if found is None:
            prices, search = self._searches[movement_mode]
            search.run(prices, self._nothing, self._still, hex, FAR * HALVES, 0, ON_ROAD)
            costs = np.array(search.costs(FAR * HALVES), dtype=np.float32)
            found = self._rounds[movement_mode, hex] = costs / np.float32(HALVES * POINTS_A_ROUND[movement_mode])
        return found

    def nearest(self, starts: Iterable[Start]) -> Numbers:
        """Move rounds to every hex from the nearest of some."""
        near = np.full(self.size, np.inf, dtype=np.float32)
        for start in starts:
            np.minimum(near, self.rounds(*start), out=near)
        return near

    @cached_property
    def _from_goals(self) -> Numbers:
        """Move rounds from each goal to every hex: a row for each goal."""
        return np.stack([self.rounds(MOTOR, goal) for goal in self.goals])

    def contested(self, *sides: Sequence[int]) -> list[int]:
        """The goals that each of some groups of hexes is near."""
        near = [self._from_goals[:, hexes].min(axis=1, initial=FAR) < CONTESTED for hexes in sides]
        return [goal for goal, both in zip(self.goals, np.logical_and.reduce(near), strict=True) if both]

    @cached_property
    def _supply_ways(self) -> Numbers:
        """8.2 How near each hex lies to the shortest way from the German entry areas to each goal."""
        far = self.nearest((MOTOR, source) for source in self._german_sources)
        return _on_the_way(far + self._from_goals - far[self.goals, None])

    def _lay_ways(self, enemies: frozenset[Start], held: tuple[bool, ...], cut: float) -> Ways:
        """The ways of enemies to the goals that are held; with ``cut``, those too that supply the others."""
        needs, garrisons = np.zeros(len(self.goals), dtype=np.float32), np.zeros(self.size, dtype=np.float32)
        if not enemies:
            return Ways(np.zeros(self.size, dtype=np.float32), garrisons, needs)
        near, mine = self.nearest(enemies), np.array(held)
        at_goals = near[self.goals]
        needs[mine] = np.exp(-at_goals[mine] / THREAT)
        garrisons[self.goals] = np.exp(-at_goals / RAID) * mine
        ways = cut * self._supply_ways
        ways[mine] = needs[mine, None] * _on_the_way(near + self._from_goals[mine] - at_goals[mine, None])
        return Ways(ways.sum(axis=0), garrisons, needs)

    def _find_near_supply(self, supplied: bytes) -> npt.NDArray[np.bool_]:
        """The hexes that have supply, or have one beside them that has it."""
        marks = (np.frombuffer(supplied, dtype=np.uint8) != 0).astype(np.float32)
        found: npt.NDArray[np.bool_] = marks + self.around(marks) > 0
        return found

    def fading(self, movement_mode: int, reach: float) -> Numbers:
        """How strongly each goal pulls in every hex: a row for each goal."""
        found = self._fading.get((movement_mode, reach))
        if found is None:
            rounds = np.stack([self.rounds(movement_mode, goal) for goal in self.goals])
            found = self._fading[movement_mode, reach] = NEAR_PULL * np.exp(
                -rounds / np.float32(reach)
            ) + FAR_PULL * np.exp(-rounds / np.float32(4 * reach))
        return found


NEAR_PULL, FAR_PULL = np.float32(0.6), np.float32(0.4)
"""Shares of a goal's pull that are felt near it and far away."""


def _on_the_way(slack: Numbers) -> Numbers:
    """How near hexes lie to a shortest way, by the rounds that it would take more to go through them."""
    near: Numbers = np.exp(-np.maximum(slack, 0) / np.float32(NEAR_PATH))
    return near
