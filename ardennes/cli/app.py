"""Puts the subcommands together and turns every mistake in the input into one clear line and exit code 1."""

from __future__ import annotations

import sys

import typer
from rich.console import Console

from ardennes import __version__
from ardennes.cli import maps
from ardennes.errors import ArdennesError

app = typer.Typer(
    help="The Battle of the Bulge on the computer, every rule enforced.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
maps.add_to(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ardennes {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True, help="Print the version."),
) -> None:
    """The Battle of the Bulge on the computer, every rule enforced."""


def main() -> None:
    try:
        app()
    except ArdennesError as error:
        Console(stderr=True).print(f"ardennes: {error}", style="bold red", markup=False, highlight=False)
        sys.exit(1)
