"""Moves that are undone in a unit's next turn: how steadily a player carries out what it has begun.

Counted with any series: ``ardennes match bulge1944 --count ardennes.lab.undone:UndoneMoves``.
"""

from __future__ import annotations

from typing import Any

from ardennes.engine.position import Position
from ardennes.engine.score import turn_of
from ardennes.hexes import distance
from ardennes.lab.accumulator import Accumulator
from ardennes.numbers import SIDES, Hex, Side, Unit, by_unit
from ardennes.players.advisers import advice_for

A_MOVE = 2
"""Hexes: shorter moves are not counted, and a move is undone by coming so much nearer to where it began."""


class UndoneMoves(Accumulator):
    """For each side how many moves of two hexes or more it made, and how many of them went back on the move before,
    in the same turn or the last one. What the enemy does to units in his own part of the turn does not count."""

    def __init__(self) -> None:
        self.made, self.undone = [0, 0], [0, 0]
        self._stage, self._turn = -1, 0
        self._before: dict[Unit, Hex] = {}
        self._last: dict[Unit, tuple[Hex, int]] = {}
        """Where the last move of each unit began, and in which turn."""

    def begin(self, p: Position) -> None:
        self._take_in(p)

    def answered(self, p: Position) -> None:
        self._take_in(p)

    def _take_in(self, p: Position) -> None:
        advice = advice_for(p.data)
        if advice is None:
            return
        stage = -1 if p.over is not None else advice.stage(p)
        if stage != self._stage:
            if self._stage >= 0:
                self._compare(p, Side(self._stage % 2))
            self._stage, self._turn = stage, turn_of(p)
            self._before = {unit: hex for unit, hex in by_unit(p.where) if hex >= 0}

    def _compare(self, p: Position, side: Side) -> None:
        """What a side has moved in its part of the turn, with the moves before."""
        grid = p.data.board.grid
        for unit, origin in self._before.items():
            end = p.where[unit]
            if p.data.counters[unit].side != side or end < 0 or origin == end:
                continue
            began, then = self._last.pop(unit, (origin, self._turn))
            if distance(grid, origin, end) >= A_MOVE:
                back = distance(grid, began, origin) - distance(grid, began, end)
                self.made[side] += 1
                self.undone[side] += back >= A_MOVE and self._turn - then <= 1
                self._last[unit] = origin, self._turn

    def found(self) -> Any:
        return {"made": self.made, "undone": self.undone}

    def add(self, found: Any) -> None:
        for side in SIDES:
            self.made[side] += found["made"][side]
            self.undone[side] += found["undone"][side]

    def total(self) -> dict[str, list[float]]:
        """By side; the share is in hundredths."""
        shares = [
            round(100 * undone / made, 1) if made else 0.0 for undone, made in zip(self.undone, self.made, strict=True)
        ]
        return {"made": list(self.made), "undone": list(self.undone), "share": shares}
