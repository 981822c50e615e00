"""How long a table waits, and how a game ends by the will of its players: clocks, claims, time given, draws."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from ardennes.engine.texts import Refusal, Refused
from ardennes.numbers import ENEMY_OF, Side
from ardennes.server.computers import PERSON
from ardennes.server.mistakes import Mistake
from ardennes.server.pace import HOUR, Stretch, Timer, held_until
from ardennes.server.protocol.table import TimeLeft

if TYPE_CHECKING:
    from ardennes.server.room import Room


# --- clocks --------------------------------------------------------------------------------------


def time_left(room: Room) -> TimeLeft | None:
    timer = room.timer
    if timer is None:
        return None
    return TimeLeft(timer.left_at(room.store.clock()), timer.side, timer.begun, timer.pace.automatic)


def timer_now(room: Room, *, back: bool) -> Timer | None:
    """The clock after what has just happened, perhaps something undone: it runs for the person who must decide."""
    timer, asked = room.timer, room.match.asked
    if timer is None or not timer.begun:
        return timer
    to = asked.side if asked is not None and room.players[asked.side] == PERSON else None
    return timer if to == timer.side else timer.turned(to, room.store.clock(), back=back)


async def vacation_taken(room: Room, timer: Timer | None) -> tuple[Side, Stretch] | None:
    """What a side takes of its vacation whose clock had run out when it stopped."""
    before, now = room.timer, room.store.clock()
    if before is None or before is timer or before.side is None or before.out is None or before.out >= now:
        return None
    if timer is not None and timer.side == before.side:
        return None  # It was given time, and goes on.
    until = await held(room, before)
    return (before.side, (before.out, min(now, until))) if until > before.out else None


async def held(room: Room, timer: Timer) -> float:
    """Until when the clock that runs cannot be claimed: it runs out, and then there may be vacation."""
    assert timer.side is not None
    assert timer.out is not None
    taken = await asyncio.to_thread(room.store.vacation, room.id, timer.side)
    return timer.out if taken is None else held_until(timer.out, taken)


async def claim(room: Room, side: Side) -> None:
    """The other side is out of time, and this one does not want to wait."""
    if room.match.over is not None:
        raise Refused(Refusal("game-is-over"))
    timer, now = room.timer, room.store.clock()
    if timer is None or timer.side != ENEMY_OF[side] or timer.out is None or timer.out > now:
        raise Mistake("time-not-out")
    until = await held(room, timer)
    if until > now:
        raise Mistake("on-vacation", until=f"{datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M} UTC")
    await room.change(partial(room.match.lose_on_time, timer.side))


async def give_time(room: Room, side: Side, hours: float) -> None:
    """The other side gets more of it."""
    timer = room.timer
    if timer is None or not timer.begun:
        raise Mistake("no-clock")
    if timer.pace.automatic:
        raise Mistake("contest-clock")
    if room.match.over is not None:
        raise Refused(Refusal("game-is-over"))
    more = timer.given(ENEMY_OF[side], hours * HOUR, room.store.clock())
    await room.change(partial(setattr, room, "timer", more))


def due(room: Room, offered_before: tuple[int | None, int | None], *, asks_anew: bool) -> float | None:
    """When those who are not here should be told of a change; None where there is nobody to tell, or nothing new."""
    news = asks_anew or offered_before != (room.draw_offered_by, room.undo_asked_by)
    return room.store.clock() + room.store.notice_after if news and room.store.is_shared else None


# --- draws ---------------------------------------------------------------------------------------


async def draw(room: Room, side: Side, offer: str, rev: int) -> None:
    """A draw is offered by one side and accepted by the other; either may say that there will be none."""
    if room.match.over is not None:
        raise Refused(Refusal("game-is-over"))
    if offer == "offer":
        if room.draw_offered_by is None:
            await room.change(partial(setattr, room, "draw_offered_by", side))
        return
    if offer == "accept":
        room.must_be_current(rev, side)
    await answer_draw(room, side, offer)


async def answer_draw(room: Room, side: Side, answer: str) -> None:
    if answer not in ("accept", "decline") or room.draw_offered_by in (None, side if answer == "accept" else None):
        raise Mistake("no-draw-offered")

    def end_offer() -> None:
        room.draw_offered_by = None
        if answer == "accept":
            room.match.agree_draw()

    await room.change(end_offer)


# --- taking back by agreement --------------------------------------------------------------------


async def ask_back(room: Room, side: Side, offer: str, rev: int) -> None:
    """A side asks to take back its last answer, and the other agrees or does not; any new answer ends it. Dice that
    fell and what was revealed are never taken back, whoever agrees: the same dice would fall again."""
    match = room.match
    if match.over is not None:
        raise Refused(Refusal("game-is-over"))
    if offer == "offer":
        if room.undo_asked_by != side:
            _check_can_ask(room, side)
            await room.change(partial(setattr, room, "undo_asked_by", side))
        return
    asker = room.undo_asked_by
    if offer not in ("accept", "decline") or asker is None or (offer == "accept" and asker == side):
        raise Mistake("no-undo-asked")
    if offer == "decline":
        await room.change(partial(setattr, room, "undo_asked_by", None))
        return
    room.must_be_current(rev, side)
    await room.change(partial(match.go_back_agreed, Side(asker)), first=match.agreed_back(Side(asker)))
    room.histories.clear()


def _check_can_ask(room: Room, side: Side) -> None:
    match = room.match
    if room.players[ENEMY_OF[side]] != PERSON:
        raise Mistake("undo-asks-people")
    if match.asked is not None and match.asked.side == side and match.undoable:
        raise Mistake("undo-is-free")
    if match.agreed_back(side) is None:
        raise Refused(Refusal("nothing-to-ask-back"))
