"""14.4 to 14.9 What each chit lets units do."""

from __future__ import annotations

import pytest

from tests.deadly_woods.fields import Battlefield, box, field

FRONT = "2Pz-a 3115, 26VG-a 3116, FB 3014, 28-110 3015, 28-112 3117"
"""Germans of each kind beside Allied units."""


def joiners(match: Battlefield, target: str) -> set[str]:
    """Who may attack a hex, once the movement is over."""
    if match.prompt_code() == "choose-move":
        match.do("done")
    if f"attack {target}" not in match.offers():
        return set()
    match.do(f"attack {target}")
    return {offer.removeprefix("join ") for offer in match.offers() if offer.startswith("join ")}


# --- Move/Combat -------------------------------------------------------------------------------------


def drawn(chit: str, turn: int = 4, **more: object) -> Battlefield:
    """A Move/Combat chit before its side is chosen."""
    return field(FRONT, f"chit {chit}", turn=turn, **more)  # type: ignore[arg-type]


@pytest.mark.rule("deadly_woods", "14.4-a")
def test_a_chit_is_played_as_move_or_combat() -> None:
    assert drawn("G-MC-1").offers() == {"as move", "as combat"}
    assert drawn("A-MC-1").offers() == {"as move", "as combat"}


@pytest.mark.rule("deadly_woods", "14.4-b")
def test_the_allies_use_both_chits_as_they_like() -> None:
    match = field(FRONT, "allied move", cup=["A-MC-2"])
    match.do("done")
    while match.prompt_code() != "choose-side-of-chit":
        match.do("done")
    assert match.offers() == {"as move", "as combat"}


@pytest.mark.rule("deadly_woods", "14.4-c")
def test_the_germans_have_one_of_each() -> None:
    match = field(FRONT, "german move", cup=["G-MC-2"])
    while match.prompt_code() != "choose-side-of-chit":
        match.do("done")
    assert match.offers() == {"as combat"}
    assert match.why("as move") == ("not-this-side", "14.4")


@pytest.mark.rule("deadly_woods", "14.4-c")
def test_allied_chits_leave_the_germans_their_move_and_combat() -> None:
    for moment in ("allied move", "allied combat"):
        match = field("2Pz-a 3317, 28-110 3013", moment, cup=["G-MC-1"])
        match.finish()
        assert match.prompt_code() == "choose-side-of-chit"
        assert match.offers() == {"as move", "as combat"}, moment


@pytest.mark.rule("deadly_woods", "14.4-f")
def test_armor_that_stays_may_attack_in_a_move_round() -> None:
    assert joiners(field(FRONT, "german move"), "3015") == {"2Pz-a"}, "not infantry, not mechanized units"
    moved = field("2Pz-a 3114, 2Pz-b 3214, 28-110 3015", "german move")
    moved.do("move 2Pz-a", "to 3115")
    assert joiners(moved, "3015") == set(), "it has moved, the other is not beside the enemy"
    assert joiners(field(FRONT, "german move", turn=1), "3015") == set(), "not on turn 1"
    stayed = field(FRONT, "german move")
    stayed.do("move 2Pz-a", "done")
    assert joiners(stayed, "3015") == {"2Pz-a"}, "picked, but without a step"


@pytest.mark.rule("deadly_woods", "14.4-g")
def test_all_attack_in_a_combat_round() -> None:
    assert joiners(field(FRONT, "german combat"), "3015") == {"2Pz-a", "26VG-a", "FB"}


@pytest.mark.rule("deadly_woods", "14.4-h")
def test_armor_may_move_a_hex_before_combat() -> None:
    match = field("2Pz-a 3213, 26VG-a 3212, 28-110 3115", "german combat")
    assert match.movers() == {"2Pz-a"}, "armor only"
    match.do("move 2Pz-a")
    assert match.destinations() <= {match.data.board.label(hex) for hex in match.data.board.around(match.hex("3213"))}
    match.do("to 3114")
    assert joiners(match, "3115") == {"2Pz-a"}, "and attack from there"
    river = field("2Pz-a 3016, 28-110 3313", "german combat")
    river.do("move 2Pz-a")
    assert river.destinations() == {"2916", "2917", "3015", "3017", "3116"}, "not over the river without a bridge"
    beside = field("2Pz-a 3114, 28-110 3115", "german combat")
    assert beside.prompt_code() == "choose-attack", "not with an enemy beside it"
    assert field("2Pz-a 3213 cut, 28-110 3115", "german combat").prompt_code() != "choose-move", "not out of supply"
    assert field("2Pz-a 3213, 28-110 3115", "german combat", turn=1).prompt_code() != "choose-move", "not on turn 1"


