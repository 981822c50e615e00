"""11.0 Aircraft: how many, ground support and interdiction."""

from __future__ import annotations

import pytest

from tests.bitter_woods.fields import Battlefield, box, field

FREE = 9
FIGHT = "26-78 3702, 28-110 3703"


def attack(side: str, air: tuple[int, int], units: str = FIGHT) -> Battlefield:
    match = field(units, f"{side} combat", turn=FREE, air=air)
    target, id = ("3703", "26-78") if side == "german" else ("3702", "28-110")
    match.do(f"attack {target}", f"join {id}")
    return match


@pytest.mark.rule("bitter_woods", "11.1-a")
def test_the_track_has_aircraft_for_every_turn() -> None:
    turns = box().turns
    assert len(turns) >= 22
    assert (turns[0].german_air, turns[0].allied_air) == (0, 0)
    assert (turns[4].german_air, turns[4].allied_air) == (2, 1), "German left of the slash, Allied right"


@pytest.mark.rule("bitter_woods", "11.1-c", "11.1-a")
def test_aircraft_are_not_saved() -> None:
    match = field("28-110 2426, 2CCA 4602 reserve", "allied exploit", turn=3, air=(7, 7))
    match.do("done")
    assert match.position.turn == 4
    assert (match.position.german_air, match.position.allied_air) == (2, 2), "what the track says"


@pytest.mark.rule("bitter_woods", "11.1-b")
def test_an_aircraft_flies_once_in_a_turn() -> None:
    match = field(f"{FIGHT}, 26-77 4203, 28-112 4204", "german combat", turn=FREE, air=(1, 0))
    match.dice(4).do("attack 3703", "join 26-78", "fly", "go")
    while match.prompt_code() != "choose-attack":
        match.do(min(match.offers()))
    match.do("attack 4204", "join 26-77")
    assert "fly" not in match.offers()
    dropped = field("28-110 2426, 26-78 3702", "german drops", turn=6, air=(0, 1))
    dropped.do("drop 2426")
    assert dropped.position.allied_air == 0
    assert dropped.prompt_code() != "choose-interdiction"


@pytest.mark.rule("bitter_woods", "11.2-a", "11.2-e")
def test_aircraft_support_a_declared_combat_with_ground_units() -> None:
    match = field(FIGHT, "german combat", turn=FREE, air=(1, 0))
    assert match.why("fly")[0] in ("not-offered", "no-aircraft")
    match.do("attack 3703")
    assert "fly" not in match.offers(), "not alone"
    match.do("join 26-78")
    assert "fly" in match.offers()


@pytest.mark.rule("bitter_woods", "11.2-b")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_one_aircraft_of_a_side_in_a_combat(side: str) -> None:
    match = attack(side, (2, 2), f"{FIGHT}, 26-77 4203, 28-112 4204")
    match.do("fly")
    assert "fly" not in match.offers()
    assert match.why("fly") == ("no-aircraft", "11.2")
    match.dice(4).do("go", "fly")
    assert match.prompt_code() != "answer-attack", "one of the defender's too, and the die is rolled"
    assert (match.position.german_air, match.position.allied_air) == (1, 1)


@pytest.mark.rule("bitter_woods", "11.2-c")
@pytest.mark.parametrize(("side", "air"), [("german", (1, 0)), ("allied", (0, 1))])
def test_an_attackers_aircraft_shifts_right(side: str, air: tuple[int, int]) -> None:
    match = attack(side, air)
    before = match.tally("right")
    match.do("fly")
    assert match.tally("right") == before + 1


@pytest.mark.rule("bitter_woods", "11.2-d", "11.2-f")
@pytest.mark.parametrize(("side", "air"), [("german", (0, 1)), ("allied", (1, 0))])
def test_a_defenders_aircraft_shifts_left_after_the_attackers(side: str, air: tuple[int, int]) -> None:
    match = attack(side, (1, 1))
    match.do("fly", "go")
    assert match.asked is not None
    assert match.asked.side == (1 if side == "german" else 0), "the defender answers last"
    assert "fly" in match.offers()
    alone = attack(side, air)
    alone.do("go")
    assert alone.tally("left", "fly") == alone.tally("left", "go") + 1


@pytest.mark.rule("bitter_woods", "11.3-a", "4.B-b")
def test_only_the_allies_interdict_and_in_the_german_turn() -> None:
    match = field(FIGHT, "german interdiction", turn=4, air=(2, 1))
    assert match.asked is not None
    assert match.asked.side == 1
    assert field(FIGHT, "german interdiction", turn=4, air=(2, 0)).objects("interdict") == set()
    assert field(FIGHT, "allied turn", turn=4, air=(2, 2)).objects("interdict") == set()


@pytest.mark.rule("bitter_woods", "11.3-b", "4.A.2-a")
def test_interdiction_of_any_hex_once() -> None:
    match = field("2-2 3702, 28-110 2426", "german interdiction", turn=4, air=(0, 3))
    assert {"3702", "2426", "4203"} <= match.objects("interdict")
    match.do("interdict 3702")
    assert match.why("interdict 3702") == ("no-interdiction-there", "11.3")
    match.do("interdict 4203", "done")
    assert match.prompt_code() == "choose-reserves", "before the Germans place their reserves"
    assert match.position.allied_air == 1, "one is kept"


def moving(units: str, id: str, moment: str = "german move") -> Battlefield:
    match = field(units, moment, turn=FREE, hexes=("2427: interdicted=1", "4204: interdicted=1", "4107: interdicted=1"))
    match.do(f"move {id}")
    return match


@pytest.mark.rule("bitter_woods", "11.3-c", "11.3-d")
def test_what_interdiction_costs() -> None:
    assert moving("2-3 2426", "2-3").price("2427") == 2.25
    assert moving("2-3 4203", "2-3").price("4204") == 3
    assert moving("2-2 4106", "2-2").price("4107") == 4
    assert moving("26-78 2426", "26-78").price("2427") == pytest.approx(4 / 3)
    assert moving("VAK-766 2426", "VAK-766").price("2427") == 1.5
    assert moving("9CCB 2426", "9CCB", "allied move").price("2427") == 0.25, "Allied units fly their own"
    assert moving("2-3 2426 supply", "2-3").price("2427") == 2, "as its sure hex"


@pytest.mark.rule("bitter_woods", "11.3-e")
def test_interdiction_lasts_for_the_german_turn() -> None:
    assert moving("2-3 2426 reserve", "2-3", "german exploit").price("2427") == 2.25
    match = field("2-3 2426 reserve, 28-110 3702", "german exploit", turn=8, hexes=("2427: interdicted=1",))
    match.do("done")
    assert match.position.interdicted_hexes() == []


@pytest.mark.rule("bitter_woods", "11.3-f")
def test_interdiction_hinders_no_advance() -> None:
    def ends(*hexes: str) -> set[str]:
        match = field(
            "2-2 3702, FA-402 3703", "german combat", turn=FREE, hexes=[f"{hex}: interdicted=1" for hex in hexes]
        )
        match.dice(1).do("attack 3703", "join 2-2", "go")
        while match.prompt_code() != "choose-advance":
            match.do(min(match.offers()))
        match.do("advance 2-2")
        return match.objects("along")

    assert ends("3703", "3704") == ends()
    assert "3703" in ends()
