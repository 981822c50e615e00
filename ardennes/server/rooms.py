"""A room for each table that is being played: the match, the windows that look at it, and what they are told."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.saves import Record
from ardennes.engine.texts import Refusal, Refused
from ardennes.errors import ArdennesError
from ardennes.server import wire
from ardennes.server.store import Store, Summary, TableRow

TOKEN_BYTES = 18
MOST_GUESSES = 40
SAYING_LITTLE = ("not-offered", "no-such-option")


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
    options: tuple[int, ...] = ()
    to: int = -1
    language: str = ""
    offer: str = ""


class Room:
    """One table, one action at a time."""

    def __init__(self, row: TableRow, match: Match, store: Store) -> None:
        self.id, self.row, self.match, self.store = row.id, row, match, store
        self.windows: set[Window] = set()
        self.rev = 0
        self.draw_offered_by: int | None = None
        self._lock = asyncio.Lock()

    # --- windows ---------------------------------------------------------------------------------

    async def welcome(self, window: Window) -> None:
        """A window arrives and is shown the whole table."""
        async with self._lock:
            self.windows.add(window)
            await self._show_whole(window)
            await self._tell_presence()

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
                reply = {"is": "refused", "text": str(error), "rule": "", "code": "error"}
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
        if window.side is None:
            raise ArdennesError("a watcher only watches")
        match request.do:
            case "about":
                return self._about(window, request.option)
            case "costs":
                return wire.costs_reply(self.match, window.side)
            case "why":
                return self._why(window, window.side, request.options[:MOST_GUESSES] or (request.option,))
        return await self._act(window, window.side, request)

    def _about(self, window: Window, option: int) -> dict[str, Any]:
        self._must_be_asked(window)
        return {"is": "reply", "about": wire.about_reply(self.match, self.match.about(option), window.language)}

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

    async def _act(self, window: Window, side: int, request: Request) -> dict[str, Any] | None:
        """Everything that changes the table: done, put on disk, then told to every window."""
        if request.rev not in (-1, self.rev):
            raise ArdennesError("the table has changed since; here is how it stands now")
        acts: dict[str, Callable[[], object]] = {
            "answer": lambda: self.match.apply(request.option, side),
            "anytime": lambda: self.match.apply(request.option, side),
            "undo": self.match.undo,
            "redo": self.match.redo,
            "back": lambda: self.match.back_to(request.to),
            "take_back": lambda: self.match.take_back(request.option),
            "resign": lambda: self.match.resign(side),
            "draw": lambda: self._draw(side, request.offer),
        }
        if request.do not in acts:
            raise ArdennesError(f"there is nothing to do called {request.do!r}")
        if request.do in ("undo", "redo", "back", "take_back"):
            self._must_be_asked(window)
        before = list(self.match.records)
        acts[request.do]()
        await self._keep(before)
        self.rev += 1
        await self._tell_change()
        return {"is": "done", "rev": self.rev}

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
            raise ArdennesError("no draw has been offered")

    async def _keep(self, before: list[Record]) -> None:
        after = self.match.records
        same = next(
            (number for number, (one, other) in enumerate(zip(before, after, strict=False)) if one != other),
            min(len(before), len(after)),
        )
        try:
            await asyncio.to_thread(self.store.keep, self.id, same, after[same:], summary(self.match))
        except Exception:
            self.match = self.match.rewound(before)
            raise

    async def _tell_change(self) -> None:
        for window in list(self.windows):
            old, window.shown = window.shown, wire.scene(self.match, window.side, window.language)
            if old is None:
                await self._show_whole(window)
            else:
                await window.send({**wire.change(old, window.shown, self.rev), **self._presence()})


def summary(match: Match) -> Summary:
    catalogue = match.game.catalogue()
    over = wire.verdict(match, catalogue)
    return Summary(
        turn=getattr(match.position, "turn", None),
        deciding=match.asked.side if match.asked else None,
        verdict=over["text"] if over else "",
        records=len(match.records),
    )


class Rooms:
    """All tables of this server; a room is opened when somebody comes in."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._open: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    def new(self, game: str, scenario: str, options: Iterable[str], name: str, seed: str = "") -> TableRow:
        """Sets up a table."""
        match = Match.new(game, scenario=scenario, options=options, seed=seed or secrets.token_hex(16))
        return self.add(match, name or match.game.info.title)

    def add(self, match: Match, name: str) -> TableRow:
        """Puts a match on a table of its own, with new links."""
        now = time.time()
        row = TableRow(
            id=secrets.token_urlsafe(6),
            name=name,
            header=match.header,
            seats=(secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES)),
            watch=secrets.token_urlsafe(TOKEN_BYTES),
            created=now,
            updated=now,
            deleted=False,
            summary=summary(match),
        )
        self.store.add(row, match.records)
        return row

    async def of_token(self, token: str) -> tuple[Room, int | None]:
        """The room a secret link leads to, and the side it sits at; None is a watcher."""
        row = await asyncio.to_thread(self.store.row_of_token, token)
        if row is None or row.deleted:
            raise ArdennesError("this link leads to no table")
        side = row.seats.index(token) if token in row.seats else None
        return await self.room(row), side

    async def room(self, row: TableRow) -> Room:
        async with self._opening:
            if row.id not in self._open:
                match = await asyncio.to_thread(self._load, row)
                self._open[row.id] = Room(row, match, self.store)
            return self._open[row.id]

    def _load(self, row: TableRow) -> Match:
        header = row.header
        game = load_game(header.game)
        if game.info.rules_version != header.rules_version:
            raise ArdennesError(f"{row.name}: played by version {header.rules_version} of the rules")
        kit = game.kit(header.scenario, header.options)
        if kit.digest != header.data_digest:
            raise ArdennesError(f"{row.name}: played with other data than this version has")
        return Match.replay(header, game.start(kit, header.seed), self.store.played(row.id))
