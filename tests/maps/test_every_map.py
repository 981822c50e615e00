"""What holds for each of the four maps, whatever its game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import shapely

from ardennes.board import Board
from ardennes.geography import load_ground
from ardennes.geography.build import build_map, map_text, read_recipe
from ardennes.geography.build.frame import Frame
from ardennes.hexes import distance
from tests.maps.atlas import GAMES, MAPS, board, carries_road, on_road, road_distances

SUPPLY = {
    "bulge1944": {
        "Allied": ("N1", "N2", "N3", "N4", "W1", "W2", "S1", "S2", "S3", "S4", "S5"),
        "German": ("E5", "E6", "E7"),
    },
    "deadly_woods": {"Allied": ("allied-supply",), "German": ("german-supply",)},
    "bitter_woods": {"Allied": ("allied-supply",), "German": ("german-supply",)},
    "wacht_am_rhein": {"Allied": ("allied-supply",), "German": ("german-supply",)},
}
"""The areas that are each side's supply sources."""
GERMAN_TOWNS = ("Prüm", "Bitburg", "Schleiden", "Neuerburg", "Gemünd (Eifel)", "Trier", "Kall", "Mechernich")
"""Towns behind the German front on 16 December."""
GREAT_FORESTS = ("Hertogenwald", "Schnee Eifel", "Forêt de Freyr and Saint-Michel", "Forêt d'Anlier")
FOREST_WORDS = {"forest", "woods", "rough"}
HEAD_KM = 6.0
"""How far from its true source a river may begin: printed hexes pull rivers along, and a short head is cut off."""

every_map = pytest.mark.parametrize("game", MAPS)


def _map_file(game: str) -> Path:
    return GAMES / game / "map" / "map.json"


def _is_town(here: Board, hex: int) -> bool:
    return here.row(hex).place in ("town", "city")


# --- the file ------------------------------------------------------------------------------------


@every_map
def test_builder_makes_the_file_in_the_repository(game: str) -> None:
    assert map_text(build_map(GAMES / game)) == _map_file(game).read_text(encoding="utf-8")


@every_map
def test_each_hex_and_hexside_has_a_line_of_its_own(game: str) -> None:
    lines = _map_file(game).read_text(encoding="utf-8").splitlines()
    here = board(game)
    assert sum(line.startswith('{"hex":') for line in lines) == len(here.file.hexes)
    assert sum(line.startswith('{"hexes":') for line in lines) == len(here.file.sides)


@every_map
def test_licence_names_its_sources(game: str) -> None:
    text = (_map_file(game).parent / "LICENSE.md").read_text(encoding="utf-8")
    assert all(word in text for word in ("ODbL", "MERIT Hydro", "GeoNames"))


@every_map
def test_every_pin_says_where_it_comes_from(game: str) -> None:
    recipe = read_recipe(GAMES / game / "map/map.toml")
    for item in (*recipe.pin, *recipe.areas):
        assert item.source.startswith(("rulebook", "reconstructed", "public", "code", "letter", "order")), item


# --- hexes and hexsides --------------------------------------------------------------------------


@every_map
def test_the_map_fills_its_grid(game: str) -> None:
    here = board(game)
    assert len(here.hexes) == here.grid.size
    assert all(row.aliases == here.grid.labels(hex)[1:] for hex in here.hexes if (row := here.row(hex)))


@every_map
def test_hexsides_are_the_same_from_both_sides(game: str) -> None:
    here = board(game)
    for row in here.file.sides:
        one, other = (here.hex(label) for label in row.hexes)
        assert here.side(one, other) == here.side(other, one)
        assert here.side_row(here.side(other, one)) is row
        assert (here.direction(one, other) + 3) % 6 == here.direction(other, one)


@every_map
def test_edges_are_the_hexes_without_all_neighbours(game: str) -> None:
    here = board(game)
    edges = set().union(*(here.area(f"{name}-edge") for name in ("north", "south", "east", "west")))
    assert edges == {hex for hex in here.hexes if len(here.around(hex)) < 6}


# --- water ---------------------------------------------------------------------------------------


def _river_sides(here: Board, frame: Frame) -> dict[int, str]:
    """The frame's sides with water and the river's name."""
    found = {}
    for row in here.file.sides:
        if row.river:
            one, other = (frame.cell(here.hex(label)) for label in row.hexes)
            found[frame.side(one, other)] = row.name
    return found


@every_map
def test_rivers_end_only_at_the_edge_in_another_river_or_at_their_source(game: str) -> None:
    here, ground = board(game), load_ground()
    recipe, frame = read_recipe(GAMES / game / "map/map.toml"), Frame(here.grid)
    shown = {rule.name: rule.source_km for rule in recipe.rivers.show}
    rivers = [(river.name, shapely.LineString(frame.to_km(river.line))) for river in ground.rivers]
    heads: dict[str, list[shapely.Point]] = {}
    for name, line in rivers:
        heads.setdefault(name, []).append(line.interpolate(shown.get(name, 0.0)))
    sides = _river_sides(here, frame)
    ends = Counter(corner for side in sides for corner in frame.side_corners[side])
    for side, name in sides.items():
        for corner in frame.side_corners[side]:
            if ends[corner] == 1 and not frame.edge_corner(corner):
                point = shapely.Point(frame.corners[corner])
                nearest = min(point.distance(head) for head in heads[name])
                where = here.side_label(_side(here, frame, side))
                assert nearest <= max(HEAD_KM, 2 * frame.km), f"{name} dangles at {where}"


def _side(here: Board, frame: Frame, side: int) -> int:
    return here.side(*(frame.hex_of[cell] for cell in frame.side_cells[side]))


