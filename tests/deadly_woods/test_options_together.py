"""Options that meet in one rule, two at a time: neither takes the other's place."""

from __future__ import annotations

import pytest

from tests.deadly_woods.fields import Battlefield, field
from tests.deadly_woods.test_combat import attacking
from tests.deadly_woods.test_support import TWO_SAPPERS, answering, guns, sappers

BOTH = ("engineers_add_up", "engineers_once")


def second_defence(match: Battlefield) -> set[str]:
    """The engineers that may help when the next hex is attacked in the same round."""
    while match.prompt_code() != "choose-attack":
        match.do(sorted(match.offers())[0])
    match.do("attack 3117", "join 2Pz-a")
    match.dice(1).do("go")
    return sappers(match)


@pytest.mark.rule("deadly_woods", "12.4.2-a")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Eng-VIII-1",), {"Eng-VIII-2"}),
        (("Eng-VIII-2",), {"Eng-VIII-1"}),
        (("Eng-VIII-1", "Eng-VIII-2"), set()),
    ],
)
def test_engineers_add_up_and_help_once(first: tuple[str, ...], second: set[str]) -> None:
    match = answering(TWO_SAPPERS, "3015", "26VG-a", "26VG-b", "2Pz-b", options=BOTH)
    for asset in first:
        before = match.tally("shifts")
        match.do(f"support {asset}")
        if match.prompt_code() == "answer-guns":
            assert match.tally("shifts") == before - 1, "the second adds a shift to the first"
    if match.prompt_code() == "answer-guns":
        match.do("go")
    assert second_defence(match) == second


@pytest.mark.rule("deadly_woods", "12.4.2-a", "12.9.1-d")
def test_a_single_engineer_for_the_delay_asset_which_is_then_spent() -> None:
    units = "26VG-a 3115, 26VG-b 3115, 2Pz-a 3116, Delay 3015, 28-112 3117, Eng-VIII-1 2915, Eng-VIII-2 2916"
    match = answering(units, "3015", "26VG-a", options=BOTH)
    match.do("support Eng-VIII-1")
    assert match.prompt_code() != "answer-guns", "12.9.1: they do not add up for it"
    assert second_defence(match) == {"Eng-VIII-2"}


@pytest.mark.rule("deadly_woods", "11.3.2-g", "12.4.2-a")
@pytest.mark.parametrize(
    ("options", "cover", "engineers"),
    [
        ((), -2, 1),
        (("one_cover_shift",), -1, 1),
        (("engineers_add_up",), -2, 2),
        (("one_cover_shift", "engineers_add_up"), -1, 2),
    ],
)
def test_one_shift_for_cover_and_those_of_engineers(options: tuple[str, ...], cover: int, engineers: int) -> None:
    """Clervaux is a Town in Woods."""
    units = "26VG-a 3116, 26VG-b 3116, 2Pz-a 3116, 28-110 3117, 28-112 3118, Eng-VIII-1 3017, Eng-VIII-2 3016"
    match = answering(units, "3117", "26VG-a", "26VG-b", options=options)
    assert match.tally("shifts") == cover
    match.do("support Eng-VIII-1")
    helping = 1
    if sappers(match):
        assert match.tally("shifts", "support Eng-VIII-2") == cover - 2
        helping = 2
    assert helping == engineers


@pytest.mark.rule("deadly_woods", "11.3.2-m", "16.1-a", "16.1-b")
@pytest.mark.parametrize(
    ("turn", "options", "alone", "supported"),
    [
        (1, (), 1, None),
        (1, ("plus_two",), 0, 2),
        (2, ("plus_two",), 0, 2),
        (3, ("plus_two",), 0, None),
        (1, ("plus_two", "one_cover_shift"), 0, 2),
    ],
)
def test_peiper_and_the_plus_two_asset(turn: int, options: tuple[str, ...], alone: int, supported: int | None) -> None:
    units = "1SS-Peiper 3809, 1SS-Hansen 3809, 14Cav 3710"
    units += ", Plus2 removed" if turn > 2 else ""
    match = attacking(units, "3710", "1SS-Peiper", turn=turn, options=options)
    assert match.tally("die") == alone
    if supported is None:
        assert match.why("support Plus2") == ("cannot-support", "16.1")
    else:
        match.do("support Plus2")
        assert match.tally("die") == supported, "two and no more, with Peiper or without"


@pytest.mark.rule("deadly_woods", "12.3-b", "14.9-b")
@pytest.mark.parametrize(
    ("options", "together"), [((), {"Art-VII-1", "Art-VII-2", "Art-XXX-1"}), (("one_corps_guns",), set())]
)
def test_guns_when_monty_decides_unit_by_unit(options: tuple[str, ...], together: set[str]) -> None:
    """A VII Corps unit and a British one attack together across the boundary of the British area."""
    units = "84-333 2104, 84-334 2104, 43-129 2003, 43-130 2003, 26VG-a 2103"
    match = field(units, "chit PattonMonty", turn=9, options=["monty_by_unit", *options])
    match.do("as monty", "done", "attack 2103", "join 84-333")
    assert guns(match) == {"Art-VII-1", "Art-VII-2"}
    match.do("join 43-129")
    assert guns(match) == together
