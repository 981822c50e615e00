"""13.4, 14.68 What fatigue and want of supply leave of a unit's strengths and movement."""

from __future__ import annotations

import pytest

from ardennes.games.wacht_am_rhein.rules import effects
from ardennes.games.wacht_am_rhein.rules.formations import allowance
from ardennes.games.wacht_am_rhein.rules.pieces import PARTS
from tests.wacht_am_rhein.fields import Battlefield, field

TANK, FOOT, GUN, CORPS_GUN = "US-707_28xx-T-M4", "US-1_12_4-I", "US-42_4xx-A-105", "GE-XLVII-A-150-1"
HEADQUARTERS = "US-4_VIII-H"
OUT_OF_COMMUNICATIONS, UNSUPPLIED, ISOLATED_1, ISOLATED_2 = (f"supply={state}" for state in range(1, 5))
FATIGUED, RECOVERING = "fatigue=1", "fatigue=2"


def unit(id: str, *markers: str) -> tuple[Battlefield, int]:
    """A unit with markers, and others who are to move, so that nothing goes on."""
    match = field(f"{' '.join([id, 'D2435', *markers])}, GE-1_39_26-I D2013")
    return match, match.unit(id)


def values(id: str, *markers: str) -> tuple[int, int, int]:
    """Attack, defence and movement, as they are printed on a counter."""
    match, number = unit(id, *markers)
    p = match.position
    face = p.face(number)
    attack, defence = effects.attack(p, number, face.attack), effects.defence(p, number, face.defence)
    return attack, defence, allowance(p, number) // PARTS


def fire(id: str, *markers: str) -> tuple[int, int]:
    """Barrage and Final Protective Fire of a gun."""
    match, number = unit(id, *markers)
    printed = match.data.fires[number]
    assert printed is not None
    return (
        effects.fire(match.position, number, printed.barrage, barrage=True),
        effects.fire(match.position, number, printed.fpf, barrage=False),
    )


@pytest.mark.rule("wacht_am_rhein", "14.0-b", "14.53")
@pytest.mark.parametrize("markers", [(), (OUT_OF_COMMUNICATIONS,)])
def test_nothing_is_lost_in_supply_nor_out_of_communications(markers: tuple[str, ...]) -> None:
    assert values(TANK, *markers) == (10, 8, 12)
    assert values(FOOT, *markers) == (3, 6, 6)


@pytest.mark.rule("wacht_am_rhein", "14.54-b")
def test_unsupplied() -> None:
    assert values(TANK, UNSUPPLIED) == (5, 8, 6)
    assert values(FOOT, UNSUPPLIED) == (1, 6, 6)


@pytest.mark.rule("wacht_am_rhein", "14.63")
def test_isolated_1() -> None:
    assert values(TANK, ISOLATED_1) == (5, 8, 6)
    assert values(FOOT, ISOLATED_1) == (1, 6, 6)
    assert values(CORPS_GUN, ISOLATED_1)[2] == 2, "guns of Class A are slowed as well"


@pytest.mark.rule("wacht_am_rhein", "14.64-b")
def test_isolated_2() -> None:
    assert values(TANK, ISOLATED_2) == (1, 4, 6)
    assert values(FOOT, ISOLATED_2) == (1, 3, 3)
    assert values(FOOT, ISOLATED_2, RECOVERING)[0] == 0
    assert values(FOOT, ISOLATED_2, "march")[0] == 0
    assert values(HEADQUARTERS, ISOLATED_2)[0] == 0, "who has no attack gets none"
    assert values("US-158_VIII-E", ISOLATED_2) == (1, 1, 2)


@pytest.mark.rule("wacht_am_rhein", "13.35", "13.36", "13.42")
def test_fatigued() -> None:
    assert values(FOOT, FATIGUED) == (1, 3, 3)
    assert values(TANK, FATIGUED) == (5, 4, 6)


@pytest.mark.rule("wacht_am_rhein", "13.35", "13.36", "13.43")
def test_recovering() -> None:
    assert values(FOOT, RECOVERING) == (1, 6, 3)


@pytest.mark.rule("wacht_am_rhein", "14.68")
def test_states_add_up() -> None:
    """The worked example: halved, and halved again."""
    assert values(TANK, RECOVERING, UNSUPPLIED) == (2, 8, 3)


@pytest.mark.rule("wacht_am_rhein", "14.67")
def test_fatigued_and_isolated() -> None:
    assert values(FOOT, FATIGUED, ISOLATED_1) == (0, 3, 0)
    assert values(TANK, FATIGUED, ISOLATED_1) == (2, 4, 0)
    assert values(FOOT, RECOVERING, ISOLATED_1) == (0, 6, 3), "who is Recovering moves"
    assert values(FOOT, FATIGUED, ISOLATED_2)[0] == 0


@pytest.mark.rule("wacht_am_rhein", "14.55", "14.65", "13.42-b")
def test_guns() -> None:
    assert fire(GUN) == fire(GUN, OUT_OF_COMMUNICATIONS) == (2, 2)
    assert fire(GUN, UNSUPPLIED) == fire(GUN, ISOLATED_1) == fire(GUN, FATIGUED) == (1, 1)
    assert fire(GUN, ISOLATED_2) == (0, 0)
    assert fire(GUN, RECOVERING) == (1, 2)


@pytest.mark.rule("wacht_am_rhein", "15.21-b")
def test_an_engineer_with_a_bridge_has_seven_points() -> None:
    engineer = "GE-38_2Pxx-E"
    assert values(engineer)[2] == 12
    assert values(engineer, "bridge=1")[2] == 7
    assert values(engineer, "bridge=1", UNSUPPLIED)[2] == 3
    assert values("GE-26xx-E", "bridge=1", UNSUPPLIED)[2] == 3, "of Class B whoever carries it"
