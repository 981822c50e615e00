"""10.3 Emergency Withdrawal: a pinned unit slips away past a friend that holds the door open."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, Question, Then
from ardennes.engine.texts import Argument
from ardennes.games.deadly_woods.bridges import rebuilding
from ardennes.games.deadly_woods.field import HAS_MOVED, HOLDS_DOOR, Field, in_enemy_zone, is_beside_enemy
from ardennes.games.deadly_woods.pieces import DONE, HOLD, TO
from ardennes.games.deadly_woods.retreats import can_cross
from ardennes.games.deadly_woods.supply import is_supplied, would_be_supplied
from ardennes.games.deadly_woods.walking import Move, walk
from ardennes.kernels.flags import BARRED


def door_holders(p: Field, own: Move, hex: int) -> list[int]:
    """Friendly supplied combat units in a hex that have not moved this round."""
    counters = p.kit.counters
    return [
        unit
        for unit in p.combat_units_in(hex)
        if counters[unit].side == own.side and p.moved[unit] != HAS_MOVED and is_supplied(p, unit)
    ]


def doors(p: Field, own: Move) -> list[int]:
    """The first hexes of a withdrawal from an enemy zone. Only a unit that cannot move otherwise is asked for them."""
    board, here = p.kit.board, p.where[own.unit]
    if own.one_hex or not in_enemy_zone(p, here, own.side):
        return []
    return [hex for hex in board.around(here) if door_holders(p, own, hex) and ways_out(p, own, hex)]


def ways_out(p: Field, own: Move, door: int) -> list[int]:
    """The second hexes past a door: in supply, with no enemy beside them, and over ground the unit could cross."""
    unit, here = own.unit, p.where[own.unit]
    if not _is_open(p, unit, here, door):
        return []
    beyond = [hex for hex in p.kit.board.around(door) if _is_open(p, unit, door, hex)]
    return [hex for hex in beyond if would_be_supplied(p, unit, hex) and not is_beside_enemy(p, hex, own.side)]


def _is_open(p: Field, unit: int, here: int, there: int) -> bool:
    """Whether a unit could make a step in any manner, by road through Forest too, at whatever cost."""
    return not p.way(p.kit.counters[unit].side)[there] & BARRED and can_cross(p, unit, here, there)


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
