"""10.0 Activating units for movement and combat."""

from __future__ import annotations

import pytest

from ardennes.engine.acts import perform
from tests.bulge1944.fields import field, symbols


@pytest.mark.rule("bulge1944", "10.0-a")
def test_one_move_and_one_attack_a_turn() -> None:
    match = field("1SS 1508, 112Rgt 1408").dice(symbols(4), symbols(3))
    match.do("move 1SS", "done")
    assert match.why("move 1SS") == ("has-moved", "10.0")
    match.do("attack 1408", "join 1SS", "go")
    assert match.why("attack 1408") == ("have-attacked", "10.0")
    assert match.offers() == {"done"}


@pytest.mark.rule("bulge1944", "10.0-a")
def test_attack_first_and_move_afterwards() -> None:
    match = field("1SS 1508, 12SS 1407, 112Rgt 1408").dice(symbols(4), symbols(3))
    match.do("attack 1408", "join 1SS", "go", "attack 1408")
    assert match.why("join 1SS") == ("has-attacked", "10.0")
    match.do("join 12SS")
    match.dice(symbols(3), symbols(3)).do("go", "move 1SS")
    assert match.prompt_code() == "choose-destination"


@pytest.mark.rule("bulge1944", "10.0-a")
def test_commonest_refusals() -> None:
    match = field("1SS 1508, 12SS 1608 moved, 2Pz 0101 moved, 112Rgt 1408, 99Inf 0404, 9SS reinforcements")
    assert match.why("move 12SS") == match.why("move 2Pz") == ("has-moved", "10.0")
    assert match.why("move 112Rgt") == ("not-yours", "10.0")
    assert match.why("move 9SS") == ("not-on-map", "10.0")
    assert match.why("attack 1409") == ("no-enemy-there", "12.0")
    assert match.why("attack 1608") == ("no-enemy-there", "12.0")
    assert match.why("attack 0404") == ("nobody-beside", "12.0")
    for words in ("move 12SS", "move 112Rgt", "move 9SS", "attack 1409", "attack 0404"):
        refusal = match.refusal_of(words)
        assert refusal is not None
        for language in ("en", "it"):
            assert refusal.code not in match.sentence(refusal, language), "there is a sentence for it"
            assert match.sentence(refusal, language).startswith(refusal.rule)


@pytest.mark.rule("bulge1944", "10.0-b", "2.0-c")
def test_the_example_of_malmedy_and_spa() -> None:
    match = field("1SS 1508, 12SS 1608, 112Rgt 1408, 110Rgt 1207", as_shipped=True)
    match.dice(symbols(4, infantry=1), symbols(3)).do("attack Malmedy", "join 1SS", "go")
    assert match.place("112Rgt") == "eliminated"
    match.do("move 12SS")
    assert match.costs("1308") == [6 + 3 + 18], "1st SS on the road, Malmedy, and the zone before Spa"
    match.do("to 1308", "done")
    assert match.holder("Malmedy") == "german"
    match.dice(symbols(2, armor=1), symbols(3)).do("attack Spa", "join 12SS", "go")
    assert match.place("110Rgt") == "eliminated"
    assert match.why("move 12SS") == ("has-moved", "10.0")
    match.do("move 1SS", "to 1205", "done")
    assert (match.holder("Spa"), match.place("1SS")) == ("german", "1205")
    assert match.offers() == {"done"}, "both divisions are finished"
    assert match.points() == 16


@pytest.mark.rule("bulge1944", "10.0-c", "10.0-d")
def test_full_allowance_for_a_point_in_supply_only() -> None:
    match = field("Lehr 1509, 26VG 1116, 99Inf 1508, 2Inf 1610", points=2)
    assert (match.allowance("26VG"), match.allowance("Lehr")) == (24, 18)
    match.do("move 26VG", "to 1112", "done")
    assert match.points() == 1


@pytest.mark.rule("bulge1944", "10.0-c", "10.0-d")
def test_a_move_at_once_is_the_move_by_answers() -> None:
    """As scripts give it, and players who send a stack."""
    units = "Lehr 1509, 26VG 1116, 99Inf 1508, 2Inf 1610"
    at_once, by_answers = field(units, points=2), field(units, points=2)
    perform(at_once.position, at_once.game.acts[0], at_once.unit("26VG"), at_once.hex("1112"))
    by_answers.do("move 26VG", "to 1112", "done")
    assert (at_once.place("26VG"), at_once.points()) == ("1112", 1)
    assert at_once.position.digest() == by_answers.position.digest()


@pytest.mark.rule("bulge1944", "10.0-e")
def test_one_point_for_all_of_an_army_that_are_chosen() -> None:
    match = field("12VG 1609, 277VG 1610, 3FJ 1608, 99Inf 1509", points=1).dice(symbols(5), symbols(3))
    match.do("attack 1509", "join 12VG", "join 277VG", "go")
    assert match.points() == 0
    assert [match.position.attacked[match.unit(id)] for id in ("12VG", "277VG", "3FJ")] == [1, 1, 0], "3FJ stood by"


@pytest.mark.rule("bulge1944", "9.0-d", "11.0-e")
def test_nobody_breaks_down_where_the_parts_could_not_separate() -> None:
    match = field("1SS 1509, 99Inf 0404", options=["alternate_units"])
    assert "break 3" in match.offers()
    match.do("break 3")
    assert match.why("done") == ("must-clear", "9.0")
    ring = "99Inf 1608, 2Inf 1609, 1Inf 1610, 30Inf 1510, 9Inf 1409, 84Inf 1508"
    match = field(f"1SS 1509, {ring}", turn=7, options=["alternate_units"])
    assert match.why("break 3") == ("cannot-break-down", "18.5")
    match = field("1SS 1509, 99Inf 0404", points=0, options=["alternate_units"])
    assert match.offers() == {"done"}
