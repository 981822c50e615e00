"""9.0 Reinforcements and refitting."""

from __future__ import annotations

import pytest

from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from tests.bulge1944.fields import Battlefield, box, field, symbols

ARRIVING = "1Inf reinforcements, 30Inf reinforcements, 9Inf reinforcements"
"""1st and 30th enter at N3 or N4 (1301, 1501), 9th at N4."""


def entering(units: str, id: str, turn: int = 8, side: str = "allied", options: tuple[str, ...] = ()) -> set[str]:
    """Where a unit may enter."""
    match = field(f"{id} reinforcements, {units}", f"{side} reinforcement", turn=turn, options=options)
    match.do(f"enter {id}")
    return {offer.removeprefix("at ") for offer in match.offers()}


def stacked(others: str = "26VG 2010", points: int = 20) -> Battlefield:
    """1st, 30th and 9th Infantry have all entered at N4."""
    match = field(f"{ARRIVING}, {others}", "allied reinforcement", turn=5, points=points)
    match.do("enter 9Inf", "at 1501", "enter 1Inf", "at 1501", "enter 30Inf", "at 1501")
    return match


# --- entry -------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "9.0-a")
def test_3rd_armored_enters_in_the_north_on_turn_5() -> None:
    assert entering("26VG 2010", "3Arm", turn=5) == {"0501", "0801", "1301"}


@pytest.mark.rule("bulge1944", "9.0-a", "9.0-b")
def test_entry_hexes_are_the_listed_ones() -> None:
    data = box()
    entries = {piece.id: piece.place.split() for piece in data.counters if piece.land_unit and piece.arrives}
    for id, codes in entries.items():
        german = data.counters[data.unit(id)].side == 0
        assert all(code[0] in ("E" if german else "NWS") for code in codes), id
        if codes:
            hexes = {data.board.label(data.code(code)) for code in codes}
            assert entering("26VG 1817, 99Inf 0404", id, 8, "german" if german else "allied") == hexes
    assert [id for id, codes in entries.items() if not codes] == ["Heydte"]


@pytest.mark.rule("bulge1944", "9.0-b")
def test_no_other_entry_is_taken() -> None:
    match = field("9SS reinforcements, 99Inf 0404", "german reinforcement", turn=4)
    match.do("enter 9SS")
    assert match.offers() == {"at 2013", "at 2010"}
    assert match.why("at 2017") == ("not-an-entry", "9.0")


@pytest.mark.rule("bulge1944", "9.0-c")
def test_entry_is_free_and_at_full_strength() -> None:
    match = stacked()
    assert match.points() == 20
    assert (match.place("9Inf"), match.steps_of("9Inf")) == ("1501", 4)
    assert match.position.moved[match.unit("9Inf")] == 0, "it may still move"


@pytest.mark.rule("bulge1944", "9.0-f")
def test_entry_may_be_put_off() -> None:
    match = field("9Inf reinforcements, 3Arm reinforcements, 26VG 2010", "allied reinforcement", turn=4)
    assert match.offers() == {"enter 9Inf", "done"}
    assert match.why("enter 3Arm") == ("comes-later", "9.0")
    match.do("done", "done", "done")
    assert match.position.turn == 5
    assert match.offers() == {"enter 9Inf", "enter 3Arm", "done"}


@pytest.mark.rule("bulge1944", "9.0-g")
@pytest.mark.parametrize(
    ("unit", "enemies", "hexes"),
    [
        ("80Inf", "26VG 1421", {"1521"}),
        ("80Inf", "26VG 1521", {"1121", "1421"}),
        ("80Inf", "26VG 1521, 12VG 1421", {"1121", "1321"}),
        ("80Inf", "26VG 1521, 99Inf 1421", {"1121", "1321"}),
        ("80Inf", "26VG 1521, 12VG 1121", {"1421"}),
        ("9Inf", "26VG 1501", {"1301", "1401"}),
        ("26Inf", "26VG 1521", {"1121"}),
        ("26Inf", "26VG 1521, 12VG 1121", {"0821", "1021", "1421"}),
        ("84Inf", "26VG 0501, 12VG 0801", {"0401", "0701"}),
        ("4Arm", "26VG 0821, 12VG 1121", {"0421", "0721", "1021"}),
        ("82Abn", "26VG 0421, 12VG 0821", {"0321", "0721"}),
    ],
)
def test_blocked_in_the_north_or_south(unit: str, enemies: str, hexes: set[str]) -> None:
    assert entering(enemies, unit) == hexes


