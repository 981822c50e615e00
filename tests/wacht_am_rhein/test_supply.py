"""14.0 Supply: lines to headquarters and off the map, Out of Communications, isolation, and the markers of both."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.field import (
    BLOWN,
    BUILT,
    ISOLATED_1,
    ISOLATED_2,
    OUT_OF_COMMUNICATIONS,
    SUPPLIED,
    UNSUPPLIED,
)
from ardennes.games.wacht_am_rhein.rules.lines import Lines
from ardennes.games.wacht_am_rhein.rules.pieces import GERMAN
from ardennes.games.wacht_am_rhein.rules.supply import CUT, ISOLATED, TRACED, Survey, flip, marker
from tests.wacht_am_rhein.fields import Battlefield, box, field

PANZER, VOLKS, PARATROOPS = "GE-2_3_2P-T-V", "GE-1_39_26-I", "GE-1_13_5FJ-P"
XLVII, LVIII, ARMY, DIVISION = "GE-XLVII_HQ-H", "GE-LVIII_HQ-H", "GE-7_Army_HQ-H", "GE-2P_XLVII-H"
BATTALION, COMPANY, CORPS_ENGINEER = "US-1_12_4-I", "US-c25-I", "US-158_VIII-E"
HQ_4, HQ_28, HQ_9A = "US-4_VIII-H", "US-28_VIII-H", "US-9A_VIII-H"
ROAD = (
    *("D2119", "D2218", "D2118", "D2117", "D2116", "D2015", "D2014", "D2013", "D1914", "D1814", "D1813", "D1812"),
    *("D1811", "D1810", "D1809", "D1808", "D1807", "D1806", "D1805", "D1804", "D1904", "D2004", "D2105", "D2204"),
    *("D2305", "D2404"),
)
"""A primary road; from its last hex it goes on to the eastern edge at D3301."""
POCKET, NORTH, SOUTH = "D3235", "D3135", "D3336"
"""A hex, and two from which the zones of two battalions reach all its other neighbours; no river is near."""
RING = f"GE-1_39_26-I {NORTH}, GE-2_39_26-I {SOUTH}"
US_RING = f"US-1_12_4-I {NORTH}, US-1_109_28-I {SOUTH}"


def finding(units: str, id: str, **more: object) -> int:
    """What a unit's supply lines tell."""
    match = field(units, **more)  # type: ignore[arg-type]
    unit = match.unit(id)
    return Survey(match.position, match.data.sides[unit]).finding(unit)


def state(match: Battlefield, id: str) -> int:
    return int(match.position.supply[match.unit(id)])


def checked(units: str, side: str = "allied", **more: object) -> Battlefield:
    """The position after the supply phase of a player turn."""
    return field(units, f"{side} supply", **more)  # type: ignore[arg-type]


# --- the Allies (14.1) -------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "14.11-a", "14.12-a")
def test_a_line_of_any_length_to_the_own_division() -> None:
    assert finding(f"{BATTALION} D0840, {HQ_4} D3413", BATTALION) == TRACED
    assert finding(f"{BATTALION} D0840, {HQ_28} D3413", BATTALION) == TRACED, "while its own has never been in play"
    assert finding(f"{BATTALION} D0840, {HQ_28} D3413, {HQ_4} eliminated", BATTALION) == CUT


@pytest.mark.rule("wacht_am_rhein", "14.11-a", "14.41", "14.61", "8.51")
def test_rigid_zones_all_around_isolate() -> None:
    assert finding(f"{BATTALION} {POCKET}, {HQ_4} D3413, {RING}", BATTALION) == ISOLATED
    assert finding(f"{BATTALION} {POCKET}, {HQ_4} D3413, GE-1_39_26-I {NORTH}", BATTALION) == TRACED


@pytest.mark.rule("wacht_am_rhein", "14.42", "14.41", "8.52")
@pytest.mark.parametrize(
    "other", ["GE-2_39_26-I {}/1", "GE-2_39_26-I {} march", "GE-2_39_26-I {} supply=3", "GE-26xx-E {}"]
)
def test_fluid_zones_and_those_of_the_isolated_block_nothing(other: str) -> None:
    ring = f"GE-1_39_26-I {NORTH}, {other.format(SOUTH)}"
    assert finding(f"{BATTALION} {POCKET}, {HQ_4} D3413, {ring}", BATTALION) == TRACED


