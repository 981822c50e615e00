"""8.0 Improved positions and fortifications."""

from __future__ import annotations

import pytest

from ardennes.engine.notation import read_option
from ardennes.games.bitter_woods.rules.field import FORT, IMPROVED, LOST_FORT, NO_WORKS
from ardennes.games.bitter_woods.rules.positions import is_fortified
from tests.bitter_woods.fields import field

FREE = 9
BASTOGNE, ST_VITH, MARCHE, HOUFFALIZE, CLERVAUX = "2426", "1316", "3518", "2221", "1624"


def digging(units: str, side: str = "german", **more: object) -> set[str]:
    """The hexes where a side may dig in."""
    return field(units, f"{side} works", turn=FREE, **more).objects("dig")  # type: ignore[arg-type]


@pytest.mark.rule("bitter_woods", "8.1-c", "8.1-g")
@pytest.mark.parametrize(
    ("side", "ids", "enemy", "gun"),
    [
        ("german", ("26-78", "2-3", "2-2"), "28-110", "FA-402"),
        ("allied", ("28-110", "9CCB", "14Cav"), "26-78", "VAK-766"),
    ],
)
def test_who_digs_in(side: str, ids: tuple[str, ...], enemy: str, gun: str) -> None:
    for id in ids:
        assert digging(f"{id} 3702", side) == {"3702"}
        assert digging(f"{id} 3702, {enemy} 3704", side) == {"3702"}, "two hexes away"
        assert digging(f"{id} 3702, {enemy} 3703", side) == set()
        assert digging(f"{id} 3702, {gun} 3703", side) == set(), "a gun is an enemy too"
        assert digging(f"{id} 4107, {enemy} 4108", side) == set(), "over the Meuse as well"
        assert digging(f"{id} 3702 supply", side) == set()
        assert digging(f"{id} 3702 done=1", side) == set(), "it has moved"


@pytest.mark.rule("bitter_woods", "8.1-d", "8.2-d")
@pytest.mark.parametrize(
    ("side", "gun", "foot"),
    [("german", "VAK-766", "26-78"), ("german", "Rkt-15", "2-2"), ("allied", "FA-402", "28-110")],
)
def test_guns_do_not_dig(side: str, gun: str, foot: str) -> None:
    assert digging(f"{gun} 3702", side) == set()
    assert digging(f"{gun} 3702, {foot} 3702", side) == {"3702"}, "but share what others dig"
    assert digging(f"{gun} {BASTOGNE}", side) == set()


@pytest.mark.rule("bitter_woods", "8.1-e", "8.2-c", "8.2-d", "4.B-c")
def test_where_to_dig() -> None:
    for town in (BASTOGNE, ST_VITH, MARCHE):
        assert digging(f"28-110 {town}", "allied") == {town}
        assert digging(f"7CCR {town}", "allied") == {town}
        assert digging(f"43-129 {town}", "allied") == {town}
        assert digging(f"28-110 {town} supply", "allied") == set()
        assert digging(f"28-110 {town} done=1", "allied") == set()
        assert digging(f"26-78 {town}") == set(), "the Germans fortify no town"
    assert digging(f"28-110 {HOUFFALIZE}", "allied") == set()
    assert digging(f"26-78 {HOUFFALIZE}") == set()
    assert digging("26-78 1424") == {"1424"}, "at a bridge"
    assert digging("26-78 0812") == {"0812"}, "on a forest road"


@pytest.mark.rule("bitter_woods", "8.1-f")
def test_positions_appear_at_the_end_of_movement() -> None:
    match = field("26-78 3702, 2-2 4203 reserve", "german move", turn=FREE)
    assert match.works("3702") == NO_WORKS
    match.do("done")
    assert match.objects("dig") == {"3702", "4203"}
    match.do("dig 3702", "dig 4203")
    assert match.works("3702") == match.works("4203") == IMPROVED
    match.skip_to("choose-move")
    match.do("move 2-2", "to 4204")
    assert match.works("4203") == NO_WORKS, "it goes with who dug it"
    assert match.works("3702") == IMPROVED


@pytest.mark.rule("bitter_woods", "8.1-f")
def test_a_position_goes_with_an_exploiting_digger_though_others_stay() -> None:
    match = field("2-2 4203 reserve, 26-78 4203 done=1", "german works", turn=FREE)
    match.do("dig 4203")
    match.skip_to("choose-move")
    match.do("move 2-2", "to 4204")
    assert match.works("4203") == NO_WORKS


@pytest.mark.rule("bitter_woods", "8.1-h")
def test_a_position_lasts_as_long_as_somebody_is_there() -> None:
    match = field("28-110 3702, 28-112 3702", "allied move", turn=FREE, improved=("3702",))
    match.do("move 28-110", "to 3703")
    assert match.works("3702") == IMPROVED
    match.do("move 28-112", "to 3704")
    assert match.works("3702") == NO_WORKS


