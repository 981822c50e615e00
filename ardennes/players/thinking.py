"""Searches whole-turn plans: each is played out by the script against the answer to it, on the same worlds and dice."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from statistics import fmean, stdev
from typing import NamedTuple

from ardennes.engine.advice import AnyAdvice, Plan
from ardennes.engine.position import Position
from ardennes.numbers import ENEMY_OF, SIDES, Side
from ardennes.players.replies import Mixture, worse_half
from ardennes.players.spread import SpreadDice

FIRST_PLAYOUTS, FEWEST_PLAYOUTS, PLAYOUTS_TO_CHANGE, MOST_PLAYOUTS = 2, 4, 6, 32
"""Playouts of a plan: in the first round, before it may replace another, to replace one by evolution, and at most."""
FRESH_PLAYOUTS = 8
"""Further playouts that a change found by evolution must do better in: the luckiest of many tries always looks good in
those that it was found by."""
PLAYOUTS_TO_COMPARE = 2 * FEWEST_PLAYOUTS
"""Below which no plan can replace another."""
PLAYOUTS_A_PLAN = 5
"""How many playouts there must be work for, to let one more plan compete."""
AT_ONCE = 8
"""Plans that are looked at side by side where cores may share the work, however many there are."""
EASY_REPLY = 0.5
"""What a playout against one of the better half of replies counts where plans are judged by the worse half."""
STAGES_AHEAD, STAGES_OF_OPERATIONS = 2, 4
"""A plan is judged after one's own turn and the answer to it, an operation after one more of each."""


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

    @property
    def share_spent(self) -> float:
        return min(1.0, self.spent / max(1, self.spent + self.left))


