"""36.0 The Peiper Alternative (variant): KG Peiper as three battalions that keep together, and as one unit again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from ardennes.engine.procedure import About, Outcome, Procedure
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.field import PICKED, REMOVED, Field
from ardennes.games.bitter_woods.rules.pieces import GERMAN, REGROUP
from ardennes.numbers import NO_NUMBER, Hex, Side, Unit
from ardennes.rules.parts import exchange
from ardennes.rules.picking import Pick

APART = 2
"""36.1 How far a battalion may be from another."""
BACK_AND_FORTH = 2
"""How often the Kampfgruppe is broken down and put together while none of it moves, so that a phase has an end."""
INHERITED = ("supply", "dropped", "unbound", "shocked", "since", "influenced")
"""What is true of one unit stays true of those that take its place."""
PARTIES = ("attackers", "defenders", "units", "waiting", "standing", "leaders")
"""Where procedures name units that may be exchanged while they are open."""

O = TypeVar("O", bound=Procedure)  # noqa: E741


def on_map(p: Field) -> list[Unit]:
    """The battalions on the map."""
    return [unit for unit in sorted(p.data.battalions) if p.where[unit] >= 0]


def fighters(p: Field) -> list[Unit]:
    """KG Peiper on the map, as one unit or as battalions."""
    return [unit for unit in (p.data.kampfgruppe, *sorted(p.data.battalions)) if p.where[unit] >= 0]


def leaders_of_peiper(p: Field) -> list[Unit]:
    """36.13 Peiper himself, if he is on the map."""
    return [unit for unit in p.data.by_trait["leads-peiper"] if p.where[unit] >= 0]


def fights_under_peiper(p: Field, unit: Unit) -> bool:
    """36.0 Whether a unit is KG Peiper or one of its battalions, where that is played."""
    return bool(p.data.battalions) and "peiper" in p.data.counters[unit].words


# --- breaking down and putting together ------------------------------------------------------------------


def can_split(p: Field) -> bool:
    """36.11 The full Kampfgruppe may be broken down, from the second turn on."""
    unit = p.data.kampfgruppe
    return p.where[unit] >= 0 and p.steps[unit] == p.data.full_steps[unit] and p.turn > p.data.surprise


def can_merge(p: Field) -> bool:
    """36.11, 36.12 Three full battalions in one hex may be put together."""
    units = p.data.battalions
    hexes = {p.where[unit] for unit in units}
    whole = all(p.steps[unit] == p.data.full_steps[unit] for unit in units)
    return len(hexes) == 1 and min(hexes) >= 0 and whole


def leaving(p: Field) -> tuple[Unit, ...]:
    """36.11 The counters that an exchange would take off the map."""
    return (p.data.kampfgruppe,) if can_split(p) else tuple(on_map(p))


def may_regroup(p: Field, side: Side) -> bool:
    """36.11 Whether the German player may exchange the Kampfgruppe and its battalions now; 13.3 who builds a bridge
    stays as he is."""
    if not p.data.battalions or side != GERMAN or p.regrouped >= BACK_AND_FORTH:
        return False
    return (can_split(p) or can_merge(p)) and all(p.bridging[unit] == NO_NUMBER for unit in leaving(p))


def regroup(p: Field) -> None:
    """36.11 Three battalions take the place of the Kampfgruppe, or it theirs."""
    splits, gone, number = can_split(p), leaving(p), p.regrouped + 1
    come = tuple(sorted(p.data.battalions)) if splits else (p.data.kampfgruppe,)
    hex = p.where[gone[0]]
    take_places(p, gone, come)
    p.regrouped = number
    p.tell(Event("breaks-down" if splits else "puts-together", {"hex": hex, "units": come}, "36.11"))


def take_places(p: Field, gone: tuple[Unit, ...], come: tuple[Unit, ...]) -> None:
    """36.11, 36.13 Counters are exchanged: the new ones are in the state of the worst of the old, and in reserve only
    if all were. They fight, retreat, advance and owe in their place."""
    done, reserves = 0, {p.reserve[unit] for unit in gone}
    for unit in gone:
        done |= p.done[unit] & ~PICKED
    for unit in come:
        p.set_steps(unit, p.data.full_steps[unit])
        p.done[unit], p.walked[unit] = done, 0
        p.reserve[unit] = min(reserves) if len(reserves) == 1 else 0
    exchange(p, gone, come, p.data.box(REMOVED), INHERITED)

    def replaced(units: tuple[Unit, ...]) -> tuple[int, ...]:
        if not set(gone).intersection(units):
            return units
        return tuple(sorted({*(unit for unit in units if unit not in gone), *come}))

    for procedure in p.stack:
        for name in PARTIES:
            if hasattr(procedure, name):
                setattr(procedure, name, replaced(getattr(procedure, name)))
    p.duties = tuple(msgspec.structs.replace(duty, others=replaced(duty.others)) for duty in p.duties)


def show_other_face(p: Field) -> None:
    """36.13 After the atrocities another counter stands for Peiper."""
    old, new = p.data.by_trait["leads-peiper"]
    if p.where[old] >= 0:
        take_places(p, (old,), (new,))
        p.tell(Event("other-peiper", {"unit": new}, "36.13"))


class Regrouping(Pick[Field, O]):
    """36.11 A choice at which KG Peiper may be broken down or put together first."""

    def offers(self, p: Field, procedure: O) -> Sequence[int]:
        options = super().offers(p, procedure)
        return [*options, REGROUP + 0] if options and may_regroup(p, self.side(p, procedure)) else options

    def answer(self, p: Field, procedure: O, option: int) -> Outcome:
        if option != REGROUP:
            return super().answer(p, procedure, option)
        regroup(p)
        return None

    def about(self, p: Field, procedure: O, option: int) -> About:
        return About() if option == REGROUP else super().about(p, procedure, option)


# --- keeping together ------------------------------------------------------------------------------------


def is_near(p: Field, one: Hex, other: int) -> bool:
    """36.1 Whether two hexes are within two hexes of each other, whoever is between."""
    return other in p.data.within[APART][one]


def lonely(p: Field, moved: Mapping[int, Hex], *, leader: bool = False) -> set[Unit]:
    """36.1 Who would be more than two hexes from the next battalion, once some units have ``moved``: battalions, but
    not the last of them; 36.13 and their leader, where he counts, who is no company to them."""
    places = {unit: moved.get(unit, p.where[unit]) for unit in fighters(p)}
    alone = {
        unit
        for unit in places
        if len(places) > 1 and not any(is_near(p, places[unit], places[other]) for other in places if other != unit)
    }
    for unit in leaders_of_peiper(p) if leader and places else ():
        if not any(is_near(p, moved.get(unit, p.where[unit]), hex) for hex in places.values()):
            alone.add(unit)
    return alone


def keep_together(p: Field, moved: Mapping[int, Hex]) -> bool:
    """36.1 Whether no battalion would be alone."""
    return not p.data.battalions or not lonely(p, moved)


# --- victory ---------------------------------------------------------------------------------------------


def as_one(p: Field, units: Sequence[Unit]) -> list[Unit]:
    """36.8 The battalions count for one armor unit where all three are among some units, and for nothing otherwise."""
    parts = [unit for unit in units if unit in p.data.battalions]
    one = parts[:1] if len(parts) == len(p.data.battalions) else []
    return sorted([*(unit for unit in units if unit not in parts), *one])
