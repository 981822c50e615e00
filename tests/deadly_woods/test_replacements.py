"""13.0 Replacements."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.deadly_woods.rules.replacements import Replacing
from tests.deadly_woods.fields import Battlefield, box, field

CUT_OFF = "28-110 3015/1, 2Pz-a 3014, 2Pz-b 3116, 116Pz-a 2916"
"""An American unit out of supply."""


def spending(units: str, side: int, infantry: int = 2, armor: int = 2, **more: Any) -> Battlefield:
    """A side with so many points to spend."""
    match = field(units, "german move", **more)
    match.position.open(Replacing(side=side, infantry=infantry, armor=armor))
    return match


@pytest.mark.rule("deadly_woods", "13.1-a", "13.2-c", "4.2-a")
def test_a_point_restores_a_step() -> None:
    match = spending("28-110 2215/1, 28-112 2216/1, 28-109 2217", 1, infantry=1)
    assert match.offers() == {"replace 28-110", "replace 28-112", "done"}
    assert match.why("replace 28-109") == ("full-strength", "13.2")
    match.do("replace 28-110")
    assert match.steps_of("28-110") == 2
    assert match.prompt_code() != "choose-replacement", "the point is spent"


@pytest.mark.rule("deadly_woods", "13.2-a", "4.2-a")
def test_points_come_from_the_track_by_kind() -> None:
    data = box()
    assert data.turns[3].replacements(0) == (2, 1)
    assert data.turns[3].replacements(1) == (1, 0)
    match = spending("28-110 2215/1, 9A-CCB 2216/1", 1, infantry=1, armor=0)
    assert match.offers() == {"replace 28-110", "done"}
    assert match.why("replace 9A-CCB") == ("no-such-points", "13.2")


@pytest.mark.rule("deadly_woods", "13.2-b")
def test_the_player_without_the_initiative_goes_first() -> None:
    units = "28-110 2215/1, 26VG-a 3414/1"
    german = field(units, "replacements", turn=4)
    assert german.prompt().args["side"] == 1, "the Germans have the initiative"
    german.do("done")
    assert german.prompt().args["side"] == 0
    allied = field(units, "replacements", turn=8)
    assert allied.prompt().args["side"] == 0


@pytest.mark.rule("deadly_woods", "13.2-d")
def test_replacements_need_a_supply_line() -> None:
    assert spending(CUT_OFF, 1).prompt_code() != "choose-replacement"
    near = spending(f"{CUT_OFF}, 28-109 2215/1", 1)
    assert near.why("replace 28-110") == ("replacement-needs-supply", "13.2")
    air = spending(f"{CUT_OFF}, 28-109 2215/1, AirSupply 3015", 1, turn=6)
    assert "replace 28-110" not in air.offers(), "not by air"
    peiper = "1SS-Peiper 2916/2 cut, 28-110 2816, 28-112 2917, 28-109 3015, 26VG-a 3414/1"
    fuel = spending(peiper, 0, turn=2, clocks=['fuel = "captured"'])
    assert "replace 1SS-Peiper" not in fuel.offers(), "not with captured fuel"


@pytest.mark.rule("deadly_woods", "13.2-d", "8.1-c")
def test_taking_replacements_is_a_supply_check() -> None:
    match = spending("26VG-a 3414/1 cut", 0)
    match.do("replace 26VG-a")
    assert not match.position.cut[match.unit("26VG-a")]


@pytest.mark.rule("deadly_woods", "13.2.1-a")
def test_german_third_steps() -> None:
    match = spending("2Pz-a 3414/1", 0, armor=2)
    match.do("replace 2Pz-a")
    assert match.steps_of("2Pz-a") == 2
    assert match.position.kind(match.unit("2Pz-a")) == "armor"
    match.do("replace 2Pz-a")
    assert match.steps_of("2Pz-a") == 3, "two points for one unit"


@pytest.mark.rule("deadly_woods", "13.2.1-b")
def test_eliminated_germans_stay_away() -> None:
    match = spending("26VG-a eliminated, 26VG-b 3414/1", 0)
    assert match.offers() == {"replace 26VG-b", "done"}
    assert match.why("raise 26VG-a") == ("never-raised", "13.2.1")


@pytest.mark.rule("deadly_woods", "13.2.1-c")
def test_german_armor_points() -> None:
    match = spending("2Pz-a 3414/2, FB 3415/2, 26VG-a 3416/1", 0, infantry=0)
    assert match.offers() == {"replace 2Pz-a", "replace FB", "done"}


@pytest.mark.rule("deadly_woods", "13.2.2-a")
def test_allied_armor_points() -> None:
    match = spending("9A-CCB 2215/1, 14Cav 2216/1, 28-110 2217/1", 1, infantry=0)
    assert match.offers() == {"replace 9A-CCB", "replace 14Cav", "done"}


@pytest.mark.rule("deadly_woods", "13.2.2-b")
def test_british_and_airborne_units_get_none() -> None:
    units = "43-129 0807/1, 82-504 2215/1, 82-325 2215/1, 101-506 eliminated, 43-130 eliminated, 28-110 2217/1"
    match = spending(units, 1)
    assert match.offers() == {"replace 28-110", "done"}
    for words in ("replace 43-129", "replace 82-504", "replace 82-325", "raise 101-506", "raise 43-130"):
        assert match.why(words) == ("never-replaced", "13.2.2"), words


@pytest.mark.rule("deadly_woods", "13.2.2-d", "12.9.1-a")
def test_the_delay_asset_is_no_unit_to_replace() -> None:
    match = spending("Delay 2215, 28-110 2217/1", 1)
    assert match.why("replace Delay") == match.why("raise Delay") == ("never-replaced", "13.2.2")


@pytest.mark.rule("deadly_woods", "13.2.2-c", "8.3-h")
def test_surrendered_units_are_gone() -> None:
    match = spending("106-422 removed, 106-423 eliminated, 28-110 2217/1", 1)
    assert "raise 106-423" in match.offers(), "eliminated in combat: it may come back"
    assert match.why("raise 106-422") == ("not-eliminated", "13.2.2")


@pytest.mark.rule("deadly_woods", "13.2.2-d", "13.2.2-g")
def test_american_units_come_back() -> None:
    match = spending("28-110 eliminated, 28-112 2217, 2Pz-a 2518", 1, infantry=1)
    match.do("raise 28-110")
    towns = {offer.removeprefix("at ") for offer in match.offers()}
    assert "2519" not in towns, "an enemy stands beside Bastogne"
    assert "1713" in towns, "Marche"
    assert match.why("at 3115") == ("not-in-this-town", "13.2.2"), "a Village"
    match.do("at 1713")
    assert (match.place("28-110"), match.steps_of("28-110")) == ("1713", 1), "at reduced strength"
    taken = spending("28-110 eliminated, 28-112 2217", 1, infantry=1, german=("Marche",))
    taken.do("raise 28-110")
    assert "at 1713" not in taken.offers()


@pytest.mark.rule("deadly_woods", "6.3.1-a", "13.2.2-d")
def test_the_delay_asset_makes_room_for_a_unit_that_comes_back() -> None:
    match = spending("28-110 eliminated, 26VG-a 3016, Delay 1713", 1, infantry=1)
    match.do("raise 28-110", "at 1713")
    assert (match.place("28-110"), match.place("Delay")) == ("1713", "assets")
    assert match.position.used[match.unit("Delay")], "not again this turn"


@pytest.mark.rule("deadly_woods", "13.2.2-e", "13.2.2-f")
def test_luxembourg_and_eupen_are_for_their_own_corps() -> None:
    luxembourg, eupen = "3329", "3002"
    for id, home, away in (
        ("28-110", luxembourg, eupen),
        ("80-317", luxembourg, eupen),
        ("30-117", eupen, luxembourg),
        ("84-333", eupen, luxembourg),
    ):
        match = spending(f"{id} eliminated, 28-112 2217", 1)
        match.do(f"raise {id}")
        assert f"at {home}" in match.offers()
        assert f"at {away}" not in match.offers()


@pytest.mark.rule("deadly_woods", "6.2-b", "13.2.2-d")
def test_a_full_town_is_told_beforehand() -> None:
    """6.2 Nobody is checked in this phase, so the Town is open; but somebody must leave it in time."""
    match = spending("28-110 eliminated, 106-422 1713, 9A-CCA 1713, 26VG-a 4010", 1, turn=9)
    match.do("raise 28-110")
    assert [note.code for note in match.tells("at 1713").notes] == ["town-is-full"]
    assert not match.tells("at 2519").notes


@pytest.mark.rule("deadly_woods", "10.6.4-a", "10.6.4-e", "13.2.2-g")
def test_units_that_are_held_come_back_where_they_are_held() -> None:
    """11th Armored stays west of the Meuse until turn 8, 5th Armored near its entry area."""
    for id, at_home, away, turn in (("11A-CCA", "0807", "2519", 7), ("5A-CCA", "3002", "2706", 9)):
        match = spending(f"{id} eliminated, 26VG-a 4010", 1, turn=turn)
        match.do(f"raise {id}")
        assert f"at {at_home}" in match.offers()
        assert match.why(f"at {away}") == ("held-back", "10.6.4")
    free = spending("11A-CCA eliminated, 26VG-a 4010", 1, turn=8)
    free.do("raise 11A-CCA")
    assert "at 2519" in free.offers()


@pytest.mark.rule("deadly_woods", "6.1-a", "6.1-b", "6.1-c", "13.2.2-g")
def test_corps_and_nations_keep_apart_when_units_come_back() -> None:
    """6.1 Huy is held by British units, Marche by another corps, Andenne by engineers of one; Bastogne by friends."""
    units = "28-112 eliminated, 43-129 1506, 30-117 1713, Eng-V-1 1206, 28-110 2519, 82-504 2615"
    match = spending(units, 1, infantry=1)
    match.do("raise 28-112")
    for hex in ("1506", "1713", "1206"):
        assert match.why(f"at {hex}") == ("others-in-town", "6.1"), hex
    assert {"at 2519", "at 2615"} <= match.offers(), "its own corps, and units without one"
    assert match.why("at 3002") == ("not-in-this-town", "13.2.2"), "Eupen is for others in any case"
    assert match.why("to 1506")[0] == "not-offered", "nobody marches there in this phase"
    british = field("26VG-a 4010, 43-129 1506, 28-112 eliminated, 28-110 1517", "replacements", turn=9)
    while "raise 28-112" not in british.offers():
        british.do("done")
    british.do("raise 28-112")
    assert "at 1506" not in british.offers()


@pytest.mark.rule("deadly_woods", "13.2.2-h")
def test_no_second_point_for_a_unit_that_came_back() -> None:
    match = spending("28-110 eliminated, 28-112 2217/1", 1, infantry=3)
    match.do("raise 28-110", "at 1713")
    assert match.why("replace 28-110") == ("raised-this-turn", "13.2.2")
