"""Long games: opened from a position on the way, looked back at from the nearest one, undone from a copy."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import msgspec
import pytest

from ardennes.engine.checkpoints import APART
from ardennes.engine.match import Match
from ardennes.engine.options import Kind
from ardennes.engine.play import COPY_EVERY
from ardennes.engine.saves import Record, SaveError, pack, unpack
from ardennes.engine.verifying import verify_log


@cache
def played() -> tuple[Match, tuple[str, ...]]:
    """A long random game, and the digest of its position after each answer."""
    rng, match = random.Random(7), Match.new("deadly_woods", seed="long")
    digests = {len(match.records): match.position.digest()}
    while match.asked is not None:
        match.apply(rng.choice(list(match.asked.options)))
        digests[len(match.records)] = match.position.digest()
    assert len(match.records) > 3 * APART, "there is something to leave out"
    return match, tuple(digests.get(number, "") for number in range(len(match.records) + 1))


@pytest.fixture
def repeated(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Record]]:
    """The records that are played again."""
    found: list[Record] = []
    repeat = Match._repeat

    def count(self: Match, record: Record, *, known: bool = False) -> None:
        found.append(record)
        repeat(self, record, known=known)

    monkeypatch.setattr(Match, "_repeat", count)
    return found


def test_positions_are_kept_on_the_way() -> None:
    match, digests = played()
    numbers = [made.number for made in match.checkpoints]
    assert numbers[0] == 0
    assert all(later - earlier >= APART for earlier, later in pairwise(numbers[:-2]))
    assert max(later - earlier for earlier, later in pairwise(numbers)) < 2 * APART
    for kept in match.keeper.up_to(len(match.records)):
        found = kept.position(match.position.data, match.header.seed).digest()
        assert found == digests[kept.number] or not digests[kept.number]


def test_long_game_is_opened_without_playing_all_of_it(repeated: list[Record]) -> None:
    match, _ = played()
    again = Match.unpacked(match.packed())
    assert len(repeated) < 3 * APART < len(match.records)
    assert again.position.digest() == match.position.digest()
    assert (again.records, again.undoable, again.settled) == (match.records, match.undoable, match.settled)
    assert 0 < again.traced_from < len(match.records)
    assert again.events_of(len(match.records) - 1) == match.events_of(len(match.records) - 1)
    assert again.traced_from > 0, "what came long before is not wanted"
    assert again.log(None) == match.log(None)
    assert again.questions == match.questions
    assert again.checkpoints[:-1] == match.checkpoints[: len(again.checkpoints) - 1]


def test_past_begins_at_the_nearest_position(repeated: list[Record]) -> None:
    match, digests = played()
    again = Match.unpacked(match.packed())
    for number in (0, 1, APART - 1, APART + 3, len(match.records) - 5, len(match.records)):
        repeated.clear()
        seen = again.at(number)
        assert len(repeated) < 2 * APART
        assert len(seen.records) == number
        assert seen.position.digest() == digests[number] or not digests[number]
        assert seen.events_of(number - 1) == match.events_of(number - 1)


def test_fork_of_an_opened_game_goes_on_and_is_saved() -> None:
    match, _ = played()
    twin, rng = Match.unpacked(match.packed()).fork(2 * APART), random.Random(3)
    for _ in range(40):
        assert twin.asked is not None
        twin.apply(rng.choice(list(twin.asked.options)))
    again = Match.unpacked(twin.packed())
    assert again.position.digest() == twin.position.digest()
    assert again.log(0) == twin.log(0)


def test_log_changed_long_before_the_end_is_found_when_all_of_it_is_played() -> None:
    match, _ = played()
    kept = unpack(match.packed())
    at = next(number for number, record in enumerate(kept.records) if record.kind == "answer")
    records = [*kept.records[:at], msgspec.structs.replace(kept.records[at], option=99), *kept.records[at + 1 :]]
    forged = Match.unpacked(pack(kept.header, kept.checkpoints, records))
    assert forged.position.digest() == match.position.digest()
    with pytest.raises(SaveError, match=f"record {at + 1}: the rules do not allow"):
        verify_log(forged)
    assert verify_log(match) == len(match.records)
    changed = [*kept.checkpoints[:1], msgspec.structs.replace(kept.checkpoints[2], number=kept.checkpoints[1].number)]
    with pytest.raises(SaveError, match="does not lead to the position that was kept"):
        verify_log(Match.unpacked(pack(kept.header, [*changed, *kept.checkpoints[2:]], kept.records)))


def walking() -> Match:
    """A game in which one side has answered much since anything fell or anybody else was asked."""
    match, rng = Match.new("deadly_woods", seed="0", automatic=False), random.Random(0)
    while len(match.records) - match.settled < 2 * COPY_EVERY + 10:
        assert match.asked is not None
        going_on = [o for o in match.asked.options if match.game.verbs.split(o)[0].kind is not Kind.NOTHING]
        match.apply(rng.choice(going_on or list(match.asked.options)))
    return match


def test_undo_repeats_few_records_however_many_there_are(repeated: list[Record]) -> None:
    match = walking()
    digests = [step.position.digest() for step in match.steps(match.settled)]
    while match.undoable:
        repeated.clear()
        match.undo()
        assert len(repeated) < COPY_EVERY
        assert match.position.digest() == digests[len(match.records) - match.settled]
    while match.redoable:
        match.redo()
        assert match.position.digest() == digests[len(match.records) - match.settled]


def test_match_returns_to_a_mark_whatever_was_done() -> None:
    match, rng = walking(), random.Random(5)
    before = match.position.digest(), list(match.records), list(match.events), match.undoable
    for act in range(60):
        mark = match.mark()
        for _ in range(act % 7):
            assert match.asked is not None
            match.apply(rng.choice(list(match.asked.options)))
        for _ in range(min(match.undoable, rng.randrange(4))):
            match.undo()
        match.return_to(mark)
        assert (match.position.digest(), match.records, match.events, match.undoable) == before
    match.undo()
    match.redo()
    assert match.position.digest() == before[0]


def test_what_was_told_long_ago_is_retraced_when_it_is_read() -> None:
    match, _ = played()
    again = Match.unpacked(match.packed())
    events, questions = list(match.events), list(match.questions)
    again.recall()
    again.forget_events(match.settled + 10)
    assert again.traced_from == again.settled, "what can be taken back is known"
    assert len(again._events) == len(again._questions) == len(again.records) - again.settled
    for number in (len(events) - 1, APART + 3, APART - 1, 0):
        assert again.events_of(number) == events[number]
        assert again.question_of(number) == questions[number]
    again.forget_events(5)
    assert again.traced_from == 5
    assert (again.events, again.questions) == (events, questions)


def test_what_was_told_is_as_it_was_after_a_change_that_could_not_be_kept() -> None:
    match, _ = played()
    for first in (None, APART + 20, len(match.records) - 1):
        again = match.at(len(match.records) - 40)
        assert again.asked is not None
        again.forget_events(APART + 50)
        mark = again.mark(first)
        again.apply(again.asked.options[0])
        again.return_to(mark)
        assert again.traced_from == APART + 50
        assert again.records == match.records[: len(again.records)]
        assert again.events == match.events[: len(again.records)]
