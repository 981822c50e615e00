"""Procedures and questions: how play goes on.

A procedure is a named list of steps that reads like the rulebook's outline. A step is either a function that
does its work (and may hand on to another procedure), or a question that is put again and again until it has
nothing left to offer. An open procedure is plain data on the position's stack, so every moment can be saved,
copied and resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from ardennes.engine.derived import ANY_CHANGE
from ardennes.engine.modifiers import Tally
from ardennes.engine.options import Verb, is_about
from ardennes.engine.texts import Argument, Refusal, Refused, Text
from ardennes.numbers import Hex, Side

if TYPE_CHECKING:
    from ardennes.engine.position import Position

MOST_STEPS_BETWEEN_QUESTIONS = 100_000


class Then(Enum):
    """Where a procedure goes after a step or an answer."""

    NEXT = "the next step"
    REPEAT = "the first step again"
    END = "nowhere: the procedure is over"


NEXT, REPEAT, END = Then
"""The same at hand: an enumeration is asked for its members at length."""


class Procedure(msgspec.Struct, kw_only=True, tag=True):
    """What has been opened and not yet finished. Fields hold numbers, words and tuples of them only."""

    steps: ClassVar[tuple[Any, ...]] = ()
    stage_name: ClassVar[str] = ""
    """The message for the stage of play it is; none where it is but a part of another."""
    step: int = 0

    def seen_by(self, p: Any, side: Side) -> Procedure:
        """This procedure as a side may know it, given the whole position; most have nothing to hide."""
        return self

    def stage(self, p: Any) -> Text | None:
        """Where in the sequence of play one is while it is open; None where it does not say."""
        return Text(self.stage_name, {"side": getattr(self, "side", None)}) if self.stage_name else None


class SideProcedure(Procedure, kw_only=True):
    """A procedure of one side, which is asked unless a question says otherwise."""

    side: Side


def procedure_kinds(base: type[Procedure] = Procedure) -> list[type[Procedure]]:
    """Every kind of procedure that has been defined."""
    return [found for kind in base.__subclasses__() for found in (kind, *procedure_kinds(kind))]


P = TypeVar("P", bound="Position")
O = TypeVar("O", bound=Procedure)  # noqa: E741


class Onward(msgspec.Struct, frozen=True):
    """A procedure that an answer opens, with nothing more to ask: play goes on after the question."""

    procedure: Procedure


Outcome = Procedure | Then | Onward | None
"""Where an answer leads. None puts the question again; a procedure is run before that."""
Work = Callable[[P, O], Procedure | Then | None]
"""A step that does something. None goes on to the next step; a procedure is run first."""


class About(msgspec.Struct, frozen=True):
    """What one wants to know before choosing an option."""

    summary: Text | None = None
    """The odds in a sentence."""
    cost: int | None = None
    """Movement points, in the game's smallest part."""
    path: tuple[Hex, ...] = ()
    along: tuple[int, ...] = ()
    """What has been spent after each step of the path."""
    tallies: dict[str, Tally] = {}
    """Lists of modifiers by what they change: odds, shifts, die."""
    chances: dict[str, float] = {}
    """Every result and its probability, exact but for the last rounding. The event that tells what came of it has the
    same word as its argument ``result``; where the other side may still answer, a name and a colon stand before."""
    notes: tuple[Text, ...] = ()
    rules: tuple[str, ...] = ()


