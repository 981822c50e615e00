"""11.0 Combat."""

from __future__ import annotations

from ardennes.engine.procedure import Procedure
from ardennes.games.deadly_woods.field import Field


def can_attack(p: Field, unit: int, hex: int) -> bool:
    return False


def open_attack(p: Field, side: int, hex: int, conversion: bool) -> Procedure:
    raise NotImplementedError


PROCEDURES: tuple[type[Procedure], ...] = ()
