"""``ardennes study``: how balanced a game is, as a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ardennes.cli.match import (
    PLAYERS_IN_FLAGS,
    Cluster,
    Data,
    GameName,
    Jobs,
    Out,
    Resume,
    Seed,
    interruptible,
    players_named,
    workers_for,
)
from ardennes.cli.show import check_language, console
from ardennes.languages import EITHER_LANGUAGE, FIRST_LANGUAGE

if TYPE_CHECKING:
    from ardennes.lab.rows import Played
    from ardennes.lab.study.variants import Variant

ALL, NONE = "all", "none"


def study(
    context: typer.Context,
    game: GameName,
    *,
    out: Out,
    scenarios: Annotated[
        str, typer.Option(help="Scenarios, separated by commas; options are tried in the first.")
    ] = ALL,
    options: Annotated[str, typer.Option(help="Optional rules to try, separated by commas; or all, or none.")] = ALL,
    games: Annotated[int, typer.Option(min=1, help="Games of each variant.")] = 100,
    jobs: Jobs = 0,
    seed: Seed = "1",
    data: Data = None,
    resume: Resume = False,
    cluster: Cluster = "",
    language: Annotated[str, typer.Option(help=f"The language of the report: {EITHER_LANGUAGE}.")] = FIRST_LANGUAGE,
) -> None:
    """Plays every scenario and every optional rule many times and writes a report on who wins, when, where and why."""
    from ardennes.cli.series_view import SeriesView
    from ardennes.engine.game import load_game
    from ardennes.lab.study.report import Report
    from ardennes.lab.study.run import REPORT, play_study
    from ardennes.lab.study.variants import make_design

    check_language(language)
    played = load_game(game)
    players = players_named(played, context.args)
    design = make_design(played, _listed(scenarios), _listed(options), data)
    whole = len(design.variants)

    @contextmanager
    def watch(variant: Variant, number: int) -> Iterator[Callable[[Played], object]]:
        with SeriesView(f"{number + 1} of {whole}: {variant.name}", played, games) as view:
            yield view.follow

    with interruptible(out):
        results = play_study(
            played,
            design,
            out,
            players=players,
            games=games,
            seed=seed,
            workers=workers_for(jobs, cluster),
            watch=watch,
            pack=data,
            resume=resume,
        )
        with console().status("Drawing the report ..."):
            page = Report(results, language).html()
        (out / REPORT).write_text(page, encoding="utf-8")
    console().print(f"{out / REPORT}: {results.games:,} games, {len(page) / 1e6:.1f} MB", soft_wrap=True)


def _listed(words: str) -> list[str] | None:
    """Names separated by commas; None stands for all there are."""
    return None if words == ALL else [] if words == NONE else [word for word in words.split(",") if word]


def add_to(app: typer.Typer) -> None:
    """Adds this subcommand to the command."""
    app.command(context_settings=PLAYERS_IN_FLAGS)(study)
