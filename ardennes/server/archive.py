"""Looking back at a match without touching it: on a board and with a kit of its own, one look at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import TypeVar

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.saves import Header, Record

T = TypeVar("T")


class Archive:
    """What was played at a table, for threads beside the one that plays on. A kit keeps the tables its searches work
    on, so two threads must not share one."""

    def __init__(self, header: Header, pack: str) -> None:
        self.header, self.pack = header, pack
        self._start: Position | None = None
        self._lock = Lock()

    def look(self, records: Sequence[Record], see: Callable[[Match], T]) -> T:
        """What can be seen in the match as it was after these records."""
        with self._lock:
            if self._start is None:
                game = load_game(self.header.game)
                kit = game.kit(self.header.scenario, self.header.options, Path(self.pack) if self.pack else None)
                self._start = game.start(kit, self.header.seed)
            return see(Match.replay(self.header, self._start, records))
