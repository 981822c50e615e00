"""3.5 Hex control, and what else coming to a hex sets off, in movement, retreat and advance."""

from __future__ import annotations

from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Event
from ardennes.games.deadly_woods.rules.field import REMOVED, Field, is_beside_enemy, put_back, send_to_track
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.supply import take_trucks
from ardennes.kernels.flags import MARKED_TOO
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules.control import take

ENGINEERS_BACK_IN = 2


def come_to(p: Field, unit: Unit, here: Hex, there: Hex) -> None:
    """A unit enters a hex: the hex changes hands (3.5), engineers leave it (12.4.4), the Delay asset makes room
    (6.3.1), German units over the Meuse release the units held there (10.6.4), and trucks leave a unit that an enemy is
    beside (12.6)."""
    data, side = p.data, p.data.counters[unit].side
    if p.control[there] == ENEMY_OF[side]:
        _take(p, side, there)
    if side == GERMAN:
        if p.way(GERMAN)[there] & MARKED_TOO:
            _drive_off_engineers(p, there)
        if there == data.fuel_dump and p.fuel == "dump" and data.counters[unit].special == "peiper":
            p.fuel = "captured"
            p.tell(Event("fuel-captured", {"unit": unit, "hex": there}, "8.5"))
        if not p.meuse_crossed and crosses_meuse(p, here, there):
            cross_meuse(p, unit)
    elif p.where[data.by_kind["delay"]] == there:
        p.tell(Event("delay-makes-room", {"hex": there}, "6.3.1"))
        put_back(p, data.by_kind["delay"])
        p.used[data.by_kind["delay"]] = 1
    if p.motorized != NO_UNIT and _meets_trucks(p, unit, there):
        take_trucks(p, "12.6")


def _meets_trucks(p: Field, unit: Unit, hex: Hex) -> bool:
    """12.6 Whether motorized infantry and an Allied unit are adjacent once a unit, either of them, enters a hex."""
    if unit == p.motorized:
        return is_beside_enemy(p, hex, GERMAN)
    return p.data.counters[unit].side == ALLIED and p.where[p.motorized] in p.data.board.around(hex)


def settle(p: Field, unit: Unit, hex: Hex) -> None:
    """A unit stands in a hex after moving, retreating or advancing, and its trucks with it."""
    p.put(unit, hex)
    if p.motorized == unit:
        p.put(p.data.by_kind["motorized"], hex)


def _take(p: Field, side: Side, hex: Hex) -> None:
    data = p.data
    take(p, side, hex, "3.5")
    if side == GERMAN and hex == data.st_vith and not p.st_vith_entered:
        p.st_vith_entered = p.turn
    air_supply = data.by_kind["air-supply"]
    if side == GERMAN and p.where[air_supply] == hex:
        p.tell(Event("air-supply-lost", {"hex": hex}, "8.6"))
        p.put(air_supply, data.box(REMOVED))


def _drive_off_engineers(p: Field, hex: Hex) -> None:
    """12.4.4 Engineers in a hex the Germans enter come back two turns later."""
    engineers = p.engineer_in(hex)
    p.tell(Event("engineers-driven-off", {"unit": engineers, "turn": p.turn + ENGINEERS_BACK_IN}, "12.4.4"))
    send_to_track(p, engineers, ENGINEERS_BACK_IN)


def crosses_meuse(p: Field, here: Hex, there: Hex) -> bool:
    """Whether two adjacent hexes lie on different banks of the Meuse."""
    west = p.data.west_of_meuse
    return (here in west) != (there in west)


def cross_meuse(p: Field, unit: Unit) -> None:
    """10.6.4 The first German unit that moves or attacks across the Meuse releases every unit held there."""
    p.meuse_crossed = True
    p.tell(Event("meuse-crossed", {"unit": unit}, "10.6.4"))


def both_towns_german(p: Field) -> bool:
    """17.0 Whether the Germans control St. Vith and Bastogne."""
    return p.holds(GERMAN, p.data.st_vith) and p.holds(GERMAN, p.data.bastogne)
