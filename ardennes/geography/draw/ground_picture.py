"""The picture of the ground without any grid."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.geography.draw import theme
from ardennes.geography.draw.fonts import length
from ardennes.geography.draw.ground_layers import (
    SYMBOL_KM,
    border_layer,
    front_layer,
    painted_layer,
    place_layer,
    road_layer,
    road_lines,
    wall_layer,
    water_layer,
)
from ardennes.geography.draw.ground_legend import ground_legend
from ardennes.geography.draw.labels import Labels
from ardennes.geography.draw.project import frame, line_km, to_km
from ardennes.geography.draw.shapes import Extent, Font, Layer, Picture, Text, TextAlong
from ardennes.geography.draw.sheet import on_sheet
from ardennes.geography.features import Ground, Place, PlaceRank, WaterWidth

PAINTED_PIXELS_PER_KM = 16.0
NAME_FONTS: dict[PlaceRank, Font] = {"city": "serif-bold", "town": "serif-bold", "village": "serif"}
RIVER_TYPE: dict[WaterWidth, float] = {"major": 1.9, "river": 1.3, "stream": 0.95}


def ground_picture(
    ground: Ground, front_dates: Sequence[str] = (), painted_pixels_per_km: float = PAINTED_PIXELS_PER_KM
) -> Picture:
    """Everything the dataset knows, drawn."""
    extent = frame()
    layers = [
        painted_layer(ground, extent, painted_pixels_per_km),
        region_layer(ground, extent),
        water_layer(ground),
        border_layer(ground),
        wall_layer(ground),
        road_layer(ground),
        front_layer([ground.fronts[date] for date in front_dates]),
        place_layer(list(ground.places.values())),
        name_layer(ground),
    ]
    title = "The Ardennes"
    lines = ["The real ground in the winter of 1944", f"{len(ground.places)} places, {len(ground.roads)} routes"]
    if front_dates:
        lines.append(f"The front of {', '.join(front_dates)}")
    picture = Picture(title=title, extent=extent, paper=theme.PAPER, layers=layers)
    return on_sheet(picture, title, lines, ground_legend(ground, fronts=bool(front_dates)))


def name_layer(ground: Ground) -> Layer:
    """Names of places and rivers, the great first."""
    extent = frame()
    labels, layer = Labels(extent), Layer(id="names")
    for lines, weight in ((road_lines(ground)["primary"], 1.6), (road_lines(ground)["secondary"], 0.8)):
        for line in lines:
            labels.take_line(line, 0.4, weight)
    for river in ground.rivers:
        labels.take_line(line_km(river.line), 0.3, 0.8)
    for place in ground.places.values():
        radius = SYMBOL_KM[place.rank]
        east, north = to_km(place.point)
        labels.take((east - radius, north - radius, east + radius, north + radius), 40.0)
    by_importance = sorted(ground.places.values(), key=_importance)
    great = [place for place in by_importance if place.rank in ("city", "town")]
    layer.shapes += _place_names(great, labels)
    layer.shapes += river_names(ground, labels)
    layer.shapes += _place_names(by_importance[len(great) :], labels)
    return layer


def _importance(place: Place) -> int:
    """Cities and towns first, then what the games or the histories name."""
    if place.rank in ("city", "town"):
        return 0 if place.rank == "city" else 1
    return 2 if place.games or place.note else 3 if place.rank == "village" else 4


def _place_names(places: list[Place], labels: Labels) -> list[Text]:
    names = (
        labels.name(
            place.name,
            to_km(place.point),
            size=theme.PLACE_TYPE[place.rank],
            clear=SYMBOL_KM[place.rank],
            font=NAME_FONTS.get(place.rank, "serif-italic"),
            fill=theme.INK,
            halo=theme.HALO,
            limit=12.0,
        )
        for place in places
    )
    return [name for name in names if name]


def river_names(ground: Ground, labels: Labels) -> list[TextAlong]:
    found = []
    for river in sorted(ground.rivers, key=lambda river: -RIVER_TYPE[river.width]):
        if river.name:
            size = RIVER_TYPE[river.width]
            found += labels.along(
                river.name,
                line_km(river.line),
                size=size,
                fill=theme.WATER_INK,
                halo=theme.HALO,
                apart=34.0,
                lift=0.25 * size + theme.WATER_KM[river.width] / 2,
            )
    return found


def region_layer(ground: Ground, extent: Extent, kinds: tuple[str, ...] = ("country", "landscape", "forest")) -> Layer:
    """Countries and landscapes in wide letters, forests in green."""
    layer = Layer(id="regions", opacity=0.8)
    for region in (found for found in ground.regions if found.kind in kinds):
        fill = {"country": theme.BORDER, "landscape": theme.SOFT_INK, "forest": theme.FOREST_INK}[region.kind]
        spacing = {"country": 0.5, "landscape": 0.18, "forest": 0.06}[region.kind] * region.size
        east, north = to_km((region.lon, region.lat))
        half = length(region.name, "serif-italic", region.size, spacing) / 2
        if extent.holds((east - half, north)) and extent.holds((east + half, north)):
            layer.shapes.append(
                Text(
                    text=region.name,
                    at=(east, north),
                    size=region.size,
                    font="serif-italic" if region.kind != "country" else "serif",
                    fill=fill,
                    anchor="middle",
                    spacing=spacing,
                    turn=region.turn,
                    opacity=0.42 if region.kind == "country" else 0.7,
                )
            )
    return layer
