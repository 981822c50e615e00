"""What the map means to a player: how far it is from hex to hex, and how good the ground is to hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from ardennes.advisor.ground import Distances, Neighbours, Numbers, Start, Travel
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN, HALVES, MOTORIZED, WoodsData
from ardennes.games.deadly_woods.rules.terrain import CLEAR, FOOT, MODES, MOTOR, ON_ROAD, price_list
from ardennes.kernels.reach import Reach

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
        self.goals = tuple(sorted(data.victory_hexes))
        self.goal_hexes = data.victory_hexes
        self.travels = [MOTOR if piece.kind in MOTORIZED or piece.side == ALLIED else FOOT for piece in data.counters]
        """How each counter travels: Allied infantry finds lorries (10.5)."""
        self.neighbours = Neighbours(board)
        self.distances = Distances(board, _travels(data), far=FAR, near_path=NEAR_PATH)
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
        self.chances: dict[tuple[int, int], dict[str, float]] = {}
        """11.3.3 How often each result comes up, by column and die modifier, as they come to be needed."""
        self._german_sources = sorted(data.sources[GERMAN])
        self.ways = lru_cache(maxsize=256)(self._lay_ways)
        """What :meth:`_lay_ways` says, read only: playouts begin again and again with the same units."""

    def contested(self, *sides: Sequence[int]) -> list[int]:
        """The goals that each of some groups of hexes is near."""
        near = [self._from_goals[:, hexes].min(axis=1, initial=FAR) < CONTESTED for hexes in sides]
        return [goal for goal, both in zip(self.goals, np.logical_and.reduce(near), strict=True) if both]

    @cached_property
    def _from_goals(self) -> Numbers:
        """Move rounds from each goal to every hex: a row for each goal."""
        return np.stack([self.distances.turns_from(MOTOR, goal) for goal in self.goals])

    @cached_property
    def _supply_ways(self) -> Numbers:
        """8.2 How near each hex lies to the shortest way from the German entry areas to each goal."""
        far = self.distances.nearest((MOTOR, source) for source in self._german_sources)
        return self.distances.on_the_way(far, self.goals, MOTOR)

    def _lay_ways(self, enemies: frozenset[Start], held: tuple[bool, ...], cut: float) -> Ways:
        """The ways of enemies to the goals that are held; with ``cut``, those too that supply the others."""
        needs, garrisons = np.zeros(len(self.goals), dtype=np.float32), np.zeros(self.size, dtype=np.float32)
        if not enemies:
            return Ways(np.zeros(self.size, dtype=np.float32), garrisons, needs)
        near, mine = self.distances.nearest(enemies), np.array(held)
        at_goals = near[list(self.goals)]
        needs[mine] = np.exp(-at_goals[mine] / THREAT)
        garrisons[list(self.goals)] = np.exp(-at_goals / RAID) * mine
        ways = cut * self._supply_ways
        if guarded := tuple(goal for goal, own in zip(self.goals, held, strict=True) if own):
            ways[mine] = needs[mine, None] * self.distances.on_the_way(near, guarded, MOTOR)
        return Ways(ways.sum(axis=0), garrisons, needs)


def _travels(data: WoodsData) -> list[Travel]:
    board = data.board
    return [
        Travel(
            Reach(board.neighbours, board.side_of, MODES[movement_mode]),
            (price_list(data, GERMAN, movement_mode, closed=(), limits=0, stops=0),),
            points,
            HALVES,
            ON_ROAD,
        )
        for movement_mode, points in POINTS_A_ROUND.items()
    ]