@pytest.mark.rule("wacht_am_rhein", "14.41")
def test_an_entrenched_engineer_blocks() -> None:
    ring = f"GE-1_39_26-I {NORTH}, GE-26xx-E {SOUTH}"
    units = f"{BATTALION} {POCKET}, {HQ_4} D3413, {ring}"
    assert finding(units, BATTALION, hexes=[f"{SOUTH}: positions=4"]) == ISOLATED
    assert finding(units, BATTALION, hexes=[f"{SOUTH}: positions=3"]) == TRACED, "while it digs"


@pytest.mark.rule("wacht_am_rhein", "14.44", "8.53")
@pytest.mark.parametrize("friend", ["US-c26-I {}", "US-c26-I {} supply=4", "US-c26-I {} march", f"{HQ_28} {{}}"])
def test_any_friend_opens_its_hex(friend: str) -> None:
    units = f"{BATTALION} {POCKET}, {HQ_4} D3413, {RING}"
    assert finding(f"{units}, {friend.format('D3234')}", BATTALION) == TRACED


@pytest.mark.rule("wacht_am_rhein", "14.51-a", "14.61")
def test_another_headquarters_saves_from_isolation() -> None:
    units = f"{BATTALION} {POCKET}, {HQ_4} D3413, {RING}"
    assert finding(f"{units}, {HQ_28} {POCKET}", BATTALION) == CUT


@pytest.mark.rule("wacht_am_rhein", "14.51-b")
def test_a_pocket_with_its_headquarters_is_out_of_communications() -> None:
    assert finding(f"{BATTALION} {POCKET}, {HQ_4} {POCKET}, {RING}", BATTALION) == CUT


@pytest.mark.rule("wacht_am_rhein", "14.12-b", "14.51-b")
def test_corps_units_use_any_headquarters_of_the_corps() -> None:
    assert finding(f"{CORPS_ENGINEER} {POCKET}, {HQ_28} {POCKET}, {HQ_4} D3413", CORPS_ENGINEER) == TRACED
    ringed = f"{CORPS_ENGINEER} {POCKET}, {HQ_28} {POCKET}, {HQ_4} D3413, {RING}"
    assert finding(ringed, CORPS_ENGINEER) == CUT
    assert finding(f"{ringed}, US-c26-I D3234", CORPS_ENGINEER) == TRACED, "one complete chain is enough"


@pytest.mark.rule("wacht_am_rhein", "17.0-e1")
def test_companies_use_any_headquarters_of_their_nation() -> None:
    units = f"{{}} {POCKET}, {HQ_28} D3413, {HQ_4} eliminated"
    assert finding(units.format(COMPANY), COMPANY) == TRACED
    assert finding(units.format(BATTALION), BATTALION) == CUT


@pytest.mark.rule("wacht_am_rhein", "14.12-f")
def test_headquarters_that_never_were_in_play() -> None:
    gun = "US-58_VII-SPA-105"
    assert finding(f"{gun} {POCKET}, {HQ_28} D3413", gun) == TRACED, "no headquarters of VII Corps takes part"


@pytest.mark.rule("wacht_am_rhein", "14.11-b")
def test_the_road_must_lead_off_the_map() -> None:
    """The last hexes of the roads to the south, west and north are all held by Germans but one."""
    match = field(f"{BATTALION} {POCKET}, {HQ_4} D3413")
    edges = [match.data.board.label(hex) for hex in match.data.supply_edges[1]]
    tanks = [piece.id for piece in match.data.counters if piece.side == 0 and piece.battalion and not piece.gun]
    corks = [f"{id} {hex}" for id, hex in zip(tanks, edges, strict=False) if hex != "D3923"]
    units = ", ".join([f"{BATTALION} {POCKET}, {HQ_4} D3413", *corks])
    assert finding(units, BATTALION) == TRACED
    assert finding(f"{units}, {tanks[len(edges)]} D3923", BATTALION) == CUT


@pytest.mark.rule("wacht_am_rhein", "14.13")
def test_a_headquarters_serves_any_number() -> None:
    ids = [piece.id for piece in box().counters if piece.company and piece.company != "W"][:30]
    units = ", ".join(f"{id} D{row}30" for id, row in zip(ids, range(10, 40), strict=False))
    match = field(f"{units}, {HQ_28} D3413")
    survey = Survey(match.position, 1)
    assert {survey.finding(match.unit(id)) for id in ids} == {TRACED}


# --- Volksgrenadiers and paratroopers (14.2) ---------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "14.21-a", "14.22", "14.23", "14.52-a")
@pytest.mark.parametrize("unit", [VOLKS, PARATROOPS])
def test_seven_hexes_to_any_corps_or_army(unit: str) -> None:
    """Over woods and the Our: D2020 is seven hexes from D2013, D2021 eight."""
    for headquarters in (XLVII, LVIII, ARMY):
        assert finding(f"{unit} D2020, {headquarters} D2013", unit) == TRACED
        assert finding(f"{unit} D2021, {headquarters} D2013", unit) == CUT
    assert finding(f"{unit} D2014, {DIVISION} D2013, {XLVII} eliminated", unit) == ISOLATED


