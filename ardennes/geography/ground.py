"""The ground, read from its files; a broken file is refused with its name, the row or feature, and the field."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ardennes.errors import ArdennesError
from ardennes.geography.features import (
    Boundary,
    Clearing,
    Front,
    FrontFact,
    Ground,
    Place,
    Pocket,
    Region,
    River,
    Road,
    Wall,
    Wood,
)
from ardennes.geography.relief import Relief, read_relief

T = TypeVar("T", bound=msgspec.Struct)

__all__ = [
    "Boundary",
    "Clearing",
    "Front",
    "FrontFact",
    "Ground",
    "GroundError",
    "Place",
    "Pocket",
    "Region",
    "Relief",
    "River",
    "Road",
    "Wall",
    "Wood",
    "load_ground",
]

HERE = Path(__file__).parent
STATE_KINDS = ("state_border", "district")


class GroundError(ArdennesError):
    """A file of the ground that cannot be used; the text names file, row or feature, and field."""


class _Collection(msgspec.Struct):
    features: list[msgspec.Raw]


class _LineString(msgspec.Struct, tag="LineString", tag_field="type"):
    coordinates: tuple[tuple[float, float], ...]


class _Polygon(msgspec.Struct, tag="Polygon", tag_field="type"):
    coordinates: tuple[tuple[tuple[float, float], ...], ...]


class _Feature(msgspec.Struct):
    properties: dict[str, Any]
    geometry: _LineString | _Polygon


@cache
def load_ground(folder: Path | None = None) -> Ground:
    """The ground from the package's own files, or from a folder with ``data/`` and ``odbl/`` in it."""
    root = folder or HERE
    data, odbl = root / "data", root / "odbl"
    boundaries = tuple(_boundaries(data / "boundaries.geojson"))
    return Ground(
        places=_places(data / "places.csv"),
        rivers=tuple(_lines(odbl / "rivers.geojson", River)),
        roads=tuple(_roads(data / "roads.csv")),
        woods=tuple(_areas(data / "woods.geojson", Wood)),
        clearings=tuple(_areas(data / "clearings.geojson", Clearing)),
        westwall=tuple(_lines(data / "westwall.geojson", Wall)),
        fronts=_fronts(data / "front_lines.geojson"),
        front_facts=tuple(_convert(row, FrontFact, where) for where, row in _table(data / "front_facts.csv")),
        boundaries=tuple(found for found in boundaries if found.kind not in STATE_KINDS),
        borders=tuple(found for found in boundaries if found.kind in STATE_KINDS),
        regions=tuple(_convert(row, Region, where) for where, row in _table(data / "regions.csv")),
        relief=read_relief(odbl / "elevation.asc"),
    )


@cache
def load_fronts(folder: Path | None = None) -> dict[str, Front]:
    """Only the front lines by date, which are read in no time."""
    return _fronts((folder or HERE) / "data" / "front_lines.geojson")


# --- tables --------------------------------------------------------------------------------------


def _places(path: Path) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for where, row in _table(path):
        place = _convert(row, Place, where)
        if place.id in found:
            raise GroundError(f"{where}: field id: {place.id!r} is there twice")
        found[place.id] = place
    return found


def _roads(path: Path) -> Iterator[Road]:
    for where, row in _table(path):
        stops = {
            field: tuple(word for word in row.pop(field, "").split(";") if word) for field in ("places", "bridges")
        }
        yield _convert({**row, **stops}, Road, where)


