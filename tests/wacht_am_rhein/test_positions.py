"""16.0 Improved Positions and Entrenchments: building them and losing them."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.field import (
    ENTRENCHED,
    ENTRENCHING,
    FATIGUED,
    FRESH,
    IMPROVED,
    IMPROVING,
    NO_POSITION,
    RIGID,
    Field,
)
from tests.wacht_am_rhein.battles import NAMES, battle
from tests.wacht_am_rhein.fields import Battlefield, field

A1, B1, B2, E, J1, K1, HQ, A105 = (NAMES[name] for name in ("A1", "B1", "B2", "E", "J1", "K1", "hq", "a105"))


def digging(units: str, **more: object) -> Battlefield:
    return field(units, "allied dig", **more)  # type: ignore[arg-type]


def marker(match: Battlefield, hex: str) -> int:
    return int(match.position.positions[match.hex(hex)])


@pytest.mark.rule("wacht_am_rhein", "16.12")
def test_nobody_digs_with_an_enemy_nearer_than_three_hexes() -> None:
    match = digging(f"{A1} D0834, {B1} D0836, {J1} D0833")
    assert match.objects("dig") == {B1}
    assert match.why(f"dig {A1}") == ("cannot-dig", "16.12")


@pytest.mark.rule("wacht_am_rhein", "16.13-a", "16.31", "16.0-e3")
def test_who_digs_stays_and_has_nothing_of_it_yet() -> None:
    match = digging(f"{A1} D0834, {B1} D0835 march, {A105} D0836, {HQ} D0836, {J1} D0824")
    assert match.objects("dig") == {A1}
    match.do(f"dig {A1}")
    assert marker(match, "D0834") == IMPROVING
    assert not match.position.is_in_position(match.unit(A1))
    assert match.why(f"move {A1}") == ("is-busy", "16.13")


@pytest.mark.rule("wacht_am_rhein", "16.13-b")
def test_positions_are_finished_at_the_beginning_of_the_next_movement_phase() -> None:
    match = digging(f"{A1} D0834, {J1} D0824", hexes=[f"D0834: positions={IMPROVING}"])
    assert marker(match, "D0834") == IMPROVED
    assert match.position.is_in_position(match.unit(A1))


@pytest.mark.rule("wacht_am_rhein", "16.22-a", "16.22-b")
def test_entrenchments_need_an_engineer_who_stays_until_they_are_finished() -> None:
    match = digging(f"{A1} D0834, {E} D0834, {B1} D0836, {J1} D0824")
    assert match.objects("entrench") == {A1}
    assert match.why(f"entrench {B1}") == ("cannot-entrench", "16.22")
    match.do(f"entrench {A1}")
    assert marker(match, "D0834") == ENTRENCHING
    done = digging(f"{A1} D0834, {E} D0834, {J1} D0824", hexes=[f"D0834: positions={ENTRENCHING}"])
    assert marker(done, "D0834") == ENTRENCHED
    left = digging(f"{A1} D0834, {E} D0836, {J1} D0824", hexes=[f"D0834: positions={ENTRENCHING}"])
    assert marker(left, "D0834") == NO_POSITION
    gone = digging(f"{A1} D0834, {E} D0836, {J1} D0824", hexes=[f"D0834: positions={ENTRENCHED}"])
    assert marker(gone, "D0834") == ENTRENCHED


@pytest.mark.rule("wacht_am_rhein", "16.0-e1")
def test_one_kind_of_position_in_a_hex() -> None:
    match = digging(f"{A1} D0834, {B1} D0834, {E} D0834, {B2} D0836, {J1} D0824")
    match.do(f"dig {A1}")
    assert match.why(f"entrench {B1}") == ("cannot-entrench", "16.22")


@pytest.mark.rule("wacht_am_rhein", "16.0-e2")
def test_an_enemy_who_comes_within_three_hexes_ends_the_digging() -> None:
    place = {"hexes": [f"D0834: positions={IMPROVING}"]}
    match = field(f"{A1} D0834, {J1} D0829, {K1} D0824", "german move", **place)  # type: ignore[arg-type]
    match.do(f"move {J1}", "to D0830")
    assert marker(match, "D0834") == IMPROVING
    near = field(f"{A1} D0834, {J1} D0830, {K1} D0824", "german move", **place)  # type: ignore[arg-type]
    near.do(f"move {J1}", "to D0831")
    assert marker(near, "D0834") == NO_POSITION
    built = field(f"{A1} D0834, {J1} D0830, {K1} D0824", "german move", hexes=[f"D0834: positions={IMPROVED}"])
    built.do(f"move {J1}", "to D0831")
    assert marker(built, "D0834") == IMPROVED


@pytest.mark.rule("wacht_am_rhein", "16.14", "16.23")
def test_who_joins_a_finished_position_has_its_benefit() -> None:
    match = battle("J1 D0833, K1 D0833, A1 D0834, B1 D0834", positions={"D0834": ENTRENCHED})
    match.do("attack D0834", "join J1", "join K1")
    assert match.tally("defence") == 24


@pytest.mark.rule("wacht_am_rhein", "16.34")
def test_entrenched_units_have_rigid_zones() -> None:
    match = battle("J1 D0833, A1 D0834/1, i1 D0735", positions={"D0834": ENTRENCHED, "D0735": IMPROVED})
    p = match.position
    assert p.exerts[match.unit("A1")] == RIGID
    assert p.exerts[match.unit("i1")] != RIGID


@pytest.mark.rule("wacht_am_rhein", "16.36-b", "16.36-c")
def test_a_position_that_nobody_holds_is_lost() -> None:
    match = field(f"{A1} D0834, {A105} D0834, {J1} D0824", "allied move", hexes=[f"D0834: positions={IMPROVED}"])
    match.do(f"move {A1}", "to D0835")
    assert marker(match, "D0834") == NO_POSITION


@pytest.mark.rule("wacht_am_rhein", "16.35")
def test_positions_of_the_set_up_are_finished() -> None:
    p = Battlefield.new("wacht_am_rhein", scenario="bastogne", seed="positions").position
    assert isinstance(p, Field)
    assert p.positions[p.data.board.hex("D0319")] == ENTRENCHED
    assert p.positions[p.data.board.hex("D0725")] == IMPROVED


@pytest.mark.rule("wacht_am_rhein", "13.27")
def test_digging_in_a_bonus_turn_costs_fatigue() -> None:
    """To begin a position and to finish one; by choice, not by itself."""
    night: dict[str, object] = {"turn": 7, "clocks": ["bonus = 1"]}
    far = f"{J1} D0824, {HQ} D3531"
    match = field(f"{A1} D0834, {B1} D0836, {far}", "allied bonus dig", **night)  # type: ignore[arg-type]
    match.do(f"dig {A1}")
    assert (match.column("fatigue", A1), match.column("fatigue", B1)) == (FATIGUED, FRESH)
    begun = field(  # type: ignore[arg-type]
        f"{A1} D0834, {B1} D0836, {far}", "allied bonus dig", hexes=[f"D0834: positions={IMPROVING}"], **night
    )
    assert marker(begun, "D0834") == IMPROVING
    begun.do("finish D0834")
    assert marker(begun, "D0834") == IMPROVED
    assert begun.column("fatigue", A1) == FATIGUED
    by_day = digging(f"{A1} D0834, {B1} D0836, {far}")
    by_day.do(f"dig {A1}")
    assert by_day.column("fatigue", A1) == FRESH
