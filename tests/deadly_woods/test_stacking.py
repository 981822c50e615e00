"""6.0 Stacking."""

from __future__ import annotations

import pytest

from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.stacking import fits, illegal_stacks
from tests.deadly_woods.fields import Battlefield, field


def ended(units: str, moment: str = "german move", **more: object) -> Battlefield:
    """The movement of a round is over."""
    match = field(units, moment, **more)  # type: ignore[arg-type]
    match.do("done")
    return match


@pytest.mark.rule("deadly_woods", "6.0-a", "6.0-b")
def test_a_division_and_one_unit_more() -> None:
    """The rulebook's Allied example; in our order of battle the two divisions are of different corps (6.1)."""
    match = field("99-393 3016, 99-394 3016, 99-395 3016, 106-422 3016, 106-423 3017, Eng-V-1 3016", "allied move")
    p = match.position
    stack = p.combat_units_in(match.hex("3016"))
    assert len(stack) == 4, "engineers are no part of the stack"
    assert fits(p, stack)
    assert not fits(p, [*stack, match.unit("106-423")])


@pytest.mark.rule("deadly_woods", "6.0-b", "6.2-b", "6.2-g")
def test_too_many_units_at_the_end_of_movement() -> None:
    """The rulebook's German example is legal; one more unit is not, and the owner chooses who goes."""
    legal = ended("12VG-a 3016, 12VG-b 3016, 12SS-a 3016")
    assert legal.prompt_code() != "choose-sacrifice"
    match = ended("12VG-a 3016, 12VG-b 3016, 12SS-a 3016, 12SS-b 3016")
    assert match.prompt_code() == "choose-sacrifice"
    assert match.offers() == {f"sacrifice {id}" for id in ("12VG-a", "12VG-b", "12SS-a", "12SS-b")}
    match.do("sacrifice 12VG-a")
    assert match.place("12VG-a") == "eliminated"
    assert match.prompt_code() != "choose-sacrifice"


@pytest.mark.rule("deadly_woods", "6.2-b", "6.2-h")
def test_no_check_at_the_start_of_a_combat_round() -> None:
    crowd = "12VG-a 3016, 12VG-b 3016, 12SS-a 3016, 12SS-b 3016"
    match = field(f"{crowd}, 28-110 3015", "german combat")
    assert match.prompt_code() == "choose-attack"
    assert match.targets() == {"3015"}
    step = field(f"{crowd}, FB 2916, FG 2916, 150 2916, 2Pz-a 3116, 28-110 4010", "german combat")
    step.do("move 2Pz-a", "to 3016", "done")
    assert step.prompt_code() == "choose-sacrifice", "where armor has moved a hex"
    assert step.prompt().args["hexes"] == (step.hex("3016"),), "and nowhere else"


@pytest.mark.rule("deadly_woods", "6.0-b")
def test_units_outside_divisions_are_divisions_of_one() -> None:
    assert ended("FB 3016, FG 3016").prompt_code() != "choose-sacrifice"
    assert ended("FB 3016, FG 3016, 150 3016").prompt_code() == "choose-sacrifice"


@pytest.mark.rule("deadly_woods", "6.0-a", "6.0-b")
@pytest.mark.parametrize(
    ("ids", "legal"),
    [
        ("", True),
        ("FB", True),
        ("FB FG", True),
        ("FB FG 150", False),
        ("12VG-a 26VG-a", True),
        ("12VG-a 26VG-a 2Pz-a", False),
        ("12VG-a 12VG-b FB", True),
        ("12VG-a 12VG-b FB FG", False),
        ("12VG-a 12VG-b 26VG-a 26VG-b", False),
        ("99-393 99-394 99-395", True),
        ("99-393 99-394 99-395 2-9", True),
        ("99-393 99-394 99-395 2-9 2-23", False),
    ],
)
def test_how_many_fit_in_a_hex(ids: str, legal: bool) -> None:
    match = field("26VG-a 3115")
    assert fits(match.position, [match.unit(id) for id in ids.split()]) == legal


@pytest.mark.rule("deadly_woods", "6.1-c", "6.2-b")
@pytest.mark.parametrize("order", [("99-393", "Eng-VIII-1"), ("Eng-VIII-1", "99-393")])
def test_engineers_of_another_corps_are_found_above_and_below(order: tuple[str, str]) -> None:
    match = field("99-393 3115, 26VG-a 4010", "allied move")
    for id in order:
        match.position.put(match.unit(id), match.hex("3115"))
    assert illegal_stacks(match.position, ALLIED) == [match.hex("3115")]
    assert illegal_stacks(match.position, GERMAN) == []


@pytest.mark.rule("deadly_woods", "6.1-a")
def test_british_and_american_units_keep_apart() -> None:
    assert ended("29Armd 0807, 82-504 0807", "allied move", turn=6).prompt_code() == "choose-sacrifice"
    assert ended("29Armd 0807, 33Armd 0807", "allied move", turn=6).prompt_code() != "choose-sacrifice"


@pytest.mark.rule("deadly_woods", "6.1-b", "6.1-d")
def test_american_corps_keep_apart() -> None:
    assert ended("99-393 3016, 106-422 3016", "allied move").prompt_code() == "choose-sacrifice"
    assert ended("28-110 3016, 106-422 3016", "allied move").prompt_code() != "choose-sacrifice"
    assert ended("82-504 3016, 106-422 3016", "allied move").prompt_code() != "choose-sacrifice", (
        "airborne have no corps"
    )


@pytest.mark.rule("deadly_woods", "6.1-c")
def test_engineers_count_for_their_corps() -> None:
    match = ended("99-393 3115, Eng-VIII-1 3115", "allied move")
    assert match.offers() == {"sacrifice 99-393", "sacrifice Eng-VIII-1"}
    match.do("sacrifice Eng-VIII-1")
    assert match.place("Eng-VIII-1") == "turn-track"
    assert ended("106-422 3115, Eng-VIII-1 3115", "allied move").prompt_code() != "choose-sacrifice"


@pytest.mark.rule("deadly_woods", "6.2-h")
def test_units_pass_through_a_full_hex() -> None:
    match = field("12VG-a 3115, 12VG-b 3115, 12SS-a 3115, 26VG-a 3015", "german move")
    match.do("move 26VG-a")
    assert "3115" in match.destinations(), "even end there, until the round is over"
    assert "3116" in match.destinations()


@pytest.mark.rule("deadly_woods", "6.3-a")
def test_assets_do_not_count() -> None:
    match = ended("12VG-a 3115, 12VG-b 3115, 12SS-a 3115, Greif 3115, Traffic 3115")
    assert match.prompt_code() != "choose-sacrifice"


@pytest.mark.rule("deadly_woods", "6.3.1-a", "6.3.1-b")
def test_the_delay_asset_makes_room() -> None:
    match = field("28-110 3114, Delay 3115, 28-109 2313", "allied move")
    match.do("move 28-110", "to 3115")
    assert match.place("Delay") == "assets"
    assert match.position.used[match.unit("Delay")], "not again this turn"
    match = field("28-110 3114, Delay 3115, 28-109 2313", "allied move")
    match.do("move 28-110", "to 3214")
    assert match.place("Delay") == "3115", "who goes elsewhere leaves it alone"


@pytest.mark.rule("deadly_woods", "6.3-b")
def test_one_engineer_to_a_hex() -> None:
    match = field("106-422 3115, Eng-VIII-1 3115", "assets", turn=4)
    match.do("deploy Eng-VIII-2")
    assert "at 3115" not in match.offers()
    assert match.offers(), "other places are open"
