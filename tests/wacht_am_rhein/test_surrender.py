"""14.7 Surrender of units that are Isolated-2."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules.surrender import ready_to_surrender
from tests.wacht_am_rhein.fields import Battlefield, field

OTHERS = "GE-1_39_26-I D2013, GE-7_Army_HQ-H D2014, US-28_VIII-H D3031, US-4_VIII-H D3031"
POCKETS = (
    "US-1_109_28-I D2430 supply=4, US-3_109_28-I D2432 supply=4, US-2_110_28-I D2434 supply=3, "
    "US-c32-I D2436 supply=4, US-1_12_4-I D2438 supply=4, US-158_VIII-E D2440 supply=4"
)


def next_morning(*dice: int, turn: int = 5) -> Battlefield:
    """The first question of a Game-Turn after what happened before."""
    match = field(f"{POCKETS}, {OTHERS}", "german move", turn=turn - 1)
    match.dice(*dice)
    # what the night's determination would find is not what this is about
    while match.position.turn < turn:
        match.do("done")
    return match


def groups(units: str = POCKETS) -> dict[str, list[str]]:
    match = field(f"{units}, {OTHERS}")
    found = ready_to_surrender(match.position, 1)
    return {name: [match.data.counters[unit].id for unit in units] for name, units in found.items()}


@pytest.mark.rule("wacht_am_rhein", "14.72")
def test_one_die_for_each_division() -> None:
    """Companies with the division they were set up with, others by corps; who is Isolated-1 takes no part."""
    assert groups() == {
        "28": ["US-1_109_28-I", "US-3_109_28-I", "US-c32-I"],
        "4": ["US-1_12_4-I"],
        "VIII": ["US-158_VIII-E"],
    }


@pytest.mark.rule("wacht_am_rhein", "14.71", "14.72", "5.2C")
def test_a_one_and_all_of_the_division_are_lost() -> None:
    """The worked example: weather and ground, then the dice of the 28th, the 4th and the corps."""
    match = next_morning(1, 1, 1, 2, 6)
    assert [match.place(id) for id in ("US-1_109_28-I", "US-3_109_28-I", "US-c32-I")] == [
        "eliminated",
        "eliminated",
        "tray",
    ]
    assert [match.place(id) for id in ("US-2_110_28-I", "US-1_12_4-I", "US-158_VIII-E")] == ["D2434", "D2438", "D2440"]


@pytest.mark.rule("wacht_am_rhein", "14.71", "5.2C")
@pytest.mark.parametrize("turn", [6, 7])
def test_on_mornings_only(turn: int) -> None:
    assert not next_morning(turn=turn).told("asked-to-surrender")
