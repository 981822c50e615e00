"""3.2 Set-up: opens the box, works out what follows from map and counters, and lays the game out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from pathlib import Path

from ardennes.board import MapFile
from ardennes.datafiles import Mistake
from ardennes.engine.acts import Act
from ardennes.engine.course import Coming, Roll
from ardennes.engine.datapack import Contents, open_data
from ardennes.engine.game import Game
from ardennes.engine.kit import Kit
from ardennes.engine.position import Position
from ardennes.engine.standing import Standing
from ardennes.engine.texts import Event
from ardennes.games.deadly_woods import (
    actions,
    assets,
    boundaries,
    bridges,
    chits,
    combat,
    course,
    data_checks,
    reinforcements,
    replacements,
    retreats,
    rounds,
    sequence,
    stacking,
    standing,
    supply,
    terrain,
    victory,
    zones,
)
from ardennes.games.deadly_woods import pieces as box
from ardennes.games.deadly_woods.field import ASSETS, BOXES, FUEL, REMOVED, TRACK, WITHDRAWAL, Field
from ardennes.games.deadly_woods.movement import Move
from ardennes.games.deadly_woods.overlays import DeadlyWoodsOverlays
from ardennes.games.deadly_woods.pieces import ALLIED, GERMAN, HALVES, Piece
from ardennes.games.deadly_woods.what_if import DeadlyWoodsWhatIfs
from ardennes.kernels.reach import Reach
from ardennes.kernels.retreat import Retreat

TRACES_REMEMBERED = 64
COUNTER_FILES = ("units.csv", "assets.csv", "chits.csv")


class DeadlyWoods(Game):
    verbs = box.verbs
    position_type = Field
    points_in_one = HALVES
    acts = (Act(box.MOVE, box.TO, box.DONE, rounds.march),)
    overlays = DeadlyWoodsOverlays()
    what_ifs = DeadlyWoodsWhatIfs()
    words = (*FUEL, *WITHDRAWAL, *box.RESULTS)
    data_files = {
        "units.csv": Piece,
        "assets.csv": Piece,
        "chits.csv": Piece,
        "chart.csv": box.ChartRow,
        "turns.csv": box.Turn,
        "crt.csv": box.ResultRow,
        "markers.csv": box.Marker,
        "terrain.toml": box.TerrainChart,
        "map/map.json": MapFile,
    }
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

    def kit(self, scenario: str, options: Iterable[str], data: Path | None = None) -> Kit:
        contents = open_data(self, data)
        chart = contents.table("terrain.toml", box.TerrainChart)
        assert contents.board is not None
        assert chart is not None
        kit = box.Box(
            self,
            board=contents.board,
            counters=[piece for file in COUNTER_FILES for piece in contents.rows(file, Piece).values()],
            scenario=scenario,
            options=options,
            digest=contents.digest,
            boxes=BOXES,
        )
        kit.turns = tuple(contents.rows("turns.csv", box.Turn).values())
        kit.chart = {(row.turn, row.side): row for row in contents.rows("chart.csv", box.ChartRow).values()}
        kit.results = tuple(tuple(row.results.split()) for row in contents.rows("crt.csv", box.ResultRow).values())
        kit.costs = chart
        _work_out(kit)
        return kit

    def check_data(self, contents: Contents) -> Iterable[Mistake]:
        return data_checks.mistakes(contents)

    def start(self, kit: Kit, seed: str) -> Field:
        """3.2 Units in their hexes, the others on the turn track, assets in their boxes, four bridges destroyed; 3.5
        everything west of the Westwall is in Allied hands."""
        assert isinstance(kit, box.Box)
        p = Field(kit, seed)
        board = kit.board
        for side in kit.bridges:
            p.destroyed[side] = board.bridge[side] == board.code("bridge", "blown")
        p.rebuild()
        for unit, piece in enumerate(kit.counters):
            if piece.kind == "chit":
                continue
            if board.has_label(piece.place):
                p.steps[unit] = kit.full_steps[unit]
                p.put(unit, board.hex(piece.place))
            elif piece.kind == "plus-two" and "plus_two" not in kit.options:
                p.put(unit, kit.box(REMOVED))
            else:
                p.put(unit, kit.box(TRACK if piece.arrives else ASSETS))
        german = board.area("german-at-start")
        for hex in kit.towns | kit.villages | kit.victory_hexes:
            p.control[hex] = GERMAN if hex in german else ALLIED
        p.open(sequence.Battle())
        return p

    def standing(self, p: Position) -> Standing:
        assert isinstance(p, Field)
        return standing.standing(p)

    def coming(self, p: Position) -> Iterable[Coming]:
        assert isinstance(p, Field)
        return course.coming(p)

    def luck(self, before: Position, event: Event) -> Iterable[Roll]:
        assert isinstance(before, Field)
        return course.luck(before, event)

    def fit(self, p: Position) -> None:
        assert isinstance(p, Field)
        for unit, most in enumerate(p.kit.full_steps):
            p.steps[unit] = min(p.steps[unit], most)

    def invariants(self, p: Position) -> Iterable[str]:
        assert isinstance(p, Field)
        kit = p.kit
        for side in (GERMAN, ALLIED):
            for unit in kit.combat_units[side]:
                if p.where[unit] >= 0 and not 0 < p.steps[unit] <= kit.full_steps[unit]:
                    yield f"{kit.counters[unit].id} is on the map with {p.steps[unit]} steps"
        for hex in {p.where[unit] for unit in p.on_map(GERMAN)} & {p.where[unit] for unit in p.on_map(ALLIED)}:
            yield f"both sides stand in {kit.board.label(hex)}"
        engineers = [p.where[unit] for unit in kit.engineers if p.where[unit] >= 0]
        if len(set(engineers)) < len(engineers):
            yield "two engineers stand in one hex"
        if len(p.track) != len(set(p.track)):
            yield "a chit was played twice"


def _work_out(kit: box.Box) -> None:
    """Prices, floods and zones, from the map."""
    board = kit.board
    kit.westwall, kit.west_of_meuse = board.area("westwall"), board.area("west-of-meuse")
    kit.area = boundaries.lay_areas(kit)
    kit.bridges = tuple(side for side in range(board.sides) if board.bridge[side])
    kit.sources = (tuple(sorted(board.area("german-supply"))), tuple(sorted(board.area("allied-supply"))))
    kit.printed_sides = terrain.printed_sides(board, kit.area)
    kit.fixed_bits = boundaries.fixed_bits(kit)
    kit.terrain, kit.ground = terrain.terrain_of(board), terrain.lay_ground(board)
    kit.searches, kit.prices = tuple(Reach(board.neighbours, board.side_of, modes) for modes in terrain.MODES), {}
    kit.retreats, kit.retreat_tiers = Retreat(board.neighbours, board.side_of), retreats.lay_tiers(kit)
    kit.zones = zones.lay_zones(board, kit.westwall)
    kit.zone_kinds = tuple(zones.zone_kinds(piece) for piece in kit.counters)
    kit.supply_lines = supply.lay_lines(board)
    kit.supplied = lru_cache(TRACES_REMEMBERED)(partial(supply.trace_supply, kit))
