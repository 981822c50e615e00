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
from ardennes.games.bitter_woods.rules.pieces import (
    ALLIED,
    ATTACH,
    BLOW,
    BRIDGE,
    DONE,
    DROP,
    ENTER,
    GERMAN,
    INTERDICT,
    SPARE,
)
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


def interdiction(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """11.3 On the roads that the Germans need most, before their tanks."""
    if p.allied_air <= FOR_COMBAT:
        return DONE + 0
    ways = sight.fields.ways.corridor
    hexes: list[Hex] = things(options, INTERDICT)
    return INTERDICT + max(hexes, key=lambda hex: float(ways[hex]))


def air_drop(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """12.5 To those who are cut off, where several are together."""

    def cut_off(hex: Hex) -> int:
        return sum(not can_trace(p, unit) for unit in p.units_in(hex))

    most = max(things(options, DROP), key=lambda hex: (cut_off(hex), hex))
    return DROP + most if cut_off(most) >= CUT_OFF_UNITS else DONE + 0


def entry(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """16.1 Where the unit is wanted most; not where it would be one too many."""
    move = p.stack[-1]
    assert isinstance(move, marching.Move)
    hexes: list[Hex] = [hex for hex in things(options, ENTER) if has_room(p, move.unit, hex)]
    if not hexes:
        return DONE + 0
    drawn = sight.fields.here[TRACKS]
    return ENTER + max(hexes, key=lambda hex: (float(drawn[hex]), hex))


def army(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """24.6 The army on whose ground it stands, and whose ground leads farthest."""
    move = p.stack[-1]
    assert isinstance(move, marching.Move)
    here, areas = p.where[move.unit], p.data.army_areas
    armies: list[int] = things(options, ATTACH)
    return ATTACH + max(armies, key=lambda each: (here in areas[each], len(areas[each])))


def demolition(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """13.1 The Allies blow whatever leads the Germans on and is not needed by friends beyond it; the Germans none."""
    if sight.side == GERMAN:
        return DONE + 0
    board = p.data.board

    def friends_beyond(hexside: Hexside) -> bool:
        return all(p.side_in(bank) == ALLIED for bank in board.side_hexes[hexside])

    found = [hexside for hexside in things(options, BLOW) if not friends_beyond(hexside)]
    if not found:
        return DONE + 0
    return BLOW + most_needed(sight, p, found)


def most_needed(sight: Sight, p: Field, hexsides: Sequence[Hexside]) -> int:
    """The bridge on the ways that the Germans need most."""
    corridor, banks = sight.fields.ways.corridor, p.data.board.side_hexes
    return max(hexsides, key=lambda hexside: float(corridor[list(banks[hexside])].sum()))


def saved_bridge(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """29.0 Commandos hold the bridge that their own side needs most."""
    return SPARE + most_needed(sight, p, things(options, SPARE))


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


def site(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """13.3 The Germans build where nobody is busy fighting and no enemy waits beyond; the Allies have time."""
    if sight.side == ALLIED:
        return DONE + 0
    sites: list[Hexside] = things(options, BRIDGE)
    for hexside in sites:
        free = all(p.side_in(bank) != ALLIED for bank in p.data.board.side_hexes[hexside])
        idle = [unit for unit in bridges.builders(p, GERMAN, hexside) if not p.is_beside_enemy(unit)]
        if free and idle:
            return BRIDGE + hexside
    return DONE + 0


def strength(sight: Sight, p: Field, unit: Unit) -> int:
    return p.face(unit).strength


CHOICES: dict[type[Question[Any, Any]], Choice[Sight, Field]] = {
    air.ChooseDrop: air_drop,
    air.ChooseInterdiction: interdiction,
    ChooseEntry: entry,
    holding.ChooseHold: lambda _, __, ___: DONE + 0,
    reinforcements.ChooseArmy: army,
    positions.ChooseWorks: first(),
    bridges.ChooseDemolition: demolition,
    event_rolls.SaveBridge: saved_bridge,
    bridges.ChoosePrepared: prepared,
    bridges.ChooseSite: site,
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
