"""25.0 The game as it is laid out: who takes part, and what lies on the map before anybody places his units."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ardennes.games.wacht_am_rhein.rules.commitment import commit_all
from ardennes.games.wacht_am_rhein.rules.field import (
    AIRFIELD,
    BUILT,
    CARRIED,
    ENTRENCHED,
    FATIGUED,
    IMPROVED,
    TRACK,
    TRAY,
    Field,
)
from ardennes.games.wacht_am_rhein.rules.pieces import GERMAN, Piece
from ardennes.games.wacht_am_rhein.rules.scenario import WachtScenario
from ardennes.numbers import Unit

BY_DIE = 99
"""22.2 The Game-Turn of units that come when a die brings them."""


def placed(scenario: WachtScenario, pieces: Iterable[Piece]) -> list[Piece]:
    """The counters that take part: those that are set up, those that arrive, and the companies in the tray (17.0)."""
    found = []
    dropping = scenario.drop.units if scenario.drop is not None else ()
    variable = {id: group.entries for group in scenario.variable for id in group.units}
    for piece in pieces:
        turn, _, entries = scenario.arrivals.get(piece.id, "").partition(": ")
        if turn:
            found.append(msgspec.structs.replace(piece, arrives=int(turn), place=entries))
        elif piece.id in variable:
            found.append(msgspec.structs.replace(piece, arrives=BY_DIE, place=variable[piece.id]))
        elif scenario.set_up.get(piece.id) or piece.company or piece.id in dropping:
            found.append(msgspec.structs.replace(piece, place=scenario.set_up.get(piece.id, "")))
    return found


def start_place(p: Field, unit: Unit) -> str:
    """25.12 Units in their hexes, others on the turn track, companies that are not used in the tray; 26.2 there, too,
    Germans who are placed when the Allies have been."""
    data, piece = p.data, p.data.counters[unit]
    if piece.commando:
        return AIRFIELD
    if piece.side == GERMAN and unit in data.deployable and not data.deploys_alone:
        return TRAY
    return TRACK if piece.arrives else piece.place or TRAY


def lay_out(p: Field) -> None:
    """25.0 Guns are In Battery, positions and bridges are finished, engineers carry bridges; 26.2 some units are in
    March Mode or Fatigued; 25.16 on the first days only some are free to move."""
    data, scenario = p.data, p.data.scenario_data
    for unit in (*data.guns[0], *data.guns[1]):
        p.battery[unit] = p.where[unit] >= 0
    for unit in map(data.unit, scenario.bridge_carriers):
        p.bridge[unit] = CARRIED
    for pair in scenario.bridges:
        near, far = map(data.board.hex, pair.split("/"))
        p.built += ((data.board.side(near, far), near),)
        p.set_span(p.built[-1][0], BUILT)
    for unit in map(data.unit, scenario.in_march):
        p.march[unit] = 1
    for unit in map(data.unit, scenario.fatigued):
        p.fatigue[unit] = FATIGUED
    for hexes, position in ((scenario.improved, IMPROVED), (scenario.entrenched, ENTRENCHED)):
        for name in hexes:
            p.set_position(data.board.hex(name), position)
    if not scenario.commitments:
        commit_all(p)
