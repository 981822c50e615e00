"""Pins: what a rulebook says about a hex or a hexside, sorted by what it is about and checked for sense."""

from __future__ import annotations

from dataclasses import dataclass, field

from ardennes.geography.build.frame import Frame
from ardennes.geography.build.recipe import NONE, BuildError, Pin, Recipe
from ardennes.geography.features import Ground
from ardennes.hexes import GridError
from ardennes.hexes.grid import NOWHERE

HEX_FIELDS = ("place", "name", "rank", "terrain")
SIDE_FIELDS = ("river", "kind", "road", "bridge", "wall")


@dataclass
class Pins:
    """All pins of a map, ready for the steps of the build."""

    hexes: list[tuple[int, Pin]] = field(default_factory=list)
    sides: list[tuple[int, Pin]] = field(default_factory=list)

    @property
    def places(self) -> dict[str, tuple[int, str]]:
        return {pin.place: (cell, pin.source) for cell, pin in self.hexes if pin.place}

    @property
    def terrain(self) -> dict[int, str]:
        return {cell: pin.terrain for cell, pin in self.hexes if pin.terrain}

    @property
    def rivers(self) -> dict[str, list[int]]:
        """Sides by the river that must run along them."""
        found: dict[str, list[int]] = {}
        for side, pin in self.sides:
            if pin.river not in ("", NONE):
                found.setdefault(pin.river, []).append(side)
        return found

    @property
    def dry(self) -> set[int]:
        return {side for side, pin in self.sides if pin.river == NONE}

    @property
    def roads(self) -> dict[int, tuple[str, str]]:
        return {side: (pin.road, pin.source) for side, pin in self.sides if pin.road not in ("", NONE)}

    @property
    def closed(self) -> set[int]:
        return {side for side, pin in self.sides if pin.road == NONE}


def sort_pins(frame: Frame, ground: Ground, recipe: Recipe, file: str) -> Pins:
    """Finds hex or hexside of every pin."""
    pins = Pins()
    shown = {rule.name for rule in recipe.rivers.show}
    pinned: dict[str, str] = {}
    for row, pin in enumerate(recipe.pin, start=1):
        where = f"{file}: [pin] row {row} ({pin.at})"
        labels = pin.at.split("/")
        cells = [_cell(frame, label, where) for label in labels]
        wrong = SIDE_FIELDS if len(cells) == 1 else HEX_FIELDS
        if misplaced := [name for name in wrong if getattr(pin, name)]:
            kind = "a hex, not a hexside" if len(cells) == 1 else "a hexside, not a hex"
            raise BuildError(f"{where}, {misplaced[0]}: {pin.at} is {kind}")
        if pin.place and pin.place not in ground.places:
            raise BuildError(f"{where}, place: the ground has no place {pin.place!r}")
        if pin.place in pinned and pin.place:
            raise BuildError(f"{where}, place: {pin.place} is already pinned at {pinned[pin.place]}")
        pinned[pin.place] = pin.at
        if pin.river not in ("", NONE) and pin.river not in shown:
            raise BuildError(f"{where}, river: {pin.river!r} is not shown on this map")
        if len(cells) == 1:
            pins.hexes.append((cells[0], pin))
            continue
        side = frame.side(*cells) if len(cells) == 2 else NOWHERE
        if side == NOWHERE:
            raise BuildError(f"{where}, at: hexes {pin.at} are not adjacent")
        pins.sides.append((side, pin))
    return pins


def _cell(frame: Frame, label: str, where: str) -> int:
    try:
        return frame.cell(frame.grid.parse(label))
    except GridError as error:
        raise BuildError(f"{where}, at: {error}") from None
