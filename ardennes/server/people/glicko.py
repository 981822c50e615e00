"""Ratings: Glicko-2 (Glickman 2013), a game at a time, with a term for what a side of a scenario is worth.

The term is learnt from the same games: nobody's rating suffers for playing the harder side.
"""

from __future__ import annotations

import math

import msgspec

SCALE = 173.7178
"""Points of rating in one unit of the reckoning."""
START, WIDEST, VOLATILITY = 1500.0, 350.0, 0.06
SIDE_WIDEST = 100.0
"""How much a side of an unknown scenario may be worth, as a deviation."""
PERIOD = 30 * 24 * 3600.0
"""Seconds without a game after which a rating is as much less sure as its volatility says."""
RESTRAINT = 0.5
"""How much volatility may change (the system's tau)."""
ENOUGH = 1e-6


class Rating(msgspec.Struct, frozen=True):
    """How well somebody plays a game, and how sure that is."""

    rating: float = START
    deviation: float = WIDEST
    volatility: float = VOLATILITY
    games: int = 0
    at: float = 0.0
    """When the last of these games ended."""

    @property
    def at_least(self) -> float:
        """What it is, all but certainly, at least: ladders go by it."""
        return self.rating - 2 * self.deviation


class Advantage(msgspec.Struct, frozen=True):
    """What the first side of a scenario is worth."""

    advantage: float = 0.0
    deviation: float = SIDE_WIDEST
    games: int = 0


class Game(msgspec.Struct, frozen=True):
    """A game that is over, and all that was known before of both players and of the scenario."""

    first: Rating
    second: Rating
    side: Advantage
    score: float
    """The first side's: 1 won, 0.5 drawn, 0 lost."""
    at: float


class Rated(msgspec.Struct, frozen=True):
    """What is known after a game."""

    first: Rating
    second: Rating
    side: Advantage


def rate(game: Game) -> Rated:
    """Both ratings and the side's worth after a game."""
    worth = game.side.advantage
    expected = _chance((game.first.rating + worth - game.second.rating) / SCALE, _damping(_both(game)))
    return Rated(
        first=_after(game.first, game.second, worth, game.score, game.at),
        second=_after(game.second, game.first, -worth, 1 - game.score, game.at),
        side=_learnt(game, expected),
    )


def _after(own: Rating, other: Rating, worth: float, score: float, at: float) -> Rating:
    """One player's rating after a game; ``worth`` is that of his side."""
    phi = math.hypot(own.deviation / SCALE, own.volatility * math.sqrt(max(0.0, at - own.at) / PERIOD if own.at else 0))
    phi = min(phi, WIDEST / SCALE)
    damped = _damping(other.deviation / SCALE)
    expected = _chance((own.rating + worth - other.rating) / SCALE, damped)
    variance = 1 / (damped**2 * expected * (1 - expected))
    delta = variance * damped * (score - expected)
    volatility = _volatility(own.volatility, delta, phi, variance)
    phi = 1 / math.sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
    rating = own.rating + SCALE * phi**2 * damped * (score - expected)
    return Rating(rating, phi * SCALE, volatility, own.games + 1, at)


def _learnt(game: Game, expected: float) -> Advantage:
    """The side's worth is one more unknown, which every game of the scenario tells a little of."""
    phi, damped = game.side.deviation / SCALE, _damping(_both(game))
    phi = 1 / math.sqrt(1 / phi**2 + damped**2 * expected * (1 - expected))
    advantage = game.side.advantage + SCALE * phi**2 * damped * (game.score - expected)
    return Advantage(advantage, phi * SCALE, game.side.games + 1)


def _both(game: Game) -> float:
    return math.hypot(game.first.deviation, game.second.deviation) / SCALE


def _damping(phi: float) -> float:
    """How much less a game tells against somebody of whom little is known."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _chance(difference: float, damped: float) -> float:
    return 1 / (1 + math.exp(-damped * difference))


def _volatility(sigma: float, delta: float, phi: float, variance: float) -> float:
    """Step 5 of Glickman's paper: the root of f, by the Illinois method."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / RESTRAINT**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        high = a - RESTRAINT
        while f(high) < 0:
            high -= RESTRAINT
    at_low, at_high = f(low), f(high)
    while abs(high - low) > ENOUGH:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
