"""Parts that split and join: counters that are exchanged for others in the same hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.numbers import Hex, Unit
from ardennes.rules.table import Table


def exchange(p: Table, gone: Sequence[Unit], come: Sequence[Unit], place: Hex, inherited: Iterable[str]) -> None:
    """Counters take the place of others, which go to ``place``. What the columns ``inherited`` say of one of the old is
    true of all the new."""
    hex = p.where[gone[0]]
    for column in (getattr(p, name) for name in inherited):
        most = max(column[unit] for unit in gone)
        for unit in come:
            column[unit] = most
    for unit in come:
        p.put(unit, hex)
    for unit in gone:
        p.put(unit, place)
