"""What the subcommands share for showing things: the console, plain JSON, small words."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ardennes.errors import ArdennesError
from ardennes.languages import EITHER_LANGUAGE, LANGUAGES

if TYPE_CHECKING:
    from rich.console import Console

JSON_HELP = "Print JSON, for programs."


@lru_cache(maxsize=1)
def _console(stream: object) -> Console:
    from rich.console import Console

    return Console(highlight=False, markup=False)


def console() -> Console:
    """The console on what is standard output at the moment."""
    return _console(sys.stdout)


def print_json(value: Any) -> None:
    """Anything msgspec can encode, indented, as plain text."""
    import msgspec
    import typer

    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def counted(number: int, thing: str) -> str:
    """A number with its noun: ``1 row``, ``12 rows``."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def check_language(language: str) -> None:
    """Whether a report can be written in it."""
    if language not in LANGUAGES:
        raise ArdennesError(f"--language {language}: a report is written in {EITHER_LANGUAGE}")
