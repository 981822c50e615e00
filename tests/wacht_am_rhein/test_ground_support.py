"""19.1 Ground support in combat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.wacht_am_rhein.battles import Battle, battle


def flying(units: str, points: int, side: str = "allied", turn: int = 8, **more: Any) -> Battle:
    """The Allies have so many points of ground support."""
    return battle(units, side, turn=turn, clocks=[f"missions = [[0, 0, 0, 0], [{points}, 0, 0, 0]]"], **more)


@pytest.mark.rule("wacht_am_rhein", "19.11-a", "19.13")
def test_points_fire_like_guns_at_most_half_of_them_in_one_combat() -> None:
    match = flying("A1 D0834, J1 D0833", 10)
    match.do("attack D0833", "join A1")
    assert match.objects("air") == {"1", "2", "3", "4", "5"}
    assert match.tally("attack", "air 5") == 8
    match.do("air 3")
    assert match.objects("air") == {"1", "2"}
    assert match.why("air 3") == ("no-ground-support", "19.1")


@pytest.mark.rule("wacht_am_rhein", "19.13", "19.13-b")
def test_a_point_is_used_once_in_a_phase() -> None:
    match = flying("A1 D0834, B1 D0836, J1 D0833, K1 D0837", 6).dice(3, 3)
    match.do("attack D0833", "join A1", "air 3", "go", "apply", "hit A1", "attack D0837", "join B1")
    assert match.objects("air") == {"1", "2", "3"}


@pytest.mark.rule("wacht_am_rhein", "19.12", "12.14")
def test_points_are_halved_with_the_guns_and_never_fly_at_night() -> None:
    match = flying("A1 D0724, a155 D0726, J1 D0725", 10)
    match.do("attack D0725", "join A1", "support a155")
    assert match.tally("attack", "air 5") == 3 + (6 + 5) // 2
    night = flying("A1 D0834, J1 D0833", 10, turn=7)
    night.do("attack D0833", "join A1")
    assert not night.objects("air")


@pytest.mark.rule("wacht_am_rhein", "19.11-b")
def test_two_points_make_one_of_protective_fire() -> None:
    match = flying("J1 D0833, A1 D0834", 10, "german").dice(3)
    match.do("attack D0834", "join J1", "go")
    assert match.objects("air") == {"2", "4"}
    assert match.tally("defence", "air 4") == 6 + 2


@pytest.mark.rule("wacht_am_rhein", "19.11-a")
def test_aircraft_alone_need_somebody_beside_the_target() -> None:
    match = flying("A1 D0834, B1 D0832, J1 D0833, K1 D0735", 20)
    assert "barrage D0833" not in match.offers()
    free = flying("A1 D0834, J1 D0833", 20, positions={"D0834": 2})
    assert "barrage D0833" in free.offers()
    assert flying("A1 D0837, J1 D0833, B1 D0717, Pi D0716", 20).why("barrage D0833") == ("nobody-spots", "11.32")