class Question(Generic[P, O]):
    """One kind of question. What is offered, described and refused is worked out on the asked side's view."""

    prompt: ClassVar[str]
    rule: ClassVar[str] = ""
    asked_side: ClassVar[Side | None] = None
    """Who is asked, where it is always the same side and the procedure is not a side's own."""
    prompt_fields: ClassVar[tuple[str, ...] | Mapping[str, str]] = ()
    """The fields of the procedure that the prompt speaks of; by the names it has for them, where these are others."""
    reasons: ClassVar[dict[Verb, tuple[str, str]]] = {}
    """By verb, the message and the rule of a refusal, where they are the same for every object."""
    deliberate: ClassVar[tuple[Verb, ...]] = ()
    """Verbs that never answer themselves, even where nothing else is offered: a player lets the dice roll."""
    draws_paths: ClassVar[bool] = False
    """Whether the paths to all that is offered are drawn before one chooses."""
    ends: ClassVar[Verb | None] = None
    """The verb that ends a phase here: whatever else is offered is given up with it."""

    def side(self, p: P, procedure: O) -> Side:
        """Who is asked; by default the side the procedure belongs to."""
        side = self.asked_side
        return procedure.side if side is None else side  # type: ignore[attr-defined]

    def offers(self, p: P, procedure: O) -> Sequence[int]:
        """The options; none means there is nothing to ask."""
        raise NotImplementedError

    def answer(self, p: P, procedure: O, option: int) -> Outcome:
        """Carries an option out, on the truth, and says where it leads."""
        raise NotImplementedError

    def arguments(self, p: P, procedure: O) -> dict[str, Argument]:
        """For the prompt."""
        fields = self.prompt_fields
        names = fields.items() if isinstance(fields, Mapping) else zip(fields, fields, strict=True)
        return {name: getattr(procedure, field) for name, field in names}

    def gathers(self) -> Sequence[Verb]:
        """Verbs that add one thing after another to the same decision, so that one may want to add all."""
        return ()

    def most_gathered(self, p: P, procedure: O) -> int | None:
        """How many things may be added at most; None where only the rules about each of them say so."""
        return None

    def suggested(self, p: P, procedure: O) -> Sequence[Hex]:
        """The hexes that a list names, the likeliest first, where far more are offered than anybody would read."""
        return ()

    def unspent(self, p: P, procedure: O) -> Text | None:
        """What else would be lost if the phase ended now, such as points."""
        return None

    def about(self, p: P, procedure: O, option: int) -> About:
        return About()

    def cost(self, p: P, procedure: O, option: int) -> int | None:
        """The cost alone, for when that of every option is wanted."""
        return self.about(p, procedure, option).cost

    def by_way(self, p: P, procedure: O, option: int, stops: Sequence[Hex]) -> About | Refusal:
        """The same where the way leads through these hexes first; a refusal where it cannot, or is not for the player
        to choose."""
        return Refusal("way-is-fixed", {}, self.rule)

    def why_not_by(self, p: P, procedure: O, option: int, path: Sequence[Hex]) -> Refusal | None:
        """Why an option that is offered cannot be carried out along this path; None if it can."""
        return Refusal("way-is-fixed", {}, self.rule)

    def standing_orders(self, p: P, procedure: O) -> Sequence[tuple[str, int]]:
        """What a player may order for all questions of this kind: the message that names each order, and the option it
        gives now."""
        return ()

    def towards(self, p: P, procedure: O, option: int) -> Sequence[int]:
        """What leads on towards a hex that is not offered, best first; nothing where one cannot come nearer."""
        return ()

    def crowded(self, p: P, procedure: O, option: int) -> Refusal | None:
        """Why one cannot stay where an option leads unless somebody else leaves it again; None if one can."""
        return None

    def why_not(self, p: P, procedure: O, option: int) -> Refusal | None:
        """Why an option is not offered; None where nothing better is known than that it is not."""
        verb, thing = p.data.game.verbs.split(option)
        if verb not in self.reasons:
            return None
        code, rule = self.reasons[verb]
        return Refusal(code, {verb.kind.value: thing}, rule)


class Asked(msgspec.Struct, frozen=True, gc=False):
    """A question that has been put."""

    question: Question[Any, Any]
    side: Side
    options: Sequence[int]

    @property
    def lone_option(self) -> int | None:
        """The answer that a question can give itself: the only one there is, unless it lets the dice roll."""
        if len(self.options) != 1:
            return None
        option = self.options[0]
        return None if any(is_about(option, verb) for verb in self.question.deliberate) else option


def shown_to(p: P, side: Side) -> P:
    """The view of a side between two answers, to be read only."""
    if not p.data.has_secrets:
        return p
    return view_of_asked(p) if p.asked is not None and p.asked.side == side else p.seen_by(side)


def view_of_asked(p: P) -> P:
    """The view that the question which stands was worked out on: the position itself where nothing is hidden."""
    if p.shown is None and p.asked is not None:
        seen = p.seen_by(p.asked.side)
        if seen is p:
            return p
        p.shown = seen
    return p.shown or p


def calls(kind: type[Procedure], side: Side | None = None) -> Work[Any, Any]:
    """A step that opens another procedure: for a side, or for the side of this one."""

    def open_it(p: Position, procedure: Any) -> Procedure:
        return kind(side=procedure.side if side is None else side)  # type: ignore[call-arg]

    open_it.__name__ = kind.__name__
    return open_it


@lru_cache(maxsize=256)
def step_names(kind: type[Procedure]) -> tuple[str, ...]:
    """The steps of a procedure by name, the second of the same name with a 2; so that an open one finds its step again
    in a later release."""
    names = [
        type(step).__name__ if isinstance(step, Question) else getattr(step, "__name__", "step") for step in kind.steps
    ]
    counts = [names[:at].count(name) + 1 for at, name in enumerate(names)]
    return tuple(name if count == 1 else f"{name} {count}" for name, count in zip(names, counts, strict=True))


def advance(p: Position) -> Asked | None:
    """Runs procedures until somebody must decide; None when the game is over."""
    stack, openly = p.stack, not p.data.has_secrets or p.viewer is not None
    for _ in range(MOST_STEPS_BETWEEN_QUESTIONS):
        if p.over is not None or not stack:
            return None
        if p.interruptions:
            stack += reversed(p.interruptions)
            p.interruptions = ()
        procedure = stack[-1]
        steps, number = procedure.steps, procedure.step
        if number >= len(steps):
            stack.pop()
            continue
        step = steps[number]
        if isinstance(step, Question):
            side = step.side(p, procedure)
            options = step.offers(p, procedure) if openly else _offers_seen(p, step, side)
            if options:
                return Asked(step, side, options)
            procedure.step = number + 1
        else:
            procedure.step = number + 1
            outcome = step(p, procedure)
            if outcome is not None:
                _follow(p, procedure, outcome)
            p.caches[ANY_CHANGE] = {}
    raise RuntimeError(f"procedure {type(p.stack[-1]).__name__} never comes to a question")


