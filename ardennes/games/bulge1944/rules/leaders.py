"""4.2 Leaders: Manteuffel and Patton join one supplied unit of their army when it is activated."""

from __future__ import annotations

from collections.abc import Container

from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.supply import is_supplied
from ardennes.numbers import Side, Unit


def is_available(p: Field, support: Unit) -> bool:
    """4.2 Leaders and artillery are there on their turns only, and once in a turn."""
    piece = p.data.counters[support]
    return not p.used[support] and piece.first_turn <= p.turn <= piece.last_turn


def leader_of(p: Field, unit: Unit) -> int:
    """The leader who is with a unit, or NO_UNIT."""
    for leader in p.data.leaders[p.data.counters[unit].side]:
        if p.leads[leader] == unit:
            return leader
    return NO_UNIT


def may_join(p: Field, unit: Unit, after_all: Container[int] = ()) -> list[Unit]:
    """Leaders who could join this unit now; a phantom is of no army. ``after_all`` as in ``is_supplied``."""
    counters = p.data.counters
    piece = counters[unit]
    own = [leader for leader in p.data.leaders[piece.side] if counters[leader].army == piece.army]
    there = [leader for leader in own if is_available(p, leader)]
    return there if there and is_supplied(p, unit, after_all) else []


def join(p: Field, leader: Unit, unit: Unit) -> None:
    """From now on the leader is with the unit, for its move and its attack, in either order."""
    p.leads[leader], p.used[leader] = unit, 1
    if p.mask[unit] != NO_UNIT:
        p.revealed = True  # Everybody sees now whose army the counter belongs to.
    p.tell(Event("leads", {"leader": leader, "unit": unit}, "4.2"))


def finish(p: Field, side: Side) -> None:
    """At the end of the phase leaders are finished for the turn."""
    for leader in p.data.leaders[side]:
        p.leads[leader] = NO_UNIT
