"""21.0 Reinforcements: who is due, by which road, in which place of the column; 22.0, 25.13 the schedule of
Bastogne."""

from __future__ import annotations

from collections import Counter

import pytest

from ardennes.engine.group_orders import group_order, group_reach
from ardennes.games.wacht_am_rhein.rules.field import BROKEN_DOWN, TRACK
from ardennes.games.wacht_am_rhein.rules.reinforcements import entry_cost, note_blocked, open_roads, waiting
from tests.wacht_am_rhein.fields import Battlefield, box, field

TANK, DESTROYER = "US-70_4xx-T-M4", "US-803_4xx-T-M10"
"""22.1 Both come on Game-Turn 3 at D6, which is D3909 on a secondary road."""
SOMEBODY = "US-28_VIII-H D2531, US-c25-I D2530, GE-1_39_26-I D1013, GE-XLVII_HQ-H D1113"
A4, A5, D4, D5, D6 = "A0116", "A0120", "D3923", "D3917", "D3909"


def coming(ids: str, turn: int, others: str = SOMEBODY, side: str = "allied", **more: object) -> Battlefield:
    track = ", ".join(f"{id} {TRACK}" for id in ids.split())
    match = field(f"{track}, {others}", f"{side} columns", turn=turn, **more)  # type: ignore[arg-type]
    return match.skip_to("choose-move")


def roads(match: Battlefield, id: str) -> set[str]:
    return {match.data.board.label(hex) for hex in open_roads(match.position, match.unit(id))}


# --- who and when ------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "21.0", "22.1-03", "21.23")
def test_units_come_on_their_turn_or_later() -> None:
    for turn, movers in ((2, False), (3, True), (6, True)):
        match = coming(f"{TANK} {DESTROYER}", turn)
        assert ({TANK, DESTROYER} <= match.movers()) is movers


@pytest.mark.rule(
    "wacht_am_rhein", "25.13-a", "25.13-b", "22.1-05", "22.1-06", "22.1-11", "22.1-14", "21.0-b", "22.2-12"
)
def test_the_schedule_of_bastogne() -> None:
    arriving = Counter((piece.side, piece.arrives) for piece in box().counters if piece.arrives)
    assert arriving == {
        **{(1, turn): n for turn, n in ((3, 2), (5, 7), (6, 12), (10, 1), (11, 19), (12, 1), (13, 1), (14, 14))},
        (0, 12): 16,
    }
    pieces = {piece.id: (piece.arrives, piece.place) for piece in box().counters}
    assert pieces["US-58_VII-SPA-105"] == (10, "D0147")
    assert pieces["US-705_VII-T-M10"] == (12, "D0147")
    assert pieces["US-1_501_101-P"] == (11, "D1650 D1350")
    assert pieces["US-3_22_4-I"] == (11, "D4")
    assert {piece.formation for piece in box().counters if piece.side == 0 and piece.arrives} == {"2P(SS)"}


@pytest.mark.rule("wacht_am_rhein", "21.25")
def test_who_waits_has_no_effect() -> None:
    match = coming(TANK, 3, f"GE-2_3_2P-T-V {D6}, {SOMEBODY}")
    assert match.position.exerts[match.unit(TANK)] == 0
    assert match.position.where[match.unit(TANK)] < 0


# --- coming in ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "21.11", "7.61", "25.16-h", "14.0-g", "22.0-b")
def test_a_unit_enters_in_march_mode_at_the_road_rate() -> None:
    match = coming(TANK, 5)
    match.do(f"move {TANK}")
    assert match.objects("enter") == {D6}
    assert match.points_for(f"enter {D6}") == 15, "half a point for Class B on a secondary road"
    match.do(f"enter {D6}")
    unit = match.unit(TANK)
    assert (match.position.march[unit], match.position.committed[unit], match.position.supply[unit]) == (1, 1, 0)
    assert match.prompt().args["points"] == 12 * 30 - 15


@pytest.mark.rule("wacht_am_rhein", "21.11")
def test_a_headquarters_enters_in_tactical_mode() -> None:
    match = coming("US-10A_III-H", 6)
    match.do("move US-10A_III-H", f"enter {D4}")
    assert match.position.march[match.unit("US-10A_III-H")] == 0
    assert match.prompt().args["points"] == 12 * 30 - 10, "a third of a point on a primary road"


