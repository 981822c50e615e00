"""Contests: who makes one, who enters, and how it stands."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, get, post
from litestar.datastructures import State

from ardennes.engine.game import game_folders, title_page
from ardennes.server.mistakes import Mistake
from ardennes.server.pace import PACES, Timer
from ardennes.server.people.accounts import Account
from ardennes.server.people.contests import Contest, Contests, standings
from ardennes.server.people.routes import account_of
from ardennes.server.protocol.contests import (
    LEAST_PLACES,
    MOST_PLACES,
    ContestGame,
    ContestShown,
    ContestTold,
    DicePromise,
    NewContest,
)
from ardennes.server.protocol.people import SharedDice

LONGEST_TITLE = 80


def _shown(contest: Contest, asking: Account | None, language: str) -> dict[str, Any]:
    folder = game_folders().get(contest.game)
    me = asking.id if asking else ""
    page = title_page(folder, language) if folder else None
    scenario = page.scenarios.get(contest.scenario) if page else None
    return {
        "id": contest.id,
        "name": contest.name,
        "game": contest.game,
        "title": page.title if page else contest.game,
        "scenario": scenario.title if scenario else contest.scenario,
        "pace": contest.pace,
        "host": contest.host_name,
        "places": contest.places,
        "players": list(contest.entered.values()),
        "entered": me in contest.entered,
        "mine": me == contest.host,
        "begun": contest.begun,
        "over": contest.over,
    }


def _told(contest: Contest, asking: Account | None, state: State, language: str) -> ContestTold:
    folder = game_folders().get(contest.game)
    contests: Contests = state.contests
    return ContestTold(
        **_shown(contest, asking, language),
        options=list(contest.options),
        sides=title_page(folder, language).sides if folder else ("", ""),
        lines=standings(contest.games),
        games=[
            ContestGame(
                table=game.table,
                players=game.names,
                over=game.summary.over,
                winner=game.summary.winner,
                verdict=game.summary.verdict_in(language),
            )
            for game in contest.games
        ],
        promises=[DicePromise(*each) for each in contests.promises(contest)],
    )


@get("/api/contests", sync_to_thread=True)
def list_contests(state: State, language: str, request: Request[Any, Any, Any]) -> list[ContestShown]:
    """Those first that wait for players; also for whoever is not signed in."""
    contests: Contests = state.contests
    asking = account_of(request)
    return [ContestShown(**_shown(contest, asking, language)) for contest in contests.all()]


@get("/api/contests/{contest_id:str}", sync_to_thread=True)
def show_contest(contest_id: str, state: State, language: str, request: Request[Any, Any, Any]) -> ContestTold:
    return _told(state.contests.one(contest_id), account_of(request), state, language)


@post("/api/contests", sync_to_thread=True)
def new_contest(data: NewContest, account: Account, state: State, language: str) -> ContestTold:
    """With a table for each game, on which nothing happens until all places are taken."""
    contests: Contests = state.contests
    contests.check_may_make(account)
    if not LEAST_PLACES <= data.places <= MOST_PLACES:
        raise Mistake("contest-places", least=LEAST_PLACES, most=MOST_PLACES)
    pace = PACES.get(data.pace)
    if pace is None:
        raise Mistake("contest-needs-clock")
    timer = Timer.of(msgspec.structs.replace(pace, automatic=True))
    name = data.name.strip()[:LONGEST_TITLE]
    many = data.places * (data.places - 1)
    prepared = [state.rooms.new(data.game, data.scenario, data.options, name, timer=timer) for _ in range(many)]
    made = contests.add(prepared, account, data.places, name or prepared[0].name, data.share)
    return _told(contests.one(made), account, state, language)


@post("/api/contests/{contest_id:str}/enter", sync_to_thread=True)
def enter(
    contest_id: str, account: Account, state: State, language: str, data: SharedDice | None = None
) -> ContestTold:
    contests: Contests = state.contests
    contests.enter(contest_id, account, data.share if data else "")
    contests.begin_full()
    return _told(contests.one(contest_id), account, state, language)


@post("/api/contests/{contest_id:str}/leave", sync_to_thread=True)
def leave(contest_id: str, account: Account, state: State) -> None:
    """Before it has begun; if it was his who leaves, there is none any more."""
    for table_id in state.contests.leave(contest_id, account.id):
        state.store.set_deleted(table_id, True)


CONTEST_ROUTES = [list_contests, show_contest, new_contest, enter, leave]
