"""28.0 Inter-Allied cooperation."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.advance import Advance
from tests.bitter_woods.fields import Battlefield, field
from tests.bitter_woods.test_combat import declared
from tests.bitter_woods.test_retreats import ways

OPTION = ["cooperation"]
BANKS = "4207", "4208"
"""Two hexes with the Meuse and a bridge between them."""


def beyond(match: Battlefield, id: str) -> bool:
    """Whether a unit could move over the Meuse."""
    match.do(f"move {id}")
    return ("4207" if match.place(id) == "4208" else "4208") in match.destinations()


@pytest.mark.rule("bitter_woods", "28.1-a")
@pytest.mark.parametrize("start", BANKS)
@pytest.mark.parametrize(
    ("id", "options", "crosses"),
    [
        ("43-129", OPTION, False),
        ("Gds-2WG", OPTION, False),
        ("11-29", OPTION, True),
        ("28-110", OPTION, True),
        ("43-129", [], True),
    ],
)
def test_the_british_do_not_cross_the_meuse(start: str, id: str, options: list[str], crosses: bool) -> None:
    assert beyond(field(f"{id} {start}", "allied move", turn=9, options=options), id) is crosses


@pytest.mark.rule("bitter_woods", "28.1-a")
def test_a_refusal_names_the_river() -> None:
    match = field("43-129 4208", "allied move", turn=9, options=OPTION)
    match.do("move 43-129")
    assert match.why("to 4207") == ("meuse-in-the-way", "28.1")


@pytest.mark.rule("bitter_woods", "28.1-a")
@pytest.mark.parametrize(("id", "advances"), [("43-129", False), ("11-29", True), ("28-110", True)])
def test_nor_in_an_advance(id: str, advances: bool) -> None:
    match = declared(f"{id} 4208, 26-78 4207/1", "4207", id, moment="allied combat", options=OPTION)
    match.position.put(match.unit("26-78"), match.hex("3702"))
    first, waiting = (match.hex("4207"),), (match.unit(id),)
    match.position.open(Advance(side=1, first=first, hexes=1, road_bonus=False, waiting=waiting))
    assert (match.prompt_code() == "choose-advance") is advances


@pytest.mark.rule("bitter_woods", "28.1-a")
@pytest.mark.parametrize(("id", "builds"), [("43-129", False), ("11-29", True), ("28-110", True)])
def test_nor_do_they_build_bridges_over_it(id: str, builds: bool) -> None:
    match = field(f"{id} 4208, 99-393 3702", "allied bridges", turn=9, options=OPTION, blown=["4207/4208"])
    assert (match.asked is not None and match.prompt_code() == "choose-site") is builds


@pytest.mark.rule("bitter_woods", "28.1-a")
def test_a_retreat_crosses_where_nothing_else_is_left() -> None:
    """Ways back from the bank by either side; ringed from the land the river is the only one."""
    free = ways("43-129 4208, 26-78 4209", "43-129", 1, options=OPTION)
    assert free
    assert not {"4207", "4107"} & set(free)
    assert {"4207", "4107"} & set(ways("43-129 4208, 26-78 4309, 26-39 4109", "43-129", 1, options=OPTION))


@pytest.mark.rule("bitter_woods", "28.2-a")
@pytest.mark.parametrize(
    ("id", "other", "options", "together"),
    [
        ("11-29", "28-110", OPTION, False),
        ("28-110", "11-29", OPTION, False),
        ("11-29", "43-129", OPTION, True),
        ("28-110", "28-109", OPTION, True),
        ("11-29", "28-110", [], True),
    ],
)
def test_nations_do_not_stack(id: str, other: str, options: list[str], together: bool) -> None:
    match = field(f"{id} 3811, {other} 3812", "allied move", turn=9, options=options)
    match.do(f"move {id}")
    assert ("3812" in match.destinations()) is together
    if not together:
        assert match.why("to 3812") == ("other-nation-there", "28.2")
        assert "3813" in match.destinations(), "but they pass"


@pytest.mark.rule("bitter_woods", "28.2-b")
def test_a_retreat_may_mix_them() -> None:
    """The only way back leads to a US regiment, which is not too many."""
    found = ways("11-29 3811, 28-110 3712, 26-78 3810, 26-39 3912", "11-29", 1, options=OPTION)
    assert "3712" in found


@pytest.mark.rule("bitter_woods", "28.3-a")
@pytest.mark.parametrize(
    ("defenders", "options", "shift"),
    [
        ("28-110 3812, 11-29 3812", OPTION, 1),
        ("28-110 3812, 28-109 3812", OPTION, 0),
        ("28-110 3812, 11-29 3812", [], 0),
    ],
)
def test_a_shift_for_german_attackers(defenders: str, options: list[str], shift: int) -> None:
    match = declared(f"26-78 3811, {defenders}", "3812", "26-78", options=options)
    assert match.shifts().get("discord", 0) == shift


@pytest.mark.rule("bitter_woods", "28.3-a")
@pytest.mark.parametrize(("second", "shift"), [("11-29", -1), ("28-109", 0)])
def test_a_shift_for_german_defenders(second: str, shift: int) -> None:
    match = declared(
        f"26-78 3811, 28-110 3812, {second} 3712", "3811", "28-110", second, moment="allied combat", options=OPTION
    )
    assert match.shifts().get("discord", 0) == shift


@pytest.mark.rule("bitter_woods", "28.4-a")
@pytest.mark.parametrize(("gun", "helps"), [("FA-402", True), ("AGRA-4", False)])
def test_guns_support_their_own_nation(gun: str, helps: bool) -> None:
    attack = declared(f"26-78 3811, 28-110 3812, {gun} 3814", "3811", "28-110", moment="allied combat", options=OPTION)
    assert (gun in attack.objects("support")) is helps
    defence = declared(f"26-78 3811, 28-110 3812, {gun} 3815", "3812", "26-78", options=OPTION)
    defence.dice(3).do("go")
    asked = defence.asked is not None and defence.prompt_code() == "answer-attack"
    assert (asked and gun in defence.objects("support")) is helps


@pytest.mark.rule("bitter_woods", "28.4-a")
def test_guns_support_a_combat_with_one_unit_of_their_nation() -> None:
    units = "26-78 3811, 28-110 3812, 11-29 3712, AGRA-4 3814"
    match = declared(units, "3811", "28-110", "11-29", moment="allied combat", options=OPTION)
    assert "AGRA-4" in match.objects("support")


@pytest.mark.rule("bitter_woods", "28.4-b")
@pytest.mark.parametrize("id", ["28-110", "11-29"])
def test_aircraft_support_either(id: str) -> None:
    match = declared(f"26-78 3811, {id} 3812", "3811", id, moment="allied combat", options=OPTION, air=(0, 1))
    assert "fly" in match.offers()


@pytest.mark.rule("bitter_woods", "28.2-a")
@pytest.mark.parametrize(("options", "stays"), [(OPTION, False), ([], True)])
def test_who_arrives_among_the_other_nation_goes_on(options: list[str], stays: bool) -> None:
    match = field("11-29 turn-track, 28-110 5301", "allied move", turn=10, options=options)
    match.do("move 11-29", "enter 5301")
    assert ("done" in match.offers()) is stays
    if not stays:
        assert match.why("done") == ("other-nation-there", "28.2")
        match.do(f"to {min(match.destinations())}")
        assert match.place("11-29") != "5301"
