"""A finished game looked at again: the chance to win over time, where it swung, and what was luck.

A game is read in *acts*: a unit's move, an attack with all that belongs to it. What dice decided in an act is luck:
how the side stands after it, less how it would stand on average over all dice. A side's part of a turn is judged
before and after it by the outlook, which lets both sides play on in their usual way, in some games for another turn or
two. What luck does not explain of the difference is what the side did better or worse than usual (decision):

    chance after a part of a turn - chance before it = luck + decision

From the end of a turn to the beginning of the next nothing happens; if the chance jumps there, that is the error of the
judgement (rest), and all of them together lead from the first chance to the result. Chances are the first side's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from statistics import fmean

import msgspec

from ardennes.engine.acts import OpenAct
from ardennes.engine.dice import Dice, SeededDice, each_branch
from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.procedure import answer
from ardennes.engine.saves import UNPLAYED, Record
from ardennes.engine.score import turn_of
from ardennes.engine.texts import Event
from ardennes.numbers import SIDES, Side
from ardennes.players.advisers import advice_for
from ardennes.players.judgement import evaluate
from ardennes.players.outlook import TRIES, outlook, play_usual_part

MOST_BRANCHES = 40
SAMPLES = 32
"""Dice are followed along every branch where there are few, along so many samples where there are more."""
TRIES_AHEAD = 8
"""How often the rest of a turn and the next are played: more is left open than in the rest of a turn alone."""
FIRST = SIDES[0]
MOST_COSTLY = 3
"""Decisions of each side that are told as the costliest."""


class ActReport(msgspec.Struct, frozen=True, kw_only=True):
    """One act: the records from ``first`` up to ``last``, who acted, and what it changed."""

    first: int
    last: int
    turn: int
    side: Side
    before: float
    after: float
    luck: float | None = None
    """None where no dice fell."""


class TurnReport(msgspec.Struct, frozen=True, kw_only=True):
    """What one side did in its part of a turn, judged by the outlook."""

    first: int
    last: int
    turn: int
    side: Side
    before: float
    after: float
    luck: float
    rest: float
    """By how much the chance had jumped since the part before, although nothing had happened."""

    @property
    def change(self) -> float:
        return self.after - self.before

    @property
    def decision(self) -> float:
        return self.change - self.luck


class CostlyPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a turn that cost its player much, and what the usual way to play it would have been."""

    report: TurnReport
    cost: float
    """By how much worse than usual it was for the side that played it."""
    moves: tuple[tuple[int, int, int], ...]
    """Who would have gone from where to where."""
    events: tuple[Event, ...]
    """What would have happened, as the log would have told it."""


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game, turn by turn and act by act."""

    acts: tuple[ActReport, ...]
    turns: tuple[TurnReport, ...]
    compared: bool
    """Whether decisions are compared with a usual way to play; otherwise they are all that luck is not."""
    costly: tuple[CostlyPart, ...] = ()
    """The costliest parts of turns of each side, with the better way."""

    @property
    def curve(self) -> list[tuple[int, int, float]]:
        """Records, turns and chances: where each part of a turn begins and where it ends."""
        return [
            spot
            for part in self.turns
            for spot in ((part.first, part.turn, part.before), (part.last, part.turn, part.after))
        ]

    @property
    def throws(self) -> list[ActReport]:
        """The acts in which dice decided most, the greatest first."""
        return sorted((act for act in self.acts if act.luck), key=lambda act: -abs(act.luck or 0))

    @property
    def luck(self) -> float:
        return sum(turn.luck for turn in self.turns)

    @property
    def rest(self) -> float:
        return sum(turn.rest for turn in self.turns)

    def decisions(self, side: Side) -> float:
        """What a side's own decisions brought it."""
        total = sum(turn.decision for turn in self.turns if turn.side == side)
        return total if side == FIRST else -total


def analyse(match: Match, progress: Callable[[int], object] = bool) -> Analysis:
    """Looks at a game again; ``progress`` hears how many records are done."""
    acts: list[ActReport] = []
    turns: list[TurnReport] = []
    begun: list[Position] = []
    later = _later(match.position)
    for (turn, side), part in groupby(_acts_of(match), key=lambda act: (act.turn, act.side)):
        played = list(part)
        reports: list[ActReport] = []
        for act in played:
            earlier = reports or acts
            reports.append(_act_report(act, earlier[-1].after if earlier else evaluate(act.before, FIRST)))
        same_turn = bool(turns) and turns[-1].turn == turn
        before = turns[-1].after if same_turn else later(played[0].before, turn)
        report = TurnReport(
            first=reports[0].first,
            last=reports[-1].last,
            turn=turn,
            side=side,
            before=before,
            after=later(played[-1].end, turn),
            luck=sum(act.luck or 0.0 for act in reports),
            rest=before - turns[-1].after if turns else 0.0,
        )
        turns.append(report)
        begun.append(played[0].before)
        acts += reports
        progress(report.last)
    compared = advice_for(match.position.data) is not None
    costly = tuple(_costly(turns, begun)) if compared else ()
    return Analysis(acts=tuple(acts), turns=tuple(turns), compared=compared, costly=costly)


