"""11.3.3 to 11.5 After the die: losses, retreat with its bridges (10.6.1), the airborne stand (11.4.1), advance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, SideProcedure, Then
from ardennes.engine.texts import Event
from ardennes.games.deadly_woods.rules.bridges import rebuilding
from ardennes.games.deadly_woods.rules.control import come_to, settle
from ardennes.games.deadly_woods.rules.field import Field, eliminate, lose_step
from ardennes.games.deadly_woods.rules.pieces import ADVANCE, BACK, BLOW, DONE, HIT, RETREAT, STAND
from ardennes.games.deadly_woods.rules.retreats import (
    HEXES,
    can_cross,
    can_go_back,
    is_hemmed,
    path_is_through_zone,
    ways_back,
)
from ardennes.games.deadly_woods.rules.stacking import Overstacked, may_stack
from ardennes.games.deadly_woods.rules.terrain import FOREST, WOODS
from ardennes.numbers import Hex, Hexside, Unit
from ardennes.rules import losses, retreat
from ardennes.rules.bridges import blow
from ardennes.rules.picking import Pick

BLOWN_ON = 3


# --- losses ------------------------------------------------------------------------------------------


class Losses(losses.Losses):
    """11.3.3 Steps that the owner of some units must lose."""


class TakeLoss(losses.TakeLoss[Field, Losses]):
    """11.3.3 The owner chooses who loses a step."""

    rule, verb, lose_step, refusal = "11.3.3", HIT, staticmethod(lose_step), "not-among-them"


# --- retreat -----------------------------------------------------------------------------------------


class Rout(retreat.Rout):
    """11.4 The defenders of a hex must retreat, one after another."""

    hex: Hex
    may_stand: bool = True
    retreated: tuple[Unit, ...] = ()
    stuck: tuple[Unit, ...] = ()
    hemmed: tuple[Unit, ...] = ()
    """9.2 Units that could retreat farther only across an army boundary."""
    missing: int = 0
    """9.2 The hexes such units have not retreated."""
    through_zone: bool = False
    bridges: tuple[Hexside, ...] = ()
    """10.6.1 Bridges that were crossed and may be blown."""


def can_stand(p: Field, rout: Rout) -> list[Unit]:
    """11.4.1 Allied airborne units in a Town, Village, Forest or Woods."""
    covered = rout.hex in p.data.towns or rout.hex in p.data.villages or p.data.terrain[rout.hex] in (FOREST, WOODS)
    return [unit for unit in rout.waiting if p.data.counters[unit].airborne] if covered else []


class ChooseStand(Pick[Field, Rout]):
    """11.4.1 An airborne unit may lose a step, and nobody in the hex has to retreat."""

    prompt, rule, prompt_fields, refusal = "choose-stand", "11.4.1", ("hex",), "cannot-stand"
    verb, done = STAND, DONE

    def choices(self, p: Field, rout: Rout) -> list[Unit]:
        return can_stand(p, rout) if rout.may_stand else []

    def pick(self, p: Field, rout: Rout, unit: Unit) -> Then:
        p.tell(Event("stands", {"unit": unit, "hex": rout.hex}, "11.4.1"))
        lose_step(p, unit, "11.4.1")
        return Then.END


def drop_immobile(p: Field, rout: Rout) -> None:
    """11.4.2 Units without a movement allowance, and the Delay asset, are eliminated instead."""
    rout.may_stand = False
    for unit in rout.waiting:
        if not p.data.counters[unit].moves:
            eliminate(p, unit, "11.4.2")


def single_out(p: Field, rout: Rout) -> None:
    retreat.single_out(p, rout, partial(can_go_back, p))


class ChooseNext(retreat.ChooseNext[Field, Rout]):
    """11.4 Units retreat one by one, in the order their owner likes."""

    rule, verb, prompt_fields, refusal = "11.4", RETREAT, ("hex",), "need-not-retreat"


class ChooseRetreat(retreat.ChooseRetreat[Field, Rout]):
    """11.4 Where the unit ends its retreat, on one of the best ways: free of enemy zones, then not towards the enemy's
    map edge. A unit without a way stays."""

    rule, verb, refusal = "11.4", BACK, "no-retreat-there"

    def ways_back(self, p: Field, rout: Rout) -> dict[Hex, list[list[Hex]]]:
        return ways_back(p, rout.unit)

    def go_back(self, p: Field, rout: Rout, path: Sequence[Hex]) -> None:
        if len(path) < HEXES:
            fall_short(rout, HEXES - len(path))
        go_back(p, rout, rout.unit, path)


def fall_short(rout: Rout, missing: int) -> None:
    """9.2 An army boundary keeps a unit from retreating as far as it must."""
    rout.hemmed += (rout.unit,)
    rout.missing = max(rout.missing, missing)


def go_back(p: Field, rout: Rout, unit: Unit, path: Sequence[Hex]) -> None:
    """A unit retreats along a path; 10.6.1 its owner may want to blow the bridges behind it."""
    board, here = p.data.board, rout.hex
    rout.through_zone = rout.through_zone or path_is_through_zone(p, rout.side, path)
    for there in path:
        side = board.side(here, there)
        if board.bridge[side] and not p.destroyed[side] and side not in rout.bridges:
            rout.bridges += (side,)
        come_to(p, unit, here, there)
        here = there
    settle(p, unit, here)
    rout.retreated += (unit,)
    p.tell(Event("retreats", {"unit": unit, "from": rout.hex, "hex": here}, "11.4"))


def hold_back(p: Field, rout: Rout) -> Then | None:
    """11.4 The unit has no way back; 9.2 it may be an army boundary that keeps it."""
    if rout.unit == NO_UNIT:
        return None
    if is_hemmed(p, rout.unit):
        fall_short(rout, HEXES)
    else:
        rout.stuck += (rout.unit,)
    p.tell(Event("cannot-retreat", {"unit": rout.unit, "hex": rout.hex}, "11.4"))
    return retreat.next_unit(rout)


def punish_stuck(p: Field, rout: Rout) -> Procedure | None:
    """11.4 Every unit that could not retreat loses a step; 9.2 a stack held by an army boundary loses one for each hex
    not retreated."""
    for unit in rout.stuck:
        lose_step(p, unit, "11.4")
    if rout.hemmed:
        return Losses(side=rout.side, units=rout.hemmed, n=rout.missing)
    return None


def pay_for_zones(p: Field, rout: Rout) -> Procedure | None:
    """7.3, 11.4 A stack that retreated through enemy zones loses one step in all."""
    return Losses(side=rout.side, units=rout.retreated, n=1) if rout.through_zone else None


def thin_out(p: Field, rout: Rout) -> Procedure:
    """6.2 Stacking limits apply at the end of a retreat."""
    hexes = {p.where[unit] for unit in rout.retreated if p.where[unit] >= 0}
    return Overstacked(side=rout.side, hexes=tuple(sorted(hexes)) or (rout.hex,))


# --- bridges -----------------------------------------------------------------------------------------


class LastStand(SideProcedure):
    """10.6.1 The defender still holds his hex: bridges that the attack came across are destroyed if he likes."""

    bridges: tuple[Hexside, ...]


B = TypeVar("B", Rout, LastStand)


class ChooseBridge(Pick[Field, B]):
    """10.6.1 Bridges that may be blown, one after another."""

    rule, verb, done = "10.6.1", BLOW, DONE

    def goes_up(self, p: Field, hexside: Hexside) -> bool:
        return True

    def choices(self, p: Field, procedure: B) -> Sequence[int]:
        return procedure.bridges

    def pick(self, p: Field, procedure: B, hexside: Hexside) -> None:
        procedure.bridges = tuple(side for side in procedure.bridges if side != hexside)
        if self.goes_up(p, hexside):
            blow(p, hexside, "10.6.1")


class ChooseBridgeBehind(ChooseBridge[Rout]):
    """10.6.1 After the retreat its owner may try to blow each bridge that was crossed: on a 1 to 3 it is destroyed."""

    prompt, reasons = "blow-behind", {BLOW: ("cannot-blow-behind", "10.6.1")}

    def goes_up(self, p: Field, hexside: Hexside) -> bool:
        roll = p.die()
        p.tell(Event("tries-to-blow", {"hexside": hexside, "die": roll}, "10.6.1"))
        return roll <= BLOWN_ON


class ChooseBridgeBefore(ChooseBridge[LastStand]):
    """10.6.1 Each bridge attacked across is blown without a die, unless the defender chooses otherwise."""

    prompt, reasons = "blow-before", {BLOW: ("cannot-blow-before", "10.6.1")}


# --- advance -----------------------------------------------------------------------------------------


class Advance(SideProcedure):
    """11.5 Attackers may move into the hex the enemy has left."""

    hex: Hex
    waiting: tuple[Unit, ...]


class ChooseAdvance(Pick[Field, Advance]):
    """11.5 Attackers go in over legal ground (9.2, 9.3 and 10.6.3, 10.6.4 too). Zones of control are ignored, stacking
    limits are not."""

    prompt, rule, prompt_fields, refusal = "choose-advance", "11.5", ("hex",), "cannot-advance"
    verb, done = ADVANCE, DONE

    def choices(self, p: Field, advance: Advance) -> list[Unit]:
        here = p.combat_units_in(advance.hex)
        return [
            unit
            for unit in advance.waiting
            if p.where[unit] >= 0
            and p.where[unit] != advance.hex
            and p.data.counters[unit].moves
            and can_cross(p, unit, p.where[unit], advance.hex)
            and may_stack(p, [*here, unit], advance.hex)
        ]

    def pick(self, p: Field, advance: Advance, unit: Unit) -> Procedure | None:
        start, side = p.where[unit], p.data.board.side(p.where[unit], advance.hex)
        crossed = [side] if p.destroyed[side] else []
        come_to(p, unit, start, advance.hex)
        settle(p, unit, advance.hex)
        p.tell(Event("advances", {"unit": unit, "hex": advance.hex}, "11.5"))
        return rebuilding(p, advance.side, start, (advance.hex,), crossed)


Losses.steps = (TakeLoss(),)
Rout.steps = (
    ChooseStand(),
    drop_immobile,
    single_out,
    ChooseNext(),
    ChooseRetreat(),
    hold_back,
    punish_stuck,
    pay_for_zones,
    thin_out,
    ChooseBridgeBehind(),
)
LastStand.steps = (ChooseBridgeBefore(),)
Advance.steps = (ChooseAdvance(),)
