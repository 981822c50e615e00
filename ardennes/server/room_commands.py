"""The commands of a room: who may do what where several people play a side, and when a phase is over for all."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING
from weakref import proxy

import msgspec

from ardennes.engine.texts import Refusal, Refused
from ardennes.numbers import SIDES, Side, Unit
from ardennes.server.commands import (
    CHIEF,
    MOST_COMMANDS,
    Command,
    Ready,
    Staff,
    formations,
    phase_of,
    staffs,
)
from ardennes.server.computers import PERSON
from ardennes.server.kept_commands import commands_of, keep_commands
from ardennes.server.mistakes import Mistake
from ardennes.server.numbers import Numbers
from ardennes.server.protocol.requests import (
    ActRequest,
    AnswerRequest,
    AnytimeRequest,
    BackRequest,
    ChoiceRequest,
    OrdersRequest,
    ReadyRequest,
    RedoRequest,
    RunRequest,
    TakeBackRequest,
    UndoRequest,
    WhyRequest,
)
from ardennes.server.protocol.table import Asked, Commands, CommandShown
from ardennes.server.windows import Window
from ardennes.server.wire import encoded

if TYPE_CHECKING:
    from ardennes.server.room import Room

TOKEN_BYTES = 18


class Officers:
    """Those of both sides."""

    def __init__(self, room: Room, kept: Sequence[Command], ready: str) -> None:
        self.room: Room = proxy(room)
        self.ready = Ready.read(ready)
        self._authors: dict[int, int] = {}
        """By record who gave the answer, as far as that is known here."""
        self._acting: tuple[Side, int] | None = None
        self.take_over(kept)

    def take_over(self, kept: Sequence[Command]) -> None:
        """As somebody else has left them."""
        self._staffs = staffs(self.room.match.position.data, kept)

    def staff(self, side: Side) -> Staff:
        return self._staffs[side]

    def player(self, side: Side, number: int) -> str:
        """The level of the computer that plays a command; empty for a person."""
        command = self._staffs[side].commands.get(number)
        return self.room.players[side] if command is None else command.player

    def persons(self) -> bool:
        """Whether a person plays any part of any side."""
        return any(self.player(side, number) == PERSON for side in SIDES for number in self._staffs[side].numbers)

    @property
    def author(self) -> int | None:
        """Who gave the last answer, if that is known."""
        return self._authors.get(len(self.room.match.records) - 1)

    # --- who may do what -------------------------------------------------------------------------

    def check(self, window: Window, request: ActRequest) -> None:
        """Refused where what is asked for is another's business."""
        side, number = window.place
        if self.player(side, number) != PERSON:
            code = "computer-plays" if number == CHIEF else "computer-plays-command"
            raise Refused(Refusal(code, {"side": side}))
        staff, match = self._staffs[side], self.room.match
        if not staff:
            return
        match request:
            case AnswerRequest(option=option) | AnytimeRequest(option=option):
                self._check_option(window, option)
            case UndoRequest():
                self._check_undo(window, match.next_undone)
            case BackRequest(to=record):
                self._check_undo(window, Numbers.of(match, side).meant(record))
            case RedoRequest():
                if match.undone:
                    self._check_option(window, match.undone[-1].option)
            case TakeBackRequest(option=option):
                known = [at for at, record in enumerate(match.records) if record.option == option]
                self._check_authors(window, known[-1:])
            case RunRequest() | ReadyRequest():
                pass
            case _:
                if number != CHIEF:
                    raise Mistake("for-the-chief")

    def _check_option(self, window: Window, option: int) -> None:
        refusal = self.refusal(window.place[0], window.place[1], option, window.language)
        if refusal is not None:
            raise Refused(refusal)

    def refusal(self, side: Side, number: int, option: int, language: str) -> Refusal | None:
        """Why a command may not give an answer; None where it may, or the rules have the say."""
        staff, match = self._staffs[side], self.room.match
        if not staff or not match.position.data.exists(option):
            return None
        asked = match.asked is not None and match.asked.side == side and option in match.asked.options
        about = staff.speaks_of(match) if asked else ()
        if staff.may(number, option, about, self.author):
            return None
        unit = staff.unit_of(option)
        if unit is None:
            unit = about[0]
        whose = staff.title(staff.holder(unit), match.game.catalogue(language))
        return Refusal("not-your-formation", {"unit": unit, "command": whose})

    def check_choice(self, window: Window, request: ChoiceRequest) -> None:
        """What is offered to the side, but not to this command, is explained by saying whose it is."""
        match = self.room.match
        if not self._staffs[window.place[0]] or not isinstance(request, WhyRequest) or match.asked is None:
            return
        offered = [option for option in request.options if option in match.asked.options]
        for option in offered[:1]:
            self._check_option(window, option)

    def may(self, place: tuple[Side, int], language: str, option: int) -> Refusal | None:
        """The same for an answer of a run, in which nobody ends a phase."""
        staff = self._staffs[place[0]]
        if staff and option == staff.end(self.room.match):
            return Refusal("end-by-itself", {})
        return self.refusal(*place, option, language)

    def _check_undo(self, window: Window, first: int | None) -> None:
        """What others have done stands, but for a pick that has led to nothing yet: that is only in one's way."""
        match, staff = self.room.match, self._staffs[window.place[0]]
        if first is None:
            return
        taken = [
            at for at in range(max(first, match.settled), len(match.records)) if match.records[at].side == staff.side
        ]
        if len(taken) == 1 and staff.unit_of(match.records[taken[0]].option) in staff.speaks_of(match):
            return
        self._check_authors(window, taken)

    def _check_authors(self, window: Window, records: Sequence[int]) -> None:
        side, number = window.place
        others = {self._authors.get(at, number) for at in records} - {number}
        if others:
            catalogue = self.room.match.game.catalogue(window.language)
            whose = self._staffs[side].title(min(others), catalogue)
            raise Refused(Refusal("not-your-answer", {"command": whose}))

    def check_orders(self, window: Window, request: OrdersRequest) -> None:
        """An officer sends his own units; what answers for the whole side is ordered by its commander-in-chief."""
        side, number = window.place
        staff, known = self._staffs[side], self.room.match.position.data.counters
        if not staff:
            return
        if number != CHIEF and (request.standing or request.cancel):
            raise Mistake("for-the-chief")
        units = [order.unit for order in request.marches] + [*request.renew, *request.forget]
        for unit in units:
            if 0 <= unit < len(known) and known[unit].side == side and staff.holder(Unit(unit)) != number:
                whose = staff.title(staff.holder(Unit(unit)), self.room.match.game.catalogue(window.language))
                raise Refused(Refusal("not-your-formation", {"unit": unit, "command": whose}))

    def note(self, number: int, first: int) -> None:
        """A command has given the answers from a record on."""
        for at in range(first, len(self.room.match.records)):
            self._authors[at] = number

    # --- the end of a phase ----------------------------------------------------------------------

    def goes_on(self, window: Window, request: ActRequest) -> bool:
        """Whether what others of the side do meanwhile takes nothing from an answer: it is about units of one's own."""
        staff = self._staffs[window.place[0]]
        if isinstance(request, AnswerRequest):
            return bool(staff) and request.option != staff.end(self.room.match)
        return bool(staff) and isinstance(request, RunRequest)

    async def heard_ready(self, window: Window, request: ActRequest) -> bool:
        """Whether a command has only said whether it has done with a phase: to end it is for all to say."""
        side, number = window.place
        staff = self._staffs[side]
        if isinstance(request, ReadyRequest):
            await self.say_ready(side, number, on=request.on, for_all=request.all)
            return True
        if staff and isinstance(request, AnswerRequest) and request.option == staff.end(self.room.match):
            await self.say_ready(side, number)
            return True
        return False

    async def say_ready(self, side: Side, number: int, *, on: bool = True, for_all: bool = False) -> None:
        """A command has done with the phase, or not yet. When all have said so it ends; the commander-in-chief can end
        it without them."""
        staff, match = self._staffs[side], self.room.match
        if for_all and number != CHIEF:
            raise Mistake("for-the-chief")
        end = staff.end(match)
        if end is None:
            raise Refused(Refusal("no-phase-to-end", {}))
        phase = phase_of(match)
        said = set(self.ready.numbers) if self.ready.phase == phase else set()
        said = said | {number} if on else said - {number}
        if for_all or (on and not staff.waited_for(match) - said):
            self.ready = Ready()
            await self.room.change(partial(match.apply, end, side))
            return
        self.ready = Ready(phase, tuple(sorted(said)))
        await self.room.change(lambda: None)

    @contextmanager
    def acting(self, side: Side, number: int) -> Iterator[None]:
        """What is changed meanwhile is this command's doing."""
        first, self._acting = len(self.room.match.records), (side, number)
        try:
            yield
            self.note(number, first)
        finally:
            self._acting = None

    def settle(self) -> None:
        """Whoever acts has not done with the phase, and what was said of another phase is forgotten."""
        match = self.room.match
        asked = match.asked
        self._authors = {at: number for at, number in self._authors.items() if at < len(match.records)}
        if not self.ready.numbers:
            return
        if self._acting is not None and self.ready.phase.partition("/")[0] == f"{self._acting[0]}":
            left = tuple(other for other in self.ready.numbers if other != self._acting[1])
            self.ready = msgspec.structs.replace(self.ready, numbers=left)
        over = asked is None or f"{asked.side}" != self.ready.phase.partition("/")[0]
        if over or (
            asked is not None
            and self._staffs[asked.side].end(match) is not None
            and phase_of(match) != self.ready.phase
        ):
            self.ready = Ready()

    # --- the computer ----------------------------------------------------------------------------

    def computer_to_act(self) -> int | None:
        """The command of the computer that can go on now; the commander-in-chief's where nobody else is waited for."""
        match = self.room.match
        if match.asked is None:
            return None
        side = match.asked.side
        staff = self._staffs[side]
        if not staff:
            return CHIEF if self.player(side, CHIEF) != PERSON else None
        if staff.end(match) is not None:
            said = self.ready.numbers if self.ready.phase == phase_of(match) else ()
            who = staff.waited_for(match).difference(said) or {CHIEF}
            return min((number for number in who if self.player(side, number) != PERSON), default=None)
        begun = self.author
        if begun not in staff.numbers or not staff.allowed(match, begun, begun):
            begun = None
        if begun is not None and self.player(side, begun) != PERSON:
            return begun
        who = staff.who_decides(match) or {CHIEF if begun is None else begun}
        return min(who) if all(self.player(side, number) != PERSON for number in who) else None

    # --- changing them ---------------------------------------------------------------------------

    async def give(self, side: Side, number: int | None, names: Sequence[str], player: str) -> None:
        """Gives formations to a command, a new one where none is named; without formations it is dissolved."""
        staff, data = self._staffs[side], self.room.match.position.data
        known = formations(data, side)
        if unknown := [name for name in names if name not in known]:
            raise Mistake("no-such-formation", name=unknown[0][:80])
        commands = dict(staff.commands)
        if number is not None and number not in commands:
            raise Mistake("no-such-command", number=number)
        if number is None:
            if len(commands) >= MOST_COMMANDS:
                raise Mistake("too-many-commands", most=MOST_COMMANDS)
            number = max(commands, default=CHIEF) + 1
        token = commands[number].token if number in commands else secrets.token_urlsafe(TOKEN_BYTES)
        given = dict.fromkeys(names)
        commands[number] = Command(side=side, number=number, formations=tuple(given), token=token, player=player)
        for other, each in commands.items():
            if other != number:
                left = tuple(name for name in each.formations if name not in given)
                commands[other] = msgspec.structs.replace(each, formations=left)
        await self._keep(side, {n: each for n, each in commands.items() if each.formations})

    async def hand_over(self, side: Side, number: int, player: str) -> None:
        """A command goes to the computer, or back to a person."""
        commands = dict(self._staffs[side].commands)
        if number not in commands:
            raise Mistake("no-such-command", number=number)
        commands[number] = msgspec.structs.replace(commands[number], player=player)
        await self._keep(side, commands)

    async def _keep(self, side: Side, commands: dict[int, Command]) -> None:
        room, former = self.room, self._staffs[side].commands
        async with room.lock:
            await room.computer.rest()
            kept = keep_commands(room.store, room.id, side, former.keys(), list(commands.values()))
            await asyncio.wrap_future(kept)
            await self.look_again()

    async def look_again(self) -> None:
        """The commands have changed on disk: who has lost his is shown out, all others see what is theirs now."""
        room = self.room
        former = self._staffs
        self.take_over(await asyncio.to_thread(commands_of, room.store, room.id))
        for side in SIDES:
            lost = former[side].commands.keys() - self._staffs[side].commands.keys()
            for number in lost:
                room.show_out(side, number)
            if former[side].commands != self._staffs[side].commands:
                room.show_to_side(side)
        room.computer.wake()

    # --- telling ---------------------------------------------------------------------------------

    def tell(self) -> None:
        for window in self.room.windows:
            self.show(window)

    def show(self, window: Window) -> None:
        """To the windows of a side alone; the links of its commands to its commander-in-chief alone."""
        if window.side is None:
            return
        side, number = window.place
        staff, match = self._staffs[side], self.room.match
        known = formations(match.position.data, side)
        if not known or (not staff and number != CHIEF):
            return
        ending = staff.end(match) if staff else None
        said = self.ready.numbers if ending is not None and self.ready.phase == phase_of(match) else ()
        waited = staff.waited_for(match) if ending is not None else frozenset()
        catalogue = match.game.catalogue(window.language)
        shown = [
            CommandShown(
                number=each,
                title=staff.title(each, catalogue),
                formations=list(staff.commands[each].formations) if each in staff.commands else [],
                player=self.player(side, each),
                here=len(self.room.windows.at(side, each)),
                ready=each in said,
                waited_for=each in waited and each not in said,
                token=staff.commands[each].token if number == CHIEF and each in staff.commands else "",
            )
            for each in (staff.numbers if staff else ())
        ]
        units: list[int] = [*staff.units(number)] if staff else []
        window.send(encoded(Commands(own=number, formations=known, commands=shown, units=units)))

    def seen(self, asked: Asked | None, window: Window) -> Asked | None:
        """A question as a command reads it: with its own options, and whose business it is where it has none."""
        match = self.room.match
        if asked is None or match.asked is None or window.side != asked.side:
            return asked
        side, number = window.place
        staff = self._staffs[side]
        if not staff:
            return asked
        allowed = set(staff.allowed(match, number, self.author))
        left = asked.remaining
        if left is not None:
            own = tuple(unit for unit in left.units if staff.holder(Unit(unit)) == number)
            left = msgspec.structs.replace(left, units=own, final=False)
        catalogue = match.game.catalogue(window.language)
        whose = "" if allowed else "; ".join(staff.title(each, catalogue) for each in sorted(staff.who_decides(match)))
        return msgspec.structs.replace(
            asked,
            options=[option for option in asked.options if option in allowed],
            labels=[found for found in asked.labels if found[0] in allowed],
            remaining=left if left is not None and left.option in allowed else None,
            form=asked.form if allowed else [],
            standing=asked.standing if number == CHIEF and allowed else [],
            whose=whose,
        )
