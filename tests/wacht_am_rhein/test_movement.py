"""6.0 Movement: who moves and how far, what ground, water, roads and engineers cost, and guns on the way."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.field import BLOWN, BUILT
from tests.wacht_am_rhein.fields import box, cost, field, moving

FOOT, TANKS, LORRIES, MOTORIZED = "GE-1_316_212-I", "GE-XLVII-T-StuH-1", "GE-1_2_2P-M", "GE-1_304_2P-MOT"
DIGGERS, STAFF, GUN = "GE-212xx-E", "GE-XLVII_HQ-H", "GE-212xx-A-105"
US_FOOT, US_TANKS, US_GUN, US_STAFF = "US-1_12_4-I", "US-19_9Axx-T-M4", "US-42_4xx-A-105", "US-4_VIII-H"
FREE = 5
"""17 December AM: no rules of the first day."""


# --- who moves, and how far ----------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "6.0-a", "6.11", "5.2D2-e")
@pytest.mark.parametrize(("moment", "own", "enemy"), [("german", FOOT, US_FOOT), ("allied", US_FOOT, FOOT)])
def test_all_some_or_none_of_the_units_move(moment: str, own: str, enemy: str) -> None:
    match = field(f"{own} D1936, {enemy} D2246", f"{moment} move")
    assert match.offers() == {f"move {own}", "done"}
    assert match.why(f"move {enemy}") == ("not-yours", "6.25")
    match.do("done")
    assert match.at(own, "D1936")


@pytest.mark.rule("wacht_am_rhein", "6.0-b", "6.24")
def test_a_move_is_final_and_points_are_not_saved() -> None:
    match = field(f"{FOOT} D1936, {DIGGERS} D3423", "german move")
    match.do(f"move {FOOT}", "to D1937")
    assert match.why(f"move {FOOT}") == ("has-moved", "6.24")
    match.do(f"move {DIGGERS}")
    assert match.prompt().args["points"] == 6 * 30


@pytest.mark.rule("wacht_am_rhein", "6.24")
def test_nobody_spends_more_than_the_allowance() -> None:
    way = "D2246/D2247/D2147/D2247/D2246/D2247/D2147"
    assert cost(FOOT, way) == 6
    assert cost(FOOT, f"{way}/D2247") is None
    assert moving(f"{FOOT} D1936, {US_FOOT} D2246", FOOT).why("to D1945") == ("too-far", "6.24")


@pytest.mark.rule("wacht_am_rhein", "2.31-a", "6.13", "6.12")
def test_classes_by_the_printed_allowance() -> None:
    """EX-01"""
    counters = {piece.id: piece for piece in box().counters}
    assert counters[FOOT].class_a
    assert not counters[TANKS].class_a
    assert cost(FOOT, "D2117/D2217") == 2
    assert cost(TANKS, "D2117/D2217") == 6


@pytest.mark.rule("wacht_am_rhein", "6.21")
def test_a_hex_with_an_enemy_is_closed() -> None:
    match = moving(f"{FOOT} D1936, {US_STAFF} D1937", FOOT)
    assert match.why("to D1937") == ("enemy-there", "6.21")
    assert match.price("D1937") is None


@pytest.mark.rule("wacht_am_rhein", "6.41", "6.42", "6.43", "9.13")
def test_friends_and_their_zones_are_no_hindrance() -> None:
    crowd = f"{DIGGERS} D1937, {LORRIES} D1937, {MOTORIZED} D1937"
    assert cost(FOOT, "D1936/D1937/D2037", others=crowd) == cost(FOOT, "D1936/D1937/D2037")


@pytest.mark.rule("wacht_am_rhein", "6.28-a", "6.28-c")
def test_class_a_always_moves_one_hex() -> None:
    """WAR-R07, R13: for missing points only, as the sole hex, and not once points were spent."""
    engineers = "US-299_VIII-E"
    match = moving(f"{engineers} D1721", engineers, "allied move")
    assert match.price("D1620") == 4, "woods behind a river cost 6 of 4"
    assert match.price("D1620", "D1520") is None
    assert moving(f"{engineers} D1721 spent=30", engineers, "allied move").price("D1620") is None
    assert cost(TANKS, "D1721/D1620") is None
    assert moving(f"{DIGGERS} D2117 supply=2", DIGGERS).price("D2217") == 2
    loaded = moving(f"{DIGGERS} D2117 supply=2 bridge=1", DIGGERS)
    assert loaded.prompt().args["points"] == 3 * 30
    assert "to D2217" not in loaded.offers(), "with a bridge of Class B, and woods cost that 6"
    guns = "GE-7_Army-A-210"
    assert field(f"{guns} D1936, {FOOT} D2246").why(f"move {guns}") == ("cannot-move-at-all", "6.28")


# --- the chart -----------------------------------------------------------------------------------------

GROUNDS = [
    ("D2246/D2247", 1, 1, 1, 1),
    ("D1936/D1937", 1, 3, 1, 2),
    ("D2117/D2217", 2, 6, None, None),
    ("D2003/D2004", 1, 3, 1, 2),
    ("D3432/D3533", 2, 3, 3, 3),
    ("D0435/D0336", 2, 7, 5, 6),
    ("D3423/D3524", 5, None, None, None),
]
"""Clear, broken, woods, town; a creek, a ford and a river on the way."""


@pytest.mark.rule(
    "wacht_am_rhein", "6.8-a", "6.8-b", "6.8-c", "6.8-d", "6.8-e", "6.8-f", "6.8-g", "6.29", "6.54", "18.24"
)
@pytest.mark.parametrize(("way", "a", "b", "march_a", "march_b"), GROUNDS)
def test_what_ground_and_water_cost(
    way: str, a: int | None, b: int | None, march_a: int | None, march_b: int | None
) -> None:
    assert cost(FOOT, way) == a
    assert cost(TANKS, way) == b
    assert cost(f"{FOOT} march", way) == march_a
    assert cost(f"{TANKS} march", way) == march_b


@pytest.mark.rule("wacht_am_rhein", "6.8-b", "6.8-c", "6.8-d", "18.23")
def test_frozen_ground_is_easier_for_class_b_in_tactical_mode() -> None:
    freeze = ["ground = 1"]
    assert cost(TANKS, "D1936/D1937", clocks=freeze) == 2
    assert cost(TANKS, "D2117/D2217", clocks=freeze) == 4
    assert cost(TANKS, "D2003/D2004", clocks=freeze) == 3
    assert cost(FOOT, "D2117/D2217", clocks=freeze) == 2
    assert cost(f"{TANKS} march", "D1936/D1937", clocks=freeze) == 2


@pytest.mark.rule("wacht_am_rhein", "6.8-i", "6.8-j", "7.31-a", "7.42")
def test_roads_are_for_march_mode() -> None:
    primary, secondary = "D1906/D2006", "D1849/D1949"
    assert cost(f"{FOOT} march", primary) == cost(f"{FOOT} march", secondary) == 1
    assert cost(f"{US_FOOT} march", primary, "allied move") == pytest.approx(1 / 5)
    assert cost(f"{US_FOOT} march", secondary, "allied move") == pytest.approx(1 / 3)
    for tanks, moment in ((TANKS, "german move"), (US_TANKS, "allied move")):
        assert cost(f"{tanks} march", primary, moment) == pytest.approx(1 / 3)
        assert cost(f"{tanks} march", secondary, moment) == 1 / 2
        assert cost(tanks, primary, moment) == 1
    assert cost(f"{TANKS} march", "D2117/D2116") == pytest.approx(1 / 3), "woods by road"


@pytest.mark.rule("wacht_am_rhein", "7.43-a")
def test_fractions_add_up_along_a_road() -> None:
    """EX-04"""
    way = ["D1204", "D1305", "D1404", "D1504", "D1604", "D1704", "D1804", "D1904"]
    match = moving(f"{US_TANKS} {way[0]} march", US_TANKS, "allied move")
    totals = [match.price(*way[1 : number + 1]) for number in range(1, 8)]
    assert totals == pytest.approx([number / 3 for number in range(1, 8)])


@pytest.mark.rule("wacht_am_rhein", "7.43-b")
def test_another_kind_of_road_rounds_up() -> None:
    """EX-05; WAR-R12: so does leaving the road."""
    way = ["D1305", "D1404", "D1504", "D1604", "D1704", "D1804", "D1904"]
    match = moving(f"{US_TANKS} D1204 march", US_TANKS, "allied move")
    assert match.price(*way, "D2003") == 3.5
    whole = moving(f"{US_TANKS} D1305 march", US_TANKS, "allied move")
    assert whole.price(*way[1:], "D2003") == 2.5, "two points are whole: nothing is rounded"
    assert moving(f"{US_TANKS} D1906 march", US_TANKS, "allied move").price("D2006", "D1906") == pytest.approx(2 / 3)


# --- water ---------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "6.51-a", "6.52-a", "6.8-h", "7.35", "7.41")
def test_bridges_are_for_march_mode() -> None:
    """WAR-R03, R04, R10"""
    bridge = "D2722/D2621"
    assert cost(TANKS, bridge) is None
    assert cost(f"{TANKS} march", bridge) == pytest.approx(1 / 3)
    assert cost(FOOT, bridge) == 5, "it ignores the bridge and wades"
    assert cost(f"{FOOT} march", bridge) == 1
    assert cost(f"{TANKS} march", bridge, spans={bridge: BLOWN}) is None


@pytest.mark.rule("wacht_am_rhein", "6.52-b")
def test_class_a_wades() -> None:
    assert cost(FOOT, "D3423/D3524") == 5
    assert cost(f"{FOOT} march", "D3423/D3524") is None


@pytest.mark.rule("wacht_am_rhein", "6.8-h", "6.51-a")
def test_a_bridge_that_was_built_is_a_bridge() -> None:
    river = "D3423/D3524"
    assert cost(f"{TANKS} march", river, spans={river: BUILT}) == 1
    assert cost(TANKS, river, spans={river: BUILT}) is None


@pytest.mark.rule("wacht_am_rhein", "6.53-a", "6.53-b", "6.53-c", "6.53-d")
def test_engineers_help_across() -> None:
    river, beside = "D3423/D3524", f"{DIGGERS} D3422"
    assert cost(FOOT, river, others=beside) == 3
    assert cost(LORRIES, river, others=beside) == 5
    assert cost(MOTORIZED, river, others=beside) == 5
    assert cost(TANKS, river, others=beside) is None
    assert cost("GE-1_15_5FJ-P", river, others=beside) is None, "WAR-R86: paratroopers on lorries"
    assert cost(FOOT, river, others=f"{DIGGERS} D3420") == 5
    assert cost(DIGGERS, river) == 5, "never itself"
    assert cost(FOOT, "D0435/D0336", others=f"{DIGGERS} D0435") == 2, "a ford is not eased"
    match = moving(f"{LORRIES} D3423, {DIGGERS} D3422", LORRIES)
    match.do("to D3524")
    assert match.column("done", DIGGERS) & 4


@pytest.mark.rule("wacht_am_rhein", "6.53-c")
def test_an_engineer_who_was_not_needed_has_not_helped() -> None:
    match = moving(f"{FOOT} D3423, {DIGGERS} D3422", FOOT)
    match.do("to D3524")
    assert not match.column("done", DIGGERS) & 4


# --- headquarters and guns -----------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "6.61", "6.62", "7.5")
def test_headquarters_use_roads_as_they_are() -> None:
    """EX-02; WAR-R88: they cross bridges by road and wade elsewhere."""
    assert cost(STAFF, "D2117/D2217") == 2
    assert cost(STAFF, "D1906/D2006") == pytest.approx(1 / 3)
    assert cost(STAFF, "D1849/D1949") == 1 / 2
    assert cost(STAFF, "D2722/D2621") == pytest.approx(1 / 3)
    assert cost(STAFF, "D3423/D3524") == 5
    match = moving(f"{STAFF} D1906", STAFF)
    assert match.objects("march") == set()
    assert match.why("march D2006") == ("headquarters-never-march", "7.5")


@pytest.mark.rule("wacht_am_rhein", "6.63", "8.35", "8.13")
def test_headquarters_keep_out_of_enemy_zones() -> None:
    match = moving(f"{STAFF} D1936, US-299_VIII-E D1938, {FOOT} D1937", STAFF)
    assert match.price("D1937") is None, "not even where a friend stands"
    assert match.why("to D1937") == ("zone-in-the-way", "8.31")
    assert moving(f"{FOOT} D1936, {US_STAFF} D1938", FOOT).price("D1937", "D2037") == 2


@pytest.mark.rule("wacht_am_rhein", "6.31", "6.32-a")
def test_a_german_gun_leaves_battery_with_its_first_hex() -> None:
    match = moving(f"{GUN} D2246 battery, {FOOT} D1936", GUN)
    match.do("to D2247")
    assert not match.column("battery", GUN)


@pytest.mark.rule("wacht_am_rhein", "6.32-b")
@pytest.mark.parametrize(("hex", "still"), [("D2247", 1), ("D2248", 0)])
def test_an_allied_gun_leaves_battery_with_its_second(hex: str, still: int) -> None:
    match = moving(f"{US_GUN} D2246 battery, {US_FOOT} D1936", US_GUN, "allied move")
    match.do(f"to {hex}")
    assert match.column("battery", US_GUN) == still


@pytest.mark.rule("wacht_am_rhein", "7.37", "6.32-b")
def test_a_gun_in_march_mode_is_out_of_battery() -> None:
    match = moving(f"{US_GUN} D2246 battery, {US_FOOT} D1936", US_GUN, "allied move")
    match.do("march D2246")
    assert match.column("march", US_GUN)
    assert not match.column("battery", US_GUN)


@pytest.mark.rule("wacht_am_rhein", "6.35", "5.2D2-d")
def test_guns_go_into_battery_before_movement() -> None:
    match = field(f"{GUN} D2246, GE-212xx-A-150 D2247 march", "german battery")
    assert match.prompt_code() == "choose-move"
    assert match.column("battery", GUN) == 1
    assert match.column("battery", "GE-212xx-A-150") == 0


# --- the first day -------------------------------------------------------------------------------------

BRIDGE = "D2722/D2621"


@pytest.mark.rule("wacht_am_rhein", "25.14f-a", "25.14-0")
@pytest.mark.parametrize(("crossed", "extra"), [(0, 0), (1, 2), (2, 4), (3, 6), (4, 8), (5, None)])
def test_a_bottleneck_is_dearer_with_each_crossing(crossed: int, extra: int | None) -> None:
    paid = cost(f"{TANKS} march", BRIDGE, turn=3, crossings={BRIDGE: crossed})
    assert paid == (None if extra is None else pytest.approx(1 / 3 + extra))
    assert cost(FOOT, BRIDGE, turn=3, crossings={BRIDGE: crossed}) == 5, "who wades does not queue"


@pytest.mark.rule("wacht_am_rhein", "25.14f-a", "6.62")
@pytest.mark.parametrize(("crossed", "extra"), [(0, 0), (1, 2), (4, 8), (5, None)])
def test_headquarters_queue_as_well(crossed: int, extra: int | None) -> None:
    paid = cost(STAFF, BRIDGE, turn=3, crossings={BRIDGE: crossed})
    assert paid == (None if extra is None else pytest.approx(1 / 3 + extra))


@pytest.mark.rule("wacht_am_rhein", "25.14f-a", "25.14f-b")
def test_every_german_over_a_river_bridge_counts_until_the_phase_ends() -> None:
    """WAR-R96; headquarters too."""
    match = field(f"{TANKS} D2722 march, {STAFF} D2722, {LORRIES} D2816 march, {FOOT} D2722, {DIGGERS} D1936", turn=3)
    side = match.side(BRIDGE)
    match.do(f"move {STAFF}", "to D2621", f"move {TANKS}", "to D2621")
    assert match.position.crossings[side] == 2
    match.do(f"move {FOOT}", "to D2621", f"move {LORRIES}", "to D2717")
    assert match.position.crossings[side] == 2, "neither who wades nor who crosses a creek"
    assert sum(match.position.crossings) == 2
    match.do("done")
    assert sum(match.position.crossings) == 0


@pytest.mark.rule("wacht_am_rhein", "25.14f-b")
@pytest.mark.parametrize(("id", "moment", "turn"), [(TANKS, "german move", 4), (US_TANKS, "allied move", 3)])
def test_no_bottleneck_for_others_or_later(id: str, moment: str, turn: int) -> None:
    match = moving(f"{id} D2722 march, {FOOT} D1936, {US_FOOT} D2246", id, moment, turn=turn)
    match.do("to D2621")
    assert sum(match.position.crossings) == 0


@pytest.mark.rule("wacht_am_rhein", "25.14g", "25.14-0")
def test_traffic_jams_cost_columns_a_point_on_the_first_day() -> None:
    way, others = "D1906/D2006", f"{FOOT} D2006"
    assert cost(f"{TANKS} march", way, others=others, turn=3) == pytest.approx(4 / 3)
    assert cost(f"{TANKS} march", way, others=f"{STAFF} D2006", turn=3) == pytest.approx(4 / 3)
    assert cost(f"{US_TANKS} march", way, "allied move", others=f"{US_FOOT} D2006", turn=3) == pytest.approx(4 / 3)
    assert cost(f"{TANKS} march", way, others=others, turn=4) == pytest.approx(1 / 3)
    assert cost(TANKS, "D2246/D2247", others=f"{FOOT} D2247", turn=3) == 1


@pytest.mark.rule("wacht_am_rhein", "25.14g", "6.28-a")
@pytest.mark.parametrize(("turn", "friend", "price"), [(3, DIGGERS, None), (3, GUN, None), (4, DIGGERS, 3)])
def test_without_the_points_for_a_jam_not_even_the_one_hex_is_sure(turn: int, friend: str, price: int | None) -> None:
    """A tired column has three points: two to leave a fluid zone, one for the hex, none for the jam."""
    others = f"{friend} D0935, US-c25-I D0734"
    assert cost(f"{FOOT} march fatigue=1", "D0834/D0935", others=others, turn=turn) == price
    match = moving(f"{FOOT} D0834 march fatigue=1, {others}", FOOT, turn=turn)
    if price is None:
        assert match.why("to D0935") == ("jam-in-the-way", "25.14g")
    assert match.price("D0835") == 3, "where nobody is"
