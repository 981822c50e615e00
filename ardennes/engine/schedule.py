"""The course of a game: what is laid down to come, and what the dice brought against what they promised."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Self

import msgspec

from ardennes.engine.dice import every_branch
from ardennes.engine.texts import Argument, Text
from ardennes.numbers import Side, Unit


class Coming(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the rules or the turn track have laid down for a turn."""

    turn: int
    text: Text
    side: Side | None = None
    """Whom it concerns; None for both."""
    units: tuple[Unit, ...] = ()


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """Dice that were thrown. The more of ``what``, the better for ``side``."""

    side: Side
    what: str
    """What was counted: the message ``luck-WHAT`` names it."""
    expected: float
    variance: float
    rolled: int

    @classmethod
    def of(cls, side: Side, what: str, chances: Mapping[int, Fraction], rolled: int) -> Self:
        """A roll against the distribution it came from.

        >>> Roll.of(0, "pips", {pips: Fraction(1, 6) for pips in range(1, 7)}, 6).expected
        3.5
        """
        expected = sum(number * chance for number, chance in chances.items())
        squares = sum(number * number * chance for number, chance in chances.items())
        variance = float(squares - expected * expected)
        return cls(side=side, what=what, expected=float(expected), variance=variance, rolled=rolled)

    @classmethod
    def at_most(cls, side: Side, what: str, highest: Argument, die: Argument) -> Self:
        """A die that brings something where it shows no more than this.

        >>> Roll.at_most(0, "bridges", 3, 4).rolled
        0
        """
        assert isinstance(highest, int)
        assert isinstance(die, int)
        return cls.of(side, what, every_branch(lambda dice: int(dice.die() <= highest)), int(die <= highest))
