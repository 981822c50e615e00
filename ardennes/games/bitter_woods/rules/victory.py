"""17.0 Victory conditions: five levels, and the shift for losses (17.6)."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.engine.texts import Argument, Text
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.bitter_woods.rules.points import (
    allied_losses,
    decide_by_points,
    each_place,
    german_losses,
    is_held,
    reaching,
)
from ardennes.games.bitter_woods.rules.scenario import Victory
from ardennes.numbers import Unit

LEVELS = ("german-strategic", "german-tactical", "draw", "allied-tactical", "allied-strategic")
"""17.6 From the best for the Germans to the best for the Allies."""
STRATEGIC, TACTICAL, DRAW, ALLIED_TACTICAL, ALLIED_STRATEGIC = range(5)


def towns_held(p: Field, names: Iterable[str] = ("victory-towns",)) -> int:
    """17.1 How many towns, Bastogne, St. Vith and Marche unless others are named, hold a supplied German unit."""
    return sum(is_held(p, GERMAN, hex) for hex in each_place(p, names))


def supplied_mechanized(p: Field, area: str) -> list[Unit]:
    """17.2, 17.3 Supplied German mechanized units in an area of the map."""
    return reaching(p, GERMAN, p.data.board.area(area))


def check_exits(p: Field) -> None:
    """17.1 The Germans win at once with a panzer corps off the map and the three towns in their hands."""
    needed = p.data.scenario_data.victory
    if needed is None or p.over is not None or p.exits < needed.exits or p.exits_armor < needed.exits_armor:
        return
    if towns_held(p) >= needed.strategic_towns:
        p.end(GERMAN, Text(LEVELS[STRATEGIC], {}, "17.1"))


def level(p: Field, needed: Victory) -> int:
    """17.2 to 17.5 How the game stands, without the shift for losses."""
    across = supplied_mechanized(p, "across-meuse-north-of-vireux")
    armor = sum(bool(p.data.counters[unit].silhouette) for unit in across)
    enough = len(across) >= needed.across and armor >= needed.across_armor
    if enough and towns_held(p, needed.tactical_places) >= needed.towns:
        return TACTICAL
    near = not needed.draw_by_the_meuse or across or supplied_mechanized(p, "meuse-draw-zone")
    if near and towns_held(p, needed.draw_places) >= needed.towns:
        return DRAW
    empty = all(p.side_in(hex) != GERMAN for hex in each_place(p, needed.allied_places))
    return ALLIED_STRATEGIC if empty else ALLIED_TACTICAL


def shift(p: Field, needed: Victory) -> int:
    """17.6 One level for whoever has destroyed enough; both cancel each other."""
    return (german_losses(p) >= needed.german_losses) - (allied_losses(p) >= needed.allied_losses)


def decide(p: Field) -> None:
    """17.0 At the end of the last turn: by level, or by points where the scenario counts them."""
    needed = p.data.scenario_data.victory
    if needed is None:
        decide_by_points(p)
        return
    final = max(STRATEGIC, min(ALLIED_STRATEGIC, level(p, needed) + shift(p, needed)))
    winner = None if final == DRAW else GERMAN if final < DRAW else ALLIED
    args: dict[str, Argument] = {"german": german_losses(p), "allied": allied_losses(p)}
    p.end(winner, Text(LEVELS[final], args, "17.0"))
