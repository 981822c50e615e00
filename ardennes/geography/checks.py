"""Proves the ground: what must be there is there, and the layers agree with each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

import msgspec
import shapely

from ardennes.geography.features import (
    FRAME_LAT,
    FRAME_LON,
    Boundary,
    Clearing,
    Front,
    Ground,
    Place,
    Polyline,
    Region,
    Road,
    Wall,
    Wood,
)

KM_PER_LAT, KM_PER_LON = 111.23, 71.5

RIVERSIDE_KM = 0.7
"""A river passes its towns at least this near; the positions of both are good to about half a kilometre."""
LONGEST_LEG_KM = 10.0
"""Routes name a place at least this often."""
SHARPEST_TURN = 150.0
"""Degrees; a route that turns more runs back on itself."""
BRIDGE_KM = 0.9
OWN_BANK_KM = 0.5
"""Nearer to a riverside town a road meets the river only because the town's dot stands on one bank."""
UPHILL_METRES = 10.0
"""What a river may seem to climb from source to mouth on coarse heights."""
LEAST_PLACES, LEAST_ROADS, LEAST_WOODS = 250, 120, 60
OVERHANG = 0.15
"""Degrees by which lines and areas may reach beyond the frame."""

RIVERS = """
Meuse, Our, Sauer, Moselle, Ourthe, Western Ourthe, Amblève, Salm, Warche, Lienne, Vesdre, Lesse, L'Homme, Semois,
Clerve, Wiltz, Alzette, Attert, Kyll, Prüm, Roer, Urft
"""
FORESTS = "Hürtgen, Hertogenwald, Schnee Eifel, Anlier, Grünewald, Freyr, Hatrival"
FRONT_DATES = (
    "1944-12-16",
    "1944-12-18",
    "1944-12-20",
    "1944-12-22",
    "1944-12-24",
    "1944-12-26",
    "1945-01-03",
    "1945-01-15",
)
SOURCES = ("public: ", "reconstructed: ", "rulebook ")


class Check(msgspec.Struct, frozen=True):
    """One question put to the ground: how many things were looked at and what was wrong."""

    title: str
    looked_at: int
    problems: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.problems and self.looked_at > 0


def check_ground(ground: Ground) -> list[Check]:
    """Every check, in the order of a report."""
    roads_sound = not list(_unknown_stops(ground))
    checks = [
        _check("Places lie in the frame, lines and areas close to it", len(ground.places), _outside(ground)),
        _check("Enough places, routes and woods", 3, _too_few(ground)),
        _check("The rivers of the battle are there", len(_words(RIVERS)), _missing_rivers(ground)),
        _check(f"Rivers pass their towns within {RIVERSIDE_KM} km", _riverside(ground), _dry_towns(ground)),
        _check("Rivers run downhill", len(ground.rivers), _uphill(ground)),
        _check("Routes pass through places that exist", len(ground.roads), _unknown_stops(ground)),
    ]
    if roads_sound:
        checks += [
            _check(f"No leg over {LONGEST_LEG_KM:g} km, no hairpin", len(ground.roads), _absurd_legs(ground)),
            _check("Bridges stand by a river", sum(len(road.bridges) for road in ground.roads), _dry_bridges(ground)),
            _check("Nothing crosses the Meuse without a bridge town", len(ground.roads), _meuse_crossings(ground)),
        ]
    checks += [
        _check("Woods and clearings are sound areas", len(ground.woods) + len(ground.clearings), _bad_areas(ground)),
        _check("The great forests are there", len(_words(FORESTS)), _missing_forests(ground)),
        _check("The Westwall is there, main belt and second", len(ground.westwall), _westwall(ground)),
        _check("Fronts of every asked date, north to south", len(FRONT_DATES), _bad_fronts(ground)),
        _check("The bulge grows until 24 December, then shrinks", len(FRONT_DATES), _bulge(ground)),
        _check("Towns are on the side that held them", len(ground.front_facts), _wrong_holders(ground)),
        _check("Every feature has a source", _feature_count(ground), _without_source(ground)),
    ]
    return checks


