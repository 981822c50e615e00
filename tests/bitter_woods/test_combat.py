"""9.1, 9.2 Who attacks whom, and how a combat goes."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.bitter_woods.rules.pieces import ALLIED, COLUMNS, GERMAN
from tests.bitter_woods.fields import Battlefield, box, field
from tests.bitter_woods.test_odds import declared


def die_for(match: Battlefield, result: str) -> int:
    """The die with which the attack would come to a result."""
    (note,) = match.tells("go").notes
    column = COLUMNS.index(str(note.args["column"]))
    rows = {roll: box().results[roll + match.tally("die")][column].rstrip("*") for roll in range(1, 7)}
    found = [roll for roll, shown in rows.items() if shown == result]
    assert found, f"{result} is not among {rows}"
    return found[0]


def rolled(match: Battlefield) -> str:
    """The result of the last combat."""
    return str(match.told("rolled")[-1].args["result"]).rstrip("*")


def fought(units: str, hex: str, *words: str, result: str, moment: str = "german combat", **more: Any) -> Battlefield:
    """An attack that comes to a result; whoever could answer it does not."""
    match = declared(units, hex, *words, moment=moment, **more)
    match.dice(die_for(match, result)).do("go")
    if match.asked is not None and match.prompt_code() == "answer-attack":
        match.do("go")
    assert rolled(match) == result
    return match


@pytest.mark.rule("bitter_woods", "9.1-a")
@pytest.mark.parametrize(("moment", "side", "target"), [("german combat", 0, "3812"), ("allied combat", 1, "3811")])
def test_the_phasing_side_attacks(moment: str, side: int, target: str) -> None:
    match = field("26-78 3811, 28-110 3812", moment, turn=9)
    assert match.prompt().args["side"] == side
    assert match.targets() == {target}


@pytest.mark.rule("bitter_woods", "9.1-b")
def test_nobody_has_to_attack() -> None:
    match = field("26-78 3811, 28-110 3812", "german combat", turn=9)
    match.do("done")
    assert match.prompt_code() != "choose-attack"
    assert not match.told("attacks")


@pytest.mark.rule("bitter_woods", "9.1-c", "9.4-c", "9.4-h")
def test_only_neighbours_are_attacked_but_not_over_a_cliff() -> None:
    near = field("26-78 3811, 28-110 3812, 28-109 3814", "german combat", turn=9)
    assert near.targets() == {"3812"}
    assert near.why("attack 3814") == ("nobody-can-attack", "9.1")
    assert near.why("attack 3911") == ("no-enemy-there", "9.1")
    forest = field("2-3 1401, 28-110 1302", "german combat", turn=9)
    assert forest.targets() == {"1302"}, "armor attacks into forest without a road"
    rivers = field("2-3 1325, 28-110 1424, 116-16 4006, 43-129 4007", "german combat", turn=9)
    assert rivers.targets() == {"1424", "4007"}, "and over rivers it cannot cross"
    cliff = field("26-78 4608, 43-129 4609, 62-164 3811, 28-110 3812", "german combat", turn=9)
    assert cliff.targets() == {"3812"}


@pytest.mark.rule("bitter_woods", "9.1-g", "9.2-e", "9.1-o", "9.1-j")
def test_one_combat_after_another() -> None:
    """Units of one hex attack different neighbours, one stays out; the first result is on the map before the next."""
    match = fought("FuhEs 3811, 2-3 3811, 26-78 3811, 28-110 3812/1, 99-393 3712/1", "3812", "FuhEs", result="D2")
    assert match.prompt_code() == "choose-retreat"
    match.do(sorted(match.offers())[0])
    match.do("done")
    assert match.place("28-110") != "3812"
    assert match.targets() == {"3712"}
    match.do("attack 3712")
    assert match.objects("join") == {"2-3", "26-78"}, "who has attacked does not attack again"
    match.do("join 2-3")
    assert "go" in match.offers(), "26-78 may stay out"


@pytest.mark.rule("bitter_woods", "9.1-i")
def test_a_unit_attacks_once_even_after_an_advance() -> None:
    match = fought("FuhEs 3811, 28-110 3812/1, 99-393 3813", "3812", "FuhEs", result="D2")
    match.do(sorted(match.offers())[0], "advance FuhEs", "along 3812")
    assert match.place("FuhEs") == "3812"
    assert match.prompt_code() != "choose-attack", "nobody else is there to attack"


@pytest.mark.rule("bitter_woods", "9.1-i", "9.1-p")
def test_a_hex_may_be_attacked_again_by_others() -> None:
    """The first attack leaves a counterattack to be made; the second drives the defenders off, and nothing is left."""
    match = fought("FuhEs 3811, 2-3 3912, VAK-401 3809, 28-110 3812", "3812", "FuhEs", result="CA")
    assert [duty.kind for duty in match.position.duties] == ["counterattack"]
    match.do("attack 3812")
    assert match.objects("join") == {"2-3"}
    match.do("join 2-3", "support VAK-401")
    match.dice(die_for(match, "D2")).do("go")
    match.do(sorted(match.offers())[0])
    assert not match.position.duties


@pytest.mark.rule("bitter_woods", "9.1-h", "9.2-a")
def test_a_declared_attack_goes_on() -> None:
    match = declared("26-78 3811, VAK-401 3809, 28-110 3812, FA-402 3815", "3812", "26-78", air=(1, 1))
    assert match.prompt().args["side"] == GERMAN
    assert not {"done", "support FA-402"} & match.offers()
    match.do("go")
    assert match.prompt().args["side"] == ALLIED
    assert match.offers() == {"support FA-402", "fly", "go"}, "the attacker adds nothing any more"
    match.dice(5).do("support FA-402", "fly")
    if match.asked is not None and match.prompt_code() == "answer-attack":
        match.do("go")
    assert match.told("rolled")


@pytest.mark.rule("bitter_woods", "9.2-f")
@pytest.mark.parametrize(
    ("moment", "units", "hex", "joined"),
    [
        ("german combat", "26-78 3811, 28-110 3812", "3812", "26-78"),
        ("allied combat", "28-110 3811, 26-78 3812", "3812", "28-110"),
    ],
)
def test_the_defender_suffers_first(moment: str, units: str, hex: str, joined: str) -> None:
    match = fought(units, hex, joined, result="FF", moment=moment)
    defender, attacker = (1, 0) if moment.startswith("german") else (0, 1)
    assert (match.prompt_code(), match.prompt().args["side"]) == ("take-loss", defender)
    match.do(*match.offers())
    assert (match.prompt_code(), match.prompt().args["side"]) == ("take-loss", attacker)


# --- refusals --------------------------------------------------------------------------------------------

FIGHT = "28-110 3812"


@pytest.mark.rule("bitter_woods", "9.1-i", "9.1-c", "9.1-e", "14.1-b", "13.3-c", "15.7-d", "5.4-j", "9.5-s")
@pytest.mark.parametrize(
    ("units", "turn", "unit", "reason"),
    [
        ("26-77 3811 done=4", 9, "26-77", ("has-attacked", "9.1")),
        ("Lehr-Rec 3811 reserve", 9, "Lehr-Rec", ("in-reserve", "14.1")),
        ("26-77 3811 bridging=1", 9, "26-77", ("builds-bridge", "13.3")),
        ("26-77 3809", 9, "26-77", ("not-beside-target", "9.1")),
        ("Rkt-7 3811", 9, "Rkt-7", ("guns-only-support", "10.2")),
        ("99-393 3911", 9, "99-393", ("not-yours", "9.1")),
        ("26-77 eliminated", 9, "26-77", ("not-on-map", "9.1")),
    ],
)
def test_who_does_not_join_is_told_why(units: str, turn: int, unit: str, reason: tuple[str, str]) -> None:
    match = field(f"26-78 3811, {units}, {FIGHT}", "german combat", turn=turn)
    match.do("attack 3812")
    assert match.why(f"join {unit}") == reason
    match.do("join 26-78")
    assert match.why("join 26-78") == ("has-joined", "9.1")


@pytest.mark.rule("bitter_woods", "5.3-w", "5.4-c", "15.5-a", "15.7-d")
@pytest.mark.parametrize(
    ("unit", "target", "turn", "reason"),
    [
        ("26-78 4608", "43-129 4609", 9, ("cliff-between", "5.3")),
        ("12SS-25 1014", "28-110 1015", 6, ("boundary-in-the-way", "5.4")),
        ("12SS-25 0713", "28-110 0813", 1, ("held-back", "15.5")),
        ("26-78 3911", "4-12 3912", 1, ("not-its-sector", "15.7")),
    ],
)
def test_why_nobody_attacks_a_hex(unit: str, target: str, turn: int, reason: tuple[str, str]) -> None:
    match = field(f"{unit}, {target}, 62-164 3811, 28-112 3812", "german combat", turn=turn)
    assert match.why(f"attack {target.split()[1]}") == reason


@pytest.mark.rule("bitter_woods", "10.1-b", "10.3-a", "10.4-c", "10.4-e", "12.4-f", "15.3-a", "10.1-f")
@pytest.mark.parametrize(
    ("gun", "moment", "turn", "reason"),
    [
        ("VAK-401 3809 fired", "german", 9, ("gun-used", "10.1")),
        ("VAK-401 3809 fired=2", "german", 9, ("gun-has-moved", "10.4")),
        ("VAK-401 3809 supply", "german", 9, ("gun-unsupplied", "12.4")),
        ("VAK-401 3801", "german", 9, ("gun-out-of-range", "10.1")),
        ("VAK-401 3811", "german", 9, ("gun-beside-enemy", "10.3")),
        ("FA-402 3808", "german", 9, ("no-gun", "10.1")),
        ("FA-402 3816", "allied", 1, ("guns-surprised", "15.3")),
    ],
)
def test_why_a_gun_does_not_support_an_attack(gun: str, moment: str, turn: int, reason: tuple[str, str]) -> None:
    match = field(f"26-78 3811, {FIGHT}, {gun}", f"{moment} combat", turn=turn)
    attacker, target = ("26-78", "3812") if moment == "german" else ("28-110", "3811")
    match.do(f"attack {target}")
    assert match.why(f"support {gun.split(maxsplit=1)[0]}") == ("nobody-attacks", "10.2")
    match.do(f"join {attacker}")
    assert match.why(f"support {gun.split(maxsplit=1)[0]}") == reason


@pytest.mark.rule("bitter_woods", "10.3-a", "10.3-e", "10.4-c", "10.2-f")
def test_why_a_gun_does_not_support_a_defence() -> None:
    guns = "VAK-401 3811, VAK-766 3813, VAK-388 3801, Rkt-7 3809, VAK-402 3808"
    match = field(f"26-78 3811, {FIGHT}, {guns}", "allied combat", turn=9)
    match.do("attack 3811", "join 28-110", "go")
    assert match.objects("support") == {"VAK-402"}
    reasons = {gun: match.why(f"support {gun}") for gun in ("VAK-766", "VAK-388", "Rkt-7")}
    assert reasons["VAK-766"] == ("gun-beside-enemy", "10.3")
    assert reasons["VAK-388"] == ("gun-out-of-range", "10.1")
    assert reasons["Rkt-7"] == ("rockets-never-defend", "10.4")
    assert match.why("support VAK-401")[1] == "10.3"
