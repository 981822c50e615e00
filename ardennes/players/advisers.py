"""Finds what a game knows about being played well."""

from __future__ import annotations

import importlib
import importlib.util
from weakref import WeakKeyDictionary

from ardennes.engine.advice import AnyAdvice
from ardennes.engine.game_data import GameData

_advice: WeakKeyDictionary[GameData, AnyAdvice | None] = WeakKeyDictionary()


def advice_for(data: GameData) -> AnyAdvice | None:
    """The advice of the game played, from its module ``ai.advice``; None where there is none."""
    if data not in _advice:
        package = type(data.game).__module__.rpartition(".")[0]
        name = f"{package}.ai.advice"
        found = importlib.util.find_spec(name) if package and importlib.util.find_spec(f"{package}.ai") else None
        _advice[data] = importlib.import_module(name).ADVICE(data) if found else None
    return _advice[data]