def _check(title: str, looked_at: int, problems: Iterable[str]) -> Check:
    return Check(title, looked_at, tuple(problems))


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.replace("\n", " ").split(",")]


def _km(point: tuple[float, float]) -> tuple[float, float]:
    return point[0] * KM_PER_LON, point[1] * KM_PER_LAT


def _line(line: Polyline) -> shapely.LineString:
    return shapely.LineString([_km(point) for point in line])


def _spot(place: Place) -> shapely.Point:
    return shapely.Point(_km(place.point))


# --- frame and numbers ---------------------------------------------------------------------------


def _outside(ground: Ground) -> Iterator[str]:
    for place in ground.places.values():
        if not (FRAME_LAT[0] <= place.lat <= FRAME_LAT[1] and FRAME_LON[0] <= place.lon <= FRAME_LON[1]):
            yield f"places.csv: {place.id}: {place.lat} N {place.lon} E is outside the frame"
    for name, line in _lines(ground):
        for lon, lat in line:
            if not (
                FRAME_LAT[0] - OVERHANG <= lat <= FRAME_LAT[1] + OVERHANG
                and FRAME_LON[0] - OVERHANG <= lon <= FRAME_LON[1] + OVERHANG
            ):
                yield f"{name}: {lat} N {lon} E is far outside the frame"
                break


def _lines(ground: Ground) -> Iterator[tuple[str, Polyline]]:
    for river in ground.rivers:
        yield f"river {river.name or 'without a name'}", river.line
    for wall in ground.westwall:
        yield wall.name, wall.line
    for front in ground.fronts.values():
        yield f"front of {front.date}", front.line
    for boundary in (*ground.boundaries, *ground.borders):
        yield boundary.name, boundary.line
    areas: tuple[Wood | Clearing | Boundary, ...] = (*ground.woods, *ground.clearings, *ground.boundaries)
    for area in areas:
        for ring in area.rings:
            yield area.name, ring


def _too_few(ground: Ground) -> Iterator[str]:
    for what, found, least in (
        ("places", len(ground.places), LEAST_PLACES),
        ("routes", len(ground.roads), LEAST_ROADS),
        ("woods", len(ground.woods), LEAST_WOODS),
    ):
        if found < least:
            yield f"only {found} {what}, at least {least} are wanted"


# --- rivers --------------------------------------------------------------------------------------


def _missing_rivers(ground: Ground) -> Iterator[str]:
    for name in _words(RIVERS):
        if not ground.named_rivers(name):
            yield f"rivers.geojson: no river {name}"


def _riverside(ground: Ground) -> int:
    return sum(len(place.rivers) for place in ground.places.values())


def _dry_towns(ground: Ground) -> Iterator[str]:
    courses = {
        name: shapely.MultiLineString([_line(river.line) for river in ground.named_rivers(name)])
        for name in {river.name for river in ground.rivers if river.name}
    }
    for place in ground.places.values():
        for name in place.rivers:
            if name not in courses:
                yield f"places.csv: {place.id}: field river: there is no river {name}"
            elif (away := courses[name].distance(_spot(place))) > RIVERSIDE_KM:
                yield f"{place.name} lies {away:.1f} km from the {name}"


def _uphill(ground: Ground) -> Iterator[str]:
    for river in ground.rivers:
        (lon, lat), (mouth_lon, mouth_lat) = river.line[0], river.line[-1]
        climb = ground.relief.metres(mouth_lat, mouth_lon) - ground.relief.metres(lat, lon)
        if climb > UPHILL_METRES:
            yield f"river {river.name or 'without a name'} from {lat} N {lon} E climbs {climb:.0f} m"


# --- roads ---------------------------------------------------------------------------------------


