"""A room for each table that is being played: the match, the windows that look at it, and what they are told.

Where the computer plays a seat, the room lets it think whenever it is asked and treats its answer like anybody's.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec

from ardennes.engine.match import Match
from ardennes.engine.saves import Record
from ardennes.engine.texts import Refusal, Refused
from ardennes.errors import ArdennesError
from ardennes.players import Considering, Thought
from ardennes.server import wire
from ardennes.server.archive import Archive
from ardennes.server.computers import PERSON, accepts_draw, decide, in_words, situation
from ardennes.server.film import walks
from ardennes.server.mistakes import Mistake, WrongLink, in_language
from ardennes.server.overlays import LOOKS, Look, Looks
from ardennes.server.pool import Pool, ThinkingFailed
from ardennes.server.standing import Chronicle
from ardennes.server.store import Change, Stale, Store, TableRow
from ardennes.server.summary import stacks, summary

MOST_GUESSES = 40
MOST_STOPS = 100
SAYING_LITTLE = ("not-offered", "no-such-option")
logger = logging.getLogger(__name__)


class Window(Protocol):
    """A browser window at a seat."""

    side: int | None
    language: str
    shown: wire.Scene | None

    async def send(self, message: dict[str, Any]) -> None: ...


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """What a window may ask."""

    do: str
    id: int = 0
    rev: int = -1
    option: int = -1
    options: tuple[int, ...] | None = None
    to: int = -1
    path: tuple[int, ...] = ()
    """The hexes a unit is to enter on its way; for `about`, those its way is to lead through."""
    name: str = ""
    unit: int = -1
    hex: int = -1
    side: int = -1
    language: str = ""
    offer: str = ""
    on: bool = True


class _Before:
    """How a table stood before an action, in case it cannot be kept."""

    def __init__(self, room: Room) -> None:
        match = room.match
        self.records, self.undone, self.automatic = list(match.records), list(match.undone), list(match.automatic)
        self.side = match.asked.side if match.asked else None
        self.rev, self.draw_offered_by = room.rev, room.draw_offered_by

    def restore(self, room: Room) -> None:
        room.rev, room.draw_offered_by = self.rev, self.draw_offered_by
        room.match = room.match.rewound(self.records)
        room.match.undone, room.match.automatic = self.undone, self.automatic


class Room:
    """One table, one action at a time."""

    def __init__(self, row: TableRow, store: Store, pool: Pool, load: Callable[[TableRow], Match]) -> None:
        self.id, self.row, self.match, self.store, self.pool = row.id, row, load(row), store, pool
        self._load = load
        self.players = row.players
        self.windows: set[Window] = set()
        self.rev, self.draw_offered_by = row.rev, row.draw_offered_by
        self.thinking: int | None = None
        """The side for which the computer thinks now."""
        self._thought: asyncio.Task[None] | None = None
        self._told: Sequence[Thought] = ()
        self._telling: asyncio.Task[None] | None = None
        self._weighing: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._looks = Looks()
        self._chronicles: dict[int | None, Chronicle] = {}
        self.archive = Archive(row.header, row.pack)

    def chronicle(self, side: int | None) -> Chronicle:
        """The course of the game in the eyes of a side."""
        return self._chronicles.setdefault(side, Chronicle(side, self.row.pack))

    # --- windows ---------------------------------------------------------------------------------

    async def welcome(self, window: Window) -> None:
        """A window arrives and is shown the whole table."""
        async with self._lock:
            self.windows.add(window)
            await self._show_whole(window)
            await self._tell_presence()
            self._wake()

    async def farewell(self, window: Window) -> None:
        self.windows.discard(window)
        await self._tell_presence()

    async def _show_whole(self, window: Window) -> None:
        window.shown = wire.scene(self.match, window.side, window.language)
        await window.send({**wire.whole(window.shown, self.match, self.rev), **self._presence()})

    async def _tell_presence(self) -> None:
        for window in list(self.windows):
            await window.send({"is": "presence", **self._presence()})

    def _presence(self) -> dict[str, Any]:
        sides = [window.side for window in self.windows]
        return {
            "presence": [sum(side == seat for side in sides) for seat in (0, 1)],
            "watching": sum(side is None for side in sides),
            "draw": self.draw_offered_by,
            "players": self.players,
            "thinking": self.thinking,
            "automatic": self.match.automatic,
        }

    # --- requests --------------------------------------------------------------------------------

    async def handle(self, window: Window, request: Request) -> None:
        """Answers one request; whatever is wrong with it is said to its sender alone."""
        async with self._lock:
            try:
                reply = await self._perform(window, request)
            except Refused as refused:
                reply = wire.refusal_reply(self.match, refused.refusal, window.language)
            except ArdennesError as error:
                reply = {"is": "refused", "text": in_language(error, window.language), "rule": "", "code": "error"}
            if reply is not None:
                await window.send({**reply, "to": request.id})

    async def _perform(self, window: Window, request: Request) -> dict[str, Any] | None:
        match request.do:
            case "sync":
                await self._show_whole(window)
                return None
            case "language":
                self.match.game.check_language(request.language)
                window.language = request.language
                await self._show_whole(window)
                return None
        if request.do in LOOKS:
            return self._look(window, request)
        if window.side is None:
            raise Mistake("watcher-watches")
        match request.do:
            case "about":
                return self._about(window, request.option, request.path)
            case "costs":
                return wire.costs_reply(self.match, window.side)
            case "why":
                return self._why(window, window.side, (request.options or (request.option,))[:MOST_GUESSES])
            case "automatic":
                return await self._set_automatic(window.side, on=request.on)
        return await self._act(window, window.side, request)

    def _about(self, window: Window, option: int, stops: Sequence[int]) -> dict[str, Any]:
        self._must_be_asked(window)
        told = self.match.about(option, stops[:MOST_STOPS])
        return {"is": "reply", "about": wire.about_reply(self.match, told, window.language)}

    def _look(self, window: Window, request: Request) -> dict[str, Any]:
        """Overlays and what-ifs: for everybody, at any time, from what the window's side may know."""
        look = Look(request.do, request.name, request.unit, request.hex, request.side, request.options)
        return self._looks.reply(self.match, self.rev, window.side, window.language, look)

    def _why(self, window: Window, side: int, guesses: Sequence[int]) -> dict[str, Any]:
        """Why none of these is offered: the first reason that says more than that it is not."""
        refusals = [self.match.refusal(option, side) for option in guesses]
        if None in refusals:
            return {"is": "reply"}
        telling = [refusal for refusal in refusals if refusal is not None and refusal.code not in SAYING_LITTLE]
        refusal = (telling or refusals)[0]
        assert refusal is not None
        return wire.refusal_reply(self.match, refusal, window.language)

    def _must_be_asked(self, window: Window) -> None:
        asked = self.match.asked
        if asked is None or asked.side != window.side:
            side = asked.side if asked else window.side
            raise Refused(Refusal("not-your-decision", {"side": side}) if asked else Refusal("game-is-over"))

    async def _set_automatic(self, side: int, *, on: bool) -> dict[str, Any]:
        """Whether questions with a single answer answer themselves at a seat; the one that stands may do so at once."""
        if self.match.automatic[side] != on:
            await self._change(lambda: self.match.let_answer_itself(side, automatic=on))
        return {"is": "done", "rev": self.rev}

    async def _act(self, window: Window, side: int, request: Request) -> dict[str, Any] | None:
        """Everything that changes the table: done, put on disk, then told to every window."""
        if request.rev not in (-1, self.rev):
            raise Mistake("table-has-changed")
        acts: dict[str, Callable[[], object]] = {
            "answer": lambda: self.match.apply(request.option, side, request.path),
            "anytime": lambda: self.match.apply(request.option, side),
            "undo": self.match.undo,
            "redo": self.match.redo,
            "back": lambda: self.match.back_to(request.to),
            "take_back": lambda: self.match.take_back(request.option),
            "resign": lambda: self.match.resign(side),
            "draw": lambda: self._draw(side, request.offer),
        }
        if request.do not in acts:
            raise Mistake("no-such-act", name=request.do)
        if self.players[side] != PERSON:
            raise Refused(Refusal("computer-plays", {"side": side}))
        if request.do in ("undo", "redo", "back", "take_back"):
            self._must_be_asked(window)
        await self._change(acts[request.do])
        if request.do == "draw":
            self._weigh_draw()
        return {"is": "done", "rev": self.rev}

    async def _change(self, act: Callable[[], object]) -> None:
        """Done, put on disk, then told to every window; then it may be the computer's turn."""
        before = _Before(self)
        act()
        try:
            await self._keep(before)
        except Stale:
            await self._reload()
            raise
        except Exception:
            before.restore(self)
            raise
        await self._tell_change(self.match.records[len(before.records) :])
        self._wake()

    def _draw(self, side: int, offer: str) -> None:
        """A draw is offered by one side and accepted by the other."""
        if offer == "offer":
            self.draw_offered_by = side
        elif offer == "accept" and self.draw_offered_by == 1 - side:
            self.match.agree_draw()
            self.draw_offered_by = None
        elif offer == "decline":
            self.draw_offered_by = None
        else:
            raise Mistake("no-draw-offered")

    async def _keep(self, before: _Before) -> None:
        old, new = before.records, self.match.records
        same = next(
            (number for number, (one, other) in enumerate(zip(old, new, strict=False)) if one != other),
            min(len(old), len(new)),
        )
        handed_over = self.match.asked is None or self.match.asked.side != before.side
        change = Change(
            rev=self.rev,
            new_rev=self.rev + 1,
            first=same,
            played=new[same:],
            summary=summary(self.match),
            draw_offered_by=self.draw_offered_by,
            automatic=(self.match.automatic[0], self.match.automatic[1]),
            undone=self.match.undone,
            stacks=stacks(self.match) if handed_over else None,
        )
        self.rev = change.new_rev
        await asyncio.wrap_future(self.store.keep(self.id, change))

    async def _reload(self) -> None:
        """Somebody else has changed the table: here is how it stands now."""
        row = await asyncio.to_thread(self.store.row, self.id)
        if row is None or row.deleted:
            raise WrongLink("wrong-link")
        self.row, self.match = row, await asyncio.to_thread(self._load, row)
        self.rev, self.draw_offered_by, self.players = row.rev, row.draw_offered_by, row.players
        for window in list(self.windows):
            await self._show_whole(window)

    # --- the computer ----------------------------------------------------------------------------

    async def seat(self, side: int, player: str) -> None:
        """Hands a seat to the computer (a level), or back to a person."""
        async with self._lock:
            self.players = (player, self.players[1]) if side == 0 else (self.players[0], player)
            await asyncio.to_thread(self.store.seat, self.id, self.players)
            await self._rest()
            await self._tell_presence()
            self._wake()

    def _computer_asked(self) -> int | None:
        """The side that must decide, if the computer plays it. Two computers play on only while somebody looks."""
        asked = self.match.asked
        if asked is None or self.players[asked.side] == PERSON:
            return None
        return asked.side if self.windows or PERSON in self.players else None

    def _wake(self) -> None:
        if self._computer_asked() is not None and (self._thought is None or self._thought.done()):
            self._thought = asyncio.create_task(self._play_on())

    async def _play_on(self) -> None:
        """Answers for the computer until a person must decide. Whatever goes wrong in it, the table stands."""
        try:
            while (side := self._computer_asked()) is not None:
                await self._let_think(side)
        except Exception as error:
            logger.warning("table %s: the computer cannot go on: %s", self.id, error)
            await self._tell_thoughts(self.thinking, (), str(error))
        finally:
            self.pool.rest(self.id)
        self.thinking = self._thought = None
        await self._tell_presence()

    async def _let_think(self, side: int) -> None:
        """One answer of the computer, dropped if the table has changed meanwhile."""
        if self.thinking != side:
            self.thinking = side
            await self._tell_presence()
        asked = self.match.asked
        if asked is None or asked.side != side:
            return
        told = situation(self.match, side, self.players[side], self.id, self.row.pack)
        decision = await self.pool.think(self.id, partial(self._follow, side), decide, told)
        if self._telling is not None:
            await self._telling
        async with self._lock:
            if self.match.asked is asked:
                await self._tell_thoughts(side, decision.thoughts)
                await self._change(lambda: self.match.apply(decision.option, side))

    def _follow(self, side: int, considered: Considering) -> None:
        """Tells how far a thought has come, unless the windows have not heard the last of it yet."""
        if self.thinking == side and (self._telling is None or self._telling.done()):
            self._telling = asyncio.create_task(self._tell_progress(side, considered))

    async def _tell_progress(self, side: int, considered: Considering) -> None:
        self._told = ()
        for window in list(self.windows):
            told = considered if self._may_hear(window, side) else Considering(considered.share)
            await self._tell_thought(window, side, told.plans, progress=(told.share, told.tried, told.changes))

    async def _tell_thoughts(self, side: int | None, thoughts: Sequence[Thought], trouble: str = "") -> None:
        """What the computer considered when it had decided, or why it could not."""
        if not trouble and (not thoughts or thoughts == self._told):
            return
        self._told = thoughts
        for window in list(self.windows):
            said = thoughts if self._may_hear(window, side) else ()
            await self._tell_thought(window, side, said, trouble=trouble)

    def _may_hear(self, window: Window, side: int | None) -> bool:
        """What a side plans would betray what it alone knows, where anything is hidden."""
        return window.side == side or not self.match.position.kit.has_secrets

    async def _tell_thought(
        self,
        window: Window,
        side: int | None,
        thoughts: Sequence[Thought],
        *,
        trouble: str = "",
        progress: tuple[float, int, int] | None = None,
    ) -> None:
        said = in_words(thoughts, self.match, window.language)
        await window.send({"is": "thinking", "side": side, "thoughts": said, "trouble": trouble, "progress": progress})

    async def _rest(self) -> None:
        """Stops thinking; whatever was about to be answered is dropped."""
        task, self._thought, self.thinking = self._thought, None, None
        if task is not None and not task.done():
            task.cancel()
            await asyncio.wait([task])

    def _weigh_draw(self) -> None:
        offered = self.draw_offered_by
        if offered is not None and self.players[1 - offered] != PERSON:
            self._weighing = asyncio.create_task(self._answer_draw(1 - offered))

    async def _answer_draw(self, side: int) -> None:
        told = situation(self.match, side, self.players[side], self.id, self.row.pack)
        try:
            agreed = await self.pool.run(accepts_draw, told)
        except ThinkingFailed:
            agreed = False
        async with self._lock:
            if self.draw_offered_by == 1 - side and self.match.over is None:
                await self._change(lambda: self._draw(side, "accept" if agreed else "decline"))

    async def close(self) -> None:
        await self._rest()

    async def _tell_change(self, new: Sequence[Record]) -> None:
        for window in list(self.windows):
            old, window.shown = window.shown, wire.scene(self.match, window.side, window.language)
            if old is None:
                await self._show_whole(window)
            else:
                ways = walks(old.columns["where"], window.shown.columns["where"], new)
                await window.send({**wire.change(old, window.shown, self.rev), "walks": ways, **self._presence()})
