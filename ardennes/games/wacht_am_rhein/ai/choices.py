"""Set-up, commitment, digging, bridges, aircraft, reinforcements: the questions that are answered by what a hex or a
unit is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ardennes.advisor.choices import Choice, best, first, least, things
from ardennes.engine.procedure import Question
from ardennes.games.wacht_am_rhein.ai.fields import Fields
from ardennes.games.wacht_am_rhein.ai.plan import Plan
from ardennes.games.wacht_am_rhein.rules import (
    air,
    breakdown,
    bridges,
    commitment,
    deployment,
    digging,
    dismounting,
    dumps,
    formations,
    heydte,
    outcomes,
    plans,
    reinforcements,
    resolving,
    stacking,
    truppeneinheit,
    withdrawal,
)
from ardennes.games.wacht_am_rhein.rules.air import FOR_ISOLATED, GROUND_SUPPORT, INTERDICTION, RESUPPLY_ESCORT
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.moves import Move
from ardennes.games.wacht_am_rhein.rules.pieces import (
    ALLIED,
    ALLOCATE,
    BLOW,
    BUILD,
    DIG,
    DONE,
    ENTER,
    ENTRENCH,
    GERMAN,
    POINTS,
    TO,
    TRUE,
)
from ardennes.hexes import distance
from ardennes.numbers import Hex, Hexside, Side, Unit

LAST_STEP = 2.0
"""What losing the whole unit weighs besides its strength."""
STRIKES_WITH = 2
"""19.44 Points that one column is attacked with."""
IN_CONTACT = 5
"""7.11 Hexes to the enemy from which on units are in Tactical Mode."""
SHARES = {GERMAN: {GROUND_SUPPORT: 1.0}, ALLIED: {GROUND_SUPPORT: 0.6, INTERDICTION: 1.0}}
"""19.0 Which share of what is left each mission gets, as they are asked for."""


class Sight(Protocol):
    """What a script sees in a phase."""

    side: Side
    plan: Plan
    fields: Fields


def step_cost(p: Field, unit: Unit) -> float:
    """What the next step of a unit is worth."""
    faces, steps, fire = p.data.faces[unit], p.steps[unit], p.data.fires[unit]
    lost = faces[steps].attack + faces[steps].defence - faces[steps - 1].attack - faces[steps - 1].defence
    return lost / 2 + (LAST_STEP if steps == 1 else 0.0) + (fire.barrage if fire else 0)


def strength(sight: Sight, p: Field, unit: Unit) -> float:
    face = p.face(unit)
    return face.attack + face.defence


def true_dump(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """25.27 By chance: who always hides them alike hides nothing."""
    hexes = things(options, TRUE)
    return TRUE + int(hexes[p.copy().pick(len(hexes))])


def by_chance(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """27.7 Who always follows the same plan hides nothing."""
    return options[p.copy().pick(len(options))]


def commits(sight: Sight, p: Field, unit: Unit) -> float:
    """25.16 Those first who are needed elsewhere, strong and near the enemy."""
    fields = sight.fields
    post = fields.posted.get(unit)
    needed = 2.0 if post is not None and post != p.where[unit] else 1.0
    return needed * strength(sight, p, unit) / (1 + int(fields.enemy_near[p.where[unit]]))


def unmarches(sight: Sight, p: Field, unit: Unit) -> float | None:
    """7.11 Near the enemy, or where it is needed: at its post, or with targets in range."""
    fields, here = sight.fields, p.where[unit]
    piece = p.data.counters[unit]
    if piece.gun:
        wanted = fields.targets_of(unit)[here] > 0
    else:
        wanted = fields.enemy_near[here] <= IN_CONTACT or here in (fields.posted.get(unit), *fields.goals)
    return float(-fields.enemy_near[here]) if wanted else None


def digs(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """16.0 Whoever holds a post that closes enough, or a place that counts; engineers entrench them. 13.27 Not in a
    bonus turn, which tires them."""
    if p.bonus:
        return DONE + 0
    for verb in (ENTRENCH, DIG):
        units: list[Unit] = [unit for unit in things(options, verb) if _holds(sight, p, unit)]
        if units:
            return verb + units[0]
    return DONE + 0


def _holds(sight: Sight, p: Field, unit: Unit) -> bool:
    fields, here = sight.fields, p.where[unit]
    if fields.posted.get(unit, here) != here or p.data.counters[unit].engineer:
        return False
    return here in fields.guarded_towns or float(fields.lost[here]) * fields.grip(unit) >= sight.plan.dig


def bridge_work(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """15.1 The Allies blow what leads the Germans on; 15.2 the Germans build over rivers that are in their way."""
    if sight.side == ALLIED:
        return _blows(sight, p, things(options, BLOW))
    units: list[Unit] = [unit for unit in things(options, BUILD) if _wants_bridge(sight, p, unit)]
    return BUILD + units[0] if units else DONE + 0


def _blows(sight: Sight, p: Field, bridges: Sequence[Hexside]) -> int:
    """Not where friends stand on both banks, nor far from the enemy, whose ways it must cut."""
    corridor, banks, near = sight.fields.ways.corridor, p.data.board.side_hexes, sight.fields.enemy_near
    wanted = {
        side: float(corridor[list(banks[side])].sum())
        for side in bridges
        if not all(p.side_in(bank) == ALLIED for bank in banks[side]) and min(near[list(banks[side])]) <= IN_CONTACT
    }
    most = max(wanted, key=lambda side: (wanted[side], side), default=None)
    return BLOW + most if most is not None and wanted[most] > 0 else DONE + 0


def _wants_bridge(sight: Sight, p: Field, unit: Unit) -> bool:
    """Over a river, to ground that is worth more and that no enemy holds."""
    draws, here = sight.fields.draws(unit), p.where[unit]
    return any(
        side in p.data.deep_rivers and draws[beyond] > draws[here] and p.side_in(beyond) != ALLIED
        for side, beyond in _banks(p, here)
    )


def _banks(p: Field, here: Hex) -> list[tuple[Hexside, Hex]]:
    return [(side, _beyond(p, side, here)) for side in bridges.open_water(p, here)]


def _beyond(p: Field, hexside: Hexside, here: Hex) -> Hex:
    one, other = p.data.board.side_hexes[hexside]
    return other if one == here else one


def span(sight: Sight, p: Field, hexside: Hexside) -> float:
    """15.24 To where the unit is drawn most; over rivers rather than creeks."""
    spanning = p.stack[-1]
    assert isinstance(spanning, bridges.Spanning)
    unit = spanning.unit
    beyond = _beyond(p, hexside, p.where[unit])
    return float(sight.fields.draws(unit)[beyond]) + (hexside in p.data.deep_rivers)


def entry(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """21.0 Where the unit is wanted most."""
    move = p.stack[-1]
    assert isinstance(move, Move)
    hexes: list[Hex] = things(options, ENTER)
    if not hexes:
        return DONE + 0
    worths = sight.fields.worths(move.unit, hexes)
    return ENTER + max(zip(worths, hexes, strict=True))[1]


def attachment(sight: Sight, p: Field, headquarters: Unit) -> float:
    """14.3 To the corps that fights nearest to it."""
    move = p.stack[-1]
    assert isinstance(move, Move)
    way = sight.fields.ground.travels[move.unit]
    return -float(sight.fields.ground.distances.turns_from(way, p.where[headquarters])[p.where[move.unit]])


def allocation(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """19.0 Ground support most of all; escorts where somebody is isolated, and what is left for roads."""
    assert p.asked is not None
    question = p.asked.question
    assert isinstance(question, air.Allocate)
    points = len(options) - 1
    if question.mission == RESUPPLY_ESCORT:
        in_need = any(p.is_isolated(unit) for unit in p.on_map(ALLIED))
        return ALLOCATE + (min(points, FOR_ISOLATED) if in_need and points >= FOR_ISOLATED else 0)
    return ALLOCATE + round(points * SHARES[sight.side].get(question.mission, 0.0))


def points_to_strike(sight: Sight, p: Field, options: Sequence[int]) -> int:
    return POINTS + min(STRIKES_WITH, len(options))


def cut(sight: Sight, p: Field, mission: int) -> int:
    """19.2 What supports attacks, then the rest."""
    return -mission


def far_from_enemies(sight: Sight, p: Field, hex: Hex) -> float:
    return float(sight.fields.enemy_near[hex])


def near_enemies(sight: Sight, p: Field, hex: Hex) -> float:
    return -float(sight.fields.enemy_near[hex])


def sneak(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """24.32 Onto a road close to the enemy, each by itself, where no die is needed."""
    sneaking = p.stack[-1]
    assert isinstance(sneaking, truppeneinheit.Sneak)
    zones = truppeneinheit.zones_on_the_way(p, p.truppeneinheit[sneaking.number])
    roads = deployment.road_hexes(p.data.board).difference(p.truppeneinheit)
    hexes: list[Hex] = [hex for hex in things(options, TO) if hex in roads and not zones[hex]]
    return TO + min(hexes, key=lambda hex: int(sight.fields.enemy_near[hex])) if hexes else DONE + 0


def way_astray(sight: Sight, p: Field, hex: Hex) -> int:
    """24.33 As far from where the column was bound as the roads allow."""
    astray = p.stack[-1]
    assert isinstance(astray, truppeneinheit.LeadAstray)
    return distance(p.data.board.grid, p.where[astray.unit], hex)


def barrage_of(sight: Sight, p: Field, gun: Unit) -> int:
    fire = p.data.fires[gun]
    return fire.barrage if fire else 0


def worth_of_retreat(sight: Sight, p: Field, hex: Hex) -> float:
    """10.84 Away from the enemy, onto good ground."""
    fields = sight.fields
    return (
        float(fields.ground.cover[hex]) * sight.plan.cover
        + 0.2 * float(fields.enemy_near[hex])
        + float(fields.gained[hex])
    )


DONE_AT_ONCE: Choice[Sight, Field] = lambda _, __, ___: DONE + 0  # noqa: E731

CHOICES: dict[type[Question[Any, Any]], Choice[Sight, Field]] = {
    # 25.12 The set-up as it stands, or as it is proposed where 24.81 lets nobody begin like that; dumps as we propose.
    deployment.ChooseToPlace: lambda _, __, options: options[-1],
    deployment.ChoosePlace: DONE_AT_ONCE,
    dumps.ChooseDumpHex: DONE_AT_ONCE,
    dumps.ChooseTrue: true_dump,
    plans.ChooseOperation: by_chance,
    commitment.ChooseCommitment: best(commits),
    formations.ChooseUnmarch: best(unmarches),
    # 17.0 Battalions stay whole: companies have fluid zones.
    breakdown.ChooseBreakdown: DONE_AT_ONCE,
    digging.ChooseDigging: digs,
    # 24.1 On vehicles infantry is stronger and faster; who is on foot mounts as soon as it can.
    dismounting.ChooseDismount: DONE_AT_ONCE,
    dismounting.ChooseRemount: first(),
    # 24.41 As soon as the weather lets them, as far from the enemy as they may.
    heydte.ChooseDrop: best(far_from_enemies),
    truppeneinheit.ChooseStart: best(near_enemies),
    truppeneinheit.ChooseWhoSneaks: first(),
    truppeneinheit.ChooseWhereToSneak: sneak,
    truppeneinheit.ChooseWayAstray: best(way_astray),
    reinforcements.ChooseEntry: entry,
    reinforcements.ChooseCorps: best(attachment),
    stacking.ChooseSacrifice: least(strength),
    bridges.ChooseCompletion: first(),
    bridges.ChooseSpan: best(span),
    bridges.ChooseBridgeWork: bridge_work,
    bridges.ChooseBearer: first(),
    air.AllocateGroundSupport: allocation,
    air.AllocatePatrol: allocation,
    air.AllocateEscort: allocation,
    air.AllocateInterdiction: allocation,
    air.ChooseCut: best(cut),
    air.ChooseResupply: first(),
    air.ChooseStrike: best(strength),
    air.ChoosePoints: points_to_strike,
    resolving.ChooseSpent: least(barrage_of),
    # 10.87 A headquarters that waits for the die is lost with its hex.
    withdrawal.LeaveHex: first(),
    outcomes.ChooseOrder: lambda _, __, options: options[0],
}
