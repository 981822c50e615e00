"""Derived facts: worked out once, and forgotten when something changes that they follow from."""

from __future__ import annotations

import pytest

from ardennes.engine.derived import Until, derived
from ardennes.engine.game_data import NOWHERE
from ardennes.engine.match import Match
from ardennes.games.crossroads.rules.field import ALLIED, GERMAN, Field

worked_out: list[tuple[object, ...]] = []


@derived(Until.ANY_CHANGE)
def of_anything(p: Field, hex: int) -> int:
    worked_out.append(("anything", hex))
    return hex


@derived(Until.ANY_MOVE)
def of_all_places(p: Field) -> None:
    worked_out.append(("places",))


@derived(Until.SIDE_MOVES)
def of_a_side(p: Field, side: int) -> None:
    worked_out.append(("side", side))


@derived(Until.ENEMY_MOVES)
def of_its_enemy(p: Field, side: int) -> None:
    worked_out.append(("enemy", side))


@derived(Until.SIDE_COMES_OR_GOES)
def of_a_roster(p: Field, side: int) -> None:
    worked_out.append(("roster", side))


def ask_all(p: Field) -> set[tuple[object, ...]]:
    """Asks for every fact, twice; what had to be worked out."""
    worked_out.clear()
    for _ in range(2):
        of_anything(p, 7)
        of_all_places(p)
        for side in (GERMAN, ALLIED):
            of_a_side(p, side)
            of_its_enemy(p, side)
            of_a_roster(p, side)
    assert len(worked_out) == len(set(worked_out))
    return set(worked_out)


@pytest.fixture
def p() -> Field:
    position = Match.new("crossroads", scenario="noon", seed="facts").position
    assert isinstance(position, Field)
    assert len(ask_all(position)) == 8
    assert not ask_all(position)
    return position


def test_facts_of_the_side_that_did_not_move_survive(p: Field) -> None:
    unit = p.on_map(GERMAN)[0]
    p.put(unit, p.data.board.around(p.where[unit])[0])
    assert ask_all(p) == {("anything", 7), ("places",), ("side", GERMAN), ("enemy", ALLIED)}


def test_a_roster_is_kept_until_a_unit_comes_or_goes(p: Field) -> None:
    p.put(p.on_map(ALLIED)[0], NOWHERE)
    assert ask_all(p) == {("anything", 7), ("places",), ("side", ALLIED), ("enemy", GERMAN), ("roster", ALLIED)}


def test_a_change_without_a_move_leaves_what_follows_from_places(p: Field) -> None:
    p.forget()
    assert ask_all(p) == {("anything", 7)}


def test_all_can_be_forgotten(p: Field) -> None:
    p.forget_all()
    assert len(ask_all(p)) == 8


def test_a_copy_knows_what_the_original_knows_until_either_moves(p: Field) -> None:
    twin = p.copy()
    assert not ask_all(twin)
    twin.put(twin.on_map(GERMAN)[0], NOWHERE)
    assert not ask_all(p)
    assert ("roster", GERMAN) in ask_all(twin)


def test_other_things_are_other_facts(p: Field) -> None:
    assert of_anything(p, 8) == 8
    assert worked_out[-1] == ("anything", 8)
