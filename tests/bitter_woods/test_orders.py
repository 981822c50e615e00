"""How much a player turn asks of a player who gives orders to groups, as the page lets him."""

from __future__ import annotations

from collections import defaultdict

import pytest

from ardennes.engine.options import object_of
from ardennes.games.bitter_woods.rules.pieces import MOVE, TO
from ardennes.players import play_on, sit_down
from tests.bitter_woods.fields import new_game

MOST = 120


def orders(turns: int, seed: str) -> dict[tuple[int, int], int]:
    """By turn and side, the orders that a whole player turn takes: units that go from one hex to another together are
    one, and so are those picked for one purpose one after the other (``gathers``)."""
    match = new_game(seed=seed)
    p, verbs = match.position, match.game.verbs
    players = play_on(p, [sit_down("greedy", match.game, side, seed) for side in (0, 1)])
    found: dict[tuple[int, int], int] = defaultdict(int)
    ways: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
    picked: object = None
    start = -1
    while p.turn <= turns and p.asked is not None:
        when, question = (p.turn, p.asked.side), p.asked.question
        where = list(p.where)
        given = next(players)
        verb, thing = verbs.split(given.option)
        if given.forced:
            continue
        if verb == MOVE:
            start = where[thing]
        elif verb == TO:
            ways[when].add((start, object_of(given.option)))
        elif (question, verb) != picked or verb not in question.gathers():
            found[when] += 1
        picked = question, verb
    return {when: found[when] + len(ways[when]) for when in {*found, *ways}}


@pytest.mark.parametrize("seed", ["one", "two"])
def test_a_player_turn_takes_120_orders_at_most(seed: str) -> None:
    counted = orders(8, seed)
    assert {when for when, many in counted.items() if many > MOST} == set()
    assert max(counted.values()) > 30, "there was something to do"
