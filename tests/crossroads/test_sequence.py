"""2 Sequence of play, 7 victory."""

from __future__ import annotations

import pytest

from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.games.crossroads.rules.field import ALLIED, GERMAN
from tests.crossroads.fields import field


@pytest.mark.rule("crossroads", "2.1")
@pytest.mark.parametrize("scenario", ["dawn", "noon"])
def test_four_turns_germans_first(scenario: str) -> None:
    match = Match.new("crossroads", scenario=scenario)
    asked = []
    while match.asked is not None:
        asked.append((match.position.turn, match.asked.side))
        match.apply(read_option(match.position.data, "done"))
    assert asked == [(turn, side) for turn in (1, 2, 3, 4) for side in (GERMAN, ALLIED)]
    assert [event.args["turn"] for event in match.log(None) if event.code == "turn"] == [1, 2, 3, 4]


@pytest.mark.rule("crossroads", "2.2")
def test_each_unit_moves_once_and_none_has_to() -> None:
    match = field("Pz 0703, Gr1 0701, Rif1 0101")
    assert match.offers() == {"move Pz", "move Gr1", "done"}
    match.do("move Gr1", "to 0702", "done")
    assert match.offers() == {"move Pz", "done"}
    assert match.why("move Gr1") == ("cannot-move", "2.2")
    assert match.why("move Rif1") == ("cannot-move", "2.2")
    match.do("done")
    assert match.asked is not None
    assert match.asked.side == ALLIED


@pytest.mark.rule("crossroads", "2.2")
def test_units_move_again_in_their_next_player_turn() -> None:
    match = field("Pz 0703, Rif1 0101", turn=1)
    match.do("move Pz", "to 0603", "done", "done", "done")
    assert match.position.turn == 2
    assert match.offers() == {"move Pz", "done"}


@pytest.mark.rule("crossroads", "2.3")
def test_combat_follows_movement_and_units_fight_once() -> None:
    match = field("Pz 0703, Gr1 0502, Gr2 0702, Rif1 0602, Rif2 0501", "german movement").dice(6, 6)
    match.do("done")
    assert match.prompt_code() == "choose-target"
    match.do("attack 0602", "join Pz", "join Gr2", "fire")
    assert match.offers() == {"attack 0501"}, "0602 has been attacked"
    assert match.why("attack 0602") == ("no-target", "5.1")
    match.do("attack 0501")
    assert match.offers() == {"join Gr1"}
    assert match.why("join Pz") == ("cannot-join", "5.2")
    match.do("join Gr1", "fire")
    assert match.asked is not None
    assert match.asked.side == ALLIED


@pytest.mark.rule("crossroads", "7.1")
@pytest.mark.parametrize(("held_by", "winner"), [("german", GERMAN), ("allied", ALLIED)])
def test_who_holds_the_crossroads_after_the_last_turn_wins(held_by: str, winner: int) -> None:
    match = field("Pz 0703, Rif1 0101", "allied movement", turn=4, held_by=held_by)
    match.do("done")
    assert match.over is not None
    assert (match.over.winner, match.over.reason.rule) == (winner, "7.1")
    assert match.position.turn == 4, "there is no turn after the last one"


@pytest.mark.rule("crossroads", "7.1")
def test_holding_it_earlier_ends_nothing() -> None:
    match = field("Pz 0703, Rif1 0101", "allied movement", turn=3, held_by="german")
    match.do("done")
    assert match.over is None


@pytest.mark.rule("crossroads", "7.1")
def test_score_tells_the_steps_lost_of_real_units_that_can_be_seen() -> None:
    match = field("Pz 0703/1, Gr1 0701, Gr2 0705, Sherman 0203, Rif1 0302, Rif2 0304/1")
    lost = match.game.score(match.position).lost
    assert lost == ({"infantry": 0, "tank": 1}, {"infantry": 1, "tank": 0})
    dawn = field("Pz? 0703, Gr1? 0701, Gr2 0705/1, Sherman 0203, Rif1 0302, Rif2 0304", scenario="dawn")
    seen = match.game.score(dawn.position.view(ALLIED)).lost
    assert seen == ({"infantry": 1}, {"infantry": 0, "tank": 0}), "neither decoys nor who lies face down"


@pytest.mark.rule("crossroads", "7.2")
def test_side_without_real_units_has_lost() -> None:
    match = field("Pz 0703, Rif1 0602/1", "german combat", held_by="allied").dice(6)
    match.do("attack 0602", "join Pz", "fire", "done")
    assert match.over is not None
    assert (match.over.winner, match.over.reason.rule) == (GERMAN, "7.2")
    decoy = field("Sham1? 0702, Rif1 0101", "allied movement", held_by="german", scenario="dawn")
    decoy.do("done")
    assert decoy.over is not None
    assert (decoy.over.winner, decoy.over.reason.rule) == (ALLIED, "7.2")
