"""7.0 Sequence of play."""

from __future__ import annotations

import pytest

from ardennes.engine.game_data import UNSEEN
from ardennes.engine.match import Match
from ardennes.engine.position import NO_UNIT
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, DONE, GERMAN
from tests.bulge1944.fields import field, symbols


@pytest.mark.rule("bulge1944", "7.0-a")
def test_phases_of_a_turn() -> None:
    match = Match.new("bulge1944", seed="phases", automatic=False)
    seen = []
    while isinstance(match.position, Field) and match.position.turn <= 3 and match.asked is not None:
        seen.append((match.position.turn, match.asked.side, match.prompt().code))
        match.apply(DONE + 0)
    assert [phase for phase in seen if phase[0] in (1, 2)] == [
        (1, GERMAN, "choose-activation"),
        (1, ALLIED, "choose-activation"),
        (2, GERMAN, "choose-reinforcement"),
        (2, GERMAN, "choose-activation"),
        (2, ALLIED, "choose-reinforcement"),
        (2, ALLIED, "choose-activation"),
    ], "nobody arrives on turn 1 and nobody needs a refit"


@pytest.mark.rule("bulge1944", "7.0-a")
def test_refits_come_before_activations_only() -> None:
    match = field("1SS 1508/3", "german reinforcement")
    assert "move 1SS" not in match.offers()
    match.do("done")
    assert match.prompt_code() == "choose-activation"
    assert match.why("refit 1SS") == ("not-offered", "10.0")


@pytest.mark.rule("bulge1944", "7.0-b")
def test_turn_ends_with_the_next_or_with_the_game() -> None:
    match = field("1SS 1508, 14Cav 0404", "allied activation", turn=9)
    match.do("done")
    assert (match.position.turn, match.over) == (10, None)
    match.do("done", "done")
    assert match.position.turn == 10
    assert match.over is not None
    assert match.over.reason.code == "final-points"


@pytest.mark.rule("bulge1944", "7.0-c")
def test_weather_is_rolled_before_the_first_phase() -> None:
    match = field("1SS 1508, 14Cav 0404", "allied activation", options=["weather"]).dice(6)
    assert not match.told("weather-clear")
    events = [event.code for event in match.do("done")]
    assert events == ["turn", "weather-clear"]
    assert (match.position.turn, match.prompt().args["side"]) == (2, GERMAN)


@pytest.mark.rule("bulge1944", "7.0-d")
def test_supply_is_checked_at_the_moment_of_activation() -> None:
    match = field("Lehr 1509, 99Inf 1508, 14Cav 1710", "allied activation")
    match.do("move 14Cav", "to 1610", "done", "done")
    assert match.allowance("Lehr") == 18, "cut off in the Allied phase"
    match = field("99Inf 1509, 1SS 1508, 12VG 1710").dice(symbols(5), symbols(2))
    match.do("move 12VG", "to 1610", "done", "attack 1509", "join 1SS", "go")
    assert match.told("rolled")[0].args["defence_dice"] == 2, "the defender was cut off earlier in the phase"


@pytest.mark.rule("bulge1944", "7.0-e", "9.0-n")
def test_reinforcements_enter_hidden() -> None:
    match = field("9SS reinforcements, 14Cav 0404", "german reinforcement", turn=4, options=["hidden"]).dice(1)
    match.do("enter 9SS", "at 2013")
    unit = match.unit("9SS")
    assert match.position.mask[unit] != NO_UNIT
    assert match.position.view(ALLIED).where[unit] == UNSEEN
    assert match.position.view(GERMAN).where[unit] == match.hex("2013")
    assert all(event.args.get("unit") != unit for event in match.log(ALLIED))
    assert any(event.args.get("unit") == unit for event in match.log(GERMAN))


@pytest.mark.rule("bulge1944", "7.0-f")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_units_away_from_the_enemy_may_be_hidden_again(side: str) -> None:
    units = "1SS 1508, 12SS 1509, 112Rgt 1408, 4Arm 0707"
    match = field(units, f"{side} activation", options=["hidden"])
    match.do("done")
    away, beside = ("12SS", "1SS") if side == "german" else ("4Arm", "112Rgt")
    assert match.offers() == {f"hide {away}", "hide-all", "done"}
    assert match.why(f"hide {beside}") == ("cannot-hide", "18.6")
    match.dice(1).do(f"hide {away}")
    assert match.position.mask[match.unit(away)] != NO_UNIT


@pytest.mark.rule("bulge1944", "7.0-f")
def test_nothing_is_hidden_without_the_option() -> None:
    match = field("1SS 1508, 4Arm 0707")
    match.do("done")
    assert match.prompt_code() == "choose-activation"
    assert match.prompt().args["side"] == ALLIED
