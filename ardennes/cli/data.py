"""``ardennes data``: what data a game is played with, and how sure it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ardennes.cli.show import JSON_HELP, console, counted, print_json
from ardennes.engine.provenance import MARKS, DataFile, data_files

MOST_MISTAKES = 200
"""Shown to a person; a program gets all of them."""


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


@data.command()
def export(
    game: Annotated[str, typer.Argument(help="A game's short name.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write: new, or empty.")],
    *,
    force: Annotated[bool, typer.Option("--force", help="Write over the files in a folder that is not empty.")] = False,
) -> None:
    """Writes a game's data into a folder, for the owner of a printed copy to write its values in."""
    from ardennes.engine.game import load_game
    from ardennes.engine.packs import export as write_pack

    names = write_pack(load_game(game), folder, force)
    console().print(f"{folder}: {', '.join(names)}", soft_wrap=True)
    console().print(f"README.md explains every column. Then: ardennes data validate {folder}", soft_wrap=True)


@data.command()
def validate(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A data pack.")],
    *,
    game: Annotated[str, typer.Option(help="The game it is for, if its pack.toml does not say it.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Finds every mistake in a data pack (exit code 1), and tells how it differs from our data."""
    from ardennes.engine.packs import examine, game_of

    played = game_of(folder, game)
    mistakes, changes, digest = examine(played, folder)
    if as_json:
        print_json({"game": played.id, "mistakes": mistakes, "changes": changes, "digest": digest})
    else:
        _print_findings(played.info.title, folder, [str(one) for one in mistakes], [str(one) for one in changes])
    if mistakes:
        raise typer.Exit(1)


def _print_findings(title: str, folder: Path, mistakes: list[str], changes: list[str]) -> None:
    out = console()
    for mistake in mistakes[:MOST_MISTAKES]:
        out.print(mistake, soft_wrap=True)
    if len(mistakes) > MOST_MISTAKES:
        out.print(
            f"… and {counted(len(mistakes) - MOST_MISTAKES, 'more mistake')}; --json lists them all", soft_wrap=True
        )
    if mistakes:
        out.print(f"{folder}: {counted(len(mistakes), 'mistake')}.", style="bold red", soft_wrap=True)
    else:
        out.print(f"{folder}: a sound data pack for {title}.", style="bold", soft_wrap=True)
    for change in changes or ["Nothing in it differs from our data."] * (not mistakes):
        out.print(change, soft_wrap=True)


def _digest(game: str, folder: Path) -> str:
    """Of what the game would be played with; nothing for a game that cannot be played yet."""
    from ardennes.engine.game import load_game

    if not (folder / "game.py").exists():
        return ""
    played = load_game(game)
    return played.load_data(*played.check_choice("", ())).digest


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
