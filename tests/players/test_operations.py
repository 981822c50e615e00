"""Operations: plans over several turns, kept in the player's memory and changed only for what promises more."""

from __future__ import annotations

import random
from types import SimpleNamespace

import msgspec
import pytest

from ardennes.advisor.ground import undoes
from ardennes.advisor.plan import FieldPlan
from ardennes.engine.advice import AnyAdvice, Operation
from ardennes.engine.game import load_game
from ardennes.engine.game_data import NOWHERE
from ardennes.engine.procedure import answer
from ardennes.games.bulge1944.ai.advice import Bulge1944Advice
from ardennes.games.bulge1944.ai.fields import Fields
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import GERMAN
from ardennes.hexes import distance
from ardennes.lab import undone
from ardennes.lab.undone import UndoneMoves
from ardennes.players import sit_down
from ardennes.players.advisers import advice_for
from ardennes.players.campaigning import Memory, Way, decoded, describe, encoded
from ardennes.players.planner import PlannerPlayer
from ardennes.players.thinking import Candidate
from tests.bulge1944.fields import field
from tests.situation import data_of

GAMES = ("bulge1944", "deadly_woods", "bitter_woods")


def advice_of(p: Field) -> Bulge1944Advice:
    found = advice_for(p.data)
    assert isinstance(found, Bulge1944Advice)
    return found


def operations(advice: AnyAdvice, p: Field, kept: Operation | None = None) -> list[Operation]:
    return list(advice.operations(p, GERMAN, kept))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("side", [0, 1])
def test_every_unit_has_one_task(name: str, side: int) -> None:
    game = load_game(name)
    p = game.start(data_of(name, game.first_scenario, frozenset()), "dice")
    advice = advice_for(p.data)
    assert advice is not None
    found = advice.operations(p, side, None)
    assert found[0].name == "broad"
    assert [each.name for each in found[1:]] == ["main"] * bool(found[0].axes)
    for operation in found:
        going = [unit for axis in operation.axes for unit in axis.units]
        tasks = [*going, *(unit for unit, _ in operation.guards), *operation.reserve]
        assert tasks
        assert sorted(tasks) == sorted(set(tasks))
        assert {p.data.counters[unit].side for unit in tasks} == {side}
        assert all(axis.until > operation.since for axis in operation.axes)
        for language in ("en", "it"):
            catalogue = game.catalogue(language)
            assert all(catalogue.say(text, p.data) for text in describe(operation))


def test_one_main_effort_crowds_more_than_a_broad_front() -> None:
    game = load_game("bulge1944")
    p = game.start(data_of("bulge1944", "campaign", frozenset()), "dice")
    most = {each.name: max(len(axis.units) for axis in each.axes) for each in operations(advice_of(p), p)}
    assert most["main"] > most["broad"]


def test_what_is_kept_goes_on_without_what_is_won_or_lost() -> None:
    p = field("2Pz 0912, 116Pz 1013, 26VG 1813, 7Arm 0609", turn=4).position
    advice = advice_of(p)
    begun = operations(advice, p)[0]
    axis = begun.axes[0]
    later = msgspec.structs.replace(begun, since=3)
    going_on = operations(advice, p, later)[0]
    assert (going_on.since, axis.goal in {each.goal for each in going_on.axes}) == (3, True)
    p.put(axis.units[0], NOWHERE)
    assert axis.units[0] not in {unit for each in operations(advice, p, later)[0].axes for unit in each.units}
    overdue = msgspec.structs.replace(later, axes=tuple(msgspec.structs.replace(each, until=2) for each in begun.axes))
    assert operations(advice, p, overdue)[0].since == 4, "begun anew"
    ahead = msgspec.structs.replace(begun, since=5)
    assert operations(advice, p, ahead)[0].since == 4, "the game was taken back"


def test_units_are_drawn_to_their_goal_and_not_back() -> None:
    p = field("2Pz 1010, 26VG 1813, 7Arm 0609", turn=4).position
    advice, unit = advice_of(p), p.data.unit("2Pz")
    ground, home = advice.fights.ground, p.where[unit]
    origin = next(hex for hex in p.data.board.hexes if distance(p.data.board.grid, hex, home) == 3)
    goal = next(iter(advice.aims(p, GERMAN)))
    usual = advice.plans(p, GERMAN)[0]
    plain = Fields(p, GERMAN, usual, ground).draws(unit)
    course = msgspec.structs.replace(usual, course=((unit, goal),))
    drawn = Fields(p, GERMAN, course, ground).draws(unit) - plain
    assert drawn.argmax() == goal
    assert drawn.min() >= 0
    came = msgspec.structs.replace(usual, came=((unit, origin),))
    pushed = Fields(p, GERMAN, came, ground).draws(unit) - plain
    assert pushed[origin] == pytest.approx(-usual.back)
    assert pushed[home] == 0
    other = Fields(p, GERMAN, msgspec.structs.replace(usual, course=((unit + 1, goal),)), ground).draws(unit)
    assert (other == plain).all()


def test_no_order_takes_a_unit_back() -> None:
    p = field("2Pz 1010, 26VG 1813, 7Arm 0609", turn=4, points=4).position
    advice, unit, chance = advice_of(p), p.data.unit("2Pz"), random.Random("orders")
    grid, home = p.data.board.grid, p.where[unit]
    origin = next(hex for hex in p.data.board.hexes if distance(grid, hex, home) == 4)
    plan = msgspec.structs.replace(advice.plans(p, GERMAN)[0], came=((unit, origin),))
    varied = [dict(advice.vary(p, GERMAN, plan, chance).orders) for _ in range(60)]
    ordered = {orders[unit] for orders in varied if unit in orders}
    assert len(ordered) > 5
    assert not any(undoes(grid, origin, home, hex) for hex in ordered)


