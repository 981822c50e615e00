"""18.0 Divisional integrity: flanking attacks and coordinated defence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bitter_woods.fields import Battlefield
from tests.bitter_woods.test_odds import declared

LEHR = ("Lehr-130", "Lehr-901", "Lehr-902")
AIRBORNE = ("101-501", "101-502", "101-506")
SCREAMING = "101-501 3811, 101-502 3811, 101-506 3813"
"""The division on two sides of 3812."""


def modifiers(match: Battlefield) -> dict[str, int]:
    found = {entry.code: entry.amount for entry in match.tells("go").tallies["die"].entries}
    return {code: found.get(code, 0) for code in ("flanking", "coordinated")}


def integrity(units: str, *joined: str, hex: str = "3812", **more: Any) -> tuple[int, int]:
    """The two modifiers of an attack."""
    found = modifiers(declared(units, hex, *joined, options=["integrity", *more.pop("also", ())], **more))
    return found["flanking"], found["coordinated"]


@pytest.mark.rule("bitter_woods", "18.0-a", "18.1-a", "18.1-d")
@pytest.mark.parametrize(
    ("where", "flanks"),
    [
        (("3811", "3811", "3811", "3813"), True),
        (("3811", "3811", "3811", "3913"), True),
        (("3811", "3712", "3912", "3811"), True),
        (("3811", "3811", "3811", "3912"), False),
        (("3811", "3811", "3811", "3811"), False),
    ],
)
def test_from_three_hexes_or_from_two_that_are_not_adjacent(where: tuple[str, ...], flanks: bool) -> None:
    """A volksgrenadier regiment of another division helps with the geometry."""
    units = ", ".join(f"{id} {hex}" for id, hex in zip((*LEHR, "26-78"), where, strict=True))
    assert integrity(f"{units}, 28-110 3812", *LEHR, "26-78") == (-int(flanks), 0)


@pytest.mark.rule("bitter_woods", "18.0-a")
def test_without_the_option_there_is_no_modifier() -> None:
    units = "Lehr-130 3811, Lehr-901 3811, Lehr-902 3813, 28-110 3812"
    assert modifiers(declared(units, "3812", *LEHR)) == {"flanking": 0, "coordinated": 0}


@pytest.mark.rule("bitter_woods", "18.1-a")
def test_guns_do_not_flank() -> None:
    units = "Lehr-130 3811, Lehr-901 3811, Lehr-902 3811, Rkt-7 3813, 28-110 3812"
    assert integrity(units, *LEHR, "support Rkt-7") == (0, 0)


@pytest.mark.rule("bitter_woods", "18.1-b")
def test_three_units_of_a_german_mechanized_division() -> None:
    two = "Lehr-130 3811, Lehr-901 3811, 2-2 3813, 28-110 3812"
    assert integrity(two, "Lehr-130", "Lehr-901", "2-2") == (0, 0), "two of Lehr, one of 2nd Panzer"
    infantry = "26-78 3811, 26-39 3811, 26-77 3813, 28-110 3812"
    assert integrity(infantry, "26-78", "26-39", "26-77") == (0, 0)
    slower = "3PG-8 3811, 3PG-29 3811, 3PG-103 3813, 28-110 3812"
    assert integrity(slower, "3PG-8", "3PG-29", "3PG-103") == (-1, 0), "endurance 4 is enough for Germans"


@pytest.mark.rule("bitter_woods", "18.1-c")
def test_three_units_of_an_allied_division_with_endurance_five() -> None:
    moment = "allied combat"
    assert integrity(f"{SCREAMING}, 26-78 3812", *AIRBORNE, moment=moment) == (-1, 0)
    lesser = "28-109 3811, 28-110 3811, 28-112 3813, 26-78 3812"
    assert integrity(lesser, "28-109", "28-110", "28-112", moment=moment) == (0, 0), "endurance 4"


@pytest.mark.rule("bitter_woods", "18.2-a")
@pytest.mark.parametrize(
    ("where", "coordinated"),
    [
        (("3812", "3812", "3812"), True),
        (("3812", "3813", "3814"), True),
        (("3812", "3813", "3816"), False),
        (("3812", "3814", "3816"), False),
    ],
)
def test_allied_units_stand_together(where: tuple[str, ...], coordinated: bool) -> None:
    units = ", ".join(f"{id} {hex}" for id, hex in zip(AIRBORNE, where, strict=True))
    assert integrity(f"{units}, 26-78 3811", "26-78") == (0, int(coordinated))


@pytest.mark.rule("bitter_woods", "18.2-a")
def test_two_pairs_of_one_division_are_enough_and_only_their_hexes_gain() -> None:
    pairs = "101-501 3812, 101-502 3812, 101-506 3818, 101-327 3819, 26-78 3811"
    assert integrity(pairs, "26-78") == (0, 1)
    apart = "101-501 3822, 101-502 3822, 101-506 3822, 101-327 3812, 26-78 3811"
    assert integrity(apart, "26-78") == (0, 0), "the glider regiment stands alone"


@pytest.mark.rule("bitter_woods", "18.2-a")
def test_germans_defend_together_with_mechanized_units_of_endurance_five() -> None:
    moment = "allied combat"
    lehr = "Lehr-130 3812, Lehr-901 3812, Lehr-902 3813, 28-110 3811"
    assert integrity(lehr, "28-110", moment=moment) == (0, 1)
    slower = "3PG-8 3812, 3PG-29 3812, 3PG-103 3813, 28-110 3811"
    assert integrity(slower, "28-110", moment=moment) == (0, 0), "endurance 4"
    infantry = "12-27 3812, 12-48 3812, 12-89 3813, 28-110 3811"
    assert integrity(infantry, "28-110", moment=moment) == (0, 0)


@pytest.mark.rule("bitter_woods", "18.3-a")
@pytest.mark.parametrize("marker", ["supply", "shocked"])
def test_a_shocked_or_unsupplied_unit_of_the_division_costs_the_bonus(marker: str) -> None:
    attack = "Lehr-130 3811, Lehr-901 3811, Lehr-902 3813, 28-110 3812"
    assert integrity(f"{attack}, Lehr-Rec 2020", *LEHR) == (-1, 0)
    assert integrity(f"{attack}, Lehr-Rec 2020 {marker}", *LEHR) == (0, 0), "though it is far away"
    defence = "101-501 3812, 101-502 3812, 101-506 3812, 26-78 3811"
    assert integrity(f"{defence}, 101-327 2020 {marker}", "26-78") == (0, 0)
    assert integrity(f"{defence}, 82-504 2020 {marker}", "26-78") == (0, 1), "another division"


@pytest.mark.rule("bitter_woods", "18.3-b")
def test_two_divisions_count_as_one() -> None:
    units = "Lehr-130 3811, Lehr-901 3811, Lehr-902 3811, 2-3 3813, 2-2 3813, 2-304 3813, 28-110 3812"
    assert integrity(units, *LEHR, "2-3", "2-2", "2-304") == (-1, 0)
    both = "101-501 3812, 101-502 3713, 101-506 3713, 82-504 3812, 82-505 3713, 82-508 3713, 26-78 3811"
    assert integrity(both, "26-78") == (0, 1)


@pytest.mark.rule("bitter_woods", "18.3-c", "18.3-d", "ESC-b")
def test_a_fortification_cancels_flanking_alone() -> None:
    attack = "Lehr-130 3811, Lehr-901 3811, Lehr-902 3813"
    fort = ["3812: works=2"]
    assert integrity(f"{attack}, 28-110 3812", *LEHR, hexes=fort) == (0, 0)
    alone = "101-501 3812, 101-502 3812, 101-506 3812"
    assert integrity(f"{alone}, 26-78 3811", "26-78", hexes=fort) == (0, 1)
    assert integrity(f"{alone}, {attack}", *LEHR, hexes=fort) == (0, 0), "both have integrity"
    assert integrity(f"{alone}, {attack}", *LEHR) == (0, 0)


@pytest.mark.rule("bitter_woods", "18.3-c", "18.3-d", "ESC-d")
def test_one_attack_across_the_meuse_cancels_flanking_or_all_must() -> None:
    match = declared("26-78 3811, 28-110 3812", "3812", "26-78")
    board = match.data.board
    meuse = board.code("river", "meuse")
    target = next(
        hex
        for hex in board.hexes
        if hex not in match.data.permanent_forts
        and 1 <= sum(board.river[board.side(hex, there)] == meuse for there in board.around(hex)) <= 3
        and len(board.around(hex)) == 6
        and not any(board.wall[board.side(hex, there)] for there in board.around(hex))
    )
    wet = [there for there in board.around(target) if board.river[board.side(target, there)] == meuse]
    dry = [there for there in board.around(target) if there not in wet]
    here, far = next((one, two) for one in dry for two in dry if two not in (one, *board.around(one)))
    bank = next(hex for hex in wet if any(two not in (hex, *board.around(hex)) for two in dry))
    opposite = next(two for two in dry if two not in (bank, *board.around(bank)))
    name = board.label

    def flanking(first: int, second: int, *also: str) -> int:
        units = f"Lehr-130 {name(first)}, Lehr-901 {name(first)}, Lehr-902 {name(second)}, 28-110 {name(target)}"
        return integrity(units, *LEHR, hex=name(target), also=also)[0]

    assert flanking(here, far) == -1
    assert flanking(opposite, bank) == 0
    assert flanking(opposite, bank, "all_across_meuse") == -1
    three = "101-501 {0}, 101-502 {0}, 101-506 {0}".format(name(target))
    units = f"Lehr-130 {name(opposite)}, Lehr-901 {name(opposite)}, Lehr-902 {name(bank)}, {three}"
    assert integrity(units, *LEHR, hex=name(target)) == (0, 0), "both have integrity before the Meuse counts"