@pytest.mark.rule("wacht_am_rhein", "14.21-c", "14.52-b")
def test_their_headquarters_stands_on_a_road() -> None:
    board = box().board
    off_road = next(
        hex
        for hex in board.around(board.hex("D2013"))
        if not any(board.road[board.side(hex, there)] for there in board.around(hex))
    )
    assert finding(f"{VOLKS} D2014, {XLVII} {board.label(off_road)}", VOLKS) == CUT
    assert finding(f"{VOLKS} D2014, {XLVII} D2013", VOLKS) == TRACED


@pytest.mark.rule("wacht_am_rhein", "14.21-a")
def test_a_detour_counts() -> None:
    """Six hexes to the headquarters, but eight around the zone in the way."""
    assert finding(f"{VOLKS} D1810, {XLVII} D1804, {BATTALION} D1807/1", VOLKS) == TRACED
    assert finding(f"{VOLKS} D1810, {XLVII} D1804, {BATTALION} D1807", VOLKS) == CUT


@pytest.mark.rule("wacht_am_rhein", "14.62")
def test_volksgrenadiers_beside_foreign_panzers() -> None:
    units = f"{VOLKS} {POCKET}, {PANZER} {POCKET}, {LVIII} {POCKET}, {XLVII} D2013, {US_RING}"
    assert finding(units, VOLKS) == CUT, "any corps will do, but no road leads out"
    assert finding(units, PANZER) == ISOLATED, "the corps of others does not help panzers"


# --- panzers, corps and brigades (14.3) --------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "14.31-a", "14.52-a")
def test_seven_points_along_a_road() -> None:
    """The worked example: 21 hexes of primary road are seven points, 22 are too many."""
    assert finding(f"{PANZER} {ROAD[0]}, {XLVII} {ROAD[21]}", PANZER) == TRACED
    assert finding(f"{PANZER} {ROAD[0]}, {XLVII} {ROAD[22]}", PANZER) == CUT


@pytest.mark.rule("wacht_am_rhein", "14.32-a")
def test_panzers_use_their_own_headquarters_or_that_of_their_corps() -> None:
    near, far = ROAD[3], ROAD[25]
    assert finding(f"{PANZER} {ROAD[0]}, {DIVISION} {near}, {XLVII} {far}", PANZER) == TRACED
    assert finding(f"{PANZER} {ROAD[0]}, {DIVISION} {far}, {XLVII} {near}", PANZER) == TRACED
    assert finding(f"{PANZER} {ROAD[0]}, {DIVISION} {far}, {XLVII} {far}, {LVIII} {near}", PANZER) == CUT


@pytest.mark.rule("wacht_am_rhein", "14.32-b")
def test_corps_units_use_the_headquarters_of_their_corps() -> None:
    tank = "GE-XLVII-T-StuH-1"
    assert finding(f"{tank} {ROAD[0]}, {XLVII} {ROAD[25]}, {LVIII} {ROAD[3]}", tank) == CUT
    assert finding(f"{tank} {ROAD[0]}, {XLVII} {ROAD[3]}", tank) == TRACED


@pytest.mark.rule("wacht_am_rhein", "14.12-e")
def test_a_lost_headquarters() -> None:
    tank = "GE-XLVII-T-StuH-1"
    units = f"{PANZER} {ROAD[0]}, {tank} {ROAD[1]}, {VOLKS} {ROAD[2]}, {LVIII} {ROAD[3]}"
    assert finding(f"{units}, {DIVISION} eliminated, {XLVII} {ROAD[4]}", PANZER) == TRACED
    both = f"{units}, {DIVISION} eliminated, {XLVII} eliminated"
    assert [finding(both, unit) for unit in (PANZER, tank, VOLKS)] == [ISOLATED, ISOLATED, TRACED]


@pytest.mark.rule("wacht_am_rhein", "14.43", "14.52-a")
def test_rivers_stop_the_lines_of_panzers() -> None:
    """Over the Our at D2119, where no bridge is printed."""
    units = f"{{}} D2120, {XLVII} D2119"
    assert finding(units.format(VOLKS), VOLKS) == TRACED
    assert finding(units.format(PANZER), PANZER, spans={"D2119/D2120": BUILT}) == TRACED
    assert finding(units.format(PANZER), PANZER) == CUT, "another bridge is far away"


