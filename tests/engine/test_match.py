"""Matches: atomic answers, undo, redo, forks, forced answers, resignation and replay."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.engine.saves import Record, SaveError, pack, unpack
from ardennes.engine.texts import Refused, Text
from ardennes.games.crossroads.rules import movement
from ardennes.games.crossroads.rules.field import ALLIED, GERMAN
from tests.battery.checks import check_derived
from tests.crossroads.fields import field
from tests.situation import Situation


def noon(seed: str = "1", automatic: bool = False) -> Match:
    return Match.new("crossroads", scenario="noon", seed=seed, automatic=automatic)


def do(match: Match, *words: str, side: int | None = None) -> None:
    for said in words:
        match.apply(read_option(match.position.data, said), side)


def random_match(seed: int, answers: int = 10_000, **how: Any) -> Match:
    rng = random.Random(seed)
    match = Match.new("crossroads", seed=str(seed), scenario=("dawn", "noon")[seed % 2], **how)
    while match.asked is not None and answers:
        side = rng.randrange(2)
        acts = match.anytime(side)
        if acts and rng.random() < 0.1:
            match.apply(rng.choice(acts), side)
        else:
            match.apply(rng.choice(list(match.asked.options)))
        answers -= 1
    return match


# --- answers -----------------------------------------------------------------------------------------


def test_rule_that_fails_half_way_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    match = noon()
    do(match, "move Pz")
    before, records, question = match.position.digest(), list(match.records), match.asked
    real, calls = movement.blow_prepared, []

    def explode(p: Any, unit: int) -> None:
        calls.append(unit)
        if len(calls) == 2:
            raise RuntimeError("a bug")
        real(p, unit)

    monkeypatch.setattr(movement, "blow_prepared", explode)
    with pytest.raises(RuntimeError, match="a bug"):
        do(match, "to 0503")
    assert len(calls) == 2, "the unit was on its way"
    assert match.position.digest() == before
    assert match.records == records
    assert match.asked is question
    check_derived(match.position)
    monkeypatch.undo()
    do(match, "to 0503")
    assert match.position.data.place_name(match.position.where[0]) == "0503"


def test_other_side_has_nothing_to_decide() -> None:
    match = noon()
    with pytest.raises(Refused, match="German"):
        do(match, "done", side=ALLIED)
    do(match, "done", side=GERMAN)


def test_prompt_and_end() -> None:
    match = noon()
    assert match.prompt() == Text("choose-unit", {"side": GERMAN}, "2.2")
    match.resign(GERMAN)
    assert match.prompt().code == "resigned"


def test_whoever_is_out_of_time_has_lost() -> None:
    match = noon()
    match.lose_on_time(GERMAN)
    assert match.over is not None
    assert (match.over.winner, match.prompt().code) == (ALLIED, "out-of-time")
    assert Match.unpacked(match.packed()).over == match.over, "and so it is kept"
    with pytest.raises(Refused, match="over"):
        match.lose_on_time(ALLIED)


def test_forced_answers_are_given_and_noted() -> None:
    match = Match.new("crossroads", scenario="noon", automatic=True)
    while match.asked is not None:
        assert len(match.asked.options) > 1
        do(match, "done")
    assert match.over is not None
    single = field("Pz 0703, Rif1 0602", "german combat")
    single.automatic = [True, True]
    single.dice(6)
    single.do("attack 0602")
    assert [record.kind for record in single.records] == ["answer", "forced", "forced"]


def test_a_side_decides_for_itself_whether_its_questions_answer_themselves() -> None:
    match = field("Pz 0703, Rif1 0602", "german combat")
    match.dice(6)
    match.let_answer_itself(ALLIED, automatic=True)
    match.do("attack 0602")
    assert match.asked is not None
    assert len(match.asked.options) == 1
    match.let_answer_itself(GERMAN, automatic=True)
    assert [record.kind for record in match.records] == ["answer", "forced", "forced"]
    assert len(match.questions) == len(match.records)
    assert match.fork(1).automatic == [True, True]


def test_resigning_ends_the_game() -> None:
    match = noon()
    match.resign(ALLIED)
    assert match.over is not None
    assert match.over.winner == GERMAN
    assert match.asked is None
    with pytest.raises(Refused):
        match.resign(GERMAN)
    with pytest.raises(Refused, match="over"):
        do(match, "done")
    assert match.anytime(ALLIED) == []
    assert match.undoable == 0
    assert Match.unpacked(match.packed()).over == match.over


def test_commitment_binds_the_seed() -> None:
    assert noon("1").commitment == noon("1").commitment != noon("2").commitment


def test_opening_is_in_the_log() -> None:
    match = noon()
    assert [event.code for event in match.log(None)] == ["turn"]
    do(match, "done")
    assert Match.unpacked(match.packed()).log(None) == match.log(None)
    assert match.fork(0).log(None) == noon().log(None)


# --- undo --------------------------------------------------------------------------------------------


def test_undo_and_redo_step_by_step() -> None:
    match = noon()
    digests = [match.position.digest()]
    for said in ("move Pz", "to 0603", "to 0503", "done", "move Gr1", "to 0702"):
        do(match, said)
        digests.append(match.position.digest())
    assert match.undoable == 6
    for digest in digests[-2::-1]:
        match.undo()
        assert match.position.digest() == digest
    with pytest.raises(Refused):
        match.undo()
    for digest in digests[1:]:
        match.redo()
        assert match.position.digest() == digest
    with pytest.raises(Refused, match="Nothing has been taken back"):
        match.redo()


def test_new_answer_forgets_what_was_undone() -> None:
    match = noon()
    do(match, "move Pz", "to 0603")
    match.undo()
    do(match, "to 0704")
    with pytest.raises(Refused):
        match.redo()


def test_undo_stops_at_a_roll() -> None:
    match = field("Gr1 0501, Pz 0703, Rif1 0101").dice(3)
    match.do("move Gr1", "to 0401")
    assert match.undoable == 0
    with pytest.raises(Refused, match="die roll"):
        match.undo()


def test_undo_stops_at_a_hand_over() -> None:
    match = noon()
    do(match, "move Pz", "to 0603", "done", "done")
    assert match.asked is not None
    assert match.asked.side == ALLIED
    assert match.undoable == 0


def test_undo_stops_at_a_reveal() -> None:
    match = field("Pz? 0703, Gr1? 0701, Rif1 0502", scenario="dawn")
    match.do("move Pz", "to 0602")
    assert match.undoable == 0


def test_undo_leaves_the_other_sides_orders_alone() -> None:
    match = noon()
    do(match, "move Pz", "to 0603")
    do(match, "prepare 0403/0503", side=ALLIED)
    do(match, "done")
    orders = match.position.orders
    assert match.undoable == 3
    for _ in range(3):
        match.undo()
        assert match.position.orders == orders, "the other side's order stays"
    assert [record.kind for record in match.records] == ["anytime"]
    assert match.undoable == 0


def test_back_to_keeps_orders_and_refuses_barriers() -> None:
    match = noon()
    do(match, "move Pz")
    before = match.position.digest()
    do(match, "to 0603", "to 0503")
    match.back_to(1)
    assert match.position.digest() == before
    do(match, "to 0603")
    do(match, "prepare 0403/0503", side=ALLIED)
    match.back_to(1)
    assert len(match.position.orders) == 1
    for index in (-1, 99):
        with pytest.raises(Refused):
            match.back_to(index)


def test_pick_is_taken_back_and_the_later_ones_made_again() -> None:
    match = field("Pz 0603, Gr1 0602, Gr2 0502, Rif1 0503", "german combat")
    match.do("attack 0503", "join Pz", "join Gr1", "join Gr2")
    match.take_back(read_option(match.position.data, "join Gr1"))
    (attack,) = match.position.stack[3:]
    assert attack.attackers == (match.unit("Pz"), match.unit("Gr2"))  # type: ignore[attr-defined]
    with pytest.raises(Refused):
        match.take_back(read_option(match.position.data, "join Gr1"))


def test_pick_on_which_others_depend_takes_them_along() -> None:
    match = noon()
    do(match, "move Pz", "to 0603", "done", "move Gr1")
    match.take_back(read_option(match.position.data, "move Pz"))
    assert [record.option for record in match.records] == [read_option(match.position.data, "done")], (
        "the end of the move became the end of the phase"
    )


def test_undo_after_loading_rolls_the_same_dice() -> None:
    for seed in range(30):
        match = random_match(seed, answers=12)
        again = Match.unpacked(match.packed())
        if again.undoable and match.asked is not None:
            again.undo()
            again.redo()
        rng, twin = random.Random(seed), random.Random(seed)
        while match.asked is not None:
            match.apply(rng.choice(list(match.asked.options)))
            assert again.asked is not None
            again.apply(twin.choice(list(again.asked.options)))
        assert again.position.digest() == match.position.digest()


# --- replay ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_replay_and_forks(seed: int) -> None:
    match = random_match(seed)
    again = Match.replay(match.header, match.game.start(match.position.data, match.header.seed), match.records)
    assert again.position.digest() == match.position.digest()
    assert again.records == match.records
    assert again.events == match.events
    half = match.fork(len(match.records) // 2)
    assert half.records == match.records[: len(match.records) // 2]
    while half.asked is not None:
        half.apply(half.asked.options[0])
    assert match.fork(len(match.records)).position.digest() == match.position.digest(), "a fork leaves the game alone"


def rolled(match: Match) -> int:
    """A record that is a roll and nothing else."""
    return next(
        (index for index, record in enumerate(match.records) if [type(o) for o in record.outcomes] == [int]), -1
    )


def match_with_a_roll() -> Match:
    return next(match for match in (random_match(seed, automatic=False) for seed in range(99)) if rolled(match) >= 0)


def walked(match: Match) -> int:
    return next(
        index for index, record in enumerate(match.records) if any(isinstance(o, tuple) and o for o in record.outcomes)
    )


def tampered(match: Match, index: int, **change: object) -> list[Record]:
    records = list(match.records)
    records[index] = msgspec.structs.replace(records[index], **change)
    return records


def test_tampered_logs_are_refused() -> None:
    match = match_with_a_roll()
    start = match.game.start(match.position.data, match.header.seed)
    roll, walk = rolled(match), walked(match)
    path = match.records[walk].outcomes
    cases: list[tuple[list[Record], str]] = [
        (tampered(match, 0, side=1 - match.records[0].side), "record 1: the rules do not allow"),
        (tampered(match, 0, option=12345678), "record 1: the rules do not allow"),
        (tampered(match, 0, option=-1), "record 1: the rules do not allow"),
        (tampered(match, 0, side=7), "record 1: it is none of this game"),
        (tampered(match, 0, kind="prayer"), "record 1: it is none of this game"),
        (tampered(match, 0, outcomes=(1,)), "record 1: it has more dice"),
        (tampered(match, roll, outcomes=()), f"record {roll + 1}: the log ends before"),
        (tampered(match, roll, outcomes=(99,)), f"record {roll + 1}: the log has 99"),
        (tampered(match, walk, outcomes=(5,)), f"record {walk + 1}: the log has another path"),
        (tampered(match, walk, outcomes=((9000, *path[0]),)), f"record {walk + 1}: the rules do not allow"),  # type: ignore[misc]
        (tampered(match, walk, outcomes=((0, *path[0]),)), f"record {walk + 1}: "),  # type: ignore[misc]
        ([*match.records, match.records[0]], f"record {len(match.records) + 1}: the rules do not allow"),
        ([*match.records, Record(0, 0, (), "resign")], f"record {len(match.records) + 1}: the rules do not allow"),
    ]
    for records, said in cases:
        with pytest.raises(SaveError) as raised:
            Match.replay(match.header, start, records)
        assert said in str(raised.value)


def test_changed_die_leads_elsewhere_and_the_save_says_so() -> None:
    match = match_with_a_roll()
    roll = rolled(match)
    refused = 0
    for face in range(6):
        kept = unpack(match.packed())
        try:
            again = Match.unpacked(pack(kept.header, kept.checkpoints, tampered(match, roll, outcomes=(face,))))
        except SaveError:
            refused += 1
        else:
            assert again.position.digest() == match.position.digest(), "another face, the same result"
    assert 1 <= refused <= 5


def test_logs_of_each_side_hide_what_it_did_not_see() -> None:
    match = random_match(2)
    assert match.header.scenario == "dawn"
    own, seen = match.log(GERMAN), match.log(ALLIED)
    assert own == match.log(None)
    names = {event.args.get("unit") for event in seen if event.code == "moved"}
    counters = match.position.data.counters
    assert any(counters[unit].id.startswith("Foe") for unit in names if isinstance(unit, int))


def test_situation_is_a_match() -> None:
    match = field("Pz 0703, Rif1 0101")
    assert isinstance(match, Situation)
    match.do("move Pz", "to 0603")
    match.undo()
    assert match.place("Pz") == "0703"
