"""Control: who holds the places that count, whether anybody stands there or not."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.columns import hex_column
from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Event
from ardennes.numbers import Hex, PerHex, Side, by_side
from ardennes.rules.table import Table


class ControlTable(Table):
    """A table of a game in which places are held."""

    control: PerHex[Side] = hex_column("b", NO_UNIT)
    """The side that holds each place that counts."""

    def holds(self, side: Side, hex: Hex) -> bool:
        """Whether a side holds a place."""
        return self.control[hex] == side


def held_at_start(p: ControlTable, *held: Iterable[Hex]) -> None:
    """What the first side holds, and then the second, as the rules have it; and what the scenario says besides."""
    assert p.data.scenario_data is not None
    places = [(hex, side) for side, hexes in by_side(held) for hex in hexes]
    for hex, side in (*places, *p.data.scenario_data.hexes_held(p.data.board)):
        p.control[hex] = side


def take(p: ControlTable, side: Side, hex: Hex, rule: str, says: str = "takes") -> None:
    """A place changes hands."""
    p.control[hex] = side
    p.tell(Event(says, {"side": side, "hex": hex}, rule))
