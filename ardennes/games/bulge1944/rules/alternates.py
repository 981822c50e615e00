"""18.5 Alternate units: 7th and 10th Armored may enter in two parts, 1st SS may break down in play."""

from __future__ import annotations

from ardennes.engine.game_data import NOWHERE
from ardennes.engine.hidden import reveal_unit
from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules import hiding
from ardennes.games.bulge1944.rules.field import POOL, Field
from ardennes.games.bulge1944.rules.pieces import GERMAN
from ardennes.numbers import Unit
from ardennes.rules.parts import exchange


def parts(p: Field, unit: Unit) -> tuple[Unit, ...]:
    """The two smaller counters of a unit; none for most."""
    return p.data.parts.get(p.data.counters[unit].id, ())


def may_split(p: Field, unit: Unit) -> bool:
    """On the turn it arrives, before it enters."""
    return "alternate_units" in p.data.options and p.data.counters[unit].arrives == p.turn and bool(parts(p, unit))


def split(p: Field, unit: Unit) -> None:
    """The division is put aside and its two parts wait to enter in its place; they never combine again."""
    p.put(unit, NOWHERE)
    for part in parts(p, unit):
        p.put(part, p.data.box(POOL))
    p.tell(Event("splits", {"unit": unit}, "18.5"))


def break_downs(p: Field) -> list[int]:
    """How many steps the division minus may keep when 1st SS breaks down now: both parts get one to three."""
    if "alternate_units" not in p.data.options:
        return []
    unit = breaking(p)
    if unit == NO_UNIT:
        return []
    rest, group = (p.data.counters[part].steps for part in parts(p, unit))
    steps = p.steps[unit]
    return [kept for kept in range(1, rest + 1) if 1 <= steps - kept <= group]


def breaking(p: Field) -> Unit:
    """The German division on the map that has two parts, or NO_UNIT."""
    for unit in p.on_map(GERMAN):
        if parts(p, unit):
            return unit
    return NO_UNIT


def break_down(p: Field, kept: int) -> None:
    """1st SS becomes a division minus with ``kept`` steps and Kampfgruppe Peiper with the others, stacked for now."""
    unit = breaking(p)
    hex, steps = p.where[unit], p.steps[unit]
    was_hidden = p.mask[unit] != NO_UNIT
    reveal_unit(p, unit, "18.5")
    p.tell(Event("breaks-down", {"unit": unit, "hex": hex}, "18.5"))
    exchange(p, (unit,), parts(p, unit), NOWHERE, ("dry",))
    for part, share in zip(parts(p, unit), (kept, steps - kept), strict=True):
        p.steps[part] = share
        if was_hidden:
            hiding.hide_if_played(p, part)
