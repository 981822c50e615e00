"""How the battle stands: towns, the Meuse, exits (17.0), and steps lost by army."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.score import Aim, Score
from ardennes.engine.texts import Text
from ardennes.games.bitter_woods.rules.boundaries import army_of
from ardennes.games.bitter_woods.rules.field import ELIMINATED, Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.bitter_woods.rules.victory import allied_losses, german_losses, supplied_mechanized, towns_held
from ardennes.rules.calendar import last_day
from ardennes.rules.losses import steps_lost


def score(p: Field) -> Score:
    """17.0 What the Germans have of what they need, and the losses that shift the result."""
    needed, towns = p.data.scenario_data.victory, towns_held(p)
    across = len(supplied_mechanized(p, "across-meuse-north-of-vireux"))
    aims = (
        (GERMAN, "aim-towns", "17.2", towns, needed.towns),
        (GERMAN, "aim-across", "17.2", across, needed.across),
        (GERMAN, "aim-strategic-towns", "17.1", towns, needed.strategic_towns),
        (GERMAN, "aim-exits", "17.1", p.exits, needed.exits),
        (GERMAN, "aim-allied-losses", "17.6", allied_losses(p), needed.allied_losses),
        (ALLIED, "aim-german-losses", "17.6", german_losses(p), needed.german_losses),
    )
    return Score(
        date=last_day(p.data.turns[p.turn - 1].date),
        points=(towns, None),
        needed=(needed.towns, None),
        aims=tuple(
            Aim(side=side, text=Text(code, {}, rule), has=has, needed=most) for side, code, rule, has, most in aims
        ),
        lost=steps_lost(_lost(p)),
    )


def _lost(p: Field) -> Iterator[tuple[int, str, int]]:
    """9.6 Steps lost by the units that are or were on the map."""
    for unit in (*p.data.units[GERMAN], *p.data.units[ALLIED]):
        if p.where[unit] >= 0 or p.where[unit] == p.data.box(ELIMINATED):
            yield p.data.sides[unit], army_of(p, unit), p.data.full_steps[unit] - p.steps[unit]
