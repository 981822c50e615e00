"""The game: opens the box, sets up (6.0), and says what each side may know (18.6, 18.7, 19.0)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from ardennes.board import MapFile
from ardennes.datafiles import Mistake
from ardennes.engine.acts import Act
from ardennes.engine.datapack import Contents, open_data
from ardennes.engine.game import Game
from ardennes.engine.game_data import GameData
from ardennes.engine.hidden import disguise
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.page import charts, schedule, score
from ardennes.games.bulge1944.page.overlays import BulgeOverlays
from ardennes.games.bulge1944.page.what_if import BulgeWhatIfs
from ardennes.games.bulge1944.rules import (
    activation,
    combat,
    combat_dice,
    data_checks,
    free_setup,
    hiding,
    phantoms,
    pieces,
    reinforcements,
    secrets,
    sequence,
    supply,
    terrain,
    weather,
)
from ardennes.games.bulge1944.rules.field import BESIDE, BOXES, POOL, Field
from ardennes.games.bulge1944.rules.flags import OUTSIDE_XXX_CORPS
from ardennes.games.bulge1944.rules.pieces import ALLIED, ALLIED_CODES, CARDS, GERMAN, GERMAN_CODES, SIXTHS, Piece
from ardennes.games.bulge1944.rules.walking import Move
from ardennes.hexes import within
from ardennes.kernels.flags import BARRED, CROWDED, NO_END, HexFlags, no_flags
from ardennes.kernels.flood import Flood
from ardennes.kernels.reach import Reach
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.rules.ground import zone_ground

GUNS_AND_DROPS_REACH = 5
TOLD_BY_NAME = ("fuel-short",)
"""What speaks of hidden units without saying where they are."""


class Bulge1944(Game[Field]):
    verbs = pieces.verbs
    position_type = Field
    renamed = {
        "manners": "movement_modes",
        "cover_units": "hide_at_start",
        "german_activation": "Activation",
        "allied_activation": "Activation 2",
    }
    points_in_one = SIXTHS
    anytime = (phantoms.RemovePhantom(),)
    acts = (Act(pieces.MOVE, pieces.TO, pieces.DONE, activation.march),)
    overlays = BulgeOverlays()
    what_ifs = BulgeWhatIfs()
    score, coming, luck = staticmethod(score.score), staticmethod(schedule.coming), staticmethod(schedule.luck)
    charts, chart_marks = staticmethod(charts.charts), staticmethod(charts.marks)
    words = (*weather.AIR, *CARDS, pieces.STANDARD)
    data_files = {
        "units.csv": Piece,
        "support.csv": Piece,
        "turns.csv": pieces.Turn,
        "dice.toml": pieces.CombatDie,
        "map/map.json": MapFile,
    }
    scenario_type = pieces.BulgeScenario
    procedures = (
        sequence.Opening,
        sequence.Battle,
        free_setup.FreeSetUp,
        free_setup.Placing,
        reinforcements.Reinforcement,
        reinforcements.Entry,
        activation.Activation,
        Move,
        combat_dice.Attack,
        combat.Losses,
        hiding.Hiding,
    )

    def load_data(self, scenario: str, options: Iterable[str], pack: Path | None = None) -> GameData:
        contents = open_data(self, pack)
        board = contents.board
        die = contents.table("dice.toml", pieces.CombatDie)
        assert board is not None
        assert die is not None
        chosen, setting = frozenset(options), contents.scenario(scenario, pieces.BulgeScenario)
        counters = [
            *setting.placed(contents.rows("units.csv", Piece).values(), data_checks.put),
            *contents.rows("support.csv", Piece).values(),
        ]
        if "hidden" in chosen:
            counters += _stand_ins(counters)
        data = pieces.BulgeData(
            self,
            board=setting.cut(board),
            counters=counters,
            scenario=scenario,
            options=chosen,
            digest=contents.digest(scenario, *setting.uses),
            boxes=BOXES,
            has_secrets="hidden" in chosen,
            secret_clocks=("card",) if setting.cards else (),
        )
        data.turns = tuple(contents.rows("turns.csv", pieces.Turn).values())
        data.die, data.scenario_data = die, setting
        data.objectives = {name: contents.scenario(name, pieces.BulgeScenario) for name in setting.uses or [scenario]}
        _work_out(data)
        return data

    def check_data(self, contents: Contents) -> Iterable[Mistake]:
        return data_checks.mistakes(self, contents)

    def set_up(self, p: Field) -> None:
        """6.0 Units in their hexes at full strength, support beside the map, towns in Allied hands (2.0)."""
        data = p.data
        p.rebuild()
        for unit, piece in enumerate(data.counters):
            free = piece.side == GERMAN and "free_setup" in data.options
            if piece.arrives == 0 and not free:
                p.put(unit, data.board.hex(piece.place))
                p.steps[unit] = piece.steps
            elif piece.arrives is not None:
                p.put(unit, data.box(POOL))
            elif not piece.land_unit and not piece.stand_in:
                p.put(unit, data.box(BESIDE))
        for hex in data.towns:
            p.control[hex] = ALLIED
        for code in GERMAN_CODES:
            p.control[data.code(code)] = GERMAN
        for hex, side in data.scenario_data.hexes_held(data.board):
            p.control[hex] = side
        p.card, p.turn = data.scenario_data.standard or data.scenario, data.scenario_data.first_turn
        p.open(sequence.Opening())

    # --- secrets ---------------------------------------------------------------------------------

    hide, determinize = staticmethod(secrets.hide), staticmethod(secrets.determinize)

    def disguise_event(self, p: Field, event: Event) -> Event:
        if "hidden" not in p.data.options or event.code in TOLD_BY_NAME:
            return event
        return disguise(p, event, ("unit", "units"))

    # --- soundness -------------------------------------------------------------------------------

    def fit(self, p: Field) -> None:
        for unit, most in enumerate(piece.steps for piece in p.data.counters):
            p.steps[unit] = min(p.steps[unit], most)

    def invariants(self, p: Field) -> Iterable[str]:
        data = p.data
        for unit in (*data.land[GERMAN], *data.land[ALLIED]):
            piece, hex = data.counters[unit], p.where[unit]
            if hex >= 0 and p.steps[unit] <= 0 and p.viewer is None:
                yield f"{piece.id} is on the map with {p.steps[unit]} steps"
            if p.steps[unit] > piece.steps:
                yield f"{piece.id} has more steps than it started with"
        if p.points < 0:
            yield f"{p.points} resource points are left"
        for hex in {p.where[unit] for unit in p.on_map(GERMAN)} & {p.where[unit] for unit in p.on_map(ALLIED)}:
            yield f"both sides stand in {data.board.label(hex)}"


def _stand_ins(counters: Sequence[Piece]) -> list[Piece]:
    """18.6 Counters for what lies face down: enough for every unit and phantom of a side at once."""
    found: list[Piece] = []
    for side, name in ((GERMAN, "German"), (ALLIED, "Allied")):
        most = sum(piece.side == side and (piece.land_unit or piece.kind == "phantom") for piece in counters)
        found += [
            Piece(id=f"{name}-{number}", name=f"{name} counter {number}", side=side, kind="stand-in", steps=1)
            for number in range(1, most + 1)
        ]
    return found


def _work_out(data: pieces.BulgeData) -> None:
    """Prices, floods and zones, from the map."""
    board = data.board
    data.ground = terrain.build_step_kinds(board)
    motorized = terrain.motorized_price_list(data.ground)
    data.prices = tuple(
        (
            terrain.price_list(data.ground, side, armor=True),
            terrain.price_list(data.ground, side, armor=False),
            motorized,
        )
        for side in (GERMAN, ALLIED)
    )
    data.prices_over_rough = (
        terrain.price_list(data.ground, GERMAN, armor=True, over_rough=True),
        terrain.price_list(data.ground, ALLIED, armor=True, over_rough=True),
    )
    data.search = lambda: Reach(board.neighbours, board.side_of)
    data.searches = lambda: tuple(Reach(board.neighbours, board.side_of) for _ in data.prices[GERMAN])
    roads = bytes(supply.ROAD if board.road[side] else 0 for side in range(board.sides))
    lines = partial(Flood, board.neighbours, board.side_of, roads)
    data.supply_lines = lambda: (lines(), lines())
    data.zones = Zones(board.neighbours, board.side_of, zone_ground(board, 1, lambda *_: True))
    data.zone_kinds = (_zone_kinds(data, GERMAN), _zone_kinds(data, ALLIED))
    data.marks, data.printed_sides = (_marks(data, GERMAN), _marks(data, ALLIED)), bytes(board.sides)
    data.sources = (_hexes(data, GERMAN_CODES), _hexes(data, ALLIED_CODES))
    edges = (("east-edge",), ("north-edge", "west-edge", "south-edge"))
    data.supply_routes = (
        supply.routes(data.sources[GERMAN], _hexes(data, edges[GERMAN])),
        supply.routes(data.sources[ALLIED], _hexes(data, edges[ALLIED])),
    )
    data.negates = CROWDED, CROWDED
    data.near_wall = frozenset(within(board.neighbours, board.area("siegfried-line"), GUNS_AND_DROPS_REACH))
    inside = board.area("xxx-corps")
    outside_xxx = array("H", [0 if hex in inside else OUTSIDE_XXX_CORPS for hex in range(board.size)])
    data.fixed_flags = no_flags(board.size), outside_xxx


def _hexes(data: pieces.BulgeData, areas: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted({hex for area in areas for hex in data.board.area(area)}))


def _zone_kinds(data: pieces.BulgeData, side: int) -> bytes:
    """11.0 Land units have a zone, and a hidden counter is taken to have one; 18.7 phantoms have none."""
    return bytes(
        0 if piece.side == side and (piece.land_unit or piece.stand_in) else NO_ZONE for piece in data.counters
    )


def _marks(data: pieces.BulgeData, side: int) -> HexFlags:
    """What counters are to units of a side: in the way of friends that pass by road or would end there and, unless a
    phantom, of enemies. A phantom crowds a road as well, or every column would give it away (18.7)."""
    barring = [0 if piece.kind == "phantom" else BARRED for piece in data.counters]
    own = [piece.side == side for piece in data.counters]
    return array("H", [CROWDED | NO_END if friend else bars for friend, bars in zip(own, barring, strict=True)])


GAME = Bulge1944(Path(__file__).parent)
