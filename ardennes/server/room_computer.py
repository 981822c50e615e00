"""The computer at a table: it thinks whenever a seat of its own is asked, and gives the answers that a player has
ordered in advance; they are treated like anybody's."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING
from weakref import proxy

from ardennes.engine.play import Run
from ardennes.engine.texts import Refusal, Refused
from ardennes.languages import FIRST_LANGUAGE
from ardennes.numbers import ENEMY_OF, Side
from ardennes.players import Considering, Thought
from ardennes.server.commands import phase_of
from ardennes.server.computers import PERSON, Decision, Situation, accepts_draw, decide, in_words, situation
from ardennes.server.mistakes import in_language
from ardennes.server.pool import ThinkingFailed
from ardennes.server.protocol.table import Thinking
from ardennes.server.room_terms import answer_draw
from ardennes.server.store import Stale
from ardennes.server.windows import Window
from ardennes.server.wire import encoded
from ardennes.server.writer import DiskTrouble

if TYPE_CHECKING:
    from ardennes.server.room import Room

BETWEEN_TRIES = 3.0
"""Seconds after which an answer that could not be kept is thought of again, or given again."""
logger = logging.getLogger(__name__)


class Computer:
    """Plays those seats of a room that belong to the computer."""

    def __init__(self, room: Room) -> None:
        self.room: Room = proxy(room)
        """Not held, so that a closed room is gone at once, without a search of all memory for cycles."""
        self.thinking: Side | None = None
        """The side for which it thinks now."""
        self._thought: asyncio.Task[None] | None = None
        self._told: Sequence[Thought] = ()
        self._changed = asyncio.Event()
        """Set by every change, for a command that waits until people have ended an act."""
        self._weighing: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether it thinks, or weighs a draw."""
        return any(task is not None and not task.done() for task in (self._thought, self._weighing))

    def wake(self) -> None:
        """The table has changed, or been opened: it may be the computer's turn, or a draw been offered to it."""
        self._changed.set()
        if self._has_to_answer() and (self._thought is None or self._thought.done()):
            self._thought = asyncio.create_task(self._play_on())
        if (side := self._offered_side()) is not None and (self._weighing is None or self._weighing.done()):
            self._weighing = asyncio.create_task(self._answer_draw(side))

    async def rest(self) -> None:
        """Stops thinking; whatever was about to be answered is dropped."""
        tasks = [task for task in (self._thought, self._weighing) if task is not None and not task.done()]
        self._thought = self._weighing = self.thinking = None
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _asked_side(self) -> Side | None:
        """The side that must decide, if the computer plays it or one of its commands that can go on. Computers alone
        play on only while somebody looks."""
        asked, officers = self.room.match.asked, self.room.officers
        if asked is None or officers.computer_to_act() is None:
            return None
        return asked.side if self.room.windows or officers.persons() else None

    def _has_to_answer(self) -> bool:
        return self._asked_side() is not None or self.room.orders.answer is not None

    async def _play_on(self) -> None:
        """Answers for the computer until a person must decide. Whatever goes wrong in it, the table stands."""
        try:
            while self._has_to_answer():
                side = self._asked_side()
                try:
                    if side is None:
                        await self._answer_as_ordered()
                    else:
                        await self._let_think(side)
                except (DiskTrouble, Stale) as error:
                    self._tell_thoughts(side, (), error)
                    await asyncio.sleep(BETWEEN_TRIES)
        except Exception as error:
            logger.exception("table %s: the computer cannot go on", self.room.id)
            self._tell_thoughts(self.thinking, (), error)
        finally:
            self.room.pool.rest(self.room.id)
        self.thinking = self._thought = None
        self.room.tell_presence()

    async def _let_think(self, side: Side) -> None:
        """What the computer does next, dropped if the table has changed meanwhile."""
        room = self.room
        if self.thinking != side:
            self.thinking = side
            room.tell_presence()
        asked = room.match.asked
        if asked is None or asked.side != side:
            return
        if room.officers.staff(side):
            if (number := room.officers.computer_to_act()) is not None:
                await self._let_command(side, number)
            return
        memory = await asyncio.to_thread(room.store.memory, room.id, side)
        told = _situation(room, side, memory)
        decision = await room.pool.think(room.id, partial(self._follow, side), decide, told)
        async with room.lock:
            if room.match.asked is asked:
                if decision.memory != memory:
                    await asyncio.wrap_future(room.store.keep_memory(room.id, side, decision.memory))
                self._tell_thoughts(side, decision.choices[-1].thoughts)
                steps = [(choice.option, ()) for choice in decision.choices]
                await room.change_by_run(steps, side, [choice.thoughts for choice in decision.choices])

    async def _let_command(self, side: Side, number: int) -> None:
        """What the computer does with a command of its own, beside people. Where a phase can be ended it makes all its
        acts and says that it has done; elsewhere it answers what is asked of its units."""
        room, officers = self.room, self.room.officers
        staff, asked, level = officers.staff(side), room.match.asked, officers.player(side, number)
        phase = phase_of(room.match) if staff.end(room.match) is not None else None
        units = officers.acting_units(side, number)
        told = situation(room.match, side, level, room.id, room.row.pack, rev=room.rev_of(side), units=units)
        decision = await room.pool.think(room.id, partial(self._follow, side), decide, told)
        if phase is not None:
            await self._carry_out_acts(side, number, phase, decision)
            return
        async with room.lock:
            if room.match.asked is asked:
                options = [choice.option for choice in decision.choices]
                allowed = staff.allowed(room.match, number)
                await self._run_for(side, number, options if options[0] in allowed else allowed[:1])

    async def _carry_out_acts(self, side: Side, number: int, phase: str, decision: Decision) -> None:
        """Act by act, as far as people have left room for them: between two of theirs, never in the midst of one. Where
        nothing can be done any more, it has done."""
        options, done = [choice.option for choice in decision.choices], 0
        for many in decision.acts:
            act, options = options[:many], options[many:]
            if not await self._come_to(side, number, phase):
                return
            async with self.room.lock:
                if self._may_act(side, number, phase):
                    with suppress(Refused):
                        done += await self._act_for(side, number, act)
        if (decision.whole or not done) and await self._come_to(side, number, phase):
            async with self.room.lock:
                if self._may_act(side, number, phase):
                    await self.room.officers.say_ready(side, number)

    async def _come_to(self, side: Side, number: int, phase: str) -> bool:
        """Waits while people of the side are in the midst of an act; whether then the phase still stands, and the
        command is still the computer's."""
        while not self._may_act(side, number, phase):
            asked, officers = self.room.match.asked, self.room.officers
            if asked is None or asked.side != side or officers.computer_to_act() is not None:
                return False
            if officers.staff(side).end(self.room.match) is not None:
                return False
            self._changed.clear()
            await self._changed.wait()
        return True

    def _may_act(self, side: Side, number: int, phase: str) -> bool:
        officers, match = self.room.officers, self.room.match
        staff = officers.staff(side)
        stands = staff.end(match) is not None and phase_of(match) == phase
        return stands and number in staff.numbers and officers.player(side, number) != PERSON

    async def _act_for(self, side: Side, number: int, options: Sequence[int]) -> bool:
        """Whether an act could be done. What was begun and cannot go on, because others have done otherwise than was
        thought, is taken back."""
        match, first = self.room.match, len(self.room.match.records)
        run = await self._run_for(side, number, options)
        if run.refusal is None or match.settled > first:
            return True
        await self.room.change(partial(match.back_to, first))
        return False

    async def _run_for(self, side: Side, number: int, options: Sequence[int]) -> Run:
        """The answers of one act, as far as they are the command's own to give."""
        room, first = self.room, len(self.room.match.records)

        def may(option: int) -> Refusal | None:
            if len(room.match.records) > first and room.officers.staff(side).end(room.match) is not None:
                return Refusal("end-by-itself", {})
            return room.officers.may((side, number), FIRST_LANGUAGE, option)

        with room.officers.acting(side, number):
            return await room.change_by_run([(option, ()) for option in options], side, may=may, by=number)

    async def _answer_as_ordered(self) -> None:
        """What a player has said once for all questions of a kind."""
        room = self.room
        async with room.lock:
            asked, option = room.match.asked, room.orders.answer
            if asked is not None and option is not None:
                await room.change_by_run([(option, ())], asked.side)

    # --- telling ---------------------------------------------------------------------------------

    def _follow(self, side: Side, considered: Considering) -> None:
        """Tells how far a thought has come."""
        if self.thinking == side:
            self._told = ()
            self._tell(side, considered.plans, progress=(considered.share, considered.tried, considered.changes))

    def _tell_thoughts(self, side: Side | None, thoughts: Sequence[Thought], trouble: Exception | None = None) -> None:
        """What the computer considered when it had decided, or why it could not."""
        if trouble or (thoughts and thoughts != self._told):
            self._told = thoughts
            self._tell(side, thoughts, trouble=trouble)

    def _tell(
        self,
        side: Side | None,
        thoughts: Sequence[Thought],
        *,
        trouble: Exception | None = None,
        progress: tuple[float, int, int] | None = None,
    ) -> None:
        """Tells every window; those that may not hear what is considered hear only how far it has come."""
        messages: dict[tuple[bool, str], str] = {}
        for window in self.room.windows:
            hears = self._may_hear(window, side)
            if (hears, window.language) not in messages:
                said = in_words(thoughts if hears else (), self.room.match, window.language)
                wrong = in_language(trouble, window.language) if trouble else ""
                far = progress if hears or progress is None else (progress[0], 0, 0)
                messages[hears, window.language] = encoded(Thinking(side, said, wrong, far))
            window.send(messages[hears, window.language])

    def _may_hear(self, window: Window, side: Side | None) -> bool:
        """What a side plans would betray what it alone knows, where anything is hidden."""
        return window.side == side or not self.room.match.position.data.has_secrets

    # --- draws -----------------------------------------------------------------------------------

    def _offered_side(self) -> Side | None:
        """The side to which a draw has been offered, if the computer plays it."""
        offered = self.room.draw_offered_by
        if offered is None or self.room.players[ENEMY_OF[offered]] == PERSON or self.room.match.over is not None:
            return None
        return ENEMY_OF[offered]

    async def _answer_draw(self, side: Side) -> None:
        room = self.room
        told = _situation(room, side)
        try:
            agreed = await room.pool.run(accepts_draw, told)
        except ThinkingFailed:
            agreed = False
        while self._offered_side() == side:
            try:
                async with room.lock:
                    if self._offered_side() == side:
                        await answer_draw(room, side, "accept" if agreed else "decline")
            except (DiskTrouble, Stale):
                await asyncio.sleep(BETWEEN_TRIES)


def _situation(room: Room, side: Side, memory: bytes = b"") -> Situation:
    """All that the computer is told when it plays a side."""
    level, rev = room.players[side], room.rev_of(side)
    return situation(room.match, side, level, room.id, room.row.pack, rev=rev, memory=memory)
