"""What a seat wants to know of its choices before it answers: cost and odds, refusals, orders to several units.

It is worked out on a thread while the room is locked: the table stands still, and other tables need not wait. It does
not go to another process, because most of it takes a tenth of a millisecond, and the way there several times that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import asdict

from ardennes.engine.match import Match
from ardennes.engine.texts import Refusal, Refused
from ardennes.numbers import Side
from ardennes.server import wire
from ardennes.server.groups import group_reply
from ardennes.server.protocol.requests import AboutRequest, ChoiceRequest, CostsRequest, GroupRequest, WhyRequest
from ardennes.server.protocol.table import Refused as RefusedRequest
from ardennes.server.protocol.table import Reply
from ardennes.server.refusals import telling_refusal

MOST_GUESSES = 40
MOST_STOPS = 100


def explain(match: Match, side: Side, language: str, request: ChoiceRequest) -> Reply | RefusedRequest:
    """The answer to one of these requests; Refused where the side has nothing to choose."""
    return EXPLAIN[request.do](match, side, language, request)


def check_is_asked(match: Match, side: Side | None) -> None:
    """Refused unless it is this side that must decide."""
    asked = match.asked
    if asked is None:
        raise Refused(Refusal("game-is-over"))
    if asked.side != side:
        raise Refused(Refusal("not-your-decision", {"side": asked.side}))


def _about(match: Match, side: Side, language: str, request: AboutRequest) -> Reply:
    check_is_asked(match, side)
    told = match.about(request.option, request.path[:MOST_STOPS])
    return Reply(about=wire.about_reply(match.position.data, told, language))


def _costs(match: Match, side: Side, language: str, request: CostsRequest) -> Reply:
    return wire.costs_reply(match, side)


def _why(match: Match, side: Side, language: str, request: WhyRequest) -> Reply | RefusedRequest:
    """Why none of these is offered."""
    refusal = telling_refusal(match, side, request.options[:MOST_GUESSES], match.game.catalogue(language))
    return RefusedRequest(**asdict(wire.refusal_told(match, refusal, language))) if refusal else Reply()


def _group(match: Match, side: Side, language: str, request: GroupRequest) -> Reply:
    check_is_asked(match, side)
    return group_reply(match, language, request)


EXPLAIN: dict[str, Callable[[Match, Side, str, Any], Reply | RefusedRequest]] = {
    "about": _about,
    "costs": _costs,
    "why": _why,
    "group": _group,
}
