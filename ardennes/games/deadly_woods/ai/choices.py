"""Chits, assets, replacements, reinforcements: the questions that are answered by what a hex or a unit is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ardennes.engine.options import OBJECT_BITS, Verb, is_about, object_of
from ardennes.engine.procedure import Question
from ardennes.games.deadly_woods.ai.fields import Fields
from ardennes.games.deadly_woods.ai.fights import Fights
from ardennes.games.deadly_woods.rules import (
    actions,
    aftermath,
    assets,
    bridges,
    chits,
    reinforcements,
    replacements,
    sequence,
    stacking,
    victory,
    withdrawal,
)
from ardennes.games.deadly_woods.rules.boundaries import FIFTH, SIXTH
from ardennes.games.deadly_woods.rules.field import MAY_MOVE, Field
from ardennes.games.deadly_woods.rules.pieces import (
    ACTIVATE,
    ALLIED,
    ARMY,
    AS,
    AT,
    BLOW,
    CANCEL,
    DEPLOY,
    DONE,
    HOLD,
    PATTON,
    PLAY,
    RAISE,
    REBUILD,
    SWAP,
    WITHDRAW,
)
from ardennes.games.deadly_woods.rules.supply import is_supplied, supplied_hexes
from ardennes.games.deadly_woods.rules.terrain import MOTOR
from ardennes.kernels.flags import CROWDED

Choice = Callable[[Field, Sequence[int], Fields, Fights], int]

CHITS = (
    "all-german", "one-army", "5th-panzer", "6th-panzer", "move-combat", "three-formations", "patton-monty",
    "reinforcement", "supply-check",
)  # fmt: skip
"""What a side with the initiative likes to begin with."""
WORTH_A_COMBAT_ROUND = 0.35
"""The gain of all attacks for which a round of combat is better than a round of moves."""
LAST_STEP = 1.5
"""What losing the whole unit weighs besides its strength."""
KEEPS_SS_WITH = 4
"""12.10 Points with which the SS is worth keeping: one may be lost and three are left."""
BREAK_OUT = 7
"""From this turn on the Allies want bridges whole, and the Germans want them gone."""


def objects(options: Sequence[int], verb: Verb) -> list[int]:
    first = int(verb)
    return [option - first for option in options if not option - first >> OBJECT_BITS]


def step_cost(p: Field, unit: int) -> float:
    """What the next step of a unit is worth."""
    faces, steps = p.data.faces[unit], p.steps[unit]
    now, then = faces[steps], faces[steps - 1]
    lost = now.attack - then.attack + now.defence - then.defence
    return lost + (LAST_STEP if steps == 1 else 0.0)


# --- chits ---------------------------------------------------------------------------------------------


def first_chit(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    return PLAY + min(objects(options, PLAY), key=lambda chit: CHITS.index(chits.chit_type(p, chit)))


def panzer_army(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """17.0 The army that has more strength in its area."""
    areas = {"5th-panzer": FIFTH, "6th-panzer": SIXTH}
    return PLAY + max(objects(options, PLAY), key=lambda chit: _strength(p, areas[chits.chit_type(p, chit)]))


def army(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    return ARMY + max(objects(options, ARMY), key=lambda area: _strength(p, area))


def _strength(p: Field, area: int) -> int:
    return sum(p.face(unit).attack for unit in actions.in_area(p, area))


def side_of_chit(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """14.4 Combat where there is enough to win by it, otherwise a move; 14.9 the more active of the two generals."""
    words = objects(options, AS)
    if actions.WORDS.index(PATTON) in words:
        patton, monty = (
            _opportunities(fights, actions.pattons_units(p)),
            _opportunities(fights, actions.montys_units(p)),
        )
        if monty > max(patton, WORTH_A_COMBAT_ROUND):
            return AS + words[-1]
        more = len(actions.pattons_units(p)) >= len(actions.montys_units(p))
        return AS + (words[0] if patton > WORTH_A_COMBAT_ROUND or more else words[1])
    if len(words) == 1:
        return AS + words[0]
    fight = _opportunities(fights, p.on_map(fields.side)) > WORTH_A_COMBAT_ROUND
    return AS + (actions.AS_COMBAT if fight else actions.AS_MOVE)


def _opportunities(fights: Fights, units: Iterable[int]) -> float:
    """The gain of the attacks that such units could make from where they stand, each of them once."""
    p = fights.p
    free = [unit for unit in units if p.where[unit] in p.front(fights.side) and p.face(unit).attack]
    free = [unit for unit in free if is_supplied(p, unit)]
    total = 0.0
    for target, _, around in fights.fields.targets:
        if p.combat_units_in(target) and any(p.where[unit] in around for unit in free):
            package = fights.package(target, free)
            if package is not None and package.gain > fights.plan.eager:
                total += package.gain
                free = [unit for unit in free if unit not in package.attack.attackers]
    return total


def formation(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """14.7 The strongest formation in supply of each kind."""
    units = objects(options, ACTIVATE)

    def strength(unit: int) -> float:
        members = [each for each in actions.formation(p, unit) if is_supplied(p, each)]
        return sum(p.face(each).attack for each in members)

    best = max(units, key=strength)
    return ACTIVATE + best if strength(best) else DONE + 0


def swap(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """14.8.2 Reinforcements come as soon as they can."""
    return SWAP + objects(options, SWAP)[0]


def offer_reaction(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    return PLAY + objects(options, PLAY)[0]


# --- assets and reinforcements -------------------------------------------------------------------------


def _best_hex(options: Sequence[int], worth: Callable[[int], float]) -> int:
    return AT + max(objects(options, AT), key=worth)


def engineers(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    ready = objects(options, DEPLOY)
    return DEPLOY + ready[0] if ready else DONE + 0


def place(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """12.4 Engineers where the enemy's ways lead, a little behind the front."""
    front = p.front(ALLIED)
    return _best_hex(options, lambda hex: float(fields.corridor[hex] + fields.garrisons[hex]) - 0.5 * (hex in front))


