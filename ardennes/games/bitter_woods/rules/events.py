"""29.0, 38.0 Random events (options): which have happened, for how long they hold, and what they change."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ardennes.engine.modifiers import Modifier
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.battalions import show_other_face
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, ARMIES, GERMAN, BitterData
from ardennes.numbers import Hex, Hexside, Side, Unit, by_hex
from ardennes.rules.names import TurnName

SEVENTH = ARMIES.index("7th")
SETS = {"17AM": "events_17am", "18AM": "random_events", "19AM": "events_19am"}
"""The option that each set of events belongs to, by the turn it is rolled for."""
ENTERED = 8
"""29.1 Added to the companies in a hex that an Allied unit has entered."""


class EventRow(msgspec.Struct, frozen=True, kw_only=True):
    """29.0, 38.0 A row of the event tables: the dice that bring it, and the numbers and turns it names."""

    when: Literal["17AM", "18AM", "19AM"]
    dice: str
    event: str
    includes: str = ""
    """Another event that happens with it."""
    first: TurnName = ""
    last: TurnName = ""
    """The turns in which it holds; to the end if the last is left out."""
    until: TurnName = ""
    """The last turn of arrivals that it spares."""
    amount: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    units: str = ""
    source: str

    def is_brought_by(self, roll: int) -> bool:
        return str(roll) in self.dice.split()


class ScatterRow(msgspec.Struct, frozen=True, kw_only=True):
    """25.1 Where something lands that was meant for a hex, by the sum of two dice."""

    sum: Annotated[int, msgspec.Meta(ge=2, le=12)]
    direction: Literal["", "N", "NE", "SE", "S", "SW", "NW"] = ""
    source: str


DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""As the board numbers them."""


def scattered(data: BitterData, hex: Hex, roll: int) -> Hex:
    """25.1 The hex where something lands that was meant for another, by the sum of two dice."""
    direction = data.scatter[roll]
    return data.board.neighbours[6 * hex + DIRECTIONS.index(direction)] if direction else hex


def happened(p: Field, name: str) -> bool:
    """Whether an event was rolled in this game."""
    return name in p.happened


def in_force(p: Field, name: str, earlier: int = 0) -> EventRow | None:
    """An event that has happened, in the turns in which it holds, or so many turns before them."""
    if name not in p.happened:
        return None
    row = p.data.events[name]
    first, last = p.data.turn_named(row.first), p.data.turn_named(row.last) if row.last else len(p.data.turns)
    return row if first <= p.turn + earlier <= last else None


def concerns(p: Field, row: EventRow, unit: Unit) -> bool:
    return p.data.counters[unit].id in row.units.split()


def bring_about(p: Field, name: str) -> None:
    """An event happens, with what it includes; units that it brings change their day and army."""
    row = p.data.events[name]
    p.happened += (name,)
    p.tell(Event(f"event-{name}", {}, "29.0" if row.when == "18AM" else "38.0"))
    if row.includes:
        bring_about(p, row.includes)
    if name == "atrocities" and p.data.battalions:
        show_other_face(p)
    if name in ("early-fuhgd", "panzer-9", "grenadiers-15", "jagdtigers"):
        for id in row.units.split():
            unit = p.data.unit(id)
            p.comes[unit] = p.turn
            if name != "jagdtigers":
                p.attached[unit] = SEVENTH
    p.forget_all()


# --- strength and allowance ------------------------------------------------------------------------------


def endurance_by_event(p: Field, unit: Unit, printed: int) -> int:
    """38.1 With night sights a regiment has a better endurance rating on every PM turn."""
    row = in_force(p, "night-sights")
    if row is None or not concerns(p, row, unit) or not p.data.turns[p.turn - 1].name.endswith("PM"):
        return printed
    return row.amount


def allowance_by_event(p: Field, unit: Unit, points: int) -> int:
    """38.1, 38.2 Allowances that events replace: Panzer Lehr on 17AM, Allied mechanized units short of fuel."""
    row = in_force(p, "bayerlein")
    if row is not None and concerns(p, row, unit):
        points = min(points, row.amount)
    row = in_force(p, "fuel-bombed")
    if row is not None and p.data.sides[unit] == ALLIED and p.data.counters[unit].mechanized:
        points = points if concerns(p, row, unit) else min(points, row.amount)
    return points


def is_halved_by_event(p: Field, unit: Unit) -> bool:
    """38.1 Two generals are held up by their own sentries."""
    row = in_force(p, "hysteria")
    return row is not None and concerns(p, row, unit)


def may_not_release(p: Field, leader: Unit) -> bool:
    """38.1 Dietrich releases no reserves for some turns."""
    row = in_force(p, "dietrich")
    return row is not None and concerns(p, row, leader)


