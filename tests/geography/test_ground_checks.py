"""The checks of the ground find what is planted."""

from __future__ import annotations

import msgspec
import pytest

from ardennes.geography import Ground, Place, Road, load_ground
from ardennes.geography.checks import check_ground

OWN = "reconstructed: planted by a test"


def problems(ground: Ground) -> list[str]:
    return [problem for check in check_ground(ground) for problem in check.problems]


def replaced(**parts: object) -> Ground:
    return msgspec.structs.replace(load_ground(), **parts)


def with_place(**fields: object) -> Ground:
    known = {"id": "planted", "name": "Planted", "name_local": "Planted", "lat": 50.0, "lon": 5.7, "country": "BE"}
    place = msgspec.convert({**known, "rank": "village", "source": OWN, **fields}, Place)
    return replaced(places={**load_ground().places, place.id: place})


def with_road(*stops: str, bridges: tuple[str, ...] = ()) -> Ground:
    road = Road(id="planted", road_class="secondary", name="Planted", places=stops, bridges=bridges, source=OWN)
    return replaced(roads=(*load_ground().roads, road))


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda: with_place(lat=51.2), "planted: 51.2 N 5.7 E is outside the frame"),
        (lambda: with_place(river="Our"), "Planted lies"),
        (lambda: with_place(river="Rhine"), "field river: there is no river Rhine"),
        (lambda: with_place(source="heard somewhere"), "neither public, reconstructed nor rulebook"),
        (lambda: with_road("bastogne", "atlantis"), "field places: there is no place 'atlantis'"),
        (lambda: with_road("bastogne"), "a route needs two places"),
        (lambda: with_road("bastogne", "liege"), "Bastogne to Liège is"),
        (lambda: with_road("bastogne", "foy", "bastogne"), "turns back at Foy"),
        (lambda: with_road("bastogne", "foy", bridges=("noville",)), "the route does not pass 'noville'"),
        (lambda: with_road("bastogne", "foy", bridges=("foy",)), "the bridge at Foy is"),
        (lambda: with_road("flemalle", "ramet"), "crosses the Meuse without a bridge town"),
        (lambda: replaced(rivers=load_ground().named_rivers("Meuse")), "no river Our"),
        (lambda: replaced(woods=load_ground().woods[:10]), "only 10 woods"),
        (lambda: replaced(westwall=()), "no main belt"),
    ],
)
def test_planted_errors_are_found(broken: object, message: str) -> None:
    assert any(message in problem for problem in problems(broken())), message  # type: ignore[operator]


def test_a_river_that_climbs() -> None:
    ground = load_ground()
    (our,) = ground.named_rivers("Our")
    upside_down = msgspec.structs.replace(our, line=our.line[::-1])
    rivers = tuple(upside_down if river is our else river for river in ground.rivers)
    assert any("river Our" in problem and "climbs" in problem for problem in problems(replaced(rivers=rivers)))


def test_a_wood_that_crosses_itself() -> None:
    wood = load_ground().woods[0]
    bow = ((6.0, 50.0), (6.1, 50.1), (6.1, 50.0), (6.0, 50.1), (6.0, 50.0))
    woods = (msgspec.structs.replace(wood, rings=(bow,)), *load_ground().woods[1:])
    assert any("Self-intersection" in problem for problem in problems(replaced(woods=woods)))


def test_a_missing_front() -> None:
    fronts = {date: front for date, front in load_ground().fronts.items() if date != "1945-01-15"}
    found = problems(replaced(fronts=fronts))
    assert "front_lines.geojson: no front of 1945-01-15" in found
    assert any("field date: there is no front of 1945-01-15" in problem for problem in found)


def test_fronts_in_the_wrong_order() -> None:
    fronts = load_ground().fronts
    swapped = {**fronts, "1944-12-18": fronts["1944-12-24"], "1944-12-24": fronts["1944-12-18"]}
    found = problems(replaced(fronts=swapped))
    assert any("the Germans hold less on 1944-12-20 than on 1944-12-18" in problem for problem in found)
    assert any("Celles is US on 1944-12-24" in problem for problem in found)


def test_nothing_to_look_at_is_no_pass() -> None:
    checks = check_ground(replaced(front_facts=()))
    assert [check.title for check in checks if not check.passed] == ["Towns are on the side that held them"]
