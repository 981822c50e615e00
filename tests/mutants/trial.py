"""A trial: some mutants of a target, each run against the tests, and what became of them."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.mutants.covering import Covering
from tests.mutants.mutate import TURN, Mutant
from tests.mutants.target import RECORDED_GAMES, Target
from tests.mutants.worker import load_before_forking, run_with_mutant

MOST_SURVIVORS = 0.05
"""How much of a sample may survive. Of the mutants that move a turn by one none may."""
FIRST_TESTS = 20
"""How many of the quickest tests on a mutant's lines have the first try, before the others are collected."""
PATIENCE, LEAST_SECONDS = 5, 20
"""A mutant may cost so many times the seconds of the tests, and at least so many, before it counts as endless."""


@dataclass
class Trial:
    """What was tried, and what survived."""

    tried: list[Mutant] = field(default_factory=list)
    survivors: list[Mutant] = field(default_factory=list)
    barely: list[Mutant] = field(default_factory=list)
    """Those that only recorded games noticed: no test speaks of the rule."""

    def of(self, turns: bool) -> tuple[int, int]:
        """How many survived of how many: of those that move a turn, or of the rest."""
        tried = [mutant for mutant in self.tried if (mutant.kind == TURN) == turns]
        return sum(mutant in self.survivors for mutant in tried), len(tried)

    @property
    def passed(self) -> bool:
        survived, tried = self.of(turns=False)
        return self.of(turns=True)[0] == 0 and survived <= MOST_SURVIVORS * tried


def chosen(mutants: Sequence[Mutant], sample: int, seed: str) -> list[Mutant]:
    """Every mutant that moves a turn by one, and a sample of the others."""
    turns = [mutant for mutant in mutants if mutant.kind == TURN]
    others = [mutant for mutant in mutants if mutant.kind != TURN]
    return turns + random.Random(seed).sample(others, min(sample, len(others)))


def noticed(target: Target, known: Covering, mutant: Mutant) -> str:
    """Which of the tests that run its lines notices a mutant; recorded games come last, for they name no rule."""
    module = target.path_of(mutant.file)
    source = mutant.applied_to(module.read_bytes())
    if module.suffix == ".py":
        ast.parse(source)
    tests = known.tests_of(mutant, target.modules)

    def run(batch: Sequence[str]) -> str:
        seconds = sum(known.seconds.get(test, LEAST_SECONDS) for test in batch)
        return run_with_mutant(target, module, source, batch, max(LEAST_SECONDS, PATIENCE * seconds))

    batches = tests[:FIRST_TESTS], tests[FIRST_TESTS:], list(map(str, target.recorded_games))
    return next(filter(None, (run(batch) for batch in batches if batch)), "")


def trial(
    target: Target, known: Covering, mutants: Sequence[Mutant], watch: Callable[[Mutant, str], None] | None = None
) -> Trial:
    """Tries mutants one after the other; ``watch`` hears of each, and which test noticed it."""
    load_before_forking(known.modules)
    result = Trial()
    for mutant in mutants:
        test = noticed(target, known, mutant)
        result.tried.append(mutant)
        if not test:
            result.survivors.append(mutant)
        elif RECORDED_GAMES in test:
            result.barely.append(mutant)
        if watch is not None:
            watch(mutant, test)
    return result
