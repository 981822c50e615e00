"""Odds columns: a ratio rounded in the defender's favour, then shifted."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

import msgspec

from ardennes.errors import ArdennesError


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a table of combat results: a die with what is added to it, and a result for each column."""

    die: Annotated[int, msgspec.Meta(ge=-9, le=99)]
    results: str
    source: str


def parse_column(name: str) -> Fraction:
    """``3-1`` is three, ``1-2`` a half.

    >>> parse_column("1-2")
    Fraction(1, 2)
    """
    attack, _, defence = name.partition("-")
    if not attack.isdigit() or not defence.isdigit() or int(defence) == 0:
        raise ArdennesError(f"{name!r} is not an odds column such as 2-1")
    return Fraction(int(attack), int(defence))


def odds_column(columns: Sequence[str], attack: int, defence: int) -> int:
    """The highest column the ratio reaches; -1 where it does not even reach the first.

    >>> odds_column(("1-2", "1-1", "2-1", "3-1"), 33, 10)
    3
    """
    return _column(tuple(columns), attack, defence)


@lru_cache(maxsize=4096)
def _column(columns: tuple[str, ...], attack: int, defence: int) -> int:
    if defence <= 0:
        return len(columns) - 1
    ratio = Fraction(attack, defence)
    return sum(parse_column(column) <= ratio for column in columns) - 1


def shifted(columns: Sequence[str], column: int, shift: int) -> int:
    """A column moved right (+) or left (-), the last one being as far as it goes; -1 is off the table."""
    return max(-1, min(len(columns) - 1, column + shift))


def read_result(results: Sequence[Sequence[str]], column: int, roll: int) -> str:
    """The result of a die roll on a column; the rows begin with a roll of 1, and a roll beyond the last uses that.

    >>> read_result((("A1", "EX"), ("EX", "D1")), 0, 3)
    'EX'
    """
    return results[min(roll, len(results)) - 1][column]
