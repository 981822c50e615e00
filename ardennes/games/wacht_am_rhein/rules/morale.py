"""31.0 Morale: with this option a step is lost in place of a hex only by who has the heart for it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.pieces import Piece
from ardennes.numbers import Unit

UNTRIED, STEADY, BROKEN = range(3)
"""31.2 What the die of a combat has shown of the loser."""
OF_NATION = {"US": 3, "British": 4, "French": 2, "Belgian": 2, "Canadian": 2, "German": 3}
"""31.3, WAR-R83, WAR-R156 The rating of corps and army troops, of units with a dash and (31.5) of U.S. companies."""
OF_SS_CORPS = {"ISS": 4, "IISS": 4}
"""WAR-R83"""
STRENGTHS = {"P": "3-5-6/1-3-6", "GL": "2-4-6/1-2-6"}
"""31.6 Of U.S. parachute and glider battalions."""


def is_played(p: Field) -> bool:
    return "morale" in p.data.options


def rating(p: Field, unit: Unit) -> int:
    """31.3 to 31.5 The Morale Rating of a unit, one less on its reduced side."""
    data, piece = p.data, p.data.counters[unit]
    formation = data.formation_of(unit)
    own = OF_SS_CORPS.get(piece.corps, OF_NATION[piece.nation]) if formation is None else formation.morale
    return own - (p.steps[unit] < data.full_steps[unit])


def holds(p: Field, units: Iterable[Unit], die: int) -> bool:
    """31.2 At or below the best rating of those who suffer the result."""
    return die <= max(rating(p, unit) for unit in units)


def reprinted(piece: Piece) -> Piece:
    """31.6, WAR-R157 U.S. airborne battalions are weaker where morale is played with."""
    if piece.nation != "US" or not piece.battalion or piece.type not in STRENGTHS:
        return piece
    return msgspec.structs.replace(piece, strength=STRENGTHS[piece.type])
