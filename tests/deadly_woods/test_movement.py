"""10.0 Movement: costs, roads, motorized infantry, withdrawal; zones (7.3) and engineers (12.4.4) in the way."""

from __future__ import annotations

import pytest

from ardennes.engine.acts import perform
from ardennes.engine.notation import read_option
from ardennes.engine.procedure import about
from tests.deadly_woods.fields import Battlefield, box, field


def moving(units: str, id: str, moment: str = "german move", **more: object) -> Battlefield:
    match = field(units, moment, **more)  # type: ignore[arg-type]
    match.do(f"move {id}")
    return match


# --- who moves, and how often ------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "10.1-a")
@pytest.mark.rule("deadly_woods", "14.4-e")
def test_every_unit_with_an_allowance_may_move() -> None:
    match = field("26VG-a 3016, 2Pz-a 3115, VdH 2810, 28-110 3214", "german move")
    assert match.movers() == {"26VG-a", "2Pz-a"}
    assert match.why("move VdH") == ("cannot-move-at-all", "10.1")
    assert match.why("move 28-110") == ("not-yours", "10.1")
    assert match.why("move 9Pz-a") == ("not-on-map", "10.1")


@pytest.mark.rule("deadly_woods", "10.2.1-d", "6.2-a")
def test_a_unit_moves_alone_and_once_a_round() -> None:
    match = field("26VG-a 3016, 26VG-b 3016", "german move")
    match.do("move 26VG-a", "to 3015")
    assert match.place("26VG-b") == "3016", "the other stays where it is"
    assert match.movers() == {"26VG-b"}
    assert match.why("move 26VG-a") == ("has-moved", "10.2.1")


@pytest.mark.rule("deadly_woods", "10.2.1-d")
def test_a_move_at_once_is_the_move_by_answers() -> None:
    """As scripts give it, and players who send a stack."""
    at_once, by_answers = (field("26VG-a 3016, 26VG-b 3016", "german move") for _ in range(2))
    perform(at_once.position, at_once.game.acts[0], at_once.unit("26VG-a"), at_once.hex("3015"))
    by_answers.do("move 26VG-a", "to 3015")
    assert at_once.place("26VG-a") == "3015"
    assert at_once.position.digest() == by_answers.position.digest()
    assert at_once.movers() == by_answers.movers() == {"26VG-b"}


@pytest.mark.rule("deadly_woods", "10.2.1-b", "10.2.1-c")
def test_a_move_is_finished_before_the_next_and_may_be_short() -> None:
    match = moving("26VG-a 3016, 26VG-b 2916", "26VG-a")
    assert match.why("move 26VG-b")[0] == "not-offered", "one is on its way"
    match.do("to 3015")
    assert match.movers() == {"26VG-b"}, "a single hex is a whole move"


@pytest.mark.rule("deadly_woods", "10.2.1-a")
def test_points_are_not_saved() -> None:
    match = field("26VG-a 3016, 26VG-b 2916", "german move")
    match.do("move 26VG-a", "done", "move 26VG-b")
    assert match.prompt().args["points"] == 6, "three points, as ever"
    match.finish()
    again = field("26VG-a 3016", "german move")
    assert again.allowance("26VG-a") == 3


# --- what a step costs -------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "10.1-b", "10.2-a")
def test_infantry_and_motorized_units_pay_for_terrain() -> None:
    foot = moving("26VG-a 3016", "26VG-a")
    assert [foot.cost(hex) for hex in ("3015", "3017", "3018")] == [1, 1, 3], "clear, woods, forest beyond woods"
    assert foot.cost("3117") == 2, "woods across a minor river"
    motor = moving("2Pz-a 3016", "2Pz-a")
    assert [motor.cost(hex) for hex in ("3015", "3017")] == [1, 2]
    assert "3018" not in motor.destinations(), "no road leads into the forest from here"
    assert motor.tells("to 3117").path != (motor.hex("3117"),), "vehicles need a bridge"


@pytest.mark.rule("deadly_woods", "10.2-a")
def test_too_far_is_refused_with_the_points_it_needs() -> None:
    match = moving("26VG-a 3016", "26VG-a")
    refusal = match.refusal_of("to 3012")
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.args["has"]) == ("too-far", "10.2", 6)


