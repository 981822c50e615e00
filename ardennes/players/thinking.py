"""Searches whole-turn plans: each is played out by the script against the answer to it, on the same worlds and dice."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean

from ardennes.engine.advice import Advice, Plan
from ardennes.engine.position import Position
from ardennes.engine.procedure import answer

MOST_ANSWERS = 2000
"""In one playout; a script that needs more has lost its way."""


class Budget:
    """Work that may be done: simulated answers, not seconds, so that the same seed thinks the same thoughts."""

    def __init__(self, answers: int) -> None:
        self.left = answers
        self.spent = 0

    def pay(self, answers: int) -> None:
        self.left -= answers
        self.spent += answers

    @property
    def used_up(self) -> bool:
        return self.left <= 0


class Candidate:
    """A plan, and what it led to on each key."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.scores: list[float] = []

    @property
    def mean(self) -> float:
        return fmean(self.scores) if self.scores else 0.0


class Thinking:
    """One side's search in one moment of the game."""

    def __init__(
        self, advice: Advice, worlds: Sequence[Position], side: int, chance: random.Random, budget: Budget
    ) -> None:
        self.advice, self.worlds, self.side, self.chance, self.budget = advice, worlds, side, chance, budget
        self._keys = [str(chance.random()) for _ in range(64)]

    def best_of(self, plans: Sequence[Plan], share: float) -> list[Candidate]:
        """Sequential halving: the better half of the plans goes on to more dice, until two are left."""
        until = int(self.budget.left * (1 - share))
        field = [Candidate(plan) for plan in plans]
        looks = 1
        while True:
            for candidate in field:
                if candidate.scores and self.budget.left <= until:
                    break
                self._look(candidate, looks)
            field = [candidate for candidate in field if candidate.scores]
            field.sort(key=lambda candidate: (len(candidate.scores), candidate.mean), reverse=True)
            if len(field) <= 2 or self.budget.left <= until:
                return field
            field, looks = field[: (len(field) + 1) // 2], looks + 2

    def evolve(self, best: Candidate, looks: int) -> Candidate:
        """Small changes of the orders, kept where they do better on the same dice, until the budget is used up."""
        p = self.worlds[0]
        while not self.budget.used_up:
            child = Candidate(self.advice.vary(p, self.side, best.plan, self.chance))
            if child.plan == best.plan:
                self.budget.pay(1)
                continue
            while len(child.scores) < looks:
                self._look(child, len(child.scores) + 1)
                self._look(best, len(child.scores))
                if child.mean < fmean(best.scores[: len(child.scores)]):
                    break
            else:
                best = child
        return best

    def _look(self, candidate: Candidate, looks: int) -> None:
        while len(candidate.scores) < looks:
            candidate.scores.append(self._play(candidate.plan, len(candidate.scores)))

    def _play(self, plan: Plan, number: int) -> float:
        """One's own turn by the plan, then the other side's as it usually plays, and a judgement."""
        advice, side = self.advice, self.side
        p = self.worlds[number % len(self.worlds)].copy()
        p.seed, p.draws = self._keys[number % len(self._keys)], 0
        scripts = [advice.script(each, plan if each == side else self._usual(p, each)) for each in (0, 1)]
        last = advice.stage(p) + advice.horizon(p, side)
        answers = 0
        while (asked := p.asked) is not None and advice.stage(p) < last and answers < MOST_ANSWERS:
            answer(p, scripts[asked.side].choose(p))
            answers += 1
        self.budget.pay(answers)
        return advice.judge(p, side)

    def _usual(self, p: Position, side: int) -> Plan:
        return self.advice.plans(p, side)[0]
