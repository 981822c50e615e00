"""9.8 Advance after combat."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.bitter_woods.rules.advance import Advance
from ardennes.games.bitter_woods.rules.field import HAS_MOVED
from tests.bitter_woods.fields import Battlefield, field
from tests.bitter_woods.test_results import after

ELSEWHERE = ", 352-914 5203, 99-395 5204"
"""Two who could fight each other, so that the combat phase goes on."""


def ahead(
    units: str,
    id: str,
    hex: str,
    hexes: int,
    *,
    road_bonus: bool = True,
    turn: int = 9,
    moved: bool = True,
    **more: Any,
) -> set[str]:
    """Where a unit could advance to after the enemy has been driven out of a hex."""
    match = field(units + ELSEWHERE, "german combat", turn=turn, **more)
    unit, p = match.unit(id), match.position
    p.done[unit] |= HAS_MOVED if moved else 0
    p.open(
        Advance(side=p.data.sides[unit], first=(match.hex(hex),), hexes=hexes, road_bonus=road_bonus, waiting=(unit,))
    )
    if match.asked is None or match.prompt_code() != "choose-advance":
        return set()
    match.do(f"advance {id}")
    return match.objects("along")


def distances(match: Battlefield) -> set[int]:
    return {len(match.tells(offer).path) for offer in match.offers() if offer.startswith("along")}


@pytest.mark.rule("bitter_woods", "9.8-a", "9.8-i", "9.8-b")
def test_any_of_those_who_fought_but_no_guns() -> None:
    units = "26-78 3811, Rkt-7 3811, 62-164 3811, 2-3 3912, VAK-401 3808, 28-110 3812"
    match = after(units, "3812", "26-78", "2-3", "Rkt-7", "VAK-401", result="DE")
    assert match.offers() == {"advance 26-78", "advance 2-3", "done"}, "not 62-164, who did not attack"
    match.do("advance 2-3", "along 3812", "done")
    assert (match.place("2-3"), match.place("26-78")) == ("3812", "3811")


@pytest.mark.rule("bitter_woods", "9.8-c", "9.8-j")
def test_as_far_as_the_defender_went_through_his_hex() -> None:
    found = ahead("Lehr-Rec 3811", "Lehr-Rec", "3812", 2, road_bonus=False)
    assert found == {"3812", "3712", "3713", "3813", "3913", "3912"}, "3712 by way of 3812 alone"
    assert ahead("Lehr-Rec 3811", "Lehr-Rec", "3812", 1) == {"3812"}


@pytest.mark.rule("bitter_woods", "9.8-d")
@pytest.mark.parametrize("result", ["D3", "1D3"])
def test_the_full_number_if_the_defenders_are_eliminated(result: str) -> None:
    ring = "26-78 3912, 62-164 3813, 62-183 3712, 26-39 3713, 26-77 3913"
    match = after(f"Lehr-Rec 3811, 28-110 3812/1, {ring}", "3812", "Lehr-Rec", result=result)
    if result == "1D3":
        match.do("lose 28-110")
    assert match.place("28-110") == "eliminated"
    match.do("advance Lehr-Rec")
    assert max(distances(match)) == 3


@pytest.mark.rule("bitter_woods", "9.8-f")
def test_no_farther_than_it_could_move() -> None:
    """Case T12: no two broken hexes off the road for German infantry; the first hex is never too dear."""
    found = ahead("26-78 2415", "26-78", "2316", 2)
    assert found <= {"2316", "2315", "2215", "2317", "2416"}, "beyond it by road alone"
    assert "2316" in found
    assert ahead("26-78 3811", "26-78", "3812", 4) & {"3715", "3815", "4014"}, "three points, three hexes"
    assert "3816" not in ahead("26-78 3811", "26-78", "3812", 4)
    assert ahead("62-164 1401 supply", "62-164", "1302", 1) == {"1302"}
    half = ahead("26-78 3811 supply", "26-78", "3812", 4)
    assert "3814" not in half
    assert "3813" in half


@pytest.mark.rule("bitter_woods", "9.8-f")
def test_mud_slows_mechanized_units() -> None:
    assert "3814" in ahead("2-2 3811", "2-2", "3812", 4, road_bonus=False)
    assert "3814" not in ahead("2-2 3811", "2-2", "3812", 4, road_bonus=False, turn=8)


@pytest.mark.rule("bitter_woods", "9.8-g")
@pytest.mark.parametrize(("hexes", "most"), [(1, 2), (2, 3), (3, 5)])
def test_half_as_far_again_by_road(hexes: int, most: int) -> None:
    """Case T13: the road goes by 3610, 3611, 3712, 3812, 3913, 4013, 4114, 4115."""
    road = ["3712", "3812", "3913", "4013", "4114", "4115"]
    found = ahead("2-2 3611", "2-2", "3712", hexes)
    assert road[most - 1] in found
    assert road[most] not in found
    assert road[hexes] not in ahead("26-78 3611", "26-78", "3712", hexes), "not for infantry"
    off_road = ahead("2-2 3711", "2-2", "3712", hexes)
    assert road[hexes] not in off_road, "nor for who did not start on it"
    assert road[1] in ahead("3CCA 3611", "3CCA", "3712", 1), "nor is it the Germans' alone"


@pytest.mark.rule("bitter_woods", "9.8-g", "15.7-e")
def test_no_bonus_for_the_germans_on_the_first_turn() -> None:
    assert "3812" not in ahead("26-78 3611, Lehr-Rec 3611", "Lehr-Rec", "3712", 1, turn=1)
    assert "3812" in ahead("3CCA 3611", "3CCA", "3712", 1, turn=1)


@pytest.mark.rule("bitter_woods", "9.5-a", "9.8-g")
def test_the_bonus_after_elimination() -> None:
    match = after("2-2 3712, 28-110 3812", "3812", "2-2", result="DE")
    match.do("advance 2-2")
    assert match.objects("along") == {"3812", "3913"}


@pytest.mark.rule("bitter_woods", "9.8-g")
def test_an_option_takes_the_bonus_after_elimination() -> None:
    options = ("no_bonus_after_elimination",)
    match = after("2-2 3712, 28-110 3812", "3812", "2-2", result="DE", options=options)
    match.do("advance 2-2")
    assert match.objects("along") == {"3812"}


@pytest.mark.rule("bitter_woods", "8.3-a", "8.3-b")
def test_clervaux_is_a_bottleneck() -> None:
    """Case T05: D3 is two hexes, and no bonus."""
    match = after("2-2 1724, 28-110 1624", "1624", "2-2", result="D3")
    while match.prompt_code() in ("choose-retreat", "choose-next-to-retreat"):
        match.do(sorted(match.offers())[0])
    match.do("advance 2-2")
    assert max(distances(match)) == 2


@pytest.mark.rule("bitter_woods", "9.8-h", "9.8-r", "9.4-c")
def test_armor_and_forest() -> None:
    assert ahead("2-3 1401", "2-3", "1302", 3) == set()
    assert "1302" in ahead("26-78 1401", "26-78", "1302", 3)
    assert "1402" in ahead("2-3 1401", "2-3", "1402", 1), "along the road"
    assert ahead("9CCA 1424", "9CCA", "1324", 1, blown=["1324/1424"]) == set(), "a blown bridge is no road"


@pytest.mark.rule("bitter_woods", "9.8-h")
def test_cliffs() -> None:
    assert ahead("26-78 4608", "26-78", "4609", 2) == set()


@pytest.mark.rule("bitter_woods", "9.8-k")
def test_zones_stop_an_advance_but_in_the_vacated_hex() -> None:
    """A unit in 3714 watches 3713, 3814 and 3813; one in 3713 also 3812."""
    first = ahead("Lehr-Rec 3811, 28-110 3713", "Lehr-Rec", "3812", 3, road_bonus=False)
    assert {"3812", "3813", "3912", "3911"} <= first, "3812 does not stop it"
    assert "3815" not in first
    assert "3814" not in first, "3813 does"
    later = ahead("Lehr-Rec 3811, 28-110 3714", "Lehr-Rec", "3812", 3, road_bonus=False)
    assert "3813" in later
    assert "3814" not in later, "reached through a zone alone"


@pytest.mark.rule("bitter_woods", "9.8-l", "9.8-m", "9.8-n", "9.8-p")
def test_rivers() -> None:
    """1424 lies across the river from 1325, and across a bridge from 1324."""
    assert ahead("26-78 1325", "26-78", "1424", 3) == {"1424"}, "it moved"
    unmoved = ahead("Lehr-901 1325", "Lehr-901", "1424", 3, moved=False, turn=9)
    assert unmoved > {"1424"}
    assert ahead("Lehr-Rec 1325", "Lehr-Rec", "1424", 3, moved=False) == {"1424"}
    assert ahead("28-110 1325", "28-110", "1424", 3, moved=False) > {"1424"}, "Allies alike"
    assert ahead("2-3 1325", "2-3", "1424", 3, moved=False) == set(), "heavy tanks need a bridge"
    assert ahead("2-3 1324", "2-3", "1424", 3) > {"1424"}
    assert ahead("2-3 1324", "2-3", "1424", 3, blown=["1324/1424"]) == set()
    assert "1325" not in ahead("26-78 1525", "26-78", "1424", 3, moved=False), "only as the first hex"


@pytest.mark.rule("bitter_woods", "9.8-o", "9.8-q")
def test_the_meuse() -> None:
    assert ahead("43-129 4006", "43-129", "4007", 3, moved=False) == {"4007"}
    assert ahead("Gds-2WG 4006", "Gds-2WG", "4007", 3, moved=False) == set()
    assert ahead("Lehr-Rec 4006", "Lehr-Rec", "4007", 3, moved=False) == set()
    assert "3807" in ahead("Gds-2WG 3806", "Gds-2WG", "3807", 1), "at a bridge"


@pytest.mark.rule("bitter_woods", "9.8-s")
def test_stacking_where_an_advance_ends() -> None:
    full = ", 62-164 3812, 62-183 3812, 62-190 3812"
    found = ahead("26-78 3811" + full, "26-78", "3812", 2)
    assert "3812" not in found
    assert "3813" in found, "through it"
    lehr = ", Lehr-901 3812, Lehr-902 3812, Lehr-130 3812"
    assert "3812" in ahead("Lehr-Rec 3811" + lehr, "Lehr-Rec", "3812", 1)
    assert "3812" not in ahead("26-78 3811" + lehr, "26-78", "3812", 1)


@pytest.mark.rule("bitter_woods", "9.5-k")
def test_no_advance_into_a_hex_that_was_given_up() -> None:
    match = field("26-78 3811" + ELSEWHERE, "german combat", turn=9, hexes=["3813: closed=1"])
    unit = match.unit("26-78")
    match.position.open(Advance(side=0, first=(match.hex("3812"),), hexes=2, road_bonus=False, waiting=(unit,)))
    match.do("advance 26-78")
    assert "3813" not in match.objects("along")
    assert "3913" in match.objects("along")