@pytest.mark.rule("deadly_woods", "10.4-a")
def test_infantry_pays_one_by_road_whatever_the_ground() -> None:
    match = moving("26VG-a 3018", "26VG-a")
    assert match.cost("3118") == 1, "a bridge with a road costs nothing more"
    assert moving("26VG-a 2917", "26VG-a").cost("3018") == 2, "two road hexes, the second forest"


@pytest.mark.rule("deadly_woods", "10.4-b")
def test_motorized_units_pay_half_a_point_by_road() -> None:
    match = moving("2Pz-a 3115", "2Pz-a")
    assert [match.cost(hex) for hex in ("3114", "3113", "3212", "3211")] == [0.5, 1, 1.5, 2]
    assert max(len(match.tells(f"to {hex}").path) for hex in match.destinations()) == 12, "six points, twelve hexes"


@pytest.mark.rule("deadly_woods", "10.4-c", "10.6.1-f")
def test_no_road_over_a_destroyed_bridge() -> None:
    whole = moving("26VG-a 3018", "26VG-a")
    ruin = moving("26VG-a 3018", "26VG-a", blown=["3018/3118"])
    assert (whole.cost("3118"), ruin.cost("3118")) == (1, 2), "one more, and the ground itself"
    whole = moving("301 3018", "301")
    ruin = moving("301 3018", "301", blown=["3018/3118", "3017/3117"])
    assert (whole.cost("3118"), ruin.cost("3118")) == (0.5, 4), "three more, and the ground itself"
    assert whole.cost("3218") == 1
    assert why_not_along(ruin, "3118", "3218") == ("too-far", "10.2"), "the road goes on, but not for this unit"


@pytest.mark.rule("deadly_woods", "10.6-b", "10.4.1-d")
def test_a_bridge_costs_two_once_the_road_is_left() -> None:
    match = moving("2Pz-a 3116, 26VG-a 3216", "2Pz-a")
    assert match.cost("3216") == 2, "a friend there: rough ground in full"
    crowded = moving("2Pz-a 3117, 26VG-a 3117", "2Pz-a")
    assert crowded.cost("3017") == 4, "woods and two for the bridge"
    assert "3018" not in crowded.destinations(), "no Forest any more"
    alone = moving("2Pz-a 3117", "2Pz-a")
    assert alone.cost("3017") == 0.5


@pytest.mark.rule("deadly_woods", "10.4.1-c")
def test_leaving_the_road_ends_the_road_rate_for_good() -> None:
    match = moving("2Pz-a 3015", "2Pz-a")
    assert match.cost("3115") == 0.5
    assert match.cost("3016") == 1, "off the road"
    detour = (match.hex("3016"), match.hex("3116"))
    chosen_path = match.about(read_option(match.data, "to 3115"), detour)
    assert chosen_path.cost == 6, "one, one and one: the last step follows a road and is paid in full"


@pytest.mark.rule("deadly_woods", "10.4.1-a", "6.1-e")
def test_the_road_rate_needs_an_empty_hex() -> None:
    match = moving("2Pz-a 3115, 26VG-a 3113", "2Pz-a")
    assert match.cost("3114") == 0.5
    assert match.cost("3113") == 1.5, "a friend in the hex: a whole point for clear ground"
    assert match.cost("3212") == 3.5, "and from there on the ground counts"


@pytest.mark.rule("deadly_woods", "10.4.1-it-a")
def test_the_road_rate_needs_a_start_on_the_road() -> None:
    match = moving("2Pz-a 3016", "2Pz-a")
    assert match.cost("2916") == 1
    assert match.cost("2816") == 3, "woods in full, though a road leads there"


@pytest.mark.rule("deadly_woods", "10.4.1-it-b")
def test_who_begins_the_round_stacked_has_no_road_rate() -> None:
    match = field("2Pz-a 3115, 2Pz-b 3115", "german move")
    match.do("move 2Pz-b", "to 3116", "move 2Pz-a")
    assert match.cost("3114") == 2, "the other has left, but they began together"
    match = field("2Pz-a 3115, 26VG-a 3116", "german move")
    match.do("move 26VG-a", "to 3115", "move 2Pz-a")
    assert match.cost("3114") == 2, "stacked when it starts"


@pytest.mark.rule("deadly_woods", "10.5-a", "10.5-b")
def test_allied_infantry_may_be_motorized() -> None:
    match = field("28-110 3115, 28-112 3016", "allied move")
    assert match.allowance("28-110") == 6, "twice its three points"
    match.do("move 28-110")
    assert match.cost("3211") == 2, "four road hexes"
    assert max(len(match.tells(f"to {hex}").path) for hex in match.destinations()) == 12
    match.do("done", "move 28-112")
    assert max(len(match.tells(f"to {hex}").path) for hex in match.destinations()) == 3, "no road to start from"


