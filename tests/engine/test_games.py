"""Games by name, what may be chosen together, and the ledger."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ardennes.engine.datapack import own_file
from ardennes.engine.game import GAMES, game_folders, game_info, load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.ledger import count, read_ledger, under
from ardennes.engine.match import Match
from ardennes.errors import ArdennesError
from ardennes.games.crossroads.game import Crossroads
from tests.battery.configurations import option_sets

TITLE = 'title = "Toy"\nsides = ["Red", "Blue"]\nstage = "map"\n'


def toy(tmp_path: Path, text: str = TITLE, name: str = "toy") -> Path:
    folder = tmp_path / name
    folder.mkdir(exist_ok=True)
    (folder / "game.toml").write_text(text)
    return folder


OPTIONS = """
[scenarios.short]
title = "Short"
[options.snow]
title = "Snow"
rule = "9.1"
conflicts = ["sun"]
[options.sun]
title = "Sun"
rule = "9.2"
[options.ski]
title = "Skis"
rule = "9.3"
needs = ["snow"]
"""


def test_choice_of_scenario_and_options(tmp_path: Path) -> None:
    game = Crossroads(toy(tmp_path, TITLE + OPTIONS))
    assert game.check_choice("short", ["ski", "snow"]) == ("short", {"ski", "snow"})
    assert game.first_scenario == "short"
    for options, said in (
        (["snow", "sun"], "options 'snow' and 'sun' cannot be played together (9.1)"),
        (["ski"], "option 'ski' needs option 'snow' (9.3)"),
        (["fog"], "Toy has no option 'fog'; it has snow, sun, ski"),
    ):
        with pytest.raises(ArdennesError) as raised:
            game.check_choice("short", options)
        assert str(raised.value) == said
    with pytest.raises(ArdennesError, match="Toy has no scenario 'long'; it has short"):
        game.check_choice("long", [])
    assert set(option_sets(game)) == {(), ("snow",), ("sun",), ("snow", "ski")}


def test_many_options_are_paired(tmp_path: Path) -> None:
    many = "".join(f'[options.o{number}]\ntitle = "O"\n' for number in range(8))
    game = Crossroads(toy(tmp_path, TITLE + '[scenarios.a]\ntitle = "A"\n' + many))
    sets = option_sets(game)
    assert len(sets) < 20
    for one in range(8):
        for other in range(one):
            seen = {(f"o{one}" in chosen, f"o{other}" in chosen) for chosen in sets}
            assert len(seen) == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = ", "game.toml: Invalid value"),
        ('title = "x"', "game.toml: sides is missing"),
        (TITLE + "colour = 3", "game.toml: colour is not known"),
        (TITLE.replace('["Red", "Blue"]', '["Red"]'), "game.toml: Expected `array` of length 2"),
        (TITLE + "year = 'x'", "game.toml: Expected `int`, got `str` - in field `year`"),
    ],
)
def test_broken_title_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str) -> None:
    toy(tmp_path, text)
    monkeypatch.setenv("ARDENNES_GAMES", str(tmp_path))
    with pytest.raises(ArdennesError) as raised:
        game_info("toy")
    assert said in str(raised.value)


def test_games_are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert game_folders()["crossroads"] == GAMES / "crossroads"
    with pytest.raises(ArdennesError, match="there is no game 'toy'; there are"):
        load_game("toy")
    toy(tmp_path)
    monkeypatch.setenv("ARDENNES_GAMES", str(tmp_path))
    assert game_info("toy").title == "Toy"
    with pytest.raises(ArdennesError, match="Toy cannot be played yet"):
        load_game("toy")
    with pytest.raises(ArdennesError, match="there is no game 'chess'"):
        Match.new("chess")


def test_game_from_a_folder_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = toy(tmp_path, TITLE + '[scenarios.a]\ntitle = "A"\n', "toy_of_mine")
    (folder / "game.py").write_text(
        "from pathlib import Path\nfrom ardennes.engine.game import Game\nGAME = Game(Path(__file__).parent)\n"
    )
    monkeypatch.setenv("ARDENNES_GAMES", str(tmp_path))
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert load_game("toy_of_mine").info.title == "Toy"


def test_data_pack_that_is_broken(tmp_path: Path) -> None:
    with pytest.raises(ArdennesError, match=r"units\.csv"):
        Match.new("crossroads", pack=tmp_path)
    for name in ("units.csv", "tables.toml", "map/map.json"):
        target = tmp_path / name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(own_file(load_game("crossroads"), name).read_bytes())
    assert isinstance(Match.new("crossroads", pack=tmp_path).position.data, GameData)
    counters = (tmp_path / "units.csv").read_text()
    for wrong, said in (
        (counters.replace(",0,tank,4", ",0,tank,strong"), r"units\.csv, row 2: .*strength"),
        (counters.replace(",0,tank,4", ",7,tank,4"), r"units.*Pz: side 7"),
        (counters.replace(",0,tank,4", ",0,airship,4"), r"units\.csv, row 2: .*kind"),
        (counters.replace("0703,", "0999,"), r"units\.csv, row 2: .*'0999'"),
        (counters.replace("Gr1,1st", "Pz,1st"), r"units.*id 'Pz' stands in two rows"),
    ):
        assert wrong != counters
        (tmp_path / "units.csv").write_text(wrong)
        with pytest.raises(ArdennesError, match=said):
            Match.new("crossroads", pack=tmp_path)
    (tmp_path / "units.csv").write_text(counters)
    tables = (tmp_path / "tables.toml").read_text()
    for wrong, said in (
        (tables.replace('    ["A1", "A1", "EX", "CA"],\n', ""), r"tables\.toml: .*results"),
        (tables.replace('["A1", "A1", "EX", "CA"]', '["A1", "A1", "EX"]'), r"tables\.toml: .*results"),
        (tables.replace('"3-1"]', '"many"]'), r"tables\.toml: .*'many'"),
    ):
        assert wrong != tables
        (tmp_path / "tables.toml").write_text(wrong)
        with pytest.raises(ArdennesError, match=said):
            Match.new("crossroads", pack=tmp_path)


# --- the ledger --------------------------------------------------------------------------------------

LEDGER = """id,title,statement,state,tests
10,Air,A,enforced,a.py::x
10.6,Air power,B,optional,
10.6-b,More,C,open,
10.6.1,Detail,D,not applicable,
10.61,Other,E,enforced,b.py::y c.py::z
"""


def test_ledger_is_counted(tmp_path: Path) -> None:
    (tmp_path / "ledger.csv").write_text(LEDGER)
    rules = read_ledger(tmp_path)
    found = count(rules)
    assert (found.rows, found.enforced, found.optional, found.not_applicable, found.open) == (5, 2, 1, 1, 1)
    assert found.tested == 2
    assert [rule.id for rule in under(rules, "10.6")] == ["10.6", "10.6-b", "10.6.1"]
    assert [rule.id for rule in under(rules, "10.6-b")] == ["10.6-b"]
    assert [rule.id for rule in under(rules, "11")] == []
    assert rules[2].case == "10.6"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("10.61,", "10.6,"), "id '10.6' stands in two rows"),
        ((",optional,", ",wished for,"), "row 3: Invalid enum value 'wished for' - in field `state`"),
        (("id,title", "id,tilte"), "column 'tilte' is not known"),
        (("10,Air,", "10,,"), "row 2: Object missing required field `title`"),
    ],
)
def test_broken_ledgers(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    (tmp_path / "ledger.csv").write_text(LEDGER.replace(*change))
    with pytest.raises(ArdennesError) as raised:
        read_ledger(tmp_path)
    assert "ledger.csv" in str(raised.value)
    assert said in str(raised.value)
