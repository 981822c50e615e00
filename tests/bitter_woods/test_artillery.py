"""10.0 Guns and rockets: who supports what, from where, and how often."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.artillery import reload_guns
from tests.bitter_woods.fields import box, field
from tests.bitter_woods.test_combat import fought, rolled
from tests.bitter_woods.test_odds import declared, strengths


@pytest.mark.rule("bitter_woods", "10.1-a", "10.1-b", "10.1-c")
def test_kinds_and_ranges() -> None:
    pieces = box().counters
    assert {piece.side for piece in pieces if piece.kind == "rockets"} == {0}
    assert {piece.range for piece in pieces if piece.kind == "rockets"} == {1}
    corps = {piece.id: piece.range for piece in pieces if piece.kind == "corps-artillery"}
    assert (corps["FA-174"], corps["FA-402"], corps["VAK-401"]) == (5, 4, 4)


@pytest.mark.rule("bitter_woods", "10.1-b", "10.1-d", "10.2-c")
@pytest.mark.parametrize(("gun", "hex", "reaches"), [("VAK-401", "3808", True), ("VAK-401", "3807", False)])
def test_range_of_an_attack_is_to_the_target(gun: str, hex: str, reaches: bool) -> None:
    match = declared(f"26-78 3811, {gun} {hex}, 28-110 3812", "3812", "26-78")
    assert (gun in match.objects("support")) == reaches


@pytest.mark.rule("bitter_woods", "10.1-d", "10.2-c")
def test_range_goes_over_rivers_and_cliffs() -> None:
    match = declared("26-78 4610, VAK-401 4607, 43-129 4609", "4609", "26-78")
    assert "VAK-401" in match.objects("support")


@pytest.mark.rule("bitter_woods", "10.2-f", "10.2-e", "10.1-b")
@pytest.mark.parametrize(
    ("gun", "hex", "reaches"),
    [("FA-402", "3816", True), ("FA-402", "3817", False), ("FA-174", "3817", True), ("FA-174", "3818", False)],
)
def test_range_of_a_defence_is_to_the_defenders(gun: str, hex: str, reaches: bool) -> None:
    match = declared(f"26-78 3813, 28-110 3812, {gun} {hex}, FA-188 3808", "3812", "26-78")
    match.do("go")
    assert (gun in match.objects("support")) == reaches, "though the attacker is one hex nearer"
    assert match.tally("defence", "support FA-188") == 5 + 6


@pytest.mark.rule("bitter_woods", "9.1-d", "10.3-a")
@pytest.mark.parametrize("enemy", ["99-393 3908", "FA-406 3908"])
def test_no_support_beside_an_enemy(enemy: str) -> None:
    units = f"26-78 3811, VAK-401 3808, VAK-766 3810, 28-110 3812, {enemy}"
    assert declared(units, "3812", "26-78").objects("support") == {"VAK-766"}


@pytest.mark.rule("bitter_woods", "9.1-d", "10.3-a")
def test_no_defence_beside_an_enemy() -> None:
    units = "26-78 3811, 28-110 3812, FA-402 3815, FA-406 3814, 62-164 3816"
    match = declared(units, "3812", "26-78")
    match.do("go")
    assert match.objects("support") == {"FA-406"}
    over_meuse = declared("26-78 3904, FA-402 4006, 43-129 3905, 62-164 4007", "3905", "26-78")
    over_meuse.dice(5).do("go")
    assert over_meuse.prompt_code() != "answer-attack", "the enemy over the Meuse is beside it too"


@pytest.mark.rule("bitter_woods", "9.1-e", "10.4-a", "10.1-c", "10.2-b")
def test_rockets_support_against_neighbours() -> None:
    match = declared("26-78 3811, Rkt-7 3811, Rkt-16 3810, 28-110 3812", "3812", "26-78")
    assert match.objects("support") == {"Rkt-7"}
    assert match.tally("attack", "support Rkt-7") == 10
    cliff = declared("26-78 4610, Rkt-7 4608, 43-129 4609", "4609", "26-78")
    assert cliff.objects("support") == {"Rkt-7"}, "even over a cliff"
    match.do("support Rkt-7")
    assert match.why("support Rkt-7")[0] == "not-offered", "it is in it, and the enemy beside it is no hindrance"


@pytest.mark.rule("bitter_woods", "9.1-f")
def test_support_is_judged_when_a_combat_is_declared() -> None:
    """The gun is beside the first defender; once he is gone it supports the next attack."""
    units = "FuhEs 3811, 26-78 3911, VAK-401 3912, 28-110 3812/1, 99-393 4010"
    before = declared(units, "4010", "26-78")
    assert before.objects("support") == set()
    match = fought(units, "3812", "FuhEs", result="D2")
    match.do(sorted(match.offers())[0], "done", "attack 4010", "join 26-78")
    assert match.objects("support") == {"VAK-401"}


@pytest.mark.rule("bitter_woods", "10.2-a", "10.2-b")
def test_any_number_of_guns() -> None:
    guns = ["VAK-401", "VAK-766", "VAK-388", "VAK-402", "VAK-405"]
    places = ["3808", "3808", "3808", "3809", "3809"]
    units = ", ".join(f"{gun} {hex}" for gun, hex in zip(guns, places, strict=True))
    match = declared(f"26-78 3811, 28-110 3812, {units}", "3812", "26-78", *(f"support {gun}" for gun in guns))
    assert match.tally("attack") == 5 + 5 + 6 + 6 + 6 + 5


@pytest.mark.rule("bitter_woods", "10.2-d")
def test_guns_and_rockets_do_not_attack_by_themselves() -> None:
    alone = field("Rkt-7 3811, VAK-401 3809, 28-110 3812, 26-78 4203, 99-393 4204", "german combat", turn=9)
    assert alone.targets() == {"4204"}
    assert alone.why("attack 3812") == ("nobody-can-attack", "9.1")
    joined = field("Rkt-7 3811, Lehr-Rec 3811, 28-110 3812", "german combat", turn=9)
    joined.do("attack 3812")
    assert joined.offers() == {"join Lehr-Rec"}, "first a unit that fights"


@pytest.mark.rule("bitter_woods", "10.2-g", "10.4-d", "9.5-d")
def test_guns_from_afar_stay_and_rockets_retreat() -> None:
    units = "62-164 3811, Rkt-7 3811, VAK-401 3808, 3CCA 3812, 3CCB 3812"
    match = fought(units, "3812", "62-164", "support Rkt-7", "support VAK-401", result="A2")
    assert match.objects("retreat") == {"62-164", "Rkt-7"}


@pytest.mark.rule("bitter_woods", "10.2-h", "10.2-g")
def test_guns_that_support_a_defence_stay() -> None:
    match = declared("FuhEs 3811, 28-110 3812/1, FA-402 3815", "3812", "FuhEs")
    match.dice(1).do("go", "support FA-402")
    assert rolled(match).startswith(("D", "1D"))
    assert match.objects("retreat") == set()
    match.do(sorted(match.offers())[0])
    assert match.place("FA-402") == "3815"


@pytest.mark.rule("bitter_woods", "10.3-c")
def test_guns_under_attack_retreat_and_are_lost() -> None:
    match = fought("FuhEs 3811, 28-110 3812/1, FA-402 3812", "3812", "FuhEs", result="CA")
    assert match.position.duties
    back = fought("FuhEs 3811, 2-3 3811, 28-110 3812/1, FA-402 3812", "3812", "FuhEs", "2-3", result="D2")
    assert back.objects("retreat") == {"28-110", "FA-402"}
    fire = fought("26-78 3811, FA-402 3812, 62-164 3811/1, 26-101 3812/1", "3812", "26-78", result="FF")
    assert fire.objects("lose") == {"FA-402", "26-101"}
    fire.do("lose FA-402")
    assert fire.place("FA-402") == "eliminated"


@pytest.mark.rule("bitter_woods", "10.3-d", "10.3-e", "10.1-g", "ESC-e")
def test_guns_always_defend_their_own_hex() -> None:
    match = declared("28-110 3811, VAK-401 3812 fired", "3812", "28-110", moment="allied combat")
    assert strengths(match) == (5, 3)
    match.dice(1).do("go")
    allied = declared("26-78 3811, FA-402 3812 fired", "3812", "26-78")
    assert strengths(allied)[1] == 3
    fresh = declared("26-78 3811, FA-402 3812, 28-110 3812", "3812", "26-78")
    fresh.dice(2).do("go")
    assert not fresh.position.fired[fresh.unit("FA-402")], "nothing is used up by it"


@pytest.mark.rule("bitter_woods", "10.4-c")
def test_rockets_lend_no_defence() -> None:
    match = declared("28-110 3811, 26-78 3812, Rkt-7 3813, VAK-401 3814", "3812", "28-110", moment="allied combat")
    match.do("go")
    assert match.objects("support") == {"VAK-401"}


@pytest.mark.rule("bitter_woods", "10.1-f", "10.1-e", "10.1-g")
def test_germans_fire_once_a_turn_allies_in_each_player_turn() -> None:
    units = "26-78 3811, VAK-401 3809, 28-110 3812, FA-402 3815"
    match = declared(units, "3812", "26-78", "support VAK-401", air=(0, 1))
    match.do("go", "support FA-402")
    p = match.position
    german, allied = match.unit("VAK-401"), match.unit("FA-402")
    assert (p.fired[german], p.fired[allied]) == (1, 1)
    reload_guns(p, 1)
    assert (p.fired[german], p.fired[allied]) == (1, 0), "when the Allied turn begins"
    reload_guns(p, 0)
    assert (p.fired[german], p.fired[allied]) == (0, 0), "when the next turn begins"


@pytest.mark.rule("bitter_woods", "10.1-f")
def test_a_gun_that_has_fired_supports_no_more() -> None:
    match = declared("26-78 3811, VAK-401 3809 fired, VAK-766 3809, 28-110 3812", "3812", "26-78")
    assert match.objects("support") == {"VAK-766"}
    defence = declared(
        "28-110 3811, VAK-401 3814 fired, VAK-766 3814, 26-78 3812", "3812", "28-110", moment="allied combat"
    )
    defence.do("go")
    assert defence.objects("support") == {"VAK-766"}, "unused in the German turn, it may defend"


@pytest.mark.rule("bitter_woods", "10.4-e", "10.4-f", "10.4-g")
def test_german_corps_artillery_moves_or_fires() -> None:
    units = "26-78 3811, VAK-401 3807, Rkt-7 3810, 28-110 3812, FA-402 3817"
    match = field(units, "german move", turn=9)
    match.do("move VAK-401", "to 3808", "move Rkt-7", "to 3811", "done")
    match.skip_to("choose-attack")
    match.do("attack 3812", "join 26-78")
    assert match.objects("support") == {"Rkt-7"}
    allied = field(units, "allied move", turn=9)
    allied.do("move FA-402", "to 3816", "done")
    allied.skip_to("choose-attack")
    allied.do("attack 3811", "join 28-110")
    assert allied.objects("support") == set(), "five hexes away"
    near = field("26-78 3811, 28-110 3812, FA-402 3816", "allied move", turn=9)
    near.do("move FA-402", "to 3815", "done")
    near.skip_to("choose-attack")
    near.do("attack 3811", "join 28-110")
    assert near.objects("support") == {"FA-402"}


@pytest.mark.rule("bitter_woods", "12.4-f")
def test_guns_out_of_supply_support_only_a_defence() -> None:
    match = declared(
        "26-78 3811, Rkt-7 3811 supply, VAK-401 3809 supply, 28-110 3812, FA-402 3815 supply", "3812", "26-78"
    )
    assert match.objects("support") == set()
    match.do("go")
    assert match.objects("support") == {"FA-402"}


@pytest.mark.rule("bitter_woods", "10.3-a", "10.3-b", "9.3-b")
def test_artillery_in_combat() -> None:
    """Case T14: two German guns support, of three Allied ones one does, one is halved and one too near an enemy."""
    units = "12SS-12 2315, Rkt-9 2315, VAK-388 2312, 99-393 2316, FA-422 2316, FA-174 2320, FA-402 2317, 26-78 2417"
    match = declared(units, "2316", "12SS-12", "support Rkt-9", "support VAK-388")
    assert match.tally("attack") == 24
    match.do("go")
    assert match.objects("support") == {"FA-174"}
    about = match.tells("support FA-174")
    assert (about.tallies["defence"].total, about.tallies["left"].total, about.tallies["die"].total) == (13, 1, -1)