@pytest.mark.rule("deadly_woods", "10.2-a", "10.5-b")
def test_infantry_that_may_ride_is_told_what_the_ride_needs() -> None:
    """From 3115 to Luxembourg it is 18 road hexes by truck, 17 points on foot."""
    refusal = moving("28-110 3115", "28-110", "allied move").refusal_of("to Luxembourg")
    assert refusal is not None
    assert (refusal.code, refusal.args["needs"], refusal.args["has"]) == ("too-far", 18, 12)
    walker = moving("26VG-a 3115", "26VG-a").refusal_of("to Luxembourg")
    assert walker is not None
    assert (walker.code, walker.args["has"]) == ("too-far", 6)


@pytest.mark.rule("deadly_woods", "10.5-b")
def test_motorized_infantry_keeps_to_roads() -> None:
    """Twelve road hexes by truck, three points on foot, and nothing else; a road ends where its bridge is destroyed."""
    blown = ["3018/3118", "3017/3117"]
    for ruins in ([], blown):
        match = moving("28-110 3115", "28-110", "allied move", blown=ruins)
        on_foot = moving("26VG-a 3115", "26VG-a", blown=ruins).destinations()
        assert match.destinations() == (road_hexes_from(match, "3115", 12) | on_foot) - {"3115"}
    bridged = moving("28-110 3118", "28-110", "allied move")
    ruined = moving("28-110 3118", "28-110", "allied move", blown=blown)
    assert (bridged.cost("3018"), ruined.cost("3018")) == (0.5, 3), "over the ruin only on foot"


def road_hexes_from(match: Battlefield, start: str, steps: int) -> set[str]:
    """The hexes at most so many steps away along roads with whole bridges."""
    board, found = match.data.board, {match.hex(start)}
    for _ in range(steps):
        found |= {
            there
            for here in found
            for there in board.around(here)
            if board.road[board.side(here, there)] and not match.position.destroyed[board.side(here, there)]
        }
    return {board.label(hex) for hex in found}


@pytest.mark.rule("deadly_woods", "10.5-c", "10.5-a", "12.6-c")
def test_german_infantry_is_motorized_by_the_marker_only() -> None:
    marked = box().unit("26VG-b")
    match = field("26VG-b 3113, 26VG-a 3115, Motorized 3113", "german move", clocks=[f"motorized = {marked}"])
    assert match.allowance("26VG-b") == 6
    assert match.allowance("26VG-a") == 3
    match.do("move 26VG-b")
    assert match.cost("3211") == 1, "two road hexes"
    assert "3213" in match.destinations(), "or on foot like others"


# --- zones of control --------------------------------------------------------------------------------


def why_not_along(match: Battlefield, *hexes: str) -> tuple[str, str] | None:
    """Why the moving unit may not go this way; None if it may."""
    option = read_option(match.data, f"to {hexes[-1]}")
    found = match.refusal(option, None, [match.hex(hex) for hex in hexes])
    return (found.code, found.rule) if found is not None else None


@pytest.mark.rule("deadly_woods", "7.3-a")
def test_a_unit_stops_in_an_enemy_zone() -> None:
    match = moving("26VG-a 3117, 28-110 3015", "26VG-a")
    assert why_not_along(match, "3016") is None
    assert why_not_along(match, "3016", "2917") == ("zone-in-the-way", "7.3"), "3016 is beside the enemy"
    assert why_not_along(match, "3017", "2917") is None
    free = moving("26VG-a 3117, 28-110 3012", "26VG-a")
    assert why_not_along(free, "3016", "2917") is None


@pytest.mark.rule("deadly_woods", "7.3-b")
def test_no_move_from_zone_to_zone() -> None:
    match = moving("26VG-a 3014, 28-110 3015", "26VG-a")
    assert why_not_along(match, "3115") == ("zone-in-the-way", "7.3"), "next to the same enemy"
    assert why_not_along(match, "3114", "3115") is None, "by way of a free hex"


@pytest.mark.rule("deadly_woods", "7.3-h")
def test_friends_do_not_cancel_zones_for_movement() -> None:
    match = moving("26VG-a 3014, 26VG-b 3115, 28-110 3015", "26VG-a")
    assert why_not_along(match, "3115") == ("zone-in-the-way", "7.3")


