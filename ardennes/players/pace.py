"""How many simulated answers a second this machine makes: measured once for each game, and kept.

Players count their time in work, so that the same seed plays the same game anywhere. At a table a second shall be a
second, so there the work is what the machine does in it. Time of the processor is measured, not of the clock: a loaded
machine has the same pace.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from ardennes.engine.advice import AnyAdvice
from ardennes.errors import ArdennesError
from ardennes.numbers import SIDES
from ardennes.players.spread import SpreadDice
from ardennes.version import __version__

SETTING = "ARDENNES_PACE"
"""A variable of the environment that says it instead."""
MEASURED, STAGES = 0.6, 4
"""Seconds of the processor that a measurement takes at least, and how much of a game is played over and over."""


def answers_a_second(advice: AnyAdvice, place: Path | None = None) -> float:
    """Of one core, as it was measured when this game was first thought about here."""
    if told := os.environ.get(SETTING):
        return _told(told)
    file = place or _cache() / "pace.json"
    name = f"{type(advice).__module__}:{__version__}"
    known = _read(file)
    if name not in known:
        known[name] = round(measured(advice))
        _keep(file, known)
    return known[name]


def measured(advice: AnyAdvice) -> float:
    """Both scripts play the first turns of a game, again and again."""
    data, answers, began = advice.data, 0, time.process_time()
    number = 0
    while (spent := time.process_time() - began) < MEASURED:
        p = advice.reveal_all(data.game.start(data, "pace"))
        p.source = SpreadDice("pace", number)
        scripts = [advice.script(side, advice.plans(p, side)[0]) for side in SIDES]
        last, number = advice.stage(p) + STAGES, number + 1
        while p.asked is not None and advice.stage(p) < last:
            answers += scripts[p.asked.side].act(p)
        advice.judge(p, SIDES[0])
    return answers / spent


def _told(text: str) -> float:
    try:
        told = float(text)
    except ValueError:
        told = 0.0
    if told <= 0:
        raise ArdennesError(f"{SETTING} must be a number of answers a second, not {text!r}")
    return told


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ardennes"


def _read(file: Path) -> dict[str, float]:
    """What is known; nothing where the file is not there or spoilt."""
    try:
        known = json.loads(file.read_text("utf-8"))
        return {str(name): float(pace) for name, pace in known.items() if float(pace) > 0}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def _keep(file: Path, known: dict[str, float]) -> None:
    """A machine that cannot keep it measures again next time."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(f".{os.getpid()}")
        beside.write_text(json.dumps(known), "utf-8")
        beside.replace(file)
    except OSError:
        return
