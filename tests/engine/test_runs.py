"""Runs: answers that are given together, as far as nothing comes between, and taken back as one."""

from __future__ import annotations

import msgspec
import pytest

from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.engine.play import Run
from ardennes.engine.saves import Record
from ardennes.engine.texts import Refused
from ardennes.games.crossroads.rules.field import ALLIED, GERMAN
from tests.crossroads.fields import field
from tests.situation import Situation


def noon() -> Match:
    return Match.new("crossroads", scenario="noon", seed="1", automatic=False)


def run(match: Match, *words: str, side: int = GERMAN) -> Run:
    return match.apply_run([(read_option(match.position.data, said), ()) for said in words], side)


def place(match: Match, id: str) -> str:
    p = match.position
    return p.data.place_name(p.where[p.data.unit(id)])


def test_run_is_carried_out_and_taken_back_as_one() -> None:
    match = noon()
    start = match.position.digest()
    done = run(match, "move Pz", "to 0603", "done", "move Gr1", "to 0702")
    assert (done.done, done.refusal) == (5, None)
    assert [event.code for event in done.events].count("moved") >= 2
    after = match.position.digest()
    assert match.undoable == 1
    match.undo()
    assert match.position.digest() == start
    assert match.redoable == 1
    match.redo()
    assert match.position.digest() == after


def test_run_stops_at_what_is_refused_and_says_why() -> None:
    match = noon()
    done = run(match, "move Pz", "to 0603", "to 0101", "done")
    assert done.done == 2
    assert done.refusal is not None
    assert done.refusal.rule.startswith("3.")
    assert place(match, "Pz") == "0603"
    assert len(match.records) == 2


def test_run_whose_first_answer_is_refused_changes_nothing() -> None:
    match = noon()
    match.apply(read_option(match.position.data, "move Pz"), GERMAN)
    match.undo()
    done = run(match, "to 0603", "move Pz")
    assert done.done == 0
    assert done.refusal is not None
    assert match.redoable == 1, "what was taken back can still be done again"
    assert run(match, "done", side=ALLIED).refusal is not None


def test_run_stops_where_dice_fall() -> None:
    match: Situation = field("Gr1 0501, Gr2 0601, Pz 0703, Rif1 0101").dice(3)
    done = run(match, "move Gr1", "to 0401", "move Gr2", "to 0602")
    assert (done.done, done.refusal) == (2, None)
    assert place(match, "Gr2") == "0601"
    assert match.undoable == 0


def test_run_stops_where_something_is_revealed() -> None:
    match = field("Pz? 0703, Gr1? 0701, Rif1 0502", scenario="dawn")
    done = run(match, "move Pz", "to 0602", "done", "move Gr1")
    assert (done.done, done.refusal) == (2, None)


def test_run_stops_where_the_other_side_is_asked() -> None:
    match = noon()
    done = run(match, "done", "move Pz")
    assert (done.done, done.refusal) == (1, None)
    assert match.asked is not None
    assert match.asked.side == ALLIED


def test_runs_in_a_row_are_taken_back_one_by_one() -> None:
    match = noon()
    run(match, "move Pz", "to 0603", "done")
    after_first = match.position.digest()
    run(match, "move Gr1", "to 0702")
    assert match.undoable == 2
    match.undo()
    assert match.position.digest() == after_first
    run(match, "move Gr1", "to 0702")
    match.apply(read_option(match.position.data, "done"), GERMAN)
    assert match.undoable == 3


def test_other_sides_order_between_two_runs_keeps_them_apart() -> None:
    match = noon()
    run(match, "move Pz", "to 0603", "done")
    run(match, "prepare 0403/0503", side=ALLIED)
    run(match, "move Gr1", "to 0702")
    assert match.undoable == 2
    match.undo()
    match.undo()
    assert [record.kind for record in match.records] == ["anytime"]
    match.redo()
    assert place(match, "Pz") == "0603"
    assert match.redoable == 1


def test_pick_within_a_run_is_taken_back_alone() -> None:
    match = field("Pz 0603, Gr1 0602, Gr2 0502, Rif1 0503", "german combat")
    run(match, "attack 0503", "join Pz", "join Gr1", "join Gr2")
    match.take_back(read_option(match.position.data, "join Gr1"))
    assert [record.option for record in match.records] == [
        read_option(match.position.data, said) for said in ("attack 0503", "join Pz", "join Gr2")
    ]
    assert match.undoable == 1


def test_path_of_a_run_is_walked_and_done_again() -> None:
    match = noon()
    data = match.position.data
    path = [data.board.hex(label) for label in ("0603", "0604", "0603", "0503")]
    done = match.apply_run([(read_option(data, "move Pz"), ()), (read_option(data, "to 0503"), path)], GERMAN)
    assert (done.done, done.refusal) == (2, None)
    match.undo()
    match.redo()
    assert list(match.records[-1].path) == path


def test_save_keeps_runs_and_older_records_have_none() -> None:
    match = noon()
    run(match, "move Pz", "to 0603", "done")
    again = Match.unpacked(match.packed())
    assert again.records == match.records
    assert again.undoable == 1
    old = msgspec.msgpack.decode(msgspec.msgpack.encode([0, 7, [], "answer"]), type=Record)
    assert old == Record(0, 7)


def test_nothing_is_taken_back_beyond_a_barrier_within_a_run() -> None:
    match = field("Gr1 0501, Gr2 0601, Pz 0703, Rif1 0101").dice(3)
    run(match, "move Gr2", "to 0602", "done", "move Gr1", "to 0401")
    with pytest.raises(Refused, match="die roll"):
        match.undo()