@pytest.mark.rule("deadly_woods", "7.3-c")
def test_150th_brigade_slips_from_zone_to_zone_once() -> None:
    for turn in (1, 3):
        match = moving("150 3014, 28-110 3015", "150", turn=turn)
        assert {"slip 3115", "slip 2915"} <= match.offers()
    match.do("slip 3115")
    assert match.place("150") == "3115"
    assert match.position.slipped
    match = moving("150 3014, 28-110 3015", "150", turn=3, clocks=["slipped = true"])
    assert match.why("slip 3115") == ("no-slipping", "7.3")
    match = moving("150 3014, 28-110 3015", "150", turn=4)
    assert match.why("slip 3115") == ("no-slipping", "7.3"), "turns 1 to 3 only"
    match = moving("2Pz-a 3014, 28-110 3015", "2Pz-a", turn=3)
    assert match.why("slip 3115") == ("no-slipping", "7.3"), "nobody else"


@pytest.mark.rule("deadly_woods", "7.3-d")
def test_150th_brigade_may_go_on_from_a_zone() -> None:
    match = moving("150 3115, 28-110 3012", "150", turn=3)
    spent = match.tells("to 3112").cost
    assert spent is not None
    match.do("to 3112")
    assert match.offers() == {"slip 3211", "slip 3212", "done"}, "out of the zone, not into another"
    match.do("slip 3211")
    assert match.prompt_code() == "choose-destination", "and on, with the points it has left"
    assert match.prompt().args["points"] == 12 - spent - 1, "half a point for the road"
    assert match.position.slipped


@pytest.mark.rule("deadly_woods", "7.3-d", "12.4.4-a")
def test_150th_brigade_does_not_go_on_from_engineers() -> None:
    match = moving("150 3211, 26VG-a 4010, Eng-VIII-1 3112, 28-110 3012", "150", turn=3)
    match.do("to 3112")
    assert match.place("Eng-VIII-1") == "turn-track"
    assert match.prompt_code() == "choose-move", "its whole allowance is spent"
    assert not match.position.slipped


@pytest.mark.rule("deadly_woods", "12.4.4-a")
def test_engineers_cost_the_whole_allowance() -> None:
    match = moving("2Pz-a 3115, Eng-VIII-1 3114, 28-110 0101", "2Pz-a")
    assert match.cost("3114") == 6
    match.do("to 3114")
    assert match.place("Eng-VIII-1") == "turn-track"
    assert match.position.due[match.unit("Eng-VIII-1")] == 6, "two turns ahead"
    far = moving("2Pz-a 3116, Eng-VIII-1 3114, 28-110 0101", "2Pz-a")
    assert "3114" not in far.destinations(), "not with a step before"
    assert far.why("to 3114") == ("engineers-in-the-way", "12.4.4")


@pytest.mark.rule("deadly_woods", "12.4.1-g")
def test_allied_units_pass_through_engineers() -> None:
    match = moving("9A-CCB 3115, Eng-VIII-1 3114", "9A-CCB", "allied move")
    assert match.cost("3113") == 1, "the road rate goes on"


# --- markers -----------------------------------------------------------------------------------------


# The same ground under Greif for Allied and under Traffic for German units: who moves, in which round.
ALLIED_FOOT, GERMAN_FOOT = ("28-110", "allied move", "Greif"), ("26VG-a", "german move", "Traffic")
ALLIED_TANKS, GERMAN_TANKS = ("9A-CCB", "allied move", "Greif"), ("2Pz-a", "german move", "Traffic")


def before_marker(mover: tuple[str, str, str], start: str, marker: str, more: str = "") -> Battlefield:
    """A unit on its way with the marker against its side in a hex."""
    id, moment, asset = mover
    units = f"{id} {start}, {asset} {marker}" + (f", {more}" if more else "")
    return moving(units, id, moment, turn=3, clocks=["st_vith_entered = 1"])


