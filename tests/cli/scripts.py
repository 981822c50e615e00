"""Scripts for the terminal: games that chance plays, written down as somebody would type them."""

from __future__ import annotations

import random

from ardennes.engine.match import Match
from ardennes.engine.notation import write_option


def played(seed: str, scenario: str = "noon") -> tuple[Match, list[str]]:
    """A game played to its end, and the lines that lead there."""
    chance = random.Random(seed)
    match = Match.new("crossroads", scenario=scenario, seed=seed)
    while match.asked is not None:
        match.apply(chance.choice(list(match.asked.options)))
    chosen = [record.option for record in match.records if record.kind == "answer"]
    return match, [write_option(match.position.data, option) for option in chosen]
