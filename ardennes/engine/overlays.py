"""What a game can show over its map: zones, supply, what wins, where the enemy could come.

Everything is worked out on a side's view, so that nothing shown can tell it more than it may know. A game derives from
:class:`Overlays` and hands an instance to its :class:`~ardennes.engine.game.Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Generic, Literal

import msgspec

from ardennes.engine.procedure import P
from ardennes.engine.texts import Text

Pattern = Literal["rising", "falling", "dots", "ring", "shade", "line"]
"""How hexes are marked, told apart without colours: hatching of either slant, dots, a ring, a shade that grows with the
amount; or a line from hex to hex."""

SLANTS: tuple[Pattern, Pattern] = ("rising", "falling")
"""The hatching of each side."""


class Layer(msgspec.Struct, frozen=True, kw_only=True):
    """Hexes and units that are marked alike, with their line in the legend."""

    title: Text
    side: int | None = None
    """Whose colour it has."""
    pattern: Pattern = "ring"
    hexes: tuple[int, ...] = ()
    labels: Mapping[int, str] = {}
    """What is written into hexes."""
    amounts: Mapping[int, int] = {}
    """How much of it is in a hex, for a shade."""
    units: tuple[int, ...] = ()
    """Counters that bear the sign."""
    sign: str = ""


class Overlays(Generic[P]):
    """What a game shows over its map; by default nothing."""

    names: ClassVar[tuple[str, ...]] = ()
    """In the order they are listed. Each is a method of that name, with ``_`` for ``-``, that gives layers for a view
    and a side; the message ``overlay-NAME`` says what it is called."""

    with_lines: ClassVar[str] = ""
    """The one with which the supply line of a unit is shown, when the player points at it."""

    def layers(self, view: P, side: int | None, name: str) -> Sequence[Layer]:
        """One overlay for a side; for None, who belongs to neither, on a view of what both may know."""
        if name not in self.names:
            raise KeyError(name)
        return tuple(getattr(self, name.replace("-", "_"))(view, side))

    def supply_line(self, view: P, unit: int) -> Layer | None:
        """The hexes of a unit's supply line, from it to its source; None in a game without supply lines."""
        return None

    def date(self, p: P) -> str:
        """The day the game has come to, as ``1944-12-16``; empty where it plays on no day of history."""
        return ""


def zone_layers(zones: Iterable[Iterable[int]], rule: str) -> Iterator[Layer]:
    """The zones of control of both sides."""
    for side, hexes in enumerate(zones):
        title = Text("layer-zone", {"side": side}, rule)
        yield Layer(title=title, side=side, pattern=SLANTS[side], hexes=tuple(sorted(hexes)))


def supply_layers(units: Iterable[int], is_supplied: Callable[[int], bool], rule: str) -> Iterator[Layer]:
    """Who is in supply and who is not."""
    seen = tuple(units)
    fed = tuple(unit for unit in seen if is_supplied(unit))
    yield Layer(title=Text("layer-in-supply", {}, rule), units=fed, sign="✓")
    yield Layer(title=Text("layer-out-of-supply", {}, rule), units=tuple(sorted(set(seen) - set(fed))), sign="✕")


def supplied_layer(side: int, marks: Sequence[int], rule: str) -> Layer:
    """Where units of a side would be in supply; ``marks`` has a number for each hex, not zero where they would."""
    title = Text("layer-supplied", {"side": side}, rule)
    return Layer(title=title, side=side, pattern="dots", hexes=marked(marks))


def marked(marks: Sequence[int]) -> tuple[int, ...]:
    """The hexes whose number is not zero."""
    return tuple(hex for hex, mark in enumerate(marks) if mark)


def reach_layer(side: int, comers: Mapping[int, Sequence[int]], strength: Mapping[int, int]) -> Layer:
    """Where units of a side could come: for each hex who could, with the sum of their strengths. Those whose strength
    is missing are not known, and what they add is a question mark."""
    return Layer(
        title=Text("layer-reach", {"side": side}),
        side=side,
        pattern="shade",
        hexes=tuple(sorted(comers)),
        amounts={hex: len(units) for hex, units in comers.items()},
        labels={hex: _count(units, strength) for hex, units in comers.items()},
    )


def _count(units: Sequence[int], strength: Mapping[int, int]) -> str:
    known = [strength[unit] for unit in units if unit in strength]
    total = str(sum(known)) if known else ""
    return f"{len(units)}: {total}{'' if len(known) == len(units) else '?'}"


def gathered(reached: Iterable[tuple[int, Iterable[int]]]) -> dict[int, list[int]]:
    """From the hexes each unit could come to, who could come to each hex."""
    comers: dict[int, list[int]] = {}
    for unit, hexes in reached:
        for hex in hexes:
            comers.setdefault(hex, []).append(unit)
    return comers


def others(side: int | None) -> tuple[int, ...]:
    """Whose reach is of interest to a side; to somebody who only watches, that of both."""
    return (0, 1) if side is None else (1 - side,)
