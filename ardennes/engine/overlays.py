"""What a game can show over its map: zones, supply, what wins, where the enemy could come.

Everything is worked out on a side's view, so that nothing shown can tell it more than it may know. A game derives from
:class:`Overlays` and hands an instance to its :class:`~ardennes.engine.game.Game`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, Literal

import msgspec

from ardennes.engine.procedure import P
from ardennes.engine.texts import Text
from ardennes.numbers import Hex, Hexside, Side, Unit

Pattern = Literal["rising", "falling", "dots", "ring", "shade", "line"]
"""How hexes are marked, told apart without colours: hatching of either slant, dots, a ring, a shade that grows with the
amount; or a line from hex to hex."""


class Layer(msgspec.Struct, frozen=True, kw_only=True):
    """Hexes and units that are marked alike, with their line in the legend."""

    title: Text
    side: Side | None = None
    """Whose colour it has."""
    pattern: Pattern = "ring"
    hexes: tuple[Hex, ...] = ()
    labels: Mapping[Hex, str] = {}
    """What is written into hexes."""
    amounts: Mapping[Hex, int] = {}
    """How much of it is in a hex, for a shade."""
    hexsides: Mapping[Hexside, str] = {}
    """Hexsides that are marked, with what is written beside them."""
    units: tuple[Unit, ...] = ()
    """Counters that bear the sign."""
    sign: str = ""


class Overlays(Generic[P]):
    """What a game shows over its map; by default nothing."""

    names: ClassVar[tuple[str, ...]] = ()
    """In the order they are listed. Each is a method of that name, with ``_`` for ``-``, that gives layers for a view
    and a side; the message ``overlay-NAME`` says what it is called."""

    with_lines: ClassVar[str] = ""
    """The one with which the supply line of a unit is shown, when the player points at it."""

    def layers(self, view: P, side: Side | None, name: str) -> Sequence[Layer]:
        """One overlay for a side; for None, who belongs to neither, on a view of what both may know."""
        if name not in self.names:
            raise KeyError(name)
        return tuple(getattr(self, name.replace("-", "_"))(view, side))

    def supply_line(self, view: P, unit: Unit) -> Layer | None:
        """The hexes of a unit's supply line, from it to its source; None in a game without supply lines."""
        return None

    def date(self, p: P) -> str:
        """The day the game has come to, as ``1944-12-16``; empty where it plays on no day of history."""
        return ""