@pytest.mark.rule("deadly_woods", "12.5-c", "12.8-b")
@pytest.mark.parametrize("tanks", [ALLIED_TANKS, GERMAN_TANKS])
@pytest.mark.parametrize(
    ("start", "marker", "cost"),
    [
        ("2918", "3018", 2.5),  # forest, where no vehicle leaves the road
        ("3117", "3017", 2.5),  # over the bridge, which costs 2 off the road
        ("3115", "3114", 2.0),  # woods
        ("3114", "3113", 1.0),  # clear
        ("3014", "3013", 1.0),  # no road to it
    ],
)
def test_vehicles_pay_for_a_marker_by_road_or_leave_the_road(
    tanks: tuple[str, str, str], start: str, marker: str, cost: float
) -> None:
    match = before_marker(tanks, start, marker)
    assert match.cost(marker) == cost
    assert match.tells(f"to {marker}").along == (2 * cost,)


@pytest.mark.rule("deadly_woods", "12.5-c", "12.8-b", "10.4.1-c")
@pytest.mark.parametrize("tanks", [ALLIED_TANKS, GERMAN_TANKS])
def test_who_leaves_the_road_at_a_marker_has_left_it_for_good(tanks: tuple[str, str, str]) -> None:
    match = before_marker(tanks, "3114", "3113")
    along = match.about(read_option(match.data, "to 3212"), [match.hex("3113")]).along
    assert along == (2, 6), "clear ground, and then the woods in full"
    paid = before_marker(tanks, "2918", "3018")
    along = paid.about(read_option(paid.data, "to 3118"), [paid.hex("3018")]).along
    assert along == (5, 6), "out of the forest by road, over the bridge"


@pytest.mark.rule("deadly_woods", "12.5-c", "12.8-b")
@pytest.mark.parametrize("tanks", [ALLIED_TANKS, GERMAN_TANKS])
def test_a_marker_means_nothing_to_who_has_no_road_rate(tanks: tuple[str, str, str]) -> None:
    friend = "28-109 3115" if tanks is ALLIED_TANKS else "26VG-b 3115"
    assert before_marker(tanks, "3115", "3114", friend).cost("3114") == 2, "stacked: the woods in full"


@pytest.mark.rule("deadly_woods", "12.5-c")
@pytest.mark.parametrize("start", ["2518", "2618", "2619", "2520", "2419", "2418"])
def test_greif_in_bastogne_costs_infantry_nothing_across_country(start: str) -> None:
    """Roads lead in from all sides; but on foot clear ground costs one point."""
    assert before_marker(ALLIED_FOOT, start, "2519").cost("2519") == 1


@pytest.mark.rule("deadly_woods", "12.5-c", "12.8-b")
@pytest.mark.parametrize("foot", [ALLIED_FOOT, GERMAN_FOOT])
@pytest.mark.parametrize(("start", "marker", "cost"), [("3118", "3018", 2), ("3115", "3114", 1), ("3117", "3217", 2)])
def test_infantry_goes_across_country_past_a_marker(
    foot: tuple[str, str, str], start: str, marker: str, cost: int
) -> None:
    """Forest beyond a bridge, woods, rough ground: what they cost off the road."""
    assert before_marker(foot, start, marker).cost(marker) == cost
    assert before_marker(foot, start, "0101").cost(marker) <= 1, "without the marker"


@pytest.mark.rule("deadly_woods", "12.5-c", "12.8-b", "10.5-b")
def test_trucks_keep_to_the_road_and_pay_for_a_marker() -> None:
    marked, road = box().unit("26VG-b"), ("3113", "3212")
    clocks = [f"motorized = {marked}", "st_vith_entered = 1"]
    for match in (
        before_marker(ALLIED_FOOT, "3114", "3113"),
        moving("26VG-b 3114, Motorized 3114, Traffic 3113", "26VG-b", turn=3, clocks=clocks),
    ):
        assert match.cost("3113") == 1, "on foot"
        along = match.about(read_option(match.data, "to 3211"), [match.hex(hex) for hex in road]).along
        assert along == (2, 4, 6), "on foot"
        far = match.about(read_option(match.data, "to 3210"), [match.hex(hex) for hex in (*road, "3211")]).along
        assert far == (5, 6, 7, 8), "by truck, with two points for the marker"


@pytest.mark.rule("deadly_woods", "12.5-c", "12.8-b")
def test_markers_do_not_slow_their_own_side() -> None:
    assert moving("2Pz-a 3115, Greif 3114", "2Pz-a").cost("3114") == 0.5
    assert moving("9A-CCB 3115, Traffic 3114", "9A-CCB", "allied move", turn=3).cost("3114") == 0.5


