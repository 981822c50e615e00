"""What is shown over the map: zones (1.4), the crossroads (7.1), where the enemy could come (3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ardennes.engine.hidden import unseen
from ardennes.engine.overlays import Layer, Overlays, gathered, others, reach_layer, zone_layers
from ardennes.engine.texts import Text
from ardennes.games.crossroads.rules.field import ALLIED, GERMAN, Field, zone
from ardennes.games.crossroads.rules.movement import HALVES, Move, going, mover
from ardennes.rules.walk import Mover, reach


class CrossroadsOverlays(Overlays[Field]):
    names = ("zones", "victory", "enemy-reach")

    def zones(self, view: Field, side: int | None) -> Iterable[Layer]:
        return zone_layers((zone(view, GERMAN), zone(view, ALLIED)), "1.4")

    def victory(self, view: Field, side: int | None) -> Iterable[Layer]:
        return holders(view)

    def enemy_reach(self, view: Field, side: int | None) -> Iterable[Layer]:
        return (enemy_reach(view, enemy) for enemy in others(side))


def holders(p: Field) -> Iterator[Layer]:
    """7.1 Whoever holds the crossroads at the end wins."""
    for side in (GERMAN, ALLIED):
        hexes = tuple(hex for hex in p.data.board.area("crossroads") if p.control[hex] == side)
        yield Layer(title=Text("layer-victory", {"side": side}, "7.1"), side=side, hexes=hexes)


def enemy_reach(p: Field, side: int) -> Layer:
    """3.1 Where units of a side could come in a turn; a counter that lies face down may be the
    fastest of those that are not seen, and its strength is not known."""
    counters, way = p.data.counters, going(p, side)
    known = [unit for unit in p.units(side) if not counters[unit].stand_in]
    fastest = max((counters[unit].moves for unit in unseen(p, side)), default=0) * HALVES
    movers = [(unit, mover(p, Move(side=side, unit=unit))) for unit in known]
    movers += [(unit, Mover(p.where[unit], fastest)) for unit in p.units(side) if counters[unit].stand_in]
    reached = ((unit, reach(way, p.data.search, moving).destination_hexes()) for unit, moving in movers)
    return reach_layer(side, gathered(reached), {unit: counters[unit].strength for unit in known})
