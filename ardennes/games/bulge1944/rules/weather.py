"""18.1, 18.2 Variable weather; without it the turn track says how many air units fly (4.2)."""

from __future__ import annotations

from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED
from ardennes.numbers import Unit

MODIFIER = {"overcast": -1, "mist": 0, "clear": 1}
AIR = {"overcast": 0, "mist": 1, "clear": 3}
MIST_ON, CLEAR_FROM = 4, 5
POINTS_LOST_IN_CLEAR = 2


def roll_weather(p: Field) -> None:
    """18.1 From turn 2 the Allied player rolls: the weather there is pulls the die its way."""
    if "weather" not in p.data.options or p.turn < p.data.named.weather_from:
        return
    die = p.die()
    p.weather = weather_after(p.weather, die)
    p.tell(Event(f"weather-{p.weather}", {"side": ALLIED, "die": die}, "18.1"))


def weather_after(weather: str, die: int) -> str:
    """18.1 What a die makes of the weather there is."""
    total = die + MODIFIER[weather]
    return "clear" if total >= CLEAR_FROM else "mist" if total == MIST_ON else "overcast"


def air_units(p: Field) -> int:
    """4.2, 18.2 How many air units the Allies have this turn."""
    return AIR[p.weather] if "weather" in p.data.options else p.data.turns[p.turn - 1].air


def flies(p: Field, piece: Unit) -> bool:
    """4.2 An air unit that may still be used this turn."""
    data = p.data
    if data.counters[piece].kind != "air" or p.used[piece]:
        return False
    squadrons = [other for other in data.support[ALLIED] if data.counters[other].kind == "air"]
    return squadrons.index(piece) < air_units(p)


def german_points(p: Field) -> int:
    """8.0, 18.1 The German income; with variable weather its own column, and two less in clear weather."""
    turn = p.data.turns[p.turn - 1]
    if "weather" not in p.data.options:
        return turn.german_points
    return turn.german_points_with_weather - (POINTS_LOST_IN_CLEAR if p.weather == "clear" else 0)
