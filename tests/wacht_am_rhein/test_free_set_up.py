"""24.81 The free German set-up."""

from __future__ import annotations

from collections import deque

import pytest

from ardennes.games.wacht_am_rhein.rules.deployment import open_hexes
from ardennes.games.wacht_am_rhein.rules.free_set_up import eastern_line, hexes_behind
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, AS_PROPOSED, GERMAN
from ardennes.games.wacht_am_rhein.rules.restrictions import closed_to
from ardennes.hexes import distance
from ardennes.numbers import Hex, Unit
from tests.wacht_am_rhein.fields import GAME, Battlefield, box, field
from tests.wacht_am_rhein.test_advice import script

OPTION = ["free_set_up"]
GUN, BATTALION = "GE-212xx-A-150", "GE-1_316_212-I"


def at_the_set_up(scenario: str = "bastogne", options: list[str] = OPTION) -> Battlefield:
    match = Battlefield.new(GAME, scenario=scenario, options=options, seed="test", automatic=False)
    match = Battlefield(match.header, match.position)
    while match.prompt_code() != "choose-to-place":
        match.do("done" if "done" in match.offers() else min(match.offers()))
    return match


def line_of_hexes(match: Battlefield) -> list[Hex]:
    """A way from the northernmost row to the southernmost one behind the American line, away from the enemy."""
    p, board = match.position, match.data.board
    rows = {hex: board.grid.lane_place(hex)[0] for hex in board.hexes if hex not in match.data.closed_hexes}
    free = hexes_behind(p, ALLIED).intersection(rows).difference(p.front(GERMAN))
    start = min((hex for hex in free if rows[hex] == min(rows.values())), key=lambda hex: board.grid.centre_km(hex)[0])
    came: dict[Hex, Hex | None] = {start: None}
    queue = deque([start])
    while rows[queue[0]] != max(rows.values()):
        here = queue.popleft()
        for there in board.around(here):
            if there in free and there not in came:
                came[there] = here
                queue.append(there)
    way: list[Hex] = []
    here_on: Hex | None = queue[0]
    while here_on is not None:
        way.append(here_on)
        here_on = came[here_on]
    return way


