"""37.0 German army artillery."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.boundaries import note_boundary_end
from tests.bitter_woods.fields import Battlefield, field, new_game

OPTION = ("army_artillery",)


@pytest.mark.rule("bitter_woods", "37.1-a", "37.1-d", "1.4-c")
def test_three_guns_more() -> None:
    match, plain = new_game(options=OPTION), new_game()
    for id, hex in (("Army-6Pz", "0610"), ("Army-5Pz", "1021"), ("Army-7", "0730")):
        assert match.place(id) == hex
        assert plain.place(id) == "removed"
    assert new_game("erasing", OPTION).place("Army-7") == "0730"
    assert new_game("patton", OPTION).place("Army-5Pz") == "1021"
    assert new_game("patton", OPTION).place("Army-6Pz") == "removed", "not on the map in play"


@pytest.mark.rule("bitter_woods", "37.1-b", "5.2-d", "5.2-f")
def test_they_do_not_move() -> None:
    match = field("Army-6Pz 0610, 12-27 0610, 28-110 4203", options=OPTION)
    assert match.movers() == {"12-27"}
    assert match.why("move Army-6Pz") == ("cannot-move-at-all", "5.2")


@pytest.mark.rule("bitter_woods", "37.1-b", "10.3-c")
def test_they_are_eliminated_instead_of_retreating() -> None:
    match = field(
        "Army-6Pz 3517, 26-78 3517, 4CCA 3518, 4CCB 3518, 6CCA 3518, 26-39 3217",
        "allied combat",
        turn=9,
        options=OPTION,
    )
    match.do("attack 3517", "join 4CCA", "join 4CCB", "join 6CCA")
    match.dice(3).do("go")
    assert match.told("rolled")[-1].args["result"] in ("D1", "D2", "D3", "D4", "1D1", "1D2", "1D3", "1D4")
    while match.prompt_code() not in ("choose-advance", "choose-attack"):
        match.do(min(offer for offer in match.offers() if offer != "lose Army-6Pz"))
    assert match.place("Army-6Pz") == "eliminated"
    assert match.place("26-78") not in ("eliminated", "3517")


@pytest.mark.rule("bitter_woods", "37.1-c", "6.1-e")
def test_they_stack_for_free() -> None:
    match = field("Army-6Pz 0610, 12-27 0610, 12-48 0610, 12-89 0611, 28-110 4203", options=OPTION)
    match.do("move 12-89")
    assert "0610" in match.destinations()


def supporters(units: str, target: str, *joins: str, turn: int = 6, options: tuple[str, ...] = OPTION) -> set[str]:
    match = field(units, "german combat", turn=turn, options=options)
    match.do(f"attack {target}", *(f"join {id}" for id in joins))
    return match.objects("support")


@pytest.mark.rule("bitter_woods", "37.2-b", "37.2-d")
@pytest.mark.parametrize(("turn", "bound"), [(6, True), (7, False)])
def test_guns_support_their_own_army(turn: int, bound: bool) -> None:
    units = "12-27 3517, 26-78 3517, VAK-766 3420, VAK-388 3420, Army-5Pz 3420, 28-110 3518"
    alone = supporters(units, "3518", "26-78", turn=turn)
    assert alone == ({"VAK-766", "Army-5Pz"} if bound else {"VAK-766", "VAK-388", "Army-5Pz"})
    assert supporters(units, "3518", "12-27", "26-78", turn=turn) == {"VAK-766", "VAK-388", "Army-5Pz"}
    assert supporters(units, "3518", "26-78", turn=turn, options=()) == {"VAK-766", "VAK-388", "Army-5Pz"}


@pytest.mark.rule("bitter_woods", "37.2-b")
@pytest.mark.parametrize(("turn", "bound"), [(6, True), (7, False)])
def test_guns_support_the_defence_of_their_own_army(turn: int, bound: bool) -> None:
    units = "26-78 3517, VAK-766 3420, VAK-388 3420, 28-110 3518"
    match = field(units, "allied combat", turn=turn, options=OPTION)
    match.do("attack 3517", "join 28-110", "go")
    assert match.objects("support") == ({"VAK-766"} if bound else {"VAK-766", "VAK-388"})


@pytest.mark.rule("bitter_woods", "37.2-c")
@pytest.mark.parametrize(("turn", "bombards"), [(6, False), (7, True)])
def test_guns_bombard_beside_their_own_army(turn: int, bombards: bool) -> None:
    options = (*OPTION, "bombardment")
    units = "26-78 3517, VAK-402 3420, VAK-388 3420, 28-110 3518"
    match = field(units, "german combat", turn=turn, options=options)
    match.do("attack 3518")
    assert (match.prompt_code() == "choose-bombardment") is bombards
    own = field(f"{units}, 12-27 3618", "german combat", turn=turn, options=options)
    own.do("attack 3518")
    assert own.prompt_code() == "choose-bombardment"


def guns_movement(gun: str, hex: str, turn: int, options: tuple[str, ...] = OPTION) -> Battlefield:
    match = field(f"{gun} {hex}, 28-110 4203", turn=turn, options=options)
    match.do(f"move {gun}")
    return match


@pytest.mark.rule("bitter_woods", "37.2-a", "37.2-d")
@pytest.mark.parametrize("gun", ["VAK-388", "Rkt-4"])
def test_guns_keep_to_the_boundaries(gun: str) -> None:
    start = "1013"
    south = {hex for hex in guns_movement(gun, start, 7).destinations() if not is_open(hex, 0)}
    assert south, "free from 19AM on"
    assert not south & guns_movement(gun, start, 6).destinations()
    assert south & guns_movement(gun, start, 6, ()).destinations() == south


def is_open(hex: str, army: int) -> bool:
    match = field("28-110 4203")
    return match.hex(hex) in match.data.army_areas[army]


@pytest.mark.rule("bitter_woods", "37.2-a")
@pytest.mark.parametrize(("turn", "fires"), [(6, False), (7, True)])
def test_guns_of_6th_panzer_army_do_not_fire_over_the_road(turn: int, fires: bool) -> None:
    target = next(hex for hex in ("1115", "1116", "1216") if not is_open(hex, 0))
    units = f"12-27 {int(target) - 1:04d}, VAK-388 0913, 28-110 {target}"
    assert ("VAK-388" in supporters(units, target, "12-27", turn=turn)) is fires
    near = "12-27 1112, VAK-388 0913, 28-110 1212"
    assert supporters(near, "1212", "12-27", turn=6) == {"VAK-388"}


@pytest.mark.rule("bitter_woods", "37.2-d")
@pytest.mark.parametrize(
    ("gun", "hex", "free"),
    [("VAK-388", "2517", True), ("VAK-388", "2417", False), ("VAK-406", "1830", True), ("VAK-406", "1730", False)],
)
def test_who_has_gone_west_of_the_end_is_free(gun: str, hex: str, free: bool) -> None:
    match = field(f"{gun} 3702, 28-110 4203", turn=6, options=OPTION)
    unit = match.unit(gun)
    note_boundary_end(match.position, unit, match.hex(hex))
    assert bool(match.position.unbound[unit]) is free


@pytest.mark.rule("bitter_woods", "37.2-d")
def test_a_gun_that_retreated_over_the_boundary_comes_back() -> None:
    match = field("VAK-388 1018, 28-110 4203", turn=6, options=OPTION)
    assert match.why("done") == ("must-come-back", "5.4")
    assert field("VAK-388 1018, 28-110 4203", turn=7, options=OPTION).offers() >= {"done"}


@pytest.mark.rule("bitter_woods", "37.2-d", "1.4-c")
def test_guns_move_where_only_one_boundary_is_on_the_map() -> None:
    match = field("VAK-766 1124, 28-110 3232", turn=2, scenario="southern_shoulder", options=OPTION)
    match.do("move VAK-766")
    match.do(f"to {min(match.destinations())}")
    assert match.place("VAK-766") != "1124"
