"""Aircraft, bridges, reinforcements: the questions that are answered by what a hex or a unit is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ardennes.advisor.choices import Choice, best, first, least, things
from ardennes.engine.procedure import Question
from ardennes.games.bitter_woods.ai.fields import Fields
from ardennes.games.bitter_woods.ai.fights import Fights
from ardennes.games.bitter_woods.ai.ground import TRACKS
from ardennes.games.bitter_woods.rules import (
    air,
    bridges,
    event_rolls,
    fuel_dumps,
    holding,
    marching,
    orders,
    positions,
    reinforcements,
    retreats,
    shock,
    stacking,
)
from ardennes.games.bitter_woods.rules.entry import ChooseEntry
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, ATTACH, BLOW, DONE, ENTER, GERMAN
from ardennes.games.bitter_woods.rules.stacking import has_room
from ardennes.games.bitter_woods.rules.supply import can_trace
from ardennes.hexes.regions import distance
from ardennes.numbers import ENEMY_OF, Hex, Hexside, Side, Unit

LAST_STEP = 1.5
"""What losing the whole unit weighs besides its strength."""
PANZER_STEP = 1.5
"""17.6 What a panzer's step weighs more, for it counts twice."""
FOR_COMBAT = 2
"""11.1 Aircraft that are kept for combat; the others interdict."""
CUT_OFF_UNITS = 2
"""12.5 Units in a hex that are worth an air drop."""


class Sight(Protocol):
    """What a script sees in a phase."""

    side: Side
    fields: Fields
    fights: Fights


def step_cost(p: Field, unit: Unit) -> float:
    """What the next step of a unit is worth."""
    faces, steps, piece = p.data.faces[unit], p.steps[unit], p.data.counters[unit]
    lost = faces[steps].strength - faces[steps - 1].strength
    return (lost + (LAST_STEP if steps == 1 else 0.0)) * (PANZER_STEP if piece.mechanized else 1.0)


def interdiction(sight: Sight, p: Field, hex: Hex) -> float | None:
    """11.3 On the roads that the Germans need most, before their tanks."""
    return float(sight.fields.ways.corridor[hex]) if p.allied_air > FOR_COMBAT else None


def air_drop(sight: Sight, p: Field, hex: Hex) -> tuple[int, Hex] | None:
    """12.5 To those who are cut off, where several are together."""
    cut_off = sum(not can_trace(p, unit) for unit in p.units_in(hex))
    return (cut_off, hex) if cut_off >= CUT_OFF_UNITS else None


def entry(sight: Sight, p: Field, hex: Hex) -> tuple[float, Hex] | None:
    """16.1 Where the unit is wanted most; not where it would be one too many."""
    return (float(sight.fields.here[TRACKS][hex]), hex) if has_room(p, _moving(p), hex) else None


def army(sight: Sight, p: Field, number: int) -> tuple[bool, int]:
    """24.6 The army on whose ground it stands, and whose ground leads farthest."""
    area = p.data.army_areas[number]
    return p.where[_moving(p)] in area, len(area)


def _moving(p: Field) -> Unit:
    """The unit that is on its way."""
    return p.innermost(marching.Move).unit


def demolition(sight: Sight, p: Field, hexside: Hexside) -> float | None:
    """13.1 The Allies blow whatever leads the Germans on and is not needed by friends beyond it; the Germans none."""
    friends = all(p.side_in(bank) == ALLIED for bank in p.data.board.side_hexes[hexside])
    return None if friends or sight.side == GERMAN else need_of(sight, p, hexside)


def need_of(sight: Sight, p: Field, hexside: Hexside) -> float:
    """How much the Germans need a bridge on their ways; 29.0 their commandos save the one that they need most."""
    return float(sight.fields.ways.corridor[list(p.data.board.side_hexes[hexside])].sum())


def prepared(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """2.9 Before play the Germans blow the bridges nearest to the enemy that none of them is supplied over."""
    board, enemies, ours = p.data.board, p.hexes_of(ENEMY_OF[sight.side]), p.on_map(sight.side)

    def nearness(hexside: Hexside) -> int:
        return min(distance(board.grid, bank, hex) for bank in board.side_hexes[hexside] for hex in enemies)

    def is_spared(hexside: Hexside) -> bool:
        after = p.copy()
        after.set_bridge(hexside, blown=True)
        return any(can_trace(p, unit) and not can_trace(after, unit) for unit in ours)

    nearest = sorted(things(options, BLOW), key=nearness)
    return next((BLOW + hexside for hexside in nearest if not is_spared(hexside)), DONE + 0)


def site(sight: Sight, p: Field, hexside: Hexside) -> int | None:
    """13.3 The Germans build where nobody is busy fighting and no enemy waits beyond; the Allies have time."""
    free = all(p.side_in(bank) != ALLIED for bank in p.data.board.side_hexes[hexside])
    if sight.side == ALLIED or not free:
        return None
    return 1 if any(not p.is_beside_enemy(unit) for unit in bridges.builders(p, GERMAN, hexside)) else None


def strength(sight: Sight, p: Field, unit: Unit) -> int:
    return p.face(unit).strength


CHOICES: dict[type[Question[Any, Any]], Choice[Sight, Field]] = {
    air.ChooseDrop: best(air_drop),
    air.ChooseInterdiction: best(interdiction),
    ChooseEntry: best(entry, ENTER),
    holding.ChooseHold: lambda _, __, ___: DONE + 0,
    reinforcements.ChooseArmy: best(army, ATTACH),
    positions.ChooseWorks: first(),
    bridges.ChooseDemolition: best(demolition, BLOW),
    event_rolls.SaveBridge: best(need_of),
    bridges.ChoosePrepared: prepared,
    bridges.ChooseSite: best(site),
    bridges.ChooseBuilder: least(strength),
    bridges.ChooseCompletion: first(),
    bridges.ChooseCrossing: first(),
    # 25.3 As soon as possible: who waits may lose the dump.
    fuel_dumps.ChooseBurning: first(),
    orders.ChoosePlan: first(),
    shock.ChooseGuns: lambda _, __, ___: DONE + 0,
    stacking.ChooseSacrifice: least(strength),
    # 9.7 The strongest first, while there is room for it.
    retreats.ChooseNext: best(strength),
}
