"""1.0 to 3.0 Components, set-up and control."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import fields

from ardennes.datafiles import read_csv
from ardennes.engine.datapack import Contents
from ardennes.engine.game import load_game
from ardennes.engine.packs import export
from ardennes.games.deadly_woods.rules.field import ASSETS, TRACK, lose_step
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN, Marker, Piece
from ardennes.games.deadly_woods.rules.stacking import illegal_stacks
from ardennes.games.deadly_woods.rules.supply import can_trace
from tests.deadly_woods.fields import box, field, new_game


@pytest.mark.rule("deadly_woods", "1.1-a")
def test_one_person_may_play_both_sides() -> None:
    match = new_game("attack")
    asked = set()
    for _ in range(400):
        if match.asked is None:
            break
        asked.add(match.asked.side)
        offers = sorted(match.offers())
        match.do("done" if "done" in offers else offers[0])
    assert asked == {GERMAN, ALLIED}


def test_calendar() -> None:
    turns = box().turns
    assert (turns[0].date, turns[-1].date, len(turns)) == ("16–17 Dec", "12–15 Jan", 12)


def test_264_counters_and_one_die() -> None:
    data = box()
    third_steps = sum(steps == 3 for steps in data.full_steps)
    markers = sum(marker.count for marker in read_csv(data.game.folder / "data/markers.csv", Marker))
    assert len(data.counters) + third_steps + markers == 264
    match = field("2Pz-a 3217, 28-110 3117", "german combat")
    match.dice(6).do("attack 3117", "join 2Pz-a", "go", "go")
    assert [event.args["die"] for event in match.told("rolled")] == [6]


@pytest.mark.rule("deadly_woods", "2.2.1-a", "2.2.1-b")
def test_entry_areas() -> None:
    data = box()
    allied = {area for area, hexes in data.entry.items() if set(hexes) <= set(data.sources[ALLIED])}
    german = {area for area, hexes in data.entry.items() if set(hexes) <= set(data.sources[GERMAN])}
    assert allied == set("ABCDEFGHIJ")
    assert german == set("KLM")
    for piece in data.counters:
        if piece.combat_unit and piece.arrives and piece.place:
            assert piece.place in (german if piece.side == GERMAN else allied)


@pytest.mark.rule("deadly_woods", "3.2-c", "3.2-d")
def test_turn_track() -> None:
    match = new_game()
    data, track = match.data, match.data.box(TRACK)
    assert len(data.turns) == 12
    waiting = [data.counters[unit] for unit, place in enumerate(match.position.where) if place == track]
    assert all(piece.arrives for piece in waiting)
    assert {piece.box for piece in waiting if piece.combat_unit and piece.place} == {"first", "second"}
    assert {piece.id for piece in waiting if not piece.combat_unit} >= {"Art-XXX-1", "Eng-VII-1", "Art-III-2"}


@pytest.mark.rule("deadly_woods", "2.3.1-a", "2.3.1-b")
def test_classes_of_units() -> None:
    data = box()
    units = [piece for piece in data.counters if piece.combat_unit]
    assert {piece.kind for piece in units} == {"infantry", "airborne", "glider", "mech", "mechcav", "armor", "delay"}
    assert all(piece.infantry != (piece.kind in ("mech", "mechcav", "armor")) for piece in units)
    assert data.counters[data.unit("Delay")].infantry
    assert data.counters[data.unit("VdH")].infantry


@pytest.mark.rule("deadly_woods", "2.3.1.1-a", "2.3.1.1-b", "2.3.1.1-d")
def test_steps() -> None:
    data = box()
    for unit, piece in enumerate(data.counters):
        if not piece.combat_unit:
            continue
        three = piece.side == GERMAN and (
            piece.kind == "mech" or (piece.kind == "armor" and piece.size == "kampfgruppe")
        )
        one = piece.id in ("VdH", "Delay")
        assert data.full_steps[unit] == (3 if three else 1 if one else 2), piece.id


@pytest.mark.rule("deadly_woods", "2.4-b")
def test_kinds_of_assets() -> None:
    data = box()
    kinds = {data.counters[asset].kind for of_side in data.assets for asset in of_side}
    assert kinds == {
        "artillery",
        "nebelwerfer",
        "engineer",
        "air-supply",
        "motorized",
        "greif",
        "delay",
        "traffic",
        "plus-two",
    }


def test_an_empty_cell_of_a_counter_is_nothing_or_zero() -> None:
    piece = Piece(id="Art", name="Art", side=GERMAN, kind="artillery")
    assert [cell.name for cell in fields(Piece) if not cell.required and getattr(piece, cell.name)] == []


@pytest.mark.rule("deadly_woods", "2.4-a", "3.2-g")
def test_assets_at_the_start() -> None:
    match = new_game()
    data = match.data
    for of_side in data.assets:
        for asset in of_side:
            piece = data.counters[asset]
            if piece.kind == "plus-two":
                assert match.place(piece.id) == "removed", "only with the option"
            elif piece.id == "Eng-V-1":
                assert match.place(piece.id) == "3406"
            else:
                assert match.place(piece.id) == (TRACK if piece.arrives else ASSETS)


@pytest.mark.rule("deadly_woods", "12.4.1-b")
def test_v_corps_engineers_start_at_elsenborn() -> None:
    match = new_game()
    assert match.data.board.name(match.hex("3406")) == "Elsenborn"
    assert match.place("Eng-V-1") == "3406"


@pytest.mark.rule("deadly_woods", "2.6-b", "3.2-e", "3.2-f")
def test_turn_and_points_at_the_start() -> None:
    match = new_game()
    assert (match.position.turn, match.position.initiative, match.position.points) == (1, GERMAN, 0)


@pytest.mark.rule("deadly_woods", "3.1-a", "3.3-a")
def test_scenarios_differ_in_length_only() -> None:
    attack, campaign = new_game("attack"), new_game("campaign")
    assert (attack.data.last_turn, campaign.data.last_turn) == (6, 12)
    assert attack.position.where == campaign.position.where
    last = field("2Pz-a 4010, 28-110 2215", "end", turn=6, scenario="attack")
    assert last.over is not None
    assert field("2Pz-a 4010, 28-110 2215", "end", turn=6).over is None


@pytest.mark.rule("deadly_woods", "3.2-a")
def test_2nd_panzer_starts_at_dasburg() -> None:
    """The rulebook's example: number 11 is hex 3317."""
    match = new_game()
    assert match.place("2Pz-a") == "3317"
    assert match.data.counters[match.unit("2Pz-a")].set_up == "11"