@every_map
def test_rivers_make_no_rings(game: str) -> None:
    here = board(game)
    frame = Frame(here.grid)
    group = {}

    def root(corner: int) -> int:
        while group.setdefault(corner, corner) != corner:
            corner = group[corner]
        return corner

    for side in _river_sides(here, frame):
        one, other = (root(corner) for corner in frame.side_corners[side])
        assert one != other, f"a ring of water at {here.side_label(_side(here, frame, side))}"
        group[one] = other


@every_map
def test_bridges_stand_where_a_road_meets_water(game: str) -> None:
    here = board(game)
    for row in here.file.sides:
        if row.bridge == "ford":
            assert row.river
        elif row.bridge:
            assert row.river
            assert row.road


@every_map
def test_the_meuse_is_crossed_only_at_its_bridge_towns(game: str) -> None:
    here, ground = board(game), load_ground()
    frame = Frame(here.grid)
    towns = {stop for road in ground.roads for stop in road.bridges if "Meuse" in ground.places[stop].rivers}
    towns |= {"namur", "dinant", "huy", "liege", "sedan", "charleville", "givet"}
    points = frame.to_km([ground.places[town].point for town in sorted(towns)])
    crossings = [row for row in here.file.sides if row.name == "Meuse" and row.road]
    assert 4 <= len(crossings) <= 20
    for row in crossings:
        middle = np.mean([here.grid.centre_km(here.hex(label)) for label in row.hexes], axis=0)
        assert np.hypot(*(points - middle).T).min() <= 1.5 * frame.km, row.hexes


@every_map
def test_the_our_parts_germany_from_luxembourg(game: str) -> None:
    here = board(game)
    ours = [row for row in here.file.sides if row.name == "Our"]
    assert len(ours) >= 16
    east = [min(here.grid.centre_km(here.hex(label))[0] for label in row.hexes) for row in ours]
    assert 15 < min(east) < 30
    assert max(east) < 45


# --- roads ---------------------------------------------------------------------------------------


@every_map
def test_every_town_is_on_the_road_net(game: str) -> None:
    here = board(game)
    lonely = [here.describe(hex) for hex in here.hexes if _is_town(here, hex) and not on_road(here, hex)]
    assert not lonely


@every_map
@pytest.mark.parametrize("side", ["Allied", "German"])
def test_supply_reaches_every_friendly_town_by_road(game: str, side: str) -> None:
    here = board(game)
    sources = set().union(*(here.area(area) for area in SUPPLY[game][side]))
    away = road_distances(here, sources)
    german = {here.hex(name) for name in GERMAN_TOWNS if here.has_label(name) or name in _names(here)}
    towns = [hex for hex in here.hexes if _is_town(here, hex) and (hex in german) == (side == "German")]
    assert not [here.describe(hex) for hex in towns if hex not in away]


def _names(here: Board) -> set[str]:
    return {row.name for row in here.file.hexes if row.name}


@every_map
def test_every_supply_source_is_on_an_edge_and_on_a_road(game: str) -> None:
    here = board(game)
    edges = set().union(*(here.area(f"{name}-edge") for name in ("north", "south", "east", "west")))
    for areas in SUPPLY[game].values():
        for area in areas:
            assert here.area(area) <= edges
            assert not [here.describe(hex) for hex in here.area(area) if not on_road(here, hex)]


@every_map
def test_no_three_hexes_are_all_linked_by_roads_nobody_asked_for(game: str) -> None:
    here = board(game)
    pinned = {frozenset(here.hex(label) for label in pin.at.split("/")) for pin in _pins(game) if pin.road}
    for side, (one, other) in enumerate(here.side_hexes):
        if here.road[side]:
            for third in set(here.around(one)) & set(here.around(other)):
                links = [frozenset((one, other)), frozenset((one, third)), frozenset((other, third))]
                linked = all(here.road[here.side(*link)] for link in links)
                assert not linked or all(link in pinned for link in links)


def _pins(game: str) -> tuple:  # type: ignore[type-arg]
    return read_recipe(GAMES / game / "map/map.toml").pin


@every_map
def test_bastogne_is_a_hub(game: str) -> None:
    here = board(game)
    bastogne = here.hex("Bastogne")
    assert sum(carries_road(here, here.side(bastogne, other)) for other in here.around(bastogne)) >= 5


@every_map
@pytest.mark.parametrize(
    ("start", "goal", "detour"),
    [
        ("Bastogne", "Houffalize", 1.35),
        ("Bastogne", "Marche", 1.35),
        ("St. Vith", "Vielsalm", 1.5),
        ("Manhay", "Houffalize", 1.35),
        ("Malmedy", "St. Vith", 1.5),
        ("Clervaux", "Diekirch", 1.6),
    ],
)
def test_the_great_roads_run_straight(game: str, start: str, goal: str, detour: float) -> None:
    here = board(game)
    one, other = here.hex(start), here.hex(goal)
    assert road_distances(here, [one])[other] <= detour * distance(here.grid, one, other) + 1


# --- the country ---------------------------------------------------------------------------------


@every_map
@pytest.mark.parametrize("forest", GREAT_FORESTS)
def test_the_great_forests_are_where_they_are(game: str, forest: str) -> None:
    here = board(game)
    frame = Frame(here.grid)
    rings = next(wood.rings for wood in load_ground().woods if wood.name == forest)
    shape = shapely.Polygon(frame.to_km(rings[0]))
    inside = [hex for hex in here.hexes if shape.contains(shapely.Point(here.grid.centre_km(hex)))]
    wooded = [hex for hex in inside if here.row(hex).terrain in FOREST_WORDS]
    assert inside
    assert len(wooded) >= 0.5 * len(inside)


@every_map
def test_the_plateau_of_bastogne_is_open(game: str) -> None:
    here = board(game)
    assert here.row(here.hex("Bastogne")).terrain == "clear"
