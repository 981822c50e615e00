"""The charts of a table's game over HTTP: made from its data, with what applies now marked as the seat sees it."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from pathlib import Path

from litestar import get
from litestar.datastructures import State

from ardennes.engine.charts import Cell, charts
from ardennes.engine.datapack import Contents
from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.texts import Catalogue, Text
from ardennes.numbers import Side
from ardennes.server import wire
from ardennes.server.protocol.review import Chart
from ardennes.server.room import Room

NAMES = ("chart-{chart}-{word}", "head-{word}", "terrain-{word}", "word-{word}")
"""The messages that name a word of a data file, the narrower first."""


@get("/api/seat/charts")
async def seat_charts(token: str, state: State, language: str) -> list[Chart]:
    """Everything a player looks up: sequence of play, turn track, terrain, combat table."""
    room, side = await state.rooms.of_token(token)
    room.match.game.check_language(language)
    return await asyncio.to_thread(_charts, room, side, language)


def _charts(room: Room, side: Side | None, language: str) -> list[Chart]:
    match = room.match
    contents = _contents(match.game.id, room.row.pack, match.position.data.digest)
    return charts_told(match, side, language, contents)


def charts_told(match: Match, side: Side | None, language: str, contents: Contents) -> list[Chart]:
    view, catalogue = wire.public_view(match.position, side), match.game.catalogue(language)

    def said(chart: str, cell: Cell) -> str:
        return catalogue.say(cell, view.data) if isinstance(cell, Text) else _named(catalogue, chart, cell)

    return [
        Chart(
            name=chart.name,
            title=catalogue.say(Text(f"chart-{chart.name}"), view.data),
            rule=chart.rule,
            heads=[said(chart.name, head) for head in chart.heads],
            rows=[[said(chart.name, cell) for cell in row] for row in chart.rows],
            marked_rows=sorted(chart.marked_rows),
            marked_columns=sorted(chart.marked_columns),
            source=chart.source,
        )
        for chart in charts(view, contents)
    ]


def _named(catalogue: Catalogue, chart: str, word: str) -> str:
    codes = (name.format(chart=chart, word=word) for name in NAMES)
    found = next((catalogue.sentences[code] for code in codes if code in catalogue.sentences), None)
    return found if isinstance(found, str) else catalogue.date(word)


@lru_cache(maxsize=8)
def _contents(game: str, pack: str, digest: str) -> Contents:
    """The data files of a table; ``digest`` tells those of one pack from those it had before."""
    return Contents(load_game(game), Path(pack) if pack else None)


CHART_ROUTES = [seat_charts]
