"""2.0, 10.0, 11.0 Movement. Costs are in sixths of a point: armor pays 3 on a road, motorized infantry 2."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from ardennes.engine.game import load_game
from ardennes.engine.notation import write_option
from ardennes.engine.packs import export
from ardennes.engine.procedure import costs
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, SIXTHS
from ardennes.hexes import distance
from tests.bulge1944.fields import Battlefield, box, field, symbols

CUT_OFF_GERMAN = "99Inf 1508, 2Inf 1610"
"""Two enemies that leave a German in 1509 without supply."""
CUT_OFF_ALLY = "1SS 1508, 12VG 1610"
"""Two that do it to an Allied unit there."""


def moving(units: str, id: str, side: str = "german", turn: int = 7) -> Battlefield:
    match = field(units, f"{side} activation", turn=turn)
    match.do(f"move {id}")
    return match


def left(match: Battlefield) -> int:
    """Points the moving unit has left."""
    points = match.prompt().args["points"]
    assert isinstance(points, int)
    return points


def destinations(match: Battlefield) -> set[str]:
    return {offer.removeprefix("to ") for offer in match.offers() if offer.startswith("to ")}


# --- prices ------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "2.0-g")
def test_forest_in_an_enemy_zone_costs_three_not_five() -> None:
    assert moving("Lehr 1105, 112Rgt 1107", "Lehr").costs("1106") == [18]
    assert moving("Lehr 1105, 112Rgt 0101", "Lehr").costs("1106") == [12]


@pytest.mark.rule("bulge1944", "2.0-g")
def test_river_comes_on_top_of_the_dearest() -> None:
    assert moving("Lehr 1001", "Lehr").costs("1101") == [24], "one for clear ground and three for the river"
    assert moving("26VG 1001", "26VG").costs("1101") == [12]
    assert moving("26VG 1001, 112Rgt 1201", "26VG").costs("1101") == [24], "three for the zone and one for the river"
    assert moving("Lehr 1001, 112Rgt 1201", "Lehr").costs("1101") == [36]


@pytest.mark.rule("bulge1944", "11.0-h")
def test_roads() -> None:
    match = moving("Lehr 1116", "Lehr")
    assert match.costs("1115", "0606") == [3, 36]
    assert len(match.tells("to 0606").path) == 12
    assert match.why("to 0505") == ("too-far", "11.0"), "the thirteenth"
    match = moving("26VG 1116", "26VG")
    assert match.costs("1115", "1112") == [6, 24]
    assert match.why("to 1011") == ("too-far", "11.0")


@pytest.mark.rule("bulge1944", "11.0-h")
def test_road_replaces_the_terrain_but_not_the_enemy_zone() -> None:
    match = moving("Lehr 1511, 112Rgt 0101", "Lehr")
    assert match.costs("1411", "1611") == [3, 3], "both are forest"
    match = moving("Lehr 1511, 112Rgt 1311", "Lehr")
    assert match.costs("1411") == [18]


@pytest.mark.rule("bulge1944", "11.0-i")
def test_road_may_be_left_and_taken_again() -> None:
    match = moving("Lehr 0808", "Lehr")
    match.do("to 0709")
    assert left(match) == 33
    match.do("to 0609", "to 0608")
    assert left(match) == 21, "off the road and on to another: a point each"
    assert match.tells("to 0507").along == (3,), "what is spent already is not counted again"
    match.do("to 0507")
    assert left(match) == 18


@pytest.mark.rule("bulge1944", "11.0-h")
def test_road_hexes_must_be_connected() -> None:
    match = moving("Lehr 0609", "Lehr")
    assert match.costs("0709") == [6], "a road leads through it, but not from here"


@pytest.mark.rule("bulge1944", "11.0-m")
def test_bridge_spares_the_river() -> None:
    match = moving("Lehr 0711", "Lehr")
    assert match.costs("0811") == [3]
    assert match.tells("to 0811").path == (match.hex("0811"),)
    assert moving("26VG 0711", "26VG").costs("0811") == [6]
    assert moving("4Arm 0711", "4Arm", "allied").costs("0811") == [3]


# --- motorized ---------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "11.0-j")
@pytest.mark.parametrize("unit", ["26Inf", "101Abn"])
def test_motorized_twelve_hexes(unit: str) -> None:
    match = moving(f"{unit} 1116", unit, "allied")
    assert match.costs("1115", "0606") == [2, 24]
    assert len(match.tells("to 0606").path) == 12
    assert match.why("to 0505") == ("too-far", "11.0"), "the thirteenth"
    match.do("to 0606")
    assert match.offers() == {"done"}


@pytest.mark.rule("bulge1944", "11.0-j")
def test_motorized_in_several_parts() -> None:
    match = moving("26Inf 1116", "26Inf", "allied")
    match.do("to 0815")
    assert left(match) == 18, "three thirds are spent"
    match.do("to 0712")
    assert match.costs("0606") == [12]
    match = moving("26Inf 1116", "26Inf", "allied")
    match.do("to 0915")
    assert match.costs("0815") == [2]


@pytest.mark.rule("bulge1944", "11.0-j")
def test_points_along_the_way_are_those_of_the_cheapest_manner() -> None:
    match = moving("26Inf 1116", "26Inf", "allied")
    assert match.tells("to 0606").along == tuple(range(2, 26, 2)), "by truck; on foot it is too far"
    assert match.tells("to 1017").along == (2,), "by truck, though it could walk"
    match.do("to 0815")
    assert match.tells("to 0606").along == tuple(range(2, 20, 2)), "from here on"
    match = moving("26Inf 1116", "26Inf", "allied")
    match.do("to 1017")
    assert match.tells("to 0917").along == (6,), "no truck leaves the road"


@pytest.mark.rule("bulge1944", "11.0-j")
def test_leaving_the_road_makes_the_whole_move_tactical() -> None:
    match = moving("26Inf 1116", "26Inf", "allied")
    assert match.costs("1017", "1118") == [2, 4]
    match.do("to 1017", "to 0917")
    assert left(match) == 12, "a whole point for the road, one for the field"


@pytest.mark.rule("bulge1944", "11.0-j")
def test_motorized_is_for_allied_infantry_only() -> None:
    assert moving("26VG 1116", "26VG").costs("1115") == [6]
    assert moving("4Arm 1116", "4Arm", "allied").costs("1115") == [3]
    assert moving("6Cav 1116", "6Cav", "allied").costs("1115") == [3]
    assert moving("43Inf 0606", "43Inf", "allied").costs("0505") == [2], "the British have trucks too"


@pytest.mark.rule("bulge1944", "11.0-j")
def test_motorized_begins_on_a_road() -> None:
    match = moving("26Inf 1215", "26Inf", "allied")
    assert match.costs("1115") == [6]
    match.do("to 1115")
    assert left(match) == 18
    assert match.costs("1116") == [6]


@pytest.mark.rule("bulge1944", "11.0-j")
def test_motorized_keeps_away_from_enemy_zones() -> None:
    match = moving("26Inf 1116, 26VG 1213", "26Inf", "allied")
    assert match.costs("1115") == [2]
    assert match.costs("1214") == [24], "it would end in a zone: a point to 1115, three for the zone"
    assert "to 1113" not in match.offers(), "or move through one"
    assert moving("26Inf 1116, 26VG 1117", "26Inf", "allied").costs("1115") == [6], "here it begins in one"


@pytest.mark.rule("bulge1944", "11.0-j", "11.0-b")
def test_motorized_needs_supply_even_for_airborne() -> None:
    match = field(f"26Inf 1116, {besieged('1116')}", "allied activation", turn=7)
    assert match.allowance("26Inf") == 18
    match.do("move 26Inf")
    assert match.costs("1115") == [6]
    match = field(f"101Abn 1116, {besieged('1116')}", "allied activation", turn=7)
    assert match.allowance("101Abn") == 24
    match.do("move 101Abn")
    assert match.costs("1115") == [6]


def besieged(place: str) -> str:
    """Germans three hexes away all around, so that nothing gets in or out but the next hexes are free."""
    data = box()
    centre, grid = data.board.hex(place), data.board.grid
    ring = [hex for hex in data.board.hexes if distance(grid, hex, centre) == 3]
    names = [data.counters[unit].id for unit in data.units[GERMAN]]
    return ", ".join(f"{name} {data.board.label(hex)}" for name, hex in zip(names, ring, strict=False))


@pytest.mark.rule("bulge1944", "11.0-k")
def test_leader_does_not_stretch_motorized_movement() -> None:
    match = moving("26Inf 1116", "26Inf", "allied")
    match.do("lead Patton")
    assert match.costs("0606") == [24]
    assert match.why("to 0505") == ("too-far", "11.0")
    match = moving("26Inf 1215", "26Inf", "allied")
    match.do("lead Patton")
    assert left(match) == 30, "a tactical move it does lengthen"


@pytest.mark.rule("bulge1944", "11.0-k", "11.0-r")
def test_leader_who_joined_for_the_attack_does_not_stretch_it_either() -> None:
    match = field("26Inf 1116, Heydte 1117", "allied activation", turn=7)
    match.do("attack 1117", "join 26Inf", "lead Patton")
    dice = match.tells("go").tallies
    match.dice(symbols(dice["attack"].total, infantry=1), symbols(dice["defence"].total)).do("go")
    assert match.place("Heydte") == "eliminated"
    match.do("move 26Inf")
    assert left(match) == 30
    assert match.costs("0606") == [24]
    assert match.why("to 0505") == ("too-far", "11.0")


@pytest.mark.rule("bulge1944", "11.0-f", "11.0-j")
def test_who_comes_by_truck_is_told_of_the_friend_in_the_hex() -> None:
    match = moving("26Inf 1116, 99Inf 0611", "26Inf", "allied")
    assert match.why("to 0611") == ("may-not-end-there", "11.0"), "on foot it would only be too far"
    assert match.why("to 0505") == ("too-far", "11.0")


@pytest.mark.rule("bulge1944", "11.0-r", "10.0-d")
def test_a_leader_adds_nothing_to_a_unit_that_has_lost_its_supply() -> None:
    match = field("2Pz 1920, 26VG 1819, 99Inf 2020, 2Inf 1719")
    match.do("attack 2020", "join 2Pz", "lead Manteuffel")
    dice = match.tells("go").tallies
    match.dice(symbols(dice["attack"].total), symbols(dice["defence"].total)).do("go")
    assert match.allowance("2Pz") == (6 + 1) * SIXTHS
    match.do("move 26VG", "to 2018", "done")
    assert match.allowance("2Pz") == 3 * SIXTHS


@pytest.mark.rule("bulge1944", "11.0-l")
def test_friends_on_the_road() -> None:
    match = moving("Lehr 1116, 26VG 1115", "Lehr")
    assert match.costs("1214", "1113") == [9, 12], "a point for the friend's hex, then halves again"
    match = moving("26Inf 1116, 99Inf 1115", "26Inf", "allied")
    assert match.costs("1214", "1113") == [8, 10], "the same with thirds"


# --- allowance and supply ----------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "10.0-d", "11.0-b", "11.0-a")
@pytest.mark.parametrize(
    ("unit", "enemies", "side", "points"),
    [
        ("Lehr", CUT_OFF_GERMAN, "german", 18),
        ("26VG", CUT_OFF_GERMAN, "german", 18),
        ("5FJ", CUT_OFF_GERMAN, "german", 18),
        ("4Arm", CUT_OFF_ALLY, "allied", 18),
        ("14Cav", CUT_OFF_ALLY, "allied", 18),
        ("99Inf", CUT_OFF_ALLY, "allied", 18),
        ("82Abn", CUT_OFF_ALLY, "allied", 24),
        ("517RCT", CUT_OFF_ALLY, "allied", 24),
    ],
)
def test_out_of_supply(unit: str, enemies: str, side: str, points: int) -> None:
    match = field(f"{unit} 1509, {enemies}", f"{side} activation", turn=7)
    assert match.allowance(unit) == points
    assert match.tells(f"move {unit}").rules == ("10.0", "13.0")


@pytest.mark.rule("bulge1944", "11.0-a")
def test_supply_is_checked_when_the_move_begins() -> None:
    match = moving("Lehr 0216", "Lehr")
    assert left(match) == 18, "no road within three hexes"
    match.do("to 0215")
    assert left(match) == 6, "nothing is given back on the way"
    match = moving("Lehr 0215", "Lehr")
    assert left(match) == 36


@pytest.mark.rule("bulge1944", "11.0-d")
def test_no_unit_moves_without_the_points_for_it() -> None:
    match = moving("Lehr 0809, 99Inf 0709, 2Inf 0908, 1Inf 0911", "Lehr")
    assert left(match) == 18
    assert match.why("to 0909") == ("too-far", "11.0")
    refusal = match.refusal_of("to 0909")
    assert refusal is not None
    assert (refusal.args["needs"], refusal.args["has"]) == (36, 18)


@pytest.mark.rule("bulge1944", "10.0-d")
def test_without_supply_no_allowance_falls_below_nothing(tmp_path: Path) -> None:
    export(load_game("bulge1944"), tmp_path, force=True)
    slow = re.sub(r"(?m)^(Lehr,.*?,division,4,3,)\d+,", r"\g<1>2,", (tmp_path / "units.csv").read_text("utf-8"))
    (tmp_path / "units.csv").write_text(slow, "utf-8")
    match = field(f"Lehr 1509, {CUT_OFF_GERMAN}", pack=tmp_path)
    assert match.allowance("Lehr") == 0
    match.do("move Lehr")
    assert match.offers() == {"done"}, "nor is there a hex for nothing"


# --- paths and stacking ------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "11.0-c")
def test_step_by_step_from_hex_to_hex() -> None:
    match = moving("Lehr 1116", "Lehr")
    path = match.tells("to 0606").path
    events = [event for event in match.do("to 0606") if event.code == "moves"]
    assert [event.args["hex"] for event in events] == list(path), "what was shown is walked"
    places = [match.hex("1116"), *path]
    assert all(there in match.data.board.around(here) for here, there in pairwise(places))


@pytest.mark.rule("bulge1944", "11.0-c", "11.0-g")
def test_nobody_jumps_over_enemies() -> None:
    ring = "99Inf 1608, 2Inf 1609, 1Inf 1610, 30Inf 1510, 9Inf 1409, 84Inf 1508"
    match = field(f"Lehr 1509, {ring}", turn=7)
    match.do("move Lehr")
    assert match.offers() == {"done"}
    assert match.why("to 1608") == ("enemy-in-the-way", "11.0")
    assert match.why("to 1708") == ("enemy-in-the-way", "11.0")


@pytest.mark.rule("bulge1944", "11.0-e", "11.0-f")
def test_through_friends_but_not_onto_them() -> None:
    match = moving("26VG 1116, Lehr 1115, 2Pz 1214, 116Pz 1113, 18VG 1112", "26VG")
    assert match.why("to 1115") == ("may-not-end-there", "11.0")
    assert match.why("to 1112") == ("may-not-end-there", "11.0")
    assert match.why("to 1011") == ("too-far", "11.0"), "no points are left to go on from there"
    assert "to 1114" in match.offers(), "behind 2nd Panzer"


@pytest.mark.rule("bulge1944", "11.0-e", "11.0-n")
def test_the_corner_of_the_map_is_a_hex_like_any_other() -> None:
    match = field("1Inf 0101, 2Inf 0103, 26VG 2010", "allied activation", turn=7)
    corner = match.data.board.around(match.hex("0101"))
    assert all(match.position.in_enemy_zone(hex, GERMAN) for hex in corner)
    match.do("move 1Inf", "to 0401", "done")
    assert not all(match.position.in_enemy_zone(hex, GERMAN) for hex in corner)
    match.do("move 2Inf")
    assert "to 0101" in match.offers()
    match.do("to 0101", "done")
    assert all(match.position.in_enemy_zone(hex, GERMAN) for hex in corner)
    held = moving("26VG 0103, 1Inf 0101", "26VG")
    assert held.why("to 0101") == ("enemy-in-the-way", "11.0")
    assert moving("1Inf 0101, 2Inf 0103", "2Inf", "allied").why("to 0101") == ("may-not-end-there", "11.0")


# --- zones of control --------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "11.0-n")
@pytest.mark.parametrize("place", ["1309", "1206", "0904"])
def test_zone_is_all_six_hexes(place: str) -> None:
    match = field(f"112Rgt {place}, 1SS 2010")
    board = match.data.board
    zone = {hex for hex in board.hexes if match.position.in_enemy_zone(hex, GERMAN)}
    assert zone == set(board.around(match.hex(place)))
    assert len(zone) == 6, "rivers and rough ground do not matter"
    assert not any(match.position.in_enemy_zone(hex, ALLIED) for hex in zone)


@pytest.mark.rule("bulge1944", "11.0-n")
def test_zone_goes_with_the_unit() -> None:
    match = moving("14Cav 1116, Lehr 2010", "14Cav", "allied")
    match.do("to 1113", "done")
    assert not match.position.in_enemy_zone(match.hex("1116"), GERMAN)
    assert match.position.in_enemy_zone(match.hex("1112"), GERMAN)


@pytest.mark.rule("bulge1944", "11.0-o")
def test_every_hex_in_a_zone_costs_three() -> None:
    match = moving("Lehr 1105, 112Rgt 1206, 110Rgt 1007", "Lehr")
    match.do("to 1106")
    assert left(match) == 18, "it need not stop"
    match.do("to 1107")
    assert (match.place("Lehr"), match.offers()) == ("1107", {"done"})


@pytest.mark.rule("bulge1944", "11.0-o")
def test_leaving_a_zone_is_free() -> None:
    assert moving("26VG 1105, 112Rgt 1106", "26VG").costs("1004") == [12]


# --- bridges and interdiction ------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "11.0-p")
def test_bridge_into_an_allied_zone_is_no_bridge_for_germans() -> None:
    assert moving("Lehr 0711, 99Inf 1111", "Lehr").costs("0811") == [3]
    assert moving("Lehr 0711, 99Inf 0911", "Lehr").costs("0811") == [36], "three for the zone and three for the river"
    assert moving("26VG 0711, 99Inf 0911", "26VG").costs("0811") == [24]


@pytest.mark.rule("bulge1944", "11.0-p")
def test_bridges_are_not_interdicted_for_allies() -> None:
    assert moving("4Arm 0711, 26VG 0911", "4Arm", "allied").costs("0811") == [18], "three for the zone alone"


@pytest.mark.rule("bulge1944", "11.0-q")
def test_germans_at_the_far_end_keep_a_bridge_open() -> None:
    units = "Lehr 0711, 99Inf 0911, 2Inf 0709, 1Inf 0713"
    assert "to 0910" not in moving(units, "Lehr").offers()
    match = moving(f"{units}, 26VG 0811", "Lehr")
    assert match.costs("0910") == [36], "three each for two hexes in a zone, and nothing for the river"


@pytest.mark.rule("bulge1944", "11.0-q")
def test_mover_holds_the_near_end() -> None:
    match = moving("Lehr 0711, 99Inf 0710", "Lehr")
    assert match.position.in_enemy_zone(match.hex("0711"), GERMAN)
    assert match.costs("0811") == [3]
    entered = moving("Lehr 0712, 99Inf 0710", "Lehr")
    entered.do("to 0711")
    assert (left(entered), entered.costs("0811")) == (18, [3]), "even if it has only just come there"


@pytest.mark.rule("bulge1944", "11.0-d")
def test_every_destination_has_its_cost_and_nothing_else_has() -> None:
    match = field("2Pz 1909, 99Inf 1508")
    match.do("move 2Pz")
    assert {"lead Manteuffel", "done", "to 1908"} <= match.offers()
    found = {write_option(match.data, option): cost for option, cost in costs(match.position).items()}
    assert found == {words: match.costs(words[3:])[0] for words in match.offers() if words.startswith("to ")}
