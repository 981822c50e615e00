"""8.0 Resource points."""

from __future__ import annotations

import pytest

from tests.bulge1944.fields import box, field, symbols

QUIET = "1SS 2010, 99Inf 0606"
"""Two units far apart, so that phases can be passed."""


@pytest.mark.rule("bulge1944", "8.0-a")
def test_points_are_those_of_the_turn() -> None:
    track = box().turns
    assert [space.turn for space in track] == list(range(1, 11))
    assert (track[0].german_points, track[0].allied_points, track[4].allied_points) == (20, 6, 14)
    match = field(QUIET, turn=5)
    match.do("done")
    assert match.points() == 14
    for space in track[5:]:
        match.do("done")
        assert (match.position.turn, match.points()) == (space.turn, space.german_points)
        match.do("done")
        assert match.points() == space.allied_points


@pytest.mark.rule("bulge1944", "8.0-b")
def test_points_are_not_saved() -> None:
    match = field(QUIET, turn=4, points=3)
    match.do("done")
    assert match.points() == 12
    match.do("done")
    assert match.points() == 18


@pytest.mark.rule("bulge1944", "8.0-b", "8.0-c")
def test_nobody_spends_more_than_he_has() -> None:
    match = field("1SS 1508, 12SS 1608, 112Rgt 1408", points=1)
    assert match.offers() == {"move 1SS", "move 12SS", "attack 1408", "done"}
    match.do("move 12SS", "done")
    assert match.offers() == {"done"}
    assert match.why("move 1SS") == ("no-points", "8.0")
    assert match.why("attack 1408") == ("no-points", "8.0")


@pytest.mark.rule("bulge1944", "8.0-c")
def test_phase_may_be_ended_with_points_left() -> None:
    match = field(QUIET, points=7)
    match.do("done")
    assert match.prompt().args["side"] == 1


@pytest.mark.rule("bulge1944", "8.0-d", "9.0-j")
@pytest.mark.parametrize(
    ("unit", "cost"), [("Lehr", 2), ("3PzGr", 2), ("26VG", 1), ("5FJ", 1), ("4Arm", 2), ("101Abn", 1), ("99Inf", 1)]
)
def test_cost_of_a_refit(unit: str, cost: int) -> None:
    side = "german" if box().counters[box().unit(unit)].side == 0 else "allied"
    match = field(f"{unit} 1116/1", f"{side} reinforcement", turn=7, points=10)
    match.do(f"refit {unit}")
    assert (match.points(), match.steps_of(unit)) == (10 - cost, 2)


@pytest.mark.rule("bulge1944", "8.0-d")
def test_refit_that_cannot_be_paid() -> None:
    match = field("Lehr 1116/1, 26VG 1120/1", "german reinforcement", points=1)
    assert match.offers() == {"refit 26VG", "done"}
    assert match.why("refit Lehr") == ("no-points", "8.0")


@pytest.mark.rule("bulge1944", "8.0-e")
def test_every_move_costs_a_point() -> None:
    match = field("1SS 1508, 26VG 1116, Lehr 1511", points=5)
    match.do("move 1SS", "done", "move 26VG", "to 1115", "done", "move Lehr", "done")
    assert match.points() == 2


@pytest.mark.rule("bulge1944", "8.0-f", "10.0-e", "10.0-f")
@pytest.mark.parametrize(
    ("attackers", "cost"),
    [
        (["12VG 1609"], 1),
        (["12VG 1609", "277VG 1610", "3FJ 1608"], 1),
        (["12VG 1609", "26VG 1610"], 2),
        (["12VG 1609", "26VG 1610", "5FJ 1608"], 2),
    ],
)
def test_cost_of_an_attack(attackers: list[str], cost: int) -> None:
    match = field(", ".join([*attackers, "99Inf 1509"]), points=5)
    match.do("attack 1509", *(f"join {attacker.split()[0]}" for attacker in attackers))
    dice = match.tells("go").tallies
    match.dice(symbols(dice["attack"].total), symbols(dice["defence"].total)).do("go")
    assert match.points() == 5 - cost


@pytest.mark.rule("bulge1944", "8.0-f", "10.0-f")
@pytest.mark.parametrize(
    ("one", "other", "cost"),
    [("99Inf", "2Inf", 1), ("99Inf", "4Arm", 2), ("4Arm", "106Inf", 1), ("99Inf", "43Inf", 2), ("4Arm", "Guards", 2)],
)
def test_allied_armies_in_one_attack(one: str, other: str, cost: int) -> None:
    match = field(f"{one} 1509, {other} 1610, 12VG 1609", "allied activation", turn=7, points=cost)
    match.do("attack 1609", f"join {one}", f"join {other}")
    dice = match.tells("go").tallies
    match.dice(symbols(dice["attack"].total), symbols(dice["defence"].total)).do("go")
    assert match.points() == 0


@pytest.mark.rule("bulge1944", "8.0-f")
def test_second_army_needs_a_second_point() -> None:
    match = field("12VG 1609, 26VG 1610, 277VG 1608, 99Inf 1509", points=1)
    match.do("attack 1509", "join 12VG")
    assert "join 277VG" in match.offers()
    assert match.why("join 26VG") == ("no-points", "8.0")
    assert match.why("join 12VG") == ("cannot-join", "12.0"), "it has joined"


@pytest.mark.rule("bulge1944", "8.0-g")
@pytest.mark.parametrize(("die", "points"), [(6, 16), (3, 18), (1, 18)])
def test_clear_weather_costs_the_germans_two_points(die: int, points: int) -> None:
    match = field(QUIET, "allied activation", turn=4, weather="mist", options=["weather"]).dice(die)
    match.do("done")
    assert (match.position.weather == "clear", match.points()) == (die == 6, points)