START = {
    **{"3603": "272VG-a 272VG-b", "3604": "326VG-a 326VG-b", "3806": "277VG-a 277VG-b", "3808": "12VG-a 12VG-b"},
    **{"3809": "1SS-Peiper 3FJ-5 3FJ-8 3FJ-9", "3811": "18VG-a", "3713": "18VG-b", "3514": "62VG-a 62VG-b"},
    **{"3415": "116Pz-a 116Pz-b", "3316": "560VG-a 560VG-b", "3317": "2Pz-a 2Pz-b", "3318": "26VG-a 26VG-b"},
    **{"3419": "5FJ-14", "3520": "5FJ-13 5FJ-15", "3521": "352VG-a 352VG-b", "3622": "276VG-a 276VG-b"},
    **{"3822": "212VG-a", "3923": "212VG-b", "3907": "12SS-a 12SS-b", "3910": "1SS-Hansen 1SS-Sandig"},
    **{"4010": "150", "3418": "PzLehr-a PzLehr-b"},
    **{"3504": "102Cav", "3505": "99-395", "3606": "2-9 2-38", "3406": "2-23", "3707": "99-393", "3708": "99-394"},
    **{"3710": "14Cav", "3712": "106-422", "3513": "106-423", "3413": "106-424", "3308": "9A-CCB", "3016": "9A-CCR"},
    **{"3315": "28-112", "3217": "28-110", "3421": "28-109", "3623": "9A-CCA"},
    **{"3823": "4-12", "3826": "4-8", "3828": "4-22"},
}
"""The set-up map, as we have rebuilt it: from the 272nd Volksgrenadiers in the north to the 4th Division."""


@pytest.mark.rule("deadly_woods", "3.2-a")
@pytest.mark.parametrize("scenario", ["attack", "campaign"])
def test_every_unit_starts_in_its_hex_at_full_strength(scenario: str) -> None:
    match = new_game(scenario)
    data, p = match.data, match.position
    on_map = [unit for side in (GERMAN, ALLIED) for unit in p.on_map(side)]
    assert {data.counters[unit].id: match.place(data.counters[unit].id) for unit in on_map} == {
        id: hex for hex, ids in START.items() for id in ids.split()
    }
    assert [p.steps[unit] for unit in on_map] == [data.full_steps[unit] for unit in on_map]