@pytest.mark.rule("wacht_am_rhein", "21.12", "21.13", "21.13-b", "21.14", "7.62")
def test_the_column_waits_along_the_road() -> None:
    """The second pays for the place of the first as well; and nobody comes in while the first is still there."""
    match = coming(f"{TANK} {DESTROYER}", 5)
    match.do(f"move {TANK}", f"enter {D6}")
    match.do("done")
    assert match.movers() == {"US-c25-I", "US-28_VIII-H"}, "the first stands in the way"
    match = coming(f"{TANK} {DESTROYER}", 5)
    match.do(f"move {TANK}", f"enter {D6}")
    match.do(f"to {sorted(match.destinations())[-1]}")
    match.do("move US-c25-I", "done", f"move {DESTROYER}")
    assert match.points_for(f"enter {D6}") == 30


@pytest.mark.rule("wacht_am_rhein", "21.13")
def test_the_tenth_german_on_foot_has_to_wait() -> None:
    """Not on this schedule; so with guns of Class A and six points, at one point for each place."""
    match = coming(TANK, 5)
    match.position.queued = (match.hex(D6),) * 22
    assert entry_cost(match.position, match.unit(TANK), match.hex(D6)) == 23 * 15
    match.position.queued = (match.hex(D6),) * 24
    match.position.forget()
    assert match.unit(TANK) not in waiting(match.position, 1)


@pytest.mark.rule("wacht_am_rhein", "21.13-b")
@pytest.mark.parametrize(("turn", "points"), [(3, 45), (5, 15)])
def test_traffic_jams_on_the_first_day(turn: int, points: int) -> None:
    match = coming(TANK, turn, f"US-c26-I {D6}, {SOMEBODY}")
    match.do(f"move {TANK}")
    assert match.points_for(f"enter {D6}") == points


@pytest.mark.rule("wacht_am_rhein", "22.0-a")
def test_a_choice_of_roads() -> None:
    match = coming("US-2_22_4-I", 5)
    match.do("move US-2_22_4-I")
    assert match.objects("enter") == {D4, D5, D6}


# --- blocked roads -----------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "21.21")
@pytest.mark.parametrize("enemy", [f"GE-2_3_2P-T-V {D6}", "GE-26xx-E D3808", "GE-26xx-E D3808, US-c26-I D3909"])
def test_enemies_and_their_zones_block_a_road(enemy: str) -> None:
    match = coming(TANK, 3, f"{enemy}, {SOMEBODY}")
    assert TANK not in match.movers()


@pytest.mark.rule("wacht_am_rhein", "21.21")
def test_a_headquarters_beside_the_road_blocks_nothing() -> None:
    assert TANK in coming(TANK, 3, f"GE-XLVII_HQ-H D3808, {SOMEBODY.replace(', GE-XLVII_HQ-H D1113', '')}").movers()


@pytest.mark.rule("wacht_am_rhein", "21.22", "21.24")
def test_who_finds_its_road_blocked_comes_a_turn_later_by_the_next_one_to_the_west() -> None:
    blocked = f"GE-26xx-E {D6}, {SOMEBODY}"
    match = coming(TANK, 5, blocked)
    assert roads(match, TANK) == set()
    match.dice(1, 1, 1)
    while match.position.turn < 6:
        match.do("done")
    while match.asked is not None and match.asked.side == 0:
        match.do("done")
    assert roads(match, TANK) == {D5}
    further = coming(TANK, 6, f"{blocked}, GE-212xx-E {D5}")
    further.position.delayed[further.unit(TANK)] = 5
    further.position.forget()
    assert roads(further, TANK) == {D4}


@pytest.mark.rule("wacht_am_rhein", "21.22", "21.23")
def test_a_new_blockade_delays_anew_who_was_held_back_when_the_road_was_open() -> None:
    blocked, since = f"GE-26xx-E {D6}, {SOMEBODY}", 0
    course = ((5, blocked, set()), (6, SOMEBODY, {D6}), (7, blocked, set()), (8, blocked, {D5}), (9, blocked, {D5}))
    for turn, others, open_then in course:
        match = field(f"{TANK} {TRACK} delayed={since}, {others}", "allied columns", turn=turn)
        note_blocked(match.position, 1)
        assert roads(match, TANK) == open_then
        since = match.position.delayed[match.unit(TANK)]


