"""3.4, 4.0, 8.3, 12.10, 15.0 The end of a turn, the SS withdrawal and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.victory import hexes_needed, marked_steps, steps_over_meuse, victory_points
from tests.deadly_woods.fields import Battlefield, box, field, new_game

CALM = "26VG-a 4010, 28-110 1517"
EAST = ("St. Vith", "La Roche", "Houffalize", "Bastogne", "Liège", "Namur")
"""Victory hexes in an order the Germans might take them."""


def ended(held: int, turn: int, scenario: str = "campaign", units: str = CALM, **more: Any) -> Battlefield:
    """The end of a turn with so many victory hexes in German hands."""
    return field(units, "end", turn=turn, german=EAST[:held], scenario=scenario, **more)


def winner(match: Battlefield) -> int | None:
    return match.over.winner if match.over is not None else None


@pytest.mark.rule("deadly_woods", "3.4-a", "2.6-b")
def test_points_for_victory_hexes_in_supply() -> None:
    match = ended(3, 3)
    assert match.position.points == 3
    cut = ended(3, 3, units=f"{CALM}, 28-112 3210, 28-109 3112, 99-393 3212, 99-394 3311")
    assert cut.position.points < 3, "St. Vith is cut off"
    assert ended(0, 3).position.points == 0
    again = field(CALM, "end", turn=4, german=EAST[:1], clocks=["points = 3"])
    assert again.position.points == 1, "counted anew at every check"


@pytest.mark.rule("deadly_woods", "3.4-c")
def test_sudden_death_with_five_hexes() -> None:
    assert winner(ended(5, 4)) == GERMAN
    assert ended(4, 4).over is None
    cut = ended(5, 4, units=f"{CALM}, 28-112 3210, 28-109 3112, 99-393 3212, 99-394 3311")
    assert cut.over is None, "one of the five is cut off"


@pytest.mark.rule("deadly_woods", "3.4-b")
def test_sudden_death_over_the_meuse() -> None:
    three = "2Pz-a 0812, 2Pz-b 0812, 116Pz-a 0811"
    assert winner(ended(0, 5, units=f"{CALM}, {three}")) == GERMAN, "nine steps"
    assert ended(0, 5, units=f"{CALM}, {three.replace('0811', '0811/2')}").over is None, "eight"
    assert ended(0, 5, units=f"{CALM}, {three.replace('0811', '0811 cut')}").over is None, "one is out of supply"
    assert ended(0, 5, units=f"{CALM}, {three.replace('0811', '0912')}").over is None, "this bank"
    infantry = ended(0, 5, units=f"{CALM}, 2Pz-a 0812, 2Pz-b 0812, 12VG-a 0811, 12VG-b 0811")
    assert infantry.over is None, "motorized steps only"
    assert steps_over_meuse(infantry.position) == 6


@pytest.mark.rule("deadly_woods", "3.4-d", "3.4-g")
def test_end_of_the_attack_scenario() -> None:
    assert winner(ended(4, 6, "attack")) == GERMAN
    assert winner(ended(3, 6, "attack")) == ALLIED


@pytest.mark.rule("deadly_woods", "3.4-e", "3.4-f", "3.4-g")
def test_end_of_the_campaign() -> None:
    left = ['withdrawal = "done"']
    assert winner(ended(2, 12, clocks=left)) == GERMAN
    assert winner(ended(1, 12, clocks=left)) == ALLIED
    kept = ['withdrawal = "cancelled"']
    assert winner(ended(2, 12, clocks=kept)) == ALLIED
    assert winner(ended(3, 12, clocks=kept)) == GERMAN


@pytest.mark.rule("deadly_woods", "4.0-a")
def test_phases_of_a_turn() -> None:
    match = field(f"{CALM}, 26VG-b 4010/1", "turn", turn=2)
    seen = []
    while match.position.turn == 2 and match.over is None:
        seen.append(match.prompt_code())
        offers = match.offers()
        match.do("done" if "done" in offers else sorted(offers)[0])
    order = [code for code in dict.fromkeys(seen) if code in ("place-greif", "choose-replacement", "choose-first-chit")]
    assert order == ["place-greif", "choose-replacement", "choose-first-chit"]
    assert [event.code for event in match.log(None)].index("points") > 0, "then the victory check"


@pytest.mark.rule("deadly_woods", "4.4-a", "15.0-a")
def test_victory_is_checked_before_the_turn_is_cleaned_up() -> None:
    match = ended(5, 3)
    assert winner(match) == GERMAN
    assert match.position.turn == 3
    goes_on = ended(2, 2, units=f"{CALM}, 106-422 3015, 2Pz-a 3014, 2Pz-b 3116, 116Pz-a 2916")
    codes = [event.code for event in goes_on.position.events]
    assert codes.index("points") < codes.index("surrenders") < codes.index("turn")
    assert goes_on.position.turn == 3


POCKET = f"{CALM}, 106-422 3015, 2Pz-a 3014, 2Pz-b 3116, 116Pz-a 2916"
"""A regiment of the 106th cut off on the road to Clervaux."""


@pytest.mark.rule("deadly_woods", "4.4-a", "15.0-a")
def test_delay_goes_back_after_the_victory_check() -> None:
    """In 3115 it opens the way for supply, so the 106th does not surrender; only then it returns to its box."""
    assert ended(2, 2, units=POCKET).place("106-422") == "removed"
    match = ended(2, 2, units=f"{POCKET}, Delay 3115")
    assert (match.place("106-422"), match.place("Delay")) == ("3015", "assets")


@pytest.mark.rule("deadly_woods", "4.4-a", "15.0-a")
def test_nothing_is_cleaned_up_when_the_game_is_over() -> None:
    match = ended(5, 2, units=f"{POCKET}, Delay 2215, Greif 0101, Art-5Pz-1 assets used", track=["G-MC-1"])
    assert winner(match) == GERMAN
    assert (match.place("106-422"), match.place("Delay"), match.place("Greif")) == ("3015", "2215", "0101")
    assert match.position.used[match.unit("Art-5Pz-1")]
    assert match.position.track
    assert match.position.turn == 2


@pytest.mark.rule("deadly_woods", "4.4-a", "15.0-b", "15.0-c")
def test_what_is_cleaned_up_when_the_game_goes_on() -> None:
    clocks = [f"motorized = {box().unit('26VG-a')}", "rebuilt = [0, 2]"]
    units = f"{CALM}, Motorized 4010, Art-5Pz-1 assets used, Eng-VIII-1 3115 used, Neb-5Pz-1 turn-track due=5"
    match = ended(2, 3, units=units, track=["G-MC-1", "A-MC-1"], clocks=clocks)
    p = match.position
    assert (p.turn, p.rebuilt, p.track, p.motorized) == (4, (), (), -1)
    assert not p.used[match.unit("Art-5Pz-1")]
    assert not p.used[match.unit("Eng-VIII-1")]
    assert (match.place("Motorized"), match.place("Eng-VIII-1")) == ("assets", "3115")
    assert match.place("Neb-5Pz-1") == "turn-track"


@pytest.mark.rule("deadly_woods", "15.0-d")
def test_the_turn_marker_advances_with_the_initiative() -> None:
    match = ended(2, 6)
    assert (match.position.turn, match.position.initiative) == (7, ALLIED)
    assert ended(3, 5).position.initiative == GERMAN
    assert ended(2, 5).position.initiative == ALLIED
    assert ended(2, 4).position.initiative == GERMAN, "no points are needed before turn 6"
    assert ended(4, 6).position.initiative == ALLIED, "and none help afterwards"


@pytest.mark.rule("deadly_woods", "8.1-b", "8.3-h")
@pytest.mark.parametrize("scenario", ["campaign", "attack"])
def test_the_106th_surrenders(scenario: str) -> None:
    ring = "2Pz-a 3014, 2Pz-b 3116, 116Pz-a 2916"
    units = f"106-422 3015, 106-423 2215, 28-110 3015, {ring}, 26VG-a 4010"
    match = field(units, "end", turn=2, scenario=scenario)
    assert match.place("106-422") == "removed"
    assert match.place("106-423") == "2215", "in supply"
    assert match.place("28-110") == "3015", "another division"
    for other in (1, 3):
        stays = field(units, "end", turn=other, scenario=scenario)
        assert stays.place("106-422") == "3015", "only at the end of turn 2"
    eliminated = f"106-422 eliminated, 106-423 turn-track, {ring}, 28-110 2215"
    lost = field(eliminated, "end", turn=2, scenario=scenario)
    assert (lost.place("106-422"), lost.place("106-423")) == ("eliminated", "turn-track"), "only units on the map"
    assert match.steps_of("106-422") == 0


# --- the SS ------------------------------------------------------------------------------------------

SS = "1SS-Peiper 4010, 1SS-Hansen 4010, 12SS-a 4011, 12SS-b 4011/1 cut"
"""Ten steps; with four assets of the 6th Panzer Army fourteen."""


def at_turn_eleven(units: str, points: int, **more: Any) -> Battlefield:
    return field(f"{units}, 28-110 2215", "turn", turn=11, clocks=[f"points = {points}", *more.get("clocks", [])])


@pytest.mark.rule("deadly_woods", "12.10-a")
def test_counting_the_ss() -> None:
    data = box()
    marked = {piece.id for piece in data.counters if piece.withdraws}
    divisions = {piece.division for piece in data.counters if piece.withdraws and piece.division}
    assert divisions == {"1SS", "2SS", "9SS", "12SS"}
    assert marked >= {"FB", "Art-6Pz-1", "Art-6Pz-2", "Neb-6Pz-1", "Neb-6Pz-2"}
    match = field(f"{SS}, 26VG-a 4012, 10SS-a 4013", "german move", turn=10)
    assert marked_steps(match.position) == 3 + 3 + 3 + 1 + 4
    assets = "Art-6Pz-1 removed, Neb-6Pz-1 turn-track due=12, Art-6Pz-2 assets used"
    match = field(f"{SS}, 2SS-a eliminated, 9SS-a turn-track, {assets}", "german move", turn=10)
    assert marked_steps(match.position) == 3 + 3 + 3 + 1 + 3, "units on the map, and assets wherever they are"


@pytest.mark.rule("deadly_woods", "12.10-a")
@pytest.mark.parametrize("turn", [10, 12])
def test_the_ss_is_called_away_on_turn_eleven_alone(turn: int) -> None:
    match = field(f"{SS}, 26VG-a 4012, 28-110 2215", "turn", turn=turn)
    assert not match.told("ss-counted")
    assert match.place("1SS-Peiper") == "4010"


@pytest.mark.rule("deadly_woods", "12.10-b")
def test_a_spent_ss_loses_the_game() -> None:
    assert winner(at_turn_eleven("1SS-Peiper 4010, 26VG-a 4012", 2)) == ALLIED


@pytest.mark.rule("deadly_woods", "12.10-c")
def test_a_spent_ss_stays_with_three_points() -> None:
    match = at_turn_eleven("1SS-Peiper 4010, 26VG-a 4012", 3)
    assert match.over is None
    assert match.place("1SS-Peiper") == "4010"
    assert match.position.withdrawal == "cancelled", "three hexes are needed at the end"


@pytest.mark.rule("deadly_woods", "12.10-d", "12.1-b")
def test_the_ss_withdraws() -> None:
    match = at_turn_eleven(f"{SS}, 26VG-a 4012", 2)
    assert match.position.withdrawal == "done"
    assert [match.place(id) for id in ("1SS-Peiper", "1SS-Hansen", "12SS-a")] == ["removed"] * 3
    assert match.place("12SS-b") == "4011", "out of supply"
    assert match.place("26VG-a") == "4012"
    assert {match.place(f"{asset}-6Pz-{n}") for asset in ("Art", "Neb") for n in (1, 2)} == {"removed"}
    assert match.place("Art-5Pz-1") == "assets"


@pytest.mark.rule("deadly_woods", "12.10-e")
def test_the_withdrawal_may_be_cancelled_with_three_points() -> None:
    match = at_turn_eleven(f"{SS}, 26VG-a 4012", 3)
    assert match.offers() == {"withdraw", "cancel"}
    match.do("cancel")
    assert match.position.withdrawal == "cancelled"
    assert match.place("1SS-Peiper") == "4010"
    assert hexes_needed(match.position) == 3
    goes = at_turn_eleven(f"{SS}, 26VG-a 4012", 3)
    goes.do("withdraw")
    assert goes.place("1SS-Peiper") == "removed"
    assert hexes_needed(goes.position) == 2
    two = at_turn_eleven(f"{SS}, 26VG-a 4012", 2)
    assert two.prompt_code() != "choose-withdrawal", "two points are not enough"
    assert two.place("1SS-Peiper") == "removed"


@pytest.mark.rule("deadly_woods", "3.4-a")
def test_nobody_holds_a_victory_hex_at_the_start() -> None:
    assert victory_points(new_game().position) == 0


@pytest.mark.rule("deadly_woods", "12.10-b", "12.10-d")
def test_twelve_steps_are_just_enough() -> None:
    twelve = at_turn_eleven("1SS-Peiper 4010, 1SS-Hansen 4010, 12SS-a 4011/2, 26VG-a 4012", 2)
    assert twelve.position.withdrawal == "done"
    eleven = at_turn_eleven("1SS-Peiper 4010, 1SS-Hansen 4010, 12SS-a 4011/1, 26VG-a 4012", 2)
    assert winner(eleven) == ALLIED
