"""24.4 Von der Heydte's parachute drop."""

from __future__ import annotations

import pytest

from ardennes.engine.advice import Script
from ardennes.games.wacht_am_rhein.rules.advance import Advance
from ardennes.games.wacht_am_rhein.rules.duties import is_able, parachutists_beside
from ardennes.games.wacht_am_rhein.rules.field import CLEAR, MIST, NONE, OVERCAST, Field
from ardennes.games.wacht_am_rhein.rules.heydte import begin_hunt, drop_hexes, must_hunt, prey
from ardennes.games.wacht_am_rhein.rules.odds import defenders_in
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.games.wacht_am_rhein.rules.retreats import hexes_back
from ardennes.games.wacht_am_rhein.rules.sequence import PlayerTurn
from ardennes.games.wacht_am_rhein.rules.stacking import combat_units
from ardennes.games.wacht_am_rhein.rules.supply import needs_supply
from ardennes.games.wacht_am_rhein.rules.terrain import ground_of
from ardennes.hexes import distance
from ardennes.numbers import Side
from ardennes.players.advisers import advice_for
from tests.wacht_am_rhein.fields import Battlefield, box, field

PEIPER, OPTION = "kampfgruppe_peiper", ["heydte_drop"]
MEN = tuple(f"GE-VdH_{n}-PC" for n in (1, 2, 3, 4))
STAFFS = "GE-ISS_HQ-H C1408, US-99_V-H C0150"
NEAR, FAR, OTHER = "US-99_V-I", "BE-5Fus_V-I", "US-1_395_99-I"


def landed(units: str = "", moment: str = "allied hunt", *, men: int = 2, clocks: tuple[str, ...] = ()) -> Battlefield:
    """Some of them on the map, in a hex of the drop."""
    there = ", ".join(f"{man} C0833" for man in MEN[:men])
    others = f"{there}, {units}, {STAFFS}" if units else f"{there}, {STAFFS}"
    return field(others, moment, scenario=PEIPER, options=OPTION, clocks=["dropped = 1", *clocks])


def at_the_drop(weather: int, turn: int = 8, dropped: int = 0) -> Battlefield:
    airfield = ", ".join(f"{man} airfield" for man in MEN)
    clocks = [f"weather = {weather}", f"dropped = {dropped}"]
    units = f"{airfield}, {OTHER} C0833, {STAFFS}"
    return field(units, "german drop", scenario=PEIPER, turn=turn, options=OPTION, clocks=clocks)


# --- the drop --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "24.41", "24.42")
@pytest.mark.parametrize(
    ("weather", "turn", "dropped", "asked"),
    [(CLEAR, 5, 0, True), (MIST, 6, 0, True), (OVERCAST, 5, 0, False), (CLEAR, 7, 0, False), (CLEAR, 5, 1, False)],
)
def test_when_they_may_drop(weather: int, turn: int, dropped: int, asked: bool) -> None:
    match = at_the_drop(weather, turn, dropped)
    assert (match.prompt_code() == "choose-drop") == asked
    if asked:
        match.do("done")
        assert prey(match.position) < 0, "they need not"


@pytest.mark.rule("wacht_am_rhein", "24.41", "24.41-e")
def test_where_they_may_drop() -> None:
    match = at_the_drop(CLEAR)
    board, p = match.data.board, match.position
    hexes = {board.hex(label) for label in match.objects("drop")}
    middle = board.hex("C1131")
    assert hexes == set(drop_hexes(p))
    assert all(distance(board.grid, hex, middle) <= 5 for hex in hexes)
    assert max(distance(board.grid, hex, middle) for hex in hexes) == 5
    assert {ground_of(board, hex) for hex in hexes} <= {"clear", "broken"}
    assert "C0832" in match.objects("drop")
    assert "C0833" not in match.objects("drop"), "an American stands there"
    assert match.why("drop C0833") == ("cannot-drop-there", "24.41")


@pytest.mark.rule("wacht_am_rhein", "24.47", "24.41")
@pytest.mark.parametrize("weather", [MIST, CLEAR])
@pytest.mark.parametrize("die", range(1, 7))
def test_how_many_land(weather: int, die: int) -> None:
    expected = {CLEAR: (0, 0, 1, 2, 3, 4), MIST: (0, 0, 0, 1, 2, 3)}[weather][die - 1]
    match = at_the_drop(weather).dice(die, *(3,) * 20)
    told = match.tells("drop C0832")
    assert sum(told.chances.values()) == pytest.approx(1)
    match.do("drop C0832")
    assert [match.place(man) for man in MEN] == ["C0832"] * expected + ["eliminated"] * (4 - expected)
    assert match.position.dropped == 1
    assert not match.told("sacrificed"), "four of them may stand in a hex"


