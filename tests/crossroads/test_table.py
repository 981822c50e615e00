"""1 What is on the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.packs import export
from ardennes.engine.position import NO_UNIT
from ardennes.games.crossroads.rules.field import ALLIED, GERMAN, CrossroadsData, Field
from ardennes.games.crossroads.rules.movement import Move
from ardennes.rules.overlays import marked
from tests.crossroads.fields import field
from tests.situation import Situation

BRIDGE = "0403/0503"


def labels(match: Situation, side: int) -> set[str]:
    p = match.position
    assert isinstance(p, Field)
    return {p.data.board.label(hex) for hex in marked(p.held(side))}


@pytest.mark.rule("crossroads", "1.1")
def test_box() -> None:
    data = load_game("crossroads").load_data("dawn", ())
    assert isinstance(data, CrossroadsData)
    assert len(data.board.hexes) == 42
    pieces = [piece for piece in data.counters if not piece.stand_in]
    assert len(pieces) == 8
    assert [piece.id for piece in pieces if not piece.real] == ["Sham1", "Sham2"]
    assert [len(row) for row in data.tables.results] == [len(data.tables.columns)] * 6


@pytest.mark.rule("crossroads", "1.1")
def test_box_of_an_owner_is_another_one(tmp_path: Path) -> None:
    game = load_game("crossroads")
    pack = tmp_path / "pack"
    export(game, pack)
    assert game.load_data("noon", (), pack).digest == game.load_data("noon", ()).digest
    counters = pack / "units.csv"
    counters.write_text(counters.read_text("utf-8").replace("Panzer battalion", "Tiger company"), "utf-8")
    changed = game.load_data("noon", (), pack)
    assert changed.digest != game.load_data("noon", ()).digest
    assert changed.unit_name(changed.unit("Pz")) == "Tiger company"


@pytest.mark.rule("crossroads", "1.2")
def test_set_up() -> None:
    p = Match.new("crossroads", scenario="noon").position
    assert isinstance(p, Field)
    places = {p.data.counters[unit].id: p.data.place_name(hex) for unit, hex in enumerate(p.where) if hex >= 0}
    assert places == {"Pz": "0703", "Gr1": "0701", "Gr2": "0705", "Sherman": "0203", "Rif1": "0302", "Rif2": "0304"}
    assert p.control[p.data.board.hex("0303")] == ALLIED
    dawn = Match.new("crossroads", scenario="dawn").position
    assert dawn.data.place_name(dawn.where[dawn.data.unit("Sham1")]) == "0702"


@pytest.mark.rule("crossroads", "1.3")
def test_one_unit_in_a_hex() -> None:
    match = field("Pz 0703, Gr1 0702, Gr2 0602")
    match.do("move Pz")
    assert match.why("to 0702") == ("unit-in-the-way", "3.5")
    assert match.why("to 0602") == ("unit-in-the-way", "3.5")
    match.position.put(match.unit("Gr1"), match.hex("0703"))
    assert list(match.game.invariants(match.position)) == ["0703 holds more than one unit"]


@pytest.mark.rule("crossroads", "1.4")
def test_zones_of_control() -> None:
    assert labels(field("Rif1 0202, Pz 0703"), ALLIED) == {"0201", "0203", "0102", "0103", "0302", "0303"}


@pytest.mark.rule("crossroads", "1.4")
def test_zones_need_a_bridge_across_water() -> None:
    dry = {"0402", "0404", "0303", "0304"}
    assert labels(field("Rif1 0403, Pz 0703"), ALLIED) == {*dry, "0503"}
    assert labels(field("Rif1 0403, Pz 0703", blown=[BRIDGE]), ALLIED) == dry


@pytest.mark.rule("crossroads", "1.4")
def test_decoys_have_no_zone() -> None:
    assert labels(field("Sham1? 0703, Rif1 0103", scenario="dawn"), GERMAN) == set()


@pytest.mark.rule("crossroads", "1.5")
def test_germans_start_face_down_at_dawn_only() -> None:
    dawn, noon = (Match.new("crossroads", scenario=scenario).position for scenario in ("dawn", "noon"))
    assert isinstance(dawn, Field)
    assert isinstance(noon, Field)
    hidden = {dawn.data.counters[unit].id for unit, mask in enumerate(dawn.mask) if mask != NO_UNIT}
    assert hidden == {"Pz", "Gr1", "Gr2", "Sham1", "Sham2"}
    assert set(noon.mask) == {NO_UNIT}
    seen = dawn.view(ALLIED)
    assert not [unit for unit in seen.on_map(GERMAN) if not seen.data.counters[unit].stand_in]
    assert len(seen.on_map(GERMAN)) == 5


@pytest.mark.rule("crossroads", "1.5")
def test_counter_next_to_an_enemy_is_turned_up() -> None:
    match = field("Pz? 0703, Gr1? 0701, Rif1 0602", scenario="dawn")
    match.do("move Gr1")
    assert not match.told("revealed")
    match.do("to 0702")
    assert [event.args["unit"] for event in match.told("revealed")] == [match.unit("Gr1"), match.unit("Pz")]
    p = match.position
    assert isinstance(p, Field)
    assert set(p.mask) == {NO_UNIT}


@pytest.mark.rule("crossroads", "1.5")
def test_who_imagines_a_move_under_way_imagines_who_makes_it() -> None:
    match = field("Pz? 0703, Gr1? 0701, Sham1? 0705, Rif1 0103", scenario="dawn")
    match.do("move Pz", "to 0603")
    view = match.position.view(ALLIED)
    for seed in range(5):
        truth = view.determinize(str(seed))
        move = truth.stack[-1]
        assert isinstance(move, Move)
        assert not truth.data.counters[move.unit].stand_in
        assert truth.where[move.unit] == match.hex("0603")


@pytest.mark.rule("crossroads", "1.5")
def test_who_imagines_what_is_hidden_imagines_it_whole_and_the_rest_as_it_is() -> None:
    match = field("Pz? 0703, Gr1? 0701, Sham1? 0705, Rif1 0103/1, Sherman 0202", scenario="dawn")
    truth = match.position.view(ALLIED).determinize("1")
    assert isinstance(truth, Field)
    assert (truth.steps[match.unit("Rif1")], truth.steps[match.unit("Sherman")]) == (1, 2)
    hidden = [unit for unit in truth.on_map(GERMAN) if not truth.data.counters[unit].stand_in]
    assert len(hidden) == 3
    assert all(truth.steps[unit] == truth.data.counters[unit].steps for unit in hidden)


@pytest.mark.rule("crossroads", "1.5")
def test_decoy_goes_when_it_is_turned_up() -> None:
    match = field("Sham1? 0702, Pz? 0705, Rif1 0501", "allied movement", scenario="dawn")
    match.do("move Rif1", "to 0602")
    assert match.place("Sham1") == "-"
    assert match.place("Pz") == "0705"
    assert match.prompt_code() == "choose-destination", "no zone was there after all: the unit may go on"
    assert len(match.told("revealed")) == 1


@pytest.mark.rule("crossroads", "1.6")
def test_crossroads_is_held_by_who_entered_last() -> None:
    match = field("Pz 0503, Rif1 0101, Sherman 0202")
    crossroads = match.hex("0303")
    match.do("move Pz", "to 0303")
    assert match.position.control[crossroads] == GERMAN
    assert [event.args["side"] for event in match.told("taken")] == [GERMAN]
    match.position.put(match.unit("Pz"), match.hex("0703"))
    assert match.position.control[crossroads] == GERMAN, "leaving it gives nothing away"
    other = field("Pz 0703, Sherman 0202", "allied movement", held_by="german")
    other.do("move Sherman", "to 0303")
    assert other.position.control[crossroads] == ALLIED


@pytest.mark.rule("crossroads", "1.6")
def test_decoy_holds_nothing() -> None:
    match = field("Sham1? 0403, Pz 0703, Rif1 0101", scenario="dawn")
    match.do("move Sham1", "to 0303")
    assert match.position.control[match.hex("0303")] == ALLIED
    assert match.place("Sham1") == "-"
    assert not match.told("taken")


@pytest.mark.rule("crossroads", "1.1")
def test_nobody_has_more_steps_than_the_counter_of_another_box() -> None:
    match = field("Pz 0703, Rif1 0302/1")
    p = match.position
    assert isinstance(p, Field)
    p.steps[match.unit("Pz")] = 3
    p.data.game.fit(p)
    assert (p.steps[match.unit("Pz")], p.steps[match.unit("Rif1")]) == (2, 1)
