"""9.5 Counterattacks and engagements: what a combat leaves to be done."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.bitter_woods.rules.pledges import counterattacks, engage, owe_counterattack
from tests.bitter_woods.fields import Battlefield, field
from tests.bitter_woods.test_combat import fought

ELSEWHERE = ", 62-183 4203, 99-395 4204"
"""Two who could fight each other, so that the combat phase goes on."""


def owing(units: str, hex: str, attackers: str, moment: str = "allied move", **more: Any) -> Battlefield:
    """The units in a hex have been attacked in the last player turn, and owe a counterattack."""
    match = field(units, moment, turn=9, **more)
    p = match.position
    target, side = match.hex(hex), ALLIED if moment.startswith("allied") else GERMAN
    p.turn -= side == GERMAN
    owe_counterattack(p, side, target, p.units_in(target), [match.unit(id) for id in attackers.split()])
    return field(units, moment, turn=9, clocks=[f"duties = {msgspec.json.encode(p.duties).decode()}"], **more)


def engaged(units: str, hex: str, attackers: str, moment: str = "german move", **more: Any) -> Battlefield:
    """German attackers were engaged with the units in a hex in the turn before."""
    match = field(units, moment, turn=9, **more)
    p = match.position
    p.turn = 8
    engage(p, GERMAN, match.hex(hex), [match.unit(id) for id in attackers.split()], p.units_in(match.hex(hex)))
    return field(units, moment, turn=9, clocks=[f"duties = {msgspec.json.encode(p.duties).decode()}"], **more)


def to_combat(match: Battlefield) -> None:
    match.skip_to("choose-attack")


# --- counterattacks --------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "9.5-g")
@pytest.mark.parametrize(
    ("moment", "units", "attacker", "due"),
    [
        ("german combat", "FuhEs 3811, 28-110 3812", "FuhEs", 9),
        ("allied combat", "3CCA 3811, 26-78 3812/1, Rkt-7 3812", "3CCA", 10),
    ],
)
def test_it_is_due_in_the_defenders_next_turn(moment: str, units: str, attacker: str, due: int) -> None:
    match = fought(units + ELSEWHERE, "3812", attacker, result="CA", moment=moment)
    (duty,) = match.position.duties
    assert (duty.kind, duty.due, duty.side) == ("counterattack", due, 1 if moment.startswith("german") else 0)
    for turn, owed in ((due - 1, []), (due, [duty]), (due + 1, [])):
        match.position.turn = turn
        assert counterattacks(match.position, duty.side) == owed, "neither before nor after"


@pytest.mark.rule("bitter_woods", "9.5-g", "9.5-l")
@pytest.mark.parametrize(
    ("moment", "units", "attacker", "target"),
    [
        ("allied move", "26-78 3811, 28-110 3812", "26-78", "3811"),
        ("german move", "28-110 3811, 26-78 3812", "28-110", "3811"),
    ],
)
def test_who_stays_must_counterattack(moment: str, units: str, attacker: str, target: str) -> None:
    match = owing(units + ELSEWHERE, "3812", attacker, moment)
    to_combat(match)
    assert match.targets() == {target, "4203" if moment.startswith("allied") else "4204"}
    assert match.why("done") == ("must-attack", "9.5")
    match.do(f"attack {target}", *(f"join {id}" for id in ("28-110", "26-78") if id != attacker))
    match.dice(2).do("go")
    assert "done" in match.offers()


@pytest.mark.rule("bitter_woods", "9.5-h", "9.5-j")
def test_all_in_the_hex_attack_together_and_an_original_attacker() -> None:
    """99-393 moves in and is bound too; 62-164 has come up since and is no goal."""
    units = "26-78 3811, 62-164 3912, 28-110 3812, 28-109 3812, 99-393 3815"
    match = owing(units, "3812", "26-78")
    match.do("move 99-393", "to 3812")
    to_combat(match)
    assert match.targets() == {"3811"}
    match.do("attack 3811", "join 28-110")
    assert match.why("go") == ("nobody-attacks", "9.2")
    match.do("join 28-109")
    assert "go" not in match.offers()
    match.do("join 99-393")
    assert "go" in match.offers()


@pytest.mark.rule("bitter_woods", "9.5-i")
def test_neighbours_may_join_and_need_not() -> None:
    match = owing("26-78 3811, 28-110 3812, 99-393 3810, FA-402 3815", "3812", "26-78")
    to_combat(match)
    match.do("attack 3811", "join 28-110")
    assert match.offers() == {"join 99-393", "support FA-402", "go"}


@pytest.mark.rule("bitter_woods", "9.5-h")
def test_nothing_is_owed_when_the_attackers_have_gone() -> None:
    match = owing("26-78 3809, 62-164 3811, 28-110 3812", "3812", "26-78")
    to_combat(match)
    assert "done" in match.offers()
    assert match.told("lapsed-counterattack")


@pytest.mark.rule("bitter_woods", "9.5-k")
def test_a_withdrawal_closes_the_hex_to_friends() -> None:
    match = owing("26-78 3811, 28-110 3812, 28-109 3814" + ELSEWHERE, "3812", "26-78")
    match.do("move 28-110", "to 3813", "move 28-109")
    assert "3812" not in match.destinations()
    assert match.position.closed[match.hex("3812")] == ALLIED + 1
    match.do("done")
    to_combat(match)
    assert not match.position.duties
    german = owing("28-110 3811, 26-78 3812, 26-39 3814", "3812", "28-110", "german move")
    german.do("move 26-78", "to 3813")
    assert german.position.closed[german.hex("3812")] == GERMAN + 1


@pytest.mark.rule("bitter_woods", "9.5-h", "9.5-k")
def test_all_withdraw_or_none() -> None:
    match = owing("26-78 3811, 28-110 3812, 28-109 3812, FA-402 3812", "3812", "26-78")
    match.do("move 28-110", "to 3813")
    assert match.why("done") == ("must-withdraw", "9.5")
    match.do("move 28-109")
    assert match.why("done") == ("must-withdraw", "9.5"), "it has been picked, and follows"
    match.do("to 3813", "move FA-402", "to 3815")
    assert {match.place(id) for id in ("28-110", "28-109")} == {"3813"}
    assert match.asked is None or match.prompt_code() != "choose-move" or "done" in match.offers()


@pytest.mark.rule("bitter_woods", "9.5-l", "9.5-h")
def test_none_leaves_where_one_cannot() -> None:
    """Armor cannot leave the forest without a road, its infantry could."""
    match = owing("26-78 1401, 28-110 1302, 9CCA 1302, 99-393 3815", "1302", "26-78")
    assert match.movers() == {"99-393"}
    assert match.why("move 28-110") == ("withdraws-with-others", "9.5")
    free = owing("26-78 1401, 28-110 1302, 99-393 3815", "1302", "26-78")
    assert free.movers() == {"28-110", "99-393"}
    to_combat(match)
    assert match.offers() == {"attack 1401"}


@pytest.mark.rule("bitter_woods", "9.5-m", "9.5-n", "9.5-o")
@pytest.mark.parametrize(
    ("moment", "units", "attacker", "gun"),
    [
        ("allied move", "26-78 3811, FA-402 3812, 28-110 3820", "26-78", "FA-402"),
        ("german move", "28-110 3811, VAK-401 3812, 26-78 3820", "28-110", "VAK-401"),
        ("german move", "28-110 3811, Rkt-7 3812, 26-78 3820", "28-110", "Rkt-7"),
    ],
)
def test_a_gun_alone_is_lost_when_combat_begins(moment: str, units: str, attacker: str, gun: str) -> None:
    match = owing(units, "3812", attacker, moment)
    assert gun in match.movers(), "it may still withdraw"
    while match.place(gun) == "3812" and match.asked is not None:
        match.do("done")
    assert match.place(gun) == "eliminated"
    assert match.place(attacker) == "3811"
    assert not match.told("advances")


@pytest.mark.rule("bitter_woods", "9.5-m", "10.3-a")
def test_a_regiment_that_joins_saves_the_gun() -> None:
    match = owing("26-78 3811, FA-402 3812, 28-110 3814", "3812", "26-78")
    match.do("move 28-110", "to 3812")
    to_combat(match)
    assert match.place("FA-402") == "3812"
    assert match.offers() == {"attack 3811"}
    match.do("attack 3811", "join 28-110")
    assert match.offers() == {"go"}, "the gun adds nothing"
    second = owing("26-78 3811, FA-402 3812, FA-188 3814, 28-110 4203, 62-164 4204", "3812", "26-78")
    second.do("move FA-188", "to 3812")
    to_combat(second)
    assert second.place("FA-402") == "eliminated", "another gun is no help"


@pytest.mark.rule("bitter_woods", "9.5-h")
def test_rockets_counterattack_with_the_rest() -> None:
    match = owing("28-110 3811, 26-78 3812, Rkt-7 3812", "3812", "28-110", "german move")
    to_combat(match)
    match.do("attack 3811", "join 26-78")
    assert "go" not in match.offers()
    match.do("support Rkt-7")
    assert "go" in match.offers()


@pytest.mark.rule("bitter_woods", "9.5-p", "8.2-b", "8.2-a", "ESC-b")
@pytest.mark.parametrize(("hex", "beside", "works"), [("1624", "1724", ""), ("2426", "2425", "2426: works=2")])
def test_fortifications_ignore_it(hex: str, beside: str, works: str) -> None:
    hexes = [works] if works else []
    match = fought(
        f"1SS-Peiper {beside}, 2-3 {beside}, 28-110 {hex}", hex, "1SS-Peiper", "2-3", result="CA", hexes=hexes
    )
    assert not match.position.duties
    open_town = fought("1SS-Peiper 2220, 2-3 2122, 28-110 2221", "2221", "1SS-Peiper", "2-3", result="CA")
    assert open_town.position.duties


@pytest.mark.rule("bitter_woods", "9.5-l")
def test_who_cannot_attack_lets_it_lapse() -> None:
    """A unit at work on a bridge cannot attack; what it owes binds nobody then, and nobody is stuck."""
    units = "28-110 3811, 26-78 3812, 26-39 3812 bridging=0, 62-183 4203, 99-395 4204"
    match = owing(units, "3812", "28-110", "german combat")
    assert match.targets() == {"3811", "4204"}
    match.do("attack 3811", "join 26-78")
    assert "go" in match.offers()


# --- engagements -----------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "9.5-s")
@pytest.mark.parametrize(
    ("moment", "units", "attacker", "side"),
    [
        ("german combat", "26-78 3811, 28-110 3812", "26-78", 0),
        ("allied combat", "28-110 3811, 26-78 3812", "28-110", 1),
    ],
)
def test_it_is_fought_again_in_the_attackers_next_turn(moment: str, units: str, attacker: str, side: int) -> None:
    match = fought(units + ELSEWHERE, "3812", attacker, result="ENG", moment=moment)
    (duty,) = match.position.duties
    assert (duty.kind, duty.side, duty.due) == ("engagement", side, 10)


@pytest.mark.rule("bitter_woods", "9.5-r", "9.5-w")
def test_infantry_stays_others_may_leave() -> None:
    units = "26-78 3811, 2-2 3811, 2-3 3811, 28-110 3812, 9CCA 3812, FA-402 3812"
    match = engaged(units, "3812", "26-78 2-2 2-3")
    assert match.movers() == {"2-3"}
    assert match.why("move 26-78") == ("engaged", "9.5")
    allied = engaged(units + ", 102Cav 3814", "3812", "26-78 2-2 2-3", "allied move")
    assert allied.movers() == {"9CCA", "FA-402", "102Cav"}


@pytest.mark.rule("bitter_woods", "9.5-s", "9.5-t")
def test_all_who_are_bound_must_fight_again() -> None:
    units = "26-78 3811, 26-39 3912, 2-3 3811, 62-164 3811, VAK-401 3808, 28-110 3812, 99-393 3812"
    match = engaged(units, "3812", "26-78 26-39 2-3", "german combat")
    assert match.offers() == {"attack 3812"}
    assert match.why("done") == ("must-attack", "9.5")
    match.do("attack 3812", "join 26-78")
    assert "go" not in match.offers()
    match.do("join 26-39")
    assert {"join 2-3", "join 62-164", "support VAK-401", "go"} == match.offers(), "others may join it"


@pytest.mark.rule("bitter_woods", "9.5-s")
def test_an_attack_of_armor_alone_owes_nothing() -> None:
    match = fought("2-3 3811, 99-393 3812, 28-110 3812", "3812", "2-3", result="ENG")
    assert not match.position.duties


@pytest.mark.rule("bitter_woods", "9.5-u")
@pytest.mark.parametrize(("attacker", "target"), [("28-110", "3912"), ("99-393", "3811"), ("28-110", "3811")])
def test_any_other_combat_breaks_it(attacker: str, target: str) -> None:
    """Engaged defenders attack somebody else, others attack the engaged attackers, or the two fight it out."""
    units = "26-78 3811, 62-164 3912, 28-110 3812, 99-393 3810"
    match = engaged(units, "3812", "26-78", "allied combat")
    match.do(f"attack {target}", f"join {attacker}")
    (before,) = match.position.duties
    match.dice(6).do("go")
    assert before not in match.position.duties


@pytest.mark.rule("bitter_woods", "9.5-v")
def test_it_ends_when_the_first_defenders_have_gone() -> None:
    """Armor may go, and others in its place change nothing; infantry stays, and with it the engagement."""
    match = engaged("26-78 3811, 9CCA 3812, 99-393 3814", "3812", "26-78", "allied move")
    match.do("move 9CCA", "to 3814", "move 99-393", "to 3812")
    match.skip_to("choose-attack")
    assert not match.position.duties
    mixed = engaged("26-78 3811, 9CCA 3812, 28-110 3812", "3812", "26-78", "allied move")
    mixed.do("move 9CCA", "to 3814")
    mixed.skip_to("choose-attack")
    assert mixed.position.duties


@pytest.mark.rule("bitter_woods", "9.5-t")
def test_both_sides_may_reinforce_it() -> None:
    match = engaged("26-78 3811, 28-110 3812, 99-393 3814", "3812", "26-78", "allied move")
    match.do("move 99-393", "to 3812")
    assert match.place("99-393") == "3812"
    match.skip_to("choose-attack")
    assert match.position.duties


# --- with bridges (13.3) ---------------------------------------------------------------------------------

SITE = "1324/1424"


@pytest.mark.rule("bitter_woods", "9.5-g", "13.3-d")
def test_who_owes_a_battle_does_not_build_a_bridge_instead() -> None:
    units = "28-110 1424, 26-78 1324, 26-77 1324"
    owes = owing(units, "1324", "28-110", "german bridges", blown=(SITE,))
    assert owes.objects("bridge") == set()
    assert owes.prompt_code() == "choose-attack"
    assert owes.why("done") == ("must-attack", "9.5")
    again = engaged(units, "1424", "26-78", "german bridges", blown=(SITE,))
    again.do(*(f"bridge {bridge}" for bridge in again.objects("bridge")))
    assert again.objects("builder") == {"26-77"}, "whoever fights again does not build"


@pytest.mark.rule("bitter_woods", "9.5-q", "13.3-f")
def test_engaged_infantry_does_not_cross_with_the_builder() -> None:
    board = field("").data.board
    bridging = f"bridging={board.side(board.hex('1324'), board.hex('1424'))}"
    units = f"26-78 1324 {bridging}, 26-77 1324, 2-3 1324, 28-110 1325"
    match = engaged(units, "1325", "26-77 2-3", "german construction", blown=(SITE,))
    match.do("builder 26-78")
    assert match.objects("cross") == {"2-3"}, "armor ignores the engagement"


@pytest.mark.rule("bitter_woods", "9.5-s", "9.1-i")
def test_who_owes_a_battle_is_told_so() -> None:
    match = engaged("26-78 3811, 28-110 3812, 99-393 3911", "3812", "26-78", "german combat")
    assert match.targets() == {"3812"}
    assert match.why("attack 3911") == ("owes-a-battle", "9.5")
