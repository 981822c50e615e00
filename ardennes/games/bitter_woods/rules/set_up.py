"""3.0 Prepare for play: counters as a scenario has them, and the table it lays out."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ardennes.games.bitter_woods.rules.field import FORT, IMPROVED, NO_WORKS, REMOVED, TRACK, Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, ARMIES, GERMAN, BitterData, Piece, TrackSpace
from ardennes.games.bitter_woods.rules.scenario import BitterScenario
from ardennes.numbers import Hexside, Unit

GROUPS = {
    "army-artillery": ("army_artillery",),
    "late-panzers": ("late_panzers",),
    "leaders": ("leaders",),
    "event": ("random_events",),
    "peiper": ("peiper_alternative", "leaders"),
}
"""The options that bring some counters, all of them together; 36.0 battalions come only when KG Peiper breaks down."""


def put(piece: Piece, place: str) -> Piece:
    """A counter that a scenario sets up."""
    return msgspec.structs.replace(piece, place=place, arrives=0, came=piece.arrives, starts="")


def placed(scenario: BitterScenario, pieces: Iterable[Piece], turns: Iterable[TrackSpace]) -> list[Piece]:
    """The counters as a scenario has them: where they start, or when and where they come."""
    numbers = {space.name: space.turn for space in turns}
    found = []
    for piece in scenario.placed(pieces, put):
        turn, _, entries = scenario.arrivals.get(piece.id, "").partition(": ")
        found.append(msgspec.structs.replace(piece, arrives=numbers[turn], place=entries) if turn else piece)
    return found


def takes_part(data: BitterData, unit: Unit) -> bool:
    """Whether a counter is in the game: scenario and options bring it, and it starts or comes on the map in play."""
    piece, scenario = data.counters[unit], data.scenario_data
    wanted = GROUPS.get(piece.only)
    brought = piece.only in scenario.groups or (wanted is not None and data.options.issuperset(wanted))
    if not scenario.takes_part(piece) or (piece.only and not brought):
        return False
    if piece.kind == "company":
        return False
    return bool(data.entry_hexes[unit]) if piece.arrives else data.board.has_label(piece.place)


def start_place(p: Field, unit: Unit) -> str:
    """3.0 Units in their hexes, the others on the turn track."""
    piece = p.data.counters[unit]
    if not takes_part(p.data, unit):
        return REMOVED
    return TRACK if piece.arrives else piece.place


def lay_out(p: Field) -> None:
    """3.0, 13.2 Bridges that are blown; 8.0 works; 15.2 who stands in a German zone of control is noted, 20.0 and since
    when everybody has been in play."""
    data, scenario = p.data, p.data.scenario_data
    for side in data.bridges:
        p.blown[side] = is_blown_at_start(data, side)
    p.rebuild()
    for id in scenario.reduced:
        p.steps[data.unit(id)] -= 1
    for unit in data.units[GERMAN]:
        piece = data.counters[unit]
        if army := scenario.army_of(piece.division, piece.id):
            p.attached[unit] = ARMIES.index(army)
    for unit in (*p.on_map(GERMAN), *p.on_map(ALLIED)):
        piece = data.counters[unit]
        p.since[unit] = piece.came
        if piece.starts:
            p.works[p.where[unit]] = IMPROVED
    for place in scenario.forts:
        p.works[data.board.hex(place)] = FORT
    if scenario.fronts_dug_in:
        dig_fronts(p)
    for unit in p.on_map(ALLIED):
        p.watched[unit] = not scenario.orders and p.in_enemy_zone(p.where[unit], ALLIED)


def is_blown_at_start(data: BitterData, hexside: Hexside) -> bool:
    """13.2 As the map says, or the scenario."""
    board, blown = data.board, data.scenario_data.blown
    if blown is None:
        return board.bridge[hexside] == board.code("bridge", "blown")
    return board.side_label(hexside) in blown


def dig_fronts(p: Field) -> None:
    """8.1 Units beside an enemy have dug in, but in towns."""
    for side in (GERMAN, ALLIED):
        for unit in p.on_map(side):
            hex = p.where[unit]
            open_ground = hex not in p.data.towns and p.works[hex] == NO_WORKS
            if open_ground and p.data.counters[unit].fighter and hex in p.front(side):
                p.works[hex] = IMPROVED
