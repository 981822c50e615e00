"""What whoever has a seat does to the match."""

from __future__ import annotations

from ardennes.engine.match import Match
from ardennes.numbers import Side
from ardennes.server.numbers import Numbers
from ardennes.server.protocol.requests import (
    ActRequest,
    AnswerRequest,
    AnytimeRequest,
    BackRequest,
    RedoRequest,
    ResignRequest,
    TakeBackRequest,
    UndoRequest,
)


def carry_out(match: Match, side: Side, request: ActRequest, by: int) -> None:
    """``by`` is the number of his command, where several play the side."""
    match request:
        case AnswerRequest(option=option, path=path):
            match.apply(option, side, path, by)
        case AnytimeRequest(option=option):
            match.apply(option, side, by=by)
        case UndoRequest():
            match.undo()
        case RedoRequest():
            match.redo()
        case BackRequest(to=record):
            match.back_to(Numbers.of(match, side).meant(record))
        case TakeBackRequest(option=option):
            match.take_back(option)
        case ResignRequest():
            match.resign(side)
