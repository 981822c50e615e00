"""The ground: what it holds, and facts of geography and history that it must agree with."""

from __future__ import annotations

import itertools
import math

import pytest
from shapely import Point

from ardennes.geography import Ground, load_ground
from ardennes.geography.checks import check_ground, german_held
from ardennes.geography.features import COVER


@pytest.fixture(scope="module")
def ground() -> Ground:
    return load_ground()


def test_every_check_passes(ground: Ground) -> None:
    problems = [problem for check in check_ground(ground) for problem in check.problems]
    assert problems == []
    assert all(check.passed for check in check_ground(ground))


def test_loading_twice_reads_the_files_once(ground: Ground) -> None:
    assert load_ground() is ground


def test_places_are_enough_and_ranked(ground: Ground) -> None:
    ranks = [place.rank for place in ground.places.values()]
    assert len(ranks) >= 700
    assert ranks.count("city") >= 7
    assert ranks.count("town") >= 60
    assert ground.places["bastogne"].rank == "town"
    assert ground.places["liege"].rank == "city"


@pytest.mark.parametrize(
    ("place", "lat", "lon"),
    [
        ("bastogne", 50.00, 5.72),
        ("st_vith", 50.28, 6.13),
        ("malmedy", 50.43, 6.03),
        ("clervaux", 50.055, 6.03),
        ("dinant", 50.26, 4.91),
        ("luxembourg", 49.61, 6.13),
        ("trier", 49.76, 6.64),
    ],
)
def test_well_known_towns_lie_where_they_are(ground: Ground, place: str, lat: float, lon: float) -> None:
    found = ground.places[place]
    assert found.lat == pytest.approx(lat, abs=0.02)
    assert found.lon == pytest.approx(lon, abs=0.03)


def test_names_of_1944(ground: Ground) -> None:
    assert ground.places["charleville"].name == "Charleville"
    assert {river.name for river in ground.rivers} >= {"Roer", "L'Homme", "Amblève", "Prüm", "Western Ourthe"}


def test_a_town_where_two_rivers_meet_names_both(ground: Ground) -> None:
    assert set(ground.places["trois_ponts"].rivers) == {"Amblève", "Salm"}


@pytest.mark.parametrize(
    ("tributary", "river"),
    [
        ("Our", "Sauer"),
        ("Clerve", "Wiltz"),
        ("Wiltz", "Sauer"),
        ("Salm", "Amblève"),
        ("Lienne", "Amblève"),
        ("Warche", "Amblève"),
        ("Amblève", "Ourthe"),
        ("Western Ourthe", "Ourthe"),
        ("Ourthe", "Meuse"),
        ("Lesse", "Meuse"),
        ("L'Homme", "Lesse"),
        ("Semois", "Meuse"),
        ("Sauer", "Moselle"),
        ("Kyll", "Moselle"),
        ("Prüm", "Sauer"),
        ("Alzette", "Sauer"),
        ("Attert", "Alzette"),
        ("Urft", "Roer"),
        ("Vesdre", "Ourthe"),
    ],
)
def test_rivers_meet_where_they_do(ground: Ground, tributary: str, river: str) -> None:
    mouth = ground.named_rivers(tributary)[0].line[-1]
    away = min(
        math.dist((lon * 71.5, lat * 111.2), (mouth[0] * 71.5, mouth[1] * 111.2))
        for course in ground.named_rivers(river)
        for lon, lat in course.line
    )
    assert away < 1.6


def test_width_classes(ground: Ground) -> None:
    assert {river.width for river in ground.named_rivers("Meuse")} == {"major"}
    assert {river.width for river in ground.named_rivers("Our")} == {"river"}
    assert {river.width for river in ground.named_rivers("Attert")} == {"stream"}


def test_river_courses_are_smooth(ground: Ground) -> None:
    """No staircase of the raster is left: sharp turns are rare."""
    for name in ("Our", "Sauer", "Ourthe", "Amblève", "Salm", "Clerve"):
        line = ground.named_rivers(name)[0].line
        headings = [math.atan2((b[1] - a[1]) * 111.2, (b[0] - a[0]) * 71.5) for a, b in itertools.pairwise(line)]
        turns = [abs((b - a + math.pi) % (2 * math.pi) - math.pi) for a, b in itertools.pairwise(headings)]
        assert sum(turn > math.radians(80) for turn in turns) <= 0.05 * len(turns), name


def test_heights(ground: Ground) -> None:
    relief = ground.relief
    assert relief.metres(50.50, 6.09) > 620
    assert relief.metres(50.63, 5.57) < 110
    assert 450 < relief.metres(50.00, 5.72) < 540
    assert relief.metres(49.0, 4.0) == relief.metres(49.4, 4.4)


def test_gorges_are_more_rugged_than_plateaus(ground: Ground) -> None:
    places, relief = ground.places, ground.relief

    def ruggedness(name: str) -> float:
        return relief.ruggedness(places[name].lat, places[name].lon)

    assert ruggedness("vianden") > 160
    assert ruggedness("la_roche") > 115
    assert ruggedness("bastogne") < 60
    assert ruggedness("st_vith") < 75
    assert relief.local_relief.shape == (3 * relief.rows, 3 * relief.columns)


def test_woods(ground: Ground) -> None:
    assert len(ground.woods) >= 60
    assert COVER["forest"] > COVER["woods"] > COVER["mixed"]
    assert {clearing.kind for clearing in ground.clearings} == {"clearing", "open_country"}


def test_road_classes_and_the_roads_of_bastogne(ground: Ground) -> None:
    assert len(ground.roads) >= 150
    assert {road.road_class for road in ground.roads} == {"primary", "secondary"}
    through = [road for road in ground.roads if "bastogne" in road.places and road.road_class == "primary"]
    assert len(through) >= 5


@pytest.mark.parametrize("date", ["1944-12-16", "1944-12-24", "1945-01-03"])
def test_fronts_leave_bastogne_american_and_dasburg_german(ground: Ground, date: str) -> None:
    held = german_held(ground.fronts[date])
    assert not held.contains(Point(ground.places["bastogne"].point))
    assert held.contains(Point(ground.places["dasburg"].point))


def test_the_16th_has_a_dawn_and_an_evening(ground: Ground) -> None:
    assert ground.fronts["1944-12-16"].time == "dawn"
    assert ground.fronts["1944-12-16 evening"].time == "evening"
    assert {pocket.name for pocket in ground.fronts["1944-12-24"].pockets} >= {"Bastogne"}


def test_houffalize_is_taken_on_16_january(ground: Ground) -> None:
    spot = Point(ground.places["houffalize"].point)
    assert german_held(ground.fronts["1945-01-15"]).contains(spot)
    assert not german_held(ground.fronts["1945-01-16"]).contains(spot)


def test_borders_and_boundaries_are_apart(ground: Ground) -> None:
    assert {border.kind for border in ground.borders} == {"state_border", "district"}
    assert any("Luxembourg / Germany" in border.name for border in ground.borders)
    assert {boundary.game for boundary in ground.boundaries} >= {"bitter_woods", "deadly_woods", "history"}
