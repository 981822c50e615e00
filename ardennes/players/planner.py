"""The real opponent: thinks in plans for whole turns, tries them against the answer to them, and plans again when dice
have fallen."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ardennes.engine.advice import CHARACTERS, LATEST, AnyAdvice, AnyScript, DirectAnswer, Plan
from ardennes.engine.game import AnyGame
from ardennes.engine.position import Position
from ardennes.engine.procedure import answer
from ardennes.engine.score import turn_of
from ardennes.errors import ArdennesError
from ardennes.numbers import ENEMY_OF, SIDES, Side
from ardennes.players.advisers import advice_for
from ardennes.players.campaigning import Memory, decoded, describe, encoded
from ardennes.players.crew import cores, helpers
from ardennes.players.greedy import by_script
from ardennes.players.lookahead import look_ahead
from ardennes.players.pace import answers_a_second
from ardennes.players.player import Considering, Player, Settings, Thought, seat
from ardennes.players.replies import Mixture
from ardennes.players.spread import SpreadDice
from ardennes.players.thinking import (
    PLAYOUTS_TO_COMPARE,
    STAGES_AHEAD,
    STAGES_OF_OPERATIONS,
    Budget,
    Candidate,
    Thinking,
)

FIRST_THOUGHT, PORTFOLIO, AGAIN = 0.8, 0.6, 0.1
"""Shares of a stage's work: before the first step, for the portfolio in it, and each time dice have fallen. Where the
last would not be enough to compare two plans, all goes into the first."""
PLAYOUTS_TO_LEARN = 30
"""How many playouts there must be work for, to spend some on what the enemy's last turn tells of him."""
CONFIRMS, KNOWS_REPLIES, KEEPS_OPERATIONS = 2, 2, 3
"""The version since which evolution is tried on fresh dice, several replies are reckoned with, and turns are part of an
operation that is kept."""
WEIGHS_OPERATIONS, OPERATIONS = 90, 0.2
"""How many playouts there must be work for, to weigh operations against each other, and the share of work for that."""
MASTER = "master"
"""The level whose playouts are shared by all cores."""
THOROUGH = frozenset(("hard", MASTER))
"""The levels that try changes of the best plan, and fear the worse half of replies."""
WORLDS = 8
SHOWN = 4
"""Plans that are told to people."""


