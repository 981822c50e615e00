"""3.2 Set-up: opens the box, works out what follows from map and counters, and lays the game out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from ardennes.board import MapFile
from ardennes.datafiles import Mistake
from ardennes.engine.acts import Act
from ardennes.engine.datapack import Contents, open_data
from ardennes.engine.game import Game
from ardennes.engine.game_data import GameData
from ardennes.games.deadly_woods.page import charts, schedule, score
from ardennes.games.deadly_woods.page.overlays import DeadlyWoodsOverlays
from ardennes.games.deadly_woods.page.what_if import DeadlyWoodsWhatIfs
from ardennes.games.deadly_woods.rules import (
    actions,
    assets,
    boundaries,
    bridges,
    chits,
    combat,
    data_checks,
    pieces,
    reinforcements,
    replacements,
    retreats,
    rounds,
    sequence,
    stacking,
    supply,
    terrain,
    victory,
    zones,
)
from ardennes.games.deadly_woods.rules.field import ASSETS, BOXES, FUEL, REMOVED, TRACK, WITHDRAWAL, Field
from ardennes.games.deadly_woods.rules.flags import NEGATES
from ardennes.games.deadly_woods.rules.movement import Move
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN, HALVES, Piece
from ardennes.kernels.reach import Reach
from ardennes.kernels.retreat import Retreat
from ardennes.rules import ground


class DeadlyWoods(Game[Field]):
    verbs = pieces.verbs
    position_type = Field
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
        "crt.csv": pieces.ResultRow,
        "markers.csv": pieces.Marker,
        "terrain.toml": pieces.TerrainChart,
        "named.toml": pieces.Named,
        "map/map.json": MapFile,
    }
    scenario_type = pieces.WoodsScenario
    procedures = (
        sequence.Battle,
        sequence.Opening,
        assets.AssetPhase,
        assets.Deploying,
        victory.Withdrawal,
        replacements.Replacing,
        replacements.Raising,
        chits.Cup,
        actions.PlayAs,
        actions.OneArmy,
        actions.ThreeFormations,
        actions.Reaction,
        reinforcements.Arrival,
        rounds.Round,
        Move,
        bridges.Rebuilding,
        bridges.Demolition,
        stacking.Overstacked,
        *combat.PROCEDURES,
    )

    def load_data(self, scenario: str, options: Iterable[str], pack: Path | None = None) -> GameData:
        contents = open_data(self, pack)
        chart = contents.table("terrain.toml", pieces.TerrainChart)
        named, setting = contents.table("named.toml", pieces.Named), contents.scenario(scenario, pieces.WoodsScenario)
        assert contents.board is not None
        assert chart is not None
        assert named is not None
        units = setting.placed(contents.rows("units.csv", Piece).values(), data_checks.put)
        others = (piece for file in ("assets.csv", "chits.csv") for piece in contents.rows(file, Piece).values())
        data = pieces.WoodsData(
            self,
            board=setting.cut(contents.board),
            counters=[*units, *others],
            scenario=scenario,
            options=options,
            digest=contents.digest(scenario),
            boxes=BOXES,
        )
        data.turns = tuple(contents.rows("turns.csv", pieces.TrackSpace).values())
        data.chart = {(row.turn, row.side): row for row in contents.rows("chart.csv", pieces.ChartRow).values()}
        data.results = tuple(tuple(row.results.split()) for row in contents.rows("crt.csv", pieces.ResultRow).values())
        data.costs, data.named, data.scenario_data = chart, named, setting
        _work_out(data)
        return data

    def check_data(self, contents: Contents) -> Iterable[Mistake]:
        return data_checks.mistakes(self, contents)

    def set_up(self, p: Field) -> None:
        """3.2 Units in their hexes, the others on the turn track, assets in their boxes, four bridges destroyed; 3.5
        everything west of the Westwall is in Allied hands."""
        data = p.data
        board = data.board
        for side in data.bridges:
            p.destroyed[side] = board.bridge[side] == board.code("bridge", "blown")
        p.rebuild()
        left_out = {piece.id for piece in data.counters if not data.scenario_data.brings(piece.id)}
        if "plus_two" not in data.options:
            left_out.add(data.counters[data.by_kind["plus-two"]].id)
        for unit, piece in enumerate(data.counters):
            if piece.kind == "chit":
                continue
            if board.has_label(piece.place):
                p.steps[unit] = data.full_steps[unit]
                p.put(unit, board.hex(piece.place))
            elif piece.id in left_out:
                p.put(unit, data.box(REMOVED))
            else:
                p.put(unit, data.box(TRACK if piece.arrives else ASSETS))
        german = board.area("german-at-start")
        for hex in data.towns | data.villages | data.victory_hexes:
            p.control[hex] = GERMAN if hex in german else ALLIED
        for hex, side in data.scenario_data.hexes_held(board):
            p.control[hex] = side
        p.turn = data.scenario_data.first_turn
        p.open(sequence.Battle())

    def fit(self, p: Field) -> None:
        for unit, most in enumerate(p.data.full_steps):
            p.steps[unit] = min(p.steps[unit], most)

    def invariants(self, p: Field) -> Iterable[str]:
        data = p.data
        for side in (GERMAN, ALLIED):
            for unit in data.combat_units[side]:
                if p.where[unit] >= 0 and not 0 < p.steps[unit] <= data.full_steps[unit]:
                    yield f"{data.counters[unit].id} is on the map with {p.steps[unit]} steps"
        for hex in {p.where[unit] for unit in p.on_map(GERMAN)} & {p.where[unit] for unit in p.on_map(ALLIED)}:
            yield f"both sides stand in {data.board.label(hex)}"
        engineers = [p.where[unit] for unit in data.engineers if p.where[unit] >= 0]
        if len(set(engineers)) < len(engineers):
            yield "two engineers stand in one hex"
        if len(p.track) != len(set(p.track)):
            yield "a chit was played twice"


def _work_out(data: pieces.WoodsData) -> None:
    """Prices, floods and zones, from the map."""
    board = data.board
    data.westwall, data.west_of_meuse = board.area("westwall"), board.area("west-of-meuse")
    data.area = boundaries.build_areas(data)
    data.bridges = ground.bridges(board)
    data.sources = (tuple(sorted(board.area("german-supply"))), tuple(sorted(board.area("allied-supply"))))
    data.printed_sides = terrain.printed_sides(board, data.area, data.named.ouren_bridge)
    data.fixed_flags = boundaries.fixed_bits(data)
    data.terrain, data.ground = terrain.terrain_of(board), terrain.build_step_kinds(board)
    data.searches = lambda: tuple(Reach(board.neighbours, board.side_of, modes) for modes in terrain.MODES)
    data.retreats = lambda: Retreat(board.neighbours, board.side_of)
    data.prices, data.retreat_tiers = {}, retreats.lay_tiers(data)
    data.marks = zones.marks(data, GERMAN), zones.marks(data, ALLIED)
    data.zones = zones.lay_zones(board, data.westwall)
    data.zones_by_steps = tuple(zones.zone_kinds(piece) for piece in data.counters)
    graph = partial(supply.build_supply_graph, board)
    data.supply_lines = lambda: (graph(), graph())
    data.air_supply_lines = graph
    data.supply_routes = supply.routes(data.sources[GERMAN]), supply.routes(data.sources[ALLIED])
    data.negates = NEGATES


GAME = DeadlyWoods(Path(__file__).parent)