@pytest.mark.rule("wacht_am_rhein", "21.22", "21.22-b")
def test_one_open_road_is_enough_and_an_open_road_comes_first() -> None:
    match = coming("US-2_22_4-I", 5, f"GE-26xx-E {D6}, {SOMEBODY}")
    assert roads(match, "US-2_22_4-I") == {D4, D5}
    freed = coming(TANK, 6)
    freed.position.delayed[freed.unit(TANK)] = 5
    freed.position.forget()
    assert roads(freed, TANK) == {D6}, "the blockade is over"


@pytest.mark.rule("wacht_am_rhein", "21.22-b")
def test_only_roads_of_the_map_in_play() -> None:
    match = coming("US-35_4Axx-T-M4", 15, f"GE-26xx-E D3942, GE-212xx-E D3938, {SOMEBODY}")
    match.position.delayed[match.unit("US-35_4Axx-T-M4")] = 14
    match.position.forget()
    assert roads(match, "US-35_4Axx-T-M4") == set(), "D1 and D2 are the last ones to the west on this map"


# --- broken down on arrival (21.3) -------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "21.3")
def test_reconnaissance_may_arrive_as_companies() -> None:
    scouts, tray = "US-90_10Axx-R", ", ".join(f"{p.id} tray" for p in box().counters if p.company in ("R", "T", "L"))
    match = coming(scouts, 6, f"{SOMEBODY}, {tray}")
    match.do(f"move {scouts}", f"break {scouts}")
    assert match.place(scouts) == BROKEN_DOWN
    companies = {id for id in match.movers() if id.startswith("US-c") and id.endswith("-R")}
    assert len(companies) == 3
    first = sorted(companies)[0]
    match.do(f"move {first}")
    assert D4 in match.objects("enter")
    assert match.why(f"break {first}") == ("never-breaks-down", "21.3")


@pytest.mark.rule("wacht_am_rhein", "21.3", "21.22")
def test_companies_have_waited_with_their_battalion() -> None:
    data, scouts = box("campaign"), "US-82_2Axx-R"
    tray = ", ".join(f"{piece.id} tray" for piece in data.counters if piece.company in ("R", "T", "L"))
    blocked = f"{scouts} {TRACK} delayed=21, {tray}, GE-26xx-E {A4}, {SOMEBODY}"
    match = field(blocked, "allied columns", turn=22, scenario="campaign").skip_to("choose-move")
    assert roads(match, scouts) == {A5}
    match.do(f"move {scouts}", f"break {scouts}")
    companies = [piece.id for piece in data.counters if piece.company == "R" and match.place(piece.id) == TRACK]
    assert len(companies) == 3
    assert all(roads(match, id) == {A5} for id in companies)


@pytest.mark.rule("wacht_am_rhein", "21.3")
def test_others_do_not() -> None:
    tray = ", ".join(f"{p.id} tray" for p in box().counters if p.company in ("R", "T", "L"))
    match = coming("US-3_10Axx-T-M4", 6, f"{SOMEBODY}, {tray}")
    match.do("move US-3_10Axx-T-M4")
    assert match.why("break US-3_10Axx-T-M4") == ("never-breaks-down", "21.3")


def test_together_they_could_go_wherever_one_of_them_could() -> None:
    """The hexes offered for an order to several are those beyond every way onto the map, and the order leads there."""
    match = coming(f"{TANK} {DESTROYER}", 3)
    p, (act,) = match.position.view(1), match.game.acts
    units = [match.unit(TANK), match.unit(DESTROYER)]
    assert len({p.where[unit] for unit in units}) == 1, "beside the map"
    reach = group_reach(p, act, units)
    assert len(reach) > 20
    alone = [group_reach(p, act, [unit]) for unit in units]
    assert reach == {hex: sum(hex in one for one in alone) for one in alone for hex in one}
    goal = max(reach, key=lambda hex: (reach[hex], hex))
    assert reach[goal] == 2
    order = group_order(p, act, [(units[0], goal)], automatic=True)
    assert order.ends == ((units[0], goal),)
