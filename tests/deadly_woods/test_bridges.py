"""10.6 Bridges: rebuilt by crossing, blown by engineers."""

from __future__ import annotations

import pytest

from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from tests.deadly_woods.fields import field

CLERVE = "3018/3118"


@pytest.mark.rule("deadly_woods", "10.6-a")
def test_a_bridge_is_whole_or_destroyed() -> None:
    match = field("26VG-a 3018", blown=[CLERVE])
    assert match.is_destroyed(CLERVE)
    assert not match.is_destroyed("3017/3117")
    board = match.data.board
    assert all(board.river[side] for side in match.data.bridges)


@pytest.mark.rule("deadly_woods", "10.6-c")
def test_a_bridge_without_a_road() -> None:
    """There is none on our map; the price list knows it all the same."""
    from ardennes.games.deadly_woods.rules import terrain
    from ardennes.games.deadly_woods.rules.terrain import BRIDGE, CLEAR, FOOT, MOTOR, ON_ROAD, kind_of

    match = field("26VG-a 3018")
    for movement_mode, cost in ((FOOT, 2), (MOTOR, 6)):
        prices = terrain.price_list(match.data, 0, movement_mode, closed=(), limits=0, stops=1)
        assert prices.price(ON_ROAD, kind_of(CLEAR, BRIDGE), 0)[0] == cost


@pytest.mark.rule("deadly_woods", "10.6.2-a")
def test_crossing_rebuilds() -> None:
    match = field("26VG-a 3018, 26VG-b 3016", blown=[CLERVE])
    match.do("move 26VG-a", "to 3118")
    assert match.offers() == {f"rebuild {CLERVE}", "done"}
    match.do(f"rebuild {CLERVE}")
    assert not match.is_destroyed(CLERVE)
    declined = field("26VG-a 3018, 26VG-b 3016", blown=[CLERVE])
    declined.do("move 26VG-a", "to 3118", "done")
    assert declined.is_destroyed(CLERVE)


@pytest.mark.rule("deadly_woods", "10.6.2-a")
def test_allied_units_rebuild_by_crossing_too() -> None:
    match = field("28-110 3018, 28-112 3016", "allied move", blown=[CLERVE])
    match.do("move 28-110", "to 3118")
    assert match.asked is not None
    assert (match.asked.side, match.offers()) == (ALLIED, {f"rebuild {CLERVE}", "done"})
    match.do(f"rebuild {CLERVE}")
    assert not match.is_destroyed(CLERVE)


@pytest.mark.rule("deadly_woods", "10.6.2-b")
def test_germans_rebuild_one_bridge_in_an_area_and_turn() -> None:
    both = [CLERVE, "3017/3117"]
    match = field("26VG-a 3018, 26VG-b 3017, 2Pz-a 3016", blown=both)
    match.do("move 26VG-a", "to 3118", f"rebuild {CLERVE}")
    assert match.position.rebuilt == (1,), "the 5th Panzer Army area"
    match.do("move 26VG-b", "to 3117")
    assert match.prompt_code() == "choose-move", "no question: the area has rebuilt one"
    assert match.is_destroyed("3017/3117")
    elsewhere = field("26VG-b 3017, 2Pz-a 3016", blown=both, clocks=["rebuilt = [0, 2]"])
    elsewhere.do("move 26VG-b", "to 3117")
    assert "rebuild 3017/3117" in elsewhere.offers(), "other areas do not matter"


@pytest.mark.rule("deadly_woods", "10.6.2-a", "10.6.2-b", "7.3-c")
def test_the_150th_rebuilds_where_it_slips_across() -> None:
    """Its owner decides, and it counts among what the Germans rebuild in the area."""
    units = "150 3018, 2Pz-a 3015, 28-110 2918, 28-112 3218"
    match = field(units, blown=[CLERVE], turn=3)
    match.do("move 150", "slip 3118")
    assert match.asked is not None
    assert match.asked.side == GERMAN
    assert match.offers() == {f"rebuild {CLERVE}", "done"}
    match.do(f"rebuild {CLERVE}")
    assert not match.is_destroyed(CLERVE)
    assert match.position.rebuilt == (1,), "the 5th Panzer Army area"
    used = field(units, blown=[CLERVE], turn=3, clocks=["rebuilt = [1]"])
    used.do("move 150", "slip 3118")
    assert used.prompt_code() == "choose-move", "no question: the area has rebuilt one"
    assert used.is_destroyed(CLERVE)