@pytest.mark.rule("bulge1944", "9.0-h")
@pytest.mark.parametrize(
    ("unit", "enemies", "hexes"),
    [
        ("517RCT", "26VG 0112", {"0107"}),
        ("517RCT", "26VG 0112, 12VG 0107", {"0106", "0111"}),
        ("517RCT", "26VG 0112, 12VG 0107, 18VG 0106, 62VG 0111", {"0105", "0110"}),
        ("Guards", "26VG 0107, 12VG 0501, 18VG 0801", {"0112", "0106", "0401", "0701"}),
    ],
)
def test_blocked_in_the_west(unit: str, enemies: str, hexes: set[str]) -> None:
    assert entering(enemies, unit) == hexes


@pytest.mark.rule("bulge1944", "9.0-b")
def test_blocked_in_the_east() -> None:
    assert entering("99Inf 2013", "9SS", 5, "german") == {"2010"}
    assert entering("99Inf 2013, 2Inf 2010", "9SS", 5, "german") == {"2017"}
    entries = {"E5": "2013", "E6": "2010", "E7": "2017"}
    for piece in box().counters:
        if piece.side == GERMAN and piece.arrives and piece.place:
            own = {entries[code] for code in piece.place.split()}
            held = ", ".join(
                f"{enemy} {hex}" for enemy, hex in zip(("99Inf", "2Inf", "1Inf"), sorted(own), strict=False)
            )
            if own < set(entries.values()):
                assert entering(held, piece.id, 8, "german") == set(entries.values()) - own, piece.id
    waiting = field(
        "9SS reinforcements, 26VG 1116/1, 99Inf 2013, 2Inf 2010",
        "german reinforcement",
        turn=4,
        options=["germans_wait"],
    )
    assert waiting.why("enter 9SS") == ("no-way-in", "9.0")


@pytest.mark.rule("bulge1944", "9.0-i")
def test_the_dead_do_not_return() -> None:
    match = field("112Rgt eliminated, 3Arm eliminated, 99Inf 0606/2, 26VG 2010", "allied reinforcement", turn=6)
    assert match.offers() == {"refit 99Inf", "done"}
    assert match.why("enter 3Arm") == ("gone-for-good", "9.0")
    assert match.why("refit 112Rgt") == ("not-on-map", "9.0")


@pytest.mark.rule("bulge1944", "9.0-a", "9.0-b")
def test_who_may_not_enter_is_told_why() -> None:
    units = "9SS reinforcements, 12VG 1909, 99Inf 0404, 3Arm reinforcements, 9Inf reinforcements, 7Arm reinforcements"
    match = field(units, "allied reinforcement", turn=4, options=("alternate_units",))
    assert match.why("enter 9SS") == match.why("enter Guns1") == ("not-yours", "9.0")
    assert match.why("enter 99Inf") == match.why("enter 7Arm-CC") == ("not-waiting", "9.0")
    assert match.why("enter 3Arm") == ("comes-later", "9.0")
    part = field("7Arm-CC reinforcements, 12VG 1909, 99Inf 0404/2", "allied reinforcement", turn=1)
    assert part.why("enter 7Arm-CC") == ("comes-later", "9.0"), "with the division it is a part of"


@pytest.mark.rule("bulge1944", "9.0-b", "5.0-d")
def test_who_enters_takes_the_hex_back() -> None:
    match = field("9SS reinforcements", "german reinforcement", turn=5)
    match.position.control[match.hex("2010")] = ALLIED
    match.do("enter 9SS", "at 2010")
    assert match.holder("2010") == "german"


