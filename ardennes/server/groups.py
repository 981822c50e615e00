"""Orders to several units at once, before they are given: where all of them could go, and who would fall short."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from ardennes.engine.acts import Act
from ardennes.engine.group_orders import gather, group_order, group_reach
from ardennes.engine.match import Match
from ardennes.engine.options import OBJECT_BITS, Verb, is_about, object_of
from ardennes.engine.position import Position
from ardennes.engine.texts import Refusal, Refused
from ardennes.hexes import distance
from ardennes.numbers import Hex, Unit
from ardennes.server.protocol.looks import FallsShort, Group
from ardennes.server.protocol.requests import MOST_STEPS, GroupRequest
from ardennes.server.protocol.table import Reply

MOST_UNITS = MOST_STEPS // 3
"""Each may take three answers of the run: one to pick it, one to send it, one to say that it is enough."""


def group_reply(match: Match, language: str, request: GroupRequest) -> Reply:
    """Where the units that could be picked could go; with goals, the run of answers that sends them there or as near as
    they come, and who falls short, with reasons. Where picks add to one decision, the run that makes as many as the
    rules allow."""
    asked, picks = match.asked, list(dict.fromkeys(request.options))
    assert asked is not None
    view = match.position.view(asked.side)
    if any(is_about(pick, verb) for verb in asked.question.gathers() for pick in picks):
        return Reply(group=Group(steps=[(int(option),) for option in gather(view, picks[:MOST_STEPS])]))
    act = next((act for act in match.game.acts for pick in picks if is_about(pick, act.pick)), None)
    if act is None:
        raise Refused(Refusal("not-offered", {"side": asked.side}, asked.question.rule))
    go = next((verb for verb in act.others if verb >> OBJECT_BITS == request.go), act.go)
    goals = request.goals * len(picks) if len(request.goals) == 1 else request.goals
    if not goals:
        return _reach(view, act, go, [object_of(pick) for pick in picks if _is_pick(view, act, pick)])
    sent = [(object_of(pick), goal) for pick, goal in zip(picks, goals, strict=False) if _is_pick(view, act, pick)]
    order = group_order(
        view,
        act,
        nearest_first(view, sent),
        automatic=match.automatic[asked.side],
        go=go,
        near=True,
        most=MOST_STEPS,
    )
    short = [_falls_short(match, language, unit, refusal) for unit, refusal in order.short]
    return Reply(group=Group(steps=[(int(option),) for option in order.options], ends=list(order.ends), short=short))


def _falls_short(match: Match, language: str, unit: Unit, refusal: Refusal) -> FallsShort:
    text = match.game.catalogue(language).say(refusal, match.position.data)
    return FallsShort(unit, text, refusal.rule, far="needs" in refusal.args)


def _is_pick(view: Position, act: Act[Position], pick: int) -> bool:
    return is_about(pick, act.pick) and view.data.exists(pick)


def _reach(view: Position, act: Act[Position], go: Verb, units: Sequence[Unit]) -> Reply:
    taken = MOST_UNITS if len(units) > MOST_UNITS else UNSET
    return Reply(group=Group(hexes=list(group_reach(view, act, units[:MOST_UNITS], go).items()), taken=taken))


def nearest_first(view: Position, sent: Sequence[tuple[Unit, Hex]]) -> list[tuple[Unit, Hex]]:
    """Who is nearest to its goal goes first, so that nobody stands in another's way; who has still to come in, last."""
    board, where = view.data.board, view.where

    def apart(unit: Unit, goal: Hex) -> tuple[bool, int]:
        off_map = where[unit] < 0 or goal not in board
        return off_map, 0 if off_map else distance(board.grid, where[unit], goal)

    return sorted(sent, key=lambda order: apart(*order))
