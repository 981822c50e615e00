"""Which column of the combat table applies now: that of the attack (9.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.odds import Attack, odds
from ardennes.games.bitter_woods.rules.pieces import COLUMNS


def marks(p: Field) -> Mapping[str, Iterable[str]]:
    attacks = [opened for opened in p.stack if isinstance(opened, Attack) and opened.attackers]
    return {"results": [COLUMNS[odds(p, attack).column] for attack in attacks]} if attacks else {}
