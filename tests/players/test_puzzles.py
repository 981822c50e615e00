"""Small situations of 1944 with one right idea, which the planner must find."""

from __future__ import annotations

import pytest

from ardennes.engine.procedure import answer
from ardennes.games.bulge1944.ai.exits import way_out
from ardennes.games.bulge1944.ai.fights import fights_for
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN
from ardennes.games.bulge1944.rules.victory import town_points
from ardennes.players import sit_down
from ardennes.players.advisers import advice_for
from tests.bulge1944.fields import Battlefield, field

SEEDS = ("one", "two", "three")
THIRTEEN = (
    "Liège", "Verviers", "Bastogne", "Spa", "Houffalize", "Stavelot", "Vielsalm", "Wiltz", "Malmedy", "Clervaux",
)  # fmt: skip
"""Towns for thirteen points: a draw."""


def play_turn(match: Battlefield, side: int, seed: str, player: str = "planner:time=0.3") -> Battlefield:
    """The planner plays the rest of its turn; the other side answers by its script."""
    p = match.position
    p.seed = f"dice of {seed}"
    mind = sit_down(player, match.game, side, seed)
    advice = advice_for(p.data)
    assert advice is not None
    other = advice.script(1 - side, advice.plans(p, 1 - side)[0])
    stage = advice.stage(p)
    while (asked := p.asked) is not None and advice.stage(p) == stage:
        answer(p, mind.choose(p.view(side)) if asked.side == side else other.choose(p))
        match.moves = [*getattr(match, "moves", []), *p.events]  # type: ignore[attr-defined]
    return match


def happened(match: Battlefield, code: str) -> int:
    return sum(event.code == code for event in getattr(match, "moves", ()))


@pytest.mark.parametrize("seed", SEEDS)
def test_take_the_open_victory_hex(seed: str) -> None:
    match = field("116Pz 1013, 12VG 1214", turn=10, points=4, german_towns=THIRTEEN)
    assert town_points(match.position) == 13
    play_turn(match, GERMAN, seed)
    assert town_points(match.position) >= 14


@pytest.mark.parametrize("seed", SEEDS)
def test_exit_for_sudden_death_where_supply_holds(seed: str) -> None:
    match = field("2Pz 0410, 12VG 0612, 99Inf 0206", turn=4, points=3)
    play_turn(match, GERMAN, seed)
    assert match.position.over is not None
    assert match.position.over.winner == GERMAN


@pytest.mark.parametrize("seed", SEEDS)
def test_hold_the_crossroads_before_an_exit(seed: str) -> None:
    match = field("1SS 1204, 12VG 1406, 7Arm 0609, 30Inf 0503", "allied activation", turn=3, points=4)
    fights = fights_for(match.position.data)
    assert way_out(match.position, fights.ground) is not None, "the way through Liège is open"
    play_turn(match, ALLIED, seed)
    assert way_out(match.position, fights.ground) is None


WALL = "7Arm 1002, 1Inf 1005, 30Inf 1008, 84Inf 1014, 26Inf 1017, 80Inf 1020"
WEST = ("Namur", "Dinant", "Ciney", "Rochefort", "Huy", "Marche", "St. Hubert", "Hotton", "Neufchâteau", "St. Vith")


@pytest.mark.parametrize("seed", SEEDS)
def test_close_the_supply_gap(seed: str) -> None:
    match = field(f"{WALL}, 3Arm 1501, 2Pz 0612, 12VG 1812", "allied activation", turn=10, points=1, german_towns=WEST)
    before = town_points(match.position)
    assert before == 14, "supply comes through the gap in the middle"
    play_turn(match, ALLIED, seed)
    assert match.position.over is not None
    assert match.position.over.winner == ALLIED


@pytest.mark.parametrize("seed", SEEDS)
def test_refuse_bad_odds(seed: str) -> None:
    match = field("212VG 1005/1, 276VG 0805/1, 99Inf 0904", turn=3, points=6)
    play_turn(match, GERMAN, seed)
    assert not happened(match, "attacks"), "two worn-out divisions do not storm a city"


@pytest.mark.parametrize("seed", SEEDS)
def test_exploit_the_gap(seed: str) -> None:
    match = field("2Pz 1515, 26VG 1616, 106Inf 1412, 99Inf 1618", turn=2, points=5)
    play_turn(match, GERMAN, seed)
    held = {town for town in ("Bastogne", "Clervaux", "Wiltz", "Houffalize") if match.holder(town) == "german"}
    assert held, "the armor passes between the two divisions"
