"""14.0 Special units: XXX Corps, American airborne, von der Heydte, 150th Brigade, 1st SS."""

from __future__ import annotations

import pytest

from ardennes.engine.position import NO_UNIT
from ardennes.games.bulge1944.rules.field import ELIMINATED
from ardennes.games.bulge1944.rules.pieces import ALLIED
from tests.bulge1944.fields import Battlefield, box, field, symbols

SIXTHS = 6
HEYDTE = "german reinforcement"


def points_left(match: Battlefield) -> int:
    """Movement points of the unit on its way, in sixths."""
    left = match.prompt().args["points"]
    assert isinstance(left, int)
    return left


# --- XXX Corps ---------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "14.0-a")
@pytest.mark.parametrize("unit", ["Guards", "43Inf", "53Inf"])
def test_xxx_corps_keeps_to_the_meuse(unit: str) -> None:
    match = field(f"{unit} 0805", "allied activation", turn=7)
    match.do(f"move {unit}")
    allowed = {box().board.label(hex) for hex in box().board.area("xxx-corps")}
    reached = {offer.removeprefix("to ") for offer in match.offers() if offer.startswith("to ")}
    assert reached <= allowed
    assert {"0905", "0706", "0803"} <= reached, "along both banks"
    assert match.why("to 0906") == ("xxx-corps-area", "14.0"), "a second hex beyond the river"


@pytest.mark.rule("bulge1944", "14.0-a")
def test_only_xxx_corps_is_bound_to_the_meuse() -> None:
    match = field("2Arm 0805", "allied activation", turn=7)
    match.do("move 2Arm")
    assert "to 0906" in match.offers()
    corps = {piece.id for piece in box().counters if piece.army == "XXX Corps"}
    assert corps == {"Guards", "43Inf", "53Inf"}
    assert {piece.arrives for piece in box().counters if piece.id in corps} == {7}


@pytest.mark.rule("bulge1944", "14.0-a")
def test_the_area_is_the_north_west_and_every_hex_on_the_river() -> None:
    board = box().board
    area, beyond = board.area("xxx-corps"), board.area("northwest-of-meuse")
    assert beyond < area
    assert all(set(board.around(hex)) & beyond for hex in area - beyond), "one hex across, and no more"

    def on_meuse(hex: int, there: int) -> bool:
        row = board.side_row(board.side(hex, there))
        return row is not None and row.name == "Meuse"

    banks = {hex for hex in board.hexes if any(on_meuse(hex, there) for there in board.around(hex))}
    assert area == beyond | banks
    assert all(on_meuse(hex, there) for hex in beyond for there in set(board.around(hex)) - beyond), "nothing leaks"


@pytest.mark.rule("bulge1944", "14.0-b")
def test_xxx_corps_attacks_beyond_its_area() -> None:
    match = field("43Inf 0806, 12VG 0807", "allied activation", turn=7).dice(symbols(3), symbols(3))
    assert box().board.hex("0807") not in box().board.area("xxx-corps")
    match.do("attack 0807", "join 43Inf", "go")
    assert len(match.told("rolled")) == 1


# --- American airborne -------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "14.0-c")
def test_three_american_units_do_not_mind_being_cut_off() -> None:
    assert {piece.id for piece in box().counters if piece.us_airborne} == {"82Abn", "101Abn", "517RCT"}
    for unit, dice in (("82Abn", 3), ("101Abn", 3), ("517RCT", 2)):
        match = field(f"{unit} 1508, 12VG 1608, 277VG 1408", "allied activation")
        assert match.allowance(unit) == 4 * SIXTHS
        match.do("attack 1608", f"join {unit}")
        assert match.tells("go").tallies["attack"].total == dice


@pytest.mark.rule("bulge1944", "14.0-c")
def test_american_airborne_refit_while_cut_off() -> None:
    ring = "12VG 1608, 277VG 1408"
    assert "refit 82Abn" in field(f"82Abn 1508/2, {ring}", "allied reinforcement").offers()
    assert "refit 99Inf" not in field(f"99Inf 1508/2, 1Inf 0703/2, {ring}", "allied reinforcement").offers()
    germans = field("3FJ 0117/2, 12VG 1909/2", "german reinforcement")
    assert germans.offers() == {"refit 12VG", "done"}, "German paratroops must be in supply"


