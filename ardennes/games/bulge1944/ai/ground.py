"""What the map means to a player: how far it is from hex to hex, and how good the ground is to hold."""

from __future__ import annotations

from ardennes.advisor import ground
from ardennes.advisor.ground import Travel
from ardennes.board import Board
from ardennes.games.bulge1944.rules.combat_dice import CITY_BONUS, RIVER_PENALTY, TOWN_BONUS, WALL_BONUS
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, SIXTHS, BulgeData
from ardennes.games.bulge1944.rules.terrain import CITY, attack_penalty, ground_of
from ardennes.games.bulge1944.rules.walking import AS_ARMOR, AS_INFANTRY, MOTORIZED
from ardennes.kernels.reach import Reach
from ardennes.numbers import SIDES, Hex, all_hexes, by_hex, by_unit

ARMOR, FOOT, LORRY = range(3)
"""How units travel."""
DIVISION = 3
"""Besides: armor divisions look for the exits too."""


class Ground(ground.Ground):
    """The map as the tables of combat see it."""

    far, near_path, exact, lead, threat, raid = 60, 0.3, True, ARMOR, 1.6, 1.6

    def __init__(self, data: BulgeData) -> None:
        board, town = data.board, data.board.code("place", "town")
        grounds = {hex: ground_of(board, hex) for hex in board.hexes}
        self.penalty = tuple(
            [attack_penalty(grounds[hex], armor) if hex in grounds else 0 for hex in all_hexes(board.size)]
            for armor in (False, True)
        )
        """Dice an attacking unit loses, for infantry and for armor."""
        self._houses = [
            (TOWN_BONUS if board.place[hex] == town else 0) + (CITY_BONUS if grounds.get(hex) == CITY else 0)
            for hex in all_hexes(board.size)
        ]
        wall = board.area("siegfried-line")
        self.bonus = tuple(
            [dice + (WALL_BONUS if side == GERMAN and hex in wall else 0) for hex, dice in by_hex(self._houses)]
            for side in SIDES
        )
        """Dice a defender of each side gains."""
        self.wet = {
            (hex, there) for hex in board.hexes for there in board.around(hex) if board.river[board.side(hex, there)]
        }
        """Pairs of hexes with a river between them."""
        counters = data.counters
        travels = [ARMOR if piece.armor else LORRY if piece.side == ALLIED else FOOT for piece in counters]
        self.kinds = [DIVISION if piece.armor_division else travels[unit] for unit, piece in by_unit(counters)]
        """What draws each counter."""
        super().__init__(board, _ways(data), travels)

    def cover_of(self, board: Board, hex: Hex) -> float:
        wet = sum((hex, there) in self.wet for there in board.around(hex))
        return self._houses[hex] + ((self.penalty[0][hex] + self.penalty[1][hex]) / 2 + RIVER_PENALTY * wet / 6)


def _ways(data: BulgeData) -> list[Travel]:
    """11.0 Armor, infantry on foot and infantry that may find lorries."""
    (on_foot, german_armor), (on_lorries, allied_armor) = data.allowances
    moves = max(german_armor, allied_armor), on_foot, on_lorries
    search, prices = Reach(data.board.neighbours, data.board.side_of), data.prices[GERMAN]
    modes = (AS_ARMOR,), (AS_INFANTRY,), (AS_INFANTRY, MOTORIZED)
    return [
        Travel(search, tuple(prices[mode] for mode in each), points, SIXTHS)
        for each, points in zip(modes, moves, strict=True)
    ]
