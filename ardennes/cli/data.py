"""``ardennes data``: what data a game is played with, and how sure it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ardennes.cli.provenance import MARKS, DataFile, data_files
from ardennes.cli.show import JSON_HELP, console, print_json


class _ShowByDefault(TyperGroup):
    """``data GAME`` means ``data show GAME``, next to the other subcommands."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and "--help" not in args:
            args = ["show", *args]
        return super().parse_args(ctx, args)


data = typer.Typer(
    cls=_ShowByDefault,
    no_args_is_help=True,
    help="The data of a game: `ardennes data GAME` shows what there is and where it comes from.",
)


@data.command()
def show(
    game: Annotated[str, typer.Argument(help="A game's short name.")],
    as_json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Files, rows and where each comes from: rulebook, public, reconstructed, or our own."""
    from ardennes.engine.game import game_folder, game_info

    folder, info = game_folder(game), game_info(game)
    files = data_files(folder)
    digest = _digest(game, folder)
    if as_json:
        print_json({"game": game, "title": info.title, "playable": bool(digest), "digest": digest, "files": files})
    else:
        _print_files(info.title, files, digest)


def _digest(game: str, folder: Path) -> str:
    """Of what the game would be played with; nothing for a game that cannot be played yet."""
    from ardennes.engine.game import load_game

    if not (folder / "game.py").exists():
        return ""
    played = load_game(game)
    return played.kit(*played.check_choice(played.first_scenario, ())).digest


def _print_files(title: str, files: list[DataFile], digest: str) -> None:
    from rich.table import Table

    table = Table(title=f"Data of {title}", title_justify="left", box=None, pad_edge=False)
    for heading in ("file", "of", "rows", *MARKS):
        table.add_column(heading, justify="left" if heading in ("file", "of") else "right", no_wrap=True)
    for file in files:
        for part, counts in file.provenance.items():
            table.add_row(file.file, part, str(sum(counts.values())), *(str(counts[mark] or "·") for mark in MARKS))
    console().print(table)
    console().print("A row that mixes sources counts as the least certain of them.", style="dim")
    console().print(f"Digest of what is played with: {digest}" if digest else "Cannot be played yet.", style="dim")


def add_to(app: typer.Typer) -> None:
    """Adds these subcommands to the command."""
    app.add_typer(data, name="data")
