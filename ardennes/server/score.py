"""How a game stands and how it went, as a seat may know it: points and their curve, losses, luck, what is to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.saves import Record
from ardennes.engine.score import Aim, Score, turn_of
from ardennes.engine.texts import Catalogue, Event
from ardennes.languages import FIRST_LANGUAGE
from ardennes.numbers import SIDES, Side
from ardennes.server.numbers import Numbers
from ardennes.server.protocol import review as protocol
from ardennes.server.protocol.review import Sample, Throw
from ardennes.server.wire import public_view


class Now(NamedTuple):
    """What a seat may know of a match at one moment, taken between two actions; the rest can be worked out while the
    match goes on."""

    match: Match
    records: list[Record]
    settled: int
    score: Score
    aims: list[protocol.Aim]
    turn: int
    coming: list[protocol.Coming]

    @classmethod
    def of(cls, match: Match, side: Side | None, language: str = FIRST_LANGUAGE) -> Now:
        position, catalogue = match.position, match.game.catalogue(language)
        score = score_of(position, side)
        return cls(
            match=match,
            records=list(match.records),
            settled=match.settled,
            score=score,
            aims=[_aim(aim, catalogue, position.data) for aim in score.aims],
            turn=turn_of(position),
            coming=coming(position, side, catalogue),
        )


class ScoreHistory(msgspec.Struct):
    """How a match went in the eyes of one seat, written on as it is read: by the records that stand for good, on a
    board of its own, so that what a seat knew at a moment is counted at that moment."""

    side: Side | None
    number: int = 0
    """The records that have been followed."""
    samples: list[Sample] = msgspec.field(default_factory=list)
    throws: list[Throw] = msgspec.field(default_factory=list)

    def read(self, now: Now) -> tuple[list[Sample], list[Throw]]:
        """The curve and the dice up to the present moment; a sample of that is the last."""
        twin = now.match.at(self.number)
        if not self.samples:
            self.samples.append(self._sample(twin.position, self.number))
        for record in now.records[self.number : now.settled]:
            self._write(twin, record)
        self.number = max(self.number, now.settled)
        last = Sample(len(now.records), now.turn, now.score.points, now.score.steps_lost)
        return [*(sample for sample in self.samples if sample.record != last.record), last], self.throws

    def _write(self, twin: Match, record: Record) -> None:
        rolled = any(isinstance(outcome, int) for outcome in record.outcomes)
        before = twin.position.copy() if rolled else twin.position
        twin.follow(record)
        number = len(twin.records)
        if rolled:
            told = twin.events_of(number - 1)
            self.throws += [throw for event in told for throw in self._seen(before, event, number)]
        sample = self._sample(twin.position, number)
        if not _same(self.samples, sample):
            self.samples.append(sample)

    def _seen(self, before: Position, event: Event, number: int) -> list[Throw]:
        """The dice of an event that this seat saw."""
        sides = SIDES if self.side is None else (self.side,)
        if any(event.for_side(side) is None for side in sides):
            return []
        hex = event.args.get("hex")
        hexes = (hex,) if isinstance(hex, int) else ()
        turn = turn_of(before)
        return [Throw(number - 1, turn, roll, hexes) for roll in before.data.game.luck(before, event)]

    def _sample(self, position: Position, record: int) -> Sample:
        score = score_of(position, self.side)
        return Sample(record, turn_of(position), score.points, score.steps_lost)


def _same(samples: Sequence[Sample], sample: Sample) -> bool:
    """Whether nothing has changed since the last sample but the count of records."""
    return bool(samples) and samples[-1] == msgspec.structs.replace(sample, record=samples[-1].record)


def score_of(position: Position, side: Side | None) -> Score:
    return position.data.game.score(_view(position, side))


def _view(position: Position, side: Side | None) -> Position:
    return position if not position.data.has_secrets else public_view(position, side)


def score_history(now: Now, history: ScoreHistory, seat: Numbers) -> protocol.ScoreHistory:
    """Everything a seat may know of how the game stands, went and goes on."""
    samples, throws = history.read(now)
    if seat.hidden:
        curve = {seat.told(sample.record): sample for sample in samples}
        samples = [msgspec.structs.replace(sample, record=number) for number, sample in curve.items()]
        throws = [msgspec.structs.replace(throw, record=seat.told(throw.record)) for throw in throws]
    return protocol.ScoreHistory(
        turn=now.turn,
        points=now.score.points,
        needed=now.score.needed,
        aims=now.aims,
        lost=now.score.lost,
        curve=samples,
        throws=throws,
        coming=now.coming,
    )


def _aim(aim: Aim, catalogue: Catalogue, data: GameData) -> protocol.Aim:
    return protocol.Aim(
        side=aim.side, text=catalogue.say(aim.text, data), rule=aim.text.rule, has=aim.has, needed=aim.needed
    )


def coming(position: Position, side: Side | None, catalogue: Catalogue) -> list[protocol.Coming]:
    """What comes when, in words."""
    view, data = _view(position, side), position.data
    return [
        protocol.Coming(
            turn=thing.turn,
            text=catalogue.say(thing.text, data),
            rule=thing.text.rule,
            side=thing.side,
            units=thing.units,
        )
        for thing in data.game.coming(view)
    ]
