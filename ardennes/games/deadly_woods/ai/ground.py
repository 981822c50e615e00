"""What the map means to a player: how far it is from hex to hex, and how good the ground is to hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from ardennes.advisor import ground
from ardennes.advisor.ground import Numbers, Travel
from ardennes.board import Board
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN, HALVES, MOTORIZED, WoodsData
from ardennes.games.deadly_woods.rules.terrain import CLEAR, FOOT, MODES, MOTOR, ON_ROAD, price_list
from ardennes.kernels.reach import Reach
from ardennes.numbers import Hex

CONTESTED = 2.0
"""Rounds within which a goal is near."""
POINTS_A_ROUND = {FOOT: 3.0, MOTOR: 6.0}
"""What a usual unit has to spend in a round, on foot and motorized."""


class Ground(ground.Ground):
    """Times are in rounds. A garrison is threatened from farther away: a side may move several times before the other
    does."""

    far, near_path, lead, threat, raid = 40, 0.2, MOTOR, 1.2, 2.5

    def __init__(self, data: WoodsData) -> None:
        self._data = data
        travels = [MOTOR if piece.kind in MOTORIZED or piece.side == ALLIED else FOOT for piece in data.counters]
        """10.5 Allied infantry finds lorries."""
        super().__init__(data.board, _ways(data), travels, data.victory_hexes, sorted(data.sources[GERMAN]))
        self.goal_hexes = data.victory_hexes
        self.on_road = np.zeros(data.board.size, dtype=np.float32)
        self.on_road[list(data.road_hexes)] = 1
        """10.4 Whether a road leads through a hex."""

    def cover_of(self, board: Board, hex: Hex) -> float:
        """11.3.2 About how many columns a hex is worth to its defender."""
        data, wet = self._data, sum(bool(board.river[board.side(hex, there)]) for there in board.around(hex))
        return (data.terrain[hex] != CLEAR) + (hex in data.towns) + 0.5 * (hex in data.villages) + wet / 6

    def contested(self, *sides: Sequence[int]) -> list[int]:
        """The goals that each of some groups of hexes is near."""
        near = [self._from_goals[:, hexes].min(axis=1, initial=self.far) < CONTESTED for hexes in sides]
        return [goal for goal, both in zip(self.goals, np.logical_and.reduce(near), strict=True) if both]

    @cached_property
    def _from_goals(self) -> Numbers:
        """Move rounds from each goal to every hex: a row for each goal."""
        return np.stack([self.distances.turns_from(MOTOR, goal) for goal in self.goals])


def _ways(data: WoodsData) -> list[Travel]:
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
