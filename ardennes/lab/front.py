"""Where the front stood: an accumulator that follows who holds each hex, turn by turn, in any game."""

from __future__ import annotations

from typing import Any

import msgspec

from ardennes.engine.position import NO_UNIT, Position
from ardennes.lab.accumulator import Accumulator
from ardennes.numbers import ENEMY_OF, SIDES, Hex, by_unit

FIRST, NOBODY = 0, 2


class FrontOfTurn(msgspec.Struct):
    """The end of one turn, over all games that came so far."""

    games: int
    held: list[int]
    """By hex: the games in which the first side held it."""


class Front(Accumulator):
    """A hex belongs to the side that entered or passed it last, or that alone has units next to it. At the start it
    belongs to the side with the nearest unit."""

    def __init__(self) -> None:
        self.holder = bytearray()
        self.by_turn: dict[str, str] = {}
        self.totals: dict[int, FrontOfTurn] = {}

    def begin(self, p: Position) -> None:
        self.holder = _nearest(p)

    def answered(self, p: Position) -> None:
        for outcome in p.outcomes:
            if not isinstance(outcome, int) and outcome and (mover := p.top[outcome[-1]]) != NO_UNIT:
                side = p.data.counters[mover].side
                for hex in outcome:
                    self.holder[hex] = side

    def turn_ended(self, p: Position, turn: int) -> None:
        stand = _stands(p)
        board = p.data.board
        reach = [hexes.union(*(board.around(hex) for hex in hexes)) for hexes in stand]
        for side in SIDES:
            for hex in reach[side] - reach[ENEMY_OF[side]] | stand[side]:
                self.holder[hex] = side
        bits = sum(1 << hex for hex in board.hexes if self.holder[hex] == FIRST)
        self.by_turn[str(turn)] = f"{board.size}:{bits:x}"

    def found(self) -> Any:
        return self.by_turn

    def add(self, found: Any) -> None:
        for turn, held in found.items():
            size, _, bits = held.partition(":")
            total = self.totals.setdefault(int(turn), FrontOfTurn(0, [0] * int(size)))
            total.games += 1
            number = int(bits, 16)
            while number:
                lowest = number & -number
                total.held[lowest.bit_length() - 1] += 1
                number ^= lowest

    def total(self) -> dict[int, FrontOfTurn]:
        return dict(sorted(self.totals.items()))


def _stands(p: Position) -> tuple[set[Hex], set[Hex]]:
    """The hexes with units of each side."""
    found: tuple[set[Hex], set[Hex]] = (set(), set())
    for unit, hex in by_unit(p.where):
        if hex >= 0:
            found[p.data.counters[unit].side].add(hex)
    return found


def _nearest(p: Position) -> bytearray:
    """By hex, the side whose units are nearest; where both are as near, the second side, who was there before."""
    board = p.data.board
    holder = bytearray([NOBODY]) * board.size
    edge = [(hex, side) for side in ENEMY_OF for hex in sorted(_stands(p)[side])]
    for hex, side in edge:
        holder[hex] = side
    while edge:
        reached = []
        for hex, side in sorted(edge, key=lambda found: -found[1]):
            for there in board.around(hex):
                if holder[there] == NOBODY:
                    holder[there] = side
                    reached.append((there, side))
        edge = reached
    return holder
