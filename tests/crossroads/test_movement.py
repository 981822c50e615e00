"""3 Movement. Costs are in half points."""

from __future__ import annotations

import pytest

from ardennes.engine.acts import perform
from ardennes.engine.notation import read_option
from ardennes.games.crossroads.rules.field import Field
from tests.crossroads.fields import field


@pytest.mark.rule("crossroads", "3.1")
def test_prices() -> None:
    match = field("Pz 0703, Gr1 0701, Rif1 0101")
    match.do("move Pz")
    costs = {"to 0603": 1, "to 0503": 2, "to 0403": 3, "to 0303": 4, "to 0704": 2, "to 0602": 2, "to 0601": 6}
    assert {words: match.tells(words).cost for words in costs} == costs
    match.do("done", "move Gr1")
    assert match.tells("to 0601").cost == 4
    assert match.tells("to 0502").cost == 6
    assert match.tells("to 0501").cost == 6


@pytest.mark.rule("crossroads", "3.1")
def test_nobody_spends_more_than_the_allowance() -> None:
    match = field("Gr1 0701, Rif1 0101")
    match.do("move Gr1")
    assert "to 0704" in match.offers()
    assert match.why("to 0705") == ("too-far", "3.1")
    refusal = match.refusal_of("to 0705")
    assert refusal is not None
    assert (refusal.args["needs"], refusal.args["has"]) == (8, 6)
    match.do("to 0703")
    assert match.why("to 0705") == ("too-far", "3.1"), "what is spent stays spent"
    assert match.offers() == {"to 0702", "to 0704", "to 0602", "to 0603", "to 0503", "done"}


@pytest.mark.rule("crossroads", "3.1-mud")
def test_mud() -> None:
    match = field("Pz 0703, Gr1 0701, Rif1 0101", options=["muddy"])
    match.do("move Pz")
    costs = {"to 0603": 1, "to 0503": 2, "to 0704": 4, "to 0602": 4}
    assert {words: match.tells(words).cost for words in costs} == costs
    match.do("done", "move Gr1")
    assert match.tells("to 0601").cost == 4, "woods cost what they always do"


@pytest.mark.rule("crossroads", "3.2")
def test_leaving_the_road_rounds_up() -> None:
    match = field("Sherman 0203, Pz 0706", "allied movement")
    match.do("move Sherman")
    assert match.tells("to 0503").cost == 3
    assert match.tells("to 0502").cost == 6, "1½ on the road count as 2 before the step off it"
    match.do("to 0503")
    assert match.tells("to 0502").cost == 3, "a move in two parts costs what it costs in one"
    assert match.tells("to 0603").cost == 1


@pytest.mark.rule("crossroads", "3.3")
def test_enemy_zone_ends_the_move() -> None:
    match = field("Pz 0703, Rif1 0503")
    match.do("move Pz", "to 0603")
    assert match.place("Pz") == "0603"
    assert match.prompt_code() == "choose-unit"


@pytest.mark.rule("crossroads", "3.3")
def test_no_way_through_zones() -> None:
    match = field("Pz 0703, Rif1 0304, Rif2 0306")
    match.do("move Pz")
    assert "to 0403" in match.offers()
    assert match.why("to 0302") == ("zone-in-the-way", "3.3")


@pytest.mark.rule("crossroads", "3.3")
def test_unit_in_a_zone_may_leave_it() -> None:
    match = field("Pz 0603, Rif1 0503")
    match.do("move Pz")
    assert "to 0703" in match.offers()


@pytest.mark.rule("crossroads", "3.4")
@pytest.mark.parametrize(("die", "place"), [(1, "0501"), (2, "0501"), (3, "0401"), (6, "0401")])
def test_ford(die: int, place: str) -> None:
    match = field("Gr1 0501, Rif1 0101").dice(die)
    match.do("move Gr1")
    assert match.tells("to 0401").cost == 4
    match.do("to 0401")
    assert match.place("Gr1") == place
    assert match.prompt_code() == "choose-unit", "either way the move is over"
    (event,) = match.told("forded" if place == "0401" else "not-forded")
    assert event.args["die"] == die


@pytest.mark.rule("crossroads", "3.4")
def test_reach_promises_nothing_beyond_a_ford() -> None:
    match = field("Pz 0501, Rif1 0106")
    match.do("move Pz")
    assert match.tells("to 0401").cost == 4
    assert match.why("to 0301") == ("too-far", "3.1")


