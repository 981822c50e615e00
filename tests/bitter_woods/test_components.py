"""1.0, 2.0 What is in the box: hexes, counters and their classes, tables, and what each of them says of its source."""

from __future__ import annotations

import pytest

from ardennes.engine.datapack import open_data
from ardennes.engine.match import Match
from ardennes.games.bitter_woods.game import GAME
from ardennes.games.bitter_woods.rules.pieces import ALLIED, COLUMNS, GERMAN, Piece, ShortageRow, TrackSpace
from ardennes.players import play_on, sit_down
from ardennes.rules.odds import ResultRow
from tests.bitter_woods.fields import box, field, new_game

RECONSTRUCTED = "reconstructed"


def pieces(**values: str) -> list[Piece]:
    """The counters of these values."""
    return [piece for piece in box().counters if all(getattr(piece, name) == is_ for name, is_ in values.items())]


def ids(found: list[Piece]) -> set[str]:
    return {piece.id for piece in found}


# --- 1.0 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "1.2-a")
def test_the_basic_game_needs_no_option() -> None:
    match = new_game(options=())
    assert match.data.options == frozenset()
    p, game = match.position, match.data.game
    answers = play_on(p, [sit_down("random", game, side, "basic") for side in (GERMAN, ALLIED)])
    while p.turn == 1:
        next(answers)
    assert p.over is None


@pytest.mark.rule("bitter_woods", "1.3-a")
def test_every_option_is_chosen_on_its_own() -> None:
    known = new_game(options=()).data.game.info.options
    chapters = {int(option.rule.split(".")[0]) for option in known.values()}
    assert set(range(18, 39)) <= chapters, "each optional chapter has one at least"
    for name, option in known.items():
        assert new_game(options=(*option.needs, name)).data.options == {*option.needs, name}


# --- 2.1, GEO ----------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "2.1-a")
def test_every_hex_has_a_number_of_four_digits() -> None:
    board = box().board
    labels = [board.label(hex) for hex in board.hexes]
    assert all(len(label) == 4 and label.isdecimal() for label in labels)
    assert len(set(labels)) == len(labels)
    assert [board.hex(label) for label in labels] == [*board.hexes]


@pytest.mark.rule("bitter_woods", "GEO-a")
def test_columns_grow_to_the_west_and_rows_to_the_south() -> None:
    board = box().board
    named = {board.name(hex): board.label(hex) for hex in board.hexes}
    assert named["Vireux"] == "5223"
    west_to_east = [named[town] for town in ("Vireux", "Marche", "St. Vith")]
    assert west_to_east == sorted(west_to_east, reverse=True)
    north_to_south = [named[town][2:] for town in ("Eupen", "St. Vith", "Clervaux", "Echternach")]
    assert north_to_south == sorted(north_to_south)


@pytest.mark.rule("bitter_woods", "GEO-b")
@pytest.mark.parametrize(
    ("hex", "beside"),
    [
        ("2010", {"2009", "2011", "1910", "1911", "2110", "2111"}),
        ("1910", {"1909", "1911", "1809", "1810", "2009", "2010"}),
    ],
)
def test_even_columns_lie_half_a_hex_to_the_south(hex: str, beside: set[str]) -> None:
    board = box().board
    assert {board.label(other) for other in board.around(board.hex(hex))} == beside


# --- 2.2 to 2.6 --------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "2.2-a")
def test_a_counter_says_strength_endurance_and_allowance() -> None:
    match = field("1SS-Peiper 2010, 28-110 1424", "german move")
    full, reduced = match.data.faces[match.unit("1SS-Peiper")][2], match.data.faces[match.unit("1SS-Peiper")][1]
    assert (full.strength, full.endurance, full.moves) == (15, 6, 5)
    assert (reduced.strength, reduced.endurance, reduced.moves) == (8, 6, 5)
    assert match.allowance("1SS-Peiper") == 5
    assert all(piece.nation and piece.size and piece.kind for piece in box().counters if piece.combat_unit)


@pytest.mark.rule("bitter_woods", "2.2-b")
def test_leaders_and_artillery_say_more() -> None:
    data = box()
    for unit, piece in enumerate(data.counters):
        face = data.faces[unit][-1]
        if piece.kind == "leader":
            assert 0 not in (piece.influence, piece.range, face.moves), piece.id
            assert (face.strength, face.endurance) == (0, 0), piece.id
        elif piece.artillery:
            assert piece.range > piece.influence == 0, piece.id
        else:
            assert not piece.influence, piece.id
    assert {"Patton", "Dietrich"} < ids(pieces(kind="leader"))


@pytest.mark.rule("bitter_woods", "2.4-b", "2.4-c", "2.4-d")
def test_german_units_belong_to_an_army() -> None:
    german = [piece for piece in box().counters if piece.side == GERMAN and piece.combat_unit]
    assert {piece.army for piece in german} == {"6th-panzer", "5th-panzer", "7th", "declared"}
    assert {piece.army for piece in german if "ss" in piece.words and piece.arrives == 0} == {"6th-panzer"}
    assert {piece.division for piece in german if piece.kind == "parachute"} == {"3FJ", "5FJ"}
    assert {piece.army for piece in pieces(division="3FJ")} == {"6th-panzer"}
    assert {piece.army for piece in pieces(division="5FJ")} == {"7th"}


