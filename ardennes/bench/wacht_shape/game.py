"""The game: the box, the set-up, and Game-Turns in which both sides do nothing but move (5.0)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ardennes.bench.wacht_shape.rules.field import Field
from ardennes.bench.wacht_shape.rules.movement import Movement, march
from ardennes.bench.wacht_shape.rules.pieces import (
    MOVE,
    PARTS,
    STACK,
    STAY,
    TO,
    Costs,
    Piece,
    ShapeData,
    build_step_kinds,
    lay_prices,
    lay_zones,
    verbs,
)
from ardennes.board import MapFile
from ardennes.engine.acts import Act
from ardennes.engine.datapack import open_data
from ardennes.engine.game import Game
from ardennes.engine.game_data import GameData
from ardennes.engine.procedure import Procedure, Then
from ardennes.engine.texts import Event, Text
from ardennes.kernels.reach import Reach
from ardennes.numbers import Side, by_unit

LAST_TURN = 100
"""Random play moves about half of the units before it ends a phase: the 55 Game-Turns of 27.0 would be 67,000 answers,
and rows at record 100,000 need more."""
PLANS = 5
"""27.7 There are so many."""
SECRET_PLAN = "secret-plan"


class Campaign(Procedure):
    """5.0 Game-Turns, the first side before the second."""


def begin_turn(p: Field, campaign: Campaign) -> None:
    p.tell(Event("turn", {"turn": p.turn}, "5.0"))


def first_movement(p: Field, campaign: Campaign) -> Procedure:
    return Movement(side=Side(0))


def second_movement(p: Field, campaign: Campaign) -> Procedure:
    return Movement(side=Side(1))


def end_turn(p: Field, campaign: Campaign) -> Then:
    if p.turn == LAST_TURN:
        p.end(None, Text("time-is-up", {}, "5.0"))
    p.turn += 1
    return Then.REPEAT


Campaign.steps = (begin_turn, first_movement, second_movement, end_turn)


class WachtShape(Game[Field]):
    verbs = verbs
    position_type = Field
    points_in_one = PARTS
    acts = (Act(MOVE, TO, STAY, march),)
    data_files = {"units.csv": Piece, "costs.csv": Costs, "map/map.json": MapFile}

    def load_data(self, scenario: str, options: Iterable[str], pack: Path | None = None) -> GameData:
        contents, chosen = open_data(self, pack), frozenset(options)
        board = contents.board
        assert board is not None
        counters = tuple(contents.rows("units.csv", Piece).values())
        chart = {costs.mover: costs for costs in contents.rows("costs.csv", Costs).values()}
        digest = contents.digest()
        data = ShapeData(self, board=board, counters=counters, scenario=scenario, options=chosen, digest=digest)
        if SECRET_PLAN in chosen:
            data.keep_secret("plan_0", "plan_1")
        data.ground = build_step_kinds(board)
        data.zones = lay_zones(board)
        data.search = lambda: Reach(board.neighbours, board.side_of)
        data.prices = lay_prices(data.ground, counters, chart)
        return data

    def set_up(self, p: Field) -> None:
        """Everybody on the map; 27.7 plans are drawn where they are played with."""
        data = p.data
        for unit, piece in by_unit(data.counters):
            p.march[unit] = piece.march
            p.put(unit, data.board.hex(piece.hex))
        if data.has_secrets:
            p.plan_0, p.plan_1 = 1 + p.pick(PLANS), 1 + p.pick(PLANS)
        p.open(Campaign())

    def determinize(self, truth: Field, side: Side) -> None:
        if truth.data.has_secrets:
            drawn = 1 + truth.pick(PLANS)
            if side == 0:
                truth.plan_1 = drawn
            else:
                truth.plan_0 = drawn

    def invariants(self, p: Field) -> Iterable[str]:
        """9.0, 9.11, 9.21 Three combat units in a hex, of them one in March Mode, and of one side only."""
        counters = p.data.counters
        for hex in p.data.board.hexes:
            stack = p.units_in(hex)
            if sum(not counters[unit].is_headquarters for unit in stack) > STACK:
                yield f"{p.data.board.label(hex)} holds too many units"
            if sum(p.march[unit] for unit in stack) > 1:
                yield f"{p.data.board.label(hex)} holds two units in March Mode"
            if len({counters[unit].side for unit in stack}) > 1:
                yield f"{p.data.board.label(hex)} holds units of both sides"
