"""A made-up theatre of war of Wacht am Rhein's size: 7,800 hexes, roads, rivers, and 800 units on two sides."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from functools import cached_property

from ardennes.board import Board, HexRow, MapFile, SideRow
from ardennes.hexes import Grid, distance
from ardennes.kernels.flags import BARRED, ZONE, HexFlags, no_flags
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.numbers import Hex, all_hexes

LANES, PLACES, UNITS = 100, 78, 800
CLEAR, BROKEN, WOODS, TOWN = 1, 2, 3, 4
NO_ROAD, PRIMARY, SECONDARY = 0, 1, 2
TERRAINS, ROADS = 4, 3
KINDS = 1 + TERRAINS * ROADS * 2
"""Kinds of steps: the ground entered, by which road, over a river or not; and "never"."""


def kind_of(terrain: int, road: int, *, river: bool) -> int:
    return terrain + TERRAINS * (road + ROADS * river)


class BenchMap:
    """The map, the ground as the kernels see it, and the units."""

    def __init__(self, seed: int = 1944) -> None:
        self.draw = random.Random(seed)
        self.grid = Grid(
            lanes=(1, LANES),
            places=(1, PLACES),
            shifted="even",
            order="lane-place",
            ground=((1, 0), (0, -1), (0, 0)),
            digits=3,
        )
        self.neighbours = self.grid.neighbours()
        self.board = Board(self._map())
        self.side_of = self.board.side_of
        self.where = self._deployment()
        """The hex of each unit; the first half is ours."""

    # --- the map ---------------------------------------------------------------------------------

    def _map(self) -> MapFile:
        words = ("clear", "broken", "woods", "town")
        hexes = range(self.grid.size)
        terrain = self._patches([CLEAR, BROKEN, WOODS], [0.4, 0.25, 0.35])
        towns = self.draw.sample(hexes, 200)
        for town in towns:
            terrain[town] = TOWN
        roads = self._roads(towns)
        rivers = self._rivers()
        sides = [
            SideRow(
                hexes=self._labels(pair),
                road=("", "primary", "secondary")[roads.get(pair, NO_ROAD)],
                river="river" if pair in rivers else "",
                bridge="bridge" if pair in rivers and pair in roads else "",
            )
            for pair in sorted(roads.keys() | rivers)
        ]
        return MapFile(
            format=1,
            title="Theatre",
            grid=self.grid,
            sources={},
            vocabulary={
                "terrain": words, "road": ("primary", "secondary"), "river": ("river",), "bridge": ("bridge",),
            },
            hexes=[HexRow(hex=self.grid.label(hex), terrain=words[terrain[hex] - 1]) for hex in hexes],
            sides=sides,
        )  # fmt: skip

    def _labels(self, pair: tuple[int, int]) -> tuple[str, str]:
        return self.grid.label(pair[0]), self.grid.label(pair[1])

    def _around(self, hex: int) -> list[Hex]:
        return [there for there in self.neighbours[6 * hex : 6 * hex + 6] if there >= 0]

    def _patches(self, terrains: list[int], weights: list[float]) -> list[int]:
        """Terrain that comes in patches: most hexes take after a neighbour."""
        found = self.draw.choices(terrains, weights, k=self.grid.size)
        for _ in range(2 * self.grid.size):
            hex = self.draw.randrange(self.grid.size)
            found[hex] = found[self.draw.choice(self._around(hex))]
        return found

    def _roads(self, towns: Sequence[int]) -> dict[tuple[int, int], int]:
        """Each town has roads to the nearest others; every third is a primary road."""
        roads: dict[tuple[int, int], int] = {}
        for number, town in enumerate(towns):
            nearest = sorted(towns, key=lambda other: distance(self.grid, town, other))[1:4]
            for other in nearest:
                hex = town
                while hex != other:
                    there = min(self._around(hex), key=lambda near: distance(self.grid, near, other))
                    roads.setdefault((min(hex, there), max(hex, there)), PRIMARY if number % 3 == 0 else SECONDARY)
                    hex = there
        return roads

    def _rivers(self) -> set[tuple[int, int]]:
        """Rivers along every ninth lane, with gaps."""
        rivers: set[tuple[int, int]] = set()
        for lane in range(7, LANES, 9):
            for place in range(1, PLACES + 1):
                hex = self.grid.index(lane, place)
                for there in self._around(hex):
                    if self.grid.lane_place(there)[0] == lane + 1 and self.draw.random() < 0.9:
                        rivers.add((min(hex, there), max(hex, there)))
        return rivers

    # --- the ground as the kernels see it --------------------------------------------------------

    @cached_property
    def ground(self) -> bytes:
        """The kind of each directed hexside."""
        board, table = self.board, bytearray(len(self.neighbours))
        for edge, there in enumerate(self.neighbours):
            if there >= 0:
                side = board.side_of[edge]
                table[edge] = kind_of(board.terrain[there], board.road[side], river=bool(board.river[side]))
        return bytes(table)

    @cached_property
    def sides(self) -> bytes:
        """The flags of the hexsides: all as printed."""
        return bytes(self.board.sides)

    # --- the units -------------------------------------------------------------------------------

    def _deployment(self) -> array[int]:
        """Two fronts facing each other across the middle of the map, with troops in depth behind them."""
        middle, half = LANES // 2, UNITS // 2
        ours = self._band(range(middle + 2, middle + 6), half // 3) + self._band(range(middle + 6, LANES - 5), half)
        theirs = self._band(range(middle - 4, middle), half // 3) + self._band(range(6, middle - 4), half)
        return array("h", ours[:half] + theirs[:half])

    def _band(self, lanes: range, count: int) -> list[int]:
        hexes = [self.grid.index(lane, place) for lane in lanes for place in range(1, PLACES + 1)]
        return self.draw.sample(hexes, count)

    @property
    def ours(self) -> array[int]:
        return self.where[: UNITS // 2]

    @property
    def theirs(self) -> array[int]:
        return self.where[UNITS // 2 :]

    def zone_of(self, hex: Hex) -> list[int]:
        """The hexes a unit there holds: all around, but not across a river without a bridge."""
        board = self.board
        sides = [(there, board.side(hex, there)) for there in board.around(hex)]
        return [there for there, side in sides if not board.river[side] or board.bridge[side]]

    @cached_property
    def zones(self) -> Zones:
        reaches = bytearray(len(self.neighbours))
        for hex in all_hexes(self.grid.size):
            held = self.zone_of(hex)
            for edge in range(6 * hex, 6 * hex + 6):
                reaches[edge] = self.neighbours[edge] in held
        return Zones(self.neighbours, self.side_of, reaches)

    @cached_property
    def flags(self) -> HexFlags:
        """What our units must heed: enemies and their zones."""
        flags, counts = no_flags(self.grid.size), array("H", [0]) * self.grid.size
        half = UNITS // 2
        kinds = bytes([NO_ZONE]) * half + bytes(half)
        self.zones.rebuild(self.where, kinds, counts, flags, ZONE, self.sides)
        for hex in self.theirs:
            flags[hex] |= BARRED
        return flags
