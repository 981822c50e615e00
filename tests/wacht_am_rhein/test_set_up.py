"""25.12 The set-up of Bastogne: printed hexes, and a proposal for the Germans that they may change."""

from __future__ import annotations

import pytest

from ardennes.board import Board, load_map
from ardennes.engine.datapack import Contents
from ardennes.engine.game import game_folder, load_game
from ardennes.games.wacht_am_rhein.rules.deployment import road_hexes
from ardennes.games.wacht_am_rhein.rules.field import CARRIED, ENTRENCHED, IMPROVED
from ardennes.games.wacht_am_rhein.rules.pieces import Formation, Piece
from ardennes.games.wacht_am_rhein.rules.terrain import has_printed_bridge, water_of
from tests.wacht_am_rhein.fields import GAME, Battlefield, box, cost, new_game


def kinds(match: Battlefield, hex: str) -> list[str]:
    """Companies by their letters, others by their designation."""
    pieces = [match.data.counters[unit] for unit in match.position.units_in(match.hex(hex))]
    return sorted(piece.company or piece.designation for piece in pieces)


@pytest.mark.rule("wacht_am_rhein", "25.12-a", "25.12-b", "25.12-c", "25.12-d", "25.12-e")
def test_allied_units_stand_where_the_rules_say() -> None:
    match = new_game()
    expected = {
        **{hex: ["I"] for hex in ("D3707", "D3507", "D3211", "D3110")},
        **{hex: ["D", "I"] for hex in ("D3309", "D3307", "D3012")},
        "D3413": ["1/12/4", "4/4xx", "4/VIII", "42/4xx"],
        "D0520": ["3/112/28"],
        "D0319": ["1/112/28"],
        "D2916": ["19/9Axx", "D"],
        "D3015": ["R"],
        "D2716": ["60/9Axx"],
        "D0528": ["2/9Axx", "52/9Axx", "73/9Axx"],
        "D0627": ["D", "R"],
        "D0829": ["9A/VIII"],
        "D2721": ["299/VIII"],
        "D1542": ["1278/VIII", "158/VIII", "35/VIII"],
    }
    assert {hex: kinds(match, hex) for hex in expected} == expected
    positions = match.position.positions
    assert [positions[match.hex(hex)] for hex in ("D3707", "D2716")] == [IMPROVED] * 2
    assert [positions[match.hex(hex)] for hex in ("D0520", "D0319")] == [ENTRENCHED] * 2


@pytest.mark.rule("wacht_am_rhein", "25.12-f", "25.12-g", "25.12-h", "25.12-i", "25.12-j", "25.0-a")
def test_the_proposal_keeps_every_limit() -> None:
    match = new_game()
    p, data = match.position, match.data
    east, roads = data.board.area("east-of-our"), road_hexes(data.board)
    for unit in p.on_map(0):
        assert p.where[unit] in east
        assert p.where[unit] not in p.front(0), data.counters[unit].id
    for unit, hexes in data.deployable.items():
        assert p.where[unit] in hexes, data.counters[unit].id
        if data.counters[unit].gun and not data.counters[unit].formation:
            assert p.where[unit] not in roads
    assert list(match.game.invariants(p)) == []
    for id, hex in (("GE-7_Army_HQ-H", "D2013"), ("GE-XLVII_HQ-H", "D1418"), ("GE-LVIII_HQ-H", "D0716")):
        assert match.at(id, hex)
    assert all(p.battery[unit] for unit in data.guns[0] if p.where[unit] >= 0)
    assert all(p.steps[unit] == data.full_steps[unit] for unit in p.on_map(0))


@pytest.mark.rule("wacht_am_rhein", "25.12-g")
@pytest.mark.parametrize(
    ("id", "middle", "radius"),
    [
        ("GE-1_316_212-I", "D2908", 5),
        ("GE-1_13_5FJ-P", "D1819", 2),
        ("GE-1_304_2P-MOT", "D1122", 1),
        ("GE-XLVII-T-StuH-1", "D1418", 6),
    ],
)
def test_units_are_placed_within_their_radius(id: str, middle: str, radius: int) -> None:
    data = box()
    near = data.within[radius][data.board.hex(middle)] & data.board.area("east-of-our")
    assert data.deployable[data.unit(id)] == {hex for hex in near if hex in data.board} - data.board.area(
        "closed-25.16"
    )


