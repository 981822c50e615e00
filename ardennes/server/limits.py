"""How often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict

from ardennes.server.mistakes import TooMany

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

    def take(self) -> bool:
        """Takes one out; whether there was one."""
        self._left = self.left - 1
        return self._left >= 0


class Door:
    """Counts wrong links and keys by the address they come from, so that nobody can try many."""

    def __init__(self) -> None:
        self._callers: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, caller: str) -> None:
        """Whether whoever calls from there may try another link."""
        bucket = self._callers.get(caller)
        if bucket is not None and bucket.left < 1:
            raise TooMany("too-many-wrong-links")

    def was_wrong(self, caller: str) -> None:
        bucket = self._callers.setdefault(caller, Bucket(WRONG_LINKS, WRONG_LINKS_A_SECOND))
        bucket.take()
        self._callers.move_to_end(caller)
        if len(self._callers) > MOST_CALLERS:
            self._callers.popitem(last=False)