class PlannerPlayer(Player):
    """AnyScript, portfolio, evolution: as much of it as the work allows."""

    def __init__(
        self,
        game: AnyGame,
        side: Side,
        seed: str,
        seconds: float,
        level: str,
        *,
        version: int = LATEST,
        workers: int = 0,
        at_table: bool = False,
        character: str = "",
    ) -> None:
        """``workers`` share the playouts of a master, 0 being all cores; ``at_table`` a second is what this machine
        does in it."""
        super().__init__(game, side, seed)
        self.level, self.seconds, self.version = level, seconds, version
        self.workers, self.at_table, self.character = workers, at_table, character
        self.answers_a_stage = 0
        self.work = 0
        """Simulated answers so far."""
        self._chance = random.Random(f"{seed}:{side}")
        self._stage = -1
        self._left = 0
        self._answers_a_playout = 0.0
        self._plan: Plan = None
        self._script: AnyScript | None = None
        self._dice_fell = False
        self._aside: DirectAnswer | None = None
        self._chance_to_win: float | None = None
        self._considered: tuple[Thought, ...] = ()
        self._mixture: Mixture | None = None
        self._memory = Memory()
        self._weighed_in = -1
        """The turn in which operations were weighed last."""
        self._last: tuple[Position, int] | None = None
        """The last question of its own turn, and what it answered."""

    def choose(self, view: Position) -> int:
        assert view.asked is not None
        advice = advice_for(view.data, self.version)
        if advice is None:
            return look_ahead(view, self.side, self._chance)
        self._aside = advice.direct_answer(view, self.side)
        if self._aside is not None:
            return self._aside.option
        p = advice.reveal_all(view.determinize(str(self._chance.random())))
        if len(view.asked.options) == 1:
            option = view.asked.options[0]
        else:
            self.answers_a_stage = int(self.seconds * self._pace(advice) / advice.stages_a_turn)
            self._think_if_needed(advice, view, p)
            assert self._script is not None
            option = by_script(self._script, p, view, self._chance)
        self._dice_fell = self._dice_fell or rolls_dice(p, option)
        self._last = p, option
        return option

    def _pace(self, advice: AnyAdvice) -> float:
        """How many answers count as a second."""
        if not self.at_table:
            return advice.answers_a_second
        return answers_a_second(advice) * (self._crew_size if self.level == MASTER else 1)

    @property
    def _crew_size(self) -> int:
        return self.workers or cores()

    def _think_if_needed(self, advice: AnyAdvice, view: Position, p: Position) -> None:
        stage = advice.stage(p)
        if stage % 2 != self.side:
            self._plan = self._plans(advice, p)[0]
        elif stage != self._stage:
            self._stage, self._left = stage, self.answers_a_stage
            if self.version >= KEEPS_OPERATIONS and self.level != "easy":
                self._memory.begin_stage(p, self._after_last(), self.side)
            if self.version >= KNOWS_REPLIES and self.level != "easy":
                self._learn(advice, p)
            thinks_again = AGAIN * self.answers_a_stage >= PLAYOUTS_TO_COMPARE * self._answers_a_playout
            first = FIRST_THOUGHT if thinks_again else 1.0
            self._plan = self._think(advice, view, p, None, int(first * self.answers_a_stage))
        elif self._dice_fell:
            self._plan = self._think(advice, view, p, self._plan, int(AGAIN * self.answers_a_stage))
        else:
            return
        self._dice_fell = False
        self._script = advice.script(self.side, self._plan)

    def _think(self, advice: AnyAdvice, view: Position, p: Position, plan: Plan, answers: int) -> Plan:
        if self.level == "easy":
            return plan or self._by_nature(advice, advice.beginner_plan(p, self.side, self._chance))
        default = self._plans(advice, p)
        answers = min(answers, self._left)
        if answers < PLAYOUTS_TO_COMPARE:
            return plan or self._within_operation(advice, p, default, None)[0]
        budget = Budget(answers)
        worlds = [p]
        if view.data.has_secrets:
            worlds += [advice.reveal_all(view.determinize(str(self._chance.random()))) for _ in range(WORLDS - 1)]
        thinking = Thinking(
            advice,
            worlds,
            self.side,
            self._chance,
            budget,
            answers_a_playout=self._answers_a_playout,
            after_each_playout=self._show,
            mixture=self._mixture if self._reckons_with_several else None,
            confirms=self.version >= CONFIRMS,
            fears=self.level in THOROUGH,
            together=self.level == MASTER,
            crew=helpers(self._crew_size).crew_for(view.data, advice) if self.level == MASTER else None,
        )
        if plan is None:
            default = self._within_operation(advice, p, default, thinking)
            tried = thinking.best_of(default, PORTFOLIO if self.level in THOROUGH else 1.0)
            best = tried[0]
            self._considered = told(advice, tried)
        else:
            best = Candidate(plan)
        if self.level in THOROUGH:
            best = thinking.evolve(best)
        self._chance_to_win = best.mean if best.scores else None
        self._answers_a_playout = thinking.answers_a_playout
        self._left -= budget.spent
        self.work += budget.spent
        return best.plan

    def _within_operation(
        self, advice: AnyAdvice, p: Position, plans: list[Plan], thinking: Thinking | None
    ) -> list[Plan]:
        """The plans as part of the operation: the one that is kept, unless there is work to weigh it against others and
        one of them promises more than the doubt."""
        memory, turn = self._memory, turn_of(p)
        ways = memory.operations(advice, p, self.side) if self.version >= KEEPS_OPERATIONS else []
        if not ways:
            return plans
        came, best = memory.came(p), ways[0]
        weighs = thinking is not None and self.level in THOROUGH and len(ways) > 1 and turn != self._weighed_in
        if thinking is not None and weighs and self._left >= WEIGHS_OPERATIONS * self._answers_a_playout > 0:
            thinking.stages_ahead = STAGES_OF_OPERATIONS
            tried = thinking.best_of([advice.within(plans[0], way, came) for way in ways], OPERATIONS)
            thinking.stages_ahead, self._weighed_in = STAGES_AHEAD, turn
            best = next(way for way in ways if advice.within(plans[0], way, came) == tried[0].plan)
        memory.operation = best
        return [advice.within(plan, best, came) for plan in plans]

    def _after_last(self) -> Position | None:
        """How things stood when it had answered last."""
        if self._last is None:
            return None
        p, option = self._last
        if p.asked is None or option not in p.asked.options:
            return p
        after = p.copy()
        answer(after, option)
        return after

    @property
    def memory(self) -> bytes:
        if self._mixture is not None:
            self._memory.seen = self._mixture.seen
        return encoded(self._memory)

    def recall(self, memory: bytes) -> None:
        if memory and memory != self.memory:
            self._memory, self._mixture = decoded(memory), None

    def _plans(self, advice: AnyAdvice, p: Position) -> list[Plan]:
        return [self._by_nature(advice, plan) for plan in advice.plans(p, self.side)]

    def _by_nature(self, advice: AnyAdvice, plan: Plan) -> Plan:
        """A plan as its character has it."""
        return advice.in_character(plan, self.character) if self.character else plan

    def _learn(self, advice: AnyAdvice, p: Position) -> None:
        """What the enemy has done since one's own last turn tells how he plays."""
        enemy = ENEMY_OF[self.side]
        models = len(advice.replies(p, enemy))
        if self._mixture is None:
            self._mixture = Mixture(models, self._memory.seen)
        enough = self.answers_a_stage >= PLAYOUTS_TO_LEARN * self._answers_a_playout
        if self._last is not None and models > 1 and self._answers_a_playout and enough:
            found = [reply_of_model(advice, *self._last, self.side, model) for model in range(models)]
            self._mixture.learn([advice.likeness(world, p, enemy) for world, _ in found])
            answers = sum(answers for _, answers in found)
            self._left, self.work = self._left - answers, self.work + answers

    @property
    def _reckons_with_several(self) -> bool:
        """Whether plans are tried against more than the enemy's usual way; who thinks for a while foresees no other."""
        return self.level in THOROUGH or self.version < KEEPS_OPERATIONS

    def _show(self, thinking: Thinking) -> None:
        if self.on_progress is not None:
            self.on_progress(lambda: considering(thinking))

    @property
    def thoughts(self) -> tuple[Thought, ...]:
        """What it does and why, with the chance its plan promises; then the other plans it tried, best first."""
        if self._aside is not None:
            return (Thought(self._aside.reason, (), None),)
        reasons = self._script.reasons if self._script is not None else ()
        found = [Thought(reasons[0], reasons[1:], self._chance_to_win)] if reasons else []
        return (*found, *self._meant, *self._considered)

    @property
    def _meant(self) -> tuple[Thought, ...]:
        """What it means to do over several turns."""
        operation = self._memory.operation
        if operation is None or self._script is None:
            return ()
        first, *others = describe(operation)
        return (Thought(first, tuple(others), None),)


