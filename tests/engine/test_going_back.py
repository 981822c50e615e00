"""Going back by agreement: behind a hand-over, never behind dice, a reveal or other rules."""

from __future__ import annotations

import msgspec
import pytest

from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.engine.saves import Record
from ardennes.engine.texts import Refused
from ardennes.games.crossroads.rules.field import ALLIED, GERMAN
from ardennes.numbers import Side
from tests.crossroads.fields import field


def do(match: Match, *words: str, side: int | None = None) -> None:
    for said in words:
        match.apply(read_option(match.position.data, said), side)


@pytest.fixture
def match() -> Match:
    """The German movement is over, and the Allied player decides."""
    match = Match.new("crossroads", scenario="noon", seed="1", automatic=False)
    do(match, "move Pz", "to 0603", "done", "done")
    assert match.asked is not None
    assert match.asked.side == ALLIED
    return match


def test_a_side_takes_back_its_last_answer_behind_a_hand_over(match: Match) -> None:
    before = match.at(len(match.records) - 1).position.digest()
    match.go_back_agreed(GERMAN)
    assert match.position.digest() == before
    assert match.asked is not None
    assert match.asked.side == GERMAN
    assert match.records[-1] == Record(GERMAN, 1, (), "back")
    assert "By agreement the German player has taken back the last answer." in match.sentence(match.events_of(3)[0])
    assert match.undoable == 0, "what is agreed stands"


def test_what_the_other_side_has_answered_since_goes_with_it(match: Match) -> None:
    own = match.agreed_back(GERMAN)
    assert own == 3
    assert match.asked is not None
    match.apply(match.asked.options[0])
    match.go_back_agreed(GERMAN)
    assert len(match.records) == own + 1
    assert match.records[-1].option == 2
    match.apply(read_option(match.position.data, "done"))
    assert match.asked.side == ALLIED


def test_the_log_keeps_every_agreement_and_replays(match: Match) -> None:
    for _ in range(3):
        match.go_back_agreed(GERMAN)
    assert [record.kind for record in match.records] == ["answer"] + ["back"] * 3
    do(match, "to 0603", "done", "done")
    again = Match.replay(match.header, match.at(0).position, match.records)
    assert again.position.digest() == match.position.digest()
    assert Match.unpacked(match.packed(), "a save").position.digest() == match.position.digest()


def test_a_side_that_has_not_answered_has_nothing_to_take_back(match: Match) -> None:
    assert match.agreed_back(ALLIED) is None
    with pytest.raises(Refused, match="Nobody can let you"):
        match.go_back_agreed(ALLIED)


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_dice_are_never_taken_back(side: Side) -> None:
    match = field("Gr1 0501, Pz 0703, Rif1 0101").dice(3)
    match.do("move Gr1", "to 0401")
    assert match.agreed_back(side) is None
    with pytest.raises(Refused, match="dice"):
        match.go_back_agreed(side)


def test_a_reveal_is_never_taken_back() -> None:
    match = field("Pz? 0703, Gr1? 0701, Rif1 0502", scenario="dawn")
    match.do("move Pz")
    assert match.agreed_back(GERMAN) == 0
    match.do("to 0602")
    assert match.agreed_back(GERMAN) is None


def test_orders_of_the_other_side_stand() -> None:
    twin = Match.new("crossroads", scenario="noon", seed="1", automatic=False)
    do(twin, "move Pz", "to 0603")
    do(twin, "prepare 0403/0503", side=ALLIED)
    do(twin, "done", "done")
    orders = twin.position.orders
    for _ in range(3):
        twin.go_back_agreed(GERMAN)
        assert twin.position.orders == orders


def test_other_dice_are_a_new_beginning(match: Match) -> None:
    match.reseed("other", "salt")
    assert match.agreed_back(GERMAN) is None


def test_a_run_is_taken_back_as_one() -> None:
    match = Match.new("crossroads", scenario="noon", seed="1", automatic=False)
    read = match.position.data
    do(match, "move Pz")
    match.apply_run([(read_option(read, said), ()) for said in ("to 0603", "done", "done")])
    assert match.asked is not None
    assert match.asked.side == ALLIED
    assert match.agreed_back(GERMAN) == 1


def test_a_mark_from_a_record_that_stands_for_good_is_come_back_to(match: Match) -> None:
    kept = match.position.digest(), match.records[:], msgspec.json.encode([each.number for each in match.checkpoints])
    mark = match.mark(match.agreed_back(GERMAN))
    match.go_back_agreed(GERMAN)
    assert match.same_since(mark) == 3
    match.return_to(mark)
    now = match.position.digest(), match.records[:], msgspec.json.encode([each.number for each in match.checkpoints])
    assert now == kept
    assert match.settled == 4


def test_a_game_that_is_over_stays_so(match: Match) -> None:
    match.resign(GERMAN)
    with pytest.raises(Refused):
        match.go_back_agreed(GERMAN)


def test_what_is_traced_no_longer_is_taken_back_and_put_back(match: Match) -> None:
    events = [list(told) for told in match.events]
    match.forget_events(len(match.records))
    assert match.traced_from == len(match.records) == 4
    mark = match.mark(match.agreed_back(GERMAN))
    match.go_back_agreed(GERMAN)
    assert [event.code for event in match.events_of(3)] == ["taken-back"]
    match.return_to(mark)
    assert match.traced_from == 4
    assert [list(told) for told in match.events] == events
