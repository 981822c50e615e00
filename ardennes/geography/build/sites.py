"""Places in hexes: each place stands in the hex it lies in, on its own bank of the river, or where it is pinned."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from ardennes.geography.build.frame import Frame, Kilometres
from ardennes.geography.build.job import Job
from ardennes.geography.build.water import Rivers
from ardennes.geography.features import Place
from ardennes.hexes.grid import NOWHERE

REACH = 0.95
"""How far from its true position, in hexes from centre to centre, a riverside place may stand."""


@dataclass(frozen=True)
class Site:
    """A place on the map."""

    place: Place
    point: Kilometres
    """Where it lies, drawn along with pinned places."""
    cell: int
    rank: str
    """In the game's words; empty for a landmark or for a place only roads know of."""
    source: str = ""


@dataclass
class Sites:
    """Every place of the ground that lies on the map, by its id, and who names each hex."""

    by_id: dict[str, Site] = field(default_factory=dict)
    names: dict[int, Site] = field(default_factory=dict)


def place_sites(job: Job, rivers: Rivers) -> Sites:
    """Finds the hex of every place, and the place that names each hex."""
    ranks = _ranks(job)
    places = list(job.ground.places.values())
    points = job.pull(job.frame.to_km([place.point for place in places]))
    sites = Sites()
    for place, point in zip(places, points, strict=True):
        cell, source = job.pins.places.get(place.id, (NOWHERE, ""))
        if cell == NOWHERE:
            cell = _cell_for(job.frame, place, point, rivers)
        if cell != NOWHERE:
            sites.by_id[place.id] = Site(place, point, cell, ranks.get(place.id, ""), source)
    _name_hexes(job, sites, {*ranks, *job.recipe.landmarks})
    return sites


def _name_hexes(job: Job, sites: Sites, shown: set[str]) -> None:
    """A pinned place names its hex, else the one of the highest rank, else the one where most roads meet."""
    order = job.recipe.vocabulary.place
    roads = Counter(stop for road in job.ground.roads for stop in road.places)

    def claim(site: Site) -> tuple[bool, int, int, str]:
        rank = order.index(site.rank) if site.rank else len(order)
        return not site.source, rank, -roads[site.place.id], site.place.id

    for site in sorted((site for site in sites.by_id.values() if site.place.id in shown), key=claim):
        rival = sites.names.setdefault(site.cell, site)
        if rival is not site and rival.source and site.source and rival.rank and site.rank:
            both = f"{site.place.id} and {rival.place.id} are both pinned here"
            raise job.error(f"[pin] {job.frame.label(site.cell)}, place", both)


def _ranks(job: Job) -> dict[str, str]:
    """The rank of every place that has one; named places come before those taken by their rank on the ground."""
    known, ranks = job.ground.places, dict[str, str]()
    for row, rule in enumerate(job.recipe.places, start=1):
        where = f"[places] row {row} ({rule.rank})"
        for name in (*rule.places, *rule.leave_out):
            if name not in known:
                raise job.error(where, f"the ground has no place {name!r}")
        for name in rule.places:
            if name in ranks:
                raise job.error(where, f"{name!r} already is a {ranks[name]}")
            ranks[name] = rule.rank
    for name in job.recipe.landmarks:
        if name not in known:
            raise job.error("landmarks", f"the ground has no place {name!r}")
    for rule in job.recipe.places:
        for place in known.values():
            if place.rank in rule.ground and place.id not in rule.leave_out:
                ranks.setdefault(place.id, rule.rank)
    return ranks


def _cell_for(frame: Frame, place: Place, point: Kilometres, rivers: Rivers) -> int:
    """The cell a place lies in; near a river the nearest one that touches it, on the bank the place stands on."""
    home = int(frame.cells_at(point.reshape(1, 2))[0])
    if home == NOWHERE or not frame.on_map[home]:
        return NOWHERE

    def away(cell: int) -> float:
        return round(float(np.hypot(*(frame.centres[cell] - point))), 6)

    around = sorted((home, *frame.neighbours(home)), key=lambda cell: (away(cell), cell))
    near = [cell for cell in around if away(cell) <= REACH * frame.km]
    banks = {water.river: _bank_of(place, water.river) for cell in around for water in rivers.beside(cell)}
    right_bank = [
        cell for cell in around if all(rivers.bank(cell, river) in ("", bank) for river, bank in banks.items() if bank)
    ]
    on_river = [cell for cell in right_bank if any(rivers.touching(cell, river) for river in place.rivers)]
    best = [cell for cell in on_river if cell in near] or right_bank
    return best[0] if best else home


def _bank_of(place: Place, river: str) -> str:
    sides = _banks().get(river, {})
    for bank in ("left", "right"):
        if place.id in sides.get(bank, ()) or place.country in sides.get(f"{bank}_countries", ()):
            return bank
    return ""


@cache
def _banks() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((Path(__file__).parent / "banks.toml").read_text(encoding="utf-8"))