class Candidate:
    """A plan, and what it led to on each key."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.scores: list[float] = []

    @property
    def mean(self) -> float:
        return fmean(self.scores) if self.scores else 0.0


def lead(one: Candidate, other: Candidate) -> float:
    """How much better a plan did than another, on the keys that both were looked at with."""
    pairs = [mine - yours for mine, yours in zip(one.scores, other.scores, strict=False)]
    return fmean(pairs) if pairs else 0.0


class Playout(NamedTuple):
    """What is to be played out; whoever does it comes to the same."""

    world: int
    """By number."""
    side: Side
    plan: Plan
    model: int | None
    """Which of his models the enemy plays by; None where only the usual one is reckoned with."""
    seed: str
    number: int
    stages_ahead: int


def play_out(advice: AnyAdvice, world: Position, playout: Playout) -> tuple[float, int]:
    """What a plan leads to, and how many answers that took."""
    p, side = world.copy(), playout.side
    p.source = SpreadDice(playout.seed, playout.number)
    enemy, model = ENEMY_OF[side], playout.model
    reply = advice.plans(p, enemy)[0] if model is None else advice.replies(p, enemy)[model]
    scripts = [advice.script(each, playout.plan if each == side else reply) for each in SIDES]
    last, answers = advice.stage(p) + playout.stages_ahead, 0
    while (asked := p.asked) is not None and advice.stage(p) < last and answers < advice.most_answers:
        answers += scripts[asked.side].act(p)
    return advice.judge(p, side), answers


Crew = Callable[[Sequence[Position], Sequence[Playout]], Sequence[tuple[float, int]]]
"""Plays several out at once, in these worlds; what each comes to, in the same order."""


class Thinking:
    """One side's search in one moment of the game."""

    def __init__(
        self,
        advice: AnyAdvice,
        worlds: Sequence[Position],
        side: Side,
        chance: random.Random,
        budget: Budget,
        *,
        answers_a_playout: float = 0.0,
        after_each_playout: Callable[[Thinking], None] | None = None,
        mixture: Mixture | None = None,
        confirms: bool = False,
        fears: bool = False,
        together: bool = False,
        crew: Crew | None = None,
    ) -> None:
        """``mixture`` says how likely each reply of the enemy is, where more than the usual one is reckoned with;
        ``confirms`` that evolution tries on fresh dice what it has found; ``fears`` that the worse half of replies
        counts more; ``together`` that several changes are tried side by side, which a ``crew`` may do at once."""
        self._together, self._crew = together, crew
        self.advice, self.worlds, self.side, self.chance, self.budget = advice, worlds, side, chance, budget
        self.tried: list[Candidate] = []
        """Best first, once the portfolio has been compared."""
        self.changes = 0
        """How many small changes evolution has tried."""
        self._after_each_playout = after_each_playout
        self._mixture, self._confirms, self._fears = mixture, confirms, fears
        self.stages_ahead = STAGES_AHEAD
        self._playouts, self._last_time = 0, answers_a_playout
        self._seed = str(chance.random())

    def best_of(self, plans: Sequence[Plan], share: float) -> list[Candidate]:
        """Sequential halving on common dice: the better half goes on to more looks. The first plan, the usual one, is
        never dropped, and is left only for one that is better beyond doubt; where there is no work to compare it with
        any, it is not looked at for long. All that were tried, best first."""
        until = int(self.budget.left * (1 - share))
        default, *others = (Candidate(plan) for plan in plans)
        self.tried = [default]
        self.chance.shuffle(others)
        self._play_out(default, 1)
        if self.budget.left - until <= (2 * FIRST_PLAYOUTS - 1) * self.answers_a_playout:
            return self.tried
        self._play_out(default, FIRST_PLAYOUTS)
        playouts_left = (self.budget.left - until) * FIRST_PLAYOUTS / max(1, self.budget.spent)
        field, dropped = (
            self._that_differ(default, others, max(1, int(playouts_left / PLAYOUTS_A_PLAN))),
            list[Candidate](),
        )
        playouts = FIRST_PLAYOUTS
        while field and self.budget.left > until and playouts <= MOST_PLAYOUTS:
            self._play_all((default, *field), playouts)
            field.sort(key=lambda candidate: candidate.mean, reverse=True)
            half = (len(field) + 1) // 2
            dropped = [*field[half:], *dropped]
            field, playouts = field[:half], 2 * playouts
        ranked = [*field, *dropped]
        place = 1 if field and self._is_better(field[0], default) else 0
        self.tried = [*ranked[:place], default, *ranked[place:]]
        return self.tried

    def _that_differ(self, default: Candidate, others: Sequence[Candidate], most: int) -> list[Candidate]:
        """Some that do something else than the usual plan here, as one playout tells, unless it ended the game: then
        different ways may have led to the same end."""
        differ: list[Candidate] = []
        size = AT_ONCE if self._together else 1
        for first in range(0, len(others), size):
            if len(differ) >= most or self.budget.used_up:
                break
            looked_at = others[first : first + size]
            self._play_all(looked_at, 1)
            differ += [each for each in looked_at if each.scores != default.scores[:1] or each.mean in (0.0, 1.0)]
            self.tried = [default, *differ]
        return differ[:most]

    def evolve(self, best: Candidate) -> Candidate:
        """Small changes of the orders, kept where they do better on the same dice, until the budget is used up."""
        p = self.worlds[0]
        self.tried = [best, *self.tried[1:]]
        while self._together and self._can_afford_to_change(best, AT_ONCE):
            best = self._best_change(best)
        while self._can_afford_to_change(best):
            child = Candidate(self.advice.vary(p, self.side, best.plan, self.chance))
            if child.plan == best.plan:
                self.budget.pay(1)
                continue
            self.changes += 1
            playouts = FIRST_PLAYOUTS
            while not self.budget.used_up:
                self._play_out(child, playouts)
                self._play_out(best, playouts)
                if lead(child, best) <= 0:
                    break
                if playouts >= PLAYOUTS_TO_CHANGE:
                    if self._holds_true(child, best):
                        best = self.tried[0] = child
                    break
                playouts += FIRST_PLAYOUTS
        return best

    def _best_change(self, best: Candidate) -> Candidate:
        """Several changes side by side; the one that leads most, where that holds true."""
        p, playouts = self.worlds[0], FIRST_PLAYOUTS
        plans = [self.advice.vary(p, self.side, best.plan, self.chance) for _ in range(AT_ONCE)]
        self.budget.pay(1)
        self.changes += AT_ONCE
        children = [Candidate(plan) for plan in dict.fromkeys(plans) if plan != best.plan]
        while children and playouts <= PLAYOUTS_TO_CHANGE and not self.budget.used_up:
            self._play_all((best, *children), playouts)
            children = [child for child in children if lead(child, best) > 0]
            playouts += FIRST_PLAYOUTS
        child = max(children, key=lambda child: lead(child, best), default=None)
        if child is not None and self._holds_true(child, best):
            best = self.tried[0] = child
        return best

    def _holds_true(self, child: Candidate, best: Candidate) -> bool:
        """Whether a change is better beyond doubt, on dice that it was not found by."""
        if not self._confirms:
            return self._is_better(child, best)
        known = len(child.scores)
        for candidate in (child, best):
            self._play_out(candidate, known + FRESH_PLAYOUTS)
        return self._is_better(child, best, known)

    def _is_better(self, one: Candidate, other: Candidate, since: int = 0) -> bool:
        """Whether the lead is more than the dice explain: among many tries the luckiest always looks good."""
        pairs = [mine - yours for mine, yours in zip(one.scores, other.scores, strict=False)][since:]
        if len(pairs) < FEWEST_PLAYOUTS:
            return False
        if self._fears and self._mixture is not None:
            pairs = self._weighed(pairs, other.scores, since)
        doubt = stdev(pairs) / math.sqrt(len(pairs))
        return bool(fmean(pairs) > self.advice.least_lead + self.advice.caution * doubt)

    def _weighed(self, pairs: Sequence[float], scores: Sequence[float], since: int) -> list[float]:
        """Leads, more of them from playouts against the worse half of replies to the plan that stands."""
        assert self._mixture is not None
        met = [self._mixture.model(number) for number in range(len(scores))]
        harsh = worse_half(zip(met, scores, strict=True))
        shares = [1.0 if met[since + number] in harsh else EASY_REPLY for number in range(len(pairs))]
        whole = fmean(shares)
        return [pair * share / whole for pair, share in zip(pairs, shares, strict=True)]

    def _can_afford_to_change(self, best: Candidate, changes: int = 1) -> bool:
        """Whether so much work is left that some changes could come to their last looks."""
        before_the_last = PLAYOUTS_TO_CHANGE - FIRST_PLAYOUTS + (FRESH_PLAYOUTS if self._confirms else 0)
        playouts = before_the_last + max(0, before_the_last - len(best.scores))
        return self.budget.left > changes * playouts * self.answers_a_playout

    @property
    def answers_a_playout(self) -> float:
        """What a playout takes: as it was the last time, until there are some."""
        return self.budget.spent / self._playouts if self._playouts else self._last_time

    def _play_out(self, candidate: Candidate, playouts: int) -> None:
        while len(candidate.scores) < playouts:
            candidate.scores.append(self._play(candidate.plan, len(candidate.scores)))
            self._playouts += 1
            if self._after_each_playout is not None:
                self._after_each_playout(self)

    def _play_all(self, candidates: Sequence[Candidate], playouts: int) -> None:
        """The same for several plans; by the crew all at once, and always with the same scores."""
        if self._crew is None:
            for candidate in candidates:
                self._play_out(candidate, playouts)
            return
        wanted = [(each, number) for each in candidates for number in range(len(each.scores), playouts)]
        jobs = [self._playout(candidate.plan, number) for candidate, number in wanted]
        for (candidate, _), (score, answers) in zip(wanted, self._crew(self.worlds, jobs), strict=True):
            candidate.scores.append(score)
            self.budget.pay(answers)
            self._playouts += 1
        if self._after_each_playout is not None:
            self._after_each_playout(self)

    def _play(self, plan: Plan, number: int) -> float:
        """One's own turn by the plan, then the other side's as it usually plays, and a judgement."""
        playout = self._playout(plan, number)
        score, answers = play_out(self.advice, self.worlds[playout.world], playout)
        self.budget.pay(answers)
        return score

    def _playout(self, plan: Plan, number: int) -> Playout:
        return Playout(
            world=number % len(self.worlds),
            side=self.side,
            plan=plan,
            model=None if self._mixture is None else self._mixture.model(number),
            seed=self._seed,
            number=number,
            stages_ahead=self.stages_ahead,
        )
