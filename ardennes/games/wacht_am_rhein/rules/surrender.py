"""14.7 Surrender: on the morning of each day units that are Isolated-2 may give up."""

from __future__ import annotations

from ardennes.engine.texts import Argument, Event
from ardennes.games.wacht_am_rhein.rules.field import ISOLATED_2, Field, eliminate
from ardennes.games.wacht_am_rhein.rules.positions import give_up
from ardennes.numbers import Side, Unit

GIVES_UP = 1
"""14.72 The die with which the units of a division surrender."""


def roll_for_surrender(p: Field, side: Side) -> None:
    """14.71, 14.72 A die for each division with units that are Isolated-2; with a 1 all of these surrender, and their
    positions are lost (16.36)."""
    for _, units in sorted(ready_to_surrender(p, side).items()):
        die = p.die()
        about: dict[str, Argument] = {"side": side, "units": tuple(units), "n": len(units)}
        p.tell(Event("asked-to-surrender", {**about, "die": die}, "14.72"))
        if die == GIVES_UP:
            p.tell(Event("surrenders", about, "14.72"))
            for unit in units:
                hex = p.where[unit]
                eliminate(p, unit)
                give_up(p, hex)


def ready_to_surrender(p: Field, side: Side) -> dict[str, list[Unit]]:
    """14.71 The units that are Isolated-2, by division; 14.72 those without one by brigade, corps or nation."""
    groups: dict[str, list[Unit]] = {}
    for unit in p.on_map(side):
        if p.supply[unit] == ISOLATED_2:
            groups.setdefault(command(p, unit), []).append(unit)
    return groups


def command(p: Field, unit: Unit) -> str:
    """14.72 The division or brigade that a unit surrenders with; its corps, army or nation where it has none, with an
    option nobody else (WAR-R126)."""
    piece = p.data.counters[unit]
    if "surrender_singly" in p.data.options:
        return p.division_of(unit) or piece.id
    return p.division_of(unit) or piece.corps or piece.nation
