"""Builds a map: reads the recipe, lays water, places, roads, terrain and areas, and writes all of it as rows."""

from __future__ import annotations

from pathlib import Path

from ardennes.board import HexRow, MapFile, SideRow
from ardennes.board.mapfile import FORMAT
from ardennes.geography.build.job import Job, open_job
from ardennes.geography.build.recipe import NONE, Pin, Recipe, read_recipe
from ardennes.geography.build.regions import Surveyor
from ardennes.geography.build.rivers import lay_rivers
from ardennes.geography.build.roads import Links, lay_roads
from ardennes.geography.build.sites import Sites, place_sites
from ardennes.geography.build.surface import lay_terrain
from ardennes.geography.build.water import Rivers
from ardennes.geography.features import Ground
from ardennes.geography.ground import load_ground

RECIPE = "map/map.toml"
BRIDGES = ("bridge", "blown")
"""Words for what carries a road over water, unlike a ford."""


def build_map(game_folder: Path, ground: Ground | None = None) -> MapFile:
    """The map of a game, from the ground and the game's ``map/map.toml``."""
    path = game_folder / RECIPE
    return build(read_recipe(path), ground or load_ground(), f"{game_folder.name}/{RECIPE}")


def build(recipe: Recipe, ground: Ground, file: str = RECIPE) -> MapFile:
    """The map a recipe describes; ``file`` names it in messages."""
    job = open_job(recipe, ground, file)
    rivers = lay_rivers(job)
    sites = place_sites(job, rivers)
    links = lay_roads(job, rivers, sites)
    sides = _side_rows(job, rivers, links)
    areas = Surveyor(job, rivers, sites, links).survey()
    words = recipe.vocabulary
    return MapFile(
        format=FORMAT,
        title=recipe.title,
        grid=recipe.grid,
        sources=recipe.sources,
        vocabulary={
            "terrain": words.terrain,
            "place": words.place,
            "river": words.river,
            "road": words.road,
            "bridge": words.bridge,
            "wall": words.wall,
            "area": tuple(rule.name for rule in recipe.areas),
        },
        hexes=_hex_rows(job, sites, areas),
        sides=sides,
    )


def _hex_rows(job: Job, sites: Sites, areas: dict[str, list[int]]) -> list[HexRow]:
    frame = job.frame
    terrain = lay_terrain(job)
    belongs: dict[int, list[str]] = {}
    for area, cells in areas.items():
        for cell in cells:
            belongs.setdefault(cell, []).append(area)
    rows = {}
    for cell in frame.cells:
        site = sites.names.get(cell)
        label, *aliases = frame.grid.labels(frame.hex_of[cell])
        rows[cell] = HexRow(
            hex=label,
            terrain=terrain[cell],
            name=site.place.name if site else "",
            place=site.rank if site else "",
            areas=tuple(belongs.get(cell, ())),
            aliases=tuple(aliases),
            source={"place": site.source} if site and site.source else {},
        )
    for cell, pin in job.pins.hexes:
        row = rows[cell]
        row.name = pin.name or row.name
        row.place = pin.rank or row.place
        facts = [name for name in ("name", "terrain") if getattr(pin, name)] + (["place"] if pin.rank else [])
        row.source = {**row.source, **dict.fromkeys(facts, pin.source)}
    return list(rows.values())


def _side_rows(job: Job, rivers: Rivers, links: Links) -> list[SideRow]:
    frame, standing = job.frame, job.recipe.vocabulary.bridge[0]
    rows: dict[int, SideRow] = {}
    pinned = {side for side, _ in job.pins.sides}
    for side in sorted({*rivers.by_side, *links.road, *pinned}, key=lambda side: frame.side_cells[side]):
        water = rivers.by_side.get(side)
        road = links.road.get(side, "")
        one, other = frame.side_cells[side]
        rows[side] = SideRow(
            hexes=(frame.label(one), frame.label(other)),
            river=water.kind if water else "",
            name=water.river if water else "",
            road=road,
            bridge=standing if water and road else "",
            source={"road": links.source[side]} if links.source.get(side) else {},
        )
    for side, pin in job.pins.sides:
        _apply(job, rows[side], pin)
    return [row for row in rows.values() if row.river or row.road or row.wall]


def _apply(job: Job, row: SideRow, pin: Pin) -> None:
    """Writes a pinned fact into its hexside and refuses one that has nothing to stand on."""
    if (pin.kind or pin.bridge) and not row.river and pin.bridge != NONE:
        raise job.error(f"[pin] {pin.at}", "no river runs along this hexside; pin the river as well")
    if pin.bridge in BRIDGES and not row.road:
        raise job.error(f"[pin] {pin.at}, bridge", "no road crosses this hexside; pin the road as well")
    row.river = pin.kind or row.river
    row.wall = pin.wall or row.wall
    if pin.bridge:
        row.bridge = "" if pin.bridge == NONE else pin.bridge
    facts = [name for name in ("river", "road", "bridge", "wall") if getattr(pin, name)]
    row.source = {**row.source, **dict.fromkeys([*facts, *(["river"] if pin.kind else [])], pin.source)}
