"""``ardennes map`` and ``ardennes geography`` on the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import pytest
import typer
from typer.testing import CliRunner

import ardennes.games
import ardennes.geography
from ardennes.cli import maps
from ardennes.errors import ArdennesError
from tests.geography.a_small_map import small_map

app = typer.Typer()
maps.add_to(app)


@pytest.fixture(autouse=True)
def _small_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The only game is the small map, so that no test waits for a large one."""
    folder = tmp_path / "games" / "small" / "map"
    folder.mkdir(parents=True)
    (folder / "map.json").write_bytes(msgspec.json.encode(small_map()))
    monkeypatch.setattr(ardennes.games, "__file__", str(tmp_path / "games" / "__init__.py"))


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.stdout


def refused(*arguments: str) -> str:
    with pytest.raises(ArdennesError) as caught:
        run(*arguments)
    return str(caught.value)


def test_summary() -> None:
    assert "Small map: 25 hexes of 4.0 km, flat to the north" in run("map", "small")
    facts = json.loads(run("map", "small", "--json"))
    assert facts["hexes"] == 25
    assert sum(facts["terrain"].values()) == 25
    assert facts["areas"]["entry-A"] == 1
    assert facts["bridges"] == {"bridge": 1, "blown": 1, "ford": 1}


def test_a_hex_in_full() -> None:
    facts = json.loads(run("map", "small", "--hex", "0303", "--json"))
    assert (facts["hex"], facts["name"], facts["place"]) == ("0303", "Bastogne", "city")
    assert facts["terrain"] == "clear"
    assert facts["areas"] == ["victory-towns", "5th-panzer-army"]
    assert facts["latitude"] == pytest.approx(50.1 + (10 - 12) / 111.23, abs=0.001)
    assert facts["source"] == {"terrain": "made up terrain", "place": "made up place", "area": "made up area"}
    sides = {side["direction"]: side for side in facts["sides"]}
    assert list(sides) == ["N", "NE", "SE", "S", "SW", "NW"]
    assert sides["S"]["neighbour"] == "0304"
    assert (sides["S"]["river"], sides["S"]["bridge"], sides["S"]["name"]) == ("major", "bridge", "Meuse")
    assert sides["S"]["source"] == {"river": "made up river", "bridge": "made up bridge", "road": "made up road"}
    assert sides["N"]["road"] == "primary"


def test_own_sources_come_before_those_of_the_layer() -> None:
    assert json.loads(run("map", "small", "--hex", "0202", "--json"))["source"]["place"] == "rulebook 1.1"
    facts = json.loads(run("map", "small", "--hex", "0301", "--json"))
    assert {side["source"].get("road") for side in facts["sides"]} == {None, "rulebook 2.2"}
    assert [side["neighbour"] for side in facts["sides"] if side["direction"] == "N"] == [""]


def test_a_hex_by_name_for_people() -> None:
    shown = run("map", "small", "--hex", "bastogne")
    assert "0303 Bastogne, city: clear" in shown
    assert "Meuse" in shown
    assert "source of river S: made up river" in shown


def test_drawing(tmp_path: Path) -> None:
    run("map", "small", "--png", str(tmp_path / "small.png"), "--svg", str(tmp_path / "small.svg"), "--scale", "40")
    assert (tmp_path / "small.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "small.svg").read_text(encoding="utf-8")


def test_drawing_a_part(tmp_path: Path) -> None:
    run("map", "small", "--svg", str(tmp_path / "part.svg"), "--hexes", "0202-0303")
    drawn = (tmp_path / "part.svg").read_text(encoding="utf-8")
    assert ">0202</text>" in drawn
    assert ">0505</text>" not in drawn


def test_refusals(tmp_path: Path) -> None:
    target = tmp_path / "new.png"
    assert refused("map", "chess") == "there is no map of 'chess'; there are: small"
    assert "no hex '0909'" in refused("map", "small", "--hex", "0909")
    assert "no hex '0909'" in refused("map", "small", "--png", str(target), "--hexes", "0101-0909")
    assert "two corner hexes" in refused("map", "small", "--png", str(target), "--hexes", "0101")
    assert "add --png" in refused("map", "small", "--hexes", "0101-0202")
    assert "cannot be written" in refused("map", "small", "--png", str(tmp_path / "nowhere" / "new.png"))
    assert "a .png or .svg file" in refused("map", "small", "--png", str(tmp_path / "new.jpg"))
    assert not target.exists()


def test_a_broken_map_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games" / "small" / "map" / "map.json").write_text("{", encoding="utf-8")
    assert refused("map", "small").startswith("map.json: ")


# --- the ground ----------------------------------------------------------------------------------


def test_geography_check_passes() -> None:
    shown = run("geography", "check")
    assert "Nothing crosses the Meuse without a bridge town" in shown
    assert "✗" not in shown
    checks = json.loads(run("geography", "check", "--json"))
    assert all(check["passed"] for check in checks)
    assert len(checks) >= 14


def test_geography_check_fails_on_a_planted_error(tmp_path: Path) -> None:
    ours = Path(ardennes.geography.__file__).parent
    for part in ("data", "odbl"):
        shutil.copytree(ours / part, tmp_path / part)
    roads = tmp_path / "data" / "roads.csv"
    roads.write_text(
        roads.read_text(encoding="utf-8").replace("noville;foy;bastogne", "noville;atlantis;bastogne"), "utf-8"
    )
    shown = run("geography", "check", "--folder", str(tmp_path), code=1)
    assert "there is no place 'atlantis'" in " ".join(shown.split())
    checks = json.loads(run("geography", "check", "--folder", str(tmp_path), "--json", code=1))
    assert [check["title"] for check in checks if not check["passed"]] == ["Routes pass through places that exist"]


def test_geography_show() -> None:
    assert "village" in run("geography", "show")
    summary = json.loads(run("geography", "show", "--json"))
    assert summary["places"]["city"] >= 7
    assert "1945-01-15" in summary["fronts and their pockets"]
    assert "there is no front of '1944-12-25'" in refused("geography", "show", "--front", "1944-12-25")
