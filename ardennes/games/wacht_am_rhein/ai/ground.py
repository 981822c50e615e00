"""What the map means to a player: what wins, how far it is by road and on foot, and how good the ground is to hold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache, partial

import numpy as np

from ardennes.advisor import ground
from ardennes.advisor.ground import Hexes, Marks, Numbers, Travel
from ardennes.board import Board
from ardennes.engine.dice import Dice, every_branch
from ardennes.games.wacht_am_rhein.ai.aims import Aims, is_german
from ardennes.games.wacht_am_rhein.rules.deployment import road_hexes
from ardennes.games.wacht_am_rhein.rules.field import NORMAL
from ardennes.games.wacht_am_rhein.rules.outcomes import Read, read
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN, PARTS, Piece, WachtData
from ardennes.games.wacht_am_rhein.rules.terrain import MARCHING, TACTICAL, modes_of, prices_of, rows_of
from ardennes.hexes import distance
from ardennes.kernels.reach import Reach
from ardennes.numbers import Hex, by_hexside, by_unit
from ardennes.rules.odds import parse_column, read_result

FOOT, WHEELS, LORRIES = range(3)
"""How units travel: German infantry; vehicles and headquarters; Allied infantry, who have lorries (7.35)."""
POINTS = {FOOT: 6.0, WHEELS: 5.0, LORRIES: 3.0}
"""What a usual unit makes of a turn on the way to a goal: vehicles have more, but seldom find the road free."""
COLUMNS = {"clear": 0.0, "broken": 1.0, "woods": 2.0, "village": 2.0, "town": 3.0}
"""10.76 By how many columns a defender is better off than in the open."""
BEHIND_RIVER = 0.25
"""What each river hexside adds to that."""
EXIT_BESIDE_TOWN = 0.4
EXITS_APART, MOST_EXITS = 6, 6
"""Ways off the map that are near each other are one goal."""


LONG_WAY, HALF = 8.0, np.float32(0.5)
"""Turns over which a goal is felt evenly, and the share of its pull that is so."""


class Ground(ground.Ground):
    """What a map means in this game."""

    far, near_path, lead, threat, raid = 80, 0.15, WHEELS, 1.5, 1.0

    def __init__(self, data: WachtData) -> None:
        self._data = data
        self.aims = Aims(data)
        self.towns = self.aims.all
        """Places that levels of victory name, each with its share of a whole game, whatever the plan."""
        self.exits = _exits(data)
        """25.17, 25.27 Where the Germans may leave the map, one hex for each stretch of it."""
        travels = [_travel(piece) for piece in data.counters]
        super().__init__(data.board, _ways(data), travels, {*self.towns, *self.exits}, data.supply_edges[GERMAN])
        self.exits_needed = exits_needed(data)
        self.exit_share = EXIT_BESIDE_TOWN if any(worth >= 1 for worth in self.towns.values()) else 1.0
        """What leaving the map is worth beside a place that decides the game."""
        self.roads: Marks = np.zeros(data.board.size, dtype=np.bool_)
        self.roads[sorted(road_hexes(data.board))] = True
        self.built_up: Marks = np.zeros(data.board.size, dtype=np.bool_)
        self.built_up[sorted(data.built_up)] = True
        self.keys: Hexes = np.array(sorted(_key_hexes(data)), dtype=np.intp)
        """Where posts are looked for: places and crossroads."""

    def cover_of(self, board: Board, hex: Hex) -> float:
        row = board.row(hex)
        rivers = sum(board.side(hex, there) in self._data.rivers for there in board.around(hex))
        return COLUMNS.get(row.place or row.terrain, 0.0) + BEHIND_RIVER * rivers

    def lean(self, reach: float, goals: tuple[Hex, ...]) -> tuple[Numbers, ...]:
        """For each way of travelling how strongly goals pull in every hex, a row for each: half of it near the goal,
        half evenly over all the way there."""
        return self._lean(reach, goals)

    @lru_cache(maxsize=64)  # noqa: B019
    def _lean(self, reach: float, goals: tuple[Hex, ...]) -> tuple[Numbers, ...]:
        found = []
        for way in range(self.distances.ways):
            turns = np.stack([self.distances.turns_to(way, goal) for goal in goals])
            evenly = np.maximum(np.float32(0), 1 - turns / np.float32(LONG_WAY))
            found.append(HALF * np.exp(-turns / np.float32(reach)) + HALF * evenly)
        return tuple(found)

    @cached_property
    def results(self) -> tuple[dict[Read, float], ...]:
        """10.76 For each column, how often each result comes up."""
        table, found = self._data.results, []
        for column in range(len(table[0])):
            chances: dict[Read, float] = {}
            for text, chance in every_branch(partial(_rolled, table, column)).items():
                result = read(text)
                assert result is not None
                chances[result] = chances.get(result, 0.0) + float(chance)
            found.append(chances)
        return tuple(found)

    @cached_property
    def ratios(self) -> dict[str, tuple[float, ...]]:
        """10.76 By terrain line, the odds from which each column is reached."""
        return {line: tuple(float(parse_column(name)) for name in names) for line, names in self._data.columns.items()}

    @lru_cache(maxsize=4)  # noqa: B019
    def keys_near(self, apart: int) -> list[Hexes]:
        """For each key hex, the numbers of those that are at most so far from it, itself among them."""
        number = {int(hex): at for at, hex in enumerate(self.keys)}
        near = self._data.within[apart]
        return [np.array(sorted(number[hex] for hex in near[Hex(key)] if hex in number)) for key in number]

    def fire_on(self, targets: Iterable[Hex], reach: int) -> Numbers:
        """11.24 How many of some hexes a gun of this range has within it from every hex, up to three."""
        found = np.zeros(self.size, dtype=np.float32)
        for target in targets:
            found[self.around(reach, target)] += 1
        return np.minimum(found, 3)

    @lru_cache(maxsize=4096)  # noqa: B019
    def around(self, reach: int, hex: Hex) -> Hexes:
        """The hexes at most so far from one."""
        return np.array(sorted(self._data.within[reach][hex]), dtype=np.intp)

    @cached_property
    def away(self) -> Numbers:
        """Turns from every hex to the nearest way off the map, for vehicles."""
        return self.distances.nearest((WHEELS, hex) for hex in self.exits)


def _rolled(table: tuple[tuple[str, ...], ...], column: int, dice: Dice) -> str:
    return read_result(table, column, dice.die())


def exits_needed(data: WachtData) -> tuple[int, int]:
    """25.17, 25.27 How many German units must leave the map for anything to come of it, and for a victory by that
    alone."""
    levels = [level for level in data.scenario_data.levels if level.exits_at_least and not level.german_in]
    least = min((level.exits_at_least for level in levels), default=0)
    winning = min((level.exits_at_least for level in levels if is_german(level)), default=0)
    return least, winning


def _key_hexes(data: WachtData) -> set[Hex]:
    """Places on a road, and crossroads."""
    board = data.board
    roads: dict[Hex, int] = {}
    for side, hexes in by_hexside(board.side_hexes):
        if board.road[side]:
            for hex in hexes:
                roads[hex] = roads.get(hex, 0) + 1
    return {hex for hex, ways in roads.items() if ways >= CROSSROADS or hex in data.built_up}


CROSSROADS = 3


def _exits(data: WachtData) -> tuple[Hex, ...]:
    """Those on roads, and of neighbouring ones the first."""
    board, found = data.board, list[Hex]()
    roads = road_hexes(board)
    for hex in [hex for hex in data.exits if hex in roads] or list(data.exits):
        if all(distance(board.grid, hex, other) >= EXITS_APART for other in found) and len(found) < MOST_EXITS:
            found.append(hex)
    return tuple(found)


def _travel(piece: Piece) -> int:
    if piece.headquarters or not piece.class_a:
        return WHEELS
    return FOOT if piece.side == GERMAN else LORRIES


def _ways(data: WachtData) -> list[Travel]:
    """Each way of travelling by a counter that does so: in March Mode, but for infantry without lorries."""
    kinds = {FOOT: (GERMAN, "I"), WHEELS: (GERMAN, "T"), LORRIES: (ALLIED, "I")}
    found = []
    for way, kind in kinds.items():
        unit = next(unit for unit, piece in by_unit(data.counters) if (piece.side, piece.type) == kind)
        rows = rows_of(data.counters[unit], bridging=False)
        prices = prices_of(data, rows, int(POINTS[way]) * PARTS, NORMAL, jams=False)
        search = Reach(data.board.neighbours, data.board.side_of, modes_of(data))
        found.append(Travel(search, (prices,), POINTS[way], PARTS, TACTICAL if way == FOOT else MARCHING))
    return found
