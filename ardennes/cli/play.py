"""``ardennes play``: play a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ardennes.errors import ArdennesError
from ardennes.languages import EITHER_LANGUAGE, FIRST_LANGUAGE
from ardennes.numbers import Side

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame
    from ardennes.engine.match import Match

LEVEL_HELP = "Easy, normal, hard or master; with a character as in hard-bold: cautious, bold or tricky."


def play(
    game: Annotated[str, typer.Argument(help="A game's short name, for --terminal.")] = "",
    *,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play at this terminal.")] = False,
    scenario: Annotated[str, typer.Option(help="The scenario; the first one if none is named.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="An optional rule; may be given several times.")] = None,
    seed: Annotated[str, typer.Option(help="What the dice follow from: the same seed, the same luck.")] = "",
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    data: Annotated[Path | None, typer.Option(help="A data pack: a folder with your own copy's values.")] = None,
    computer: Annotated[str, typer.Option(help="The side the computer plays at the terminal.")] = "",
    level: Annotated[str, typer.Option(help=LEVEL_HELP)] = "normal",
    coach: Annotated[
        bool, typer.Option("--coach", help="After each turn of a person, say what the adviser would have done.")
    ] = False,
    no_curtain: Annotated[bool, typer.Option("--no-curtain", help="Hide no secrets at a hand-over.")] = False,
    language: Annotated[
        str, typer.Option(help=f"The language of prompts, refusals and the log: {EITHER_LANGUAGE}.")
    ] = FIRST_LANGUAGE,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address of the page.")] = False,
    port: Annotated[int | None, typer.Option(help="The port of the page.", min=1, max=65535)] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Answer on the home network too: friends at home can join.")
    ] = False,
    lan_address: Annotated[str, typer.Option(help="Which address of this machine is the home network's.")] = "",
    name: Annotated[list[str] | None, typer.Option(help="A name of the page behind a proxy or tunnel.")] = None,
    data_dir: Annotated[Path | None, typer.Option(help="Where games are kept.")] = None,
    open_dice: Annotated[bool, typer.Option("--open-dice", help="Take the seeds of tables as named.")] = False,
) -> None:
    """Play in the browser; or with --terminal at this terminal, two people or one and the --computer."""
    if (computer or coach) and not terminal:
        raise ArdennesError("--computer and --coach are for --terminal; in the browser, the lobby has both")
    if not terminal:
        network = {"lan": lan, "lan_address": lan_address, "names": name or ()}
        wanted = {"port": port, "browser": not no_browser, "folder": data_dir, "open_dice": open_dice, **network}
        _serve(_packs(data, game), **wanted)
        return
    if not game:
        raise ArdennesError("name the game to play at the terminal; `ardennes games` lists them")
    from rich.console import Console

    from ardennes.cli.terminal.session import Session
    from ardennes.engine.game import load_game

    played = load_game(game)
    played.check_language(language)
    if load and (scenario or option or seed):
        raise ArdennesError("a saved game keeps its scenario, options and seed; give --load without them")
    match = _saved(load, data, game) if load else _new(game, scenario, option, seed, data)
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console = Console(highlight=False, markup=False, width=120)
    opponents = {_side_named(played, computer): level} if computer else {}
    session = Session(match, console, language=language, curtain=not no_curtain, pack=data)
    session.invite(opponents, coached=coach)
    session.run()


def _side_named(game: AnyGame, name: str) -> Side:
    sides = [side.casefold() for side in game.sides]
    if name.casefold() not in sides:
        raise ArdennesError(f"--computer {name}: the sides of {game.info.title} are {' and '.join(sides)}")
    return Side(sides.index(name.casefold()))


def _packs(data: Path | None, game: str) -> dict[str, Path]:
    """The data pack by the game it is for, after a look into it."""
    if data is None:
        return {}
    from ardennes.engine.datapack import LABEL, read_label
    from ardennes.engine.packs import game_of

    if not game and data.is_dir() and read_label(data) is None:
        raise ArdennesError(f"{data}: it has no {LABEL} that names its game; name it yourself: play GAME --data {data}")
    played = game_of(data, game)
    played.load_data(*played.check_choice("", (), data), data)
    return {played.id: data.resolve()}


def _serve(packs: dict[str, Path], **wanted: Any) -> None:
    """Starts the page's server, if what it needs is installed."""
    try:
        from ardennes.server.run import serve
    except ModuleNotFoundError as error:
        raise ArdennesError(f"the page needs the extra 'server': pip install 'ardennes[server]' ({error})") from None
    serve(packs=packs, **wanted)


def _new(game: str, scenario: str, options: list[str] | None, seed: str, data: Path | None) -> Match:
    """A new match; without a seed, the dice follow from one that nobody knows."""
    from secrets import token_hex

    from ardennes.engine.game import load_game
    from ardennes.engine.match import Match

    played = load_game(game)
    name, chosen = played.check_choice(scenario, options or (), data)
    try:
        return Match.new(played, scenario=name, options=chosen, seed=seed or token_hex(8), pack=data)
    except (ArdennesError, LookupError, OverflowError, TypeError) as error:
        if data is None:
            raise
        raise ArdennesError(f"{data}: no game can be set up with this data pack: {error}") from None


def _saved(path: Path, data: Path | None, game: str) -> Match:
    """The saved match, if it is of this game."""
    from ardennes.engine.match import Match

    match = Match.load(path, data)
    if match.header.game != game:
        raise ArdennesError(f"{path.name}: a game of {match.game.info.title}; play it as {match.header.game}")
    return match


def add_to(app: typer.Typer) -> None:
    """Adds this subcommand to the command."""
    app.command()(play)
