"""What an analysis leaves unexplained: whole games played and looked at again.

``python -m ardennes.bench.analysis_rows bulge1944 deadly_woods --games 100`` prints, for each game, the mean of the
remainder with its interval, and the mean of its size, in points of a hundred. Only the ends of turns are looked at, for
nothing else can leave a remainder; a game takes two seconds of one core in 1944 and twenty in Bitter Woods.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import fmean, stdev

from ardennes.engine.match import Match
from ardennes.numbers import SIDES
from ardennes.players import sit_down
from ardennes.players.analysis import corrections

PLAYER = "greedy"
"""Who plays: quick, and neither side better than the other."""
CERTAIN = 1.96
"""Standard errors on either side of a mean that hold the truth in 95 of 100 cases."""


def remainders(game: str, games: int, player: str = PLAYER) -> Iterator[float]:
    """What luck and decisions leave unexplained of each game, in points of a hundred."""
    for number in range(games):
        match = Match.new(game, seed=f"remainder:{number}")
        players = [sit_down(player, match.game, side, str(number)) for side in SIDES]
        while match.asked is not None:
            match.apply(players[match.asked.side].choose(match.position.view(match.asked.side)))
        yield 100 * sum(corrections(match))


def row(game: str, found: list[float]) -> str:
    """A line for ``bench/results.md``."""
    mean, size = fmean(found), fmean(map(abs, found))
    about = CERTAIN * stdev(found) / len(found) ** 0.5 if len(found) > 1 else float("inf")
    return f"{game}: {mean:+.1f} ± {about:.1f} points unexplained in the mean of {len(found)} games, {size:.1f} in size"


def main() -> None:
    """Measures the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--player", default=PLAYER)
    wanted = parser.parse_args()
    for name in wanted.names:
        found = list[float]()
        for remainder in remainders(name, wanted.games, wanted.player):
            found.append(remainder)
            print(row(name, found), end="\r", flush=True)
        print(row(name, found), flush=True)


if __name__ == "__main__":
    main()
