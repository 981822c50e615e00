"""Which column of the charts applies now: that of the unit on its way (10.4), that of the attack (11.3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.odds import Attack, odds
from ardennes.games.deadly_woods.rules.pieces import COLUMNS, MOTORIZED
from ardennes.games.deadly_woods.rules.walking import Move


def marks(p: Field) -> Mapping[str, Iterable[str]]:
    found: dict[str, list[str]] = {}
    for opened in p.stack:
        if isinstance(opened, Move):
            found["terrain"] = ["motorized" if p.data.counters[opened.unit].kind in MOTORIZED else "infantry"]
        elif isinstance(opened, Attack) and opened.attackers and (column := odds(p, opened).column) >= 0:
            found["results"] = [COLUMNS[column]]
    return found
