"""What an analysis leaves unexplained: whole games played and looked at again.

``python -m ardennes.bench.analysis_rows bulge1944 deadly_woods --games 100`` prints, for each game, the mean of the
remainder and of its size, in points of a hundred. It takes long: a minute for a game of 1944, more for larger ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import fmean

from ardennes.engine.match import Match
from ardennes.numbers import SIDES
from ardennes.players import sit_down
from ardennes.players.analysis import analyse

PLAYER = "greedy"
"""Who plays: quick, and neither side better than the other."""


def remainders(game: str, games: int) -> Iterator[float]:
    """What luck and decisions leave unexplained of each game, in points of a hundred."""
    for number in range(games):
        match = Match.new(game, seed=f"remainder:{number}")
        players = [sit_down(PLAYER, match.game, side, str(number)) for side in SIDES]
        while match.asked is not None:
            match.apply(players[match.asked.side].choose(match.position.view(match.asked.side)))
        yield 100 * analyse(match).rest


def row(game: str, games: int) -> str:
    """A line for ``bench/results.md``."""
    found = list(remainders(game, games))
    mean, size = fmean(found), fmean(map(abs, found))
    return f"{game}: {mean:+.1f} points unexplained in the mean of {games} games, {size:.1f} in size"


def main() -> None:
    """Measures the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--games", type=int, default=100)
    wanted = parser.parse_args()
    for name in wanted.names:
        print(row(name, wanted.games), flush=True)


if __name__ == "__main__":
    main()
