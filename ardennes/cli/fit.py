"""``ardennes fit``: the weights by which the opponents judge a game, fitted to games of its scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ardennes.cli.match import GameName


def fit(
    game: GameName,
    *,
    scenario: Annotated[str, typer.Option(help="The scenario; the first one if none is named.")] = "",
    options: Annotated[str, typer.Option(help="Optional rules, separated by commas.")] = "",
    games: Annotated[
        int, typer.Option(min=5, help="How many games; every fifth only tells how good the fit is.")
    ] = 400,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "fit",
    calibration: Annotated[
        bool, typer.Option("--calibration", help="Fit what puts the judgement right, turn by turn, for usual play.")
    ] = False,
    ahead: Annotated[
        int, typer.Option(min=0, help="With --calibration: how many turns are played on as usual before one judges.")
    ] = 1,
    data: Annotated[Path | None, typer.Option(help="A data pack to play with.")] = None,
) -> None:
    """Fits the weights of the opponents' judgement to games of the scripts, and prints them as ``weights.toml`` has
    them; or as ``calibration.toml`` has them the corrections of a judgement that is fitted."""
    from rich.console import Console
    from rich.progress import track

    from ardennes.engine.game import load_game
    from ardennes.players.fitting import advice_to_fit, calibrate, fit_to_games

    played = load_game(game)
    name, chosen = played.check_choice(scenario, filter(None, options.split(",")), data)
    game_data = played.load_data(name, chosen, data)
    if not calibration:
        advice_to_fit(game_data)
    numbers = track(range(games), description="Playing", console=Console(stderr=True))
    if calibration:
        typer.echo(calibrate(game_data, seed, numbers, ahead).as_toml())
        return
    for fitted in fit_to_games(game_data, seed, numbers):
        typer.echo(fitted.as_toml())


def add_to(app: typer.Typer) -> None:
    """Adds this subcommand to the command."""
    app.command()(fit)
