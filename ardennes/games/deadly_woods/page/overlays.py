"""What is shown over the map: zones (7.0), supply (8.0), VP hexes (3.4), where the enemy could come (10.2)."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.options import object_of
from ardennes.engine.overlays import Layer
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.movement import destinations
from ardennes.games.deadly_woods.rules.supply import is_supplied
from ardennes.games.deadly_woods.rules.walking import begin_move
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.overlays import RouteOverlays, holder_layers


class DeadlyWoodsOverlays(RouteOverlays[Field]):
    zone_rule, supply_rule, line_rule = "7.1", "8.1", "8.2"

    def is_supplied(self, view: Field, unit: Unit) -> bool:
        """8.1 A German counts as he did at his last check."""
        return is_supplied(view, unit)

    def destinations(self, view: Field, unit: Unit) -> list[Hex]:
        return [object_of(option) for option in destinations(view, begin_move(view, unit))]

    def strength(self, view: Field, unit: Unit) -> int:
        return view.face(unit).attack

    def victory(self, view: Field, side: Side | None) -> Iterable[Layer]:
        """3.4 The VP hexes, by who controls them."""
        return holder_layers(view.control, dict.fromkeys(sorted(view.data.victory_hexes), ""), "3.4")
