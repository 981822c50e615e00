"""How sure a share is that was counted on so many games."""

from __future__ import annotations

from math import sqrt

Interval = tuple[float, float]
Z95 = 1.959964
"""Standard deviations either way that hold 95 % of a normal distribution."""


def wilson(hits: int, trials: int, z: float = Z95) -> Interval:
    """Wilson's interval for a share; honest for few games and near 0 and 1.

    >>> [round(bound, 3) for bound in wilson(317, 400)]
    [0.75, 0.829]
    """
    if not trials:
        return 0.0, 1.0
    share, spread = hits / trials, z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return (0.0 if hits == 0 else middle - half), (1.0 if hits == trials else middle + half)


def difference(hits: int, trials: int, other_hits: int, other_trials: int) -> Interval:
    """Newcombe's interval for the first share less the other, from both Wilson intervals."""
    if not trials or not other_trials:
        return -1.0, 1.0
    one, other = hits / trials, other_hits / other_trials
    (low, high), (other_low, other_high) = wilson(hits, trials), wilson(other_hits, other_trials)
    gap = one - other
    return gap - sqrt((one - low) ** 2 + (other_high - other) ** 2), gap + sqrt(
        (high - one) ** 2 + (other - other_low) ** 2
    )
