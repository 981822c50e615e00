"""3.0 Setting up the game: opens the box, works out what follows from map and counters, and lays the game out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from pathlib import Path

import msgspec

from ardennes.board import MapFile
from ardennes.engine.acts import Act
from ardennes.engine.datapack import Contents
from ardennes.games.wacht_am_rhein.page import charts, schedule, score
from ardennes.games.wacht_am_rhein.page.overlays import WachtOverlays
from ardennes.games.wacht_am_rhein.page.what_if import WachtWhatIfs
from ardennes.games.wacht_am_rhein.rules import (
    air,
    all_out,
    data_checks,
    deployment,
    dumps,
    free_set_up,
    heydte,
    lines,
    morale,
    movement,
    pieces,
    plans,
    sequence,
    set_up,
    supply,
    terrain,
    truppeneinheit,
)
from ardennes.games.wacht_am_rhein.rules.bridges import BridgePhase
from ardennes.games.wacht_am_rhein.rules.commitment import start_areas
from ardennes.games.wacht_am_rhein.rules.field import BOXES, GROUNDS, STACK, WEATHERS, Field
from ardennes.games.wacht_am_rhein.rules.long_range import farthest
from ardennes.games.wacht_am_rhein.rules.odds import LINES
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN, PARTS, Piece
from ardennes.games.wacht_am_rhein.rules.scenario import WachtScenario
from ardennes.games.wacht_am_rhein.rules.stacking import crowds
from ardennes.kernels.flags import BARRED, no_flags
from ardennes.kernels.reach import Reach
from ardennes.kernels.zones import NO_ZONE
from ardennes.numbers import ENEMY_OF, SIDES, Side, Unit, all_hexsides, all_units, by_unit
from ardennes.rules.ranges import Near
from ardennes.rules.table import counter_flags, zones_of_sides
from ardennes.rules.table_game import TableGame

LEASH = ("west-of-meuse", "map-A")
"""23.0 The areas that keep the British: the bank of the Meuse where they are, and the north-western map sheet."""
LONGEST_DISTANCE = 20
"""No rule but the range of guns asks who is farther away."""


class WachtAmRhein(TableGame[Field]):
    verbs, boxes = pieces.verbs, BOXES
    position_type, data_type, scenario_type = Field, pieces.WachtData, WachtScenario
    check_data = data_checks.mistakes
    points_in_one = PARTS
    words = pieces.OPERATIONS
    acts = (Act(pieces.MOVE, pieces.TO, pieces.DONE, movement.march, others=(pieces.MARCH,)),)
    asides = (pieces.ALL, pieces.HELP)
    overlays = WachtOverlays()
    what_ifs = WachtWhatIfs()
    score, coming, luck = staticmethod(score.score), staticmethod(schedule.coming), staticmethod(schedule.luck)
    chart_marks = staticmethod(charts.marks)
    data_files = {
        "units.csv": Piece,
        "turns.csv": pieces.TrackSpace,
        "movement.csv": pieces.Costs,
        "combat_results.csv": pieces.ResultColumn,
        "formations.csv": pieces.Formation,
        "entries.csv": pieces.EntryRow,
        "breakdown.csv": pieces.BreakdownRow,
        "weather.csv": pieces.WeatherRow,
        "ground.csv": pieces.GroundRow,
        "march_interdiction.csv": pieces.StrikeRow,
        "parachute_drop.csv": pieces.DropRow,
        "truppeneinheit.csv": pieces.SurvivalRow,
        "map/map.json": MapFile,
    }

    def scenario_with(self, setting: WachtScenario, contents: Contents, options: frozenset[str]) -> WachtScenario:
        """24.82 With an option more Germans start, and others come sooner; 24.4 only with one parachutists drop,
        and 24.3 Truppeneinheit are about; 24.81 with one Germans start where they like."""
        if heydte.OPTION not in options:
            setting = msgspec.structs.replace(setting, drop=None)
        if truppeneinheit.OPTION not in options:
            setting = msgspec.structs.replace(setting, truppeneinheit=None)
        germans = {piece.id for piece in contents.rows("units.csv", Piece).values() if piece.side == GERMAN}
        if all_out.OPTION in options:
            setting = all_out.all_out(setting, germans)
        return free_set_up.free(setting, germans) if free_set_up.OPTION in options else setting

    def counters(self, contents: Contents, setting: WachtScenario, options: frozenset[str]) -> list[Piece]:
        pieces = contents.rows("units.csv", Piece).values()
        return set_up.placed(setting, map(morale.reprinted, pieces) if "morale" in options else pieces)

    def fill_data(self, data: pieces.WachtData, contents: Contents) -> None:
        """Tables; then prices and zones, from the map."""
        board, scenario = data.board, data.scenario_data
        data.turns = tuple(contents.rows("turns.csv", pieces.TrackSpace).values())
        data.costs = {costs.mover: costs for costs in contents.rows("movement.csv", pieces.Costs).values()}
        data.ground = terrain.build_step_kinds(board)
        data.search = lambda: Reach(board.neighbours, board.side_of, terrain.modes_of(data))
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
        rows = tuple(contents.rows("combat_results.csv", pieces.ResultColumn).values())
        data.columns = {line: tuple(getattr(row, line) for row in rows) for line in LINES}
        data.results = tuple(zip(*(row.results.split() for row in rows), strict=True))
        data.rivers, data.deep_rivers = terrain.river_sides(board)
        data.no_march = terrain.woods_without_roads(board)
        data.march_hexes = bytes(hex in board and hex not in data.no_march for hex in range(board.size))
        data.helpable = terrain.helpable_sides(board)
        data.with_help = lru_cache(maxsize=256)(partial(terrain.with_help, data.helpable))
        self.fill_tables(data, contents)
        reach = {gun: farthest(fire, data.options) for gun, fire in by_unit(data.fires) if fire is not None}
        longest = max(reach.values(), default=0)
        data.within = tuple(Near(board, distance) for distance in range(max(longest, LONGEST_DISTANCE) + 1))
        data.ranges = {gun: data.within[distance] for gun, distance in reach.items()}
        self.fill_deployments(data)
        data.closed_hexes = tuple(sorted(board.area(scenario.closed))) if scenario.closed else ()
        data.fences = {
            formation: frozenset(board.area(fence.area)) for fence in scenario.fences for formation in fence.formations
        }
        self.fill_leash(data)
        data.westwall = board.area("westwall") if "westwall" in data.options else frozenset()
        data.exits = tuple(sorted(terrain.hexes_named(board, scenario.exits)))
        data.start_areas = start_areas(data)
        data.supply_ways = lines.ways_of(board)
        german, allied = (tuple(map(board.hex, hexes)) for hexes in scenario.supply)
        data.supply_edges = german, allied
        data.roads_off = frozenset((*german, *allied))
        data.supply_sources = tuple(supply.sources_of(data, unit) for unit in all_units(len(data.counters)))
        data.keep_secret("german_plan", "allied_plan", "true_dumps", "operation")

    def fill_deployments(self, data: pieces.WachtData) -> None:
        """26.2 Who may be placed where, and near whom."""
        data.deployable = deployment.deployable_hexes(data)
        data.historical_hexes = deployment.historical_hexes(data)
        data.deploys_alone = not any(data.sides[unit] == ALLIED for unit in data.deployable)
        data.bonds = deployment.bonds_of(data)
        bound: dict[Unit, list[Unit]] = {}
        for unit, bond in data.bonds.items():
            for anchor in bond.anchors:
                bound.setdefault(anchor, []).append(unit)
        data.bound_to = {anchor: tuple(units) for anchor, units in bound.items()}
        data.kept_free = frozenset(map(data.board.hex, data.scenario_data.kept_free))

    def fill_leash(self, data: pieces.WachtData) -> None:
        """23.0 Where British units are kept."""
        board, hexes = data.board, frozenset(data.board.hexes)
        west, sheet = (board.area(name) if name in board.area_names else frozenset() for name in LEASH)
        data.west_of_meuse, data.off_british_sheet = west, hexes - sheet
        data.beyond_meuse = (hexes - sheet) | west, hexes - (sheet & west)
        data.has_british = any(piece.nation == "British" for piece in data.counters)

    def fill_tables(self, data: pieces.WachtData, contents: Contents) -> None:
        """Formations, roads onto the map, and the tables that dice are looked up in."""
        formations = contents.rows("formations.csv", pieces.Formation).values()
        data.formation_rows = {(row.nation, row.formation): row for row in formations}
        data.entries = {row.code: row for row in contents.rows("entries.csv", pieces.EntryRow).values()}
        broken = contents.rows("breakdown.csv", pieces.BreakdownRow).values()
        data.breakdown = {(row.type, row.model): row for row in broken}
        weather = contents.rows("weather.csv", pieces.WeatherRow).values()
        data.weather_table = {row.die: WEATHERS.index(row.weather) for row in weather}
        ground = contents.rows("ground.csv", pieces.GroundRow).values()
        data.ground_table = {row.die: GROUNDS.index(row.ground) for row in ground}
        strikes = contents.rows("march_interdiction.csv", pieces.StrikeRow).values()
        drops = contents.rows("parachute_drop.csv", pieces.DropRow).values()
        data.drop_table = {row.die: (0, row.mist, row.clear) for row in drops}
        survivals = contents.rows("truppeneinheit.csv", pieces.SurvivalRow).values()
        data.survival_table = {row.die: (row.one, row.two, row.three, row.four) for row in survivals}
        data.strikes = {row.die: (row.one, row.two, row.three) for row in strikes}

    start_place = staticmethod(set_up.start_place)

    def begin(self, p: Field) -> None:
        set_up.lay_out(p)
        p.open(sequence.Battle())

    def determinize(self, truth: Field, side: Side) -> None:
        """19.0 The other side may have allocated its air points in any way."""
        air.imagine(truth, ENEMY_OF[side])
        if side == GERMAN:
            dumps.imagine(truth)
        else:
            plans.imagine(truth)

    def invariants(self, p: Field) -> Iterable[str]:
        yield from super().invariants(p)
        label = p.data.board.label
        for side in SIDES:
            for hex in p.hexes_of(side):
                if len({frozenset(p.team_of(unit)) for unit in p.units_in(hex) if p.march[unit]}) > 1:
                    yield f"{label(hex)} holds two units in March Mode"
        for phase in p.stack:
            if isinstance(phase, BridgePhase) and not p.bonus:
                for hex in crowds(p, phase.side):
                    yield f"{label(hex)} holds more than {STACK} units after movement, whoever retreated there (9.35)"


GAME = WachtAmRhein(Path(__file__).parent)
