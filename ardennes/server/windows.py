"""Windows at a table: what each has still to be sent, how often it may ask, and how many of them a seat may have."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from time import monotonic
from typing import Any

from ardennes.numbers import Side
from ardennes.server.limits import Bucket
from ardennes.server.mistakes import Mistake, TooMany

MOST_QUEUED, MOST_CHARACTERS_QUEUED = 64, 1_000_000
"""What may wait to be sent to a window: messages, and characters of them together."""
SEAT_WINDOWS, WATCHING_WINDOWS = 8, 16
"""At each seat, and of all watchers; more of them would get around the limits of each."""
MESSAGES, MESSAGES_A_SECOND = 60.0, 25.0
COSTLY: Mapping[str, tuple[float, float]] = {
    "sync": (60.0, 10.0),
    "language": (20.0, 2.0),
    "why": (30.0, 5.0),
    "about": (60.0, 20.0),
    "costs": (30.0, 10.0),
    "log": (30.0, 10.0),
    "overlay": (30.0, 8.0),
    "line": (60.0, 15.0),
    "fights": (30.0, 8.0),
    "what_if": (30.0, 8.0),
    "group": (30.0, 8.0),
    "run": (720.0, 60.0),
}
"""Requests that cost more than others: how many in one breath, and how many a second; of runs, how many answers."""
logger = logging.getLogger(__name__)


class Window:
    """A browser window at a seat; ``side`` is None for a watcher's.

    What it is sent waits in a bounded queue until a task of its own writes it. A window that does not read fills its
    queue and is closed; nobody else waits for it. Its page comes back by itself and is shown the whole table.
    """

    def __init__(self, side: Side | None, language: str, number: int = 0) -> None:
        self.side, self.language = side, language
        self.number = number
        """Of the command, where several play a side."""
        self.shows_table = False
        """Whether it has been sent the whole table, and can follow changes."""
        self.last_heard = monotonic()
        self.closed = False
        self._beside: set[asyncio.Task[None]] = set()
        """What it waits for besides the table."""
        self._queue: deque[str] = deque()
        self._characters = 0
        self._something_to_do = asyncio.Event()
        self._may_speak = Bucket(MESSAGES, MESSAGES_A_SECOND)
        self._may_ask = {do: Bucket(*limit) for do, limit in COSTLY.items()}

    @property
    def place(self) -> tuple[Side, int]:
        """The command of a seat."""
        assert self.side is not None, "a watcher has none"
        return self.side, self.number

    # --- sending ---------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Puts a message into the queue; never waits."""
        if self.closed:
            return
        full = len(self._queue) >= MOST_QUEUED or self._characters + len(text) > MOST_CHARACTERS_QUEUED
        if self._queue and full:
            logger.info("a window that does not read is closed")
            self._queue.clear()
            self.close()
            return
        self._queue.append(text)
        self._characters += len(text)
        self._something_to_do.set()

    def close(self, last_words: str = "") -> None:
        """Nothing more is sent but what waits already, and these last words."""
        if self.closed:
            return
        if last_words:
            self._queue.append(last_words)
        self.closed = True
        for task in self._beside:
            task.cancel()
        self._something_to_do.set()

    async def write(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Sends what comes into the queue, until the window is closed and the queue empty."""
        while True:
            while self._queue:
                text = self._queue.popleft()
                self._characters -= len(text)
                await send(text)
            if self.closed:
                return
            self._something_to_do.clear()
            await self._something_to_do.wait()

    # --- asking ----------------------------------------------------------------------------------

    def do_beside(self, answer: Coroutine[Any, Any, None]) -> None:
        """Lets an answer be worked out while the window speaks on; it is dropped with the window."""
        task = asyncio.create_task(answer)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    def check_may_ask(self, do: str, many: int = 1) -> None:
        """Whether the window may send another message now, and one that costs as much as this; in a run, with so many
        answers."""
        self.last_heard = monotonic()
        if not self._may_speak.take():
            raise TooMany("too-many-messages")
        if do in self._may_ask and not self._may_ask[do].take(many):
            raise TooMany("too-many-costly", name=do)


class Windows:
    """The windows at one table. Each seat has places of its own, and so have the watchers."""

    def __init__(self) -> None:
        self._here: dict[Window, None] = {}

    def __iter__(self) -> Iterator[Window]:
        return iter(list(self._here))

    def __bool__(self) -> bool:
        return bool(self._here)

    def at(self, side: Side | None, number: int | None = None) -> list[Window]:
        """The windows at a side, at one of its commands, or the watchers'."""
        return [window for window in self._here if window.side == side and number in (None, window.number)]

    def admit(self, window: Window) -> Window | None:
        """Lets a window in. Where its seat has no place left, returns the one that gives way: whichever has been
        silent longest, since it may be one whose line is dead. Watchers are turned away instead."""
        there, most = self.at(window.side, window.number), WATCHING_WINDOWS if window.side is None else SEAT_WINDOWS
        gives_way = None
        if len(there) >= most:
            if window.side is None:
                raise Mistake("too-many-watchers", windows=most)
            gives_way = min(there, key=lambda other: other.last_heard)
            del self._here[gives_way]
        self._here[window] = None
        return gives_way

    def discard(self, window: Window) -> bool:
        """Lets a window go; whether it was here."""
        if window not in self._here:
            return False
        del self._here[window]
        return True