def _unknown_stops(ground: Ground) -> Iterator[str]:
    for road in ground.roads:
        for field, stops in (("places", road.places), ("bridges", road.bridges)):
            for stop in stops:
                if stop not in ground.places:
                    yield f"roads.csv: {road.id}: field {field}: there is no place {stop!r}"
        if len(road.places) < 2:
            yield f"roads.csv: {road.id}: field places: a route needs two places"
        for stop in set(road.bridges) - set(road.places):
            yield f"roads.csv: {road.id}: field bridges: the route does not pass {stop!r}"


def _legs(ground: Ground, road: Road) -> Iterator[tuple[Place, Place]]:
    for one, other in pairwise(road.places):
        yield ground.places[one], ground.places[other]


def _absurd_legs(ground: Ground) -> Iterator[str]:
    for road in ground.roads:
        stops = [_km(ground.places[stop].point) for stop in road.places]
        for one, other in _legs(ground, road):
            away = math.dist(_km(one.point), _km(other.point))
            if away > LONGEST_LEG_KM or one.id == other.id:
                yield f"roads.csv: {road.id}: {one.name} to {other.name} is {away:.1f} km"
        for number, (before, here, after) in enumerate(zip(stops, stops[1:], stops[2:], strict=False)):
            into, out = (math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in ((before, here), (here, after)))
            turn = math.degrees(abs((out - into + math.pi) % (2 * math.pi) - math.pi))
            if turn > SHARPEST_TURN:
                yield f"roads.csv: {road.id}: turns back at {ground.places[road.places[number + 1]].name}"


def _dry_bridges(ground: Ground) -> Iterator[str]:
    water = shapely.MultiLineString([_line(river.line) for river in ground.rivers])
    for road in ground.roads:
        for stop in road.bridges:
            away = water.distance(_spot(ground.places[stop]))
            if away > BRIDGE_KM:
                yield f"roads.csv: {road.id}: the bridge at {ground.places[stop].name} is {away:.1f} km from water"


def _meuse_crossings(ground: Ground) -> Iterator[str]:
    """A leg that ends on the other bank needs a bridge town at one of its ends."""
    meuse = shapely.MultiLineString([_line(river.line) for river in ground.named_rivers("Meuse")])
    bridges = {stop for road in ground.roads for stop in road.bridges if "Meuse" in ground.places[stop].rivers}
    for road in ground.roads:
        for one, other in _legs(ground, road):
            leg = shapely.LineString([_spot(one), _spot(other)])
            met = [point for point in shapely.get_parts(leg.intersection(meuse)) if point.geom_type == "Point"]
            crossed = [point for point in met if not _own_bank(point, one, other)]
            if len(crossed) % 2 and not {one.id, other.id} & bridges:
                yield f"roads.csv: {road.id}: {one.name} to {other.name} crosses the Meuse without a bridge town"


def _own_bank(point: shapely.Point, *ends: Place) -> bool:
    return any("Meuse" in end.rivers and point.distance(_spot(end)) <= OWN_BANK_KM for end in ends)


# --- areas and lines -----------------------------------------------------------------------------


def _bad_areas(ground: Ground) -> Iterator[str]:
    areas: tuple[Wood | Clearing, ...] = (*ground.woods, *ground.clearings)
    for area in areas:
        shape = shapely.Polygon(area.rings[0], area.rings[1:])
        if not shape.is_valid:
            yield f"{area.name}: {shapely.is_valid_reason(shape)}"
        elif shape.area * KM_PER_LON * KM_PER_LAT < 0.3:
            yield f"{area.name}: smaller than 0.3 square kilometres"


def _missing_forests(ground: Ground) -> Iterator[str]:
    for name in _words(FORESTS):
        if not any(name in wood.name and wood.density == "forest" for wood in ground.woods):
            yield f"woods.geojson: no forest {name}"