@pytest.mark.rule("wacht_am_rhein", "24.41", "26.4b")
def test_only_in_two_scenarios_and_with_the_option() -> None:
    for scenario, options, takes_part in (
        (PEIPER, (), False), (PEIPER, OPTION, True), ("campaign", OPTION, True), ("bastogne", (), False),
        ("race_for_the_meuse", (), False),
    ):  # fmt: skip
        ids = {piece.id for piece in box(scenario, options).counters}
        assert (set(MEN) <= ids) == takes_part
        assert takes_part or not set(MEN) & ids


# --- what they are ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "24.43", "24.46")
def test_they_never_move_nor_attack_and_have_no_zone() -> None:
    match = landed(f"{OTHER} C0834", "german move", men=4)
    p = match.position
    men = [match.unit(man) for man in MEN]
    assert not set(MEN) & match.movers()
    assert match.why(f"move {MEN[0]}") == ("cannot-move-at-all", "6.28")
    for man in men:
        assert [p.face(man).attack, p.face(man).defence] == [0, 1]
        assert p.exerts[man] == NONE
        assert not is_able(p, man)
        assert not needs_supply(p, man)
    assert combat_units(p, men) == []
    fight = landed(f"{OTHER} C0834, GE-1_2_12P_SS-M C1402", "german combat", men=2)
    assert not any(fight.position.where[fight.unit(man)] < 0 for man in MEN[:2]), "nor are they lost beside an enemy"


@pytest.mark.rule("wacht_am_rhein", "24.3-e")
def test_nobody_retreats_onto_them() -> None:
    match = landed(f"{OTHER} C0834, {NEAR} C0935")
    p = match.position
    assert match.hex("C0833") not in hexes_back(p, [match.unit(OTHER)], [])
    assert "C0833" not in {match.data.board.label(hex) for hex in p.hexes_of(1)}


@pytest.mark.rule("wacht_am_rhein", "24.3-e")
def test_they_capture_no_fuel() -> None:
    hex = box(PEIPER, OPTION).board.hex("C0932")
    match = landed(clocks=[f"dumps = [{int(hex)}]", f"true_dumps = [{int(hex)}]"])
    p = match.position
    p.put(match.unit(MEN[0]), match.hex("C0932"))
    assert match.hex("C0932") in p.dumps
    assert not p.dumps_lost


# --- what the Allies must do -----------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "24.44")
def test_the_nearest_unit_must_move_beside_them() -> None:
    match = landed(f"{NEAR} C1036, {FAR} C1434, US-2_V-H C0835")
    p = match.position
    assert must_hunt(p) == [match.unit(NEAR)], "not the headquarters, nor who is farther away"
    assert match.why("done") == ("must-hunt", "24.44")
    match.do(f"move {NEAR}")
    board, goal = match.data.board, match.hex("C0833")
    ends = {distance(board.grid, board.hex(hex), goal) for hex in match.destinations() | match.objects("march")}
    assert len(ends) == 1, "as near as it can"
    assert "done" not in match.offers()
    assert match.why("done") == ("must-come-nearer", "24.44")
    match.do(sorted(match.offers())[0])
    assert "done" in match.offers()


@pytest.mark.rule("wacht_am_rhein", "24.44")
def test_of_several_the_first_to_move_goes_and_it_goes_on_next_time() -> None:
    match = landed(f"{NEAR} C0836, {FAR} C0830, {OTHER} C0117")
    p = match.position
    assert set(must_hunt(p)) == {match.unit(NEAR), match.unit(FAR)}
    match.do(f"move {FAR}")
    assert p.hunters == (match.unit(FAR),)
    begin_hunt(p)
    assert p.hunters == (match.unit(FAR),), "the same unit in the next turn"


@pytest.mark.rule("wacht_am_rhein", "24.44")
def test_who_cannot_move_need_not() -> None:
    match = landed(f"{NEAR} C1036 committed=0, {FAR} C1434")
    assert must_hunt(match.position) == []
    assert "done" in match.offers()


