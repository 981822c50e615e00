"""Finds what a game knows about being played well."""

from __future__ import annotations

import importlib
import importlib.util
from weakref import WeakKeyDictionary

from ardennes.engine.advice import LATEST, AnyAdvice
from ardennes.engine.game_data import GameData

_advice: WeakKeyDictionary[GameData, dict[int, AnyAdvice | None]] = WeakKeyDictionary()


def advice_for(data: GameData, version: int = LATEST) -> AnyAdvice | None:
    """The advice of the game played, from its module ``ai.advice``, to opponents of a version; None where there is
    none."""
    versions = _advice.setdefault(data, {})
    if version not in versions:
        package = type(data.game).__module__.rpartition(".")[0]
        name = f"{package}.ai.advice"
        found = importlib.util.find_spec(name) if package and importlib.util.find_spec(f"{package}.ai") else None
        versions[version] = importlib.import_module(name).ADVICE(data) if found else None
        if (advice := versions[version]) is not None:
            advice.version = version
    return versions[version]
