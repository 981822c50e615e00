"""What is kept of a game that was played: one row for the game, one for each turn, or how it broke off."""

from __future__ import annotations

from typing import Any

import msgspec

from ardennes.engine.score import Counts, Score
from ardennes.numbers import Side


class TurnRow(msgspec.Struct, frozen=True, kw_only=True):
    """How a game stood at the end of a turn."""

    turn: int
    answers: int
    score: Score


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended."""

    seed: str
    players: tuple[str, str]
    """Who played each side."""
    winner: Side | None
    """A side; None is a draw."""
    reason: str
    """The code of the verdict."""
    turns: int
    answers: int
    points: Counts
    lost: tuple[int, int]


class Crash(msgspec.Struct, frozen=True, kw_only=True):
    """A game that broke off: what was raised, and the game up to there as a save (empty if it never began)."""

    error: str
    trace: str = ""
    seed: str = ""
    answers: int = 0
    save: bytes = b""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker sends home: a game with its turns and what the accumulators found, or a crash."""

    number: int
    seconds: float
    game: GameRow | None = None
    turns: tuple[TurnRow, ...] = ()
    found: dict[str, Any] = {}
    """By the name of the accumulator."""
    crash: Crash | None = None
