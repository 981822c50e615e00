"""Bridges that are blown and built again: what that means to those who cross, and to zones of control."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from ardennes.engine.options import Verb
from ardennes.engine.texts import Event
from ardennes.kernels.flags import ALTERED
from ardennes.numbers import Hexside, PerHexside
from ardennes.rules import ground
from ardennes.rules.table import Table, TableData


class BridgeData(TableData):
    """Where the bridges are."""

    bridge_verbs: ClassVar[tuple[Verb, ...]]
    """The verbs that are about bridges."""

    @cached_property
    def bridges(self) -> tuple[Hexside, ...]:
        """The hexsides with a bridge, blown at the start or not."""
        return ground.bridges(self.board)

    def objects(self, verb: Verb) -> Sequence[int]:
        return self.bridges if verb in self.bridge_verbs else super().objects(verb)


class BridgeTable(Table):
    """A table of a game whose bridges may be blown. A hexside with a blown one is ALTERED."""

    data: BridgeData

    def blown_bridges(self) -> PerHexside[int]:
        """The column that says which bridges are blown."""
        raise NotImplementedError

    def set_bridge(self, hexside: Hexside, *, blown: bool) -> None:
        """Blows a bridge or builds it; zones on both banks follow."""
        self.blown_bridges()[hexside] = blown
        self.set_hexside(hexside, self.data.printed_sides[hexside] | (ALTERED if blown else 0))

    def hexside_flags(self) -> bytes:
        flags, blown = bytearray(self.data.printed_sides), self.blown_bridges()
        for hexside in self.data.bridges:
            if blown[hexside]:
                flags[hexside] |= ALTERED
        return bytes(flags)


def blow_at_start(p: BridgeTable) -> None:
    """Bridges that the map shows as blown are so at the start."""
    board = p.data.board
    for hexside in p.data.bridges:
        if board.bridge[hexside] == board.code("bridge", "blown"):
            p.set_bridge(hexside, blown=True)


def blow(p: BridgeTable, hexside: Hexside, rule: str) -> None:
    """A bridge is blown."""
    p.set_bridge(hexside, blown=True)
    p.tell(Event("bridge-blown", {"hexside": hexside}, rule))