@pytest.mark.rule("deadly_woods", "12.5-c")
def test_why_a_hex_behind_a_marker_is_too_far() -> None:
    """Six points: by road 2.5 for Greif in the forest and half a point for each of seven hexes more."""
    match = before_marker(ALLIED_TANKS, "2918", "3018")
    free = before_marker(ALLIED_TANKS, "2918", "0101")
    lost = free.destinations() - match.destinations()
    assert lost
    assert {match.why(f"to {hex}") for hex in lost} == {("too-far", "10.2")}
    assert all(match.cost(hex) >= free.cost(hex) for hex in match.destinations())


@pytest.mark.rule("deadly_woods", "7.3-d", "12.8-b")
def test_150th_brigade_goes_on_from_a_zone_by_road_or_across_country() -> None:
    """To Traffic in 3113 for one point across country or for 2½ by road; on to 3212 for two, or for half a point."""
    units = "150 3114, Traffic 3113, 28-110 3012"
    match = moving(units, "150", turn=3, clocks=["st_vith_entered = 1"])
    match.do("to 3113", "slip 3212")
    assert match.prompt().args["points"] == 6, "six spent either way"
    assert match.cost("3211") == 0.5, "and it is still on the road if it paid"


@pytest.mark.rule("deadly_woods", "12.7-d")
def test_scattered_paratroopers_slow_every_allied_entry() -> None:
    match = moving("9A-CCB 3014, VdH 3013 face_down", "9A-CCB", "allied move", turn=2)
    assert match.cost("3013") == 3
    match = moving("9A-CCB 3115, VdH 3114 face_down", "9A-CCB", "allied move", turn=2)
    assert match.cost("3114") == 2.5


# --- emergency withdrawal ----------------------------------------------------------------------------

PINNED = "28-110 2917, 28-112 2916, 26VG-a 3016, 26VG-b 2817"
"""A regiment with enemy zones all around; a friend stands in 2916."""


@pytest.mark.rule("deadly_woods", "10.3-a")
def test_emergency_withdrawal() -> None:
    match = moving(PINNED, "28-110", "allied move")
    assert match.offers() == {"door 2916", "done"}, match.offers()
    match.do("door 2916")
    assert match.offers() == {"to 2815", "to 2915"}, "the other hexes have an enemy beside them"
    assert match.why("done") == ("must-withdraw", "10.3")
    match.do("to 2815")
    assert match.place("28-110") == "2815"


@pytest.mark.rule("deadly_woods", "10.3-a")
@pytest.mark.parametrize(("supply", "offers"), [("", {"door 2916", "done"}), (" cut", {"done"})])
def test_only_a_supplied_friend_holds_the_door(supply: str, offers: set[str]) -> None:
    match = moving(f"26VG-a 2917, 26VG-b 2916{supply}, 28-110 3016, 28-112 2817", "26VG-a")
    assert match.offers() == offers


@pytest.mark.rule("deadly_woods", "10.3-c")
def test_the_door_holder_stays() -> None:
    match = moving(f"{PINNED}, 28-109 2313", "28-110", "allied move")
    match.do("door 2916", "to 2815")
    assert match.why("move 28-112") == ("holds-the-door", "10.3")
    several = moving(f"{PINNED}, 28-109 2916, Eng-VIII-1 2916", "28-110", "allied move")
    several.do("door 2916")
    assert several.offers() == {"hold 28-112", "hold 28-109"}, "the owner says who holds the door"
    assert several.why("hold Eng-VIII-1") == ("cannot-hold-door", "10.3")
    several.do("hold 28-109", "to 2815")
    assert several.why("move 28-109") == ("holds-the-door", "10.3")
    assert "28-112" in several.movers()
    moved = field(PINNED.replace("28-112 2916", "28-112 2915"), "allied move")
    moved.do("move 28-112", "to 2916", "move 28-110")
    assert moved.why("door 2916") == ("no-withdrawal", "10.3"), "it has moved this round"


@pytest.mark.rule("deadly_woods", "10.2.1-d", "10.3-c")
def test_a_unit_that_stays_has_not_moved() -> None:
    match = field(f"{PINNED}, 28-109 2313", "allied move")
    match.do("move 28-112", "done")
    assert match.why("move 28-112") == ("stands-still", "10.2.1"), "it is not asked again"
    match.do("move 28-110", "door 2916", "to 2815")
    assert match.why("move 28-112") == ("holds-the-door", "10.3")


