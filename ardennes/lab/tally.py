"""What a series of games adds up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, median
from typing import Any

import msgspec

from ardennes.lab.accumulator import Accumulator
from ardennes.lab.intervals import Interval, wilson
from ardennes.lab.plan import Plan
from ardennes.lab.rows import GameRow, Played


class Share(msgspec.Struct, frozen=True):
    """Wins out of so many games, with the 95 % interval of the rate."""

    wins: int
    rate: float
    interval: Interval

    @classmethod
    def of(cls, wins: int, games: int) -> Share:
        return cls(wins, wins / games if games else 0.0, wilson(wins, games))


class Spread(msgspec.Struct, frozen=True):
    """Numbers of many games in short."""

    least: float
    median: float
    mean: float
    most: float

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Spread:
        return cls(min(numbers), median(numbers), fmean(numbers), max(numbers))


class Lost(msgspec.Struct, frozen=True):
    """A game that crashed."""

    game: int
    error: str
    save: str


class Tally(msgspec.Struct, kw_only=True):
    """The result of a series; as JSON it is the summary."""

    game: str
    scenario: str
    options: tuple[str, ...]
    seed: str
    paired: bool
    games: int
    wins: dict[str, int]
    """By side."""
    draws: int
    rates: dict[str, float]
    intervals: dict[str, Interval]
    players: dict[str, Share]
    """By player, where the players swap sides; a player who meets itself is told apart by its first side."""
    reasons: dict[str, dict[str, int]]
    """Codes of verdicts, and how often each side (or nobody) won by it."""
    turns: Spread | None
    points: dict[str, Spread]
    losses: dict[str, Spread]
    answers: int
    seconds: float
    """Of all workers together."""
    answers_per_second: float
    """Of one worker."""
    found: dict[str, Any]
    """What accumulators add up to."""
    crashes: list[Lost]


def tally(plan: Plan, sides: tuple[str, str], games: Iterable[Played], saves: dict[int, str]) -> Tally:
    """Adds up games in the order of their numbers."""
    played = sorted(games, key=lambda one: one.number)
    rows = [one.game for one in played if one.game is not None]
    wins = {side: sum(row.winner == number for row in rows) for number, side in enumerate(sides)}
    shares = {side: Share.of(count, len(rows)) for side, count in wins.items()}
    answers, seconds = sum(row.answers for row in rows), sum(one.seconds for one in played)
    return Tally(
        game=plan.game,
        scenario=plan.scenario,
        options=plan.options,
        seed=plan.seed,
        paired=plan.paired,
        games=len(rows),
        wins=wins,
        draws=sum(row.winner is None for row in rows),
        rates={side: share.rate for side, share in shares.items()},
        intervals={side: share.interval for side, share in shares.items()},
        players=_by_player(plan, sides, played),
        reasons=_reasons(sides, rows),
        turns=Spread.of([row.turns for row in rows]) if rows else None,
        points=_spreads(sides, [row.points for row in rows]),
        losses=_spreads(sides, [row.lost for row in rows]),
        answers=answers,
        seconds=seconds,
        answers_per_second=answers / seconds if seconds else 0.0,
        found=_add_up(plan, played),
        crashes=[
            Lost(one.number, one.crash.error, saves.get(one.number, "")) for one in played if one.crash is not None
        ],
    )


def player_names(plan: Plan, sides: tuple[str, str]) -> tuple[str, str]:
    """What the players of a paired series are called."""
    first, second = plan.players
    return plan.players if first != second else (f"{first} ({sides[0]} first)", f"{second} ({sides[1]} first)")


def _by_player(plan: Plan, sides: tuple[str, str], played: Iterable[Played]) -> dict[str, Share]:
    if not plan.paired:
        return {}
    wins, games = [0, 0], 0
    for one in played:
        if one.game is not None:
            games += 1
            if one.game.winner is not None:
                wins[one.game.winner ^ one.number % 2] += 1
    return {name: Share.of(count, games) for name, count in zip(player_names(plan, sides), wins, strict=True)}


def _reasons(sides: tuple[str, str], rows: Iterable[GameRow]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {}
    for row in rows:
        found.setdefault(row.reason, Counter())["draw" if row.winner is None else sides[row.winner]] += 1
    return {reason: dict(sorted(winners.items())) for reason, winners in sorted(found.items())}


def _spreads(sides: tuple[str, str], pairs: Sequence[tuple[int | None, int | None]]) -> dict[str, Spread]:
    columns = zip(sides, zip(*pairs, strict=True), strict=False)
    known = {side: [value for value in values if value is not None] for side, values in columns}
    return {side: Spread.of(values) for side, values in known.items() if values}


def _add_up(plan: Plan, played: Iterable[Played]) -> dict[str, Any]:
    totals: dict[str, Accumulator] = {hook.name: hook.make() for hook in plan.hooks}
    for one in played:
        for name, found in one.found.items():
            totals[name].add(found)
    return {name: total.total() for name, total in totals.items()}
