"""18.6, 18.7, 19.0 What the other side may not know, and how a possible truth behind a view is imagined.

Hidden are the objective card and, with hidden markers, who lies face down, which phantoms are on the map, and which of
the reinforcements that are due still wait beside it. Who is not due yet, and who is eliminated, everybody sees.
"""

from __future__ import annotations

from array import array

from ardennes.engine.hidden import cover, reveal_all, stand_ins_on_map, unseen
from ardennes.engine.position import NO_UNIT
from ardennes.games.bulge1944.rules.activation import Activation
from ardennes.games.bulge1944.rules.combat_dice import Attack
from ardennes.games.bulge1944.rules.field import BESIDE, POOL, Field
from ardennes.games.bulge1944.rules.free_setup import Placing
from ardennes.games.bulge1944.rules.movement import first_manners
from ardennes.games.bulge1944.rules.pieces import ALLIED, SECRET
from ardennes.games.bulge1944.rules.reinforcements import Entry, Reinforcement, entry_hexes
from ardennes.games.bulge1944.rules.sequence import Battle
from ardennes.games.bulge1944.rules.victory import ends_with_german_turn
from ardennes.games.bulge1944.rules.walking import Move
from ardennes.kernels.counters import set_back
from ardennes.numbers import ENEMY_OF, Side, Unit

SHOWN = ("moved", "attacked")
"""What the enemy sees of a hidden counter."""
NOT_PAID, NO_PARTNER = array("b", [0]), array("h", [NO_UNIT])


def hide(view: Field, side: Side) -> None:
    """Takes out of a view what its side may not know."""
    data, enemy = view.data, ENEMY_OF[side]
    if view.partner != data.without_unit:
        set_back([view.paid], NOT_PAID, [view.partner], NO_PARTNER, data.may_lie_face_down[enemy])
    for leader in data.leaders[enemy]:
        if view.leads[leader] != NO_UNIT:
            view.leads[leader] = view.view_name(view.leads[leader], side)
    cover(view, side, SHOWN, doubtful(view, enemy))


def doubtful(p: Field, side: Side) -> list[Unit]:
    """Counters off the map that might as well be on it, face down: phantoms, and reinforcements that are due."""
    data, where, pool, beside = p.data, p.where, p.data.box(POOL), p.data.box(BESIDE)
    due = [unit for unit, turn in data.may_be_unseen[side] if where[unit] == pool and turn <= p.turn]
    phantoms = [unit for unit in data.phantoms[side] if where[unit] == beside] if "phantoms" in data.options else []
    return due + phantoms


def determinize(truth: Field, side: Side) -> None:
    """Fills a view with what might be so."""
    if truth.card == SECRET:
        truth.card = truth.draw([card for card in truth.data.cards if may_be_the_card(truth, card)])
    if "hidden" not in truth.data.options:
        return
    enemy = ENEMY_OF[side]
    entering = _name_who_enters(truth, enemy)
    behind = _deal(truth, enemy, entering)
    reveal_all(truth, behind, SHOWN)
    for unit in behind.values():
        truth.steps[unit] = truth.data.counters[unit].steps if truth.data.counters[unit].land_unit else 0
    for leader in truth.data.leaders[enemy]:
        truth.leads[leader] = behind.get(truth.leads[leader], truth.leads[leader])
    for procedure in truth.stack:
        if isinstance(procedure, Move) and procedure.unit in behind:
            procedure.unit = behind[procedure.unit]
            procedure.movement_modes = first_manners(truth, procedure.unit)
        elif isinstance(procedure, Attack):
            procedure.attackers = tuple(behind.get(unit, unit) for unit in procedure.attackers)


def may_be_the_card(p: Field, card: str) -> bool:
    """19.0 Whether the game would still go on with this card; Autumn Mist ends before the Allied part of a turn."""
    goal = p.data.objectives[card]
    phases = [procedure.side for procedure in p.stack if isinstance(procedure, Reinforcement | Activation)]
    return p.turn < goal.turns or (p.turn == goal.turns and not (ends_with_german_turn(goal) and ALLIED in phases))


def _name_who_enters(truth: Field, side: Side) -> int:
    """Whoever is about to enter or to be placed in a procedure that does not say; NO_UNIT where nobody is."""
    for procedure in truth.stack:
        if isinstance(procedure, Entry | Placing) and procedure.unit == NO_UNIT:
            waiting = [unit for unit in unseen(truth, side) if _may_wait(truth, unit)]
            if isinstance(procedure, Entry):
                waiting = [unit for unit in waiting if entry_hexes(truth, unit)] or waiting
            procedure.unit = truth.draw(waiting)
            return procedure.unit
    return NO_UNIT


def _may_wait(truth: Field, unit: Unit) -> bool:
    """Whether a land unit that is not seen may still be off the map."""
    setting_up = not any(isinstance(procedure, Battle) for procedure in truth.stack)
    due = truth.data.arrival(unit) >= (0 if setting_up else 1)
    return due and truth.data.counters[unit].land_unit and not _is_dropped(truth, unit)


def _is_dropped(p: Field, unit: Unit) -> bool:
    """14.0 Whether a unit comes by air: everybody sees whether it has jumped yet."""
    return p.data.counters[unit].special == "paradrop"


def _deal(truth: Field, side: Side, entering: int) -> dict[Unit, Unit]:
    """Who lies behind each stand-in of a side. Phantoms keep away from enemies (18.7), and a leader is with a unit of
    his army (4.2). Whoever is left over waits beside the map."""
    data, hidden = truth.data, unseen(truth, side)
    stand_ins = stand_ins_on_map(truth, side)
    near = set().union(*(data.sight[truth.where[unit]] for unit in truth.on_map(ENEMY_OF[side])))
    phantoms = [unit for unit in hidden if data.counters[unit].kind == "phantom"]
    here = [unit for unit in hidden if data.counters[unit].land_unit and not _may_wait(truth, unit)]
    waiting = [unit for unit in hidden if unit not in phantoms and unit not in here and unit != entering]
    far = [stand_in for stand_in in stand_ins if truth.where[stand_in] not in near and stand_in not in truth.leads]
    open_places = len(stand_ins) - len(here)
    fewest, most = max(0, open_places - len(waiting)), min(len(phantoms), len(far), open_places)
    dealt: dict[Unit, Unit] = {}
    for _ in range(truth.draw(range(fewest, most + 1))):
        dealt[_take(truth, far)] = _take(truth, phantoms)
    while len(here) + len(dealt) < len(stand_ins):
        here.append(_take(truth, waiting))
    for stand_in in sorted(stand_ins, key=lambda stand_in: stand_in not in truth.leads):
        if stand_in not in dealt:
            leaders = [leader for leader in data.leaders[side] if truth.leads[leader] == stand_in]
            fitting = [unit for unit in here if leaders and data.counters[unit].army == data.counters[leaders[0]].army]
            dealt[stand_in] = truth.draw(fitting or here)
            here.remove(dealt[stand_in])
    for unit in (*phantoms, *waiting, *((entering,) if entering != NO_UNIT else ())):
        truth.where[unit] = data.box(BESIDE if data.counters[unit].kind == "phantom" else POOL)
    return dealt


def _take(truth: Field, bag: list[Unit]) -> Unit:
    """One of them, at random, who is then no longer there."""
    unit = truth.draw(bag)
    bag.remove(unit)
    return unit
