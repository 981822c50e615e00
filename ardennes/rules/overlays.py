"""What games of two sides show over their maps: zones, who holds what counts, where the enemy could come, supply.

A game derives from :class:`BattleOverlays`, from :class:`SupplyOverlays` where it has supply lines, or from
:class:`RouteOverlays` where they are those of :mod:`ardennes.rules.supply`; and says who is seen, where they could go
and how strong they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, TypeVar

from ardennes.engine.overlays import Layer, Overlays, Pattern
from ardennes.engine.texts import Text
from ardennes.numbers import ENEMY_OF, SIDES, Hex, PerHex, Side, Unit, by_hex
from ardennes.rules.calendar import today
from ardennes.rules.supply import SupplyTable, line_from, supplied_hexes
from ardennes.rules.table import Table

SLANTS: tuple[Pattern, Pattern] = ("rising", "falling")
"""The hatching of each side."""


def marked(marks: Sequence[int]) -> tuple[Hex, ...]:
    """The hexes whose number is not zero."""
    return tuple(hex for hex, mark in by_hex(marks) if mark)


def holder_layers(control: PerHex[Side], labels: Mapping[Hex, str], rule: str) -> Iterator[Layer]:
    """The hexes that count, with what is written into them, by who holds them."""
    for side in SIDES:
        held = {hex: label for hex, label in labels.items() if control[hex] == side}
        written = {hex: label for hex, label in held.items() if label}
        yield Layer(title=Text("layer-victory", {"side": side}, rule), side=side, hexes=tuple(held), labels=written)


T = TypeVar("T", bound=Table)
S = TypeVar("S", bound=SupplyTable)


class BattleOverlays(Overlays[T]):
    """Zones, what wins, where the enemy could come."""

    names: ClassVar[tuple[str, ...]] = ("zones", "victory", "enemy-reach")
    zone_rule: ClassVar[str]

    def units(self, view: T, side: Side) -> Sequence[Unit]:
        """The units of a side that are seen on the map."""
        return view.on_map(side)

    def destinations(self, view: T, unit: Unit) -> Iterable[Hex]:
        """Where a unit could come if it were allowed to move now."""
        raise NotImplementedError

    def strength(self, view: T, unit: Unit) -> int | None:
        """Its strength in attack; None where that is not known."""
        raise NotImplementedError

    def zones(self, view: T, side: Side | None) -> Iterator[Layer]:
        for each in SIDES:
            title, hexes = Text("layer-zone", {"side": each}, self.zone_rule), marked(view.held(each))
            yield Layer(title=title, side=each, pattern=SLANTS[each], hexes=hexes)

    def enemy_reach(self, view: T, side: Side | None) -> Iterator[Layer]:
        """Of the enemy of a side; for somebody who only watches, of both."""
        for enemy in SIDES if side is None else (ENEMY_OF[side],):
            yield self._reach(view, enemy)

    def _reach(self, view: T, side: Side) -> Layer:
        """For each hex who could come there, with the sum of their strengths; those that are not known add a question
        mark."""
        comers: dict[Hex, list[Unit]] = {}
        for unit in self.units(view, side):
            for hex in self.destinations(view, unit):
                comers.setdefault(hex, []).append(unit)
        strength = {unit: self.strength(view, unit) for units in comers.values() for unit in units}
        return Layer(
            title=Text("layer-reach", {"side": side}),
            side=side,
            pattern="shade",
            hexes=tuple(sorted(comers)),
            amounts={hex: len(units) for hex, units in comers.items()},
            labels={hex: _sum([strength[unit] for unit in units]) for hex, units in comers.items()},
        )

    def date(self, p: T) -> str:
        return today(p)


def _sum(strengths: Sequence[int | None]) -> str:
    known = [strength for strength in strengths if strength is not None]
    total = str(sum(known)) if known else ""
    return f"{len(strengths)}: {total}{'' if len(known) == len(strengths) else '?'}"


class SupplyOverlays(BattleOverlays[T]):
    """The same, and who is in supply, from where."""

    names: ClassVar[tuple[str, ...]] = ("zones", "supply", "victory", "enemy-reach")
    with_lines = "supply"
    supply_rule: ClassVar[str]
    line_rule: ClassVar[str]

    def is_supplied(self, view: T, unit: Unit) -> bool:
        raise NotImplementedError

    def supplied_hexes(self, view: T, side: Side) -> Sequence[int]:
        """A number for each hex, not zero where a unit of the side would be in supply."""
        raise NotImplementedError

    def line(self, view: T, unit: Unit) -> Sequence[Hex]:
        """The hexes from a unit to its source of supply; none where there is no line."""
        raise NotImplementedError

    def supply(self, view: T, side: Side | None) -> Iterator[Layer]:
        """Who is in supply and who is not; for a side also where its units would be."""
        fed: tuple[list[Unit], list[Unit]] = [], []
        for unit in (unit for each in SIDES for unit in self.units(view, each)):
            fed[self.is_supplied(view, unit)].append(unit)
        yield Layer(title=Text("layer-in-supply", {}, self.supply_rule), units=tuple(fed[True]), sign="✓")
        yield Layer(title=Text("layer-out-of-supply", {}, self.supply_rule), units=tuple(sorted(fed[False])), sign="✕")
        if side is not None:
            title = Text("layer-supplied", {"side": side}, self.line_rule)
            yield Layer(title=title, side=side, pattern="dots", hexes=marked(self.supplied_hexes(view, side)))

    def supply_line(self, view: T, unit: Unit) -> Layer | None:
        """The line of a unit on the map, as it could be traced now."""
        side = view.data.sides[unit]
        if unit not in self.units(view, side):
            return None
        line = tuple(self.line(view, unit))
        without = "layer-supplied-without-line" if self.is_supplied(view, unit) else "layer-no-supply-line"
        title = Text("layer-supply-line" if line else without, {"unit": unit}, self.line_rule)
        return Layer(title=title, side=side, pattern="line", hexes=line)


class RouteOverlays(SupplyOverlays[S]):
    """The same where supply runs along routes."""

    def supplied_hexes(self, view: S, side: Side) -> Sequence[int]:
        return supplied_hexes(view, side)

    def line(self, view: S, unit: Unit) -> Sequence[Hex]:
        return line_from(view, unit)
