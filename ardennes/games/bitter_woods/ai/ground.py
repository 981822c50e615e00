"""What the map means to a player: what wins, how far it is, and how good the ground is to hold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from ardennes.advisor import ground
from ardennes.advisor.ground import Numbers, Travel
from ardennes.board import Board
from ardennes.games.bitter_woods.ai.line import Liner
from ardennes.games.bitter_woods.rules.attacks import read
from ardennes.games.bitter_woods.rules.boundaries import UNBOUND
from ardennes.games.bitter_woods.rules.pieces import GERMAN, TWELFTHS, BitterData
from ardennes.games.bitter_woods.rules.terrain import FRESH, MEUSE_BRIDGE, MODES, ROUGH, TOWN, prices_of, way_across
from ardennes.kernels.reach import Reach
from ardennes.numbers import Hex, Side, by_unit

FOOT, TRACKS, LORRIES = range(3)
"""How units travel: German infantry and guns; tanks; and all others, who have the same roads and more ground."""
CROSSING = 0.5
"""17.2 What a bridge over the Meuse is worth beside a town."""
POINTS_A_TURN = {FOOT: 3.0, TRACKS: 4.0, LORRIES: 4.0}
"""What a usual unit has to spend in a turn."""
OFF_THE_ROAD = 0.3
"""How far off the shortest way from its source, in turns, a hex is no longer behind a unit."""
MOST_OF_AN_AREA = 3
"""Hexes of an area that stand for all of it."""
RANGE = 4
"""10.1 Of most guns."""


class Ground(ground.Ground):
    """What a map means in this game. A garrison is threatened from less far than what can be covered."""

    far, near_path, lead, threat, raid = 24, 0.12, LORRIES, 1.2, 1.0

    def __init__(self, data: BitterData) -> None:
        self._data = data
        travels = [
            FOOT if piece.side == GERMAN and not piece.mechanized else TRACKS if piece.silhouette else LORRIES
            for piece in data.counters
        ]
        self.towns, self.crossings = _towns(data), _crossings(data)
        """17.0, 2.9 What the Germans must hold, and the far ends of the bridges over the Meuse to where they win."""
        super().__init__(data.board, _ways(data), travels, self.towns | self.crossings, data.german_sources)
        self.worth_of = {hex: 1.0 if hex in self.towns else CROSSING for hex in self.goals}
        self.liner = Liner(data.board, data.within)
        self.results = {text: read(text) for row in data.results.values() for text in row}
        self._homes = data.german_sources, data.allied_sources

    def cover_of(self, board: Board, hex: Hex) -> float:
        """9.4 About how many columns a hex is worth to its defender."""
        terrain, wet = self._data.terrain[hex], [board.river[board.side(hex, there)] for there in board.around(hex)]
        return (terrain in ROUGH) + 2 * (terrain == TOWN) + sum(map(bool, wet)) / 4

    @cached_property
    def across(self) -> Numbers:
        """17.2 Turns from every hex to the nearest crossing, for tanks."""
        return self.distances.nearest((TRACKS, goal) for goal in self.crossings)

    @cached_property
    def _home(self) -> list[Numbers]:
        """12.3 Turns to every hex from where each side is supplied."""
        return [self.distances.nearest((LORRIES, source) for source in sources) for sources in self._homes]

    def behind(self, side: Side, hexes: tuple[Hex, ...]) -> Numbers:
        """12.2 How near each hex lies to the roads on which units of a side in some hexes are supplied, from 0 to 1."""
        if not hexes:
            return np.zeros(self.size, dtype=np.float32)
        home, rows = self._home[side], np.stack([self.distances.turns_from(LORRIES, hex) for hex in hexes])
        ahead = home[list(hexes), None]
        near = 1 - (home + rows - ahead) / np.float32(OFF_THE_ROAD)
        found: Numbers = np.where(home < ahead - np.float32(0.02), np.maximum(0, near), np.float32(0)).max(axis=0)
        return found

    def fire_on(self, targets: Iterable[Hex]) -> Numbers:
        """10.1 How many of some hexes a gun has in range from every hex, up to three."""
        found = np.zeros(self.size, dtype=np.float32)
        for target in targets:
            found[list(self._data.within[RANGE][target])] += 1
        return np.minimum(found, 3)


def _towns(data: BitterData) -> frozenset[Hex]:
    """The places that a scenario's victory conditions name; Bastogne, St. Vith and Marche in the campaign."""
    scenario, board = data.scenario_data, data.board
    names = [name for points in scenario.points for name in (*points.hold, *points.hold_any, *points.reach)]
    if scenario.victory is not None:
        names += [*scenario.victory.tactical_places, *scenario.victory.draw_places]
    known = [board.area(name) if name in board.area_names else {board.hex(name)} for name in names]
    return frozenset().union(*(sorted(hexes)[:MOST_OF_AN_AREA] for hexes in known))


def _crossings(data: BitterData) -> frozenset[Hex]:
    board, across = data.board, data.board.area("across-meuse-north-of-vireux")
    bridges = [side for side in data.bridges if way_across(board, side) == MEUSE_BRIDGE]
    return frozenset(hex for side in bridges for hex in board.side_hexes[side] if hex in across)


def _ways(data: BitterData) -> list[Travel]:
    """Each way of travelling by a counter that does so."""
    board = data.board
    kinds = {FOOT: (GERMAN, "infantry"), TRACKS: (GERMAN, "armor"), LORRIES: (GERMAN, "armored-infantry")}
    found = []
    for way, kind in kinds.items():
        unit = next(unit for unit, piece in by_unit(data.counters) if (piece.side, piece.kind) == kind)
        prices = prices_of(data, unit, "normal", UNBOUND)
        search = Reach(board.neighbours, board.side_of, MODES)
        found.append(Travel(search, (prices,), POINTS_A_TURN[way], TWELFTHS, FRESH))
    return found
