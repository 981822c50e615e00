"""Data packs: written, checked, compared, played with; and what is said when something is wrong with them."""

from __future__ import annotations

import csv
import io
import json
import shutil
import stat
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.datafiles import MOST_BYTES
from ardennes.engine.datapack import own_file
from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.packs import examine, export
from ardennes.engine.saves import SaveError
from ardennes.engine.scenarios import scenario_files
from ardennes.errors import ArdennesError
from tests.cli.conftest import Ardennes, fails

GAMES = ("bulge1944", "crossroads")
BY_NAME = ("worth", "words")
"""Tables whose keys are towns or languages."""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack of 1944 as it is exported."""
    folder = tmp_path / "mine"
    export(load_game("bulge1944"), folder)
    return folder


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def finds(game: str, folder: Path) -> list[str]:
    """Every mistake of a pack."""
    return [str(mistake) for mistake in examine(load_game(game), folder)[0]]


# --- export --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_export_and_validate(ardennes: Ardennes, tmp_path: Path, game: str) -> None:
    run = ardennes("data", "export", game, "new/pack")
    assert run.code == 0
    played = load_game(game)
    folder = tmp_path / "new" / "pack"
    assert {"README.md", "pack.toml", *played.data_files} <= contents(folder).keys()
    assert [path.name for path in folder.parent.iterdir()] == ["pack"], "nothing is left beside it"
    for name in played.data_files:
        assert (folder / name).read_bytes() == own_file(played, name).read_bytes()
    label = tomllib.loads((folder / "pack.toml").read_text("utf-8"))
    assert (label["game"], label["format"]) == (game, 1)
    run = ardennes("data", "validate", "new/pack")
    assert run.code == 0
    assert "a sound data pack" in run.out
    assert "Nothing in it differs" in run.out
    data = played.load_data(played.first_scenario, (), folder)
    assert data.digest == played.load_data(played.first_scenario, ()).digest


@pytest.mark.parametrize("game", GAMES)
def test_every_column_is_explained(game: str, tmp_path: Path) -> None:
    played = load_game(game)
    explained = (played.folder / "data/README.md").read_text("utf-8")

    def keys(value: Any) -> set[str]:
        if not isinstance(value, dict):
            return set()
        return set(value) | {inner for key, entry in value.items() if key not in BY_NAME for inner in keys(entry)}

    for name in (*played.data_files, *scenario_files(played.folder)):
        assert name in explained or "scenarios/" in name
        text = own_file(played, name).read_text("utf-8")
        if name.endswith(".csv"):
            words = set(next(csv.reader(io.StringIO(text))))
        else:
            words = keys(tomllib.loads(text)) if name.endswith(".toml") else {"areas", "vocabulary"}
        assert {word for word in words if f"`{word}`" not in explained} - {"areas"} == set()


def test_export_spares_what_is_there(ardennes: Ardennes, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    assert ardennes("data", "export", "crossroads", folder).code == 0, "an empty folder will do"
    change(folder / "units.csv", "Panzer battalion", "Tiger company")
    (folder / "letter.txt").write_text("kept")
    before = contents(folder)
    fails(ardennes("data", "export", "crossroads", folder), "mine", "not empty", "--force")
    assert contents(folder) == before
    assert ardennes("data", "export", "crossroads", folder, "--force").code == 0
    assert "Panzer battalion" in (folder / "units.csv").read_text("utf-8")
    assert (folder / "letter.txt").read_text() == "kept"


def test_a_game_without_rules_has_no_pack(ardennes: Ardennes, unfinished: str) -> None:
    fails(ardennes("data", "export", unfinished, "pack"), "cannot be played yet")


def test_export_that_fails_leaves_nothing(ardennes: Ardennes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    fails(ardennes("data", "export", "crossroads", "file"), "file", "not a folder")
    fails(ardennes("data", "export", "crossroads", "file/pack"), "file/pack")
    fails(ardennes("data", "export", "chess", "pack"), "'chess'")
    copy = shutil.copyfile

    def full_disk(source: Path, target: Path) -> object:
        if Path(target).name == "map.json":
            raise OSError(28, "No space left on device")
        return copy(source, target)

    monkeypatch.setattr(shutil, "copyfile", full_disk)
    fails(ardennes("data", "export", "crossroads", "pack"), "pack", "No space left")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_exported_folder_can_be_read_by_others(pack: Path) -> None:
    assert stat.S_IMODE(pack.stat().st_mode) & stat.S_IROTH


# --- validate ------------------------------------------------------------------------------------


def test_every_mistake_is_found(ardennes: Ardennes, pack: Path) -> None:
    change(pack / "units.csv", "1SS,1st SS Panzer Division,0,German,6th Panzer Army,I SS,armor", "1SS,,0,,,,zeppelin")
    change(pack / "units.csv", ",4,4,5,0,1908", ",4,4,5,0,9908")
    change(pack / "units.csv", ",2,2,3,0,1705", ",2,-2,3,0,1705")
    change(pack / "units.csv", ",0,1806", ",0,1810")
    change(pack / "turns.csv", "1,16 Dec 1944,20", "1,16 Dec 1944,NaN")
    change(pack / "dice.toml", "blank = 4", "blank = nan")
    change(pack / "dice.toml", "armor = 1", "armor = -1")
    change(pack / "scenarios/campaign.toml", "draw = 13", 'draw = "thirteen"\ndraws = 12')
    change(pack / "map/map.json", '"terrain":"clear"', '"terrain":"sea"')
    change(pack / "map/map.json", '"road":"road"', '"road":"motorway"')
    run = ardennes("data", "validate", pack)
    assert run.code == 1
    for words in (
        "units.csv, row 2: Invalid enum value 'zeppelin' - in field `kind`",
        "units.csv, row 4: Expected `int` >= 0 - in field `steps`",
        "14Cav and 326VG both start in 1810",
        "turns.csv, row 2: Expected `int`, got `str` - in field `german_points`",
        "dice.toml: Expected `int`, got `float` - in field `blank`",
        "dice.toml: Expected `int` >= 0 - in field `armor`",
        "scenarios/campaign.toml: Expected `int`, got `str` - in field `draw` (line 12)",
        "scenarios/campaign.toml: draws is not known",
        "map/map.json: hex 0101: terrain 'sea' is not in the map's vocabulary",
        "road 'motorway' is not in the map's vocabulary",
        "mistakes.",
    ):
        assert words in run.out, words
    told = json.loads(ardennes("data", "validate", pack, "--json").out)
    assert {"file": "units.csv", "row": 4, "field": "steps"}.items() <= told["mistakes"][1].items()
    assert told["digest"] == ""


BREAKS = [
    ("units.csv", "id,name,side", "id,name,colour", "units.csv: column 'colour' is not known"),
    ("units.csv", "id,name,side", "id,name,id", "units.csv: column 'id' stands twice"),
    ("units.csv", ",0,2010,", ",0,9999,", "units.csv, row 2: 1SS: place '9999' is not a hex of the map"),
    ("units.csv", ",0,2010,", ",0,Prüm,", "units.csv, row 2: 1SS: place 'Prüm' is not a hex"),
    ("units.csv", ",2,E6,", ",2,E9,", "150Bde: place 'E9' is not an entry hex of the map"),
    ("units.csv", ",2,E6,", ",2,,", "150Bde: place '' is not an entry hex of the map"),
    ("units.csv", ",2,E6,", ",11,E6,", "150Bde: there is no turn 11 on the track"),
    ("units.csv", ",2,E6,", ",,E6,", "150Bde: it has no turn of arrival"),
    (
        "units.csv",
        "division,5,6,5",
        "division,5/4/3/2/1/1/1,6,5",
        "1SS: dice '5/4/3/2/1/1/1': at most one number a step",
    ),
    ("units.csv", "division,5,6,5", "division,many,6,5", "units.csv, row 2: 1SS: dice 'many'"),
    ("units.csv", "division,5,6,5", "division,٣,6,5", "units.csv, row 2: 1SS: dice '٣'"),
    ("units.csv", "division,5,6,5", "division,5,0,5", "1SS: a unit needs at least one step"),
    ("units.csv", "division,5,6,5", "division,5,5,5", "1SS: it must break down into two parts"),
    ("units.csv", "division,5,6,5", "division,5,6,4000000000000000000000", "row 2: Expected `int`"),
    ("units.csv", ",armor,division", ",artillery,division", "1SS: kind 'artillery' belongs into support.csv"),
    ("units.csv", "disguised", "invisible", "in field `special`"),
    ("units.csv", "north 1", "up 1", "1SS: fuel_late 'up 1'"),
    ("units.csv", ",1SS,,", ",1ss,,", "part_of '1ss' is no unit"),
    ("units.csv", "12SS,12th", "1SS,12th", "units.csv, row 3: id '1SS' stands in two rows"),
    ("units.csv", "12SS,12th", "12 SS,12th", "units.csv, row 3: id '12 SS' must be one word"),
    ("units.csv", "1SS,1st SS Panzer Division,0", "1SS,1st SS Panzer Division,2", "1SS: side 2 is neither 0 nor 1"),
    ("support.csv", "leader", "infantry", "support.csv, row 5: Manteuffel: kind 'infantry' is no support"),
    ("turns.csv", "2,17 Dec", "3,17 Dec", "turns.csv: the turns must be numbered from 1"),
    ("turns.csv", "17 Dec 1944", "the second day", "turns.csv, row 3: date 'the second day' is no day as in 16 Dec"),
    ("turns.csv", "17 Dec 1944", "31 Nov 1944", "turns.csv, row 3: date '31 Nov 1944' is no day of the calendar"),
    ("turns.csv", "20,20,6,0", "20,20,6,4", "turns.csv, row 2: 4 air units, but support.csv has 3"),
    ("turns.csv", "20,20,6,0", "20,20,-6,0", "turns.csv, row 2: Expected `int` >= 0 - in field `allied_points`"),
    ("dice.toml", "blank = 4", "blank = 5", "dice.toml: the die has 7 faces instead of 6"),
    ("dice.toml", "blank = 4", "blank = ", "dice.toml: Invalid value"),
    ("named.toml", "[5, 7]", "[7, 5]", "named.toml: turns 7 to 5 are no part of the track (line 5)"),
    ("named.toml", "[8, 10]", "[8, 99]", "named.toml: turns 8 to 99 are no part of the track (line 6)"),
    ("named.toml", "weather_from = 2", "weather_from = 98", "named.toml: there is no turn 98 on the track (line 4)"),
    ("named.toml", "XXX Corps", "XL Corps", "named.toml: there is no army 'XL Corps' in units.csv (line 3)"),
    ("scenarios/spoiling_attack.toml", '"Manhay"', '"Paris"', "there is no town 'Paris' on the map (line 7)"),
    ("scenarios/plan_martin.toml", '"N2", "N3"', '"N2", "N9"', "plan_martin.toml: there is no exit 'N9' (line 7)"),
    ("scenarios/campaign.toml", "last_turn = 10", "last_turn = 12", "campaign.toml: there is no turn 12 on the turn"),
    ("scenarios/plan_martin.toml", "needed = 5", "needed = 6", "6 towns are needed, 5 are named (line 9)"),
    ("scenarios/secret_card.toml", '"plan_martin"', '"plan_b"', "there is no objective card 'plan_b'"),
    ("scenarios/secret_card.toml", 'card_is = "chosen"', "", "cards, card_is and standard go together (line 6)"),
    ("scenarios/campaign.toml", "last_turn = 10", "", "campaign.toml: last_turn is missing"),
    ("map/map.json", '"areas":["N1",', '"areas":[', "map/map.json: area 'N1' must be one hex"),
    ("map/map.json", '{"hex":"0101"', '{"hex":"7101"', "map/map.json: "),
    ("map/map.json", '"hexes": [', '"hexes": ', "map/map.json: "),
    ("pack.toml", "format = 1", "format = 2", "pack.toml: format 2 is not 1"),
    ("pack.toml", '"bulge1944"', '"chess"', "'chess'"),
    ("pack.toml", "game =", "gane =", "pack.toml"),
]


@pytest.mark.parametrize("number", range(len(BREAKS)))
def test_a_mistake_is_named(ardennes: Ardennes, pack: Path, number: int) -> None:
    file, old, new, said = BREAKS[number]
    change(pack / file, old, new)
    run = ardennes("data", "validate", pack)
    assert run.code == 1
    assert said in run.out + run.err
    fails(ardennes("play", "bulge1944", "--terminal", "--data", pack), "" if file == "pack.toml" else Path(file).name)


def test_files_that_cannot_be_read(ardennes: Ardennes, pack: Path) -> None:
    (pack / "units.csv").write_bytes(b"id,name\n\xff\xfe")
    (pack / "turns.csv").unlink()
    (pack / "turns.csv").mkdir()
    with (pack / "dice.toml").open("wb") as huge:
        huge.truncate(MOST_BYTES + 1)
    (pack / "Support.csv").write_text("id\n")
    run = ardennes("data", "validate", pack)
    assert run.code == 1
    assert "units.csv: not UTF-8 text (byte 8)" in run.out
    assert "turns.csv: cannot be read (it is not a file)" in run.out
    assert "dice.toml: larger than 16 MB" in run.out
    assert "Support.csv: no file of this game; there may be units.csv, support.csv" in run.out
    assert len(run.out.strip().splitlines()) == 5


def test_folders_that_are_no_packs(ardennes: Ardennes, pack: Path, tmp_path: Path) -> None:
    fails(ardennes("data", "validate", "nowhere"), "nowhere", "No such file")
    (tmp_path / "file").write_text("")
    fails(ardennes("data", "validate", "file"), "file", "not a folder")
    (tmp_path / "empty").mkdir()
    fails(ardennes("data", "validate", "empty"), "empty", "pack.toml", "--game")
    fails(ardennes("data", "validate", "empty", "--game", "bulge1944"), "empty", "none of units.csv")
    fails(ardennes("data", "validate", pack, "--game", "crossroads"), "mine", "for bulge1944, not for crossroads")
    fails(ardennes("play", "crossroads", "--terminal", "--data", pack), "for bulge1944, not for crossroads")
    (pack / "pack.toml").unlink()
    assert ardennes("data", "validate", pack, "--game", "bulge1944").code == 0


def test_what_differs_from_ours(ardennes: Ardennes, pack: Path) -> None:
    change(pack / "units.csv", "division,5,6,5", "division,6,6,7")
    change(pack / "units.csv", "12SS,12th SS Panzer Division", "12SS,Hitlerjugend")
    lines = (pack / "units.csv").read_text("utf-8").splitlines(keepends=True)
    (pack / "units.csv").write_text("".join(line for line in lines if not line.startswith("4Cav")), "utf-8")
    change(pack / "turns.csv", "rulebook 6.0", "printed")
    change(pack / "scenarios/campaign.toml", "draw = 13", "draw = 12")
    change(pack / "map/map.json", '{"hex":"0101","terrain":"clear"', '{"hex":"0101","terrain":"rough"')
    run = ardennes("data", "validate", pack)
    assert run.code == 0
    assert run.out.splitlines()[1:] == [
        "units.csv: 2 rows changed: 1SS dice 5 -> 6, 1SS moves 5 -> 7, "
        "12SS name 12th SS Panzer Division -> Hitlerjugend; 1 row missing: 4Cav",
        "map/map.json: 1 row changed: hex 0101 terrain clear -> rough",
        "scenarios/campaign.toml: 1 entry changed: draw 13 -> 12",
    ], "and another source is no difference"
    told = json.loads(ardennes("data", "validate", pack, "--json").out)
    assert told["mistakes"] == []
    assert told["changes"][0]["changed"][0] == {"row": "1SS", "field": "dice", "ours": "5", "theirs": "6"}
    assert told["digest"] == load_game("bulge1944").load_data("campaign", (), pack).digest


# --- playing with a pack -------------------------------------------------------------------------


def test_a_pack_with_one_file(ardennes: Ardennes, tmp_path: Path) -> None:
    game = load_game("bulge1944")
    small = tmp_path / "small"
    small.mkdir()
    shutil.copy(own_file(game, "dice.toml"), small)
    assert game.load_data("campaign", (), small).digest == game.load_data("campaign", ()).digest, "what is used is ours"
    change(small / "dice.toml", "infantry = 1", "infantry = 2")
    change(small / "dice.toml", "blank = 4", "blank = 3")
    run = ardennes("data", "validate", small, "--game", "bulge1944")
    assert (run.code, run.out.splitlines()[1:]) == (
        0,
        ["dice.toml: 2 entries changed: infantry 1 -> 2, blank 4 -> 3"],
    )
    assert game.load_data("campaign", (), small).digest != game.load_data("campaign", ()).digest


def test_a_game_saved_with_a_pack(ardennes: Ardennes, pack: Path) -> None:
    change(pack / "units.csv", "1st SS Panzer Division,", "Leibstandarte,")
    change(pack / "turns.csv", "1,16 Dec 1944,20", "1,16 Dec 1944,21")
    game = ("play", "bulge1944", "--terminal")
    run = ardennes(*game, "--data", pack, "--seed", "s", script="done\nlook 1SS\nsave mine.s\nload mine.s\nquit!\n")
    assert run.code == 0
    assert "Leibstandarte" in run.out
    assert "Leibstandarte" in ardennes("replay", "mine.s", "--data", pack).out
    assert ardennes(*game, "--data", pack, "--load", "mine.s", script="quit!\n").code == 0
    fails(ardennes("replay", "mine.s"), "mine.s", "other data", "--data")
    fails(ardennes(*game, "--load", "mine.s"), "mine.s", "other data", "--data")
    change(pack / "dice.toml", "blank = 4", "blank = 3")
    change(pack / "dice.toml", "armor = 1", "armor = 2")
    said = ardennes("replay", "mine.s", "--data", pack).out
    assert "Counters, tables or map have changed: the game goes on from turn 1" in said
    assert ardennes(*game, "--seed", "s", script="done\nsave ours.s\nquit!\n").code == 0
    fails(ardennes("replay", "ours.s", "--data", pack), "ours.s", "other data", "without a data pack")
    fails(ardennes("replay", "ours.s", "--data", "nowhere"), "nowhere")


# --- nonsense ------------------------------------------------------------------------------------

CELLS = st.one_of(
    st.sampled_from(
        ["", "0", "-1", "1", "7", "99", "1e9", "nan", "inf", "E6", "N1 N9", "2010", "1SS", "armor", "phantom"]
    ),
    st.sampled_from(["paradrop", "stand-in", "5/4", "/", "west 7", "²", "٣", " ", '"', "1" * 400]),
    st.text(max_size=5),
)


@settings(max_examples=60)
@given(st.data(), st.sampled_from(("units.csv", "support.csv", "turns.csv")))
def test_changed_cells_are_read_or_refused(data: st.DataObject, file: str) -> None:
    game = load_game("bulge1944")
    rows = list(csv.reader(io.StringIO(own_file(game, file).read_text("utf-8"), newline="")))
    for _ in range(data.draw(st.integers(1, 3))):
        row = data.draw(st.integers(0, len(rows) - 1))
        rows[row][data.draw(st.integers(0, len(rows[row]) - 1))] = data.draw(CELLS)
    with TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / file).open("w", encoding="utf-8", errors="surrogatepass", newline="") as out:
            csv.writer(out).writerows(rows)
        mistakes, _, digest = examine(game, folder)
        assert bool(mistakes) != bool(digest)
        assert all(mistake.file != "pack.toml" for mistake in mistakes), "found before anything is set up"
        try:
            match = Match.new(game, pack=folder, options=("alternate_units", "fuel", "hidden", "phantoms"))
        except ArdennesError:
            assert mistakes
        else:
            assert not mistakes
            assert list(game.invariants(match.position)) == []


@settings(max_examples=60)
@given(st.data())
def test_a_changed_map_is_read_or_refused(data: st.DataObject) -> None:
    game = load_game("crossroads")
    raw = bytearray((game.folder / "map/map.json").read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 6))] = data.draw(
            st.sampled_from([b"", b"0", b"1e999", b"null", b'"', b"[]", b"{}", b"-7", b"99", b"\xff", b"x"])
        )
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "map").mkdir()
        (folder / "map/map.json").write_bytes(raw)
        mistakes, _, _ = examine(game, folder)
        try:
            Match.new(game, pack=folder)
        except ArdennesError as error:
            assert mistakes, error  # noqa: PT017
        else:
            assert not mistakes


def test_a_save_of_another_game_is_not_opened_by_a_pack(pack: Path) -> None:
    with pytest.raises(SaveError, match="for bulge1944"):
        Match.unpacked(Match.new("crossroads").packed(), pack=pack)
