"""9.5 What a combat leaves to be done in a later turn: counterattacks (CA) and engagements (ENG)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from ardennes.engine.derived import Until, derived
from ardennes.engine.duties import Duty, lapse, meet, owe
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import GERMAN
from ardennes.games.bitter_woods.rules.removal import eliminate
from ardennes.numbers import Hex, Side, Unit

COUNTERATTACK, ENGAGEMENT = "counterattack", "engagement"
BOUND = frozenset(("infantry", "parachute", "glider", "armored-infantry"))
"""9.5 Who is held by an engagement; armor, cavalry and artillery ignore it."""


def next_turn_of(p: Field, side: Side) -> int:
    """The turn in which a side has its next player turn, while the other is phasing: the Allies come second."""
    return p.turn + 1 if side == GERMAN else p.turn


# --- counterattacks --------------------------------------------------------------------------------------


def owe_counterattack(p: Field, side: Side, hex: Hex, defenders: Iterable[Unit], attackers: Iterable[Unit]) -> None:
    """9.5 CA: in their next turn the defenders counterattack or withdraw."""
    due = next_turn_of(p, side)
    owe(p, Duty(side, COUNTERATTACK, hex, due, "9.5", (*defenders, *attackers)))
    p.tell(Event("must-counterattack", {"hex": hex, "side": side}, "9.5"))


def counterattacks(p: Field, side: Side) -> list[Duty]:
    """9.5 What a side must do in its player turn now."""
    duties, turn = p.duties, p.turn
    if not duties:
        return []
    return [duty for duty in duties if duty.kind == COUNTERATTACK and duty.side == side and duty.due == turn]


def bound_to_counterattack(p: Field, duty: Duty) -> list[Unit]:
    """9.5, 10.3 The units in the hex, original defenders or not, that must attack; corps artillery adds nothing."""
    counters = p.data.counters
    here = p.units_in(duty.subject) if p.side_in(duty.subject) == duty.side else []
    return sorted(unit for unit in here if counters[unit].fighter or counters[unit].kind == "rockets")


def targets_of(p: Field, duty: Duty) -> list[Hex]:
    """9.5 The hexes beside it that still hold an original attacker."""
    around = p.data.board.around(duty.subject)
    return sorted(
        {p.where[unit] for unit in duty.others if p.data.sides[unit] != duty.side and p.where[unit] in around}
    )


def note_departure(p: Field, unit: Unit, hex: Hex) -> None:
    """9.5 Who leaves the hex of a counterattack withdraws: no friend may enter it again this turn."""
    if p.duties and _owes_counterattack(p, unit, hex):
        p.close(hex, p.data.sides[unit])


def is_due_to_counterattack(p: Field, unit: Unit) -> bool:
    """9.5 Whether a unit stands where it defended, and owes a counterattack now."""
    return bool(p.duties) and _owes_counterattack(p, unit, p.where[unit])


def _owes_counterattack(p: Field, unit: Unit, hex: Hex) -> bool:
    return any(duty.subject == hex and unit in duty.others for duty in counterattacks(p, p.data.sides[unit]))


def must_follow(p: Field, unit: Unit) -> bool:
    """9.5 Whether a unit stands where others have withdrawn from a counterattack."""
    here, side = p.where[unit], p.data.sides[unit]
    return p.closed[here] == side + 1 and any(duty.subject == here for duty in counterattacks(p, side))


def open_counterattacks(p: Field, side: Side) -> None:
    """9.5 When the combat phase begins: a gun that is still alone is eliminated; where everybody has left, or no
    original attacker is beside the hex any more, nothing is owed."""
    for duty in counterattacks(p, side):
        here = p.units_in(duty.subject) if p.side_in(duty.subject) == side else []
        if not here:
            meet(p, duty)
        elif not targets_of(p, duty):
            lapse(p, duty)
        elif not any(p.data.counters[unit].fighter for unit in here):
            for unit in here:
                if p.data.counters[unit].artillery:
                    eliminate(p, unit, "9.5")
            meet(p, duty)


def owing_battle(p: Field, side: Side) -> set[Unit]:
    """9.5 The units of a side that must fight in this turn as things stand: a counterattack, or a battle again."""
    owed = [bound_to_counterattack(p, duty) for duty in counterattacks(p, side) if targets_of(p, duty)]
    owed += [bound_to_refight(p, duty) for duty in engagements(p, side)]
    return {unit for units in owed for unit in units}


# --- engagements -----------------------------------------------------------------------------------------


def is_bound(p: Field, unit: Unit) -> bool:
    """9.5 Infantry of any sort; 36.6 but no battalion of KG Peiper."""
    return p.data.counters[unit].kind in BOUND and unit not in p.data.battalions


def engage(p: Field, side: Side, hex: Hex, attackers: Iterable[Unit], defenders: Iterable[Unit]) -> None:
    """9.5 ENG: infantry of both sides stays where it is, and the attacker fights the battle again."""
    bound = [unit for unit in attackers if is_bound(p, unit)]
    p.tell(Event("engaged-now", {"hex": hex}, "9.5"))
    if bound:
        owe(p, Duty(side, ENGAGEMENT, hex, p.turn + 1, "9.5", (*bound, *defenders)))


@derived(Until.ANY_CHANGE)
def engaged_units(p: Field) -> frozenset[Unit]:
    """9.5 Everybody who is held by an engagement."""
    return frozenset(unit for duty in p.duties if duty.kind == ENGAGEMENT for unit in held_by(p, duty))


def held_by(p: Field, duty: Duty) -> list[Unit]:
    """9.5 Who may not leave because of an engagement; its party also names the defenders that may."""
    return [unit for unit in duty.others if is_bound(p, unit)]


def is_engaged(p: Field, unit: Unit) -> bool:
    return bool(p.duties) and unit in engaged_units(p)


def pledge_marks(p: Field) -> dict[str, array[int]]:
    """9.5 Which units are engaged, and which must counterattack or withdraw in their own player turn, now or next."""
    engaged, owing = array("b", bytes(len(p.where))), array("b", bytes(len(p.where)))
    for unit in engaged_units(p) if p.duties else ():
        engaged[unit] = 1
    for duty in [duty for duty in p.duties if duty.kind == COUNTERATTACK]:
        for unit in bound_to_counterattack(p, duty):
            owing[unit] = 1
    return {"engaged": engaged, "owes": owing}


def engagements(p: Field, side: Side) -> list[Duty]:
    """9.5 The battles a side must fight again in its player turn now."""
    return [duty for duty in p.duties if duty.kind == ENGAGEMENT and duty.side == side and duty.due <= p.turn]


def bound_to_refight(p: Field, duty: Duty) -> list[Unit]:
    """9.5 The original attackers that are still bound and beside the hex."""
    around = p.data.board.around(duty.subject)
    return sorted(unit for unit in duty.others if p.data.sides[unit] == duty.side and p.where[unit] in around)


def settle_engagements(p: Field) -> None:
    """9.5 An engagement ends when all original attackers or all original defenders have gone."""
    for duty in [duty for duty in p.duties if duty.kind == ENGAGEMENT]:
        defenders = [unit for unit in duty.others if p.where[unit] == duty.subject]
        if not bound_to_refight(p, duty) or not defenders:
            meet(p, duty)


def break_engagements(p: Field, hex: Hex, attackers: Iterable[Unit]) -> None:
    """9.5 Any combat in which an engaged unit attacks or is attacked ends its engagement; the battle itself is met by
    being fought."""
    involved = {*attackers, *p.units_in(hex)}
    for duty in [duty for duty in p.duties if duty.kind == ENGAGEMENT]:
        if involved.intersection(held_by(p, duty)) or duty.subject == hex:
            meet(p, duty)


def end_duties_in(p: Field, hex: Hex) -> None:
    """9.1 A retreat or elimination ends what an earlier combat left to be done there."""
    for duty in [duty for duty in p.duties if duty.subject == hex]:
        if p.side_in(hex) == -1:
            meet(p, duty)
