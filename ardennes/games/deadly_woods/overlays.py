"""What is shown over the map: zones (7.0), supply (8.0), VP hexes (3.4), where the enemy could come (10.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import lru_cache

from ardennes.engine.options import is_about, object_of
from ardennes.engine.overlays import Layer, Overlays, gathered, others, reach_layer, zone_layers
from ardennes.engine.texts import Text
from ardennes.games.deadly_woods.field import Field
from ardennes.games.deadly_woods.movement import destinations
from ardennes.games.deadly_woods.pieces import ALLIED, GERMAN, TO
from ardennes.games.deadly_woods.supply import is_supplied, supplied_hexes, supply_line
from ardennes.games.deadly_woods.walking import begin_move

YEARS = {"Dec": 1944, "Jan": 1945}


class DeadlyWoodsOverlays(Overlays):
    names = ("zones", "supply", "victory", "enemy-reach")
    with_lines = "supply"

    def layers(self, view: Field, side: int | None, name: str) -> Sequence[Layer]:
        if name == "zones":
            return tuple(zone_layers((held(view, GERMAN), held(view, ALLIED)), "7.1"))
        if name == "supply":
            return tuple(supply_layers(view, side))
        if name == "victory":
            return tuple(victory_layers(view))
        if name == "enemy-reach":
            return tuple(enemy_reach(view, enemy) for enemy in others(side))
        return super().layers(view, side, name)

    def supply_line(self, view: Field, unit: int) -> Layer | None:
        """8.1, 8.2 The line as it could be traced now; a German counts as he did at his last check."""
        if view.where[unit] < 0 or not view.kit.counters[unit].combat_unit:
            return None
        line = supply_line(view, unit)
        without = "layer-supplied-without-line" if is_supplied(view, unit) else "layer-no-supply-line"
        title = Text("layer-supply-line" if line else without, {"unit": unit}, "8.2")
        return Layer(title=title, side=view.kit.counters[unit].side, pattern="line", hexes=tuple(line))

    def date(self, p: Field) -> str:
        return last_day(p)


def last_day(p: Field) -> str:
    """The last day of the turn."""
    return _last_day(p.kit.turns[p.turn - 1].date)


@lru_cache(maxsize=32)
def _last_day(printed: str) -> str:
    """By the calendar; a data pack may write dates in words of its own."""
    days, _, month = printed.partition(" ")
    try:
        return datetime.strptime(f"{days.rpartition('–')[2]} {month} {YEARS[month]}", "%d %b %Y").date().isoformat()
    except (KeyError, ValueError):
        return ""


def held(p: Field, side: int) -> list[int]:
    """7.1 The hexes in the zone of control of a side."""
    counts = p.held(side)
    return [hex for hex in p.kit.board.hexes if counts[hex]]


def supply_layers(p: Field, side: int | None) -> Iterator[Layer]:
    """8.1 Who is in supply and who is not; for a side also where its units could trace it now (8.2)."""
    units = (*p.on_map(GERMAN), *p.on_map(ALLIED))
    fed = tuple(unit for unit in units if is_supplied(p, unit))
    yield Layer(title=Text("layer-in-supply", {}, "8.1"), units=fed, sign="✓")
    yield Layer(title=Text("layer-out-of-supply", {}, "8.1"), units=tuple(sorted(set(units) - set(fed))), sign="✕")
    if side is not None:
        marks = supplied_hexes(p, side)
        hexes = tuple(hex for hex in p.kit.board.hexes if marks[hex])
        yield Layer(title=Text("layer-supplied", {"side": side}, "8.2"), side=side, pattern="dots", hexes=hexes)


def victory_layers(p: Field) -> Iterator[Layer]:
    """3.4 The VP hexes, by who controls them."""
    for side in (GERMAN, ALLIED):
        hexes = tuple(sorted(hex for hex in p.kit.victory_hexes if p.control[hex] == side))
        yield Layer(title=Text("layer-victory", {"side": side}, "3.4"), side=side, hexes=hexes)


def enemy_reach(p: Field, side: int) -> Layer:
    """10.2 Where units of a side could come if each were allowed to move now, with their attack strength."""
    units = p.on_map(side)
    ends = ((unit, [object_of(option) for option in ways(p, unit)]) for unit in units)
    return reach_layer(side, gathered(ends), {unit: p.face(unit).attack for unit in units})


def ways(p: Field, unit: int) -> list[int]:
    return [option for option in destinations(p, begin_move(p, unit)) if is_about(option, TO)]
