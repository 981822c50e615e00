"""Guards and reserves of 1944: what the enemy could ride into is kept, as long as that costs less than its loss."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ardennes.engine.game import load_game
from ardennes.games.bulge1944.ai.exits import dangers, let_in
from ardennes.games.bulge1944.ai.fights import fights_for
from ardennes.games.bulge1944.ai.raids import Raids
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, GERMAN_CODES
from ardennes.numbers import SIDES, Hex, Side
from ardennes.players.advisers import advice_for
from tests.bulge1944.fields import field
from tests.players.test_puzzles import SEEDS, play_turn
from tests.situation import data_of

RAID = "26VG 1813, 116Pz 1313, 2Pz 1015, 3Arm 1710"
"""Allied armor within a turn of a supply hex in the east, one division near enough to stand there, and armor that would
rather go west."""


def exposed(p: Field, side: Side) -> dict[Hex, float]:
    """What the enemy could ride into, at its points."""
    return Raids(p, side, 1.0, fights_for(p.data).ground).exposure()


def raided(p: Field) -> float:
    """How many points the Germans could lose in the east, roads among them."""
    found = exposed(p, GERMAN)
    return sum(found.get(p.data.code(code), 0.0) for code in GERMAN_CODES)


def test_a_supply_hex_about_to_be_raided_is_guarded() -> None:
    before = raided(field(RAID, turn=4, points=2).position)
    left_open = play_turn(field(RAID, turn=4, points=2), GERMAN, "one", "script:watch=0")
    guarded = play_turn(field(RAID, turn=4, points=2), GERMAN, "one", "script:watch=0.5")
    assert raided(left_open.position) >= before
    assert raided(guarded.position) < before
    assert guarded.place("26VG") == "2010", "not the armor, which has better things to do"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_planner_closes_the_back_door(seed: str) -> None:
    match = field(RAID, turn=4, points=2)
    before = raided(match.position)
    assert raided(play_turn(match, GERMAN, seed).position) < before


def test_a_reserve_is_kept_for_it() -> None:
    """Where all points may be spent before it is looked at what lies open, none is left for it."""
    spent = play_turn(field(RAID, turn=4, points=2), GERMAN, "one", "script:watch=0.5,kept=0")
    kept = play_turn(field(RAID, turn=4, points=2), GERMAN, "one", "script:watch=0.5,kept=2")
    assert spent.place("26VG") != "2010"
    assert kept.place("26VG") == "2010"


def test_the_last_turn_guards_nothing() -> None:
    """No enemy turn follows the Allied one on turn 10."""
    match = field("2Pz 1515, 26VG 1616, 106Inf 1412", "allied activation", turn=10, points=3)
    assert not exposed(match.position, ALLIED)
    assert exposed(field("2Pz 1515, 26VG 1616, 106Inf 1412", "allied activation", turn=9).position, ALLIED)


def test_only_who_is_near_is_a_danger() -> None:
    near, later, cut_off = (field(f"26VG 1817, 3Arm {hex}", turn=4).position for hex in ("1710", "0910", "0220"))
    assert raided(near) > raided(later) > raided(cut_off) == 0


def test_looking_leaves_the_position_alone() -> None:
    p = field(RAID, turn=4, points=2).position
    before = p.digest()
    raids = Raids(p, GERMAN, 0.5, fights_for(p.data).ground)
    assert raids.at_stake()
    assert raids.guard(lambda *_: 0.0, 0.01) is not None
    assert p.digest() == before


def test_an_exit_race_is_seen_two_turns_ahead() -> None:
    """1SS could be out in its turn after the next: who is near comes in its way before it is at the exit."""
    found = []
    for alarm in ("99", "0.011"):
        match = field("1SS 1907, 12VG 1709, 7Arm 0609, 30Inf 0503", "allied activation", turn=3, points=2)
        ground, unit = fights_for(match.position.data).ground, match.position.data.unit("1SS")
        assert 0 < dangers(match.position, ground)[unit][0] < 1, "not in its next turn"
        play_turn(match, ALLIED, "one", f"script:alarm={alarm}")
        found.append(dangers(match.position, ground).get(unit, (0.0, ()))[0])
    unheeded, heeded = found
    assert heeded < unheeded


# --- exits ---------------------------------------------------------------------------------------

UNGUARDED = {"ajar": "inf", "frail": "0", "places": "3"}
"""How exits were guarded before: few places tried, nobody missed who leaves, nobody thought of who may be lost."""


def last_turn(seed: str, allied_prices: Mapping[str, str], most: int) -> int:
    """The turn in which a game of the scripts ends, or the one after the last that is played."""
    p = load_game("bulge1944").start(data_of("bulge1944", "campaign", frozenset()), seed)
    advice = advice_for(p.data)
    assert advice is not None
    prices = {GERMAN: {}, ALLIED: allied_prices}
    while p.asked is not None and p.turn <= most:
        stage = advice.stage(p)
        scripts = [advice.script(side, advice.priced(advice.plans(p, side)[0], prices[side])) for side in SIDES]
        while p.asked is not None and advice.stage(p) == stage:
            scripts[p.asked.side].act(p)
    return int(p.turn)


@pytest.mark.parametrize("seed", ["sd:27", "sd:113"])
def test_the_way_to_liege_is_closed_in_time(seed: str) -> None:
    """15.0 Games in which 2nd Panzer left the map on the third turn, by Malmedy and Liège."""
    assert last_turn(seed, UNGUARDED, 3) == 3
    assert last_turn(seed, {}, 3) == 4


def test_who_bars_an_exit_stays_there() -> None:
    """15.0 Once an infantry division bars the way, to let it go elsewhere is reckoned as what it lets in."""
    match = field("1SS 1204, 12VG 1406, 7Arm 0609, 30Inf 0503", "allied activation", turn=3, points=4)
    p = play_turn(match, ALLIED, "one").position
    ground, far = fights_for(p.data).ground, p.data.code("E5")
    let_in_by = {unit: let_in(p, ground, 0.0, [(unit, far)]) for unit in p.on_map(ALLIED)}
    assert max(let_in_by.values()) > 0.5, "somebody bars the way"
    assert min(let_in_by.values()) >= 0.0
    assert let_in(p, ground, 0.0, [(unit, p.where[unit]) for unit in let_in_by]) == 0.0