@pytest.mark.rule("deadly_woods", "14.4-f", "14.4-h")
@pytest.mark.parametrize(("turn", "extra"), [(1, False), (2, True), (3, True), (12, True)])
@pytest.mark.parametrize(
    ("side", "armor", "enemy"),
    [("german", "2Pz-a", "28-110"), ("allied", "9A-CCB", "26VG-a")],
    ids=["german", "allied"],
)
def test_armor_has_its_extras_from_turn_two(side: str, armor: str, enemy: str, turn: int, extra: bool) -> None:
    friend = "26VG-b 4010" if side == "german" else "28-109 1517"
    stays = field(f"{armor} 3115, {enemy} 3015, {friend}", f"{side} move", turn=turn)
    assert joiners(stays, "3015") == ({armor} if extra else set())
    steps = field(f"{armor} 3213, {enemy} 3115, {friend}", f"{side} combat", turn=turn)
    assert (steps.prompt_code() == "choose-move") == extra


@pytest.mark.rule("deadly_woods", "10.2.1-d", "10.5-c", "14.8-g")
def test_nothing_of_a_round_outlives_it() -> None:
    match = field("79VG-a turn-track, 26VG-a 3115, 28-110 3015", "german reinforcement", cup=["A-MC-1"])
    match.do("at 4219", "move 79VG-a")
    match.do(f"to {sorted(match.destinations())[0]}")
    while match.prompt_code() != "choose-side-of-chit":
        match.do("done")
    p = match.position
    for column in (p.may, p.moved, p.fought, p.crowded, p.entered):
        assert not any(column)


# --- Panzer Army chits -------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "14.5-b", "14.5-c")
def test_only_armor_attacks_after_a_panzer_army_chit() -> None:
    assert joiners(field(FRONT, "5th"), "3015") == {"2Pz-a"}
    moved = field("2Pz-a 3114, 26VG-a 3116, FB 3014, 28-110 3015", "5th")
    moved.do("move 2Pz-a", "to 3115")
    assert joiners(moved, "3015") == {"2Pz-a"}, "whether or not it moved"


@pytest.mark.rule("deadly_woods", "14.5-b")
def test_armor_that_began_in_the_area_attacks_elsewhere() -> None:
    started = field("2Pz-a 2911, 2Pz-b 3110, 30-117 3009", "5th", turn=4)
    started.do("move 2Pz-a", "to 3010")
    assert joiners(started, "3009") == {"2Pz-a"}, "2Pz-b stood in the other area"


# --- All German, One Army ----------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "14.6-a", "14.6-it")
def test_all_german() -> None:
    match = field(f"{FRONT}, 12VG-a 3808", "all german", turn=2)
    assert match.movers() == {"2Pz-a", "26VG-a", "FB", "12VG-a"}
    match.do("move 26VG-a", "done")
    assert joiners(match, "3015") == {"2Pz-a", "26VG-a", "FB"}, "all may attack, moved or not"
    calm = field("2Pz-a 3213, 28-110 3115", "all german", turn=2)
    calm.do("done")
    assert calm.prompt_code() != "choose-move", "no hex before combat for armor"
    assert "all-german" not in box().chart[3, 0].cup, "only on turn 2"


@pytest.mark.rule("deadly_woods", "14.6-b")
def test_one_army() -> None:
    match = field(f"{FRONT}, 12VG-a 3808, 352VG-a 3521", "one army", turn=3)
    assert match.offers() == {"army 6th-panzer-army", "army 5th-panzer-army", "army 7th-army"}
    match.do("army 5th-panzer-army")
    assert match.movers() == {"2Pz-a", "26VG-a", "FB"}
    assert joiners(match, "3015") == {"2Pz-a", "26VG-a", "FB"}
    once = field("26VG-a 3116, 12VG-a 3808, 28-110 0101", "one army", turn=3, cup=["A-MC-1"])
    once.do("army 5th-panzer-army", "done")
    assert once.offers() == {"as move", "as combat"}, "one army, and the next chit"
    assert all("one-army" not in box().chart[turn, 0].cup for turn in range(1, 13) if turn != 3)


