"""15.0 Engineers and bridges: blown, carried, built, taken up, placed."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.bridges import bridges_in_reach
from ardennes.games.wacht_am_rhein.rules.field import (
    AS_PRINTED,
    BLOWN,
    BUILDING,
    BUILT,
    CARRIED,
    HAS_LEFT,
    NO_BRIDGE,
    PLACED,
    eliminate,
)
from ardennes.games.wacht_am_rhein.rules.moves import Move, going, mover
from ardennes.games.wacht_am_rhein.rules.retreats import NO_WAY, step_cost
from ardennes.rules.walk import step
from tests.wacht_am_rhein.fields import Battlefield, field

US, OTHER_US, GERMAN, OTHER_GERMAN = "US-299_VIII-E", "US-158_VIII-E", "GE-38_2Pxx-E", "GE-26xx-E"
SOMEBODY = "US-c25-I D3530, US-28_VIII-H D3531, GE-1_39_26-I D1013, GE-XLVII_HQ-H D1113"
BRIDGED, CREEK = "D2617/D2717", "D2717/D2816"
"""Bridges over a river and over a creek, both at D2717; D2617 and D2718 are next to it."""
OUR = "D2119/D2120"
"""A river with a road on both banks, and no bridge."""


def phase(units: str, side: str = "allied", **more: object) -> Battlefield:
    return field(f"{units}, {SOMEBODY}", f"{side} bridges", **more)  # type: ignore[arg-type]


def reach(units: str, id: str, **more: object) -> set[str]:
    """The bridges that an engineer may try, whatever it has been through."""
    match = field(f"{units}, {SOMEBODY}", **more)  # type: ignore[arg-type]
    return {match.data.board.side_label(side) for side in bridges_in_reach(match.position, match.unit(id))}


def label(match: Battlefield, hexes: str) -> str:
    return match.data.board.side_label(match.side(hexes))


def span(match: Battlefield, hexes: str) -> int:
    return int(match.position.spans[match.side(hexes)])


# --- blowing (15.1) ----------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "15.12")
def test_bridges_around_the_engineer() -> None:
    """The pictured example on the map as it is built: five bridges around D2718."""
    assert len(reach(f"{US} D2718", US)) == 5
    assert reach(f"{US} D1136", US) == set()


@pytest.mark.rule("wacht_am_rhein", "15.11", "15.12", "15.13")
def test_each_bridge_is_tried_once_by_each_engineer() -> None:
    match = phase(f"{US} D2717")
    bridge, creek = label(match, BRIDGED), label(match, CREEK)
    match.dice(5, 4)
    match.do(f"blow {bridge}")
    assert span(match, BRIDGED) == AS_PRINTED
    assert match.why(f"blow {bridge}") == ("cannot-blow", "15.12")
    match.do(f"blow {creek}")
    assert span(match, CREEK) == BLOWN
    two = phase(f"{US} D2717, {OTHER_US} D2718")
    two.dice(6, 4)
    two.do(f"blow {bridge}", f"blow {bridge}")
    assert span(two, BRIDGED) == BLOWN


@pytest.mark.rule("wacht_am_rhein", "15.13")
def test_the_odds_are_told() -> None:
    match = phase(f"{US} D2717")
    assert match.tells(f"blow {label(match, BRIDGED)}").chances == pytest.approx({"blown": 4 / 6, "stands": 2 / 6})


@pytest.mark.rule("wacht_am_rhein", "15.1-e", "15.15-b")
def test_engineers_at_the_bridge_blow_it_under_the_eyes_of_the_enemy() -> None:
    match = field(f"{US} D2717, GE-1_77_26-I D2617, {SOMEBODY}")
    assert match.position.in_rigid_zone(match.hex("D2717"), 1)
    assert label(match, BRIDGED) in reach(f"{US} D2717, GE-1_77_26-I D2617", US)


@pytest.mark.rule("wacht_am_rhein", "15.1-e")
def test_a_friend_opens_the_way() -> None:
    """The engineers at D2718; Germans at D2816 have zones over both hexes of a creek bridge."""
    enemy = "GE-1_77_26-I D2716"
    match = field(f"{US} D2718, {enemy}, {SOMEBODY}")
    creek = label(match, "D2716/D2717")
    assert creek not in reach(f"{US} D2718, {enemy}", US)
    assert creek in reach(f"{US} D2718, {enemy}, US-c26-I D2717", US)


@pytest.mark.rule("wacht_am_rhein", "15.16")
def test_not_in_march_mode() -> None:
    match = phase(f"{US} D2717 march")
    assert match.objects("blow") == set()


@pytest.mark.rule("wacht_am_rhein", "25.16-e1")
def test_not_before_it_is_committed() -> None:
    match = phase(f"{US} D2717 committed=0")
    assert match.objects("blow") == set()


@pytest.mark.rule("wacht_am_rhein", "15.15-a", "5.2D3-a")
def test_who_has_moved_may_blow_but_not_build() -> None:
    match = phase(f"{US} D2717 done={HAS_LEFT}")
    assert match.objects("blow")
    assert match.objects("bridge") == set()


@pytest.mark.rule("wacht_am_rhein", "15.14")
def test_a_blown_bridge_is_none() -> None:
    match = phase(f"{US} D2717, GE-1_77_26-I D2617")
    p, bank = match.position, match.hex("D2717")
    assert p.in_rigid_zone(bank, 1), "over the bridge"
    match.dice(1)
    match.do(f"blow {label(match, BRIDGED)}")
    assert not p.has_bridge(match.side(BRIDGED))
    assert not p.in_rigid_zone(bank, 1), "zones do not cross the river any more"


# --- German bridges (15.2) ---------------------------------------------------------------------------------------


def built(units: str = f"{GERMAN} D2119 bridge={CARRIED}", **more: object) -> Battlefield:
    return phase(units, "german", **more)


@pytest.mark.rule("wacht_am_rhein", "15.22", "5.2E3")
def test_building_begins_beside_water() -> None:
    match = built()
    assert match.objects("build") == {GERMAN}
    match.do(f"build {GERMAN}")
    assert match.position.bridge[match.unit(GERMAN)] == BUILDING
    assert not match.position.has_bridge(match.side(OUR))
    assert built(f"{GERMAN} D2119 bridge={CARRIED} done={HAS_LEFT}").objects("build") == set()
    assert built(f"{GERMAN} D2004 bridge={CARRIED}").objects("build") == set(), "no water"
    assert built(f"{GERMAN} D2119").objects("build") == set(), "no bridge"


@pytest.mark.rule("wacht_am_rhein", "15.23", "15.24")
def test_a_bridge_is_finished_in_the_next_phase() -> None:
    match = built(f"{GERMAN} D2119 bridge={BUILDING}")
    assert match.objects("complete") == {GERMAN}
    match.do(f"complete {GERMAN}", f"bridge {label(match, OUR)}")
    assert span(match, OUR) == BUILT
    assert match.position.has_bridge(match.side(OUR))
    assert match.position.bridge[match.unit(GERMAN)] == NO_BRIDGE
    assert label(match, OUR) in match.objects("blow"), "and could be blown at once"
    assert built(f"{GERMAN} D2119 bridge={BUILDING} done={HAS_LEFT}").objects("complete") == set()


@pytest.mark.rule("wacht_am_rhein", "15.25", "15.24")
def test_the_bridge_stays_when_the_engineers_go() -> None:
    match = field(f"{GERMAN} D2119, {SOMEBODY}", spans={OUR: BUILT}, clocks=_built(OUR, "D2119"))
    match.position.put(match.unit(GERMAN), match.hex("D2118"))
    assert span(match, OUR) == BUILT


@pytest.mark.rule("wacht_am_rhein", "15.26")
def test_who_builds_stays_and_a_retreat_loses_the_bridge() -> None:
    match = field(f"{GERMAN} D2119 bridge={BUILDING}, {SOMEBODY}")
    assert match.why(f"move {GERMAN}") == ("builds-bridge", "15.26")
    match.position.put(match.unit(GERMAN), match.hex("D2118"))
    assert match.position.bridge[match.unit(GERMAN)] == NO_BRIDGE


@pytest.mark.rule("wacht_am_rhein", "15.21-a", "15.21-c")
def test_a_carried_bridge_goes_along_and_dies_with_its_engineers() -> None:
    match = field(f"{GERMAN} D2119 bridge={CARRIED}, {SOMEBODY}")
    unit = match.unit(GERMAN)
    match.position.put(unit, match.hex("D2118"))
    assert match.position.bridge[unit] == CARRIED
    eliminate(match.position, unit)
    assert match.position.bridge[unit] == NO_BRIDGE


def _built(hexes: str, hex: str) -> list[str]:
    data = field(SOMEBODY).data
    one, other = map(data.board.hex, hexes.split("/"))
    return [f"built = [[{data.board.side(one, other)}, {data.board.hex(hex)}]]"]


@pytest.mark.rule("wacht_am_rhein", "15.27")
def test_any_engineers_take_a_finished_bridge_up() -> None:
    more = {"spans": {OUR: BUILT}, "clocks": _built(OUR, "D2119")}
    match = built(f"{OTHER_GERMAN} D2119", **more)
    match.do(f"take-up {label(match, OUR)}", f"bearer {OTHER_GERMAN}")
    assert match.position.bridge[match.unit(OTHER_GERMAN)] == CARRIED
    assert span(match, OUR) == AS_PRINTED
    assert built(f"{OTHER_GERMAN} D2119 done={HAS_LEFT}", **more).objects("take-up") == set()
    assert built(f"{OTHER_GERMAN} D2120", **more).objects("take-up") == set(), "the marker lies on the other bank"
    assert built(f"{OTHER_GERMAN} D2119 bridge={CARRIED}", **more).objects("take-up") == set()


@pytest.mark.rule("wacht_am_rhein", "15.13")
def test_a_built_bridge_that_is_blown_is_gone() -> None:
    match = phase(f"{US} D2120", spans={OUR: BUILT}, clocks=_built(OUR, "D2119"))
    match.dice(4)
    match.do(f"blow {label(match, OUR)}")
    assert (span(match, OUR), match.position.built) == (AS_PRINTED, ())


@pytest.mark.rule("wacht_am_rhein", "15.24")
def test_a_bridge_may_be_built_where_one_was_blown() -> None:
    match = built(f"{GERMAN} D2617 bridge={BUILDING}", spans={BRIDGED: BLOWN})
    match.do(f"complete {GERMAN}", f"bridge {label(match, BRIDGED)}")
    assert match.position.has_bridge(match.side(BRIDGED))
    match.position.take_bridge_away(match.side(BRIDGED))
    assert span(match, BRIDGED) == BLOWN


# --- Allied bridges (15.3) ---------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "15.31", "15.32")
def test_allied_engineers_place_as_many_as_they_like() -> None:
    """D2717 has five hexsides with water, two of them without a bridge once two are blown."""
    match = phase(f"{US} D2717", spans={BRIDGED: BLOWN, CREEK: BLOWN})
    wet = match.objects("bridge")
    assert {label(match, BRIDGED), label(match, CREEK)} <= wet
    for hexside in sorted(wet):
        match.do(f"bridge {hexside}", f"bearer {US}")
    assert match.objects("bridge") == set()
    assert span(match, BRIDGED) == PLACED
    assert match.position.has_bridge(match.side(BRIDGED))


@pytest.mark.rule("wacht_am_rhein", "15.33")
def test_they_go_when_their_engineers_leave() -> None:
    match = phase(f"{US} D2717, {OTHER_US} D2717", spans={BRIDGED: BLOWN})
    match.do(f"bridge {label(match, BRIDGED)}", f"bearer {US}")
    match.position.put(match.unit(OTHER_US), match.hex("D2718"))
    assert span(match, BRIDGED) == PLACED, "others may go"
    match.position.put(match.unit(US), match.hex("D2718"))
    assert (span(match, BRIDGED), match.position.placed) == (BLOWN, ())
    lost = phase(f"{US} D2717", spans={BRIDGED: BLOWN})
    lost.do(f"bridge {label(lost, BRIDGED)}", f"bearer {US}")
    eliminate(lost.position, lost.unit(US))
    assert span(lost, BRIDGED) == BLOWN


@pytest.mark.rule("wacht_am_rhein", "15.33")
def test_engineers_never_cross_a_bridge_that_they_hold() -> None:
    """It goes as soon as they move, retreat or advance; those of others they cross."""
    match = phase(f"{US} D2717 march, {OTHER_US} D2717, US-c32-I D2717", spans={BRIDGED: BLOWN})
    match.do(f"bridge {label(match, BRIDGED)}", f"bearer {US}")
    p, unit, here, there = match.position, match.unit(US), match.hex("D2717"), match.hex("D2617")
    column = Move(side=1, unit=unit)
    assert step(going(p, column), mover(p, column), there) is None
    assert step_cost(p, unit, here, there) == NO_WAY
    mate = match.unit("US-c32-I")
    p.set_march(mate, True)
    assert step_cost(p, mate, here, there) != NO_WAY
    p.join_team(unit, mate)
    assert step_cost(p, mate, here, there) == NO_WAY, "nor does who goes with them"
    p.placed = ((match.side(BRIDGED), match.unit(OTHER_US)),)
    assert step(going(p, column), mover(p, column), there) is not None
    assert step_cost(p, unit, here, there) != NO_WAY


@pytest.mark.rule("wacht_am_rhein", "15.21-a")
def test_only_germans_carry_and_only_allies_place() -> None:
    assert phase(f"{US} D2717 bridge={CARRIED}").objects("build") == set()
    assert built(f"{GERMAN} D2119").objects("bridge") == set()


# --- repair, as the errata suggest -------------------------------------------------------------------------------


def mending(units: str, **more: object) -> Battlefield:
    """The bridge over D2617/D2717 is blown, and may be repaired."""
    return built(units, spans={BRIDGED: BLOWN}, options=("bridge_repair",), **more)


@pytest.mark.rule("wacht_am_rhein", "15.2-s")
def test_an_engineer_who_stays_for_two_phases_repairs_a_blown_bridge() -> None:
    for bank in BRIDGED.split("/"):
        first = mending(f"{GERMAN} {bank}")
        assert first.objects("repair") == set(), "one phase is not enough"
        second = mending(f"{GERMAN} {bank} still=1")
        assert second.objects("repair") == {label(second, BRIDGED)}
        second.do(f"repair {label(second, BRIDGED)}")
        assert span(second, BRIDGED) == AS_PRINTED
        assert second.position.has_bridge(second.side(BRIDGED))
        assert second.position.still[second.unit(GERMAN)] == 0


@pytest.mark.rule("wacht_am_rhein", "15.2-s")
def test_what_keeps_an_engineer_from_repairing() -> None:
    assert mending(f"{GERMAN} D2617 still=1 done={HAS_LEFT}").objects("repair") == set()
    assert mending(f"{GERMAN} D2617 still=1, US-1_12_4-I D2518").objects("repair") == set(), "an enemy zone"
    assert mending(f"{GERMAN} D2617 still=1 bridge={BUILDING}").skip_to("choose-bridge-work").objects("repair") == set()
    assert mending(f"{US} D2717 still=1").objects("repair") == set(), "Germans only"
    plain = built(f"{GERMAN} D2617 still=1", spans={BRIDGED: BLOWN})
    assert plain.objects("repair") == set(), "an option"
    assert plain.why(f"repair {label(plain, BRIDGED)}") == ("cannot-repair", "15.2-s")
    moved = mending(f"{GERMAN} D2617 still=2")
    moved.position.put(moved.unit(GERMAN), moved.hex("D2717"))
    assert moved.position.still[moved.unit(GERMAN)] == 0, "in a bonus turn, by a retreat or an advance as well"


@pytest.mark.rule("wacht_am_rhein", "15.23", "15.24")
def test_nothing_is_completed_where_no_water_is_left_to_span() -> None:
    """The only hexside with water of D2518 has a bridge by now."""
    board = field(f"{GERMAN} D2518, {SOMEBODY}").data.board
    here = board.hex("D2518")
    waters = [
        board.side_label(board.side(here, there))
        for there in board.around(here)
        if board.river[board.side(here, there)]
    ]
    for spanned in (waters[1:], waters):
        spans = dict.fromkeys(spanned, PLACED)
        match = phase(f"{GERMAN} D2518 bridge={BUILDING}", "german", spans=spans)
        assert (f"complete {GERMAN}" in match.offers()) == (spanned != waters)
