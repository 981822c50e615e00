"""Ladders and profiles."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

from litestar import get
from litestar.datastructures import State

from ardennes.engine.game import game_folders, title_page
from ardennes.server.mistakes import NotThere
from ardennes.server.people.play_routes import player
from ardennes.server.people.profiles import profile
from ardennes.server.people.ratings import Ratings
from ardennes.server.protocol.people import Ladder, LadderLine, Profile

ANCHORS = Path(__file__).parent / "anchors.csv"
LONGEST_GAME = 40


@lru_cache
def anchors(game: str) -> tuple[LadderLine, ...]:
    """The computers on the ladder of a game: their ratings come from the laboratory's matches, and never change."""
    with ANCHORS.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["game"] == game]
    return tuple(LadderLine("", int(row["rating"]), 0, 0, level=row["level"]) for row in rows)


@get("/api/ladder/{game:str}", sync_to_thread=True)
def ladder(game: str, state: State, language: str) -> Ladder:
    """The best first, by what a rating is at least."""
    folder = game_folders().get(game)
    if folder is None:
        raise NotThere("no-such-game", game=game[:LONGEST_GAME])
    ratings: Ratings = state.ratings
    people = [
        LadderLine(each.name, round(each.rating.rating), round(each.rating.deviation), each.rating.games)
        for each in ratings.ladder(game)
    ]
    lines = sorted([*people, *anchors(game)], key=lambda line: line.rating - 2 * line.deviation, reverse=True)
    return Ladder(game, title_page(folder, language).title, lines)


@get("/api/players/{name:str}", sync_to_thread=True)
def show_profile(name: str, state: State) -> Profile:
    return profile(state.store.engine, player(state, name))


STANDING_ROUTES = [ladder, show_profile]
