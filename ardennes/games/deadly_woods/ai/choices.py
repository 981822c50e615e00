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
    ALLIED,
    AS,
    AT,
    CANCEL,
    DEPLOY,
    DONE,
    GERMAN,
    PATTON,
    RAISE,
    WITHDRAW,
)
from ardennes.games.deadly_woods.rules.supply import is_supplied
from ardennes.games.deadly_woods.rules.terrain import MOTOR
from ardennes.numbers import Hex, Unit
from ardennes.rules.supply import supplied_hexes

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


def _size(p: Field, unit: Unit) -> int:
    return p.face(unit).attack + p.face(unit).defence


def step_cost(p: Field, unit: Unit) -> float:
    """What the next step of a unit is worth."""
    lost = _size_with(p, unit, p.steps[unit]) - _size_with(p, unit, p.steps[unit] - 1)
    return lost + (LAST_STEP if p.steps[unit] == 1 else 0.0)


def _size_with(p: Field, unit: Unit, steps: int) -> int:
    face = p.data.faces[unit][steps]
    return face.attack + face.defence


# --- chits ---------------------------------------------------------------------------------------------


def side_of_chit(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """14.4 Combat where there is enough to win by it, otherwise a move; 14.9 the more active of the two generals."""
    words: list[int] = things(options, AS)
    fights = sight.fights
    if actions.WORDS.index(PATTON) in words:
        generals = actions.pattons_units(p), actions.montys_units(p)
        patton, monty = (_opportunities(fights, units) for units in generals)
        if monty > max(patton, WORTH_A_COMBAT_ROUND):
            return AS + words[-1]
        more = len(generals[0]) >= len(generals[1])
        return AS + (words[0] if patton > WORTH_A_COMBAT_ROUND or more else words[1])
    fight = _opportunities(fights, p.on_map(fights.side)) > WORTH_A_COMBAT_ROUND
    return AS + (actions.AS_COMBAT if fight else actions.AS_MOVE)


def _opportunities(fights: Fights, units: Iterable[Unit]) -> float:
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


def formation_strength(_: Sight, p: Field, unit: Unit) -> int | None:
    """14.7 The strongest formation in supply of each kind."""
    return sum(p.face(each).attack for each in actions.formation(p, unit) if is_supplied(p, each)) or None


# --- assets and reinforcements -------------------------------------------------------------------------


def behind_the_front(sight: Sight, p: Field, hex: Hex) -> float:
    """12.4 Engineers where the enemy's ways lead, a little behind the front."""
    fields = sight.fields
    return float(fields.corridor[hex] + fields.garrisons[hex]) - 0.5 * (hex in p.front(ALLIED))


def hindrance(sight: Sight, p: Field, hex: Hex) -> float | None:
    """12.5, 12.8, 12.9.1 Where it hinders the enemy's ways most; the Delay asset on a goal before all."""
    fields = sight.fields
    return None if fields.is_crowded(hex) else float(fields.corridor[hex] + 2 * fields.garrisons[hex])


def strong_and_far_behind(sight: Sight, p: Field, unit: Unit) -> float:
    """12.6 Trucks for the strongest infantry that is far behind."""
    return p.face(unit).attack - float(sight.fields.here[MOTOR][p.where[unit]])


def replacement(sight: Sight, p: Field, options: Sequence[int]) -> int:
    """13.2 The step that gives most strength."""

    def strength(option: int) -> int:
        unit = object_of(option)
        steps = 0 if is_about(option, RAISE) else p.steps[unit]
        return _size_with(p, unit, steps + 1) - _size_with(p, unit, steps)

    return max((option for option in options if option != DONE), key=strength)


def where_wanted(sight: Sight, p: Field, hex: Hex) -> tuple[bool, float]:
    """13.2.2 Where the unit is most wanted; rather not with two others, for one of them might be too many."""
    fields = sight.fields
    return len(p.combat_units_in(hex)) < 2, fields.corridor[hex] + fields.here[MOTOR][hex]


def entry(sight: Sight, p: Field, hex: Hex) -> float:
    """14.8 Where it is wanted, and not too many are."""
    fields = sight.fields
    return float(fields.here[MOTOR][hex] + fields.gained[hex]) - 0.2 * len(p.combat_units_in(hex))


def cut_off_near(_: Sight, p: Field, hex: Hex) -> int | None:
    """8.6 Air supply where most units that are cut off are near."""
    supplied = supplied_hexes(p, ALLIED)
    cut = [p.where[unit] for unit in p.on_map(ALLIED) if not supplied[p.where[unit]]]
    return sum(there in p.data.within_three[hex] for there in cut) or None


# --- bridges, losses, the SS ---------------------------------------------------------------------------


def wants_bridges(sight: Sight, p: Field) -> bool:
    return sight.fields.side == GERMAN or p.turn >= BREAK_OUT


def wants_bridges_gone(sight: Sight, p: Field) -> bool:
    return (p.turn < BREAK_OUT) != (sight.fields.side == GERMAN)


def how_missed(p: Field, unit: Unit) -> tuple[bool, int, int]:
    """10.3 Least is one that could not move in this round anyway, or else the one that would go least far."""
    return bool(p.may[unit] & MAY_MOVE) and not p.moved[unit], p.data.counters[unit].moves, unit


def stand(sight: Sight, p: Field, unit: Unit) -> int | None:
    """11.4.1 For a goal, or where the enemy's ways lead, if it does not cost the unit."""
    hex = p.where[unit]
    held = hex in p.data.victory_hexes or sight.fields.corridor[hex] > STAND_FOR
    return 1 if held and p.steps[unit] > 1 else None


CHOICES: dict[type[Question[Any, Any]], Choice[Any, Field]] = {
    chits.ChooseFirst: least(lambda _, p, chit: CHITS.index(chits.chit_type(p, chit))),
    chits.ChoosePanzerArmy: best(lambda _, p, chit: _strength(p, ARMIES[chits.chit_type(p, chit)])),
    chits.ChooseSwap: first(),
    actions.OfferReaction: first(),
    actions.ChooseSide: side_of_chit,
    actions.ChooseArmy: best(lambda _, p, area: _strength(p, area)),
    actions.ChooseFormation: best(formation_strength),
    assets.ChooseEngineers: first(DEPLOY),
    assets.ChoosePlace: best(behind_the_front),
    assets.ChooseMarker: best(hindrance),
    assets.ChooseMotorized: best(strong_and_far_behind),
    sequence.ChooseDrop: best(lambda sight, _, hex: float(sight.fields.here[MOTOR][hex])),
    replacements.ChooseReplacement: replacement,
    replacements.ChooseTown: best(where_wanted),
    reinforcements.ChooseEntry: best(entry, AT),
    reinforcements.ChooseAirSupply: best(cut_off_near, AT),
    bridges.ChooseRebuilding: first(when=wants_bridges),
    bridges.ChooseEngineers: first(),
    aftermath.ChooseBridgeBehind: first(when=wants_bridges_gone),
    aftermath.ChooseBridgeBefore: first(when=wants_bridges_gone),
    aftermath.ChooseStand: best(stand),
    # 11.4 The strongest first, while there is room for it.
    aftermath.ChooseNext: best(lambda _, p, unit: (_size(p, unit), unit)),
    withdrawal.ChooseHolder: least(lambda _, p, unit: how_missed(p, unit)),
    # 6.2 Whoever is weakest; engineers come back, so they go first.
    stacking.ChooseSacrifice: least(lambda _, p, unit: _size(p, unit)),
    victory.ChooseWithdrawal: lambda _, p, __: CANCEL + 0 if p.points >= KEEPS_SS_WITH else WITHDRAW + 0,
}
