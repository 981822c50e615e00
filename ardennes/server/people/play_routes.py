"""Challenges, one's own tables, and what people say to and of each other."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, delete, get, post
from litestar.datastructures import State

from ardennes.engine.game import game_folders, title_page
from ardennes.numbers import ENEMY_OF, SIDES, Side
from ardennes.server.kept_tables import TableRow
from ardennes.server.mistakes import Mistake, NotThere
from ardennes.server.pace import NO_CLOCK, PACES, Timer
from ardennes.server.people.accounts import Account
from ardennes.server.people.play import Challenge, People, SeatOf
from ardennes.server.people.routes import account_of
from ardennes.server.protocol.people import (
    ChallengeShown,
    Muting,
    MyTable,
    NewChallenge,
    PrivateNote,
    Said,
    SeatLink,
    SharedDice,
    Words,
)

LONGEST_TITLE = 80


def _shown(row: TableRow, language: str) -> dict[str, Any]:
    folder = game_folders().get(row.header.game)
    page = title_page(folder, language) if folder else None
    scenario = page.scenarios.get(row.header.scenario) if page else None
    return {
        "id": row.id,
        "name": row.name,
        "game": row.header.game,
        "title": page.title if page else row.header.game,
        "sides": page.sides if page else ("", ""),
        "scenario": scenario.title if scenario else row.header.scenario,
        "options": list(row.header.options),
        "updated": row.updated,
        "pace": row.timer.pace.name if row.timer else NO_CLOCK,
    }


# --- one's own tables ------------------------------------------------------------------------------


@get("/api/mine", sync_to_thread=True)
def mine(account: Account, state: State, language: str) -> list[MyTable]:
    """Those first at which one is waited for, least time left first."""
    return [_mine(seat, language) for seat in state.people.mine(account.id)]


def _mine(seat: SeatOf, language: str) -> MyTable:
    summary = seat.row.summary
    return MyTable(
        **_shown(seat.row, language),
        side=seat.side,
        token=seat.token,
        note=seat.note,
        other=seat.other,
        turn=summary.turn,
        my_turn=seat.is_asked,
        over=summary.over,
        turn_since=seat.row.turn_since,
        out=seat.row.timer.out if seat.row.timer else None,
        verdict=summary.verdict_in(language),
        rated=seat.row.rated,
        muted=seat.muted,
    )


@post("/api/mine/take")
async def take(data: SeatLink, account: Account, state: State, language: str) -> MyTable:
    """The seat of a guest's link becomes that of an account."""
    room, side, number = await state.rooms.place_of_token(data.token)
    if side is None:
        raise Mistake("watcher-watches")
    people: People = state.people
    await asyncio.to_thread(people.take_seat, room.id, side, number, account.id)
    return _mine(await asyncio.to_thread(people.seat, room.id, account.id), language)


@post("/api/mine/{table_id:str}/note", sync_to_thread=True)
def note(table_id: str, data: PrivateNote, account: Account, state: State) -> None:
    people: People = state.people
    people.set_note(people.seat(table_id, account.id).row.id, account.id, data.note)


@post("/api/mine/{table_id:str}/rematch", sync_to_thread=True)
def rematch(
    table_id: str, account: Account, state: State, language: str, data: SharedDice | None = None
) -> ChallengeShown:
    """The same game with sides swapped; the other is invited, and takes it up when he likes."""
    people: People = state.people
    seat = people.seat(table_id, account.id)
    if not seat.row.summary.over:
        raise Mistake("game-not-over")
    other = state.accounts.by_id(people.account_at(table_id, ENEMY_OF[seat.side]) or "")
    if other is None or people.has_blocked(other.id, account.id):
        raise NotThere("no-such-player", name=seat.other)
    header = seat.row.header
    wanted = NewChallenge(
        header.game,
        header.scenario,
        header.options,
        ENEMY_OF[seat.side],
        seat.row.name,
        pace=seat.row.timer.pace.name if seat.row.timer else NO_CLOCK,
        rated=seat.row.rated,
        share=data.share if data else "",
    )
    return _challenge(wanted, account, other, state, language)


# --- challenges ------------------------------------------------------------------------------------


@get("/api/challenges", sync_to_thread=True)
def list_challenges(
    state: State, language: str, request: Request[Any, Any, Any], game: str = ""
) -> list[ChallengeShown]:
    """Also for whoever is not signed in."""
    asking = account_of(request)
    found = state.people.challenges(asking.id if asking else None, game)
    return [_told(challenge, asking, language) for challenge in found]


