"""What the map means to a player: how far it is from hex to hex, and how good the ground is to hold."""

from __future__ import annotations

import numpy as np

from ardennes.advisor.ground import Distances, Neighbours, Travel
from ardennes.games.bulge1944.rules.combat_dice import CITY_BONUS, RIVER_PENALTY, TOWN_BONUS, WALL_BONUS
from ardennes.games.bulge1944.rules.pieces import GERMAN, SIXTHS, BulgeData
from ardennes.games.bulge1944.rules.terrain import CITY, attack_penalty, ground_of
from ardennes.games.bulge1944.rules.walking import AS_ARMOR, AS_INFANTRY, MOTORIZED
from ardennes.kernels.reach import Reach

ARMOR, FOOT, LORRY = range(3)
"""How units travel."""
FAR = 60
"""Movement points to where one cannot go, and the limit of the search."""
NEAR_PATH = 0.3
"""How far from the shortest way, in turns, a hex still lies on a corridor."""


class Ground:
    """Worked out once for a map and its tables."""

    def __init__(self, data: BulgeData) -> None:
        board = data.board
        self.neighbours = Neighbours(board)
        self.distances = Distances(board, _travels(data), far=FAR, near_path=NEAR_PATH, exact=True)
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


def _travels(data: BulgeData) -> list[Travel]:
    """11.0 Armor, infantry on foot and infantry that may find lorries."""
    (on_foot, german_armor), (on_lorries, allied_armor) = data.allowances
    moves = max(german_armor, allied_armor), on_foot, on_lorries
    search, prices = Reach(data.board.neighbours, data.board.side_of), data.prices[GERMAN]
    modes = (AS_ARMOR,), (AS_INFANTRY,), (AS_INFANTRY, MOTORIZED)
    return [
        Travel(search, tuple(prices[mode] for mode in each), points, SIXTHS)
        for each, points in zip(modes, moves, strict=True)
    ]
