"""16.0 Improved Positions and Entrenchments: building them and losing them."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.field import (
    ENTRENCHED,
    ENTRENCHING,
    FATIGUED,
    FLUID,
    FRESH,
    IMPROVED,
    IMPROVING,
    NO_POSITION,
    RIGID,
    Field,
)
from ardennes.games.wacht_am_rhein.rules.surrender import roll_for_surrender
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
    assert match.why(f"dig {A1}") == ("enemy-too-near", "16.12")


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
    assert match.why(f"entrench {B1}") == ("position-there", "16.0-e1")


@pytest.mark.rule("wacht_am_rhein", "16.31", "16.0-e3", "25.16-e1")
@pytest.mark.parametrize(
    ("unit", "reason"),
    [
        ("US-42_4xx-A-105 D0836", ("never-digs", "16.31")),
        (f"{B2} D0836 march", ("marching-digs-not", "16.0-e3")),
        (f"{B2} D0836 committed=0", ("not-committed", "25.16")),
    ],
)
def test_who_does_not_dig_is_told_why(unit: str, reason: tuple[str, str]) -> None:
    match = digging(f"{A1} D0834, {unit}, {J1} D0824")
    assert match.why(f"dig {unit.split(maxsplit=1)[0]}") == match.why(f"entrench {unit.split(maxsplit=1)[0]}") == reason


@pytest.mark.rule("wacht_am_rhein", "16.12")
@pytest.mark.parametrize("state", ["march", "committed=0", ""])
def test_of_an_enemy_nothing_is_told_but_that_it_is_not_ours(state: str) -> None:
    match = digging(f"{A1} D0834, {J1} D0820 {state}".rstrip())
    assert match.why(f"dig {J1}") == match.why(f"entrench {J1}") == ("not-yours", "16.13")


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


@pytest.mark.rule("wacht_am_rhein", "16.36-c")
def test_a_position_is_lost_when_its_holder_takes_up_march_mode() -> None:
    match = field(f"{A1} D0834, {A105} D0834, {J1} D0824", "allied move", improved=["D0834"])
    match.do(f"move {A1}", "march D0834")
    assert marker(match, "D0834") == NO_POSITION
    held = field(f"{A1} D0834, {B1} D0834, {J1} D0824", "allied move", improved=["D0834"])
    held.do(f"move {A1}", "march D0834")
    assert marker(held, "D0834") == IMPROVED, "somebody else holds it"


@pytest.mark.rule("wacht_am_rhein", "16.36-c", "14.72")
def test_a_position_is_lost_when_its_holders_surrender() -> None:
    match = field(f"{A1} D0834 supply=4, {B1} D0836, {J1} D0824", turn=8, improved=["D0834", "D0836"])
    match.dice(1)
    roll_for_surrender(match.position, 1)
    assert marker(match, "D0834") == NO_POSITION
    assert marker(match, "D0836") == IMPROVED


@pytest.mark.rule("wacht_am_rhein", "8.14", "16.31")
def test_guns_have_no_rigid_zone_in_entrenchments() -> None:
    p = battle(f"{A105} D0834, {E} D0834 supply=3, J1 D0824", positions={"D0834": 4}).position
    assert p.exerts[p.data.unit(A105)] == FLUID


@pytest.mark.rule("wacht_am_rhein", "16.0-e2")
def test_a_reinforcement_that_comes_in_nearby_ends_the_digging() -> None:
    tanks = "GE-2_2_2P_SS-T-V"
    for hex, lost in (("D1504", True), ("D1505", False)):
        match = field(
            f"{tanks} turn-track, {A1} {hex}, {J1} D2246, GE-XLVII_HQ-H D2246",
            "german move",
            turn=12,
            hexes=[f"{hex}: positions={IMPROVING}"],
        )
        match.do(f"move {tanks}", "enter D1501")
        assert (marker(match, hex) == NO_POSITION) == lost


@pytest.mark.rule("wacht_am_rhein", "16.36-c", "9.12-b")
def test_a_position_is_lost_with_a_holder_who_is_too_many_in_its_hex() -> None:
    guns = ", ".join(f"{gun} D0834 done=1" for gun in (A105, NAMES["b105"], NAMES["c105"]))
    match = field(f"{A1} D0834 done=1, {guns}, {B1} D2246, {J1} D0824", "allied move", improved=["D0834"])
    match.do("done", f"sacrifice {A1}")
    assert marker(match, "D0834") == NO_POSITION


@pytest.mark.rule("wacht_am_rhein", "16.22-a", "25.16-e1")
@pytest.mark.parametrize("committed", [0, 1])
def test_an_engineer_that_is_not_committed_entrenches_nobody(committed: int) -> None:
    match = digging(f"{A1} D0834, {E} D0834 committed={committed}, {B1} D0836, {J1} D0824")
    assert (f"entrench {A1}" in match.offers()) == bool(committed)
    assert f"dig {A1}" in match.offers()


@pytest.mark.rule("wacht_am_rhein", "24.7", "16.0-e1")
def test_nobody_digs_in_where_the_westwall_is() -> None:
    """D1411 lies east of the Our, D0834 west of it."""
    for options, free in (([], True), (["westwall"], False)):
        match = field(f"{J1} D1411, {K1} D0834, {A1} D3036", "german dig", options=options)
        assert (f"dig {J1}" in match.offers()) == free
        assert f"dig {K1}" in match.offers()
        if not free:
            assert match.why(f"dig {J1}") == ("position-there", "16.0-e1")