def _told(challenge: Challenge, asking: Account | None, language: str) -> ChallengeShown:
    return ChallengeShown(
        **_shown(challenge.row, language),
        host=challenge.host,
        side=challenge.side,
        invited=challenge.invited,
        rated=challenge.rated,
        commitment=challenge.row.header.commitment,
        mine=asking is not None and asking.name == challenge.host,
        created=challenge.created,
        expires=challenge.expires,
    )


@post("/api/challenges", sync_to_thread=True)
def new_challenge(data: NewChallenge, account: Account, state: State, language: str) -> ChallengeShown:
    invited = state.accounts.by_name(data.invite) if data.invite else None
    if data.invite and (invited is None or state.people.has_blocked(invited.id, account.id)):
        raise NotThere("no-such-player", name=data.invite[:LONGEST_TITLE])
    if invited is not None and invited.id == account.id:
        raise Mistake("own-challenge")
    return _challenge(data, account, invited, state, language)


def _challenge(
    data: NewChallenge, account: Account, invited: Account | None, state: State, language: str
) -> ChallengeShown:
    people: People = state.people
    own = Side(data.side)
    if own not in SIDES:
        raise Mistake("no-such-seat", side=data.side)
    people.check_may_challenge(account)
    pace = PACES.get(data.pace)
    if pace is None and data.pace != NO_CLOCK:
        raise Mistake("no-such-pace", pace=data.pace[:LONGEST_TITLE])
    name, timer = data.name.strip()[:LONGEST_TITLE], Timer.of(pace) if pace else None
    row = state.rooms.new(data.game, data.scenario, data.options, name, timer=timer)
    people.challenge(row, account, own, invited, rated=data.rated, share=data.share)
    (found,) = [each for each in people.challenges(account.id) if each.row.id == row.id]
    return _told(found, account, language)


@post("/api/challenges/{table_id:str}/join", sync_to_thread=True)
def join(table_id: str, account: Account, state: State, language: str, data: SharedDice | None = None) -> MyTable:
    state.people.join(table_id, account.id, data.share if data else "")
    return _mine(state.people.seat(table_id, account.id), language)


@post("/api/challenges/{table_id:str}/decline", sync_to_thread=True)
def decline(table_id: str, account: Account, state: State) -> None:
    state.people.decline(table_id, account.id)


@post("/api/challenges/{table_id:str}/withdraw", sync_to_thread=True)
def withdraw(table_id: str, account: Account, state: State) -> None:
    """Its table goes with it."""
    state.people.withdraw(table_id, account.id)
    state.store.set_deleted(table_id, True)


# --- saying ----------------------------------------------------------------------------------------


@post("/api/seat/say")
async def say(token: str, data: Words, state: State) -> None:
    """To whoever has the other seat; guests may speak too."""
    room, side, number = await state.rooms.place_of_token(token)
    if side is None:
        raise Mistake("watcher-watches")
    state.say_limit.check(f"{room.id} {side} {number}")
    await asyncio.to_thread(state.people.say, room.id, side, data.text, number)


@get("/api/seat/said")
async def what_was_said(token: str, state: State, after: int = -1) -> list[Said]:
    """Only for those who have a seat."""
    room, side, number = await state.rooms.place_of_token(token)
    if side is None:
        raise Mistake("watcher-watches")
    found: list[Said] = await asyncio.to_thread(state.people.said, room.id, side, after, number)
    return found


# --- each other ------------------------------------------------------------------------------------


def player(state: State, name: str) -> Account:
    found: Account | None = state.accounts.by_name(name)
    if found is None:
        raise NotThere("no-such-player", name=name[:LONGEST_TITLE])
    return found


@post("/api/players/{name:str}/block", sync_to_thread=True)
def block(name: str, account: Account, state: State) -> None:
    state.people.block(account.id, player(state, name).id, blocked=True)


@delete("/api/players/{name:str}/block", sync_to_thread=True)
def unblock(name: str, account: Account, state: State) -> None:
    state.people.block(account.id, player(state, name).id, blocked=False)


@post("/api/mine/{table_id:str}/mute", sync_to_thread=True)
def mute_other(table_id: str, data: Muting, account: Account, state: State) -> None:
    people: People = state.people
    people.mute(people.seat(table_id, account.id).row.id, account.id, on=data.on)


PLAY_ROUTES = [
    mine,
    take,
    note,
    rematch,
    list_challenges,
    new_challenge,
    join,
    decline,
    withdraw,
    say,
    what_was_said,
    block,
    unblock,
    mute_other,
]