def stand_in_line(match: Battlefield, *, but: str = "") -> tuple[list[Hex], list[Unit]]:
    """All Germans along that way, those of a division or corps beside each other; one of them may be left over."""
    p, data = match.position, match.data
    units = sorted(p.on_map(GERMAN), key=lambda unit: (data.counters[unit].corps, data.counters[unit].formation, unit))
    units = [unit for unit in units if data.counters[unit].id != but]
    way = line_of_hexes(match)
    for place, unit in enumerate(units):
        p.put(unit, way[place * len(way) // len(units)])
    p.forget_all()
    return way, units


# --- where each may stand --------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "24.81-a")
def test_anywhere_east_of_the_americans_and_their_zones() -> None:
    match = at_the_set_up()
    match.do(f"place {BATTALION}")
    p, board, goals = match.position, match.data.board, match.goals()
    east: dict[int, float] = {}
    for hex in board.hexes:
        if p.side_in(hex) == ALLIED or p.in_enemy_zone(hex, GERMAN):
            row = board.grid.lane_place(hex)[0]
            east[row] = max(board.grid.centre_km(hex)[0], east.get(row, -1e9))
    beside = {there for hex in p.hexes_of(ALLIED) for there in board.around(hex)}
    in_rows = {hex for hex in board.hexes if board.grid.lane_place(hex)[0] in east}
    right = {hex for hex in in_rows if board.grid.centre_km(hex)[0] > east[board.grid.lane_place(hex)[0]]}
    unit = match.unit(BATTALION)
    roomy = set(open_hexes(p, unit, frozenset(right - beside))) - {p.where[unit]}
    assert goals & in_rows - match.data.historical_hexes[unit] == roomy - match.data.historical_hexes[unit]
    assert not goals & beside
    assert len(goals) > 300, "not only around its hex"
    west = next(hex for hex in in_rows - right - beside if p.side_in(hex) != ALLIED)
    assert match.why(f"to {board.label(west)}") == ("cannot-start-there", "25.12")
    closed = next(hex for hex in match.data.closed_hexes if board.grid.centre_km(hex)[0] > 40)
    assert closed not in goals, "the closed row is the edge of the map"


@pytest.mark.rule("wacht_am_rhein", "24.81-a")
def test_each_on_its_own_map_sheet() -> None:
    match = at_the_set_up("campaign")
    for unit, sheet in (("GE-1_77_26-I", "D"), ("GE-1_27_12-I", "C")):
        match.do(f"place {unit}")
        labels = [match.data.board.grid.labels(hex) for hex in match.goals()]
        assert all(any(label.startswith(sheet) for label in each) for each in labels)
        match.do("done")


@pytest.mark.rule("wacht_am_rhein", "24.81-a")
def test_a_row_without_americans_is_closed_as_far_as_its_neighbours() -> None:
    match = at_the_set_up()
    line = eastern_line(match.position, ALLIED)
    grid = match.data.board.grid
    assert set(line) == {grid.lane_place(hex)[0] for hex in match.data.board.hexes}
    lone = field("US-299_VIII-E D2020, US-44_VIII-E D3020, GE-XLVII_HQ-H D1010", options=OPTION)
    found = eastern_line(lone.position, ALLIED)
    rows = [grid.lane_place(lone.hex(label))[0] for label in ("D2120", "D2520", "D2920")]
    assert found[rows[1]] == pytest.approx((found[rows[0]] + found[rows[2]]) / 2)
    assert found[min(found)] == found[grid.lane_place(lone.hex("D1920"))[0]]


# --- the whole set-up ------------------------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "24.81-a")
@pytest.mark.parametrize("scenario", ["bastogne", "kampfgruppe_peiper", "campaign"])
def test_the_historical_set_up_may_always_be_taken(scenario: str) -> None:
    match = at_the_set_up(scenario)
    assert "done" in match.offers()
    assert "as-proposed" not in match.offers()
    assert match.asked is not None
    assert match.asked.side == GERMAN


@pytest.mark.rule("wacht_am_rhein", "24.81-a")
def test_a_line_from_north_to_south_with_everybody_near_his_own() -> None:
    match = at_the_set_up()
    stand_in_line(match, but=GUN)
    board, p = match.data.board, match.position
    own = [p.where[unit] for unit in p.on_map(GERMAN) if match.data.counters[unit].formation == "212"]
    own.remove(p.where[match.unit(GUN)])

    def away(hex: Hex) -> int:
        return min(distance(board.grid, hex, each) for each in own)

    match.do(f"place {GUN}")
    goals = sorted(match.goals())
    match.do(f"to {board.label(next(hex for hex in goals if away(hex) == 2))}")
    assert "done" in match.offers()
    assert "as-proposed" not in match.offers()
    match.do(f"place {GUN}", f"to {board.label(next(hex for hex in goals if away(hex) == 3))}")
    assert match.why("done") == ("starts-far-from-its-own", "24.81")
    assert "as-proposed" in match.offers()


@pytest.mark.rule("wacht_am_rhein", "24.81-a")
def test_a_gap_in_the_line() -> None:
    match = at_the_set_up()
    way, units = stand_in_line(match)
    board, p = match.data.board, match.position
    rows = sorted({board.grid.lane_place(hex)[0] for hex in way})
    half = rows[len(rows) // 2]
    in_gap = [unit for unit in units if abs(board.grid.lane_place(p.where[unit])[0] - half) <= 2]
    north = [hex for hex in way if board.grid.lane_place(hex)[0] == half - 3]
    for unit in in_gap:
        p.put(unit, north[0])
    p.forget_all()
    match.do(f"place {BATTALION}", "done")
    assert match.why("done") == ("line-has-a-gap", "24.81")


@pytest.mark.rule("wacht_am_rhein", "24.81-a")
def test_back_to_the_proposal() -> None:
    match = at_the_set_up()
    p = match.position
    before = [int(hex) for hex in p.where]
    match.do(f"place {BATTALION}")
    far = max(match.goals(), key=lambda hex: distance(match.data.board.grid, hex, p.where[match.unit(BATTALION)]))
    match.do(f"to {match.data.board.label(far)}")
    assert "done" not in match.offers()
    assert script(p, GERMAN).choose(p) == AS_PROPOSED, "so does a computer that goes on from here"
    match.do("as-proposed")
    assert [int(hex) for hex in p.where] == before
    assert match.prompt_code() != "choose-to-place"


# --- what no longer holds them back ----------------------------------------------------------------------------------


@pytest.mark.rule("wacht_am_rhein", "24.81-b")
@pytest.mark.parametrize(
    ("scenario", "unit", "hex"),
    [("bastogne", "GE-LehrPxx-T-SGIII", "D1010"), ("kampfgruppe_peiper", "GE-1Pxx_SS-R", "C2010")],
)
def test_all_germans_are_committed_at_once(scenario: str, unit: str, hex: str) -> None:
    staff = "GE-XLVII_HQ-H D1408" if scenario == "bastogne" else "GE-ISS_HQ-H C1408"
    for options, moves in ((OPTION, True), ([], False)):
        match = field(f"{unit} {hex}, {staff}", "german commit", turn=1, scenario=scenario, options=options,
                      committed=False)  # fmt: skip
        assert bool(match.column("committed", unit)) == moves


@pytest.mark.rule("wacht_am_rhein", "24.81-b")
def test_the_fence_of_116_panzer_falls_and_the_closed_row_stays() -> None:
    peiper = "kampfgruppe_peiper"
    unit = next(piece.id for piece in box(peiper).counters if piece.formation == "116P" and piece.battalion)
    for options, fenced in ((OPTION, False), ([], True)):
        match = field(f"{unit} C3410, GE-ISS_HQ-H C1408", scenario=peiper, options=options)
        assert bool(closed_to(match.position, match.unit(unit))) == fenced
    assert box("bastogne", OPTION).closed_hexes == box("bastogne").closed_hexes != ()


@pytest.mark.rule("wacht_am_rhein", "24.81-b")
@pytest.mark.parametrize("scenario", ["bastogne", "kampfgruppe_peiper", "campaign"])
def test_the_americans_are_committed_as_before(scenario: str) -> None:
    free, usual = (
        [entry for entry in box(scenario, options).scenario_data.commitments if entry.side == ALLIED]
        for options in (OPTION, [])
    )
    assert free == usual
    assert free


@pytest.mark.rule("wacht_am_rhein", "24.81-a")
def test_not_in_the_race() -> None:
    assert "free_set_up" in box("race_for_the_meuse").game.info.scenarios["race_for_the_meuse"].barred
