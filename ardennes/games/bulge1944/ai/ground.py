"""What the map means to a player: how far it is from hex to hex, what can be won where, and how good the ground is."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ardennes.games.bulge1944.rules.combat_dice import CITY_BONUS, RIVER_PENALTY, TOWN_BONUS, WALL_BONUS
from ardennes.games.bulge1944.rules.pieces import GERMAN, SIXTHS, BulgeData
from ardennes.games.bulge1944.rules.terrain import CITY, attack_penalty, ground_of
from ardennes.games.bulge1944.rules.walking import AS_ARMOR, AS_INFANTRY, MOTORIZED
from ardennes.kernels.reach import Reach

Numbers = npt.NDArray[np.float32]
FAR = 60.0
"""Movement points to where one cannot go, and the limit of the search."""


class Ground:
    """Worked out once for a map and its tables."""

    def __init__(self, data: BulgeData) -> None:
        board = data.board
        self.size = board.size
        self.beside_or_in = lru_cache(maxsize=64)(self._beside_or_in)
        """By a byte for each hex: whether it or a neighbour has a mark."""
        (on_foot, german_armor), (on_lorries, allied_armor) = data.allowances
        self.moves = float(max(german_armor, allied_armor)), float(on_foot), float(on_lorries)
        """The allowance of armor, of infantry on foot and of infantry on lorries."""
        self.by_armor = self._distances(data, AS_ARMOR)
        self.by_infantry = self._distances(data, AS_INFANTRY)
        self.by_lorry = np.minimum(self.by_infantry, self._distances(data, MOTORIZED))
        self._around = np.array(
            [
                [row[number] if number < len(row) else board.size for row in map(board.around, range(board.size))]
                for number in range(6)
            ]
        )
        """Six rows of neighbours; the number behind the last hex stands for none."""
        grounds = {hex: ground_of(board, hex) for hex in board.hexes}
        self.penalty = tuple(
            [attack_penalty(grounds[hex], armor) if hex in grounds else 0 for hex in range(board.size)]
            for armor in (False, True)
        )
        """Dice an attacking unit loses, for infantry and for armor."""
        town = board.code("place", "town")
        own = [
            (TOWN_BONUS if board.place[hex] == town else 0) + (CITY_BONUS if grounds.get(hex) == CITY else 0)
            for hex in range(board.size)
        ]
        wall = board.area("siegfried-line")
        self.bonus = tuple(
            [dice + (WALL_BONUS if side == GERMAN and hex in wall else 0) for hex, dice in enumerate(own)]
            for side in (0, 1)
        )
        """Dice a defender of each side gains."""
        self.wet = {
            (hex, there) for hex in board.hexes for there in board.around(hex) if board.river[board.side(hex, there)]
        }
        """Pairs of hexes with a river between them."""
        rivers = [sum((hex, there) in self.wet for there in board.around(hex)) for hex in board.hexes]
        self.cover = np.zeros(board.size, dtype=np.float32)
        for hex, wet in zip(board.hexes, rivers, strict=True):
            spared = (self.penalty[0][hex] + self.penalty[1][hex]) / 2 + RIVER_PENALTY * wet / 6
            self.cover[hex] = own[hex] + spared
        """How much easier a hex is to hold than open ground."""

    def around(self, values: Numbers) -> Numbers:
        """For every hex the sum of what its neighbours have. No linear algebra: its threads get in each other's way."""
        padded = np.zeros((*values.shape[:-1], self.size + 1), dtype=np.float32)
        padded[..., :-1] = values
        total: Numbers = np.add.reduce(padded.take(self._around, axis=-1), axis=-2)
        return total

    def _beside_or_in(self, marks: bytes) -> npt.NDArray[np.bool_]:
        numbers = (np.frombuffer(marks, dtype=np.uint8) != 0).astype(np.float32)
        found: npt.NDArray[np.bool_] = numbers + self.around(numbers) > 0
        return found

    def _distances(self, data: BulgeData, movement_mode: int) -> Numbers:
        """Movement points from every hex to every other on an empty map."""
        board, prices = data.board, data.prices[GERMAN][movement_mode]
        search, nothing = Reach(board.neighbours, board.side_of), bytes(board.size)
        table = [[FAR] * board.size for _ in range(board.size)]
        for hex in board.hexes:
            search.run(prices, nothing, data.still, hex, int(FAR) * SIXTHS)
            row = table[hex]
            for there, _, cost in search.reached():
                row[there] = cost / SIXTHS
        return np.array(table, dtype=np.float32)
