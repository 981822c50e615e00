"""11.3.3 to 11.5 What follows the die, step by step: conversion, losses, bridges, who retreats and who pays."""

from __future__ import annotations

import pytest

from ardennes.engine.procedure import about, why_not_by
from ardennes.engine.texts import Refused
from ardennes.games.deadly_woods.rules.aftermath import Losses, Rout, fall_short
from ardennes.games.deadly_woods.rules.pieces import ALLIED, BACK, GERMAN
from ardennes.games.deadly_woods.rules.retreats import paths_back
from tests.deadly_woods.fields import Battlefield, field, new_game
from tests.deadly_woods.test_combat import attacking, column, fought
from tests.deadly_woods.test_retreat import beaten


def first_attack(die: int) -> Battlefield:
    match = new_game()
    match.do("attack 3710", "join 1SS-Peiper", "join 3FJ-5", "join 3FJ-8")
    match.dice(die, 6, 6).do("go")
    while match.prompt_code() == "answer-guns":
        match.do("go")
    return match


@pytest.mark.rule("deadly_woods", "11.3.3-d")
def test_only_a_retreat_is_converted_and_only_if_the_attacker_likes() -> None:
    declined = first_attack(6)
    declined.do("done")
    assert not declined.told("converted")
    weak = fought("26VG-a 3115, 26VG-b 3115, 28-110 3015, 28-112 3015", "3015", "26VG-a", die=1, turn=1)
    assert weak.prompt_code() == "take-loss", "AL1 is no retreat"
    opening = new_game()
    opening.do("attack 3710", "join 3FJ-5")
    opening.dice(1, 6, 6).do("go")
    while opening.prompt_code() == "answer-guns":
        opening.do("go")
    assert opening.prompt_code() == "take-loss", "nor is it in the first round of turn 1"


@pytest.mark.rule("deadly_woods", "11.3.2-b", "11.3.3-a")
def test_a_die_is_rolled_on_the_lowest_column() -> None:
    match = attacking("26VG-a 3116/1, 26VG-b 3116, 28-110 3016, 28-112 3016", "3016", "26VG-a")
    assert column(match) == "1-3"
    match.dice(6).do("go")
    while match.prompt_code() == "answer-guns":
        match.do("go")
    assert [event.args["result"] for event in match.told("rolled")] == ["DR"]


@pytest.mark.rule("deadly_woods", "11.3.1-c")
def test_the_defender_is_told_what_comes_of_his_whole_answer() -> None:
    match = attacking("26VG-a 3115, 26VG-b 3115, 2Pz-a 3115, 28-110 3015, Eng-VIII-1 2915", "3015", "26VG-a", "2Pz-a")
    assert any(":" in name for name in match.tells("go").chances), "the attacker of every answer"
    match.dice(1).do("go")
    for words in ("go", "support Eng-VIII-1", "support Art-VIII-1"):
        chances = match.tells(words).chances
        assert chances
        assert not any(":" in name for name in chances), words


# --- losses ------------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "11.3.3-c")
def test_who_is_gone_takes_no_second_loss() -> None:
    match = field("26VG-a 3115/1, 26VG-b 3115, 28-110 3015", "german move")
    match.position.open(Losses(side=GERMAN, units=(match.unit("26VG-a"), match.unit("26VG-b")), n=2))
    match.do("hit 26VG-a")
    assert match.offers() == {"hit 26VG-b"}
    match.do("hit 26VG-b")
    assert match.steps_of("26VG-b") == 1
    assert match.prompt_code() != "take-loss"


@pytest.mark.rule("deadly_woods", "9.2-d")
@pytest.mark.parametrize("hexes", [(1, 2), (2, 1), (2, 2), (1, 1)])
def test_a_stack_pays_for_the_unit_that_falls_shortest(hexes: tuple[int, int]) -> None:
    match = field("26VG-a 3115, 26VG-b 3115")
    own = Rout(side=GERMAN, hex=match.hex("3115"), waiting=())
    for id, missing in zip(("26VG-a", "26VG-b"), hexes, strict=True):
        own.unit = match.unit(id)
        fall_short(own, missing)
    assert own.missing == max(hexes)
    assert own.hemmed == (match.unit("26VG-a"), match.unit("26VG-b"))