@pytest.mark.rule("bitter_woods", "8.2-e")
def test_a_fort_stays_when_it_is_empty() -> None:
    match = field(f"28-110 {BASTOGNE}", "allied works", turn=FREE)
    match.do(f"dig {BASTOGNE}")
    assert match.works(BASTOGNE) == FORT
    later = field(f"28-110 {BASTOGNE}", "allied move", turn=FREE, hexes=(f"{BASTOGNE}: works={FORT}",))
    later.do("move 28-110", "to 2427")
    assert later.works(BASTOGNE) == FORT


@pytest.mark.rule("bitter_woods", "8.2-f")
def test_a_fort_is_lost_for_good_when_germans_enter() -> None:
    forts = (f"{BASTOGNE}: works={FORT}", f"{MARCHE}: works={FORT}")
    match = field("26-78 2427, 28-110 3702", "german move", turn=FREE, hexes=forts)
    match.do("move 26-78", f"to {BASTOGNE}")
    assert match.works(BASTOGNE) == LOST_FORT
    assert match.works(MARCHE) == FORT
    assert digging(f"28-110 {BASTOGNE}", "allied", hexes=(f"{BASTOGNE}: works={LOST_FORT}",)) == set()


@pytest.mark.rule("bitter_woods", "8.2-f")
def test_passing_through_is_enough() -> None:
    match = field("2-2 2427, 28-110 3702", "german move", turn=FREE, hexes=(f"{BASTOGNE}: works={FORT}",))
    match.do("move 2-2")
    match.apply(read_option(match.data, "to 2425"), path=[match.hex(BASTOGNE), match.hex("2425")])
    assert match.works(BASTOGNE) == LOST_FORT


@pytest.mark.rule("bitter_woods", "8.2-f")
def test_an_option_lets_forts_be_built_again() -> None:
    works = (f"{BASTOGNE}: works={FORT}",)
    match = field("26-78 2427, 28-110 3702", "german move", turn=FREE, hexes=works, options=("forts_again",))
    match.do("move 26-78", f"to {BASTOGNE}")
    assert match.works(BASTOGNE) == NO_WORKS
    assert digging(f"28-110 {BASTOGNE}", "allied") == {BASTOGNE}


@pytest.mark.rule("bitter_woods", "8.2-b")
def test_permanent_forts_serve_both_sides() -> None:
    match = field("26-78 1524", "german move", turn=FREE)
    towns = {"1624", "2803", "2903", "4717", "4809", "4909"}
    assert {match.data.board.label(hex) for hex in match.data.permanent_forts} == towns
    match.do("move 26-78", f"to {CLERVAUX}")
    assert all(is_fortified(match.position, match.hex(town)) for town in towns)


def strength(units: str, target: str, side: str, *joined: str, **more: object) -> int:
    match = field(units, f"{side} combat", turn=FREE, **more)  # type: ignore[arg-type]
    match.do(f"attack {target}", *(f"join {id}" for id in joined))
    return match.tally("die")


@pytest.mark.rule("bitter_woods", "8.1-a", "8.1-b")
def test_a_position_cancels_the_attackers_endurance() -> None:
    """The worked example: a 9-5-4 against a 5-4-4."""
    units = "2-3 3702, 28-110 3703"
    assert strength(units, "3703", "german", "2-3") == -1
    assert strength(units, "3703", "german", "2-3", improved=("3703",)) == 0
    even = "26-78 3702, 28-110 3703"
    assert strength(even, "3703", "german", "26-78", improved=("3703",)) == 0, "it gives nothing of its own"
    better = "26-78 3702, 2-9 3703"
    assert (
        strength(better, "3703", "german", "26-78")
        == strength(better, "3703", "german", "26-78", improved=("3703",))
        == 1
    )


@pytest.mark.rule("bitter_woods", "8.1-a", "8.1-g")
def test_german_positions_work_alike() -> None:
    units = "2-9 3702, 26-78 3703"
    assert strength(units, "3703", "allied", "2-9") == -1
    assert strength(units, "3703", "allied", "2-9", improved=("3703",)) == 0


@pytest.mark.rule("bitter_woods", "8.2-a", "8.2-b")
def test_forts_cancel_it_too() -> None:
    units = f"2-3 2427, 28-110 {BASTOGNE}"
    assert strength(units, BASTOGNE, "german", "2-3") == -1
    assert strength(units, BASTOGNE, "german", "2-3", hexes=(f"{BASTOGNE}: works={FORT}",)) == 0
    assert strength(f"2-9 1725, 26-78 {CLERVAUX}", CLERVAUX, "allied", "2-9") == 0, "permanent, for the Germans"
