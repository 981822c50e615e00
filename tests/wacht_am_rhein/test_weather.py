"""18.0 Weather and ground, 20.2 the weather as it was."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.field import CLEAR, FREEZE, MIST, NORMAL, OVERCAST, WEATHERS
from tests.wacht_am_rhein.fields import Battlefield, field

SOMEBODY = "US-c25-I D2530, US-28_VIII-H D2531, GE-1_39_26-I D2013, GE-7_Army_HQ-H D2014"


def dawn(weather: int, *dice: int, turn: int = 8, options: tuple[str, ...] = ()) -> Battlefield:
    """From the German move of the Game-Turn before, with the weather of that day, to the first question of the next."""
    match = field(SOMEBODY, "german move", turn=turn - 1, clocks=[f"weather = {weather}"], options=options)
    match.dice(*dice)
    while match.position.turn < turn:
        match.do("done")
    return match


@pytest.mark.rule("wacht_am_rhein", "18.15", "18.16", "18.12")
@pytest.mark.parametrize(
    ("before", "die", "after"),
    [
        *((MIST, die, weather) for die, weather in ((1, OVERCAST), (2, OVERCAST), (3, MIST), (4, MIST), (5, CLEAR))),
        *(
            (OVERCAST, die, weather)
            for die, weather in ((1, OVERCAST), (3, OVERCAST), (4, MIST), (5, MIST), (6, CLEAR))
        ),
        *((CLEAR, die, weather) for die, weather in ((1, OVERCAST), (2, MIST), (3, MIST), (4, CLEAR), (6, CLEAR))),
    ],
)
def test_the_weather_table(before: int, die: int, after: int) -> None:
    match = dawn(before, die, 1)
    assert match.position.weather == after
    assert match.told(f"weather-{WEATHERS[after]}")[-1].args["side"] == 1


@pytest.mark.rule("wacht_am_rhein", "18.21", "18.22", "18.26", "5.2A-b")
@pytest.mark.parametrize(("die", "ground"), [*((die, NORMAL) for die in (1, 2, 3, 4)), (5, FREEZE), (6, FREEZE)])
def test_the_ground_table(die: int, ground: int) -> None:
    match = dawn(MIST, 1, die)
    assert match.position.ground == ground
    said = match.told("ground-freeze" if ground == FREEZE else "ground-normal")
    assert said[-1].args["side"] == 0


@pytest.mark.rule("wacht_am_rhein", "18.11", "18.14", "18.25", "5.2A-a", "18.0")
@pytest.mark.parametrize(("turn", "dice"), [(2, 0), (3, 0), (4, 0), (5, 2), (6, 0), (7, 0), (8, 2)])
def test_it_is_rolled_for_on_mornings_from_december_17_on(turn: int, dice: int) -> None:
    match = dawn(OVERCAST, 1, 1, 1, turn=turn)
    assert len([*match.told("weather-overcast"), *match.told("ground-normal")]) == dice
    assert (match.position.weather, match.position.ground) == (OVERCAST, NORMAL)


@pytest.mark.rule("wacht_am_rhein", "20.2")
@pytest.mark.parametrize(("turn", "weather"), [(5, MIST), (8, MIST), (11, OVERCAST), (14, OVERCAST)])
def test_the_weather_as_it_was(turn: int, weather: int) -> None:
    match = dawn(CLEAR, 6, turn=turn, options=("historical_weather",))
    assert match.position.weather == weather
    assert match.position.ground == FREEZE, "the ground is still rolled for"