@pytest.mark.rule("deadly_woods", "10.3-a")
def test_withdrawal_is_for_pinned_units_only() -> None:
    match = moving("28-110 2917, 28-112 2916, 26VG-a 3016", "28-110", "allied move")
    assert match.destinations()
    assert match.why("door 2916") == ("no-withdrawal", "10.3")


@pytest.mark.rule("deadly_woods", "10.3-a", "12.4.1-g")
def test_engineers_hold_no_door() -> None:
    match = moving(PINNED.replace("28-112 2916", "Eng-VIII-1 2916"), "28-110", "allied move")
    assert match.offers() == {"done"}


@pytest.mark.rule("deadly_woods", "10.3-a", "10.6.2-a")
def test_who_withdraws_over_a_destroyed_bridge_may_rebuild_it() -> None:
    around = "28-110 3118, 28-112 3018, 26VG-a 3017, 26VG-b 3218"
    match = moving(around, "28-110", "allied move", blown=["3018/3118"])
    match.do("door 3018", "to 2919")
    assert match.asked is not None
    assert (match.asked.side, match.offers()) == (1, {"rebuild 3018/3118", "done"})
    match.do("rebuild 3018/3118")
    assert not match.is_destroyed("3018/3118")


@pytest.mark.rule("deadly_woods", "10.3-a", "8.6-b")
def test_air_supply_is_supply_for_a_withdrawal() -> None:
    pocket = "12VG-a 2913, 12VG-b 3013, 62VG-a 3114, 62VG-b 3115, 277VG-a 2713, 277VG-b 2714, 326VG-a 2716"
    assert moving(f"{PINNED}, {pocket}", "28-110", "allied move", turn=6).offers() == {"done"}
    match = moving(f"{PINNED}, {pocket}, AirSupply 2916", "28-110", "allied move", turn=6)
    assert "door 2916" in match.offers()
    match.do("door 2916")
    assert match.offers() == {"to 2915"}


@pytest.mark.rule("deadly_woods", "10.3-b")
def test_withdrawal_only_over_ground_the_unit_could_cross() -> None:
    around = "28-112 3111, 26VG-a 3211, 26VG-b 3012"
    assert "door 3111" in moving(f"28-110 3112, {around}", "28-110", "allied move").offers(), "on foot into the forest"
    tanks = moving(f"9A-CCB 3112, {around}", "9A-CCB", "allied move")
    assert tanks.why("door 3111") == ("no-withdrawal", "10.3"), "no road leads there"
    by_road = moving("9A-CCB 1813, 28-112 1914, 26VG-a 1812, 26VG-b 1714, 12VG-a 1713", "9A-CCB", "allied move", turn=4)
    assert "door 1914" in by_road.offers(), "by the road through the forest"


@pytest.mark.rule("deadly_woods", "10.3-a")
def test_no_withdrawal_without_an_enemy_zone() -> None:
    """Blown bridges, not enemies, keep FB in 1415 while it is out of supply."""
    blown = ["1415/1515", "1415/1416", "1415/1315"]
    match = moving("FB 1415 cut, 26VG-a 1515, 26VG-b 4010, 28-110 0126", "FB", turn=4, blown=blown)
    assert match.offers() == {"done"}


@pytest.mark.rule("deadly_woods", "10.3-d")
def test_no_withdrawal_with_the_one_hex_of_armor() -> None:
    """9A-CCB is hemmed in by zones, with no enemy beside it: it may move a hex before combat, but not withdraw."""
    around = "28-112 3114, 26VG-a 3212, 26VG-b 3012, 2Pz-a 3213, 12VG-a 3014"
    match = field(f"9A-CCB 3113, {around}, 9A-CCA 2215", "allied combat")
    assert "move 9A-CCB" not in match.offers(), "an enemy is beside it"
    far = field("9A-CCB 3113, 28-112 3114, 9A-CCA 2215, 26VG-a 3011", "allied combat")
    far.do("move 9A-CCB")
    assert not any(offer.startswith("door") for offer in far.offers())
    assert far.why("door 3114") == ("no-withdrawal", "10.3")


@pytest.mark.rule("deadly_woods", "12.4.4-b", "14.4-h")
def test_engineers_may_be_entered_with_the_one_hex_of_armor() -> None:
    match = field("2Pz-a 3115, Eng-VIII-1 3114, 28-110 2215", "german combat")
    match.do("move 2Pz-a")
    assert "3114" in match.destinations()
    assert "3113" not in match.destinations(), "one hex"
    match.do("to 3114")
    assert match.place("Eng-VIII-1") == "turn-track"


