"""What is shown over the map: zones (7.0), supply (8.0), VP hexes (3.4), where the enemy could come (10.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ardennes.engine.options import is_about, object_of
from ardennes.engine.overlays import (
    Layer,
    Overlays,
    gathered,
    marked,
    others,
    reach_layer,
    supplied_layer,
    supply_layers,
    zone_layers,
)
from ardennes.engine.texts import Text
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.movement import destinations
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN, TO
from ardennes.games.deadly_woods.rules.supply import is_supplied, supplied_hexes, supply_line
from ardennes.games.deadly_woods.rules.walking import begin_move
from ardennes.rules.calendar import last_day


class DeadlyWoodsOverlays(Overlays[Field]):
    names = ("zones", "supply", "victory", "enemy-reach")
    with_lines = "supply"

    def zones(self, view: Field, side: int | None) -> Iterable[Layer]:
        return zone_layers((marked(view.held(GERMAN)), marked(view.held(ALLIED))), "7.1")

    def supply(self, view: Field, side: int | None) -> Iterator[Layer]:
        """8.1 Who is in supply and who is not; for a side also where its units could trace it now (8.2)."""
        units = (*view.on_map(GERMAN), *view.on_map(ALLIED))
        yield from supply_layers(units, lambda unit: is_supplied(view, unit), "8.1")
        if side is not None:
            yield supplied_layer(side, supplied_hexes(view, side), "8.2")

    def victory(self, view: Field, side: int | None) -> Iterable[Layer]:
        return victory_layers(view)

    def enemy_reach(self, view: Field, side: int | None) -> Iterable[Layer]:
        return (enemy_reach(view, enemy) for enemy in others(side))

    def supply_line(self, view: Field, unit: int) -> Layer | None:
        """8.1, 8.2 The line as it could be traced now; a German counts as he did at his last check."""
        if view.where[unit] < 0 or not view.data.counters[unit].combat_unit:
            return None
        line = supply_line(view, unit)
        without = "layer-supplied-without-line" if is_supplied(view, unit) else "layer-no-supply-line"
        title = Text("layer-supply-line" if line else without, {"unit": unit}, "8.2")
        return Layer(title=title, side=view.data.counters[unit].side, pattern="line", hexes=tuple(line))

    def date(self, p: Field) -> str:
        return last_day(p.data.turns[p.turn - 1].date)


def victory_layers(p: Field) -> Iterator[Layer]:
    """3.4 The VP hexes, by who controls them."""
    for side in (GERMAN, ALLIED):
        hexes = tuple(sorted(hex for hex in p.data.victory_hexes if p.control[hex] == side))
        yield Layer(title=Text("layer-victory", {"side": side}, "3.4"), side=side, hexes=hexes)


def enemy_reach(p: Field, side: int) -> Layer:
    """10.2 Where units of a side could come if each were allowed to move now, with their attack strength."""
    units = p.on_map(side)
    ends = ((unit, [object_of(option) for option in ways(p, unit)]) for unit in units)
    return reach_layer(side, gathered(ends), {unit: p.face(unit).attack for unit in units})


def ways(p: Field, unit: int) -> list[int]:
    return [option for option in destinations(p, begin_move(p, unit)) if is_about(option, TO)]
