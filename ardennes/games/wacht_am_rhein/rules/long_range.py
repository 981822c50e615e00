"""24.22 Extended range: with this option guns fire half as far again, for half their strength."""

from __future__ import annotations

from collections.abc import Collection

from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.pieces import Fire
from ardennes.numbers import Hex, Unit

OPTION = "long_range"


def farthest(fire: Fire, options: frozenset[str]) -> int:
    """11.0 How far a gun fires; with the option half as far again, fractions down."""
    return fire.range * 3 // 2 if OPTION in options else fire.range


def is_far(p: Field, gun: Unit, hexes: Collection[Hex]) -> bool:
    """24.22 Whether a gun reaches none of the hexes within the range printed on it."""
    fire = p.data.fires[gun]
    assert fire is not None, "only guns fire"
    if OPTION not in p.data.options:
        return False
    near = p.data.within[fire.range][p.where[gun]]
    return bool(hexes) and not any(hex in near for hex in hexes)
