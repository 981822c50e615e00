"""The commands of a room: who may do what where several people play a side, and when a phase is over for all."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakKeyDictionary, proxy

import msgspec

from ardennes.engine.texts import Refusal, Refused
from ardennes.numbers import SIDES, Side, Unit
from ardennes.server.commands import (
    CHIEF,
    MOST_COMMANDS,
    WITHIN,
    Command,
    Ready,
    Staff,
    called,
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
from ardennes.server.protocol.seat import GiveCommand
from ardennes.server.protocol.table import Asked, Commands, CommandShown, FormationShown
from ardennes.server.store import Stale
from ardennes.server.windows import Window
from ardennes.server.wire import encoded

if TYPE_CHECKING:
    from ardennes.server.room import Room

TOKEN_BYTES = 18
Word = Literal["ready", "waited_for"]


class Officers:
    """Those of both sides."""

    def __init__(self, room: Room, kept: Sequence[Command], ready: str) -> None:
        self.room: Room = proxy(room)
        self.ready = Ready.read(ready)
        self._acting: tuple[Side, int] | None = None
        self._told: WeakKeyDictionary[Window, str] = WeakKeyDictionary()
        """What each window has heard last of the commands of its side."""
        self._phase, self._phase_since = "", 0
        """The phase that stands, or stood last, and the first revision of its side in it."""
        self.take_over(kept)
        self.waiting = self.waits_for()
        """Whose answer the table waited for when it was kept."""
        self._note_phase()

    def take_over(self, kept: Sequence[Command]) -> None:
        """As somebody else has left them."""
        self._staffs = staffs(self.room.match.position.data, kept)

    def staff(self, side: Side) -> Staff:
        return self._staffs[side]

    def player(self, side: Side, number: int) -> str:
        """The level of the computer that plays a command; empty for a person."""
        command = self._staffs[side].commands.get(number)
        return self.room.players[side] if command is None else command.player

    def acting_units(self, side: Side, number: int) -> list[Unit] | None:
        """Those with which a command may begin something now, where several play a side; None for all."""
        staff, match = self._staffs[side], self.room.match
        return staff.units(match.position, number) if staff and staff.end(match) is not None else None

    def persons(self) -> bool:
        """Whether a person plays any part of any side."""
        return any(self.player(side, number) == PERSON for side in SIDES for number in self._staffs[side].numbers)

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
                loose = range(match.settled, len(match.records))
                known = [at for at in loose if match.records[at].option == option]
                if others := self._others_of(window, known[-1:]):
                    self._refuse_undo(window, others)
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
        asked = staff.standing(match)
        if match.asked is None or match.asked.side != side or option not in match.asked.options:
            asked = asked._replace(about=(), whose=frozenset({CHIEF}))
        if staff.may(number, option, asked):
            return None
        catalogue, unit = match.game.catalogue(language), staff.unit_of(option)
        if unit is None and not asked.about:
            return Refusal("for-whole-side", {"command": staff.title(min(asked.whose), catalogue)})
        unit = asked.about[0] if unit is None else unit
        whose = staff.title(staff.holder(asked.position, unit), catalogue)
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
        if others := self._others_since(window, first):
            self._refuse_undo(window, others)

    def _others_since(self, window: Window, first: int | None) -> set[int]:
        """Who else of the side has given answers from a record on. What others have done stands, but for a pick that
        has led to nothing yet: that is only in one's way."""
        match, staff = self.room.match, self._staffs[window.place[0]]
        if first is None or not staff:
            return set()
        taken = [
            at for at in range(max(first, match.settled), len(match.records)) if match.records[at].side == staff.side
        ]
        if len(taken) == 1 and staff.unit_of(match.records[taken[0]].option) in staff.speaks_of(match):
            return set()
        return self._others_of(window, taken)

    def _others_of(self, window: Window, records: Sequence[int]) -> set[int]:
        staff, given = self._staffs[window.place[0]], [self.room.match.records[at] for at in records]
        chosen = {record.by for record in given if record.kind != "forced"}
        return chosen.intersection(staff.numbers) - {window.number}

    def _refuse_undo(self, window: Window, others: set[int]) -> None:
        staff, catalogue = self._staffs[window.place[0]], self.room.match.game.catalogue(window.language)
        raise Refused(Refusal("not-your-answer", {"command": staff.title(min(others), catalogue)}))

    def check_orders(self, window: Window, request: OrdersRequest) -> None:
        """An officer sends his own units; what answers for the whole side is ordered by its commander-in-chief."""
        side, number = window.place
        staff, p = self._staffs[side], self.room.match.position
        known = p.data.counters
        if not staff:
            return
        if number != CHIEF and (request.standing or request.cancel):
            raise Mistake("for-the-chief")
        units = [order.unit for order in request.marches] + [*request.renew, *request.forget]
        for unit in units:
            if 0 <= unit < len(known) and known[unit].side == side and staff.holder(p, Unit(unit)) != number:
                whose = staff.title(staff.holder(p, Unit(unit)), self.room.match.game.catalogue(window.language))
                raise Refused(Refusal("not-your-formation", {"unit": unit, "command": whose}))

    # --- the end of a phase ----------------------------------------------------------------------

    def goes_on(self, window: Window, request: ActRequest) -> bool:
        """Whether what others of the side do meanwhile takes nothing from what is asked: an answer about units of one's
        own, or one's word that one has done with the phase which still stands."""
        side = window.place[0]
        staff = self._staffs[side]
        if not staff:
            return False
        if isinstance(request, ReadyRequest) or (
            isinstance(request, AnswerRequest) and request.option == staff.end(self.room.match)
        ):
            return self._phase_since <= request.rev <= self.room.rev_of(side)
        return isinstance(request, AnswerRequest | RunRequest)

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
        said = self.said() | {number} if on else self.said() - {number}
        if for_all or (on and not staff.waited_for(match) - said):
            await self.room.change(partial(match.apply, end, side))
        else:
            await self.room.change(partial(setattr, self, "ready", Ready(phase_of(match), tuple(sorted(said)))))

    def said(self) -> frozenset[int]:
        """Who has done with the phase that stands."""
        return frozenset(self.ready.numbers if self.ready.phase == phase_of(self.room.match) else ())

    def waits_for(self) -> frozenset[int]:
        """Whose answer the table waits for, of the side that must decide; nobody's where one plays all of it."""
        asked = self.room.match.asked
        staff = self._staffs[asked.side] if asked is not None else None
        return staff.waits_for(self.room.match, self.said()) if staff else frozenset()

    @contextmanager
    def acting(self, side: Side, number: int) -> Iterator[None]:
        """What is changed meanwhile is this command's doing."""
        self._acting = side, number
        try:
            yield
        finally:
            self._acting = None

    def settle(self) -> None:
        """Whoever acts has not done with the phase, and what was said of another phase is forgotten; the enemy's
        answers in the midst of one change nothing in it."""
        match = self.room.match
        if not self.ready.numbers:
            return
        if self._acting is not None and self.ready.phase.partition("/")[0] == f"{self._acting[0]}":
            left = tuple(other for other in self.ready.numbers if other != self._acting[1])
            self.ready = msgspec.structs.replace(self.ready, numbers=left)
        asked = match.asked
        if asked is None or (self._staffs[asked.side].end(match) is not None and phase_of(match) != self.ready.phase):
            self.ready = Ready()

    def _note_phase(self) -> None:
        match = self.room.match
        if any(self._staffs) and match.asked is not None and self._staffs[match.asked.side].end(match) is not None:
            phase = phase_of(match)
            if phase != self._phase:
                self._phase, self._phase_since = phase, self.room.rev_of(match.asked.side)

    # --- the computer ----------------------------------------------------------------------------

    def computer_to_act(self) -> int | None:
        """The command of the computer that can go on now; the commander-in-chief's where nobody else is waited for."""
        asked = self.room.match.asked
        if asked is None:
            return None
        waiting = self.waits_for() or {CHIEF}
        computers = {number for number in waiting if self.player(asked.side, number) != PERSON}
        if self._staffs[asked.side].end(self.room.match) is None and computers != waiting:
            return None
        return min(computers, default=None)

    # --- changing them ---------------------------------------------------------------------------

    async def give(self, side: Side, wanted: GiveCommand) -> None:
        """Gives formations to a command, a new one where none is named; without formations it is dissolved."""
        names, number = tuple(dict.fromkeys(wanted.formations)), wanted.number
        known = self._staffs[side].formations
        if unknown := [name for name in names if name not in known]:
            raise Mistake("no-such-formation", name=unknown[0][:80])

        def given(commands: dict[int, Command]) -> None:
            if number is not None and number not in commands:
                raise Mistake("no-such-command", number=number)
            if number is None and len(commands) >= MOST_COMMANDS:
                raise Mistake("too-many-commands", most=MOST_COMMANDS)
            mine = max(commands, default=CHIEF) + 1 if number is None else number
            renewed = wanted.renew or mine not in commands
            token = secrets.token_urlsafe(TOKEN_BYTES) if renewed else commands[mine].token
            for other, each in commands.items():
                left = tuple(name for name in each.formations if name not in names)
                commands[other] = msgspec.structs.replace(each, formations=left)
            commands[mine] = Command(side=side, number=mine, formations=names, token=token, player=wanted.player)

        await self._change(side, given)

    async def hand_over(self, side: Side, number: int, player: str) -> None:
        """A command goes to the computer, or back to a person."""

        def handed(commands: dict[int, Command]) -> None:
            if number not in commands:
                raise Mistake("no-such-command", number=number)
            commands[number] = msgspec.structs.replace(commands[number], player=player)

        await self._change(side, handed)

    async def _change(self, side: Side, change: Callable[[dict[int, Command]], None]) -> None:
        """Changes the commands of a side as they are kept now; those that have no formations any more are no more."""
        room = self.room
        async with room.lock:
            await room.computer.rest()
            try:
                kept = await asyncio.to_thread(commands_of, room.store, room.id)
                former = {each.number: each for each in kept if each.side == side}
                commands = dict(former)
                change(commands)
                left = [each for each in commands.values() if each.formations]
                await asyncio.wrap_future(keep_commands(room.store, room.id, side, former, left))
                await self.look_again()
                with suppress(Stale):  # Who missed the news of it sees so; and somebody else may be waited for.
                    await room.change(lambda: None)
            finally:
                room.computer.wake()

    async def look_again(self) -> None:
        """The commands have changed on disk: who has lost his link is shown out, all others see what is theirs now."""
        room = self.room
        former = self._staffs
        self.take_over(await asyncio.to_thread(commands_of, room.store, room.id))
        self._note_phase()
        for old, new in zip(former, self._staffs, strict=True):
            for number, command in old.commands.items():
                if number not in new.commands or new.commands[number].token != command.token:
                    room.show_out(new.side, number)
            if old.commands != new.commands:
                room.scenes.show_to_side(new.side)
        room.computer.wake()

    # --- telling ---------------------------------------------------------------------------------

    def tell(self) -> None:
        """To the windows of a side alone, where there is something new."""
        self._note_phase()
        for staff in self._staffs:
            windows = self.room.windows.at(staff.side) if staff else []
            stands = self._stands(staff) if windows else {}
            for window in windows:
                text = self._message(window, stands)
                if self._told.get(window) != text:
                    self._told[window] = text
                    window.send(text)

    def show(self, window: Window) -> None:
        """All of it to one that has just been shown the table; who has no part of a side hears what can be given."""
        if window.side is None or not self._staffs[window.side].formations:
            return
        self._told[window] = self._message(window, self._stands(self._staffs[window.side]))
        window.send(self._told[window])

    def _stands(self, staff: Staff) -> dict[int, Word]:
        """Which commands have done with the phase, and which it waits for."""
        if not staff or staff.end(self.room.match) is None:
            return {}
        said = self.said()
        return {**dict.fromkeys(staff.waited_for(self.room.match), "waited_for"), **dict.fromkeys(said, "ready")}

    def _message(self, window: Window, stands: Mapping[int, Word]) -> str:
        """The links are for the commander-in-chief alone."""
        side, number = window.place
        staff, match = self._staffs[side], self.room.match
        catalogue = match.game.catalogue(window.language)
        shown = [
            CommandShown(
                number=each,
                title=staff.title(each, catalogue),
                formations=list(staff.commands[each].formations) if each in staff.commands else [],
                player=self.player(side, each),
                here=len(self.room.windows.at(side, each)),
                ready=stands.get(each) == "ready",
                waited_for=stands.get(each) == "waited_for",
                token=staff.commands[each].token if number == CHIEF and each in staff.commands else "",
            )
            for each in (staff.numbers if staff else ())
        ]
        units: list[int] = [*staff.units(match.position, number)] if staff else []
        known = [FormationShown(name, called(name, catalogue), name.rpartition(WITHIN)[0]) for name in staff.formations]
        return encoded(Commands(own=number, formations=known, commands=shown, units=units))

    def seen(self, rest: dict[str, Any], window: Window) -> dict[str, Any]:
        """What a side is shown, as a command of it reads it: what is its own to answer, and to take back."""
        match, asked = self.room.match, rest["asked"]
        if window.side is None or asked is None or match.asked is None or window.side != asked.side:
            return rest
        staff = self._staffs[window.side]
        if not staff:
            return rest
        rest = rest | {"asked": self._question(asked, staff, window)}
        if self._others_since(window, match.next_undone):
            rest |= {"undoable": 0, "undoes": "", "picks": []}
        return rest

    def _question(self, asked: Asked, staff: Staff, window: Window) -> Asked:
        """With its own options, and whose business it is where it has none."""
        match, number = self.room.match, window.number
        allowed = set(staff.allowed(match, number))
        left = asked.remaining
        if left is not None:
            own = tuple(unit for unit in left.units if staff.holder(match.position, Unit(unit)) == number)
            is_last = staff.waited_for(match) <= self.said() | {number}
            left = msgspec.structs.replace(left, units=own, final=left.final and is_last)
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
