"""14.0 Reserves and exploitation."""

from __future__ import annotations

import pytest

from tests.bitter_woods.fields import field

FREE = 9


@pytest.mark.rule("bitter_woods", "14.1-a", "4.A.3-a")
@pytest.mark.parametrize(
    ("side", "mechanized", "others", "enemy", "gun"),
    [
        ("german", ("2-3", "2-2", "Lehr-Rec"), ("26-78", "VAK-766", "Rkt-15"), "28-110", "FA-402"),
        ("allied", ("9CCB", "9CCR", "14Cav"), ("28-110", "FA-402"), "26-78", "VAK-766"),
    ],
)
def test_who_may_be_in_reserve(
    side: str, mechanized: tuple[str, ...], others: tuple[str, ...], enemy: str, gun: str
) -> None:
    for id in mechanized:
        assert field(f"{id} 3702", f"{side} reserves", turn=FREE).objects("reserve") == {id}
        for near in (
            f"{id} 3702, {enemy} 3703",
            f"{id} 3702, {gun} 3703",
            f"{id} 4107, {enemy} 4108",
            f"{id} 3702 supply",
        ):
            assert field(near, f"{side} reserves", turn=FREE).objects("reserve") == set()
    for id in others:
        assert field(f"{id} 3702", f"{side} reserves", turn=FREE).objects("reserve") == set()
    match = field(f"{mechanized[0]} 3702", f"{side} reserves", turn=FREE)
    assert match.why(f"reserve {others[0]}") == ("cannot-be-reserve", "14.1")
    assert field(f"{mechanized[0]} 3702", f"{side} move", turn=FREE).objects("reserve") == set(), "before movement only"


@pytest.mark.rule("bitter_woods", "15.7-b", "15.7-h", "14.1-a", "15.2-g")
def test_no_german_reserves_on_the_first_turn() -> None:
    assert field("2-3 3702", "german reserves", turn=1).objects("reserve") == set()
    assert field("2-3 3702", "german reserves", turn=2).objects("reserve") == {"2-3"}
    assert field("9CCB 3702", "allied reserves", turn=1).objects("reserve") == {"9CCB"}
    assert field("9CCB 3702 reserve", "allied exploit", turn=1).allowance("9CCB") == 2
    assert field("9CCB 3702 reserve", "allied exploit", turn=2).allowance("9CCB") == 5


@pytest.mark.rule("bitter_woods", "14.1-b")
@pytest.mark.parametrize(("side", "own", "enemy"), [("german", "2-3", "28-110"), ("allied", "9CCB", "26-78")])
def test_a_reserve_neither_moves_nor_attacks(side: str, own: str, enemy: str) -> None:
    match = field(f"{own} 3702 reserve, {enemy} 3705", f"{side} move", turn=FREE)
    assert match.movers() == set()
    moving = field(f"{own} 3702 reserve, {'26-78' if side == 'german' else '28-110'} 4203", f"{side} move", turn=FREE)
    assert moving.why(f"move {own}") == ("in-reserve", "14.1")
    assert field(f"{own} 3702 reserve", f"{side} works", turn=FREE).objects("dig") == {"3702"}, "it may dig in"


@pytest.mark.rule("bitter_woods", "14.1-b")
def test_a_reserve_may_begin_a_bridge_and_then_stays() -> None:
    match = field("2-2 1324 reserve", "german bridges", turn=FREE, blown=("1324/1424",))
    match.do(f"bridge {match.bridge('1324/1424')}", "builder 2-2")
    assert match.prompt_code() == "choose-completion", "it does not exploit"


@pytest.mark.rule("bitter_woods", "14.2-a", "4.A.6-a")
@pytest.mark.parametrize(
    ("side", "id", "points"), [("german", "Lehr-Rec", 5), ("allied", "9CCB", 5), ("german", "2-3", 4)]
)
def test_a_reserve_exploits_with_its_full_allowance(side: str, id: str, points: int) -> None:
    match = field(f"{id} 4203 reserve, {'2-2' if side == 'german' else '9CCA'} 4303", f"{side} exploit", turn=FREE)
    assert match.movers() == {id}
    assert match.allowance(id) == points
    match.do(f"move {id}")
    assert max(match.cost(hex) for hex in match.destinations()) == points
    match.do("to 4204")
    assert not match.movers(), "once"


@pytest.mark.rule("bitter_woods", "14.2-a")
def test_exploitation_obeys_the_rules_of_movement() -> None:
    zone = field("2-3 3702 reserve, 28-110 3705", "german exploit", turn=FREE)
    zone.do("move 2-3")
    assert zone.price("3703", "3704", "3804") is None
    blown = field("2-3 4207 reserve", "german exploit", turn=FREE, blown=("4207/4208",))
    blown.do("move 2-3")
    assert blown.price("4208") is None


@pytest.mark.rule("bitter_woods", "14.2-b")
def test_no_combat_follows() -> None:
    match = field("2-3 3702 reserve, 28-110 3704", "german exploit", turn=8)
    match.do("move 2-3", "to 3703")
    assert match.targets() == set()
    assert match.objects("blow") == set()
    assert match.position.stack[1].side == 1, "the Allied turn"  # type: ignore[attr-defined]


@pytest.mark.rule("bitter_woods", "14.3-a")
def test_moving_ends_the_reserve_and_staying_keeps_it() -> None:
    match = field("2-3 3702 reserve, 2-2 4203 reserve, 28-110 2426", "german exploit", turn=8)
    match.do("move 2-3", "to 3703")
    assert not match.is_reserve("2-3")
    match.do("done")
    assert match.is_reserve("2-2"), "kept for the next turn"


@pytest.mark.rule("bitter_woods", "14.3-a")
def test_a_kept_marker_may_be_taken_off() -> None:
    match = field("2-3 3702 reserve", "german reserves", turn=FREE)
    match.do("release 2-3")
    assert match.movers() == {"2-3"}


@pytest.mark.rule("bitter_woods", "14.3-b", "14.3-c")
@pytest.mark.parametrize("enemy", ["28-110", "9CCB", "FA-402"])
def test_an_enemy_that_comes_near_ends_the_reserve(enemy: str) -> None:
    match = field(f"2-3 3702 reserve, {enemy} 3704", "allied move", turn=FREE)
    match.do(f"move {enemy}", "to 3703")
    assert not match.is_reserve("2-3")
    assert len(match.told("reserve-lost")) == 1


@pytest.mark.rule("bitter_woods", "14.3-b")
def test_a_german_who_comes_near_ends_an_allied_reserve() -> None:
    match = field("9CCB 3702 reserve, 26-78 3704", "german move", turn=FREE)
    match.do("move 26-78", "to 3703")
    assert not match.is_reserve("9CCB")


@pytest.mark.rule("bitter_woods", "14.3-b")
def test_who_lost_it_in_his_combat_phase_attacks_but_does_not_exploit() -> None:
    match = field("2-3 3702 reserve=2, 28-110 3703", "german combat", turn=FREE)
    assert match.targets() == {"3703"}
    assert field("2-3 3702 reserve=2, 2-2 4203 reserve", "german exploit", turn=FREE).movers() == {"2-2"}
    again = field("2-3 3702 reserve=2", "german turn", turn=8)
    assert again.objects("reserve") == {"2-3"}, "next turn it may be in reserve again"