def marker(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """12.5, 12.8, 12.9.1 Where it hinders the enemy's ways most; the Delay asset on a goal before all."""
    free = [hex for hex in objects(options, AT) if not p.way(fields.side)[hex] & CROWDED]
    if not free:
        return DONE + 0
    return AT + max(free, key=lambda hex: float(fields.corridor[hex] + 2 * fields.garrisons[hex]))


def motorized(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """12.6 Trucks for the strongest infantry that is far behind."""
    far = fields.here[MOTOR]
    return DEPLOY + max(objects(options, DEPLOY), key=lambda unit: p.face(unit).attack - float(far[p.where[unit]]))


def drop(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    return _best_hex(options, lambda hex: float(fields.here[MOTOR][hex]))


def replacement(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """13.2 The step that gives most strength."""
    wanted = [option for option in options if option != DONE]

    def strength(option: int) -> int:
        unit = object_of(option)
        faces, steps = p.data.faces[unit], 0 if is_about(option, RAISE) else p.steps[unit]
        return faces[steps + 1].attack + faces[steps + 1].defence - faces[steps].attack - faces[steps].defence

    return max(wanted, key=strength)


def town(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """13.2.2 Where the unit is most wanted; rather not with two others, for one of them might be too many."""
    return AT + max(
        objects(options, AT),
        key=lambda hex: (len(p.combat_units_in(hex)) < 2, fields.corridor[hex] + fields.here[MOTOR][hex]),
    )


def entry(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    hexes = objects(options, AT)
    if not hexes:
        return options[0]
    crowd = {hex: len(p.combat_units_in(hex)) for hex in hexes}
    return _best_hex(options, lambda hex: float(fields.here[MOTOR][hex] + fields.gained[hex]) - 0.2 * crowd[hex])


def air_supply(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """8.6 Where most units that are cut off are near."""
    supplied = supplied_hexes(p, ALLIED)
    cut = [p.where[unit] for unit in p.on_map(ALLIED) if not supplied[p.where[unit]]]
    near = {hex: sum(there in p.data.within_three[hex] for there in cut) for hex in objects(options, AT)}
    best = max(near, key=lambda hex: near[hex])
    return AT + best if near[best] else DONE + 0


# --- bridges, losses, the SS ---------------------------------------------------------------------------


def rebuild(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    wants = fields.german or p.turn >= BREAK_OUT
    return REBUILD + objects(options, REBUILD)[0] if wants else DONE + 0


def blow_bridge(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    wants = (p.turn < BREAK_OUT) != fields.german
    return BLOW + objects(options, BLOW)[0] if wants else DONE + 0


def sappers(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    return options[0]


def least_valuable(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    return min(options, key=lambda option: (step_cost(p, object_of(option)), option))


def _size(p: Field, unit: int) -> int:
    return p.face(unit).attack + p.face(unit).defence


def next_to_retreat(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """11.4 The strongest first, while there is room for it."""
    return max(options, key=lambda option: (_size(p, object_of(option)), option))


def door_holder(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    return HOLD + least_missed(p, objects(options, HOLD))


def least_missed(p: Field, units: Sequence[int]) -> int:
    """10.3 One that could not move in this round anyway, or else the one that would go least far."""

    def missed(unit: int) -> tuple[bool, int, int]:
        return bool(p.may[unit] & MAY_MOVE) and not p.moved[unit], p.data.counters[unit].moves, unit

    return min(units, key=missed)


def sacrifice(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """6.2 Whoever is weakest; engineers come back, so they go first."""
    return min(options, key=lambda option: _size(p, object_of(option)))


def stand(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    """11.4.1 For a goal, or where the enemy's ways lead, if it does not cost the unit."""
    rout = p.stack[-1]
    assert isinstance(rout, aftermath.Rout)
    strong = [option for option in options if option != DONE and p.steps[object_of(option)] > 1]
    held = rout.hex in p.data.victory_hexes or fields.corridor[rout.hex] > STAND_FOR
    return strong[0] if strong and held else DONE + 0


STAND_FOR = 0.5


def ss_withdrawal(p: Field, options: Sequence[int], fields: Fields, fights: Fights) -> int:
    return CANCEL + 0 if p.points >= KEEPS_SS_WITH else WITHDRAW + 0


CHOICES: dict[type[Question[Any, Any]], Choice] = {
    chits.ChooseFirst: first_chit,
    chits.ChoosePanzerArmy: panzer_army,
    chits.ChooseSwap: swap,
    actions.OfferReaction: offer_reaction,
    actions.ChooseSide: side_of_chit,
    actions.ChooseArmy: army,
    actions.ChooseFormation: formation,
    assets.ChooseEngineers: engineers,
    assets.ChoosePlace: place,
    assets.ChooseMarker: marker,
    assets.ChooseMotorized: motorized,
    sequence.ChooseDrop: drop,
    replacements.ChooseReplacement: replacement,
    replacements.ChooseTown: town,
    reinforcements.ChooseEntry: entry,
    reinforcements.ChooseAirSupply: air_supply,
    bridges.ChooseRebuilding: rebuild,
    bridges.ChooseEngineers: sappers,
    aftermath.ChooseBridgeBehind: blow_bridge,
    aftermath.ChooseBridgeBefore: blow_bridge,
    aftermath.TakeLoss: least_valuable,
    aftermath.ChooseStand: stand,
    aftermath.ChooseNext: next_to_retreat,
    withdrawal.ChooseHolder: door_holder,
    stacking.ChooseSacrifice: sacrifice,
    victory.ChooseWithdrawal: ss_withdrawal,
}