@pytest.mark.rule("deadly_woods", "10.4.1-b", "14.8-f")
def test_reinforcements_use_roads_though_stacked() -> None:
    stacked = field("79VG-a turn-track, 79VG-b turn-track, FG turn-track, 26VG-a 4219", "german reinforcement", turn=4)
    while stacked.prompt_code() == "choose-entry":
        stacked.do("at 4219")
    stacked.do("move FG")
    assert max(len(stacked.tells(f"to {hex}").path) for hex in stacked.destinations()) == 12, "six points by road"
    resident = field("FG 4219, 26VG-a 4219", "german move", turn=4)
    resident.do("move FG")
    assert max(len(resident.tells(f"to {hex}").path) for hex in resident.destinations()) <= 6, "who is there already"


@pytest.mark.rule("deadly_woods", "14.8.4-a")
def test_82nd_and_101st_race_to_the_front() -> None:
    """The rulebook's example: from E a unit of the 82nd moves 24 road hexes, up to the hex before Bastogne."""
    other = field("101-506 turn-track", "allied reinforcement", turn=2)
    other.do("at 0126", "move 101-506")
    assert max(len(other.tells(f"to {hex}").path) for hex in other.destinations()) == 24, "and so does the 101st"
    match = field("82-504 turn-track", "allied reinforcement", turn=2)
    match.do("at 0126", "move 82-504")
    paths = {hex: match.tells(f"to {hex}").path for hex in match.destinations()}
    assert max(map(len, paths.values())) == 24
    beside_bastogne = {match.data.board.label(hex) for hex in match.data.board.around(match.hex("Bastogne"))}
    assert any(len(paths[hex]) == 24 for hex in beside_bastogne & set(paths))
    assert "2519" not in paths
    later = field("82-504 0126", "allied move", turn=3)
    assert later.allowance("82-504") == 6, "in their round of entry only"
    assert field("82-504 0126", "allied move", turn=2).allowance("82-504") == 6, "not later on turn 2 either"
    for id, turn in (("517", 2), ("82-504", 3)):
        slow = field(f"{id} 0126 entered", "allied move", turn=turn)
        assert slow.allowance(id) == 6, "these divisions on that turn"


@pytest.mark.rule("deadly_woods", "12.5-c", "12.8-a", "14.4-h")
@pytest.mark.parametrize(
    ("units", "moment"),
    [
        ("9A-CCB 2419, Greif 2519, 26VG-a 3808", "allied combat"),
        ("2Pz-a 2419, Traffic 2519, 28-110 4010", "german combat"),
    ],
)
def test_the_one_hex_of_armor_past_a_marker_is_the_cheaper_way(units: str, moment: str) -> None:
    """Bastogne lies in the open: one point across country, two and a half by road."""
    match = field(units, moment)
    match.do(f"move {units.split(maxsplit=1)[0]}")
    assert match.cost("2519") == 1


@pytest.mark.rule("deadly_woods", "10.2-a", "10.5-a")
def test_what_is_told_of_a_move() -> None:
    """The points of the best manner, and what has been spent at each hex of the way, the player's own too."""
    truck = moving("28-110 2519, 26VG-a 4010", "28-110", "allied move")
    assert truck.prompt().args["points"] == 2 * 6, "in halves: twice three by truck"
    match = moving("26VG-a 3014, 28-110 0101", "26VG-a")
    assert match.prompt().args["points"] == 2 * 3
    assert match.tells("to 3116").along == (2, 4)
    far = next(hex for hex in sorted(match.destinations()) if len(match.tells(f"to {hex}").path) == 3)
    straight = match.tells(f"to {far}")
    told = about(match.position, read_option(match.data, f"to {far}"), straight.path[:1])
    assert (told.cost, told.along[-1], len(told.along)) == (straight.cost, straight.cost, 3)
    assert list(told.along) == sorted(set(told.along)), "each step costs something"


@pytest.mark.rule("deadly_woods", "7.3-c", "14.4-h")
def test_the_150th_does_not_go_on_after_the_one_hex_of_armor() -> None:
    """It is a mechanized unit, so it has no such hex at all."""
    match = field("150 3213, 2Pz-a 3013, 28-110 3015", "german combat", turn=3)
    assert "150" not in match.movers()
