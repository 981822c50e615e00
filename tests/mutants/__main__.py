"""``bin/test --mutants bulge1944``: do the tests notice when a rule is broken?

Each mutant is a chapter of the game with one slip in it, or its data with a turn moved by one. Every mutant that moves
the first or last turn of something is tried, and a sample of the others. Survivors are listed with the cases their
function is about: each wants a test, or a row with a reason in ``equivalent.csv`` if it plays by the same rules.

Why this is our own: mutmut (3.8) leaves constants, properties and cached functions alone, and our turns are constants;
it also tests a copy of the project. cosmic-ray (8.7) writes each mutant into the checkout and runs one command for all
of them. mutatest has seen no release since 2022.
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.markup import escape
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.battery.configurations import playable_games
from tests.mutants.covering import BrokenTests, covering
from tests.mutants.equivalents import equivalents, stale, without_equivalents
from tests.mutants.mutate import Mutant
from tests.mutants.target import CHECKOUT, RECORDED_GAMES, Target, games, target
from tests.mutants.trial import Trial, chosen, trial

SAMPLE = 40


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/test --mutants", description="Breaks rules to see which tests notice.")
    parser.add_argument("game", nargs="*", help="games to try; all that are finished if none is named")
    parser.add_argument("--sample", type=int, default=SAMPLE, help=f"how many of the others to try ({SAMPLE})")
    parser.add_argument("--seed", default="long", help="another seed takes another sample")
    parser.add_argument("--module", help="mutants of this chapter or data file only, such as `combat`")
    parser.add_argument("--all", action="store_true", help="try every mutant")
    parser.add_argument("--show", action="store_true", help="show every mutant and the test that notices it")
    options = parser.parse_args()
    unknown = set(options.game) - set(playable_games())
    if unknown:
        parser.error(f"no game is called {', '.join(sorted(unknown))}; there are {', '.join(playable_games())}")
    failures = [game for game in options.game or games() if not passes(target(game), options)]
    return 1 if failures else 0


def passes(game: Target, options: argparse.Namespace) -> bool:
    """Tries a game's mutants and reports; whether few enough survive and the list of equivalents is current."""
    console = Console(highlight=False, soft_wrap=True)
    every, reviewed = game.mutants(), equivalents(game.name)
    outdated = stale(reviewed, every)
    for row in outdated:
        console.print(f"equivalent.csv: {row.file}, {row.function}: no mutant is this one any more, judge it again:")
        console.print(f"  - {row.before}\n  + {row.after}", markup=False)
    mutants = without_equivalents(reviewed, every)
    if options.module:
        mutants = [mutant for mutant in mutants if mutant.file.partition(".")[0] == options.module]
    mutants = mutants if options.all else chosen(mutants, options.sample, options.seed)
    console.print(f"{game.name}: learning which test runs which line")
    try:
        known = covering(game)
    except BrokenTests as problem:
        console.print(str(problem))
        return False
    columns = (TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    # Without a thread of its own, because every mutant is a fork of this process.
    with Progress(*columns, console=console, auto_refresh=False) as progress:
        task = progress.add_task(game.name, total=len(mutants))

        def watch(mutant: Mutant, test: str) -> None:
            if options.show or not test or RECORDED_GAMES in test:
                progress.console.print(described(game, mutant, test))
            progress.advance(task)
            progress.refresh()

        result = trial(game, known, mutants, watch)
    console.print(summary(game, result, len(every), len(reviewed)))
    return result.passed and not outdated


def described(game: Target, mutant: Mutant, test: str) -> str:
    place = game.path_of(mutant.file).relative_to(CHECKOUT)
    cases = f" ({', '.join(mutant.cases)})" if mutant.cases else ""
    fate = f"noticed by {test}" if test else "[red]survives[/red]"
    lines = f"  - {mutant.before}\n  + {mutant.after}"
    return f"{place}:{mutant.line} {mutant.function}{cases}, {mutant.kind}: {fate}\n{escape(lines)}"


def summary(game: Target, result: Trial, every: int, reviewed: int) -> str:
    (survived, tried), (moved, turns) = result.of(turns=False), result.of(turns=True)
    share = f" ({survived / tried:.1%})" if tried else ""
    verdict = "passed" if result.passed else "FAILED"
    return (
        f"{game.name}: {survived} of {tried}{share} survive, and {moved} of {turns} that move a turn; "
        f"{len(result.barely)} were noticed by recorded games alone; "
        f"there are {every} mutants, {reviewed} of them equivalent: {verdict}"
    )


if __name__ == "__main__":
    sys.exit(main())
