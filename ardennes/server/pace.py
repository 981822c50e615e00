"""How fast a game is to be played: a bank of time for each side, and more of it for each hand-over.

Only whole hand-overs count, never single answers. Times are UTC seconds, so that no change of summer time matters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from ardennes.numbers import SIDES, Side

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
VACATION: Final = 20 * DAY
"""For each account and year; taken by itself, and only where a clock would run out."""
YEAR: Final = 365 * DAY
MOST_GIVEN: Final = 7 * DAY
"""At once to the other side."""
Stretch = tuple[float, float]
"""From when to when."""


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a clock, in seconds."""

    name: str
    bank: float
    increment: float
    cap: float
    """No side ever has more, but what the other gives it."""
    automatic: bool = False
    """Whether the game ends by itself when a side is out of time, as in a contest; else its opponent may claim."""


PACES: Final = {
    "live": Pace(name="live", bank=2 * HOUR, increment=60.0, cap=2 * HOUR),
    "fast": Pace(name="fast", bank=3 * DAY, increment=8 * HOUR, cap=4 * DAY),
    "slow": Pace(name="slow", bank=10 * DAY, increment=36 * HOUR, cap=10 * DAY),
}
NO_CLOCK: Final = ""


class Timer(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of a table. It runs for the person who must decide; the computer's time is not counted."""

    pace: Pace
    left: tuple[float, float]
    """What each side has, as of the last hand-over."""
    begun: bool = False
    """Whether both seats were taken: before that no time counts."""
    side: Side | None = None
    """For whom it runs."""
    since: float = 0.0
    gained: float = 0.0
    """What was given to the side before for its hand-over; it goes again if that is taken back."""

    @classmethod
    def of(cls, pace: Pace) -> Timer:
        return cls(pace=pace, left=(pace.bank, pace.bank))

    @property
    def out(self) -> float | None:
        """When the clock that runs will have run out; None where none runs."""
        return None if self.side is None else self.since + self.left[self.side]

    def left_at(self, now: float) -> tuple[float, float]:
        """What each side has at a moment; never less than nothing."""
        return (self._left(SIDES[0], now), self._left(SIDES[1], now))

    def turned(self, to: Side | None, now: float, *, back: bool = False) -> Timer:
        """From now on it runs for somebody else, or for nobody. Who has handed over gains; who gets the turn ``back``
        because something was undone loses what he gained for it, and the other gains nothing."""
        left = list(self.left_at(now))
        gained = 0.0
        if back and to is not None:
            left[to] = max(0.0, left[to] - self.gained)
        elif self.side is not None:
            before = left[self.side]
            left[self.side] = max(before, min(self.pace.cap, before + self.pace.increment))
            gained = left[self.side] - before
        return msgspec.structs.replace(self, left=(left[0], left[1]), side=to, since=now, gained=gained)

    def given(self, side: Side, seconds: float, now: float) -> Timer:
        """The other side gives some of its patience: it costs nobody anything."""
        left = list(self.left_at(now))
        left[side] += min(seconds, MOST_GIVEN)
        return msgspec.structs.replace(self, left=(left[0], left[1]), since=now)

    def _left(self, side: Side, now: float) -> float:
        used = max(0.0, now - self.since) if side == self.side else 0.0
        return max(0.0, self.left[side] - used)


def held_until(out: float, taken: Iterable[Stretch]) -> float:
    """Until when vacation holds a clock that runs out at a moment. What was ``taken`` for other tables holds this one
    too: an hour of vacation is an hour, at however many tables one is missed."""
    stretches = united(taken)
    budget = VACATION - sum(end - max(begun, out - YEAR) for begun, end in stretches if end > out - YEAR)
    held = out
    for begun, end in stretches:
        if end <= held:
            continue
        if begun - held > budget:
            break
        budget -= max(0.0, begun - held)
        held = end
    return held + max(0.0, budget)


def united(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The same time without overlaps, in order."""
    found: list[Stretch] = []
    for begun, end in sorted(stretches):
        if found and begun <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begun, end))
    return found
