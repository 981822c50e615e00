"""Intervals of shares, held against published values."""

from __future__ import annotations

import pytest

from ardennes.lab.intervals import difference, wilson


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
    ],
)
def test_wilson(hits: int, trials: int, low: float, high: float) -> None:
    assert wilson(hits, trials) == pytest.approx((low, high), abs=5e-5)


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert difference(0, 0, 1, 2) == (-1.0, 1.0)


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((5, 56), (0, 29), -0.0381, 0.1926)],
)
def test_difference(one: tuple[int, int], other: tuple[int, int], low: float, high: float) -> None:
    """Newcombe 1998 on differences, table II, method 10."""
    assert difference(*one, *other) == pytest.approx((low, high), abs=1e-4)
