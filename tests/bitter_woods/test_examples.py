"""The examples of play at the end of the rulebook that no test of a single chapter has, as far as our map allows."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.angriff import ways_past
from tests.bitter_woods.fields import field
from tests.bitter_woods.test_retreats import ways


@pytest.mark.rule("bitter_woods", "9.4-g", "31-c", "15.7-c", "13.3-f")
def test_the_bloody_110th() -> None:
    """3-1 after the shift for broken ground, 4-1 by surprise; the panzergrenadiers come no farther than the vacated
    hex, and in the last phase the builder crosses with the panzer regiment."""
    germans = "26-78 1324, 2-3 1324, 2-2 1324, Lehr-Rec 1325, 2-304 1325, Lehr-901 1325, VAK-766 1124, VAK-401 1122"
    options = ["variable_surprise"]
    match = field(
        f"{germans}, 28-110 1424", "german bridges", turn=1, blown=["1324/1424"], improved=["1424"], options=options
    )
    match.do(f"bridge {match.bridge('1324/1424')}", "builder 26-78", "attack 1424")
    assert match.objects("join") == {"2-3", "2-2", "Lehr-Rec", "2-304", "Lehr-901"}, "the builder stays out"
    match.do(*(f"join {id}" for id in sorted(match.objects("join"))), "support VAK-766", "support VAK-401")
    about = match.tells("go")
    assert (about.tallies["attack"].total, about.tallies["defence"].total) == (41, 10)
    assert about.tallies["die"].total == 0, "the position cancels the German lead in endurance"
    assert about.notes[0].args == {"printed": "4-1", "column": "3-1"}
    match.dice(5, 2).do("go")
    rolled = match.told("rolled")[-1].args
    assert (rolled["column"], rolled["result"]) == ("4-1", "D4")
    match.skip_to("choose-retreat", "choose-advance")
    if match.prompt_code() == "choose-retreat":
        match.do(min(match.offers()))
    match.do("advance 2-2")
    assert match.objects("along") == {"1424"}, "two points for broken ground and one for the river"
    match = field(
        f"26-78 1324 bridging={match.side('1324/1424')}, 2-3 1324, 2-2 1324, Lehr-Rec 1424",
        "german construction",
        turn=1,
        blown=["1324/1424"],
    )
    match.do("builder 26-78", "cross 2-3")
    assert {match.place(id) for id in ("26-78", "2-3", "Lehr-Rec")} == {"1424"}
    assert match.objects("cross") == set(), "three fill the hex"


@pytest.mark.rule("bitter_woods", "9.4-f", "18.1-a", "9.7-u", "12.2-e")
def test_12th_ss_at_eupen() -> None:
    """1-1: the town doubles and lies behind the river; one off the die for the flanking attack. The regiment goes to
    1501; 1601 is farther from a supply road on our map, where Eupen is 1503."""
    units = "12SS-12 1403, 12SS-25 1403, 12SS-26 1603, 12-27 1302, 2-9 1503, 9-39 1401"
    match = field(units, "german combat", options=["integrity"])
    match.do("attack 1503", "join 12SS-12", "join 12SS-25", "join 12SS-26")
    about = match.tells("go")
    assert (about.tallies["defence"].total, about.tallies["left"].total, about.tallies["die"].total) == (10, 1, -1)
    assert about.notes[0].args == {"printed": "2-1", "column": "1-1"}
    match.dice(1).do("go")
    assert match.told("rolled")[-1].args["result"] == "D2"
    assert set(ways(units, "2-9", 2)) == {"1501"}
    assert "1501" not in ways(units.replace(", 9-39 1401", ""), "2-9", 2), "9/39 keeps the road at 1401 open"


@pytest.mark.rule("bitter_woods", "23.3-a", "23.2-e", "23.3-c")
def test_angriff_after_a_sneak() -> None:
    """From 1812 Panzer Brigade 150 goes neither into the forest of 1913 nor over the river to 1912, because it has
    moved; a battalion of KG Peiper comes to Francorchamps by 1810. The regiment stands in broken ground on our map, so
    that 3-1 is the best column."""
    match = field(
        "150 1812 done=1, PA-3-2 1711, PA-1 1711, PA-501 1711, 1SS-1 1711, 1-16 1712",
        "german combat",
        turn=3,
        options=["angriff", "peiper_alternative"],
    )
    p, board = match.position, match.data.board

    def ends(id: str) -> set[str]:
        found = ways_past(p, match.unit(id), match.hex("1712"), 2, 2)
        return {board.label(hex) for hex in found}

    assert not {"1912", "1913"} & ends("150")
    assert {"1810", "1809"} <= ends("PA-3-2")
