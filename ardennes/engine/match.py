"""A match: a game being played, with its log, undo, saves and forks.

A position knows only the present. The match remembers how it came about: every answer with what chance decided,
so that it replays without a generator, and the copy at the last barrier that undo does not cross (a die roll, a
reveal, a hand-over to the other side).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from ardennes import __version__
from ardennes.engine.dice import Dice, DiceError
from ardennes.engine.game import Game, load_game
from ardennes.engine.kit import Kit
from ardennes.engine.position import Outcome, Position, Verdict
from ardennes.engine.procedure import (
    About,
    Asked,
    Procedure,
    Question,
    about,
    advance,
    answer,
    shown_to,
    why_not,
    why_not_by,
)
from ardennes.engine.saves import RECORD_KINDS, Header, Record, SaveError, encode_position, pack, unpack, write_save
from ardennes.engine.texts import Event, Refusal, Refused, Text
from ardennes.errors import ArdennesError

MOST_FORCED_ANSWERS = 10_000
"""No chain of answers that give themselves is longer; one that is runs in circles."""


class Anytime(Procedure):
    """Stands in for an open procedure where a side acts between two answers."""

    side: int


def anytime_offers(p: Position, side: int) -> list[tuple[Question[Any, Any], Sequence[int]]]:
    """What a side may do between two answers, whoever is asked."""
    if not p.kit.game.anytime:
        return []
    seen = shown_to(p, side)
    return [(question, question.offers(seen, Anytime(side=side))) for question in p.kit.game.anytime]


def act_anytime(p: Position, side: int, question: Question[Any, Any], option: int) -> None:
    """Carries out what a side does between two answers."""
    p.begin_record()
    question.answer(p, Anytime(side=side), option)
    p.memo.clear()
    p.asked = advance(p)


class RecordedDice(Dice):
    """What chance decided when a log was written, and the paths that were walked."""

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        self.left = list(outcomes)

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int:
        outcome = self._next()
        if not isinstance(outcome, int) or not 0 <= outcome < count:
            raise DiceError(f"the log has {outcome!r} where one of {count} results is needed")
        return outcome

    def path(self, given: tuple[int, ...]) -> tuple[int, ...]:
        outcome = self._next()
        if isinstance(outcome, int) or outcome[-1:] != given[-1:]:
            raise DiceError("the log has another path than the one that was chosen")
        return outcome

    def _next(self) -> Outcome:
        if not self.left:
            raise DiceError("the log ends before the dice do")
        return self.left.pop(0)


class Match:
    """One game between two sides."""

    def __init__(self, header: Header, position: Position) -> None:
        self.header = header
        self.position = position
        self.records: list[Record] = []
        self.events: list[list[Event]] = []
        """What each record brought about."""
        self.questions: list[str] = []
        """What each record answers: the question's prompt, empty where nothing was asked."""
        self.automatic = [header.automatic, header.automatic]
        """For each side, whether a question with a single answer answers itself."""
        self.opening = list(position.events)
        """What happened before the first question."""
        self._start = position.copy()
        self._barrier, self._barrier_copy = 0, self._start
        self.undone: list[Record] = []
        """What has been taken back and can be done again, the last first."""

    # --- beginning -------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: Game | str,
        *,
        scenario: str = "",
        options: Iterable[str] = (),
        seed: str = "",
        data: Path | None = None,
        automatic: bool = True,
    ) -> Match:
        """Sets a game up. With ``automatic``, a question with a single answer answers itself."""
        played = load_game(game) if isinstance(game, str) else game
        name, chosen = played.check_choice(scenario or played.first_scenario, options)
        return cls.set_up(played.kit(name, chosen, data), seed, automatic=automatic)

    @classmethod
    def set_up(cls, kit: Kit, seed: str, *, automatic: bool = True) -> Match:
        """A new match from a box that is open already, for many games in a row."""
        header = Header(
            version=__version__,
            game=kit.game.id,
            rules_version=kit.game.info.rules_version,
            scenario=kit.scenario,
            options=tuple(sorted(kit.options)),
            data_digest=kit.digest,
            seed=seed,
            automatic=automatic,
        )
        match = cls(header, kit.game.start(kit, seed))
        match._answer_forced()
        return match

    @property
    def game(self) -> Game:
        return self.position.kit.game

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
        return blake2b(self.header.seed.encode(), digest_size=16).hexdigest()

    def prompt(self) -> Text:
        """Who must decide what, by which rule."""
        asked = self.position.asked
        if asked is None:
            return self.position.over.reason if self.position.over else Text("game-is-over")
        seen = asked.seen if asked.seen is not None else self.position
        args = {"side": asked.side, **asked.question.arguments(seen, seen.stack[-1])}
        return Text(asked.question.prompt, args, asked.question.rule)

    # --- playing ---------------------------------------------------------------------------------

    def anytime(self, side: int) -> list[int]:
        """What a side may do now although it is not asked, or besides what it is asked."""
        if self.position.over is not None:
            return []
        return [option for _, options in anytime_offers(self.position, side) for option in options]

    def apply(self, option: int, side: int | None = None, path: Sequence[int] = ()) -> list[Event]:
        """Carries an option out and returns what happened, forced answers included. Where the route matters, ``path``
        is the one to take: the hexes to enter, one after another.

        What is not allowed raises :class:`Refused`; whatever fails, nothing is half done.
        """
        refusal = self.refusal(option, side, path)
        if refusal is not None:
            raise Refused(refusal, self.sentence(refusal))
        before = len(self.events)
        self.undone.clear()
        self._carry_out(option, side, path=path)
        self._answer_forced()
        return [event for events in self.events[before:] for event in events]

    def refusal(self, option: int, side: int | None = None, path: Sequence[int] = ()) -> Refusal | None:
        """Why a side may not do this now, or not along this path; None if it may."""
        asked = self.position.asked
        if asked is not None and side in (None, asked.side) and option in asked.options:
            return why_not_by(self.position, option, path) if path else None
        if side is not None and option in self.anytime(side):
            return None
        if asked is not None and side is not None and side != asked.side:
            return Refusal("not-your-decision", {"side": asked.side}, asked.question.rule)
        return why_not(self.position, option)

    def about(self, option: int, stops: Sequence[int] = ()) -> About:
        """What can be known of an option before it is chosen, by way of these hexes."""
        return about(self.position, option, stops)

    def resign(self, side: int) -> None:
        """Gives the game up."""
        if self.position.over is not None:
            raise Refused(Refusal("game-is-over"), self.sentence(Refusal("game-is-over")))
        self._stop(Record(side, 0, (), "resign"))

    def agree_draw(self) -> None:
        """Both sides have agreed to stop without a winner."""
        if self.position.over is not None:
            raise Refused(Refusal("game-is-over"), self.sentence(Refusal("game-is-over")))
        self._stop(Record(0, 0, (), "draw"))

    def _stop(self, record: Record) -> None:
        """Ends the game as a record says: by resignation or by agreement."""
        self.position.begin_record()
        if record.kind == "resign":
            self.position.end(1 - record.side, Text("resigned", {"side": record.side}))
        else:
            self.position.end(None, Text("draw-agreed"))
        self.position.asked = None
        self._note(record, record.side)

    def _carry_out(self, option: int, side: int | None, kind: str = "answer", path: Sequence[int] = ()) -> None:
        asked = self.position.asked
        kept = self.position.copy()
        try:
            if asked is not None and side in (None, asked.side) and option in asked.options:
                side = asked.side
                answer(self.position, option, path)
            elif side is not None:
                kind = "anytime"
                self._act(option, side)
        except BaseException:
            self.position = kept
            raise
        assert side is not None
        question = asked.question.prompt if asked is not None and kind != "anytime" else ""
        record = Record(side, int(option), tuple(self.position.outcomes), kind)
        self._note(record, asked.side if asked else side, question)

    def _act(self, option: int, side: int) -> None:
        for question, options in anytime_offers(self.position, side):
            if option in options:
                act_anytime(self.position, side, question, option)
                return

    def _note(self, record: Record, side_before: int, question: str = "") -> None:
        self.records.append(record)
        self.questions.append(question)
        self.events.append(self.position.events)
        asked = self.position.asked
        rolled = any(isinstance(outcome, int) for outcome in record.outcomes)
        if rolled or self.position.revealed or asked is None or asked.side != side_before:
            self._barrier, self._barrier_copy = len(self.records), self.position.copy()

    def let_answer_itself(self, side: int, *, automatic: bool) -> None:
        """A side wants questions with a single answer to answer themselves from now on, or not any more."""
        self.automatic[side] = automatic
        self._answer_forced()

    def _answer_forced(self) -> None:
        for _ in range(MOST_FORCED_ANSWERS):
            asked = self.position.asked
            if asked is None or not self.automatic[asked.side] or len(asked.options) != 1:
                return
            (option,) = asked.options
            if self.game.verbs.split(option)[0] in asked.question.deliberate:
                return
            self._carry_out(option, asked.side, "forced")
        raise RuntimeError(f"procedure {type(self.position.stack[-1]).__name__} never comes to a choice")

    # --- going back ------------------------------------------------------------------------------

    @property
    def undoable(self) -> int:
        """How many chosen answers can be taken back."""
        return len(self._own_records())

    @property
    def redoable(self) -> int:
        """How many answers have been taken back and can be made again."""
        return len(self.undone)

    @property
    def picks(self) -> list[tuple[int, int]]:
        """The answers that can be taken back: the number of the record and the option."""
        return [(index, self.records[index].option) for index in self._own_records()]

    def _own_records(self) -> list[int]:
        """What the side that decides has done since the barrier; what the other did in between is not its business."""
        asked = self.position.asked
        return [
            index
            for index, record in enumerate(self.records[self._barrier :], start=self._barrier)
            if record.kind != "forced" and asked is not None and record.side == asked.side
        ]

    def undo(self) -> None:
        """Takes the last chosen answer back; Refused where a roll, a reveal or a hand-over lies between."""
        own = self._own_records()
        if not own:
            refusal = Refusal("nothing-to-undo")
            raise Refused(refusal, self.sentence(refusal))
        self.undone.append(self.records[own[-1]])
        self._go_back(own[-1])

    def redo(self) -> None:
        """Does again what was last taken back."""
        if not self.undone:
            refusal = Refusal("nothing-to-redo")
            raise Refused(refusal, self.sentence(refusal))
        *undone, last = self.undone
        self.apply(last.option, last.side, self._bent_path(last))
        self.undone = undone

    def back_to(self, index: int) -> None:
        """Goes back to before a record, if nothing that binds lies between."""
        if not self._barrier <= index <= len(self.records):
            refusal = Refusal("nothing-to-undo")
            raise Refused(refusal, self.sentence(refusal))
        self.undone.clear()
        self._go_back(index)

    def take_back(self, option: int) -> None:
        """Takes one earlier pick back and makes the later ones again, as far as they are still allowed."""
        indexes = [
            index
            for index in range(self._barrier, len(self.records))
            if self.records[index].option == option and self.records[index].kind == "answer"
        ]
        if not indexes:
            refusal = Refusal("nothing-to-undo")
            raise Refused(refusal, self.sentence(refusal))
        later = [self.records[index] for index in self._own_records() if index > indexes[-1]]
        self.back_to(indexes[-1])
        for record in later:
            for path in dict.fromkeys((self._bent_path(record), ())):
                if self.refusal(record.option, record.side, path) is None:
                    self.apply(record.option, record.side, path)
                    break

    def _go_back(self, index: int) -> None:
        """Forgets what was done from a record on, but for what the other side ordered in between."""
        asked = self.position.asked
        orders = [record for record in self.records[index:] if asked is not None and record.side != asked.side]
        self._go_to(index)
        for order in orders:
            if self.refusal(order.option, order.side) is None:
                self._repeat(order)

    def _go_to(self, index: int) -> None:
        again = self.records[self._barrier : index]
        self.position = self._barrier_copy.copy()
        del self.records[self._barrier :], self.events[self._barrier :], self.questions[self._barrier :]
        for record in again:
            self._repeat(record)

    def _repeat(self, record: Record) -> None:
        """Does what a record says, with its outcomes instead of fresh chance."""
        if record.side not in (0, 1) or record.kind not in RECORD_KINDS:
            raise SaveError(f"record {len(self.records) + 1}: it is none of this game")
        if record.kind in ("resign", "draw") and self.position.over is None:
            self._stop(record)
            return
        seeded, dice = self.position.source, RecordedDice(record.outcomes)
        self.position.source = dice
        try:
            if self.refusal(record.option, record.side, self._bent_path(record)) is not None:
                raise SaveError(f"record {len(self.records) + 1}: the rules do not allow what it says")
            self._carry_out(record.option, record.side, record.kind)
        finally:
            self.position.source = self._barrier_copy.source = seeded
        if dice.left:
            raise SaveError(f"record {len(self.records)}: it has more dice than were rolled")

    def _bent_path(self, record: Record) -> tuple[int, ...]:
        """The path of a record where it is not the one the rules would have taken."""
        asked = self.position.asked
        if not record.path or asked is None or record.option not in asked.options:
            return ()
        return record.path if record.path != self.about(record.option).path else ()

    # --- replay and fork -------------------------------------------------------------------------

    def fork(self, index: int) -> Match:
        """A new match that begins as this one did, up to a record, with the same seed."""
        return self.rewound(self.records[:index])

    def steps(self) -> Iterator[Match]:
        """A match that begins as this one did and goes on record by record: at the start, and after each."""
        twin = self.rewound(())
        yield twin
        for record in tuple(self.records):
            twin._repeat(record)
            yield twin

    def rewound(self, records: Iterable[Record]) -> Match:
        """The match as it was after these records."""
        twin = Match.replay(self.header, self._start, records)
        twin.opening = self.opening
        twin.automatic = list(self.automatic)
        return twin

    @classmethod
    def replay(cls, header: Header, start: Position, records: Iterable[Record]) -> Match:
        """Plays a log from the start; SaveError names the record that does not fit."""
        match = cls(header, start.copy())
        match.opening = list(start.events)
        match.catch_up(records)
        return match

    def catch_up(self, records: Iterable[Record]) -> None:
        """Plays more of a log."""
        for record in records:
            try:
                self._repeat(record)
            except SaveError:
                raise
            except ArdennesError as error:
                raise SaveError(f"record {len(self.records) + 1}: {error}") from None

    @property
    def settled(self) -> int:
        """How many records stand for good: no undo goes back before them."""
        return self._barrier

    # --- what is told ----------------------------------------------------------------------------

    def log(self, side: int | None) -> list[Event]:
        """Everything that happened, as a side saw it; None sees all."""
        seen = (event.for_side(side) for events in (self.opening, *self.events) for event in events)
        return [event for event in seen if event is not None]

    def sentence(self, text: Text, language: str = "en") -> str:
        catalogue = self.game.catalogue(language)
        kit = self.position.kit
        return catalogue.refuse(text, kit) if isinstance(text, Refusal) else catalogue.say(text, kit)

    # --- saves -----------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        write_save(path, self.header, self.position, self.records)

    def packed(self) -> bytes:
        """The save as bytes."""
        return pack(self.header, self.position, self.records)

    @classmethod
    def load(cls, path: Path, data: Path | None = None) -> Match:
        """Opens a save: replays its log and checks that it leads to the saved position."""
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise SaveError(f"{path}: cannot be read ({error.strerror})") from None
        return cls.unpacked(raw, path.name, data)

    @classmethod
    def unpacked(cls, raw: bytes, name: str = "save", data: Path | None = None) -> Match:
        header, body, records = unpack(raw, name)
        try:
            game = load_game(header.game)
            if game.info.rules_version != header.rules_version:
                raise SaveError(
                    f"made with version {header.rules_version} of the rules of {game.info.title}, "
                    f"this program has version {game.info.rules_version}"
                )
            scenario, options = game.check_choice(header.scenario, header.options)
            kit = game.kit(scenario, options, data)
            if kit.digest != header.data_digest:
                raise SaveError(_other_data(game, header, data))
            match = cls.replay(header, game.start(kit, header.seed), records)
        except (ArdennesError, msgspec.DecodeError) as error:
            raise SaveError(f"{name}: {error}") from None
        if encode_position(match.position) != body:
            raise SaveError(f"{name}: its log does not lead to its position")
        return match


def _other_data(game: Game, header: Header, data: Path | None) -> str:
    """What to do about a save whose counters, tables or map are not those at hand."""
    if data is None:
        return "made with other data (counters, tables or map) than ours; name its data pack with --data"
    if game.kit(header.scenario, header.options).digest == header.data_digest:
        return "made with other data than the pack given here: ours; open it without a data pack"
    return "made with other data than the pack given here: another one, or this one before it was changed"
