"""3.0 Prepare for play: opens the box, works out what follows from map and counters, and lays the game out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from ardennes.board import MapFile
from ardennes.engine.acts import Act
from ardennes.engine.datapack import Contents
from ardennes.engine.references import Refers
from ardennes.games.bitter_woods.page import charts, schedule, score
from ardennes.games.bitter_woods.page.overlays import BitterWoodsOverlays
from ardennes.games.bitter_woods.page.what_if import BitterWoodsWhatIfs
from ardennes.games.bitter_woods.rules import (
    boundaries,
    data_checks,
    events,
    exits,
    fuel_dumps,
    interdiction,
    movement,
    orders,
    pieces,
    pledges,
    points,
    sequence,
    set_up,
    supply,
    terrain,
    victory,
    zones,
)
from ardennes.games.bitter_woods.rules.field import BOXES, ELIMINATED, SECRET_PLAN, Field
from ardennes.games.bitter_woods.rules.pieces import GERMAN, TWELFTHS, Piece
from ardennes.games.bitter_woods.rules.scenario import BitterScenario
from ardennes.kernels.flags import BARRED, CROWDED, no_flags
from ardennes.kernels.reach import Reach
from ardennes.numbers import Side, by_unit
from ardennes.rules.odds import ResultRow
from ardennes.rules.ranges import Near
from ardennes.rules.table import counter_flags, zones_of_sides
from ardennes.rules.table_game import TableGame

LONGEST_RANGE = 9
"""No gun reaches farther, and no leader."""


class BitterWoods(TableGame[Field]):
    verbs, boxes = pieces.verbs, BOXES
    position_type, data_type, scenario_type = Field, pieces.BitterData, BitterScenario
    check_data = data_checks.mistakes
    points_in_one = TWELFTHS
    subjects = {"counterattack": Refers.HEX, "engagement": Refers.HEX}
    asides = (pieces.REGROUP,)
    acts = (Act(pieces.MOVE, pieces.TO, pieces.DONE, movement.march),)
    overlays = BitterWoodsOverlays()
    what_ifs = BitterWoodsWhatIfs()
    score, coming, luck = staticmethod(score.score), staticmethod(schedule.coming), staticmethod(schedule.luck)
    charts, chart_marks = staticmethod(charts.charts), staticmethod(charts.marks)
    unit_marks = staticmethod(pledges.pledge_marks)
    words = (*victory.LEVELS, *points.WINS, *pieces.ARMIES, *pieces.PLANS)
    data_files = {
        "units.csv": Piece,
        "turns.csv": pieces.TrackSpace,
        "crt.csv": ResultRow,
        "angriff.csv": ResultRow,
        "shortage.csv": pieces.ShortageRow,
        "sectors.csv": pieces.SectorRow,
        "events.csv": events.EventRow,
        "scatter.csv": events.ScatterRow,
        "named.toml": pieces.Named,
        "map/map.json": MapFile,
    }

    def start_in(self, counter: Piece, hex: str) -> Piece:
        return set_up.put(counter, hex)

    def counters(self, contents: Contents, setting: BitterScenario, options: frozenset[str]) -> list[Piece]:
        turns = contents.rows("turns.csv", pieces.TrackSpace).values()
        return set_up.placed(setting, contents.rows("units.csv", Piece).values(), turns)

    def fill_data(self, data: pieces.BitterData, contents: Contents) -> None:
        """Tables; then prices, floods and zones, from the map."""
        data.turns = tuple(contents.rows("turns.csv", pieces.TrackSpace).values())
        tables = [contents.rows(file, ResultRow).values() for file in ("crt.csv", "angriff.csv")]
        data.results, data.angriff = ({row.die: tuple(row.results.split()) for row in rows} for rows in tables)
        data.shortage = tuple(contents.rows("shortage.csv", pieces.ShortageRow).values())
        data.named = contents.sound_table("named.toml", pieces.Named)
        data.sectors = {}
        for row in contents.rows("sectors.csv", pieces.SectorRow).values():
            unit = data.unit(row.unit)
            data.sectors[unit] = data.sectors.get(unit, frozenset()) | {row.army}
        board = data.board
        data.terrain = terrain.terrain_of(board)
        data.ground = terrain.build_step_kinds(board, data.terrain)
        data.army_areas = boundaries.army_areas(board)
        data.army_ground = boundaries.army_ground(data)
        data.boundary_roads = boundaries.boundary_roads(board)
        data.forest_roads = interdiction.forest_roads(board, data.terrain)
        data.search = lambda: Reach(board.neighbours, board.side_of, terrain.MODES)
        data.prices, data.unit_prices = {}, {}
        data.zones = zones.lay_zones(board)
        data.zone_kinds = zones_of_sides(data.counters, zones.zone_kind)
        data.marks = counter_flags(data.counters, lambda _: CROWDED, lambda _: BARRED)
        data.fixed_flags = no_flags(board.size), no_flags(board.size)
        data.printed_sides = bytes(board.sides)
        data.supply_roads = partial(supply.build_supply_graph, board)
        data.german_sources = tuple(sorted(board.area("german-supply")))
        data.allied_sources = tuple(sorted(board.area("allied-supply")))
        data.german_exits = exits.german_exits(data)
        data.allied_edges = frozenset().union(*(board.area(edge) for edge in exits.ALLIED_EDGES))
        data.events = {row.event: row for row in contents.rows("events.csv", events.EventRow).values()}
        data.scatter = {row.sum: row.direction for row in contents.rows("scatter.csv", events.ScatterRow).values()}
        data.heiderscheid = next(
            (side for side in data.bridges if board.side_label(side) == data.named.heiderscheid), -1
        )
        data.east_of_our = frozenset(
            board.hex(f"{number:04d}")
            for first, last in (span.split("-") for span in data.named.east_of_our)
            for number in range(int(first), int(last) + 1)
            if board.has_label(f"{number:04d}")
        )
        data.dump_sites = ()
        if "fuel_dumps" in data.options:
            data.dump_sites = fuel_dumps.dump_sites(data)
        data.orders = orders.standing_orders(data)
        secrets = {"dumps": data.dump_sites, "plan": data.scenario_data.plans}
        if any(secrets.values()):
            data.keep_secret(*(clock for clock, kept in secrets.items() if kept))
        data.within = tuple(Near(board, distance) for distance in range(LONGEST_RANGE + 1))

    start_place = staticmethod(set_up.start_place)

    def begin(self, p: Field) -> None:
        set_up.lay_out(p)
        fuel_dumps.hide_dumps(p)
        p.open(sequence.Battle())

    def determinize(self, truth: Field, side: Side) -> None:
        if side == GERMAN and truth.data.dump_sites:
            fuel_dumps.imagine_dumps(truth)
        if truth.plan == SECRET_PLAN:
            orders.imagine_plan(truth)

    def invariants(self, p: Field) -> Iterable[str]:
        yield from super().invariants(p)
        data = p.data
        if p.german_air < 0 or p.allied_air < 0:
            yield "an aircraft was used twice"
        for unit, piece in by_unit(data.counters):
            if piece.silhouette and p.where[unit] == data.box(ELIMINATED) and p.steps[unit]:
                yield f"{piece.id} is eliminated with {p.steps[unit]} steps"
        if data.dump_sites and p.viewer is None:
            for dump, hex in enumerate(p.dumps):
                if hex not in fuel_dumps.possible_hexes(p, dump):
                    yield f"a fuel dump is hidden in {data.board.label(hex)}, where it cannot be"


GAME = BitterWoods(Path(__file__).parent)
