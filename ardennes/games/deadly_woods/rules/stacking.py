"""6.0 Stacking: a division and one unit more (6.0), nations and corps apart (6.1), and who is over goes (6.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Event
from ardennes.games.deadly_woods.rules.control import ENGINEERS_BACK_IN
from ardennes.games.deadly_woods.rules.field import Field, eliminate, send_to_track
from ardennes.games.deadly_woods.rules.pieces import ALLIED, SACRIFICE
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules import stacking


class Overstacked(stacking.Overstacked):
    """6.2 Stacks are checked, and their owner thins them out."""


def may_stack(p: Field, units: Sequence[Unit], hex: Hex) -> bool:
    """6.0, 6.1 Whether these combat units may end together in a hex; engineers there count for their corps."""
    return fits(p, units) and are_of_one_corps(p, units, hex)


def fits(p: Field, units: Sequence[Unit]) -> bool:
    """6.0 All but one are of one division; a unit outside divisions is a division of its own."""
    if len(units) <= 2:
        return True
    divisions = Counter([p.data.counters[unit].division or unit for unit in units])
    return len(units) - max(divisions.values()) <= 1


def are_of_one_corps(p: Field, units: Sequence[Unit], hex: Hex) -> bool:
    """6.1 Whether these combat units and the engineers in a hex keep to one corps; Germans need not."""
    if not units or p.data.counters[units[0]].side != ALLIED:
        return True
    engineers = p.engineer_in(hex)
    return go_together(p, units if engineers == NO_UNIT else [*units, engineers])


def go_together(p: Field, units: Sequence[Unit]) -> bool:
    """6.1 British and US units, and units of different US corps, keep apart; units without a corps go with any."""
    counters = p.data.counters
    corps = {counters[unit].formation for unit in units}
    nations = {counters[unit].british for unit in units if counters[unit].kind != "delay"}
    return len(corps - {""}) <= 1 and len(nations) <= 1


def illegal_stacks(p: Field, side: Side, hexes: Sequence[Hex] = ()) -> list[Hex]:
    """6.2 The hexes where a side stands against the limits."""
    stacks = [(hex, p.combat_units_in(hex)) for hex in hexes or p.stacks.with_at_least(2)]
    own = [(hex, units) for hex, units in stacks if units and p.data.sides[units[0]] == side]
    return [hex for hex, units in own if not may_stack(p, units, hex)]


class ChooseSacrifice(stacking.ChooseSacrifice[Field, Overstacked]):
    """6.2 The owner eliminates units of his choice until the stack is legal."""

    rule, verb, refusal = "6.2", SACRIFICE, "not-overstacked"

    def illegal_stacks(self, p: Field, overstacked: Overstacked) -> list[Hex]:
        return illegal_stacks(p, overstacked.side, overstacked.hexes)

    def candidates(self, p: Field, hex: Hex) -> list[Unit]:
        """Any unit of the stack; engineers too where they are of the wrong corps."""
        units, engineers = p.combat_units_in(hex), p.engineer_in(hex)
        return units if engineers == NO_UNIT or are_of_one_corps(p, units, hex) else [*units, engineers]

    def pick(self, p: Field, overstacked: Overstacked, unit: Unit) -> None:
        if p.data.counters[unit].combat_unit:
            eliminate(p, unit, "6.2")
        else:
            p.tell(Event("engineers-make-room", {"unit": unit, "hex": p.where[unit]}, "6.1"))
            send_to_track(p, unit, ENGINEERS_BACK_IN)


Overstacked.steps = (ChooseSacrifice(),)