# --- 3 Formations ------------------------------------------------------------------------------------


@pytest.mark.rule("deadly_woods", "14.7-a")
def test_three_formations() -> None:
    units = "2Pz-a 3115, 2Pz-b 3213, 116Pz-a 3214, 3PG-8 3014, 3PG-29 3013, 26VG-a 3116, 26VG-b 3212, 12VG-a 3808"
    match = field(f"{units}, 28-110 3015", "three formations")
    match.do("activate 2Pz-a")
    assert match.why("activate 116Pz-a") == ("not-this-formation", "14.7"), "one armored formation"
    match.do("activate 3PG-8", "activate 26VG-a")
    assert match.movers() == {"2Pz-a", "2Pz-b", "3PG-8", "3PG-29", "26VG-a", "26VG-b"}, "whole divisions"
    assert joiners(match, "3015") == {"2Pz-a", "3PG-8", "26VG-a"}
    fewer = field(f"{units}, 28-110 3015", "three formations")
    fewer.do("activate 12VG-a", "done")
    assert fewer.movers() == {"12VG-a"}
    groups = {piece.id: piece.group for piece in box().counters if piece.group}
    assert (groups["150"], groups["FB"], groups["506"]) == ("mechanized", "mechanized", "armored")


@pytest.mark.rule("deadly_woods", "14.7-a")
def test_a_unit_of_no_division_is_a_formation_of_its_own() -> None:
    match = field("FB 3217, FG 3317, 301 3416, 26VG-a 3115, 26VG-b 3116, 28-110 3015", "three formations")
    assert match.offers() == {"activate FB", "activate FG", "activate 301", "activate 26VG-a", "done"}
    match.do("activate FG", "done")
    assert match.movers() == {"FG"}


# --- Patton and Monty --------------------------------------------------------------------------------

TWO_CORPS = "80-317 3015, 84-333 2916, 43-129 0807, 28-110 2215, 26VG-a 3115, 26VG-b 3016"


@pytest.mark.rule("deadly_woods", "14.9-c")
def test_patton_or_monty() -> None:
    assert field(TWO_CORPS, "chit PattonMonty", turn=9).offers() == {"as patton", "as monty-move", "as monty-combat"}


@pytest.mark.rule("deadly_woods", "14.9-a")
def test_patton_moves_and_attacks_with_the_third_corps() -> None:
    match = field(TWO_CORPS, "patton", turn=9)
    assert match.movers() == {"80-317"}
    assert joiners(match, "3115") == {"80-317"}
    moved = field("80-317 3013, 26VG-a 3115", "patton", turn=9)
    moved.do("move 80-317", "to 3114")
    assert joiners(moved, "3115") == {"80-317"}, "in the same round"


@pytest.mark.rule("deadly_woods", "14.9-b")
def test_monty_moves_or_attacks() -> None:
    match = field(TWO_CORPS, "monty move", turn=9)
    assert match.movers() == {"84-333", "43-129"}, "VII Corps and the British"
    match.do("done")
    assert match.prompt_code() != "choose-attack"
    attack = field(TWO_CORPS, "monty combat", turn=9)
    assert attack.prompt_code() == "choose-attack", "nobody moves"
    assert joiners(attack, "3016") == {"84-333"}


@pytest.mark.rule("deadly_woods", "14.9-b")
def test_monty_unit_by_unit() -> None:
    match = field(f"{TWO_CORPS}, 84-334 2915", "chit PattonMonty", turn=9, options=["monty_by_unit"])
    assert match.offers() == {"as patton", "as monty"}
    assert match.why("as monty-move")[0] == "not-this-side"
    match.do("as monty")
    assert match.movers() == {"84-333", "84-334", "43-129"}
    match.do("move 84-334")
    match.do(f"to {sorted(match.destinations())[0]}", "done")
    assert joiners(match, "3016") == {"84-333"}, "who has moved does not attack"
