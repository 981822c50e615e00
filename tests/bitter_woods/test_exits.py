"""5.5 Exiting the map, and coming back."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.reinforcements import waiting
from ardennes.games.bitter_woods.rules.retreats import can_leave_map, ways_back
from ardennes.games.bitter_woods.rules.victory import allied_losses, german_losses
from tests.bitter_woods.fields import Battlefield, field

FREE = 9
SOUTH_EDGE = 1
SOUTH_LETTERS = {"0635", "1335", "2035", "2235", "2735", "3435", "4335", "5235"}


def moving(units: str, id: str, moment: str = "german move", **more: object) -> Battlefield:
    match = field(units, moment, turn=FREE, **more)  # type: ignore[arg-type]
    match.do(f"move {id}")
    return match


@pytest.mark.rule("bitter_woods", "5.5-a", "5.5-b")
@pytest.mark.parametrize(("moment", "marker"), [("german move", ""), ("german exploit", " reserve")])
def test_german_mechanized_units_leave_beyond_the_meuse(moment: str, marker: str) -> None:
    for hex in ("5518", "5301", "2701", "4001"):
        match = moving(f"2-2 {hex}{marker}", "2-2", moment)
        assert match.points_for(f"exit {hex}") == 3, "a quarter of a point"
    match = moving(f"2-2 5518{marker}", "2-2", moment)
    match.do("exit 5518")
    assert match.place("2-2") == "exited"
    match.position.turn = 22
    assert waiting(match.position, 0) == [], "for good"


@pytest.mark.rule("bitter_woods", "5.5-a", "5.5-i")
def test_where_and_by_whom_not() -> None:
    near = moving("2-2 1401 supply", "2-2")
    assert near.objects("exit") == set(), "this side of the Meuse"
    assert near.why("exit 1401") == ("no-exit-there", "5.5")
    for id in ("26-78", "VAK-766", "Rkt-15"):
        assert moving(f"{id} 5518", id).objects("exit") == set()
    assert moving("2-2 0118 supply", "2-2").objects("exit") == set(), "nobody by the east"
    assert "0118" not in moving("28-110 0118 supply", "28-110", "allied move").objects("exit")


@pytest.mark.rule("bitter_woods", "5.5-a", "5.3-s", "5.3-v")
def test_who_has_to_stop_at_the_edge_does_not_leave() -> None:
    """A river forded by guns or armor, or the Meuse by anybody, ends the move; the road there would not."""
    over_meuse = moving("2-2 2702", "2-2")
    assert over_meuse.price("2701") is not None
    assert len(over_meuse.tells("exit 2701").path) > 1, "over the bridge at Liège"
    gun = moving("FA-402 5410 supply", "FA-402", "allied move")
    assert "5510" in gun.destinations()
    assert "5510" not in gun.objects("exit")
    assert "5510" in moving("28-110 5410 supply", "28-110", "allied move").objects("exit"), "infantry goes on"


@pytest.mark.rule("bitter_woods", "5.5-b", "2.9-a")
@pytest.mark.parametrize(("turn", "points"), [(28, 3), (29, 6)])
def test_the_road_out_is_dearer_in_snow(turn: int, points: int) -> None:
    match = field("2-2 5518", turn=turn, scenario="extended")
    match.do("move 2-2")
    assert match.points_for("exit 5518") == points


@pytest.mark.rule("bitter_woods", "5.5-b")
def test_without_points_nobody_leaves() -> None:
    bombed = moving("2-2 5417 supply", "2-2", hexes=("5518: interdicted=1",))
    assert "5518" in bombed.destinations()
    assert "5518" not in bombed.objects("exit"), "its two points are gone"
    assert "5518" in moving("2-2 5417 supply", "2-2").objects("exit")


@pytest.mark.rule("bitter_woods", "5.5-c", "5.5-e")
def test_allied_units_out_of_supply_leave_by_three_edges() -> None:
    assert moving("28-110 1935", "28-110", "allied move").objects("exit") == set(), "not in supply"
    town = moving("28-110 1935 supply", "28-110", "allied move")
    assert town.points_for("exit 1935") == 3, "a town has its road"
    assert moving("28-110 3035 supply", "28-110", "allied move").points_for("exit 3035") == 12, "a point without a road"
    assert "4401" in moving("28-110 4401 supply", "28-110", "allied move").objects("exit")
    assert "5530" in moving("28-110 5530 supply", "28-110", "allied move").objects("exit")
    assert field("28-110 3035 supply, 26-78 3034", "allied combat", turn=FREE).objects("exit") == set()


@pytest.mark.rule("bitter_woods", "5.5-f")
@pytest.mark.parametrize(("turn", "back"), [(5, False), (6, False), (7, True), (12, True)])
def test_who_has_left_stays_away_for_a_whole_turn(turn: int, back: bool) -> None:
    units = f"28-110 exited away=5 edge={SOUTH_EDGE} steps=2, 28-112 3702"
    assert ("28-110" in field(units, "allied move", turn=turn).movers()) is back


@pytest.mark.rule("bitter_woods", "5.5-g")
def test_he_comes_back_by_the_same_edge() -> None:
    units = f"28-110 exited away=5 edge={SOUTH_EDGE} steps=1"
    match = field(units, "allied move", turn=8)
    match.do("move 28-110")
    assert match.objects("enter") == SOUTH_LETTERS
    match.do("enter 2035")
    assert match.steps_of("28-110") == 1, "as he left"
    assert match.prompt().args["points"] == 36
    held = field(f"{units}, 26-78 2035, 26-77 2634", "allied move", turn=8)
    held.do("move 28-110")
    assert held.objects("enter") == SOUTH_LETTERS - {"2035"}
    held.do("enter 2735")
    assert held.destinations() == set(), "in a German zone"


@pytest.mark.rule("bitter_woods", "5.5-d")
def test_an_allied_unit_with_no_other_way_retreats_off_the_map() -> None:
    match = field("28-110 3035, 26-78 3034", turn=FREE)
    unit = match.unit("28-110")
    assert ways_back(match.position, unit, 3) == {}
    assert can_leave_map(match.position, unit, 3) == match.hex("3035")
    german = field("26-78 3035, 28-110 3034", turn=FREE)
    assert can_leave_map(german.position, german.unit("26-78"), 3) < 0, "a German does not"


@pytest.mark.rule("bitter_woods", "5.5-h")
def test_german_zones_reach_beyond_the_edge() -> None:
    for germans, gone in (("26-78 2934", True), ("26-78 2934, 26-77 3035", False), ("26-78 2934, VAK-766 3035", True)):
        match = field(f"28-110 2935, {germans}", turn=FREE)
        unit = match.unit("28-110")
        assert (can_leave_map(match.position, unit, 1) >= 0) is gone


@pytest.mark.rule("bitter_woods", "5.5-j")
def test_who_has_left_is_no_loss() -> None:
    match = field("28-110 exited, 28-112 exited, 2-3 exited, 2-2 exited", turn=FREE)
    assert allied_losses(match.position) == german_losses(match.position) == 0