# --- Kampfgruppe von der Heydte ----------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "14.0-d")
def test_drop_hex_is_vacant_and_within_five_of_the_wall() -> None:
    match = field("Heydte reinforcements, 99Inf 1508, 12VG 1608", HEYDTE, turn=2)
    match.do("enter Heydte")
    assert "at 1409" in match.offers(), "an enemy may be near"
    assert "at 1309" in match.offers(), "five hexes from 1809"
    assert match.why("at 1209") == ("not-an-entry", "14.0"), "six"
    assert "at 1508" not in match.offers()
    assert "at 1608" not in match.offers()


@pytest.mark.rule("bulge1944", "14.0-d")
@pytest.mark.parametrize(("turn", "offered"), [(1, False), (2, True), (3, False)])
def test_the_drop_is_on_turn_2_only(turn: int, offered: bool) -> None:
    match = field("Heydte reinforcements, 12VG 1909/2", HEYDTE, turn=turn)
    assert ("enter Heydte" in match.offers()) == offered
    assert "done" in match.offers(), "nobody has to jump"
    if not offered:
        assert match.why("enter Heydte") == ("comes-later" if turn < 2 else "no-way-in", "14.0")


@pytest.mark.rule("bulge1944", "14.0-e")
@pytest.mark.parametrize(
    ("dice", "place"), [((6,), "1508"), *(((die, 4), "1608") for die in (2, 3, 4, 5)), ((1,), ELIMINATED)]
)
def test_drop_die(dice: tuple[int, ...], place: str) -> None:
    match = field("Heydte reinforcements", HEYDTE, turn=2).dice(*dice)
    match.do("enter Heydte", "at 1508")
    assert match.place("Heydte") == place


@pytest.mark.rule("bulge1944", "14.0-e", "2.0-c", "7.0-e")
def test_who_lands_takes_the_town_and_is_hidden_like_others_who_arrive() -> None:
    match = field("Heydte reinforcements", HEYDTE, turn=2, options=("hidden",)).dice(6, 1)
    codes = [event.code for event in match.do("enter Heydte", "at 1408")]
    assert codes == ["drops", "takes"]
    assert match.holder("Malmedy") == "german"
    assert match.position.mask[match.unit("Heydte")] != NO_UNIT
    assert match.position.entered[match.unit("Heydte")] == 2
    lost = field("Heydte reinforcements", HEYDTE, turn=2).dice(1)
    assert [event.code for event in lost.do("enter Heydte", "at 1408")] == ["drop-lost"]
    assert lost.holder("Malmedy") == "allied"


@pytest.mark.rule("bulge1944", "14.0-f")
@pytest.mark.parametrize(
    ("die", "place"), [(1, "1408"), (2, "1407"), (3, "1507"), (4, "1608"), (5, "1509"), (6, "1409")]
)
def test_scatter_goes_clockwise_from_the_west(die: int, place: str) -> None:
    match = field("Heydte reinforcements", HEYDTE, turn=2).dice(2, die)
    match.do("enter Heydte", "at 1508")
    assert match.place("Heydte") == place


@pytest.mark.rule("bulge1944", "14.0-g")
def test_landing_on_an_enemy_or_off_the_map_is_the_end() -> None:
    onto_enemy = field("Heydte reinforcements, 99Inf 1408", HEYDTE, turn=2).dice(5, 1)
    onto_enemy.do("enter Heydte", "at 1508")
    assert onto_enemy.place("Heydte") == ELIMINATED
    off_map = field("Heydte reinforcements", HEYDTE, turn=2).dice(5, 2)
    off_map.do("enter Heydte", "at 1801")
    assert off_map.place("Heydte") == ELIMINATED
    onto_friend = field("Heydte reinforcements, 12VG 1408", HEYDTE, turn=2).dice(5, 1)
    onto_friend.do("enter Heydte", "at 1508")
    assert onto_friend.place("Heydte") == "1408", "for now, like a reinforcement"


