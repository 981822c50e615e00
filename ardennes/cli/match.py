"""``ardennes match``: many games between two computer players."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from ardennes.cli.show import JSON_HELP, console, print_json
from ardennes.errors import ArdennesError

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame
    from ardennes.lab.series import Workers

INTERRUPTED = 130
DEFAULT_PLAYER = "greedy"
KEPT = "games, turns and losses as Parquet, CSV and JSON Lines"
NOT_KEPT = f"Nothing has been kept: the same command with --out FOLDER keeps {KEPT}."
PLAYERS_IN_FLAGS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Who plays is said with flags named after the game's sides, which are known only when the game is."""

GameName = Annotated[str, typer.Argument(help="A game's short name, as `ardennes games` shows it.")]
Jobs = Annotated[int, typer.Option(min=0, help="Worker processes; 0 is one for each core.")]
Seed = Annotated[str, typer.Option(help="The same seed gives the same games, whatever plays them.")]
OUT_HELP = "The folder for the results: new or empty, or --resume."
Out = Annotated[Path, typer.Option(help=OUT_HELP)]
Data = Annotated[Path | None, typer.Option(help="A data pack to play with.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what is in the folder.")]
Cluster = Annotated[str, typer.Option(help="Play on a Dask cluster: the address of its scheduler.")]


def match(
    context: typer.Context,
    game: GameName,
    *,
    out: Annotated[Path | None, typer.Option(help=f"{OUT_HELP} Without it nothing is kept.")] = None,
    scenario: Annotated[str, typer.Option(help="The scenario; the first one if none is named.")] = "",
    options: Annotated[str, typer.Option(help="Optional rules, separated by commas.")] = "",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    paired: Annotated[
        bool, typer.Option("--paired", help="All dice twice, the second time with sides swapped.")
    ] = False,
    jobs: Jobs = 0,
    seed: Seed = "1",
    data: Data = None,
    count: Annotated[list[str] | None, typer.Option(help="An accumulator of your own: file.py:Class.")] = None,
    resume: Resume = False,
    cluster: Cluster = "",
    as_json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Many games between two computer players: --german planner:time=2 --allied greedy, after the sides of the game."""
    from ardennes.cli.series_view import SeriesView, print_tally
    from ardennes.engine.game import load_game
    from ardennes.lab.plan import make_plan
    from ardennes.lab.series import play_series

    played = load_game(game)
    if resume and out is None:
        raise ArdennesError("--resume needs --out, the folder of the series to go on with")
    if paired and games % 2:
        raise ArdennesError(f"--games {games}: games come in pairs, so their number must be even")
    plan = make_plan(
        game,
        players=players_named(played, context.args),
        seed=seed,
        scenario=scenario,
        options=filter(None, options.split(",")),
        paired=paired,
        pack=data,
        hooks=count or (),
    )
    began = time.monotonic()
    title = f"{played.info.title}: {plan.players[0]} against {plan.players[1]}"
    with kept_in(out) as folder, SeriesView(title, played, games) as view:
        workers = workers_for(jobs, cluster)
        result = play_series(plan, games, folder, workers=workers, resume=resume, follow=view.follow)
    if out is None:
        result.crashes = [msgspec.structs.replace(lost, save="") for lost in result.crashes]
    if as_json:
        print_json(result)
    else:
        print_tally(console(), played, result, 0.0 if resume else time.monotonic() - began)
        console().print(f"{out}: {KEPT}" if out else NOT_KEPT, style="dim", soft_wrap=True)
    if result.crashes:
        raise typer.Exit(1)


def players_named(game: AnyGame, flags: Sequence[str]) -> tuple[str, str]:
    """Who plays each side, from flags such as ``--german planner:time=2`` or ``--german=random``."""
    calls = {side.casefold(): DEFAULT_PLAYER for side in game.sides}
    offered = " and ".join(f"--{side}" for side in calls)
    left = iter(flags)
    for flag in left:
        name, equals, value = flag.removeprefix("--").partition("=")
        if not flag.startswith("--") or name not in calls:
            raise ArdennesError(f"there is no option {flag!r}; the players of {game.info.title} are named by {offered}")
        if not equals:
            value = next(left, "")
        if not value or value.startswith("--"):
            raise ArdennesError(f"--{name} needs a player, such as {DEFAULT_PLAYER}")
        calls[name] = value
    first, second = calls.values()
    return first, second


@contextmanager
def kept_in(out: Path | None) -> Iterator[Path]:
    """The folder a series is played into: the one asked for, or one that is gone with the command."""
    with interruptible(out):
        if out is not None:
            yield out
            return
        with TemporaryDirectory(prefix="ardennes-") as folder:
            yield Path(folder)


@contextmanager
def interruptible(out: Path | None) -> Iterator[None]:
    """Ctrl-C, or the order to end from elsewhere, ends the command, but not what has been played into a folder."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        kept = f"What is finished is kept in {out}; the same command with --resume goes on." if out else NOT_KEPT
        typer.echo(f"Stopped. {kept}", err=True)
        raise typer.Exit(INTERRUPTED) from None


def workers_for(jobs: int, cluster: str) -> Workers:
    if cluster:
        from ardennes.lab.cluster import play_on_cluster

        return partial(play_on_cluster, address=cluster)
    from ardennes.lab.local import play_here

    return partial(play_here, jobs=jobs)


def add_to(app: typer.Typer) -> None:
    """Adds this subcommand to the command."""
    app.command(context_settings=PLAYERS_IN_FLAGS)(match)
