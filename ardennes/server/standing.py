"""How a game stands and how it went, as a seat may know it: points and their curve, losses, luck, what is to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ardennes.engine.course import Roll
from ardennes.engine.kit import Kit
from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.saves import Record
from ardennes.engine.standing import Aim, Standing, turn_of
from ardennes.engine.texts import Catalogue, Event
from ardennes.languages import FIRST_LANGUAGE
from ardennes.server.wire import public_view


class Sample(msgspec.Struct, frozen=True, array_like=True):
    """How a game stood after so many records."""

    record: int
    turn: int
    points: tuple[int | None, int | None]
    lost: tuple[int, int]


class Throw(msgspec.Struct, frozen=True):
    """Dice of the log."""

    record: int
    turn: int
    roll: Roll
    hexes: tuple[int, ...]


class Now(NamedTuple):
    """What a seat may know of a match at one moment, taken between two actions; the rest can be worked out while the
    match goes on."""

    match: Match
    records: list[Record]
    settled: int
    standing: Standing
    aims: list[dict[str, Any]]
    turn: int
    coming: list[dict[str, Any]]

    @classmethod
    def of(cls, match: Match, side: int | None, language: str = FIRST_LANGUAGE) -> Now:
        position, catalogue = match.position, match.game.catalogue(language)
        standing = standing_of(position, side)
        return cls(
            match=match,
            records=list(match.records),
            settled=match.settled,
            standing=standing,
            aims=[_aim(aim, catalogue, position.kit) for aim in standing.aims],
            turn=turn_of(position),
            coming=coming(position, side, catalogue),
        )


class Chronicle:
    """The course of a match in the eyes of one seat, written on as it is read.

    It follows the records that stand for good on a board of its own, so that what a seat knew at a moment is counted at
    that moment, and reading never touches the match.
    """

    def __init__(self, side: int | None) -> None:
        self.side = side
        self._twin: Match | None = None
        self._samples: list[Sample] = []
        self._throws: list[Throw] = []

    def read(self, now: Now) -> tuple[list[Sample], list[Throw]]:
        """The curve and the dice up to the present moment; a sample of that is the last."""
        twin = self._following(now)
        for record in now.records[len(twin.records) : now.settled]:
            self._write(twin, record)
        samples, throws = list(self._samples), list(self._throws)
        last = Sample(len(now.records), now.turn, now.standing.points, now.standing.steps_lost)
        return [*(sample for sample in samples if sample.record != last.record), last], throws

    def _following(self, now: Now) -> Match:
        """The board that follows; a new one where the match is not the one that was followed."""
        twin = self._twin
        if twin is None or twin.records != now.records[: len(twin.records)]:
            twin = self._twin = now.match.at(0)
            self._samples, self._throws = [self._sample(twin.position, 0)], []
        return twin

    def _write(self, twin: Match, record: Record) -> None:
        rolled = any(isinstance(outcome, int) for outcome in record.outcomes)
        before = twin.position.copy() if rolled else twin.position
        twin.follow(record)
        number = len(twin.records)
        if rolled:
            self._throws += [throw for event in twin.events[-1] for throw in self._seen(before, event, number)]
        sample = self._sample(twin.position, number)
        if not _same(self._samples, sample):
            self._samples.append(sample)

    def _seen(self, before: Position, event: Event, number: int) -> list[Throw]:
        """The dice of an event that this seat saw."""
        sides = (0, 1) if self.side is None else (self.side,)
        if any(event.for_side(side) is None for side in sides):
            return []
        hex = event.args.get("hex")
        hexes = (hex,) if isinstance(hex, int) else ()
        turn = turn_of(before)
        return [Throw(number - 1, turn, roll, hexes) for roll in before.kit.game.luck(before, event)]

    def _sample(self, position: Position, record: int) -> Sample:
        standing = standing_of(position, self.side)
        return Sample(record, turn_of(position), standing.points, standing.steps_lost)


def _same(samples: Sequence[Sample], sample: Sample) -> bool:
    """Whether nothing has changed since the last sample but the count of records."""
    return bool(samples) and samples[-1] == msgspec.structs.replace(sample, record=samples[-1].record)


def standing_of(position: Position, side: int | None) -> Standing:
    return position.kit.game.standing(_view(position, side))


def _view(position: Position, side: int | None) -> Position:
    return position if not position.kit.has_secrets else public_view(position, side)


def course(now: Now, chronicle: Chronicle) -> dict[str, Any]:
    """Everything a seat may know of how the game stands, went and goes on."""
    samples, throws = chronicle.read(now)
    return {
        "turn": now.turn,
        "points": now.standing.points,
        "needed": now.standing.needed,
        "aims": now.aims,
        "lost": now.standing.lost,
        "curve": samples,
        "throws": throws,
        "coming": now.coming,
    }


def _aim(aim: Aim, catalogue: Catalogue, kit: Kit) -> dict[str, Any]:
    said = {"text": catalogue.say(aim.text, kit), "rule": aim.text.rule}
    return {"side": aim.side, **said, "has": aim.has, "needed": aim.needed}


def coming(position: Position, side: int | None, catalogue: Catalogue) -> list[dict[str, Any]]:
    """What comes when, in words."""
    view, kit = _view(position, side), position.kit
    return [
        {
            "turn": thing.turn,
            "text": catalogue.say(thing.text, kit),
            "rule": thing.text.rule,
            "side": thing.side,
            "units": thing.units,
        }
        for thing in kit.game.coming(view)
    ]
