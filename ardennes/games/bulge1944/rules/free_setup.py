"""18.3 German free set-up: each starting unit goes where the player likes, in or east of the Siegfried Line."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, Question, Then
from ardennes.games.bulge1944.rules import hiding
from ardennes.games.bulge1944.rules.field import POOL, Field
from ardennes.games.bulge1944.rules.pieces import AT, GERMAN, PLACE, SET_UP
from ardennes.hexes import distance
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules import picking


class FreeSetUp(Procedure):
    """6.0, 18.3 The German player sets up."""

    stage_name = "stage-set-up"
    side: Side = GERMAN


class Placing(picking.Placing):
    """18.3 One unit being placed."""

    def seen_by(self, p: Field, side: Side) -> Procedure:
        return self if side == GERMAN or "hidden" not in p.data.options else Placing(side=GERMAN, unit=NO_UNIT)


def unplaced(p: Field) -> list[Unit]:
    pool = p.data.box(POOL)
    return [unit for unit in p.data.units[GERMAN] if p.data.counters[unit].arrives == 0 and p.where[unit] == pool]


def allowed(p: Field, unit: Unit) -> list[Hex]:
    """Free hexes in or east of the Siegfried Line, for whichever unit."""
    return [hex for hex in p.data.behind_wall if p.top[hex] == NO_UNIT]


def place(p: Field, unit: Unit, hex: Hex) -> None:
    p.put(unit, hex)
    p.steps[unit] = p.data.counters[unit].steps
    hiding.hide_if_played(p, unit)


class ChooseUnitToPlace(Question[Field, FreeSetUp]):
    """18.3 The next unit, or the historical set-up for all that are left."""

    prompt, rule = "choose-unit-to-place", "18.3"
    reasons = {PLACE: ("cannot-place", "18.3")}

    def offers(self, p: Field, free_set_up: FreeSetUp) -> Sequence[int]:
        units = unplaced(p)
        return [*(PLACE + unit for unit in units), SET_UP + 0] if units else []

    def answer(self, p: Field, free_set_up: FreeSetUp, option: int) -> Procedure | Then | None:
        if is_about(option, PLACE):
            return Placing(side=GERMAN, unit=object_of(option))
        for unit in unplaced(p):
            home = p.data.board.hex(p.data.counters[unit].place)
            place(p, unit, min(allowed(p, unit), key=lambda hex: distance(p.data.board.grid, hex, home)))
        return None


class ChoosePlace(picking.Place[Field, Placing]):
    """18.3 Its hex."""

    prompt, rule, verb, refusal = "choose-place", "18.3", AT, "west-of-the-wall"
    hexes, place = staticmethod(allowed), staticmethod(place)


FreeSetUp.steps = (ChooseUnitToPlace(),)
Placing.steps = (ChoosePlace(),)
