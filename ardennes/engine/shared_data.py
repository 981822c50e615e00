"""Game data that all tables of a kind share: the same game, scenario, options and data pack."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from weakref import WeakValueDictionary

from ardennes.engine.datapack import state_of_files
from ardennes.engine.game import AnyGame
from ardennes.engine.game_data import GameData

_in_use: WeakValueDictionary[tuple[object, ...], GameData] = WeakValueDictionary()
_loading = Lock()


def shared_data(game: AnyGame, scenario: str, options: Iterable[str], pack: Path | None = None) -> GameData:
    """The game data of this kind that are in use already, or new ones. They stay as long as somebody uses them; a data
    pack that has been edited since makes others."""
    chosen = frozenset(options)
    key = (game, scenario, chosen, pack, state_of_files(game, pack))
    with _loading:
        data = _in_use.get(key)
        if data is None:
            data = _in_use[key] = game.load_data(scenario, chosen, pack)
    return data
