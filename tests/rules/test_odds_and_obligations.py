"""Odds columns, and attacks that must be made."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.errors import ArdennesError
from ardennes.rules.obligations import can_still_be_met, units_can_attack
from ardennes.rules.odds import odds_column, parse_column, shifted

COLUMNS = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1")


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 4, None),
        (1, 3, "1-3"),
        (2, 3, "1-2"),
        (3, 3, "1-1"),
        (7, 5, "1-1"),
        (3, 2, "3-2"),
        (33, 10, "3-1"),
        (99, 1, "4-1"),
    ],
)
def test_ratio_is_rounded_for_the_defender(attack: int, defence: int, column: str | None) -> None:
    found = odds_column(COLUMNS, attack, defence)
    assert (COLUMNS[found] if found >= 0 else None) == column


def test_nobody_to_defend_is_the_best_column() -> None:
    assert odds_column(COLUMNS, 1, 0) == len(COLUMNS) - 1


@given(st.integers(0, 60), st.integers(1, 60))
def test_column_is_the_highest_that_is_reached(attack: int, defence: int) -> None:
    reached = [index for index, name in enumerate(COLUMNS) if parse_column(name) * defence <= attack]
    assert odds_column(COLUMNS, attack, defence) == max(reached, default=-1)


def test_shifts_end_at_the_edges() -> None:
    assert shifted(COLUMNS, 2, 1) == 3
    assert shifted(COLUMNS, 2, -2) == 0
    assert shifted(COLUMNS, 2, -9) == -1
    assert shifted(COLUMNS, 2, 99) == len(COLUMNS) - 1


def test_names_of_columns() -> None:
    assert parse_column("3-2") == Fraction(3, 2)
    for wrong in ("", "3", "3-0", "a-1", "3:1", "-1-2", "3-1-"):
        with pytest.raises(ArdennesError, match="is not an odds column"):
            parse_column(wrong)


# --- obligations -------------------------------------------------------------------------------------


def subsets(things: set[int]) -> list[frozenset[int]]:
    every = chain.from_iterable(combinations(sorted(things), size) for size in range(len(things) + 1))
    return [frozenset(some) for some in every]


def can_be_met_by_trying(beside: dict[int, set[int]], free: set[int], obliged: set[int], enemies: set[int]) -> bool:
    """Each unit takes part in one attack at most, on one or more enemies that all its attackers are beside; each
    enemy is in one attack; every obliged unit and every enemy is in one."""
    units = sorted(free)
    choices = [[some for some in subsets(beside[unit] & enemies) if some or unit not in obliged] for unit in units]
    for chosen in product(*choices):
        attacks = [some for some in chosen if some]
        disjoint = all(one == other or not one & other for one, other in combinations(attacks, 2))
        if disjoint and set().union(*attacks) == enemies:
            return True
    return False


@st.composite
def fronts(draw: st.DrawFn) -> tuple[dict[int, set[int]], set[int], set[int], set[int]]:
    enemies = draw(st.sets(st.integers(10, 12)))
    units = draw(st.integers(0, 3))
    beside = {unit: draw(st.sets(st.integers(10, 12))) for unit in range(units)}
    obliged = draw(st.sets(st.integers(0, 2))) & set(beside)
    return beside, set(beside), obliged, enemies


@given(fronts())
def test_local_test_is_exact(front: tuple[dict[int, set[int]], set[int], set[int], set[int]]) -> None:
    assert can_still_be_met(*front) == can_be_met_by_trying(*front)


def test_unit_without_an_enemy_left() -> None:
    beside = {1: {10, 11}, 2: {11}}
    assert units_can_attack(beside, [1, 2], {10, 11})
    assert not units_can_attack(beside, [1, 2], {10})
    assert units_can_attack(beside, [1], {10})
    assert units_can_attack(beside, [], set())