@pytest.mark.rule("deadly_woods", "3.2-a")
def test_a_set_up_number_is_one_hex() -> None:
    match = new_game()
    data = match.data
    hexes = {(data.counters[unit].set_up, match.position.where[unit]) for unit in match.position.on_map(GERMAN)}
    assert sorted(int(number) for number, _ in hexes) == list(range(1, 23))
    east = data.board.area("german-at-start")
    assert {hex for _, hex in hexes} <= east
    assert not {match.position.where[unit] for unit in match.position.on_map(ALLIED)} & east


@pytest.mark.rule("deadly_woods", "3.2-a", "8.2-a")
def test_everybody_starts_in_supply_and_in_legal_stacks() -> None:
    p = new_game().position
    units = [unit for side in (GERMAN, ALLIED) for unit in p.on_map(side)]
    assert [p.data.counters[unit].id for unit in units if not can_trace(p, unit)] == []
    assert illegal_stacks(p, GERMAN) == illegal_stacks(p, ALLIED) == []


@pytest.mark.rule("deadly_woods", "3.2-h")
def test_four_bridges_are_destroyed() -> None:
    match = new_game()
    destroyed = [side for side in range(match.data.board.sides) if match.position.destroyed[side]]
    named = ("4025/3926", "3923/3823", "3622/3623", "3419/3320")
    assert sorted(destroyed) == sorted(match.side(pair) for pair in named)


@pytest.mark.rule("deadly_woods", "3.5-a")
def test_the_allies_hold_everything_west_of_the_westwall() -> None:
    match = new_game()
    board, data = match.data.board, match.data
    for hex in (*data.places, *data.victory_hexes):
        west = hex not in board.area("german-at-start")
        assert match.position.control[hex] == (ALLIED if west else GERMAN)
    assert not data.victory_hexes & board.area("german-at-start")


@pytest.mark.rule("deadly_woods", "3.5-b")
def test_control_changes_with_whoever_passes() -> None:
    match = field("26VG-a 3116, 26VG-b 3414", "german move")
    match.do("move 26VG-a", "to 3114")
    assert match.holder("3115") == "german", "only passed through"
    assert match.position.top[match.hex("3115")] == -1


def test_eliminated_units_have_a_box() -> None:
    match = field("28-110 3015/1, 28-112 2215, 26VG-a 3115, 26VG-b 3116", "german combat")
    lose_step(match.position, match.unit("28-110"), "11.3.3")
    assert match.place("28-110") == "eliminated"
    again = field("28-110 eliminated, 28-112 2215", "replacements", turn=4)
    assert "raise 28-110" in again.offers(), "from where it may come back"


@pytest.mark.rule("deadly_woods", "2.2-a")
def test_a_river_is_a_river() -> None:
    """Minor: the Clerve. Major: the Meuse."""
    minor = field("26VG-a 3016, 28-110 3117", "german combat")
    minor.do("attack 3117", "join 26VG-a")
    assert minor.shifts()["across-river"] == -1
    major = field("26VG-a 0912, 28-110 0812", "german combat")
    major.do("attack 0812", "join 26VG-a")
    assert major.shifts()["across-river"] == -1


def test_turns_and_formations_that_the_rules_name_are_there(tmp_path: Path) -> None:
    game, folder = load_game("deadly_woods"), tmp_path / "mine"
    export(game, folder)
    named = folder / "named.toml"
    text = named.read_text("utf-8")
    for old, new in (
        ("air_supply = 5", "air_supply = 21"),
        ('"7th Army"', '"9th Army"'),
        ('"XXX Corps"', '"XL Corps"'),
    ):
        text = text.replace(old, new)
    named.write_text(text, "utf-8")
    mistakes = Contents(game, folder).mistakes
    assert {(mistake.field, mistake.says) for mistake in mistakes} == {
        ("turns.air_supply", "there is no turn 21 on the track"),
        ("armies", "there is no corps '9th Army' in units.csv"),
        ("british_corps", "there is no corps 'XL Corps' in units.csv"),
    }
    assert all(mistake.line for mistake in mistakes)
