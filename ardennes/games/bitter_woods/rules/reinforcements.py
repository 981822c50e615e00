"""16.0 Reinforcements: who waits, where they come onto the map, and what that costs; 5.5 who comes back."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.derived import Until, derived
from ardennes.engine.options import object_of
from ardennes.engine.procedure import Procedure, Question, Then
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules import exits
from ardennes.games.bitter_woods.rules.events import arrival, companies_in, is_cut_off
from ardennes.games.bitter_woods.rules.field import EXITED, IN_SUPPLY, PICKED, TRACK, Field
from ardennes.games.bitter_woods.rules.orders import is_ordered_to_hold
from ardennes.games.bitter_woods.rules.pieces import ALLIED, ATTACH, GERMAN_ARMIES, TWELFTHS
from ardennes.games.bitter_woods.rules.presence import arrive
from ardennes.games.bitter_woods.rules.terrain import off_road_cost, profile_of
from ardennes.hexes import distance
from ardennes.kernels.counters import clear_of
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit


def waiting(p: Field, side: Side) -> list[Unit]:
    """16.1, 16.3 Units that may come now: those whose turn has come, however late, where what they need is held, and
    Allied units that left the map and have been away for a whole turn; 2.9 not those with orders to wait."""
    due = due_by(p, side, p.turn).items()
    able = [unit for letters, units in due if _open_hexes(p, side, letters) for unit in clear_of(units, p.done, PICKED)]
    return sorted(unit for unit in able if holds_what_it_needs(p, unit) and not is_ordered_to_hold(p, unit))


@derived(Until.SIDE_COMES_OR_GOES)
def due_by(p: Field, side: Side, turn: int) -> dict[tuple[Hex, ...], list[Unit]]:
    """16.1, 16.3, 5.5 Those whose day has come, unless an event keeps them away, and those who have been away for long
    enough; by the letters that are open to them."""
    track, exited = p.data.box(TRACK), p.data.box(EXITED)
    due: dict[tuple[Hex, ...], list[Unit]] = {}
    for unit in p.off_map(side):
        if p.where[unit] == track:
            comes = arrival(p, unit) <= turn and not is_cut_off(p, unit)
        else:
            comes = p.where[unit] == exited and side == ALLIED and turn >= p.away[unit] + exits.TURNS_AWAY
        if comes:
            due.setdefault(_letters(p, unit, turn), []).append(unit)
    return due


def holds_what_it_needs(p: Field, unit: Unit) -> bool:
    """16.1 Whether units of its side stand in all the places that a reinforcement waits for."""
    needs, side = p.data.counters[unit].needs, p.data.sides[unit]
    return not needs or all(p.side_in(p.data.board.hex(hex)) == side for hex in needs.split())


def entry_hexes(p: Field, unit: Unit) -> list[Hex]:
    """16.1 The roads a unit may come by. 16.2 Where enemies or their zones block all of them, also the nearest hexes of
    that edge that are free of both."""
    return _open_hexes(p, p.data.sides[unit], _letters(p, unit, p.turn))


@derived(Until.ENEMY_MOVES)
def _open_hexes(p: Field, side: Side, letters: tuple[Hex, ...]) -> list[Hex]:
    """The same for all units that have these letters."""
    roads = [hex for hex in letters if p.closed[hex] != side + 1]
    free = [hex for hex in roads if p.side_in(hex) != ENEMY_OF[side]]
    if any(not p.in_enemy_zone(hex, side) for hex in free):
        return free
    return free + _nearest(p, side, roads)


def _letters(p: Field, unit: Unit, turn: int) -> tuple[Hex, ...]:
    """16.1, 16.3, 5.5 The boxed letters that are open to a unit: its own on its day; later, or coming back, all of the
    same map edge."""
    data = p.data
    if p.where[unit] == data.box(EXITED):
        edge = exits.ALLIED_EDGES[p.edge[unit]]
        return tuple(sorted(hex for hex, own in data.entry_edges.items() if own == edge))
    return data.entry_hexes[unit] if arrival(p, unit) == turn else data.late_entry_hexes[unit]


def entry_edge(p: Field, hex: Hex) -> str:
    """The map edge that a boxed letter belongs to; none where part of the map is played on and it lies inside."""
    return p.data.entry_edges.get(hex, "")


def _nearest(p: Field, side: Side, roads: Sequence[Hex]) -> list[Hex]:
    """16.2 The free hexes of the same edge that are nearest to the roads."""
    board = p.data.board
    free = {
        hex
        for edge in {entry_edge(p, road) for road in roads} - {""}
        for hex in board.area(edge)
        if p.side_in(hex) != ENEMY_OF[side] and not p.in_enemy_zone(hex, side) and p.closed[hex] != side + 1
    }
    far = {hex: min(distance(board.grid, hex, road) for road in roads) for hex in free}
    return sorted(hex for hex, hexes in far.items() if hexes == min(far.values()))


def entry_cost(p: Field, unit: Unit, hex: Hex) -> int:
    """16.4 At least one point; the price of the ground where no road leads in, and interdiction; 29.1 a point more for
    paratroopers, which one company alone may give back."""
    profile, ground = profile_of(p.data.counters[unit]), p.data.turns[p.turn - 1].ground
    by_road = hex in p.data.entry.values() or hex in p.data.entry_hexes[unit]
    cost = TWELFTHS if by_road else max(TWELFTHS, off_road_cost(profile, ground, p.data.terrain[hex]))
    if p.data.sides[unit] == ALLIED:
        return cost + (TWELFTHS if companies_in(p, hex) else 0)
    return cost + (profile.interdiction if p.interdicted[hex] else 0)


def enter(p: Field, unit: Unit, hex: Hex) -> None:
    """16.1 A unit comes onto the map, in supply until the next supply phase."""
    if p.where[unit] == p.data.box(TRACK):
        p.steps[unit], p.since[unit] = p.data.full_steps[unit], p.turn
    p.supply[unit] = IN_SUPPLY
    p.tell(Event("enters", {"unit": unit, "hex": hex}, "16.1"))
    arrive(p, unit, (hex,))


def is_undeclared(p: Field, unit: Unit) -> bool:
    """24.6 Whether a German unit has still to be attached to an army."""
    return p.data.counters[unit].army == "declared" and p.attached[unit] == NO_ARMY


class ChooseArmy(Question[Field, "Procedure"]):
    """24.6 The army to which a German unit is attached on arrival, for good."""

    prompt, rule = "choose-army", "24.6"
    prompt_fields = ("unit",)
    reasons = {ATTACH: ("attached-already", "24.6")}

    def offers(self, p: Field, move: Procedure) -> Sequence[int]:
        unit = move.unit  # type: ignore[attr-defined]
        asks = p.where[unit] >= 0 and is_undeclared(p, unit)
        return [ATTACH + number for number in range(len(GERMAN_ARMIES))] if asks else []

    def answer(self, p: Field, move: Procedure, option: int) -> Procedure | Then | None:
        unit = move.unit  # type: ignore[attr-defined]
        p.attached[unit] = object_of(option)
        p.tell(Event(f"attached-{GERMAN_ARMIES[object_of(option)]}", {"unit": unit}, "24.6"))
        return Then.NEXT


NO_ARMY = -1