@pytest.mark.rule("deadly_woods", "10.6.2-d")
def test_no_limit_for_the_allies() -> None:
    both = [CLERVE, "3017/3117"]
    match = field("28-110 3018, 28-112 3017, 9A-CCB 3016", "allied move", blown=both, clocks=["rebuilt = [1]"])
    match.do("move 28-110", "to 3118", f"rebuild {CLERVE}", "move 28-112", "to 3117", "rebuild 3017/3117")
    assert not match.is_destroyed(CLERVE)
    assert not match.is_destroyed("3017/3117")


@pytest.mark.rule("deadly_woods", "10.6.2-c", "15.0-c")
def test_rebuilding_is_possible_again_next_turn() -> None:
    match = field("26VG-a 3018", "end", clocks=["rebuilt = [1]"], scenario="campaign")
    assert match.position.turn == 5
    assert match.position.rebuilt == ()


# --- engineers ---------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "10.6.1-a", "10.6.1-d")
def test_engineers_blow_a_bridge_in_a_move_round() -> None:
    match = field("28-110 3117, Eng-VIII-1 3115, 28-112 2313", "allied move")
    assert "blow 3017/3117" in match.offers()
    match.do("blow 3017/3117")
    assert match.is_destroyed("3017/3117"), "without a die"
    assert not any(offer.startswith("blow") for offer in match.offers()), "one bridge each round"
    far = field("28-110 3117, Eng-VIII-1 3211, 28-112 2313", "allied move")
    assert far.why("blow 3017/3117") == ("cannot-blow", "12.4.3"), "more than three hexes"
    empty = field("28-110 2313, Eng-VIII-1 3115", "allied move")
    assert empty.why("blow 3017/3117") == ("cannot-blow", "12.4.3"), "nobody on the banks"


@pytest.mark.rule("deadly_woods", "12.4.3-a")
def test_delay_counts_beside_the_bridge() -> None:
    match = field("28-110 2313, Eng-VIII-1 3115, Delay 3117", "allied move")
    assert "blow 3017/3117" in match.offers()


@pytest.mark.rule("deadly_woods", "10.6.1-b")
def test_no_demolition_in_other_rounds() -> None:
    units = "80-317 3117, Eng-VIII-1 3115, 80-318 2313, 26VG-a 3217"
    for moment in ("allied combat", "patton", "reaction"):
        match = field(units, moment, turn=6)
        assert not any(offer.startswith("blow") for offer in match.offers()), moment
    assert any(offer.startswith("blow") for offer in field(units, "allied move", turn=6).offers())


@pytest.mark.rule("deadly_woods", "10.6.1-a")
def test_the_player_chooses_among_engineers() -> None:
    match = field("28-110 3117, Eng-VIII-1 3115, Eng-VIII-2 3016, Eng-V-1 2313, 28-112 3118", "allied move")
    match.do("blow 3017/3117")
    assert match.offers() == {"activate Eng-VIII-1", "activate Eng-VIII-2"}, "not those far away"
    assert match.prompt().args["side"] == ALLIED
    assert match.prompt().args["hexside"] == match.side("3017/3117")
    assert not match.is_destroyed("3017/3117"), "not before it is said who does it"
    match.do("activate Eng-VIII-2")
    assert match.is_destroyed("3017/3117")
    assert match.position.used[match.unit("Eng-VIII-2")]
    assert not match.position.used[match.unit("Eng-VIII-1")]
    assert match.why("blow 3017/3117") == ("cannot-blow", "12.4.3"), "it is down already"
    match.do("blow 3018/3118")
    assert match.prompt_code() == "choose-move", "nobody is asked where only one is left who could"
    assert match.position.used[match.unit("Eng-VIII-1")]
