"""17.0 Victory conditions: five levels, and the shift for losses (17.6)."""

from __future__ import annotations

from ardennes.engine.texts import Argument, Text
from ardennes.games.bitter_woods.rules.field import ELIMINATED, Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN

LEVELS = ("german-strategic", "german-tactical", "draw", "allied-tactical", "allied-strategic")
"""17.6 From the best for the Germans to the best for the Allies."""
STRATEGIC, TACTICAL, DRAW, ALLIED_TACTICAL, ALLIED_STRATEGIC = range(5)
PANZER = 2
"""17.6 What a panzer unit counts among German losses."""


def towns_held(p: Field) -> int:
    """17.1 How many of Bastogne, St. Vith and Marche hold a supplied German unit."""
    return sum(any(_counts(p, unit) for unit in _germans(p, hex)) for hex in p.data.board.area("victory-towns"))


def _germans(p: Field, hex: int) -> list[int]:
    return p.units_in(hex) if p.side_in(hex) == GERMAN else []


def _counts(p: Field, unit: int) -> bool:
    """17.0 A supplied unit that is no leader and no company."""
    piece = p.data.counters[unit]
    return piece.combat_unit and p.is_supplied(unit)


def supplied_mechanized(p: Field, area: str) -> list[int]:
    """17.2, 17.3 Supplied German mechanized units in an area of the map."""
    hexes = p.data.board.area(area)
    return [
        unit
        for unit in p.on_map(GERMAN)
        if p.where[unit] in hexes and p.data.counters[unit].mechanized and p.is_supplied(unit)
    ]


def allied_losses(p: Field) -> int:
    """17.6 Allied units eliminated."""
    counters, box = p.data.counters, p.data.box(ELIMINATED)
    lost = [unit for unit in p.data.units[ALLIED] if p.where[unit] == box]
    return sum(counters[unit].combat_unit for unit in lost)


def german_losses(p: Field) -> int:
    """17.6 German mechanized units eliminated, each panzer unit counted twice."""
    counters, box = p.data.counters, p.data.box(ELIMINATED)
    lost = [counters[unit] for unit in p.data.units[GERMAN] if p.where[unit] == box]
    return sum(PANZER if piece.silhouette else 1 for piece in lost if piece.mechanized)


def check_exits(p: Field) -> None:
    """17.1 The Germans win at once with a panzer corps off the map and the three towns in their hands."""
    needed = p.data.scenario_data.victory
    gone = p.exits >= needed.exits and p.exits_armor >= needed.exits_armor
    if p.over is None and gone and towns_held(p) >= needed.strategic_towns:
        p.end(GERMAN, Text(LEVELS[STRATEGIC], {}, "17.1"))


def level(p: Field) -> int:
    """17.2 to 17.5 How the game stands, without the shift for losses."""
    needed = p.data.scenario_data.victory
    towns, across = towns_held(p), supplied_mechanized(p, "across-meuse-north-of-vireux")
    armor = sum(bool(p.data.counters[unit].silhouette) for unit in across)
    if towns >= needed.towns and len(across) >= needed.across and armor >= needed.across_armor:
        return TACTICAL
    if towns >= needed.towns and (across or supplied_mechanized(p, "meuse-draw-zone")):
        return DRAW
    empty = all(p.side_in(hex) != GERMAN for hex in p.data.board.area("allied-strategic-towns"))
    return ALLIED_STRATEGIC if empty else ALLIED_TACTICAL


def shift(p: Field) -> int:
    """17.6 One level for whoever has destroyed enough; both cancel each other."""
    needed = p.data.scenario_data.victory
    return (german_losses(p) >= needed.german_losses) - (allied_losses(p) >= needed.allied_losses)


def decide(p: Field) -> None:
    """17.0 At the end of the last turn."""
    final = max(STRATEGIC, min(ALLIED_STRATEGIC, level(p) + shift(p)))
    winner = None if final == DRAW else GERMAN if final < DRAW else ALLIED
    args: dict[str, Argument] = {"german": german_losses(p), "allied": allied_losses(p)}
    p.end(winner, Text(LEVELS[final], args, "17.0"))
