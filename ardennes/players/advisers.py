"""Finds what a game knows about being played well."""

from __future__ import annotations

import importlib
import importlib.util
from weakref import WeakKeyDictionary

from ardennes.engine.advice import Advice
from ardennes.engine.kit import Kit

_advice: WeakKeyDictionary[Kit, Advice | None] = WeakKeyDictionary()


def advice_for(kit: Kit) -> Advice | None:
    """The advice of the kit's game, from the module ``advice`` beside the game's own; None where there is none."""
    if kit not in _advice:
        package = type(kit.game).__module__.rpartition(".")[0]
        name = f"{package}.advice"
        found = importlib.util.find_spec(name) if package else None
        _advice[kit] = importlib.import_module(name).ADVICE(kit) if found else None
    return _advice[kit]