@pytest.mark.rule("wacht_am_rhein", "25.12-f", "25.0-a")
def test_the_proposal_is_taken_with_one_answer_or_changed() -> None:
    match = new_game()
    assert match.prompt_code() == "choose-to-place"
    assert match.why("place GE-7_Army_HQ-H") == ("starts-there", "25.12")
    match.do("place GE-1_316_212-I")
    assert match.hex("D3012") not in match.goals(), "west of the river"
    front = match.position.front(0)
    assert not front & match.goals()
    goal = min(match.goals())
    label = match.data.board.label(goal)
    match.do(f"to {label}")
    assert match.position.where[match.unit("GE-1_316_212-I")] == goal
    match.do("done")
    match.skip_to("choose-move")
    assert match.position.turn == 1


@pytest.mark.rule("wacht_am_rhein", "25.12-k")
def test_four_engineers_carry_bridges() -> None:
    match = new_game()
    carriers = {
        piece.id
        for unit, piece in enumerate(match.data.counters)
        if match.position.bridge[unit] == CARRIED and match.position.where[unit] >= 0
    }
    assert carriers == {"GE-38_2Pxx-E", "GE-LehrPxx-E", "GE-116_116Pxx-E", "GE-5_5FJxx-E"}


@pytest.mark.rule("wacht_am_rhein", "25.12-l")
def test_the_26th_has_its_engineers() -> None:
    piece = next(piece for piece in box().counters if piece.formation == "26" and piece.engineer)
    assert piece.strength.split("/")[0] == "1-3-6"


@pytest.mark.rule("wacht_am_rhein", "25.0-b", "3.0-c", "3.0-b")
def test_bastogne_is_played_on_one_sheet() -> None:
    board = box().board
    assert board.find("D3950") is not None
    assert board.find("D3951") is None
    assert board.find("C2020") is None


@pytest.mark.rule("wacht_am_rhein", "25.14c-d", "2.31-b")
def test_green_divisions() -> None:
    green = {piece.formation for piece in box().counters if "standard" in piece.green}
    assert green == {"9A", "352", "560"}


@pytest.mark.rule("wacht_am_rhein", "2.3-b", "2.3-c", "2.31-c", "2.31-d")
def test_counters_are_read_as_printed() -> None:
    data = box()
    face = data.faces[data.unit("US-1_12_4-I")]
    assert [(side.attack, side.defence, side.moves) for side in face[1:]] == [(1, 3, 6), (3, 6, 6)]
    company = data.faces[data.unit("US-c25-I")]
    assert len(company) == 2
    assert company[1].parenthesised
    assert data.counters[data.unit("US-c25-I")].reverse == "US-c25-P"
    fire = data.fires[data.unit("US-42_4xx-A-105")]
    assert fire is not None
    assert (fire.barrage, fire.fpf, fire.range) == (2, 2, 7)
    assert data.faces[data.unit("US-42_4xx-A-105")][1].attack == 0


