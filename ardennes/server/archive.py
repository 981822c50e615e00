"""Looking back at a match without touching it: on a board and with game data of its own, one look at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import TypeVar

from ardennes.engine.game import load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.saves import Checkpoint, Header, Record

T = TypeVar("T")


class Archive:
    """What was played at a table, for threads beside the one that plays on. Game data hold the tables that searches
    work on, so two threads must not share them."""

    def __init__(self, header: Header, pack: str) -> None:
        self.header, self.pack = header, pack
        self._data: GameData | None = None
        self._lock = Lock()

    def look(
        self, checkpoints: Sequence[Checkpoint], records: Sequence[Record], at: int, see: Callable[[Match], T]
    ) -> T:
        """What can be seen in the match as it was after so many records."""
        with self._lock:
            if self._data is None:
                game = load_game(self.header.game)
                pack = Path(self.pack) if self.pack else None
                self._data = game.load_data(self.header.scenario, self.header.options, pack)
            match = Match.resumed(self.header, self._data, checkpoints, records)
            match.catch_up(records[len(match.records) : at])
            return see(match.at(at))
