"""18.7 Phantoms: plans are made on truths without them, so they are brought in and led by the view alone.

A phantom costs a point that the unit it came with then moves for, and closes ground in the eyes of the enemy until he
comes near. So one is brought in whenever it can move off at once, and goes as near to the enemy as it may.
"""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.options import is_about, object_of
from ardennes.games.bulge1944.ai.ground import FOOT, Ground
from ardennes.games.bulge1944.rules import activation, movement, reinforcements
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import DONE, ENTER, GERMAN, MOVE, PHANTOM, TO
from ardennes.games.bulge1944.rules.walking import Move
from ardennes.numbers import Hex, Side


def with_phantoms(view: Field, side: Side, ground: Ground) -> int | None:
    """What is done about a phantom now; None if nothing is."""
    asked = view.asked
    if asked is None or not view.data.options >= {"hidden", "phantoms"}:
        return None
    if isinstance(asked.question, reinforcements.ChooseReinforcement):
        return _bring(view, asked.options)
    if isinstance(asked.question, activation.ChooseActivation):
        fresh = (unit for unit in view.phantoms_on_map(side) if view.entered[unit] == view.turn)
        return next((MOVE + unit for unit in fresh if MOVE + unit in asked.options), None)
    if isinstance(asked.question, movement.ChooseDestination):
        move = view.stack[-1]
        assert isinstance(move, Move)
        if view.data.counters[move.unit].kind == "phantom":
            return _lead(view, move, asked.options, ground)
    return None


def _bring(view: Field, options: Sequence[int]) -> int | None:
    """After all that is real has come in, beside whom there is most room."""
    if not view.points or any(is_about(option, ENTER) for option in options):
        return None
    entries = [option for option in options if is_about(option, PHANTOM)]
    return min(entries, key=lambda option: len(view.units_in(object_of(option))), default=None)


def _lead(view: Field, move: Move, options: Sequence[int], ground: Ground) -> int:
    """As near to an enemy as it may go, and there it stays. The Germans need the roads, so it keeps off them."""
    hexes: list[Hex] = [object_of(option) for option in options if is_about(option, TO)]
    if not hexes or (DONE in options and not movement.is_untouched(move)):
        return DONE + 0
    if move.side == GERMAN:
        hexes = [hex for hex in hexes if not _on_a_road(view, hex)] or hexes
    turns = ground.distances.turns_from
    enemies = [view.where[unit] for unit in view.data.pieces[1 - move.side] if view.where[unit] >= 0]
    return TO + min(hexes, key=lambda hex: (min(map(turns(FOOT, hex).item, enemies), default=0.0), hex))


def _on_a_road(view: Field, hex: Hex) -> bool:
    board = view.data.board
    return any(board.road[board.side(hex, there)] for there in board.around(hex))
