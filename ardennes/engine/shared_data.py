"""Game data that all tables of a kind share: the same game, scenario, options and data pack."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from weakref import WeakValueDictionary

from ardennes.engine.datapack import own_file
from ardennes.engine.game import AnyGame
from ardennes.engine.game_data import GameData
from ardennes.engine.scenarios import scenario_files

_in_use: WeakValueDictionary[tuple[object, ...], GameData] = WeakValueDictionary()
_loading = Lock()


def shared_data(game: AnyGame, scenario: str, options: Iterable[str], pack: Path | None = None) -> GameData:
    """The game data of this kind that are in use already, or new ones. They stay as long as somebody uses them; a data
    pack that has been edited since makes others."""
    chosen = frozenset(options)
    key = (game, scenario, chosen, pack, _state_of_files(game, pack))
    with _loading:
        data = _in_use.get(key)
        if data is None:
            data = _in_use[key] = game.load_data(scenario, chosen, pack)
    return data


def _state_of_files(game: AnyGame, pack: Path | None) -> tuple[object, ...]:
    """Number, size and time of every data file, by which one sees that it was edited."""
    paths = [own_file(game, name) for name in game.data_files]
    if pack is not None:
        paths += [pack / name for name in game.data_files]
    paths += scenario_files(game.folder, pack).values()
    found = [path.stat() for path in paths if path.exists()]
    return tuple((stat.st_ino, stat.st_size, stat.st_mtime_ns) for stat in found)
