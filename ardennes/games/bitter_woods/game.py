"""3.0 Prepare for play: opens the box, works out what follows from map and counters, and lays the game out."""

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
from ardennes.engine.references import Refers
from ardennes.games.bitter_woods.page import charts, schedule, score
from ardennes.games.bitter_woods.page.overlays import BitterWoodsOverlays
from ardennes.games.bitter_woods.page.what_if import BitterWoodsWhatIfs
from ardennes.games.bitter_woods.rules import (
    air,
    boundaries,
    bridges,
    combat,
    data_checks,
    exits,
    movement,
    pieces,
    positions,
    reserves,
    sequence,
    stacking,
    supply,
    terrain,
    victory,
    zones,
)
from ardennes.games.bitter_woods.rules.field import BOXES, ELIMINATED, IMPROVED, REMOVED, TRACK, Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN, TWELFTHS, Piece
from ardennes.kernels.flags import no_flags
from ardennes.kernels.reach import Reach
from ardennes.rules import ground
from ardennes.rules.ranges import Near

LONGEST_RANGE = 9
"""No gun reaches farther, and no leader."""


class BitterWoods(Game[Field]):
    verbs = pieces.verbs
    position_type = Field
    points_in_one = TWELFTHS
    subjects = {"counterattack": Refers.HEX, "engagement": Refers.HEX}
    acts = (Act(pieces.MOVE, pieces.TO, pieces.DONE, movement.march),)
    overlays = BitterWoodsOverlays()
    what_ifs = BitterWoodsWhatIfs()
    score, coming, luck = staticmethod(score.score), staticmethod(schedule.coming), staticmethod(schedule.luck)
    chart_marks = staticmethod(charts.marks)
    words = (*victory.LEVELS, *pieces.ARMIES)
    data_files = {
        "units.csv": Piece,
        "turns.csv": pieces.TrackSpace,
        "crt.csv": pieces.ResultRow,
        "angriff.csv": pieces.ResultRow,
        "shortage.csv": pieces.ShortageRow,
        "sectors.csv": pieces.SectorRow,
        "named.toml": pieces.Named,
        "map/map.json": MapFile,
    }
    scenario_type = pieces.BitterScenario
    procedures = (
        sequence.Battle,
        sequence.PlayerTurn,
        air.AirDrops,
        air.Interdiction,
        reserves.Reserves,
        movement.Movement,
        movement.Move,
        stacking.Overstacked,
        positions.Digging,
        bridges.BridgeWork,
        bridges.Demolition,
        bridges.Construction,
        *combat.PROCEDURES,
    )

    def load_data(self, scenario: str, options: Iterable[str], pack: Path | None = None) -> pieces.BitterData:
        contents = open_data(self, pack)
        named, setting = contents.table("named.toml", pieces.Named), contents.scenario(scenario, pieces.BitterScenario)
        assert contents.board is not None
        assert named is not None
        units = setting.placed(contents.rows("units.csv", Piece).values(), data_checks.put)
        data = pieces.BitterData(
            self,
            board=setting.cut(contents.board),
            counters=units,
            scenario=scenario,
            options=options,
            digest=contents.digest(scenario),
            boxes=BOXES,
        )
        data.turns = tuple(contents.rows("turns.csv", pieces.TrackSpace).values())
        rows = contents.rows("crt.csv", pieces.ResultRow).values()
        data.results = {row.die: tuple(row.results.split()) for row in rows}
        data.shortage = tuple(contents.rows("shortage.csv", pieces.ShortageRow).values())
        data.named, data.scenario_data = named, setting
        data.sectors = {}
        for row in contents.rows("sectors.csv", pieces.SectorRow).values():
            unit = data.unit(row.unit)
            data.sectors[unit] = data.sectors.get(unit, frozenset()) | {row.army}
        _work_out(data)
        return data

    def start(self, data: GameData, seed: str) -> Field:
        """3.0, 13.2 Units in their hexes, the others on the turn track; three bridges are blown. 15.2 Who stands in a
        German zone of control is noted."""
        assert isinstance(data, pieces.BitterData)
        p = Field(data, seed)
        board = data.board
        for side in data.bridges:
            p.blown[side] = board.bridge[side] == board.code("bridge", "blown")
        p.rebuild()
        for unit, piece in enumerate(data.counters):
            if piece.only or not data.scenario_data.brings(piece.id):
                p.put(unit, data.box(REMOVED))
            elif not piece.arrives and board.has_label(piece.place):
                p.steps[unit] = data.full_steps[unit]
                p.put(unit, board.hex(piece.place))
                if piece.starts:
                    p.works[board.hex(piece.place)] = IMPROVED
            else:
                p.put(unit, data.box(TRACK))
        for unit in p.on_map(ALLIED):
            p.watched[unit] = p.in_enemy_zone(p.where[unit], ALLIED)
        p.turn = data.scenario_data.first_turn
        p.open(sequence.Battle())
        return p

    def check_data(self, contents: Contents) -> Iterable[Mistake]:
        return data_checks.mistakes(self, contents)

    def fit(self, p: Field) -> None:
        for unit, most in enumerate(p.data.full_steps):
            p.steps[unit] = min(p.steps[unit], most)

    def invariants(self, p: Field) -> Iterable[str]:
        data = p.data
        for side in (GERMAN, ALLIED):
            for unit in p.on_map(side):
                if not 0 < p.steps[unit] <= data.full_steps[unit]:
                    yield f"{data.counters[unit].id} is on the map with {p.steps[unit]} steps"
        for hex in p.hexes_of(GERMAN) & p.hexes_of(ALLIED):
            yield f"both sides stand in {data.board.label(hex)}"
        if p.german_air < 0 or p.allied_air < 0:
            yield "an aircraft was used twice"
        for unit, piece in enumerate(data.counters):
            if piece.silhouette and p.where[unit] == data.box(ELIMINATED) and p.steps[unit]:
                yield f"{piece.id} is eliminated with {p.steps[unit]} steps"


def _work_out(data: pieces.BitterData) -> None:
    """Prices, floods and zones, from the map."""
    board = data.board
    data.terrain = terrain.terrain_of(board)
    data.ground = terrain.build_step_kinds(board, data.terrain)
    data.army_areas = boundaries.army_areas(board)
    data.army_ground = boundaries.army_ground(data)
    data.boundary_roads = boundaries.boundary_roads(board)
    data.boundary_ends = board.area("boundary-ends")
    data.search = lambda: Reach(board.neighbours, board.side_of, terrain.MODES)
    data.prices = {}
    data.zones = zones.lay_zones(board)
    data.zone_kinds = zones.zone_kinds(data, GERMAN), zones.zone_kinds(data, ALLIED)
    data.marks = zones.marks(data, GERMAN), zones.marks(data, ALLIED)
    data.fixed_flags = no_flags(board.size), no_flags(board.size)
    data.printed_sides = bytes(board.sides)
    data.supply_roads = partial(supply.build_supply_graph, board)
    data.bridges = ground.bridges(board)
    data.german_sources = tuple(sorted(board.area("german-supply")))
    data.allied_sources = tuple(sorted(board.area("allied-supply")))
    data.liege = board.area("liege")
    data.german_exits = exits.german_exits(data)
    data.allied_edges = frozenset().union(*(board.area(edge) for edge in exits.ALLIED_EDGES))
    data.fort_sites, data.permanent_forts = board.area("fort-sites"), board.area("permanent-forts")
    data.clervaux = board.hex("Clervaux")
    data.within = tuple(Near(board, distance) for distance in range(LONGEST_RANGE + 1))


GAME = BitterWoods(Path(__file__).parent)
