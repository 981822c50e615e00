"""9.1 to 9.4 Strengths, columns, shifts and the die."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.engine.modifiers import Modifier, Tally
from ardennes.games.bitter_woods.rules.attacks import halved
from ardennes.games.bitter_woods.rules.odds import Odds
from ardennes.games.bitter_woods.rules.pieces import COLUMNS
from tests.bitter_woods.fields import Battlefield, box, field


def declared(units: str, hex: str, *words: str, moment: str = "german combat", **more: Any) -> Battlefield:
    """An attack on a hex with what is named in it: ``join 26-78``, ``support VAK-401``, ``fly``; units alone join."""
    match = field(units, moment, turn=more.pop("turn", 9), **more)
    match.do(f"attack {hex}")
    match.do(*(word if word == "fly" or " " in word else f"join {word}" for word in words))
    return match


def columns(match: Battlefield) -> tuple[str, str]:
    """The column of the strengths alone, and the one the die is read in."""
    (note,) = match.tells("go").notes
    return str(note.args["printed"]), str(note.args["column"])


def strengths(match: Battlefield) -> tuple[int, int]:
    return match.tally("attack"), match.tally("defence")


def sum_of(amount: int) -> Tally:
    return Tally.of([Modifier("test", amount, "9.1")])


def odds_of(printed: str, right: int, left: int) -> str:
    """A column after shifts of the attacker and of the defender."""
    found = Odds(sum_of(0), sum_of(0), sum_of(right), sum_of(left), sum_of(0), COLUMNS.index(printed))
    return COLUMNS[found.column]


@pytest.mark.rule("bitter_woods", "9.2-c")
@pytest.mark.parametrize(
    ("units", "joined", "expected"),
    [
        ("26-78 3811, 28-110 3812", "26-78", "1-1"),
        ("12SS-12 3811, 101-327 3812, 28-110 3812", "12SS-12", "1-1"),
        ("FuhEs 3811, 28-110 3812/1", "FuhEs", "3-1"),
        ("26-78 3811, 28-110 3812, 28-109 3812", "26-78", "1-2"),
        ("26-78 3811/1, 28-110 3812, 28-109 3812", "26-78", "1-4"),
        ("62-164 3811/1, 3CCA 3812, 3CCB 3812", "62-164", "1-6"),
        ("1SS-Peiper 3811, 26-101 3812/1", "1SS-Peiper", "7-1"),
    ],
)
def test_odds_are_rounded_for_the_defender(units: str, joined: str, expected: str) -> None:
    """12 to 9, 10 to 3, 5 to 10, 3 to 10; below and above the table its ends: 2 to 18, 15 to 2."""
    assert columns(declared(units, "3812", joined))[0] == expected


@pytest.mark.rule("bitter_woods", "9.1-k", "10.3-b", "10.4-b", "10.3-c")
def test_all_units_in_a_hex_defend_together() -> None:
    both = declared("26-78 3811, 28-110 3812, 26-101 3812", "3812", "26-78")
    assert strengths(both) == (5, 9)
    assert strengths(declared("26-78 3811, 28-110 3812, 26-101 3812, FA-402 3812", "3812", "26-78"))[1] == 12
    germans = "26-78 3812, 62-164 3812, Rkt-7 3812, 28-110 3811"
    assert strengths(declared(germans, "3812", "28-110", moment="allied combat")) == (5, 9)
    alone = declared("FA-188 3812, 26-78 3811", "3812", "26-78")
    assert strengths(alone)[1] == 3


@pytest.mark.rule("bitter_woods", "9.1-n", "12.4-b", "12.4-c")
def test_no_strength_below_one() -> None:
    assert [halved(strength) for strength in (1, 2, 5, 6)] == [1, 1, 3, 3]
    match = declared("62-164 3811 supply, 2-3 3811 supply, 28-110 3812 supply", "3812", "62-164", "2-3")
    assert strengths(match) == (2 + 5, 5), "halved in attack alone"


@pytest.mark.rule("bitter_woods", "9.4-a", "9.4-b", "9.4-d")
@pytest.mark.parametrize(("hex", "beside", "shift"), [("3812", "3811", 0), ("1302", "1401", 1), ("2316", "2415", 1)])
def test_forest_and_broken_ground_shift_left(hex: str, beside: str, shift: int) -> None:
    match = declared(f"2-3 {beside}, 28-110 {hex}/1", hex, "2-3")
    assert match.tally("left") == shift
    assert columns(match) == ("3-1", COLUMNS[COLUMNS.index("3-1") - shift])
    germans = declared(f"3CCA {beside}, 26-78 {hex}/1", hex, "3CCA", moment="allied combat")
    assert germans.tally("left") == shift


@pytest.mark.rule("bitter_woods", "9.4-a")
@pytest.mark.parametrize("turn", [9, 7, 15])
def test_light_woods_shift_nothing_on_any_ground(turn: int) -> None:
    assert declared("2-3 4012, 28-110 4011/1", "4011", "2-3", turn=turn).tally("left") == 0


@pytest.mark.rule("bitter_woods", "9.4-e", "9.4-i", "10.2-i", "10.2-e", "ESC-e")
def test_a_town_doubles_all_but_guns() -> None:
    units = "2-3 2425, 26-101 2426, FA-402 2426, FA-188 2429"
    match = declared(units, "2426", "2-3")
    assert strengths(match) == (9, 8 + 3)
    match.do("go")
    assert match.tally("defence", "support FA-188") == 8 + 3 + 6
    assert strengths(declared("2-3 2425, 26-101 2426/1", "2426", "2-3"))[1] == 4
    german = declared("3CCA 2425, 62-164 2426, Rkt-7 2426", "2426", "3CCA", moment="allied combat")
    assert strengths(german)[1] == 6 + 1


@pytest.mark.rule("bitter_woods", "9.4-g", "9.4-h", "9.4-j", "9.4-l")
def test_a_river_in_front_of_all_attackers_doubles() -> None:
    """1325 and 1324 are across the river from 1424, 1324 by a bridge; 1423 is on its own bank."""
    across = "2-3 1325, 26-39 1324, 28-110 1424"
    match = declared(across, "1424", "2-3", "26-39")
    assert strengths(match)[1] == 10
    assert match.tally("left") == 1, "broken ground besides"
    assert strengths(declared(across, "1424", "26-39"))[1] == 10, "a bridge changes nothing"
    dry = declared(across + ", 26-78 1423", "1424", "2-3", "26-39", "26-78")
    assert strengths(dry)[1] == 5
    rocket = declared(across + ", Rkt-7 1423", "1424", "2-3", "support Rkt-7")
    assert strengths(rocket)[1] == 10, "rockets do not count"
    allied = declared("28-110 1324, 26-78 1424", "1424", "28-110", moment="allied combat")
    assert strengths(allied)[1] == 10


@pytest.mark.rule("bitter_woods", "9.4-g", "9.4-h", "ESC-d")
def test_the_meuse_doubles_too() -> None:
    assert strengths(declared("2-3 4006, 43-129 4007", "4007", "2-3"))[1] == 10
    assert strengths(declared("3CCA 4006, 26-78 4007", "4007", "3CCA", moment="allied combat"))[1] == 10


@pytest.mark.rule("bitter_woods", "9.4-f", "9.4-j", "9.4-k", "9.4-i")
def test_a_town_behind_a_river_is_doubled_once_and_shifted() -> None:
    """1503 has the river to its south and east; 1402 and 1502 are on its bank. Case T28, and T09 with a gun alone."""
    match = declared("12SS-12 1403, 12SS-25 1504, 2-9 1503", "1503", "12SS-12", "12SS-25")
    assert strengths(match)[1] == 10
    assert match.tally("left") == 1
    mixed = declared("12SS-12 1403, 12SS-25 1502, 2-9 1503", "1503", "12SS-12", "12SS-25")
    assert (strengths(mixed)[1], mixed.tally("left")) == (10, 0)
    gun = declared("FuhEs 1403, FA-402 1503", "1503", "FuhEs")
    assert strengths(gun) == (10, 3)
    assert columns(gun) == ("3-1", "2-1")


@pytest.mark.rule("bitter_woods", "9.4-d", "9.4-g", "9.3-d")
def test_the_line_of_the_river() -> None:
    """The cases of the picture: 9 to 8 in broken ground is 1-2; 12 to 4 there 2-1, with +1 for the glider troops."""
    assert odds_of("1-1", 0, 1) == "1-2"
    match = declared("3FJ-5 1325, 26-78 1423, 62-164 1423/1, 101-327 1424", "1424", "3FJ-5", "26-78", "62-164")
    assert strengths(match) == (12, 4)
    assert (columns(match), match.tally("die")) == (("3-1", "2-1"), 1)


@pytest.mark.rule("bitter_woods", "9.1-m", "9.2-g", "9.2-h")
def test_two_columns_each_way_the_attackers_first() -> None:
    assert odds_of("3-1", 3, 1) == "4-1"
    assert odds_of("6-1", 2, 0) == "7-1"
    assert odds_of("6-1", 2, 1) == "6-1"
    assert odds_of("7-1", 1, 1) == "6-1"
    assert odds_of("2-1", 0, 3) == "1-2"
    assert odds_of("1-6", 0, 1) == "1-6"
    match = declared("1SS-Peiper 2415, 26-101 2316/1", "2316", "1SS-Peiper", "fly", air=(1, 0))
    assert columns(match) == ("7-1", "6-1"), "no better in broken ground"


@pytest.mark.rule("bitter_woods", "9.2-b", "9.1-m")
def test_aircraft_cancel_each_other() -> None:
    match = declared("26-78 3811, 28-110 3812", "3812", "26-78", "fly", air=(1, 1))
    assert match.tally("right") == 1
    match.do("go")
    about = match.tells("fly")
    assert (about.tallies["right"].total, about.tallies["left"].total) == (0, 0)
    match.dice(5).do("fly")
    p = match.position
    assert (p.german_air, p.allied_air) == (0, 0), "both are used"
    answered = declared("26-78 3811, 28-110 3812", "3812", "26-78", air=(0, 1))
    answered.do("go")
    assert answered.tells("fly").tallies["left"].total == 1


@pytest.mark.rule("bitter_woods", "9.1-l", "9.2-d")
def test_the_die_changes_by_two_at_most() -> None:
    nothing = sum_of(0)
    for total, expected in ((-3, -2), (-2, -2), (3, 2), (1, 1)):
        assert Odds(nothing, nothing, nothing, nothing, sum_of(total), 5).modifier == expected
    assert set(box().results) == set(range(-1, 9))


@pytest.mark.rule("bitter_woods", "9.3-a", "9.3-b", "9.3-c", "9.3-d", "9.3-e", "12.4-e")
@pytest.mark.parametrize(
    ("attackers", "defenders", "expected"),
    [
        ("2-3 3811", "28-110 3812", -1),
        ("26-78 3811", "28-110 3812", 0),
        ("62-164 3811", "101-501 3812", 1),
        ("2-3 3811 supply", "28-110 3812", 0),
        ("26-78 3811", "28-110 3812 supply", -1),
        ("62-164 3811", "106-422 3812, FA-402 3812", 1),
    ],
)
def test_the_best_endurance_of_each_side_is_compared(attackers: str, defenders: str, expected: int) -> None:
    match = declared(f"{attackers}, {defenders}", "3812", attackers.split(maxsplit=1)[0])
    assert match.tally("die") == expected


@pytest.mark.rule("bitter_woods", "9.3-a")
def test_guns_in_support_lend_their_endurance() -> None:
    match = declared("62-164 3811, VAK-401 3809, 106-422 3812, FA-402 3815", "3812", "62-164")
    assert match.tally("die") == 0
    assert match.tally("die", "support VAK-401") == -1
    match.do("support VAK-401", "go")
    assert match.tally("die", "support FA-402") == 0


@pytest.mark.rule("bitter_woods", "8.1-a", "8.1-b", "9.3-d", "ESC-c")
def test_a_position_cancels_the_attackers_lead_alone() -> None:
    """Case T04, and the defender's own lead stays."""
    assert declared("2-3 3811, 28-110 3812", "3812", "2-3", improved=["3812"]).tally("die") == 0
    assert declared("26-78 3811, 28-110 3812", "3812", "26-78", improved=["3812"]).tally("die") == 0
    assert declared("26-78 3811, 101-501 3812", "3812", "26-78", improved=["3812"]).tally("die") == 1
    assert declared("2-3 2425, 28-110 2426", "2426", "2-3", hexes=["2426: works=2"]).tally("die") == 0


@pytest.mark.rule("bitter_woods", "9.2-d", "9.2-c")
def test_the_modified_die_is_read_in_the_shifted_column() -> None:
    match = declared("2-3 3811, 28-110 3812/1", "3812", "2-3")
    assert (columns(match), match.tally("die")) == (("3-1", "3-1"), -1)
    match.dice(3).do("go")
    assert match.told("rolled")[-1].args["result"] == box().results[2][COLUMNS.index("3-1")]


@pytest.mark.rule("bitter_woods", "9.2-d")
def test_columns_the_examples_show() -> None:
    """3-1 holds D3, 4-1 D3 and D4, 1-1 D2 on the rows the worked examples need."""
    results = box().results
    assert results[1][COLUMNS.index("3-1")] == "D3"
    assert (results[3][COLUMNS.index("4-1")], results[2][COLUMNS.index("4-1")]) == ("D3", "D4")
    assert results[0][COLUMNS.index("1-1")] == "D2"
