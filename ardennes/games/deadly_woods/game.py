"""3.2 Set-up: opens the box, works out what follows from map and counters, and lays the game out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from ardennes.board import MapFile
from ardennes.engine.acts import Act
from ardennes.engine.datapack import Contents
from ardennes.games.deadly_woods.page import charts, schedule, score
from ardennes.games.deadly_woods.page.overlays import DeadlyWoodsOverlays
from ardennes.games.deadly_woods.page.what_if import DeadlyWoodsWhatIfs
from ardennes.games.deadly_woods.rules import (
    boundaries,
    data_checks,
    pieces,
    retreats,
    rounds,
    sequence,
    supply,
    terrain,
    zones,
)
from ardennes.games.deadly_woods.rules.field import ASSETS, BOXES, FUEL, REMOVED, TRACK, WITHDRAWAL, Field
from ardennes.games.deadly_woods.rules.flags import NEGATES
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN, HALVES, Piece
from ardennes.kernels.reach import Reach
from ardennes.kernels.retreat import Retreat
from ardennes.numbers import Unit
from ardennes.rules.bridges import blow_at_start
from ardennes.rules.control import held_at_start
from ardennes.rules.odds import ResultRow
from ardennes.rules.table import counter_flags
from ardennes.rules.table_game import TableGame


class DeadlyWoods(TableGame[Field]):
    verbs, boxes = pieces.verbs, BOXES
    position_type, data_type, scenario_type = Field, pieces.WoodsData, pieces.WoodsScenario
    check_data = data_checks.mistakes
    renamed = {"manners": "movement_modes"}
    points_in_one = HALVES
    acts = (Act(pieces.MOVE, pieces.TO, pieces.DONE, rounds.march),)
    overlays = DeadlyWoodsOverlays()
    what_ifs = DeadlyWoodsWhatIfs()
    score, coming, luck = staticmethod(score.score), staticmethod(schedule.coming), staticmethod(schedule.luck)
    chart_marks = staticmethod(charts.marks)
    words = (*FUEL, *WITHDRAWAL, *pieces.RESULTS)
    data_files = {
        "units.csv": Piece,
        "assets.csv": Piece,
        "chits.csv": Piece,
        "chart.csv": pieces.ChartRow,
        "turns.csv": pieces.TrackSpace,
        "crt.csv": ResultRow,
        "markers.csv": pieces.Marker,
        "terrain.toml": pieces.TerrainChart,
        "named.toml": pieces.Named,
        "map/map.json": MapFile,
    }
    counter_files = ("units.csv", "assets.csv", "chits.csv")

    def fill_data(self, data: pieces.WoodsData, contents: Contents) -> None:
        """Tables; then prices, floods and zones, from the map."""
        board = data.board
        data.turns = tuple(contents.rows("turns.csv", pieces.TrackSpace).values())
        data.chart = {(row.turn, row.side): row for row in contents.rows("chart.csv", pieces.ChartRow).values()}
        data.results = tuple(tuple(row.results.split()) for row in contents.rows("crt.csv", ResultRow).values())
        data.costs = contents.sound_table("terrain.toml", pieces.TerrainChart)
        data.named = contents.sound_table("named.toml", pieces.Named)
        data.area = boundaries.build_areas(data)
        data.sources = (tuple(sorted(data.german_supply)), tuple(sorted(data.allied_supply)))
        data.printed_sides = terrain.printed_sides(board, data.area, data.named.ouren_bridge)
        data.fixed_flags = boundaries.fixed_bits(data)
        data.terrain, data.ground = terrain.terrain_of(board), terrain.build_step_kinds(board)
        data.searches = lambda: tuple(Reach(board.neighbours, board.side_of, modes) for modes in terrain.MODES)
        data.retreats = lambda: Retreat(board.neighbours, board.side_of)
        data.prices, data.retreat_tiers = {}, retreats.lay_tiers(data)
        data.marks = counter_flags(data.counters, zones.to_friends, zones.to_enemies)
        data.zones = zones.lay_zones(board, data.westwall)
        data.zones_by_steps = tuple(zones.zone_kinds(piece) for piece in data.counters)
        graph = partial(supply.build_supply_graph, board)
        data.supply_lines = lambda: (graph(), graph())
        data.air_supply_lines = graph
        data.supply_routes = supply.routes(data.sources[GERMAN]), supply.routes(data.sources[ALLIED])
        data.negates = NEGATES

    def start_place(self, p: Field, unit: Unit) -> str:
        """3.2 Units in their hexes, the others on the turn track, assets in their boxes; chits come later (17.0)."""
        data, piece = p.data, p.data.counters[unit]
        if piece.kind == "chit" or data.board.has_label(piece.place):
            return piece.place
        if not data.scenario_data.brings(piece.id) or (piece.kind == "plus-two" and "plus_two" not in data.options):
            return REMOVED
        return TRACK if piece.arrives else ASSETS

    def begin(self, p: Field) -> None:
        """3.2 Four bridges destroyed; 3.5 everything west of the Westwall is in Allied hands."""
        blow_at_start(p)
        places, german = p.data.victory_hexes.union(p.data.places), p.data.german_at_start
        held_at_start(p, places & german, places - german)
        p.open(sequence.Battle())

    def invariants(self, p: Field) -> Iterable[str]:
        yield from super().invariants(p)
        engineers = [p.where[unit] for unit in p.data.engineers if p.where[unit] >= 0]
        if len(set(engineers)) < len(engineers):
            yield "two engineers stand in one hex"
        if len(p.track) != len(set(p.track)):
            yield "a chit was played twice"


GAME = DeadlyWoods(Path(__file__).parent)