@pytest.mark.rule("crossroads", "3.4")
def test_blown_bridge_is_waded() -> None:
    match = field("Pz 0503, Rif1 0101", blown=["0403/0503"]).dice(3)
    match.do("move Pz")
    assert match.tells("to 0403").cost == 4
    match.do("to 0403")
    assert match.place("Pz") == "0403"
    assert len(match.told("forded")) == 1
    assert match.prompt_code() == "choose-unit"


@pytest.mark.rule("crossroads", "3.2", "3.4")
@pytest.mark.parametrize("hex", ["0402", "0403"])
def test_wading_from_the_road_rounds_up(hex: str) -> None:
    """Half a point by road to 0503 counts as one before the water, at a ford as beside the blown bridge."""
    match = field("Pz 0603, Rif1 0101", blown=["0403/0503"])
    match.do("move Pz")
    assert match.tells("to 0503").cost == 1
    assert match.tells(f"to {hex}").cost == 2 + 4


@pytest.mark.rule("crossroads", "3.4")
def test_standing_bridge_needs_no_die() -> None:
    match = field("Pz 0503, Rif1 0101").dice()
    match.do("move Pz", "to 0403")
    assert match.place("Pz") == "0403"
    assert match.prompt_code() == "choose-destination"


@pytest.mark.rule("crossroads", "3.5")
def test_no_way_through_other_units() -> None:
    match = field("Pz 0703, Gr1 0503, Gr2 0506, Rif1 0101")
    match.do("move Pz")
    assert match.why("to 0503") == ("unit-in-the-way", "3.5")
    assert match.why("to 0303") == ("unit-in-the-way", "3.5"), "both bridges are behind other units"


@pytest.mark.rule("crossroads", "3.6")
def test_unit_that_owes_a_counterattack_does_not_move() -> None:
    match = field("Pz 0703, Gr1 0701, Rif1 0602", owing=["Pz"])
    assert match.offers() == {"move Gr1", "done"}
    assert match.why("move Pz") == ("pinned", "3.6")


@pytest.mark.rule("crossroads", "2.2", "3.1")
def test_path_that_was_shown_is_walked() -> None:
    match = field("Pz 0703, Rif1 0101")
    match.do("move Pz")
    shown = match.tells("to 0303").path
    events = match.do("to 0303")
    assert [event.args["hex"] for event in events if event.code == "moved"] == list(shown)
    assert isinstance(match.position, Field)
    assert match.position.moved[match.unit("Pz")] == 1


@pytest.mark.rule("crossroads", "3.1")
def test_a_path_by_way_of_other_hexes_has_its_own_price() -> None:
    match = field("Pz 0703, Rif1 0101")
    match.do("move Pz")
    by_way = match.about(read_option(match.position.data, "to 0603"), [match.hex("0704")])
    assert by_way.path[0] == match.hex("0704")
    assert by_way.cost is not None
    assert by_way.cost > 1, "farther than by road"
    assert match.tells("done").cost == 0, "who stays pays nothing"
    match.do("to 0603")
    onward = match.about(read_option(match.position.data, "to 0403"), [match.hex("0503")])
    assert onward.cost == 2, "what is spent already is not counted again"


@pytest.mark.rule("crossroads", "3.1")
def test_the_corner_of_the_map_is_a_hex_like_any_other() -> None:
    match = field("Rif1 0201, Pz 0703", "allied movement")
    match.do("move Rif1")
    assert "to 0101" in match.offers()


@pytest.mark.rule("crossroads", "2.2", "3.1")
def test_a_whole_move_at_once_is_over_unless_something_comes_to_light() -> None:
    """Scripts move so; a person who comes upon a counter lying face down is asked how he goes on."""
    alone = field("Pz 0703, Gr1 0701, Rif1 0101")
    (march,) = alone.game.acts
    perform(alone.position, march, alone.unit("Pz"), alone.hex("0603"))
    assert alone.place("Pz") == "0603"
    assert alone.movers() == {"Gr1"}

    surprised = field("Rif1 0101, Sham1? 0303, Gr1? 0706", "allied movement", scenario="dawn")
    perform(surprised.position, march, surprised.unit("Rif1"), surprised.hex("0302"))
    assert surprised.place("Rif1") == "0302"
    assert not surprised.position.where[surprised.unit("Sham1")] >= 0
    assert "done" in surprised.offers()
    assert not surprised.movers()
