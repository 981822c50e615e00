"""The one command, ``ardennes``: a module for each group of subcommands."""

from ardennes.cli.app import main

__all__ = ["main"]