@pytest.mark.rule("deadly_woods", "9.2-d")
def test_who_retreats_two_hexes_does_not_pay_for_who_fell_short() -> None:
    match = field("26VG-a 3016, 26VG-b 3115, 28-110 2916", "allied move", turn=2)
    unit, hemmed = match.unit("26VG-a"), (match.unit("26VG-b"),)
    match.position.open(Rout(side=GERMAN, hex=match.hex("3016"), waiting=(unit,), hemmed=hemmed, missing=1))
    match.do(sorted(match.offers())[0])
    assert match.offers() == {"hit 26VG-b"}


@pytest.mark.rule("deadly_woods", "7.3-e", "11.4-d")
def test_a_free_way_for_the_second_does_not_pay_for_the_first() -> None:
    match = field("28-110 3016, 26VG-a 3116, 28-112 2215", "german move")
    unit, hex = match.unit("28-110"), match.hex("3016")
    match.position.open(Rout(side=ALLIED, hex=hex, waiting=(unit,), through_zone=True))
    match.do(sorted(match.offers())[0])
    assert match.offers() == {"hit 28-110"}


@pytest.mark.rule("deadly_woods", "11.4-a", "11.4-h")
def test_who_can_goes_and_who_cannot_stays() -> None:
    """Behind 3016 only the river without a bridge is open: infantry crosses it, tanks do not."""
    ring = "26VG-a 3015, 26VG-b 3017, 2Pz-a 2916, 2Pz-b 3116, 12VG-a 2917"
    match = beaten(f"28-110 3016, 9A-CCB 3016, {ring}", "3016")
    assert match.offers() == {"retreat 28-110", "retreat 9A-CCB"}, "the owner says who is first"
    match.do("retreat 9A-CCB")
    assert match.prompt_code() == "choose-retreat", "it has no way, and the infantry is next"
    assert match.prompt().args["unit"] == match.unit("28-110")
    match.do(sorted(match.offers())[0])
    while match.prompt_code() == "take-loss":
        match.do(sorted(match.offers())[0])
    assert (match.place("9A-CCB"), match.steps_of("9A-CCB")) == ("3016", 1)
    assert match.place("28-110") != "3016"


@pytest.mark.rule("deadly_woods", "11.4-b")
def test_a_way_back_is_one_to_the_hex_that_was_named() -> None:
    match = beaten("28-110 3016, 26VG-a 3116", "3016")
    p, unit = match.position, match.unit("28-110")
    one, other = next((a, b) for a in paths_back(p, unit) for b in paths_back(p, unit) if a[-1] != b[-1])
    assert why_not_by(p, BACK + one[-1], one) is None
    assert why_not_by(p, BACK + one[-1], other) is not None
    assert about(p, BACK + one[-1], one[:1]).path == tuple(one)
    with pytest.raises(Refused) as told:
        about(p, BACK + one[-1], [one[0], match.hex("4010")])
    assert told.value.refusal.args["hex"] == match.hex("4010")


# --- bridges the attack came across ------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "10.6.1-e")
@pytest.mark.parametrize(
    ("start", "blown", "asked"), [("3017", (), True), ("3017", ("3017/3117",), False), ("3016", (), False)]
)
def test_only_a_bridge_that_stands_is_blown_before_the_attacker(
    start: str, blown: tuple[str, ...], asked: bool
) -> None:
    """3016 and 3117 have the river between them, and no bridge."""
    match = fought(f"26VG-a {start}, 26VG-b {start}, 28-110 3117, 28-112 3117", "3117", "26VG-a", die=1, blown=blown)
    match.do("hit 26VG-a")
    assert (match.prompt_code() == "blow-before") == asked
    if asked:
        match.do("blow 3017/3117")
        assert match.prompt_code() != "blow-before", "it is gone"