@pytest.mark.rule("wacht_am_rhein", "14.43", "14.62")
def test_the_last_bridge() -> None:
    data = box()
    rivers = [side for side in data.waters if data.board.vocabulary["river"][data.board.river[side]] == "river"]
    spans = {data.board.side_label(side): BLOWN for side in rivers if side in data.bridges}
    assert finding(f"{PANZER} D2120, {XLVII} D2119, {VOLKS} D2120", PANZER, spans=spans) == ISOLATED
    assert finding(f"{PANZER} D2120, {XLVII} D2119, {VOLKS} D2120", VOLKS, spans=spans) == CUT, (
        "its line crosses, the road is cut"
    )


@pytest.mark.rule("wacht_am_rhein", "14.31-b")
def test_a_panzer_headquarters_may_stand_off_the_road() -> None:
    """D1511 lies in woods without a road; to VG units it is of no use."""
    board = box().board
    off_road = next(
        hex
        for hex in board.around(board.hex(ROAD[3]))
        if not any(board.road[board.side(hex, there)] for there in board.around(hex))
    )
    assert finding(f"{PANZER} {ROAD[3]}, {XLVII} {board.label(off_road)}", PANZER) == TRACED


@pytest.mark.rule("wacht_am_rhein", "14.31-b")
def test_each_headquarters_needs_a_road_of_its_own() -> None:
    """That of the corps is surrounded; what leads off from that of the division is of no use to it."""
    units = f"{PANZER} {POCKET}, {XLVII} {POCKET}, {DIVISION} {ROAD[3]}, {US_RING}"
    assert finding(units, PANZER) == CUT
    assert finding(units.replace(f", {US_RING}", ""), PANZER) == TRACED
    lines = Lines(field(units).position, GERMAN)
    corps, division = (box().unit(id) for id in (XLVII, DIVISION))
    assert [lines.reaches_road(hq, 7) for hq in (division, corps, division)] == [True, False, True]


@pytest.mark.rule("wacht_am_rhein", "14.0-e")
def test_guns_that_cannot_move_are_always_supplied() -> None:
    guns = [piece.id for piece in box().counters if piece.gun and piece.side == 0 and not piece.full.moves]
    assert len(guns) == 6
    units = f"{guns[0]} {POCKET}, GE-XLVII-A-150-1 {POCKET}, {XLVII} eliminated, {US_RING}, {HQ_4} D3413, {HQ_28} D3413"
    match = checked(units)
    assert [state(match, id) for id in (guns[0], "GE-XLVII-A-150-1")] == [SUPPLIED, ISOLATED_1]


@pytest.mark.rule("wacht_am_rhein", "14.56", "14.8")
def test_headquarters_are_always_supplied() -> None:
    match = checked(f"{HQ_4} {POCKET}, {BATTALION} {POCKET}, {RING}, {ARMY} D2013")
    assert [state(match, id) for id in (HQ_4, BATTALION)] == [SUPPLIED, OUT_OF_COMMUNICATIONS]


# --- the first day -----------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "25.14b")
def test_germans_need_no_supply_on_the_first_day() -> None:
    units = f"{PANZER} {POCKET}, {XLVII} D2013, {US_RING}, {HQ_4} D3413, {HQ_28} D3413"
    assert [state(checked(units, turn=turn), PANZER) for turn in (1, 3, 4)] == [SUPPLIED, SUPPLIED, ISOLATED_1]
    ours = f"{BATTALION} {POCKET}, {HQ_4} D3413, {RING}"
    assert state(checked(ours, turn=1), BATTALION) == ISOLATED_1


# --- markers (14.5, 14.6) ----------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "14.0-d", "14.53", "14.63")
@pytest.mark.parametrize(
    ("old", "found", "new"),
    [
        *((old, TRACED, SUPPLIED) for old in range(5)),
        (SUPPLIED, CUT, OUT_OF_COMMUNICATIONS),
        (OUT_OF_COMMUNICATIONS, CUT, OUT_OF_COMMUNICATIONS),
        (UNSUPPLIED, CUT, UNSUPPLIED),
        (ISOLATED_1, CUT, OUT_OF_COMMUNICATIONS),
        (ISOLATED_2, CUT, UNSUPPLIED),
        *((old, ISOLATED, ISOLATED_1) for old in (SUPPLIED, OUT_OF_COMMUNICATIONS, UNSUPPLIED, ISOLATED_1)),
        (ISOLATED_2, ISOLATED, ISOLATED_2),
    ],
)
def test_markers_after_a_determination(old: int, found: int, new: int) -> None:
    assert marker(old, found) == new


