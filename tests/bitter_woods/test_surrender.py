"""26.0 Surrender."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.surrender import roll_for_surrender
from tests.bitter_woods.fields import Battlefield, field

RING = "26-78 3811, 26-39 3713, 26-77 3913"
"""Three regiments whose zones cover every hex around 3812."""


def surrender(
    units: str, *dice: int, turn: int = 3, side: int = 1, options: tuple[str, ...] = ("surrender",)
) -> Battlefield:
    match = field(units, "german move", turn=turn, options=options)
    match.dice(*dice)
    roll_for_surrender(match.position, side)
    return match


@pytest.mark.rule("bitter_woods", "26-a", "26-b")
def test_weak_units_cut_off_and_surrounded_surrender_on_a_six() -> None:
    units = f"{RING}, 106-422 3812 supply, 106-423 3812/1 supply"
    match = surrender(units, 6)
    assert match.steps_of("106-422") == 1
    assert match.place("106-423") == "eliminated"
    for die in (1, 5):
        assert surrender(units, die).steps_of("106-422") == 2


@pytest.mark.rule("bitter_woods", "26-a")
@pytest.mark.parametrize(("turn", "rolls"), [(2, 0), (3, 1)])
def test_from_17am(turn: int, rolls: int) -> None:
    match = surrender(f"{RING}, 106-422 3812 supply", *[6][:rolls], turn=turn)
    assert match.steps_of("106-422") == 2 - rolls


@pytest.mark.rule("bitter_woods", "26-a")
def test_no_die_in_supply_or_with_a_way_out_or_without_the_option() -> None:
    assert surrender(f"{RING}, 106-422 3812").steps_of("106-422") == 2
    assert surrender("26-78 3811, 26-39 3713, 106-422 3812 supply").steps_of("106-422") == 2
    assert surrender(f"{RING}, 106-422 3812 supply dropped").steps_of("106-422") == 2
    assert surrender(f"{RING}, 106-422 3812 supply", options=()).steps_of("106-422") == 2
    guns = "VAK-401 3811, VAK-402 3713, VAK-388 3913, 106-422 3812 supply"
    assert surrender(guns).steps_of("106-422") == 2, "guns have no zone"


@pytest.mark.rule("bitter_woods", "26-a")
def test_a_friend_next_door_does_not_help_and_each_hex_has_its_die() -> None:
    friends = f"{RING}, 106-422 3812 supply, 28-110 3813"
    assert surrender(friends, 6).steps_of("106-422") == 1
    more = "18-294 3815, 18-295 3915, 18-293 3714, 106-423 3814 supply, 5FJ-13 3916, 5FJ-14 3715"
    match = surrender(f"{RING}, 106-422 3812 supply, {more}", 6, 5)
    assert {match.steps_of("106-422"), match.steps_of("106-423")} == {1, 2}


@pytest.mark.rule("bitter_woods", "26-a")
def test_germans_surrender_in_their_own_turn() -> None:
    units = "28-110 3811, 28-109 3713, 28-112 3913, 326-751 3812 supply"
    assert surrender(units, 6, turn=9, side=0).steps_of("326-751") == 1
    assert surrender(units, turn=9, side=1).steps_of("326-751") == 2


@pytest.mark.rule("bitter_woods", "26-d", "26-e")
def test_one_unit_of_endurance_four_protects_all_and_supply_does_not_lower_it() -> None:
    assert surrender(f"{RING}, 106-422 3812 supply, 28-110 3812 supply").steps_of("106-422") == 2
    assert surrender(f"{RING}, 28-110 3812 supply").steps_of("28-110") == 2, "4 as printed, though 3 out of supply"


@pytest.mark.rule("bitter_woods", "26-c")
def test_the_die_is_rolled_after_supply_and_before_movement() -> None:
    """The regiment cannot trace supply through the ring; its side is asked for nothing before the die has fallen."""
    match = field(f"{RING}, 106-422 3812, 28-110 2010", "allied turn", turn=9, options=["surrender"])
    found = match.position.supply[match.unit("106-422")]
    assert found, "checked before"
    assert match.prompt_code() in ("choose-move", "choose-reserves")
    assert [event.code for event in match.position.events].count("asked-to-surrender") == 1


@pytest.mark.rule("bitter_woods", "26-d")
def test_a_supplied_unit_of_endurance_four_protects_them_too() -> None:
    """Supply by air or by an event reaches some units of a hex only."""
    assert surrender(f"{RING}, 106-422 3812 supply, 28-110 3812").steps_of("106-422") == 2
    assert surrender(f"{RING}, 106-422 3812 supply, 106-423 3812", 6).steps_of("106-422") == 1
