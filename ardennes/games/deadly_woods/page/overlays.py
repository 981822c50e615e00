"""What is shown over the map: zones (7.0), supply (8.0), VP hexes (3.4), where the enemy could come (10.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.engine.options import object_of
from ardennes.engine.overlays import Layer
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.movement import destinations
from ardennes.games.deadly_woods.rules.supply import is_supplied, supplied_hexes
from ardennes.games.deadly_woods.rules.walking import begin_move
from ardennes.rules.calendar import last_day
from ardennes.rules.overlays import SupplyOverlays, holder_layers, marked
from ardennes.rules.supply import line_from


class DeadlyWoodsOverlays(SupplyOverlays[Field]):
    zone_rule, supply_rule, line_rule = "7.1", "8.1", "8.2"

    def zone(self, view: Field, side: int) -> Iterable[int]:
        return marked(view.held(side))

    def units(self, view: Field, side: int) -> Sequence[int]:
        return view.on_map(side)

    def is_supplied(self, view: Field, unit: int) -> bool:
        """8.1 A German counts as he did at his last check."""
        return is_supplied(view, unit)

    def supplied_hexes(self, view: Field, side: int) -> Sequence[int]:
        return supplied_hexes(view, side)

    def line(self, view: Field, unit: int) -> list[int]:
        return line_from(view, unit)

    def destinations(self, view: Field, unit: int) -> list[int]:
        return [object_of(option) for option in destinations(view, begin_move(view, unit))]

    def strength(self, view: Field, unit: int) -> int:
        return view.face(unit).attack

    def victory(self, view: Field, side: int | None) -> Iterable[Layer]:
        """3.4 The VP hexes, by who controls them."""
        return holder_layers(view.control, dict.fromkeys(sorted(view.data.victory_hexes), ""), "3.4")

    def date(self, p: Field) -> str:
        return last_day(p.data.turns[p.turn - 1].date)
