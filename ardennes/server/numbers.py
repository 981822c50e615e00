"""The records of a table as a seat counts them.

Of what the other side orders in secret (``Game.secret_orders``) a seat is not even told that something happened: such
records have no number for it, and changes that are nothing else do not count in its revision.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

import msgspec

from ardennes.engine.game import AnyGame
from ardennes.engine.match import Match
from ardennes.engine.saves import Record
from ardennes.numbers import SIDES, Side
from ardennes.server.protocol.table import LogLine

SEATS = (*SIDES, None)
"""Both sides and whoever watches, as they are listed where each has a number."""


def is_hidden(game: AnyGame, record: Record, side: Side | None) -> bool:
    """Whether a seat may not know that there is this record; whoever watches knows what both sides do."""
    return record.kind == "anytime" and record.side != side and game.verbs.split(record.option)[0] in game.secret_orders


def are_hidden(game: AnyGame, records: Sequence[Record], side: Side | None) -> bool:
    """Whether these are some, and a seat may not know of any."""
    return bool(records) and all(is_hidden(game, record, side) for record in records)


class Numbers(msgspec.Struct, frozen=True):
    """From the numbers of a match to those of a seat, and back."""

    hidden: tuple[int, ...] = ()
    """The records it may not know of, in order."""
    count: int = 0
    """How many records the match has."""

    @classmethod
    def of(cls, match: Match, side: Side | None) -> Numbers:
        if not match.game.secret_orders:
            return cls(count=len(match.records))
        records = enumerate(match.records)
        hidden = tuple(number for number, record in records if is_hidden(match.game, record, side))
        return cls(hidden, len(match.records))

    @property
    def all(self) -> int:
        """How many there are for the seat."""
        return self.told(self.count)

    def told(self, number: int) -> int:
        """How a seat counts a record that it may know of, or so many records."""
        return number - bisect_left(self.hidden, number)

    def meant(self, number: int) -> int:
        """The record, or how many records, where a seat says this number."""
        for hidden in self.hidden:
            number += hidden <= number
        return number

    def lines(self, lines: Iterable[LogLine]) -> list[LogLine]:
        """The lines of the log as they are told."""
        if not self.hidden:
            return list(lines)
        return [msgspec.structs.replace(line, record=self.told(line.record)) for line in lines]
