"""A match: a game being played, with its log, undo, saves and forks.

A position knows only the present. The match remembers how it came about: every answer with what chance decided,
so that it replays without a generator, copies since the last barrier that undo does not cross (a die roll, a reveal,
a hand-over to the other side), and positions on the way from which the log can be retraced.

A game outlives its rules: where the log no longer leads to the position that was kept, the match is taken up again
from that position (see :mod:`ardennes.engine.reopening`). What came before such a *beginning* is only retraced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path

import msgspec

from ardennes.engine.checkpoints import Keeper, KeptPosition, checkpoint
from ardennes.engine.dice import RecordedDice, commitment
from ardennes.engine.game import AnyGame, load_game
from ardennes.engine.game_data import GameData
from ardennes.engine.in_words import InWords
from ardennes.engine.options import Kind
from ardennes.engine.position import Position
from ardennes.engine.saves import (
    BACK,
    ENDINGS,
    FORMAT,
    RECORD_KINDS,
    Checkpoint,
    Given,
    Header,
    Record,
    SaveError,
    pack,
    write_save,
)
from ardennes.engine.snapshot import events_by_number
from ardennes.engine.texts import Event, Refused, Text
from ardennes.errors import ArdennesError
from ardennes.numbers import Hex, Side
from ardennes.version import __version__


class Match(InWords):
    """One game between two sides.

    >>> match = Match.new("crossroads", scenario="noon")
    >>> _ = match.play("move Pz")
    >>> _ = match.play("to 0602")
    >>> match.undo()
    >>> match.question()
    'German: where does Panzer battalion go? 4 MP left.'
    """

    # --- beginning -------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: AnyGame | str,
        *,
        scenario: str = "",
        options: Iterable[str] = (),
        seed: str = "",
        salt: str = "",
        shares: tuple[str, ...] = (),
        pack: Path | None = None,
        automatic: bool = True,
    ) -> Match:
        """Sets a game up. With ``automatic``, a question with a single answer answers itself."""
        played = load_game(game) if isinstance(game, str) else game
        name, chosen = played.check_choice(scenario, options, pack)
        data = played.load_data(name, chosen, pack)
        return cls.set_up(data, seed, salt=salt, shares=shares, automatic=automatic, pack=pack is not None)

    @classmethod
    def set_up(
        cls,
        data: GameData,
        seed: str,
        *,
        salt: str = "",
        shares: tuple[str, ...] = (),
        automatic: bool = True,
        pack: bool = False,
    ) -> Match:
        """A new match from a box that is open already, for many games in a row."""
        header = Header(
            version=__version__,
            game=data.game.id,
            rules_version=data.game.info.rules_version,
            scenario=data.scenario,
            options=tuple(sorted(data.options)),
            data_digest=data.digest,
            seed=seed,
            automatic=automatic,
            salt=salt,
            commitment=commitment(seed, salt),
            shares=shares,
            data_pack=pack,
        )
        match = cls(header, data.game.start(data, header.dice_seed))
        match._answer_forced()
        return match

    # --- going back ------------------------------------------------------------------------------

    @property
    def undoable(self) -> int:
        """How often one can undo: the chosen answers that can be taken back, a run counting as one."""
        return _count_runs(self.records[index] for index in self._own_records())

    @property
    def redoable(self) -> int:
        """How often one can redo."""
        return _count_runs(self.undone)

    @property
    def picks(self) -> list[tuple[int, int]]:
        """Of the answers that can be taken back those that belong together, with the number of the record: the units
        picked last one after another, and what was chosen before them."""
        found: list[tuple[int, int]] = []
        for index in reversed(self._own_records()):
            option = self.records[index].option
            found.insert(0, (index, option))
            if self._picked_kind(index) is not Kind.UNIT:
                break
        return found

    @property
    def joined(self) -> list[int]:
        """The units that joined what is being decided by themselves, because there was no choice: options of answers
        that nobody gave, since the last one that was chosen and was no unit."""
        own = self._own_records()
        chosen = [index for index in own if self._picked_kind(index) is not Kind.UNIT]
        return [
            self.records[index].option
            for index in range(chosen[-1] + 1 if chosen else len(self.records), len(self.records))
            if self.records[index].kind == "forced"
            and self.records[index].side == self.records[chosen[-1]].side
            and self._picked_kind(index) is Kind.UNIT
        ]

    def _picked_kind(self, index: int) -> Kind:
        return self.game.verbs.split(self.records[index].option)[0].kind

    def _own_records(self) -> list[int]:
        """What the side that decides has done since the barrier; what the other did in between is not its business."""
        asked = self.position.asked
        return [
            index
            for index, record in enumerate(self.records[self.settled :], start=self.settled)
            if record.kind != "forced" and asked is not None and record.side == asked.side
        ]

    @property
    def next_undone(self) -> int | None:
        """The record to which undo would go back; None where nothing can be taken back."""
        own = self._own_records()
        return own[-_first_run([self.records[index] for index in reversed(own)])] if own else None

    def undo(self) -> None:
        """Takes the last chosen answer back, or the last run; Refused where a roll, a reveal or a hand-over lies
        between."""
        own = self._own_records()
        if not own:
            raise self._refused("nothing-to-undo")
        taken = [self.records[index] for index in reversed(own)]
        del taken[_first_run(taken) :]
        self.undone += taken
        self._go_back(own[-len(taken)])

    def redo(self) -> None:
        """Does again what was last taken back; of a run, as much as is still allowed."""
        if not self.undone:
            raise self._refused("nothing-to-redo")
        for nth in range(_first_run(self.undone[::-1])):
            record = self.undone[-1]
            refusal = self._answer(record.option, record.side, self._chosen_path(record), Given(record.run, record.by))
            if refusal is not None and not nth:
                raise Refused(refusal, self.sentence(refusal))
            if refusal is not None:
                return
            self.undone.pop()

    def back_to(self, index: int) -> None:
        """Goes back to before a record, if nothing that binds lies between."""
        if not self.settled <= index <= len(self.records):
            raise self._refused("nothing-to-undo")
        self.undone.clear()
        self._go_back(index)

    def take_back(self, option: int) -> None:
        """Takes one earlier pick back and makes the later ones again, as far as they are still allowed."""
        indexes = [
            index
            for index in range(self.settled, len(self.records))
            if self.records[index].option == option and self.records[index].kind == "answer"
        ]
        if not indexes:
            raise self._refused("nothing-to-undo")
        later = [self.records[index] for index in self._own_records() if index > indexes[-1]]
        self.back_to(indexes[-1])
        for record in later:
            for path in dict.fromkeys((self._chosen_path(record), ())):
                if self._answer(record.option, record.side, path, Given(record.run, record.by)) is None:
                    break

    def _go_back(self, index: int) -> None:
        """Forgets what was done from a record on, but for what the other side ordered in between."""
        asked = self.position.asked
        orders = [record for record in self.records[index:] if asked is not None and record.side != asked.side]
        self._go_to(index)
        for order in orders:
            if self.refusal(order.option, order.side) is None:
                self._repeat(order)

    def go_back_to(self, index: int) -> None:
        """Forgets all that was done from a record on, whoever did it: somebody else's log goes on otherwise."""
        assert index >= self.settled, "what stands for good is not forgotten"
        if index < len(self.records):
            self._go_to(index)

    def _go_to(self, index: int) -> None:
        while self._copies[-1][0] > index:
            self._copies.pop()
        first, copy = self._copies[-1]
        again, self.position = self.records[first:index], copy.taken_up()
        self._cut(first)
        for record in again:
            self._repeat(record, known=True)

    def _cut(self, first: int) -> None:
        """Forgets the log from a record on."""
        known = max(first - self.traced_from, 0)
        del self.records[first:], self._events[known:], self._questions[known:]
        self.traced_from = min(self.traced_from, first)

    def _repeat(self, record: Record, *, known: bool = False) -> None:
        """Does what a record says, with its outcomes instead of fresh chance. One that is ``known`` was done before, in
        the same position: its path need not be looked at."""
        if record.side not in (0, 1) or record.kind not in RECORD_KINDS:
            raise SaveError(f"record {len(self.records) + 1}: it is none of this game")
        if record.kind in ENDINGS and self.position.over is None:
            self._stop(record)
            return
        if record.kind == BACK and self.position.over is None:
            self._note_back(record)
            return
        seeded, dice = self.position.source, RecordedDice(record.outcomes)
        self.recorded = dice
        self.position.source = dice
        try:
            path = () if known else self._chosen_path(record)
            if self.refusal(record.option, record.side, path) is not None:
                raise SaveError(f"record {len(self.records) + 1}: the rules do not allow what it says")
            self._carry_out(record.option, record.side, record.kind, given=Given(record.run, record.by))
            if self.records[-1] == record:
                self.records[-1] = record  # There is no need for a second one.
        finally:
            self.position.source = self._copies[-1][1].source = seeded

    def _chosen_path(self, record: Record) -> tuple[Hex, ...]:
        """The path of a record where it is not the one the rules would have taken."""
        asked = self.position.asked
        if not record.path or asked is None or record.option not in asked.options:
            return ()
        return record.path if record.path != self.about(record.option).path else ()

    # --- going back by agreement -----------------------------------------------------------------

    def agreed_back(self, side: Side) -> int | None:
        """The record to which a side goes back if the other agrees: its last answer, or run, although the turn may have
        gone over. None where it has none, or where dice, a reveal or other rules lie between: whoever has seen them
        knows what is to come."""
        index = self._last_answer(side)
        if index is None or any(now.position.revealed for now in islice(self.steps(index), 1, None)):
            return None
        return index

    def _last_answer(self, side: Side) -> int | None:
        """The record with which it begins; None where dice or a new beginning came later."""
        found: int | None = None
        for index in range(len(self.records) - 1, max(self.begun_at, self.header.thrown_before) - 1, -1):
            record = self.records[index]
            if found is not None and not (record.run and record.run == self.records[found].run and record.side == side):
                break
            if any(isinstance(outcome, int) for outcome in record.outcomes):
                return None
            if record.side == side and record.kind == "answer":
                found = index
        return found

    def go_back_agreed(self, side: Side) -> None:
        """Both have agreed that a side takes back what it answered last, with all that has been answered since. The log
        says so for good; what the other side ordered in between stands."""
        index = self.agreed_back(side)
        if index is None or self.over is not None:
            raise self._refused("nothing-to-ask-back")
        there, taken = self.at(index), self.records[index:]
        self.position = there.position
        self._cut(index)
        self._copies, self.keeper = [(index, self.position.put_away())], Keeper(self.keeper.up_to(index))
        self.undone.clear()
        for earlier in [record for record in taken if record.kind == BACK]:
            self._note_back(earlier)
        self._note_back(Record(side, len(taken), (), BACK))
        for order in [record for record in taken if record.kind == "anytime" and record.side != side]:
            if self.refusal(order.option, order.side) is None:
                self._repeat(order)

    def _note_back(self, record: Record) -> None:
        """The game goes on as it stands, and what was before can only be taken back by agreement again."""
        self.position.begin_record()
        self.position.tell(Event("taken-back", {"side": record.side, "n": record.option}))
        self._note(record, -1)

    # --- what was --------------------------------------------------------------------------------

    def recall(self, first: int = 0) -> None:
        """Retraces the log from the last position kept before a record, so that what it brought about is known."""
        while self.traced_from > first:
            last, begun = self.traced_from, self.keeper.nearest(self.traced_from - 1)
            twin = self._from(begun)
            for record in self.records[begun.number : last]:
                twin.follow(record)
            self._events[:0], self._questions[:0] = twin.traced_since(begun.number)
            self.traced_from = begun.number

    def traced_since(self, number: int) -> tuple[list[Sequence[Event]], list[str]]:
        """What the records from one on brought about, and what they answer, as far as they are traced."""
        known = max(number - self.traced_from, 0)
        return self._events[known:], self._questions[known:]

    @property
    def events(self) -> list[Sequence[Event]]:
        """What each record brought about."""
        self.recall()
        return self._events

    @property
    def questions(self) -> list[str]:
        """What each record answers: the question's prompt, empty where nothing was asked."""
        self.recall()
        return self._questions

    def events_of(self, number: int) -> Sequence[Event]:
        """What a record brought about; -1 is what happened before the first question."""
        if number < 0:
            return self.opening
        self.recall(number)
        return self._events[number - self.traced_from]

    def question_of(self, number: int) -> str:
        """What a record answers."""
        self.recall(number)
        return self._questions[number - self.traced_from]

    def log(self, side: Side | None) -> list[Event]:
        """Everything that happened, as a side saw it; None sees all."""
        seen = (event.for_side(side) for events in (self.opening, *self.events) for event in events)
        return [event for event in seen if event is not None]

    # --- replay and fork -------------------------------------------------------------------------

    def fork(self, index: int) -> Match:
        """A new match that begins as this one did, up to a record, with the same seed."""
        twin = self.at(index)
        if twin.lost_at is not None:
            raise SaveError(f"under other rules: the game cannot go on from answer {index}, only be looked at")
        return twin

    def at(self, index: int) -> Match:
        """The match as it was after so many records, on a board of its own."""
        twin = self._from(self.keeper.nearest(index))
        for record in self.records[len(twin.records) : index]:
            twin.follow(record)
        return twin

    def steps(self, first: int = 0) -> Iterator[Match]:
        """The match as it was after so many records, and after each that follows; always the same one, going on."""
        twin = self.at(first)
        yield twin
        for record in self.records[first:]:
            twin.follow(record)
            yield twin

    def _from(self, begun: KeptPosition) -> Match:
        """A match that stands where this one once stood, and may follow its log."""
        number = begun.number
        twin = Match(self.header, begun.position(self.position.data, self.header.dice_seed))
        twin.records, twin.opening, twin.automatic = self.records[:number], list(self.opening), list(self.automatic)
        twin.traced_from = min(self.traced_from, number)
        known = number - twin.traced_from
        twin._events, twin._questions = self._events[:known], self._questions[:known]
        twin.keeper, twin._ahead = Keeper(self.keeper.up_to(number)), self.keeper.after(number)
        twin._copies = [(number, twin._copies[0][1])]
        return twin

    @classmethod
    def replay(cls, header: Header, start: Position, records: Iterable[Record]) -> Match:
        """Plays a log from the start; SaveError names the record that does not fit."""
        copy = start.copy()
        copy.events = list(start.events)
        match = cls(header, copy)
        match.catch_up(records)
        return match

    @classmethod
    def resumed(
        cls, header: Header, data: GameData, checkpoints: Sequence[Checkpoint], records: Sequence[Record]
    ) -> Match:
        """A match that stands at the last of these checkpoints; of the log before it nothing is played again."""
        first, number = checkpoints[0], checkpoints[-1].number
        kept = [KeptPosition(each.number, each) for each in checkpoints]
        match = cls(header, kept[-1].position(data, header.dice_seed))
        other_dice = [Event("other-dice")] if header.thrown_before == 0 else []
        match.opening = [*events_by_number(data, first.opening), *other_dice, *_told(first.notice)]
        match.records, match.traced_from = list(records[:number]), number
        match.keeper, match._copies = Keeper(kept), [(number, match._copies[0][1])]
        return match

    @classmethod
    def restored(
        cls, header: Header, data: GameData, beginnings: Sequence[Checkpoint], records: Iterable[Record]
    ) -> Match:
        """Plays a log from the first of its beginnings: retraces it up to the last, and goes on from there."""
        match = cls.resumed(header, data, beginnings[:1], ())
        match._ahead = [KeptPosition(each.number, each) for each in beginnings[1:]]
        match._take_up()
        for record in records:
            match.follow(record)
        return match

    def follow(self, record: Record) -> None:
        """Plays one more record of a log. Where a position that was kept is ahead, the rules may have been others then:
        what they do not allow now leaves the position as it is."""
        try:
            if self.lost_at is None:
                self.catch_up([record])
            else:
                self._pass_over(record, [])
        except SaveError:
            if not self._ahead:
                raise
            self.lost_at = len(self.records)
            self._pass_over(record, [Event("replay-differs", {"n": self._ahead[0].number})])
        self._take_up()

    def begin_again(self, notice: tuple[Text, ...]) -> None:
        """Goes on from here under other rules; the log keeps what changed."""
        number, last = len(self.records), self.beginnings[-1]
        begun = checkpoint(number, self.position, notice=notice)
        if last.number == number:
            begun = msgspec.structs.replace(begun, opening=last.opening, notice=last.notice + notice)
        self.keeper.keep(KeptPosition(number, begun))
        self._stand_at(self.keeper.last, notice)

    def _stand_at(self, begun: KeptPosition, notice: Sequence[Text]) -> None:
        """Goes on from a position that was kept. No undo goes back from here; the log says why."""
        self.position, self.lost_at = begun.position(self.position.data, self.header.dice_seed), None
        self._copies = [(len(self.records), self.position.put_away())]
        self._tell_after(len(self.records), _told(notice))

    def _pass_over(self, record: Record, events: list[Event]) -> None:
        self.records.append(record)
        self._events.append(events)
        self._questions.append("")

    def _take_up(self) -> None:
        """Goes on from a later beginning where the log has come to it, or from any position that was kept where it was
        lost on the way there."""
        while self._ahead and self._ahead[0].number <= len(self.records):
            begun = self._ahead.pop(0)
            if begun.notice or self.lost_at is not None:
                self.keeper.keep(begun)
                self._stand_at(begun, begun.notice)

    def catch_up(self, records: Iterable[Record], *, known: bool = False) -> None:
        """Plays more of a log. Rules that it was not made with may fail at it in any way; what is ``known`` was done
        under these very rules, in the same position."""
        for record in records:
            try:
                self._repeat(record, known=known)
            except SaveError:
                raise
            except ArdennesError as error:
                raise SaveError(f"record {len(self.records) + 1}: {error}") from None
            except Exception as error:
                raise SaveError(f"record {len(self.records) + 1}: the rules fail at it ({error!r})") from error

    # --- saves -----------------------------------------------------------------------------------

    @property
    def beginnings(self) -> Sequence[Checkpoint]:
        """Where the game began, and from where it was taken up again under other rules."""
        return [kept.write() for kept in self.keeper.beginnings]

    @property
    def begun_at(self) -> int:
        """The record from which its rules are the present ones: 0, or that of its last beginning."""
        return self.keeper.beginnings[-1].number

    def find_unseen(self) -> list[tuple[int, int]]:
        """The parts of its log that the present rules cannot show again: the first and the last record of each. For
        that all of it is retraced, once: the last beginning keeps what was found."""
        begun = self.keeper.beginnings[-1]
        if begun.number and begun.unseen is None:
            before = enumerate(self.events[: begun.number])
            lost = ((at, event) for at, told in before for event in told if event.code == "replay-differs")
            begun.unseen = tuple((at, last - 1) for at, event in lost if isinstance(last := event.args["n"], int))
        return list(begun.unseen or ())

    @property
    def checkpoints(self) -> list[Checkpoint]:
        """Its beginnings, and the positions kept on the way; oldest first."""
        return [kept.write() for kept in self.keeper.up_to(len(self.records))]

    def save(self, path: Path) -> None:
        write_save(path, self.packed())

    def packed(self, *, with_seed: bool = True) -> bytes:
        """The save as bytes; without its seed, whoever opens it cannot foretell the dice."""
        header = msgspec.structs.replace(self.header, format=FORMAT, version=__version__, log_check="")
        if not with_seed:
            header = msgspec.structs.replace(header, seed="", salt="")
        checkpoints = self.checkpoints
        if checkpoints[-1].number < len(self.records):
            checkpoints.append(checkpoint(len(self.records), self.position))
        return pack(header, checkpoints, self.records)

    @classmethod
    def load(cls, path: Path, pack: Path | None = None) -> Match:
        """Opens a save: replays its log, or goes on from its last position where rules or data have changed."""
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise SaveError(f"{path}: cannot be read ({error.strerror})") from None
        return cls.unpacked(raw, path.name, pack)

    @classmethod
    def unpacked(cls, raw: bytes, name: str = "save", pack: Path | None = None) -> Match:
        from ardennes.engine.reopening import open_save

        return open_save(raw, name, pack)


def _told(notice: Iterable[Text]) -> list[Event]:
    """What the log says where a game was taken up again."""
    return [Event(text.code, text.args, text.rule) for text in notice]


def _first_run(records: Sequence[Record]) -> int:
    """How many of the first records were answered as one."""
    run = records[0].run
    return next((at for at, record in enumerate(records) if at and not (run and record.run == run)), len(records))


def _count_runs(records: Iterable[Record]) -> int:
    """How many answers these are, a run counting as one."""
    groups = groupby(records, key=lambda record: record.run)
    return sum(1 if run else len(list(alone)) for run, alone in groups)