@pytest.mark.rule("bulge1944", "14.0-d", "9.0-d")
@pytest.mark.parametrize("unit", ["12VG", "9SS"])
def test_who_dropped_on_a_friend_stays_if_nobody_can_leave(unit: str) -> None:
    hidden = field(f"Heydte reinforcements, {unit} 1408", HEYDTE, turn=2, points=0, options=("hidden",)).dice(5, 1, 1)
    hidden.do("enter Heydte", "at 1508", "done", "done")
    assert hidden.position.mask[hidden.unit("Heydte")] == NO_UNIT, "he shows himself, for he is no reinforcement"
    match = field(f"Heydte reinforcements, {unit} 1408, 99Inf 0404", HEYDTE, turn=2, points=0).dice(5, 1)
    match.do("enter Heydte", "at 1508", "done")
    assert match.asked is not None
    assert match.asked.side == ALLIED
    assert (match.place("Heydte"), match.place(unit)) == ("1408", "1408"), "he cannot drop twice"
    match.do("done")
    while match.prompt_code() != "choose-activation":
        match.do("done")
    assert match.position.turn == 3
    assert match.why("done") == ("must-clear", "9.0")


# --- SS Panzer Brigade 150 ---------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "14.0-h")
def test_the_brigade_arrives_disguised_on_turn_2() -> None:
    assert "enter 150Bde" not in field("150Bde reinforcements, 12VG 1909/2", HEYDTE, turn=1).offers()
    match = field("150Bde reinforcements", HEYDTE, turn=2)
    match.do("enter 150Bde", "at 2010")
    assert match.position.disguised[match.unit("150Bde")]


@pytest.mark.rule("bulge1944", "14.0-h", "14.0-l")
@pytest.mark.parametrize("known", [False, True])
def test_the_brigade_gets_no_second_disguise_when_it_enters_again(known: bool) -> None:
    match = field("150Bde reinforcements, 12VG 2010", HEYDTE, turn=2, points=0)
    brigade = match.unit("150Bde")
    match.do("enter 150Bde", "at 2010")
    match.position.disguised[brigade] = not known
    match.do("done")
    assert match.place("150Bde") == "reinforcements", "no point to clear the hex"
    match.do("done", "enter 150Bde", "at 2010")
    assert (match.position.turn, match.position.disguised[brigade]) == (3, not known)


@pytest.mark.rule("bulge1944", "14.0-i")
def test_a_successful_attempt_costs_what_the_ground_costs() -> None:
    match = field("150Bde 1610 disguised, 99Inf 1508").dice(4)
    match.do("move 150Bde", "infiltrate 1509")
    assert match.place("150Bde") == "1509"
    assert points_left(match) == (6 - 1) * SIXTHS
    assert match.position.disguised[match.unit("150Bde")]


@pytest.mark.rule("bulge1944", "14.0-i")
def test_a_successful_attempt_uses_a_bridge_in_an_enemy_zone() -> None:
    match = field("150Bde 1510 disguised, 99Inf 1408").dice(6)
    match.do("move 150Bde", "infiltrate 1409")
    assert points_left(match) == 6 * SIXTHS - SIXTHS // 2
    found_out = field("150Bde 1510 disguised, 99Inf 1408").dice(1)
    found_out.do("move 150Bde", "infiltrate 1409")
    assert found_out.place("150Bde") == "1409"
    assert points_left(found_out) == 0, "zone and river"


@pytest.mark.rule("bulge1944", "14.0-i")
def test_attempts_are_made_into_free_hexes_of_a_zone_that_can_be_paid_for() -> None:
    match = field("150Bde 1610 disguised, 99Inf 1508, 2Inf 1509, 12VG 2010")
    match.do("move 150Bde")
    tries = {offer.removeprefix("infiltrate ") for offer in match.offers() if offer.startswith("infiltrate")}
    assert tries == {"1510", "1609"}, "the two hexes beside it that 2nd Infantry reaches, not its own"
    assert match.why("infiltrate 1710") == ("no-infiltration", "14.0"), "there is nobody to slip past"
    assert {"to 1510", "to 1609"} <= match.offers(), "it may pay for the zone instead"


