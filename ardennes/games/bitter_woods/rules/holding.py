"""24.4 Units within a leader's range may stand and take losses instead of retreating."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import Verb, is_about, object_of
from ardennes.engine.procedure import Procedure, Question, SideProcedure, Then
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.casualties import Losses
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.leaders import (
    command,
    influence_left,
    leaders_on_map,
    serves_under,
    with_them,
)
from ardennes.games.bitter_woods.rules.pieces import DONE, HOLD, STAND
from ardennes.games.bitter_woods.rules.positions import is_fortified
from ardennes.games.bitter_woods.rules.retreats import Rout
from ardennes.numbers import Side, Unit


class Hold(SideProcedure):
    """24.4 Units that must retreat, unless a leader lets them stand."""

    hexes: int
    waiting: tuple[Unit, ...]
    leaders: tuple[Unit, ...] = ()
    standing: tuple[Unit, ...] = ()


def retreat_or_stand(p: Field, side: Side, hexes: int, units: Sequence[Unit]) -> Procedure:
    """24.4 The retreat of some units; where a leader could let one of them stand, its owner is asked first."""
    waiting = tuple(sorted(units))
    if any(may_stand(p, leader, unit) for leader in leaders_on_map(p, side) for unit in waiting):
        return Hold(side=side, hexes=hexes, waiting=waiting)
    return Rout(side=side, hexes=hexes, waiting=waiting)


def may_stand(p: Field, leader: Unit, unit: Unit) -> bool:
    """24.1, 24.2, 24.4 A unit in range of a leader who has influence left; 21.3 not one that is shocked, unless in a
    fortification."""
    steady = not p.shocked[unit] or is_fortified(p, p.where[unit])
    return (
        steady
        and influence_left(p, leader) > 0
        and serves_under(p, unit, leader)
        and p.where[unit] in command(p, leader)
    )


class ChooseHold(Question[Field, Hold]):
    """24.4 Which leader uses his influence, and who stands; all others retreat."""

    prompt, rule = "choose-hold", "24.4"
    prompt_fields = {"n": "hexes"}
    reasons = {HOLD: ("no-influence-here", "24.4"), STAND: ("cannot-stand", "24.4")}

    def gathers(self) -> Sequence[Verb]:
        return (STAND,)

    def offers(self, p: Field, hold: Hold) -> Sequence[int]:
        idle = [leader for leader in leaders_on_map(p, hold.side) if leader not in hold.leaders]
        options = [HOLD + leader for leader in idle if any(may_stand(p, leader, unit) for unit in hold.waiting)]
        for unit in hold.waiting:
            if unit not in hold.standing and any(may_stand(p, leader, unit) for leader in hold.leaders):
                options.append(STAND + unit)
        return [*options, DONE + 0]

    def answer(self, p: Field, hold: Hold, option: int) -> Then | None:
        if option == DONE:
            return Then.NEXT
        if is_about(option, HOLD):
            hold.leaders += (object_of(option),)
        else:
            hold.standing += (object_of(option),)
        return None


def pay(p: Field, hold: Hold) -> Procedure | None:
    """24.4 Those who stand lose as many steps together as there are hexes to retreat; their leaders have used their
    influence once."""
    if not hold.standing:
        return None
    for leader in hold.leaders:
        if any(may_stand(p, leader, unit) for unit in hold.standing):
            p.influenced[leader] += 1
    p.tell(Event("stands", {"units": hold.standing, "n": hold.hexes}, "24.4"))
    here = tuple({p.where[unit] for unit in hold.standing})
    return Losses(side=hold.side, units=(*hold.standing, *with_them(p, here, hold.side)), n=hold.hexes, rule="24.4")


def withdraw(p: Field, hold: Hold) -> Procedure | None:
    """24.4 The others retreat."""
    left = tuple(unit for unit in hold.waiting if unit not in hold.standing and p.where[unit] >= 0)
    return Rout(side=hold.side, hexes=hold.hexes, waiting=left) if left else None


Hold.steps = (ChooseHold(), pay, withdraw)
