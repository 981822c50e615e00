"""18.0, 20.0 Weather and ground: rolled for on the morning of each day from December 17 on, for the whole day."""

from __future__ import annotations

from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.field import CLEAR, GROUNDS, OVERCAST, WEATHERS, Field
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN

BY_TODAY = {OVERCAST: -1, CLEAR: 1}
"""18.15 What the weather so far adds to the die."""


def is_due(p: Field) -> bool:
    """18.0, 18.14 Every morning but that of the first day."""
    return p.space.kind == "am" and p.turn >= p.data.scenario_data.weather_from


def determine_weather(p: Field) -> None:
    """18.11, 18.15, 18.16 The Allied player rolls; 20.2 or the day has the weather it had in history."""
    if "historical_weather" in p.data.options:
        p.weather = WEATHERS.index(p.space.weather)
        p.tell(Event(f"historical-{WEATHERS[p.weather]}", {}, "20.2"))
        return
    die, added = p.die(), BY_TODAY.get(p.weather, 0)
    p.weather = p.data.weather_table[die + added]
    p.tell(Event(f"weather-{WEATHERS[p.weather]}", {"side": ALLIED, "die": die, "added": added}, "18.16"))


def determine_ground(p: Field) -> None:
    """18.21, 18.26 The German player rolls."""
    die = p.die()
    p.ground = p.data.ground_table[die]
    p.tell(Event(f"ground-{GROUNDS[p.ground]}", {"side": GERMAN, "die": die}, "18.26"))
