"""The game: opens the box, sets up (6.0), and says what each side may know (18.6, 18.7, 19.0)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ardennes.board import MapFile
from ardennes.engine.acts import Act
from ardennes.engine.datapack import Contents
from ardennes.engine.hidden import disguise
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.page import charts, schedule, score
from ardennes.games.bulge1944.page.overlays import BulgeOverlays
from ardennes.games.bulge1944.page.what_if import BulgeWhatIfs
from ardennes.games.bulge1944.rules import (
    activation,
    data_checks,
    phantoms,
    pieces,
    secrets,
    sequence,
    supply,
    terrain,
    weather,
)
from ardennes.games.bulge1944.rules.field import BESIDE, BOXES, POOL, Field
from ardennes.games.bulge1944.rules.flags import OUTSIDE_XXX_CORPS
from ardennes.games.bulge1944.rules.pieces import ALLIED, ALLIED_CODES, CARDS, GERMAN, GERMAN_CODES, SIXTHS, Piece
from ardennes.hexes import within
from ardennes.kernels.flags import BARRED, CROWDED, NO_END, no_flags
from ardennes.kernels.flood import Flood
from ardennes.kernels.reach import Reach
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.numbers import Hex, Unit, all_hexes, all_hexsides
from ardennes.rules.control import held_at_start
from ardennes.rules.ground import zone_ground
from ardennes.rules.table import counter_flags, zones_of_sides
from ardennes.rules.table_game import TableGame

GUNS_AND_DROPS_REACH = 5
TOLD_BY_NAME = ("fuel-short",)
"""What speaks of hidden units without saying where they are."""


class Bulge1944(TableGame[Field]):
    verbs, boxes = pieces.verbs, BOXES
    position_type, data_type, scenario_type = Field, pieces.BulgeData, pieces.BulgeScenario
    check_data = data_checks.mistakes
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
        "turns.csv": pieces.TrackSpace,
        "dice.toml": pieces.CombatDie,
        "named.toml": pieces.Named,
        "map/map.json": MapFile,
    }
    counter_files = ("units.csv", "support.csv")

    def fill_data(self, data: pieces.BulgeData, contents: Contents) -> None:
        """Tables; then prices, floods and zones, from the map."""
        setting, cards = data.scenario_data, data.scenario_data.uses or [data.scenario]
        if "hidden" in data.options or setting.cards:
            data.keep_secret(*(("card",) if setting.cards else ()))
        data.turns = tuple(contents.rows("turns.csv", pieces.TrackSpace).values())
        data.die = contents.sound_table("dice.toml", pieces.CombatDie)
        data.named = contents.sound_table("named.toml", pieces.Named)
        data.objectives = {name: contents.scenario(name, pieces.BulgeScenario) for name in cards}
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
        roads = bytes(supply.ROAD if board.road[side] else 0 for side in all_hexsides(board.sides))
        lines = partial(Flood, board.neighbours, board.side_of, roads)
        data.supply_lines = lambda: (lines(), lines())
        data.zones = Zones(board.neighbours, board.side_of, zone_ground(board, 1, lambda *_: True))
        data.zone_kinds = zones_of_sides(data.counters, _zone_kind)
        data.marks = counter_flags(data.counters, lambda _: CROWDED | NO_END, _to_enemies)
        data.printed_sides = bytes(board.sides)
        data.sources = (_hexes(data, GERMAN_CODES), _hexes(data, ALLIED_CODES))
        edges = (("east-edge",), ("north-edge", "west-edge", "south-edge"))
        data.supply_routes = (
            supply.routes(data.sources[GERMAN], _hexes(data, edges[GERMAN])),
            supply.routes(data.sources[ALLIED], _hexes(data, edges[ALLIED])),
        )
        data.negates = CROWDED, CROWDED
        data.near_wall = frozenset(within(board.neighbours, data.wall, GUNS_AND_DROPS_REACH))
        outside_xxx = array("H", [0 if hex in data.xxx_corps else OUTSIDE_XXX_CORPS for hex in all_hexes(board.size)])
        data.fixed_flags = no_flags(board.size), outside_xxx

    def start_place(self, p: Field, unit: Unit) -> str:
        """6.0 Units in their hexes, the others among the reinforcements, support beside the map."""
        piece = p.data.counters[unit]
        if piece.arrives is None:
            return "" if piece.land_unit or piece.stand_in else BESIDE
        free = piece.side == GERMAN and "free_setup" in p.data.options
        return POOL if piece.arrives or (piece.place and free) else piece.place

    def begin(self, p: Field) -> None:
        """2.0 Towns are in Allied hands."""
        data = p.data
        held_at_start(p, map(data.code, GERMAN_CODES), data.towns)
        p.card = data.scenario_data.standard or data.scenario
        p.open(sequence.Opening())

    def counters(self, contents: Contents, setting: pieces.BulgeScenario, options: frozenset[str]) -> list[Any]:
        """18.6 With counters for what lies face down: enough for every unit and phantom of a side at once."""
        found: list[Any] = [*super().counters(contents, setting, options)]
        for side, name in ((GERMAN, "German"), (ALLIED, "Allied")) if "hidden" in options else ():
            most = sum(piece.side == side and (piece.land_unit or piece.kind == "phantom") for piece in found)
            found += [
                Piece(id=f"{name}-{number}", name=f"{name} counter {number}", side=side, kind="stand-in", steps=1)
                for number in range(1, most + 1)
            ]
        return found

    # --- secrets ---------------------------------------------------------------------------------

    hide, determinize = staticmethod(secrets.hide), staticmethod(secrets.determinize)

    def disguise_event(self, p: Field, event: Event) -> Event:
        if "hidden" not in p.data.options or event.code in TOLD_BY_NAME:
            return event
        return disguise(p, event, ("unit", "units"))

    # --- soundness -------------------------------------------------------------------------------

    def invariants(self, p: Field) -> Iterable[str]:
        yield from super().invariants(p)
        if p.points < 0:
            yield f"{p.points} resource points are left"


def _hexes(data: pieces.BulgeData, areas: Sequence[str]) -> tuple[Hex, ...]:
    return tuple(sorted({hex for area in areas for hex in data.board.area(area)}))


def _zone_kind(piece: Piece) -> int:
    """11.0 Land units have a zone, and a hidden counter is taken to have one; 18.7 phantoms have none."""
    return 0 if piece.land_unit or piece.stand_in else NO_ZONE


def _to_enemies(piece: Piece) -> int:
    """All but phantoms are in the way of enemies. In the way of friends that pass by road or would end there a phantom
    is as well, or every column would give it away (18.7)."""
    return 0 if piece.kind == "phantom" else BARRED


GAME = Bulge1944(Path(__file__).parent)
