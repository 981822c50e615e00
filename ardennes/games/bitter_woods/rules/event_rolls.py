"""29.0, 38.0 Rolling for random events, and what the German player chooses in them."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.procedure import Procedure
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.events import SETS, bring_about, companies_in, in_force, pay_air, scattered
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, BOMB, DONE, GERMAN, MARK, SPARE, TWELFTHS
from ardennes.games.bitter_woods.rules.removal import lose_step
from ardennes.games.bitter_woods.rules.terrain import FOREST
from ardennes.hexes.grid import NOWHERE
from ardennes.numbers import Hex, Hexside, Side, Unit
from ardennes.rules.picking import Pick

ONE_DIE = "18AM"
"""The set that is rolled for with one die; the others take two."""


def is_due(p: Field, when: str) -> bool:
    """Whether a set of events is played with and this is its turn."""
    return SETS[when] in p.data.options and p.data.turns[p.turn - 1].name == when


def roll_for_event(p: Field, when: str) -> None:
    """29.0, 38.0 The German player rolls; an event that cannot happen is rolled again."""
    while True:
        roll = p.die() if when == ONE_DIE else p.die() + p.die()
        row = next(row for row in p.data.events.values() if row.when == when and row.is_brought_by(roll))
        p.tell(Event("event-roll", {"roll": roll}, "29.0" if when == ONE_DIE else "38.0"))
        if row.event != "bombs" or regiments_to_bomb(p):
            break
    bring_about(p, row.event)
    if row.event == "bodenplatte":
        lose_aircraft(p)


def lose_aircraft(p: Field) -> None:
    """29.0 Each player rolls, and loses so many of his next unused aircraft."""
    p.air_owed = p.die(), p.die()
    p.tell(Event("bodenplatte-losses", {"german": p.air_owed[GERMAN], "allied": p.air_owed[ALLIED]}, "29.0"))
    p.german_air, p.allied_air = pay_air(p, GERMAN, p.german_air), pay_air(p, ALLIED, p.allied_air)


class EventChoice(Procedure):
    """29.0, 38.2 The German player says where an event happens."""

    side: Side = GERMAN
    event: str = ""
    hex: Hex = NOWHERE
    over: bool = False


def choice_of(p: Field, *names: str) -> EventChoice | None:
    """The choice that an event of this turn still wants."""
    name = next((name for name in names if in_force(p, name) is not None), None)
    return EventChoice(event=name) if name is not None else None


class MarkHex(Pick[Field, EventChoice]):
    """29.0 The drop zone of the paratroopers, or the town where commandos mislead the enemy."""

    prompt, rule, refusal = "choose-event-hex", "29.0", "not-for-the-event"
    verb = MARK

    def choices(self, p: Field, choice: EventChoice) -> Sequence[int]:
        if choice.event not in ("companies", "deception") or choice.over:
            return ()
        north, towns = p.data.board.area("north-of-6th-5th") - p.data.boundary_roads, p.data.towns
        if choice.event == "deception":
            return sorted(north & towns)
        return sorted(hex for hex in north - towns if p.data.terrain[hex] != FOREST)

    def pick(self, p: Field, choice: EventChoice, hex: Hex) -> None:
        choice.over = True
        if choice.event == "deception":
            p.deceived = hex
            p.tell(Event("deception-in", {"hex": hex}, "29.0"))
        else:
            drop_companies(p, hex)


def drop_companies(p: Field, zone: Hex) -> None:
    """29.1 Two dice for each company say where it lands; off the map and on an Allied unit it is lost."""
    for number in range(p.data.events["companies"].amount):
        roll = p.die() + p.die()
        hex = scattered(p.data, zone, roll)
        lands = hex != NOWHERE and p.side_in(hex) != ALLIED
        args = {"n": number + 1, "roll": roll, "hex": zone if hex == NOWHERE else hex}
        p.tell(Event("company-lands" if lands else "company-lost", dict(args), "29.1"))
        if lands:
            p.set_companies(hex, p.companies[hex] + 1)


class SaveBridge(Pick[Field, EventChoice]):
    """29.0 The bridge that commandos keep from being blown, if the German player names one."""

    prompt, rule, refusal = "choose-saved-bridge", "29.0", "not-for-the-event"
    verb, done = SPARE, DONE

    def choices(self, p: Field, choice: EventChoice) -> Sequence[int]:
        if choice.event != "saved-bridge" or choice.over:
            return ()
        north = p.data.board.area("north-of-6th-5th") - p.data.boundary_roads
        hexes = p.data.board.side_hexes
        return [side for side in p.data.bridges if not p.blown[side] and not north.isdisjoint(hexes[side])]

    def pick(self, p: Field, choice: EventChoice, hexside: Hexside) -> None:
        choice.over, p.saved_bridge = True, hexside
        p.tell(Event("bridge-saved", {"hexside": hexside}, "29.0"))


class BombRegiment(Pick[Field, EventChoice]):
    """38.2 The regiment that its own aircraft hit; the German player chooses among equals."""

    prompt, rule, refusal = "choose-bombed", "38.2", "not-for-the-event"
    verb = BOMB

    def choices(self, p: Field, choice: EventChoice) -> Sequence[int]:
        return regiments_to_bomb(p) if choice.event == "bombs" and not choice.over else ()

    def pick(self, p: Field, choice: EventChoice, unit: Unit) -> None:
        choice.over = True
        lose_step(p, unit, "38.2")


def regiments_to_bomb(p: Field) -> list[Unit]:
    """38.2 Full US infantry regiments north of the boundary: in Malmedy, else in another town, else anywhere."""
    north, counters = p.data.board.area("north-of-6th-5th") - p.data.boundary_roads, p.data.counters
    full = [
        unit
        for unit in p.on_map(ALLIED)
        if counters[unit].nation == "US"
        and counters[unit].kind in ("infantry", "parachute", "glider")
        and p.steps[unit] == p.data.full_steps[unit]
        and p.where[unit] in north
    ]
    in_malmedy = [unit for unit in full if p.where[unit] == p.data.malmedy]
    return in_malmedy or [unit for unit in full if p.where[unit] in p.data.towns] or full


# --- on the way ------------------------------------------------------------------------------------------

DELAYED_FROM = 4
"""29.0 The lowest die with which paratroopers or commandos delay a unit."""
STOPPED_BY = 6
"""29.0 The die with which commandos stop it."""


def is_trap(p: Field, side: Side, hex: Hex) -> bool:
    """29.0 Whether an Allied unit that comes to a hex has to roll: one company, or the town of the commandos."""
    if side != ALLIED or not p.happened:
        return False
    return companies_in(p, hex) == 1 or (hex == p.deceived and in_force(p, "deception") is not None)


def spring(p: Field, unit: Unit, hex: Hex) -> tuple[int, str]:
    """29.0 The die of a unit that comes to a trap: what it gets back of the point it had ready, and whether roads are
    closed to it or it stops."""
    roll = p.die()
    if hex == p.deceived and in_force(p, "deception") is not None:
        result = "stops" if roll >= STOPPED_BY else "off-road" if roll >= DELAYED_FROM else "unharmed"
        back = 0
    else:
        result = "delayed" if roll >= DELAYED_FROM else "unharmed"
        back = 0 if result == "delayed" else TWELFTHS
    p.tell(Event("trap", {"unit": unit, "hex": hex, "die": roll, "result": result}, "29.0"))
    return back, result


EventChoice.steps = (MarkHex(), SaveBridge(), BombRegiment())
