"""Play: a position that answers change, and the log of what was answered and what came of it."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from itertools import takewhile

import msgspec

from ardennes.engine.anytime import act_anytime, anytime_offers
from ardennes.engine.checkpoints import Keeper, KeptPosition
from ardennes.engine.dice import RecordedDice, commitment
from ardennes.engine.game import AnyGame
from ardennes.engine.position import Position, Verdict
from ardennes.engine.procedure import About, Asked, about, carry_out, view_of_asked, why_not, why_not_by
from ardennes.engine.saves import ALONE, Given, Header, Record, RecordKind, SaveError
from ardennes.engine.texts import Event, Refusal, Refused, Text
from ardennes.languages import FIRST_LANGUAGE
from ardennes.numbers import ENEMY_OF, SIDES, Hex, Side

COPY_EVERY = 50
"""Undo repeats no more records than this."""
MOST_FORCED_ANSWERS = 10_000
"""No chain of answers that give themselves is longer; one that is runs in circles."""


Step = tuple[int, Sequence[Hex]]
"""One answer of a run: an option, and the path to take where the route matters."""


class Run(msgspec.Struct, frozen=True):
    """How far a run of answers came."""

    done: int
    """Answers that were carried out, from the first on."""
    events: list[Event]
    refusal: Refusal | None = None
    """Why the next one was not; None where all were, or where dice, a reveal or the other side came between."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """A match at one moment: its position, and of its log what may still be taken back."""

    position: Position
    settled: int
    """How many records stood for good."""
    records: list[Record]
    """Those after them."""
    traced_from: int
    events: list[Sequence[Event]]
    questions: list[str]
    copies: list[tuple[int, Position]]
    kept: list[KeptPosition]
    undone: list[Record]
    automatic: list[bool]

    @property
    def count(self) -> int:
        """How many records there were."""
        return self.settled + len(self.records)


class Play:
    """A game as far as it has been played."""

    def __init__(self, header: Header, position: Position) -> None:
        self.header = header
        self.position = position
        self.records: MutableSequence[Record] = []
        self.traced_from = 0
        """The first record of which it is known what it brought about: a match goes on from a position that was kept,
        and what came before is retraced when somebody wants to read it."""
        self._events: list[Sequence[Event]] = []
        """From that record on; and what each answers."""
        self._questions: list[str] = []
        self.automatic = [header.automatic, header.automatic]
        """For each side, whether a question with a single answer answers itself."""
        self.opening = list(position.events)
        """What happened before the first question."""
        start = position.put_away()
        self._copies = [(0, start)]
        """The position at the barrier that undo does not cross, and every ``COPY_EVERY`` records since."""
        self.undone: list[Record] = []
        """What has been taken back and can be done again, the last first."""
        self.recorded = RecordedDice(())
        """The dice of the last record that was replayed."""
        self.changes: tuple[Text, ...] = ()
        """What is not as it was when the game was kept, where it was just taken up again."""
        self.keeper = Keeper([KeptPosition(0, start, self.opening)])
        """Its beginnings, and positions on the way."""
        self._ahead: list[KeptPosition] = []
        """The later positions of a log that is being retraced."""
        self.lost_at: int | None = None
        """The record that the present rules do not allow, while a game played under others is retraced: from there to
        the next position that was kept nothing moves."""

    @property
    def game(self) -> AnyGame:
        return self.position.data.game

    @property
    def asked(self) -> Asked | None:
        """The question that stands; None when the game is over."""
        return self.position.asked

    @property
    def over(self) -> Verdict | None:
        return self.position.over

    @property
    def commitment(self) -> str:
        """Given out before the game: anyone can check later that the seed was not changed."""
        return self.header.commitment or commitment(self.header.seed, self.header.salt)

    def reseed(self, seed: str, salt: str) -> None:
        """Goes on with other dice: nobody who saw this game's log or seed can foretell them."""
        self.header = msgspec.structs.replace(
            self.header,
            seed=seed,
            salt=salt,
            commitment=commitment(seed, salt),
            shares=(),
            thrown_before=self.settled,
            known_dice=False,
        )
        for position in (self.position, *(copy for _, copy in self._copies)):
            position.seed = seed
        self._tell_after(self.settled, [Event("other-dice")])

    def _tell_after(self, number: int, told: Sequence[Event]) -> None:
        """The log says more after so many records; where they are not traced, whoever retraces them is told so."""
        if not number:
            self.opening += told
        elif number > self.traced_from:
            place = number - 1 - self.traced_from
            self._events[place] = [*self._events[place], *told]

    @property
    def settled(self) -> int:
        """How many records stand for good: no undo goes back before them."""
        return self._copies[0][0]

    def prompt(self) -> Text:
        """Who must decide what, by which rule."""
        asked = self.position.asked
        if asked is None:
            return self.position.over.reason if self.position.over else Text("game-is-over")
        seen = view_of_asked(self.position)
        args = {"side": asked.side, **asked.question.arguments(seen, seen.stack[-1])}
        return Text(asked.question.prompt, args, asked.question.rule)

    # --- playing ---------------------------------------------------------------------------------

    def anytime(self, side: Side) -> list[int]:
        """What a side may do now although it is not asked, or besides what it is asked."""
        if self.position.over is not None:
            return []
        return [option for _, options in anytime_offers(self.position, side) for option in options]

    def apply(self, option: int, side: Side | None = None, path: Sequence[Hex] = (), by: int = 0) -> list[Event]:
        """Carries an option out and returns what happened, forced answers included. Where the route matters, ``path``
        is the one to take: the hexes to enter, one after another.

        What is not allowed raises :class:`Refused`; whatever fails, nothing is half done.
        """
        run = self.apply_run([(option, path)], side, by=by)
        if run.refusal is not None:
            raise Refused(run.refusal, self.sentence(run.refusal))
        return run.events

    def apply_run(
        self,
        steps: Sequence[Step],
        side: Side | None = None,
        after_each: Callable[[], object] | None = None,
        may: Callable[[int], Refusal | None] | None = None,
        by: int = 0,
    ) -> Run:
        """Carries out one answer after another, as if each had been given alone, until one is refused, dice fall,
        something is revealed or the other side is asked. What was done of a run is taken back as one. Where
        several have commands of the side, ``by`` is the number of whoever answers, and ``may`` says why he may not."""
        given = Given(self._next_run() if len(steps) > 1 else 0, by)
        before, barrier = len(self.records), self.settled
        done, refusal = 0, None
        while done < len(steps) and self.settled == barrier:
            option, path = steps[done]
            asked = self.position.asked
            refusal = (may(option) if may is not None else None) or self._answer(option, side, path, given)
            if refusal is not None:
                break
            if side is None or asked is None or side == asked.side:  # Orders of the other side take nothing away.
                self.undone.clear()
            done += 1
            if after_each is not None:
                after_each()
        return Run(done, [event for events in self._events[before - self.traced_from :] for event in events], refusal)

    def _answer(self, option: int, side: Side | None, path: Sequence[Hex], given: Given) -> Refusal | None:
        """Carries an option out, with what then answers itself; or says why it may not be."""
        refusal = self.refusal(option, side, path)
        if refusal is None:
            self._carry_out(option, side, path=path, given=given)
            self._answer_forced(given)
        return refusal

    def _next_run(self) -> int:
        """A number that no run has which undo could mistake for this one."""
        return 1 + max((record.run for record in self.records[max(0, self.settled - 1) :]), default=0)

    def refusal(self, option: int, side: Side | None = None, path: Sequence[Hex] = ()) -> Refusal | None:
        """Why a side may not do this now, or not along this path; None if it may."""
        asked = self.position.asked
        if asked is not None and side in (None, asked.side) and option in asked.options:
            return why_not_by(self.position, option, path) if path else None
        if side is not None and option in self.anytime(side):
            return None
        if asked is not None and side is not None and side != asked.side:
            return Refusal("not-your-decision", {"side": asked.side}, asked.question.rule)
        return why_not(self.position, option)

    def about(self, option: int, stops: Sequence[Hex] = ()) -> About:
        """What can be known of an option before it is chosen, by way of these hexes."""
        return about(self.position, option, stops)

    def resign(self, side: Side) -> None:
        """Gives the game up."""
        if self.position.over is not None:
            raise self._refused("game-is-over")
        self._stop(Record(side, 0, (), "resign"))

    def agree_draw(self) -> None:
        """Both sides have agreed to stop without a winner."""
        if self.position.over is not None:
            raise self._refused("game-is-over")
        self._stop(Record(SIDES[0], 0, (), "draw"))

    def lose_on_time(self, side: Side) -> None:
        """A side has no time left, and the other does not wait."""
        if self.position.over is not None:
            raise self._refused("game-is-over")
        self._stop(Record(side, 0, (), "time"))

    def _refused(self, code: str) -> Refused:
        refusal = Refusal(code)
        return Refused(refusal, self.sentence(refusal))

    def _stop(self, record: Record) -> None:
        """Ends the game as a record says: by resignation, by agreement, or because a side's time has run out."""
        self.position.begin_record()
        if record.kind == "draw":
            self.position.end(None, Text("draw-agreed"))
        else:
            reason = "resigned" if record.kind == "resign" else "out-of-time"
            self.position.end(ENEMY_OF[record.side], Text(reason, {"side": record.side}))
        self.position.asked = None
        self._note(record, record.side)

    def _carry_out(
        self,
        option: int,
        side: Side | None,
        kind: RecordKind = "answer",
        path: Sequence[Hex] = (),
        given: Given = ALONE,
    ) -> None:
        asked = self.position.asked
        kept = self.position.copy()
        try:
            if asked is not None and side in (None, asked.side) and option in asked.options:
                side = asked.side
                carry_out(self.position, option, path)
            elif side is not None:
                kind = "anytime"
                self._act(option, side)
            self._check_all_rolled()
        except BaseException:
            self.position = kept
            raise
        assert side is not None
        question = asked.question.prompt if asked is not None and kind != "anytime" else ""
        record = Record(side, int(option), tuple(self.position.outcomes), kind, *given)
        self._note(record, asked.side if asked else side, question)

    def _check_all_rolled(self) -> None:
        """Where a log is replayed, an answer rolls all that its record says."""
        dice = self.position.source
        if isinstance(dice, RecordedDice) and dice.left:
            raise SaveError(f"record {len(self.records) + 1}: it has more dice than were rolled")

    def _act(self, option: int, side: Side) -> None:
        for question, options in anytime_offers(self.position, side):
            if option in options:
                act_anytime(self.position, side, question, option)
                return

    def _note(self, record: Record, side_before: int, question: str = "") -> None:
        self.records.append(record)
        self._questions.append(question)
        if len(self.records) == self.header.thrown_before:
            self.position.events.append(Event("other-dice"))
        self._events.append(tuple(self.position.events))
        asked = self.position.asked
        rolled = any(isinstance(outcome, int) for outcome in record.outcomes)
        handed_over = asked is None or asked.side != side_before
        number = len(self.records)
        if rolled or self.position.revealed or handed_over:
            self._copies = [(number, self.position.put_away())]
            self.keeper.settle(*self._copies[0], handed_over=handed_over)
        elif number - self._copies[-1][0] >= COPY_EVERY:
            self._copies.append((number, self.position.put_away()))

    def mark(self, first: int | None = None) -> Mark:
        """How the match stands, to come back to; with the log from a record on, where that is to be changed although it
        stands for good."""
        kept = self.keeper.up_to(self.settled)
        first = self.settled if first is None else min(first, self.settled)
        known = max(first - self.traced_from, 0)
        return Mark(
            position=self.position.copy(),
            settled=first,
            records=list(self.records[first:]),
            traced_from=self.traced_from,
            events=self._events[known:],
            questions=self._questions[known:],
            copies=self._copies[:],
            kept=kept,
            undone=self.undone[:],
            automatic=self.automatic[:],
        )

    def same_since(self, mark: Mark) -> int:
        """How many records are as they were then; what stood for good still does."""
        pairs = zip(mark.records, self.records[mark.settled :], strict=False)
        return mark.settled + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    def return_to(self, mark: Mark) -> None:
        """As if nothing had happened since: whatever was done could not be kept."""
        first = mark.settled
        self.position = mark.position
        self.records[first:], self._copies = mark.records, mark.copies
        known = slice(mark.traced_from - self.traced_from, max(first, mark.traced_from) - self.traced_from)
        self._events, self._questions = self._events[known] + mark.events, self._questions[known] + mark.questions
        self.traced_from = mark.traced_from
        self.keeper = Keeper(mark.kept)
        self.undone, self.automatic = mark.undone, mark.automatic

    def forget_events(self, before: int) -> None:
        """What records before one brought about is not kept any longer: it is retraced if somebody reads it."""
        gone = min(before, self.settled) - self.traced_from
        if gone > 0:
            del self._events[:gone], self._questions[:gone]
            self.traced_from += gone

    def let_answer_itself(self, side: Side, *, automatic: bool) -> None:
        """A side wants questions with a single answer to answer themselves from now on, or not any more."""
        self.automatic[side] = automatic
        self._answer_forced()

    def _answer_forced(self, given: Given = ALONE) -> None:
        for _ in range(MOST_FORCED_ANSWERS):
            asked = self.position.asked
            option = asked.lone_option if asked is not None and self.automatic[asked.side] else None
            if asked is None or option is None:
                return
            self._carry_out(option, asked.side, "forced", given=given)
        raise RuntimeError(f"procedure {type(self.position.stack[-1]).__name__} never comes to a choice")

    # --- what is told ----------------------------------------------------------------------------

    def sentence(self, text: Text, language: str = FIRST_LANGUAGE) -> str:
        catalogue = self.game.catalogue(language)
        data = self.position.data
        return catalogue.refuse(text, data) if isinstance(text, Refusal) else catalogue.say(text, data)
