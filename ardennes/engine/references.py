"""What the numbers in a position refer to: declared as types, so that a snapshot can hold names in their stead.

A procedure's field that holds the number of a unit, hex or hexside is declared as a Unit, Hex or Hexside;
``tuple[Unit, ...]`` refers to several. Columns and clocks say it where they are declared.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, get_args, get_type_hints

from ardennes.numbers import Hex, Hexside, Unit


class Refers(Enum):
    """The kind of thing a number stands for."""

    UNIT = "unit"
    HEX = "hex"
    HEXSIDE = "hexside"
    PLACE = "place"
    """A hex, a box, or nowhere: what ``where`` holds."""


REFERENCES: dict[Any, Refers] = {Unit: Refers.UNIT, Hex: Refers.HEX, Hexside: Refers.HEXSIDE}
IN_TURN = Refers.HEXSIDE, Refers.HEX
Crossings = Annotated[tuple[int, ...], IN_TURN]
"""Hexsides, each followed by the hex entered."""

GONE = object()
"""What comes of a reference to something that the game no longer has."""

Turn = Callable[[Refers, Any], Any]
"""Turns a number into a name or a name into a number; GONE where there is none."""


@lru_cache(maxsize=512)
def declared_types(kind: type) -> dict[str, Any]:
    """The types of a procedure's fields, with what they refer to."""
    return get_type_hints(kind, include_extras=True)


def reference(declared: Any) -> Refers | None:
    """What a number of a declared type refers to."""
    return REFERENCES.get(declared)


def turned(value: Any, declared: Any, turn: Turn) -> Any:
    """A value with every reference in it turned. Of a tuple of any length what is GONE is left out; anything else with
    a part that is GONE is GONE itself."""
    kind = reference(declared)
    if kind is not None:
        return turn(kind, value)
    if not isinstance(value, tuple | list):
        return value
    if declared is Crossings:
        found = [turn(IN_TURN[at % len(IN_TURN)], part) for at, part in enumerate(value)]
        return GONE if any(part is GONE for part in found) else tuple(found)
    parts = get_args(declared)
    if len(parts) == 2 and parts[1] is Ellipsis:
        found = [turned(part, parts[0], turn) for part in value]
        return tuple(part for part in found if part is not GONE)
    if len(parts) != len(value):
        return tuple(value)
    found = [turned(part, each, turn) for part, each in zip(value, parts, strict=True)]
    return GONE if any(part is GONE for part in found) else tuple(found)
