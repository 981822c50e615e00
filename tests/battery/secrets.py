"""What a side may not know must not show: twins that differ only in hidden facts look and read the same."""

from __future__ import annotations

import random

from ardennes.engine.anytime import Anytime
from ardennes.engine.match import Match
from ardennes.engine.options import Kind
from ardennes.engine.position import NO_UNIT, Position
from ardennes.engine.procedure import about, answer, view_of_asked, why_not
from tests.battery.checks import check_derived, random_option
from tests.battery.looks import looks, places

Told = list[object]


def check_views(match: Match, rng: random.Random) -> None:
    """Views are sound, and several truths imagined behind one of them look alike from there."""
    p = match.position
    for side in (0, 1):
        view = p.view(side)
        check_derived(view)
        assert p.view(side).digest() == view.digest()
        quiet = p.copy()
        quiet.orders = tuple(order for order in p.orders if order.side == side)
        assert quiet.view(side).digest() == view.digest(), "the other side's standing orders can be seen"
        if p.over is not None or not p.data.has_secrets:
            continue
        tries = [random_option(match, rng) for _ in range(15)]
        offered, hexes = _offered(p, side, tries), places(view, rng)
        shown = looks(p, side, hexes)
        for _ in range(2):
            truth = view.determinize(str(rng.random()))
            wrong = list(p.data.game.invariants(truth))
            assert not wrong, f"an impossible truth: {wrong}"
            check_derived(truth)
            assert truth.view(side).digest() == view.digest(), "two truths behind one view look different from there"
            assert _offered(truth, side, tries) == offered, "what is offered or said betrays a secret"
            assert looks(truth, side, hexes) == shown, "an overlay or a what-if betrays a secret"


def _offered(p: Position, side: int, tries: list[int]) -> list[object]:
    """All that is offered, described, foretold and refused to a side."""
    found: list[object] = [
        list(question.offers(p.seen_by(side), Anytime(side=side))) for question in p.data.game.anytime
    ]
    asked = p.asked
    if asked is not None and asked.side == side:
        seen = view_of_asked(p)
        found += [type(asked.question), list(asked.options), asked.question.arguments(seen, seen.stack[-1])]
        found += [about(p, option) for option in list(asked.options)[:15]]
        found += [why_not(p, option) for option in tries if option not in asked.options]
    return found


def play_twins(match: Match, side: int, rng: random.Random, answers: int) -> int:
    """Plays on with two truths behind one view of ``side``, the same moves and dice in both: until something comes to
    light, the side must be told and shown the same. Returns how many answers were compared."""
    p = match.position
    view = p.view(side)
    one, other = view.determinize("one"), view.determinize("other")
    other.seed, other.draws = one.seed, one.draws
    for number in range(answers):
        if one.asked is None or other.asked is None:
            return number
        assert one.asked.side == other.asked.side, "who is asked betrays a secret"
        enemy_acts = one.asked.side != side
        pair = _common_option(one, other, _same_mask(one, other) if enemy_acts else {}, rng)
        if pair is None:
            return number
        answer(one, pair[0])
        answer(other, pair[1])
        if one.over is not None or other.over is not None:
            return number  # How it ended tells of what was hidden, and nothing is hidden any more.
        if one.revealed or other.revealed or (enemy_acts and _seen_acts(one, side) != _seen_acts(other, side)):
            return number
        assert _told(one, side) == _told(other, side), "the log betrays a secret"
        assert one.view(side).digest() == other.view(side).digest(), "a move betrays a secret"
    return answers


def _seen_acts(p: Position, side: int) -> Told:
    """What the enemy does before everybody's eyes: the same words may send other units another way."""
    paths = [outcome for outcome in p.outcomes if isinstance(outcome, tuple)]
    return [paths, sorted(hex for hex in p.view(side).where if hex >= 0)]


def _told(p: Position, side: int) -> Told:
    return [event.for_side(side) for event in p.events]


def _same_mask(one: Position, other: Position) -> dict[int, int]:
    """For each unit hidden in the first truth, the one that hides under the same stand-in in the second, if any."""
    masks = getattr(one, "mask", ()), getattr(other, "mask", ())
    behind = {stand_in: unit for unit, stand_in in enumerate(masks[1]) if stand_in != NO_UNIT}
    return {unit: behind.get(stand_in, NO_UNIT) for unit, stand_in in enumerate(masks[0]) if stand_in != NO_UNIT}


def _common_option(one: Position, other: Position, names: dict[int, int], rng: random.Random) -> tuple[int, int] | None:
    """An option of the first truth that the second has too, with the hidden unit's name changed."""
    assert one.asked is not None
    assert other.asked is not None
    options = list(one.asked.options)
    rng.shuffle(options)
    for option in options:
        verb, thing = one.data.game.verbs.split(option)
        twin = names.get(thing, thing) if verb.kind is Kind.UNIT else thing
        if twin != NO_UNIT and verb + twin in other.asked.options:
            return option, verb + twin
    return None
