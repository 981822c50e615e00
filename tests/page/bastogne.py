"""Moments of Bastogne to sit down at: the first German movement, its combat, aircraft, reinforcements."""

from __future__ import annotations

from ardennes.engine.forms import number_form
from ardennes.engine.group_orders import group_order
from ardennes.engine.match import Match
from ardennes.engine.notation import read_option
from ardennes.engine.options import is_about, object_of
from ardennes.hexes import distance
from ardennes.numbers import Hex, Unit

GAME, GERMAN, ALLIED = "wacht_am_rhein", 0, 1


def new_match(seed: str = "orders") -> Match:
    return Match.new(GAME, scenario="bastogne", seed=seed)


def go_on(match: Match, prompt: str, side: int) -> Match:
    """Lets everything be until a side is asked a question; whatever must be decided is decided anyhow."""
    done = read_option(match.position.data, "done")
    while match.asked is not None and not (match.prompt().code == prompt and match.asked.side == side):
        match.apply(done if done in match.asked.options else match.asked.options[0])
    assert match.asked is not None
    return match


def german_movement() -> Match:
    """All set up as proposed."""
    return go_on(new_match(), "choose-move", GERMAN)


def nearest_enemies(match: Match) -> list[tuple[Unit, Hex]]:
    """Everybody on the map who can move, with the nearest hex of the enemy."""
    (act,), asked = match.game.acts, match.asked
    assert asked is not None
    p, board = match.position.view(asked.side), match.position.data.board
    units = [object_of(option) for option in asked.options if is_about(option, act.pick)]
    sides = p.data.sides
    enemies = sorted({hex for unit, hex in enumerate(p.where) if hex >= 0 and sides[unit] != asked.side})
    return [
        (unit, min(enemies, key=lambda hex: distance(board.grid, p.where[unit], hex)))
        for unit in units
        if p.where[unit] >= 0
    ]


def german_combat() -> Match:
    """After everybody has gone for the nearest enemy."""
    match = german_movement()
    order = group_order(
        match.position.view(GERMAN), match.game.acts[0], nearest_enemies(match), automatic=True, near=True
    )
    match.apply_run([(option, ()) for option in order.options], GERMAN)
    return go_on(match, "choose-target", GERMAN)


def german_air() -> Match:
    """The first morning on which aircraft are allocated."""
    match = new_match("a4")
    while match.asked is not None and not number_form(match.position.view(match.asked.side)):
        match.apply(read_option(match.position.data, "done"))
    return match


def allied_reinforcements() -> Match:
    """The first Allied movement in which more than three units wait beside the map."""
    match = new_match()
    while True:
        go_on(match, "choose-move", ALLIED)
        assert match.asked is not None
        waiting = [unit for unit in map(object_of, match.asked.options) if match.position.where[unit] < -1]
        if len(waiting) > 3:
            return match
        match.apply(read_option(match.position.data, "done"))
