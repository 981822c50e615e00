"""22.0 Challenging air interdiction: 2727 is a forest with a road from 2626 to 2826."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.engine.notation import read_option
from ardennes.engine.procedure import why_not_by
from ardennes.games.bitter_woods.rules.field import HAS_FAILED
from tests.bitter_woods.fields import Battlefield, field

ROAD = ["2727: interdicted=1"]
OPTION = ("challenge_interdiction",)


def moving(units: str, id: str, moment: str = "german move", **more: Any) -> Battlefield:
    match = field(units, moment, turn=more.pop("turn", 15), hexes=more.pop("hexes", ROAD), options=OPTION, **more)
    match.do(f"move {id}")
    return match


def challenge(die: int, units: str = "2-3 2626", id: str = "2-3", **more: Any) -> Battlefield:
    match = moving(units, id, **more)
    match.dice(die).do("challenge 2727")
    return match


@pytest.mark.rule("bitter_woods", "22.1-a")
def test_a_mechanized_unit_pays_for_the_aircraft_and_stops() -> None:
    match = moving("2-3 2626", "2-3")
    assert match.cost("2727") == 2.25
    assert match.price("2727", "2826") is None
    path = [match.hex("2727"), match.hex("2826")]
    refusal = why_not_by(match.position, read_option(match.data, "to 2826"), path)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("interdiction-in-the-way", "22.1")
    free = field("2-3 2626", turn=15, hexes=ROAD)
    free.do("move 2-3")
    assert free.price("2727", "2826") == 2.5, "without the option it goes on"


@pytest.mark.rule("bitter_woods", "22.1-a")
def test_others_pass_for_their_surcharge() -> None:
    for id, price in (("26-78", 1 + 2 / 3), ("Rkt-7", 1 + 2 / 3)):
        match = moving(f"{id} 2626", id)
        assert match.cost("2826") == pytest.approx(price)
        assert not match.objects("challenge")
        assert match.why("challenge 2727") == ("no-challenge-there", "22.2")
    allied = moving("7CCA 2626", "7CCA", "allied move")
    assert allied.cost("2826") == 0.5


@pytest.mark.rule("bitter_woods", "22.1-a")
def test_off_the_road_it_stops_as_well() -> None:
    match = moving("2-2 2728", "2-2")
    assert match.price("2727") == 4
    assert match.price("2727", "2826") is None
    assert match.objects("challenge") == {"2727"}, "by way of the road, not from here"
    assert match.tells("challenge 2727").path[-2:] in (
        (match.hex("2626"), match.hex("2727")),
        (match.hex("2826"), match.hex("2727")),
    )


@pytest.mark.rule("bitter_woods", "22.1-b", "22.2-a")
def test_the_challenger_pays_the_road_first() -> None:
    match = moving("2-3 2626", "2-3")
    about = match.tells("challenge 2727")
    assert about.cost == 3
    assert about.chances == {
        "challenge-costs-step": pytest.approx(1 / 3),
        "challenge-stopped": pytest.approx(1 / 3),
        "challenge-won": pytest.approx(1 / 3),
    }
    won = challenge(6)
    assert won.prompt().args["points"] == 12 * 4 - 3


@pytest.mark.rule("bitter_woods", "22.2-b")
@pytest.mark.parametrize("die", [1, 2])
def test_one_or_two_costs_a_step_and_the_rest_of_the_move(die: int) -> None:
    match = challenge(die, "2-3 2626, 2-2 2020")
    assert (match.place("2-3"), match.steps_of("2-3")) == ("2727", 1)
    assert match.prompt_code() == "choose-move"
    assert match.why("move 2-3") == ("has-moved", "5.2")
    weak = challenge(die, "2-3 2626/1, 2-2 2020")
    assert weak.place("2-3") == "eliminated"


@pytest.mark.rule("bitter_woods", "22.2-c")
@pytest.mark.parametrize("die", [3, 4])
def test_three_or_four_stops_it(die: int) -> None:
    match = challenge(die, "2-3 2626, 2-2 2020")
    assert (match.place("2-3"), match.steps_of("2-3")) == ("2727", 2)
    assert match.prompt_code() == "choose-move"


@pytest.mark.rule("bitter_woods", "22.2-d")
@pytest.mark.parametrize("die", [5, 6])
def test_five_or_six_lets_it_go_on(die: int) -> None:
    match = challenge(die, "2-3 2626, 2-2 2020")
    assert (match.place("2-3"), match.steps_of("2-3")) == ("2727", 2)
    assert match.cost("2826") == 0.25
    match.do("to 2826")
    assert match.place("2-3") == "2826"


@pytest.mark.rule("bitter_woods", "22.2-d")
def test_an_enemy_zone_stops_who_has_won() -> None:
    match = challenge(6, "2-3 2626, 2-2 2020, 28-110 2728")
    assert not match.destinations()


@pytest.mark.rule("bitter_woods", "22.2-d", "22.2-f")
def test_every_interdicted_forest_road_is_run_for_itself() -> None:
    """On the road 2016, 2117, 2216 and on the other 2016, 2017, 1918."""
    match = moving("2-3 2216", "2-3", hexes=["2117: interdicted=1", "2017: interdicted=1"])
    assert "2117" in match.objects("challenge")
    match.dice(5).do("challenge 2117")
    assert match.objects("challenge") == {"2017"}
    assert match.tells("challenge 2017").path == (match.hex("2016"), match.hex("2017"))


@pytest.mark.rule("bitter_woods", "22.2-e")
@pytest.mark.parametrize("moment", ["german move", "german exploit"])
def test_a_failed_challenger_too_many_is_eliminated(moment: str) -> None:
    marker = " reserve" if moment.endswith("exploit") else ""
    crowd = "26-78 2727, 26-39 2727, 26-77 2727"
    units = f"2-3 2626{marker}, {crowd}"
    match = field(units, moment, turn=15, hexes=ROAD, options=OPTION)
    for id in ("26-78", "26-39", "26-77"):
        match.position.done[match.unit(id)] = 1
    match.do("move 2-3")
    assert "2727" not in match.destinations(), "three stand there"
    match.dice(3).do("challenge 2727")
    while match.prompt_code() != "choose-sacrifice":
        match.do("done")
    assert match.offers() == {"sacrifice 2-3"}
    assert match.why("sacrifice 26-78") == ("not-overstacked", "6.1")


@pytest.mark.rule("bitter_woods", "22.2-e")
def test_who_wins_may_not_stay_in_a_full_hex() -> None:
    match = field("2-3 2626, 26-78 2727, 26-39 2727, 26-77 2727", turn=15, hexes=ROAD, options=OPTION)
    for id in ("26-78", "26-39", "26-77"):
        match.position.done[match.unit(id)] = 1
    match.do("move 2-3")
    match.dice(5).do("challenge 2727")
    assert match.why("done") == ("too-many-there", "22.2")
    assert not match.position.done[match.unit("2-3")] & HAS_FAILED


@pytest.mark.rule("bitter_woods", "22.2-f")
def test_other_interdicted_hexes_keep_their_price() -> None:
    match = moving("2-3 2727", "2-3", hexes=["2826: interdicted=1"])
    assert match.cost("2826") == 2.25
    assert not match.objects("challenge")
    (beyond,) = [hex for hex in ("2926", "2927", "2825") if match.data.board.road[match.side(f"2826/{hex}")]][:1]
    assert match.cost(beyond) == 2.5


@pytest.mark.rule("bitter_woods", "22.1-a")
def test_a_reinforcement_that_enters_under_aircraft_stops() -> None:
    match = field("2-3 2727", turn=15, hexes=ROAD, options=OPTION)
    move = match.do("move 2-3")
    assert move is not None
    match.position.stack[-1].spent = 27  # type: ignore[attr-defined]
    match.position.forget()
    assert match.price("2826") is None
