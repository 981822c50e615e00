"""What the owner's finished games against the computer add up to, deleted tables too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec
import sqlalchemy as sa

from ardennes.engine.game import GameInfo
from ardennes.server.kept_tables import Summary
from ardennes.server.protocol.lobby import LifetimeTally
from ardennes.server.schema import tables
from ardennes.server.store import Store

Kind = tuple[str, int, str]
"""A game, the person's side and the level of the computer on the other."""
_summary = msgspec.json.Decoder(Summary)


def lifetime(store: Store, games: Mapping[str, GameInfo]) -> list[LifetimeTally]:
    """By game, side and level; games between people, or that the computer played alone, are nobody's own."""
    results: dict[Kind, Counter[str]] = {}
    for kind, result in _finished(store):
        results.setdefault(kind, Counter())[result] += 1
    return [
        LifetimeTally(
            game=game,
            title=games[game].title,
            side=0 if side == 0 else 1,
            side_name=games[game].sides[side],
            level=level,
            played=count.total(),
            won=count["won"],
            drawn=count["drawn"],
            lost=count["lost"],
        )
        for (game, side, level), count in sorted(results.items())
        if game in games
    ]


def _finished(store: Store) -> Iterator[tuple[Kind, str]]:
    query = sa.select(tables.c.game, tables.c.players, tables.c.summary)
    with store.reading() as connection:
        for game, players, kept in connection.execute(query):
            first, _, second = players.partition(",")
            summary = _summary.decode(kept)
            if summary.over and bool(first) != bool(second):
                side = 1 if first else 0
                result = "drawn" if summary.winner is None else "won" if summary.winner == side else "lost"
                yield (game, side, first or second), result
