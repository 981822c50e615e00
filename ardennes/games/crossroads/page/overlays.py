"""What is shown over the map: zones (1.4), the crossroads (7.1), where the enemy could come (3.1)."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.hidden import unseen
from ardennes.engine.overlays import Layer
from ardennes.games.crossroads.rules.field import Field
from ardennes.games.crossroads.rules.movement import HALVES, Move, going, mover
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.overlays import BattleOverlays, holder_layers
from ardennes.rules.walk import Mover, reach


class CrossroadsOverlays(BattleOverlays[Field]):
    zone_rule = "1.4"

    def victory(self, view: Field, side: Side | None) -> Iterable[Layer]:
        """7.1 Whoever holds the crossroads at the end wins."""
        return holder_layers(view.control, dict.fromkeys(view.data.board.area("crossroads"), ""), "7.1")

    def destinations(self, view: Field, unit: Unit) -> list[Hex]:
        """3.1 A counter that lies face down may be the fastest of those that are not seen."""
        counters, side = view.data.counters, view.data.sides[unit]
        moving = mover(view, Move(side=side, unit=unit))
        if counters[unit].stand_in:
            fastest = max((counters[other].moves for other in unseen(view, side)), default=0)
            moving = Mover(view.where[unit], fastest * HALVES)
        return reach(going(view, side), view.data.search, moving).destination_hexes()

    def strength(self, view: Field, unit: Unit) -> int | None:
        piece = view.data.counters[unit]
        return None if piece.stand_in else piece.strength
