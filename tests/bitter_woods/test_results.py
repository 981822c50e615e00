"""9.5, 9.6 Results and losses."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ardennes.games.bitter_woods.rules.attacks import Attack, read
from ardennes.games.bitter_woods.rules.combat import effect, fight
from ardennes.games.bitter_woods.rules.pieces import GERMAN
from ardennes.games.bitter_woods.rules.removal import eliminate
from tests.bitter_woods.fields import Battlefield, field
from tests.bitter_woods.test_combat import fought

AFTER_DIE = Attack.steps.index(fight) + 1
"""The step of an attack that comes after the die."""


def after(
    units: str,
    hex: str,
    *attackers: str,
    result: str,
    moment: str = "german combat",
    turn: int = 9,
    options: Iterable[str] = (),
) -> Battlefield:
    """An attack in which the die has brought a result, at its first question."""
    match = field(units, moment, turn=turn, options=options)
    p = match.position
    joined = tuple(match.unit(id) for id in attackers if not id.startswith(("VAK", "Rkt", "FA")))
    guns = tuple(match.unit(id) for id in attackers if id.startswith(("VAK", "Rkt", "FA")))
    attack = Attack(side=p.data.sides[joined[0]], target=match.hex(hex), attackers=joined, support=guns, result=result)
    attack.defenders = tuple(sorted(unit for unit in p.units_in(attack.target) if p.data.counters[unit].combat_unit))
    attack.origins = tuple(sorted({p.where[unit] for unit in joined}))
    attack.step = AFTER_DIE
    p.open(attack)
    return match


@pytest.mark.rule("bitter_woods", "9.5-e", "9.5-f")
def test_results_are_read() -> None:
    assert read("1D3*") == ("D", 1, 3)
    assert read("A2") == ("A", 0, 2)
    assert read("SU*").kind == "SU"


@pytest.mark.rule("bitter_woods", "9.5-a", "8.1-h")
def test_all_defenders_are_eliminated() -> None:
    units = "26-78 3811, 28-110 3812, 28-109 3812, FA-402 3812, FA-188 3815"
    match = after(units, "3812", "26-78", result="DE")
    assert {match.place(id) for id in ("28-110", "28-109", "FA-402")} == {"eliminated"}
    assert match.place("FA-188") == "3815"
    match.do("advance 26-78")
    assert match.objects("along") == {"3812"}
    allied = after("28-110 3811, 26-78 3812, Rkt-7 3812", "3812", "28-110", result="DE", moment="allied combat")
    assert {allied.place(id) for id in ("26-78", "Rkt-7")} == {"eliminated"}


@pytest.mark.rule("bitter_woods", "8.1-h")
def test_a_position_goes_with_its_last_defender() -> None:
    match = field("26-78 3811, 28-110 3812, 28-109 3812", "german combat", turn=9, improved=["3812"])

    eliminate(match.position, match.unit("28-110"), "9.5")
    assert match.works("3812") == 1
    eliminate(match.position, match.unit("28-109"), "9.5")
    assert match.works("3812") == 0


@pytest.mark.rule("bitter_woods", "9.5-b", "10.2-g")
def test_all_attackers_are_eliminated_but_guns_from_afar() -> None:
    units = "26-78 3811, Rkt-7 3811, VAK-401 3808, 28-110 3812, 28-109 3812, FA-402 3812"
    match = after(units, "3812", "26-78", "Rkt-7", "VAK-401", result="AE")
    assert {match.place(id) for id in ("26-78", "Rkt-7")} == {"eliminated"}
    assert match.place("VAK-401") == "3808"
    assert match.objects("advance") == {"28-110", "28-109"}, "any number, but no guns"
    match.do("advance 28-110")
    assert match.objects("along") == {"3811"}


@pytest.mark.rule("bitter_woods", "9.5-c", "9.7-l")
@pytest.mark.parametrize(
    ("moment", "units", "attacker"),
    [
        ("german combat", "26-78 3811, 28-110 3812, FA-402 3812", "26-78"),
        ("allied combat", "28-110 3811, 26-78 3812, VAK-401 3812", "28-110"),
    ],
)
def test_every_defender_retreats_exactly_so_far(moment: str, units: str, attacker: str) -> None:
    match = after(units, "3812", attacker, result="D2", moment=moment)
    first = min(match.objects("retreat"))
    match.do(f"retreat {first}")
    assert all(len(match.tells(offer).path) == 2 for offer in match.offers())
    match.do(sorted(match.offers())[0])
    assert match.prompt_code() == "choose-retreat"
    match.do(sorted(match.offers())[0])
    assert match.objects("advance") == {attacker}
    match.do(f"advance {attacker}")
    assert all(1 <= len(match.tells(offer).path) <= 2 for offer in match.offers())


@pytest.mark.rule("bitter_woods", "9.5-d", "9.8-e", "9.5-z", "9.7-x")
@pytest.mark.parametrize(
    ("moment", "units", "attackers", "defenders"),
    [
        ("german combat", "26-78 3811, 62-164 3912, 28-110 3812, 28-109 3812", "26-78 62-164", "28-110 28-109"),
        ("allied combat", "28-110 3811, 28-109 3912, 26-78 3812, 62-164 3812", "28-110 28-109", "26-78 62-164"),
    ],
)
def test_attackers_retreat_and_defenders_advance(moment: str, units: str, attackers: str, defenders: str) -> None:
    match = after(units, "3812", *attackers.split(), result="A3", moment=moment)
    for _ in range(2):
        if match.prompt_code() == "choose-next-to-retreat":
            match.do(sorted(match.offers())[0])
        assert all(len(match.tells(offer).path) == 3 for offer in match.offers())
        match.do(sorted(match.offers())[0])
    assert match.objects("advance") == set(defenders.split())
    one, other = defenders.split()
    match.do(f"advance {one}")
    assert match.objects("along") == {"3811", "3912"}, "one hex, into either"
    match.do("along 3811", f"advance {other}", "along 3912")


@pytest.mark.rule("bitter_woods", "9.5-z", "9.8-p")
def test_defenders_advance_under_the_limits_of_an_advance() -> None:
    river = after("28-110 1325, 26-78 1424, 2-3 1424", "1424", "28-110", result="AE", moment="allied combat")
    assert river.objects("advance") == {"26-78"}, "no Panthers over the river"
    partly = after("26-78 3811, 62-164 3811, 28-110 3812", "3812", "26-78", result="AE")
    assert partly.prompt_code() != "choose-advance", "a hex that is not vacated is not entered"
    other = after("26-78 3811, 28-110 3812, 28-109 3813", "3812", "26-78", result="AE")
    assert other.objects("advance") == {"28-110"}


@pytest.mark.rule("bitter_woods", "15.5-a", "9.5-z")
def test_who_is_held_back_does_not_advance() -> None:
    match = field("12SS-25 3812, 26-78 3812, 28-110 3811", "allied combat", turn=1)
    attack = Attack(side=1, target=match.hex("3812"), attackers=(match.unit("28-110"),), result="AE")
    attack.defenders = tuple(match.position.units_in(attack.target))
    attack.origins, attack.step = (match.hex("3811"),), AFTER_DIE
    match.position.open(attack)
    assert match.objects("advance") == {"26-78"}


@pytest.mark.rule("bitter_woods", "9.5-e", "9.6-a", "9.6-c", "9.2-f")
def test_a_loss_comes_before_the_retreat() -> None:
    match = after("26-78 3811, 28-110 3812, 28-109 3812, FA-402 3813", "3812", "26-78", result="1D3")
    assert match.objects("lose") == {"28-110", "28-109"}, "not the gun next door"
    match.do("lose 28-110")
    assert (match.steps_of("28-110"), match.steps_of("28-109")) == (1, 2)
    assert match.position.face(match.unit("28-110")).strength == 3
    assert match.objects("retreat") == {"28-110", "28-109"}


@pytest.mark.rule("bitter_woods", "9.5-e", "9.6-b", "9.8-d")
def test_a_reduced_unit_is_lost_and_the_advance_stays() -> None:
    match = after("Lehr-Rec 3811, 28-110 3812/1", "3812", "Lehr-Rec", result="1D3")
    match.do("lose 28-110")
    assert match.place("28-110") == "eliminated"
    match.do("advance Lehr-Rec")
    assert max(len(match.tells(offer).path) for offer in match.offers()) == 3


@pytest.mark.rule("bitter_woods", "9.5-f", "9.6-d", "9.6-b")
def test_attackers_lose_a_step_and_retreat() -> None:
    units = "26-78 3811, Rkt-7 3811, VAK-401 3808, 28-110 3812"
    match = after(units, "3812", "26-78", "Rkt-7", "VAK-401", result="1A2")
    assert match.objects("lose") == {"26-78", "Rkt-7"}
    match.do("lose Rkt-7")
    assert match.place("Rkt-7") == "eliminated"
    assert match.prompt_code() == "choose-retreat"
    allied = after("28-110 3811, 26-78 3812", "3812", "28-110", result="1A2", moment="allied combat")
    allied.do("lose 28-110")
    assert allied.steps_of("28-110") == 1


@pytest.mark.rule("bitter_woods", "9.5-q")
def test_nothing_follows_from_suppression() -> None:
    match = fought("26-78 3811, 28-110 3812", "3812", "26-78", result="SU")
    assert (match.place("26-78"), match.place("28-110")) == ("3811", "3812")
    assert not match.position.duties


@pytest.mark.rule("bitter_woods", "9.5-x", "9.6-d", "9.6-c")
def test_a_firefight_costs_both_a_step() -> None:
    units = "26-78 3811, Rkt-7 3811, VAK-401 3808, 28-110 3812, 28-109 3812"
    match = after(units, "3812", "26-78", "Rkt-7", "VAK-401", result="FF")
    assert match.objects("lose") == {"28-110", "28-109"}
    match.do("lose 28-109")
    assert match.objects("lose") == {"26-78", "Rkt-7"}
    match.do("lose 26-78")
    assert (match.steps_of("28-109"), match.steps_of("26-78")) == (1, 1)
    assert match.prompt_code() != "choose-advance"


@pytest.mark.rule("bitter_woods", "9.5-y", "9.8-g")
def test_after_a_firefight_one_hex_if_nobody_is_left_to_defend() -> None:
    """3712, 3812 and 3913 lie on a road."""
    match = after("2-2 3712, 28-110 3812/1", "3812", "2-2", result="FF")
    match.do("lose 28-110", "lose 2-2", "advance 2-2")
    assert match.objects("along") == {"3812"}, "no bonus for the road"
    gone = after("2-2 3712/1, 28-110 3812/1, 26-78 3811", "3812", "2-2", result="FF")
    gone.do("lose 28-110", "lose 2-2")
    assert gone.prompt_code() != "choose-advance"


@pytest.mark.rule("bitter_woods", "9.5-x", "9.5-d")
@pytest.mark.parametrize(
    ("result", "steps", "does"),
    [
        ("D2", 2, (0, 0, True)),
        ("1D2", 2, (1, 0, True)),
        ("DE", 2, (2, 0, True)),
        ("FF", 2, (1, 1, False)),
        ("FF", 1, (1, 1, True)),
        ("A2", 2, (0, 0, False)),
        ("1A2", 1, (0, 1, False)),
        ("AE", 2, (0, 2, False)),
        ("SU", 1, (0, 0, False)),
    ],
)
def test_what_a_result_does_to_both(result: str, steps: int, does: tuple[int, int, bool]) -> None:
    """Steps lost by defender and attacker, and whether the hex is left: the sentence of the odds is made of it."""
    match = field(f"26-78 3811, 28-110 3812/{steps}", "german combat", turn=9)
    attack = Attack(side=GERMAN, target=match.hex("3812"), attackers=(match.unit("26-78"),))
    found = effect(match.position, attack, result)
    assert (found.defender, found.attacker, found.clears) == does
