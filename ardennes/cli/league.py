"""``ardennes league``: looks for the script that does best against a player, and says how far he can be exploited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ardennes.cli.match import Cluster, GameName, Jobs, Out, Resume, interruptible, workers_for
from ardennes.cli.show import check_language, console
from ardennes.languages import EITHER_LANGUAGE, FIRST_LANGUAGE

if TYPE_CHECKING:
    from ardennes.lab.league import Exploitability
    from ardennes.lab.rows import Played


def league(
    game: GameName,
    *,
    out: Out,
    scenario: Annotated[str, typer.Option(help="The scenario; the first one if none is named.")] = "",
    target: Annotated[str, typer.Option(help="The player in whom the hole is looked for.")] = "planner:time=1",
    candidates: Annotated[int, typer.Option(min=4, help="Scripts drawn in each generation.")] = 16,
    generations: Annotated[int, typer.Option(min=1, help="How often others are drawn from the best.")] = 2,
    confirm: Annotated[int, typer.Option(min=1, help="Games on fresh dice of the best response found.")] = 40,
    jobs: Jobs = 0,
    seed: Annotated[str, typer.Option(help="The same seed makes the same search.")] = "league",
    resume: Resume = False,
    cluster: Cluster = "",
    language: Annotated[str, typer.Option(help=f"The language of the report: {EITHER_LANGUAGE}.")] = FIRST_LANGUAGE,
) -> None:
    """Looks for the best response to a player: scripts at many prices play against him on both sides, the better half
    goes on, and what is best is confirmed on fresh dice. Stopped, it goes on with --resume."""
    from ardennes.cli.series_view import SeriesView
    from ardennes.engine.game import load_game
    from ardennes.lab.league import League, Settings, claim
    from ardennes.lab.league_report import REPORT, page
    from ardennes.lab.study.run import need_matplotlib

    check_language(language)
    need_matplotlib()
    played = load_game(game)
    settings = Settings(
        game=game,
        scenario=scenario,
        target=target,
        candidates=candidates,
        generations=generations,
        confirm=confirm,
        seed=seed,
    )

    @contextmanager
    def watch(title: str, games: int) -> Iterator[Callable[[Played], object]]:
        with SeriesView(title, played, games) as view:
            yield view.follow

    claim(out, settings, resume=resume)
    with interruptible(out):
        result = League(settings, out, workers_for(jobs, cluster), watch).search()
        (out / REPORT).write_text(page(result, language), encoding="utf-8")
    _print(result)
    console().print(f"{out / REPORT}", style="dim", soft_wrap=True)


def _print(result: Exploitability) -> None:
    """The best response of each side beside the usual script."""
    from rich.table import Table

    table = Table("Side", "Response", "Games", "Won", "95 %", title=f"Against {result.settings.target}, on fresh dice")
    for each in result.sides:
        for name, response in (("usual", each.usual), ("best found", each.best)):
            low, high = response.interval
            call = f"{response.call} ({name})"
            table.add_row(each.side, call, f"{response.games}", f"{response.share:.0%}", f"{low:.0%}-{high:.0%}")
    console().print(table)


def add_to(app: typer.Typer) -> None:
    """Adds this subcommand to the command."""
    app.command()(league)
