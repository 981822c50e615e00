"""The data against every number the rulebook states, the published counts, and the front of 16 December."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from types import SimpleNamespace

import pytest
from msgspec.structs import fields
from shapely.geometry import LineString, Point

from ardennes.engine.datapack import own_file
from ardennes.engine.match import Match
from ardennes.engine.provenance import mark_of
from ardennes.engine.scenarios import scenario_files
from ardennes.games.bulge1944.game import GAME
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.fuel import TABLES
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, Piece
from ardennes.games.bulge1944.rules.supply import is_supplied
from ardennes.geography import load_ground
from ardennes.hexes import within
from tests.bulge1944.fields import box

NEAR_THE_LINE_KM = 1.0
"""A hex is 6.65 km wide: a unit in the front line may stand in one whose centre is just beyond it."""


def piece(id: str) -> Piece:
    return box().counters[box().unit(id)]


def land(side: int) -> list[Piece]:
    """Land units without the alternate ones of 18.5."""
    return [one for one in box().counters if one.land_unit and one.side == side and not one.part_of]


def at_start(side: int) -> list[Piece]:
    return [one for one in land(side) if one.arrives == 0]


def kinds(pieces: list[Piece]) -> dict[str, int]:
    return dict(Counter(one.kind for one in pieces))


# --- counts ------------------------------------------------------------------------------------------


def test_published_counts() -> None:
    assert kinds(at_start(GERMAN)) == {"infantry": 11, "airborne": 2, "armor": 5}
    assert kinds(at_start(ALLIED)) == {"infantry": 7, "armor": 3, "mechcav": 2}
    assert (len(land(GERMAN)), len(land(ALLIED))) == (18 + 10, 12 + 21)
    assert sum(one.steps == 1 for one in at_start(ALLIED)) > len(at_start(ALLIED)) / 2, "mostly regiments of one step"
    assert kinds([one for one in box().counters if not one.land_unit]) == {
        "artillery": 5,
        "leader": 2,
        "air": 3,
        "phantom": 4,
    }


@pytest.mark.parametrize(
    ("unit", "turn", "entry"),
    [
        ("150Bde", 2, None),
        ("Heydte", 2, None),
        ("7Arm", 2, None),
        ("10Arm", 2, None),
        ("3Arm", 5, {"N1", "N2", "N3"}),
        ("Guards", 7, None),
        ("43Inf", 7, None),
        ("53Inf", 7, None),
    ],
)
def test_arrivals_the_rules_state(unit: str, turn: int, entry: set[str] | None) -> None:
    """9.0, 14.0, 18.5"""
    assert piece(unit).arrives == turn
    assert entry is None or set(piece(unit).place.split()) == entry


def test_third_armored_comes_alone() -> None:
    """9.0 The example names one reinforcement on turn 5."""
    assert [one.id for one in land(ALLIED) if one.arrives == 5] == ["3Arm"]


def test_entry_hexes_lie_on_their_own_edge() -> None:
    """9.0"""
    for one in (*land(GERMAN), *land(ALLIED)):
        if one.arrives and one.special != "paradrop":
            assert {code[0] for code in one.place.split()} <= (set("E") if one.side == GERMAN else set("NWS")), one.id


# --- strength ----------------------------------------------------------------------------------------


def test_steps_the_rules_state() -> None:
    """14.0, 18.5, 19.0"""
    assert piece("1SS").steps == 6
    assert (piece("1SS-minus").steps, piece("Peiper").steps) == (3, 3)
    for division in ("7Arm", "10Arm"):
        assert piece(division).steps == 3
        assert (piece(f"{division}-minus").steps, piece(f"{division}-CC").steps) == (2, 1)


def test_ranges_of_divisions() -> None:
    """19.0 Divisions start with two steps or more; brigades, combat teams and some airborne units with one."""

    def steps(side: int, *wanted: str) -> set[int]:
        return {one.steps for one in land(side) if one.size == "division" and one.kind in wanted}

    assert steps(ALLIED, "infantry", "airborne") == {4}
    assert steps(ALLIED, "armor") == {3, 4}
    assert steps(GERMAN, "infantry", "airborne") == {2, 3}
    german_armor = steps(GERMAN, "armor", "panzergrenadier")
    assert (min(german_armor), max(german_armor)) == (2, 6)
    single = [one for side in (GERMAN, ALLIED) for one in land(side) if one.size != "division"]
    assert {one.steps for one in single} == {1}
    assert {"150Bde", "FBB", "FGB", "Heydte", "517RCT"} <= {one.id for one in single}


def test_strengths_used_in_examples() -> None:
    """2.0, 12.0 A brigade of armor rolls two dice and has one step. 11.0, 12.0 Allied infantry: three dice at two and
    at four steps, four movement points."""
    for one in (*land(GERMAN), *land(ALLIED)):
        if one.kind == "armor" and one.size == "brigade":
            assert (one.dice, one.steps) == ("2", 1), one.id
    divisions = [one for one in land(ALLIED) if one.kind == "infantry" and one.size == "division"]
    assert len(divisions) > 10
    for one in divisions:
        assert (one.dice_with(4), one.dice_with(2), one.moves) == (3, 3, 4), one.id
    assert {one.moves for one in land(ALLIED) if one.kind in ("infantry", "airborne")} == {4}


def test_armor_without_supply_can_still_move() -> None:
    """13.0 Three points less, and one more for a hex."""
    assert all(one.moves > 3 for side in (GERMAN, ALLIED) for one in land(side) if one.armor)


def test_counters_the_rules_name() -> None:
    """9.0, 10.0, 13.0, 14.0, 18.4, 18.5"""
    named = "1SS 12SS 272VG 212VG 150Bde Heydte 2Pz 116Pz Lehr 2SS 9SS 9Pz 15PzGr 3PzGr FBB FGB"
    named += " 14Cav 2Inf 10Arm 7Arm 3Arm Guards 43Inf 53Inf 82Abn 101Abn 517RCT"
    assert set(named.split()) <= {one.id for one in box().counters}
    assert {one.id for one in box().counters if one.us_airborne} == {"82Abn", "101Abn", "517RCT"}
    assert {one.id for one in box().counters if one.nation == "British"} == {"Guards", "43Inf", "53Inf"}


def test_fuel_tables() -> None:
    """18.4"""
    early = {one.fuel_early: one.id for one in box().counters if one.fuel_early}
    assert early == {1: "2Pz", 2: "116Pz", 3: "Lehr", 4: "2SS", 5: "9SS", 6: "12SS"}
    late: dict[str, list[str]] = {}
    for one in box().counters:
        if one.fuel_late:
            late.setdefault(one.fuel_late, []).append(one.id)
    assert [late[f"{TABLES[0]} {die}"] for die in range(1, 7)] == [
        ["2Pz"], ["116Pz"], ["Lehr"], ["9Pz"], ["15PzGr"], ["FBB", "FGB"],
    ]  # fmt: skip
    assert [late[f"{TABLES[1]} {die}"] for die in range(1, 7)] == [
        ["1SS"], ["2SS"], ["9SS"], ["12SS"], ["3PzGr"], ["150Bde"],
    ]  # fmt: skip


# --- track, dice, support, objectives ----------------------------------------------------------------


def test_points_the_rules_state() -> None:
    """6.0, 9.0, 18.1"""
    track = box().turns
    assert (track[0].german_points, track[0].allied_points) == (20, 6)
    assert track[4].allied_points == 14
    assert [turn.german_points_with_weather for turn in track[7:]] == [18, 18, 18]
    assert all(turn.german_points < 18 for turn in track[7:]), "18.1 raises them to 18"
    assert all(turn.german_points == turn.german_points_with_weather for turn in track[:7])
    assert [turn.date for turn in track] == [f"{day} Dec 1944" for day in range(16, 26)]


def test_support_the_rules_state() -> None:
    """4.2, 18.2"""
    german = [one for one in box().counters if one.kind == "artillery" and one.side == GERMAN]
    assert {(one.army, one.first_turn, one.last_turn) for one in german} == {
        ("5th Panzer Army", 1, 3),
        ("6th Panzer Army", 1, 3),
        ("7th Army", 1, 3),
    }
    american = [one for one in box().counters if one.kind == "artillery" and one.side == ALLIED]
    assert {one.army for one in american} == {"1st Army", "3rd Army"}
    assert all(one.first_turn > 1 for one in american), "6.0 names none at the start"
    assert (piece("Manteuffel").army, piece("Patton").army) == ("5th Panzer Army", "3rd Army")
    assert {turn.air for turn in box().turns} <= {0, 1, 3}, "the numbers of overcast, mist and clear days"


def test_objectives_the_rules_state() -> None:
    """15.0, 16.0, 19.0"""
    goals = SimpleNamespace(**box("secret_card", ["fourth_card"]).objectives)
    assert (goals.campaign.turns, goals.campaign.german_victory, goals.campaign.draw) == (10, 14, 13)
    assert (goals.campaign.other_town, goals.campaign.lost_supply_hex) == (1, -3)
    assert goals.campaign.exits == goals.autumn_mist.exits == ("N1", "N2", "W1", "W2")
    two = ("Liège", "Namur", "Verviers", "Bastogne", "Dinant", "Huy", "Rochefort")
    assert goals.campaign.worth == dict.fromkeys(two, 2)
    assert (goals.autumn_mist.turns, goals.plan_martin.turns, goals.spoiling_attack.turns) == (7, 6, 6)
    assert set(goals.plan_martin.towns) == {"Eupen", "Monschau", "Verviers", "Bastogne", "Marche"}
    assert (goals.plan_martin.needed, goals.plan_martin.exits) == (5, ("N2", "N3"))
    assert set(goals.spoiling_attack.towns) == {"Ettelbruck", "Eupen", "Manhay"}
    assert (goals.spoiling_attack.needed, goals.spoiling_attack.exits) == (2, ())


def test_enough_points_on_the_map_to_win() -> None:
    """16.0 Fourteen must be within reach without every town of the map."""
    goal = box().scenario_data
    on_map = sum(goal.worth.get(box().board.name(hex), goal.other_town) for hex in box().towns)
    assert goal.german_victory < on_map < 3 * goal.german_victory


# --- provenance --------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["units.csv", "support.csv", "turns.csv"])
def test_every_row_says_where_it_comes_from(file: str) -> None:
    with own_file(GAME, file).open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            assert mark_of(row["source"]) in ("rulebook", "public", "reconstructed"), row


@pytest.mark.parametrize("file", ["dice.toml", "named.toml", *scenario_files(GAME.folder)])
def test_every_table_says_where_it_comes_from(file: str) -> None:
    table = tomllib.loads(own_file(GAME, file).read_text("utf-8"))
    assert mark_of(table["source"]) in ("rulebook", "public", "reconstructed")


# --- set-up ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def start() -> Field:
    p = Match.new(GAME, seed="set-up").position
    assert isinstance(p, Field)
    return p


def test_each_unit_in_a_hex_of_its_own() -> None:
    places = [one.place for side in (GERMAN, ALLIED) for one in at_start(side)]
    assert all(box().board.has_label(place) for place in places)
    assert len(set(places)) == len(places) == 30


def test_everyone_on_the_right_side_of_the_front() -> None:
    """The line of 16 December at dawn, as the ground has it; the Germans are east of it."""
    board = box().board
    front = next(front for front in load_ground().fronts.values() if (front.date, front.time) == ("1944-12-16", "dawn"))
    line = LineString([board.grid.km(lat, lon) for lon, lat in front.line])
    for side in (GERMAN, ALLIED):
        for one in at_start(side):
            east, north = board.grid.centre_km(board.hex(one.place))
            to_the_west = line.intersection(LineString([(-1000.0, north), (east, north)]))
            crossings = len(getattr(to_the_west, "geoms", [to_the_west])) if not to_the_west.is_empty else 0
            on_own_side = crossings % 2 == (side == GERMAN)
            assert on_own_side or line.distance(Point(east, north)) < NEAR_THE_LINE_KM, one.id


def test_everyone_is_supplied_at_the_start(start: Field) -> None:
    for side in (GERMAN, ALLIED):
        assert [start.data.counters[unit].id for unit in start.on_map(side) if not is_supplied(start, unit)] == []


def test_the_armies_face_each_other(start: Field) -> None:
    """Every American at the front can be attacked on the first morning; reserves stand behind."""
    apart = {
        start.data.counters[unit].id
        for unit in start.on_map(ALLIED)
        if not start.in_enemy_zone(start.where[unit], ALLIED)
    }
    assert apart == {"9CCB", "9CCR"}
    behind = {
        start.data.counters[unit].id
        for unit in start.on_map(GERMAN)
        if not start.in_enemy_zone(start.where[unit], GERMAN)
    }
    assert behind <= {"1SS", "12SS", "116Pz", "Lehr", "26VG"}


def test_german_sectors_run_from_north_to_south() -> None:
    """6th Panzer, 5th Panzer and 7th Army side by side, in or just behind the Siegfried Line."""
    board = box().board
    wall = within(board.neighbours, board.area("siegfried-line"), 2)
    rows: dict[str, list[int]] = {}
    for one in at_start(GERMAN):
        assert board.hex(one.place) in wall, one.id
        rows.setdefault(one.army, []).append(int(one.place[2:]))
    assert max(rows["6th Panzer Army"]) < min(rows["5th Panzer Army"])
    assert max(rows["5th Panzer Army"]) < min(rows["7th Army"])


def test_an_empty_cell_of_a_counter_is_nothing_or_zero() -> None:
    piece = Piece(id="Guns", name="Guns", side=GERMAN, kind="artillery")
    assert [cell.name for cell in fields(Piece) if not cell.required and getattr(piece, cell.name)] == ["dice"]
    assert piece.dice_with(0) == 0
