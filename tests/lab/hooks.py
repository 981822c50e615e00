"""Accumulators for the tests, as a user would write them in a file of his own."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

from ardennes.engine.position import Position
from ardennes.lab.accumulator import Accumulator


class Kinds(Accumulator):
    """How often each kind of event happened, and in how many turns."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.turns: list[int] = []
        self.order: list[int] = []

    def begin(self, p: Position) -> None:
        self.seen["begun"] += 1

    def answered(self, p: Position) -> None:
        self.seen.update(event.code for event in p.events)

    def turn_ended(self, p: Position, turn: int) -> None:
        self.turns.append(turn)

    def found(self) -> Any:
        return {"seen": self.seen, "turns": self.turns}

    def add(self, found: Any) -> None:
        self.seen.update(found["seen"])
        self.order.append(found["seen"]["turn"])

    def total(self) -> Any:
        return {"seen": dict(sorted(self.seen.items())), "order": self.order}


class Breaks(Accumulator):
    """Raises in the middle of every game that has a fight in its second turn."""

    def __init__(self) -> None:
        self.turn = 1

    def turn_ended(self, p: Position, turn: int) -> None:
        self.turn = turn + 1

    def answered(self, p: Position) -> None:
        if self.turn == 2 and any(event.code == "lost-step" for event in p.events):
            raise ZeroDivisionError("this game breaks here")


class KillsItsWorkerOnce(Accumulator):
    """Takes the whole process with it, the first time."""

    def begin(self, p: Position) -> None:
        mark = Path(os.environ["LAB_TEST_MARK"])
        if p.seed.endswith(":5") and not mark.exists():
            mark.write_text("dead")
            os._exit(9)


class KillsItsWorker(Accumulator):
    """Takes the whole process with it, every time."""

    def begin(self, p: Position) -> None:
        if p.seed.endswith(":5"):
            os._exit(9)
