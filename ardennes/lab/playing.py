"""Plays one game of a plan, on whatever worker, and keeps what it can when something breaks."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import msgspec

from ardennes.engine.game import load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.position import Position, Verdict
from ardennes.engine.saves import Record
from ardennes.engine.score import turn_of
from ardennes.errors import ArdennesError
from ardennes.lab.accumulator import Accumulator
from ardennes.lab.plan import Plan
from ardennes.lab.rows import Crash, GameRow, Played, TurnRow
from ardennes.numbers import by_side
from ardennes.players import Player, play_on, sit_down
from ardennes.version import __version__

MOST_ANSWERS = 1_000_000
"""No game is longer; one that is runs in circles."""
_one_at_a_time = threading.Lock()
"""Games share an open box, so a worker with several threads still plays one after the other."""


def play_game(plan: Plan, number: int) -> Played:
    """Plays one game to its end; whatever is raised on the way comes back as a crash with the game so far."""
    with _one_at_a_time:
        data = _open_data(plan.game, plan.scenario, plan.options, plan.pack)
        return _Table(plan, number).play(data)


def check_worker(plan: Plan) -> None:
    """Whether the worker this runs on would play the games that are wanted."""
    if __version__ != plan.version:
        raise ArdennesError(f"they have version {__version__}, this program is {plan.version}")
    with _one_at_a_time:
        data = _open_data(plan.game, plan.scenario, plan.options, plan.pack)
    if data.digest != plan.data_digest:
        raise ArdennesError(f"they have other data of {plan.game} than this program")


@lru_cache(maxsize=8)
def _open_data(game: str, scenario: str, options: tuple[str, ...], pack: str) -> GameData:
    return load_game(game).load_data(scenario, frozenset(options), Path(pack) if pack else None)


class _Table:
    """One game being played, with all that watches it."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan, self.number = plan, number
        self.began = time.perf_counter()
        self.match: Match | None = None
        self.records: list[Record] = []
        self.turns: list[TurnRow] = []
        self.day = ""
        self.watchers: dict[str, Accumulator] = {}

    def play(self, data: GameData) -> Played:
        try:
            self.watchers = {hook.name: hook.make() for hook in self.plan.hooks}
            self.match = Match.set_up(data, self.plan.seed_of(self.number))
            self.records = list(self.match.records)
            verdict = self._play_out(self.match.position, self._players(data))
            found = {name: watcher.found() for name, watcher in self.watchers.items()}
        except Exception as error:
            return self._crashed(error)
        return Played(
            number=self.number,
            seconds=self._seconds,
            game=self._row(self.match.position, verdict),
            turns=tuple(self.turns),
            found=found,
        )

    def _players(self, data: GameData) -> list[Player]:
        seats = by_side(self.plan.seating(self.number))
        plan, number = self.plan, self.number
        return [sit_down(call, data.game, side, plan.mind_seed(number, side), plan.sources) for side, call in seats]

    def _play_out(self, p: Position, players: Sequence[Player]) -> Verdict:
        self.day = p.data.game.score(p).date
        for watcher in self.watchers.values():
            watcher.begin(p)
        turn = turn_of(p)
        for side, option, forced in play_on(p, players):
            self.records.append(Record(side, option, tuple(p.outcomes), "forced" if forced else "answer"))
            for watcher in self.watchers.values():
                watcher.answered(p)
            if p.over is not None or turn_of(p) != turn:
                self._end_turn(p, turn)
                turn = turn_of(p)
            if len(self.records) >= MOST_ANSWERS:
                raise RuntimeError(f"no end after {MOST_ANSWERS} answers")
        assert p.over is not None
        return p.over

    def _end_turn(self, p: Position, turn: int) -> None:
        """The clock may show the next turn already, but nobody has done anything in it."""
        for watcher in self.watchers.values():
            watcher.turn_ended(p, turn)
        score = p.data.game.score(p)
        as_it_ended = msgspec.structs.replace(score, date=self.day)
        self.turns.append(TurnRow(turn=turn, answers=len(self.records), score=as_it_ended))
        self.day = score.date

    def _row(self, p: Position, verdict: Verdict) -> GameRow:
        last = self.turns[-1]
        return GameRow(
            seed=self.plan.seed_of(self.number),
            players=self.plan.seating(self.number),
            winner=verdict.winner,
            reason=verdict.reason.code,
            turns=last.turn,
            answers=len(self.records),
            points=last.score.points,
            lost=last.score.steps_lost,
        )

    def _crashed(self, error: Exception) -> Played:
        """The answer that broke the game is not in its log, so the save can be played on from just before."""
        save = b""
        if self.match is not None:
            with suppress(Exception):
                twin = self.match.at(0)
                twin.catch_up(self.records)
                save = twin.packed()
        crash = Crash(
            error=f"{type(error).__name__}: {error}",
            trace="".join(traceback.format_exception(error)),
            seed=self.plan.seed_of(self.number),
            answers=len(self.records),
            save=save,
        )
        return Played(number=self.number, seconds=self._seconds, crash=crash)

    @property
    def _seconds(self) -> float:
        return time.perf_counter() - self.began
