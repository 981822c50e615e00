"""7.0 Formations: taking up March Mode anywhere on the way, leaving it, and what it forbids."""

from __future__ import annotations

from random import Random

import pytest

from ardennes.engine.notation import read_option
from ardennes.games.wacht_am_rhein.rules.moves import Move, going, mover, searched
from ardennes.games.wacht_am_rhein.rules.terrain import MARCH_MODES
from tests.battery.walks import check_reach
from tests.wacht_am_rhein.fields import Battlefield, field, moving, new_game

FOOT, TANKS, LORRIES, STAFF = "GE-1_316_212-I", "GE-XLVII-T-StuH-1", "GE-1_2_2P-M", "GE-XLVII_HQ-H"
CORPS_ENGINEERS, COMPANY, DIGGERS = "US-299_VIII-E", "US-c25-I", "GE-212xx-E"


@pytest.mark.rule("wacht_am_rhein", "7.0", "2.4-b", "25.12-f")
def test_everybody_starts_in_tactical_mode() -> None:
    match = new_game()
    assert not any(match.position.march)


@pytest.mark.rule("wacht_am_rhein", "7.11-a", "7.21-a", "9.24")
def test_march_mode_is_taken_up_anywhere_on_the_way() -> None:
    match = moving(f"{LORRIES} D1810, {FOOT} D1810", LORRIES)
    assert match.price("D1810") == 4
    assert match.price("D1810", "D1811") == pytest.approx(13 / 3)
    assert match.price("D1811", "D1811", "D1812") == pytest.approx(3 + 4 + 1 / 3)
    assert match.price("D1811", "D1811", "D1811") is None, "only once"
    told = match.tells("march D1812")
    assert told.path[0] == match.hex("D1810"), "a hex named again is where the mode changes"
    match.do("march D1812")
    assert match.at(LORRIES, "D1812")
    assert match.column("march", LORRIES)


@pytest.mark.rule("wacht_am_rhein", "7.11-a")
def test_the_player_leads_the_way_and_says_where_the_column_forms() -> None:
    match = moving(f"{LORRIES} D1810", LORRIES)
    option = read_option(match.data, "march D1812")
    path = [match.hex(hex) for hex in ("D1811", "D1811", "D1812")]
    assert match.refusal(option, None, path) is None
    plain = match.refusal(option, None, [match.hex("D1811"), match.hex("D1812")])
    assert plain is not None
    assert plain.code == "way-ends-in-another-mode"
    match.apply(option, None, path)
    assert match.at(LORRIES, "D1812")


@pytest.mark.rule("wacht_am_rhein", "7.11-a", "7.21-a")
def test_where_it_may_come_in_march_mode_is_what_single_steps_say() -> None:
    match = moving(f"{LORRIES} D1810, US-1_12_4-I D1814, {TANKS} D1812 march", LORRIES)
    move = match.position.stack[-1]
    assert isinstance(move, Move)
    check_reach(going(match.position, move), match.data.search, mover(match.position, move), Random(1), walks=200)
    found = searched(match.position, move)
    among = sum(1 << mode for mode in MARCH_MODES)
    assert match.goals("march") == {
        hex for hex, mode, _ in found.reached() if mode in MARCH_MODES and hex != match.hex("D1812")
    }
    assert all(found.cost_of(hex, among=among) >= 0 for hex in match.goals("march"))


@pytest.mark.rule("wacht_am_rhein", "7.21-a")
def test_march_mode_takes_four_points() -> None:
    """WAR-R13: a corps engineer of 4 points may, and is then spent."""
    match = moving(f"{CORPS_ENGINEERS} D1936", CORPS_ENGINEERS, "allied move")
    assert match.objects("march") == {match.data.board.label(match.hex("D1936"))}
    short = moving(f"{CORPS_ENGINEERS} D1936 spent=30", CORPS_ENGINEERS, "allied move")
    assert short.why("march D1936") == ("no-points-for-march", "7.21-a")


def marching(units: str, hex: str) -> bool:
    """Whether the tanks could take up March Mode where they stand."""
    match = moving(f"{TANKS} {hex}, {units}" if units else f"{TANKS} {hex}", TANKS)
    return match.price(hex) is not None


@pytest.mark.rule("wacht_am_rhein", "7.13", "7.21-b", "7.31-b")
def test_where_march_mode_may_not_be_taken_up() -> None:
    assert marching("", "D1936")
    assert not marching("", "D2217"), "woods without a road"
    assert marching("", "D2117"), "woods with one"
    assert not marching(f"{FOOT} D1936 march", "D1936")
    assert not marching("US-1_12_4-I D1937", "D1936"), "a rigid zone"
    assert not marching(f"{CORPS_ENGINEERS} D1937", "D1936"), "a fluid one"


@pytest.mark.rule("wacht_am_rhein", "7.11-b", "7.23", "5.2D2-a", "7.13")
def test_march_mode_is_left_before_movement_for_four_points() -> None:
    match = field(f"{TANKS} D2246 march, {FOOT} D2449 march, US-1_12_4-I D2450", "german unmarch")
    assert match.objects("unmarch") == {TANKS}
    assert match.why(f"unmarch {FOOT}") == ("zone-keeps-mode", "7.13")
    match.do(f"unmarch {TANKS}")
    others = field(f"{FOOT} D2449, {DIGGERS} D1936 march fatigue=1, {TANKS} D2246 march", "german unmarch")
    assert others.why(f"unmarch {FOOT}") == ("cannot-leave-march", "7.11")
    assert others.why(f"unmarch {DIGGERS}") == ("no-points-for-tactical", "7.23")
    match.skip_to("choose-move").do(f"move {TANKS}")
    assert match.prompt().args["points"] == (12 - 4) * 30
    assert not match.column("march", TANKS)
    assert match.price("D2247", "D2147") == 2
    assert field(f"{TANKS} D2246 march", "german move").offers() == {f"move {TANKS}", "done"}


@pytest.mark.rule("wacht_am_rhein", "7.32", "9.21", "9.23", "7.33", "9.22")
def test_columns_do_not_pass_through_columns() -> None:
    column, squad = f"{FOOT} D2006 march", f"{FOOT} D2006"
    alone = moving(f"{TANKS} D1906 march, {squad}", TANKS)
    assert alone.price("D2006") == pytest.approx(1 / 3)
    match = moving(f"{TANKS} D1906 march, {column}", TANKS)
    assert match.price("D2006") is None
    assert match.why("to D2006") == ("column-in-the-way", "9.21")
    on_foot = moving(f"{LORRIES} D1906, {column}", LORRIES)
    assert on_foot.price("D2006") == 1
    assert on_foot.hex("D2006") not in on_foot.goals("march")


@pytest.mark.rule("wacht_am_rhein", "7.31-b")
def test_columns_enter_woods_by_road_only() -> None:
    match = moving(f"{TANKS} D2117 march", TANKS)
    assert match.price("D2217") is None
    assert match.price("D2116") == pytest.approx(1 / 3)


@pytest.mark.rule("wacht_am_rhein", "7.36", "8.12", "8.12-b")
def test_a_column_has_a_fluid_zone_at_once() -> None:
    match = moving(f"{FOOT} D1936, {STAFF} D2003, US-1_12_4-I D2246", FOOT)
    before = zones(match)
    match.do("march D1936")
    assert before == (True, False)
    assert zones(match) == (False, True)


def zones(match: Battlefield) -> tuple[bool, bool]:
    """Whether D1937 lies in a rigid and in a fluid German zone."""
    p, hex = match.position, match.hex("D1937")
    return p.in_rigid_zone(hex, 1), bool(p.soft(0)[hex])