# --- the player's memory ---------------------------------------------------------------------------


def planner(seed: str = "mind") -> PlannerPlayer:
    found = sit_down("planner:time=0.001", load_game("bulge1944"), GERMAN, seed)
    assert isinstance(found, PlannerPlayer)
    return found


def play_stage(p: Field, mind: PlannerPlayer) -> None:
    advice = advice_of(p)
    stage = advice.stage(p)
    other = advice.script(1, advice.plans(p, 1)[0])
    while p.asked is not None and advice.stage(p) == stage:
        answer(p, mind.choose(p.view(GERMAN)) if p.asked.side == GERMAN else other.choose(p))


def test_whoever_takes_the_seat_goes_on_with_the_operation() -> None:
    p = load_game("bulge1944").start(data_of("bulge1944", "campaign", frozenset()), "dice")
    assert isinstance(p, Field)
    first, second = planner(), planner("another mind")
    assert first.memory == b""
    first.choose(p.view(GERMAN))
    assert first.memory
    second.recall(first.memory)
    second.choose(p.view(GERMAN))
    assert decoded(second.memory).operation == decoded(first.memory).operation
    told = {thought.what.code: thought.reasons for thought in second.thoughts}
    assert any(code.startswith("operation-") for code in told)
    assert "operation-axis" in {reason.code for reasons in told.values() for reason in reasons}


def test_the_operation_stands_in_the_next_turn() -> None:
    match = field("2Pz 1010, 116Pz 1313, 26VG 1813, 7Arm 0609, 30Inf 0503", turn=4, points=3)
    p, mind = match.position, planner()
    play_stage(p, mind)
    begun = mind._memory.operation
    assert begun is not None
    p.turn += 1
    ways = mind._memory.operations(advice_of(p), p, GERMAN)
    assert ways[0].since == begun.since
    assert {axis.goal for axis in ways[0].axes} <= {axis.goal for axis in begun.axes} | advice_of(p).aims(p, 0).keys()


@pytest.mark.parametrize("better", [False, True])
def test_another_operation_must_promise_more_than_the_doubt(better: bool) -> None:
    p = field("2Pz 1010, 116Pz 1313, 26VG 1813, 7Arm 0609", turn=4, points=3).position
    advice, mind = advice_of(p), planner()
    kept = operations(advice, p)[0]
    mind._memory.operation, mind._left, mind._answers_a_playout = kept, 10**6, 10.0

    class Weighing:
        stages_ahead = 2

        def best_of(self, plans: list[FieldPlan], share: float) -> list[Candidate]:
            assert self.stages_ahead == 4, "it is judged after two turns of each side"
            ranked = [Candidate(plan) for plan in plans]
            return ranked[::-1] if better else ranked

    plans = list(advice.plans(p, GERMAN))
    mind._within_operation(advice, p, plans, Weighing())  # type: ignore[arg-type]
    now = mind._memory.operation
    assert now is not None
    assert (now.axes == kept.axes) is not better


def test_memory_of_another_kind_is_nothing() -> None:
    assert decoded(b"rubbish") == decoded(b"") == Memory()
    memory = Memory(began={3: 4}, ways={3: Way(1, 4, 2)}, seen=[0.5, 0.1])
    assert decoded(encoded(memory)) == memory


def test_ways_are_forgotten_after_a_turn_or_when_the_enemy_moved_the_unit() -> None:
    p = field("2Pz 1010, 26VG 1813, 7Arm 0609", turn=4).position
    unit, memory = p.data.unit("2Pz"), Memory()
    start = p.where[unit]
    memory.begin_stage(p, None, GERMAN)
    there = next(hex for hex in p.data.board.hexes if distance(p.data.board.grid, hex, start) == 3)
    p.put(unit, there)
    after = p.copy()
    memory.begin_stage(p, after, GERMAN)
    assert memory.came(p) == {unit: start}
    p.put(unit, start)
    assert not memory.came(p)
    p.put(unit, there)
    p.turn += 2
    memory.begin_stage(p, None, GERMAN)
    assert not memory.came(p)


# --- what is measured ------------------------------------------------------------------------------


def test_moves_that_are_undone_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    p = field("2Pz 1010, 26VG 1813, 7Arm 0609", turn=4).position
    stages = iter([8, 9, 10, 11, 12, 13, 14])
    monkeypatch.setattr(undone, "advice_for", lambda _: SimpleNamespace(stage=lambda _: now[0]))
    now, unit, grid = [next(stages)], p.data.unit("2Pz"), p.data.board.grid
    home, watch = p.where[unit], UndoneMoves()
    far = next(hex for hex in p.data.board.hexes if distance(grid, hex, home) == 4)
    near = next(hex for hex in p.data.board.hexes if distance(grid, hex, home) == 1 and distance(grid, hex, far) >= 3)
    watch.begin(p)
    for hex in (far, near, home):
        p.put(unit, hex)
        for _ in range(2):
            now[0] = next(stages)
            watch.answered(p)
        p.turn += 1
    total = UndoneMoves()
    total.add(watch.found())
    assert total.total() == {"made": [2, 0], "undone": [1, 0], "share": [50.0, 0.0]}
