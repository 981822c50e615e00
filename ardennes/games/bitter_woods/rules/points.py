"""2.9 Victory by points: places held in supply, units far forward, an open road, losses; the scenario gives the
numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ardennes.engine.texts import Text
from ardennes.games.bitter_woods.rules.battalions import as_one
from ardennes.games.bitter_woods.rules.field import CAPTURED, ELIMINATED, Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN, Piece
from ardennes.games.bitter_woods.rules.scenario import Points
from ardennes.games.bitter_woods.rules.supply import BY_ROAD
from ardennes.kernels.flags import BARRED, ZONE
from ardennes.numbers import Hex, Side, Unit

RULE = "2.9"
PANZER = 2
"""17.6 What a panzer unit counts among German mechanized losses."""
WINS = ("points-german", "points-draw", "points-allied")


def places(p: Field, names: Iterable[str]) -> list[frozenset[Hex]]:
    """Areas of the map as they are, and single places."""
    board = p.data.board
    return [board.area(name) if name in board.area_names else frozenset((board.hex(name),)) for name in names]


def each_place(p: Field, names: Iterable[str]) -> list[Hex]:
    """Every hex of some areas and places."""
    return sorted(frozenset().union(*places(p, names)))


def is_held(p: Field, side: Side, hex: Hex) -> bool:
    """17.0 Whether a supplied unit of a side, no leader and no company, is in a hex."""
    if p.side_in(hex) != side:
        return False
    return any(p.data.counters[unit].combat_unit and p.is_supplied(unit) for unit in p.units_in(hex))


def reaching(p: Field, side: Side, hexes: frozenset[Hex]) -> list[Unit]:
    """17.2, 17.3 Supplied mechanized units of a side in some hexes."""
    found = [
        unit
        for unit in p.on_map(side)
        if p.where[unit] in hexes and p.data.counters[unit].mechanized and p.is_supplied(unit)
    ]
    return as_one(p, found) if p.data.battalions else found


def is_road_open(p: Field, side: Side, start: str, edge: str) -> bool:
    """Whether a road leads from a place to a supply road of an edge, past all enemies and their zones."""
    board, lines = p.data.board, p.data.supply_roads
    lines.run([board.hex(start)], BY_ROAD, p.way(side), p.sides, BARRED | ZONE)
    sources = p.data.allied_sources if side == ALLIED else p.data.german_sources
    goals = board.area(edge).intersection(sources)
    return not p.in_enemy_zone(board.hex(start), side) and any(lines.distance_of(goal) >= 0 for goal in goals)


# --- losses ----------------------------------------------------------------------------------------------


def lost(p: Field, side: Side, worth: Callable[[Piece], int]) -> int:
    """17.6 The units of a side that are eliminated, each for what it is worth."""
    box, counters = p.data.box(ELIMINATED), p.data.counters
    gone = [unit for unit in p.data.units[side] if p.where[unit] == box]
    return sum(worth(counters[unit]) for unit in (as_one(p, gone) if p.data.battalions else gone))


def german_losses(p: Field) -> int:
    """17.6 German mechanized units eliminated, each panzer unit counted twice."""
    return lost(p, GERMAN, lambda piece: piece.mechanized * (PANZER if piece.silhouette else 1))


def allied_losses(p: Field) -> int:
    """17.6 Allied units eliminated."""
    return lost(p, ALLIED, lambda piece: int(piece.combat_unit))


def lost_panzers(p: Field) -> int:
    return lost(p, GERMAN, lambda piece: int(bool(piece.silhouette)))


def lost_commands(p: Field) -> int:
    """Combat commands of US armored divisions."""
    return lost(p, ALLIED, lambda piece: int(piece.nation == "US" and piece.mechanized and bool(piece.division)))


LOSSES: dict[str, Callable[[Field], int]] = {
    "german-mechanized": german_losses,
    "german-panzers": lost_panzers,
    "allied": allied_losses,
    "us-commands": lost_commands,
}


# --- points ----------------------------------------------------------------------------------------------


def times(p: Field, points: Points) -> int:
    """How often a condition is met now."""
    if points.hold or points.hold_any:
        held = sum(is_held(p, points.side, hex) for hex in each_place(p, points.hold or points.hold_any))
        return held if points.hold else min(1, held)
    if points.reach:
        return int(bool(reaching(p, points.side, frozenset(each_place(p, points.reach)))))
    if points.road_from:
        return int(is_road_open(p, points.side, points.road_from, points.road_to))
    if points.dump:
        return int(CAPTURED in p.dump_states)
    gone = LOSSES[points.losses](p)
    if points.each:
        return gone // points.each
    return int(gone < points.fewer_than if points.fewer_than else gone >= points.at_least)


def total(p: Field, side: Side) -> int:
    """The points of a side: what it has now, and what it got in earlier turns."""
    now = [points for points in p.data.scenario_data.points if points.side == side and not points.at]
    return p.earned[side] + sum(points.worth * times(p, points) for points in now)


def note_points(p: Field) -> None:
    """At the end of a turn: what is checked in this turn."""
    name, earned = p.data.turns[p.turn - 1].name, list(p.earned)
    for points in p.data.scenario_data.points:
        if points.at == name:
            earned[points.side] += points.worth * times(p, points)
    p.earned = earned[GERMAN], earned[ALLIED]


def decide_by_points(p: Field) -> None:
    """The Germans win with so many points more than the Allies, the Allies with so many fewer; a draw between."""
    needed = p.data.scenario_data.verdict
    assert needed is not None
    german, allied = total(p, GERMAN), total(p, ALLIED)
    lead = german - allied
    winner = GERMAN if lead >= needed.german_from else ALLIED if lead <= needed.allied_up_to else None
    code = WINS[1] if winner is None else WINS[0] if winner == GERMAN else WINS[2]
    p.end(winner, Text(code, {"german": german, "allied": allied}, RULE))
