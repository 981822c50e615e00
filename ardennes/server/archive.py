"""Looking back at a match without touching it: on a board and with a kit of its own, one look at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import TypeVar

from ardennes.engine.game import load_game
from ardennes.engine.kit import Kit
from ardennes.engine.match import Match
from ardennes.engine.saves import Checkpoint, Header, Record

T = TypeVar("T")


class Archive:
    """What was played at a table, for threads beside the one that plays on. A kit keeps the tables its searches work
    on, so two threads must not share one."""

    def __init__(self, header: Header, pack: str, beginnings: Sequence[Checkpoint]) -> None:
        self.header, self.pack, self.beginnings = header, pack, beginnings
        self._kit: Kit | None = None
        self._lock = Lock()

    def look(self, records: Sequence[Record], see: Callable[[Match], T]) -> T:
        """What can be seen in the match as it was after these records."""
        with self._lock:
            if self._kit is None:
                game = load_game(self.header.game)
                pack = Path(self.pack) if self.pack else None
                self._kit = game.kit(self.header.scenario, self.header.options, pack)
            return see(Match.restored(self.header, self._kit, self.beginnings, records))
