"""What stands beside the map: points, losses, what is to come, luck; and what counters are called in Italian."""

from __future__ import annotations

import csv

import pytest

from ardennes.engine.game import game_folder
from ardennes.engine.schedule import Roll
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from tests.deadly_woods.fields import Battlefield, box, field, new_game


def luck(match: Battlefield, *said: str) -> list[Roll]:
    """What the last of these answers rolled."""
    *first, last = said
    match.do(*first)
    before = match.position.copy()
    match.do(last)
    return [roll for event in match.events[-1] for roll in match.game.luck(before, event)]


def test_points_and_losses_stand_as_a_player_would_count_them() -> None:
    match = field("2Pz-a 3211, 28-110 3015/1, 101-501 eliminated", "german move", german=["3211"])
    score = match.game.score(match.position)
    assert score.date == "1944-12-23"
    assert score.points == (1, None), "St. Vith, which supply reaches"
    assert score.needed == (2, None), "the campaign"
    assert score.lost[ALLIED]["VIII Corps"] == 1
    assert score.lost[ALLIED]["airborne"] == match.data.full_steps[match.unit("101-501")]
    assert score.lost[GERMAN] == {"5th Panzer Army": 0}
    assert new_game("attack").game.score(new_game("attack").position).needed == (4, None)


def test_the_turn_track_has_everything_in_store() -> None:
    match = new_game()
    coming = list(match.game.coming(match.position))
    brought = [unit for thing in coming if thing.text.code.endswith("-box") for unit in thing.units]
    due = [unit for side in (GERMAN, ALLIED) for unit in match.data.units[side] if match.data.counters[unit].box]
    assert sorted(brought) == sorted(due)
    second = {thing.text.code: thing for thing in coming if thing.turn == 2 and thing.side != ALLIED}
    assert len(second["coming-chits"].units) == 10
    assert second["coming-replacements"].text.args == {"infantry": 2, "armor": 0}
    assert {thing.text.rule for thing in coming} >= {"5.2", "10.6.4", "12.10", "13.2", "14.3", "14.8", "17.0"}
    assert {thing.turn for thing in new_game("attack").game.coming(new_game("attack").position)} == set(range(1, 7))


def test_luck_of_an_attack_is_measured_on_the_column_that_was_rolled_on() -> None:
    match = field("26VG-a 3115, 26VG-b 3115, 28-110 3015", "german combat")
    match.do("attack 3015", "join 26VG-a", "go")
    promised = match.tells("support Art-VIII-1").chances
    steps, lost, retreats = luck(match.dice(4), "support Art-VIII-1")
    assert (steps.side, lost.side, retreats.side) == (GERMAN, ALLIED, GERMAN)
    assert steps.expected == pytest.approx(promised.get("BL1", 0) + promised.get("DR*", 0))
    assert lost.expected == pytest.approx(promised.get("AL1", 0) + promised.get("BL1", 0))
    assert retreats.expected == pytest.approx(promised.get("DR", 0) + promised.get("DR*", 0))
    result = str(match.told("rolled")[-1].args["result"])
    assert (steps.rolled, lost.rolled) == (int(result in ("BL1", "DR*")), int(result in ("AL1", "BL1")))


def test_luck_of_the_jump() -> None:
    match = new_game()
    match.do("done", "done", "done", "done")
    (jump,) = luck(match.dice(2, 1), "at 2804")
    assert (jump.side, jump.what, jump.rolled) == (GERMAN, "jumps", 1)
    assert jump.expected == pytest.approx(1 / 3)


def test_the_defender_is_told_what_comes_of_each_answer() -> None:
    match = field("26VG-a 3115, 26VG-b 3115, 28-110 3015", "german combat")
    match.do("attack 3015", "join 26VG-a")
    assert any(":" in name for name in match.tells("go").chances), "he may answer or not"
    match.do("go")
    silent, answered = match.tells("go"), match.tells("support Art-VIII-1")
    assert answered.tallies["defence"].total > silent.tallies["defence"].total
    assert sum(silent.chances.values()) == pytest.approx(1)
    assert sum(answered.chances.values()) == pytest.approx(1)


def test_every_counter_has_an_italian_name_of_its_own() -> None:
    with (game_folder("deadly_woods") / "texts/it/counters.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["name"] for row in rows} == {piece.name for piece in box().counters}
    assert len({row["translation"] for row in rows}) == len(rows)
    italian = box().game.catalogue("it")
    assert italian.unit_name(box().unit("99-393"), box()) == "393º Reggimento, 99ª Divisione"
    assert box().game.catalogue("en").unit_name(box().unit("99-393"), box()) == "393rd Regiment, 99th Division"
