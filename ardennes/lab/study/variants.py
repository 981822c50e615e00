"""What a study plays: each scenario as printed, and one of them with each optional rule."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ardennes.engine.game import AnyGame
from ardennes.errors import ArdennesError


class Variant(msgspec.Struct, frozen=True, order=True):
    """A scenario with some options."""

    scenario: str
    options: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """A name for its folder."""
        return "+".join((self.scenario, *self.options))


class Trial(msgspec.Struct, frozen=True):
    """An optional rule, and the two variants that differ by it alone."""

    option: str
    without: Variant
    with_it: Variant


class Design(msgspec.Struct, frozen=True):
    """Everything a study plays, and what it compares."""

    scenarios: tuple[Variant, ...]
    """As printed; the first is the one that options are tried in."""
    trials: tuple[Trial, ...]

    @property
    def main(self) -> Variant:
        return self.scenarios[0]

    @property
    def variants(self) -> list[Variant]:
        """Each once, in the order they are played."""
        compared = (variant for trial in self.trials for variant in (trial.without, trial.with_it))
        return list(dict.fromkeys((*self.scenarios, *compared)))


def make_design(
    game: AnyGame,
    scenarios: Sequence[str] | None = None,
    options: Sequence[str] | None = None,
    pack: Path | None = None,
) -> Design:
    """All scenarios and all options where none are named."""
    chosen = tuple(game.scenarios(pack)) if scenarios is None else tuple(dict.fromkeys(scenarios))
    for scenario in chosen:
        game.check_choice(scenario, (), pack)
    if not chosen:
        raise ArdennesError("a study needs at least one scenario")
    tried = tuple(game.info.options) if options is None else tuple(dict.fromkeys(options))
    return Design(
        scenarios=tuple(Variant(scenario) for scenario in chosen),
        trials=tuple(_trial(game, chosen[0], option, pack) for option in tried),
    )


def _trial(game: AnyGame, scenario: str, option: str, pack: Path | None) -> Trial:
    """A rule that needs others is compared with them alone."""
    if option not in game.info.options:
        game.check_choice(scenario, (option,), pack)
    needs = set[str]()
    wanted = list(game.info.options[option].needs)
    while wanted:
        need = wanted.pop()
        if need not in needs:
            needs.add(need)
            wanted += game.info.options[need].needs
    _, chosen = game.check_choice(scenario, {option, *needs}, pack)
    return Trial(option, Variant(scenario, tuple(sorted(needs))), Variant(scenario, tuple(sorted(chosen))))