@pytest.mark.rule("bitter_woods", "2.5-a", "2.5-b", "2.5-c", "2.5-d")
@pytest.mark.parametrize(
    ("id", "mechanized", "artillery", "fighter"),
    [
        ("1SS-Peiper", True, False, True),
        ("1SS-1", True, False, True),
        ("14Cav", True, False, True),
        ("28-110", False, False, True),
        ("3FJ-5", False, False, True),
        ("VAK-388", False, True, False),
        ("Rkt-9", False, True, False),
        ("Patton", False, False, False),
    ],
)
def test_classes_of_units(id: str, mechanized: bool, artillery: bool, fighter: bool) -> None:
    data = box()
    piece = data.counters[data.unit(id)]
    assert (piece.mechanized, piece.artillery, piece.fighter) == (mechanized, artillery, fighter)


@pytest.mark.rule("bitter_woods", "2.5-a", "2.5-c")
def test_every_counter_is_of_one_class() -> None:
    for piece in box().counters:
        is_leader = piece.kind in ("leader", "company")
        non_mechanized = piece.fighter and not piece.mechanized
        assert [piece.mechanized, non_mechanized, piece.artillery, is_leader].count(True) == 1, piece.id
    assert {piece.kind for piece in box().counters if piece.artillery} == {
        "corps-artillery",
        "army-artillery",
        "rockets",
    }


@pytest.mark.rule("bitter_woods", "2.5-e", "2.5-f")
def test_armor_and_no_other_shows_a_vehicle() -> None:
    for piece in box().counters:
        assert bool(piece.silhouette) is (piece.kind == "armor"), piece.id
    german = {piece.silhouette for piece in pieces(nation="German", kind="armor")}
    assert german == {"tiger", "jagdtiger", "panther", "mkiv"}
    assert {piece.silhouette for piece in pieces(nation="US", kind="armor")} == {"sherman"}
    assert {piece.silhouette for piece in pieces(nation="British", kind="armor")} <= {
        *("sherman", "firefly", "cromwell", "churchill"),
    }


@pytest.mark.rule("bitter_woods", "2.5-g")
def test_combat_commands_are_armor_or_armored_infantry() -> None:
    commands = [piece for piece in box().counters if piece.nation == "US" and piece.id[-3:-1] == "CC"]
    assert len(commands) == 25
    for piece in commands:
        assert piece.kind == ("armored-infantry" if piece.id.endswith("R") else "armor"), piece.id


@pytest.mark.rule("bitter_woods", "2.6-a")
def test_endurance_is_no_strength() -> None:
    match = field("1SS-Peiper 1910, 28-110 1909", "german combat")
    match.do("attack 1909", "join 1SS-Peiper")
    assert match.tally("attack") == 15, "the strength alone makes the odds"
    assert match.tally("die") == -1, "the higher endurance rating modifies the die"


# --- DATA --------------------------------------------------------------------------------------------


@pytest.mark.rule("bitter_woods", "DATA-a", "DATA-b")
def test_the_combat_table_and_its_sources() -> None:
    assert COLUMNS == ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
    rows = open_data(GAME, None).rows("crt.csv", ResultRow)
    by_die = {row.die: row for row in rows.values()}
    assert sorted(by_die) == [*range(-1, 9)]
    for die, row in by_die.items():
        assert row.source.startswith("public" if die <= 5 else RECONSTRUCTED), die
        assert f"asterisks {RECONSTRUCTED}" in row.source, die


@pytest.mark.rule("bitter_woods", "DATA-c", "DATA-d", "DATA-e")
def test_what_is_lost_is_marked_as_rebuilt() -> None:
    contents = open_data(GAME, None)
    assert all(RECONSTRUCTED in row.source for row in contents.rows("angriff.csv", ResultRow).values())
    shortage = contents.rows("shortage.csv", ShortageRow).values()
    assert all(RECONSTRUCTED in row.source for row in shortage)
    assert {row.army for row in shortage} == {"6th-panzer", "5th-panzer"}, "7th Army is never short"
    for space in contents.rows("turns.csv", TrackSpace).values():
        air = space.source.partition("air")[2].strip(": ")
        known = {"16AM": "rulebook", "17PM": "public"}.get(space.name, RECONSTRUCTED)
        assert air.startswith(known), space.name


@pytest.mark.rule("bitter_woods", "DATA-f", "DATA-g", "2.8-b")
def test_map_counters_and_arrivals_are_data() -> None:
    data = box()
    assert len(data.entry) == 24
    for piece in data.counters:
        assert piece.source, piece.id
        if piece.only:
            continue
        assert piece.place, piece.id
        if piece.arrives:
            assert set(piece.place.split()) <= set(data.entry), piece.id
        else:
            assert data.board.has_label(piece.place), piece.id
    assert Match.new(GAME.id, scenario="campaign", seed="box").position.digest()