def _table(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each row of a CSV file with the words that name it in a message."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            for row in rows:
                name = row.get("id") or row.get("name") or row.get("place") or "no name"
                where = f"{path.name}: row {rows.line_num} ({name})"
                if None in row or None in row.values():
                    raise GroundError(f"{where}: {len(rows.fieldnames or ())} fields expected")
                yield where, dict(row)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise GroundError(f"{path.name}: cannot be read: {error}") from None


# --- GeoJSON -------------------------------------------------------------------------------------


def _lines(path: Path, kind: type[T]) -> Iterator[T]:
    for where, feature in _features(path):
        yield _convert({**feature.properties, "line": _line(feature, where)}, kind, where)


def _areas(path: Path, kind: type[T]) -> Iterator[T]:
    for where, feature in _features(path):
        yield _convert({**feature.properties, "rings": _rings(feature, where)}, kind, where)


def _boundaries(path: Path) -> Iterator[Boundary]:
    for where, feature in _features(path):
        shape = (
            {"line": _line(feature, where)}
            if isinstance(feature.geometry, _LineString)
            else {"rings": _rings(feature, where)}
        )
        yield _convert({**feature.properties, **shape}, Boundary, where)


def _fronts(path: Path) -> dict[str, Front]:
    fronts: dict[str, Front] = {}
    pockets: dict[tuple[str, str], list[Pocket]] = {}
    for where, feature in _features(path):
        if isinstance(feature.geometry, _Polygon):
            pocket = _convert({**feature.properties, "ring": _rings(feature, where)[0]}, Pocket, where)
            pockets.setdefault((pocket.date, pocket.time), []).append(pocket)
        else:
            front = _convert({**feature.properties, "line": _line(feature, where)}, Front, where)
            key = front.date if front.date not in fronts else f"{front.date} {front.time}"
            if key in fronts:
                raise GroundError(f"{where}: field date: {key} is there twice")
            fronts[key] = front
    if strays := set(pockets) - {(front.date, front.time) for front in fronts.values()}:
        raise GroundError(f"{path.name}: a pocket of {' '.join(min(strays))} has no front line of that day")
    return {
        key: msgspec.structs.replace(front, pockets=tuple(pockets.get((front.date, front.time), ())))
        for key, front in fronts.items()
    }


def _features(path: Path) -> Iterator[tuple[str, _Feature]]:
    try:
        collection = msgspec.json.decode(path.read_bytes(), type=_Collection)
    except OSError as error:
        raise GroundError(f"{path.name}: cannot be read: {error.strerror or error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise GroundError(f"{path.name}: {error}") from None
    for number, raw in enumerate(collection.features, start=1):
        where = f"{path.name}: feature {number}"
        try:
            feature = msgspec.json.decode(raw, type=_Feature)
        except msgspec.DecodeError as error:
            raise GroundError(f"{where}: {error}") from None
        name = feature.properties.get("name") or feature.properties.get("date")
        yield (f"{where} ({name})" if name else where), feature


def _line(feature: _Feature, where: str) -> tuple[tuple[float, float], ...]:
    if not isinstance(feature.geometry, _LineString):
        raise GroundError(f"{where}: field geometry: a LineString is expected")
    if len(feature.geometry.coordinates) < 2:
        raise GroundError(f"{where}: field coordinates: a line needs two points")
    return feature.geometry.coordinates


def _rings(feature: _Feature, where: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    if not isinstance(feature.geometry, _Polygon) or not feature.geometry.coordinates:
        raise GroundError(f"{where}: field geometry: a Polygon is expected")
    for ring in feature.geometry.coordinates:
        if len(ring) < 4 or ring[0] != ring[-1]:
            raise GroundError(f"{where}: field coordinates: a ring has four points or more and ends where it begins")
    return feature.geometry.coordinates


def _convert(values: dict[str, Any], kind: type[T], where: str) -> T:
    """Makes the struct; numbers in a CSV file are text."""
    known = {field.encode_name for field in msgspec.structs.fields(kind)}
    if unknown := sorted(set(values) - known):
        raise GroundError(f"{where}: field {unknown[0]} is not known here")
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        text, _, spot = str(error).partition(" - at `$.")
        field = spot.rstrip("`") if spot else ""
        raise GroundError(f"{where}: field {field}: {text}" if field else f"{where}: {text}") from None
