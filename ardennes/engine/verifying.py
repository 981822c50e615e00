"""Whether the log of a game leads to its positions, and whether its dice fell as its seed says.

A game that is opened goes on from one of its last checkpoints. Here all of its log is played again.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ardennes.engine.checkpoints import opened
from ardennes.engine.dice import commitment, seeded_pick
from ardennes.engine.match import Match
from ardennes.engine.saves import Record, SaveError
from ardennes.engine.snapshot import digest_of, snapshot


class Throw(msgspec.Struct, frozen=True, array_like=True):
    """One pick of a game: what the seed must give."""

    record: int
    """The answer it belongs to, counted from 1."""
    number: int
    """The number of the pick, as the seed counts them."""
    count: int
    """How many results there were."""
    weights: tuple[int, ...] | None
    outcome: int

    def expected(self, seed: str) -> int:
        return seeded_pick(seed, self.number, self.count, self.weights)


def throws(match: Match) -> Iterator[Throw]:
    """Every throw that follows from the match's seed; without those under other rules, which nobody can make again."""
    steps = match.steps()
    before = next(steps).position.draws
    for index, (twin, record) in enumerate(zip(steps, match.records, strict=True)):
        first, before = before, twin.position.draws
        if twin.lost_at is not None or index < match.header.thrown_before or not _has_throws(record):
            continue
        for number, (count, weights, outcome) in enumerate(twin.recorded.picks, start=first):
            yield Throw(index + 1, number, count, tuple(weights) if weights is not None else None, outcome)


def _has_throws(record: Record) -> bool:
    return any(isinstance(outcome, int) for outcome in record.outcomes)


def verify_log(match: Match) -> int:
    """Plays the whole log again, as far as it was played under the present rules; the number of its answers. SaveError
    names the first that is not allowed, or after which the position is another than the one that was kept."""
    begun, kept = match.begun_at, {made.number: made for made in match.checkpoints}
    for twin in match.steps(begun):
        number = len(twin.records)
        if twin.lost_at is not None:
            raise SaveError(f"record {number}: the rules do not allow what it says")
        if number in kept:
            read = opened(twin.position.data, kept[number], match.header.dice_seed)
            if digest_of(snapshot(read)) != digest_of(snapshot(twin.position)):
                raise SaveError(f"record {number}: the log does not lead to the position that was kept")
    if digest_of(snapshot(twin.position)) != digest_of(snapshot(match.position)):
        raise SaveError("its log does not lead to its position")
    return len(match.records) - begun


def verify(match: Match) -> Iterator[str]:
    """What is right, one sentence after the other; SaveError names the first thing that is not."""
    header, answers = match.header, verify_log(match)
    if not header.seed:
        raise SaveError("it has no seed: the game was not over, and its dice are still secret")
    yield f"The log leads to the position: {answers} answers." if answers != 1 else "The only answer is allowed."
    if header.commitment:
        if commitment(header.seed, header.salt) != header.commitment:
            raise SaveError(f"seed and salt do not give the commitment {header.commitment}")
        yield f"Seed and salt give the commitment {header.commitment}."
    if header.shares:
        yield f"Mixed into the seed are the players' shares {' and '.join(each or '(none)' for each in header.shares)}."
    first = match.beginnings[0]
    if header.thrown_before < 0 and first.made_with == match.checkpoints[-1].made_with:
        start = match.game.start(match.position.data, header.dice_seed)
        if digest_of(snapshot(start)) != first.digest:
            raise SaveError("the set-up does not follow from the seed")
        yield "The set-up follows from the seed."
    count = 0
    for throw in throws(match):
        expected = throw.expected(header.dice_seed)
        if throw.outcome != expected:
            raise SaveError(
                f"throw {throw.number + 1}, of answer {throw.record}, differs: the log has result {throw.outcome + 1} "
                f"of {throw.count}, the seed gives {expected + 1}"
            )
        count += 1
    yield f"All {count} throws follow from the seed." if count != 1 else "The only throw follows from the seed."
