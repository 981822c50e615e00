"""Puts the subcommands together and turns every mistake in the input into one clear line and exit code 1."""

from __future__ import annotations

import io
import os
import sys

import typer

from ardennes.cli import (
    analyse,
    bench,
    data,
    fit,
    games,
    league,
    maps,
    match,
    play,
    replay,
    rules,
    serve,
    site,
    study,
    work,
)
from ardennes.errors import ArdennesError
from ardennes.version import __version__

app = typer.Typer(
    help="The Battle of the Bulge on the computer, every rule enforced.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for module in (games, rules, data, play, serve, work, site, replay, analyse, match, study, league, fit, maps, bench):
    module.add_to(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ardennes {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True, help="Print the version."),
) -> None:
    """The Battle of the Bulge on the computer, every rule enforced. Without a command it opens the page to play on."""
    if context.invoked_subcommand is None:
        play.play()


def main() -> None:
    """Runs the command; a character that cannot be read or shown becomes a question mark instead of a failure."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app()
    except ArdennesError as error:
        _fail(str(error))
    except BrokenPipeError:
        # Whoever reads our output has seen enough; Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        _fail(f"{error.filename or 'input or output'}: {error.strerror or error}")


def _fail(message: str) -> None:
    from rich.console import Console

    Console(stderr=True, soft_wrap=True).print(f"ardennes: {message}", style="bold red", markup=False, highlight=False)
    sys.exit(1)
