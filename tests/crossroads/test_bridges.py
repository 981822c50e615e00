"""6 Bridges."""

from __future__ import annotations

import pytest

from ardennes.engine.notation import write_option
from ardennes.engine.texts import Refused
from ardennes.games.crossroads.rules.field import ALLIED, GERMAN
from tests.crossroads.fields import field
from tests.situation import Situation

NORTH, SOUTH = "0403/0503", "0405/0506"


def anytime(match: Situation, side: int) -> set[str]:
    return {write_option(match.position.data, option) for option in match.anytime(side)}


def blown(match: Situation) -> list[str]:
    data = match.position.data
    return [data.hexside_name(side) for side, gone in enumerate(match.position.blown) if gone]


@pytest.mark.rule("crossroads", "6.1")
def test_allies_prepare_and_spare_bridges_at_any_time() -> None:
    match = field("Pz 0703, Rif1 0101")
    assert anytime(match, ALLIED) == {f"prepare {NORTH}", f"prepare {SOUTH}"}
    assert anytime(match, GERMAN) == set()
    match.do(f"prepare {NORTH}", side=ALLIED)
    assert anytime(match, ALLIED) == {f"spare {NORTH}", f"prepare {SOUTH}"}
    match.do(f"spare {NORTH}", side=ALLIED)
    match.do("move Pz", "to 0503")
    assert blown(match) == []
    with pytest.raises(Refused):
        match.do(f"prepare {NORTH}", side=GERMAN)


@pytest.mark.rule("crossroads", "6.1")
def test_germans_are_not_told() -> None:
    match, quiet = field("Pz? 0703, Rif1 0101", scenario="dawn"), field("Pz? 0703, Rif1 0101", scenario="dawn")
    match.do(f"prepare {NORTH}", side=ALLIED)
    assert match.log(GERMAN) == quiet.log(GERMAN)
    assert match.position.view(GERMAN).digest() == quiet.position.view(GERMAN).digest()
    assert match.position.view(ALLIED).digest() != quiet.position.view(ALLIED).digest()


@pytest.mark.rule("crossroads", "6.2")
def test_prepared_bridge_goes_up_and_the_walk_halts() -> None:
    match = field("Pz 0703, Rif1 0101").dice()
    match.do(f"prepare {NORTH}", side=ALLIED)
    match.do("move Pz", "to 0303")
    assert blown(match) == [NORTH]
    assert match.place("Pz") == "0503", "the bridge is gone: the player is asked again"
    assert match.prompt_code() == "choose-destination"
    assert match.tells("to 0403").cost == 4
    assert match.position.orders == ()
    assert match.undoable == 0


@pytest.mark.rule("crossroads", "6.2")
def test_decoy_is_enough_and_either_end_will_do() -> None:
    match = field("Sham1? 0602, Pz 0703, Rif1 0101", scenario="dawn")
    match.do(f"prepare {NORTH}", side=ALLIED)
    match.do("move Sham1", "to 0503")
    assert blown(match) == [NORTH]
    west = field("Pz 0304, Rif1 0101")
    west.do(f"prepare {NORTH}", side=ALLIED)
    west.do("move Pz", "to 0403")
    assert blown(west) == [NORTH]


@pytest.mark.rule("crossroads", "6.2")
def test_own_units_and_unprepared_bridges_are_safe() -> None:
    match = field("Pz 0703, Rif1 0304", "allied movement")
    match.do(f"prepare {NORTH}", side=ALLIED)
    match.do("move Rif1", "to 0403")
    assert blown(match) == []
    other = field("Pz 0703, Rif1 0101")
    other.do(f"prepare {SOUTH}", side=ALLIED)
    other.do("move Pz", "to 0503")
    assert blown(other) == []