def reply_of_model(advice: AnyAdvice, p: Position, option: int, side: Side, model: int) -> tuple[Position, int]:
    """How the enemy would have gone on after an answer if he played by a model, up to one's own next turn; and how many
    answers that took."""
    world, answers, stage = p.copy(), 0, advice.stage(p)
    world.source = SpreadDice("reply", 0)
    if world.asked is None or option not in world.asked.options:
        return world, 0
    answer(world, option)
    scripts = [
        advice.script(each, advice.plans(world, each)[0] if each == side else advice.replies(world, each)[model])
        for each in SIDES
    ]
    while world.asked is not None and answers < advice.most_answers and advice.stage(world) < stage + STAGES_AHEAD:
        answers += scripts[world.asked.side].act(world)
    return world, answers


def told(advice: AnyAdvice, candidates: Sequence[Candidate]) -> tuple[Thought, ...]:
    """Plans and what they promise, as people are told of them."""
    return tuple(Thought(advice.title(each.plan), (), each.mean) for each in candidates[:SHOWN])


def considering(thinking: Thinking) -> Considering:
    """How far a search has come."""
    looked_at = [candidate for candidate in thinking.tried if candidate.scores]
    if not thinking.changes:
        looked_at.sort(key=lambda candidate: candidate.mean, reverse=True)
    plans = told(thinking.advice, looked_at)
    return Considering(thinking.budget.share_spent, plans, len(looked_at), thinking.changes)


