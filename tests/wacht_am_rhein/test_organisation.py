"""28.0, 29.0 Divisions as their counters have them, beside the typical ones of the rulebook."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from ardennes.games.wacht_am_rhein.rules.pieces import Piece
from tests.wacht_am_rhein.fields import box


@cache
def named() -> dict[str, Piece]:
    """All counters."""
    fourth = [piece for piece in box("race_for_the_meuse").counters if piece.id.startswith("US-2_12_4")]
    return {piece.id: piece for piece in (*box("campaign").counters, *fourth)}


def parts(nation: str, formation: str) -> Counter[str]:
    """How many counters of each type a formation has; tanks, guns and anti-tank units with their model."""
    with_model = ("T", "AT", "A", "SPA", "RKT", "AA")
    return Counter(
        f"{piece.type} {piece.model}" if piece.type in with_model else piece.type
        for piece in named().values()
        if (piece.nation, piece.formation) == (nation, formation)
    )


@pytest.mark.rule("wacht_am_rhein", "28.0", "28.11")
@pytest.mark.parametrize("name", ["2", "83", "84"])
def test_us_infantry_division(name: str) -> None:
    assert parts("US", name) == {"I": 9, "A 105": 3, "A 155": 1, "T M4": 1, "T M10": 1, "E": 1, "H": 1}


@pytest.mark.rule("wacht_am_rhein", "28.0", "28.11")
def test_divisions_that_differ() -> None:
    assert parts("US", "75")["AT 75"] == 1, "towed guns"
    assert parts("US", "106") == {"I": 9, "A 105": 3, "A 155": 1, "E": 1, "H": 1}


@pytest.mark.rule("wacht_am_rhein", "28.12")
@pytest.mark.parametrize("name", ["4A", "6A", "10A", "11A"])
def test_us_armored_division(name: str) -> None:
    assert parts("US", name) == {"T M4": 3, "M": 3, "SPA 105": 3, "R": 1, "E": 1, "H": 1}, "none has an M10 battalion"


@pytest.mark.rule("wacht_am_rhein", "28.13")
@pytest.mark.parametrize("name", ["2A", "3A"])
def test_the_2nd_and_3rd_armored_have_six_tank_battalions(name: str) -> None:
    assert parts("US", name) == {"T M4": 6, "M": 3, "SPA 105": 3, "R": 1, "E": 1, "H": 1}


@pytest.mark.rule("wacht_am_rhein", "28.14")
@pytest.mark.parametrize(("name", "gliders", "guns"), [("101", 3, 3), ("82", 2, 4)])
def test_us_airborne_division(name: str, gliders: int, guns: int) -> None:
    found = parts("US", name)
    assert (found["P"], found["GL"], found["AA 75"], found["E"], found["H"]) == (9, gliders, guns, 1, 1)


@pytest.mark.rule("wacht_am_rhein", "28.21")
@pytest.mark.parametrize(("name", "infantry"), [("12", 6), ("26", 9), ("560", 6), ("79", 6)])
def test_volksgrenadier_division(name: str, infantry: int) -> None:
    assert parts("German", name) == {"I": infantry, "A 105": 1, "A 150": 1, "AT 75": 1, "E": 1}


@pytest.mark.rule("wacht_am_rhein", "28.22")
@pytest.mark.parametrize("name", ["2P", "9P", "11P"])
def test_panzer_division(name: str) -> None:
    tanks = {"T IV": 1, "T V": 1, "T SGIII": 1}
    assert parts("German", name) == {"M": 2, "MOT": 2, **tanks, "SPA 105": 1, "SPA 150": 1, "R": 1, "E": 1, "H": 1}


@pytest.mark.rule("wacht_am_rhein", "28.23")
@pytest.mark.parametrize("name", ["3PG", "15PG"])
def test_panzergrenadier_division(name: str) -> None:
    tanks = {"T IV": 1, "T SGIII": 1}
    assert parts("German", name) == {"MOT": 6, **tanks, "SPA 105": 1, "SPA 150": 1, "R": 1, "E": 1, "H": 1}


@pytest.mark.rule("wacht_am_rhein", "28.24")
@pytest.mark.parametrize("name", ["1P(SS)", "2P(SS)", "9P(SS)", "10P(SS)", "12P(SS)"])
def test_ss_panzer_division(name: str) -> None:
    guns = {"SPA 105": 1, "SPA 150": 1, "RKT NW150": 1, "A 170": 1}
    assert parts("German", name) == {"M": 6, "T IV": 1, "T V": 1, "T JgV": 1, **guns, "R": 1, "E": 1, "H": 1}
    assert all(not piece.formation for piece in named().values() if piece.model == "VI"), "Mark VI are corps troops"


@pytest.mark.rule("wacht_am_rhein", "28.31")
@pytest.mark.parametrize("name", ["43", "51", "53"])
def test_british_infantry_division(name: str) -> None:
    assert parts("British", name) == {"I": 9, "A 25lb": 3, "R": 1, "AT 17lb": 1, "E": 1, "H": 1}


@pytest.mark.rule("wacht_am_rhein", "28.32")
def test_british_armored_division() -> None:
    guns = {"A 25lb": 1, "SPA 25lb": 1, "AT 17lb": 2}
    assert parts("British", "GA") == {"T Fly": 3, "MOT": 4, "R": 1, **guns, "E": 1, "H": 1}


@pytest.mark.rule("wacht_am_rhein", "28.33")
@pytest.mark.parametrize(("name", "infantry"), [("29Ax", 1), ("33Ax", 0), ("34Ax", 0)])
def test_british_brigade(name: str, infantry: int) -> None:
    found = parts("British", name)
    assert (found["T Fly"], found["MOT"], found.total()) == (3, infantry, 3 + infantry)


@pytest.mark.rule("wacht_am_rhein", "29.0")
def test_abbreviations() -> None:
    found = {piece.formation for piece in named().values()}
    assert {"3FJ", "5FJ", "FBx", "FGx", "2P", "3PG", "150Px", "GA"} <= found
    assert named()["CA-For_V-E"].nation == "Canadian"
    assert named()["BR-5CG_32_GA-MOT"].name.startswith("5CG/32/GA")
    assert {piece.model for piece in named().values() if piece.type == "RKT" and piece.side == 0} <= {
        "NW150",
        "NW210",
        "NW300",
    }
