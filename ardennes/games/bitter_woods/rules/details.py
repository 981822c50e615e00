"""30.0 to 35.0 Details of the first turn and of the garrison of 7th Army (options)."""

from __future__ import annotations

from ardennes.engine.dice import Dice
from ardennes.engine.modifiers import Modifier
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.attacks import Attack, endurance
from ardennes.games.bitter_woods.rules.boundaries import army_of
from ardennes.games.bitter_woods.rules.field import BATTERED, RELEASED, Field
from ardennes.games.bitter_woods.rules.pieces import GERMAN
from ardennes.games.bitter_woods.rules.positions import is_dug_in
from ardennes.games.bitter_woods.rules.terrain import CLEAR, LIGHT_WOODS
from ardennes.numbers import Hex, Side, Unit

EAGER = 5
"""31.0 The endurance rating of the mechanized units that may surprise the defenders."""
FOOT = frozenset(("infantry", "parachute", "glider", "armored-infantry"))
"""32.0 Infantry and mechanized infantry."""
SEVENTH = "7th"


# --- 30.0 Schnee Eifel -----------------------------------------------------------------------------------


def in_schnee_eifel(p: Field, attack: Attack) -> int:
    """30.0 How many hexes shorter German advances and retreats are: one on the first turn against the regiments in the
    Schnee Eifel."""
    if "schnee_eifel" not in p.data.options or p.turn != p.data.surprise or attack.side != GERMAN:
        return 0
    return int(any(p.data.counters[unit].id in p.data.named.schnee_eifel for unit in attack.defenders))


# --- 31.0 Variable surprise ------------------------------------------------------------------------------


def surprise_shift(p: Field, attack: Attack) -> Modifier:
    """15.1 The shift of the first turn; 31.0 or only where a die has brought it."""
    surprise = attack.side == GERMAN and p.turn == p.data.surprise
    brought = attack.surprised or "variable_surprise" not in p.data.options
    return Modifier("surprise", int(surprise and brought), "31.0" if attack.surprised else "15.1")


def may_surprise(p: Field, attack: Attack) -> bool:
    """31.0 Whether a die is rolled for surprise: a German mechanized unit with an endurance rating of 5 attacks."""
    if "variable_surprise" not in p.data.options or p.turn != p.data.surprise or attack.side != GERMAN:
        return False
    return any(p.data.counters[unit].mechanized and endurance(p, unit) == EAGER for unit in attack.attackers)


def surprised_from(p: Field, attack: Attack) -> int:
    """31.0 The lowest die that surprises the defenders: one more than their highest endurance rating."""
    return max(endurance(p, unit) for unit in p.units_in(attack.target)) + 1


def roll_for_surprise(p: Field, attack: Attack, dice: Dice) -> int:
    """31.0 One die for an attack, once the Allied guns are named; 0 where none is rolled."""
    return dice.die() if may_surprise(p, attack) else 0


# --- 32.0 Combined arms ----------------------------------------------------------------------------------


def combined_arms(p: Field, attack: Attack) -> Modifier:
    """32.0 A shift for armor with infantry and guns into clear ground or light woods; none against a position."""
    good_ground = p.data.terrain[attack.target] in (CLEAR, LIGHT_WOODS) and not is_dug_in(p, attack.target)
    together = "combined_arms" in p.data.options and good_ground and are_combined(p, attack)
    return Modifier("combined-arms", int(together), "32.0")


def are_combined(p: Field, attack: Attack) -> bool:
    """32.0 Armor, infantry and artillery, wherever each stands; the guns support the attack, or have shocked one of the
    defenders."""
    pieces = [p.data.counters[unit] for unit in attack.attackers]
    guns = bool(attack.support) or p.bombarded[attack.target] == BATTERED
    foot = any(piece.kind in FOOT and "no-regiment" not in piece.words for piece in pieces)
    return guns and foot and any(piece.silhouette for piece in pieces)


# --- 33.0 Monschau ---------------------------------------------------------------------------------------


def is_spared(p: Field, side: Side, target: Hex) -> bool:
    """33.0 Whether German guns may not fire at a hex: Monschau on the first turn."""
    if "spare_monschau" not in p.data.options or side != GERMAN or p.turn != p.data.surprise:
        return False
    return target == p.data.monschau


# --- 35.0 The garrison of 7th Army -----------------------------------------------------------------------


def check_garrison(p: Field) -> None:
    """35.0 At the beginning of a German turn, for some days: whether German units are in all places that 7th Army has
    to hold."""
    p.garrison_missing = 0
    turns = p.data.named.turns
    first, last = p.data.turn_named(turns.garrison_from), p.data.turn_named(turns.garrison_until)
    if "garrison" not in p.data.options or not first <= p.turn <= last:
        return
    empty = [hex for hex in sorted(p.data.board.area("garrison-7th-army")) if not _is_occupied(p, hex)]
    if empty:
        p.garrison_missing = 1
        p.tell(Event("garrison-missing", {"hexes": tuple(empty)}, "35.0"))


def _is_occupied(p: Field, hex: Hex) -> bool:
    return p.side_in(hex) == GERMAN and any(p.data.counters[unit].combat_unit for unit in p.units_in(hex))


def lost_for_garrison(p: Field, unit: Unit) -> int:
    """35.0 What a unit of 7th Army loses of its allowance while the garrison is missing; its leader nothing when he
    moves after the combats (24.5)."""
    return int(_is_short_of_garrison(p, unit) and p.reserve[unit] != RELEASED)


def is_kept_from_exploiting(p: Field, unit: Unit) -> bool:
    """35.0 Mechanized units of 7th Army without their garrison; a leader is none."""
    return _is_short_of_garrison(p, unit) and p.data.counters[unit].mechanized


def _is_short_of_garrison(p: Field, unit: Unit) -> bool:
    return bool(p.garrison_missing) and p.data.sides[unit] == GERMAN and army_of(p, unit) == SEVENTH
