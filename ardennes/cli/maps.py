"""``ardennes map`` and ``ardennes geography``: the ground and the hex maps built from it."""

from __future__ import annotations

import typer


def add_to(app: typer.Typer) -> None:
    """Adds these subcommands to the command."""
