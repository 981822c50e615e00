"""What the lobby shows of a match."""

from __future__ import annotations

from ardennes.engine.game import languages_of
from ardennes.engine.match import Match
from ardennes.numbers import by_unit
from ardennes.server import wire
from ardennes.server.kept_tables import Stacks, Summary


def summary(match: Match) -> Summary:
    spoken = languages_of(match.game.folder) if match.over is not None else ()
    return Summary(
        turn=getattr(match.position, "turn", None),
        deciding=match.asked.side if match.asked else None,
        verdict={language: match.sentence(match.over.reason, language) for language in spoken if match.over},
        records=len(match.records),
        winner=match.over.winner if match.over else None,
        over=match.over is not None,
    )


def stacks(match: Match) -> Stacks:
    """What anybody may see on the map, for the small picture of the lobby."""
    seen = wire.public_view(match.position, None)
    board, counters = match.position.data.board, match.position.data.counters
    sides = {hex: counters[unit].side for unit, hex in by_unit(seen.where) if hex >= 0}
    spots = ((board.grid.centre_km(hex), side) for hex, side in sides.items())
    return tuple((round(east, 1), round(north, 1), side) for (east, north), side in spots)