@pytest.mark.rule("wacht_am_rhein", "24.45-b")
def test_the_last_guard_stays_beside_them() -> None:
    board = box(PEIPER, OPTION).board
    ring = [board.label(hex) for hex in board.around(board.hex("C0833"))]
    match = landed(f"{OTHER} {ring[0]}, {FAR} C1434")
    assert must_hunt(match.position) == [], "somebody is there already"
    match.do(f"move {OTHER}")
    assert match.destinations() | match.objects("march") <= set(ring)
    assert "done" in match.offers()
    away = next(hex for hex in match.data.board.around(match.hex(ring[0])) if board.label(hex) not in ring
                and board.label(hex) != "C0833" and board.row(hex).terrain in ("clear", "broken"))  # fmt: skip
    assert match.why(f"to {board.label(away)}") == ("last-guard", "24.45")
    relieved = landed(f"{OTHER} {ring[0]}, {FAR} {ring[1]}")
    relieved.do(f"move {OTHER}")
    assert board.label(away) in relieved.destinations(), "another one watches"


@pytest.mark.rule("wacht_am_rhein", "24.45-a")
def test_they_must_be_attacked_and_lose_a_counter_a_step() -> None:
    board = box(PEIPER, OPTION).board
    ring = [board.label(hex) for hex in board.around(board.hex("C0833"))]
    match = landed(f"{OTHER} {ring[0]}, {FAR} {ring[0]}", "allied combat")
    p = match.position
    assert parachutists_beside(p, 1) == {match.hex("C0833")}
    assert "done" not in match.offers()
    assert match.why("done") == ("must-attack", "8.41")
    match.do("attack C0833", f"join {OTHER}", f"join {FAR}")
    assert match.tally("defence") == len(defenders_in(p, match.hex("C0833"))) == 1, "9.31 one company fights"
    match.dice(1).do("go")
    match.do("apply") if "apply" in match.offers() else None
    before = sum(p.where[match.unit(man)] >= 0 for man in MEN)
    match.do(next(offer for offer in sorted(match.offers()) if offer.startswith("hit ")))
    assert sum(p.where[match.unit(man)] >= 0 for man in MEN) == before - 1


@pytest.mark.rule("wacht_am_rhein", "24.45-a")
def test_nobody_beside_them_owes_nothing() -> None:
    match = landed(f"{OTHER} C1434", "allied combat")
    assert parachutists_beside(match.position, 1) == set()


@pytest.mark.rule("wacht_am_rhein", "24.45-a")
def test_they_may_go_back() -> None:
    board = box(PEIPER, OPTION).board
    ring = [board.label(hex) for hex in board.around(board.hex("C0833"))]
    match = landed(f"{OTHER} {ring[0]}", "allied combat")
    men = [match.unit(man) for man in MEN[:2]]
    assert hexes_back(match.position, men, [])


@pytest.mark.rule("wacht_am_rhein", "24.43")
def test_they_hold_their_hex_when_an_attack_on_them_fails() -> None:
    """They could go back from it, and still do not advance: that would be a move by choice."""
    board = box(PEIPER, OPTION).board
    before = next(board.label(hex) for hex in board.around(board.hex("C0833")))
    match = landed(f"{OTHER} {before}", "allied combat")
    men, emptied = [match.unit(man) for man in MEN[:2]], (match.hex(before),)
    match.position.put(match.unit(OTHER), -1)
    match.position.open(Advance(side=GERMAN, waiting=tuple(men), ways=(emptied,), length=1))
    assert match.prompt_code() != "choose-advance"


# --- the computer ----------------------------------------------------------------------------------------------------


def script_of(match: Battlefield, side: Side) -> Script[Field]:
    advice = advice_for(match.position.data)
    assert advice is not None
    return advice.script(side, advice.plans(match.position, side)[0])


def plays_on(match: Battlefield, side: Side) -> None:
    """The script of a side answers until its player turn is over, or the other side is asked."""
    p, script = match.position, script_of(match, side)
    own = p.stack[2]
    assert isinstance(own, PlayerTurn)
    for _ in range(200):
        if p.asked is None or p.asked.side != side or len(p.stack) < 3 or p.stack[2] is not own:
            return
        script.act(p)
    raise AssertionError("it never ends")


@pytest.mark.rule("wacht_am_rhein", "24.42")
def test_the_computer_drops_its_parachutists() -> None:
    match = at_the_drop(CLEAR).dice(6, *(3,) * 30)
    script_of(match, GERMAN).act(match.position)
    assert match.position.dropped


@pytest.mark.rule("wacht_am_rhein", "24.44", "24.45-a")
def test_the_computer_goes_after_them_and_attacks_them() -> None:
    match = landed(f"{NEAR} C1036, {FAR} C1434, US-1_394_99-I C0835")
    match.dice(*(3,) * 60)
    plays_on(match, ALLIED)
    assert prey(match.position) < 0 or distance_to_prey(match) == 1


def distance_to_prey(match: Battlefield) -> int:
    p = match.position
    return min(distance(match.data.board.grid, hex, prey(p)) for hex in p.hexes_of(ALLIED))
