"""16.0 Reinforcements."""

from __future__ import annotations

import pytest

from tests.bitter_woods.fields import Battlefield, field, new_game

LETTERS = {"O": "2701", "P": "1901", "Q": "1401", "U": "0118", "V": "0126", "X": "0135"}
EAST = {"0106", "0110", "0113", "0118", "0126", "0132", "0135"}


def coming(units: str, id: str, moment: str, turn: int, **more: object) -> Battlefield:
    match = field(units, moment, turn=turn, **more)  # type: ignore[arg-type]
    match.do(f"move {id}")
    return match


@pytest.mark.rule("bitter_woods", "16.1-a", "3-c")
def test_reinforcements_come_on_their_day_by_their_roads() -> None:
    units = "1-26 turn-track, 28-110 3702"
    assert field(units, "allied move", turn=2).movers() == {"28-110"}
    assert field(units, "allied move", turn=3).movers() == {"28-110", "1-26"}
    assert coming(units, "1-26", "allied move", 3).objects("enter") == {LETTERS["P"], LETTERS["Q"]}
    german = "560-1129 turn-track, 26-78 3702"
    assert "560-1129" not in field(german, turn=6).movers()
    assert coming(german, "560-1129", "german move", 7).objects("enter") == {LETTERS["U"], LETTERS["V"]}
    held = coming(f"{units}, 26-78 1401", "1-26", "allied move", 3)
    assert held.objects("enter") == {LETTERS["P"]}, "a hex with an enemy is closed"


@pytest.mark.rule("bitter_woods", "16.1-a")
def test_each_unit_comes_on_its_own() -> None:
    match = coming("7CCA turn-track, 7CCB turn-track", "7CCA", "allied move", 3)
    match.do("enter 2701", "done")
    assert match.place("7CCB") == "turn-track"
    match.do("move 7CCB")
    assert match.objects("enter") == {LETTERS["O"], LETTERS["P"]}


@pytest.mark.rule("bitter_woods", "16.1-c")
def test_who_has_come_is_supplied_and_has_moved() -> None:
    match = coming("1-26 turn-track, 28-110 3702", "1-26", "allied move", 3)
    match.do("enter 1901", "done")
    assert match.is_supplied("1-26")
    assert match.steps_of("1-26") == 2
    match.do("done")
    assert match.objects("dig") == {"3702"}, "it has moved, and digs nothing"
    assert field("7CCA turn-track, 9CCB 3702", "allied reserves", turn=3).objects("reserve") == {"9CCB"}


@pytest.mark.rule("bitter_woods", "16.2-a", "16.2-b")
def test_blocked_roads() -> None:
    held = coming("9-47 turn-track, 26-78 1401", "9-47", "allied move", 4)
    assert held.objects("enter") == {"1201", "1601"}, "the nearest hexes of the edge out of his zone"
    zone = coming("9-47 turn-track, 26-78 1402", "9-47", "allied move", 4)
    assert "1401" in zone.objects("enter"), "a hex in a zone may still be entered"
    assert len(zone.objects("enter")) > 1
    zone.do("enter 1401")
    assert zone.destinations() == set(), "but there it stops"
    free = coming("1-26 turn-track, 26-78 1402", "1-26", "allied move", 3)
    assert free.objects("enter") == {"1401", "1901"}, "one road is free: no other hex"


@pytest.mark.rule("bitter_woods", "16.2-a")
def test_waiting_is_always_possible() -> None:
    match = coming("9-47 turn-track, 26-78 1401", "9-47", "allied move", 4)
    match.do("done")
    assert match.place("9-47") == "turn-track"


@pytest.mark.rule("bitter_woods", "16.3-a", "16.3-b")
def test_a_delayed_unit_comes_by_any_road_of_its_edge() -> None:
    north = {"1401", "1901", "2701", "3101", "4001", "4701", "5301"}
    for turn in (5, 6, 22):
        assert coming("9-47 turn-track", "9-47", "allied move", turn).objects("enter") == north
        south = coming("4-8-22 turn-track", "4-8-22", "allied move", turn).objects("enter")
        assert south == {"0635", "1335", "2035", "2235", "2735", "3435", "4335", "5235"}, "not by the German corner"
    for id, turn in (("560-1129", 8), ("9VG-36", 21)):
        assert coming(f"{id} turn-track", id, "german move", turn).objects("enter") == EAST


@pytest.mark.rule("bitter_woods", "16.4-a")
def test_what_coming_costs() -> None:
    road = coming("1-26 turn-track", "1-26", "allied move", 3)
    road.do("enter 1901")
    assert road.prompt().args["points"] == 36, "one of four"
    assert road.price("2001") == 0.25, "then the road rate"
    german = coming("560-1129 turn-track", "560-1129", "german move", 7)
    german.do("enter 0118")
    assert german.prompt().args["points"] == 24
    rough = coming("9-47 turn-track, 26-78 1401", "9-47", "allied move", 4)
    rough.do("enter 1201")
    assert rough.prompt().args["points"] == 24, "broken ground costs two"
    bombed = coming("560-1129 turn-track", "560-1129", "german move", 7, hexes=("0118: interdicted=1",))
    bombed.do("enter 0118")
    assert bombed.prompt().args["points"] == 12


@pytest.mark.rule("bitter_woods", "16.4-a")
def test_there_is_no_price_for_queues() -> None:
    match = coming("7CCA turn-track, 7CCB turn-track", "7CCA", "allied move", 3)
    match.do("enter 2701", "done", "move 7CCB", "enter 2701")
    assert match.prompt().args["points"] == 48


@pytest.mark.rule("bitter_woods", "16.1-b")
@pytest.mark.parametrize(
    ("id", "held", "comes"),
    [
        ("10SS-10", "26-78 1316, 26-77 1610", True),
        ("10SS-21", "26-78 1316, 28-110 1610", False),
        ("10SS-22", "26-78 1610", False),
        ("11Pz-15", "26-78 2426", True),
        ("11Pz-110", "26-78 1316, 26-77 1610", False),
        ("11Pz-111", "28-110 2426", False),
    ],
)
def test_some_come_only_while_places_are_held(id: str, held: str, comes: bool) -> None:
    """From 20AM on, and not on the turn before."""
    units = f"{id} turn-track, {held}, 352-914 5203"
    assert (id in field(units, turn=9, options=["late_panzers"]).movers()) is comes
    assert (id in field(units, turn=12, options=["late_panzers"]).movers()) is comes
    assert id not in field(units, turn=8, options=["late_panzers"]).movers()


@pytest.mark.rule("bitter_woods", "16.1-b")
def test_they_take_part_only_where_that_is_played() -> None:
    assert new_game().place("10SS-10") == "removed"
    assert new_game(options=["late_panzers"]).place("10SS-10") == "turn-track"
    assert new_game(options=["late_panzers"]).place("11Pz-15") == "turn-track"
