"""2.0, 5.0 The board and its markers: where units are, who holds what, zones of control (11.0), losses (4.0)."""

from __future__ import annotations

from ardennes.engine.columns import clock, unit_column
from ardennes.engine.derived import Until, derived
from ardennes.engine.hidden import HidingPosition, reveal_unit
from ardennes.engine.position import NO_UNIT
from ardennes.engine.references import Refers
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules.pieces import GERMAN, SECRET, BulgeData
from ardennes.kernels.flags import BARRED
from ardennes.numbers import ENEMY_OF, Hex, PerUnit, Side, Unit
from ardennes.rules.control import ControlTable, take
from ardennes.rules.supply import SupplyTable

POOL, ELIMINATED, EXITED, BESIDE = "reinforcements", "eliminated", "exited", "beside-the-map"
BOXES = (POOL, ELIMINATED, EXITED, BESIDE)


class Field(SupplyTable, ControlTable, HidingPosition):
    """What a position of this game remembers."""

    data: BulgeData
    moved: PerUnit[int] = unit_column("b")
    attacked: PerUnit[int] = unit_column("b")
    refitted: PerUnit[int] = unit_column("b")
    used: PerUnit[int] = unit_column("b")
    """4.2 Support that has fired, leaders that are finished."""
    leads: PerUnit[Unit] = unit_column("h", NO_UNIT, refers=Refers.UNIT)
    """4.2 The unit a leader is with."""
    disguised: PerUnit[int] = unit_column("b")
    dry: PerUnit[int] = unit_column("b")
    """18.4 Out of fuel for this turn."""
    entered: PerUnit[int] = unit_column("b")
    """The turn a unit came in."""
    partner: PerUnit[Unit] = unit_column("h", NO_UNIT, refers=Refers.UNIT)
    """18.7 The phantom that came in with a unit; the first such unit to move and it move for one resource point."""
    paid: PerUnit[int] = unit_column("b")
    """18.7 A partner has paid for its move."""

    points: int = clock(0)
    weather: str = clock("overcast")
    card: str = clock("", owner=GERMAN, unseen=SECRET)

    def hides_from(self, side: Side) -> bool:
        return "hidden" in self.data.options

    # --- who is where ----------------------------------------------------------------------------

    @derived(Until.SIDE_COMES_OR_GOES)
    def phantoms_on_map(self, side: Side) -> list[Unit]:
        """18.7 The phantoms of a side that are on the map."""
        where = self.where
        return [unit for unit in self.data.phantoms[side] if where[unit] >= 0]

    @derived(Until.SIDE_COMES_OR_GOES)
    def counters_on_map(self, side: Side) -> list[Unit]:
        """The same with the phantoms of the side."""
        return [*self.on_map(side), *self.phantoms_on_map(side)]

    def enemy_in(self, hex: Hex, side: Side) -> Unit:
        """The enemy of ``side`` that stands in a hex, or NO_UNIT; phantoms do not count. Of two (9.0, 18.5) it is the
        same one in truth and in every view."""
        if not self.way(side)[hex] & BARRED:
            return NO_UNIT
        found = [unit for unit in self.units_in(hex) if self.data.marks[side][unit] & BARRED]
        return min(found, key=lambda unit: self.view_name(unit, side))


def take_control(p: Field, unit: Unit, hex: Hex) -> None:
    """2.0, 5.0 A unit that enters or passes an objective takes it; a supply hex in the east too (16.0). A phantom does
    not, and who looks on will know it for what it is."""
    piece = p.data.counters[unit]
    if p.control[hex] in (NO_UNIT, piece.side):
        return
    if piece.kind == "phantom":
        p.revealed = True
    else:
        take(p, piece.side, hex, "5.0")


def expose_phantoms(p: Field, unit: Unit, hex: Hex) -> None:
    """18.7 An enemy phantom within two hexes of where a unit comes is eliminated."""
    piece = p.data.counters[unit]
    for phantom in p.phantoms_on_map(ENEMY_OF[piece.side]):
        if piece.land_unit and p.where[phantom] in p.data.sight[hex]:
            remove_phantom(p, phantom)


def remove_phantom(p: Field, phantom: Unit) -> None:
    """18.7 Takes a phantom off the map; it may come again."""
    reveal_unit(p, phantom, "18.7")
    p.tell(Event("phantom-gone", {"unit": phantom, "hex": p.where[phantom]}, "18.7"))
    p.put(phantom, p.data.box(BESIDE))


def lose_step(p: Field, unit: Unit) -> None:
    """4.0, 12.0 One hit: the counter is flipped or replaced, or removed; 9.0 then it never returns."""
    p.steps[unit] -= 1
    if p.steps[unit] == 0:
        p.tell(Event("eliminated", {"unit": unit, "hex": p.where[unit]}, "12.0"))
        p.put(unit, p.data.box(ELIMINATED))
    else:
        p.tell(Event("hit", {"unit": unit, "left": p.steps[unit]}, "4.0"))
