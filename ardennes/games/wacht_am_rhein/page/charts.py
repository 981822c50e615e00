"""Which line and column of the charts apply now: of the unit on its way (6.8), and of the attack (10.76)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ardennes.games.wacht_am_rhein.rules.attacks import Attack
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.odds import odds


def marks(p: Field) -> Mapping[str, Iterable[str]]:
    """10.76 The column of the attack that is being declared or answered."""
    attacks = [opened for opened in p.stack if isinstance(opened, Attack) and opened.targets]
    return {"results": [str(odds(p, attack).column + 1) for attack in attacks]}
