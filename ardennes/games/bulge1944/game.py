"""The game: opens the box, sets up (6.0), and says what each side may know (18.6, 18.7, 19.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from pathlib import Path

from ardennes.board import MapFile
from ardennes.datafiles import Mistake
from ardennes.engine.acts import Act
from ardennes.engine.course import Coming, Roll
from ardennes.engine.datapack import Contents, open_data
from ardennes.engine.game import Game
from ardennes.engine.hidden import disguise
from ardennes.engine.kit import Kit
from ardennes.engine.position import Position
from ardennes.engine.standing import Standing
from ardennes.engine.texts import Event
from ardennes.games.bulge1944 import (
    activation,
    combat,
    course,
    data_checks,
    free_setup,
    hiding,
    phantoms,
    reinforcements,
    secrets,
    sequence,
    standing,
    terrain,
    weather,
)
from ardennes.games.bulge1944 import pieces as box
from ardennes.games.bulge1944.data_checks import ALLIED_CODES, GERMAN_CODES
from ardennes.games.bulge1944.field import BESIDE, BOXES, OUTSIDE_XXX_CORPS, POOL, Field
from ardennes.games.bulge1944.overlays import BulgeOverlays
from ardennes.games.bulge1944.pieces import ALLIED, CARDS, GERMAN, SIXTHS, Piece
from ardennes.games.bulge1944.supply import ROAD_LINK, trace_supply
from ardennes.games.bulge1944.walking import Move
from ardennes.games.bulge1944.what_if import BulgeWhatIfs
from ardennes.hexes import within
from ardennes.kernels.flags import ZONE
from ardennes.kernels.reach import Reach
from ardennes.kernels.zones import NO_ZONE, Zones
from ardennes.rules.supply import supply_flood
from ardennes.rules.zones import ZoneOfSide, zone_ground

GUNS_AND_DROPS_REACH = 5
TRACES_REMEMBERED = 1024
TOLD_BY_NAME = ("fuel-short",)
"""What speaks of hidden units without saying where they are."""


class Bulge1944(Game):
    verbs = box.verbs
    position_type = Field
    points_in_one = SIXTHS
    anytime = (phantoms.RemovePhantom(),)
    acts = (Act(box.MOVE, box.TO, box.DONE, activation.march),)
    overlays = BulgeOverlays()
    what_ifs = BulgeWhatIfs()
    words = (*weather.AIR, *CARDS, box.STANDARD)
    data_files = {
        "units.csv": Piece,
        "support.csv": Piece,
        "turns.csv": box.Turn,
        "dice.toml": box.CombatDie,
        "objectives.toml": box.Objectives,
        "map/map.json": MapFile,
    }
    procedures = (
        sequence.Opening,
        sequence.Battle,
        free_setup.FreeSetUp,
        free_setup.Placing,
        reinforcements.Reinforcement,
        reinforcements.Entry,
        activation.Activation,
        Move,
        combat.Attack,
        combat.Losses,
        hiding.Hiding,
    )

    def kit(self, scenario: str, options: Iterable[str], data: Path | None = None) -> Kit:
        contents = open_data(self, data)
        board = contents.board
        die, objectives = contents.table("dice.toml", box.CombatDie), contents.table("objectives.toml", box.Objectives)
        assert board is not None
        assert die is not None
        assert objectives is not None
        chosen = frozenset(options)
        counters = [piece for file in ("units.csv", "support.csv") for piece in contents.rows(file, Piece).values()]
        if "hidden" in chosen:
            counters += _stand_ins(counters)
        kit = box.Box(
            self,
            board=board,
            counters=counters,
            scenario=scenario,
            options=chosen,
            digest=contents.digest,
            boxes=BOXES,
            has_secrets="hidden" in chosen,
            secret_clocks=("card",) if scenario in box.SECRET_CARDS else (),
        )
        kit.turns = tuple(contents.rows("turns.csv", box.Turn).values())
        kit.die, kit.objectives = die, objectives
        _work_out(kit)
        return kit

    def check_data(self, contents: Contents) -> Iterable[Mistake]:
        return data_checks.mistakes(contents)

    def start(self, kit: Kit, seed: str) -> Field:
        """6.0 Units in their hexes at full strength, support beside the map, towns in Allied hands (2.0)."""
        assert isinstance(kit, box.Box)
        p = Field(kit, seed)
        p.rebuild()
        for unit, piece in enumerate(kit.counters):
            free = piece.side == GERMAN and "free_setup" in kit.options
            if piece.arrives == 0 and not free:
                p.put(unit, kit.board.hex(piece.place))
                p.steps[unit] = piece.steps
            elif piece.arrives is not None:
                p.put(unit, kit.box(POOL))
            elif not piece.land_unit and not piece.stand_in:
                p.put(unit, kit.box(BESIDE))
        for hex in kit.towns:
            p.control[hex] = ALLIED
        for code in GERMAN_CODES:
            p.control[kit.code(code)] = GERMAN
        if kit.scenario in CARDS:
            p.card = kit.scenario
        p.open(sequence.Opening())
        return p

    # --- secrets ---------------------------------------------------------------------------------

    def hide(self, view: Position, side: int) -> None:
        assert isinstance(view, Field)
        secrets.hide(view, side)

    def imagine(self, truth: Position, side: int) -> None:
        assert isinstance(truth, Field)
        secrets.imagine(truth, side)

    def disguise_event(self, p: Position, event: Event) -> Event:
        assert isinstance(p, Field)
        if "hidden" not in p.kit.options or event.code in TOLD_BY_NAME:
            return event
        return disguise(p, event, ("unit", "units"))

    def standing(self, p: Position) -> Standing:
        assert isinstance(p, Field)
        return standing.standing(p)

    def coming(self, p: Position) -> Iterable[Coming]:
        assert isinstance(p, Field)
        return course.coming(p)

    def luck(self, before: Position, event: Event) -> Iterable[Roll]:
        assert isinstance(before, Field)
        return course.luck(before, event)

    # --- soundness -------------------------------------------------------------------------------

    def fit(self, p: Position) -> None:
        assert isinstance(p, Field)
        for unit, most in enumerate(piece.steps for piece in p.kit.counters):
            p.steps[unit] = min(p.steps[unit], most)

    def invariants(self, p: Position) -> Iterable[str]:
        assert isinstance(p, Field)
        kit = p.kit
        for unit in (*kit.land[GERMAN], *kit.land[ALLIED]):
            piece, hex = kit.counters[unit], p.where[unit]
            if hex >= 0 and p.steps[unit] <= 0 and p.viewer is None:
                yield f"{piece.id} is on the map with {p.steps[unit]} steps"
            if p.steps[unit] > piece.steps:
                yield f"{piece.id} has more steps than it started with"
        if p.points < 0:
            yield f"{p.points} resource points are left"
        for hex in {p.where[unit] for unit in p.on_map(GERMAN)} & {p.where[unit] for unit in p.on_map(ALLIED)}:
            yield f"both sides stand in {kit.board.label(hex)}"


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


def _work_out(kit: box.Box) -> None:
    """Prices, floods and zones, from the map."""
    board = kit.board
    kit.ground = terrain.lay_ground(board)
    motorized = terrain.motorized_price_list(kit.ground)
    kit.prices = tuple(
        (
            terrain.price_list(kit.ground, side, armor=True),
            terrain.price_list(kit.ground, side, armor=False),
            motorized,
        )
        for side in (GERMAN, ALLIED)
    )
    kit.prices_over_rough = (
        terrain.price_list(kit.ground, GERMAN, armor=True, over_rough=True),
        terrain.price_list(kit.ground, ALLIED, armor=True, over_rough=True),
    )
    kit.search = Reach(board.neighbours, board.side_of)
    kit.searches = tuple(Reach(board.neighbours, board.side_of) for _ in kit.prices[GERMAN])
    kit.roads = supply_flood(board, lambda side: ROAD_LINK if board.road[side] else 0)
    zones = Zones(board.neighbours, board.side_of, zone_ground(board, 1, lambda *_: True))
    kit.zones = (_zone_of(kit, zones, GERMAN), _zone_of(kit, zones, ALLIED))
    kit.still = bytes(board.sides)
    kit.supplied = lru_cache(TRACES_REMEMBERED)(partial(trace_supply, kit))
    kit.sources = (_hexes(kit, GERMAN_CODES), _hexes(kit, ALLIED_CODES))
    edges = (("east-edge",), ("north-edge", "west-edge", "south-edge"))
    kit.edges = (_hexes(kit, edges[GERMAN]), _hexes(kit, edges[ALLIED]))
    kit.near_wall = frozenset(within(board.neighbours, board.area("siegfried-line"), GUNS_AND_DROPS_REACH))
    inside = board.area("xxx-corps")
    kit.outside_xxx = bytes(0 if hex in inside else OUTSIDE_XXX_CORPS for hex in range(board.size))


def _hexes(kit: box.Box, areas: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted({hex for area in areas for hex in kit.board.area(area)}))


def _zone_of(kit: box.Box, zones: Zones, side: int) -> ZoneOfSide:
    """11.0 Land units have a zone, and a hidden counter is taken to have one; 18.7 phantoms have none."""
    kinds = bytes(
        0 if piece.side == side and (piece.land_unit or piece.stand_in) else NO_ZONE for piece in kit.counters
    )
    return ZoneOfSide(zones, kinds, ZONE)


GAME = Bulge1944(Path(__file__).parent)
