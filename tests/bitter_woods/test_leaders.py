"""24.0 Leaders: range, influence, losses and reserves."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.bitter_woods.rules.field import HAS_LEFT, HAS_MOVED
from ardennes.games.bitter_woods.rules.leaders import command
from ardennes.games.bitter_woods.rules.marching import Movement
from tests.bitter_woods.fields import Battlefield, field, new_game
from tests.bitter_woods.test_odds import declared, strengths
from tests.bitter_woods.test_results import after

OPTION = ("leaders",)


def result(units: str, *attackers: str, result: str, **more: Any) -> Battlefield:
    """An attack on 3812 with a result."""
    return after(units, "3812", *attackers, result=result, options=[*OPTION, *more.pop("also", ())], **more)


def reach(match: Battlefield, id: str) -> set[str]:
    return {match.data.board.label(hex) for hex in command(match.position, match.unit(id))}


@pytest.mark.rule("bitter_woods", "24.0-a", "24.5-l")
def test_leaders_are_in_play_with_the_option_only() -> None:
    assert new_game().place("Manteuffel") == "removed"
    match = new_game(options=OPTION)
    assert match.place("Manteuffel") == "1124"
    assert match.place("Patton") == "turn-track"
    assert match.place("Peiper") == "removed"
    plain = field("2-3 3811 reserve", "german exploit", turn=9)
    assert plain.movers() == {"2-3"}
    led = field("2-3 3811 reserve, 26-78 2020", "german exploit", turn=9, options=OPTION)
    assert led.asked is None or "move 2-3" not in led.offers()


# --- moving and stacking ---------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "24.3-a")
def test_a_leader_moves_as_he_likes() -> None:
    """A quarter of a point by road as mechanized units, one for light woods in December mud as foot."""
    match = field("Manteuffel 2626, 2-3 2020", turn=7, options=OPTION)
    match.do("move Manteuffel")
    assert match.price("2727") == 0.25
    assert match.price("2627") == 1, "light woods"
    assert match.price("2727", "2728") == 1.25, "clear ground in mud, off the road"


@pytest.mark.rule("bitter_woods", "24.3-b")
def test_one_leader_in_a_hex_and_none_counts() -> None:
    units = "Manteuffel 3811, Dietrich 3813, 26-78 3815, 26-39 3815, 26-77 3815, 26-101 2020"
    match = field(units, turn=9, options=OPTION)
    match.do("move Manteuffel")
    assert "3813" not in match.destinations()
    assert match.why("to 3813") == ("too-many-there", "6.1")
    assert match.price("3812", "3813", "3814") is not None, "he may pass"
    assert "3815" in match.destinations()


@pytest.mark.rule("bitter_woods", "24.3-e")
def test_a_leader_has_neither_strength_nor_zone() -> None:
    match = field("26-78 3811, Hodges 3813, 28-110 2020", turn=9, options=OPTION)
    assert not match.position.in_enemy_zone(match.hex("3812"), 0)
    both = declared("26-78 3811, 28-110 3812, Hodges 3812", "3812", "26-78", options=OPTION)
    assert strengths(both) == (5, 5)
    assert (
        "join Manteuffel"
        not in declared("26-78 3811, Manteuffel 3811, 28-110 3812", "3812", "26-78", options=OPTION).offers()
    )


@pytest.mark.rule("bitter_woods", "24.3-f")
def test_a_leader_alone_in_an_enemy_zone_is_lost() -> None:
    match = field("26-78 3811, Hodges 3813, 28-110 3813, 28-109 2020", "allied move", turn=9, options=OPTION)
    assert match.place("Hodges") == "3813", "no zone there"
    match = field("26-78 3812, Hodges 3813, 28-110 3813, 28-109 2020", "allied move", turn=9, options=OPTION)
    match.do("move 28-110", "to 3814")
    assert match.place("Hodges") == "eliminated"
    coming = field("26-78 3811, Hodges 3814, 28-109 2020", turn=9, options=OPTION)
    coming.do("move 26-78", "to 3813")
    assert coming.place("Hodges") == "eliminated", "when the enemy comes"
    guns = field("VAK-401 3811, Hodges 3814, 28-109 2020", turn=9, options=OPTION)
    guns.do("move VAK-401", "to 3812")
    assert guns.place("Hodges") == "3814"


@pytest.mark.rule("bitter_woods", "24.3-f")
def test_a_leader_who_comes_onto_the_map_into_an_enemy_zone_is_lost() -> None:
    match = field("Patton turn-track, 26-78 2034, 28-110 4020", "allied move", turn=9, options=OPTION)
    match.do("move Patton", "enter 2035")
    assert match.place("Patton") == "eliminated"
    assert [event.code for event in match.log(None)][-2:] == ["enters", "eliminated"]
    assert match.prompt_code() == "choose-move", "his move is over"
    free = field("Patton turn-track, 26-78 2033, 28-110 4020", "allied move", turn=9, options=OPTION)
    free.do("move Patton", "enter 2035")
    assert free.prompt_code() == "choose-destination"


@pytest.mark.rule("bitter_woods", "24.3-f")
def test_a_lone_leader_is_no_target() -> None:
    """Across the Meuse no zone reaches him, and nobody can attack him."""
    board = field("26-78 3811").data.board
    meuse = board.code("river", "meuse")
    side = next(side for side in range(board.sides) if board.river[side] == meuse and not board.wall[side])
    one, other = board.side_hexes[side]
    units = f"26-78 {board.label(one)}, Hodges {board.label(other)}, 28-110 2020, 26-39 2021"
    match = field(units, "german combat", turn=9, options=OPTION)
    assert match.targets() == {"2020"}
    assert match.place("Hodges") == board.label(other)


# --- in combat -------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "24.3-c")
def test_leaders_of_the_attackers_may_advance() -> None:
    units = "26-78 3811, Manteuffel 3811, Dietrich 3913, 28-110 3812, Hodges 3714"
    match = result(units, "26-78", result="DE")
    assert match.offers() == {"advance 26-78", "advance Manteuffel", "done"}
    match.do("advance 26-78", "along 3812")
    match.do("advance Manteuffel", "along 3812")
    assert match.place("Manteuffel") == "3812"
    defended = result("26-78 3811, 28-110 3812, Hodges 3812", "26-78", result="AE")
    assert "advance Hodges" not in defended.offers(), "leaders of defenders stay"


@pytest.mark.rule("bitter_woods", "24.3-d")
def test_a_leader_may_be_taken_as_a_loss() -> None:
    units = "26-78 3811, Manteuffel 3811, Dietrich 3913, 28-110 3812, Hodges 3812, Middleton 3714"
    match = result(units, "26-78", result="FF")
    assert match.offers() == {"lose 28-110", "lose Hodges"}
    match.do("lose Hodges")
    assert match.place("Hodges") == "eliminated"
    assert match.offers() == {"lose 26-78", "lose Manteuffel"}, "only who is stacked with attackers"


@pytest.mark.rule("bitter_woods", "24.3-g")
def test_a_leader_goes_back_with_his_stack() -> None:
    units = "26-78 3811, 28-110 3812, 28-109 3812, Montgomery 3812, FA-402 1010"
    match = result(units, "26-78", result="D1")
    match.do("done") if match.prompt_code() == "choose-hold" else None
    while match.prompt_code() in ("choose-next-to-retreat", "choose-retreat"):
        match.do(sorted(match.offers())[0])
    assert match.place("Montgomery") in {match.place("28-110"), match.place("28-109")}
    assert match.place("Montgomery") != "3812"


@pytest.mark.rule("bitter_woods", "24.3-g")
def test_a_leader_stays_with_those_who_did_not_fight() -> None:
    units = "26-78 3811, 26-39 3811, Manteuffel 3811, 28-110 3812"
    match = result(units, "26-78", result="A1")
    match.do("done")
    while match.prompt_code() == "choose-retreat":
        match.do(sorted(match.offers())[0])
    assert match.place("Manteuffel") == "3811"


# --- holding ---------------------------------------------------------------------------------------------

STACK = "26-78 3811, 28-110 3812, 28-109 3812, Hodges 3813, 99-393 3813"


@pytest.mark.rule("bitter_woods", "24.4-a", "24.4-b", "24.4-h")
def test_a_leader_lets_units_stand_for_losses() -> None:
    match = result(STACK, "26-78", result="D2")
    assert match.prompt_code() == "choose-hold"
    assert match.offers() == {"hold Hodges", "done"}
    assert match.why("stand 28-110") == ("cannot-stand", "24.4")
    match.do("hold Hodges")
    assert match.offers() == {"stand 28-110", "stand 28-109", "done"}
    match.do("stand 28-110", "stand 28-109", "done")
    assert match.prompt().args["n"] == 2, "as many steps as hexes, once for all"
    match.do("lose 28-110", "lose 28-109")
    assert (match.steps_of("28-110"), match.steps_of("28-109")) == (1, 1)
    assert match.place("28-110") == match.place("28-109") == "3812"
    assert match.asked is None or match.prompt_code() != "choose-advance", "somebody is still there"


@pytest.mark.rule("bitter_woods", "9.8-t")
@pytest.mark.parametrize(("lost", "advances"), [(1, False), (2, True)])
def test_nobody_advances_while_one_defender_stays(lost: int, advances: bool) -> None:
    """Of two defenders one stands; D1 costs it a step, D2 both, and then the hex is free."""
    match = result(STACK, "26-78", result=f"D{lost}")
    match.do("hold Hodges", "stand 28-110", "done", *["lose 28-110"] * lost)
    while match.asked is not None and match.prompt_code() in ("choose-retreat", "choose-next-to-retreat"):
        match.do(min(match.offers()))
    assert match.place("28-109") != "3812", "the other has retreated"
    assert (match.asked is not None and match.prompt_code() == "choose-advance") is advances


@pytest.mark.rule("bitter_woods", "24.4-a", "24.4-b")
def test_it_may_be_declined_and_is_not_split() -> None:
    match = result(STACK, "26-78", result="D2")
    match.do("done")
    assert match.prompt_code() == "choose-next-to-retreat"
    one = result(STACK, "26-78", result="D2")
    one.do("hold Hodges", "stand 28-110", "done")
    one.do("lose 28-110", "lose 28-110")
    assert one.place("28-110") == "eliminated", "who stays pays all of it"
    assert one.prompt_code() == "choose-retreat", "the other goes both hexes"
    assert all(len(one.tells(offer).path) == 2 for offer in one.offers())


@pytest.mark.rule("bitter_woods", "24.4-c")
def test_the_loss_of_the_table_comes_on_top() -> None:
    """The example of the rulebook at Bastogne: one loss, then two more or two hexes."""
    match = result(STACK, "26-78", result="1D2")
    assert match.prompt_code() == "take-loss"
    match.do("lose 28-110")
    assert match.prompt_code() == "choose-hold"
    match.do("hold Hodges", "stand 28-109", "stand 28-110", "done")
    assert match.prompt().args["n"] == 2


@pytest.mark.rule("bitter_woods", "24.4-d", "21.3-d", "24.4-e")
def test_shocked_units_go_unless_they_are_in_a_fortification() -> None:
    shocked = STACK.replace("28-110 3812", "28-110 3812 shocked")
    match = result(shocked, "26-78", result="D2")
    match.do("hold Hodges")
    assert match.offers() == {"stand 28-109", "done"}
    match.do("stand 28-109", "done", "lose 28-109", "lose 28-109")
    assert match.prompt_code() == "choose-retreat"
    fort = field("28-110 3812 shocked").data.board.label(sorted(field("26-78 3811").data.permanent_forts)[0])
    board = field("26-78 3811").data.board
    near = board.label(
        next(hex for hex in board.around(board.hex(fort)) if not board.wall[board.side(board.hex(fort), hex)])
    )
    walls = after(f"26-78 {near}, 28-110 {fort} shocked, Hodges {fort}", fort, "26-78", result="D2", options=OPTION)
    walls.do("hold Hodges")
    assert "stand 28-110" in walls.offers()


@pytest.mark.rule("bitter_woods", "24.4-e", "24.2-a")
def test_units_out_of_range_retreat() -> None:
    units = "26-78 3811, 62-164 3813, 28-110 3812, Dietrich 3808"
    match = result(units, "26-78", "62-164", result="A1")
    match.do("hold Dietrich")
    assert match.offers() == {"stand 26-78", "done"}, "3813 is farther than three hexes"


@pytest.mark.rule("bitter_woods", "24.2-a")
def test_range_is_counted_past_enemies_and_their_zones_unless_a_friend_is_there() -> None:
    free = field("Dietrich 3808, 28-110 2020", turn=9, options=OPTION)
    assert "3811" in reach(free, "Dietrich")
    assert "3812" not in reach(free, "Dietrich")
    barred = field("Dietrich 3808, 28-110 3810, 28-109 3910, 26-101 3710, 26-78 3811", turn=9, options=OPTION)
    assert "3811" not in reach(barred, "Dietrich")
    assert "3809" not in reach(barred, "Dietrich"), "an enemy zone"
    opened = field("Dietrich 3808, 28-110 3810, 26-78 3809", turn=9, options=OPTION)
    assert "3809" in reach(opened, "Dietrich"), "a friend is there"


@pytest.mark.rule("bitter_woods", "24.1-a", "24.4-f")
def test_influence_is_used_up_in_a_player_turn_and_comes_back() -> None:
    spent = STACK.replace("Hodges 3813", "Hodges 3813 influenced=2")
    match = result(spent, "26-78", result="D2")
    assert match.prompt_code() != "choose-hold"
    once = result(STACK.replace("Hodges 3813", "Hodges 3813 influenced=1"), "26-78", result="D2")
    once.do("hold Hodges", "stand 28-110", "done")
    assert once.position.influenced[once.unit("Hodges")] == 2
    unused = result(STACK, "26-78", result="D2")
    unused.do("hold Hodges", "done")
    assert not unused.position.influenced[unused.unit("Hodges")], "nobody stood"
    fresh = field("26-78 2020, Hodges 3813 influenced=2, 28-110 3813", "german end", turn=9, options=OPTION)
    assert not fresh.position.influenced[fresh.unit("Hodges")]


@pytest.mark.rule("bitter_woods", "24.4-g", "24.6-c", "24.4-f")
def test_attackers_hold_too_whatever_their_army() -> None:
    match = result("26-78 3811, Brandenberger 3809, 28-110 3812", "26-78", result="A2")
    match.do("hold Brandenberger", "stand 26-78", "done")
    assert match.prompt_code() == "take-loss"
    assert match.prompt().args["side"] == 0


@pytest.mark.rule("bitter_woods", "24.5-k")
def test_nations_of_the_allies() -> None:
    british = "26-78 3811, 43-129 3812, {leader} 3813, 99-393 3813"
    assert result(british.format(leader="Hodges"), "26-78", result="D2").prompt_code() != "choose-hold"
    assert result(british.format(leader="Montgomery"), "26-78", result="D2").prompt_code() == "choose-hold"
    american = "26-78 3811, 28-110 3812, Montgomery 3813, 99-393 3813"
    assert result(american, "26-78", result="D2").prompt_code() == "choose-hold"
    for leader, tank, able in (("Hodges", "11-29", False), ("Montgomery", "11-29", True), ("Montgomery", "3CCA", True)):
        units = f"{tank} 3811 reserve, {leader} 3811, 28-110 2020"
        match = field(units, "allied exploit", turn=15, options=OPTION)
        asking = match.position.stack[-1]
        assert (isinstance(asking, Movement) and asking.exploitation) is able


# --- reserves --------------------------------------------------------------------------------------------


def released(units: str, *done: str, moment: str = "german exploit") -> set[str]:
    """Who may exploit, where some leaders have moved."""
    marked = ", ".join(
        f"{entry} done={HAS_MOVED}" if entry.split()[0] in done else entry for entry in units.split(", ")
    )
    match = field(f"{marked}, 26-39 1010, 28-109 4030", moment, turn=9, options=OPTION)
    asking = match.position.stack[-1]
    return match.movers() if isinstance(asking, Movement) and asking.exploitation else set()


@pytest.mark.rule("bitter_woods", "24.5-a")
def test_mechanized_units_go_into_reserve_as_before() -> None:
    match = field("2-3 3811, 26-78 3811, 2-2 3813 supply", "german reserves", turn=9, options=OPTION)
    assert match.objects("reserve") == {"2-3"}


@pytest.mark.rule("bitter_woods", "24.5-b", "24.5-c", "24.5-l", "24.6-a")
def test_who_releases_whom() -> None:
    assert released("2-3 3811 reserve, Manteuffel 3811") == {"2-3", "Manteuffel"}
    assert released("2-3 3811 reserve, Manteuffel 3811", "Manteuffel") == {"2-3"}, "mobile, but has moved"
    assert released("2-3 3811 reserve, Manteuffel 3812") == set(), "not in the hex"
    assert released("12SS-12 3811 reserve, Dietrich 3811") == {"12SS-12", "Dietrich"}
    assert released("12SS-12 3811 reserve, Dietrich 3811", "Dietrich") == set(), "he has moved"
    assert released("12SS-12 3811 reserve, Manteuffel 3811") == set(), "another army"
    assert released("2-3 3811 reserve, 2-2 3811 reserve, Manteuffel 3811") == {"2-3", "2-2", "Manteuffel"}
    for id, after_moving in (("Patton", {"4CCA"}), ("Collins", {"4CCA"}), ("Hodges", set())):
        assert released(f"4CCA 3811 reserve, {id} 3811", id, moment="allied exploit") == after_moving


@pytest.mark.rule("bitter_woods", "24.5-d")
def test_peiper_and_the_escort_brigade_need_no_leader() -> None:
    assert released("1SS-Peiper 3811 reserve") == {"1SS-Peiper"}
    assert released("FuhEs 3811 reserve") == {"FuhEs"}
    assert released("12SS-12 3811 reserve") == set()


@pytest.mark.rule("bitter_woods", "24.5-c", "24.5-e")
def test_a_leader_who_has_advanced_or_entered_has_moved() -> None:
    assert released("12SS-12 3811 reserve, Dietrich 3811") == {"12SS-12", "Dietrich"}
    assert released(f"12SS-12 3811 reserve, Dietrich 3811 done={HAS_LEFT}") == set()
    assert released(f"2-3 3811 reserve, Manteuffel 3811 done={HAS_LEFT}") == {"2-3", "Manteuffel"}
    match = result("26-78 3811, Dietrich 3811, 28-110 3812", "26-78", result="DE")
    match.do("advance Dietrich", "along 3812")
    assert match.position.done[match.unit("Dietrich")] & HAS_LEFT


@pytest.mark.rule("bitter_woods", "24.5-f", "24.5-g")
def test_unit_and_leader_go_their_own_ways() -> None:
    match = field("2-3 3811 reserve, Manteuffel 3811, 28-110 4030", "german exploit", turn=9, options=OPTION)
    match.do("move Manteuffel", "to 3809")
    match.do("move 2-3", "to 3814")
    assert (match.place("Manteuffel"), match.place("2-3")) == ("3809", "3814")
    assert not match.position.reserve[match.unit("2-3")]


@pytest.mark.rule("bitter_woods", "24.5-l")
def test_who_is_not_released_stays_in_reserve() -> None:
    match = field("2-3 3811 reserve, 1SS-Peiper 2525 reserve, 28-110 4030", "german exploit", turn=9, options=OPTION)
    assert match.why("move 2-3") == ("not-released", "24.5")
    match.do("done")
    assert match.is_reserve("2-3")
    assert match.is_reserve("1SS-Peiper"), "released, but it did not move"


@pytest.mark.rule("bitter_woods", "24.5-i")
def test_contact_ends_reserve_with_leaders_too() -> None:
    match = field("2-3 3811 reserve, 26-78 2020, 28-110 3814", "allied move", turn=9, options=OPTION)
    match.do("move 28-110", "to 3812")
    assert not match.is_reserve("2-3")


@pytest.mark.rule("bitter_woods", "24.5-j")
def test_a_german_leaders_loss_takes_his_armys_reserve_markers() -> None:
    units = "26-78 3811, Manteuffel 3811, 28-110 3812, 2-3 2020 reserve, 12SS-12 2022 reserve, 3CCA 3030 reserve"
    match = result(units, "26-78", result="FF")
    match.do("lose 28-110", "lose Manteuffel")
    assert [match.is_reserve(id) for id in ("2-3", "12SS-12", "3CCA")] == [False, True, True]
    allied = result(units.replace("28-110 3812", "28-110 3812, Hodges 3812"), "26-78", result="FF")
    allied.do("lose Hodges")
    assert allied.is_reserve("3CCA")


@pytest.mark.rule("bitter_woods", "24.6-b")
def test_a_german_reinforcement_joins_an_army_for_good() -> None:
    match = field("FuhEs turn-track, 26-78 2020", turn=6, options=OPTION)
    match.do("move FuhEs", f"enter {sorted(enters(match))[0]}" if enters(match) else "done")
    assert match.prompt_code() == "choose-army"
    match.do("attach 7th")
    assert match.position.attached[match.unit("FuhEs")] == 2


def enters(match: Battlefield) -> set[str]:
    board = match.data.board
    return {board.label(hex) for hex in match.data.entry_hexes[match.unit("FuhEs")]}


@pytest.mark.rule("bitter_woods", "24.6-d")
@pytest.mark.parametrize(("turn", "free"), [(6, False), (7, True)])
def test_german_leaders_keep_to_their_boundaries(turn: int, free: bool) -> None:
    match = field("Dietrich 1610, 12SS-12 1010, 28-110 4030", turn=turn, options=OPTION)
    match.do("move Dietrich")
    south = match.data.board.area("south-of-6th-5th")
    reached = {match.hex(hex) for hex in match.destinations()}
    assert bool(reached & south) is free
