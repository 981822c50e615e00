"""17.0 U.S. battalions that break down into companies."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.breakdown import company_row, free_companies
from ardennes.games.wacht_am_rhein.rules.field import BROKEN_DOWN, IMPROVING, IS_BUSY, TRAY
from tests.wacht_am_rhein.fields import Battlefield, box, field

FOOT = "US-1_12_4-I"
SOMEBODY = "US-707_28xx-T-M4 D3036, US-28_VIII-H D3531, GE-1_39_26-I D1013, GE-XLVII_HQ-H D1113"


def tray() -> str:
    """All companies in their box, as a game begins."""
    return ", ".join(f"{piece.id} {TRAY}" for piece in box().counters if piece.company)


def segment(units: str, **more: object) -> Battlefield:
    taken = {entry.split()[0] for entry in units.split(", ")}
    spare = ", ".join(entry for entry in tray().split(", ") if entry.split()[0] not in taken)
    return field(f"{units}, {SOMEBODY}, {spare}", "allied breakdown", **more)  # type: ignore[arg-type]


@pytest.mark.rule("wacht_am_rhein", "17.11", "17.21", "5.2D2-b", "17.0-a")
def test_three_companies_for_a_battalion() -> None:
    match = segment(f"{FOOT} D2434")
    match.do(f"break {FOOT}")
    here = [match.data.counters[unit] for unit in match.position.units_in(match.hex("D2434"))]
    assert [piece.company for piece in here] == ["I", "I", "I"]
    assert match.place(FOOT) == BROKEN_DOWN
    match.skip_to("choose-move")
    assert not match.movers() & {piece.id for piece in here}, "they do not move in this phase"
    assert match.why(f"move {here[0].id}")[0] == "is-busy"


@pytest.mark.rule("wacht_am_rhein", "17.11-b", "16.13-a")
def test_they_may_dig_in_at_once() -> None:
    """Breakdown comes before positions, and only moving is barred."""
    match = segment(f"{FOOT} D2434")
    match.do(f"break {FOOT}")
    company = match.data.counters[match.position.units_in(match.hex("D2434"))[0]].id
    match.skip_to("choose-digging").do(f"dig {company}")
    assert match.position.positions[match.hex("D2434")] == IMPROVING
    assert not any(offer.startswith("dig US-c") for offer in match.offers()), "one marker for the hex"


@pytest.mark.rule("wacht_am_rhein", "17.11-b")
def test_they_inherit_the_markers() -> None:
    match = segment(f"{FOOT} D2434 supply=2 fatigue=2")
    match.do(f"break {FOOT}")
    p = match.position
    companies = p.units_in(match.hex("D2434"))
    assert [(p.supply[unit], p.fatigue[unit], p.committed[unit]) for unit in companies] == [(2, 2, 1)] * 3
    assert {p.division_of(unit) for unit in companies} == {"4"}
    assert all(p.done[unit] & IS_BUSY for unit in companies)


@pytest.mark.rule("wacht_am_rhein", "17.11-b", "17.21")
def test_counters_that_were_lost_before_come_back_without_their_old_markers() -> None:
    match = segment(f"{FOOT} D2434")
    p, companies = match.position, [unit for unit in match.data.companies if match.data.counters[unit].company == "I"]
    for unit in companies:
        p.march[unit], p.fought[unit] = 1, 3
    match.do(f"break {FOOT}")
    assert [(p.march[unit], p.fought[unit]) for unit in p.units_in(match.hex("D2434"))] == [(0, 0)] * 3


@pytest.mark.rule("wacht_am_rhein", "17.22")
def test_every_battalion_has_its_kind_of_company() -> None:
    data = box()
    found = {}
    for unit, piece in enumerate(data.counters):
        row = company_row(data, unit)
        found.setdefault((piece.type, piece.model if piece.type == "T" else ""), set()).add(row.company if row else "")
    assert found["I", ""] == {"", "I"}, "of the U.S. only, and no company again"
    for sort, company in {("P", ""): "P", ("T", "M4"): "T", ("R", ""): "R", ("T", "M10"): "D"}.items():
        assert company in found[sort]
    for never in ("E", "A", "SPA", "H", "MOT"):
        assert {found[sort].copy().pop() for sort in found if sort[0] == never} <= {""}
    assert {row.companies for row in data.breakdown.values()} == {3}


@pytest.mark.rule("wacht_am_rhein", "17.12")
def test_not_in_an_enemy_zone() -> None:
    match = segment(f"{FOOT} D2434, GE-26xx-E D2534")
    assert match.why(f"break {FOOT}") == ("zone-keeps-whole", "17.12")


@pytest.mark.rule("wacht_am_rhein", "17.13")
def test_only_while_there_are_companies() -> None:
    """Counters have two sides: a company on the map is gone for the other type."""
    data = box()
    infantry = [piece for piece in data.counters if piece.company == "I"]
    used = ", ".join(f"{piece.reverse} D{10 + number:02d}40" for number, piece in enumerate(infantry[2:31]))
    rest = ", ".join(f"{piece.id} eliminated" for piece in infantry[31:])
    match = segment(f"{FOOT} D2434, {used}, {rest}")
    assert len(free_companies(match.position, "I")) == 2
    assert match.why(f"break {FOOT}") == ("no-companies-left", "17.13")
    fewer = segment(f"{FOOT} D2434, {', '.join(used.split(', ')[1:])}, {rest}")
    assert f"break {FOOT}" in fewer.offers()


@pytest.mark.rule("wacht_am_rhein", "17.14")
def test_alone_in_its_hex_but_for_headquarters() -> None:
    assert segment(f"{FOOT} D2434, US-1_109_28-I D2434").why(f"break {FOOT}") == ("not-alone", "17.14")
    assert f"break {FOOT}" in segment(f"{FOOT} D2434, US-4_VIII-H D2434").offers()


@pytest.mark.rule("wacht_am_rhein", "17.15", "17.16", "17.0-a", "17.11-b", "25.16-e1")
def test_who_never_breaks_down() -> None:
    match = segment(f"{FOOT} D2434/1, US-103_28xx-E D2436, US-42_4xx-A-105 D2438, US-c40-R D2440")
    assert match.why(f"break {FOOT}") == ("reduced-stays-whole", "17.15")
    assert match.why("break US-103_28xx-E") == ("never-breaks-down", "17.16")
    assert match.why("break US-42_4xx-A-105") == ("never-breaks-down", "17.0")
    assert match.why("break US-c40-R") == ("never-breaks-down", "17.0")
    marching = segment(f"{FOOT} D2434 march")
    assert marching.why(f"break {FOOT}") == ("marching-stays-whole", "17.11")
    assert segment(f"{FOOT} D2434 committed=0").why(f"break {FOOT}") == ("not-committed", "25.16")


@pytest.mark.rule("wacht_am_rhein", "5.2E2")
def test_germans_do_not_break_down() -> None:
    match = field(f"{SOMEBODY}, {FOOT} D2434", "german breakdown")
    assert match.prompt_code() != "choose-breakdown"