# --- one unit in a hex -------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "9.0-d", "11.0-e")
def test_entrants_may_share_a_hex_until_the_phase_ends() -> None:
    match = stacked()
    assert [match.place(id) for id in ("1Inf", "30Inf", "9Inf")] == ["1501"] * 3
    assert match.why("done") == ("must-clear", "9.0")
    match.do("move 1Inf")
    assert match.why("done") == ("no-room-here", "11.0"), "who is moved off must go"
    match.do("to 1502", "done")
    assert match.why("done") == ("must-clear", "9.0")
    match.do("move 30Inf")
    assert match.why("to 1502") == ("may-not-end-there", "11.0")
    match.do("to 1403", "done", "move 9Inf", "to 1602")
    assert "to 1501" in match.offers(), "the last has left it"
    match.do("done")
    assert "done" in match.offers()


@pytest.mark.rule("bulge1944", "9.0-e")
def test_clearing_a_hex_costs_a_point_for_each_unit() -> None:
    match = stacked(points=3)
    match.do("move 1Inf", "to 1502", "done", "move 9Inf", "to 1403", "done")
    assert match.points() == 1
    assert match.offers() == {"move 30Inf", "done"}


@pytest.mark.rule("bulge1944", "9.0-d", "9.0-e")
def test_points_are_kept_for_clearing() -> None:
    match = stacked("26VG 0606, 12VG 0605, 99Inf 0607, 4Arm 0706", points=3)
    assert {"move 99Inf", "move 4Arm", "attack 0606"} <= match.offers(), "one of three points is free"
    match.do("move 99Inf", "done")
    assert match.offers() == {"move 1Inf", "move 30Inf", "move 9Inf"}
    assert match.why("move 4Arm") == ("must-clear", "9.0")
    assert match.why("attack 0606") == ("must-clear", "9.0")


@pytest.mark.rule("bulge1944", "9.0-d", "9.0-e")
def test_no_points_are_kept_for_who_has_moved_already() -> None:
    units = "1Inf 1501, 30Inf 1501, 9Inf 1501, 26VG 0606, 12VG 0605, 99Inf 0607"
    match = field(units, "allied activation", turn=5, points=2)
    assert "move 99Inf" not in match.offers(), "both points are for clearing"
    late = field(units.replace("30Inf 1501, 9Inf 1501", "30Inf 1501 moved, 9Inf 1501 moved"), "allied activation",
                 turn=5, points=2)  # fmt: skip
    assert "move 99Inf" in late.offers(), "one is enough for the only unit that can still go"


@pytest.mark.rule("bulge1944", "9.0-d", "9.0-e")
def test_second_army_in_an_attack_does_not_take_the_points_for_clearing() -> None:
    match = stacked("26VG 0606, 99Inf 0607, 4Arm 0706", points=3)
    match.do("attack 0606", "join 99Inf")
    assert match.why("join 4Arm") == ("points-owed", "9.0")


@pytest.mark.rule("bulge1944", "9.0-d")
def test_who_cannot_be_moved_off_goes_back() -> None:
    match = stacked(points=1)
    match.do("move 9Inf", "to 1502", "done")
    assert match.offers() == {"done"}
    match.do("done")
    assert (match.place("1Inf"), match.place("30Inf")) == ("1501", "reinforcements")
    match.do("done")
    assert match.position.turn == 6
    assert "enter 30Inf" in match.offers()


@pytest.mark.rule("bulge1944", "9.0-d")
def test_who_was_there_first_stays() -> None:
    match = field("1Inf reinforcements, 9Inf 1501/2, 26VG 2010", "allied reinforcement", turn=6, points=0)
    match.position.entered[match.unit("9Inf")] = 4
    match.do("enter 1Inf", "at 1501", "done")
    assert (match.place("9Inf"), match.place("1Inf")) == ("1501", "reinforcements")


