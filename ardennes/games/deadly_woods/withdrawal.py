"""10.3 Emergency Withdrawal: a pinned unit slips away past a friend that holds the door open."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, Question, Then
from ardennes.engine.texts import Argument
from ardennes.games.deadly_woods.bridges import rebuilding
from ardennes.games.deadly_woods.field import HAS_MOVED, HOLDS_DOOR, Field, is_beside_enemy
from ardennes.games.deadly_woods.pieces import DONE, HOLD, TO
from ardennes.games.deadly_woods.supply import is_supplied, would_be_supplied
from ardennes.games.deadly_woods.walking import Move, going, mover, walk
from ardennes.kernels.flags import ZONE
from ardennes.kernels.reach import MOST_POINTS
from ardennes.rules.walk import Going, Mover, step, unhindered


def door_holders(p: Field, own: Move, hex: int) -> list[int]:
    """Friendly supplied combat units in a hex that have not moved this round."""
    counters = p.kit.counters
    return [
        unit
        for unit in p.combat_units_in(hex)
        if counters[unit].side == own.side and p.moved[unit] != HAS_MOVED and is_supplied(p, unit)
    ]


def doors(p: Field, own: Move) -> list[int]:
    """The first hexes of a withdrawal. Only a unit that cannot move otherwise is asked for them."""
    if own.one_hex:
        return []
    board, here = p.kit.board, p.where[own.unit]
    return [hex for hex in board.around(here) if door_holders(p, own, hex) and ways_out(p, own, hex)]


def ways_out(p: Field, own: Move, door: int) -> list[int]:
    """The second hexes past a door: in supply, with no enemy beside them, and over ground the unit could cross."""
    found = set()
    for manner in own.manners:
        way = _past_zones(going(p, own.unit, manner[0]))
        start = mover(p, own.unit, manner)
        through = step(way, Mover(start.hex, MOST_POINTS, mode=start.mode), door)
        if through is None:
            continue
        for hex in p.kit.board.around(door):
            if hex == start.hex or not would_be_supplied(p, own.unit, hex) or is_beside_enemy(p, hex, own.side):
                continue
            if step(way, Mover(door, MOST_POINTS, mode=through.mode), hex) is not None:
                found.add(hex)
    return sorted(found)


def _past_zones(way: Going) -> Going:
    """The same ground for a unit that does not mind enemy zones."""
    return unhindered(way, ZONE)


def open_door(p: Field, own: Move, hex: int) -> None:
    """Where only one friend could hold the door, he does."""
    holders = door_holders(p, own, hex)
    own.door, own.holder = hex, holders[0] if len(holders) == 1 else NO_UNIT


class ChooseHolder(Question[Field, Move]):
    """10.3 Which friend in the first hex holds the door open, and so may not move this round."""

    prompt, rule = "choose-door-holder", "10.3"
    reasons = {HOLD: ("cannot-hold-door", "10.3")}

    def arguments(self, p: Field, own: Move) -> dict[str, Argument]:
        return {"unit": own.unit, "hex": own.door}

    def offers(self, p: Field, own: Move) -> Sequence[int]:
        if own.door == NO_UNIT or own.holder != NO_UNIT:
            return []
        return [HOLD + unit for unit in door_holders(p, own, own.door)]

    def answer(self, p: Field, own: Move, option: int) -> Procedure | Then | None:
        own.holder = object_of(option)
        return Then.NEXT


class ChooseWayOut(Question[Field, Move]):
    """10.3 The second hex of a withdrawal, past the door."""

    prompt, rule = "choose-way-out", "10.3"
    reasons = {TO: ("no-withdrawal", "10.3"), DONE: ("must-withdraw", "10.3")}

    def arguments(self, p: Field, own: Move) -> dict[str, Argument]:
        return {"unit": own.unit}

    def offers(self, p: Field, own: Move) -> Sequence[int]:
        return [TO + hex for hex in ways_out(p, own, own.door)] if own.door != NO_UNIT and not own.over else []

    def answer(self, p: Field, own: Move, option: int) -> Procedure | Then | None:
        start, path = p.where[own.unit], (own.door, object_of(option))
        own.over = True
        p.moved[own.holder] = HOLDS_DOOR
        return rebuilding(p, own.side, start, path, walk(p, own.unit, path, "withdraws"))

    def about(self, p: Field, own: Move, option: int) -> About:
        return About(path=(own.door, object_of(option)), rules=("10.3",))
