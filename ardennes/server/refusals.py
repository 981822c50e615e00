"""Why nothing can be done somewhere: the reason that says most, or else what is asked and where to answer it."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.game_data import NOWHERE
from ardennes.engine.match import Match
from ardennes.engine.options import Kind
from ardennes.engine.position import Position
from ardennes.engine.procedure import shown_to
from ardennes.engine.texts import Argument, Catalogue, Refusal
from ardennes.hexes import distance
from ardennes.numbers import Hex, Side, Unit

SAYING_LITTLE = ("not-offered", "no-such-option")


def telling_refusal(match: Match, side: Side, guesses: Sequence[int], catalogue: Catalogue) -> Refusal | None:
    """Why none of these is offered: the first reason that says more than that it is not; None where one of them is."""
    refusals = [match.refusal(option, side) for option in guesses]
    if None in refusals:
        return None
    telling = [refusal for refusal in refusals if refusal is not None and refusal.code not in SAYING_LITTLE]
    return telling[0] if telling else _nothing_here(match, side, guesses, catalogue) or refusals[0]


def _nothing_here(match: Match, side: Side, guesses: Sequence[int], catalogue: Catalogue) -> Refusal | None:
    """Says what is asked instead, and which choice lies nearest to where something was looked for."""
    seen, asked = shown_to(match.position, side), match.asked
    here = next((hex for hex in (_place(seen, option) for option in guesses) if hex >= 0), -1)
    if here < 0 or asked is None:
        return None
    board = match.position.data.board
    offered = {hex for hex in (_place(seen, option) for option in asked.options) if hex >= 0}
    near = min(offered, key=lambda hex: (distance(board.grid, here, hex), hex), default=None)
    prompt = match.prompt()
    args: dict[str, Argument] = {"hex": here, "question": catalogue.say(prompt, match.position.data)}
    if near is None:
        return Refusal("nothing-here", args, prompt.rule)
    return Refusal("nothing-here-but-near", {**args, "near": near}, prompt.rule)


def _place(seen: Position, option: int) -> Hex:
    """The hex an option lies in; below 0 where it lies in none, or is none of the game's."""
    if not seen.data.exists(option):
        return NOWHERE
    verb, thing = seen.data.game.verbs.split(option)
    if verb.kind is Kind.UNIT:
        return seen.where[Unit(thing)]
    return Hex(thing) if verb.kind is Kind.HEX else NOWHERE