@pytest.mark.rule("bulge1944", "9.0-c", "9.0-d")
def test_losses_are_not_healed_by_going_back() -> None:
    around = "26VG 1601, 12VG 1602, 18VG 1502, 62VG 1401"
    match = field(f"1Inf reinforcements, 9Inf 1501, {around}", "allied reinforcement", turn=6)
    match.do("enter 1Inf", "at 1501", "attack 1601", "join 1Inf")
    match.dice(symbols(3), symbols(3, infantry=1)).do("go", "hit 1Inf", "done")
    assert match.place("1Inf") == "reinforcements"
    match.do("done", "enter 1Inf", "at 1501")
    assert match.steps_of("1Inf") == 3


# --- refits ------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge1944", "9.0-j")
def test_only_supplied_units_below_strength_are_refitted() -> None:
    match = field("1SS 1508, 12VG 1610, 99Inf 1509/2, 2Inf 0606/2, 1Inf 0404", "allied reinforcement", turn=4)
    assert match.offers() == {"refit 2Inf", "done"}
    assert match.why("refit 99Inf") == ("refit-needs-supply", "9.0")
    assert match.why("refit 1Inf") == ("full-strength", "9.0")
    assert match.why("refit 12VG") == ("not-yours", "9.0")
    match.do("refit 2Inf")
    assert match.steps_of("2Inf") == 3
    assert [event.args["unit"] for event in match.told("refits")] == [match.unit("2Inf")]
    last = field("1SS 1508, 12VG 1610, 99Inf 1509/2, 2Inf 0101/2", "allied reinforcement", turn=4, points=1)
    assert last.why("refit 99Inf") == ("refit-needs-supply", "9.0"), "it could be paid for"
    last.do("refit 2Inf")
    assert (last.points(), last.steps_of("2Inf")) == (0, 3)


@pytest.mark.rule("bulge1944", "9.0-k")
def test_one_step_a_turn() -> None:
    match = field("2Inf 0606/1, 1Inf 0404/1, 26VG 2010", "allied reinforcement", turn=4)
    match.do("refit 2Inf")
    assert match.why("refit 2Inf") == ("has-refitted", "9.0")
    match.do("done", "done", "done", "refit 2Inf")
    assert (match.position.turn, match.steps_of("2Inf")) == (5, 3)


@pytest.mark.rule("bulge1944", "9.0-l")
@pytest.mark.parametrize(("unit", "may"), [("101Abn", True), ("82Abn", True), ("99Inf", False), ("4Arm", False)])
def test_american_airborne_refit_without_supply(unit: str, may: bool) -> None:
    match = field(f"1SS 1508, 12VG 1610, {unit} 1509/1, 1Inf 0404/1", "allied reinforcement", turn=7, points=10)
    assert (f"refit {unit}" in match.offers()) == may
    if may:
        match.do(f"refit {unit}")
        assert match.points() == 9


@pytest.mark.rule("bulge1944", "9.0-l")
def test_german_paratroops_need_supply() -> None:
    match = field("99Inf 1508, 2Inf 1610, 3FJ 1509/1, 12VG 2010/1", "german reinforcement")
    assert match.why("refit 3FJ") == ("refit-needs-supply", "9.0")


@pytest.mark.rule("bulge1944", "9.0-m", "9.0-a", "8.0-a")
def test_the_example_of_turn_5() -> None:
    pockets = "99Inf 1509/2, 1SS 1508, 12VG 1610, 101Abn 1115/1, Lehr 1114, 26VG 1216"
    match = field(f"3Arm reinforcements, 7Arm 0606/1, {pockets}", turn=5, as_shipped=True)
    match.do("done")
    assert match.points() == 14
    match.do("enter 3Arm")
    assert match.offers() == {"at 0501", "at 0801", "at 1301"}
    match.do("at 0801", "refit 7Arm")
    assert (match.points(), match.steps_of("7Arm")) == (12, 2)
    assert match.why("refit 99Inf") == ("refit-needs-supply", "9.0")
    match.do("refit 101Abn")
    assert (match.points(), match.steps_of("101Abn")) == (11, 2)
    assert match.prompt_code() == "choose-activation", "nothing is left to refit"
