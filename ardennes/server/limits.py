"""How often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict

from ardennes.errors import ArdennesError
from ardennes.server.mistakes import TooMany, WrongLink

WRONG_LINKS, WRONG_LINKS_A_SECOND = 30, 0.1
MOST_CALLERS = 1000


class Bucket:
    """Fills with time, and is emptied bit by bit."""

    def __init__(self, holds: float, a_second: float) -> None:
        self.holds, self.a_second = holds, a_second
        self._left, self._last = holds, time.monotonic()

    @property
    def left(self) -> float:
        now = time.monotonic()
        self._left = min(self.holds, self._left + (now - self._last) * self.a_second)
        self._last = now
        return self._left

    def take(self, many: int = 1) -> bool:
        """Takes one or more out; whether there were so many."""
        if self.left < many:
            return False
        self._left -= many
        return True


class Limit:
    """How often each of many may do something; whoever does it too often is told to wait."""

    def __init__(self, holds: float, a_second: float) -> None:
        self._holds, self._a_second = holds, a_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, who: str) -> None:
        bucket = self._buckets.setdefault(who, Bucket(self._holds, self._a_second))
        self._buckets.move_to_end(who)
        if len(self._buckets) > MOST_CALLERS:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise TooMany("too-often")


class Door:
    """Counts wrong links and keys by the address they come from, so that nobody can try many.

    A right one is never counted and never waits, so nobody can shut the door on somebody else.
    """

    def __init__(self) -> None:
        self._callers: OrderedDict[str, Bucket] = OrderedDict()

    def answer(self, caller: str, error: ArdennesError) -> ArdennesError:
        """What whoever calls from there is told: what was wrong or, after too many wrong links, to wait."""
        if not isinstance(error, WrongLink):
            return error
        bucket = self._callers.setdefault(caller, Bucket(WRONG_LINKS, WRONG_LINKS_A_SECOND))
        self._callers.move_to_end(caller)
        if len(self._callers) > MOST_CALLERS:
            self._callers.popitem(last=False)
        return error if bucket.take() else TooMany("too-many-wrong-links")
