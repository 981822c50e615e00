"""What a player keeps from turn to turn: its operation, where its units have come from, what it has seen of the enemy.

All of it follows from views. It is small, and saved with the table, so that whoever takes the seat goes on.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ardennes.engine.advice import AnyAdvice, Operation
from ardennes.engine.position import Position
from ardennes.engine.score import turn_of
from ardennes.engine.texts import Text
from ardennes.hexes import distance
from ardennes.numbers import Hex, Side, Unit, by_unit
from ardennes.shapes import worked_out

A_MOVE = 2
"""Hexes that a unit must have gone for its way to be remembered."""
REMEMBERED = 1
"""Turns after which it is forgotten where a unit has come from."""


class Way(msgspec.Struct, frozen=True, array_like=True):
    """The last move of a unit."""

    origin: Hex
    end: Hex
    turn: int


class Memory(msgspec.Struct, kw_only=True):
    """Of one side's player."""

    operation: Operation | None = None
    seen: list[float] = []
    """How much of what the enemy did each model has foretold."""
    began: dict[Unit, Hex] = {}
    """Where units were when its last turn began, and which turn that was."""
    turn: int = 0
    ways: dict[Unit, Way] = {}

    def begin_stage(self, p: Position, after: Position | None, side: Side) -> None:
        """Takes in where units have gone in the last stage, ``after`` which the enemy moved; they begin another now."""
        ended = p if after is None else after
        turn = turn_of(p)
        for unit, origin in self.began.items() if turn - self.turn <= REMEMBERED else ():
            end = ended.where[unit]
            if end >= 0 and end != origin:
                self.ways.pop(unit, None)
                if distance(p.data.board.grid, origin, end) >= A_MOVE:
                    self.ways[unit] = Way(origin, end, turn_of(ended))
        self.ways = {unit: way for unit, way in self.ways.items() if 0 <= turn - way.turn <= REMEMBERED}
        counters, self.turn = p.data.counters, turn
        self.began = {unit: hex for unit, hex in by_unit(p.where) if hex >= 0 and counters[unit].side == side}

    def came(self, p: Position) -> Mapping[Unit, Hex]:
        """From where units have come that still stand where they went."""
        return {unit: way.origin for unit, way in self.ways.items() if p.where[unit] == way.end}

    def operations(self, advice: AnyAdvice, p: Position, side: Side) -> list[Operation]:
        """Ways to go on, the one that is kept first."""
        return list(advice.operations(p, side, self.operation))


def describe(operation: Operation) -> tuple[Text, ...]:
    """An operation in words for people: what it is, where it goes with whom until when, who guards and who waits."""
    axes = [Text("operation-axis", {"hex": each.goal, "units": each.units, "n": each.until}) for each in operation.axes]
    guards = [Text("operation-guards", {"units": tuple(unit for unit, _ in operation.guards)})]
    reserve = [Text("operation-reserve", {"units": operation.reserve})]
    title = Text(f"operation-{operation.name}", {"n": operation.since})
    return (title, *axes, *guards[: len(operation.guards)], *reserve[: len(operation.reserve)])


def encoded(memory: Memory) -> bytes:
    return msgspec.msgpack.encode(memory) if memory.began else b""


def decoded(memory: bytes) -> Memory:
    """What was remembered; nothing where it was written by another version."""
    try:
        return msgspec.msgpack.decode(memory, type=worked_out(Memory)) if memory else Memory()
    except msgspec.DecodeError:
        return Memory()
