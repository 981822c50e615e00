"""23.0, 25.24b Units that may not go everywhere: the British until they are released, and formations behind a fence."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from sys import byteorder

from ardennes.engine.derived import Until, derived
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.kernels.flags import BARRED, HexFlags, no_flags
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.table import flags_with

ALARM = 5
"""23.0 A German who comes so near to a British unit releases its division."""
EVERYBODY = "everybody"
"""23.0 All British units are released."""
NOWHERE_CLOSED: frozenset[Hex] = frozenset()


def closed_to(p: Field, unit: Unit) -> frozenset[Hex]:
    """The hexes that a unit may not enter, by movement, retreat or advance."""
    fence = p.data.fences.get(p.data.counters[unit].formation, NOWHERE_CLOSED)
    if not is_bound(p, unit):
        return fence
    return fence | beyond_the_leash(p, unit) if fence else beyond_the_leash(p, unit)


def with_closed(flags: HexFlags, closed: frozenset[Hex]) -> HexFlags:
    """The flags of hexes for who may not enter some of them, often most of the map: as large numbers they are put
    together in one go."""
    both = int.from_bytes(flags.tobytes(), byteorder) | _as_number(closed, len(flags))
    return array("H", both.to_bytes(2 * len(flags), byteorder))


@lru_cache(maxsize=64)
def _as_number(closed: frozenset[Hex], size: int) -> int:
    return int.from_bytes(flags_with(no_flags(size), closed, BARRED).tobytes(), byteorder)


# --- the British (23.0) ----------------------------------------------------------------------------------------------


def command(p: Field, unit: Unit) -> str:
    """23.0, WAR-R140 What is released together: a division or brigade; the troops of the corps."""
    piece = p.data.counters[unit]
    return piece.formation or piece.corps


def is_over(p: Field) -> bool:
    """23.0 Whether no British unit is bound any more; the bonus turn of the last Game-Turn belongs to it (WAR-R140)."""
    return p.turn > p.data.scenario_data.british_bound_until


def is_bound(p: Field, unit: Unit) -> bool:
    """23.0 Whether a British unit may neither cross the Meuse nor leave the north-western map sheet."""
    if p.data.counters[unit].nation != "British" or is_over(p):
        return False
    return EVERYBODY not in p.released and command(p, unit) not in p.released


def beyond_the_leash(p: Field, unit: Unit) -> frozenset[Hex]:
    """23.0 All that lies off the map sheet, or on the other bank of the Meuse; for who has still to come, off the sheet
    only."""
    here, data = p.where[unit], p.data
    if here < 0:
        return data.off_british_sheet
    return data.beyond_meuse[here in data.west_of_meuse]


@derived(Until.SIDE_MOVES)
def bound_units(p: Field, side: Side) -> dict[Hex, tuple[str, ...]]:
    """23.0 For each hex within five of British units that are bound, the divisions that a German there releases."""
    found: dict[Hex, tuple[str, ...]] = {}
    for unit in p.on_map(side):
        if is_bound(p, unit):
            name = command(p, unit)
            for hex in p.data.within[ALARM][p.where[unit]]:
                if name not in found.get(hex, ()):
                    found[hex] = (*found.get(hex, ()), name)
    return found


def note_approach(p: Field, units: Iterable[Unit], path: Iterable[Hex]) -> None:
    """23.0 A German unit that crosses the Meuse releases all British units, and one that comes within five hexes of
    some releases their division, by moving, retreating or advancing; commandos release nobody (WAR-R140)."""
    if is_over(p) or EVERYBODY in p.released or not p.data.has_british:
        return
    if not any(p.data.sides[unit] == GERMAN and p.data.counters[unit].kind != "commando" for unit in units):
        return
    alarmed = bound_units(p, ALLIED)
    for hex in path:
        if hex in p.data.west_of_meuse:
            release(p, EVERYBODY)
            return
        for name in alarmed.get(hex, ()):
            if name not in p.released:
                release(p, name)


def release(p: Field, name: str) -> None:
    """23.0 They go where they like from now on, for good."""
    p.released += (name,)
    p.forget_moves(ALLIED)
    code = "british-free" if name == EVERYBODY else "division-free"
    p.tell(Event(code, {"formation": name}, "23.0"))
