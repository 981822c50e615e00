"""A room for each table that is being played: the match, the windows that look at it, and what they are told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TypeVar

import msgspec
from msgspec.structs import asdict

from ardennes.engine.checkpoints import APART
from ardennes.engine.match import Match
from ardennes.engine.play import Run
from ardennes.engine.procedure import Asked
from ardennes.engine.saves import Record
from ardennes.engine.texts import Refusal, Refused
from ardennes.errors import ArdennesError
from ardennes.numbers import SIDES, Hex, Side
from ardennes.players import Thought
from ardennes.server import wire
from ardennes.server.choices import check_is_asked, explain
from ardennes.server.clip import Showing
from ardennes.server.commands import CHIEF, Ready
from ardennes.server.kept_commands import commands_of
from ardennes.server.kept_tables import Change, Checkpoint, TableRow
from ardennes.server.mistakes import Mistake, WrongLink, in_language
from ardennes.server.numbers import SEATS, are_hidden
from ardennes.server.past import Progress
from ardennes.server.pool import Thinkers
from ardennes.server.protocol.requests import (
    ActRequest,
    AskBackRequest,
    AutomaticRequest,
    BackRequest,
    ChoiceRequest,
    ClaimRequest,
    DrawRequest,
    GiveTimeRequest,
    LanguageRequest,
    LogRequest,
    LookRequest,
    OrdersRequest,
    RedoRequest,
    Request,
    RunRequest,
    SyncRequest,
    TakeBackRequest,
    UndoRequest,
)
from ardennes.server.protocol.table import Answer, Closed, Done, Presence
from ardennes.server.protocol.table import Refused as RefusedRequest
from ardennes.server.room_acts import carry_out
from ardennes.server.room_commands import Officers
from ardennes.server.room_computer import Computer
from ardennes.server.room_looks import earlier_log, look
from ardennes.server.room_orders import OrderBooks
from ardennes.server.room_scenes import Scenes
from ardennes.server.room_terms import ask_back, claim, draw, due, give_time, time_left, timer_now, vacation_taken
from ardennes.server.store import Stale, Store
from ardennes.server.summary import stacks, summary
from ardennes.server.windows import SEAT_WINDOWS, Window, Windows
from ardennes.server.work import Lanes

SOON = 0.1
"""Seconds within which windows that come and go are told of together."""
MOST_TRIES = 3
"""Of an act, where other processes change the table too."""
T = TypeVar("T")
logger = logging.getLogger(__name__)


class _Before:
    """How a table stood before an action, in case it cannot be kept."""

    def __init__(self, room: Room, first: int | None) -> None:
        self.match, self.mark = room.match, room.match.mark(first)
        self.asked, self.draw_offered_by, self.players = room.match.asked, room.draw_offered_by, room.players
        self.undo_asked_by, self.timer, self.ready = room.undo_asked_by, room.timer, room.officers.ready

    def restore(self, room: Room) -> None:
        self.match.return_to(self.mark)
        room.draw_offered_by, room.players, room.timer = self.draw_offered_by, self.players, self.timer
        room.undo_asked_by, room.officers.ready = self.undo_asked_by, self.ready


class Room:
    """One table, one action at a time."""

    def __init__(
        self, table_id: str, store: Store, pool: Thinkers, lanes: Lanes, load: Callable[[str], tuple[TableRow, Match]]
    ) -> None:
        self.id, self.store, self.pool, self._load = table_id, store, pool, load
        self.row, self.match = row, _ = load(table_id)
        self.players = row.players
        self.windows = Windows()
        self.rev, self.unseen, self.draw_offered_by, self.timer = row.rev, row.unseen, row.draw_offered_by, row.timer
        """The revision changes with whatever is kept; as a seat counts, with the position and with nothing else."""
        self.undo_asked_by = row.undo_asked_by
        self.lock = asyncio.Lock()
        self.closed = False
        self.last_used = monotonic()
        self.computer = Computer(self)
        self.orders = OrderBooks(self, store.order_books(table_id))
        self.officers = Officers(self, commands_of(store, table_id), row.ready)
        self.kept_at = self.match.keeper.last.number
        self.asked_since = self.rev_of_asked()
        """The first revision of its own at which the side that must decide was asked what it is asked now."""
        self.scenes = Scenes(self)
        self.histories: dict[int | None, Progress] = {}
        """How the game went in the eyes of each seat that has asked, to be written on."""
        self._presence_due = False
        self.looks, self.past, self._questions = lanes.looks, lanes.past, lanes.questions

    # --- windows ---------------------------------------------------------------------------------

    def enter(self, window: Window) -> None:
        """A window takes a place at its seat. Whoever enters also leaves."""
        if self.closed:
            raise Mistake("table-closing")
        gives_way = self.windows.admit(window)
        if gives_way is not None:
            text = Mistake("gave-way", windows=SEAT_WINDOWS).told(gives_way.language)
            gives_way.close(wire.encoded(Closed(text)))
        self._tell_presence_soon()

    async def welcome(self, window: Window) -> None:
        """A window that has entered is shown the whole table."""
        async with self.lock:
            try:
                # The first time the whole log is put into words; others need not wait for that.
                await asyncio.to_thread(self.scenes.of, window)
                self.scenes.show(window)
            except Exception:
                logger.exception("table %s cannot be shown", self.id)
                window.send(wire.encoded(_error_reply(Mistake("request-failed"), window.language)))
            self.computer.wake()

    def leave(self, window: Window) -> None:
        self.last_used = monotonic()
        if self.windows.discard(window):
            self._tell_presence_soon()

    def rev_of(self, side: Side | None) -> int:
        """The revision as a seat counts: changes that it was not told of are none."""
        return self.rev - self.unseen[SEATS.index(side)]

    def rev_of_asked(self) -> int:
        asked = self.match.asked
        return self.rev_of(asked.side) if asked is not None else self.rev

    def tell_presence(self) -> None:
        """Who is here, who thinks, and whether a draw has been offered."""
        text = wire.encoded(self.presence())
        for window in self.windows:
            window.send(text)
        self.officers.tell()

    def _tell_presence_soon(self) -> None:
        if not self._presence_due:
            self._presence_due = True
            asyncio.get_running_loop().call_later(SOON, self._tell_presence_now)

    def _tell_presence_now(self) -> None:
        self._presence_due = False
        self.tell_presence()

    def presence(self) -> Presence:
        return Presence(
            presence=(len(self.windows.at(SIDES[0])), len(self.windows.at(SIDES[1]))),
            watching=len(self.windows.at(None)),
            draw=self.draw_offered_by,
            undo=self.undo_asked_by,
            players=self.players,
            thinking=self.computer.thinking,
            automatic=(self.match.automatic[0], self.match.automatic[1]),
            log_check=self.match.header.log_check,
            time=time_left(self),
        )

    async def set_log_check(self, found: str) -> None:
        """The whole log has been played again: every window hears what came of it."""
        async with self.lock:
            header = msgspec.structs.replace(self.match.header, log_check=found)
            await asyncio.to_thread(self.store.set_header, self.id, header)
            self.match.header, self.row = header, msgspec.structs.replace(self.row, header=header)
            self.tell_presence()

    def change_links(self, row: TableRow, side: Side | None) -> None:
        """A seat, or the watchers' chair, has a new link: whoever came by the old one is shown out."""
        self.row = msgspec.structs.replace(self.row, seats=row.seats, watch=row.watch)
        self.show_out(side)

    def show_out(self, side: Side | None, number: int = CHIEF) -> None:
        for window in self.windows.at(side, number):
            window.close(wire.encoded(Closed(Mistake("link-renewed").told(window.language))))

    # --- closing ---------------------------------------------------------------------------------

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has been here for so long, and nothing goes on."""
        resting = not self.windows and not self.lock.locked() and not self.computer.busy
        return resting and monotonic() - self.last_used >= seconds

    async def close(self, mistake: Mistake | None = None) -> None:
        """Nobody comes in any more; whoever is here is told why, if there is a reason."""
        self.closed = True
        for window in self.windows:
            window.close(wire.encoded(Closed(mistake.told(window.language))) if mistake else "")
        await self.computer.rest()

    # --- requests --------------------------------------------------------------------------------

    async def handle(self, window: Window, request: Request) -> None:
        """Answers one request; whatever is wrong with it is said to its sender alone. What is only looked at is worked
        out elsewhere and answered when it is known; nothing waits for it."""
        if isinstance(request, LookRequest):
            window.do_beside(self._answer(window, request, partial(look, self, window, request)))
            return
        if isinstance(request, LogRequest):
            window.do_beside(self._answer(window, request, partial(earlier_log, self, window, request.before)))
            return
        async with self.lock:
            await self._answer(window, request, partial(self._perform, window, request))

    async def _answer(self, window: Window, request: Request, answer: Callable[[], Awaitable[Answer | None]]) -> None:
        try:
            said = await answer()
        except Refused as refused:
            said = self._refused(refused.refusal, window.language)
        except ArdennesError as error:
            said = _error_reply(error, window.language)
        except Exception:
            logger.exception("table %s: %r failed", self.id, request.do)
            said = _error_reply(Mistake("request-failed"), window.language)
        if said is not None:
            said.to = request.id
            window.send(wire.encoded(said))

    async def _perform(self, window: Window, request: Request) -> Answer | None:
        if self.closed:
            raise Mistake("table-closing")
        match request:
            case SyncRequest():
                self.scenes.show(window)
                return None
            case LanguageRequest(language=language):
                self.match.game.check_language(language)
                window.language = language
                self.scenes.show(window)
                return None
        if window.side is None:
            raise Mistake("watcher-watches")
        if isinstance(request, ChoiceRequest):
            self.officers.check_choice(window, request)
            ask = partial(explain, self.match, window.side, window.language, request)
            return await asyncio.get_running_loop().run_in_executor(self._questions, ask)
        if isinstance(request, OrdersRequest):
            self.officers.check_orders(window, request)
            await self.orders.write(window.side, request)
            self.computer.wake()
            return Done(self.rev_of(window.side))
        if isinstance(request, AutomaticRequest):
            if self.match.automatic[window.side] != request.on:
                await self.change(partial(self.match.let_answer_itself, window.side, automatic=request.on))
            return Done(self.rev_of(window.side))
        assert isinstance(request, ActRequest), "what is only looked at does not come here"
        for _ in range(MOST_TRIES - 1 if request.rev != -1 else 0):
            with suppress(Stale):  # Another process was faster; perhaps with something that takes nothing from this.
                return await self._act(window, window.side, request)
        return await self._act(window, window.side, request)

    def _refused(self, refusal: Refusal, language: str) -> RefusedRequest:
        return RefusedRequest(**asdict(wire.refusal_told(self.match, refusal, language)))

    # --- what changes the table ------------------------------------------------------------------

    async def _act(self, window: Window, side: Side, request: ActRequest) -> Done:
        """Everything that changes the table: done, put on disk, then told to every window."""
        self.officers.check(window, request)
        if isinstance(request, DrawRequest):
            await draw(self, side, request.offer, request.rev)
            return Done(self.rev_of(side))
        if isinstance(request, AskBackRequest):
            await ask_back(self, side, request.offer, request.rev)
            return Done(self.rev_of(side))
        if isinstance(request, GiveTimeRequest):
            await give_time(self, side, request.hours)
            return Done(self.rev_of(side))
        if not self.officers.goes_on(window, request):
            self.must_be_current(request.rev, side)
        if isinstance(request, ClaimRequest):
            await claim(self, side)
            return Done(self.rev_of(side))
        if isinstance(request, UndoRequest | RedoRequest | BackRequest | TakeBackRequest):
            check_is_asked(self.match, side)
        if await self.officers.heard_ready(window, request):
            return Done(self.rev_of(side))
        with self.officers.acting(side, window.number):
            if isinstance(request, RunRequest):
                steps = [(step.option, step.path) for step in request.steps]
                may = partial(self.officers.may, window.place, window.language)
                run = await self.change_by_run(steps, side, may=may, by=window.number)
                refusal = wire.refusal_told(self.match, run.refusal, window.language) if run.refusal else None
                return Done(self.rev_of(side), run.done, refusal)
            await self.change(partial(carry_out, self.match, side, request, window.number))
        return Done(self.rev_of(side))

    async def change_by_run(
        self,
        steps: Sequence[tuple[int, Sequence[Hex]]],
        side: Side,
        thoughts: Sequence[Sequence[Thought]] = (),
        may: Callable[[int], Refusal | None] | None = None,
        by: int = CHIEF,
    ) -> Run:
        """Answer after answer as one change, as far as nothing comes between and whoever answers ``may``. Whoever looks
        on is shown each of them, with the thoughts that led to it."""
        showing = Showing(self.match, side, {window.side for window in self.windows}, thoughts)

        def act() -> Run:
            run = self.match.apply_run(steps, side, showing.take, may, by)
            if run.refusal is not None and not run.done:
                raise Refused(run.refusal)
            return run

        return await self.change(act, showing)

    def must_be_current(self, rev: int, side: Side) -> None:
        """Whether an act was meant for the table as it stands. What the other side does between two answers takes
        nothing from whoever must decide and is asked the same as before."""
        asked, now = self.match.asked, self.rev_of(side)
        oldest = self.asked_since if asked is not None and asked.side == side else now
        if rev != -1 and not oldest <= rev <= now:
            raise Mistake("table-has-changed")

    async def change(self, act: Callable[[], T], showing: Showing | None = None, first: int | None = None) -> T:
        """Done, put on disk, then told to every window; then it may be the computer's turn. What stands for good stays,
        unless it is said from which record on it need not."""
        before = _Before(self, first)
        try:
            result = act()
            self.officers.settle()
            same = self.match.same_since(before.mark)
            new = self.match.records[same:]
            moved_on = bool(new) or same < before.mark.count or before.mark.undone != self.match.undone
            changed = [*before.mark.records[same - before.mark.settled :], *new]
            hidden = [not moved_on or are_hidden(self.match.game, changed, side) for side in SEATS]
            unseen = tuple(count + each for count, each in zip(self.unseen, hidden, strict=True))
            if any(record.kind != "anytime" for record in changed):
                self.undo_asked_by = None  # It spoke of another answer.
            await self._keep(before, same, unseen)
        except Stale:
            await self.reload()
            raise
        except Exception:
            before.restore(self)
            raise
        self.rev, self.unseen = self.rev + 1, unseen
        if moved_on:
            told = {side for side, each in zip(SEATS, hidden, strict=True) if not each}
            self.note_question(before.asked, new, told, cut=same < before.mark.count)
            self.scenes.tell_change(same, showing, told)
            await self.orders.follow(new, undone=same < before.mark.count)
            self.orders.tell_of_marches()
            self.officers.tell()
        else:
            self.tell_presence()
        self.match.forget_events(len(self.match.records) - APART)
        self.computer.wake()
        return result

    def note_question(
        self, before: Asked | None, new: Sequence[Record], told: Collection[int | None], *, cut: bool
    ) -> None:
        """Since when the side that must decide has been asked what it is asked now."""
        asked = self.match.asked
        known = asked is None or asked.side in told
        if known and (cut or not _is_asked_the_same(before, asked, new)):
            self.asked_since = self.rev_of_asked()

    async def _keep(self, before: _Before, same: int, unseen: tuple[int, ...]) -> None:
        """Puts what has changed on disk: the records from ``same`` on, and what else there is."""
        asked, asked_before = self.match.asked, before.asked
        handed_over = asked is None or asked_before is None or asked.side != asked_before.side
        replaces = same < before.mark.count
        timer = timer_now(self, back=replaces)
        self.kept_at = min(self.kept_at, same)  # Later checkpoints go with their records.
        waiting = tuple(sorted(self.officers.waits_for()))
        asks_anew = handed_over or not self.officers.waiting.issuperset(waiting)
        change = Change(
            rev=self.rev,
            unseen=unseen,
            first=same,
            played=self.match.records[same:],
            summary=msgspec.structs.replace(summary(self.match), waiting=waiting),
            replaces=replaces,
            timer=timer,
            turn_since=self.store.clock() if handed_over else None,
            due=due(self, (before.draw_offered_by, before.undo_asked_by), asks_anew=asks_anew),
            vacation=await vacation_taken(self, timer),
            draw_offered_by=self.draw_offered_by,
            undo_asked_by=self.undo_asked_by,
            automatic=(self.match.automatic[0], self.match.automatic[1]),
            players=self.players,
            undone=self.match.undone,
            ready=self.officers.ready.written(),
            stacks=stacks(self.match) if handed_over else None,
            decided=asked_before.side if asked_before else None,
            checkpoints=[Checkpoint.of(kept.write()) for kept in self.match.keeper.after(self.kept_at)],
            forgotten=[number for number in self.match.keeper.thinned if number <= self.kept_at],
        )
        try:
            await asyncio.wrap_future(self.store.keep(self.id, change))
            self.timer, self.officers.waiting = timer, frozenset(waiting)
            self.kept_at = self.match.keeper.last.number
            self.match.keeper.thinned.clear()
        except ArdennesError:
            raise
        except Exception as error:
            logger.exception("table %s cannot be kept", self.id)
            raise Mistake("not-kept") from error

    async def reload(self) -> None:
        """Somebody else has changed the table: here is how it stands now."""
        row, self.match = await asyncio.to_thread(self._load, self.id)
        if row.deleted:
            raise WrongLink("wrong-link")
        self.kept_at = self.match.keeper.last.number
        self.take_over(row)
        self.asked_since, self.histories = self.rev_of_asked(), {}
        self.scenes.forget()
        await self.officers.look_again()
        for window in self.windows:
            self.scenes.show(window)

    def take_over(self, row: TableRow) -> None:
        """All that is kept of the table besides its log is as somebody else has left it."""
        former, self.row = self.row, row
        self.rev, self.unseen = row.rev, row.unseen
        self.draw_offered_by, self.players, self.timer = row.draw_offered_by, row.players, row.timer
        self.undo_asked_by, self.officers.ready = row.undo_asked_by, Ready.read(row.ready)
        tokens = zip(SEATS, (*former.seats, former.watch), (*row.seats, row.watch), strict=True)
        for side in [side for side, old, new in tokens if old != new]:
            self.show_out(side)

    async def seat(self, side: Side, player: str) -> None:
        """Hands a seat to the computer (a level), or back to a person."""
        async with self.lock:
            await self.computer.rest()
            players = (player, self.players[1]) if side == 0 else (self.players[0], player)
            try:
                await self.change(partial(setattr, self, "players", players))
            finally:
                self.computer.wake()


def _is_asked_the_same(before: Asked | None, now: Asked | None, new: Sequence[Record]) -> bool:
    """Whether all that happened was the other side acting between two answers."""
    if before is None or now is None or any(record.kind != "anytime" or record.side == now.side for record in new):
        return False
    return (before.side, before.question) == (now.side, now.question) and list(before.options) == list(now.options)


def _error_reply(error: ArdennesError, language: str) -> RefusedRequest:
    return RefusedRequest(in_language(error, language), rule="", code="error")