def corrections(match: Match) -> list[float]:
    """By how much the chance jumps from the end of each turn to the beginning of the next, where nothing happens: what
    :func:`analyse` leaves unexplained, without looking into the turns."""
    twin, found, later = match.at(match.begun_at), list[float](), _later(match.position)
    turn = turn_of(twin.position)
    for record in match.records[match.begun_at :]:
        twin.catch_up([record])
        p = twin.position
        if p.over is None and turn_of(p) != turn:
            turn = turn_of(p)
            found.append(later(p, turn) - later(p, turn - 1))
    return found


def _later(p: Position) -> Callable[[Position, int], float]:
    """The chance of the first side at the end of a turn, or as many turns later as the game says."""
    advice = advice_for(p.data)
    ahead = 0 if advice is None else advice.turns_ahead(p)
    return lambda p, turn: outlook(p, FIRST, turn + ahead, TRIES_AHEAD if ahead else TRIES)


def _costly(turns: Sequence[TurnReport], begun: Sequence[Position]) -> Iterator[CostlyPart]:
    """The parts of turns in which each side lost most by its decisions, the costliest first."""
    for side in SIDES:
        costs = [(-part.decision if side == FIRST else part.decision, at) for at, part in enumerate(turns)]
        own = sorted(((cost, at) for cost, at in costs if turns[at].side == side and cost > 0), reverse=True)
        for cost, at in own[:MOST_COSTLY]:
            moves, events = _usual_part(begun[at], side)
            yield CostlyPart(report=turns[at], cost=cost, moves=moves, events=events)


def _usual_part(p: Position, side: Side) -> tuple[tuple[tuple[int, int, int], ...], tuple[Event, ...]]:
    """A side's part of a turn played in the usual way: who goes where, and what is told of it."""
    advice = advice_for(p.data)
    assert advice is not None
    world = advice.reveal_all(p.copy())
    before = list(world.where)
    events = play_usual_part(advice, world, side)
    moved = enumerate(zip(before, world.where, strict=True))
    return tuple((unit, old, new) for unit, (old, new) in moved if old >= 0 <= new != old), tuple(events)


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
    turn: int
    side: Side
    before: Position
    end: Position
    rolled: int | None
    """The number of the first record with dice in it."""
    before_dice: Position
    depth: int
    """Where the owner of the act was on the stack before the dice."""


def _acts_of(match: Match) -> Iterator[_Played]:
    """Every act of a match under the present rules, one after the other."""
    twin, records = match.at(match.begun_at), match.records
    while (first := len(twin.records)) < len(records):
        before, act = twin.position.copy(), OpenAct(twin.position)
        side = before.asked.side if before.asked is not None else records[first].side
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
            turn=turn_of(before),
            side=side,
            before=before,
            end=twin.position.copy(),
            rolled=rolled,
            before_dice=before_dice,
            depth=depth,
        )


def _act_report(act: _Played, before: float) -> ActReport:
    after, luck = evaluate(act.end, FIRST), None
    if act.rolled is not None:
        luck = after - _expected(act.before_dice, act.depth, act.records[act.rolled :])
    return ActReport(
        first=act.first,
        last=act.first + len(act.records),
        turn=act.turn,
        side=act.side,
        before=before,
        after=after,
        luck=luck,
    )


def _expected(p: Position, depth: int, records: Sequence[Record]) -> float:
    """The mean of how a side stands after these records, over all that chance may do in them: whoever is asked answers
    as he did, or as is usual where that is not on offer now."""

    def end(dice: Dice) -> float:
        q = p.copy()
        act, played = OpenAct(q, depth), [record for record in records[1:] if record.kind not in UNPLAYED]
        q.source = _Rerolled(dice, records[0])
        answer(q, records[0].option)
        while not act.is_over(q):
            assert q.asked is not None
            options = q.asked.options
            fitting = next((record for record in played if record.option in options), None)
            if fitting is not None:
                del played[: played.index(fitting) + 1]
            answer(q, fitting.option if fitting is not None else _usual_answer(q))
        q.source = None
        return evaluate(q, FIRST)

    total = weights = 0.0
    for count, (worth, weight) in enumerate(each_branch(end)):
        total, weights = total + worth * float(weight), weights + float(weight)
        if count >= MOST_BRANCHES:
            return fmean(end(SeededDice(f"luck:{number}")) for number in range(SAMPLES))
    return total / weights


class _Rerolled(Dice):
    """Other dice, but the first path that was walked; it was chosen before they were rolled."""

    def __init__(self, dice: Dice, record: Record) -> None:
        self._dice, self._first = dice, record.outcomes[0]

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int:
        return self._dice.pick(count, weights)

    def path(self, given: tuple[int, ...]) -> tuple[int, ...]:
        walked, self._first = self._first, 0
        return given if isinstance(walked, int) else walked


def _usual_answer(p: Position) -> int:
    """What is usually answered to the question that stands; without advice, the first that is offered."""
    assert p.asked is not None
    advice = advice_for(p.data)
    if advice is not None:
        world = advice.reveal_all(p.copy())
        option = advice.script(p.asked.side, advice.plans(world, p.asked.side)[0]).choose(world)
        if option in p.asked.options:
            return option
    return p.asked.options[0]
