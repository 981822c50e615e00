"""What is shown besides the table: overlays and what-ifs are sound, and no way bent by hand beats the best."""

from __future__ import annotations

import random

from ardennes.engine.match import Match
from ardennes.engine.position import Position
from ardennes.engine.procedure import why_not_by
from ardennes.engine.texts import Refusal, Refused
from ardennes.engine.what_if import fights_around
from tests.battery.previews import shown_distributions
from tests.battery.texts import check_refusal, check_text


def looks(p: Position, side: int, hexes: list[int]) -> list[object]:
    """What overlays and what-ifs at some hexes tell a side."""
    view, game = p.view(side), p.data.game
    found: list[object] = [list(game.overlays.layers(view, side, name)) for name in game.overlays.names]
    for hex in hexes:
        fights = fights_around(view, hex)
        found += [fights, *(game.what_ifs.foretell(view, *fight, None) for fight in fights)]
    return found


def places(p: Position, rng: random.Random, most: int = 2) -> list[int]:
    """Some hexes where a counter stands."""
    taken = sorted({hex for hex in p.where if hex >= 0})
    return rng.sample(taken, min(most, len(taken)))


def check_looks(match: Match, rng: random.Random) -> None:
    """Layers lie on the map and are told in sentences; a what-if is what its own choices lead to."""
    p, game = match.position, match.game
    view, side = p.view(rng.randrange(2)), rng.choice((0, 1, None))
    for name in game.overlays.names:
        for layer in game.overlays.layers(view, side, name):
            check_text(match, layer.title)
            assert all(hex in p.data.board for hex in layer.hexes), f"{name} is shown off the map"
            assert set(layer.labels) | set(layer.amounts) <= set(layer.hexes), f"{name} labels what it does not show"
            assert all(view.where[unit] >= 0 for unit in layer.units), f"{name} marks units that are not on the map"
    for hex in places(view, rng):
        for attacker, target in fights_around(view, hex):
            found = game.what_ifs.foretell(view, attacker, target, None)
            offered = {option for options in found.choices.values() for option in options}
            assert set(found.chosen) <= offered, "somebody takes part who was not to choose from"
            assert game.what_ifs.foretell(view, attacker, target, found.chosen) == found
            for distribution in shown_distributions(found.about.chances):
                assert abs(sum(distribution.values()) - 1) < 1e-9, "the chances of a what-if do not add up"


def check_bent_ways(match: Match, rng: random.Random, tries: int = 3) -> None:
    """A way through a hex costs no less than the best and can be walked; where there is none, a rule says why."""
    p, asked = match.position, match.asked
    ways = [option for option in asked.options if match.about(option).path] if asked is not None else []
    for option in rng.sample(ways, min(tries, len(ways))):
        best = match.about(option)
        assert why_not_by(p, option, best.path) is None or is_fixed(why_not_by(p, option, best.path))
        stop = rng.choice(list(p.data.board.around(rng.choice(best.path))))
        try:
            chosen_path = match.about(option, [stop])
        except Refused as refused:
            check_refusal(match, refused.refusal)
            continue
        assert (best.cost is None) == (chosen_path.cost is None)
        if best.cost is not None and chosen_path.cost is not None:
            assert chosen_path.cost >= best.cost, "a way bent by hand is cheaper than the best"
            assert chosen_path.along[-1] == chosen_path.cost
        began_there = stop == p.where[int(str(match.prompt().args["unit"]))]
        assert stop in chosen_path.path or began_there, "the way does not lead where it should"
        assert why_not_by(p, option, chosen_path.path) is None, "a way that was shown cannot be walked"


def is_fixed(refusal: Refusal | None) -> bool:
    return refusal is not None and refusal.code == "way-is-fixed"
