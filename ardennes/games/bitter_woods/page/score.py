"""How the battle stands: towns, the Meuse, exits (17.0), and steps lost by army."""

from __future__ import annotations

from functools import partial

from ardennes.engine.score import Score
from ardennes.games.bitter_woods.rules.boundaries import army_of
from ardennes.games.bitter_woods.rules.field import ELIMINATED, Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.bitter_woods.rules.points import RULE, allied_losses, german_losses, total
from ardennes.games.bitter_woods.rules.victory import supplied_mechanized, towns_held
from ardennes.numbers import by_side
from ardennes.rules.calendar import today
from ardennes.rules.losses import have_fought, steps_lost
from ardennes.rules.schedule import aims


def score(p: Field) -> Score:
    """17.0 What the Germans have of what they need, and the losses that shift the result."""
    needed = p.data.scenario_data.victory
    if needed is None:
        return score_by_points(p)
    towns = towns_held(p)
    across = len(supplied_mechanized(p, "across-meuse-north-of-vireux"))
    wanted = aims(
        (GERMAN, "aim-towns", "17.2", towns, needed.towns),
        (GERMAN, "aim-across", "17.2", across, needed.across),
        (GERMAN, "aim-strategic-towns", "17.1", towns, needed.strategic_towns),
        (GERMAN, "aim-exits", "17.1", p.exits, needed.exits),
        (GERMAN, "aim-allied-losses", "17.6", allied_losses(p), needed.allied_losses),
        (ALLIED, "aim-german-losses", "17.6", german_losses(p), needed.german_losses),
    )
    return Score(
        date=today(p),
        points=(towns, None),
        needed=(needed.towns, None),
        aims=wanted,
        lost=_lost(p),
    )


def score_by_points(p: Field) -> Score:
    """2.9 The points of both sides."""
    verdict = p.data.scenario_data.verdict
    assert verdict is not None
    german, allied = total(p, GERMAN), total(p, ALLIED)
    wanted = (verdict.german_from + allied, german - verdict.allied_up_to)
    return Score(
        date=today(p),
        points=(german, allied),
        needed=wanted,
        aims=aims(
            *(
                (side, "aim-points", RULE, has, wanted[side])
                for side, has in by_side((german, allied))
                if wanted[side] > 0
            )
        ),
        lost=_lost(p),
    )


def _lost(p: Field) -> tuple[dict[str, int], dict[str, int]]:
    """9.6 Steps lost by the units that are or were on the map."""
    return steps_lost(p, have_fought(p, ELIMINATED), partial(army_of, p))
