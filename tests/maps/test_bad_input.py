"""A recipe that cannot be used is refused with one sentence that names file, table and field; nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.cli import maps
from ardennes.errors import ArdennesError
from ardennes.geography.build import BuildError, build_map
from tests.maps.atlas import GAMES

GOOD = (GAMES / "bulge1944" / "map/map.toml").read_text(encoding="utf-8")
PIN = '\n[[pin]]\nsource = "rulebook 0.0"\n'
AREA = '\n[[areas]]\nname = "here"\nsource = "rulebook 0.0"\n'
ROUTE = '    { name = "N2 - Liège", road = "road", stops = ["0801", "liege"] },'


def _change(old: str, new: str) -> str:
    assert GOOD.count(old) >= 1
    return GOOD.replace(old, new, 1)


BROKEN = {
    "not TOML": (GOOD + "\n[[pin\n", ["not valid TOML", "line"]),
    "a missing table": (_change("[terrain]", "[ground]"), ["ground"]),
    "an unknown field": (_change("pull_km", "push_km"), ["push_km"]),
    "a number that is none": (_change("percent = 10", 'percent = "ten"'), ["terrain.rules", "percent", "str"]),
    "an unknown terrain": (_change('otherwise = "clear"', 'otherwise = "swamp"'), ["terrain", "otherwise", "swamp"]),
    "an unknown measure": (_change('measure = "cover"', 'measure = "depth"'), ["terrain.rules", "measure", "depth"]),
    "an unknown rank": (_change('rank = "city"', 'rank = "hamlet"'), ["places", "row 1", "hamlet"]),
    "an unknown place": (_change('"verviers"]', '"atlantis"]'), ["places", "row 1", "atlantis"]),
    "a place with two ranks": (_change('"verviers"]', '"verviers", "spa"]'), ["places", "spa", "city"]),
    "an unknown landmark": (_change('"andenne", "hamoir"', '"andenne", "utopia"'), ["landmarks", "utopia"]),
    "an unknown river": (_change('name = "Lesse"', 'name = "Styx"'), ["rivers.show", "Styx"]),
    "an unknown width": (_change('name = "Lesse", kind = "river"', 'name = "Lesse", kind = "sea"'), ["Lesse", "sea"]),
    "a river into nothing": (
        _change('{ name = "Ourthe", kind = "river", source_km = 8 },', ""),
        ["rivers.show", "Amblève", "does not show"],
    ),
    "a route through no place": (
        _change(ROUTE, ROUTE.replace("liege", "eldorado")),
        ["N2 - Liège", "stops", "eldorado"],
    ),
    "a route off the map": (_change(ROUTE, ROUTE.replace("0801", "9901")), ["N2 - Liège", "stops", "9901"]),
    "a bridge off the route": (
        _change(ROUTE, ROUTE.replace('"liege"]', '"liege"], bridges = ["huy"]')),
        ["N2 - Liège", "bridges", "huy"],
    ),
    "a route over an unbridged Meuse": (
        _change(ROUTE, ROUTE.replace('["0801", "liege"]', '["1001", "1101"]')),
        ["N2 - Liège", "river without a bridge"],
    ),
    "an unknown road": (_change("[roads]", '[roads]\nalso = ["route_66"]'), ["roads", "route_66"]),
    "a pin beyond the map": (GOOD + PIN + 'at = "9999"\nterrain = "clear"\n', ["pin", "9999", "at"]),
    "a pin with an unknown place": (GOOD + PIN + 'at = "0101"\nplace = "lyonesse"\n', ["pin", "0101", "lyonesse"]),
    "a pin with an unknown terrain": (
        GOOD + PIN + 'at = "0101"\nterrain = "lava"\n',
        ["pin", "0101", "terrain", "lava"],
    ),
    "a place pinned twice": (GOOD + PIN + 'at = "0101"\nplace = "huy"\n', ["pin", "huy", "0606"]),
    "two places pinned in a hex": (GOOD + PIN + 'at = "0606"\nplace = "spa"\n', ["pin", "0606", "huy", "spa"]),
    "hexes that do not touch": (GOOD + PIN + 'at = "0101/0505"\nroad = "road"\n', ["pin", "0101/0505", "not adjacent"]),
    "a river pinned to a hex": (GOOD + PIN + 'at = "0101"\nriver = "Our"\n', ["pin", "0101", "river", "not a hexside"]),
    "a terrain pinned to a hexside": (
        GOOD + PIN + 'at = "0101/0201"\nterrain = "clear"\n',
        ["pin", "terrain", "not a hex"],
    ),
    "a bridge without water": (GOOD + PIN + 'at = "0101/0201"\nbridge = "bridge"\n', ["pin", "0101/0201", "no river"]),
    "a bridge without a road": (GOOD + PIN + 'at = "1001/1101"\nbridge = "bridge"\n', ["pin", "1001/1101", "no road"]),
    "a river pinned far away": (
        GOOD + PIN + 'at = "0101/0201"\nriver = "Our"\n',
        ["pin", "0101/0201", "Our", "cannot be led"],
    ),
    "a river the map does not show": (GOOD + PIN + 'at = "0101/0201"\nriver = "Kyll"\n', ["pin", "river", "Kyll"]),
    "an area twice": (GOOD + AREA.replace("here", "N1") + 'hexes = "0101"\n', ["areas", "N1", "twice"]),
    "an area beyond the map": (GOOD + AREA + 'hexes = "0101 9901"\n', ["areas", "here", "9901"]),
    "a stretch across lanes": (GOOD + AREA + 'hexes = "0101-0502"\n', ["areas", "here", "0101-0502"]),
    "an empty area": (GOOD + AREA + 'inside = "N1"\nhexes = "0101"\n', ["areas", "here", "empty"]),
    "an area inside nothing": (GOOD + AREA + 'inside = "limbo"\nhexes = "0101"\n', ["areas", "here", "limbo"]),
    "an area of a lost place": (GOOD + AREA + 'places = ["sedan"]\n', ["areas", "here", "places", "sedan"]),
    "an area no river holds": (
        GOOD + AREA + 'spread_from = "0101"\nnot_over = ["Salm"]\n',
        ["areas", "here", "not_over", "Salm"],
    ),
    "an unknown route": (GOOD + AREA + 'route = "Route 66"\n', ["areas", "here", "Route 66"]),
    "an unknown army area": (GOOD + AREA + 'boundary = "9th Army"\n', ["areas", "here", "boundary", "9th Army"]),
}


@pytest.mark.parametrize("case", BROKEN)
def test_refused_with_a_sentence(case: str, tmp_path: Path) -> None:
    text, words = BROKEN[case]
    game = tmp_path / "game"
    (game / "map").mkdir(parents=True)
    (game / "map/map.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BuildError) as refused:
        build_map(game)
    message = str(refused.value)
    assert "map.toml" in message
    assert "\n" not in message
    for word in words:
        assert word in message, message


def test_no_recipe(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"map\.toml: cannot be read"):
        build_map(tmp_path)


def test_command_writes_nothing_when_it_refuses(tmp_path: Path) -> None:
    (tmp_path / "map").mkdir()
    (tmp_path / "map/map.toml").write_text(BROKEN["an unknown river"][0], encoding="utf-8")
    with pytest.raises(BuildError, match="Styx"):
        maps.build(str(tmp_path))
    assert [path.name for path in tmp_path.rglob("*.*")] == ["map.toml"]


def test_command_builds_and_checks(tmp_path: Path) -> None:
    (tmp_path / "map").mkdir()
    (tmp_path / "map/map.toml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(ArdennesError, match="build it again"):
        maps.build(str(tmp_path), check=True)
    maps.build(str(tmp_path))
    maps.build(str(tmp_path), check=True)
    built = tmp_path / "map" / "map.json"
    assert built.read_text(encoding="utf-8") == (GAMES / "bulge1944" / "map" / "map.json").read_text(encoding="utf-8")
    built.write_text(built.read_text(encoding="utf-8").replace("Bastogne", "Bastonge"), encoding="utf-8")
    with pytest.raises(ArdennesError, match="build it again"):
        maps.build(str(tmp_path), check=True)
