"""``python -m ardennes.geography.build GAME``: builds a game's map; with ``--check`` only compares."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.console import Console

from ardennes.errors import ArdennesError
from ardennes.geography.build import build_map, map_text, write_map

GAMES = Path(__file__).parents[2] / "games"
app = typer.Typer(add_completion=False)


@app.command()
def main(
    game: str = typer.Argument(help="The game's folder name, or the path of a folder with a map/map.toml."),
    check: bool = typer.Option(False, "--check", help="Write nothing; say whether the map in the folder is current."),
) -> None:
    """Builds a game's hex map from the ground and its map.toml."""
    console = Console(stderr=True)
    folder = GAMES / game if (GAMES / game).is_dir() else Path(game)
    try:
        _run(folder, check, console)
    except ArdennesError as error:
        console.print(f"ardennes: {error}", style="bold red", markup=False, highlight=False)
        raise typer.Exit(1) from None


def _run(folder: Path, check: bool, console: Console) -> None:
    found = build_map(folder)
    if not check:
        console.print(f"{write_map(found, folder)}: {len(found.hexes)} hexes, {len(found.sides)} hexsides")
        return
    kept = folder / "map" / "map.json"
    if not kept.is_file() or kept.read_text(encoding="utf-8") != map_text(found):
        raise ArdennesError(f"{kept}: not what the builder makes of map.toml; build it again")


if __name__ == "__main__":
    app()
