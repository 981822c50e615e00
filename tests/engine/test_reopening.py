"""Games that the present rules take up again: whatever a changed rule does with old answers, the game opens, and
nobody knows more of the dice than before."""

from __future__ import annotations

import random

import msgspec
import pytest

from ardennes.engine.match import Match
from ardennes.engine.saves import Checkpoint, Kept, Record, SaveError, pack, unpack
from ardennes.engine.verifying import throws
from ardennes.games.crossroads.rules import movement


def played(seed: str = "taken up", answers: int = 24) -> Match:
    match, rng = Match.new("crossroads", scenario="noon", seed=seed), random.Random(seed)
    for _ in range(answers):
        assert match.asked is not None
        match.apply(rng.choice(list(match.asked.options)))
    return match


def of_another_program(kept: Kept) -> list[Checkpoint]:
    return [msgspec.structs.replace(made, code_digest="another") for made in kept.checkpoints]


def reopened(kept: Kept, checkpoints: list[Checkpoint] | None = None, records: list[Record] | None = None) -> Match:
    return Match.unpacked(pack(kept.header, checkpoints or of_another_program(kept), records or kept.records))


def thrown(match: Match, count: int = 30) -> list[int]:
    position = match.position.copy()
    return [position.pick(6) for _ in range(count)]


def test_rules_that_fail_at_old_answers_do_not_close_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = unpack(played().packed())

    def fails(*_: object) -> None:
        raise KeyError("there is no such road")

    monkeypatch.setattr(movement, "take_step", fails)
    again = reopened(kept)
    assert (len(again.records), again.changes[0].code) == (len(kept.records), "resumed-program")
    differs = [event for event in again.log(None) if event.code == "replay-differs"]
    assert len(differs) == 1
    ((first, last),) = again.find_unseen()
    assert [record.kind for record in again.records[first : last + 1]] == [each.kind for each in kept.records[first:]]
    assert last == again.begun_at - 1
    with pytest.raises(SaveError, match="cannot go on from answer"):
        again.fork(last)


def test_answer_with_more_dice_than_are_rolled_is_not_half_played() -> None:
    kept = unpack(played().packed())
    at = next(number for number, record in enumerate(kept.records) if record.outcomes)
    more = msgspec.structs.replace(kept.records[at], outcomes=(*kept.records[at].outcomes, 1))
    again = reopened(kept, records=[*kept.records[:at], more, *kept.records[at + 1 :]])
    assert len(again.records) == len(kept.records)
    assert Match.unpacked(again.packed()).log(None) == again.log(None)


def dropping(match: Match) -> tuple[Match, list[Record]]:
    """The match taken up from its first position, its first throw and all that came later forbidden."""
    kept = unpack(match.packed())
    at = next(number for number, record in enumerate(kept.records) if isinstance((*record.outcomes, None)[0], int))
    forbidden = [msgspec.structs.replace(record, option=99) for record in kept.records[at:]]
    again = reopened(kept, of_another_program(kept)[:1], [*kept.records[:at], *forbidden])
    assert again.changes[-1].code == "resumed-without-answers"
    return again, kept.records[at:]


def test_throws_of_dropped_answers_do_not_come_again() -> None:
    match = played()
    again, dropped = dropping(match)
    spent = sum(isinstance(outcome, int) for record in dropped for outcome in record.outcomes)
    assert spent > 0
    assert again.position.draws == match.position.draws
    assert thrown(again) == thrown(match), "the throws go on where they were, behind all that were seen"
    assert Match.unpacked(again.packed()).position.draws == again.position.draws


def test_dice_of_a_game_that_lost_answers_can_still_be_checked() -> None:
    again, _ = dropping(played())
    rng = random.Random(1)
    while again.asked is not None:
        again.apply(rng.choice(list(again.asked.options)))
    found = list(throws(Match.unpacked(again.packed())))
    assert found
    assert all(throw.outcome == throw.expected(again.header.seed) for throw in found)


def test_checkpoint_that_cannot_be_read_gives_way_to_the_one_before() -> None:
    match = played()
    kept = unpack(match.packed())
    *good, last = of_another_program(kept)
    bad = msgspec.structs.replace(last, position=b"no position")
    again = reopened(kept, [*good, bad])
    assert again.records == kept.records
    assert again.changes[0].code == "resumed-program"
    assert again.position.digest() == match.position.digest()
    assert again.begun_at == good[-1].number
    with pytest.raises(SaveError, match="cannot go on under the present rules"):
        reopened(kept, [msgspec.structs.replace(made, position=b"no position") for made in good])


def test_save_without_a_seed_is_opened_with_dice_that_nobody_knows() -> None:
    """Also where changed rules throw at once."""
    kept = unpack(played().packed(with_seed=False))
    assert kept.header.seed == ""
    one, other = (reopened(kept) for _ in range(2))
    assert (one.header.seed, one.records) == ("", kept.records)
    assert thrown(one) != thrown(other)
