"""Chits, assets, replacements, reinforcements: the questions that are answered by what a hex or a unit is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ardennes.advisor.choices import Choice, best, first, least, things
from ardennes.engine.options import is_about, object_of
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
    GERMAN,
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


STAND_FOR = 0.5
"""How much of the enemy's ways must lead through a hex to stand there."""
ARMIES = {"5th-panzer": FIFTH, "6th-panzer": SIXTH}


class Sight(Protocol):
    """What a script sees in a round."""

    fields: Fields
    fights: Fights


def _strength(p: Field, area: int) -> int:
    return sum(p.face(unit).attack for unit in actions.in_area(p, area))


def _size(p: Field, unit: int) -> int:
    return p.face(unit).attack + p.face(unit).defence


def step_cost(p: Field, unit: int) -> float:
    """What the next step of a unit is worth."""
    faces, steps = p.data.faces[unit], p.steps[unit]
    now, then = faces[steps], faces[steps - 1]
    lost = now.attack - then.attack + now.defence - then.defence
    return lost + (LAST_STEP if steps == 1 else 0.0)


# --- chits ---------------------------------------------------------------------------------------------


def side_of_chit(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """14.4 Combat where there is enough to win by it, otherwise a move; 14.9 the more active of the two generals."""
    words, fights = things(options, AS), sight.fights
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
    fight = _opportunities(fights, p.on_map(fights.side)) > WORTH_A_COMBAT_ROUND
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


def formation(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """14.7 The strongest formation in supply of each kind."""

    def strength(unit: int) -> float:
        members = [each for each in actions.formation(p, unit) if is_supplied(p, each)]
        return sum(p.face(each).attack for each in members)

    strongest = max(things(options, ACTIVATE), key=strength)
    return ACTIVATE + strongest if strength(strongest) else DONE + 0


# --- assets and reinforcements -------------------------------------------------------------------------


def behind_the_front(sight: Sight, p: Field, hex: int) -> float:
    """12.4 Engineers where the enemy's ways lead, a little behind the front."""
    fields = sight.fields
    return float(fields.corridor[hex] + fields.garrisons[hex]) - 0.5 * (hex in p.front(ALLIED))


def marker(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """12.5, 12.8, 12.9.1 Where it hinders the enemy's ways most; the Delay asset on a goal before all."""
    fields = sight.fields
    free = [hex for hex in things(options, AT) if not p.way(fields.side)[hex] & CROWDED]
    if not free:
        return DONE + 0
    return AT + max(free, key=lambda hex: float(fields.corridor[hex] + 2 * fields.garrisons[hex]))


def strong_and_far_behind(sight: Sight, p: Field, unit: int) -> float:
    """12.6 Trucks for the strongest infantry that is far behind."""
    return p.face(unit).attack - float(sight.fields.here[MOTOR][p.where[unit]])


def replacement(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """13.2 The step that gives most strength."""

    def strength(option: int) -> int:
        unit = object_of(option)
        faces, steps = p.data.faces[unit], 0 if is_about(option, RAISE) else p.steps[unit]
        return faces[steps + 1].attack + faces[steps + 1].defence - faces[steps].attack - faces[steps].defence

    return max((option for option in options if option != DONE), key=strength)


def where_wanted(sight: Sight, p: Field, hex: int) -> tuple[bool, float]:
    """13.2.2 Where the unit is most wanted; rather not with two others, for one of them might be too many."""
    fields = sight.fields
    return len(p.combat_units_in(hex)) < 2, fields.corridor[hex] + fields.here[MOTOR][hex]


def entry(sight: Sight, p: Field, options: Sequence[int]) -> int:
    fields, hexes = sight.fields, things(options, AT)
    if not hexes:
        return options[0]

    def worth(hex: int) -> float:
        return float(fields.here[MOTOR][hex] + fields.gained[hex]) - 0.2 * len(p.combat_units_in(hex))

    return AT + max(hexes, key=worth)


def air_supply(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """8.6 Where most units that are cut off are near."""
    supplied = supplied_hexes(p, ALLIED)
    cut = [p.where[unit] for unit in p.on_map(ALLIED) if not supplied[p.where[unit]]]
    near = {hex: sum(there in p.data.within_three[hex] for there in cut) for hex in things(options, AT)}
    most = max(near, key=lambda hex: near[hex])
    return AT + most if near[most] else DONE + 0


# --- bridges, losses, the SS ---------------------------------------------------------------------------


def wants_bridges(sight: Sight, p: Field) -> bool:
    return sight.fields.side == GERMAN or p.turn >= BREAK_OUT


def wants_bridges_gone(sight: Sight, p: Field) -> bool:
    return (p.turn < BREAK_OUT) != (sight.fields.side == GERMAN)


def how_missed(p: Field, unit: int) -> tuple[bool, int, int]:
    """10.3 Least is one that could not move in this round anyway, or else the one that would go least far."""
    return bool(p.may[unit] & MAY_MOVE) and not p.moved[unit], p.data.counters[unit].moves, unit


def stand(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """11.4.1 For a goal, or where the enemy's ways lead, if it does not cost the unit."""
    rout = p.stack[-1]
    assert isinstance(rout, aftermath.Rout)
    strong = [option for option in options if option != DONE and p.steps[object_of(option)] > 1]
    held = rout.hex in p.data.victory_hexes or sight.fields.corridor[rout.hex] > STAND_FOR
    return strong[0] if strong and held else DONE + 0


CHOICES: dict[type[Question[Any, Any]], Choice[Sight, Field]] = {
    chits.ChooseFirst: least(PLAY, lambda _, p, chit: CHITS.index(chits.chit_type(p, chit))),
    chits.ChoosePanzerArmy: best(PLAY, lambda _, p, chit: _strength(p, ARMIES[chits.chit_type(p, chit)])),
    chits.ChooseSwap: first(SWAP),
    actions.OfferReaction: first(PLAY),
    actions.ChooseSide: side_of_chit,
    actions.ChooseArmy: best(ARMY, lambda _, p, area: _strength(p, area)),
    actions.ChooseFormation: formation,
    assets.ChooseEngineers: first(DEPLOY, DONE),
    assets.ChoosePlace: best(AT, behind_the_front),
    assets.ChooseMarker: marker,
    assets.ChooseMotorized: best(DEPLOY, strong_and_far_behind),
    sequence.ChooseDrop: best(AT, lambda sight, _, hex: float(sight.fields.here[MOTOR][hex])),
    replacements.ChooseReplacement: replacement,
    replacements.ChooseTown: best(AT, where_wanted),
    reinforcements.ChooseEntry: entry,
    reinforcements.ChooseAirSupply: air_supply,
    bridges.ChooseRebuilding: first(REBUILD, DONE, when=wants_bridges),
    bridges.ChooseEngineers: first(ACTIVATE),
    aftermath.ChooseBridgeBehind: first(BLOW, DONE, when=wants_bridges_gone),
    aftermath.ChooseBridgeBefore: first(BLOW, DONE, when=wants_bridges_gone),
    aftermath.ChooseStand: stand,
    # 11.4 The strongest first, while there is room for it.
    aftermath.ChooseNext: lambda _, p, options: max(options, key=lambda each: (_size(p, object_of(each)), each)),
    withdrawal.ChooseHolder: least(HOLD, lambda _, p, unit: how_missed(p, unit)),
    # 6.2 Whoever is weakest; engineers come back, so they go first.
    stacking.ChooseSacrifice: lambda _, p, options: min(options, key=lambda each: _size(p, object_of(each))),
    victory.ChooseWithdrawal: lambda _, p, __: CANCEL + 0 if p.points >= KEEPS_SS_WITH else WITHDRAW + 0,
}
