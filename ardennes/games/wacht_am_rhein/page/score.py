"""How the battle stands: what the levels of victory ask for (25.17, 25.27, 26.7, 27.7), and steps lost by formation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from ardennes.engine.score import Aim, Score
from ardennes.engine.texts import Text
from ardennes.games.wacht_am_rhein.rules.field import ELIMINATED, Field
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.games.wacht_am_rhein.rules.scenario import Level
from ardennes.games.wacht_am_rhein.rules.victory import (
    SHIFTED_BY,
    exits,
    places_held,
    stands_in,
    those_gone,
    those_present,
)
from ardennes.numbers import Side, Unit
from ardennes.rules.calendar import today
from ardennes.rules.losses import have_fought, steps_lost
from ardennes.rules.schedule import aims


def score(p: Field) -> Score:
    """25.17 What each side has of what the best level asks for."""

    def formation(unit: Unit) -> str:
        piece = p.data.counters[unit]
        return piece.formation or piece.corps or piece.nation

    lost = steps_lost(p, have_fought(p, ELIMINATED), formation)
    return Score(date=today(p), aims=(*wanted_places(p), *aims(*wanted(p))), lost=lost)


def levels_known(p: Field) -> list[Level]:
    """27.7 Of levels that belong to a plan, only those of the plan that is known."""
    return [level for level in p.data.scenario_data.levels if not level.plans or p.operation in level.plans]


def wanted_places(p: Field) -> Iterator[Aim]:
    """26.7, 27.7 So many of some places, by name."""
    for holding in asked_for(level.holding for level in levels_known(p)):
        hexes = tuple(map(p.data.board.hex, holding.places))
        text = Text("aim-some-places", {"hexes": hexes}, p.data.scenario_data.victory_rule)
        yield Aim(side=GERMAN, text=text, has=places_held(p, holding), needed=holding.at_least)


def wanted(p: Field) -> Iterator[tuple[Side, str, str, int, int]]:
    """25.17, 25.27, 26.7, 27.7 Each other thing that some level asks for, by side."""
    scenario, rule = p.data.scenario_data, p.data.scenario_data.victory_rule
    levels = levels_known(p)
    german = {place for level in levels for place in level.german_in}
    allied = {place for level in levels for place in (*level.allied_in, *level.allied_in_any)}
    most_exits = max((level.exits_at_least for level in levels), default=0)
    if german:
        yield GERMAN, "aim-places", rule, sum(stands_in(p, GERMAN, place) for place in german), len(german)
    for presence in asked_for(level.present for level in levels):
        yield GERMAN, "aim-present", rule, len(those_present(p, presence)), presence.at_least
    for departure in asked_for(level.departures for level in levels):
        yield GERMAN, "aim-gone", rule, len(those_gone(p, departure)), departure.at_least
    most_destroyed = max((level.destroyed_at_least for level in levels), default=0)
    if most_destroyed:
        yield GERMAN, "aim-destroyed", rule, p.destroyed, most_destroyed
    if most_exits:
        yield GERMAN, "aim-exits", rule, exits(p), most_exits
    if scenario.dumps is not None:
        yield GERMAN, "aim-dumps", rule, p.dumps_lost, SHIFTED_BY
    if allied:
        yield ALLIED, "aim-places", rule, sum(stands_in(p, ALLIED, place) for place in allied), len(allied)


class Wish(Protocol):
    """What a level asks for so many of."""

    @property
    def at_least(self) -> int: ...


W = TypeVar("W", bound=Wish)


def asked_for(wishes: Iterable[Iterable[W]]) -> list[W]:
    """What some level asks for at least once, each once."""
    return list(dict.fromkeys(wish for of_level in wishes for wish in of_level if wish.at_least))
