"""Writing a data pack, and trying whether one can be played."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from ardennes.datafiles import Mistake
from ardennes.engine.datapack import FORMAT, LABEL, Contents, own_file, read_label
from ardennes.engine.packdiff import FileChanges, differences
from ardennes.engine.scenarios import file_of, scenario_files
from ardennes.errors import ArdennesError
from ardennes.version import __version__

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame

EXPLANATION = "README.md"


def export(game: AnyGame, folder: Path, force: bool = False) -> list[str]:
    """Writes a game's data files into a folder that is new or empty; with ``force``, over what is there.

    Everything is made ready beside the folder first, so that a failure leaves nothing half-written.
    """
    if not game.data_files:
        raise ArdennesError(f"{game.info.title} has no data files that could be changed")
    if folder.exists() and not folder.is_dir():
        raise ArdennesError(f"{folder}: not a folder")
    if folder.exists() and any(folder.iterdir()) and not force:
        raise ArdennesError(f"{folder}: not empty; give a new folder, or --force to write over the files in it")
    target = folder.absolute()
    staged: Path | None = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        staged = Path(mkdtemp(prefix=f".{target.name}-", dir=target.parent))
        names = _fill(game, staged)
        _put(staged, target, names)
    except OSError as error:
        raise ArdennesError(f"{folder}: cannot be written ({error.strerror})") from None
    finally:
        if staged is not None:
            shutil.rmtree(staged, ignore_errors=True)
    return names


def _fill(game: AnyGame, folder: Path) -> list[str]:
    """The pack itself; names of its files."""
    licences = [path.relative_to(game.folder).as_posix() for path in sorted(game.folder.glob("*/LICENSE.md"))]
    names = [*game.data_files, *scenario_files(game.folder), *licences]
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(own_file(game, name), folder / name)
    if own_file(game, EXPLANATION).exists():
        shutil.copyfile(own_file(game, EXPLANATION), folder / EXPLANATION)
        names.append(EXPLANATION)
    label = (
        "# Which game this data pack is for.",
        f'game = "{game.id}"',
        f"format = {FORMAT}",
        f'made_by = "ardennes {__version__}"',
        "",
    )
    (folder / LABEL).write_text("\n".join(label), "utf-8")
    return [LABEL, *names]


def _put(staged: Path, target: Path, names: list[str]) -> None:
    if not target.exists():
        staged.chmod(0o755)
        staged.rename(target)
        return
    for name in names:
        (target / name).parent.mkdir(exist_ok=True)
        (staged / name).replace(target / name)


def game_of(folder: Path, name: str = "") -> AnyGame:
    """The game a pack is for: the one named, or the one its label names."""
    from ardennes.engine.game import load_game

    if not folder.is_dir():
        reason = "not a folder" if folder.exists() else "No such file or directory"
        raise ArdennesError(f"{folder}: cannot be read ({reason})")
    if name:
        return load_game(name)
    label = read_label(folder)
    if label is None:
        raise ArdennesError(f"{folder}: it has no {LABEL} that names its game; name it with --game")
    return load_game(label.game)


def examine(game: AnyGame, folder: Path) -> tuple[list[Mistake], list[FileChanges], str]:
    """Every mistake of a pack, how it differs from ours, and the digest of games played with it."""
    theirs = Contents(game, folder)
    mistakes = theirs.mistakes or list(_setting_up(game, folder))
    changes = differences(theirs, Contents(game))
    return mistakes, changes, "" if mistakes else game.load_data(*game.check_choice("", (), folder), folder).digest


def _setting_up(game: AnyGame, folder: Path) -> Iterator[Mistake]:
    """Whether every scenario, and every option, can be set up."""
    from ardennes.engine.match import Match

    scenarios = game.scenarios(folder)
    first, barred = next(iter(scenarios)), next(iter(scenarios.values())).barred
    choices = [(scenario, ()) for scenario in scenarios]
    tried = {option: (option, *info.needs) for option, info in game.info.options.items()}
    options = [(first, chosen) for chosen in tried.values() if not set(chosen).intersection(barred)]
    for scenario, chosen in (*choices, *options):
        try:
            Match.new(game, scenario=scenario, options=chosen, seed="try", pack=folder)
        except (ArdennesError, LookupError, ArithmeticError, TypeError, ValueError, AssertionError) as error:
            played, file = " with ".join((scenario, *chosen)), file_of(scenario)
            named = file if (folder / file).exists() else LABEL
            yield Mistake(named, f"{played} cannot be set up with this data: {error}")