def _offers_seen(p: Position, question: Question[Any, Any], side: Side) -> Sequence[int]:
    """What is offered to a side by what it may know; the view is kept while the question stands."""
    seen = p.seen_by(side)
    p.shown = None if seen is p else seen
    return question.offers(seen, seen.stack[-1])


def _follow(p: Position, procedure: Procedure, outcome: Procedure | Then | Onward) -> None:
    """Goes where a step or an answer says; ``procedure.step`` already points where None leads."""
    if outcome is END:
        if p.stack[-1] is procedure:
            p.stack.pop()
        else:
            # By identity: another open procedure may say the same.
            p.stack[:] = [each for each in p.stack if each is not procedure]
    elif outcome is NEXT:
        procedure.step += 1
    elif outcome is REPEAT:
        procedure.step = 0
    elif type(outcome) is Onward:
        procedure.step += 1
        p.stack.append(outcome.procedure)
    else:
        p.stack.append(outcome)  # type: ignore[arg-type]


def answer(p: Position, option: int, path: Sequence[Hex] = ()) -> None:
    """Carries out an option of the question that stands, and goes on to the next question.

    What happened is in ``p.events``, what chance decided in ``p.outcomes``. An option that is not offered, or a path
    that cannot be taken, raises :class:`Refused` and changes nothing.
    """
    asked = p.asked
    if asked is None or option not in asked.options:
        raise Refused(why_not(p, option))
    if path and (refusal := why_not_by(p, option, path)) is not None:
        raise Refused(refusal)
    carry_out(p, option, path)


def carry_out(p: Position, option: int, path: Sequence[Hex] = ()) -> None:
    """The same for who knows already that the option is offered and the path can be taken."""
    asked, procedure = p.asked, p.stack[-1]
    assert asked is not None
    p.begin_record()
    if path:
        p.chosen_path = tuple(path)
    outcome = asked.question.answer(p, procedure, option)
    if outcome is not None:
        _follow(p, procedure, outcome)
    p.caches[ANY_CHANGE] = {}
    p.asked = advance(p)


def why_not(p: Position, option: int) -> Refusal:
    """Why an option cannot be taken now, in the words of the question that stands."""
    asked = p.asked
    if asked is None:
        return Refusal("game-is-over")
    if option in asked.options:
        raise ValueError(f"option {option} is allowed")
    if not p.data.exists(option):
        return Refusal("no-such-option", {"option": option})
    seen = view_of_asked(p)
    reason = asked.question.why_not(seen, seen.stack[-1], option)
    return reason or Refusal("not-offered", {"side": asked.side}, asked.question.rule)


def about(p: Position, option: int, stops: Sequence[Hex] = ()) -> About:
    """Cost, path, odds and rules of an option that is offered; with ``stops``, by way of these hexes."""
    asked = p.asked
    if asked is None or option not in asked.options:
        raise Refused(why_not(p, option))
    seen = view_of_asked(p)
    procedure = seen.stack[-1]
    if not stops:
        return asked.question.about(seen, procedure, option)
    if any(hex not in p.data.board for hex in stops):
        raise Refused(Refusal("no-such-way", {}, asked.question.rule))
    told = asked.question.by_way(seen, procedure, option, stops)
    if isinstance(told, Refusal):
        raise Refused(told)
    return told


def costs(p: Position) -> dict[int, int]:
    """What the options of the question that stands cost, where they cost something."""
    asked = p.asked
    if asked is None:
        return {}
    seen = view_of_asked(p)
    procedure = seen.stack[-1]
    found = ((option, asked.question.cost(seen, procedure, option)) for option in asked.options)
    return {int(option): cost for option, cost in found if cost is not None}


def paths(p: Position) -> dict[int, tuple[Hex, ...]]:
    """The ways to what is offered, where the question wants them drawn."""
    asked = p.asked
    if asked is None or not asked.question.draws_paths:
        return {}
    seen = view_of_asked(p)
    procedure = seen.stack[-1]
    found = ((option, tuple(asked.question.about(seen, procedure, option).path)) for option in asked.options)
    return {int(option): path for option, path in found if path}


def why_not_by(p: Position, option: int, path: Sequence[Hex]) -> Refusal | None:
    """Why an option that is offered cannot be carried out along this path; None if it can. A hex named twice in a row
    is where the mover changes its mode."""
    asked, board = p.asked, p.data.board
    assert asked is not None
    if any(hex not in board for hex in path) or any(
        there != here and there not in board.around(here) for here, there in pairwise(path)
    ):
        return Refusal("no-such-way", {}, asked.question.rule)
    seen = view_of_asked(p)
    return asked.question.why_not_by(seen, seen.stack[-1], option, path)