def rolls_dice(p: Position, option: int) -> bool:
    """Whether chance has a say in what an option leads to before somebody is asked again."""
    if p.asked is None or option not in p.asked.options:
        return True
    after = p.copy()
    answer(after, option)
    return after.draws > p.draws


LEVELS = {"easy": 1.0, "normal": 2.0, "hard": 10.0, MASTER: 60.0}
"""The levels that people play against, and the seconds that a turn may take at each, unless a time is named."""


OPPONENTS = (*LEVELS, *(f"{level}-{character}" for level in LEVELS for character in CHARACTERS))
"""Whom people can choose: a level, or one with a character."""
MOST_WORKERS = 256
PACES = ("counted", "here")
"""A second is so many answers as the game says, the same on every machine; or what this machine makes in it."""


def _seconds(settings: Settings) -> float:
    text = settings.get("time", LEVELS.get(settings.get("level", ""), 1.0))
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 600:
        raise ArdennesError(f"player 'planner': time must be a number of seconds up to 600, not {text!r}")
    return seconds


def _version(settings: Settings) -> int:
    text = settings.get("version", f"{LATEST}")
    if text not in map(str, range(1, LATEST + 1)):
        raise ArdennesError(f"player 'planner': version must be a number from 1 to {LATEST}, not {text!r}")
    return int(text)


def _workers(settings: Settings) -> int:
    text = settings.get("workers", "0")
    if not text.isdecimal() or int(text) > MOST_WORKERS:
        raise ArdennesError(f"player 'planner': workers must be a number up to {MOST_WORKERS}, not {text!r}")
    return int(text)


def _character(settings: Settings) -> str:
    text = settings.get("character", "")
    if text and text not in CHARACTERS:
        raise ArdennesError(f"player 'planner': character must be one of {', '.join(CHARACTERS)}, not {text!r}")
    return text


def _at_table(settings: Settings) -> bool:
    text = settings.get("pace", "counted")
    if text not in PACES:
        raise ArdennesError(f"player 'planner': pace must be one of {', '.join(PACES)}, not {text!r}")
    return text == "here"


@seat("planner", "time", "level", "version", "workers", "pace", "character")
def planner_player(game: AnyGame, side: Side, seed: str, settings: Settings) -> Player:
    level = settings.get("level", "hard")
    if level not in LEVELS:
        raise ArdennesError(f"player 'planner': level must be one of {', '.join(LEVELS)}, not {level!r}")
    return PlannerPlayer(
        game,
        side,
        seed,
        _seconds(settings),
        level,
        version=_version(settings),
        workers=_workers(settings),
        at_table=_at_table(settings),
        character=_character(settings),
    )


def call_of(opponent: str) -> str:
    """How one of those people can choose is called to a table.

    >>> call_of("hard-bold")
    'planner:level=hard,character=bold,pace=here'
    """
    if opponent not in OPPONENTS:
        offered = f"{', '.join(LEVELS)}, and each as in hard-{CHARACTERS[0]} with {', '.join(CHARACTERS)}"
        raise ArdennesError(f"there is no level {opponent!r}; there are {offered}")
    level, _, character = opponent.partition("-")
    settings = [f"level={level}", *([f"character={character}"] if character else []), "pace=here"]
    return f"planner:{','.join(settings)}"
