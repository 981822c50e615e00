"""Which games, scenarios and option sets the battery plays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, cycle, islice
from math import lcm

import msgspec

from ardennes.engine.game import AnyGame, game_folders, load_game
from ardennes.errors import ArdennesError

MOST_OPTIONS_IN_FULL = 3
"""Up to so many options every subset is played; beyond, sets in which every pair stands in all four ways."""


class Configuration(msgspec.Struct, frozen=True):
    """A game as it is set up."""

    game: str
    scenario: str
    options: tuple[str, ...]

    def __str__(self) -> str:
        return "-".join((self.game, self.scenario, *self.options))


def playable_games() -> list[str]:
    """Every game that has rules, not only a map."""
    return sorted(name for name, folder in game_folders().items() if (folder / "game.py").exists())


def configurations(name: str) -> list[Configuration]:
    """Every scenario with every set of options worth playing."""
    game = load_game(name)
    sets = option_sets(game)
    return [
        Configuration(name, scenario, chosen)
        for scenario in game.info.scenarios
        for chosen in dict.fromkeys(allowed(game, scenario, options) for options in sets)
    ]


def in_rotation(name: str, games: int) -> list[Configuration]:
    """Scenarios and option sets each in turn: all of both are seen soon, and every pair before any comes again."""
    game = load_game(name)
    scenarios, sets = list(game.info.scenarios), option_sets(game)
    turn = lcm(len(scenarios), len(sets))
    pairs = (
        (scenarios[number % len(scenarios)], sets[(number + number // turn) % len(sets)])
        for number in range(len(scenarios) * len(sets))
    )
    each = dict.fromkeys(Configuration(name, scenario, allowed(game, scenario, options)) for scenario, options in pairs)
    return list(islice(cycle(each), games))


def allowed(game: AnyGame, scenario: str, options: tuple[str, ...]) -> tuple[str, ...]:
    """Of some options those that a scenario is played with, without what needs another."""
    kept = [option for option in options if option not in game.info.scenarios[scenario].barred]
    return tuple(option for option in kept if set(game.info.options[option].needs) <= set(kept))


def option_sets(game: AnyGame) -> list[tuple[str, ...]]:
    """All sets where options are few; otherwise a short list in which each pair is seen on-on, on-off and off-on."""
    options = list(game.info.options)
    if len(options) <= MOST_OPTIONS_IN_FULL:
        subsets = (chosen for size in range(len(options) + 1) for chosen in combinations(options, size))
        return [chosen for chosen in subsets if _is_playable(game, chosen)]
    return _pairwise(game, options)


def _pairwise(game: AnyGame, options: list[str]) -> list[tuple[str, ...]]:
    sets: list[tuple[str, ...]] = [()]
    missing = {(one, other, on) for one, other in combinations(options, 2) for on in ("both", "first", "second")}
    missing -= set(_pairs_of((), options))
    while missing:
        one, other, on = min(missing)
        wanted = {one} if on == "first" else {other} if on == "second" else {one, other}
        barred = {one, other} - wanted
        chosen = _completed(game, wanted, barred)
        if chosen is None:
            missing.discard((one, other, on))
            continue
        for option in options:
            more = _completed(game, chosen | {option}, barred)
            if (
                option not in barred
                and more is not None
                and _gain(more, options, missing) > _gain(chosen, options, missing)
            ):
                chosen = more
        sets.append(tuple(option for option in options if option in chosen))
        missing -= set(_pairs_of(sets[-1], options))
    return sets


def _gain(chosen: set[str], options: list[str], missing: set[tuple[str, str, str]]) -> int:
    return len(missing.intersection(_pairs_of(tuple(chosen), options)))


def _pairs_of(chosen: tuple[str, ...], options: list[str]) -> Iterator[tuple[str, str, str]]:
    for one, other in combinations(options, 2):
        if one in chosen and other in chosen:
            yield one, other, "both"
        elif one in chosen:
            yield one, other, "first"
        elif other in chosen:
            yield one, other, "second"


def _completed(game: AnyGame, wanted: set[str], barred: set[str]) -> set[str] | None:
    """The wanted options with all they need; None where they cannot be played, or need a barred one."""
    chosen = set(wanted)
    while more := {need for option in chosen for need in game.info.options[option].needs} - chosen:
        chosen |= more
    return chosen if not chosen & barred and _is_playable(game, chosen) else None


def _is_playable(game: AnyGame, chosen: set[str] | tuple[str, ...]) -> bool:
    try:
        game.check_choice(game.first_scenario, chosen)
    except ArdennesError:
        return False
    return True
