"""24.0 Leaders (option): their range, whom they influence, and the reserves they release."""

from __future__ import annotations

from ardennes.engine.derived import Until, derived
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.battalions import fights_under_peiper
from ardennes.games.bitter_woods.rules.boundaries import army_of
from ardennes.games.bitter_woods.rules.events import may_not_release
from ardennes.games.bitter_woods.rules.field import (
    HAS_EXPLOITED,
    HAS_LEFT,
    HAS_MOVED,
    IN_RESERVE,
    RELEASED,
    WAS_IN_RESERVE,
    Field,
)
from ardennes.games.bitter_woods.rules.pieces import GERMAN
from ardennes.kernels.flags import BARRED, CROWDED, ZONE
from ardennes.numbers import SIDES, Hex, Side, Unit


def leaders_on_map(p: Field, side: Side) -> list[Unit]:
    """24.0 The leaders of a side; none without the option, for they are not in play then."""
    return [unit for unit in p.data.leaders[side] if p.where[unit] >= 0]


def are_alone(p: Field) -> list[Unit]:
    """24.3 Leaders in an enemy zone without a combat unit of their side in the hex."""
    counters = p.data.counters
    return [
        leader
        for side in SIDES
        for leader in leaders_on_map(p, side)
        if p.in_enemy_zone(p.where[leader], side)
        and not any(counters[unit].combat_unit for unit in p.units_in(p.where[leader]))
    ]


def is_peiper(p: Field, leader: Unit) -> bool:
    """36.13 The leader of KG Peiper, before and after the atrocities."""
    return "leads-peiper" in p.data.counters[leader].words


def may_share(p: Field, leader: Unit, hex: Hex) -> bool:
    """24.3 One leader in a hex; 36.13 Peiper may be beside another."""
    others = [other for other in p.units_in(hex) if other != leader and p.data.counters[other].leads]
    return is_peiper(p, leader) or all(is_peiper(p, other) for other in others)


def may_be_lost(p: Field, unit: Unit) -> bool:
    """36.13 Peiper is taken for a loss only where one of his units is in his hex."""
    return not is_peiper(p, unit) or any(fights_under_peiper(p, other) for other in p.units_in(p.where[unit]))


def with_them(p: Field, hexes: tuple[Hex, ...], side: Side) -> tuple[Unit, ...]:
    """24.3 The leaders that are stacked with units in some hexes."""
    return tuple(leader for leader in leaders_on_map(p, side) if p.where[leader] in hexes)


def strip_reserves(p: Field, leader: Unit) -> None:
    """24.5 With a German leader his army loses all its reserve markers; 36.13 with Peiper only his units do."""
    if p.data.sides[leader] != GERMAN:
        return
    for unit in p.on_map(GERMAN):
        his = serves_under(p, unit, leader) and army_of(p, unit) == army_of(p, leader)
        if his and p.reserve[unit] in (IN_RESERVE, RELEASED):
            p.reserve[unit] = WAS_IN_RESERVE
            p.tell(Event("reserve-without-leader", {"unit": unit}, "24.5"))


# --- range and influence ---------------------------------------------------------------------------------


@derived(Until.ANY_MOVE)
def command(p: Field, leader: Unit) -> frozenset[int]:
    """24.2 The hexes in a leader's range: over any ground, but not through enemies, nor through their zones where no
    friend is."""
    around, flags = p.data.board.around, p.way(p.data.sides[leader])
    reached = {p.where[leader]}
    edge = {p.where[leader]}
    for _ in range(p.data.counters[leader].range):
        ahead = {there for hex in edge for there in around(hex)} - reached
        edge = {hex for hex in ahead if not flags[hex] & BARRED and (not flags[hex] & ZONE or flags[hex] & CROWDED)}
        reached |= edge
    return frozenset(reached)


def serves_under(p: Field, unit: Unit, leader: Unit) -> bool:
    """24.5, 24.6 Whether a leader has anything to say to a unit: Germans of any army, Allied units of his own nation,
    and Montgomery both nations; 36.13 Peiper leads his Kampfgruppe only, as one unit or as battalions."""
    lead, piece = p.data.counters[leader], p.data.counters[unit]
    if is_peiper(p, leader) and not fights_under_peiper(p, unit):
        return False
    return lead.side == piece.side and (lead.nation == piece.nation or "both-nations" in lead.words)


def influence_left(p: Field, leader: Unit) -> int:
    """24.1 The battles that a leader may still affect in this player turn."""
    return p.data.counters[leader].influence - p.influenced[leader]


# --- reserves --------------------------------------------------------------------------------------------


def may_release(p: Field, leader: Unit, unit: Unit) -> bool:
    """24.5 Some leaders release whom they find in their hex; the others only if they have been there, without moving,
    since the turn began. 24.6 Germans release units of their own army. 38.1 Dietrich may be in no state to."""
    if p.where[leader] != p.where[unit] or not serves_under(p, unit, leader) or may_not_release(p, leader):
        return False
    if p.data.sides[leader] == GERMAN and army_of(p, leader) != army_of(p, unit):
        return False
    return "mobile" in p.data.counters[leader].words or not p.done[leader] & (HAS_MOVED | HAS_LEFT)


def releases_itself(p: Field, unit: Unit) -> bool:
    """24.5 Two units need no leader; 36.13 but KG Peiper does where it may be broken down."""
    return "self-release" in p.data.counters[unit].words and not fights_under_peiper(p, unit)


def release_reserves(p: Field, side: Side) -> None:
    """24.5 When exploitation begins: who may move, and the leaders who let them, if they have not moved themselves."""
    for unit in p.on_map(side):
        if p.reserve[unit] != IN_RESERVE:
            continue
        by = [leader for leader in leaders_on_map(p, side) if may_release(p, leader, unit)]
        if by or releases_itself(p, unit):
            p.reserve[unit] = RELEASED
        for leader in by:
            if not p.done[leader] & HAS_MOVED:
                p.reserve[leader] = RELEASED


def end_release(p: Field, side: Side) -> None:
    """24.5 Who was released and has not moved stays in reserve."""
    for unit in p.on_map(side):
        if p.reserve[unit] == RELEASED:
            stays = p.data.counters[unit].combat_unit and not p.done[unit] & HAS_EXPLOITED
            p.reserve[unit] = IN_RESERVE if stays else 0
