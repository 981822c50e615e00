"""3.0 Setting up the game: opens the box, works out what follows from map and counters, and lays the game out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ardennes.board import MapFile
from ardennes.datafiles import Mistake
from ardennes.engine.acts import Act
from ardennes.engine.datapack import Contents
from ardennes.games.wacht_am_rhein.rules import data_checks, movement, pieces, sequence, set_up, stacking, terrain
from ardennes.games.wacht_am_rhein.rules.field import BOXES, Field
from ardennes.games.wacht_am_rhein.rules.pieces import PARTS, Piece
from ardennes.games.wacht_am_rhein.rules.scenario import WachtScenario
from ardennes.kernels.flags import BARRED, no_flags
from ardennes.kernels.reach import Reach
from ardennes.kernels.zones import NO_ZONE
from ardennes.numbers import SIDES, all_hexsides
from ardennes.rules.ranges import Near
from ardennes.rules.table import counter_flags, zones_of_sides
from ardennes.rules.table_game import TableGame

LONGEST_RANGE = 20
"""No gun reaches farther."""


class WachtAmRhein(TableGame[Field]):
    verbs, boxes = pieces.verbs, BOXES
    position_type, data_type, scenario_type = Field, pieces.WachtData, WachtScenario
    points_in_one = PARTS
    acts = (Act(pieces.MOVE, pieces.TO, pieces.DONE, movement.march),)
    data_files = {
        "units.csv": Piece,
        "turns.csv": pieces.TrackSpace,
        "movement.csv": pieces.Costs,
        "map/map.json": MapFile,
    }

    def counters(self, contents: Contents, setting: WachtScenario, options: frozenset[str]) -> list[Piece]:
        return set_up.placed(setting, contents.rows("units.csv", Piece).values())

    def fill_data(self, data: pieces.WachtData, contents: Contents) -> None:
        """Tables; then prices and zones, from the map."""
        board, scenario = data.board, data.scenario_data
        data.turns = tuple(contents.rows("turns.csv", pieces.TrackSpace).values())
        data.costs = {costs.mover: costs for costs in contents.rows("movement.csv", pieces.Costs).values()}
        data.ground = terrain.build_step_kinds(board)
        data.search = lambda: Reach(board.neighbours, board.side_of, terrain.MODES)
        data.prices = {}
        data.zones = terrain.lay_zones(board)
        data.zone_kinds = zones_of_sides(data.counters, lambda _: NO_ZONE)
        data.marks = counter_flags(data.counters, lambda _: 0, lambda _: BARRED)
        data.fixed_flags = no_flags(board.size), no_flags(board.size)
        for hex in board.area(scenario.closed) if scenario.closed else ():
            for flags in data.fixed_flags:
                flags[hex] = BARRED
        data.printed_sides = bytes(board.sides)
        data.bridges = frozenset(side for side in all_hexsides(board.sides) if terrain.has_printed_bridge(board, side))
        data.waters = frozenset(side for side in all_hexsides(board.sides) if board.river[side])
        data.no_march = terrain.woods_without_roads(board)
        data.helpable = terrain.helpable_sides(board)
        data.deployable = set_up.deployable_hexes(data)
        data.within = tuple(Near(board, distance) for distance in range(LONGEST_RANGE + 1))

    start_place = staticmethod(set_up.start_place)

    def begin(self, p: Field) -> None:
        set_up.lay_out(p)
        p.open(sequence.Battle())

    def check_data(self, contents: Contents) -> Iterable[Mistake]:
        return data_checks.mistakes(self, contents)

    def invariants(self, p: Field) -> Iterable[str]:
        yield from super().invariants(p)
        label = p.data.board.label
        for side in SIDES:
            for hex in p.hexes_of(side):
                if sum(p.march[unit] for unit in p.units_in(hex)) > 1:
                    yield f"{label(hex)} holds two units in March Mode"
        if not any(isinstance(open, movement.Movement | stacking.Overstacked) for open in p.stack):
            for hex in (hex for side in SIDES for hex in stacking.crowds(p, side)):
                yield f"{label(hex)} holds too many units"


GAME = WachtAmRhein(Path(__file__).parent)
