"""25.17 Who wins at Bastogne, and how units leave the map."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ardennes.games.wacht_am_rhein.rules.field import EXITED
from ardennes.games.wacht_am_rhein.rules.scenario import LEVELS
from ardennes.games.wacht_am_rhein.rules.victory import exits, level
from tests.wacht_am_rhein.fields import Battlefield, box, field

BASTOGNE, WILTZ, CLERF = "D1542", "D1831", "D1127"
GERMAN, US, OTHER_US = "GE-1_39_26-I", "US-1_12_4-I", "US-1_109_28-I"


def gone(number: int) -> list[str]:
    """So many German combat units that have left the map."""
    ids = [piece.id for piece in box().counters if piece.side == 0 and piece.battalion and piece.id != GERMAN]
    return [f"{id} {EXITED}" for id in ids[:number]]


def verdict(*units: str, out: int = 0, options: Iterable[str] = ()) -> str:
    match = field(", ".join([*units, "GE-7_Army_HQ-H D2014", "GE-2_39_26-I D2013", *gone(out)]), options=options)
    return LEVELS[level(match.position)]


@pytest.mark.rule("wacht_am_rhein", "25.17-a", "25.17-b", "25.17-c")
def test_german_levels() -> None:
    here = f"{GERMAN} {BASTOGNE}"
    assert verdict(here, out=9) == "german-decisive"
    assert verdict(here, out=8) == "german-substantive"
    assert verdict(here) == "german-substantive"
    assert verdict(out=9) == "german-marginal"
    assert verdict(f"{US} {BASTOGNE}", out=9) == "german-marginal"


@pytest.mark.rule("wacht_am_rhein", "25.17-d", "25.17-e", "25.17-f")
def test_allied_levels() -> None:
    here = f"{US} {BASTOGNE}"
    assert verdict(here, out=8) == verdict(here, out=1) == "allied-marginal"
    assert verdict(here) == "allied-substantive"
    assert verdict(here, f"{OTHER_US} {WILTZ}") == verdict(here, f"{OTHER_US} {CLERF}") == "allied-decisive"
    assert verdict(here, f"{OTHER_US} {WILTZ}", out=1) == "allied-marginal"
    assert verdict(here, f"{GERMAN} {WILTZ}") == "allied-substantive"


@pytest.mark.rule("wacht_am_rhein", "25.17-d")
def test_nobody_in_bastogne_is_a_draw() -> None:
    assert verdict() == verdict(out=8) == "draw"
    assert verdict(f"{OTHER_US} {WILTZ}") == "draw"


@pytest.mark.rule("wacht_am_rhein", "25.17-b", "25.17-e")
def test_a_headquarters_is_a_unit_too_unless_an_option_says_otherwise() -> None:
    """WAR-R176"""
    option = ["headquarters_hold_nothing"]
    for staff, wins in (("US-28_VIII-H", "allied-substantive"), ("GE-XLVII_HQ-H", "german-substantive")):
        assert verdict(f"{staff} {BASTOGNE}") == wins
        assert verdict(f"{staff} {BASTOGNE}", options=option) == "draw"


@pytest.mark.rule("wacht_am_rhein", "25.17-a")
def test_headquarters_do_not_count_among_the_exits() -> None:
    match = field(f"GE-XLVII_HQ-H {EXITED}, GE-7_Army_HQ-H D2014, {GERMAN} D2013, {', '.join(gone(8))}")
    assert exits(match.position) == 8


@pytest.mark.rule("wacht_am_rhein", "25.11", "25.17-e")
def test_the_scenario_ends_after_game_turn_16() -> None:
    match = field(f"{US} {BASTOGNE}, US-4_VIII-H D1543, {GERMAN} D2013, GE-7_Army_HQ-H D2014", "german move", turn=16)
    match.do("done")
    over = match.position.over
    assert over is not None
    assert (over.winner, over.reason.code) == (1, "allied-substantive")


def moving(units: str, id: str, **more: object) -> Battlefield:
    match = field(f"{units}, GE-7_Army_HQ-H D2014, GE-2_39_26-I D2013", **more)  # type: ignore[arg-type]
    match.do(f"move {id}")
    return match


@pytest.mark.rule("wacht_am_rhein", "25.17-a")
def test_leaving_by_the_western_edge() -> None:
    match = moving(f"{GERMAN} D2350", GERMAN)
    assert match.points_for("exit D2350") == 30
    match.do("exit D2350")
    assert (match.place(GERMAN), exits(match.position)) == (EXITED, 1)
    far = moving(f"{GERMAN} D2347", GERMAN)
    assert far.points_for("exit D2350") == far.points_for("to D2350") + 30
    assert far.why("exit D2347") == ("no-exit-there", "25.17")


@pytest.mark.rule("wacht_am_rhein", "25.17-a")
def test_zones_at_the_edge() -> None:
    """Who enters a rigid zone stops; who stands in one pays half its allowance to leave."""
    guarded = moving(f"{GERMAN} D2348, {US} D2249", GERMAN)
    assert "D2350" not in guarded.objects("exit")
    beside = moving(f"{GERMAN} D2350, {US} D2249", GERMAN)
    assert beside.points_for("exit D2350") == (3 + 1) * 30


@pytest.mark.rule("wacht_am_rhein", "25.17-a")
def test_allied_units_do_not_leave() -> None:
    match = field(f"{US} D2350, US-4_VIII-H D2450, {GERMAN} D2013", "allied move")
    match.do(f"move {US}")
    assert match.objects("exit") == set()
