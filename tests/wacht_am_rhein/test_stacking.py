"""9.0 Stacking: three combat units at the end of a Movement Phase, and what becomes of others."""

from __future__ import annotations

import pytest

from ardennes.engine.group_orders import group_order
from tests.wacht_am_rhein.fields import field, moving

FOOT, MORE, THIRD, FOURTH = "GE-1_316_212-I", "GE-2_316_212-I", "GE-1_320_212-I", "GE-2_320_212-I"
STAFF, COMPANY = "GE-XLVII_HQ-H", "US-c25-I"
FULL = f"{MORE} D1937, {THIRD} D1937, GE-212xx-A-105 D1937"


@pytest.mark.rule("wacht_am_rhein", "9.0", "9.11", "9.12-a", "9.14")
def test_three_units_fill_a_hex_but_others_pass() -> None:
    moved = ", ".join(f"{unit} done" for unit in FULL.split(", "))
    match = moving(f"{FOOT} D1936, {moved}", FOOT)
    assert match.hex("D1937") not in match.goals()
    assert match.why("to D1937") == ("too-many-there", "9.11")
    assert match.price("D1937", "D2037") == 2
    marching = moving(f"GE-1_2_2P-M D1936, {moved}", "GE-1_2_2P-M")
    assert marching.hex("D1937") not in marching.goals("march"), "no room for a column"


@pytest.mark.rule("wacht_am_rhein", "9.12-a", "9.12-b")
def test_a_full_hex_may_be_entered_while_somebody_can_still_leave() -> None:
    match = moving(f"{FOOT} D1936, {FULL}", FOOT)
    match.do("to D1937")
    p = match.position
    match.do("done")
    assert match.prompt_code() == "choose-sacrifice"
    assert match.objects("sacrifice") == {FOOT, MORE, THIRD, "GE-212xx-A-105"}
    match.do(f"sacrifice {THIRD}")
    assert p.data.place_name(p.where[match.unit(THIRD)]) == "eliminated"
    assert match.at(FOOT, "D1937")


@pytest.mark.rule("wacht_am_rhein", "9.5", "9.14")
def test_headquarters_stack_for_free() -> None:
    match = moving(f"{STAFF} D1936, {FULL}", STAFF)
    assert match.hex("D1937") in match.goals()
    match.do("to D1937", "done")
    assert match.told("sacrificed") == []


@pytest.mark.rule("wacht_am_rhein", "9.14", "9.0")
def test_a_company_counts_as_much_as_a_battalion() -> None:
    others = "US-c26-I D1937 done, US-c27-I D1937 done, US-c28-I D1937 done"
    match = moving(f"{COMPANY} D1936, {others}", COMPANY, "allied move")
    assert match.hex("D1937") not in match.goals()


@pytest.mark.parametrize("near", [True, False])
def test_a_group_order_counts_on_nobody_to_make_room(near: bool) -> None:
    """9.12 The fourth of a group stops beside the hex; of one unit that is told to go there, the player knows why."""
    match = field(f"{FOOT} D1935, {FULL}", "german move")
    (act,) = match.game.acts
    goals = [(match.unit(FOOT), match.hex("D1937"))]
    found = group_order(match.position.view(0), act, goals, automatic=True, near=near)
    assert found.ends == ((match.unit(FOOT), match.hex("D1936" if near else "D1937")),)
    assert [(refusal.code, refusal.rule) for _, refusal in found.short] == [("too-many-there", "9.11")] * near
