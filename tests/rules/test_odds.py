"""Odds columns."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.errors import ArdennesError
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
