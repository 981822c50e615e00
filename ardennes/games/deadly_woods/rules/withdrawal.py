"""10.3 Emergency Withdrawal: a pinned unit slips away past a friend that holds the door open."""

from __future__ import annotations

from ardennes.engine.options import object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure
from ardennes.games.deadly_woods.rules.bridges import rebuilding
from ardennes.games.deadly_woods.rules.field import HAS_MOVED, HOLDS_DOOR, Field, is_beside_enemy
from ardennes.games.deadly_woods.rules.pieces import DONE, HOLD, TO
from ardennes.games.deadly_woods.rules.retreats import can_cross
from ardennes.games.deadly_woods.rules.supply import is_supplied, would_be_supplied
from ardennes.games.deadly_woods.rules.walking import Move, walk
from ardennes.kernels.flags import BARRED
from ardennes.numbers import NO_NUMBER, Hex, Unit
from ardennes.rules.picking import Pick


def door_holders(p: Field, move: Move, hex: Hex) -> list[Unit]:
    """Friendly supplied combat units in a hex that have not moved this round."""
    counters = p.data.counters
    return [
        unit
        for unit in p.combat_units_in(hex)
        if counters[unit].side == move.side and p.moved[unit] != HAS_MOVED and is_supplied(p, unit)
    ]


def doors(p: Field, move: Move) -> list[Hex]:
    """The first hexes of a withdrawal from an enemy zone. Only a unit that cannot move otherwise is asked for them."""
    board, here = p.data.board, p.where[move.unit]
    if move.one_hex or not p.in_enemy_zone(here, move.side):
        return []
    return [hex for hex in board.around(here) if door_holders(p, move, hex) and ways_out(p, move, hex)]


def ways_out(p: Field, move: Move, door: Hex) -> list[Hex]:
    """The second hexes past a door: in supply, with no enemy beside them, and over ground the unit could cross."""
    unit, here = move.unit, p.where[move.unit]
    if not _is_open(p, unit, here, door):
        return []
    beyond = [hex for hex in p.data.board.around(door) if _is_open(p, unit, door, hex)]
    return [hex for hex in beyond if would_be_supplied(p, unit, hex) and not is_beside_enemy(p, hex, move.side)]


def _is_open(p: Field, unit: Unit, here: Hex, there: Hex) -> bool:
    """Whether a unit could make a step in any manner, by road through Forest too, at whatever cost."""
    return not p.way(p.data.counters[unit].side)[there] & BARRED and can_cross(p, unit, here, there)


def open_door(p: Field, move: Move, hex: Hex) -> None:
    """Where only one friend could hold the door, he does."""
    holders = door_holders(p, move, hex)
    move.door, move.holder = hex, holders[0] if len(holders) == 1 else NO_UNIT


class ChooseHolder(Pick[Field, Move]):
    """10.3 Which friend in the first hex holds the door open, and so may not move this round."""

    prompt, rule, refusal = "choose-door-holder", "10.3", "cannot-hold-door"
    prompt_fields = {"unit": "unit", "hex": "door"}
    verb = HOLD

    def choices(self, p: Field, move: Move) -> list[Unit]:
        return door_holders(p, move, move.door) if move.door != NO_NUMBER and move.holder == NO_NUMBER else []

    def pick(self, p: Field, move: Move, unit: Unit) -> None:
        move.holder = unit


class ChooseWayOut(Pick[Field, Move]):
    """10.3 The second hex of a withdrawal, past the door."""

    prompt, rule, prompt_fields = "choose-way-out", "10.3", ("unit",)
    reasons = {TO: ("no-withdrawal", "10.3"), DONE: ("must-withdraw", "10.3")}
    verb = TO

    def choices(self, p: Field, move: Move) -> list[Hex]:
        return ways_out(p, move, move.door) if move.door != NO_NUMBER and not move.over else []

    def pick(self, p: Field, move: Move, hex: Hex) -> Procedure | None:
        start, path = p.where[move.unit], (move.door, hex)
        move.over = True
        p.moved[move.holder] = HOLDS_DOOR
        return rebuilding(p, move.side, start, path, walk(p, move.unit, path, "withdraws"))

    def about(self, p: Field, move: Move, option: int) -> About:
        return About(path=(move.door, object_of(option)), rules=("10.3",))