def atrocities(p: Field, side: Side, attackers: tuple[Unit, ...]) -> Modifier:
    """29.0 One more on the die of German attacks with SS units; as an option from the turn of the event on."""
    earlier = int("atrocities_at_once" in p.data.options)
    row = in_force(p, "atrocities", earlier) if side == GERMAN else None
    angry = row is not None and any("ss" in p.data.counters[unit].words for unit in attackers)
    return Modifier("atrocities", row.amount if row is not None and angry else 0, "29.0")


# --- supply, guns, bridges -------------------------------------------------------------------------------


def is_supplied_by_event(p: Field, unit: Unit) -> bool:
    """38.1 Regiments of the 106th east of the Our; 38.2 KG Peiper."""
    if not p.happened:
        return False
    row = in_force(p, "air-supply-106")
    if row is not None and concerns(p, row, unit) and p.where[unit] in p.data.east_of_our:
        return True
    row = in_force(p, "peiper-supplied")
    return row is not None and concerns(p, row, unit)


def has_no_shortage(p: Field) -> bool:
    """38.2 German mechanized units are never short of supply."""
    return in_force(p, "logistics") is not None


def has_shells_enough(p: Field) -> bool:
    """38.2 German artillery may fire in both player turns."""
    return in_force(p, "shells") is not None


def is_short_of_shells(p: Field, gun: Unit) -> bool:
    """38.2 Allied artillery that fires once in a game-turn."""
    row = in_force(p, "shells-bombed")
    return row is not None and p.data.sides[gun] == ALLIED and not concerns(p, row, gun)


def is_safe_from_demolition(p: Field, side: Side, hexside: Hexside) -> bool:
    """29.0, 38.1 Bridges that the Allied player may not blow now."""
    if side != ALLIED or not p.happened:
        return False
    if in_force(p, "heiderscheid") is not None and hexside == p.data.heiderscheid:
        return True
    return in_force(p, "saved-bridge") is not None and hexside == p.saved_bridge


def may_call_engineers(p: Field, side: Side) -> bool:
    """38.1 Once in the game the Allied player blows a bridge without a die."""
    return side == ALLIED and in_force(p, "engineers") is not None and "engineers-used" not in p.happened


# --- arrivals and aircraft -------------------------------------------------------------------------------


def arrival(p: Field, unit: Unit) -> int:
    """16.1 The turn a unit comes: by its counter, or by an event."""
    return p.comes[unit] or p.data.counters[unit].arrives


def is_cut_off(p: Field, unit: Unit) -> bool:
    """29.0, 38.2 Whether a reinforcement does not come: one that no event has brought, or that an event keeps away, by
    its day, however late it would be."""
    piece, due = p.data.counters[unit], p.data.counters[unit].arrives
    if p.comes[unit] or piece.only == "event" or not p.happened:
        return not p.comes[unit] and piece.only == "event"
    for name in ("spatlese", "spatlese-delayed"):
        if happened(p, name) and due > p.data.turn_named(p.data.events[name].until):
            north = piece.nation == "US" and set(piece.place.split()) <= set(p.data.named.north_letters.split())
            if piece.side == GERMAN or north:
                return True
    row = p.data.events["russians"]
    cancelled = p.data.turn_named(row.first) <= due <= p.data.turn_named(row.last)
    return happened(p, "russians") and piece.side == GERMAN and cancelled


def aircraft_by_event(p: Field, side: Side, printed: int) -> int:
    """29.0, 38.2 The aircraft of a turn, with what events take; what Bodenplatte still costs is taken off as far as
    they go."""
    if not p.happened:
        return printed
    for name in ("spatlese", "spatlese-delayed"):
        row = in_force(p, name)
        if row is not None and side == ALLIED:
            printed = max(0, printed - row.amount)
    if side == GERMAN and happened(p, "russians") and p.turn > p.data.turn_named(p.data.events["russians"].until):
        printed = 0
    return pay_air(p, side, printed)


def pay_air(p: Field, side: Side, aircraft: int) -> int:
    """29.0 What is left of some aircraft after those that Bodenplatte costs."""
    owed = list(p.air_owed)
    lost = min(aircraft, owed[side])
    owed[side] -= lost
    p.air_owed = owed[GERMAN], owed[ALLIED]
    return aircraft - lost


# --- von der Heydte --------------------------------------------------------------------------------------


def companies_in(p: Field, hex: Hex) -> int:
    """29.1 How many companies of paratroopers are in a hex."""
    return p.companies[hex] % ENTERED


def enter_company_hex(p: Field, hex: Hex) -> None:
    """29.1 An Allied unit has come there: they leave at the end of the turn."""
    if p.companies[hex] and p.companies[hex] < ENTERED:
        p.companies[hex] += ENTERED


def remove_companies(p: Field, everywhere: bool) -> None:
    """29.1 Companies whose hex was entered go at the end of a turn, all of them at the beginning of 19AM."""
    for hex, number in by_hex(p.companies):
        if number and (everywhere or number >= ENTERED):
            p.set_companies(hex, 0)
