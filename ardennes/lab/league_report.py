"""The report of a league: how far a player can be exploited, in a picture and a table."""

from __future__ import annotations

from html import escape
from pathlib import Path

from ardennes.engine.game import load_game
from ardennes.engine.texts import Argument, Catalogue, Text
from ardennes.lab.league import Exploitability, Exploited, Response
from ardennes.lab.study import charts
from ardennes.lab.study.charts import ROLE_OF, Dot, dots_chart
from ardennes.languages import FIRST_LANGUAGE
from ardennes.numbers import SIDES

REPORT = "report.html"
STUDY = Path(charts.__file__).parent
SHOWN = 6
"""Responses of each side in the table."""


def page(result: Exploitability, language: str = FIRST_LANGUAGE) -> str:
    """One HTML file with all there is in it."""
    words = Catalogue.load(language, [STUDY / "words" / f"{language}.toml"])
    game = load_game(result.settings.game)
    data = game.load_data(*game.check_choice(result.settings.scenario, (), None))
    names = game.catalogue(language)
    sides = {game.sides[side]: names.side_name(side, data) for side in SIDES}

    def say(code: str, **arguments: Argument) -> str:
        safe = {name: escape(value) if isinstance(value, str) else value for name, value in arguments.items()}
        return words.say(Text(f"league-{code}", safe), data)

    title, target = say("title", game=game.info.title), result.settings.target
    rows = [(each, name, response) for each in result.sides for name, response in _confirmed(each)]
    dots = [
        Dot(
            f"{sides[each.side]}: {say(name)}",
            response.share,
            response.interval,
            f"{response.share:.0%}",
            ROLE_OF[tuple(sides).index(each.side)],
        )
        for each, name, response in rows
    ]
    chart = dots_chart(say("chart"), dots, middle=0.5, span=(0.0, 1.0), unit=say("unit"))
    head = "".join(f"<th>{say(column)}</th>" for column in ("side", "response", "games", "won", "interval"))
    confirmed = "".join(_row(sides[each.side], response) for each, _, response in rows)
    found = "".join(_row(sides[each.side], response) for each in result.sides for response in each.found[:SHOWN])
    tables = "".join(
        f"<h2>{say(name)}</h2><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        for name, body in (("confirmed", confirmed), ("found", found))
    )
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{(STUDY / 'page.css').read_text(encoding='utf-8')}</style></head><body><header><h1>{title}</h1>"
        f'<p class="lede">{say("lede", target=target)}</p></header><main><section>{chart}{tables}</section></main>'
        "</body></html>\n"
    )


def _confirmed(each: Exploited) -> tuple[tuple[str, Response], ...]:
    return ("usual", each.usual), ("best", each.best)


def _row(side: str, response: Response) -> str:
    low, high = response.interval
    cells = (side, response.call, f"{response.games}", f"{response.share:.0%}", f"{low:.0%}–{high:.0%}")
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
