"""``ardennes map`` and ``ardennes geography``: the ground and the hex maps built from it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

import ardennes.games
from ardennes.board import Board, load_map
from ardennes.errors import ArdennesError

if TYPE_CHECKING:
    from ardennes.geography import Ground
    from ardennes.geography.hexfacts import HexFacts, MapFacts

geography = typer.Typer(help="The real ground: the Ardennes and the Eifel in December 1944.", no_args_is_help=True)

Game = Annotated[
    str, typer.Argument(help="The game's folder name: bulge1944, deadly_woods, bitter_woods, wacht_am_rhein.")
]
Png = Annotated[Path | None, typer.Option("--png", help="Draw it into this PNG file.")]
Svg = Annotated[Path | None, typer.Option("--svg", help="Draw it into this SVG file.")]
Hexes = Annotated[str | None, typer.Option("--hexes", help="Draw only the hexes between two corners, as 3010-3620.")]
Hex = Annotated[str | None, typer.Option("--hex", help="Tell all about one hex, by number or name.")]
Scale = Annotated[float | None, typer.Option("--scale", min=10, max=400, help="Pixels from side to side of a hex.")]
Folder = Annotated[Path | None, typer.Option("--folder", help="Check this copy of the ground instead of our own.")]
FrontDates = Annotated[list[str] | None, typer.Option("--front", help="Draw the front of this date, as 1944-12-24.")]
Recipe = Annotated[str, typer.Argument(metavar="GAME", help="A game's folder name, or a folder with a map/map.toml.")]
Check = Annotated[bool, typer.Option("--check", help="Write nothing; say whether the map in the folder is current.")]
Drawn = Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Games or folders with a map; all if none.")]
Cards = Annotated[bool, typer.Option("--cards", help="Draw the small pictures of the lobby instead.")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs: print JSON.")]


def add_to(app: typer.Typer) -> None:
    """Adds these subcommands to the command."""
    app.command("map")(show_map)
    app.add_typer(geography, name="geography")


# --- maps ----------------------------------------------------------------------------------------


def show_map(
    game: Game,
    *,
    png: Png = None,
    svg: Svg = None,
    hexes: Hexes = None,
    hex: Hex = None,
    scale: Scale = None,
    json: AsJson = False,
) -> None:
    """Describes, explains or draws the map of a game."""
    board = load_board(game)
    if hex is not None:
        from ardennes.geography.hexfacts import find_hex, hex_facts

        facts = hex_facts(board, find_hex(board, hex))
        _print_json(facts) if json else _print_hex(facts)
    targets = [path for path in (png, svg) if path]
    if targets:
        _draw_map(board, targets, hexes, scale)
    elif hexes is not None:
        raise ArdennesError("--hexes says what to draw: add --png FILE or --svg FILE")
    elif hex is None:
        from ardennes.geography.hexfacts import map_facts

        summary = map_facts(board)
        _print_json(summary) if json else _print_map(summary)


@geography.command("build")
def build(game: Recipe, *, check: Check = False) -> None:
    """Builds a game's hex map from the ground and its recipe, map/map.toml."""
    from ardennes.geography.build import build_map, map_text, write_map

    folder = folder_of(game)
    found = build_map(folder)
    if not check:
        written = f"{write_map(found, folder)}: {len(found.hexes)} hexes, {len(found.sides)} hexsides"
        Console(stderr=True).print(written, highlight=False, soft_wrap=True)
        return
    kept = folder / "map" / "map.json"
    if not kept.is_file() or kept.read_text(encoding="utf-8") != map_text(found):
        raise ArdennesError(f"{kept}: not what the builder makes of map.toml; build it again")


@geography.command("draw")
def draw_pages(games: Drawn = None, *, cards: Cards = False) -> None:
    """Draws maps for the page, where that has not been done, and says where they are kept."""
    from ardennes.server.pictures import write_pictures

    folders = [folder_of(game) for game in games or known_maps()]
    for path in write_pictures(folders, cards=cards):
        typer.echo(path)


def folder_of(game: str) -> Path:
    """A game's folder by its name, or a folder of one's own."""
    named = _games() / game
    return named if named.is_dir() else Path(game)


def known_maps() -> list[str]:
    return sorted(path.parent.parent.name for path in _games().glob("*/map/map.json"))


def _games() -> Path:
    return Path(ardennes.games.__file__).parent


def load_board(game: str) -> Board:
    """The board of a game; ArdennesError when there is no such game, or it has no map."""
    known = known_maps()
    if game not in known:
        raise ArdennesError(f"there is no map of {game!r}; there are: {', '.join(known) or 'none'}")
    return Board(load_map(_games() / game / "map" / "map.json"))


def _draw_map(board: Board, targets: list[Path], hexes: str | None, scale: float | None) -> None:
    from ardennes.geography import load_ground
    from ardennes.geography.draw.files import check_writable, hexes_between, map_scale, write_picture
    from ardennes.geography.draw.map_picture import map_picture

    check_writable(targets)
    wanted = hexes_between(board, hexes) if hexes is not None else None
    console = Console(stderr=True)
    with console.status(f"Drawing {board.title} ..."):
        picture = map_picture(board, load_ground(), wanted)
        for path in targets:
            written = write_picture(picture, path, map_scale(picture, board, scale))
            console.print(f"{path}: {written / 1e6:.1f} MB", highlight=False, soft_wrap=True)