@pytest.mark.rule("wacht_am_rhein", "3.0-a")
def test_sheets_overlap_and_a_scenario_on_one_sheet_has_its_numbers() -> None:
    """C north-east, D south-east of it; rows 35 to 39 of C are rows 1 to 5 of D."""
    whole = Board(load_map(game_folder(GAME) / "map/map.json"))
    assert whole.hex("C3544") == whole.hex("D0144")
    assert whole.hex("A0101") == whole.hex("C0151")
    assert whole.hex("B0101") == whole.hex("D0151")
    assert all(whole.find(f"{sheet}0101") is not None for sheet in "ABCD")
    row, column = whole.grid.lane_place, {sheet: whole.hex(f"{sheet}2020") for sheet in "ABCD"}
    assert row(column["A"])[0] == row(column["C"])[0] < row(column["B"])[0] == row(column["D"])[0]
    assert row(column["C"])[1] < row(column["A"])[1], "columns are counted westwards"
    for scenario, letter in (("bastogne", "D"), ("kampfgruppe_peiper", "C")):
        board = box(scenario).board
        assert {board.label(hex)[0] for hex in board.hexes} == {letter}
    bastogne = box().board
    assert bastogne.label(bastogne.hex("D0144")) == "D0144"
    assert bastogne.side_label(bastogne.side(bastogne.hex("D0244"), bastogne.hex("D0344")))[0] == "D"


@pytest.mark.rule("wacht_am_rhein", "4.0-a")
def test_one_player_has_the_germans_and_the_other_all_allies() -> None:
    rows = Contents(load_game(GAME), None).rows("units.csv", Piece).values()
    nations = {side: {piece.nation for piece in rows if piece.side == side} for side in (0, 1)}
    assert nations == {0: {"German"}, 1: {"US", "British", "French", "Belgian", "Canadian"}}


@pytest.mark.rule("wacht_am_rhein", "2.4-a")
def test_every_hex_is_clear_broken_or_woods() -> None:
    whole = Board(load_map(game_folder(GAME) / "map/map.json"))
    grounds = {whole.row(hex).terrain for hex in whole.hexes}
    assert grounds == {"clear", "broken", "woods"}
    assert {whole.row(hex).place for hex in whole.hexes} == {"", "town", "village"}


@pytest.mark.rule("wacht_am_rhein", "14.21-b")
def test_divisions_on_foot_by_their_numbers() -> None:
    rows = Contents(load_game(GAME), None).rows("formations.csv", Formation).values()
    german = {row.formation: row.kind for row in rows if row.nation == "German"}
    for name, kind in german.items():
        assert (kind == "volksgrenadier") == name.isdecimal(), name
        assert (kind == "fallschirmjaeger") == name.endswith("FJ"), name
    assert german["9"] == "volksgrenadier", "though its number has one digit"


@pytest.mark.rule("wacht_am_rhein", "E-C1", "E-C2", "E-C3", "E-C5")
def test_counters_are_read_as_the_errata_say() -> None:
    pieces = Contents(load_game(GAME), None).rows("units.csv", Piece).values()
    designations = [piece.designation for piece in pieces]
    regiments = {piece.regiment for piece in pieces if piece.formation == "560" and piece.regiment}
    assert regiments == {"1128", "1129", "1130"}
    assert "1/11/9P" in designations
    assert "1/119P" not in designations
    assert "260/43xx" in designations
    assert "260/42xx" not in designations
    assert "741/2xx" in designations
    for scenario in ("bastogne", "kampfgruppe_peiper"):
        assert "741/99xx" not in {piece.designation for piece in box(scenario).counters}


@pytest.mark.rule("wacht_am_rhein", "E-M1", "E-M2", "E-M3")
def test_the_map_is_drawn_as_the_errata_say() -> None:
    whole = Board(load_map(game_folder(GAME) / "map/map.json"))

    def water(one: str, other: str) -> str:
        return water_of(whole, whole.side(whole.hex(one), whole.hex(other)))

    assert {water(*pair) for pair in (("C2433", "C2432"), ("D0336", "D0435"), ("C3544", "D0244"))} == {"ford"}
    creeks = [("C1826", "C1926"), ("C1825", "C1926"), ("C1825", "C1925"), ("C1824", "C1925"), ("C1824", "C1924")]
    assert {water(*pair) for pair in creeks} == {"creek"}
    assert water("D3105", "D3005") == "river"
    for pair in (("D3104", "D3105"), ("D3105", "D3005")):
        assert not has_printed_bridge(whole, whole.side(*map(whole.hex, pair)))
    assert cost("GE-XLVII-T-StuH-1 march", "D3105/D3005") is None, "the road stops at the river"
