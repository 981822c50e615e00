"""Wacht am Rhein's shape: everybody is on the map, moves by the charts, and what is kept up equals what is rebuilt."""

from __future__ import annotations

import random

import pytest

from ardennes.bench.shape import shape_among_games, shape_game
from ardennes.bench.wacht_shape.game import SECRET_PLAN
from ardennes.bench.wacht_shape.rules.field import Field
from ardennes.bench.wacht_shape.rules.pieces import DONE, MARCH, MOVE, PARTS, STAY, TACTICAL, TO, ShapeData
from ardennes.engine.game import load_game
from ardennes.engine.game_data import NOWHERE
from ardennes.engine.match import Match
from ardennes.engine.procedure import about, answer, why_not
from ardennes.engine.texts import Refused
from ardennes.kernels.flags import SOFT_ZONE, ZONE
from tests.battery.acts import check_acts

GAME = shape_game()
DATA = GAME.load_data("all", ())


@pytest.fixture
def p() -> Field:
    position = GAME.start(DATA, "1")
    assert isinstance(position, Field)
    return position


def alone(p: Field, *placed: tuple[str, str]) -> None:
    """Takes everybody off the map but these, who are in Tactical Mode."""
    for unit in range(len(p.where)):
        p.put(unit, NOWHERE)
        p.march[unit] = 0
    for id, hex in placed:
        p.put(p.data.unit(id), p.data.board.hex(hex))


def move(p: Field, id: str) -> int:
    unit = p.data.unit(id)
    p.ready[unit] = 1
    if p.data.sides[unit] == 1:
        answer(p, DONE)
    answer(p, MOVE + unit)
    return unit


def points(p: Field, hex: str) -> float | None:
    """What a hex costs the unit on its way; None where it cannot go."""
    option = TO + p.data.board.hex(hex)
    assert p.asked is not None
    if option not in p.asked.options:
        return None
    cost = about(p, option).cost
    assert cost is not None
    return cost / PARTS


def test_all_counters_stand_on_the_real_map(p: Field) -> None:
    assert isinstance(p.data, ShapeData)
    assert len(p.data.counters) == 1110
    assert [p.data.sides.count(side) for side in (0, 1)] == [413, 697]
    assert len(p.data.board.hexes) == 7373
    assert min(p.where) >= 0
    assert list(GAME.invariants(p)) == []


def test_match_finds_it_by_name() -> None:
    with shape_among_games() as name:
        match = Match.new(name, seed="1")
        assert load_game(name).info.title == GAME.info.title
    draw = random.Random(2)
    for _ in range(40):
        assert match.asked is not None
        match.apply(draw.choice(match.asked.options))
    assert len(match.records) == 40


def test_what_is_kept_up_in_play_equals_what_is_rebuilt(p: Field) -> None:
    draw = random.Random(3)
    for _ in range(3000):
        assert p.asked is not None
        answer(p, draw.choice(p.asked.options))
    assert list(GAME.invariants(p)) == []
    again = p.copy()
    again.rebuild()
    for name in p.columns:
        assert getattr(again, name) == getattr(p, name), name


def test_every_way_offered_can_be_walked_for_what_it_says(p: Field) -> None:
    draw = random.Random(4)
    for _ in range(200):
        assert p.asked is not None
        answer(p, draw.choice(p.asked.options))
    for option in [found for found in p.asked.options if found >> 16 == TO >> 16][::7] if p.asked else []:
        told = about(p, option)
        assert told.cost == told.along[-1]


def test_roads_are_for_march_mode(p: Field) -> None:
    """6.8-i, 7.11: a tank pays four points for March Mode, then a third of a point a hex on a primary road."""
    board, tank = p.data.board, "GE-2_3_2P-T-V"
    primary = board.code("road", "primary")
    side = next(side for side in range(board.sides) if board.road[side] == primary and not board.river[side])
    one, other = (board.label(hex) for hex in board.side_hexes[side])
    alone(p, (tank, one))
    move(p, tank)
    assert points(p, other) in (1, 3, 6)
    answer(p, MARCH)
    assert points(p, other) == pytest.approx(1 / 3)


def test_battalions_have_rigid_zones_and_engineers_fluid_ones(p: Field) -> None:
    """8.11, 8.12, 8.25"""
    engineer = next(piece.id for piece in p.data.counters if piece.kind == "engineer" and piece.side == 1)
    for id, bit in (("US-1_16_1-I", ZONE), (engineer, SOFT_ZONE)):
        alone(p, (id, "C2010"))
        assert {bits & (ZONE | SOFT_ZONE) for bits in p.way(0)} == {0, bit}
        assert {bits & (ZONE | SOFT_ZONE) for bits in p.way(1)} == {0}


def test_units_stop_in_a_rigid_zone_and_leave_it_for_half_their_points(p: Field) -> None:
    """8.31, 8.32"""
    tank = "GE-2_3_2P-T-V"
    alone(p, ("US-1_16_1-I", "C2010"))
    held = [hex for hex, bits in enumerate(p.way(0)) if bits & ZONE]
    p.put(p.data.unit(tank), held[0])
    move(p, tank)
    assert p.asked is not None
    costs = [cost / PARTS for cost in (about(p, option).cost for option in p.asked.options) if cost]
    assert min(costs) >= 12 // 2 + 1
    again = [about(p, TO + hex).path for hex in held if TO + hex in p.asked.options]
    assert all(len(path) > 1 and path[0] not in held for path in again)


def test_march_mode_units_keep_apart_and_change_only_before_they_go(p: Field) -> None:
    """7.11, 9.21"""
    road = next(hexes for side, hexes in enumerate(p.data.board.side_hexes) if p.data.board.road[side])
    one, other = map(p.data.board.label, road)
    first, second = "GE-2_3_2P-T-V", "GE-2_304_2P-MOT"
    alone(p, (first, one), (second, other))
    p.set_march(p.data.unit(second), True)
    move(p, first)
    answer(p, MARCH)
    assert points(p, other) is None
    assert why_not(p, TO + p.data.board.hex(other)).code == "unit-in-the-way"
    assert why_not(p, TACTICAL).code == "no-change-of-mode"
    answer(p, STAY)
    with pytest.raises(Refused):
        answer(p, MOVE + p.data.unit(first))


def test_secret_plan_is_seen_by_its_own_side_alone() -> None:
    """27.7"""
    match = Match.new(GAME, options=(SECRET_PLAN,), seed="7")
    p = match.position
    assert isinstance(p, Field)
    assert p.plan_0
    assert p.plan_1
    for see in (p.view, p.seen_by):
        first, second = see(0), see(1)
        assert (first.plan_0, first.plan_1) == (p.plan_0, 0)
        assert (second.plan_0, second.plan_1) == (0, p.plan_1)
    assert p.view(0).determinize("x").plan_1
    assert p.view(1).determinize("x").plan_0


def test_a_move_at_once_is_its_answers_one_by_one() -> None:
    with shape_among_games() as name:
        match = Match.new(name, seed="3")
        rng = random.Random(3)
        assert sum(check_acts(match, rng) for _ in range(20)) > 20
