"""``ardennes games``: what can be played or looked at, with scenarios and options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ardennes.cli.show import JSON_HELP, console, print_json

STAGES = {
    "map": "first steps",
    "rules": "playable, some rules open",
    "complete": "every rule enforced",
    "tutorial": "the game to learn with",
}


def games(
    *,
    data: Annotated[Path | None, typer.Option(help="A data pack, whose scenarios are listed too.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Every game with its stage, scenarios and options."""
    import msgspec
    from rich.padding import Padding
    from rich.text import Text

    from ardennes.engine.game import game_folders, game_info
    from ardennes.engine.packs import game_of

    folders = game_folders()
    packs = {game_of(data).id: data} if data else {}
    found = {name: game_info(name, pack=packs.get(name)) for name in folders}
    playable = {name: (folder / "game.py").exists() for name, folder in folders.items()}
    if as_json:
        print_json(
            [{"game": name, "playable": playable[name], **msgspec.to_builtins(info)} for name, info in found.items()]
        )
        return
    for name, info in found.items():
        made = ", ".join(str(part) for part in (info.designer, info.publisher, info.year) if part)
        stage = STAGES.get(info.stage, "") if playable[name] else "map and rules to look at"
        head = Text.assemble((info.title, "bold"), "  ", (name, "cyan"), f"  {info.stage}: {stage}")
        console().print(head)
        lines = [Text(made, style="dim"), Text(info.about)]
        for kind, entries in (("scenario", info.scenarios), ("option", info.options)):
            lines += [
                Text.assemble((f"{kind} ", "dim"), (key, "cyan"), f"  {entry.title}. {entry.about}")
                for key, entry in entries.items()
            ]
        for line in lines:
            console().print(Padding(line, (0, 0, 0, 4)))
        console().print()


def add_to(app: typer.Typer) -> None:
    """Adds this subcommand to the command."""
    app.command()(games)
