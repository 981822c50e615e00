"""25.12 Initial deployment: a set-up as the scenario proposes it, and units that their owner places elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ardennes.board import Board
from ardennes.engine.procedure import Procedure, SideProcedure, Then
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.commitment import commit_all
from ardennes.games.wacht_am_rhein.rules.field import CARRIED, ENTRENCHED, IMPROVED, TRACK, TRAY, Field
from ardennes.games.wacht_am_rhein.rules.pieces import DONE, GERMAN, PLACE, TO, Piece, WachtData
from ardennes.games.wacht_am_rhein.rules.scenario import Deployment, WachtScenario
from ardennes.games.wacht_am_rhein.rules.stacking import has_room
from ardennes.hexes import within
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit, by_side
from ardennes.rules.picking import Pick

BY_DIE = 99
"""22.2 The Game-Turn of units that come when a die brings them."""


class SetUp(Procedure):
    """25.12 The Germans set up second: as proposed, or as they like within their limits."""

    stage_name = "stage-set-up"
    side: Side = GERMAN


class Placing(SideProcedure):
    """A unit that is placed elsewhere."""

    unit: Unit


def placed(scenario: WachtScenario, pieces: Iterable[Piece]) -> list[Piece]:
    """The counters that take part: those that are set up, those that arrive, and the companies in the tray (17.0)."""
    found = []
    variable = {id: group.entries for group in scenario.variable for id in group.units}
    for piece in pieces:
        turn, _, entries = scenario.arrivals.get(piece.id, "").partition(": ")
        if turn:
            found.append(msgspec.structs.replace(piece, arrives=int(turn), place=entries))
        elif piece.id in variable:
            found.append(msgspec.structs.replace(piece, arrives=BY_DIE, place=variable[piece.id]))
        elif scenario.set_up.get(piece.id) or piece.company:
            found.append(msgspec.structs.replace(piece, place=scenario.set_up.get(piece.id, "")))
    return found


def start_place(p: Field, unit: Unit) -> str:
    """25.12 Units in their hexes, others on the turn track, companies that are not used in the tray."""
    piece = p.data.counters[unit]
    return TRACK if piece.arrives else piece.place or TRAY


def lay_out(p: Field) -> None:
    """25.0 Guns are In Battery, positions are finished, engineers carry bridges; 25.16 on the first days only some
    units are free to move."""
    data, scenario = p.data, p.data.scenario_data
    for unit in (*data.guns[0], *data.guns[1]):
        p.battery[unit] = p.where[unit] >= 0
    for unit in map(data.unit, scenario.bridge_carriers):
        p.bridge[unit] = CARRIED
    for hexes, position in ((scenario.improved, IMPROVED), (scenario.entrenched, ENTRENCHED)):
        for name in hexes:
            p.set_position(data.board.hex(name), position)
    if not scenario.commitments:
        commit_all(p)


# --- free placing --------------------------------------------------------------------------------------


def deployable_hexes(data: WachtData) -> dict[Unit, frozenset[Hex]]:
    """25.12 For each unit that is placed freely, where it may start, apart from what stands there."""
    found: dict[Unit, frozenset[Hex]] = {}
    for deployment in data.scenario_data.deployments:
        hexes = _hexes_of(data, deployment)
        found.update({data.unit(id): hexes for id in deployment.units})
    return found


def _hexes_of(data: WachtData, deployment: Deployment) -> frozenset[Hex]:
    board, scenario = data.board, data.scenario_data
    if deployment.hexes:
        hexes = {board.hex(name) for name in deployment.hexes}
    else:
        middle = board.hex(deployment.around or scenario.set_up[deployment.around_unit])
        hexes = set(within(board.neighbours, (middle,), deployment.within))
    if scenario.deploys_in:
        hexes &= board.area(scenario.deploys_in)
    if scenario.closed:
        hexes -= board.area(scenario.closed)
    if deployment.off_roads:
        hexes -= road_hexes(board)
    return frozenset(hex for hex in hexes if hex in board)


def road_hexes(board: Board) -> set[Hex]:
    """The hexes with a road."""
    return {hex for side, hexes in by_side(board.side_hexes) if board.road[side] for hex in hexes}


def places_for(p: Field, unit: Unit) -> list[Hex]:
    """25.0, 25.12 Where a unit may be placed: never beside the enemy, and within the stacking limits."""
    side = p.data.sides[unit]
    open_hexes = p.data.deployable.get(unit, frozenset()) - p.front(side) - p.hexes_of(ENEMY_OF[side])
    return sorted(hex for hex in open_hexes if hex != p.where[unit] and has_room(p, unit, hex))


class ChooseToPlace(Pick[Field, SetUp]):
    """25.12 Whom the player places elsewhere; the set-up as it stands is taken with one answer."""

    prompt, rule = "choose-to-place", "25.12"
    verb, done, refusal = PLACE, DONE, "starts-there"

    def choices(self, p: Field, set_up: SetUp) -> Sequence[Unit]:
        return [unit for unit in p.data.deployable if p.data.sides[unit] == set_up.side]

    def pick(self, p: Field, set_up: SetUp, unit: Unit) -> Procedure:
        return Placing(side=set_up.side, unit=unit)


class ChoosePlace(Pick[Field, Placing]):
    """25.12 The hex where the unit starts, or where it is."""

    prompt, rule, prompt_fields = "choose-place", "25.12", ("unit",)
    verb, done, refusal = TO, DONE, "cannot-start-there"

    def choices(self, p: Field, placing: Placing) -> Sequence[int]:
        return places_for(p, placing.unit)

    def pick(self, p: Field, placing: Placing, hex: Hex) -> Then:
        p.tell(Event("placed", {"unit": placing.unit, "from": p.where[placing.unit], "hex": hex}, "25.12"))
        p.put(placing.unit, hex)
        return Then.END


SetUp.steps = (ChooseToPlace(),)
Placing.steps = (ChoosePlace(),)