@pytest.mark.rule("wacht_am_rhein", "14.0-c", "14.54-a", "14.64-a")
def test_markers_flip_in_combat() -> None:
    ids = ("US-c25-I", "US-c26-I", "US-c27-I", "US-c28-I", "US-c29-I")
    units = ", ".join(f"{id} D10{10 + number} supply={number}" for number, id in enumerate(ids))
    match = field(f"{units}, {VOLKS} D2013")
    flip(match.position, [match.unit(id) for id in ids], "14.54")
    assert [state(match, id) for id in ids] == [SUPPLIED, UNSUPPLIED, UNSUPPLIED, ISOLATED_2, ISOLATED_2]


@pytest.mark.rule("wacht_am_rhein", "14.41-b", "5.2D1-a", "5.2E1")
def test_who_checks_first_loses_his_zone_first() -> None:
    """Two battalions, each in a pocket of which the other's zone is a part."""
    units = (
        f"{PANZER} {NORTH}, {BATTALION} {POCKET}, GE-2_39_26-I {SOUTH}, {XLVII} eliminated, {HQ_4} D3413, {ARMY} D2013"
    )
    allied, german = (checked(f"{units}, {DIVISION} eliminated", side) for side in ("allied", "german"))
    assert state(allied, PANZER) == ISOLATED_1
    assert state(allied, BATTALION) == SUPPLIED, "the Germans check first, and the zone of the tanks is gone"
    assert state(german, BATTALION) == ISOLATED_1


@pytest.mark.rule("wacht_am_rhein", "14.0-a")
def test_a_state_holds_until_the_next_determination() -> None:
    match = field(f"{BATTALION} {POCKET} supply=2, {HQ_4} D3413", "allied move")
    assert state(match, BATTALION) == UNSUPPLIED, "though its line is open again"
    match.do("done")
    match.finish()
    assert state(match, BATTALION) == SUPPLIED, "in the German player turn it is checked again"


@pytest.mark.rule("wacht_am_rhein", "14.66-c")
def test_isolated_units_keep_out_of_enemy_zones() -> None:
    """A company has a fluid zone, into which others go."""
    units = f"{BATTALION} D3234 supply={{}}, {HQ_4} D3413, GE-26xx-E D3232, {ARMY} D2013"
    for state, enters in ((SUPPLIED, True), (ISOLATED_1, False)):
        match = field(units.format(state), "allied move")
        match.do(f"move {BATTALION}")
        zones = {hex for hex in match.destinations() if match.position.in_enemy_zone(match.hex(hex), 1)}
        assert bool(zones) is enters


# --- all nations ---------------------------------------------------------------------------------------------


def serving(id: str) -> set[str]:
    """The formations whose headquarters may supply a unit in the Race for the Meuse."""
    data = box("race_for_the_meuse")
    return {data.counters[unit].designation for unit in data.supply_sources[data.unit(id)]}


def staffs(*nations: str, corps: str = "") -> set[str]:
    pieces = [piece for piece in box("race_for_the_meuse").counters if piece.headquarters]
    return {piece.designation for piece in pieces if piece.nation in nations and corps in ("", piece.corps)}


def unit_of(**facts: str) -> str:
    """Some unit of the Race with these facts, no headquarters."""
    pieces = box("race_for_the_meuse").counters
    return next(
        piece.id
        for piece in pieces
        if not piece.headquarters and all(getattr(piece, name) == fact for name, fact in facts.items())
    )


@pytest.mark.rule("wacht_am_rhein", "14.12-c", "14.0-f")
def test_brigades_use_any_headquarters_of_their_nation() -> None:
    for brigade in ("29Ax", "33Ax"):
        assert serving(unit_of(nation="British", formation=brigade)) == staffs("British") != set()


@pytest.mark.rule("wacht_am_rhein", "14.12-d", "14.0-f")
def test_units_with_a_dash_use_any_headquarters_of_their_nation() -> None:
    assert serving(unit_of(nation="US", designation="1/354/-")) == staffs("US")
    assert serving(unit_of(nation="French")) == staffs("US"), "they have none of their own"


@pytest.mark.rule("wacht_am_rhein", "14.0-f")
def test_the_other_allies_trace_like_the_americans() -> None:
    assert serving(unit_of(nation="British", formation="43")) == {"43/XXX"}
    assert serving(unit_of(nation="British", formation="", corps="XXX")) == staffs("British")
    assert serving(unit_of(nation="Canadian")) == staffs("US", corps="V") != set()
    match = field("US-2_9_2-I C1119, US-2_V-H C1119", "allied move", turn=8, scenario="kampfgruppe_peiper")
    assert Survey(match.position, 1).finding(match.unit("US-2_9_2-I")) == TRACED
