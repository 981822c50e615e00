"""Ardennes plays the Battle of the Bulge: four board wargames with every rule enforced.

>>> from ardennes import Match
>>> match = Match.new("crossroads", scenario="noon")
>>> match.options()
['move Pz', 'move Gr1', 'move Gr2', 'done']
"""

from typing import TYPE_CHECKING, Any

from ardennes.version import __version__

if TYPE_CHECKING:
    from ardennes.engine.game import load_game
    from ardennes.engine.match import Match
    from ardennes.engine.texts import Refused
    from ardennes.players.player import Player

__all__ = ["Match", "Player", "Refused", "__version__", "load_game"]

_HOMES = {"Match": "engine.match", "Player": "players.player", "Refused": "engine.texts", "load_game": "engine.game"}
"""Brought in when they are first asked for, so that whoever wants the version alone does not wait for the engine."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