@pytest.mark.rule("bulge1944", "14.0-j")
def test_attempts_go_on_as_long_as_they_succeed() -> None:
    match = field("150Bde 1610 disguised, 99Inf 1508").dice(4, 5, 6)
    match.do("move 150Bde", "infiltrate 1509", "infiltrate 1409", "infiltrate 1408")
    assert match.place("150Bde") == "1408"
    assert [event.args["die"] for event in match.told("infiltrates")] == [4, 5, 6]
    assert [event.args["hex"] for event in match.told("moves")] == [match.hex(hex) for hex in ("1509", "1409", "1408")]
    assert match.holder("Malmedy") == "german", "it takes what it enters, like anybody"
    assert points_left(match) == 6 * SIXTHS - (SIXTHS + 2 * SIXTHS + SIXTHS // 2)


@pytest.mark.rule("bulge1944", "14.0-k")
def test_a_failed_attempt_pays_the_zone_if_it_can() -> None:
    match = field("150Bde 1610 disguised, 99Inf 1508").dice(3)
    match.do("move 150Bde", "infiltrate 1509")
    assert match.place("150Bde") == "1509"
    assert points_left(match) == 3 * SIXTHS


@pytest.mark.rule("bulge1944", "14.0-k")
def test_a_failed_attempt_without_the_points_ends_the_move() -> None:
    match = field("150Bde 1510 disguised dry, 99Inf 1508").dice(1)
    match.do("move 150Bde", "to 1610")
    assert points_left(match) == 2 * SIXTHS
    codes = [event.code for event in match.do("infiltrate 1509")]
    assert codes == ["is-found-out"], "it stays where it is"
    assert match.place("150Bde") == "1610"
    assert match.prompt_code() == "choose-activation"


@pytest.mark.rule("bulge1944", "14.0-k")
def test_it_returns_to_the_last_hex_it_had_for_itself() -> None:
    match = field("150Bde 1610 disguised dry, 12VG 1509, 99Inf 1508").dice(6, 1)
    match.do("move 150Bde", "infiltrate 1509")
    assert "done" not in match.offers(), "not in a friend's hex"
    codes = [event.code for event in match.do("infiltrate 1409")]
    assert codes == ["is-found-out", "goes-back"]
    assert match.place("150Bde") == "1610"


@pytest.mark.rule("bulge1944", "14.0-k", "11.0-f")
def test_it_does_not_stay_with_a_friend_when_its_points_are_spent() -> None:
    match = field("150Bde 1709 disguised dry, 12VG 1509, 99Inf 1508").dice(6)
    match.do("move 150Bde", "to 1610", "infiltrate 1509")
    assert (match.place("150Bde"), match.offers()) == ("1509", {"done"})
    match.do("done")
    assert match.place("150Bde") == "1610"


@pytest.mark.rule("bulge1944", "14.0-l")
def test_who_is_found_out_never_tries_again() -> None:
    match = field("150Bde 1610 disguised, 99Inf 1508").dice(2)
    match.do("move 150Bde", "infiltrate 1509")
    assert not match.position.disguised[match.unit("150Bde")]
    assert match.why("infiltrate 1409") == ("no-infiltration", "14.0")


@pytest.mark.rule("bulge1944", "14.0-l")
def test_an_attack_ends_the_disguise_and_a_defence_does_not() -> None:
    attack = field("150Bde 1608 disguised, 14Cav 1508").dice(symbols(2), symbols(1))
    attack.do("attack 1508", "join 150Bde", "go")
    assert not attack.position.disguised[attack.unit("150Bde")]
    attack.do("move 150Bde")
    assert not [offer for offer in attack.offers() if offer.startswith("infiltrate")]
    defence = field("150Bde 1608 disguised, 14Cav 1508", "allied activation").dice(symbols(1), symbols(2))
    defence.do("attack 1608", "join 14Cav", "go")
    assert defence.position.disguised[defence.unit("150Bde")]


@pytest.mark.rule("bulge1944", "14.0-i")
def test_only_the_brigade_infiltrates() -> None:
    match = field("FBB 1610, 99Inf 1508")
    match.do("move FBB")
    assert not [offer for offer in match.offers() if offer.startswith("infiltrate")]
    assert match.costs("1509") == [3 * SIXTHS]


# --- 1st SS ------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "14.0-m")
@pytest.mark.parametrize(("hits", "left"), [(5, 1), (6, 0)])
def test_first_ss_takes_six_hits(hits: int, left: int) -> None:
    assert box().counters[box().unit("1SS")].steps == 6
    match = field("4Arm 1608, 10Arm 1509, 1SS 1508", "allied activation").dice(symbols(8, armor=hits), symbols(5))
    match.do("attack 1508", "join 4Arm", "join 10Arm", "go")
    assert match.steps_of("1SS") == left
