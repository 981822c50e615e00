"""A finished game looked at again: the chance to win over time, where it swung, and what was luck.

A game is read in *acts*: a unit's move, an attack with all that belongs to it. What dice decided in an act is luck:
how the side stands after it, less how it would stand on average over all dice. What a side did with a turn, apart from
luck, is compared with the usual way to play it (decision); what is left over is the error of the judgement:

    chance after a turn - chance before it = luck + decision + rest

All numbers are chances of the first side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean

import msgspec

from ardennes.engine.dice import Dice, SeededDice, each_branch
from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.procedure import answer
from ardennes.engine.saves import Record
from ardennes.engine.standing import turn_of
from ardennes.engine.texts import Event
from ardennes.players.acts import Act, usual_answer, usual_turn
from ardennes.players.advisers import advice_for
from ardennes.players.judgement import evaluate

MOST_BRANCHES = 40
SAMPLES = 32
"""Dice are followed along every branch where there are few, along so many samples where there are more."""
USUAL_TURNS = 6
"""How often the usual way to play a turn is tried."""
FIRST = 0


class ActReport(msgspec.Struct, frozen=True, kw_only=True):
    """One act: the records from ``first`` up to ``last``, who acted, and what it changed."""

    first: int
    last: int
    turn: int
    side: int
    before: float
    after: float
    luck: float | None = None
    """None where no dice fell."""


class TurnReport(msgspec.Struct, frozen=True, kw_only=True):
    """What one side did in its part of a turn."""

    first: int
    last: int
    turn: int
    side: int
    before: float
    after: float
    luck: float
    decision: float

    @property
    def change(self) -> float:
        return self.after - self.before

    @property
    def rest(self) -> float:
        return self.change - self.luck - self.decision


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game, turn by turn and act by act."""

    acts: tuple[ActReport, ...]
    turns: tuple[TurnReport, ...]
    compared: bool
    """Whether decisions are compared with a usual way to play; otherwise they are all that luck is not."""

    @property
    def swings(self) -> list[TurnReport]:
        """The turns that changed most, the greatest first."""
        return sorted(self.turns, key=lambda turn: -abs(turn.change))

    @property
    def throws(self) -> list[ActReport]:
        """The acts in which dice decided most, the greatest first."""
        return sorted((act for act in self.acts if act.luck), key=lambda act: -abs(act.luck or 0))

    @property
    def luck(self) -> float:
        return sum(turn.luck for turn in self.turns)

    def decisions(self, side: int) -> float:
        """What a side's own decisions brought it."""
        total = sum(turn.decision for turn in self.turns if turn.side == side)
        return total if side == FIRST else -total


def analyse(match: Match, progress: Callable[[int], object] = bool) -> Analysis:
    """Looks at a game again; ``progress`` hears how many records are done."""
    acts: list[ActReport] = []
    turns: list[TurnReport] = []
    start, usual = 0, 0.0
    for act in _acts_of(match):
        report = _act_report(act)
        if not acts or (acts[start].turn, acts[start].side) != (report.turn, report.side):
            if acts:
                turns.append(_turn_report(acts[start:], usual))
            start, usual = len(acts), _usual_end(act.before, report)
        acts.append(report)
        progress(report.last)
    if acts:
        turns.append(_turn_report(acts[start:], usual))
    compared = advice_for(match.position.kit) is not None
    return Analysis(acts=tuple(acts), turns=tuple(turns), compared=compared)


def dice_events(match: Match, act: ActReport) -> list[Event]:
    """What the log says of the dice of an act."""
    return [
        event
        for record in range(act.first, act.last)
        if _has_dice(match.records[record])
        for event in match.events[record]
    ]


def _has_dice(record: Record) -> bool:
    return any(isinstance(outcome, int) for outcome in record.outcomes)


class _Played(msgspec.Struct, frozen=True, kw_only=True):
    """An act as it was played."""

    first: int
    records: tuple[Record, ...]
    before: Position
    end: Position
    rolled: int | None
    """The number of the first record with dice in it."""
    before_dice: Position
    depth: int
    """Where the owner of the act was on the stack before the dice."""


def _acts_of(match: Match) -> Iterator[_Played]:
    """Every act of a match, one after the other."""
    twin, records = match.rewound([]), match.records
    while (first := len(twin.records)) < len(records):
        before, act = twin.position.copy(), Act(twin.position)
        rolled, before_dice, depth = None, before, -1
        for number, record in enumerate(records[first:]):
            if rolled is None and _has_dice(record):
                rolled, before_dice, depth = number, twin.position.copy(), act.depth(twin.position)
            twin.catch_up([record])
            if act.is_over(twin.position):
                break
        yield _Played(
            first=first,
            records=tuple(records[first : len(twin.records)]),
            before=before,
            end=twin.position.copy(),
            rolled=rolled,
            before_dice=before_dice,
            depth=depth,
        )


def _act_report(act: _Played) -> ActReport:
    before, after, asked = evaluate(act.before, FIRST), evaluate(act.end, FIRST), act.before.asked
    luck = None
    if act.rolled is not None:
        luck = after - _expected(act.before_dice, act.depth, act.records[act.rolled :])
    return ActReport(
        first=act.first,
        last=act.first + len(act.records),
        turn=turn_of(act.before),
        side=asked.side if asked is not None else act.records[0].side,
        before=before,
        after=after,
        luck=luck,
    )


def _expected(p: Position, depth: int, records: Sequence[Record]) -> float:
    """The mean of how a side stands after these records, over all that chance may do in them: whoever is asked answers
    as he did, or as is usual where that is not on offer now."""

    def end(dice: Dice) -> float:
        q = p.copy()
        act, played = Act(q, depth), list(records)
        while True:
            assert q.asked is not None
            options = q.asked.options
            fitting = next((record for record in played if record.option in options), None)
            if fitting is not None:
                del played[: played.index(fitting) + 1]
            q.source = _Rerolled(dice, fitting)
            answer(q, fitting.option if fitting is not None else usual_answer(q))
            if act.is_over(q):
                q.source = None
                return evaluate(q, FIRST)

    total = weights = 0.0
    for count, (worth, weight) in enumerate(each_branch(end)):
        total, weights = total + worth * float(weight), weights + float(weight)
        if count >= MOST_BRANCHES:
            return fmean(end(SeededDice(f"luck:{number}")) for number in range(SAMPLES))
    return total / weights


class _Rerolled(Dice):
    """Other dice, but the paths that were walked."""

    def __init__(self, dice: Dice, record: Record | None) -> None:
        self._dice = dice
        outcomes = record.outcomes if record is not None else ()
        self._paths = [outcome for outcome in outcomes if not isinstance(outcome, int)]

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int:
        return self._dice.pick(count, weights)

    def path(self, given: tuple[int, ...]) -> tuple[int, ...]:
        walked = self._paths.pop(0) if self._paths else given
        return walked if walked[-1:] == given[-1:] else given


def _usual_end(before: Position, act: ActReport) -> float:
    """How the turn that begins here would end if it were played in the usual way."""
    if advice_for(before.kit) is None or before.asked is None:
        return act.before
    return fmean(evaluate(usual_turn(before, f"usual:{number}"), FIRST) for number in range(USUAL_TURNS))


def _turn_report(acts: Sequence[ActReport], usual: float) -> TurnReport:
    luck = sum(act.luck or 0.0 for act in acts)
    return TurnReport(
        first=acts[0].first,
        last=acts[-1].last,
        turn=acts[0].turn,
        side=acts[0].side,
        before=acts[0].before,
        after=acts[-1].after,
        luck=luck,
        decision=acts[-1].after - luck - usual,
    )