def _westwall(ground: Ground) -> Iterator[str]:
    for belt in ("main", "second", "captured"):
        if not any(wall.belt == belt for wall in ground.westwall):
            yield f"westwall.geojson: no {belt} belt"
    for wall in ground.westwall:
        if wall.belt == "main" and wall.line[0][1] < wall.line[-1][1]:
            yield f"westwall.geojson: {wall.name} does not run from north to south"


# --- fronts --------------------------------------------------------------------------------------


def german_held(front: Front) -> shapely.Geometry:
    """The ground east of the front and in German pockets, without the American ones."""
    east, south, north = FRAME_LON[1] + 1, FRAME_LAT[0] - 1, FRAME_LAT[1] + 1
    ends = (front.line[0][0], north), *front.line, (front.line[-1][0], south)
    held = shapely.make_valid(shapely.Polygon((*ends, (east, south), (east, north))))
    for pocket in front.pockets:
        ring = shapely.make_valid(shapely.Polygon(pocket.ring))
        held = held.union(ring) if pocket.holder == "German" else held.difference(ring)
    return held


def _bad_fronts(ground: Ground) -> Iterator[str]:
    for date in FRONT_DATES:
        if date not in ground.fronts:
            yield f"front_lines.geojson: no front of {date}"
    for key, front in ground.fronts.items():
        if front.line[0][1] < front.line[-1][1]:
            yield f"front_lines.geojson: the front of {key} does not run from north to south"
        if not _line(front.line).is_simple:
            yield f"front_lines.geojson: the front of {key} crosses itself"


def _bulge(ground: Ground) -> Iterator[str]:
    held = {date: german_held(ground.fronts[date]).area for date in FRONT_DATES if date in ground.fronts}
    high_tide = "1944-12-24"
    for one, other in pairwise(held):
        if other <= high_tide and held[other] <= held[one]:
            yield f"the Germans hold less on {other} than on {one}"
        if one >= high_tide and held[other] >= held[one]:
            yield f"the Germans hold more on {other} than on {one}"


def _wrong_holders(ground: Ground) -> Iterator[str]:
    held = {date: german_held(front) for date, front in ground.fronts.items()}
    for fact in ground.front_facts:
        if fact.place not in ground.places:
            yield f"front_facts.csv: field place: there is no place {fact.place!r}"
        elif fact.date not in held:
            yield f"front_facts.csv: {fact.place}: field date: there is no front of {fact.date}"
        else:
            place = ground.places[fact.place]
            holder = "German" if held[fact.date].contains(shapely.Point(place.point)) else "US"
            if holder != fact.holder:
                yield f"{place.name} is {holder} on {fact.date}, should be {fact.holder}"


# --- sources -------------------------------------------------------------------------------------


def _sources(ground: Ground) -> Iterator[tuple[str, str]]:
    for place in ground.places.values():
        yield place.id, place.source
    for road in ground.roads:
        yield road.id, road.source
    for front in ground.fronts.values():
        yield f"front of {front.date}", front.source
        for pocket in front.pockets:
            yield pocket.name, pocket.source
    for river in ground.rivers:
        yield river.name or "a stream", river.source
    for fact in ground.front_facts:
        yield f"{fact.place} {fact.date}", fact.source
    named: tuple[Wood | Clearing | Wall | Boundary | Region, ...] = (
        *ground.woods,
        *ground.clearings,
        *ground.westwall,
        *ground.boundaries,
        *ground.borders,
        *ground.regions,
    )
    for feature in named:
        yield feature.name, feature.source
    yield "elevation.asc", ground.relief.source


def _feature_count(ground: Ground) -> int:
    return sum(1 for _ in _sources(ground))


def _without_source(ground: Ground) -> Iterator[str]:
    for name, source in _sources(ground):
        if not source.startswith(SOURCES):
            yield f"{name}: its source {source!r} is neither public, reconstructed nor rulebook"
