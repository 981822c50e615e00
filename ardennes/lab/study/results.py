"""What the games of a study show, ready to be drawn: read from the folders of its series."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from statistics import fmean, quantiles

import msgspec

from ardennes.engine.game import AnyGame
from ardennes.engine.game_data import GameData
from ardennes.lab.folder import read_journal, read_plan
from ardennes.lab.front import Front, FrontOfTurn
from ardennes.lab.intervals import Interval, difference
from ardennes.lab.plan import Plan
from ardennes.lab.rows import GameRow, Played
from ardennes.lab.study.front_maps import FrontMaps
from ardennes.lab.study.variants import Design, Trial, Variant
from ardennes.lab.tally import Tally, tally
from ardennes.numbers import SIDES, Side

FRONT = "ardennes.lab.front:Front"
SERIES = "series"
"""The folder of a study that holds a folder for each series."""


class Band(msgspec.Struct, frozen=True):
    """Numbers of many games at one moment."""

    low: float
    """A twentieth of the games lie below."""
    lower: float
    middle: float
    upper: float
    high: float
    mean: float
    games: int

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Band:
        # One number alone is its own spread.
        cuts = quantiles(numbers if len(numbers) > 1 else [*numbers, *numbers], n=20, method="inclusive")
        return cls(cuts[0], cuts[4], cuts[9], cuts[14], cuts[18], fmean(numbers), len(numbers))


class Effect(msgspec.Struct, frozen=True):
    """What an optional rule changes, each number with the rule less without it."""

    trial: Trial
    wins: float
    interval: Interval
    """Of the share of games the first side wins."""
    turns: float
    lost: tuple[float, float]
    games: int

    @property
    def is_shown(self) -> bool:
        """Whether the interval leaves no room for nothing."""
        low, high = self.interval
        return low > 0 or high < 0


class Series:
    """One variant as it was played."""

    def __init__(self, place: Path, variant: Variant, sides: tuple[str, str]) -> None:
        self.variant, self.sides = variant, sides
        self.plan: Plan = read_plan(place)
        self.played: list[Played] = sorted(read_journal(place), key=lambda played: played.number)
        self.tally: Tally = tally(self.plan, sides, self.played, {})

    @property
    def games(self) -> list[GameRow]:
        return [played.game for played in self.played if played.game is not None]

    @property
    def turns(self) -> list[int]:
        return sorted({row.turn for played in self.played for row in played.turns})

    @property
    def dates(self) -> dict[int, str]:
        """The day of each turn, where the game has a calendar."""
        return {row.turn: row.score.date for played in self.played for row in played.turns if row.score.date}

    def points(self, side: Side) -> dict[int, Band]:
        """Points of a side at the end of each turn."""
        return self._bands([(row.turn, row.score.points[side]) for played in self.played for row in played.turns])

    def needed(self, side: Side) -> int | None:
        """The points a side wins with, if they are the same in every game."""
        found = {row.score.needed[side] for played in self.played for row in played.turns}
        return found.pop() if len(found) == 1 else None

    def lost(self, side: Side) -> dict[int, Band]:
        """Steps a side had lost at the end of each turn."""
        rows = [row for played in self.played for row in played.turns]
        return self._bands([(row.turn, row.score.steps_lost[side]) for row in rows])

    def lost_by_formation(self, side: Side) -> dict[str, Band]:
        """Steps each formation of a side had lost when the game was over."""
        ends = [played.turns[-1].score.lost[side] for played in self.played if played.turns]
        names = sorted({formation for lost in ends for formation in lost})
        return {name: Band.of([lost.get(name, 0) for lost in ends]) for name in names}

    def front(self) -> dict[int, FrontOfTurn]:
        total = Front()
        for played in self.played:
            total.add(played.found.get(Front.__name__, {}))
        return total.total()

    @staticmethod
    def _bands(found: list[tuple[int, int | None]]) -> dict[int, Band]:
        by_turn: dict[int, list[float]] = {}
        for turn, number in found:
            if number is not None:
                by_turn.setdefault(turn, []).append(number)
        return {turn: Band.of(numbers) for turn, numbers in sorted(by_turn.items())}


class Results:
    """A whole study."""

    def __init__(self, place: Path, game: AnyGame, design: Design) -> None:
        self.game, self.design = game, design
        self.series = {
            variant: Series(place / SERIES / variant.name, variant, game.sides) for variant in design.variants
        }
        plan = self.main.plan
        self.data: GameData = game.load_data(plan.scenario, frozenset(plan.options), plan.data_folder)

    @property
    def main(self) -> Series:
        return self.series[self.design.main]

    @cached_property
    def maps(self) -> FrontMaps:
        return FrontMaps(self.data.board)

    @property
    def games(self) -> int:
        return sum(series.tally.games for series in self.series.values())

    def effects(self) -> list[Effect]:
        return [self._effect(trial) for trial in self.design.trials]

    def _effect(self, trial: Trial) -> Effect:
        before, after = self.series[trial.without].games, self.series[trial.with_it].games
        wins = [sum(row.winner == 0 for row in rows) for rows in (before, after)]
        return Effect(
            trial=trial,
            wins=wins[1] / max(1, len(after)) - wins[0] / max(1, len(before)),
            interval=difference(wins[1], len(after), wins[0], len(before)),
            turns=_mean([row.turns for row in after]) - _mean([row.turns for row in before]),
            lost=(_more_lost(before, after, SIDES[0]), _more_lost(before, after, SIDES[1])),
            games=len(after),
        )


def _more_lost(before: list[GameRow], after: list[GameRow], side: Side) -> float:
    return _mean([row.lost[side] for row in after]) - _mean([row.lost[side] for row in before])


def _mean(numbers: Sequence[float]) -> float:
    return fmean(numbers) if numbers else 0.0
