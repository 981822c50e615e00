"""5.4 Army boundaries, until 18PM."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods.rules.advance import ways_ahead
from tests.bitter_woods.fields import Battlefield, field


def moving(units: str, id: str, turn: int, moment: str = "german move") -> Battlefield:
    match = field(units, moment, turn=turn)
    match.do(f"move {id}")
    return match


def attackers(units: str, target: str, turn: int) -> set[str]:
    """Who may join an attack on a hex; nobody where it may not be attacked."""
    match = field(units, "german combat", turn=turn)
    if target not in match.targets():
        return set()
    match.do(f"attack {target}")
    return match.objects("join")


@pytest.mark.rule("bitter_woods", "5.4-a", "5.4-g")
@pytest.mark.parametrize(("turn", "bound"), [(2, True), (6, True), (7, False), (8, False)])
def test_boundaries_bind_until_18pm(turn: int, bound: bool) -> None:
    assert (moving("12SS-25 1014", "12SS-25", turn).price("1015") is None) is bound, "6th Panzer Army"
    assert (moving("2-2 1015", "2-2", turn).price("1014") is None) is bound, "5th Panzer Army"
    assert (moving("2-2 1229", "2-2", turn).price("1230") is None) is bound, "5th Panzer Army in the south"
    assert (attackers("12SS-25 1014, 28-110 1015", "1015", turn) == set()) is bound


@pytest.mark.rule("bitter_woods", "5.4-a")
@pytest.mark.parametrize(("turn", "bound"), [(6, True), (7, False)])
def test_exploitation_and_advances_are_bound_too(turn: int, bound: bool) -> None:
    match = field("12SS-25 1014 reserve", "german exploit", turn=turn)
    match.do("move 12SS-25")
    assert (match.price("1015") is None) is bound
    fight = field("12SS-25 1014, 12-27 3702", "german move", turn=turn)
    ahead = ways_ahead(fight.position, fight.unit("12SS-25"), (fight.hex("1015"),), 1, 1)
    assert (ahead == {}) is bound


@pytest.mark.rule("bitter_woods", "5.4-a", "5.4-b")
def test_infantry_and_guns_know_no_boundary() -> None:
    assert moving("12-27 1014", "12-27", 2).price("1015") == 2
    assert moving("VAK-388 1014", "VAK-388", 2).price("1015") == 2
    assert moving("26-78 1229", "26-78", 2).price("1230") == 2
    units = "12SS-25 1014, 12-27 1014, 28-110 1015"
    assert attackers(units, "1015", 6) == {"12-27"}, "the infantry of a mixed stack alone"
    assert attackers(units, "1015", 7) == {"12-27", "12SS-25"}


@pytest.mark.rule("bitter_woods", "5.4-c", "5.4-j")
def test_sixth_panzer_army_keeps_off_the_road_and_the_south() -> None:
    match = moving("12SS-25 1014", "12SS-25", 3)
    assert match.price("0915") is None
    assert match.why("to 0915") == ("boundary-in-the-way", "5.4")
    assert match.price("1013") == 2, "its own side"
    assert attackers("12SS-25 1014, 28-110 0915", "0915", 3) == set()
    assert attackers("12SS-25 0813, 28-110 0814", "0814", 3) == set(), "nor out of the shared stretch to the south"


@pytest.mark.rule("bitter_woods", "5.4-d")
def test_fifth_panzer_army_attacks_out_of_the_road_but_stays_south() -> None:
    assert moving("2-2 1015", "2-2", 3).price("0915") == 0.25
    assert moving("2-2 1015", "2-2", 3).price("1014") is None
    assert attackers("2-2 1015, 28-110 1014", "1014", 3) == {"2-2"}
    assert attackers("2-2 0813, 28-110 0812", "0812", 3) == {"2-2"}, "the shared stretch as well"


@pytest.mark.rule("bitter_woods", "5.4-e")
@pytest.mark.parametrize("id", ["12SS-25", "2-2"])
def test_both_panzer_armies_share_a_road(id: str) -> None:
    assert moving(f"{id} 0613", id, 2).price("0714", "0813", "0914") == 0.75
    assert (moving(f"{id} 0914", id, 2).price("0915") is None) is (id == "12SS-25")


@pytest.mark.rule("bitter_woods", "5.4-f")
def test_the_road_between_fifth_and_seventh_army() -> None:
    fifth = moving("2-2 1129", "2-2", 4)
    assert fifth.price("1229") == 0.25
    assert fifth.price("1130") is None
    assert fifth.price("1228") == 0.25
    assert attackers("2-2 1129, 28-110 1130", "1130", 4) == {"2-2"}
    assert attackers("2-2 1228, 28-110 1129", "1129", 4) == {"2-2"}, "the road itself"
    assert attackers("2-2 1229, 28-110 1230", "1230", 4) == {"2-2"}


@pytest.mark.rule("bitter_woods", "5.4-f")
def test_seventh_army_stays_south() -> None:
    units = "FuhEs 1229 attached=2"
    seventh = moving(units, "FuhEs", 6)
    assert seventh.price("1230") == 2
    assert seventh.price("1329") is None
    assert moving(units, "FuhEs", 7).price("1329") == 2
    assert attackers(f"{units}, 28-110 1329", "1329", 6) == {"FuhEs"}, "out of the road"


@pytest.mark.rule("bitter_woods", "5.4-h")
def test_where_a_boundary_ends_it_binds_no_more() -> None:
    match = field("12SS-25 2416, 12SS-26 2416, 2-2 3702", "german move", turn=5)
    match.do("move 12SS-25")
    assert match.price("2417") == 0.25, "open to every army"
    match.do("to 2417")
    later = field("12SS-25 2417 unbound, 12SS-26 2416", "german move", turn=6)
    later.do("move 12SS-25")
    assert later.price("2418") == 0.25
    assert match.position.unbound[match.unit("12SS-25")]
    assert not match.position.unbound[match.unit("12SS-26")], "who stayed behind is still bound"
    assert moving("2-2 1630", "2-2", 5).price("1730") == 0.25


@pytest.mark.rule("bitter_woods", "5.4-h")
@pytest.mark.parametrize("id", ["Dietrich", "Manteuffel"])
def test_a_leader_is_free_there_as_well(id: str) -> None:
    match = field(f"{id} 2416, 12SS-26 2416, 2-2 3702", "german move", turn=5, options=["leaders"])
    match.do(f"move {id}", "to 2417")
    assert match.position.unbound[match.unit(id)]


@pytest.mark.rule("bitter_woods", "5.4-i")
def test_who_has_retreated_over_a_boundary_comes_back() -> None:
    match = field("2-2 1014, 26-78 3702", "german move", turn=4)
    assert match.why("done") == ("must-come-back", "5.4")
    match.do("move 2-2")
    assert match.why("done") == ("must-come-back", "5.4")
    own = match.data.army_areas[1]
    assert all(match.hex(hex) in own for hex in match.destinations())
    assert match.why("to 1114") == ("must-come-back", "5.4")
    assert match.price("1015") == 2
    match.do("to 1015")
    assert "done" in match.offers()


@pytest.mark.rule("bitter_woods", "5.4-i")
def test_who_cannot_come_back_comes_nearer() -> None:
    match = field("2-2 1105 supply", "german move", turn=4)
    match.do("move 2-2")
    assert match.destinations()
    assert "1104" not in match.destinations()
    assert "1106" in match.destinations()
    assert field("2-2 1105, 28-110 1106", "german combat", turn=4).targets() == {"1106"}, "it attacks as it likes"


@pytest.mark.rule("bitter_woods", "5.4-g", "5.4-i")
@pytest.mark.parametrize(("turn", "bound"), [(1, True), (6, True), (7, False)])
def test_coming_back_is_asked_until_18pm(turn: int, bound: bool) -> None:
    match = field("2-2 1014, 26-78 3702", "german move", turn=turn)
    assert ("done" not in match.offers()) is bound
    if bound:
        assert match.why("done") == ("must-come-back", "5.4")
