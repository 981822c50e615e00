"""25.17, 25.27, 26.7, 27.7 Victory: levels that are looked at in their order, the first that holds counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ardennes.engine.texts import Event, Text
from ardennes.games.wacht_am_rhein.rules.field import EXITED, Field
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.games.wacht_am_rhein.rules.scenario import LEVELS, Departure, Holding, Level, Presence
from ardennes.numbers import Hex, Side, Unit

DRAW = LEVELS.index("draw")
HOLD_NOTHING = "headquarters_hold_nothing"
"""2.3, WAR-R176 The option that only combat units count for victory."""
SHIFTED = tuple(level for level in LEVELS if level.endswith(("decisive", "substantive", "marginal", "draw")))
"""25.27 The levels that fuel dumps shift from one to the next."""
SHIFTED_BY = 3
"""25.27 So many true fuel dumps shift the level by one in favour of the Germans."""


def exits(p: Field) -> int:
    """25.17, 25.27 German combat units that have left the map; headquarters do not count."""
    exited, counters = p.data.box(EXITED), p.data.counters
    return sum(p.where[unit] == exited and counters[unit].counts for unit in p.data.units[GERMAN])


def stands_in(p: Field, side: Side, place: str) -> bool:
    """25.17 Whether a unit of a side is in a place."""
    return stands_in_hex(p, side, p.data.board.hex(place))


def stands_in_hex(p: Field, side: Side, hex: Hex) -> bool:
    return p.side_in(hex) == side and any(is_unit(p, unit) for unit in p.units_in(hex))


def is_unit(p: Field, unit: Unit) -> bool:
    """2.3, WAR-R176 What counts where a case speaks of units and not of combat units: headquarters as well, unless an
    option says that they hold nothing; commandos never (WAR-R162)."""
    piece = p.data.counters[unit]
    return piece.counts or (piece.headquarters and HOLD_NOTHING not in p.data.options)


def places_held(p: Field, holding: Holding) -> int:
    """26.7, 27.7 In how many of some places Germans stand."""
    return sum(stands_in(p, GERMAN, place) for place in holding.places)


def those_present(p: Field, presence: Presence) -> list[Unit]:
    """26.7, 27.7 The Germans in some areas that count."""
    hexes = frozenset().union(*map(p.data.board.area, presence.areas))
    return counted(p, (unit for unit in p.on_map(GERMAN) if p.where[unit] in hexes), presence)


def those_gone(p: Field, departure: Departure) -> list[Unit]:
    """27.7 The Germans that count and have left the map by an edge."""
    hexes = {p.data.board.hex(name) for name in p.data.scenario_data.edges[departure.by]}
    exited = p.data.box(EXITED)
    gone = (unit for unit in p.data.units[GERMAN] if p.where[unit] == exited and p.left_by[unit] in hexes)
    return counted(p, gone, departure)


def counted(p: Field, units: Iterable[Unit], wanted: Presence | Departure) -> list[Unit]:
    return [unit for unit in units if p.data.counters[unit].counts or (wanted.headquarters and is_unit(p, unit))]


def are_enough(p: Field, units: Collection[Unit], wanted: Presence | Departure) -> bool:
    """26.7, 27.7 Whether there are as many combat units, and tanks, as a level asks for."""
    tanks = sum(p.data.counters[unit].kind == "tank" for unit in units)
    return wanted.at_least <= len(units) <= wanted.at_most and tanks >= wanted.tanks_at_least


def holds(p: Field, level: Level) -> bool:
    """Whether all that a level asks for is there."""
    some = not level.allied_in_any or any(stands_in(p, ALLIED, place) for place in level.allied_in_any)
    return (
        all(stands_in(p, GERMAN, place) for place in level.german_in)
        and all(stands_in(p, ALLIED, place) for place in level.allied_in)
        and some
        and all(holding.at_least <= places_held(p, holding) <= holding.at_most for holding in level.holding)
        and all(are_enough(p, those_present(p, presence), presence) for presence in level.present)
        and all(are_enough(p, those_gone(p, departure), departure) for departure in level.departures)
        and p.destroyed >= level.destroyed_at_least
        and (not level.plans or p.operation in level.plans)
        and level.exits_at_least <= exits(p) <= level.exits_at_most
        and p.dumps_lost <= level.dumps_lost_at_most
    )


def level(p: Field) -> int:
    """The level as things stand, as a number into LEVELS."""
    reached = next((level for level in p.data.scenario_data.levels if holds(p, level)), None)
    found: str = "draw" if reached is None else reached.level
    if p.dumps_lost >= SHIFTED_BY:
        found = SHIFTED[max(0, SHIFTED.index(found) - 1)]
    return LEVELS.index(found)


def decide(p: Field) -> None:
    """25.17 At the end of the last Game-Turn."""
    final = level(p)
    winner = None if final == DRAW else GERMAN if final < DRAW else ALLIED
    scenario = p.data.scenario_data
    if p.operation:
        p.tell(Event(f"operation-{p.operation}", {}, "27.7"))
    p.end(winner, Text(scenario.verdict + LEVELS[final], {"exits": exits(p)}, scenario.victory_rule))