def _print_map(facts: MapFacts) -> None:
    console = Console()
    shape = "pointed north" if facts.pointed else "flat to the north"
    console.print(f"[bold]{facts.title}[/bold]: {facts.hexes} hexes of {facts.km_per_hex:.1f} km, {shape}")
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(style="bold")
    shares = ((word, f"{100 * count / facts.hexes:.0f} %") for word, count in facts.terrain.items())
    table.add_row("terrain", ", ".join(f"{word} {share}" for word, share in shares))
    layers = {
        "places": facts.places,
        "river hexsides": facts.rivers,
        "road hexsides": facts.roads,
        "bridges": facts.bridges,
        "walls": facts.walls,
        "areas": facts.areas,
    }
    for name, counts in layers.items():
        if counts:
            table.add_row(name, ", ".join(f"{word} {count}" for word, count in counts.items()))
    for layer, source in facts.sources.items():
        table.add_row(f"source of {layer}", source)
    console.print(table)


def _print_hex(facts: HexFacts) -> None:
    console = Console()
    names = " = ".join((facts.hex, *facts.aliases))
    title = f"[bold]{names}[/bold] {facts.name}" + (f", {facts.place}" if facts.place else "")
    console.print(f"{title}: {facts.terrain}, {facts.latitude:.3f} N {facts.longitude:.3f} E", highlight=False)
    if facts.areas:
        console.print(f"areas: {', '.join(facts.areas)}", highlight=False)
    table = Table("side", "neighbour", "water", "bridge", "road", "wall", "name")
    for side in facts.sides:
        neighbour = f"{side.neighbour} {side.neighbour_name}".strip() or "edge of the map"
        table.add_row(side.direction, neighbour, side.river, side.bridge, side.road, side.wall, side.name)
    console.print(table)
    lines = [f"source of {layer}: {source}" for layer, source in facts.source.items()]
    for side in facts.sides:
        lines += [f"source of {layer} {side.direction}: {source}" for layer, source in side.source.items()]
    for line in lines:
        console.print(line, style="dim", highlight=False, markup=False)


# --- the ground ----------------------------------------------------------------------------------


@geography.command("check")
def check(*, folder: Folder = None, json: AsJson = False) -> None:
    """Verifies the ground; the exit code is 1 when something is wrong."""
    from ardennes.geography import load_ground
    from ardennes.geography.checks import check_ground

    checks = check_ground(load_ground(folder))
    failed = [found for found in checks if not found.passed]
    if json:
        _print_json([{**msgspec.to_builtins(found), "passed": found.passed} for found in checks])
    else:
        table = Table("", "check", "looked at", "wrong")
        for found in checks:
            mark = "[green]✓[/green]" if found.passed else "[red]✗[/red]"
            table.add_row(mark, found.title, str(found.looked_at), str(len(found.problems)))
        console = Console()
        console.print(table)
        for found in failed:
            for problem in found.problems or ("there was nothing to look at",):
                console.print(f"✗ {found.title}: {problem}", style="red", markup=False, highlight=False)
    if failed:
        raise typer.Exit(1)


@geography.command("show")
def show(*, png: Png = None, svg: Svg = None, front: FrontDates = None, json: AsJson = False) -> None:
    """Describes or draws the ground, without any grid."""
    from ardennes.geography import load_ground

    ground = load_ground()
    dates = front or []
    for date in dates:
        if date not in ground.fronts:
            raise ArdennesError(f"there is no front of {date!r}; there are: {', '.join(ground.fronts)}")
    targets = [path for path in (png, svg) if path]
    if targets:
        from ardennes.geography.draw.files import GROUND_PIXELS_PER_KM, check_writable, write_picture
        from ardennes.geography.draw.ground_picture import ground_picture

        check_writable(targets)
        console = Console(stderr=True)
        with console.status("Drawing the ground ..."):
            picture = ground_picture(ground, dates)
            for path in targets:
                written = write_picture(picture, path, GROUND_PIXELS_PER_KM)
                console.print(f"{path}: {written / 1e6:.1f} MB", highlight=False, soft_wrap=True)
    else:
        _print_ground(ground, json)


def _print_ground(ground: Ground, json: bool) -> None:
    from ardennes.geography.summary import ground_summary

    summary = ground_summary(ground)
    if json:
        _print_json(summary)
        return
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(style="bold")
    for name, value in summary.items():
        shown = ", ".join(f"{word} {count}" for word, count in value.items()) if isinstance(value, dict) else str(value)
        table.add_row(name, shown)
    console = Console()
    console.print("[bold]The Ardennes, 49.4-50.8 N and 4.4-6.8 E[/bold]", highlight=False)
    console.print(table)


def _print_json(value: object) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")
