"""How many answers a player turn takes of somebody who gives orders to many units at once."""

from __future__ import annotations

import pytest

from ardennes.engine.group_orders import gather, group_order
from ardennes.engine.match import Match
from ardennes.engine.options import is_about, object_of
from ardennes.games.bitter_woods.rules.pieces import DONE, GERMAN, GO, MOVE, TO
from ardennes.games.bitter_woods.rules.sequence import PlayerTurn
from ardennes.players import sit_down
from ardennes.players.player import Player

MOST = 120
"""Messages of a player turn: single answers, and runs of answers that one click gives."""


def players(match: Match) -> list[Player]:
    return [sit_down("greedy", match.game, side, "7") for side in (0, 1)]


def phasing(match: Match) -> tuple[int, int]:
    """The turn, and whose player turn it is."""
    sides = [each.side for each in match.position.stack if isinstance(each, PlayerTurn)]
    return match.position.turn, sides[0] if sides else -1  # type: ignore[attr-defined]


def choice(match: Match, by: list[Player]) -> int:
    assert match.asked is not None
    return by[match.asked.side].choose(match.position.view(match.asked.side))


def wishes(match: Match) -> dict[int, list[int]]:
    """Where the units shall go in this phase of movement, by goal, as they would be sent one by one."""
    twin, by, found, mover = match.fork(len(match.records)), players(match), dict[int, list[int]](), -1
    while twin.asked is not None and twin.prompt().code in ("choose-move", "choose-destination"):
        option = choice(twin, by)
        if is_about(option, MOVE):
            mover = object_of(option)
        elif is_about(option, TO):
            found.setdefault(object_of(option), []).append(mover)
        twin.apply(option)
    return found


def together(match: Match) -> list[int]:
    """The picks of units for one decision that would be made one after another, and can be made at once."""
    assert match.asked is not None
    twin, by, found = match.fork(len(match.records)), players(match), list[int]()
    side, verbs = match.asked.side, match.asked.question.gathers()
    while twin.asked is not None and any(is_about(option := choice(twin, by), verb) for verb in verbs):
        found.append(option)
        twin.apply(option)
    return gather(match.position.view(side), found) if len(found) > 1 else []


def declaration(match: Match) -> list[int]:
    """A whole attack as it is weighed and then declared at once, up to the dice."""
    twin, by, found = match.fork(len(match.records)), players(match), list[int]()
    while twin.asked is not None and twin.prompt().code in ("choose-attack", "declare-attack"):
        option = choice(twin, by)
        if option in (DONE, GO):
            break
        found.append(option)
        twin.apply(option)
    return found if len(found) > 1 else []


def move_together(match: Match, side: int) -> int:
    """Sends all units that have the same goal there by one run each; how many runs that took."""
    count = 0
    for goal, units in wishes(match).items():
        if match.asked is None or match.prompt().code != "choose-move":
            break
        goals, automatic = [(unit, goal) for unit in units], match.automatic[side]
        order = group_order(match.position.view(side), match.game.acts[0], goals, automatic=automatic)
        if len(order.options) > 1:
            match.apply_run([(option, ()) for option in order.options])
            count += 1
    return count


def answers_of_a_turn(match: Match) -> int:
    """Plays on to the end of the player turn with orders to many; how many messages that took the player."""
    by, now, count = players(match), phasing(match), 0
    while match.asked is not None and phasing(match) == now:
        own = match.asked.side == now[1]
        code = match.prompt().code
        if own and code == "choose-move" and (runs := move_together(match, now[1])):
            count += runs
        elif own and (run := declaration(match) if code == "choose-attack" else together(match)):
            match.apply_run([(option, ()) for option in run])
            count += 1
        else:
            match.apply(choice(match, by))
            count += own
    return count


@pytest.mark.parametrize("turn", [3, 8])
def test_a_player_turn_takes_few_answers(turn: int) -> None:
    match = Match.new("bitter_woods", seed="7")
    by = players(match)
    while match.asked is not None and phasing(match) != (turn, GERMAN):
        match.apply(choice(match, by))
    first = len(match.records)
    answers = answers_of_a_turn(match)
    assert 30 < answers <= MOST
    assert len(match.records) - first > answers, "what was ordered to many stands for more answers"
    assert any(match.records[at].option == DONE for at in range(first, len(match.records)))
